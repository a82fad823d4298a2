//! In: `format/NAME.mcl`, rule files of any form; every rule file there is. Out: whether the canonical form of the first is `NAME.out`, and the others are
//! their own, and keep their meaning and comments however their blanks and line ends are scrambled. Never here: what the form is.
mod scramble;

use crate::{Verdict, corpus, fail};
use libtest_mimic::{Failed, Trial};
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::format;
use mcl_lang::parse::{Parsed, parse};
use mcl_lang::source::{FileId, Source};
use scramble::Scrambler;
use std::path::Path;

/// How often each file is scrambled in each way.
const ROUNDS: u64 = 4;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = corpus::trials("format", "mcl", case);
    for (name, text) in texts() {
        let (text, scrambled) = (text.clone(), text);
        trials.push(Trial::test(format!("format: {name} is in form"), move || in_form(&text)));
        trials.push(Trial::test(format!("format: {name} scrambled"), move || scrambles(&scrambled)));
    }
    trials.push(Trial::test("format: line ends and a byte order mark", line_ends));
    trials.push(Trial::test("format: what cannot be read is left alone", broken));
    trials
}

fn case(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    let made = formatted(&text)?;
    keeps(&text, &made)?;
    in_form(&made)?;
    corpus::golden(&file.with_extension("out"), &made)
}

/// Every rule file that can be read, and every whole file in the documents, by name. `check` and `format` hold what is out of form on purpose.
fn texts() -> Vec<(String, String)> {
    let root = corpus::repository();
    let folders = ["games", "stdlib", "tests/bytecode", "tests/cli/files", "tests/examples", "tests/fault"];
    let files = folders.iter().flat_map(|folder| corpus::files(&root.join(folder), "mcl"));
    let mut found = files.filter_map(|file| readable(&root, &file)).collect::<Vec<_>>();
    for document in corpus::files(&root.join("lang/docs"), "md").into_iter().chain([root.join("README.md")]) {
        let text = corpus::read(&document).unwrap_or_default();
        let blocks = blocks(&text).into_iter().enumerate();
        found.extend(blocks.map(|(nth, block)| (format!("{} block {}", corpus::stem(&document), nth + 1), block)));
    }
    found
}

fn readable(root: &Path, file: &Path) -> Option<(String, String)> {
    let text = corpus::read(file).ok()?;
    let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
    tree(&text).ok().map(|_| (name, text))
}

/// The blocks of a document that are whole files.
fn blocks(document: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if inside && !line.starts_with("```") {
            let block = found.pop().unwrap_or_default();
            found.push(block + line + "\n");
            continue;
        }
        inside = !inside && matches!(line, "```mcl" | "```mcl library");
        if inside {
            found.push(String::new());
        }
    }
    found
}

fn formatted(text: &str) -> Result<String, Failed> {
    let (made, found) = format(&Source::new("case.mcl", text));
    made.ok_or_else(|| Failed::from(format!("not formatted: {found:?}\n{text}")))
}

fn in_form(text: &str) -> Verdict {
    let made = formatted(text)?;
    if made == text { Ok(()) } else { fail(corpus::difference(text, &made)) }
}

/// Whether a text says the same as another, with the same comments.
fn keeps(text: &str, made: &str) -> Verdict {
    let (old, new) = (tree(text)?, tree(made)?);
    if old != new { fail(format!("{text}\nbecame something else:\n{made}")) } else { Ok(()) }
}

/// The tree of a text without places, and its comments.
fn tree(text: &str) -> Result<(String, Vec<String>), Failed> {
    let Parsed { file, comments, diagnostics, .. } = parse(&Source::new("case.mcl", text), FileId::default());
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(format!("cannot be read: {diagnostics:?}").into());
    }
    let comments = comments.iter().map(|found| text[found.span.start as usize..found.span.end as usize].to_owned());
    Ok((without_places(&format!("{file:?}")), comments.collect()))
}

fn without_places(debug: &str) -> String {
    let mut pieces = debug.split("Span { ");
    let first = pieces.next().unwrap_or("").to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('}').map_or("", |(_, rest)| rest))
}

/// Blanks never matter; line ends inside statements do not where no one-line block is opened; elsewhere the text must keep its meaning and settle at once.
fn scrambles(text: &str) -> Verdict {
    let form = formatted(text)?;
    let old = tree(text)?;
    for round in 0..ROUNDS {
        let mut scrambler = Scrambler::new(round);
        let blanks = scrambler.blanks(&form);
        if formatted(&blanks)? != form {
            return fail(format!("{blanks}\n{}", corpus::difference(&form, &formatted(&blanks)?)));
        }
        let broken = scrambler.broken(&form);
        if formatted(&broken)? != form {
            return fail(format!("{broken}\n{}", corpus::difference(&form, &formatted(&broken)?)));
        }
        settles(&scrambler.anywhere(&form), Some(text))?;
        settles(&scrambler.commented(&form), None)?;
        let joined = scrambler.joined(&form, |joined| tree(joined).is_ok_and(|joined| joined == old));
        settles(&joined, Some(text))?;
    }
    Ok(())
}

/// Whether a text keeps its meaning, that of another if one is given, and its form is a form.
fn settles(text: &str, other: Option<&str>) -> Verdict {
    let made = formatted(text)?;
    keeps(text, &made)?;
    other.map_or(Ok(()), |other| keeps(other, &made))?;
    let again = formatted(&made)?;
    if again == made { Ok(()) } else { fail(format!("{text}\n{}", corpus::difference(&made, &again))) }
}

fn line_ends() -> Verdict {
    let plain = "game \"G\" {\n  about { source \"none\" }             -- why\n  setup {\n    -- nothing\n  }\n}\n";
    let form = formatted(plain)?;
    let dos = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
    for text in [dos.as_str(), plain.trim_end(), dos.trim_end()] {
        if formatted(text)? != form {
            return fail(corpus::difference(&form, &formatted(text)?));
        }
    }
    let wrong = "game \"G\" {\r\n  setup { fil 4 }\r\n}\r\n";
    let place = format(&Source::new("case.mcl", wrong)).1.first().map(|found| found.span().start as usize);
    if place != wrong.find("fil") {
        return fail(format!("a mistake is shown at {place:?}"));
    }
    if form.contains(['\r', '\u{feff}']) { fail(form) } else { Ok(()) }
}

fn broken() -> Verdict {
    for file in ["broken.mcl", "empty.mcl"] {
        let text = corpus::read(&corpus::tests().join("cli/files").join(file))?;
        let (made, found) = format(&Source::new(file, &text));
        if made.is_some() || !found.iter().any(Diagnostic::is_error) {
            return fail(format!("{file} was formatted"));
        }
    }
    Ok(())
}
