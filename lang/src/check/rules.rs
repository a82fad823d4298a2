//! In: a game whose parts are checked. Out: what is wrong with it as a whole: sections missing, silence, things unused. Never here: single statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Checker, cover};
use crate::ast::{self, SectionKind};
use crate::diagnostic::{Diagnostic, doubts, nearest, rules, types};
use crate::hir::{self, Block, StmtKind};
use crate::resolve::Unit;
use crate::source::{FileId, Span};
use std::collections::BTreeMap;

/// The code of a def that calls itself.
const RECURSIVE_DEF: u16 = 215;
/// The code of a mark that nobody declared.
const UNKNOWN_MARK: u16 = 219;

/// The sections no game can do without: what each says, and an example.
const NEEDED: [(&str, &str, &str); 5] = [
    ("board", "the sites that are played on", "board { rows 2; houses 6; stores }"),
    ("setup", "the seeds at the start", "setup { fill 4 }"),
    ("turn", "what a player does when it is his turn", "turn { choose h in own where h.seeds > 0; sow h }"),
    ("end", "when the game is over", "end { when stuck -> each captures own }"),
    ("winner", "who has won", "winner most store"),
];

impl Checker<'_> {
    pub(super) fn rules_of(&mut self, unit: &Unit, game: &hir::Game) {
        self.sections_present(unit, game);
        self.no_silence_about_stuck(unit, game);
        // What comes back to itself has no first deed.
        let straight = !self.diagnostics.iter().any(|found| found.code.0 == RECURSIVE_DEF);
        if straight {
            self.asks_before_it_moves(unit, game);
        }
        self.endless_is_said(unit, game);
        self.nothing_unused(unit, game);
        self.marks_make_sense(unit);
        self.known_about(unit);
        if straight {
            self.decisions_make_sense(game);
        }
        self.places_exist(game);
        self.somebody_owns(unit, game);
        self.outlook(game);
    }

    /// `own[9]` where nobody can have nine houses: houses change hands only by `give`.
    fn places_exist(&mut self, game: &hir::Game) {
        let gives = |kind: &StmtKind| matches!(kind, StmtKind::Give { .. } | StmtKind::Swap(..));
        let given = game.blocks().any(|block| block.any(&gives));
        for (span, value, row) in std::mem::take(&mut self.places_asked) {
            let most = if given { self.layout.houses } else { row };
            if value < 1 || value as usize > most {
                self.report(types::index_out_of_range(span, value, most));
            }
        }
    }

    /// `own` on a board of which nobody owns a house, in a game that gives none.
    fn somebody_owns(&mut self, unit: &Unit, game: &hir::Game) {
        let gives = |kind: &StmtKind| matches!(kind, StmtKind::Give { .. });
        let houses = self.layout.houses;
        let owned = self.layout.sites.iter().take(houses).any(|site| site.owner.is_some())
            || self.layout.stores.iter().any(|store| usize::from(*store) < houses)
            || game.blocks().any(|block| block.any(&gives));
        let mine = |span: &&Span| span.file == FileId(0) || unit.bases.is_empty();
        let broken = self.diagnostics.iter().any(Diagnostic::is_error);
        let first = self.owned_asked.iter().find(mine).copied();
        if let Some(span) = first.filter(|_| houses > 0 && !owned && !broken) {
            let word = self.snippet(span);
            self.report(doubts::owned_by_nobody(span, &word));
        }
    }

    fn known_about(&mut self, unit: &Unit) {
        const KEYS: [&str; 11] =
            ["id", "names", "people", "place", "source", "by", "year", "page", "certainty", "status", "note"];
        let keys = KEYS.iter().copied().chain(["aka"]).collect::<Vec<_>>();
        for section in &unit.sections {
            let SectionKind::About(about) = &section.kind else { continue };
            for (key, _) in about.iter().filter(|(key, _)| !keys.contains(&key.text.as_str())) {
                self.report(rules::unknown_about(key, &keys));
            }
        }
    }

    /// Every decision of the game, wherever it stands.
    fn decisions_make_sense(&mut self, game: &hir::Game) {
        let mut found = Vec::new();
        for block in game.blocks() {
            decisions(block, &mut |choose, rest| {
                if let (Some(must), Some(Deed::Asking(asks))) = (choose.musts.first(), first_deed(rest, game)) {
                    found.push(rules::must_meets_decision(must.condition.span, Span { end: asks.start + 6, ..asks }));
                }
                let binders = choose.alternatives.iter().flat_map(|alternative| &alternative.binders);
                for binder in binders {
                    let forbids = |mark: &&hir::Mark| mark.forbids_lifting() && !mark.rules.out_of_play;
                    let careful = binder.filter.as_ref().is_some_and(asks_about_marks);
                    let lifted = !careful && is_lifted(rest, binder.local);
                    if let Some(mark) = game.marks.iter().find(forbids).filter(|_| lifted) {
                        found.push(rules::may_be_unliftable(binder.over.span, &mark.name, mark.span));
                    }
                }
            });
        }
        self.diagnostics.extend(found);
    }

    fn sections_present(&mut self, unit: &Unit, game: &hir::Game) {
        let has = |wanted: fn(&SectionKind) -> bool| unit.sections.iter().any(|section| wanted(&section.kind));
        let ends = has(|kind| matches!(kind, SectionKind::End(_)));
        let decided = !ends || has(|kind| matches!(kind, SectionKind::Winner(_))) || every_case_decides(&game.end);
        self.winner_is_asked(unit, game);
        let there = [
            has(|kind| matches!(kind, SectionKind::Board(_))),
            has(|kind| matches!(kind, SectionKind::Setup(_))),
            has(|kind| matches!(kind, SectionKind::Turn(_))),
            ends,
            decided,
        ];
        let lacking = NEEDED.iter().zip(there).filter(|(_, there)| !there).map(|(needed, _)| *needed);
        let lacking = lacking.collect::<Vec<_>>();
        let undecided = first_undecided(&game.end).filter(|_| lacking == NEEDED[4..]);
        if let Some(case) = undecided {
            self.report(doubts::case_without_winner(case));
        } else if let [(section, meaning, example)] = lacking[..] {
            self.report(rules::missing_section(unit.span, section, meaning, example));
        } else if !lacking.is_empty() {
            let names = lacking.iter().map(|(section, ..)| *section).collect::<Vec<_>>();
            let example = lacking.first().map_or("", |(_, _, example)| *example);
            self.report(rules::missing_sections(unit.span, &names, example));
        }
    }

    /// A `winner` beside cases that all say who has won is never asked.
    fn winner_is_asked(&mut self, unit: &Unit, game: &hir::Game) {
        let winner = unit.sections.iter().find(|section| matches!(section.kind, SectionKind::Winner(_)));
        let ends = |kind: &StmtKind| matches!(kind, StmtKind::EndRound);
        let decided =
            every_case_decides(&game.end) && game.rounds.is_none() && !game.blocks().any(|block| block.any(&ends));
        let by_laps = matches!(&game.endless, hir::Endless::Does(block) if block.any(&ends));
        if let Some(winner) = winner.filter(|winner| decided && !by_laps && winner.head.file == FileId(0)) {
            self.report(doubts::winner_never_asked(winner.head));
        }
    }

    /// A game says what it means that a player cannot move.
    fn no_silence_about_stuck(&mut self, unit: &Unit, game: &hir::Game) {
        let end = unit.sections.iter().find(|section| matches!(section.kind, SectionKind::End(_)));
        // What could not be understood there may have said it.
        let understood = |end: &&ast::Section| {
            let inside =
                |span: Span| span.file == end.span.file && end.span.start <= span.start && span.end <= end.span.end;
            !self.diagnostics.iter().any(|found| found.is_error() && inside(found.span()))
        };
        let end = end.filter(understood);
        if let Some(end) = end
            && !self.used.stuck
            && !game.stuck_passes
            && !can_always_decline(&game.turn)
        {
            self.report(rules::silent_about_stuck(end.head));
        } else if end.is_some() && !game.stuck_passes && !can_always_decline(&game.turn) {
            self.stuck_ends_the_round(&game.end);
        }
        if let Some(end) = end.filter(|_| game.stuck_passes && !self.used.all_stuck) {
            let passes = unit.sections.iter().find(|section| matches!(section.kind, SectionKind::StuckPasses));
            self.report(rules::silent_about_all_stuck(end.head, passes.map(|passes| passes.head)));
        }
    }

    /// What is said of `stuck` in `end` must hold of every player who is: in a `when`, and by itself.
    fn stuck_ends_the_round(&mut self, end: &Block) {
        let says = |condition: &hir::Expr| cover::says_stuck(condition);
        let cases = end.statements.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Cases(cases) => Some(cases),
            _ => None,
        });
        let conditions = cases.flatten().map(|case| case.condition.as_ref()).collect::<Vec<_>>();
        let asked = conditions.iter().flatten().filter(|condition| says(condition)).collect::<Vec<_>>();
        let ifs = end.statements.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::If { condition, body, .. } if says(condition) => {
                let ends = |kind: &StmtKind| {
                    matches!(kind, StmtKind::Cases(_) | StmtKind::Win(_) | StmtKind::Draw | StmtKind::EndRound)
                };
                (!body.any(&ends)).then_some(Span { end: stmt.span.start + 2, ..stmt.span })
            }
            _ => None,
        });
        if let ([], Some(span)) = (&asked[..], ifs) {
            self.report(doubts::stuck_in_an_if(span));
        }
        // Several cases may share out among them what can be; a last `otherwise` takes the rest.
        let rest = conditions.iter().any(Option::is_none);
        if let ([only], false) = (&asked[..], rest)
            && !conditions.iter().flatten().any(|condition| cover::when_stuck(condition))
        {
            self.report(doubts::stuck_and_more(only.span));
        }
    }

    /// Every move asks before it moves a seed.
    fn asks_before_it_moves(&mut self, unit: &Unit, game: &hir::Game) {
        if !unit.sections.iter().any(|section| matches!(section.kind, SectionKind::Turn(_))) {
            return;
        }
        match first_deed(&game.turn, game) {
            Some(Deed::Sowing(span)) => self.report(rules::sows_unasked(span)),
            Some(Deed::Asking(_)) => {}
            None => {
                let turn = unit.sections.iter().find(|section| matches!(section.kind, SectionKind::Turn(_)));
                self.report(rules::turn_without_decision(turn.map_or(unit.span, |turn| turn.head)));
            }
        }
    }

    fn endless_is_said(&mut self, unit: &Unit, game: &hir::Game) {
        let blocks = std::iter::once(&game.turn).chain(game.phases.iter().map(|phase| &phase.turn));
        let blocks = blocks.chain(game.defs.iter().filter_map(|def| match &def.body {
            hir::DefBody::Procedure(block) => Some(block),
            hir::DefBody::Value(_) => None,
        }));
        let laps = blocks.filter_map(find_laps).next();
        if !matches!(game.endless, hir::Endless::Unsaid) {
            let said = unit.sections.iter().find(|section| matches!(section.kind, SectionKind::Endless(_)));
            // A `relay` that is wrong where it stands may be what it is meant for.
            let sound = laps.is_none() && !self.diagnostics.iter().any(Diagnostic::is_error);
            if let Some(said) = said.filter(|said| sound && said.head.file == FileId(0)) {
                self.report(doubts::endless_without_laps(said.head));
            }
            return;
        }
        if let Some(laps) = laps.filter(|laps| laps.file == FileId(0) || unit.bases.is_empty()) {
            self.report(rules::endless_unsaid(laps));
        }
    }

    /// What the file itself declares and never uses; an inherited thing may rest.
    fn nothing_unused(&mut self, unit: &Unit, game: &hir::Game) {
        let mine = |span: Span| span.file == FileId(0);
        let mut unused: Vec<Diagnostic> = Vec::new();
        let replaces = |span: Span, kind: &str, name: &str| match unit.extends {
            Some(base) => {
                let name = ast::Name { text: name.to_owned(), span };
                rules::replaces_nothing(&name, kind, base, &self.inherited(kind))
            }
            None => rules::unused(span, kind, name),
        };
        for param in self.params.iter().filter(|param| mine(param.span) && !self.used.params.contains(&param.name)) {
            unused.push(replaces(param.span, "parameter", &param.name));
        }
        for reading in
            self.readings.iter().filter(|reading| mine(reading.span) && !self.used.params.contains(&reading.name))
        {
            unused.push(replaces(reading.span, "reading", &reading.name));
        }
        for var in self.vars.iter().filter(|var| mine(var.span) && !self.used.vars.contains(&var.name)) {
            unused.push(replaces(var.span, "variable", &var.name));
        }
        for def in self.signatures.iter().filter(|def| mine(def.span) && !self.used.defs.contains(&def.name)) {
            unused.push(replaces(def.span, "def", &def.name));
        }
        unused.extend(phases_beside(unit));
        unused.extend(self.answers_alike());
        for (at, local) in self.locals.iter().enumerate() {
            let used = self.used.locals.iter().any(|used| used.0 as usize == at);
            // What a def of a variant takes is what the one takes that it replaces.
            let given = !unit.bases.is_empty()
                && game.defs.iter().any(|def| def.formals.iter().any(|formal| formal.0 as usize == at));
            if mine(local.span) && !used && !given {
                unused.push(rules::unused(local.span, "name", &local.name));
            }
        }
        // The tests may use what the rules do not, so nothing is said of a game that is otherwise broken.
        if !self.diagnostics.iter().any(Diagnostic::is_error) {
            self.diagnostics.extend(unused);
        }
    }

    /// Readings of the file that are only compared with some of their answers, so that two others mean the same.
    fn answers_alike(&self) -> Vec<Diagnostic> {
        let numbered = (0_u16..).zip(&self.readings).filter(|(_, reading)| reading.span.file == FileId(0));
        let alike = numbered.filter_map(|(number, reading)| {
            // Handed on as a whole it may be compared with anything there.
            let compared = self.used.asked.get(&number).is_some_and(|left| *left <= 0);
            let labels = reading.labels.iter().enumerate();
            let others = labels.filter(|(at, _)| !self.used.answers.contains(&(number, *at))).map(|(_, label)| label);
            let others = others.map(String::as_str).collect::<Vec<_>>();
            (compared && others.len() > 1).then(|| doubts::answers_alike(reading.span, &reading.name, &others))
        });
        alike.collect()
    }

    /// The names of this kind that a game has from its bases.
    fn inherited(&self, kind: &str) -> Vec<String> {
        let theirs = |(name, span): (&String, Span)| (span.file != FileId(0)).then(|| name.clone());
        match kind {
            "parameter" => self.params.iter().map(|param| (&param.name, param.span)).filter_map(theirs).collect(),
            "reading" => self.readings.iter().map(|reading| (&reading.name, reading.span)).filter_map(theirs).collect(),
            "variable" => self.vars.iter().map(|var| (&var.name, var.span)).filter_map(theirs).collect(),
            _ => self.signatures.iter().map(|def| (&def.name, def.span)).filter_map(theirs).collect(),
        }
    }

    fn marks_make_sense(&mut self, unit: &Unit) {
        let mine = |span: Span| span.file == FileId(0) || unit.bases.is_empty();
        for (mark, span) in self.used.tested_marks.clone() {
            if !self.used.set_marks.contains(&mark) && mine(span) {
                self.report(rules::mark_never_set(span, &mark));
            }
        }
        // A mark of a misspelt name may be any of them.
        let misspelt = self.diagnostics.iter().any(|found| found.code.0 == UNKNOWN_MARK);
        for mark in self.marks.clone() {
            let used = self.used.set_marks.contains(&mark.name) || self.used.tested_marks.contains_key(&mark.name);
            let means = mark.rules != ast::MarkRules::default();
            if !used && !misspelt && mark.span.file == FileId(0) {
                self.report(match means {
                    true => rules::mark_unset(mark.span, &mark.name),
                    false => rules::unused(mark.span, "mark", &mark.name),
                });
            }
        }
    }
}

