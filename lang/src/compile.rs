//! In: a file's text, a loader, settings. Out: program and tests with everything found on the way. The pipeline, and nothing else.
use crate::ast::{self, Name, Setting};
use crate::check::{self, Checked, TestStep};
use crate::codegen::{self, Form};
use crate::diagnostic::{self, Diagnostic, rules, syntax};
use crate::hir;
use crate::loader::Loader;
use crate::parse::Skipped;
use crate::resolve::{self, Unit};
use crate::source::{Source, Sources, Span};
use crate::{bytecode::Program, clauses, parse};

/// All that compiling a file has found out.
#[derive(Debug, Default)]
pub struct Build {
    /// Every file that was read.
    pub sources: Sources,
    /// Errors and warnings, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// The game; nothing if there was an error.
    pub program: Option<Program>,
    /// Its typed tree, for those who tell the rules; nothing if there was an error.
    pub game: Option<hir::Game>,
    /// Its tests, if they were asked for.
    pub tests: Vec<TestBuild>,
    /// The clauses of its rules, if the code marks them.
    pub clauses: Vec<Span>,
    /// The answers to its readings, if the code marks clauses.
    pub answers: Vec<AnswerPlace>,
}

/// An answer to a reading, and where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerPlace {
    /// The name of the reading.
    pub reading: String,
    /// The answer.
    pub answer: String,
    /// Its place.
    pub span: Span,
}

/// A test with the program it runs on.
#[derive(Clone, Debug)]
pub struct TestBuild {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// The game under the test's settings, with its conditions.
    pub program: Program,
    /// Its steps.
    pub steps: Vec<TestStep>,
}

/// Compiles a game. `settings` are names and values of parameters and readings as a command line gives them: `("eats", "2,4")`.
///
/// ```
/// use mcl_lang::{compile, loader::NoFiles, source::Source};
/// let text = r#"game "Tiny" {
///   board { rows 2; houses 2 }
///   setup { fill 1 }
///   turn { choose h in own where h.seeds > 0; sow h }
///   end { when stuck -> each captures own }
///   winner most store
/// }"#;
/// let build = compile(Source::new("tiny.mcl", text), &NoFiles, &[]);
/// assert!(build.diagnostics.is_empty());
/// assert_eq!(build.program.unwrap().layout.houses, 4);
/// ```
#[must_use]
pub fn compile(source: Source, loader: &dyn Loader, settings: &[(String, String)]) -> Build {
    let mut build = Build::default();
    let Some((unit, given)) = read(source, loader, settings, &mut build) else {
        return build;
    };
    let checked = check::check(&unit, &given, &build.sources);
    build.diagnostics.extend(checked.diagnostics);
    build.program =
        checked.game.as_ref().and_then(|game| emit(codegen::emit(game, Form::Tidy), &mut build.diagnostics));
    build.game = checked.game;
    build
}

/// Checks a game without making a program of it: its typed tree, also where the machine cannot run it yet.
#[must_use]
pub fn understand(source: Source, loader: &dyn Loader, settings: &[(String, String)]) -> Build {
    let mut build = Build::default();
    let Some((unit, given)) = read(source, loader, settings, &mut build) else {
        return build;
    };
    let checked = check::check(&unit, &given, &build.sources);
    build.diagnostics.extend(checked.diagnostics);
    build.game = checked.game;
    build
}

/// Compiles a game and each of its tests, whose `with` may set parameters anew.
#[must_use]
pub fn compile_tests(source: Source, loader: &dyn Loader, settings: &[(String, String)]) -> Build {
    compile_in_form(source, loader, settings, Form::Tidy)
}

/// The same with every clause marked in the code, and a list of them: for seeing what of the rules is ever used.
#[must_use]
pub fn compile_marked(source: Source, loader: &dyn Loader, settings: &[(String, String)]) -> Build {
    compile_in_form(source, loader, settings, Form::Marked)
}

