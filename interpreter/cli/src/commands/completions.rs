//! In: a shell. Out: its completions, games by name too. Never here: arguments.
use crate::args::{Args, CompletionsArgs};
use crate::console::Console;
use crate::stop::{Status, Stop};
use clap::CommandFactory;
use clap::builder::PossibleValuesParser;

/// Commands whose first argument is a game.
const OF_A_GAME: [&str; 6] = ["play", "rules", "trace", "perft", "bench", "build"];
/// Commands that take several.
const OF_GAMES: [&str; 2] = ["check", "test"];

/// `mcl completions`
pub(crate) fn run(args: &CompletionsArgs, console: &mut Console) -> Result<Status, Stop> {
    // Only the completions know the games by name: the commands themselves take files too.
    let named =
        |arg: clap::Arg| arg.value_parser(PossibleValuesParser::new(mcl_stdlib::GAMES.iter().map(|(name, _)| *name)));
    let mut command = Args::command().mut_subcommand("new", |new| new.mut_arg("like", named));
    for name in OF_A_GAME {
        command = command.mut_subcommand(name, |sub| sub.mut_arg("game", named));
    }
    for name in OF_GAMES {
        command = command.mut_subcommand(name, |sub| sub.mut_arg("files", named));
    }
    // Written at once: the generator takes a pipe that breaks for a broken invariant.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "mcl", &mut script);
    console.out.write_all(&script)?;
    Ok(Status::Good)
}
