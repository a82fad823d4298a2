//! In: a game. Out: the text of a game that extends it, with what can differ as comments, and tests of what now holds. Never here: files.
use crate::lookup::{self, Place};
use crate::settings;
use crate::stop::Stop;
use mcl_interpreter::Match;
use mcl_lang::ast::{Section, SectionKind};
use mcl_lang::bytecode::Program;
use mcl_lang::loader::Loader;
use mcl_lang::parse::parse;
use mcl_lang::resolve::takes_the_place_of;
use mcl_lang::source::{Source, Sources};
use std::fmt::Write as _;

/// Answers that are listed in a test.
const MOST_ANSWERS: usize = 16;

/// The text of a game of this name and title that differs in nothing yet.
pub(super) fn text(name: &str, title: &str, base: &Place) -> Result<String, Stop> {
    base.has_text()?;
    let word = base_word(base)?;
    // What is no rule file is told before what is wrong in one.
    base.source()?;
    let build = base.build(&[])?;
    let Some(program) = build.program else { return Err(Stop::Mistakes(build.sources, build.diagnostics)) };
    let called = &program.title;
    let mut text = format!(
        "edition 1\n\n\
         -- {title} is {called}, but for what is written here. A section that is written here takes the\n\
         -- place of {called}'s and is given whole; `state`, `mark`, `param`, `reading`, `def` and `phase`\n\
         -- are added, or take the place of the one of the same name. Tests are not taken over.\n\
         -- Change something, and then\n\
         --   mcl check {name}.mcl    shows mistakes\n\
         --   mcl test {name}.mcl     runs the tests at the end\n\
         --   mcl play {name}.mcl     plays it\n\n"
    );
    text += &agreements(&program, &word);
    let _ = write!(text, "game \"{title}\" extends {word} {{\n  about {{ note \"a form of {called}\" }}\n");
    let _ = write!(text, "\n  -- What {called} says. Take the dashes away from a section, and change it.\n");
    for section in sections(base)? {
        let _ = writeln!(text, "\n{}", commented(&section));
    }
    text += "}\n";
    text += &tests(program)?;
    Ok(text)
}

/// The game as `extends` names it.
fn base_word(base: &Place) -> Result<String, Stop> {
    let name = base.name();
    match base {
        Place::Game(name) => Ok((*name).to_owned()),
        Place::File(path) if path.parent().is_none_or(|folder| folder.as_os_str().is_empty()) => {
            Ok(format!("\"{name}\""))
        }
        Place::File(path) => {
            let help = "go to its folder first: a game is extended from there";
            Err(Stop::Unusable(format!("{} lies in another folder\n  help: {help}", path.display())))
        }
        Place::Library(_) | Place::Folder(_) | Place::Bytecode(_) => {
            Err(Stop::Unusable(format!("{name} is not a game")))
        }
    }
}

/// Parameters and readings, with what they can be, and how they are set.
fn agreements(program: &Program, word: &str) -> String {
    let in_force = settings::in_force(program);
    if in_force.is_empty() {
        return String::new();
    }
    let mut text = String::from("-- Agreed before a game, and what it is unless it is set:\n");
    for param in &program.params {
        let range = match param.range.as_ref().map(|range| &range.ranges[..]) {
            Some([(low, high)]) => format!(" in {low} .. {high}"),
            Some(_) => param.range.as_ref().map_or_else(String::new, |range| format!(" in {}", range.text())),
            None => String::new(),
        };
        let value = settings::value(program, param);
        let question = if param.question.is_empty() { String::new() } else { format!(" \"{}\"", param.question) };
        let _ = writeln!(text, "--   param {}{question}{range} = {value}", param.name);
    }
    for reading in &program.readings {
        let _ = writeln!(text, "--   reading {} \"{}\"", reading.name, reading.question);
        let chosen = reading.labels.get(reading.chosen).map_or("", String::as_str);
        let _ = writeln!(text, "--     {} = {chosen}", reading.labels.join(", "));
    }
    let _ = writeln!(text, "-- To set them, write `extends {word} with {{ {} }} {{`.\n", in_force.join(", "));
    text
}

/// The sections in force of a game and what it extends, as they are written.
fn sections(base: &Place) -> Result<Vec<String>, Stop> {
    let shelf = base.shelf();
    let mut sources = Sources::default();
    let mut kept: Vec<Section> = Vec::new();
    let mut next = Some(base.source()?);
    while let Some(source) = next.take() {
        let Some(game) = parse_into(&mut sources, source).into_iter().next() else { break };
        let differs = |section: &Section| !kept.iter().any(|nearer| takes_the_place_of(nearer, section));
        let farther = game.sections.into_iter().filter(can_be_replaced).filter(differs).collect::<Vec<_>>();
        kept.splice(0..0, farther);
        next = game.extends.and_then(|extends| shelf.game(&extends.base.text));
    }
    let text = |section: &Section| sources.get(section.span.file).map(|source| source.slice(section.span).to_owned());
    Ok(kept.iter().filter_map(text).collect())
}

fn parse_into(sources: &mut Sources, source: Source) -> Vec<mcl_lang::ast::Game> {
    let file = sources.add(source.clone());
    parse(&source, file).file.games
}

/// What an extending game can give anew; what a library brings is in its own file.
fn can_be_replaced(section: &Section) -> bool {
    !matches!(section.kind, SectionKind::About(_) | SectionKind::Use(_) | SectionKind::StuckPasses)
}

/// Lines behind dashes, as far in as they are.
fn commented(section: &str) -> String {
    let lines = section.trim_end().lines().map(|line| format!("  -- {}", line.strip_prefix("  ").unwrap_or(line)));
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Tests of how the game begins and of its first move.
fn tests(program: Program) -> Result<String, Stop> {
    let broken = |what: String| Stop::Wrong(format!("{what}; this game cannot be begun from"));
    let mut play = Match::new(&lookup::game(program)?).map_err(|fault| broken(fault.to_string()))?;
    let mut text = format!("\ntest \"the start\" {{\n  expect position == \"{}\"\n", play.position());
    let answers = play.choices().iter().map(|choice| play.text(*choice)).collect::<Vec<_>>();
    if answers.len() <= MOST_ANSWERS {
        let quoted = answers.iter().map(|answer| format!("\"{answer}\"")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "  expect choices == {{{quoted}}}");
    }
    text += "}\n";
    if let Some(first) = answers.first() {
        play.play_text(first).map_err(|error| broken(error.message))?;
        let position = play.position();
        let _ = write!(text, "\ntest \"the first move\" {{\n  play {first}\n  expect position == \"{position}\"\n}}\n");
    }
    Ok(text)
}