/// Phases of a variant that have nearly the name of one of its base, and are played after it.
fn phases_beside(unit: &Unit) -> Vec<Diagnostic> {
    let Some(base) = unit.extends else { return Vec::new() };
    let phases = unit.sections.iter().filter_map(|section| match &section.kind {
        SectionKind::Phase(phase) => Some(&phase.name),
        _ => None,
    });
    let (own, inherited) = phases.partition::<Vec<_>, _>(|name| name.span.file == FileId(0));
    let beside = own.into_iter().filter_map(|name| {
        let meant = nearest(&name.text, inherited.iter().map(|name| name.text.as_str()))?;
        Some(doubts::phase_replaces_nothing(name, base, meant))
    });
    beside.collect()
}

/// Whether the turn begins with a decision that one may always decline.
fn can_always_decline(turn: &Block) -> bool {
    matches!(turn.statements.first().map(|stmt| &stmt.kind), Some(StmtKind::Choose(choose)) if choose.optional.is_some())
}

/// Whether a block says who has won.
fn decides(block: &Block) -> bool {
    matches!(block.statements.last().map(|stmt| &stmt.kind), Some(StmtKind::Win(_) | StmtKind::Draw))
}

/// The first case of `end` that does not say who has won, if another does.
fn first_undecided(end: &Block) -> Option<Span> {
    let cases = end.statements.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Cases(cases) => Some(cases),
        _ => None,
    });
    let cases = cases.flatten().collect::<Vec<_>>();
    let undecided = cases.iter().find(|case| !decides(&case.body))?;
    cases.iter().any(|case| decides(&case.body)).then_some(undecided.span)
}

