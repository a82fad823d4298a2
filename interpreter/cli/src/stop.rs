//! In: what keeps a command from going on. Out: the exit code it means. Never here: wording of rules, printing.
use mcl_interpreter::{Fault, TextError};
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::{Source, Sources};
use std::io;

/// How a command ended; the worse the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// All is well.
    Good,
    /// The input was read and something in it is wrong.
    Wrong,
    /// Wrong usage, or a file that cannot be opened or written.
    Unusable,
}

impl Status {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// Good or wrong.
    pub(crate) fn good_if(good: bool) -> Status {
        if good { Status::Good } else { Status::Wrong }
    }
}

/// What parts an action that mends it from a reason in words.
pub(crate) const HELP: &str = "\n  help: ";

/// What keeps a command from going on. The facts only: `report` turns them into text.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Mistakes in texts that were read: rules, records, positions, moves.
    Mistakes(Sources, Vec<Diagnostic>),
    /// What was read is of the wrong kind.
    Wrong(String),
    /// Wrong usage, or a file that cannot be opened or written.
    Unusable(String),
    /// An output that takes no more.
    Output(io::Error),
}

impl Stop {
    /// What it means for the exit code. A reader who has gone away is no error.
    pub(crate) fn status(&self) -> Status {
        match self {
            Stop::Mistakes(..) | Stop::Wrong(_) => Status::Wrong,
            Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
            Stop::Unusable(_) | Stop::Output(_) => Status::Unusable,
        }
    }

    /// The same once more, for a file that is asked for again.
    pub(crate) fn again(&self) -> Stop {
        match self {
            Stop::Mistakes(sources, found) => Stop::Mistakes(sources.clone(), found.clone()),
            Stop::Wrong(text) => Stop::Wrong(text.clone()),
            Stop::Unusable(text) => Stop::Unusable(text.clone()),
            Stop::Output(error) => Stop::Unusable(error.to_string()),
        }
    }

    /// A fault of a game whose files these are.
    pub(crate) fn fault(sources: &Sources, fault: &Fault) -> Stop {
        Stop::Mistakes(sources.clone(), vec![fault.diagnostic()])
    }

    /// A fault met while playing at random, with the seed that leads to it again.
    pub(crate) fn fault_at_random(sources: &Sources, fault: &Fault, seed: u64) -> Stop {
        let mut found = fault.diagnostic();
        let help = found.help.take().unwrap_or_default();
        Stop::Mistakes(sources.clone(), vec![found.help(format!("{help}\nplayed with seed {seed}"))])
    }

    /// What keeps turns from being played: a mistake in their text, or a fault of the rules.
    pub(crate) fn moves(sources: &Sources, name: &str, text: &str, error: &TextError) -> Stop {
        match &error.fault {
            Some(fault) => Stop::fault(sources, fault),
            None => Stop::text(name, text, error),
        }
    }

    /// A position that cannot be taken, or in which a rule of the game fails: then the rule is shown as well.
    pub(crate) fn position(sources: &Sources, text: &str, error: &TextError) -> Stop {
        let Some(fault) = &error.fault else { return Stop::text("position", text, error) };
        let mut sources = sources.clone();
        let file = sources.add(Source::new("position", text));
        let mut found = error.diagnostic();
        found.labels.iter_mut().for_each(|label| label.span.file = file);
        Stop::Mistakes(sources, vec![found, fault.diagnostic()])
    }

    /// A mistake in a file that has no places.
    pub(crate) fn unplaced(name: &str, found: Diagnostic) -> Stop {
        let mut sources = Sources::default();
        sources.add(Source::new(name, ""));
        Stop::Mistakes(sources, vec![found])
    }

    /// A mistake in a text that was given, or that a file of this name holds.
    pub(crate) fn text(name: &str, text: &str, error: &TextError) -> Stop {
        let mut sources = Sources::default();
        sources.add(Source::new(name, text));
        Stop::Mistakes(sources, vec![error.diagnostic()])
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}
