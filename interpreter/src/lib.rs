//! Plays verified mcl programs: states, decisions, matches, records, simple players. No IO, clock or threads.
mod choice;
mod coverage;
mod event;
mod fault;
mod game;
mod game_match;
mod lanes;
mod notation;
pub mod record;
pub mod search;
mod seen;
mod state;
mod tables;
mod testing;
mod vm;

pub use choice::Choice;
pub use event::{Event, EventKind, Listener};
pub use fault::{Fault, FaultKind, Limits, Scene, Step};
pub use game::{Ending, Game, Outcome};
pub use game_match::{Match, Played};
pub use notation::TextError;
pub use state::State;
pub use testing::{Failure, misread, outcome_text, run_test, run_test_on};
pub use vm::{History, Machine};
