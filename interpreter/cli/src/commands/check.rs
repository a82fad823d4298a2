//! In: rule files. Out: their mistakes, and a line for each that is good. Never here: finding mistakes.
use crate::args::{CheckArgs, Deny};
use crate::board_view;
use crate::console::Console;
use crate::lookup::{self, Place};
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::Match;
use mcl_lang::Build;
use mcl_lang::bytecode::{Program, listing};
use mcl_lang::hir::{Const, Param, Ty, Way};

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
        program => format!("{}: ok{}\n", place.name(), praise(&build, program.as_ref(), warnings)?),
    };
    console.out.write_all(said.as_bytes())?;
    Ok(Status::Good)
}

/// What there is to say of a good file.
fn praise(build: &Build, program: Option<&Program>, warnings: usize) -> Result<String, Stop> {
    let warned = if warnings == 0 { String::new() } else { format!("; {}", report::count(warnings, "warning")) };
    let Some(program) = program else { return Ok(format!("  a library{warned}")) };
    let start = Match::new(&lookup::game(program.clone())?).map_err(|fault| Stop::fault(&build.sources, &fault))?;
    let seeds = start.state().total();
    let board = board_view::in_words(&program.layout);
    let settings = settings(program).into_iter().map(|setting| format!("; {setting}")).collect::<String>();
    Ok(format!("  \"{}\", {board}, {seeds} seeds{settings}{warned}", program.title))
}

/// The parameters and readings in force.
fn settings(program: &Program) -> Vec<String> {
    let params = program.params.iter().map(|param| format!("{} = {}", param.name, value(program, param)));
    let readings = program.readings.iter().map(|reading| {
        let chosen = reading.labels.get(reading.chosen).map_or("", String::as_str);
        format!("{} = {chosen}", reading.name)
    });
    params.chain(readings).collect()
}

/// The value of a parameter as an author writes it.
fn value(program: &Program, param: &Param) -> String {
    let way = |way: &Way| if *way == Way::Cw { "cw" } else { "ccw" };
    match &param.value {
        Const::Counts(set) => set.text(),
        Const::Directions(ways) => format!("{{{}}}", ways.iter().map(way).collect::<Vec<_>>().join(", ")),
        Const::Int(number) => {
            let at = usize::try_from(*number).unwrap_or(usize::MAX);
            let named = match param.ty {
                Ty::Bool => ["false", "true"].get(at).map(|word| (*word).to_owned()),
                Ty::Direction => ["ccw", "cw"].get(at).map(|word| (*word).to_owned()),
                Ty::Player => program.layout.players.get(at).cloned(),
                Ty::Reading(reading) => {
                    program.readings.get(reading as usize).and_then(|one| one.labels.get(at).cloned())
                }
                Ty::Int
                | Ty::House
                | Ty::Directions
                | Ty::Counts
                | Ty::Region
                | Ty::Players
                | Ty::Text
                | Ty::Texts
                | Ty::Unknown => None,
            };
            named.unwrap_or_else(|| number.to_string())
        }
    }
}
