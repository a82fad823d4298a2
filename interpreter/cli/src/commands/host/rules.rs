//! In: a name, a rule file or a record, and settings. Out: a game, what is odd about it, a match that goes on where a record ends; or what keeps it from being one. Never here: numbers of games and matches.
use super::refusal::{self, Given, Refusal};
use super::request::{self, Setting};
use super::{answer, view};
use crate::findings::Finding;
use crate::lookup::{self, Place, Shelf};
use mcl_interpreter::record::{self, Record};
use mcl_interpreter::{Game, Limits, Match};
use mcl_lang::Build;
use mcl_lang::bytecode::Program;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::{Source, Sources};
use std::collections::BTreeMap;

/// Bytes of the name of a game, or of a path.
const MOST_OF_A_NAME: usize = 4_096;
/// Letters of the name that a text is given.
const MOST_OF_A_CALL: usize = 100;
/// Bytes of a rule file: much more than any game needs, and few enough that reading it takes little room.
const MOST_RULES: u64 = 64 << 10;
/// Bytes of a record: some twenty thousand answers.
const MOST_OF_A_RECORD: usize = 128 << 10;
/// Bytes of the rules of a text times its tests, each of which is translated with all rules: so many take a second or so.
const MOST_TESTED: usize = 8 << 20;

/// A game that has been loaded.
pub(super) struct Known {
    /// Its short name, as an answer tells it.
    pub(super) name: String,
    /// What it is called in records.
    pub(super) called: String,
    pub(super) game: Game,
    /// What looks odd in its rules.
    pub(super) warnings: Vec<Finding>,
}

/// What `load` asks for; `line` is its request.
pub(super) fn load(asked: &request::Load<'_>, line: &str, opens_files: bool) -> Result<Known, Refusal> {
    let written = asked.record.as_deref();
    let record = written.map(parsed).transpose()?;
    let (settings, given) = match (&asked.params, &record) {
        (Some(_), Some(_)) => {
            let help = "leave `params` out; `record` says how they are set";
            return Err(Refusal::new(903, "parameters are given by `params` or by a record", help));
        }
        (_, Some(record)) => (record.params(), Given::Record(written.unwrap_or_default())),
        (params, None) => (settings_of(params.as_ref())?, Given::Request(line)),
    };
    let named = record.as_ref().and_then(|record| record.tag("Game"));
    let (name, build) = match (&asked.game, &asked.text, named) {
        (Some(name), None, _) => found(name, &settings, opens_files)?,
        // A record may come from anybody, and opens no files.
        (None, None, Some(name)) => found(name, &settings, false)?,
        (None, Some(text), _) => {
            are_allowed(text.len() as u64)?;
            let build = mcl_lang::compile(Source::new("text", text), &Shelf::of_library(), &settings);
            ("text".to_owned(), build)
        }
        _ => {
            let what = "a game is loaded by name, as text, or as that of a record";
            return Err(Refusal::new(903, what, "give `game` or `text`, or a `record` with a tag `Game`"));
        }
    };
    let known = known(name, build, given, asked.text.is_some())?;
    let known = called(known, asked.name.as_deref())?;
    if let (Some(record), Some(written)) = (&record, written) {
        let same = record.is_of(&known.game, &known.called);
        same.map_err(|error| Refusal::text(&known.game, "record", written, &error))?;
    }
    Ok(known)
}

/// A game of what was compiled. A text is called by its title, since every text would otherwise be called the same.
fn known(name: String, build: Build, given: Given<'_>, by_title: bool) -> Result<Known, Refusal> {
    let Some(program) = build.program else {
        if build.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(Refusal::of_rules(&build.sources, &build.diagnostics, given));
        }
        let help = "libraries are used by games: `use NAME`";
        return Err(Refusal::new(908, format!("{name} is a library, not a game"), help));
    };
    let called = if by_title { program.title.clone() } else { name.clone() };
    let warnings = refusal::in_words_of_the_host(&build.sources, &build.diagnostics, given);
    let game = lookup::game(program)?.with_sources(build.sources).with_limits(Limits::for_strangers());
    Ok(Known { name, called, game, warnings })
}

/// The same by the name it is given, if it is given one.
fn called(known: Known, name: Option<&str>) -> Result<Known, Refusal> {
    let Some(name) = name else { return Ok(known) };
    if name.trim().is_empty() || name.chars().count() > MOST_OF_A_CALL {
        let what = format!("`name` is 1 to {MOST_OF_A_CALL} letters");
        return Err(Refusal::new(903, what, "give a short one: it stands in every record"));
    }
    // Where it stands in a record, it stands in quotes.
    let name = name.replace('"', "'");
    Ok(Known { called: name.clone(), name, ..known })
}

