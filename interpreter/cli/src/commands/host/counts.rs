//! In: a match, how much to look at, and for how long. Out: what the machine plays, in how many ways it can go on, random games. Never here: rules.
use super::answer::{Best, Lengths, Named, Perft, Playouts, Ways};
use super::refusal::Refusal;
use super::request;
use super::session::Table;
use mcl_interpreter::search::{self, Rng};
use mcl_interpreter::{Fault, FaultKind, Game, History, Limits, Match, State};
use std::time::{Duration, Instant};

/// Milliseconds unless the request says how many.
const USUAL_TIME: u64 = 1_500;
/// Milliseconds at most; and where requests come from anybody.
pub(super) const MOST_TIME: u64 = 600_000;
pub(super) const MOST_TIME_OF_STRANGERS: u64 = USUAL_TIME;
/// Depth of a count at most.
const MOST_DEPTH: u32 = 100;
/// Answers of a random game unless the request says how many, and at most.
const USUAL_CAP: u64 = 1_000;
const MOST_CAP: u64 = 20_000;
/// Work after which the clock is looked at: a tenth of a second or so.
const WORK: u64 = 8_000_000;
/// Games that are begun without a look at the clock, at most.
const MOST_GAMES: u64 = 10_000;

/// Until when something may go on.
struct Deadline(Instant);

impl Deadline {
    fn after(time_ms: Option<u64>, most: u64) -> Result<Deadline, Refusal> {
        let time = time_ms.unwrap_or(USUAL_TIME);
        if time > most {
            return Err(Refusal::new(903, format!("`time_ms` is at most {most}"), "ask for less at once"));
        }
        Ok(Deadline(Instant::now() + Duration::from_millis(time)))
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// The game under limits at which the clock is looked at.
fn clocked(game: &Game) -> Game {
    game.clone().with_limits(Limits { work: WORK, ..game.limits() })
}

fn is_too_much(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::TooMuchWork { .. })
}

/// `best`
pub(super) fn best(table: &mut Table, asked: &request::Best) -> Result<Best, Refusal> {
    let mut given = asked.seed.map(Rng::new);
    let rng = given.as_mut().unwrap_or(&mut table.rng);
    let play = &table.play;
    match asked.level.unwrap_or(1) {
        0 => {
            let choice = search::random(play, rng).map(|choice| play.text(choice));
            Ok(Best { variation: choice.iter().cloned().collect(), choice, value: None, wins: None, nodes: 0 })
        }
        1 => {
            let weighed = search::weighed(play, rng).map_err(|fault| Refusal::fault(play.game(), &fault))?;
            let text = weighed.as_ref().map(|weighed| play.text(weighed.choice));
            Ok(Best {
                choice: text.clone(),
                value: weighed.as_ref().map(|weighed| weighed.value),
                wins: weighed.as_ref().and_then(|weighed| weighed.wins),
                nodes: weighed.as_ref().map_or(0, |weighed| weighed.nodes),
                variation: text.into_iter().chain(weighed.and_then(|weighed| weighed.reply)).collect(),
            })
        }
        level => {
            Err(Refusal::new(903, format!("there is no level {level}"), "0 plays at random, 1 looks two answers ahead"))
        }
    }
}

/// `perft`
pub(super) fn perft(play: &Match, asked: &request::Perft, most_time: u64) -> Result<Perft, Refusal> {
    if !(1..=MOST_DEPTH).contains(&asked.depth) {
        return Err(Refusal::new(903, format!("`depth` is 1 to {MOST_DEPTH}"), "begin with a small depth"));
    }
    let game = clocked(play.game());
    let deadline = Deadline::after(asked.time_ms, most_time)?;
    let mut choices = Vec::new();
    each_next(&game, play.state(), |state, text| {
        let nodes = lines(&game, state, asked.depth - 1, &deadline)?;
        choices.push(Ways { text, nodes });
        Ok(())
    })?;
    Ok(Perft { nodes: choices.iter().map(|ways| ways.nodes).sum(), choices })
}

/// Lines of exactly so many answers, counted in pieces between which the clock is looked at.
fn lines(game: &Game, state: &State, depth: u32, deadline: &Deadline) -> Result<u64, Refusal> {
    if deadline.is_over() {
        let help = "ask for a smaller depth, or give more `time_ms`";
        return Err(Refusal::new(909, "there are more ways than can be counted in the given time", help));
    }
    match search::perft(game, state, depth) {
        Ok(nodes) => return Ok(nodes),
        Err(fault) if is_too_much(&fault) => {}
        Err(fault) => return Err(Refusal::fault(game, &fault)),
    }
    let mut nodes = 0;
    each_next(game, state, |next, _| {
        nodes += lines(game, next, depth - 1, deadline)?;
        Ok(())
    })?;
    Ok(nodes)
}

/// Every state that one answer leads to, and the text of the answer.
fn each_next(
    game: &Game,
    state: &State,
    mut each: impl FnMut(&State, String) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (mut machine, mut choices) = (game.machine(), Vec::new());
    let refused = |fault: Fault| Refusal::fault(game, &fault);
    state.choices(game, &mut machine, &mut choices).map_err(refused)?;
    for choice in choices {
        let mut next = state.clone();
        next.play(game, &mut machine, choice, &mut History::default(), &mut ()).map_err(refused)?;
        each(&next, state.text(game, choice))?;
    }
    Ok(())
}

/// `playouts`
pub(super) fn playouts<'t>(
    table: &'t mut Table,
    asked: &request::Playouts,
    most_time: u64,
) -> Result<Playouts<'t>, Refusal> {
    let cap = asked.cap.unwrap_or(USUAL_CAP);
    if cap > MOST_CAP {
        return Err(Refusal::new(903, format!("`cap` is at most {MOST_CAP}"), "give a smaller one"));
    }
    let deadline = Deadline::after(asked.time_ms, most_time)?;
    let game = clocked(table.play.game());
    let mut given = asked.seed.map(Rng::new);
    let rng = given.as_mut().unwrap_or(&mut table.rng);
    let mut found = search::Playouts::default();
    let mut games = 1;
    while found.games < asked.n && !deadline.is_over() {
        let before = rng.clone();
        let count = games.min(asked.n - found.games);
        match search::playouts_from(&game, table.play.state(), count, rng, cap) {
            Ok(more) => {
                found += more;
                games = (games * 2).min(MOST_GAMES);
            }
            // As many games took too much work; one alone may.
            Err(fault) if is_too_much(&fault) && count > 1 => {
                *rng = before;
                games = count / 2;
            }
            Err(fault) => return Err(Refusal::fault(&game, &fault)),
        }
    }
    let players = &table.play.game().program().layout.players;
    Ok(Playouts {
        games: found.games,
        complete: found.games == asked.n,
        wins: Named(players.iter().map(String::as_str).zip(found.wins).collect()),
        draws: found.draws,
        capped: found.capped,
        lengths: Lengths { total: found.moves, longest: found.longest },
    })
}
