//! In: the typed blocks of a game. Out: conditions that a sowing has decided, and moves that end too soon. Never here: single expressions, sections.
#![expect(clippy::wildcard_enum_match_arm, reason = "statements that are not named neither sow nor take")]
use super::{Checker, cover};
use crate::ast::{Op, Period};
use crate::diagnostic::{Diagnostic, doubts};
use crate::hir::{Block, Expr, ExprKind, Game, Stmt, StmtKind};
use crate::source::Span;

impl Checker<'_> {
    /// Every block of the game itself: what a sowing just made leaves no doubt about, and what two hands must not do.
    pub(super) fn outlook(&mut self, game: &Game) {
        // What is asked when a move has ended may ask for anything that was set in it.
        let ends =
            game.end.statements.iter().map(|stmt| stmt.span).chain(game.phases.iter().map(|phase| phase.until.span));
        let ends = ends.map(|span| self.snippet(span)).collect::<Vec<_>>().join(" ");
        let mut look = Look { checker: self, ends, found: Vec::new() };
        for block in game.blocks() {
            look.block(block, false);
        }
        let found = look.found;
        self.diagnostics.extend(found);
    }
}

struct Look<'a, 'b> {
    checker: &'a Checker<'b>,
    /// The words that are judged after a move.
    ends: String,
    found: Vec<Diagnostic>,
}

impl Look<'_, '_> {
    /// Reads a block; `sown` says whether a seed has just fallen into `last` and nothing can have taken it since. Gives the same for what follows.
    fn block(&mut self, block: &Block, sown: bool) -> bool {
        self.renewed_unread(block);
        block.statements.iter().fold(sown, |sown, stmt| self.statement(&stmt.kind, sown))
    }

    fn statement(&mut self, kind: &StmtKind, sown: bool) -> bool {
        match kind {
            StmtKind::Sow { .. } => true,
            StmtKind::Laps { from, body, .. } => {
                let taken = body.statements.iter().any(|stmt| match &stmt.kind {
                    StmtKind::EachDrop(drop) => takes_the_last(drop),
                    _ => false,
                });
                self.block(body, (sown || from.is_some()) && !taken);
                let after = body.statements.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::EachDrop(_)));
                !taken && !after.map(|stmt| &stmt.kind).any(within) && (sown || from.is_some())
            }
            StmtKind::LapsTogether { body, .. } => {
                self.stays_in_step(body);
                self.block(body, !takes(body));
                false
            }
            StmtKind::Cases(cases) => {
                for case in cases {
                    case.condition.iter().for_each(|condition| self.condition(condition, sown));
                    self.block(&case.body, sown);
                }
                sown && !cases.iter().any(|case| takes(&case.body))
            }
            StmtKind::If { condition, body, otherwise } => {
                self.condition(condition, sown);
                self.block(body, sown);
                if let Some(block) = otherwise {
                    self.block(block, sown);
                }
                sown && !takes(body) && !otherwise.as_ref().is_some_and(takes)
            }
            StmtKind::EachDrop(body) => {
                // What it may take of the last seed is known to the laps around it.
                self.block(body, false);
                sown
            }
            StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => {
                let still = sown && !takes(body);
                self.block(body, still);
                still
            }
            StmtKind::Choose(choose) => {
                let bodies = choose.alternatives.iter().map(|alternative| &alternative.body).chain(&choose.otherwise);
                let bodies = bodies.collect::<Vec<_>>();
                for body in &bodies {
                    self.block(body, sown);
                }
                sown && !bodies.into_iter().any(takes)
            }
            other => sown && !may_take(other),
        }
    }

    /// `bonus = false; again`, where `bonus` is as at the beginning in every move.
    fn renewed_unread(&mut self, block: &Block) {
        let Some((Stmt { kind: StmtKind::Again, span: again }, before)) = block.statements.split_last() else { return };
        let sets = before.iter().rev().map_while(|stmt| match &stmt.kind {
            StmtKind::Assign { var, .. } => Some((stmt.span, self.checker.vars.get(*var)?)),
            _ => None,
        });
        for (span, var) in sets.filter(|(_, var)| var.period == Period::Move && !self.ends.contains(&var.name)) {
            self.found.push(doubts::renewed_unread(span, &var.name, *again, var.span));
        }
    }

    /// The parts of a condition that speak of the seeds of `last` alone.
    fn condition(&mut self, condition: &Expr, sown: bool) {
        match &condition.kind {
            ExprKind::Not(inner) => self.condition(inner, sown),
            ExprKind::Binary(Op::And | Op::Or, left, right) => {
                self.condition(left, sown);
                self.condition(right, sown);
            }
            _ if sown && cover::whatever(condition).is_none() => {
                if let Some(holds) = cover::after_a_drop(condition) {
                    let was = self.checker.snippet(condition.span).replace("last.seeds", "last.was");
                    self.found.push(doubts::decided_by_sowing(condition.span, holds, &was));
                }
            }
            _ => {}
        }
    }

    /// A move cannot end while the other hand still holds seeds.
    fn stays_in_step(&mut self, body: &Block) {
        for stmt in &body.statements {
            match &stmt.kind {
                StmtKind::Again | StmtKind::EndTurn => self.found.push(doubts::ends_beside_a_hand(stmt.span)),
                StmtKind::Cases(cases) => cases.iter().for_each(|case| self.stays_in_step(&case.body)),
                StmtKind::If { body, otherwise, .. } => {
                    std::iter::once(body).chain(otherwise).for_each(|block| self.stays_in_step(block));
                }
                _ => {}
            }
        }
    }
}

/// Whether what is done after every drop may take the last seed: not where it says that seeds are still in the hand.
fn takes_the_last(drop: &Block) -> bool {
    let held = |condition: &Expr| cover::while_held(condition);
    drop.statements.iter().any(|stmt| match &stmt.kind {
        StmtKind::Cases(cases) => {
            cases.iter().any(|case| takes(&case.body) && !case.condition.as_ref().is_some_and(held))
        }
        StmtKind::If { condition, body, otherwise } => {
            takes(body) && !held(condition) || otherwise.as_ref().is_some_and(takes)
        }
        other => within(other),
    })
}

/// Whether a statement, or one inside it, may take seeds.
fn within(kind: &StmtKind) -> bool {
    takes(&Block { statements: vec![Stmt { kind: kind.clone(), span: Span::default() }] })
}

/// Whether a block may take seeds out of the house of the last seed, or make another house the last.
fn takes(block: &Block) -> bool {
    block.any(&may_take)
}

fn may_take(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Capture { .. }
            | StmtKind::Take { .. }
            | StmtKind::Move { .. }
            | StmtKind::EachCaptures(_)
            | StmtKind::Swap(..)
            | StmtKind::Call { .. }
            | StmtKind::Lift(_)
            | StmtKind::Drop { .. }
            | StmtKind::Sow { .. }
            | StmtKind::Laps { .. }
            | StmtKind::LapsTogether { .. }
    )
}
