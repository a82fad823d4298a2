//! In: `tests/examples`, the complete examples of the language's design and whole games kept for one fault. Out: whether each is without a word of report, passes its tests and plays. Never here: what they mean.
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, render};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::search::playouts;
use mcl_interpreter::{Game, run_test};
use mcl_lang::compile_tests;
use mcl_lang::source::Source;
use std::path::Path;

pub(crate) fn trials() -> Vec<Trial> {
    corpus::trials("examples", "mcl", plays)
}

/// Nothing to report, every test passes, and random games meet no fault.
fn plays(file: &Path) -> Verdict {
    let build = compile_tests(Source::new(&corpus::stem(file), &corpus::read(file)?), &Shelf::library(), &[]);
    if !build.diagnostics.is_empty() {
        return fail(render::all(&build.diagnostics, &build.sources));
    }
    for test in &build.tests {
        run_test(test)
            .map_err(|failure| Failed::from(format!("{}: {} {:?}", test.name, failure.message, failure.details)))?;
    }
    let Some(program) = build.program else { return fail("no program") };
    let game = Game::new(program).map_err(|broken| Failed::from(broken.to_string()))?;
    playouts(&game, 40, 5, 2_000).map_err(|fault| Failed::from(fault.to_string()))?;
    Ok(())
}
