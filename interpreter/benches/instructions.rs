//! In: games of the library. Out: processor instructions per move of random games, counted by callgrind and held against `instructions.txt`. Never here: time.
//!
//! `BLESS=1` writes the file. Instructions do not vary with the load of the machine; with another compiler they may.
#![expect(
    clippy::disallowed_methods,
    reason = "this measures from outside: arguments, files and children are its business"
)]
#![expect(clippy::print_stdout, reason = "what is measured is told")]
mod shelf;

use mcl_interpreter::search::playouts;
use shelf::{CAP, Told};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// What the child is called with, before the name of the game and the number of games.
const PLAY: &str = "--play";
/// The seed of all random games.
const SEED: u64 = 42;
/// Worse by more than so many hundredths fails; better by more is worth a new file.
const TOLERANCE: u64 = 3;
/// Games, and how many of them are played in the two runs whose difference counts.
const GAMES: [(&str, u64, u64); 4] =
    [("kalah", 100, 1100), ("oware", 50, 550), ("adi", 50, 350), ("um-el-banat", 2, 22)];

/// What was counted of one game.
struct Counted {
    game: &'static str,
    /// Instructions for ten moves.
    ten_moves: u64,
    /// Instructions for ten laps.
    ten_laps: u64,
}

fn main() -> Told<ExitCode> {
    let given = env::args().collect::<Vec<_>>();
    if let [_, what, game, games] = &given[..]
        && what == PLAY
    {
        playouts(&shelf::game(game)?, games.parse()?, SEED, CAP)?;
        return Ok(ExitCode::SUCCESS);
    }
    let in_ci = env::var("CI").is_ok();
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions: skipped, valgrind is not installed");
        return Ok(if in_ci { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let counted = GAMES.iter().map(|(game, few, many)| count(game, *few, *many)).collect::<Told<Vec<_>>>()?;
    if env::var("BLESS").is_ok_and(|bless| bless == "1") {
        return bless(&counted, in_ci);
    }
    compare(&counted)
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt")
}

/// The difference of two runs, so that compiling and starting do not count.
fn count(game: &'static str, few: u64, many: u64) -> Told<Counted> {
    let rules = shelf::game(game)?;
    let (one, other) = (shelf::consists(&rules, few, SEED)?, shelf::consists(&rules, many, SEED)?);
    if playouts(&rules, few, SEED, CAP)?.moves != one.moves {
        return Err(format!("{game}: random games told by event are not those that are counted").into());
    }
    let instructions = instructions(game, many)?.saturating_sub(instructions(game, few)?);
    Ok(Counted {
        game,
        ten_moves: instructions * 10 / (other.moves - one.moves).max(1),
        ten_laps: instructions * 10 / (other.laps - one.laps).max(1),
    })
}

/// This program once more, under callgrind.
fn instructions(game: &str, games: u64) -> Told<u64> {
    let mut child = Command::new("valgrind");
    child.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(env::current_exe()?);
    let output = child.args([PLAY, game, &games.to_string()]).output()?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{game} under valgrind: {told}").into());
    }
    let counted = told.lines().find_map(|line| line.split_once("Collected :"));
    let (_, number) = counted.ok_or_else(|| format!("valgrind does not tell how many: {told}"))?;
    Ok(number.trim().parse()?)
}

fn bless(counted: &[Counted], in_ci: bool) -> Told<ExitCode> {
    if in_ci {
        println!("instructions: BLESS is set, and so is CI: what is expected is never written there");
        return Ok(ExitCode::FAILURE);
    }
    let lines = counted.iter().map(|found| format!("{} {}\n", found.game, tenths(found.ten_moves)));
    fs::write(file(), lines.collect::<String>())?;
    compare(counted)
}

fn compare(counted: &[Counted]) -> Told<ExitCode> {
    let text = fs::read_to_string(file())?;
    let mut worse = false;
    println!("{:<12} {:>10} {:>10} {:>10}", "game", "per move", "expected", "per lap");
    for Counted { game, ten_moves, ten_laps } in counted {
        let expected = text.lines().find_map(|line| line.strip_prefix(game)?.strip_prefix(' '));
        let expected = expected.ok_or_else(|| format!("instructions.txt has no line for {game}"))?;
        let before = expected.trim().replace('.', "").parse::<u64>()?;
        let verdict = if ten_moves * 100 > before * (100 + TOLERANCE) {
            worse = true;
            "worse: mend it, or say in the commit why it must be and run with BLESS=1"
        } else if ten_moves * 100 < before * (100 - TOLERANCE) {
            "better: run with BLESS=1, so that it stays so"
        } else {
            ""
        };
        let (per_move, per_lap) = (tenths(*ten_moves), tenths(*ten_laps));
        println!("{game:<12} {per_move:>10} {expected:>10} {per_lap:>10}  {verdict}");
    }
    Ok(if worse { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}
