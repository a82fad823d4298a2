//! In: a name, perhaps a game to begin from. Out: a rule file that checks, passes its tests and plays. Never here: overwriting anything.
mod like;

use crate::args::NewArgs;
use crate::console::Console;
use crate::lookup::{Place, Shelf};
use crate::stop::{Status, Stop};
use mcl_lang::source::Source;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

/// A small game with a comment for every construct.
const START: &str = include_str!("new/start.mcl");
/// Letters of a name.
const LONGEST_NAME: usize = 60;
/// Names that are no files on some systems.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// `mcl new`
pub(crate) fn run(args: &NewArgs, console: &mut Console) -> Result<Status, Stop> {
    let name = args.name.strip_suffix(".mcl").unwrap_or(&args.name);
    fits_a_file(name)?;
    let title = args.title.clone().unwrap_or_else(|| title_of(name));
    fits_a_title(&title)?;
    let file = format!("{name}.mcl");
    if Path::new(&file).exists() {
        return Err(is_there(&file));
    }
    let text = match &args.like {
        Some(base) => like::text(name, &title, &Place::find(base)?)?,
        None => START.replace("{name}", name).replace("{title}", &title),
    };
    // Some titles are longer than others: what is written is in form.
    let text = mcl_lang::format(&Source::new(&file, &text)).0.unwrap_or(text);
    stands(&file, &text)?;
    write_new(&file, &text)?;
    writeln!(console.out, "{file}: \"{title}\"")?;
    for (command, what) in [("check", "look for mistakes"), ("test", "run its tests"), ("play", "play it")] {
        writeln!(console.out, "  mcl {command:<5} {file:<20} {what}")?;
    }
    Ok(Status::Good)
}

/// Whether a name is safe as that of a file, and leaves the library's own games what they are.
fn fits_a_file(name: &str) -> Result<(), Stop> {
    let mut letters = name.chars();
    let begins = letters.next().is_some_and(char::is_alphabetic);
    if !begins || !letters.all(|letter| letter.is_alphanumeric() || letter == '-' || letter == '_') {
        let help = "take letters, digits, - and _, and begin with a letter: my-game";
        return Err(Stop::Unusable(format!("`{name}` is not a name for a rule file\n  help: {help}")));
    }
    if name.chars().count() > LONGEST_NAME || DEVICES.contains(&name.to_lowercase().as_str()) {
        return Err(Stop::Unusable(format!(
            "`{name}` is not a name that every system takes\n  help: take another name"
        )));
    }
    if mcl_stdlib::game(name).is_some() || mcl_stdlib::library(name).is_some() {
        let help = format!("take another name, as in `mcl new my-{name} --like {name}`");
        return Err(Stop::Unusable(format!("mcl has a `{name}` of its own\n  help: {help}")));
    }
    Ok(())
}

/// `my-game` is called My Game.
fn title_of(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    words.map(capital).collect::<Vec<_>>().join(" ")
}

fn fits_a_title(title: &str) -> Result<(), Stop> {
    if title.trim().is_empty() || title.contains('"') || title.chars().any(char::is_control) {
        let help = "take one line without quotation marks";
        return Err(Stop::Unusable(format!("`{}` cannot be a title\n  help: {help}", title.escape_debug())));
    }
    Ok(())
}

/// Whether the file will be understood where it is put: other files there may have the names it uses.
fn stands(file: &str, text: &str) -> Result<(), Stop> {
    let build = mcl_lang::compile_tests(Source::new(file, text), &Shelf::here(), &[]);
    if build.diagnostics.is_empty() { Ok(()) } else { Err(Stop::Mistakes(build.sources, build.diagnostics)) }
}

fn is_there(file: &str) -> Stop {
    Stop::Unusable(format!("{file} is there already\n  help: take another name"))
}

fn write_new(file: &str, text: &str) -> Result<(), Stop> {
    let cannot = |error: io::Error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            return is_there(file);
        }
        Stop::Unusable(format!("{file} cannot be written: {error}"))
    };
    let mut opened = OpenOptions::new().write(true).create_new(true).open(file).map_err(cannot)?;
    opened.write_all(text.as_bytes()).map_err(cannot)
}

#[cfg(test)]
mod tests {
    use super::{fits_a_file, title_of};

    #[test]
    fn titles_from_names() {
        assert_eq!(title_of("my-game"), "My Game");
        assert_eq!(title_of("étoile_2--b"), "Étoile 2 B");
    }

    #[test]
    fn names_that_are_none() {
        for name in ["", "-x", "2x", "a/b", "..", "a b", "a.b", "con", "wari", "rounds", "a\n", &"a".repeat(61)] {
            assert!(fits_a_file(name).is_err(), "{name}");
        }
        for name in ["a", "my-game", "game-2", "été_b", &"a".repeat(60)] {
            assert!(fits_a_file(name).is_ok(), "{name}");
        }
    }
}
