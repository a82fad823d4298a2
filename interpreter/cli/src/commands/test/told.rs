//! In: cases that were run and why some failed. Out: the same for people, as lines, as JSON and as GitHub's annotations. Never here: running them.
use super::{Case, Kind, Trouble};
use crate::args::Results;
use crate::board_view::{self, View};
use crate::console::Console;
use crate::findings::{Finding, Level, Place, github};
use crate::report;
use crate::stop::Stop;
use mcl_interpreter::{Failure, Fault, State};
use mcl_lang::TestBuild;
use mcl_lang::source::Sources;
use serde::Serialize;

/// How everything went, as `--format json` prints it.
#[derive(Serialize, Default)]
pub(super) struct Told {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) filtered_out: usize,
    tests: Vec<Run>,
    /// What keeps files from being run.
    pub(super) mistakes: Vec<Finding>,
    /// What of each file was used, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) coverage: Option<Vec<Covered>>,
}

/// What of a file was used.
#[derive(Serialize)]
pub(super) struct Covered {
    pub(super) file: String,
    pub(super) clauses: usize,
    pub(super) used: usize,
    /// Whole percent, the rest cut off.
    pub(super) percent: usize,
    /// As much as was asked for.
    pub(super) enough: bool,
    /// Clauses that were not used; those inside another that was not are left out.
    pub(super) unused: Vec<Place>,
}

/// One case.
#[derive(Serialize)]
struct Run {
    name: String,
    outcome: Outcome,
    /// Where it failed.
    place: Option<Place>,
    /// What was expected, or could not be done.
    message: Option<String>,
    /// What was found instead, or an action that mends it.
    details: Vec<String>,
    /// All this for people, with boards.
    #[serde(skip)]
    lines: Vec<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Ok,
    Failed,
}

impl Told {
    /// Adds a case that was run.
    pub(super) fn add(&mut self, case: &Case, trouble: Option<&Trouble>, paint: bool) {
        let name = case.name.clone();
        let passed = Run { name, outcome: Outcome::Ok, place: None, message: None, details: Vec::new(), lines: vec![] };
        let run = match (trouble, &case.kind) {
            (Some(Trouble::Test(failure)), Kind::Test(test)) => Run {
                outcome: Outcome::Failed,
                place: Place::of(&case.sources, failure.span, ""),
                message: Some(failure.message.clone()),
                details: failure
                    .details
                    .iter()
                    .cloned()
                    .chain(failure.fault.iter().flat_map(|fault| because(fault, &case.sources)))
                    .collect(),
                lines: failure_lines(failure, test, &case.sources, paint),
                ..passed
            },
            (Some(Trouble::Record(stop)), _) => of_record(passed, stop, paint),
            (None | Some(Trouble::Test(_)), Kind::Test(_) | Kind::Record(_) | Kind::Random(..)) => passed,
        };
        match run.outcome {
            Outcome::Ok => self.passed += 1,
            Outcome::Failed => self.failed += 1,
        }
        self.tests.push(run);
    }

    fn failures(&self) -> impl Iterator<Item = &Run> {
        self.tests.iter().filter(|run| run.outcome == Outcome::Failed)
    }
}

/// A record that cannot be replayed.
fn of_record(run: Run, stop: &Stop, paint: bool) -> Run {
    let (text, finding) = match stop {
        Stop::Mistakes(sources, found) => {
            (report::drawn(paint, sources, found), found.first().map(|first| Finding::of(sources, first)))
        }
        Stop::Wrong(text) | Stop::Unusable(text) => (text.clone(), None),
        Stop::Output(error) => (error.to_string(), None),
    };
    let told = finding.as_ref().map(|finding| finding.message.clone());
    Run {
        outcome: Outcome::Failed,
        message: told.or_else(|| Some(text.clone())),
        details: finding.iter().flat_map(|finding| finding.help.clone()).collect(),
        place: finding.and_then(|finding| finding.labels.into_iter().next()),
        lines: text.trim_end().lines().map(str::to_owned).collect(),
        ..run
    }
}

/// The place of the rule that failed, and what can be done.
fn because(fault: &Fault, sources: &Sources) -> Vec<String> {
    let help = fault.diagnostic().help.unwrap_or_default();
    std::iter::once(format!("by the rule at {}", sources.locate(fault.span)))
        .chain(help.lines().map(str::to_owned))
        .collect()
}

