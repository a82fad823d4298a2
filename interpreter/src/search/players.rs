//! In: a match and a generator. Out: an answer. Two players of any game: one at random, one that looks two answers ahead. No game's name.
use super::Rng;
use crate::choice::Choice;
use crate::{Fault, History, Machine, Match, Outcome, State};

/// Worth more than any score.
const VICTORY: i64 = 1 << 40;

/// Any answer; nothing when the match is over.
pub fn random(play: &Match, rng: &mut Rng) -> Option<Choice> {
    let choices = play.choices();
    if choices.is_empty() { None } else { choices.get(rng.below(choices.len())).copied() }
}

/// The answer that leads to the best difference of scores after the other's best reply; among equals by chance.
///
/// # Errors
/// A fault in the rules.
pub fn greedy(play: &Match, rng: &mut Rng) -> Result<Option<Choice>, Fault> {
    let program = play.game().prepared();
    let mut machine = play.game().machine();
    let me = play.asked().unwrap_or(play.mover());
    let mut best: Vec<Choice> = Vec::new();
    let mut best_value = i64::MIN;
    for choice in play.choices() {
        let mut next = play.state().clone();
        machine.play(program, &mut next, &mut History::default(), &mut (), *choice)?;
        let value = after_reply(play, &mut machine, &mut next, me)?;
        if value > best_value {
            best_value = value;
            best.clear();
        }
        if value == best_value {
            best.push(*choice);
        }
    }
    Ok(if best.is_empty() { None } else { best.get(rng.below(best.len())).copied() })
}

/// The worst for `me` that one more answer can bring, or the best if it is still his to give.
fn after_reply(play: &Match, machine: &mut Machine, state: &mut State, me: u8) -> Result<i64, Fault> {
    let program = play.game().prepared();
    if state.is_over() {
        return worth(play, machine, state, me);
    }
    machine.ask_again(program, state)?;
    let mine = state.head.asked == me;
    let replies = (0..machine.offers().len()).filter_map(|at| machine.offered(program, at)).collect::<Vec<_>>();
    let mut value = None;
    for reply in replies {
        let mut next = state.clone();
        machine.play(program, &mut next, &mut History::default(), &mut (), reply)?;
        let found = worth(play, machine, &next, me)?;
        value = Some(value.map_or(found, |value: i64| if mine { value.max(found) } else { value.min(found) }));
    }
    value.map_or_else(|| worth(play, machine, state, me), Ok)
}

/// The score of `me` less the best of the others.
fn worth(play: &Match, machine: &mut Machine, state: &State, me: u8) -> Result<i64, Fault> {
    let program = play.game().prepared();
    let scores = machine.scores(program, &mut state.clone())?;
    let own = scores.get(usize::from(me)).copied().unwrap_or(0);
    let others = scores
        .iter()
        .enumerate()
        .filter(|(player, _)| *player != usize::from(me))
        .map(|(_, score)| *score)
        .max()
        .unwrap_or(0);
    let sign = if program.scoring.is_some_and(|scoring| !scoring.most) { -1 } else { 1 };
    let difference = sign * (i64::from(own) - i64::from(others));
    Ok(match machine.outcome(program, state)? {
        Outcome::Over(ending) => match ending.winner {
            Some(winner) if winner == me => VICTORY + difference,
            Some(_) => difference - VICTORY,
            None => difference,
        },
        Outcome::Running => difference,
    })
}
