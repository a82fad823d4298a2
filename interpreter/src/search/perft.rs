//! In: a position and a depth. Out: how many lines of exactly so many answers there are. Never here: which is best.
use crate::choice::{Choice, text};
use crate::fault::Scene;
use crate::notation::position;
use crate::{Fault, Game, History, Machine, State};

/// Lines of exactly `depth` answers from a position, 1 for a depth of 0; a game that ends sooner is no line. Repetition is not looked at across
/// a line, and of the last answer only what it does to the board: whether the game is over behind it does not matter.
///
/// # Errors
/// A fault in the rules, more work than the limits of the game allow, or a state of another game.
pub fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, Fault> {
    state.belongs_to(game)?;
    if depth == 0 {
        return Ok(1);
    }
    let mut machine = game.machine();
    let mut history = History::blind();
    let mut levels = vec![state.clone(); depth as usize + 1];
    let root = &mut levels[0];
    machine.ask_again(game.prepared(), root)?;
    count(game, &mut machine, &mut history, &mut levels)
}

/// The fault with the position and the answer that led to it.
#[cold]
fn with_scene(game: &Game, state: &State, choice: Option<Choice>, after: &State, hand: i32, fault: Fault) -> Fault {
    let decision = game.prepared().decisions.get(usize::from(state.head.decision));
    let answer =
        decision.zip(choice).map_or_else(String::new, |(decision, choice)| text(game.prepared(), decision, choice));
    let before = position::line(game, &mut game.machine(), state);
    Fault { scene: Some(Box::new(Scene { before, answer, board: position::board(game, after, hand) })), ..fault }
}

/// `levels[0]` is the position, whose answers the machine has found; the others are room for what follows.
fn count(game: &Game, machine: &mut Machine, history: &mut History, levels: &mut [State]) -> Result<u64, Fault> {
    let program = game.prepared();
    let Some((state, below)) = levels.split_first_mut() else {
        return Ok(1);
    };
    if below.is_empty() || state.is_over() {
        return Ok(u64::from(below.is_empty()));
    }
    let mut lines = 0;
    // Playing an answer finds others: those of this level are kept aside.
    let offers = machine.take_offers();
    for at in 0..offers.len() {
        below[0].clone_from(state);
        let last = below.len() == 1;
        let played = if last {
            machine.play_last(program, &mut below[0], history, &offers, at)
        } else {
            machine.play_offered(program, &mut below[0], history, &offers, at)
        };
        played.map_err(|fault| with_scene(game, state, offers.get(program, at), &below[0], machine.hand(), *fault))?;
        lines += if last { 1 } else { count(game, machine, history, below)? };
    }
    machine.give_offers(offers);
    Ok(lines)
}

/// The same for each first answer, by its text, in the order in which the rules offer them; none when the match is over.
///
/// # Errors
/// A fault in the rules, more work than the limits of the game allow, or a state of another game.
pub fn divide(game: &Game, state: &State, depth: u32) -> Result<Vec<(String, u64)>, Fault> {
    state.belongs_to(game)?;
    let program = game.prepared();
    let mut machine = game.machine();
    let mut root = state.clone();
    machine.ask_again(program, &mut root)?;
    let offers = machine.offers().clone();
    let Some(decision) = program.decisions.get(usize::from(root.head.decision)) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for choice in (0..offers.len()).filter_map(|at| offers.get(program, at)) {
        let mut next = root.clone();
        machine
            .play(program, &mut next, &mut History::default(), &mut (), choice)
            .map_err(|fault| with_scene(game, &root, Some(choice), &next, machine.hand(), *fault))?;
        found.push((text(program, decision, choice), perft(game, &next, depth.saturating_sub(1))?));
    }
    Ok(found)
}
