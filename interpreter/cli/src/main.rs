//! In: the arguments of a process and its streams. Out: its exit code. Never here: what a command does.
mod args;
mod board_view;
mod clock;
mod commands;
mod console;
mod findings;
mod harmless;
mod lookup;
mod report;
mod settings;
mod stop;

use args::Args;
use clap::Parser;
use console::{Colour, Console};
use harmless::Harmless;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use stop::Status;

fn main() -> ExitCode {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error, no_colour),
    };
    let paints = |is_terminal: bool| match args.color {
        Colour::Auto => is_terminal && !no_colour,
        Colour::Always => true,
        Colour::Never => false,
    };
    let (paint_out, paint_err) = (paints(io::stdout().is_terminal()), paints(io::stderr().is_terminal()));
    let mut console = Console {
        paint_out,
        paint_err,
        asks: io::stdin().is_terminal(),
        input: &mut io::stdin().lock(),
        out: &mut Harmless::new(io::stdout().lock(), paint_out, io::stdout().is_terminal()),
        err: &mut Harmless::new(io::stderr().lock(), paint_err, io::stderr().is_terminal()),
    };
    ExitCode::from(commands::run(&args.command, &mut console).code())
}

/// Help that was asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error, no_colour: bool) -> ExitCode {
    let text = |paints: bool| if paints { error.render().ansi().to_string() } else { error.render().to_string() };
    let tell = |out: &mut dyn Write, is_terminal: bool| {
        let paints = is_terminal && !no_colour;
        // Nobody is left to be told if this cannot be printed.
        let _ = Harmless::new(out, paints, is_terminal).write_all(text(paints).as_bytes());
    };
    if error.use_stderr() {
        tell(&mut io::stderr(), io::stderr().is_terminal());
        ExitCode::from(Status::Unusable.code())
    } else {
        tell(&mut io::stdout(), io::stdout().is_terminal());
        ExitCode::from(Status::Good.code())
    }
}