fn every_case_decides(end: &Block) -> bool {
    let cases = end.statements.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Cases(cases) => Some(cases),
        _ => None,
    });
    let mut bodies = cases.flatten().map(|case| &case.body).peekable();
    bodies.peek().is_some() && bodies.all(decides)
}

/// What a procedure does first.
#[derive(Clone, Copy)]
enum Deed {
    Asking(Span),
    Sowing(Span),
}

/// The first thing on some way through a block that asks or moves seeds; a sowing is found before an asking beside it.
fn first_deed(block: &Block, game: &hir::Game) -> Option<Deed> {
    first_in(block, game, &mut BTreeMap::new())
}

/// Deeds that defs are known to begin with. Without it, defs that call others twice would be gone through for ever.
type Known = BTreeMap<usize, Option<Deed>>;

fn first_in(block: &Block, game: &hir::Game, known: &mut Known) -> Option<Deed> {
    for stmt in &block.statements {
        let found = match &stmt.kind {
            StmtKind::Choose(_) => Some(Deed::Asking(stmt.span)),
            StmtKind::Sow { .. }
            | StmtKind::Laps { .. }
            | StmtKind::LapsTogether { .. }
            | StmtKind::Lift(_)
            | StmtKind::Capture { .. }
            | StmtKind::Take { .. }
            | StmtKind::Move { .. }
            | StmtKind::EachCaptures(_) => Some(Deed::Sowing(stmt.span)),
            StmtKind::Cases(cases) => {
                let complete = cases.iter().any(|case| case.condition.is_none());
                first_of(cases.iter().map(|case| &case.body), game, complete, known)
            }
            StmtKind::If { body, otherwise, .. } => {
                first_of(std::iter::once(body).chain(otherwise), game, otherwise.is_some(), known)
            }
            StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => {
                first_of(std::iter::once(body), game, false, known)
            }
            StmtKind::Call { def, .. } => first_of_def(*def, game, known),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn first_of_def(def: usize, game: &hir::Game, known: &mut Known) -> Option<Deed> {
    if let Some(found) = known.get(&def) {
        return *found;
    }
    let found = match &game.defs.get(def)?.body {
        hir::DefBody::Procedure(block) => first_in(block, game, known),
        hir::DefBody::Value(_) => None,
    };
    known.insert(def, found);
    found
}

/// The first deed of several ways; asking only if every way asks.
fn first_of<'a>(
    ways: impl Iterator<Item = &'a Block>,
    game: &hir::Game,
    complete: bool,
    known: &mut Known,
) -> Option<Deed> {
    let mut asks = complete;
    let mut at = Span::default();
    for way in ways {
        match first_in(way, game, known) {
            Some(Deed::Sowing(span)) => return Some(Deed::Sowing(span)),
            Some(Deed::Asking(span)) => at = span,
            None => asks = false,
        }
    }
    asks.then_some(Deed::Asking(at))
}

fn find_laps(block: &Block) -> Option<Span> {
    block.statements.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Laps { .. } | StmtKind::LapsTogether { .. } => Some(stmt.span),
        StmtKind::Cases(cases) => cases.iter().find_map(|case| find_laps(&case.body)),
        StmtKind::If { body, otherwise, .. } => find_laps(body).or_else(|| otherwise.as_ref().and_then(find_laps)),
        StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => find_laps(body),
        StmtKind::Choose(choose) => choose.alternatives.iter().find_map(|alternative| find_laps(&alternative.body)),
        _ => None,
    })
}

