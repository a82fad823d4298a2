//! In: the tree of a file and a loader for its bases. Out: one flat list of sections, each base overlaid by what differs. Never here: types.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::ast::{self, Expr, Extends, Name, Section, SectionKind, Setting, SharedSection, Use};
use crate::diagnostic::{Diagnostic, names};
use crate::loader::Loader;
use crate::parse;
use crate::source::{FileId, Source, Sources, Span};

/// Games that may extend one another in a row.
const LONGEST_CHAIN: usize = 32;
/// Files that one game may reach: each `use` of a section of a library reads it anew.
const MOST_USES: usize = 128;

/// The code of a parameter whose type a variant changes.
const OTHER_TYPE: u16 = 229;

/// A game with everything it inherits.
#[derive(Debug, Default)]
pub struct Unit {
    /// Its own title.
    pub title: String,
    /// Where the title stands.
    pub span: Span,
    /// Its sections, inherited ones first.
    pub sections: Vec<Section>,
    /// `with { }` of every step, the base's first.
    pub settings: Vec<Setting>,
    /// Where it names the game it extends.
    pub extends: Option<Span>,
    /// Its own tests.
    pub tests: Vec<ast::Test>,
    /// The names of the games it extends, nearest first.
    pub bases: Vec<String>,
    /// The arguments that sections of libraries were put in place with.
    pub environments: Vec<Environment>,
    /// A library, a section of one or an argument is not there, so that any name may be one it would have declared.
    pub incomplete: bool,
    /// By which name in its own text each other file was reached.
    pub reached: Vec<(FileId, Name)>,
}

/// What the formals of a library's section stand for.
#[derive(Debug, Default)]
pub struct Environment {
    /// Formal, the name of its type, and the argument as the game wrote it.
    pub bound: Vec<(String, Name, Expr)>,
}

/// Loads the bases of a parsed file and overlays them.
pub fn resolve(
    file: ast::File,
    loader: &dyn Loader,
    sources: &mut Sources,
    found: &mut Vec<Diagnostic>,
) -> Option<Unit> {
    let tests = file.tests;
    for (at, test) in tests.iter().enumerate() {
        if let Some(earlier) = tests[..at].iter().find(|earlier| earlier.name.text == test.name.text) {
            found.push(names::test_twice(&test.name, earlier.name.span));
        }
    }
    let game = file.games.into_iter().next()?;
    let mut unit = Unit { title: game.title.text.clone(), span: game.title.span, tests, ..Unit::default() };
    let mut layers = vec![(game.sections, Vec::new())];
    let named = game.extends.as_ref().map(|extends| extends.base.clone());
    unit.extends = named.as_ref().map(|name| name.span);
    let mut extends = game.extends;
    while let Some(step) = extends {
        let (sections, next) = base(&step, &mut unit.bases, loader, sources, found)?;
        let file = sources.newest();
        unit.reached.extend(named.clone().map(|name| (file, name)));
        if let Some(last) = layers.last_mut() {
            last.1 = step.with;
        }
        layers.push((sections, Vec::new()));
        extends = next;
    }
    for (sections, with) in layers.into_iter().rev() {
        let told = found.len();
        let reached = std::mem::take(&mut unit.reached);
        let (open, known, settings) = (Vec::new(), Vec::new(), Vec::new());
        let mut library = Libraries { loader, sources, found, open, known, settings, reached };
        let sections = library.expand(sections, &mut unit.environments);
        unit.reached = library.reached;
        unit.settings.extend(library.settings);
        unit.incomplete |= found.len() > told;
        let overlaid = found.len();
        overlay(&mut unit.sections, sections, &unit.reached, found);
        // The base uses a parameter of another type as what it was: nothing more is to be said of that.
        unit.incomplete |= found[overlaid..].iter().any(|found| found.code.0 == OTHER_TYPE);
        unit.settings.extend(with);
    }
    Some(unit)
}

