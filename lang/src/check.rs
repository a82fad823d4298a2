//! In: a game with everything it inherits, and what its parameters are set to. Out: its typed tree, and all that is wrong with it. Never here: code.
mod board;
pub(crate) mod constants;
mod cover;
mod expressions;
mod members;
mod outlook;
mod regions;
mod rules;
mod sections;
mod sides;
mod statements;
mod tests;
mod unknown;

use crate::ast::{self, Setting};
use crate::board::Layout;
use crate::diagnostic::{Diagnostic, names};
use crate::hir::{self, Local, LocalId, Ty};
use crate::resolve::Unit;
use crate::source::{FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

pub use tests::{Expectation, List, Test, TestStep};

/// A checked game, as far as it could be understood, with everything that was wrong.
#[derive(Debug)]
pub struct Checked {
    /// Nothing if an error was found.
    pub game: Option<hir::Game>,
    /// In order of place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a game under these settings of parameters and readings, which come after those of its own `with`.
#[must_use]
pub fn check(unit: &Unit, given: &[Setting], sources: &Sources) -> Checked {
    let mut checker = Checker::new(sources);
    let game = checker.game(unit, given);
    let mut diagnostics = std::mem::take(&mut checker.diagnostics);
    diagnostics.sort_by_key(|found| (found.span().file, found.span().start, found.code));
    diagnostics.dedup();
    if unit.incomplete {
        diagnostics.retain(|found| !(200..300).contains(&found.code.0) && found.span().file == FileId(0));
    }
    let diagnostics = elsewhere(diagnostics, unit);
    let broken = diagnostics.iter().any(Diagnostic::is_error);
    let mut diagnostics = diagnostics;
    crate::diagnostic::tell_the_first(&mut diagnostics, crate::parse::MOST_REPORTS);
    Checked { game: game.filter(|_| !broken), diagnostics }
}

/// What is wrong in another file is told once for that file, where this one names it.
fn elsewhere(found: Vec<Diagnostic>, unit: &Unit) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut files = BTreeSet::new();
    for diagnostic in found {
        let at = diagnostic.span();
        let file = at.file;
        let name = unit.reached.iter().find(|(reached, _)| *reached == file).map(|(_, name)| name);
        let cause = diagnostic.labels.iter().find(|label| label.span.file == FileId(0) && file != FileId(0));
        if let (Some(cause), true) = (cause, diagnostic.is_error() && name.is_some()) {
            let around = |section: &&ast::Section| {
                section.span.file == file && section.span.start <= at.start && at.end <= section.span.end
            };
            let section = unit.sections.iter().find(around).map_or_else(|| "it".to_owned(), crate::resolve::described);
            told.push(names::against_the_base(cause, &diagnostic, &section));
            continue;
        }
        match name.filter(|_| diagnostic.is_error()) {
            Some(name) if files.insert(file) => told.push(names::mistake_in_base(name, &diagnostic)),
            Some(_) => {}
            None => told.push(diagnostic),
        }
    }
    told
}

/// Checks one test against a game that is in order.
///
/// # Errors
/// Everything that is wrong with the test.
pub fn check_test(game: &mut hir::Game, test: &ast::Test, sources: &Sources) -> Result<Test, Vec<Diagnostic>> {
    let mut checker = Checker::new(sources);
    checker.take(game);
    let checked = checker.test(test);
    checker.give_back(game);
    game.asks_played |= checker.used.played;
    if checker.diagnostics.iter().any(Diagnostic::is_error) { Err(checker.diagnostics) } else { Ok(checked) }
}

/// Which part of a game is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Declaration,
    Setup,
    Turn,
    End,
    Until,
    Over,
    Between,
    Def,
    Winner,
    Test,
}

impl Place {
    fn named(self) -> &'static str {
        match self {
            Place::Declaration => "a declaration",
            Place::Setup => "`setup`",
            Place::Turn => "`turn`",
            Place::End => "`end`",
            Place::Until => "`until`",
            Place::Over => "`over`",
            Place::Between => "`between`",
            Place::Def => "a `def`",
            Place::Winner => "`winner`",
            Place::Test => "a test",
        }
    }
}

/// What may be said at the place being read.
#[derive(Clone, Copy, Debug)]
struct Context {
    place: Place,
    /// Bare letters name houses.
    letters: bool,
    /// Something has been sown, so that `last` means something.
    sown: bool,
    /// Inside the body of `laps`.
    laps: bool,
    /// Inside `each drop`, where seeds are still in the hand.
    dropping: bool,
    here: Option<LocalId>,
}

impl Context {
    fn of(place: Place) -> Context {
        let letters = matches!(place, Place::Declaration | Place::Setup | Place::Test);
        Context { place, letters, sown: false, laps: false, dropping: false, here: None }
    }

    fn has_mover(&self) -> bool {
        !matches!(self.place, Place::Declaration | Place::Setup | Place::Over | Place::Between | Place::Winner)
    }
}

/// A name in scope.
struct Binding {
    name: String,
    local: LocalId,
}

