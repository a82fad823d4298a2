//! In: typed expressions of a game whose parameters and readings are fixed. Out: what these alone decide, and which settings that hangs on. Never here: words.
#![expect(clippy::wildcard_enum_match_arm, reason = "only what the settings can decide is looked through")]
use super::Teller;
use crate::ast::Op;
use crate::check::constants::{arithmetic, constant, counts};
use crate::hir::{Block, DefBody, Expr, ExprKind, Game, LocalId, StmtKind, Ty, Word};
use std::collections::{BTreeMap, BTreeSet};

/// Values of locals.
pub(super) type Given = BTreeMap<LocalId, i32>;

impl<'a> Teller<'a> {
    /// What a bool or number is under the settings, if they alone say it.
    pub(super) fn settled(&mut self, expr: &Expr) -> Option<i32> {
        let value = self.value(expr, &Given::new())?;
        self.note(expr);
        Some(value)
    }

    /// The value that an expression has in every position, as far as that can be seen.
    pub(super) fn value(&self, expr: &Expr, given: &Given) -> Option<i32> {
        let of = |inner: &Expr| self.value(inner, given);
        match &expr.kind {
            ExprKind::Local(local) => {
                let known = self.numbers.get(local);
                if known.is_some() && !self.shut {
                    self.used.borrow_mut().insert(*local);
                }
                given.get(local).or(known).copied().or_else(|| self.fixed.get(local).map(|(value, _)| *value))
            }
            ExprKind::Negate(inner) => of(inner)?.checked_neg(),
            ExprKind::Not(inner) => Some(i32::from(of(inner)? == 0)),
            ExprKind::MinMax { max, items } => {
                let values = items.iter().map(of).collect::<Option<Vec<_>>>()?;
                if *max { values.into_iter().max() } else { values.into_iter().min() }
            }
            ExprKind::If(three) => match of(&three[0]) {
                Some(holds) => of(if holds != 0 { &three[1] } else { &three[2] }),
                None => of(&three[1]).filter(|value| of(&three[2]) == Some(*value)),
            },
            ExprKind::Binary(op, left, right) => self.operation(*op, left, right, given),
            ExprKind::InCounts(count, set) => {
                let set = counts(set, &self.game.params)?;
                Some(i32::from(set.contains(of(count)?)))
            }
            ExprKind::InList(one, items) => {
                let one = of(one)?;
                let items = items.iter().map(of).collect::<Option<Vec<_>>>()?;
                Some(i32::from(items.contains(&one)))
            }
            ExprKind::HasMark { mark, .. } if !self.marked.contains(mark) => Some(0),
            ExprKind::Call { def, arguments } => {
                let def = self.game.defs.get(*def)?;
                let DefBody::Value(body) = &def.body else { return None };
                let known = def.formals.iter().zip(arguments);
                let known = known.filter_map(|(formal, argument)| Some((*formal, of(argument)?)));
                self.value(body, &known.collect())
            }
            _ => constant(expr, &self.game.params, &self.game.readings),
        }
    }

    fn operation(&self, op: Op, left: &Expr, right: &Expr, given: &Given) -> Option<i32> {
        let (one, other) = (self.value(left, given), self.value(right, given));
        match (op, one, other) {
            (Op::And, Some(0), _) | (Op::And, _, Some(0)) => Some(0),
            (Op::And, Some(_), Some(_)) => Some(1),
            (Op::Or, Some(value), _) | (Op::Or, _, Some(value)) if value != 0 => Some(1),
            (Op::Or, Some(_), Some(_)) => Some(0),
            (Op::And | Op::Or, ..) => None,
            (_, Some(one), Some(other)) => arithmetic(op, one, other),
            // There are never fewer than no seeds.
            (Op::Lt, None, Some(0)) if counted(left) => Some(0),
            (Op::Ge, None, Some(0)) if counted(left) => Some(1),
            (Op::Gt, Some(0), None) if counted(right) => Some(0),
            (Op::Le, Some(0), None) if counted(right) => Some(1),
            // And the first round is the first.
            (Op::Ge, None, Some(..=1)) if matches!(left.kind, ExprKind::Word(Word::Round | Word::Lap)) => Some(1),
            _ => None,
        }
    }