/// Looks for every mistake in a game and its tests, and keeps no program: for those who only want to know, of rules that
/// nobody vouches for. The work is that of one game for each test; if there are more than `most_tests`, none of them is
/// looked at, and a warning says so.
///
/// ```
/// use mcl_lang::{find_mistakes, loader::NoFiles, source::Source};
/// let build = find_mistakes(Source::new("mine.mcl", "game \"Mine\" { turn { sow k } }"), &NoFiles, &[], 100);
/// assert!(build.diagnostics.iter().any(|found| found.is_error()));
/// assert!(build.program.is_none());
/// ```
#[must_use]
pub fn find_mistakes(source: Source, loader: &dyn Loader, settings: &[(String, String)], most_tests: usize) -> Build {
    let mut build = Build::default();
    let Some((unit, game)) = compile_game(source, loader, settings, Form::Tidy, &mut build) else { return build };
    build.program = None;
    if let Some(beyond) = unit.tests.get(most_tests) {
        build.diagnostics.push(rules::too_many_tests(beyond.name.span, unit.tests.len(), most_tests));
        return build;
    }
    for test in &unit.tests {
        let wrong = compile_test(test, &unit, &game, &build.sources, Form::Tidy).err();
        build.diagnostics.extend(wrong.into_iter().flatten());
    }
    diagnostic::tell_the_first(&mut build.diagnostics, parse::MOST_REPORTS);
    build
}

fn compile_in_form(source: Source, loader: &dyn Loader, settings: &[(String, String)], form: Form) -> Build {
    let mut build = Build::default();
    let Some((unit, game)) = compile_game(source, loader, settings, form, &mut build) else { return build };
    if form == Form::Marked {
        build.clauses = clauses::of(&game);
        build.answers = answers(&unit);
    }
    for test in &unit.tests {
        match compile_test(test, &unit, &game, &build.sources, form) {
            Ok(test) => build.tests.push(test),
            Err(found) => build.diagnostics.extend(found),
        }
    }
    build.game = Some(game);
    build
}

/// Compiles a game and leaves its tests; nothing if it has no program.
fn compile_game(
    source: Source,
    loader: &dyn Loader,
    settings: &[(String, String)],
    form: Form,
    build: &mut Build,
) -> Option<(Unit, hir::Game)> {
    let (unit, given) = read(source, loader, settings, build)?;
    let Checked { game, diagnostics } = check::check(&unit, &given, &build.sources);
    build.diagnostics.extend(diagnostics);
    let game = game?;
    build.program = emit(codegen::emit(&game, form), &mut build.diagnostics);
    build.program.is_some().then_some((unit, game))
}

/// Every answer to every reading, where it is declared.
fn answers(unit: &Unit) -> Vec<AnswerPlace> {
    let readings = unit.sections.iter().filter_map(|section| {
        let ast::SectionKind::Reading(reading) = &section.kind else { return None };
        Some(reading)
    });
    let answers = readings.flat_map(|reading| {
        let place = |label: &Name| AnswerPlace {
            reading: reading.name.text.clone(),
            answer: label.text.clone(),
            span: label.span,
        };
        reading.labels.iter().map(place)
    });
    answers.collect()
}

fn compile_test(
    test: &ast::Test,
    unit: &Unit,
    game: &hir::Game,
    sources: &Sources,
    form: Form,
) -> Result<TestBuild, Vec<Diagnostic>> {
    let mut game = if test.with.is_empty() {
        game.clone()
    } else {
        let checked = check::check(unit, &test.with, sources);
        checked.game.ok_or_else(|| checked.diagnostics.into_iter().filter(Diagnostic::is_error).collect::<Vec<_>>())?
    };
    let checked = check::check_test(&mut game, test, sources)?;
    let program = codegen::emit_test(&game, &checked, form)?;
    Ok(TestBuild { name: checked.name, span: checked.span, program, steps: checked.steps })
}

/// Parses and resolves; nothing if the file or a setting cannot be understood well enough to go on.
fn read(
    source: Source,
    loader: &dyn Loader,
    settings: &[(String, String)],
    build: &mut Build,
) -> Option<(Unit, Vec<Setting>)> {
    let file = build.sources.add(source.clone());
    let parsed = parse::parse(&source, file);
    build.diagnostics.extend(parsed.diagnostics);
    let skipped = parsed.skipped;
    let whole = !build.diagnostics.iter().any(Diagnostic::is_error);
    let given = settings.iter().filter_map(|(name, value)| setting(name, value, build)).collect::<Vec<_>>();
    let library = parsed.file.libraries.first().map(|library| library.name.span);
    let unit = resolve::resolve(parsed.file, loader, &mut build.sources, &mut build.diagnostics);
    if let Some(span) = library.filter(|_| unit.is_none() && whole && build.diagnostics.is_empty()) {
        build.diagnostics.push(syntax::only_a_library(span));
    }
    if unit.is_none() && whole && build.diagnostics.is_empty() {
        build.diagnostics.push(syntax::empty_file(Span { file, start: 0, end: 0 }));
    }
    diagnostic::tell_the_first(&mut build.diagnostics, parse::MOST_REPORTS);
    if whole && given.len() == settings.len() {
        return unit.map(|unit| (unit, given));
    }
    // What was left out could make names unknown; only the parts that are whole are still judged.
    let more = unit.map(|unit| match whole {
        true => check::check(&unit, &given, &build.sources).diagnostics,
        false => still_certain(&unit, &given, &skipped, &build.sources),
    });
    build.diagnostics.extend(more.unwrap_or_default());
    build.diagnostics.sort_by_key(|found| (found.span().file, found.span().start));
    None
}

