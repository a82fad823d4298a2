//! In: nothing, and every game of the library. Out: whether what `mcl new` writes checks clean, passes its tests and is played to an end. Never here: other commands.
use crate::{Verdict, cli, fail};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("new: a first game", || written("first", &["new", "my-game"])),
        Trial::test("new: like a game of one's own", like_ones_own),
        Trial::test("new: nothing is overwritten", nothing_is_overwritten),
    ];
    trials.extend(mcl_stdlib::GAMES.iter().map(|(game, _)| {
        Trial::test(format!("new: like {game}"), move || written(game, &["new", "my-game", "--like", game]))
    }));
    trials
}

/// A folder of this trial's own, empty.
fn folder(name: &str) -> Result<PathBuf, Failed> {
    let folder = std::env::temp_dir().join(format!("mcl-new-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs a command that must end well.
fn well(folder: &Path, arguments: &[&str]) -> Verdict {
    let (code, out, err) = cli::ended(folder, arguments)?;
    if code == Some(0) { Ok(()) } else { fail(format!("mcl {}: {code:?}\n{out}\n{err}", arguments.join(" "))) }
}

fn written(name: &str, arguments: &[&str]) -> Verdict {
    let folder = folder(name)?;
    well(&folder, arguments)?;
    stands(&folder, "my-game.mcl")?;
    every_section_can_be_taken(&folder)?;
    Ok(fs::remove_dir_all(folder)?)
}

fn stands(folder: &Path, file: &str) -> Verdict {
    well(folder, &["check", file, "--deny", "warnings"])?;
    well(folder, &["fmt", "--check", file])?;
    well(folder, &["test", file])?;
    well(folder, &["play", file, "--south", "random", "--north", "random"])
}

/// The sections behind dashes stand as they are when the dashes are taken away.
fn every_section_can_be_taken(folder: &Path) -> Verdict {
    let text = fs::read_to_string(folder.join("my-game.mcl"))?;
    let Some((head, body)) = text.split_once("Take the dashes away") else { return Ok(()) };
    let bare = body.lines().map(|line| line.strip_prefix("  -- ").unwrap_or(line)).collect::<Vec<_>>().join("\n");
    fs::write(folder.join("bare.mcl"), format!("{head}{bare}\n"))?;
    well(folder, &["check", "bare.mcl"])?;
    well(folder, &["test", "bare.mcl"])
}

fn like_ones_own() -> Verdict {
    let folder = folder("own")?;
    well(&folder, &["new", "mine-2", "--title", "Mine"])?;
    well(&folder, &["new", "other", "--like", "mine-2.mcl"])?;
    stands(&folder, "other.mcl")?;
    Ok(fs::remove_dir_all(folder)?)
}

fn nothing_is_overwritten() -> Verdict {
    let folder = folder("there")?;
    fs::write(folder.join("there.mcl"), "mine")?;
    let (code, _, err) = cli::ended(&folder, &["new", "there"])?;
    let kept = fs::read_to_string(folder.join("there.mcl"))?;
    fs::remove_dir_all(folder)?;
    let refused = code == Some(2) && err.contains("there.mcl is there already");
    if refused && kept == "mine" { Ok(()) } else { fail(format!("{code:?}, {err}, {kept}")) }
}