/// Tells every decision of a block, with what follows it there.
fn decisions(block: &Block, tell: &mut dyn FnMut(&hir::Choose, &Block)) {
    for (at, stmt) in block.statements.iter().enumerate() {
        match &stmt.kind {
            StmtKind::Choose(choose) => {
                tell(choose, &Block { statements: block.statements[at + 1..].to_vec() });
                choose.alternatives.iter().for_each(|alternative| decisions(&alternative.body, tell));
            }
            StmtKind::Cases(cases) => cases.iter().for_each(|case| decisions(&case.body, tell)),
            StmtKind::If { body, otherwise, .. } => {
                decisions(body, tell);
                otherwise.iter().for_each(|block| decisions(block, tell));
            }
            StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } | StmtKind::Laps { body, .. } => {
                decisions(body, tell)
            }
            _ => {}
        }
    }
}

/// Whether what follows a decision lifts the house it chose.
fn is_lifted(rest: &Block, chosen: hir::LocalId) -> bool {
    let is = |house: &hir::Expr| matches!(house.kind, hir::ExprKind::Local(local) if local == chosen);
    rest.any(&|kind| match kind {
        StmtKind::Sow { from: hir::SowFrom::House(house), .. } | StmtKind::Lift(house) => is(house),
        StmtKind::Laps { from: Some(house), .. } => is(house),
        _ => false,
    })
}

/// Whether a condition asks about marks.
fn asks_about_marks(condition: &hir::Expr) -> bool {
    match &condition.kind {
        hir::ExprKind::Liftable(_) | hir::ExprKind::HasMark { .. } | hir::ExprKind::MarkHolder { .. } => true,
        hir::ExprKind::Not(inner) => asks_about_marks(inner),
        hir::ExprKind::Binary(_, left, right) => asks_about_marks(left) || asks_about_marks(right),
        hir::ExprKind::Call { .. } => true,
        _ => false,
    }
}