/// The codes of names that mean nothing; what is wrong only at its place may be right beside a skipped line.
const MISNAMED: [u16; 8] = [201, 206, 207, 218, 219, 220, 221, 222];
/// The codes of what depends on the board.
const OF_THE_BOARD: [u16; 3] = [314, 315, 321];

/// Mistakes that stay mistakes whatever the skipped text says: all if nothing was skipped, else those of types, and of names that it could not declare.
fn still_certain(unit: &Unit, given: &[Setting], skipped: &[Skipped], sources: &Sources) -> Vec<Diagnostic> {
    let text = |span: Span| sources.get(span.file).map_or("", |source| source.slice(span));
    let words = |span: Span| text(span).split(|c: char| !c.is_alphanumeric() && c != '_').collect::<Vec<_>>();
    let hidden = skipped.iter().flat_map(|skipped| words(skipped.span)).collect::<Vec<_>>();
    let declares = skipped.iter().any(|skipped| skipped.declares);
    let certain = |found: &Diagnostic| {
        let code = found.code.0;
        let named = !declares && !words(found.span()).iter().any(|word| !word.is_empty() && hidden.contains(word));
        let typed = (300..400).contains(&code) && !(declares && OF_THE_BOARD.contains(&code));
        found.is_error() && (skipped.is_empty() || typed || MISNAMED.contains(&code) && named)
    };
    check::check(unit, given, sources).diagnostics.into_iter().filter(certain).collect()
}

/// A setting of the command line as a piece of source of its own, so that mistakes in it have a place.
fn setting(name: &str, value: &str, build: &mut Build) -> Option<Setting> {
    let value = value.trim();
    let listed = value.contains(',') && !value.starts_with('{');
    let text = if listed { format!("{{{value}}}") } else { value.to_owned() };
    let file = build.sources.add(Source::of_setting(&format!("{name}={value}"), &text));
    match parse::parse_value(&text, file) {
        Ok(value) => {
            let span = Span { file, start: 0, end: value.span.end };
            Some(Setting { name: Name { text: name.to_owned(), span }, value })
        }
        Err(found) => {
            build.diagnostics.push(found);
            None
        }
    }
}

fn emit(made: Result<Program, Vec<Diagnostic>>, diagnostics: &mut Vec<Diagnostic>) -> Option<Program> {
    match made {
        Ok(program) => Some(program),
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    }
}

/// Reads the bytes of a file as text.
///
/// # Errors
/// Where the first byte stands that is not UTF-8, in a source that shows the text before it.
pub fn decode(name: &str, bytes: &[u8]) -> Result<Source, Box<(Sources, Diagnostic)>> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(text))),
        Err(error) => error,
    };
    let good = error.valid_up_to();
    let byte = bytes.get(good).copied().unwrap_or(0);
    // What was readable of the line stays in the excerpt; the byte itself is shown as a replacement character.
    let start = bytes.get(..good).unwrap_or(&[]).iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let lines = bytes.get(..start).unwrap_or(&[]).iter().filter(|byte| **byte == b'\n').count();
    let kept = bytes.get(start..good).map(String::from_utf8_lossy).unwrap_or_default();
    let text = format!("{}{}\u{fffd}", "\n".repeat(lines), printable(&kept));
    let at = u32::try_from(text.len() - '\u{fffd}'.len_utf8()).unwrap_or(0);
    let mut sources = Sources::default();
    let file = sources.add(Source::new(name, &text));
    let span = Span { file, start: at, end: at + 3 };
    Err(Box::new((sources, syntax::not_utf8(span, byte))))
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect()
}
