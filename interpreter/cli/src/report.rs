//! In: diagnostics and other reasons to stop. Out: text for people. Never here: deciding what is wrong.
use crate::console::Console;
use crate::stop::{Status, Stop};
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::Sources;
use miette::{GraphicalReportHandler, GraphicalTheme};
use std::io;

/// Columns of a report.
const WIDTH: usize = 80;

/// Diagnostics drawn over their sources, an empty line after each.
pub(crate) fn drawn(paint: bool, sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let theme = if paint { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
    let draw = |diagnostic: &Diagnostic| {
        let mut text = String::new();
        if handler.render_report(&mut text, &diagnostic.report(sources)).is_err() {
            text = format!("{}: {}: {}\n", sources.locate(diagnostic.span()), diagnostic.code, diagnostic.title);
        }
        text + "\n"
    };
    diagnostics.iter().map(draw).collect()
}

/// Tells on standard error why a command stops, and what that means.
pub(crate) fn stop(console: &mut Console, stop: &Stop) -> Status {
    // If this cannot be written there is nobody to be told.
    let _ = match stop {
        Stop::Mistakes(sources, found) => write!(console.err, "{}", drawn(console.paint_err, sources, found)),
        Stop::Wrong(text) | Stop::Unusable(text) => writeln!(console.err, "error: {text}"),
        Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Stop::Output(error) => writeln!(console.err, "error: the output cannot be written: {error}"),
    };
    stop.status()
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
