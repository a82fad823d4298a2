//! In: rule files. Out: how their tests and records went, and what of the rules they used. Never here: running one, wording.
mod coverage;
mod told;

use crate::args::{Results, TestArgs};
use crate::console::Console;
use crate::findings::{self, Finding};
use crate::lookup::{self, Place, Record};
use crate::report;
use crate::stop::{Status, Stop};
use coverage::Coverage;
use mcl_interpreter::{Failure, record, run_test_on, search};
use mcl_lang::bytecode::Program;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::{Source, Sources, Span};
use mcl_lang::{Build, TestBuild};
use told::Told;

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
    /// Random games, to see what of the rules they use.
    Random(Box<Program>, u64),
}

/// Why a case failed.
enum Trouble {
    Test(Box<Failure>),
    Record(Stop),
}

/// What has been run.
#[derive(Default)]
struct Tally {
    told: Told,
    coverage: Coverage,
    /// Files that cannot be run, and the worst of what that means.
    broken: usize,
    worst: Option<Status>,
}

impl Tally {
    /// Keeps why a file cannot be run, or tells it at once; the others go on.
    fn broken(&mut self, stop: &Stop, format: Results, console: &mut Console) {
        self.broken += 1;
        let status = match stop {
            Stop::Mistakes(sources, found) if format != Results::Human => {
                self.told.mistakes.extend(findings::of(sources, found));
                stop.status()
            }
            Stop::Mistakes(..) | Stop::Wrong(_) | Stop::Unusable(_) | Stop::Output(_) => {
                self.told.mistakes.extend(Finding::of_stop(stop).filter(|_| format == Results::Json));
                report::stop(console, stop)
            }
        };
        self.worst = self.worst.max(Some(status));
    }
}

/// The seed of the random games.
const SEED: u64 = 1;
/// Answers after which a random game is given up.
const LONGEST_GAME: u64 = 10_000;

/// `mcl test`
pub(crate) fn run(args: &TestArgs, console: &mut Console) -> Result<Status, Stop> {
    let mut tally = Tally::default();
    let mut cases = Vec::new();
    for place in places(args, &mut tally, console) {
        let gathered = match args.coverage {
            false => gather(place, &mut cases),
            true => gather_marked(place, args.games, &mut tally.coverage, &mut cases),
        };
        if let Err(stop) = gathered {
            tally.broken(&stop, args.format, console);
        }
    }
    let all = cases.len();
    cases.retain(|case| args.filter.as_ref().is_none_or(|text| case.name.contains(text)));
    tally.told.filtered_out = all - cases.len();
    if args.list {
        for case in &cases {
            writeln!(console.out, "{}: test", case.name)?;
        }
        writeln!(console.out, "\n{}", report::count(cases.len(), "test"))?;
        return Ok(tally.worst.unwrap_or(Status::Good));
    }
    run_cases(&cases, &mut tally, args.format, console)?;
    tally.told.coverage = args.coverage.then(|| tally.coverage.told(args.min));
    let covered = tally.told.coverage.iter().flatten().all(|file| file.enough);
    let good = tally.told.failed == 0 && tally.broken == 0 && covered;
    match args.format {
        Results::Human => {
            told::summary(&tally.told, tally.broken, console)?;
            told::coverage(&tally.told, console)?;
        }
        Results::Short | Results::Json | Results::Github => told::to_programs(&tally.told, args.format, console)?,
    }
    Ok(tally.worst.unwrap_or(Status::Good).max(Status::good_if(good)))
}

/// Runs them in order; people see each line as it comes.
fn run_cases(cases: &[Case], tally: &mut Tally, format: Results, console: &mut Console) -> Result<(), Stop> {
    let human = format == Results::Human;
    if human {
        writeln!(console.out, "running {}", report::count(cases.len(), "test"))?;
    }
    for case in cases {
        if human {
            write!(console.out, "test {} ... ", case.name)?;
            console.out.flush()?;
        }
        let trouble = run_case(case, &mut tally.coverage).err();
        if human {
            let verdict = if trouble.is_none() { "ok" } else { "FAILED" };
            writeln!(console.out, "{}", report::verdict(console.paint_out, trouble.is_none(), verdict))?;
        }
        if let Some(Trouble::Record(stop)) = &trouble {
            tally.worst = tally.worst.max(Some(stop.status()));
        }
        tally.told.add(case, trouble.as_ref(), console.paint_out);
    }
    Ok(())
}

