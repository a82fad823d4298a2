//! In: a game. Out: a file of its bytecode. Never here: the form of bytecode.
use crate::args::BuildArgs;
use crate::console::Console;
use crate::lookup::Loaded;
use crate::report;
use crate::stop::{Status, Stop};
use mcl_lang::bytecode::encode;
use std::fs;
use std::path::PathBuf;

/// `mcl build`
pub(crate) fn run(args: &BuildArgs, console: &mut Console) -> Result<Status, Stop> {
    let loaded = Loaded::find(&args.game, &args.settings.set)?;
    let bytes = encode(loaded.game.program(), &loaded.sources).map_err(|found| Stop::unplaced(&loaded.name, *found))?;
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.mclb", loaded.name)));
    let name = file.display();
    if file.extension().is_some_and(|ending| ending == "mcl") {
        return Err(Stop::Unusable(format!("{name} would be a rule file\n  help: write {name}b")));
    }
    fs::write(&file, &bytes).map_err(|error| Stop::Unusable(format!("{name} cannot be written: {error}")))?;
    writeln!(console.out, "{name}: \"{}\", {}", loaded.game.program().title, report::count(bytes.len(), "byte"))?;
    Ok(Status::Good)
}