    /// Remembers which settings a constant was made of.
    pub(super) fn note(&mut self, expr: &Expr) {
        let game = self.game;
        match &expr.kind {
            ExprKind::Param(at) => {
                self.read_params.insert(*at);
                self.under.insert((false, *at));
            }
            ExprKind::ReadingValue(at) => {
                self.read_readings.insert(*at);
                self.under.insert((true, *at));
            }
            ExprKind::Local(local) => {
                if let Some((_, argument)) = self.fixed.get(local).copied() {
                    self.note(argument);
                }
            }
            ExprKind::Call { def, .. } => {
                if let Some(DefBody::Value(body)) = game.defs.get(*def).map(|def| &def.body) {
                    self.note(body);
                }
            }
            ExprKind::Not(inner) | ExprKind::Negate(inner) => self.note(inner),
            ExprKind::Binary(_, left, right) | ExprKind::InCounts(left, right) => {
                self.note(left);
                self.note(right);
            }
            ExprKind::MinMax { items, .. } => items.iter().for_each(|item| self.note(item)),
            ExprKind::InList(one, items) => {
                self.note(one);
                items.iter().for_each(|item| self.note(item));
            }
            ExprKind::If(three) => three.iter().for_each(|part| self.note(part)),
            _ => {}
        }
    }

    /// Numbers that every call of a procedure gives alike: told as the numbers they are.
    pub(super) fn fix_formals(&mut self) {
        let game = self.game;
        // A number may be handed on from def to def; each pass sees one step further.
        for _ in 0..game.defs.len() {
            let mut given: BTreeMap<LocalId, Option<(i32, &'a Expr)>> = BTreeMap::new();
            for block in game.blocks() {
                each_call(block, &mut |def, arguments| {
                    let formals = game.defs.get(def).map_or(&[][..], |def| &def.formals);
                    for (formal, argument) in formals.iter().zip(arguments) {
                        let value = self.value(argument, &Given::new()).filter(|_| argument.ty == Ty::Int);
                        let value = value.map(|value| (value, argument));
                        let known = given.entry(*formal).or_insert(value);
                        if known.map(|(known, _)| known) != value.map(|(value, _)| value) {
                            *known = None;
                        }
                    }
                });
            }
            self.fixed = given.into_iter().filter_map(|(formal, value)| Some((formal, value?))).collect();
        }
    }

    /// Whether a condition holds of every player who cannot move.
    pub(super) fn when_stuck(&mut self, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Word(Word::Stuck) => true,
            ExprKind::Binary(Op::Or, left, right) => self.when_stuck(left) || self.when_stuck(right),
            ExprKind::Binary(Op::And, left, right) => self.when_stuck(left) && self.when_stuck(right),
            _ => self.value(condition, &Given::new()).is_some_and(|value| value != 0),
        }
    }

    /// Whether a condition holds in round 1000 at the latest.
    pub(super) fn by_the_last_round(&self, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Binary(Op::Or, left, right) => self.by_the_last_round(left) || self.by_the_last_round(right),
            ExprKind::Binary(Op::Ge, left, right) if matches!(left.kind, ExprKind::Word(Word::Round)) => {
                self.value(right, &Given::new()).is_some_and(|round| round <= crate::tell::LAST_ROUND)
            }
            _ => false,
        }
    }
}

/// A number that is never negative.
fn counted(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Seeds(_)
            | ExprKind::RegionSeeds(_)
            | ExprKind::Count(_)
            | ExprKind::Moves(_)
            | ExprKind::Word(Word::Was | Word::Hand | Word::Captured | Word::Total | Word::Round | Word::Played)
    )
}

