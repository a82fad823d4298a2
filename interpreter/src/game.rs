//! In: a program. Out: a game that can be shared and started. Never here: rules, how games end.
use crate::coverage::Passed;
use crate::fault::{Fault, FaultKind, Limits, Scene};
use crate::mistakes::Mistakes;
use crate::notation::position;
use crate::state::State;
use crate::step::Latest;
use crate::tables::Prepared;
use crate::vm::Machine;
use crate::{History, event::Listener};
use mcl_lang::bytecode::{Instr, Program, verify};
use mcl_lang::hir::{Const, Param};
use mcl_lang::loader::Loader;
use mcl_lang::source::{Source, Sources, Span};
use std::sync::Arc;

/// A verified program with its parameters: immutable, cheap to clone, `Send + Sync`. Any number of matches and machines, on
/// any threads, play it at the same time.
#[derive(Clone, Debug)]
pub struct Game {
    prepared: Arc<Prepared>,
    /// The texts it was compiled from, for telling where a clause stands.
    sources: Arc<Sources>,
    limits: Limits,
    passed: Option<Arc<Passed>>,
}

/// Bytes of an instruction with its place and its frame, roughly; of a set of counts; and of what every game has.
const OF_AN_INSTRUCTION: usize = 48;
/// Bytes of a parameter, a reading or one of its answers; and of a range of numbers in a set.
const OF_A_SETTING: usize = 256;
const OF_A_RANGE: usize = 8;
/// Bytes for each byte of text: the text itself, and names and words of `about` that are kept of it.
const OF_A_LETTER: usize = 3;
const OF_A_SET: usize = 256;
const OF_A_GAME: usize = 1 << 14;

impl Game {
    /// A game from the text of its rules. `loader` has the games and libraries that the text speaks of; `settings` are
    /// parameters and readings with their values, as [`Game::settings`] and the command line give them: `("eats", "2,4")`.
    ///
    /// # Errors
    /// Every mistake in the text and in the settings; a library is none of a game, and so no game.
    ///
    /// ```
    /// # use mcl_interpreter::Game;
    /// # use mcl_lang::{loader::Texts, source::Source};
    /// # let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
    /// let text = mcl_stdlib::game("kalah").unwrap_or_default();
    /// let settings = [("start", "99"), ("lone_seed", "{yes"), ("zz", "1")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    /// let mistakes = Game::compile(Source::new("kalah", text), &library, &settings).err().ok_or("no mistakes")?;
    /// let told = mistakes.to_string();
    /// assert!(told.starts_with("setting start=99:1:1: error MCL0310: `start` cannot be 99\n  help: "), "{told}");
    /// assert!(told.contains("\nsetting lone_seed={yes:1:1: error MCL0008: "), "{told}");
    /// assert!(told.contains("\nsetting zz=1:1:1: error MCL0206: the game has no parameter or reading `zz`\n"), "{told}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compile(source: Source, loader: &dyn Loader, settings: &[(String, String)]) -> Result<Game, Mistakes> {
        let name = source.name().to_owned();
        let mut build = mcl_lang::compile(source, loader, settings);
        build.sources.call_settings("setting");
        let Some(program) = build.program else {
            return Err(Mistakes::new(&name, build.sources, build.diagnostics));
        };
        let game = Game::new(program).map_err(|broken| Mistakes::internal(&name, &broken))?;
        Ok(game.with_sources(build.sources))
    }

    /// The same game, which knows the texts it was compiled from.
    #[must_use]
    pub fn with_sources(self, sources: Sources) -> Game {
        Game { sources: Arc::new(sources), ..self }
    }

    /// The texts it was compiled from; none if nobody has given them.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// A game from a program, with the usual limits. A program that was not made by this compiler is verified.
    ///
    /// # Errors
    /// What is out of order in the program.
    pub fn new(program: Program) -> Result<Game, mcl_lang::bytecode::Broken> {
        verify(&program)?;
        Ok(Game {
            prepared: Arc::new(Prepared::new(program)),
            sources: Arc::default(),
            limits: Limits::default(),
            passed: None,
        })
    }

    /// The same game under other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Game {
        Game { limits, ..self }
    }

    /// The same game, in which it is noted what of its code is run, by whichever match or machine that listens to it.
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

    /// Its title, as its rules give it: `Wari`.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.program().title
    }

    /// Every parameter and reading with the value in force, in order, as [`Game::compile`] takes them: `("eats", "{2, 3}")`.
    /// What else is known of them (question, type, range, the usual value) stands in `params` and `readings` of the program.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        self.program().settings()
    }

    /// Bytes of memory that it takes, roughly: code, tables and texts.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let program = self.program();
        let sets = program.counts.iter().map(|table| OF_A_SET + table.set.ranges.len() * OF_A_RANGE).sum::<usize>();
        let code = program.code.len() * OF_AN_INSTRUCTION + sets + of_settings(program);
        let texts = self.sources.iter().map(|source| source.text().len() * OF_A_LETTER).sum::<usize>();
        code + texts + self.prepared.bytes() + OF_A_GAME
    }

    /// What machines run, as it is shared.
    pub(crate) fn shared(&self) -> &Arc<Prepared> {
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

    /// What a thread needs to play its states; a few KiB, so that one is made for many games.
    #[must_use]
    pub fn machine(&self) -> Machine {
        Machine::new(self.limits, &self.prepared.constants).noting(self.passed.clone())
    }

    /// The position in which the first question is asked. Parameters have been set when the game was compiled, and the rules
    /// know no chance: every match of a game starts alike.
    ///
    /// # Errors
    /// A fault in the rules, or a position that is larger than the limits allow.
    pub fn start<L: Listener>(
        &self,
        machine: &mut Machine,
        history: &mut History,
        listener: &mut L,
    ) -> Result<State, Fault> {
        let mut state = State::empty(&self.prepared);
        if state.bytes() > self.limits.board {
            let kind = FaultKind::TooLarge { what: "bytes in one position", most: self.limits.board as u64 };
            return Err(Fault::new(kind, Span::default()));
        }
        machine.rest();
        machine.start(&self.prepared, &mut state, history, listener).map_err(|fault| {
            let board = position::board(self, &state, machine.hand());
            let scene = Scene { before: String::new(), answer: String::new(), board };
            Fault { scene: Some(Box::new(scene)), ..*fault }
        })?;
        machine.latest = Some(Box::new(Latest::new(self, &state)));
        Ok(state)
    }
}

/// Bytes of parameters and readings, roughly.
fn of_settings(program: &Program) -> usize {
    let of_value = |value: &Const| match value {
        Const::Counts(set) => set.ranges.len() * OF_A_RANGE,
        Const::Int(_) | Const::Directions(_) => 0,
    };
    let ranges = |param: &Param| param.range.as_ref().map_or(0, |set| set.ranges.len() * OF_A_RANGE);
    let params = program.params.iter();
    let params = params.map(|param| OF_A_SETTING + of_value(&param.value) + of_value(&param.default) + ranges(param));
    let readings = program.readings.iter().map(|reading| OF_A_SETTING * (1 + reading.labels.len()));
    params.chain(readings).sum()
}
