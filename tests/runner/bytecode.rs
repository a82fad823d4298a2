//! In: `bytecode/NAME.mcl`, a small game. Out: whether it becomes the instructions in `NAME.out`. Never here: running them.
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, render};
use libtest_mimic::Trial;
use mcl_lang::bytecode::listing;
use mcl_lang::compile;
use mcl_lang::source::Source;
use std::path::Path;

pub(crate) fn trials() -> Vec<Trial> {
    corpus::trials("bytecode", "mcl", case)
}

fn case(file: &Path) -> Verdict {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let build = compile(Source::new(&name, &corpus::read(file)?), &Shelf::beside(file), &[]);
    match build.program {
        Some(program) => corpus::golden(&file.with_extension("out"), &listing(&program, &build.sources)),
        None => fail(render::all(&build.diagnostics, &build.sources)),
    }
}
