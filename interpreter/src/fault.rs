//! In: what the machine could not do. Out: faults with code, wording and the clause they come from, and the machine's limits. Never here: deciding that.
use crate::mistakes::write_help;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::Span;
use std::fmt;

/// A rule asked for something that cannot be. `{:?}`, by which `main` shows the error that it returns, is a line with the
/// code, and the help below it.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Fault {
    /// What it was.
    pub kind: FaultKind,
    /// The clause that asked, in one of the [`Game::sources`](crate::Game::sources); empty where no clause did, as at a limit.
    pub span: Span,
    /// How play came to that clause: calls and laps from the innermost outwards.
    pub trace: Vec<Step>,
    /// The section of the rules it belongs to, such as `turn`; empty if it is none.
    pub section: String,
    /// What stood on the board; nothing if nobody looked.
    pub scene: Option<Box<Scene>>,
}

impl fmt::Debug for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.diagnostic();
        write!(out, "{}: {self}", found.code)?;
        write_help(found.help.as_deref(), out)
    }
}

/// A call of a def, or laps, on the way to a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it is.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The board at a fault, and how to come there again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The canonical line of the position before the answer that led to the fault; empty if that was the start.
    pub before: String,
    /// The text of that answer; empty at the start.
    pub answer: String,
    /// The seeds when the rules failed.
    pub board: String,
}

/// The things that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FaultKind {
    /// An empty house was lifted.
    #[error("an empty house was lifted")]
    EmptyLift,
    /// A rule spoke of a house that is none.
    #[error("the rule speaks of a house where there is none")]
    NoHouse,
    /// A mark forbids lifting the house.
    #[error("{site} bears a mark that forbids lifting it")]
    Forbidden {
        /// The house.
        site: String,
    },
    /// A number left the range of 32 bits.
    #[error("a number became too large")]
    Overflow,
    /// A division by zero.
    #[error("a division by zero")]
    DivisionByZero,
    /// A decision in the middle of a move has no answer.
    #[error("{player} is asked in the middle of a move and has no answer")]
    NoOption {
        /// Who is asked.
        player: String,
    },
    /// The rules went on beyond the limit.
    #[error("the rules went on for {steps} steps without asking anybody")]
    OutOfFuel {
        /// The limit.
        steps: u32,
    },
    /// The laps went on beyond the limit.
    #[error("the laps went on for {laps} laps, never quite the same")]
    TooManyLaps {
        /// The limit.
        laps: u32,
    },
    /// One call of the interface took more work than its limits allow.
    #[error("this takes more than the {work} steps that are allowed here")]
    TooMuchWork {
        /// The limit.
        work: u64,
    },
    /// A match or position has grown beyond a limit of the host.
    #[error("more than {most} {what}")]
    TooLarge {
        /// What there is too much of: `answers in one match`.
        what: &'static str,
        /// The limit.
        most: u64,
    },
    /// An answer that is not among those of the question, or a state of another game.
    #[error("{what}")]
    Misused {
        /// What was wrong.
        what: &'static str,
    },
    /// A sowing passed over every site.
    #[error("the sowing passes over every site")]
    SkippedAll,
    /// A sowing from a site its track does not pass.
    #[error("{site} does not lie on the track that is sown")]
    OffTrack {
        /// The site.
        site: String,
    },
    /// A track ended before the hand was empty.
    #[error("the track ends with {} still in the hand", counted(*seeds))]
    TrackEnds {
        /// Seeds left.
        seeds: u32,
    },
    /// More seeds were to be taken than there are.
    #[error("{} to be taken where there {} {there}", wanted_seeds(*wanted), if *there == 1 { "is" } else { "are" })]
    TooFewSeeds {
        /// Wanted.
        wanted: i32,
        /// There.
        there: u32,
    },
    /// A move ended with seeds in the hand.
    #[error("the hand still holds {}", counted(u32::try_from(*seeds).unwrap_or(0)))]
    HandLeft {
        /// How many.
        seeds: i32,
    },
    /// A lap chain without end, and no word about it.
    #[error("the laps go round for ever")]
    Endless,
    /// The position has more seeds than a game may have.
    #[error("more than 65535 seeds")]
    TooManySeeds,
    /// Nobody can move, and the rules do not say what then.
    #[error("{player} cannot move, and no case of `end` holds")]
    Stuck {
        /// Who.
        player: String,
    },
    /// A place in a region that is not there.
    #[error("the region has no house number {index}")]
    NoPlace {
        /// The place.
        index: i32,
    },
    /// More answers than a decision may have.
    #[error("a decision with more than {most} answers")]
    TooManyOptions {
        /// The limit.
        most: usize,
    },
    /// Whether a player can move depends on whether he can.
    #[error("whether a player can move depends on itself")]
    LooksAhead,
    /// A broken invariant of the machine itself.
    #[error("internal: {what}; please report this")]
    Broken {
        /// Which.
        what: &'static str,
    },
}

