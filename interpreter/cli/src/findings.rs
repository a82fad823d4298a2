//! In: diagnostics and their sources. Out: the same as plain data with lines and columns, and as text for programs. Never here: printing, wording of rules.
pub(crate) mod github;
pub(crate) mod sarif;

use crate::report;
use crate::stop::{self, Stop};
use mcl_lang::diagnostic::{Diagnostic, Severity, syntax};
use mcl_lang::source::{Sources, Span};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use std::fmt;

/// A mistake in a rule file, record, position or move.
#[derive(Serialize, JsonSchema, Debug)]
pub(crate) struct Finding {
    /// The stable code: `MCL` and four digits; `mcl explain` tells more of it
    pub(crate) code: String,
    /// Whether the build stops
    pub(crate) severity: Level,
    /// What is wrong: lower case, without a full stop
    pub(crate) message: String,
    /// Places: the first is where to change something, the others are causes, perhaps in other files
    pub(crate) labels: Vec<Place>,
    /// An action that mends it
    pub(crate) help: Option<String>,
}

/// How bad it is.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// The build stops
    Error,
    /// It can be played, but looks odd
    Warning,
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Level::Error => "error",
            Level::Warning => "warning",
        })
    }
}

/// A place in a file and what is to be said of it.
#[derive(Serialize, JsonSchema, Clone, Debug)]
pub(crate) struct Place {
    /// The path of the file as it was given, or the name of a game or library of mcl's own
    pub(crate) file: String,
    /// Its first line, from 1
    #[schemars(range(min = 1))]
    pub(crate) line: usize,
    /// Its first character in that line, from 1; a character is a Unicode code point
    #[schemars(range(min = 1))]
    pub(crate) column: usize,
    /// Its last line, from 1
    #[schemars(range(min = 1))]
    pub(crate) end_line: usize,
    /// One past its last character, from 1
    #[schemars(range(min = 1))]
    pub(crate) end_column: usize,
    /// A few words about this place; may be empty
    pub(crate) text: String,
}

impl Place {
    /// A place in numbers; nothing if the file is not known.
    pub(crate) fn of(sources: &Sources, span: Span, text: &str) -> Option<Place> {
        let source = sources.get(span.file)?;
        let (line, column) = source.position(span.start);
        let (end_line, end_column) = source.position(span.end.max(span.start));
        Some(Place { file: source.name().to_owned(), line, column, end_line, end_column, text: text.to_owned() })
    }
}

impl fmt::Display for Place {
    /// `file:line:column`
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Finding {
    /// A diagnostic as plain data.
    pub(crate) fn of(sources: &Sources, diagnostic: &Diagnostic) -> Finding {
        let labels = diagnostic.labels.iter().filter_map(|label| Place::of(sources, label.span, &label.text));
        Finding {
            code: diagnostic.code.to_string(),
            severity: match diagnostic.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            },
            message: diagnostic.title.clone(),
            labels: labels.collect(),
            help: diagnostic.help.clone(),
        }
    }

    /// Why something cannot be looked at at all; nothing if it is the output that fails.
    pub(crate) fn of_stop(stop: &Stop) -> Option<Finding> {
        let (Stop::Wrong(text) | Stop::Unusable(text)) = stop else { return None };
        let (message, help) =
            text.split_once(stop::HELP).map_or((text.as_str(), None), |(text, help)| (text, Some(help)));
        Some(Finding::of(&Sources::default(), &syntax::unusable(message, help)))
    }

    /// `file:line:column: error[MCL0204]: title`
    pub(crate) fn short(&self) -> String {
        let place = self.labels.first().map(|place| format!("{place}: ")).unwrap_or_default();
        report::one_line(&format!("{place}{}[{}]: {}", self.severity, self.code, self.message))
    }

    /// Title, label and help, a line each.
    fn told(&self) -> String {
        let label = self.labels.first().map(|label| label.text.clone()).filter(|text| !text.is_empty());
        let help = self.help.as_ref().map(|help| format!("help: {help}"));
        [Some(self.message.clone()), label, help].into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

/// Diagnostics as plain data.
pub(crate) fn of(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    diagnostics.iter().map(|diagnostic| Finding::of(sources, diagnostic)).collect()
}

/// The JSON Schema of a document of mistakes, from the types above.
pub(crate) fn schema() -> Schema {
    let mut schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Vec<Finding>>();
    schema.insert("title".to_owned(), "What `mcl check --format json` prints".into());
    schema
}