fn base(
    step: &Extends,
    bases: &mut Vec<String>,
    loader: &dyn Loader,
    sources: &mut Sources,
    found: &mut Vec<Diagnostic>,
) -> Option<(Vec<Section>, Option<Extends>)> {
    let name = &step.base;
    let Some(source) = loader.game(&name.text) else {
        found.push(names::unknown_game(name, &loader.game_names()));
        return None;
    };
    if bases.contains(&name.text) || bases.len() >= LONGEST_CHAIN || is_root(&source, sources) {
        found.push(names::circular_extends(name, bases));
        return None;
    }
    bases.push(name.text.clone());
    let parsed = parse_into(source, sources);
    let wrong = parsed.diagnostics.iter().find(|found| found.is_error());
    if let Some(wrong) = wrong {
        found.push(names::broken_base(name, wrong));
        return None;
    }
    let game = parsed.file.games.into_iter().next();
    if game.is_none() {
        found.push(names::unknown_game(name, &loader.game_names()));
    }
    let game = game?;
    let sections = game.sections.into_iter().filter(|section| !matches!(section.kind, SectionKind::About(_)));
    Some((sections.collect(), game.extends))
}

fn parse_into(source: Source, sources: &mut Sources) -> parse::Parsed {
    let file = sources.add(source.clone());
    parse::parse(&source, file)
}

/// Whether a base is the very file that is compiled.
fn is_root(source: &Source, sources: &Sources) -> bool {
    sources.get(FileId(0)).is_some_and(|root| root.text() == source.text())
}

/// Puts in place what `use` brings.
struct Libraries<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut Sources,
    found: &'a mut Vec<Diagnostic>,
    /// Libraries being read, for those that come back to themselves.
    open: Vec<String>,
    /// Libraries whose defs and marks this game has already.
    known: Vec<String>,
    /// What is said of their parameters and readings where they are used.
    settings: Vec<Setting>,
    /// By which name each file was reached.
    reached: Vec<(FileId, Name)>,
}

impl Libraries<'_> {
    fn expand(&mut self, sections: Vec<Section>, environments: &mut Vec<Environment>) -> Vec<Section> {
        let mut whole = Vec::new();
        for section in sections {
            match section.kind {
                SectionKind::Use(item) => whole.extend(self.used(&item, environments)),
                kind => whole.push(Section { kind, ..section }),
            }
        }
        whole
    }

    /// The sections that one `use` stands for: the library's defs and marks once, then the section it names.
    fn used(&mut self, item: &Use, environments: &mut Vec<Environment>) -> Vec<Section> {
        let name = &item.library;
        self.settings.extend(item.with.iter().cloned());
        // All that it would bring is there already.
        if item.section.is_none() && self.known.contains(&name.text) {
            return Vec::new();
        }
        if self.reached.len() >= MOST_USES {
            self.found.push(names::too_many_uses(name, MOST_USES));
            return Vec::new();
        }
        if self.open.contains(&name.text) {
            self.found.push(names::circular_use(name, &self.open));
            return Vec::new();
        }
        let Some(source) = self.loader.library(&name.text) else {
            self.found.push(names::unknown_library(name, &self.loader.library_names()));
            return Vec::new();
        };
        let parsed = parse_into(source, self.sources);
        let outer = self.reached.iter().find(|(file, _)| *file == name.span.file).map(|(_, outer)| outer.clone());
        self.reached.push((self.sources.newest(), outer.unwrap_or_else(|| name.clone())));
        if let Some(wrong) = parsed.diagnostics.iter().find(|found| found.is_error()) {
            self.found.push(names::broken_base(name, wrong));
            return Vec::new();
        }
        let sections = parsed.file.libraries.into_iter().flat_map(|library| library.sections).collect::<Vec<_>>();
        self.open.push(name.text.clone());
        let mut whole = Vec::new();
        let mut shared = Vec::new();
        for section in sections {
            match section.kind {
                SectionKind::Shared(section) => shared.push(section),
                _ if self.known.contains(&name.text) => {}
                kind => whole.push(Section { kind, ..section }),
            }
        }
        self.known.push(name.text.clone());
        let mut whole = self.expand(whole, environments);
        if let Some(wanted) = &item.section {
            whole.extend(self.placed(item, wanted, shared, environments));
        }
        self.open.pop();
        whole
    }

    /// The sections inside a library's section, their names read with the arguments given.
    fn placed(
        &mut self,
        item: &Use,
        wanted: &Name,
        shared: Vec<SharedSection>,
        environments: &mut Vec<Environment>,
    ) -> Vec<Section> {
        let known = shared.iter().map(|section| section.name.text.clone()).collect::<Vec<_>>();
        let Some(section) = shared.into_iter().find(|section| section.name.text == wanted.text) else {
            self.found.push(names::unknown_section(wanted, &item.library.text, &known));
            return Vec::new();
        };
        let formals = section.formals.iter().map(|(name, _)| name.text.clone()).collect::<Vec<_>>();
        let mut environment = Environment::default();
        let told = self.found.len();
        for (at, argument) in item.arguments.iter().enumerate() {
            let formal = match &argument.name {
                Some(name) => section.formals.iter().find(|(formal, _)| formal.text == name.text),
                None => section.formals.get(at),
            };
            match formal {
                Some((name, ty)) => environment.bound.push((name.text.clone(), ty.clone(), argument.value.clone())),
                None => {
                    let given = argument.name.clone().unwrap_or_else(|| wanted.clone());
                    let is_given = |formal: &String| {
                        let mut named = item.arguments.iter().filter_map(|argument| argument.name.as_ref());
                        named.any(|name| name.text == *formal)
                    };
                    let left = formals.iter().filter(|formal| !is_given(formal)).cloned().collect::<Vec<_>>();
                    let known = if left.is_empty() { &formals } else { &left };
                    self.found.push(names::unknown_argument(&given, &wanted.text, known));
                }
            }
        }
        // An argument of a misspelt name is the one that is lacking.
        let misnamed = self.found.len() > told;
        let bound = |formal: &Name| environment.bound.iter().any(|(name, ..)| *name == formal.text);
        let lacking = section.formals.iter().filter(|(formal, _)| !misnamed && !bound(formal)).collect::<Vec<_>>();
        if let Some((first, _)) = lacking.first() {
            let formals = lacking.iter().map(|(name, ty)| (name.text.as_str(), ty.text.as_str())).collect::<Vec<_>>();
            self.found.push(names::missing_arguments(wanted, &formals, first.span));
        }
        environments.push(environment);
        let env = Some(environments.len() - 1);
        let inner = self.expand(section.sections, environments);
        inner.into_iter().map(|section| Section { env: section.env.or(env), ..section }).collect()
    }
}