/// Runs one case; what of the rules it uses is noted, if anybody wants to know.
fn run_case(case: &Case, coverage: &mut Coverage) -> Result<(), Trouble> {
    match &case.kind {
        Kind::Test(test) => {
            let game = coverage.watched(lookup::game(test.program.clone()).map_err(Trouble::Record)?);
            let ran = run_test_on(&game, test).map_err(|failure| Trouble::Test(Box::new(failure)));
            coverage.note(&game, &case.sources);
            ran
        }
        Kind::Record(record) => replay(record, &case.place, coverage).map_err(Trouble::Record),
        Kind::Random(program, games) => {
            let game = coverage.watched(lookup::game((**program).clone()).map_err(Trouble::Record)?);
            let played = search::playouts_watched(&game, *games, SEED, LONGEST_GAME);
            coverage.note(&game, &case.sources);
            played.map(drop).map_err(|fault| Trouble::Record(Stop::fault(&case.sources, &fault)))
        }
    }
}

/// The rule files meant, folders opened; no name means the whole library.
fn places(args: &TestArgs, tally: &mut Tally, console: &mut Console) -> Vec<Place> {
    if args.files.is_empty() {
        return mcl_stdlib::GAMES.iter().map(|(name, _)| Place::Game(name)).collect();
    }
    let mut places = Vec::new();
    for file in &args.files {
        match Place::find(file) {
            Ok(place) => places.extend(place.files()),
            Err(stop) => tally.broken(&stop, args.format, console),
        }
    }
    places
}

/// Adds the tests and records of a file. If some tests have mistakes, the others are added and the mistakes returned.
fn gather(place: Place, cases: &mut Vec<Case>) -> Result<(), Stop> {
    place.has_text()?;
    let build = place.build_tests(&[])?;
    gather_from(build, &place, cases)
}

/// The same with marked code, and random games; the clauses of the file are entered.
fn gather_marked(place: Place, games: u64, coverage: &mut Coverage, cases: &mut Vec<Case>) -> Result<(), Stop> {
    let mut build = place.build_marked(&[])?;
    coverage.enter(&build);
    let random = build.program.take_if(|_| games > 0).map(|program| Case {
        name: format!(
            "{}::{}",
            place.name(),
            report::count(usize::try_from(games).unwrap_or(usize::MAX), "random game")
        ),
        kind: Kind::Random(Box::new(program), games),
        sources: build.sources.clone(),
        place: place.clone(),
    });
    gather_from(build, &place, cases)?;
    cases.extend(random);
    Ok(())
}

fn gather_from(build: Build, place: &Place, cases: &mut Vec<Case>) -> Result<(), Stop> {
    let game = place.name();
    let errors = build.diagnostics.into_iter().filter(Diagnostic::is_error).collect::<Vec<_>>();
    let records = if errors.is_empty() || !build.tests.is_empty() { place.records() } else { Vec::new() };
    let case = |name: &str, kind| Case {
        name: format!("{game}::{name}"),
        kind,
        sources: build.sources.clone(),
        place: place.clone(),
    };
    cases.extend(build.tests.into_iter().map(|test| case(&test.name.clone(), Kind::Test(Box::new(test)))));
    cases.extend(records.into_iter().map(|record| case(&format!("record {}", record.id), Kind::Record(record))));
    if errors.is_empty() { Ok(()) } else { Err(Stop::Mistakes(build.sources, errors)) }
}

/// Replays a record on its game with the parameters it names.
fn replay(written: &Record, place: &Place, coverage: &mut Coverage) -> Result<(), Stop> {
    let source = written.source.as_ref().map_err(Stop::again)?;
    let mistake = |error| Stop::text(source.name(), source.text(), &error);
    let parsed = record::parse(source.text()).map_err(mistake)?;
    let build =
        if coverage.is_wanted() { place.build_marked(&parsed.params())? } else { place.build(&parsed.params())? };
    let Some(program) = build.program else { return Err(in_the_record(build, source)) };
    let game = coverage.watched(lookup::game(program)?);
    parsed.is_of(&game, &place.name()).map_err(mistake)?;
    let replayed = record::replay(&game, &parsed);
    coverage.note(&game, &build.sources);
    replayed.map(drop).map_err(mistake)
}

/// What keeps the game from being built for a record; what is wrong with a parameter is shown where the record names it.
fn in_the_record(build: Build, record: &Source) -> Stop {
    let Build { mut sources, mut diagnostics, .. } = build;
    let file = sources.add(record.clone());
    let named = |set: &Source| {
        let name = set.name().strip_prefix("--set ")?.split('=').next()?.to_owned();
        let tag = record.text().find("[Params")?;
        let start = tag + record.text().get(tag..)?.find(&name)?;
        let narrow = |at: usize| u32::try_from(at).ok();
        Some(Span { file, start: narrow(start)?, end: narrow(start + name.len())? })
    };
    for found in &mut diagnostics {
        let place = sources.get(found.span().file).and_then(named);
        if let (Some(label), Some(place)) = (found.labels.first_mut(), place) {
            label.span = place;
        }
    }
    Stop::Mistakes(sources, diagnostics)
}
