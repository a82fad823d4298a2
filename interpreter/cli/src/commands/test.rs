//! In: rule files. Out: how their tests and records went. Never here: running one.
use crate::args::TestArgs;
use crate::board_view::{self, View};
use crate::console::Console;
use crate::lookup::{self, Place, Record};
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::{Failure, State, record, run_test};
use mcl_lang::TestBuild;
use mcl_lang::bytecode::Program;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::{Source, Sources};

/// One thing to be run.
struct Case {
    /// `wari::the first lap`
    name: String,
    kind: Kind,
    /// The files it was compiled from.
    sources: Sources,
    place: Place,
}

enum Kind {
    Test(Box<TestBuild>),
    Record(Record),
}

/// What has been run.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<(String, Vec<String>)>,
    filtered: usize,
    /// Files that cannot be run, and the worst of what that means.
    broken: usize,
    worst: Option<Status>,
}

impl Tally {
    /// Tells why a file cannot be run; the others go on.
    fn broken(&mut self, stop: &Stop, console: &mut Console) {
        self.broken += 1;
        self.worst = self.worst.max(Some(report::stop(console, stop)));
    }
}

/// `mcl test`
pub(crate) fn run(args: &TestArgs, console: &mut Console) -> Result<Status, Stop> {
    let mut tally = Tally::default();
    let mut cases = Vec::new();
    for place in places(&args.files, &mut tally, console) {
        if let Err(stop) = gather(place, &mut cases) {
            tally.broken(&stop, console);
        }
    }
    let all = cases.len();
    cases.retain(|case| args.filter.as_ref().is_none_or(|text| case.name.contains(text)));
    tally.filtered = all - cases.len();
    if args.list {
        for case in &cases {
            writeln!(console.out, "{}: test", case.name)?;
        }
        writeln!(console.out, "\n{}", report::count(cases.len(), "test"))?;
        return Ok(tally.worst.unwrap_or(Status::Good));
    }
    writeln!(console.out, "running {}", report::count(cases.len(), "test"))?;
    for case in &cases {
        run_case(case, &mut tally, console)?;
    }
    summary(&tally, console)
}

/// The rule files meant, folders opened; no name means the whole library.
fn places(files: &[String], tally: &mut Tally, console: &mut Console) -> Vec<Place> {
    if files.is_empty() {
        return mcl_stdlib::GAMES.iter().map(|(name, _)| Place::Game(name)).collect();
    }
    let mut places = Vec::new();
    for file in files {
        match Place::find(file) {
            Ok(place) => places.extend(place.files()),
            Err(stop) => tally.broken(&stop, console),
        }
    }
    places
}

/// Adds the tests and records of a file. If some tests have mistakes, the others are added and the mistakes returned.
fn gather(place: Place, cases: &mut Vec<Case>) -> Result<(), Stop> {
    let build = place.build_tests(&[])?;
    let game = place.name();
    let records = if build.program.is_some() { place.records() } else { Vec::new() };
    let case = |name: &str, kind| Case {
        name: format!("{game}::{name}"),
        kind,
        sources: build.sources.clone(),
        place: place.clone(),
    };
    cases.extend(build.tests.into_iter().map(|test| case(&test.name.clone(), Kind::Test(Box::new(test)))));
    cases.extend(records.into_iter().map(|record| case(&format!("record {}", record.id), Kind::Record(record))));
    let errors = build.diagnostics.into_iter().filter(Diagnostic::is_error).collect::<Vec<_>>();
    if errors.is_empty() { Ok(()) } else { Err(Stop::Mistakes(build.sources, errors)) }
}

/// Runs one case and writes its line.
fn run_case(case: &Case, tally: &mut Tally, console: &mut Console) -> Result<(), Stop> {
    write!(console.out, "test {} ... ", case.name)?;
    console.out.flush()?;
    let failure = match &case.kind {
        Kind::Test(test) => run_test(test).err().map(|failure| failure_lines(&failure, &test.program, &case.sources)),
        Kind::Record(record) => replayed(record, &case.place, tally, console.paint_out),
    };
    let good = failure.is_none();
    writeln!(console.out, "{}", report::verdict(console.paint_out, good, if good { "ok" } else { "FAILED" }))?;
    match failure {
        Some(lines) => tally.failed.push((case.name.clone(), lines)),
        None => tally.passed += 1,
    }
    Ok(())
}

/// Why a record fails, if it does.
fn replayed(record: &Record, place: &Place, tally: &mut Tally, paint: bool) -> Option<Vec<String>> {
    match &record.source {
        Ok(source) => replay(source, place).err().map(|stop| stop_lines(&stop, paint)),
        Err(stop) => {
            tally.worst = tally.worst.max(Some(stop.status()));
            Some(stop_lines(stop, paint))
        }
    }
}

/// Replays a record on its game with the parameters it names.
fn replay(source: &Source, place: &Place) -> Result<(), Stop> {
    let mistake = |error| Stop::text(source.name(), source.text(), &error);
    let parsed = record::parse(source.text()).map_err(mistake)?;
    let build = place.build(&parsed.params())?;
    let Some(program) = build.program else { return Err(Stop::Mistakes(build.sources, build.diagnostics)) };
    let game = lookup::game(program)?;
    parsed.is_of(&game, &place.name()).map_err(mistake)?;
    record::replay(&game, &parsed).map_err(mistake)?;
    Ok(())
}

/// Where a test failed, what was expected, what was found, and the boards.
fn failure_lines(failure: &Failure, program: &Program, sources: &Sources) -> Vec<String> {
    let mut lines = vec![format!("at {}", sources.locate(failure.span)), failure.message.clone()];
    lines.extend(failure.details.iter().cloned());
    if let Some(boards) = &failure.boards {
        let board = |state: &State| board_view::draw(&program.layout, &|site| state.seeds(site), View::default());
        lines.push(String::new());
        let (before, now) = (board(&boards.0), board(&boards.1));
        lines.extend(if before == now { now } else { board_view::side_by_side(("before", &before), ("now", &now)) });
    }
    lines
}

/// What a reason to stop says, as lines.
fn stop_lines(stop: &Stop, paint: bool) -> Vec<String> {
    let text = match stop {
        Stop::Mistakes(sources, found) => report::drawn(paint, sources, found),
        Stop::Wrong(text) | Stop::Unusable(text) => text.clone(),
        Stop::Output(error) => error.to_string(),
    };
    text.trim_end().lines().map(str::to_owned).collect()
}

/// What failed and why, and the last line.
fn summary(tally: &Tally, console: &mut Console) -> Result<Status, Stop> {
    if !tally.failed.is_empty() {
        writeln!(console.out, "\nfailures:")?;
        for (name, lines) in &tally.failed {
            writeln!(console.out, "\n---- {name} ----")?;
            for line in lines {
                writeln!(console.out, "{line}")?;
            }
        }
        writeln!(console.out, "\nfailures:")?;
        for (name, _) in &tally.failed {
            writeln!(console.out, "    {name}")?;
        }
    }
    let good = tally.failed.is_empty() && tally.broken == 0;
    let verdict = report::verdict(console.paint_out, good, if good { "ok" } else { "FAILED" });
    let Tally { passed, failed, filtered, broken, .. } = tally;
    write!(console.out, "\ntest result: {verdict}. {passed} passed; {} failed; {filtered} filtered out", failed.len())?;
    let not_run = if *broken == 0 { String::new() } else { format!("; {} not run", report::count(*broken, "file")) };
    writeln!(console.out, "{not_run}")?;
    Ok(tally.worst.unwrap_or(Status::Good).max(Status::good_if(good)))
}
