//! In: diagnostics and their sources. Out: the text an author sees: no colour, 80 columns. Never here: judging it.
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::Sources;
use miette::{GraphicalReportHandler, GraphicalTheme};

/// All of them, an empty line after each, no blanks at the ends of lines.
pub(crate) fn all(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| one(diagnostic, sources) + "\n").collect()
}

/// One of them.
pub(crate) fn one(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(80).with_links(false);
    let mut text = String::new();
    if handler.render_report(&mut text, &diagnostic.report(sources)).is_err() {
        return format!("{} cannot be rendered: {}\n", diagnostic.code, diagnostic.title);
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
