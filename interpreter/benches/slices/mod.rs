//! In: things to be compared. Out: slices of each in turn, by the processor time of this thread, and their ratio. Never here: what is agreed.
use crate::shelf::{self, CAP, Told};
use crate::{Pair, SEED};
use mcl_interpreter::Game;
use mcl_interpreter::search::{self, Rng};
use mcl_lang::source::Source;
use std::fs;
use std::hint::black_box;
use std::path::Path;

/// Slices of each; an odd number has a middle.
const SLICES: usize = 15;
/// What a slice of the faster takes, in nanoseconds.
const SLICE: u64 = 50_000_000;

/// Nanoseconds this thread has run, as Linux counts them.
fn thread_time() -> Told<u64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split_whitespace().next().ok_or("schedstat is empty")?.parse()?)
}

/// What something takes.
fn taken(mut something: impl FnMut() -> Told<()>) -> Told<u64> {
    let before = thread_time()?;
    something()?;
    Ok(thread_time()?.saturating_sub(before).max(1))
}

/// How often something must be done to fill a slice.
fn times(mut something: impl FnMut(u64) -> Told<()>) -> Told<u64> {
    let mut count = 1;
    loop {
        let nanos = taken(|| something(count))?;
        if nanos > SLICE / 4 {
            return Ok((count * SLICE / nanos).max(1));
        }
        count *= 2;
    }
}

/// Prints how much longer the machine takes than the same by hand.
pub(crate) fn ratios(pairs: &[Pair]) -> Told<()> {
    println!("\n{SLICES} slices each in turn, processor time of this thread: machine / by hand");
    println!("{:<18} {:>8} {:>8} {:>8} {:>12} {:>12}", "", "ratio", "least", "most", "machine", "by hand");
    for pair in pairs {
        let rng = || Rng::new(SEED);
        let by_hand = |games| {
            black_box((pair.play)(games, &mut rng()));
            Ok(())
        };
        let games = times(by_hand)?;
        let moves = (pair.play)(games, &mut rng()).moves;
        let by_rules = || Ok(search::playouts_with(&pair.game, games, &mut rng(), CAP).map(|_| ())?);
        let found = in_turn(|| by_hand(games), by_rules)?;
        told(&format!("{} playouts", pair.name), &found, |nanos| format!("{} ns/move", tenths(nanos * 10 / moves)));
        let by_hand = |times| {
            (0..times).for_each(|_| _ = black_box((pair.perft)(black_box(8))));
            Ok(())
        };
        let repeats = times(by_hand)?;
        let by_rules = || (0..repeats).try_for_each(|_| pair.lines(black_box(8)).map(|_| ()));
        let found = in_turn(|| by_hand(repeats), by_rules)?;
        told(&format!("{} perft 8", pair.name), &found, |nanos| format!("{} ms", tenths(nanos / repeats / 100_000)));
    }
    Ok(())
}

/// The times of both, slice by slice, the one by hand first.
fn in_turn(by_hand: impl Fn() -> Told<()>, by_rules: impl Fn() -> Told<()>) -> Told<Vec<(u64, u64)>> {
    (0..SLICES).map(|_| Ok((taken(&by_hand)?, taken(&by_rules)?))).collect()
}

/// The ratio of the sums, and the least and most of any two neighbouring slices.
fn told(what: &str, found: &[(u64, u64)], unit: impl Fn(u64) -> String) {
    let (by_hand, by_rules) = found.iter().fold((0, 0), |(one, other), (hand, rules)| (one + hand, other + rules));
    let mut each = found.iter().map(|(hand, rules)| rules * 100 / hand).collect::<Vec<_>>();
    each.sort_unstable();
    let end = |place: Option<&u64>| hundredths(place.copied().unwrap_or(0));
    let (least, most) = (end(each.first()), end(each.last()));
    let slices = found.len() as u64;
    let ratio = hundredths(by_rules * 100 / by_hand);
    println!(
        "{what:<18} {ratio:>8} {least:>8} {most:>8} {:>12} {:>12}",
        unit(by_rules / slices),
        unit(by_hand / slices)
    );
}

/// Games that were made up for this, beside those of the library, all in turn.
pub(crate) fn variants() -> Told<()> {
    let mut games = vec![("kalah".to_owned(), shelf::game("kalah")?), ("oware".to_owned(), shelf::game("oware")?)];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/variants");
    let mut files = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Told<Vec<_>>>()?;
    files.sort();
    for file in files {
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = fs::read_to_string(&file)?;
        games.push((name.clone(), shelf::compiled(Source::new(&name, &text))?));
    }
    println!("\nrandom games, {SLICES} slices each in turn");
    println!("{:<28} {:>8} {:>10} {:>10} {:>10}", "", "ns/move", "moves/game", "seeds/move", "laps/move");
    let sizes = games.iter().map(|(_, game)| times(|count| play(game, count))).collect::<Told<Vec<_>>>()?;
    let mut nanos = vec![0; games.len()];
    for _ in 0..SLICES {
        for (at, (_, game)) in games.iter().enumerate() {
            nanos[at] += taken(|| play(game, sizes[at]))?;
        }
    }
    for (at, (name, game)) in games.iter().enumerate() {
        let moves = search::playouts(game, sizes[at], SEED, CAP)?.moves;
        let per_move = tenths(nanos[at] * 10 / (moves * SLICES as u64));
        let few = shelf::consists(game, 500, SEED)?;
        let [length, seeds, laps] =
            [few.moves * 10 / 500, few.seeds * 10 / few.moves, few.laps * 10 / few.moves].map(tenths);
        println!("{name:<28} {per_move:>8} {length:>10} {seeds:>10} {laps:>10}");
    }
    Ok(())
}

fn play(game: &Game, games: u64) -> Told<()> {
    Ok(search::playouts(game, games, SEED, CAP).map(|found| _ = black_box(found))?)
}

fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

fn hundredths(number: u64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}