/// A game of the library, or of a file if files may be opened, by its name.
fn found(name: &str, settings: &[(String, String)], opens_files: bool) -> Result<(String, Build), Refusal> {
    if name.len() > MOST_OF_A_NAME {
        let what = format!("a name of more than {MOST_OF_A_NAME} bytes");
        return Err(Refusal::new(908, what, "rules as they are written are given as `text`"));
    }
    let place = if opens_files { Place::find(name)? } else { Place::find_in_library(name)? };
    place.is_plain()?;
    are_allowed(place.size())?;
    Ok((place.name(), place.build(settings)?))
}

/// The match that a record of this game tells.
pub(super) fn resumed(known: &Known, text: &str) -> Result<Match, Refusal> {
    let record = parsed(text)?;
    let refused = |error| Refusal::text(&known.game, "record", text, &error);
    record.is_of(&known.game, &known.called).map_err(refused)?;
    record::resume(&known.game, &record).map_err(refused)
}

fn parsed(text: &str) -> Result<Record, Refusal> {
    if text.len() > MOST_OF_A_RECORD {
        let what = format!("a record of {} bytes, where {MOST_OF_A_RECORD} are allowed", text.len());
        return Err(Refusal::new(620, what, "leave its comments out"));
    }
    record::parse(text).map_err(|error| Refusal::of_text("record", text, &error))
}

/// The rule files of a game.
pub(super) fn files(game: &Game) -> answer::Sources<'_> {
    let files = game.sources().iter().filter(|source| !refusal::is_a_setting(source.name()));
    answer::Sources { files: files.map(|source| answer::File { name: source.name(), text: source.text() }).collect() }
}

/// The programs of the games that come with the host, as they are unless their parameters are set.
pub(super) fn library() -> Result<Vec<(&'static str, Program)>, Refusal> {
    let mut programs = Vec::new();
    for (name, _) in mcl_stdlib::GAMES {
        programs.extend(Place::Game(name).build(&[])?.program.map(|program| (*name, program)));
    }
    Ok(programs)
}

/// Those that have this in one of their names.
pub(super) fn listed<'p>(programs: &'p [(&str, Program)], text: Option<&str>) -> answer::Games<'p> {
    let wanted = text.unwrap_or_default().to_lowercase();
    let games = programs.iter().map(|(name, program)| view::listed(name, program));
    answer::Games { games: games.filter(|game| game.is_called(&wanted)).collect() }
}

/// `check`
pub(super) fn check(asked: &request::Check<'_>, line: &str) -> Result<answer::Checked, Refusal> {
    let settings = settings_of(asked.params.as_ref())?;
    are_allowed(asked.text.len() as u64)?;
    let tests = MOST_TESTED / asked.text.len().max(1);
    let build = mcl_lang::find_mistakes(Source::new("text", &asked.text), &Shelf::of_library(), &settings, tests);
    let good = !build.diagnostics.iter().any(Diagnostic::is_error);
    let diagnostics = refusal::in_words_of_the_host(&build.sources, &build.diagnostics, Given::Request(line));
    Ok(answer::Checked { good, diagnostics })
}

/// `format`
pub(super) fn format(asked: &request::Format<'_>) -> Result<answer::Formatted, Refusal> {
    are_allowed(asked.text.len() as u64)?;
    let source = Source::new("text", &asked.text);
    let (text, found) = mcl_lang::format(&source);
    text.map(|text| answer::Formatted { text }).ok_or_else(|| {
        let mut sources = Sources::default();
        sources.add(source);
        Refusal::found(&sources, &found)
    })
}

/// Parameters as names and values, each counted for more than it says.
fn settings_of(params: Option<&BTreeMap<String, Setting>>) -> Result<Vec<(String, String)>, Refusal> {
    let settings = || params.into_iter().flatten();
    are_allowed(settings().map(|(name, value)| (name.len() + value.0.len() + 64) as u64).sum())?;
    Ok(settings().map(|(name, value)| (name.clone(), value.0.clone())).collect())
}

/// Whether rules may be so long.
fn are_allowed(bytes: u64) -> Result<(), Refusal> {
    if bytes <= MOST_RULES {
        return Ok(());
    }
    let what = format!("rules of {bytes} bytes, where {MOST_RULES} are allowed");
    Err(Refusal::new(620, what, "say only how the game differs from another: `extends`"))
}
