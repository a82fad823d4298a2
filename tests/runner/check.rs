//! In: `check/STAGE/NAME.mcl`, broken on purpose and marked where. Out: whether exactly that is reported, worded as in `NAME.out`. Never here: playing.
//!
//! A marker is a comment on the line of the primary label, `--~ MCL0204`; where no comment can stand, `--~^ MCL0204` on the next line.
//! `-- set: start=99` gives a setting as a command line does. `check/good` has nothing to report; `check/poor` holds what is worded badly.
use crate::shelf::{self, Shelf};
use crate::{Verdict, corpus, fail, render};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::misread;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::{FileId, Source};
use mcl_lang::{Build, compile_tests};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// The stages that can fail, and their codes.
const STAGES: [(&str, Range<u16>); 5] =
    [("syntax", 1..200), ("names", 200..300), ("types", 300..400), ("rules", 400..600), ("texts", 700..800)];
/// Codes no file of this folder can bring about, each tried elsewhere.
const ELSEWHERE: [(u16, &str); 7] = [
    (2, "bytes that are not UTF-8: bad_input"),
    (3, "a file too large for a corpus: bad_input"),
    (10, "no file at all: cli/formats"),
    (231, "a text too large for a corpus: host/memory"),
    (591, "a program too large for a corpus: bad_input"),
    (620, "more tests than are checked for a stranger: host/memory"),
    (9999, "a mistake of ours: there is no text that leads to it"),
];

pub(crate) fn trials() -> Vec<Trial> {
    let stages = STAGES.iter().map(|(stage, _)| *stage).chain(["poor"]);
    let mut trials =
        stages.flat_map(|stage| corpus::trials(&format!("check/{stage}"), "mcl", broken)).collect::<Vec<_>>();
    trials.extend(corpus::trials("check/good", "mcl", good));
    trials.push(Trial::test("check: every code has a case", every_code_has_a_case));
    trials
}

/// A line and a code: of a marker, or of a diagnostic.
type Mark = (usize, String);

fn broken(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    let build = build(file, &text);
    in_its_stage(file, &build.diagnostics)?;
    let (marked, found) = (marks(&text), found(&build, &text));
    if marked != found {
        let (unmarked, unfound) = (lacking(&found, &marked), lacking(&marked, &found));
        let shown = render::all(&build.diagnostics, &build.sources);
        return fail(format!("reported without a marker: {unmarked}\nmarked and not reported: {unfound}\n{shown}"));
    }
    corpus::golden(&file.with_extension("out"), &render::all(&build.diagnostics, &build.sources))
}

/// The marks of one list that the other has not.
fn lacking(these: &[Mark], those: &[Mark]) -> String {
    let mut those = those.to_vec();
    let mut lacking = Vec::new();
    for mark in these {
        match those.iter().position(|other| other == mark) {
            Some(at) => drop(those.swap_remove(at)),
            None => lacking.push(format!("{} at line {}", mark.1, mark.0)),
        }
    }
    lacking.join(", ")
}

fn good(file: &Path) -> Verdict {
    let build = build(file, &corpus::read(file)?);
    if !build.diagnostics.is_empty() {
        return fail(render::all(&build.diagnostics, &build.sources));
    }
    if build.program.is_some() { Ok(()) } else { fail("no program and nothing reported") }
}

fn build(file: &Path, text: &str) -> Build {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let source = Source::new(&name, text);
    let set = text.lines().filter_map(|line| line.strip_prefix("-- set: "));
    let set = set.flat_map(|line| shelf::settings(line.split("--~").next().unwrap_or(""))).collect::<Vec<_>>();
    let shelf = Shelf::beside(file);
    let mut build = compile_tests(source, &shelf, &set);
    let misread = build.tests.iter().flat_map(|test| misread(test, &build.sources)).collect::<Vec<_>>();
    build.diagnostics.extend(misread);
    build
}

/// Something in the file fails at the stage its folder is called after.
fn in_its_stage(file: &Path, found: &[Diagnostic]) -> Verdict {
    let folder = file.parent().map(corpus::stem).unwrap_or_default();
    let stage = STAGES.iter().find(|(stage, _)| *stage == folder);
    match stage {
        Some((stage, codes)) if !found.iter().any(|found| codes.contains(&found.code.0)) => fail(format!(
            "no code of the stage {stage}: {:?}",
            found.iter().map(|found| found.code).collect::<Vec<_>>()
        )),
        _ => Ok(()),
    }
}

/// The markers of a text, sorted.
fn marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, marker)) = line.split_once("--~") else { continue };
        let codes = marker.trim_start_matches('^');
        let above = marker.len() - codes.len();
        marks.extend(codes.split_whitespace().map(|code| (number - above, code.to_owned())));
    }
    marks.sort();
    marks
}

/// The places and codes of what was reported, sorted. What is said of a setting belongs to the line that gives it, of a base to the line that extends it.
fn found(build: &Build, text: &str) -> Vec<Mark> {
    let line_with = |words: &str| text.lines().position(|line| line.contains(words)).map_or(0, |at| at + 1);
    let line = |found: &Diagnostic| {
        let span = found.span();
        let Some(source) = build.sources.get(span.file) else { return 0 };
        match source.name().strip_prefix("--set ") {
            Some(setting) => line_with(&format!("-- set: {setting}")),
            None if span.file == FileId(0) => source.position(span.start).0,
            None => line_with(" extends ").max(line_with(" use ")),
        }
    };
    let mut marks = build.diagnostics.iter().map(|found| (line(found), found.code.to_string())).collect::<Vec<_>>();
    marks.sort();
    marks
}

/// Each code that `lang/src/diagnostic` can give stands in a marker of some stage's folder.
fn every_code_has_a_case() -> Verdict {
    let mut marked = BTreeSet::new();
    for stage in STAGES.iter().map(|(stage, _)| *stage).chain(["poor"]) {
        for file in corpus::files(&corpus::tests().join("check").join(stage), "mcl") {
            marked.extend(marks(&corpus::read(&file)?).into_iter().map(|(_, code)| code));
        }
    }
    let elsewhere = |code: &u16| ELSEWHERE.iter().any(|(known, _)| known == code);
    let lacking = codes()?.into_iter().filter(|code| !elsewhere(code)).map(|code| format!("MCL{code:04}"));
    let lacking = lacking.filter(|code| !marked.contains(code)).collect::<Vec<_>>();
    if lacking.is_empty() { Ok(()) } else { fail(format!("no case for {}", lacking.join(", "))) }
}

/// The numbers in `Diagnostic::error(204, …)` and `Diagnostic::warning(…)`.
fn codes() -> Result<BTreeSet<u16>, Failed> {
    let mut codes = BTreeSet::new();
    for file in corpus::files(&corpus::repository().join("lang/src/diagnostic"), "rs") {
        let text = corpus::read(&file)?;
        let calls = text.split("Diagnostic::error(").chain(text.split("Diagnostic::warning(")).skip(1);
        let numbers = calls.map(|call| call.trim_start().chars().take_while(char::is_ascii_digit).collect::<String>());
        codes.extend(numbers.filter_map(|number| number.parse::<u16>().ok()));
    }
    Ok(codes)
}
