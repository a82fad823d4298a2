//! In: a match and a generator. Out: an answer. Two players of any game: one at random, one that looks two answers ahead. No game's name.
use super::Rng;
use crate::choice::Choice;
use crate::{Fault, History, Machine, Match, Outcome, State};

/// Worth more than any score.
const VICTORY: i64 = 1 << 40;

/// Any answer, each as likely as the others; nothing when the match is over.
pub fn random(play: &Match, rng: &mut Rng) -> Option<Choice> {
    let choices = play.choices();
    if choices.is_empty() { None } else { choices.get(rng.below(choices.len())).copied() }
}

/// An answer, and what speaks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed {
    /// The answer.
    pub choice: Choice,
    /// By how much its player then leads the best of the others, after the next answer.
    pub value: i64,
    /// Whether he has then won or lost; nothing if the match goes on, or is drawn.
    pub wins: Option<bool>,
    /// The text of the next answer that is reckoned with; nothing if there is none.
    pub reply: Option<String>,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// The answer that leads to the best difference of scores after the other's best reply; among equals by chance.
///
/// # Errors
/// A fault in the rules, or more work than the limits of the game allow.
pub fn greedy(play: &Match, rng: &mut Rng) -> Result<Option<Choice>, Fault> {
    Ok(weighed(play, rng)?.map(|weighed| weighed.choice))
}

/// The same, with what speaks for it; nothing when the match is over.
///
/// # Errors
/// A fault in the rules, or more work than the limits of the game allow.
pub fn weighed(play: &Match, rng: &mut Rng) -> Result<Option<Weighed>, Fault> {
    let program = play.game().prepared();
    let mut machine = play.game().machine();
    let me = play.asked().unwrap_or(play.mover());
    let mut best: Vec<(Choice, Option<String>)> = Vec::new();
    let mut best_value = i64::MIN;
    let mut nodes = 0;
    for choice in play.choices() {
        let mut next = play.state().clone();
        machine.play(program, &mut next, &mut History::default(), &mut (), *choice)?;
        let (value, reply) = after_reply(play, &mut machine, &mut next, me, &mut nodes)?;
        if value > best_value {
            best_value = value;
            best.clear();
        }
        if value == best_value {
            best.push((*choice, reply.map(|reply| next.text(play.game(), reply))));
        }
    }
    let Some((choice, reply)) = (!best.is_empty()).then(|| best.swap_remove(rng.below(best.len()))) else {
        return Ok(None);
    };
    let wins = (best_value.abs() >= VICTORY / 2).then_some(best_value > 0);
    let value = best_value - wins.map_or(0, |wins| if wins { VICTORY } else { -VICTORY });
    Ok(Some(Weighed { choice, value, wins, reply, nodes }))
}

/// The worst for `me` that one more answer can bring, or the best if it is still his to give; and that answer.
fn after_reply(
    play: &Match,
    machine: &mut Machine,
    state: &mut State,
    me: u8,
    nodes: &mut u64,
) -> Result<(i64, Option<Choice>), Fault> {
    let program = play.game().prepared();
    *nodes += 1;
    if state.is_over() {
        return Ok((worth(play, machine, state, me)?, None));
    }
    machine.ask_again(program, state)?;
    let mine = state.head.asked == me;
    let replies = (0..machine.offers().len()).filter_map(|at| machine.offered(program, at)).collect::<Vec<_>>();
    let mut found: Option<(i64, Option<Choice>)> = None;
    for reply in replies {
        let mut next = state.clone();
        machine.play(program, &mut next, &mut History::default(), &mut (), reply)?;
        *nodes += 1;
        let value = worth(play, machine, &next, me)?;
        if found.is_none_or(|(known, _)| if mine { value > known } else { value < known }) {
            found = Some((value, Some(reply)));
        }
    }
    found.map_or_else(|| Ok((worth(play, machine, state, me)?, None)), Ok)
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
