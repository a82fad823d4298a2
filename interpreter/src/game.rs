//! In: a program. Out: a game that can be shared and started, and how games end. Never here: rules.
use crate::coverage::Passed;
use crate::fault::{Fault, Limits, Scene};
use crate::notation::position;
use crate::state::State;
use crate::tables::Prepared;
use crate::vm::Machine;
use crate::{History, event::Listener};
use mcl_lang::bytecode::{Instr, Program, verify};
use mcl_lang::source::Span;
use std::sync::Arc;

/// A verified program: immutable, cheap to clone, `Send + Sync`.
#[derive(Clone, Debug)]
pub struct Game {
    prepared: Arc<Prepared>,
    limits: Limits,
    passed: Option<Arc<Passed>>,
}

/// Whether a match goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A player is asked.
    Running,
    /// It is over.
    Over(Ending),
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The score of each player, in order of play.
    pub scores: Vec<i32>,
    /// Who has won; nobody in a draw.
    pub winner: Option<u8>,
    /// The clause that ended it.
    pub reason: Span,
}

impl Game {
    /// A game from a program, with the usual limits. A program that was not made by this compiler is verified.
    ///
    /// # Errors
    /// What is out of order in the program.
    pub fn new(program: Program) -> Result<Game, mcl_lang::bytecode::Broken> {
        verify(&program)?;
        Ok(Game { prepared: Arc::new(Prepared::new(program)), limits: Limits::default(), passed: None })
    }

    /// The same game under other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Game {
        Game { limits, ..self }
    }

    /// The same game, in which it is noted what of its code is run, by whichever match or machine.
    #[must_use]
    pub fn watched(self) -> Game {
        let passed = Arc::new(Passed::new(self.prepared.code.len()));
        Game { passed: Some(passed), ..self }
    }

    /// The clauses that have been played so far, each by the place where it begins; none unless the game is watched,
    /// and compiled with its clauses marked.
    pub fn used(&self) -> impl Iterator<Item = Span> {
        let program = self.program();
        let passed = |at: usize| self.passed.as_ref().is_some_and(|passed| passed.is_noted(at));
        let marks = program.spans.iter().zip(&program.code).enumerate();
        let marks = marks.filter(|(_, (span, instr))| span.start == span.end && matches!(instr, Instr::Jump { .. }));
        marks.filter(move |(at, _)| passed(*at)).map(|(_, (span, _))| *span)
    }

    /// Its program: title, board, parameters, code.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.prepared
    }

    /// The program with its tables, for machines.
    pub(crate) fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// The limits its machines keep.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What a thread needs to play it.
    #[must_use]
    pub fn machine(&self) -> Machine {
        Machine::new(self.limits, &self.prepared.constants).noting(self.passed.clone())
    }

    /// The position in which the first question is asked.
    ///
    /// # Errors
    /// A fault in the rules.
    pub fn start<L: Listener>(
        &self,
        machine: &mut Machine,
        history: &mut History,
        listener: &mut L,
    ) -> Result<State, Fault> {
        let mut state = State::empty(&self.prepared);
        machine.start(&self.prepared, &mut state, history, listener).map_err(|fault| {
            let board = position::board(self, &state, machine.hand());
            let scene = Scene { before: String::new(), answer: String::new(), board };
            Fault { scene: Some(Box::new(scene)), ..*fault }
        })?;
        Ok(state)
    }
}
