//! In: rule files. Out: their mistakes, and a line for each that is good. Never here: finding mistakes.
use crate::args::{CheckArgs, Deny};
use crate::board_view;
use crate::console::Console;
use crate::lookup::{self, Place};
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::Match;
use mcl_lang::Build;
use mcl_lang::bytecode::listing;
use mcl_lang::tell::tell;

/// `mcl check`
pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> Result<Status, Stop> {
    let mut worst = Status::Good;
    for file in &args.files {
        let status = match check(file, args, console) {
            Err(Stop::Output(error)) => return Err(Stop::Output(error)),
            Err(stop) => report::stop(console, &stop),
            Ok(status) => status,
        };
        worst = worst.max(status);
    }
    Ok(worst)
}

fn check(file: &str, args: &CheckArgs, console: &mut Console) -> Result<Status, Stop> {
    let place = Place::find(file)?;
    let build = place.build_tests(&args.settings.set)?;
    write!(console.err, "{}", report::drawn(console.paint_err, &build.sources, &build.diagnostics))?;
    let errors = build.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let warnings = build.diagnostics.len() - errors;
    if errors > 0 || warnings > 0 && args.deny == Some(Deny::Warnings) {
        let errors = report::count(errors, "error");
        writeln!(console.err, "{}: {errors}, {}", place.name(), report::count(warnings, "warning"))?;
        return Ok(Status::Wrong);
    }
    let said = match &build.program {
        Some(program) if args.bytecode => listing(program, &build.sources),
        _ if args.quiet => String::new(),
        _ => format!("{}: ok{}", place.name(), praise(&build, warnings)?),
    };
    console.out.write_all(said.as_bytes())?;
    Ok(Status::Good)
}

/// What there is to say of a good file: a line, and one for each parameter and reading that its rules read.
fn praise(build: &Build, warnings: usize) -> Result<String, Stop> {
    let warned = if warnings == 0 { String::new() } else { format!("; {}", report::count(warnings, "warning")) };
    let (Some(program), Some(game)) = (&build.program, &build.game) else {
        return Ok(format!("  a library{warned}\n"));
    };
    let start = Match::new(&lookup::game(program.clone())?).map_err(|fault| Stop::fault(&build.sources, &fault))?;
    let seeds = start.state().total();
    let board = board_view::in_words(&program.layout);
    let settings = tell(game).settings.into_iter().map(|said| format!("  {}\n", said.text)).collect::<String>();
    Ok(format!("  \"{}\", {board}, {seeds} seeds{warned}\n{settings}", program.title))
}
