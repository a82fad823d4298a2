//! In: nothing but how to print. Out: how the time of a move grows with the board, the seeds, the players and the rounds. Never here: games of the library.
use crate::args::Format;
use crate::clock::Clock;
use crate::lookup::{Shelf, game};
use crate::stop::Stop;
use mcl_interpreter::search::{self, Rng};
use mcl_interpreter::{EventKind, Game, Match};
use mcl_lang::source::Source;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Moves after which a random game is given up.
const CAP: u64 = 10_000;
/// How long each game is played.
const TIME: Duration = Duration::from_millis(100);
/// Games in which the seeds are counted that a move sows.
const COUNTED: u64 = 10;

/// What a move of the generated games is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// One lap, and a capture of two or three.
    Lap,
    /// Laps until one ends in an empty house, or twenty: unbounded ones can go on for millions.
    Relay,
}

/// One size of a generated game.
#[derive(Clone, Copy, Debug, Serialize)]
struct Size {
    /// What is varied from this row of the table to its neighbours.
    varied: &'static str,
    kind: Kind,
    players: u32,
    /// In each row, or of each player.
    houses: u32,
    /// In each house at first.
    seeds: u32,
    rounds: u32,
}

/// What was measured of it. Tenths are whole numbers: a report of ten times the mean is exact.
#[derive(Debug, Serialize)]
struct Measured {
    #[serde(flatten)]
    size: Size,
    games: u64,
    moves: u64,
    ns_per_move: u64,
    tenths_of_seeds_per_move: u64,
    tenths_of_ns_per_seed: u64,
}

/// The whole table.
pub(super) fn run(format: Format, seed: u64) -> Result<String, Stop> {
    let rows = sizes().into_iter().map(|size| measure(size, seed)).collect::<Result<Vec<_>, _>>()?;
    match format {
        Format::Json => super::json(&rows),
        Format::Human => Ok(table(&rows)),
    }
}

fn sizes() -> Vec<Size> {
    let mut sizes = Vec::new();
    for kind in [Kind::Lap, Kind::Relay] {
        let usual = Size { varied: "", kind, players: 2, houses: 6, seeds: 4, rounds: 1 };
        sizes.extend([4, 6, 8, 12, 16, 24, 32, 40].map(|houses| Size { varied: "houses", houses, ..usual }));
        sizes.extend([1, 2, 3, 4, 6, 8, 10, 12].map(|seeds| Size { varied: "seeds", seeds, ..usual }));
        sizes.extend([2, 3, 4].map(|players| Size { varied: "players", players, ..usual }));
        sizes.extend([1, 2, 4, 8].map(|rounds| Size { varied: "rounds", rounds, ..usual }));
    }
    sizes
}

/// The rules of one size: two rows, or a circle where the players are varied.
fn rules(size: Size) -> String {
    let Size { varied, kind, players, houses, seeds, rounds } = size;
    let board = if varied == "players" { circle(players, houses) } else { format!("rows 2; houses {houses}; stores") };
    let turn = match kind {
        Kind::Lap => {
            "    sow h skipping h\n    when not (last in own) and last.seeds in {2, 3} -> capture last\n".to_owned()
        }
        Kind::Relay => {
            "    laps from h {\n      when last.was > 0 and lap < 20 -> relay\n      when last.was == 0             -> capture last\n    }\n".to_owned()
        }
    };
    let endless = if kind == Kind::Relay { "  endless -> end turn\n" } else { "" };
    let more = format!(
        "  rounds {{\n    over when round >= {rounds}\n    between {{ for p in players, h in row of p {{ move min({seeds}, p.store.seeds) from p.store to h }} }}\n  }}\n"
    );
    let more = if rounds > 1 { more } else { String::new() };
    format!(
        "edition 1\n\ngame \"Generated\" {{\n  board {{ {board} }}\n  setup {{ fill {seeds} }}\n  turn {{\n    choose h in own where h.seeds > 0\n\
         {turn}  }}\n{endless}  end {{ when stuck or played >= 200 -> each captures own }}\n{more}  winner most store\n}}\n"
    )
}