impl From<Box<Fault>> for Fault {
    fn from(boxed: Box<Fault>) -> Fault {
        *boxed
    }
}

impl Fault {
    /// A fault that no trace is known of.
    pub(crate) fn new(kind: FaultKind, span: Span) -> Fault {
        Fault { kind, span, trace: Vec::new(), section: String::new(), scene: None }
    }

    /// The number of its code, which never changes its meaning: 601 to 621, or 9999 for a mistake of the machine itself.
    #[must_use]
    pub fn code(&self) -> u16 {
        match self.kind {
            FaultKind::EmptyLift => 601,
            FaultKind::NoHouse => 602,
            FaultKind::Overflow => 603,
            FaultKind::DivisionByZero => 604,
            FaultKind::NoOption { .. } => 605,
            FaultKind::OutOfFuel { .. } | FaultKind::TooManyLaps { .. } => 606,
            FaultKind::TooMuchWork { .. } => 619,
            FaultKind::TooLarge { .. } => 620,
            FaultKind::Misused { .. } => 621,
            FaultKind::SkippedAll => 607,
            FaultKind::OffTrack { .. } => 608,
            FaultKind::TrackEnds { .. } => 609,
            FaultKind::TooFewSeeds { .. } => 610,
            FaultKind::Endless => 611,
            FaultKind::TooManySeeds => 612,
            FaultKind::Stuck { .. } => 613,
            FaultKind::NoPlace { .. } => 614,
            FaultKind::TooManyOptions { .. } => 615,
            FaultKind::Forbidden { .. } => 616,
            FaultKind::HandLeft { .. } => 617,
            FaultKind::LooksAhead => 618,
            FaultKind::Broken { .. } => 9999,
        }
    }

