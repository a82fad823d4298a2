//! In: `fault/NAME.mcl`, in order until it is played. Out: whether it fails at the marked clause, worded as in `NAME.out`. Never here: check errors.
//!
//! `-- play: A b` gives the answers, by their exact texts, and `-- position: …` where they begin; the last of them fails at the line with `--~ MCL0601`.
//! A file without answers fails when it is started.
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, play, render};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::{Fault, Game, Match};
use mcl_lang::compile;
use mcl_lang::source::{Source, Sources};
use std::path::Path;

pub(crate) fn trials() -> Vec<Trial> {
    corpus::trials("fault", "mcl", case)
}

fn case(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let build = compile(Source::new(&name, &text), &Shelf::beside(file), &[]);
    let errors = build.diagnostics.iter().filter(|found| found.is_error()).cloned().collect::<Vec<_>>();
    let Some(program) = build.program else { return fail(render::all(&errors, &build.sources)) };
    let game = Game::new(program).map_err(|broken| Failed::from(broken.to_string()))?;
    let fault = played(&game, &text)?;
    marked(&fault, &text, &build.sources)?;
    corpus::golden(&file.with_extension("out"), &render::one(&fault.diagnostic(), &build.sources))
}

/// The fault that the last answer brings about.
fn played(game: &Game, text: &str) -> Result<Fault, Failed> {
    let head =
        |name: &str| text.lines().find_map(|line| line.strip_prefix("-- ")?.strip_prefix(name)?.strip_prefix(": "));
    let mut game = match Match::new(game) {
        Ok(game) => game,
        Err(fault) => return Ok(fault),
    };
    if let Some(position) = head("position") {
        game.set_position(position).map_err(|error| Failed::from(error.to_string()))?;
    }
    for answer in head("play").unwrap_or_default().split_whitespace() {
        let offered = game.choices().iter().map(|choice| game.text(*choice)).collect::<Vec<_>>();
        let choice =
            play::choice(&game, answer).ok_or_else(|| Failed::from(format!("{answer} is not among {offered:?}")))?;
        let before = (game.position(), game.state().clone());
        if let Err(fault) = game.play(choice) {
            let after = (game.position(), game.state().clone());
            return if before == after { Ok(fault) } else { Err("the match does not stand where it stood".into()) };
        }
    }
    Err("nothing fails".into())
}

fn marked(fault: &Fault, text: &str, sources: &Sources) -> Verdict {
    let line = sources.get(fault.span.file).map_or(0, |source| source.position(fault.span.start).0);
    let marker = format!("--~ {}", fault.diagnostic().code);
    let there = text.lines().nth(line.wrapping_sub(1)).unwrap_or("");
    if there.trim_end().ends_with(&marker) {
        Ok(())
    } else {
        fail(format!("{fault} at line {line}, which has no `{marker}`: {there}"))
    }
}
