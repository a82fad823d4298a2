//! In: a state. Out: its text: one line, a picture of several lines, or JSON; none of the three loses anything. Reading is in read.rs, json.rs.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
mod json;
mod read;

pub(crate) use read::{read, unasked};

use crate::event::site_name;
use crate::state::{NOTHING_ASKED, State, Status};
use crate::tables::Prepared;
use crate::vm::{History, Machine, sets};
use crate::{Fault, Game};
use mcl_lang::board::{Layout, Shape, SiteKind};
use mcl_lang::bytecode::{Program, VariableCell};
use mcl_lang::hir::Ty;
use std::fmt::Write as _;
use std::ops::Range;

/// The canonical line: `2 2 1 0 0 0 [3] / 4 4 4 4 4 4 [5] South`.
pub(crate) fn line(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let mut line = seeds_line(&program.layout, state);
    let _ = write!(line, " {}", program.layout.players.get(usize::from(state.mover())).map_or("?", String::as_str));
    line + &rest(game, machine, state)
}

/// Everything but seeds and mover, where it is not as at the start.
fn rest(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let mut rest = owners(program, state);
    rest.push_str(&marks(program, state));
    rest.push_str(&variables(game, machine, state));
    if let Some(phase) = program.phases.get(usize::from(state.head.phase)) {
        let _ = write!(rest, " phase {}", phase.name);
    }
    rest.push_str(&begun(program, state));
    if state.round() != 1 {
        let _ = write!(rest, " round {}", state.round());
    }
    rest + &suspended(game, machine, state, &line_of_rest(state, program))
}

/// What a position has beside seeds, mover, owners, marks, variables, phase and round: `moves 3,4 first North pending 2:0:1`.
pub(crate) fn unnamed(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let rest = begun(program, state) + &suspended(game, machine, state, &line_of_rest(state, program));
    rest.trim_start().to_owned()
}

