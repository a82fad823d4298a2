//! In: positions and turns, as values or as text. Out: the other. Never here: rules; whatever is read is played by the machine.
pub(crate) mod answer;
pub(crate) mod long;
pub(crate) mod position;
pub(crate) mod slip;
pub(crate) mod turn;

use crate::mistakes::write_help;
use mcl_lang::diagnostic::{Code, Diagnostic, nearest};
use mcl_lang::source::{FileId, Span};
use std::fmt;
use std::ops::Range;

/// A text of a position, turn or record that cannot be taken, and where in the text. `{:?}`, by which `main` shows the error
/// that it returns, is a line with code and place, and the help below it.
///
/// ```
/// # use mcl_interpreter::{Game, Match};
/// # use mcl_lang::{loader::Texts, source::Source};
/// # let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
/// # let text = mcl_stdlib::game("kalah").ok_or("no such game")?;
/// # let mut play = Match::new(&Game::compile(Source::new("kalah", text), &library, &[])?)?;
/// let error = play.play_text("A Z").err().ok_or("`Z` is no move")?;
/// assert_eq!(error.to_string(), "`Z` is not a legal move for North");
/// let told = "MCL0720 at 2..3: `Z` is not a legal move for North\n  help: North can play a, b, c, d, e, f";
/// assert_eq!(format!("{error:?}"), told);
/// assert_eq!(play.play_text(" ").err().map(|error| error.message).as_deref(), Some("there is no move in this text"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// The number of its code, which never changes its meaning: 701 to 745, 620 for a text that is too long, or that of the
    /// fault.
    pub code: u16,
    /// What is wrong.
    pub message: String,
    /// The bytes of the text it speaks of.
    pub at: Range<usize>,
    /// What can be done.
    pub help: Option<String>,
    /// The fault of the rules that keeps the text from being played, if it is one.
    pub fault: Option<Box<crate::Fault>>,
}

impl fmt::Debug for TextError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {}..{}: {self}", Code(self.code), self.at.start, self.at.end)?;
        write_help(self.help.as_deref(), out)
    }
}

impl TextError {
    pub(crate) fn new(code: u16, message: impl Into<String>, at: Range<usize>) -> TextError {
        TextError { code, message: message.into(), at, help: None, fault: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn shifted(mut self, by: usize) -> TextError {
        self.at = self.at.start + by..self.at.end + by;
        self
    }

    pub(crate) fn fault(mut self, fault: crate::Fault) -> TextError {
        self.fault = Some(Box::new(fault));
        self
    }

    /// The error as a report on the text, which is file 0 of its sources.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span { file: FileId(0), start: narrow(self.at.start), end: narrow(self.at.end) };
        let found = Diagnostic::error(self.code, self.message.clone(), span, "here");
        match &self.help {
            Some(help) => found.help(help.clone()),
            None => found,
        }
    }
}

/// The number of a player by name; `X` and `Y` of old records are read too.
pub(crate) fn player(players: &[String], name: &str) -> Option<u8> {
    let wanted = name.to_lowercase();
    let at = players.iter().position(|player| player.to_lowercase() == wanted).or(match (name, players.len()) {
        ("X", 2..) => Some(0),
        ("Y", 2..) => Some(1),
        _ => None,
    });
    at.and_then(|at| u8::try_from(at).ok())
}

/// Names that are told of those there are.
const MOST_NAMES: usize = 40;

/// The help for a name that nothing bears: the one that is meant, or all there are, as `the marks are burnt, daughter`.
pub(crate) fn one_of<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone, what: &str) -> String {
    if let Some(meant) = meant(word, known.clone()) {
        return meant;
    }
    let names = known.clone().take(MOST_NAMES).collect::<Vec<_>>().join(", ");
    let more = if known.clone().nth(MOST_NAMES).is_some() { ", …" } else { "" };
    if names.is_empty() {
        format!("leave it out: the game has no {what}s")
    } else {
        format!("the {what}s are {names}{more}")
    }
}

/// `, did you mean x?` for help lines.
pub(crate) fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|known| format!("write `{known}`"))
}
