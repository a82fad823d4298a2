//! In: the arguments of a process and its streams. Out: its exit code. Never here: what a command does.
mod args;
mod board_view;
mod clock;
mod commands;
mod console;
mod findings;
mod lookup;
mod report;
mod settings;
mod stop;

use args::Args;
use clap::Parser;
use console::{Colour, Console};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use stop::Status;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Nobody is left to be told if this cannot be printed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Status::Unusable.code() } else { Status::Good.code() });
        }
    };
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let paints = |is_terminal: bool| match args.color {
        Colour::Auto => is_terminal && !no_colour,
        Colour::Always => true,
        Colour::Never => false,
    };
    let mut console = Console {
        paint_out: paints(io::stdout().is_terminal()),
        paint_err: paints(io::stderr().is_terminal()),
        asks: io::stdin().is_terminal(),
        input: &mut io::stdin().lock(),
        out: &mut io::stdout().lock(),
        err: &mut io::stderr().lock(),
    };
    ExitCode::from(commands::run(&args.command, &mut console).code())
}