/// Every call of a procedure in a block.
fn each_call<'e>(block: &'e Block, look: &mut dyn FnMut(usize, &'e [Expr])) {
    for stmt in &block.statements {
        match &stmt.kind {
            StmtKind::Call { def, arguments } => look(*def, arguments),
            other => inner(other).into_iter().for_each(|block| each_call(block, look)),
        }
    }
}

/// The blocks inside a statement.
pub(super) fn inner(kind: &StmtKind) -> Vec<&Block> {
    match kind {
        StmtKind::Cases(cases) => cases.iter().map(|case| &case.body).collect(),
        StmtKind::If { body, otherwise, .. } => std::iter::once(body).chain(otherwise).collect(),
        StmtKind::For { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Laps { body, .. }
        | StmtKind::LapsTogether { body, .. }
        | StmtKind::EachDrop(body) => vec![body],
        StmtKind::Choose(choose) => {
            choose.alternatives.iter().map(|answer| &answer.body).chain(&choose.otherwise).collect()
        }
        _ => Vec::new(),
    }
}

/// The statements that can be reached under the settings.
pub(super) struct Reached<'a> {
    game: &'a Game,
    /// Marks that are set in one of them.
    pub(super) marks: BTreeSet<usize>,
    /// Whether one captures.
    pub(super) captures: bool,
    defs: BTreeSet<usize>,
}

impl<'a> Reached<'a> {
    /// Of a whole game.
    pub(super) fn of(game: &'a Game) -> Reached<'a> {
        let mut reached = Reached { game, marks: BTreeSet::new(), captures: false, defs: BTreeSet::new() };
        let phases = game.phases.iter().map(|phase| &phase.turn);
        let between = game.rounds.iter().map(|rounds| &rounds.between);
        for block in [&game.setup, &game.turn, &game.end].into_iter().chain(phases).chain(between) {
            reached.block(block);
        }
        if let crate::hir::Endless::Does(block) = &game.endless {
            reached.block(block);
        }
        reached
    }

    fn constant(&self, expr: &Expr) -> Option<i32> {
        constant(expr, &self.game.params, &self.game.readings)
    }

    fn block(&mut self, block: &'a Block) {
        for stmt in &block.statements {
            self.statement(&stmt.kind);
        }
    }

    fn statement(&mut self, kind: &'a StmtKind) {
        match kind {
            StmtKind::Mark { mark, .. } => {
                self.marks.insert(*mark);
            }
            StmtKind::Capture { .. } | StmtKind::Take { .. } | StmtKind::EachCaptures(_) => self.captures = true,
            StmtKind::Cases(cases) => {
                for case in cases {
                    let holds = case.condition.as_ref().map_or(Some(1), |condition| self.constant(condition));
                    if holds != Some(0) {
                        self.block(&case.body);
                    }
                    if holds.is_some_and(|holds| holds != 0) {
                        break;
                    }
                }
            }
            StmtKind::If { condition, body, otherwise } => {
                let holds = self.constant(condition);
                if holds != Some(0) {
                    self.block(body);
                }
                if let Some(otherwise) = otherwise.as_ref().filter(|_| holds.is_none_or(|holds| holds == 0)) {
                    self.block(otherwise);
                }
            }
            StmtKind::Choose(choose) => {
                for answer in &choose.alternatives {
                    if answer.filter.as_ref().and_then(|filter| self.constant(filter)) != Some(0) {
                        self.block(&answer.body);
                    }
                }
                choose.otherwise.iter().for_each(|block| self.block(block));
            }
            StmtKind::Call { def, .. } => {
                if self.defs.insert(*def)
                    && let Some(DefBody::Procedure(block)) = self.game.defs.get(*def).map(|def| &def.body)
                {
                    self.block(block);
                }
            }
            other => inner(other).into_iter().for_each(|block| self.block(block)),
        }
    }
}
