//! In: what keeps a request from being done. Out: the same as the error of an answer. Never here: deciding that.
use crate::findings::{self, Finding, Place};
use crate::stop::Stop;
use mcl_interpreter::{Fault, Game, TextError};
use mcl_lang::diagnostic::{Code, Diagnostic};
use mcl_lang::source::{Source, Sources};
use schemars::JsonSchema;
use serde::Serialize;

/// Letters of a message or a help that are told.
const MOST_LETTERS: usize = 2_000;
/// How the source of a setting is called.
const OF_A_SETTING: &str = "--set ";
/// Mistakes that are told beside the first.
const MOST_OTHERS: usize = 100;

/// Why a request was not done; nothing of it was, except that a match may stand otherwise where the code is MCL0910
#[derive(Serialize, JsonSchema, Debug)]
pub(super) struct Refusal {
    /// The stable code: `MCL` and four digits; `mcl explain` tells more of it
    code: String,
    /// What is wrong: lower case, without a full stop
    message: String,
    /// Places: the first is where to change something, the others are causes. The file `request` is the line that was read, `text` a text in it, `position`, `choice` and `params` what stood there
    labels: Vec<Place>,
    /// An action that mends it
    help: Option<String>,
    /// Further mistakes in the same text, warnings too
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    others: Vec<Finding>,
}

impl Refusal {
    /// A refusal without a place.
    pub(super) fn new(code: u16, message: impl Into<String>, help: impl Into<String>) -> Refusal {
        let help = Some(help.into());
        let message = shortened(message.into());
        Refusal { code: Code(code).to_string(), message, labels: Vec::new(), help, others: Vec::new() }
    }

    /// The same with a character of the request as its place.
    pub(super) fn at(mut self, line: usize, column: usize) -> Refusal {
        let file = "request".to_owned();
        self.labels.push(Place { file, line, column, end_line: line, end_column: column + 1, text: "here".to_owned() });
        self
    }

    /// A fault in the rules of a game.
    pub(super) fn fault(game: &Game, fault: &Fault) -> Refusal {
        Refusal::found(game.sources(), &[fault.diagnostic()])
    }

    /// A mistake in a text of the request, or the fault of the rules to which it leads.
    pub(super) fn text(game: &Game, name: &str, text: &str, error: &TextError) -> Refusal {
        if let Some(fault) = &error.fault {
            return Refusal::fault(game, fault);
        }
        let mut sources = Sources::default();
        sources.add(Source::new(name, text));
        Refusal::found(&sources, &[error.diagnostic()])
    }

    /// What was found in texts, the first error before all.
    pub(super) fn found(sources: &Sources, found: &[Diagnostic]) -> Refusal {
        let mut findings = in_words_of_the_host(sources, found);
        let first = found.iter().position(Diagnostic::is_error).unwrap_or(0);
        if findings.is_empty() {
            return Refusal::new(9999, "internal: a mistake without words", "keep the request, and report it");
        }
        let Finding { code, message, labels, help, .. } = findings.remove(first);
        findings.truncate(MOST_OTHERS);
        Refusal { code, message: shortened(message), labels, help: help.map(shortened), others: findings }
    }
}

/// Mistakes as plain data, in which a setting is a value of `params`: there is no command line on which it could stand.
pub(super) fn in_words_of_the_host(sources: &Sources, found: &[Diagnostic]) -> Vec<Finding> {
    let mut findings = findings::of(sources, found);
    let places = findings.iter_mut().flat_map(|found| &mut found.labels);
    places.filter(|place| place.file.starts_with(OF_A_SETTING)).for_each(|place| place.file = "params".to_owned());
    findings
}

/// What quotes a text that nobody reads to its end.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        match stop {
            Stop::Mistakes(sources, found) => Refusal::found(&sources, &found),
            Stop::Wrong(text) | Stop::Unusable(text) => {
                let (message, help) = text.split_once("\n  help: ").unwrap_or((&text, "`mcl games` lists the games"));
                Refusal::new(908, message, help)
            }
            Stop::Output(error) => Refusal::new(908, error.to_string(), "give another file"),
        }
    }
}
