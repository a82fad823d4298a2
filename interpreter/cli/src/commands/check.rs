//! In: rule files. Out: their mistakes, in the form that was asked for, and a line for each that is good. Never here: finding mistakes.
use crate::args::{CheckArgs, Deny, Telling};
use crate::board_view;
use crate::console::Console;
use crate::findings::{self, Finding, Level, github, sarif};
use crate::lookup::{self, Place};
use crate::report;
use crate::settings;
use crate::stop::{Status, Stop};
use mcl_interpreter::{Match, misread};
use mcl_lang::Build;
use mcl_lang::bytecode::listing;
use mcl_lang::diagnostic::{Code, Diagnostic};
use mcl_lang::tell::tell;

/// `mcl check`
pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> Result<Status, Stop> {
    if args.schema {
        writeln!(console.out, "{}", report::json(&findings::schema())?)?;
        return Ok(Status::Good);
    }
    let mut worst = Status::Good;
    let mut found = Vec::new();
    let mut told = None;
    for file in &args.files {
        let judged = match args.format {
            Telling::Human => check(file, args, &mut told, console),
            Telling::Short | Telling::Json | Telling::Sarif | Telling::Github => gather(file, args, &mut found),
        };
        let status = match judged {
            Err(Stop::Output(error)) => return Err(Stop::Output(error)),
            Err(stop) => report::stop(console, &stop),
            Ok(status) => status,
        };
        worst = worst.max(status);
    }
    if let Some(code) = told.filter(|_| args.format == Telling::Human) {
        writeln!(console.err, "`mcl explain {code}` tells more")?;
    }
    print(args.format, &found, console)?;
    Ok(worst)
}

/// Checks one file and tells people of it.
fn check(file: &str, args: &CheckArgs, told: &mut Option<Code>, console: &mut Console) -> Result<Status, Stop> {
    let place = Place::find(file)?;
    let Judged { build, start } = judge(&place, args)?;
    write!(console.err, "{}", report::drawn(console.paint_err, &build.sources, &build.diagnostics))?;
    let errors = build.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let warnings = build.diagnostics.len() - errors;
    if errors > 0 || warnings > 0 && args.deny == Some(Deny::Warnings) {
        *told = told.or(first_code(&build.diagnostics));
        let errors = report::count(errors, "error");
        writeln!(console.err, "{}: {errors}, {}", place.name(), report::count(warnings, "warning"))?;
        return Ok(Status::Wrong);
    }
    let said = match &build.program {
        Some(program) if args.bytecode => listing(program, &build.sources),
        _ if args.quiet => String::new(),
        _ => format!("{}: ok{}", place.name(), praise(&build, start.as_ref(), warnings)),
    };
    console.out.write_all(said.as_bytes())?;
    Ok(Status::Good)
}

/// What a file was found to be.
struct Judged {
    /// What is compiled from it, and everything that is wrong with it.
    build: Build,
    /// A match at its start; nothing of a library, and where something is wrong.
    start: Option<Match>,
}

/// Compiles a file and looks at all of it: the rules, the texts of its tests, and the set-up, a fault in which shows only
/// when a match begins.
fn judge(place: &Place, args: &CheckArgs) -> Result<Judged, Stop> {
    let mut build = match place.build_tests(&args.settings.set) {
        Err(Stop::Mistakes(sources, diagnostics)) => Build { sources, diagnostics, ..Build::default() },
        built => built?,
    };
    let misread = build.tests.iter().flat_map(|test| misread(test, &build.sources)).collect::<Vec<_>>();
    build.diagnostics.extend(misread);
    let mut start = None;
    if let Some(program) = &build.program {
        match Match::new(&lookup::game(program.clone())?) {
            Ok(begun) => start = Some(begun),
            Err(fault) => build.diagnostics.push(fault.diagnostic()),
        }
    }
    Ok(Judged { build, start })
}

/// The code of the first error, or of what was taken for one.
fn first_code(found: &[Diagnostic]) -> Option<Code> {
    found.iter().find(|one| one.is_error()).or(found.first()).map(|one| one.code)
}

/// Checks one file and keeps what is found, also that it cannot be opened.
fn gather(file: &str, args: &CheckArgs, found: &mut Vec<Finding>) -> Result<Status, Stop> {
    let before = found.len();
    let judged = Place::find(file).and_then(|place| judge(&place, args));
    let judged = judged.inspect_err(|stop| found.extend(Finding::of_stop(stop)))?;
    found.extend(findings::of(&judged.build.sources, &judged.build.diagnostics));
    let wrong = |finding: &Finding| finding.severity == Level::Error || args.deny == Some(Deny::Warnings);
    Ok(Status::good_if(!found[before..].iter().any(wrong)))
}

/// Writes all that was found as one document, or line by line.
fn print(format: Telling, found: &[Finding], console: &mut Console) -> Result<(), Stop> {
    let text = match format {
        Telling::Human => String::new(),
        Telling::Short => found.iter().map(|finding| finding.short() + "\n").collect(),
        Telling::Json => report::json(&found)? + "\n",
        Telling::Sarif => report::json(&sarif::log(found))? + "\n",
        Telling::Github => found.iter().map(|finding| github::annotation(finding) + "\n").collect(),
    };
    Ok(console.out.write_all(text.as_bytes())?)
}

/// What there is to say of a good file: a line, and one for each parameter and reading that its rules read.
fn praise(build: &Build, start: Option<&Match>, warnings: usize) -> String {
    let warned = if warnings == 0 { String::new() } else { format!("; {}", report::count(warnings, "warning")) };
    let (Some(program), Some(start)) = (&build.program, start) else { return format!("  a library{warned}\n") };
    let seeds = start.state().total();
    let board = board_view::in_words(&program.layout);
    // Bytecode has no rules to be told of, only what is in force.
    let settings = match &build.game {
        Some(game) => tell(game).settings.into_iter().map(|said| said.text).collect(),
        None => settings::in_force(program),
    };
    let settings = settings.into_iter().map(|setting| format!("  {setting}\n")).collect::<String>();
    format!("  \"{}\", {board}, {seeds} seeds{warned}\n{settings}", program.title)
}
