//! In: a game, a number of games, a seed. Out: how they went, played at random. Never here: printing, clocks.
use super::Rng;
use crate::coverage::Watching;
use crate::event::Listener;
use crate::outcome::MOST_PLAYERS;
use crate::{Fault, Game, History, Machine, Match, State};
use std::ops::AddAssign;

/// How random games went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Answers given in all of them.
    pub moves: u64,
    /// Games that each player won, in order of play; 0 for players that the game does not have.
    pub wins: [u64; MOST_PLAYERS],
    /// Games nobody won.
    pub draws: u64,
    /// Games broken off at the cap.
    pub capped: u64,
    /// Answers in the longest game.
    pub longest: u64,
}

impl AddAssign for Playouts {
    fn add_assign(&mut self, more: Playouts) {
        self.games += more.games;
        self.moves += more.moves;
        self.wins.iter_mut().zip(more.wins).for_each(|(wins, more)| *wins += more);
        self.draws += more.draws;
        self.capped += more.capped;
        self.longest = self.longest.max(more.longest);
    }
}

/// Plays `games` uniformly random games from the start position, each of at most `cap` answers.
///
/// # Errors
/// A fault in the rules, or more work than the limits of the game allow.
pub fn playouts(game: &Game, games: u64, seed: u64, cap: u64) -> Result<Playouts, Fault> {
    let mut rng = Rng::new(seed);
    playouts_with(game, games, &mut rng, cap)
}

/// The same with a generator that goes on.
///
/// # Errors
/// A fault in the rules, or more work than the limits of the game allow.
pub fn playouts_with(game: &Game, games: u64, rng: &mut Rng, cap: u64) -> Result<Playouts, Fault> {
    playouts_heard(game, games, rng, cap, &mut ())
}

/// Uniformly random games from a position, whose history begins with it.
///
/// # Errors
/// A fault in the rules, more work than the limits of the game allow, or a state of another game.
pub fn playouts_from(game: &Game, from: &State, games: u64, rng: &mut Rng, cap: u64) -> Result<Playouts, Fault> {
    from.belongs_to(game)?;
    let (mut machine, mut found) = (game.machine(), Playouts::default());
    let played = play_all(game, &mut machine, from, (games, cap), rng, &mut (), &mut found);
    played.map(|()| found).map_err(|(fault, ..)| *fault)
}

/// The same, noting what of a watched game is played.
///
/// # Errors
/// A fault in the rules, or more work than the limits of the game allow.
pub fn playouts_watched(game: &Game, games: u64, seed: u64, cap: u64) -> Result<Playouts, Fault> {
    playouts_heard(game, games, &mut Rng::new(seed), cap, &mut Watching)
}

fn playouts_heard<L: Listener>(
    game: &Game,
    games: u64,
    rng: &mut Rng,
    cap: u64,
    listener: &mut L,
) -> Result<Playouts, Fault> {
    let mut machine = game.machine();
    let start = game.start(&mut machine, &mut History::default(), listener)?;
    let mut found = Playouts::default();
    match play_all(game, &mut machine, &start, (games, cap), rng, listener, &mut found) {
        Ok(()) => Ok(found),
        Err((fault, before, moves)) => Err(met_again(game, before, moves).unwrap_or(*fault)),
    }
}

/// A fault, the numbers before the game that met it, and the answers given in that game.
type Met = (Box<Fault>, Rng, u64);

/// Plays games from a position and adds them to what has been found.
fn play_all<L: Listener>(
    game: &Game,
    machine: &mut Machine,
    start: &State,
    (games, cap): (u64, u64),
    rng: &mut Rng,
    listener: &mut L,
    found: &mut Playouts,
) -> Result<(), Met> {
    let program = game.prepared();
    let mut history = History::default();
    machine.make_room(program, &mut history);
    let mut state = start.clone();
    for _ in 0..games {
        let before = rng.clone();
        state.clone_from(start);
        let mut moves = 0;
        if let Err(fault) = machine.restart(program, &mut state, &mut history) {
            return Err((fault, before, moves));
        }
        while !state.is_over() && moves < cap {
            let number = rng.below(machine.offers().len());
            match machine.play_found(program, &mut state, &mut history, listener, number) {
                Ok(true) => {}
                Ok(false) => break,
                Err(fault) => return Err((fault, before, moves)),
            }
            moves += 1;
        }
        found.games += 1;
        found.moves += moves;
        found.longest = found.longest.max(moves);
        if !state.is_over() {
            found.capped += 1;
            continue;
        }
        match machine.winner(program, &mut state) {
            Ok(Some(winner)) => found.wins[usize::from(winner) % MOST_PLAYERS] += 1,
            Ok(None) => found.draws += 1,
            Err(fault) => return Err((fault, before, moves)),
        }
    }
    Ok(())
}

/// The fault that this game meets after so many answers, with the board on which that happens: played once more from
/// the same numbers, so that games without faults keep nothing.
#[cold]
fn met_again(game: &Game, mut rng: Rng, moves: u64) -> Option<Fault> {
    let mut play = Match::new(game).ok()?;
    for _ in 0..=moves {
        let choice = play.choices().get(rng.below(play.choices().len())).copied()?;
        if let Err(fault) = play.play(choice) {
            return Some(fault);
        }
    }
    None
}