    /// The fault as a report to the author of the rules: its places lie in the [`Game::sources`](crate::Game::sources).
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match self.kind {
            FaultKind::EmptyLift => "choose only houses with seeds: `where h.seeds > 0`",
            FaultKind::NoHouse => {
                "ask first: `h != none`; a house without `opposite`, or `last` before any sowing, is `none`"
            }
            FaultKind::Overflow => "keep numbers below 2147483647",
            FaultKind::DivisionByZero => "ask first whether the divisor is 0",
            FaultKind::NoOption { .. } => "add `else …` to this decision",
            FaultKind::OutOfFuel { .. } => {
                "look for a `repeat` of too many, or for a `relay` that always holds; `endless -> …` is only for laps that come back to where they were"
            }
            FaultKind::TooManyLaps { .. } => {
                "let laps end after a number of them: `when last.was > 0 and lap < 100 -> relay`"
            }
            FaultKind::TooMuchWork { .. } => "ask for less at once, or play rules that take less",
            FaultKind::TooLarge { .. } => "begin another match, or ask the host for higher limits",
            FaultKind::Misused { .. } => "give one of the answers that the state itself offers",
            FaultKind::SkippedAll => "let the sowing pass over fewer sites",
            FaultKind::OffTrack { .. } => "say where it begins: `starting at …`, or put the site on the track",
            FaultKind::TrackEnds { .. } => "make the track a `loop`, or sow fewer seeds",
            FaultKind::TooFewSeeds { .. } => "take at most what is there: `min(n, h.seeds)`",
            FaultKind::Endless => "say what it means: `endless -> end turn` (or `stop`, `draw`, `forfeit`)",
            FaultKind::TooManySeeds => "use fewer seeds; a game has at most 65535",
            FaultKind::Stuck { .. } => "add a case that holds: `when stuck -> …`",
            FaultKind::NoPlace { .. } => "count from 1 to the region's `.count`",
            FaultKind::TooManyOptions { .. } => "ask in several smaller decisions",
            FaultKind::Forbidden { .. } => "choose only from houses `where h.liftable`",
            FaultKind::HandLeft { .. } => {
                "drop everything that was lifted: `drop hand at …`; in `laps together` write `stop`, and end the move behind the braces"
            }
            FaultKind::LooksAhead => {
                "ask `can_move` in a `must` or in `end`, not in the `where` of a turn's first decision"
            }
            FaultKind::Broken { .. } => "keep the rule file and the moves, and report them",
        };
        let mut help = help.to_owned();
        if let Some(scene) = &self.scene {
            help = format!("{help}\nthe board then: {}", scene.board);
            if !scene.answer.is_empty() {
                help = format!("{help}\nto see it again: position `{}`, then `{}`", scene.before, scene.answer);
            }
        }
        let asked = match self.section.as_str() {
            "" => "asked for here".to_owned(),
            section => format!("asked for here, in `{section}`"),
        };
        let found = Diagnostic::error(self.code(), self.kind.to_string(), self.span, asked).help(help);
        self.trace.iter().fold(found, |found, step| found.because(step.span, step.text.clone()))
    }
}

/// `1 seed`, `2 seeds`.
fn counted(seeds: u32) -> String {
    format!("{seeds} seed{}", if seeds == 1 { "" } else { "s" })
}

/// `1 seed was`, `2 seeds were`.
fn wanted_seeds(wanted: i32) -> String {
    if wanted == 1 { "1 seed was".to_owned() } else { format!("{wanted} seeds were") }
}

/// How far a machine or a match goes. What goes further is a fault, and a match then stands where it stood.
///
/// The usual limits let every game of the library be played to its end, and stop rules that never do. Rules nobody vouches
/// for are played under [`Limits::for_strangers`].
///
/// ```
/// use mcl_interpreter::Limits;
/// let mine = Limits { answers: 500, ..Limits::for_strangers() };
/// assert!(mine.work < Limits::default().work);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Fuel: steps back in the code in one move; a long way back counts as several. What a `must` only tries, and the
    /// laps before the present one, are not counted here.
    pub steps: u32,
    /// All steps of one call of the interface: one answer or text of turns given to a [`Match`](crate::Match), one
    /// search. Trials, laps and long handfuls are counted.
    pub work: u64,
    /// Laps in one move.
    pub laps: u32,
    /// Answers of one decision.
    pub options: usize,
    /// Bytes of one position: seeds, marks, owners and variables of a large board. Looked at when a game is started.
    pub board: usize,
    /// Different positions that are remembered in one round, in games that ask for repetition. Their number is looked at by
    /// matches; everywhere they take together as much room as so many positions of 128 bytes, so that of larger boards there
    /// are fewer.
    pub history: usize,
    /// Answers in one match.
    pub answers: usize,
    /// Events that a match keeps of one call; what happens later is not told.
    pub events: usize,
    /// Bytes of one text: a position, or turns to be played.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 4_000_000,
            work: u64::MAX,
            laps: 100_000_000,
            options: 65_536,
            board: 65_536,
            history: 10_000_000,
            answers: 10_000_000,
            events: 10_000_000,
            text: 1 << 24,
        }
    }
}

impl Limits {
    /// Limits for rules and texts that come from anybody: every call ends within about a second, and a match stays small.
    /// The games of the library are played under them as under the usual ones.
    #[must_use]
    pub fn for_strangers() -> Limits {
        Limits {
            steps: 4_000_000,
            work: 16_000_000,
            laps: 400_000,
            options: 4_096,
            board: 4_096,
            history: 20_000,
            answers: 20_000,
            events: 20_000,
            text: 1 << 16,
        }
    }
}
