//! In: the corpora of `tests/`. Out: their cases as trials. Never here: anything that the product itself needs.
mod bad_input;
mod bytecode;
mod check;
mod cli;
mod corpus;
mod encoded;
mod examples;
mod fault;
mod format;
mod games;
mod host;
mod new;
mod pages;
mod play;
mod properties;
mod reference;
mod render;
mod rules;
mod schema;
mod shelf;
mod spelling;
mod table;
mod texts;
mod tree;
mod tutorial;

use libtest_mimic::{Failed, Trial};

/// How a trial ends.
type Verdict = Result<(), Failed>;

/// Every case of every corpus.
#[must_use]
pub fn trials() -> Vec<Trial> {
    let corpora = [
        check::trials,
        spelling::trials,
        examples::trials,
        reference::trials,
        tutorial::trials,
        fault::trials,
        bytecode::trials,
        rules::trials,
        format::trials,
        texts::trials,
        games::trials,
        properties::trials,
        table::trials,
        bad_input::trials,
        tree::trials,
        cli::trials,
        host::trials,
        schema::trials,
        new::trials,
        encoded::trials,
        pages::trials,
    ];
    corpora.into_iter().flat_map(|trials| trials()).collect()
}

/// Whether what is expected would be written where nobody looks at it.
#[must_use]
pub fn refuses_to_bless() -> bool {
    corpus::blesses() && std::env::var_os("CI").is_some()
}

/// A verdict that says why.
fn fail(why: impl AsRef<str>) -> Verdict {
    Err(why.as_ref().into())
}