/// Lays the sections of one game over those it inherits: named ones by name, others whole.
fn overlay(base: &mut Vec<Section>, over: Vec<Section>, reached: &[(FileId, Name)], found: &mut Vec<Diagnostic>) {
    let inherited = base.len();
    for section in over {
        // Warnings keep nobody from reading on.
        if found.iter().filter(|found| found.is_error()).count() >= parse::MOST_REPORTS {
            return;
        }
        if let SectionKind::State(variables) = section.kind {
            overlay_state(base, inherited, variables, section.span, section.head, found);
            continue;
        }
        let key = key(&section);
        let same = |other: &&mut Section| key.is_some() && self::key(other) == key;
        match base.iter_mut().enumerate().find(|(_, other)| same(other)) {
            Some((at, other)) if at < inherited && other.span.file != section.span.file => {
                found.extend(other_type(&section, other));
                *other = section;
            }
            Some((_, other)) if other.span.file != section.span.file => {
                // Of two files one is a library: the `use` that brings its section is where to change something.
                let place = |head: Span| reached.iter().find(|(file, _)| *file == head.file).map(|(_, name)| name.span);
                let (again, first) = (place(section.head), place(other.head));
                let (brought, own) = match again {
                    Some(brought) => (brought, first.unwrap_or(other.head)),
                    None => (first.unwrap_or(section.head), section.head),
                };
                found.push(names::brought_twice(brought, own, &described(&section)));
            }
            Some((_, other)) => found.push(match (name_of(&section), name_of(other)) {
                (Some(again), Some(first)) => names::duplicate(again, first.span),
                _ => names::duplicate_section(section.head, other.head, &described(&section)),
            }),
            None => base.push(section),
        }
    }
}