/// Where a test failed, what was expected, what was found, and the boards. Of a fault the rule is shown, how play came there and the board then.
fn failure_lines(failure: &Failure, test: &TestBuild, sources: &Sources, paint: bool) -> Vec<String> {
    let mut lines = vec![format!("at {}", sources.locate(failure.span)), failure.message.clone()];
    lines.extend(failure.details.iter().cloned());
    if let Some(fault) = &failure.fault {
        let drawn = report::drawn(paint, sources, &[fault.diagnostic()]);
        lines.extend(std::iter::once("").chain(drawn.trim_end().lines()).map(str::to_owned));
        return lines;
    }
    if let Some(boards) = &failure.boards {
        let layout = &test.program.layout;
        let board = |state: &State| board_view::draw(layout, &|site| state.seeds(site), View::default());
        lines.push(String::new());
        let (before, now) = (board(&boards.0), board(&boards.1));
        lines.extend(if before == now { now } else { board_view::side_by_side(("before", &before), ("now", &now)) });
    }
    lines
}

/// What failed and why, and the last line.
pub(super) fn summary(told: &Told, broken: usize, console: &mut Console) -> Result<(), Stop> {
    if told.failed > 0 {
        writeln!(console.out, "\nfailures:")?;
        for Run { name, lines, .. } in told.failures() {
            writeln!(console.out, "\n---- {name} ----")?;
            for line in lines {
                writeln!(console.out, "{line}")?;
            }
        }
        writeln!(console.out, "\nfailures:")?;
        for Run { name, .. } in told.failures() {
            writeln!(console.out, "    {name}")?;
        }
    }
    let good = told.failed == 0 && broken == 0;
    let verdict = report::verdict(console.paint_out, good, if good { "ok" } else { "FAILED" });
    let Told { passed, failed, filtered_out, .. } = told;
    write!(console.out, "\ntest result: {verdict}. {passed} passed; {failed} failed; {filtered_out} filtered out")?;
    let not_run = if broken == 0 { String::new() } else { format!("; {} not run", report::count(broken, "file")) };
    Ok(writeln!(console.out, "{not_run}")?)
}

/// What of each file was used, and a line for each clause that was not.
pub(super) fn coverage(told: &Told, console: &mut Console) -> Result<(), Stop> {
    for covered in told.coverage.iter().flatten() {
        writeln!(console.out, "\n{}", report::verdict(console.paint_out, covered.enough, &share(covered)))?;
        for Place { line, column, text, .. } in &covered.unused {
            writeln!(console.out, "  {:<8} {}", format!("{line}:{column}"), report::one_line(text))?;
        }
    }
    Ok(())
}

/// `wari: 11 of 12 clauses used, 91%`
fn share(covered: &Covered) -> String {
    let Covered { file, clauses, used, percent, enough, .. } = covered;
    let wanted = if *enough { "" } else { ", fewer than asked for" };
    format!("{file}: {used} of {} used, {percent}%{wanted}", report::count(*clauses, "clause"))
}

/// All of it as one document, or a line for each mistake and failure.
pub(super) fn to_programs(told: &Told, format: Results, console: &mut Console) -> Result<(), Stop> {
    if format == Results::Json {
        return Ok(writeln!(console.out, "{}", report::json(told)?)?);
    }
    let github = format == Results::Github;
    for finding in &told.mistakes {
        writeln!(console.out, "{}", if github { github::annotation(finding) } else { finding.short() })?;
    }
    for run in told.failures() {
        writeln!(console.out, "{}", if github { annotation(run) } else { short(run) })?;
    }
    for covered in told.coverage.iter().flatten() {
        for place in &covered.unused {
            let warning = || github::line(Level::Warning, Some(place), "never used", &place.text);
            let line = || report::one_line(&format!("{place}: never used: {}", place.text));
            writeln!(console.out, "{}", if github { warning() } else { line() })?;
        }
        if !covered.enough {
            let error = || github::line(Level::Error, None, "coverage", &share(covered));
            writeln!(console.out, "{}", if github { error() } else { report::one_line(&share(covered)) })?;
        }
    }
    Ok(())
}

/// `file:line:column: failed: wari::the first lap: expected A.seeds == 3`
fn short(run: &Run) -> String {
    let place = run.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    report::one_line(&format!("{place}failed: {}: {}", run.name, run.message.as_deref().unwrap_or_default()))
}

fn annotation(run: &Run) -> String {
    let told = run.message.iter().chain(&run.details).map(String::as_str).collect::<Vec<_>>().join("\n");
    github::line(Level::Error, run.place.as_ref(), &run.name, &told)
}