/// ` moves 3,4 first North`: the moves that are counted in a phase, and who began the round.
fn begun(program: &Prepared, state: &State) -> String {
    let mut found = String::new();
    if let Some(moves) = program.moves.map(|count| usize::from(count.cell)) {
        let counted = state.cells().get(moves..moves + program.layout.players.len()).unwrap_or(&[]);
        if counted.iter().any(|count| *count != 0) {
            let _ = write!(found, " moves {}", counted.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
        }
    }
    if state.head.beginner != 0 {
        let _ = write!(found, " first {}", program.layout.players[usize::from(state.head.beginner)]);
    }
    found
}

/// ` owners A:North`, for houses that have changed hands.
fn owners(program: &Prepared, state: &State) -> String {
    let houses = (0..program.layout.houses).filter_map(|site| {
        let now = sets::owner(program, state, site);
        let name = now.and_then(|owner| program.layout.players.get(owner)).map_or("none", String::as_str);
        let given = now != program.layout.sites[site].owner.map(usize::from);
        given.then(|| format!(" {}:{name}", program.layout.sites[site].name))
    });
    let houses = houses.collect::<String>();
    if houses.is_empty() { houses } else { format!(" owners{houses}") }
}

/// ` marks B:burnt c:daughter=North`.
fn marks(program: &Prepared, state: &State) -> String {
    let mut found = String::new();
    for site in 0..program.layout.houses {
        for mark in &program.marks {
            let Some(holder) = sets::holder(program, state, mark, site) else { continue };
            let _ = write!(found, " {}:{}", program.layout.sites[site].name, mark.name);
            if mark.held {
                let _ = write!(found, "={}", program.layout.players[holder]);
            }
        }
    }
    if found.is_empty() { found } else { format!(" marks{found}") }
}

/// The picture: rows from the top as South sees them, the stores and the rest of the line below.
pub(crate) fn picture(game: &Game, machine: &mut Machine, state: &State) -> String {
    let whole = line(game, machine, state);
    let layout = &game.prepared().layout;
    if !matches!(layout.shape, Shape::TwoRows | Shape::FourRows) {
        return whole;
    }
    let groups = groups(layout);
    let rows = groups.iter().rev().map(|group| counts(state, group));
    let stores = layout.stores.iter().map(|store| format!("[{}]", state.seeds(*store))).collect::<Vec<_>>().join(" ");
    let rest = whole.rsplit(']').next().unwrap_or("");
    let name = layout.players.get(usize::from(state.mover())).map_or("", String::as_str);
    let rest = rest.find(name).map_or("", |at| &rest[at..]);
    format!("{}\n{stores} {rest}", rows.collect::<Vec<_>>().join("\n"))
}

/// The JSON form: `{"seeds": {"A": 4, …, "South": 0}, "to_move": "South", …}`.
pub(crate) fn json(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    // Where houses are the stores, no site beside the board has anything to say.
    let used = |at: u8, kind: SiteKind| kind == SiteKind::House || program.layout.stores.contains(&at);
    let sites = (0..).zip(&program.layout.sites).filter(|(at, site)| used(*at, site.kind));
    let seeds = sites.map(|(at, site)| (site.name.clone(), serde_json::Value::from(state.seeds(at))));
    let mut object = serde_json::Map::new();
    object.insert("seeds".into(), serde_json::Value::Object(seeds.collect()));
    let mover = program.layout.players.get(usize::from(state.mover())).cloned().unwrap_or_default();
    object.insert("to_move".into(), mover.into());
    let rest = rest(game, machine, state);
    if !rest.trim().is_empty() {
        object.insert("rest".into(), rest.trim().into());
    }
    serde_json::Value::Object(object).to_string()
}

/// Groups of houses in the order of the line: each player's rows from South's side upwards, left to right on the picture.
fn groups(layout: &Layout) -> Vec<Vec<u8>> {
    let reversed = |row: &Vec<u8>| row.iter().rev().copied().collect::<Vec<_>>();
    match layout.shape {
        Shape::TwoRows => vec![layout.rows[0].clone(), reversed(&layout.rows[1])],
        Shape::FourRows => vec![
            layout.outer[0].clone(),
            layout.inner[0].clone(),
            reversed(&layout.inner[1]),
            reversed(&layout.outer[1]),
        ],
        Shape::Circle | Shape::Picture => Vec::new(),
    }
}

fn counts(state: &State, group: &[u8]) -> String {
    group.iter().map(|site| state.seeds(*site).to_string()).collect::<Vec<_>>().join(" ")
}

/// The seeds on the board in the middle of a move, and in the hand.
pub(crate) fn board(game: &Game, state: &State, hand: i32) -> String {
    let seeds = seeds_line(&game.prepared().layout, state);
    if hand > 0 { format!("{seeds}, {hand} in the hand") } else { seeds }
}

fn seeds_line(layout: &Layout, state: &State) -> String {
    let store = |player: usize| match layout.stores.get(player).map_or(0, |store| state.seeds(*store)) {
        0 => String::new(),
        seeds => format!(" [{seeds}]"),
    };
    let groups = groups(layout);
    if groups.is_empty() {
        let houses = layout.sites.iter().enumerate().filter(|(_, site)| site.kind == SiteKind::House);
        let houses =
            houses.map(|(at, site)| format!("{}:{}", site.name, state.seeds(u8::try_from(at).unwrap_or(u8::MAX))));
        let filled = layout.stores.iter().any(|store| state.seeds(*store) > 0);
        let stores = layout.stores.iter().filter(|_| filled).map(|store| format!("[{}]", state.seeds(*store)));
        return houses.chain(stores).collect::<Vec<_>>().join(" ");
    }
    let per_player = groups.len() / 2;
    let parts = groups.iter().enumerate().map(|(at, group)| {
        let last = (at + 1) % per_player == 0;
        format!("{}{}", counts(state, group), if last { store(at / per_player) } else { String::new() })
    });
    parts.collect::<Vec<_>>().join(" / ")
}

/// ` vars x=3 y=South:1,North:2`, for variables that are not as they begin.
fn variables(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let fresh = machine.fresh(program);
    let mut found = String::new();
    for variable in &program.variables {
        let cells = cells_of(program, variable);
        if state.cells().get(cells.clone()) == fresh.cells().get(cells.clone()) {
            continue;
        }
        let values = state.cells().get(cells).unwrap_or(&[]).chunks(cells_of_one(program, variable));
        let mut texts = values.map(|value| value_text(program, variable.ty, value));
        let text = if variable.each_player {
            let each = program.layout.players.iter().zip(texts).map(|(player, value)| format!("{player}:{value}"));
            each.collect::<Vec<_>>().join(",")
        } else {
            texts.next().unwrap_or_default()
        };
        let _ = write!(found, " {}={text}", variable.name);
    }
    if found.is_empty() { found } else { format!(" vars{found}") }
}

pub(crate) fn cells_of(program: &Program, variable: &VariableCell) -> Range<usize> {
    let first = usize::from(variable.cell);
    let count = if variable.each_player { program.layout.players.len() } else { 1 };
    first..first + count * cells_of_one(program, variable)
}

/// A region takes several cells, anything else one.
fn cells_of_one(program: &Program, variable: &VariableCell) -> usize {
    if variable.ty == Ty::Region { program.list_cells() } else { 1 }
}

fn value_text(program: &Program, ty: Ty, cells: &[i32]) -> String {
    let value = cells.first().copied().unwrap_or(0);
    let at = usize::try_from(value).unwrap_or(usize::MAX);
    match ty {
        Ty::Bool => (value != 0).to_string(),
        Ty::Player => program.layout.players.get(at).cloned().unwrap_or_default(),
        Ty::House if value < 0 => "none".to_owned(),
        Ty::House => site_name(program, u8::try_from(value).unwrap_or(u8::MAX)).replace("'s store", ".store"),
        Ty::Direction => if value == 1 { "cw" } else { "ccw" }.to_owned(),
        Ty::Reading(reading) => {
            let label = program.readings.get(usize::from(reading)).and_then(|reading| reading.labels.get(at));
            label.cloned().unwrap_or_default()
        }
        Ty::Region => {
            let sites = cells[1..].iter().flat_map(|cell| cell.to_le_bytes()).take(at);
            joined(sites.map(|site| value_text(program, Ty::House, &[i32::from(site)])))
        }
        Ty::Counts => {
            program.counts.get(at).map_or_else(String::new, |counts| joined(counts.set.members().into_iter()))
        }
        Ty::Directions => {
            joined((0..2).filter(|way| value >> way & 1 == 1).map(|way| value_text(program, Ty::Direction, &[way])))
        }
        _ => value.to_string(),
    }
}

/// Several values as one word.
fn joined(values: impl Iterator<Item = String>) -> String {
    let values = values.collect::<Vec<_>>();
    if values.is_empty() { "none".to_owned() } else { values.join("+") }
}

/// What is left of a state beside seeds, mover and variables.
fn line_of_rest(state: &State, program: &Program) -> String {
    match state.head.status {
        Status::Running => {
            let saved = &state.cells()[usize::from(program.cells.variables)..];
            let saved = saved.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!(" pending {}:{}:{saved}", state.head.decision, state.head.asked)
        }
        Status::Scored => " over".to_owned(),
        Status::Drawn => " over draw".to_owned(),
        Status::Won(player) => {
            format!(" over {}", program.layout.players.get(usize::from(player)).map_or("?", String::as_str))
        }
    }
}

/// Whether a question is pending that is not the first of a turn.
pub(crate) fn is_suspended(game: &Game, machine: &mut Machine, state: &State) -> bool {
    !suspended(game, machine, state, "pending").is_empty()
}

/// The rest, if reading the line without it would not give the same state. That the match is over is always said.
fn suspended(game: &Game, machine: &mut Machine, state: &State, rest: &str) -> String {
    if state.is_over() {
        return rest.to_owned();
    }
    let mut plain = state.clone();
    plain.head.status = Status::Running;
    plain.head.decision = NOTHING_ASKED;
    let first = usize::from(game.prepared().cells.variables);
    plain.cells_mut()[first..].fill(0);
    let same = resumed(game, machine, &mut plain).is_ok() && plain == *state;
    if same { String::new() } else { rest.to_owned() }
}

/// Asks the player to move, with nothing in the history.
pub(crate) fn resumed(game: &Game, machine: &mut Machine, state: &mut State) -> Result<(), Fault> {
    Ok(machine.resume_at(game.prepared(), state, &mut History::default(), &mut ())?)
}
