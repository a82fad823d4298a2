//! Plays verified mcl programs: states, decisions, matches, records, simple players. No IO, clock or threads.
//!
//! A whole game, whose two players take the first answer that is offered:
//!
//! ```
//! use mcl_interpreter::{Game, Match, Outcome};
//! use mcl_lang::{loader::Texts, source::Source};
//!
//! let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
//! let text = mcl_stdlib::game("wari").ok_or("no such game")?;
//! let wari = Game::compile(Source::new("wari", text), &library, &[])?;
//! let mut play = Match::new(&wari)?;
//! while let Some(choice) = play.choices().first().copied() {
//!     play.play(choice)?;
//! }
//! if let Outcome::Over(ending) = play.outcome() {
//!     println!("{}  {:?}", play.position(), ending.scores);
//! }
//! # assert!(play.state().is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game`] is what a rule file means, [`Match`] is one match of it: what is asked ([`Match::decision`]), the answers there
//! are ([`Match::choices`]), playing one, taking it back, the record. Whoever searches plays a [`State`] with a [`Machine`]
//! and a [`History`] instead: nothing is then allocated, and copies are cheap. An [`Event`] tells what happened and which
//! clause did it, a [`Fault`] what the rules could not do; [`Limits`] say how far rules may go that nobody vouches for.
//! The guide `docs/embedding.md` goes through all of it.
mod bits;
mod choice;
mod coverage;
mod event;
mod fault;
mod game;
mod game_match;
mod goes_on;
mod lanes;
mod mistakes;
mod notation;
mod outcome;
mod parts;
pub mod record;
pub mod search;
mod seen;
mod state;
mod step;
mod tables;
mod testing;
mod vm;

pub use choice::{Choice, Decision, DecisionKind};
pub use event::{Event, EventKind, Listener};
pub use fault::{Fault, FaultKind, Limits, Scene, Step};
pub use game::Game;
pub use game_match::{Match, Played};
pub use mistakes::Mistakes;
pub use notation::TextError;
pub use outcome::{Ending, Outcome, Scores};
pub use parts::{Marked, Value, Variable};
pub use state::State;
pub use testing::{Failure, misread, outcome_text, run_test, run_test_on};
pub use vm::{History, Machine};

/// The blocks of the guide, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Guide;

/// The blocks of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
