//! In: a state, its game, an answer. Out: what is asked, the answers there are, the state after one of them. Never here: rules, keeping earlier states.
use crate::choice::{self, Choice, Decision};
use crate::event::Listener;
use crate::fault::{Fault, FaultKind};
use crate::state::{NOTHING_ASKED, State};
use crate::tables::Prepared;
use crate::{Game, History, Machine, Outcome};
use mcl_lang::bytecode;
use mcl_lang::source::Span;
use std::sync::Arc;

/// The state whose answers a machine has just found: they need not be found twice.
#[derive(Clone, Debug)]
pub(crate) struct Latest {
    program: Arc<Prepared>,
    state: State,
}

/// States are played by a [`Machine`], which has the room that playing needs and can be used for any number of states: so
/// a state stays small, and its copy is a copy of 128 bytes. Whoever wants one match with undo and a record takes a
/// [`Match`](crate::Match), which has all of these in itself.
///
/// ```
/// use mcl_interpreter::{Game, History, Outcome};
/// # use mcl_lang::{loader::NoFiles, source::Source};
/// # let text = "game \"Tiny\" { board { rows 2; houses 2 }; setup { fill 1 }
/// #   turn { choose h in own where h.seeds > 0; sow h }
/// #   end { when stuck -> each captures own }; winner most store }";
/// let game = Game::compile(Source::new("tiny.mcl", text), &NoFiles, &[])?;
/// let (mut machine, mut history, mut choices) = (game.machine(), History::default(), Vec::new());
/// let mut state = game.start(&mut machine, &mut history, &mut ())?;
/// state.choices(&game, &mut machine, &mut choices)?;
/// assert_eq!(state.text(&game, choices[1]), "B");
/// let outcome = state.play(&game, &mut machine, choices[1], &mut history, &mut ())?;
/// assert_eq!(outcome, Outcome::Running);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl State {
    /// What is asked now and of whom; nothing when the match is over, or if the state belongs to another game.
    #[must_use]
    pub fn decision(&self, game: &Game) -> Option<Decision> {
        let asked = self.asked_of(game)?;
        Some(Decision { player: self.head.asked, kind: choice::kind(asked) })
    }

    /// Puts the answers to the present question into `buffer`, in place of what is there, in the order in which the rules
    /// offer them; none when the match is over.
    ///
    /// # Errors
    /// A fault in the rules, or a state of another game.
    pub fn choices(&self, game: &Game, machine: &mut Machine, buffer: &mut Vec<Choice>) -> Result<(), Fault> {
        buffer.clear();
        self.ask(game, machine)?;
        let program = game.prepared();
        buffer.extend((0..machine.offers().len()).filter_map(|at| machine.offered(program, at)));
        Ok(())
    }

    /// Gives an answer to the present question. With the listener `()` nothing is told, and nothing is allocated.
    ///
    /// # Errors
    /// A fault in the rules, an answer that is not among the [`choices`](State::choices), or a state of another game. The
    /// state is then as it was before; the history may hold positions of the attempt.
    pub fn play<L: Listener>(
        &mut self,
        game: &Game,
        machine: &mut Machine,
        choice: Choice,
        history: &mut History,
        listener: &mut L,
    ) -> Result<Outcome, Fault> {
        self.ask(game, machine)?;
        let program = game.prepared();
        let offers = machine.offers().len();
        if !(0..offers).any(|at| machine.offered(program, at) == Some(choice)) {
            return Err(misused("an answer that is not among those of the present question"));
        }
        machine.rest();
        let played = machine.play(program, self, history, listener, choice);
        let latest = machine.latest.take();
        if let Err(fault) = played {
            latest.iter().for_each(|latest| self.clone_from(&latest.state));
            return Err(*fault);
        }
        let Some(mut latest) = latest else { return Err(misused("a machine without its last state")) };
        latest.state.clone_from(self);
        let outcome = machine.outcome_on(program, &mut latest.state);
        // Scores may have been worked out on the copy.
        latest.state.clone_from(self);
        machine.latest = Some(latest);
        Ok(outcome?)
    }

    /// The canonical text of an answer to the present question; empty if there is no question.
    #[must_use]
    pub fn text(&self, game: &Game, choice: Choice) -> String {
        self.asked_of(game).map_or_else(String::new, |asked| choice::text(game.prepared(), asked, choice))
    }

    /// The pending question in the code of the game.
    fn asked_of<'g>(&self, game: &'g Game) -> Option<&'g bytecode::Decision> {
        game.prepared().decisions.get(usize::from(self.head.decision)).filter(|_| self.is_of(game))
    }

    /// A state of another game is refused.
    pub(crate) fn belongs_to(&self, game: &Game) -> Result<(), Fault> {
        if self.is_of(game) { Ok(()) } else { Err(misused("a state of another game")) }
    }

    /// Whether the state has the shape of the states of a game.
    fn is_of(&self, game: &Game) -> bool {
        let program = game.prepared();
        let players = program.layout.players.len();
        let head = &self.head;
        self.board().len() == program.layout.sites.len()
            && self.cells().len() == State::cells_of(program)
            && usize::from(head.mover) < players
            && usize::from(head.asked) < players
            && (head.decision == NOTHING_ASKED || usize::from(head.decision) < program.decisions.len())
    }

    /// Finds the answers, unless the machine has just found those of this very state.
    fn ask(&self, game: &Game, machine: &mut Machine) -> Result<(), Fault> {
        self.belongs_to(game)?;
        let known = machine.latest.as_ref().filter(|latest| Arc::ptr_eq(&latest.program, game.shared()));
        match known {
            Some(latest) if latest.state == *self => return Ok(()),
            Some(_) => {}
            // What a machine keeps of one game is of no use to another.
            None => *machine = game.machine(),
        }
        let mut latest = machine.latest.take().unwrap_or_else(|| Box::new(Latest::new(game, self)));
        latest.program.clone_from(game.shared());
        latest.state.clone_from(self);
        machine.rest();
        machine.ask_again(game.prepared(), &mut latest.state)?;
        machine.latest = Some(latest);
        Ok(())
    }
}

impl Latest {
    pub(crate) fn new(game: &Game, state: &State) -> Latest {
        Latest { program: game.shared().clone(), state: state.clone() }
    }
}

fn misused(what: &'static str) -> Fault {
    Fault::new(FaultKind::Misused { what }, Span::default())
}