/// A circle with an arc for each player.
fn circle(players: u32, houses: u32) -> String {
    let names = ["First", "Second", "Third", "Fourth"];
    let names = || names.iter().zip(0..players).map(|(name, _)| *name);
    let mut letters = 'A'..='Z';
    let mut board = format!("circle {}; players {}", players * houses, names().collect::<Vec<_>>().join(" "));
    for name in names() {
        let arc = letters.by_ref().zip(0..houses).map(|(letter, _)| letter.to_string()).collect::<Vec<_>>();
        // Writing to a text cannot fail.
        let _ = write!(board, "; owner {name}: {}", arc.join(" "));
    }
    board
}

fn measure(size: Size, seed: u64) -> Result<Measured, Stop> {
    let build = mcl_lang::compile(Source::new("generated", &rules(size)), &Shelf::here(), &[]);
    let Some(program) = build.program else { return Err(Stop::Mistakes(build.sources, build.diagnostics)) };
    let game = game(program)?;
    let fault = |fault| Stop::fault_at_random(&build.sources, &fault, seed);
    let mut rng = Rng::new(seed);
    let (mut games, mut moves, mut next) = (0, 0, 1);
    let clock = Clock::start();
    let mut elapsed = Duration::ZERO;
    while elapsed < TIME {
        let played = search::playouts_with(&game, next, &mut rng, CAP).map_err(fault)?;
        elapsed = clock.elapsed();
        games += played.games;
        moves += played.moves;
        next = (games / 4).max(1);
    }
    let (sown_in, sown) = sown(&game, seed).map_err(fault)?;
    let nanos = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
    let ns_per_move = nanos / moves.max(1);
    let tenths_of_seeds_per_move = sown * 10 / sown_in.max(1);
    let tenths_of_ns_per_seed = ns_per_move * 100 / tenths_of_seeds_per_move.max(1);
    Ok(Measured { size, games, moves, ns_per_move, tenths_of_seeds_per_move, tenths_of_ns_per_seed })
}

/// Moves of some random games, and the seeds sown in them.
fn sown(game: &Game, seed: u64) -> Result<(u64, u64), mcl_interpreter::Fault> {
    let mut rng = Rng::new(seed);
    let (mut moves, mut seeds) = (0, 0);
    for _ in 0..COUNTED {
        let mut play = Match::new(game)?;
        while let Some(choice) = play.choices().get(rng.below(play.choices().len())).copied() {
            play.play(choice)?;
            moves += 1;
            let dropped = play.events().iter().filter(|event| matches!(event.kind, EventKind::Dropped { .. }));
            seeds += dropped.count() as u64;
        }
    }
    Ok((moves, seeds))
}

fn table(rows: &[Measured]) -> String {
    let mut text = format!(
        "{:<8} {:>7} {:>7} {:>6} {:>6} {:>9} {:>11} {:>8}",
        "varied", "players", "houses", "seeds", "rounds", "ns/move", "seeds/move", "ns/seed"
    );
    let mut kind = None;
    for row in rows {
        let Size { varied, players, houses, seeds, rounds, .. } = row.size;
        if kind != Some(row.size.kind) {
            kind = Some(row.size.kind);
            text.push_str(match row.size.kind {
                Kind::Lap => "\none lap a move",
                Kind::Relay => "\nlaps until one ends in an empty house, twenty at most",
            });
        }
        let (per_move, per_seed) = (tenths(row.tenths_of_seeds_per_move), tenths(row.tenths_of_ns_per_seed));
        let _ = write!(
            text,
            "\n{varied:<8} {players:>7} {houses:>7} {seeds:>6} {rounds:>6} {:>9} {per_move:>11} {per_seed:>8}",
            row.ns_per_move
        );
    }
    text
}

fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

#[cfg(test)]
mod tests {
    use super::{rules, sizes, sown};
    use crate::lookup::{Shelf, game};
    use mcl_lang::source::Source;

    #[test]
    fn every_size_is_a_game_without_a_warning_and_can_be_played() {
        for size in sizes() {
            let build = mcl_lang::compile(Source::new("generated", &rules(size)), &Shelf::here(), &[]);
            assert!(build.diagnostics.is_empty(), "{size:?}: {:?}\n{}", build.diagnostics, rules(size));
            let program = build.program.unwrap();
            let sites = size.players * (size.houses + 1);
            assert_eq!(program.layout.sites.len(), usize::try_from(sites).unwrap());
            let (moves, seeds) = sown(&game(program).ok().unwrap(), 42).unwrap();
            assert!(seeds >= moves && moves > 0, "{size:?}");
        }
    }
}
