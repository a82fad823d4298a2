//! In: the games as bytecode, whole, damaged and forged. Out: whether what is whole comes back as it was, and nothing else is played or does harm. Never here: what instructions do.
use crate::shelf::Shelf;
use crate::{Verdict, cli, fail};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::search::{Rng, playouts};
use mcl_interpreter::{Game, Limits};
use mcl_lang::bytecode::{LARGEST, Program, decode, encode};
use mcl_lang::compile;
use mcl_lang::source::{Source, Sources};
use std::fs;

/// A small game whose every byte is altered.
const SMALL: &str = r#"game "Small" {
  param eats: Counts = {2}
  board { rows 2; houses 2; stores }
  setup { fill 2 }
  turn {
    choose h in own where h.seeds > 0 must theirs.seeds > 0 if possible
    sow h
    when last in theirs and last.seeds in eats -> capture back from last while here in theirs
  }
  end { when stuck or repeated >= 2 -> each captures own }
  winner most store
}"#;
/// A game with most that bytecode can say: laps, marks, phases, rounds, variables, several answers.
const RICH: &str = r#"game "Rich" {
  board { rows 2; houses 3; stores }
  mark tied of Player { lift never; sow skip }
  state { goals of each player: Int = 0 per match; set: Bool = false per turn }
  setup { fill 2; choose by North either { "keep" -> { }; "turn" -> swap South and North } }
  phase opening { turn { choose h in own where h.liftable, d in directions; sow h going d }; until moves(North) >= 1 }
  turn {
    choose h in own where h.liftable optional "pass"
      must theirs.seeds > 0 if possible
    laps from h {
      when last.seeds == 3 -> { mark last tied of mover; goals = goals + 1; stop }
      when last.was > 0 and lap < 4 -> relay
    }
    let run = back from last while here in theirs and here.seeds in {1, 2}
    when run.seeds < theirs.seeds and not set -> { capture run; set = true; again }
  }
  endless -> end turn
  end { when stuck or repeated >= 3 -> each captures own }
  rounds { over when round >= 3; between { for p in players, h in row of p { move min(2, p.store.seeds) from p.store to h } } }
  winner most p.goals
}"#;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("encoded: a small game, every byte altered", every_byte),
        Trial::test("encoded: cut off, lengthened, empty, huge, no bytecode, of another version", of_no_use),
        Trial::test("encoded: forged small programs do no harm", || forged("small", SMALL, 60_000)),
        Trial::test("encoded: forged rich programs do no harm", || forged("rich", RICH, 60_000)),
        Trial::test("encoded: the command plays what it has built", the_command),
    ];
    trials.extend(mcl_stdlib::GAMES.iter().map(|(name, text)| {
        Trial::test(format!("encoded: {name} comes back, and altered is refused"), move || game(name, text))
    }));
    trials
}

fn compiled(name: &str, text: &str) -> Result<(Program, Sources), Failed> {
    let build = compile(Source::new(name, text), &Shelf::library(), &[]);
    let program = build.program.ok_or_else(|| format!("{name} is no game: {:?}", build.diagnostics))?;
    Ok((program, build.sources))
}

fn encoded(name: &str, text: &str) -> Result<Vec<u8>, Failed> {
    let (program, sources) = compiled(name, text)?;
    encode(&program, &sources).map_err(|found| found.title.into())
}

/// What comes back is the same program and the same texts; a sample of altered bytes is refused.
fn game(name: &str, text: &str) -> Verdict {
    let (program, sources) = compiled(name, text)?;
    let bytes = encode(&program, &sources).map_err(|found| found.title)?;
    let (again, texts) = decode(&bytes).map_err(|found| found.title)?;
    let same = texts.iter().map(Source::text).eq(sources.iter().map(Source::text))
        && texts.iter().map(Source::name).eq(sources.iter().map(Source::name));
    if again != program || !same {
        return fail("the program that comes back is another");
    }
    let mut rng = Rng::new(11);
    for _ in 0..500 {
        let (at, bits) = (rng.below(bytes.len()), 1 + rng.below(255));
        altered(&bytes, at, u8::try_from(bits)?)?;
    }
    Ok(())
}

fn every_byte() -> Verdict {
    let bytes = encoded("small", SMALL)?;
    for at in 0..bytes.len() {
        for bits in [1, 0x80, 0xff] {
            altered(&bytes, at, bits)?;
        }
    }
    Ok(())
}

fn altered(bytes: &[u8], at: usize, bits: u8) -> Verdict {
    let mut worse = bytes.to_vec();
    worse[at] ^= bits;
    if decode(&worse).is_err() { Ok(()) } else { fail(format!("byte {at} altered by {bits:#x}, and still read")) }
}

