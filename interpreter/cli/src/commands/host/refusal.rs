//! In: what keeps a request from being done. Out: the same as the error of an answer. Never here: deciding that.
use super::places;
use crate::findings::{self, Finding, Place};
use crate::stop::{HELP, Stop};
use mcl_interpreter::{Fault, Game, TextError};
use mcl_lang::diagnostic::{Code, Diagnostic};
use mcl_lang::source::{Source, Sources, Span};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// What helps where a game cannot be found and nothing else is said, in the words of the command line.
const ALL_GAMES: &str = "`mcl games` lists the games";

/// What people at a terminal, or who write in Rust, are told to do, and the requests that do the same.
const REQUESTS: [(&str, &str); 4] = [
    (
        "compile the game with the settings of the record, its `params()`",
        "load the game with this `record`, and begin the match with it in the game that gives",
    ),
    ("`mcl games`", "`{\"do\": \"games\"}`"),
    ("`mcl check`", "`{\"do\": \"check\", …}`"),
    ("`mcl fmt`", "`{\"do\": \"format\", …}`"),
];

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
    /// Places: the first is where to change something, the others are causes. The file `request` is the line that was read, `text` a text in it, `position`, `choice`, `record` and `params` what stood there
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
        error.fault.as_ref().map_or_else(|| Refusal::of_text(name, text, error), |fault| Refusal::fault(game, fault))
    }

    /// A mistake in a text of the request.
    pub(super) fn of_text(name: &str, text: &str, error: &TextError) -> Refusal {
        let mut sources = Sources::default();
        sources.add(Source::new(name, text));
        Refusal::found(&sources, &[error.diagnostic()])
    }

    /// What was found in texts, the first error before all.
    pub(super) fn found(sources: &Sources, found: &[Diagnostic]) -> Refusal {
        Refusal::of_rules(sources, found, Given::Nowhere)
    }

    /// The same, where settings were given too.
    pub(super) fn of_rules(sources: &Sources, found: &[Diagnostic], given: Given<'_>) -> Refusal {
        let mut findings = in_words_of_the_host(sources, found, given);
        let first = found.iter().position(Diagnostic::is_error).unwrap_or(0);
        if findings.is_empty() {
            return Refusal::new(9999, "internal: a mistake without words", "keep the request, and report it");
        }
        let Finding { code, message, labels, help, .. } = findings.remove(first);
        findings.truncate(MOST_OTHERS);
        Refusal { code, message: shortened(message), labels, help: help.map(shortened), others: findings }
    }
}

/// Where settings are given, for telling where one of them is wrong.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    /// In `params` of the request that is this line.
    Request(&'a str),
    /// In the tag `Params` of this record.
    Record(&'a str),
    /// There are none.
    Nowhere,
}

impl Given<'_> {
    /// Where a setting is given: the text in which it stands, and the bytes of it there.
    fn place(&self, name: &str) -> Option<(&'static str, &str, Range<usize>)> {
        match self {
            Given::Request(line) => {
                let params = places::value(line, "params")?;
                Some(("params", params, places::member(params, &[name])?))
            }
            Given::Record(text) => {
                let tag = text.find("[Params")?;
                let start = tag + text[tag..].find(&format!("{name}="))?;
                Some(("record", text, start..start + name.len()))
            }
            Given::Nowhere => None,
        }
    }
}

/// Whether a source is a setting.
pub(super) fn is_a_setting(source: &str) -> bool {
    source.starts_with(OF_A_SETTING)
}

/// Mistakes as plain data, in which a setting stands where it was given: there is no command line on which it could stand.
pub(super) fn in_words_of_the_host(sources: &Sources, found: &[Diagnostic], given: Given<'_>) -> Vec<Finding> {
    let mut findings = findings::of(sources, found);
    for help in findings.iter_mut().filter_map(|found| found.help.as_mut()) {
        *help = of_requests(help);
    }
    for place in findings.iter_mut().flat_map(|found| &mut found.labels) {
        let setting = place.file.strip_prefix(OF_A_SETTING).and_then(|setting| setting.split('=').next());
        if let Some(setting) = setting {
            *place = of_a_setting(given, setting, place);
        }
    }
    findings
}

/// An action in words of requests: a host has no command line.
fn of_requests(help: &str) -> String {
    REQUESTS.iter().fold(help.to_owned(), |help, (command, request)| help.replace(command, request))
}

fn of_a_setting(given: Given<'_>, setting: &str, place: &Place) -> Place {
    let Some((file, text, range)) = given.place(setting) else {
        return Place { file: "params".to_owned(), ..place.clone() };
    };
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let mut sources = Sources::default();
    let span = Span { file: sources.add(Source::new(file, text)), start: narrow(range.start), end: narrow(range.end) };
    Place::of(&sources, span, &place.text).unwrap_or_else(|| place.clone())
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
                let (message, help) = text.split_once(HELP).unwrap_or((&text, ALL_GAMES));
                Refusal::new(908, message, of_requests(help))
            }
            Stop::Output(error) => Refusal::new(908, error.to_string(), "give another file"),
        }
    }
}
