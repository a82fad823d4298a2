//! In: perhaps a command. Out: its manual page, or that of the whole. Never here: arguments.
use crate::args::{Args, ManArgs};
use crate::console::Console;
use crate::stop::{Status, Stop};
use clap::CommandFactory;
use clap_mangen::Man;
use mcl_lang::diagnostic::nearest;

/// `mcl man`
pub(crate) fn run(args: &ManArgs, console: &mut Console) -> Result<Status, Stop> {
    let mut whole = Args::command();
    whole.build();
    let page = match &args.of {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => found.clone().version(env!("CARGO_PKG_VERSION")),
            None => return Err(unknown(name, &whole)),
        },
    };
    Man::new(page).render(console.out)?;
    Ok(Status::Good)
}

fn unknown(name: &str, whole: &clap::Command) -> Stop {
    let near = nearest(name, whole.get_subcommands().map(clap::Command::get_name));
    let help = near.map_or_else(|| "`mcl --help` lists them".to_owned(), |near| format!("did you mean {near}?"));
    Stop::Unusable(format!("there is no command `{name}`\n  help: {help}"))
}