fn of_no_use() -> Verdict {
    let whole = encoded("small", SMALL)?;
    for len in 1..whole.len() {
        refused(&whole[..len], 803)?;
    }
    refused(&[&whole[..], b"x"].concat(), 803)?;
    refused(b"", 801)?;
    refused(SMALL.as_bytes(), 801)?;
    refused(&vec![0; LARGEST], 801)?;
    refused(&vec![0x8f; LARGEST + 1], 805)?;
    for at in 4..14 {
        let mut other = whole.clone();
        other[at] ^= 1;
        refused(&other, 802)?;
    }
    Ok(())
}

fn refused(bytes: &[u8], code: u16) -> Verdict {
    match decode(bytes) {
        Err(found) if found.code.0 == code => Ok(()),
        Err(found) => fail(format!("{} bytes are refused with {}, not {code}", bytes.len(), found.code)),
        Ok(_) => fail(format!("{} bytes are read, not refused with {code}", bytes.len())),
    }
}

/// Bytes altered at random under a checksum that fits: refused, or played without panic, hang or lost seeds.
fn forged(name: &str, text: &str, forgeries: u32) -> Verdict {
    let whole = encoded(name, text)?;
    // The texts stand at the end and change nothing.
    let program = whole.len() - text.len();
    let mut rng = Rng::new(7);
    let mut played = 0;
    for _ in 0..forgeries {
        let mut worse = whole.clone();
        for _ in 0..=rng.below(2) {
            worse[22 + rng.below(program - 22)] = u8::try_from(rng.below(256))?;
        }
        with_fitting_checksum(&mut worse);
        let Ok((program, _)) = decode(&worse) else { continue };
        played += 1;
        let limits = Limits { steps: 2000, laps: 200, options: 200, ..Limits::default() };
        let game = Game::new(program).map_err(|broken| broken.to_string())?.with_limits(limits);
        // A fault is a good answer.
        let _ = playouts(&game, 2, 3, 40);
    }
    if played > forgeries / 100 { Ok(()) } else { fail(format!("only {played} forgeries are played")) }
}

/// FNV-1a of all but the checksum itself, which stands at 14 to 22.
fn with_fitting_checksum(bytes: &mut [u8]) {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = bytes[..14].iter().chain(&bytes[22..]).fold(0xcbf2_9ce4_8422_2325, mix);
    bytes[14..22].copy_from_slice(&sum.to_le_bytes());
}

/// Built and played by the command: the same counts, traces, games and listings; tests and settings are not in it.
fn the_command() -> Verdict {
    let folder = std::env::temp_dir().join(format!("mcl-build-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let run = |arguments: &[&str]| cli::ended(&folder, arguments);
    let (code, _, err) = run(&["build", "kalah", "--set", "start=3"])?;
    if code != Some(0) {
        return fail(err);
    }
    fs::copy(folder.join("kalah.mclb"), folder.join("otherwise.called"))?;
    let set = ["--set", "start=3"];
    for words in [
        &["perft", "kalah", "--depth", "5"][..],
        &["trace", "kalah", "C", "F"],
        &["play", "kalah", "--south", "random", "--north", "greedy"],
        &["check", "kalah", "--bytecode"],
    ] {
        let text = run(&[words, &set].concat())?;
        for file in ["kalah.mclb", "otherwise.called"] {
            let built = words.iter().map(|word| if *word == "kalah" { file } else { word }).collect::<Vec<_>>();
            let (code, out, err) = run(&built)?;
            let out = out.replace("otherwise", "kalah");
            if (code, &out, &err) != (text.0, &text.1, &text.2) {
                return fail(format!("mcl {}: not as the text, but\n{out}\n{err}", built.join(" ")));
            }
        }
    }
    // The words in which parameters are told come from the rules; what is in force is known all the same.
    let (code, out, _) = run(&["check", "kalah.mclb"])?;
    let told = "kalah: ok  \"Kalah\", 2 rows of 6 houses, 36 seeds\n  start = 3\n  lone_seed = no\n";
    if code != Some(0) || out != told {
        return fail(format!("mcl check kalah.mclb: {code:?}\n{out}"));
    }
    let wrong = [
        (&["test", "kalah.mclb"][..], "kalah.mclb is bytecode, not rules as they are written"),
        (&["test", "kalah.mclb", "--coverage"], "kalah.mclb is bytecode, not rules as they are written"),
        (&["rules", "kalah.mclb"], "kalah.mclb is bytecode, not rules as they are written"),
        (&["new", "mine", "--like", "kalah.mclb"], "kalah.mclb is bytecode, not rules as they are written"),
        (&["perft", "kalah.mclb", "--depth", "1", "--set", "start=4"], "everything is set for good"),
    ];
    for (words, message) in wrong {
        let (code, _, err) = run(words)?;
        if code != Some(1) || !err.contains(message) {
            return fail(format!("mcl {}: {code:?}, {err}", words.join(" ")));
        }
    }
    Ok(fs::remove_dir_all(&folder)?)
}