/// A parameter that a variant gives another type than its base, whose rules use it as what it was.
fn other_type(section: &Section, inherited: &Section) -> Option<Diagnostic> {
    let (SectionKind::Param(new), SectionKind::Param(old)) = (&section.kind, &inherited.kind) else { return None };
    (new.ty.text != old.ty.text).then(|| names::other_type(&new.name.text, &new.ty, &old.ty))
}

/// Variables replace inherited ones of their name; two of one name in one file are a mistake.
fn overlay_state(
    base: &mut Vec<Section>,
    inherited: usize,
    variables: Vec<ast::Variable>,
    span: Span,
    head: Span,
    found: &mut Vec<Diagnostic>,
) {
    for section in &mut base[..inherited] {
        if let SectionKind::State(old) = &mut section.kind {
            old.retain(|old| old.span.file == span.file || !variables.iter().any(|new| new.name.text == old.name.text));
        }
    }
    let mut fresh: Vec<ast::Variable> = Vec::new();
    for variable in variables {
        let earlier = base.iter().filter_map(|section| match &section.kind {
            SectionKind::State(old) => Some(old.iter()),
            _ => None,
        });
        let earlier = earlier.flatten().chain(&fresh).find(|old| old.name.text == variable.name.text);
        match earlier {
            Some(old) => found.push(names::duplicate(&variable.name, old.name.span)),
            None => fresh.push(variable),
        }
    }
    base.push(Section { kind: SectionKind::State(fresh), span, head, env: None });
}

/// Whether a section of a game takes the place of this one of its base.
#[must_use]
pub fn takes_the_place_of(section: &Section, inherited: &Section) -> bool {
    key(section).is_some_and(|key| self::key(inherited) == Some(key))
}

/// What makes two sections the same one.
#[derive(PartialEq, Eq)]
enum Key {
    Whole(&'static str),
    Named(&'static str, String),
}

/// The name that a section declares.
fn name_of(section: &Section) -> Option<&Name> {
    match &section.kind {
        SectionKind::Param(param) => Some(&param.name),
        SectionKind::Reading(reading) => Some(&reading.name),
        SectionKind::Mark(mark) => Some(&mark.name),
        SectionKind::Def(def) => Some(&def.name),
        SectionKind::Foreign(foreign) => Some(&foreign.name),
        SectionKind::Phase(phase) => Some(&phase.name),
        SectionKind::Shared(shared) => Some(&shared.name),
        _ => None,
    }
}

fn key(section: &Section) -> Option<Key> {
    let named = |kind: &'static str, name: &Name| Some(Key::Named(kind, name.text.clone()));
    match &section.kind {
        SectionKind::About(_) => Some(Key::Whole("about")),
        SectionKind::Board(_) => Some(Key::Whole("board")),
        SectionKind::Direction(_) => Some(Key::Whole("direction")),
        SectionKind::Setup(_) => Some(Key::Whole("setup")),
        SectionKind::Turn(_) => Some(Key::Whole("turn")),
        SectionKind::End(_) => Some(Key::Whole("end")),
        SectionKind::Endless(_) => Some(Key::Whole("endless")),
        SectionKind::StuckPasses => Some(Key::Whole("stuck passes")),
        SectionKind::Rounds(_) => Some(Key::Whole("rounds")),
        SectionKind::Winner(_) => Some(Key::Whole("winner")),
        // Parameters and readings share their names: both are set by `with`.
        SectionKind::Param(param) => named("setting", &param.name),
        SectionKind::Reading(reading) => named("setting", &reading.name),
        SectionKind::Mark(mark) => named("mark", &mark.name),
        SectionKind::Def(def) => named("def", &def.name),
        SectionKind::Foreign(foreign) => named("def", &foreign.name),
        SectionKind::Phase(phase) => named("phase", &phase.name),
        SectionKind::Shared(shared) => named("section", &shared.name),
        SectionKind::State(_) | SectionKind::Use(_) => None,
    }
}

/// What a section is called in a message.
pub(crate) fn described(section: &Section) -> String {
    match key(section) {
        Some(Key::Whole(word)) => format!("`{word}`"),
        Some(Key::Named(_, name)) => format!("`{name}`"),
        None => "this section".to_owned(),
    }
}
