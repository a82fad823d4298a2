//! In: games of the library, the same games by hand, made-up variants. Out: how fast each is, and the ratio of both from one interleaved run. Never here: rules.
//!
//! First everything must agree; then criterion measures group by group; then slices of the machine and of the
//! hand-written games take turns, so that the ratio does not vary with the load.
#![expect(clippy::disallowed_methods, reason = "this measures from outside: arguments and files are its business")]
#![expect(clippy::print_stdout, reason = "what is measured is told")]
mod baseline;
mod shelf;
mod slices;

use baseline::{Tally, kalah, oware};
use criterion::Criterion;
use mcl_interpreter::search::{self, Playouts, Rng};
use mcl_interpreter::{Game, History};
use mcl_lang::loader::Loader;
use mcl_lang::source::{Source, Sources};
use shelf::{CAP, LIBRARY, Told};
use std::env;
use std::hint::black_box;

/// Lines of 1, 2, … moves.
const KALAH_LINES: [u64; 8] = [6, 35, 185, 942, 4690, 23_233, 114_430, 563_055];
const OWARE_LINES: [u64; 8] = [6, 36, 190, 1014, 5219, 27_332, 139_157, 711_414];
/// What 200,000 games from seed 42 give: moves, wins of both, draws, the longest.
const CHECKED: u64 = 200_000;
const SEED: u64 = 42;
const KALAH_GAMES: Tally =
    Tally { games: CHECKED, moves: 8_798_105, wins: [96_794, 90_581], draws: 12_625, longest: 87 };
const OWARE_GAMES: Tally =
    Tally { games: CHECKED, moves: 20_793_639, wins: [91_614, 97_052], draws: 11_334, longest: 398 };

/// One game, by rules and by hand.
pub(crate) struct Pair {
    name: &'static str,
    game: Game,
    play: fn(u64, &mut Rng) -> Tally,
    perft: fn(u32) -> u64,
    games: Tally,
    lines: [u64; 8],
}

fn main() -> Told<()> {
    let pairs = pairs()?;
    pairs.iter().try_for_each(agree)?;
    println!("by rules and by hand agree: {CHECKED} games from seed {SEED}, perft 1 to 8\n");
    let mut criterion = Criterion::default().configure_from_args();
    for pair in &pairs {
        playouts(&mut criterion, pair);
        perft(&mut criterion, pair);
    }
    reading(&mut criterion)?;
    criterion.final_summary();
    // Under `cargo test` everything runs once and nothing is measured.
    if env::args().any(|arg| arg == "--bench") {
        slices::ratios(&pairs)?;
        slices::variants()?;
    }
    Ok(())
}

fn pairs() -> Told<[Pair; 2]> {
    Ok([
        Pair {
            name: "kalah",
            game: shelf::game("kalah")?,
            play: |games, rng| {
                let mut tally = Tally::default();
                (0..games).for_each(|_| kalah::playout(rng, &mut tally));
                tally
            },
            perft: kalah::perft,
            games: KALAH_GAMES,
            lines: KALAH_LINES,
        },
        Pair {
            name: "oware",
            game: shelf::game("oware")?,
            play: |games, rng| {
                let (mut tally, mut before) = (Tally::default(), oware::Before::new());
                (0..games).for_each(|_| oware::playout(rng, &mut before, &mut tally));
                tally
            },
            perft: oware::perft,
            games: OWARE_GAMES,
            lines: OWARE_LINES,
        },
    ])
}

impl Pair {
    /// Lines of exactly so many moves, by the rules.
    pub(crate) fn lines(&self, depth: u32) -> Told<u64> {
        let start = self.game.start(&mut self.game.machine(), &mut History::default(), &mut ())?;
        Ok(search::perft(&self.game, &start, depth)?)
    }
}

/// Figures that differ are no measure of anything.
fn agree(pair: &Pair) -> Told<()> {
    let Pair { name, game, games, .. } = pair;
    let by_hand = (pair.play)(CHECKED, &mut Rng::new(SEED));
    let by_rules = tally(&search::playouts(game, CHECKED, SEED, CAP)?);
    if by_hand != *games || by_rules != *games {
        return Err(format!("{name}: expected {games:?}\nby hand {by_hand:?}\nby rules {by_rules:?}").into());
    }
    for (depth, expected) in (1..).zip(pair.lines) {
        let (by_hand, by_rules) = ((pair.perft)(depth), pair.lines(depth)?);
        if by_hand != expected || by_rules != expected {
            return Err(format!("{name}: perft {depth} is {expected}, by hand {by_hand}, by rules {by_rules}").into());
        }
    }
    Ok(())
}

fn tally(found: &Playouts) -> Tally {
    let [first, second, ..] = found.wins;
    Tally { games: found.games, moves: found.moves, wins: [first, second], draws: found.draws, longest: found.longest }
}

/// A hundred games at once.
fn playouts(criterion: &mut Criterion, pair: &Pair) {
    let mut group = criterion.benchmark_group(format!("{}/100 playouts", pair.name));
    let mut rng = Rng::new(SEED);
    group.bench_function("baseline", |bencher| bencher.iter(|| black_box((pair.play)(100, &mut rng))));
    let mut rng = Rng::new(SEED);
    group.bench_function("vm", |bencher| {
        bencher.iter(|| black_box(search::playouts_with(&pair.game, 100, &mut rng, CAP)))
    });
    group.finish();
}

fn perft(criterion: &mut Criterion, pair: &Pair) {
    let mut group = criterion.benchmark_group(format!("{}/perft 6", pair.name));
    group.bench_function("baseline", |bencher| bencher.iter(|| (pair.perft)(black_box(6))));
    group.bench_function("vm", |bencher| bencher.iter(|| pair.lines(black_box(6)).ok()));
    group.finish();
}

/// The longest text of the library, read and compiled.
fn reading(criterion: &mut Criterion) -> Told<()> {
    let longest = mcl_stdlib::GAMES.iter().max_by_key(|(_, text)| text.len());
    let (name, text) = longest.ok_or("the library has no games")?;
    let mut sources = Sources::default();
    let source = Source::new(name, text);
    let file = sources.add(source.clone());
    let mut group = criterion.benchmark_group(format!("{name}, {} bytes", text.len()));
    group.bench_function("parse", |bencher| bencher.iter(|| black_box(mcl_lang::parse::parse(&source, file))));
    let loader: &dyn Loader = &LIBRARY;
    group.bench_function("compile", |bencher| {
        bencher.iter(|| black_box(mcl_lang::compile(source.clone(), loader, &[])))
    });
    group.finish();
    Ok(())
}
