//! In: diagnostics and other reasons to stop. Out: text for people. Never here: deciding what is wrong.
use crate::console::Console;
use crate::harmless::shown;
use crate::stop::{Status, Stop};
use mcl_lang::diagnostic::{Diagnostic, Label};
use mcl_lang::source::{Source, Sources};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;
use std::io;

/// Columns of a report.
const WIDTH: usize = 80;
/// Letters of a line of source that are shown.
const LONGEST_LINE: usize = 400;

/// Diagnostics drawn over their sources, an empty line after each.
pub(crate) fn drawn(paint: bool, sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let theme = if paint { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
    let sources = printable(sources);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let diagnostic = &without_control(diagnostic);
        let mut report = String::new();
        if handler.render_report(&mut report, &diagnostic.report(&sources)).is_err() {
            report = format!("{}: {}: {}", sources.locate(diagnostic.span()), diagnostic.code, diagnostic.title);
        }
        text.extend(report.lines().map(|line| shortened(line, paint) + "\n"));
        text.push('\n');
    }
    text
}

/// The same diagnostic without control characters in what it quotes.
fn without_control(diagnostic: &Diagnostic) -> Diagnostic {
    let label = |label: &Label| Label { text: shown(&label.text), ..label.clone() };
    Diagnostic {
        title: shown(&diagnostic.title),
        labels: diagnostic.labels.iter().map(label).collect(),
        help: diagnostic.help.as_deref().map(shown),
        ..diagnostic.clone()
    }
}

/// A letter that does not move the cursor of a terminal, as many bytes long. A carriage return stands only before a line feed.
fn harmless(letter: char) -> char {
    match letter {
        '\n' | '\t' => letter,
        '\r' => ' ',
        '\u{80}'..='\u{9f}' => '¿',
        _ if letter.is_control() => '?',
        _ => letter,
    }
}

/// A text that stays one line, whatever names and paths are in it.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { harmless(letter) }).collect()
}

/// The same sources without what would move the cursor of a terminal, every byte in its place.
fn printable(sources: &Sources) -> Sources {
    let mut shown = Sources::default();
    for source in sources.iter() {
        shown.add(Source::new(source.name(), &source.text().chars().map(harmless).collect::<String>()));
    }
    shown
}

/// A line of a report, cut where nobody reads on.
fn shortened(line: &str, paint: bool) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…{}", &line[..end], if paint { "\u{1b}[0m" } else { "" }),
        None => line.to_owned(),
    }
}

/// Tells on standard error why a command stops, and what that means.
pub(crate) fn stop(console: &mut Console, stop: &Stop) -> Status {
    // If this cannot be written there is nobody to be told.
    let _ = match stop {
        Stop::Mistakes(sources, found) => write!(console.err, "{}", drawn(console.paint_err, sources, found)),
        Stop::Wrong(text) | Stop::Unusable(text) => writeln!(console.err, "error: {}", shown(text)),
        Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Stop::Output(error) => writeln!(console.err, "error: the output cannot be written: {error}"),
    };
    stop.status()
}

/// A value as a JSON document.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Stop> {
    Ok(serde_json::to_string_pretty(value).map_err(io::Error::from)?)
}

/// `1 error`, `2 errors`.
pub(crate) fn count(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Dim on a terminal.
pub(crate) fn dim(paint: bool, text: &str) -> String {
    painted(paint, "2", text)
}

/// Bold on a terminal.
pub(crate) fn bold(paint: bool, text: &str) -> String {
    painted(paint, "1", text)
}

/// Green or red on a terminal.
pub(crate) fn verdict(paint: bool, good: bool, text: &str) -> String {
    painted(paint, if good { "32" } else { "31" }, text)
}

fn painted(paint: bool, style: &str, text: &str) -> String {
    if paint { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
}
