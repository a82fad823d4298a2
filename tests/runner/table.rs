//! In: the games of the library. Out: `games/README.md`, the table of them all, as it must be; BLESS=1 writes it. Never here: what is not in the rule files.
use crate::{Verdict, corpus, fail, shelf};
use libtest_mimic::{Failed, Trial};
use mcl_lang::board::Shape;
use mcl_lang::bytecode::{BinderKind, Instr, Program};
use std::fmt::Write as _;

const HEAD: &str = "\
# The games

Every game of the library: what it is called, where it was found, and which mechanics its rules are made of. This table is
made from the rule files (`BLESS=1 cargo test -p mcl-tests --test suite -- games/README`) and checked by the suite.
`mcl rules NAME` tells a game's rules in plain English, `mcl play NAME` plays it.

The status says how far the source tells the rules: *full*, they can be played as they are told, small gaps have a default;
*partial*, what is missing is proposed in the file; *board-only*, no rules are told, those of another game are proposed; *puzzle*,
a trick or a game for one. *After* names the game of which the file says only the difference. The readings among the mechanics are
the points that the sources leave open.

";

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("games/README.md is the table of all games", is_in_order)]
}

fn is_in_order() -> Verdict {
    let wanted = table()?;
    let file = corpus::repository().join("games/README.md");
    if corpus::blesses() {
        std::fs::write(&file, &wanted)?;
        return Ok(());
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    if found == wanted { Ok(()) } else { fail(corpus::difference(&wanted, &found)) }
}

fn table() -> Result<String, Failed> {
    let mut text = format!("{HEAD}{} games.\n\n", mcl_stdlib::GAMES.len());
    text.push_str(
        "| name | title | of | status | board | mechanics | source | records |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (name, text_of) in mcl_stdlib::GAMES {
        let program = shelf::build(name, &[]).program.ok_or_else(|| format!("{name} does not compile"))?;
        let about = |key: &str| {
            let texts = program.about.iter().filter(|(known, _)| known == key).flat_map(|(_, texts)| texts.clone());
            texts.collect::<Vec<_>>().join(", ")
        };
        let of = [about("people"), about("place")].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
        let status = [about("status"), after(text_of)].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
        let records = mcl_stdlib::records(name).count();
        let cells = [
            format!("[{name}]({name}.mcl)"),
            program.title.clone(),
            of.join("; "),
            status.join(", "),
            board(&program),
            mechanics(&program).join(", "),
            match about("id").as_str() {
                "" => about("source"),
                id => format!("{} ({id})", about("source")),
            },
            if records == 0 { String::new() } else { records.to_string() },
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    Ok(text)
}

/// The game of which a file says only the difference.
fn after(text: &str) -> String {
    let head = text.lines().find(|line| line.starts_with("game ")).unwrap_or_default();
    let base = head.split_once(" extends ").and_then(|(_, rest)| rest.split_whitespace().next());
    base.map_or_else(String::new, |base| format!("after [{base}]({base}.mcl)"))
}

fn board(program: &Program) -> String {
    let layout = &program.layout;
    let row = layout.rows.first().map_or(0, Vec::len);
    match layout.shape {
        Shape::TwoRows => format!("2 × {row}"),
        Shape::FourRows => format!("4 × {}", row / 2),
        Shape::Circle => format!("circle of {}", layout.houses),
        Shape::Picture => format!("{} houses", layout.houses),
    }
}

/// What the rules are made of, as far as the program shows it.
fn mechanics(program: &Program) -> Vec<String> {
    let has = |wanted: &dyn Fn(&Instr) -> bool| program.code.iter().any(wanted);
    let both_ways = program.decisions.iter().flat_map(|decision| &decision.answers);
    let both_ways = both_ways.flat_map(|answer| &answer.binders).any(|(_, kind)| *kind == BinderKind::Direction);
    let players = program.layout.players.len();
    let mut found = Vec::new();
    let mut add = |holds: bool, what: String| found.extend(holds.then_some(what));
    add(players != 2, if players == 1 { "one player".into() } else { format!("{players} players") });
    add(has(&|instr| matches!(instr, Instr::SwapRegs { .. })), "both sow at once".into());
    add(has(&|instr| matches!(instr, Instr::LapFrom { .. })), "relay laps".into());
    add(both_ways, "either direction".into());
    add(program.layout.hidden_stores, "hidden hand".into());
    add(has(&|instr| matches!(instr, Instr::EndMove { again: true })), "moves again".into());
    add(has(&|instr| matches!(instr, Instr::CaptureWalk { .. } | Instr::Walk { .. })), "runs captured".into());
    add(has(&|instr| matches!(instr, Instr::Opposite { .. })), "facing house".into());
    for phase in &program.phases {
        add(true, format!("opening: {}", phase.name));
    }
    for mark in &program.marks {
        add(true, format!("mark: {}", mark.name));
    }
    add(program.owners.is_some(), "houses change hands".into());
    add(program.rounds.is_some(), "rounds".into());
    add(
        !program.readings.is_empty(),
        match program.readings.len() {
            1 => "1 reading".into(),
            readings => format!("{readings} readings"),
        },
    );
    found
}
