//! In: a command and the streams. Out: how it ended. Never here: more than handing over.
mod bench;
mod build;
mod check;
mod completions;
mod cycle;
mod explain;
mod fmt;
mod games;
mod host;
mod man;
mod new;
mod perft;
mod play;
mod rules;
mod test;
mod trace;

use crate::args::Command;
use crate::console::Console;
use crate::report;
use crate::stop::Status;

/// Runs a command; what stops it is told on standard error.
pub(crate) fn run(command: &Command, console: &mut Console) -> Status {
    let ended = match command {
        Command::New(args) => new::run(args, console),
        Command::Check(args) => check::run(args, console),
        Command::Fmt(args) => fmt::run(args, console),
        Command::Test(args) => test::run(args, console),
        Command::Rules(args) => rules::run(args, console),
        Command::Build(args) => build::run(args, console),
        Command::Play(args) => play::run(args, console),
        Command::Trace(args) => trace::run(args, console),
        Command::Cycle(args) => cycle::run(args, console),
        Command::Perft(args) => perft::run(args, console),
        Command::Games(args) => games::run(args, console),
        Command::Host(args) => host::run(args, console),
        Command::Bench(args) => bench::run(args, console),
        Command::Explain(args) => explain::run(args, console),
        Command::Completions(args) => completions::run(args, console),
        Command::Man(args) => man::run(args, console),
    };
    let ended = ended.and_then(|status| Ok(console.out.flush().map(|()| status)?));
    ended.unwrap_or_else(|stop| report::stop(console, &stop))
}
