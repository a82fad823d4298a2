//! In: a game and moves. Out: every event of them in words, under the line of the rule that caused it. Never here: playing them.
use crate::args::{Format, TraceArgs};
use crate::console::Console;
use crate::lookup::Loaded;
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::{Event, Match};
use mcl_lang::source::{FileId, Source};
use serde::Serialize;

/// One event as JSON.
#[derive(Serialize)]
struct Told<'a> {
    event: String,
    file: &'a str,
    line: usize,
    column: usize,
    rule: &'a str,
}

/// `mcl trace`
pub(crate) fn run(args: &TraceArgs, console: &mut Console) -> Result<Status, Stop> {
    let loaded = Loaded::find(&args.game, &args.settings.set)?;
    let mut play = Match::new(&loaded.game).map_err(|fault| Stop::fault(&loaded.sources, &fault))?;
    let moves = place(args, &loaded, &mut play)?.join(" ");
    if let Err(error) = play.play_text(&moves) {
        if error.fault.is_some() && matches!(args.format, Format::Human) {
            let told = play.events_of_fault().iter().filter_map(|event| told(&loaded, event)).collect::<Vec<_>>();
            in_words(&loaded, &told, console)?;
            console.out.flush()?;
        }
        return Err(Stop::moves(&loaded.sources, "moves", &moves, &error));
    }
    let told = play.events().iter().filter_map(|event| told(&loaded, event)).collect::<Vec<_>>();
    match args.format {
        Format::Json => writeln!(console.out, "{}", report::json(&told)?)?,
        Format::Human => {
            in_words(&loaded, &told, console)?;
            writeln!(console.out, "{}", play.position())?;
        }
    }
    Ok(Status::Good)
}

/// Sets the position, if there is one, and gives the moves: the first word after the game may be a position.
fn place<'a>(args: &'a TraceArgs, loaded: &Loaded, play: &mut Match) -> Result<&'a [String], Stop> {
    if let Some(position) = &args.position {
        play.set_position(position).map_err(|error| Stop::position(&loaded.sources, position, &error))?;
        return Ok(&args.moves);
    }
    match args.moves.split_first() {
        Some((first, rest)) if is_like_a_position(first) => {
            play.set_position(first).map_err(|error| Stop::position(&loaded.sources, first, &error))?;
            Ok(rest)
        }
        Some((first, rest)) if first.contains(' ') && play.set_position(first).is_ok() => Ok(rest),
        _ => Ok(&args.moves),
    }
}

/// Several words that begin with a number and another number, a stroke or a store, or with `A:3`; or JSON.
fn is_like_a_position(text: &str) -> bool {
    let is_number = |word: &str| word.parse::<u64>().is_ok();
    let is_store = |word: &str| word.starts_with('[') && word.ends_with(']');
    let is_house = |word: &str| {
        word.split_once(':').is_some_and(|(house, count)| is_number(count) && house.chars().all(char::is_alphabetic))
    };
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some(first), _) if first.starts_with('{') => true,
        (Some(first), Some(second)) => {
            is_house(first) || is_number(first) && (is_number(second) || is_store(second) || second == "/")
        }
        _ => false,
    }
}

fn told<'a>(loaded: &'a Loaded, event: &Event) -> Option<Told<'a>> {
    let program = loaded.game.program();
    let span = event.span(program);
    let source = loaded.sources.get(span.file)?;
    let (line, column) = source.position(span.start);
    Some(Told { event: event.words(program), file: source.name(), line, column, rule: source.line(line).trim() })
}

/// The rule's line once, and below it everything it did.
fn in_words(loaded: &Loaded, told: &[Told<'_>], console: &mut Console) -> Result<(), Stop> {
    let own = loaded.sources.get(FileId(0)).map_or("", Source::name);
    let mut others = told.iter().map(|event| event.file).filter(|file| *file != own).collect::<Vec<_>>();
    others.sort_unstable();
    others.dedup();
    if !others.is_empty() {
        writeln!(console.out, "{}, with rules of {}", loaded.name, others.join(" and "))?;
    }
    let mut above = None;
    for event in told {
        let clause = (event.file, event.line, event.column);
        if above != Some(clause) {
            writeln!(console.out, "{}:{}  {}", event.file, event.line, event.rule)?;
            above = Some(clause);
        }
        writeln!(console.out, "    {}", event.event)?;
    }
    Ok(())
}
