//! In: the streams of a process. Out: the same as values that commands take. Never here: opening or closing them.
use crate::harmless::Out;
use clap::ValueEnum;
use std::io::{BufRead, Write};

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Where a command reads and writes.
pub(crate) struct Console<'a> {
    /// Standard input.
    pub(crate) input: &'a mut dyn BufRead,
    /// Standard output.
    pub(crate) out: &'a mut dyn Out,
    /// Standard error.
    pub(crate) err: &'a mut dyn Write,
    /// Whether a person at a terminal answers.
    pub(crate) asks: bool,
    /// Whether standard output is coloured.
    pub(crate) paint_out: bool,
    /// Whether standard error is coloured.
    pub(crate) paint_err: bool,
}
