//! In: mistakes as plain data. Out: the lines by which a GitHub workflow shows them beside the code. Never here: printing.
use super::{Finding, Level, Place};

/// `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=MCL0204::title%0Alabel%0Ahelp: …`
pub(crate) fn annotation(finding: &Finding) -> String {
    line(finding.severity, finding.labels.first(), &finding.code, &finding.told())
}

/// The same of anything that has a title and perhaps a place.
pub(crate) fn line(level: Level, place: Option<&Place>, title: &str, message: &str) -> String {
    let place = place.map(|place| {
        let Place { file, line, column, end_line, end_column, .. } = place;
        format!("file={},line={line},col={column},endLine={end_line},endColumn={end_column},", property(file))
    });
    format!("::{level} {}title={}::{}", place.unwrap_or_default(), property(title), data(message))
}

/// A message: one line for the workflow, several for its reader.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value between commas and colons.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