/// What a def takes and gives.
struct Signature {
    name: String,
    formals: Vec<(String, Ty)>,
    result: Option<Ty>,
    span: Span,
}

/// What has been used, for the warnings about what has not.
#[derive(Default)]
struct Used {
    params: BTreeSet<String>,
    /// Answers of readings that something is compared with or set to, by reading and number.
    answers: BTreeSet<(u16, usize)>,
    /// How often each reading is asked, and how often beside one of its answers.
    asked: BTreeMap<u16, i32>,
    locals: BTreeSet<LocalId>,
    vars: BTreeSet<String>,
    defs: BTreeSet<String>,
    tested_marks: BTreeMap<String, Span>,
    set_marks: BTreeSet<String>,
    repeated: bool,
    played: bool,
    stuck: bool,
    all_stuck: bool,
}

struct Checker<'a> {
    sources: &'a Sources,
    diagnostics: Vec<Diagnostic>,
    params: Vec<hir::Param>,
    readings: Vec<hir::Reading>,
    layout: Layout,
    marks: Vec<hir::Mark>,
    vars: Vec<hir::Var>,
    signatures: Vec<Signature>,
    locals: Vec<Local>,
    texts: Vec<String>,
    scope: Vec<Binding>,
    context: Context,
    /// `each drop`s that stand directly in the laps being read.
    drops: Vec<Span>,
    used: Used,
    /// The main `turn` is being read, whose rules speak for every player.
    every_turn: bool,
    /// Names for one of some numbers, and where the numbers stand, until that has been told.
    numbers: BTreeMap<LocalId, Option<Span>>,
    /// Where the rules say `own` or `theirs`.
    owned_asked: Vec<Span>,
    /// Unknown names that have been told of.
    unknown: BTreeSet<String>,
    current_def: Option<usize>,
    /// Numbers of houses that a player has only if houses change hands, and how many he has at first.
    places_asked: Vec<(Span, i32, usize)>,
    /// Who calls which def, and where.
    calls: Vec<(Option<usize>, usize, Span)>,
    /// The arguments that the section being read was put in place with.
    env: Vec<(String, ast::Name, ast::Expr)>,
}

impl<'a> Checker<'a> {
    fn new(sources: &'a Sources) -> Checker<'a> {
        Checker {
            sources,
            diagnostics: Vec::new(),
            params: Vec::new(),
            readings: Vec::new(),
            layout: Layout::empty(crate::board::Shape::TwoRows, vec!["South".into(), "North".into()]),
            marks: Vec::new(),
            vars: Vec::new(),
            signatures: Vec::new(),
            locals: Vec::new(),
            texts: Vec::new(),
            scope: Vec::new(),
            context: Context::of(Place::Declaration),
            drops: Vec::new(),
            used: Used::default(),
            every_turn: false,
            numbers: BTreeMap::new(),
            owned_asked: Vec::new(),
            unknown: BTreeSet::new(),
            current_def: None,
            places_asked: Vec::new(),
            calls: Vec::new(),
            env: Vec::new(),
        }
    }

    /// Takes the names of a checked game, to read a test against them.
    fn take(&mut self, game: &mut hir::Game) {
        self.params.clone_from(&game.params);
        self.readings.clone_from(&game.readings);
        self.layout.clone_from(&game.layout);
        self.marks.clone_from(&game.marks);
        self.vars.clone_from(&game.vars);
        self.locals = std::mem::take(&mut game.locals);
        self.texts = std::mem::take(&mut game.texts);
        for def in &game.defs {
            let formals = def.formals.iter().map(|local| &self.locals[local.0 as usize]);
            let formals = formals.map(|local| (local.name.clone(), local.ty)).collect();
            let result = match &def.body {
                hir::DefBody::Value(value) => Some(value.ty),
                hir::DefBody::Procedure(_) => None,
            };
            self.signatures.push(Signature { name: def.name.clone(), formals, result, span: def.span });
        }
    }

    /// Locals and texts that a test added stay with the game, where its code will look for them.
    fn give_back(&mut self, game: &mut hir::Game) {
        game.locals = std::mem::take(&mut self.locals);
        game.texts = std::mem::take(&mut self.texts);
    }

    fn report(&mut self, found: Diagnostic) {
        self.diagnostics.push(found);
    }

    /// The text at a place of any file.
    fn snippet(&self, span: Span) -> String {
        self.sources.get(span.file).map_or_else(String::new, |source| source.slice(span).to_owned())
    }

    fn bind(&mut self, name: &str, ty: Ty, span: Span) -> LocalId {
        let local = LocalId(u16::try_from(self.locals.len()).unwrap_or(u16::MAX));
        self.locals.push(Local { name: name.to_owned(), ty, span, alias: None });
        self.scope.push(Binding { name: name.to_owned(), local });
        local
    }

    fn lookup_local(&self, name: &str) -> Option<LocalId> {
        self.scope.iter().rev().find(|binding| binding.name == name).map(|binding| binding.local)
    }

    /// Ends the names bound since the scope had this depth.
    fn leave_scope(&mut self, depth: usize) {
        self.scope.truncate(depth);
    }
}
