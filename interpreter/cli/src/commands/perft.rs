//! In: a game and a depth. Out: how many ways there are. Never here: counting them.
use crate::args::PerftArgs;
use crate::console::Console;
use crate::lookup::Loaded;
use crate::stop::{Status, Stop};
use mcl_interpreter::{Match, search};

/// `mcl perft`
pub(crate) fn run(args: &PerftArgs, console: &mut Console) -> Result<Status, Stop> {
    let loaded = Loaded::find(&args.game, &args.settings.set)?;
    let fault = |fault| Stop::fault(&loaded.sources, &fault);
    let mut start = Match::new(&loaded.game).map_err(fault)?;
    if let Some(position) = &args.position {
        start.set_position(position).map_err(|error| Stop::position(&loaded.sources, position, &error))?;
    }
    for depth in 1..=args.depth {
        let nodes = search::perft(&loaded.game, start.state(), depth).map_err(fault)?;
        writeln!(console.out, "{depth} {nodes}")?;
        console.out.flush()?;
    }
    if args.divide {
        for (choice, nodes) in search::divide(&loaded.game, start.state(), args.depth).map_err(fault)? {
            writeln!(console.out, "{choice} {nodes}")?;
        }
    }
    Ok(Status::Good)
}
