//! In: the name of a game of the library, or rules as text. Out: the game, and what its random games consist of. Never here: clocks.
use mcl_interpreter::search::Rng;
use mcl_interpreter::{EventKind, Game, Match};
use mcl_lang::loader::{Loader, Texts};
use mcl_lang::source::Source;
use std::error::Error;

/// What goes wrong in a measurement is told and ends it.
pub(crate) type Told<T> = Result<T, Box<dyn Error>>;

/// Answers after which a random game is given up.
pub(crate) const CAP: u64 = 10_000;

/// The games and libraries that come with the language.
pub(crate) const LIBRARY: Texts = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };

/// A game of the library.
pub(crate) fn game(name: &str) -> Told<Game> {
    compiled(LIBRARY.game(name).ok_or_else(|| format!("the library has no game {name}"))?)
}

/// The game of a text.
pub(crate) fn compiled(source: Source) -> Told<Game> {
    let build = mcl_lang::compile(source, &LIBRARY, &[]);
    let mistakes = build.diagnostics.iter().map(|found| format!("{found:?}")).collect::<Vec<_>>();
    let program = build.program.ok_or_else(|| mistakes.join("\n"))?;
    Game::new(program).map_err(|broken| broken.to_string().into())
}

/// What random games consist of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Consists {
    pub(crate) moves: u64,
    pub(crate) laps: u64,
    pub(crate) seeds: u64,
}

/// The games that `search::playouts` plays from this seed, told event by event.
pub(crate) fn consists(game: &Game, games: u64, seed: u64) -> Told<Consists> {
    let mut rng = Rng::new(seed);
    let mut found = Consists::default();
    for _ in 0..games {
        let mut play = Match::new(game)?;
        let mut moves = 0;
        while !play.choices().is_empty() && moves < CAP {
            let number = rng.below(play.choices().len());
            let Some(choice) = play.choices().get(number).copied() else { break };
            play.play(choice)?;
            moves += 1;
            for event in play.events() {
                match event.kind {
                    EventKind::Lifted { .. } => found.laps += 1,
                    EventKind::Dropped { .. } => found.seeds += 1,
                    EventKind::Captured { .. }
                    | EventKind::Moved { .. }
                    | EventKind::Brought { .. }
                    | EventKind::Marked { .. }
                    | EventKind::Unmarked { .. }
                    | EventKind::Given { .. }
                    | EventKind::Swapped { .. }
                    | EventKind::RoundEnds { .. }
                    | EventKind::RoundBegins { .. }
                    | EventKind::WentRound { .. }
                    | EventKind::MovesAgain { .. }
                    | EventKind::Passed { .. }
                    | EventKind::Declined { .. }
                    | EventKind::Ended => {}
                }
            }
        }
        found.moves += moves;
    }
    Ok(found)
}
