//! In: the typed tree of a game. Out: where its clauses are: what the rules say one by one, and play can use or leave unused. Never here: whether it does.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::hir::{Alternative, Binder, Block, Choose, DefBody, Endless, Game, Stmt, StmtKind, Ty};
use crate::source::Span;

/// Statements, cases, `must`s, `where`s, alternatives and bodies of defs, each by its place, in order.
pub(crate) fn of(game: &Game) -> Vec<Span> {
    let mut found = Vec::new();
    game.blocks().for_each(|block| of_block(block, &mut found));
    if let Endless::Does(block) = &game.endless {
        of_block(block, &mut found);
    }
    for def in &game.defs {
        // Sets and directions are looked up where they are used, and leave no code.
        if let DefBody::Value(value) = &def.body
            && !matches!(value.ty, Ty::Counts | Ty::Directions)
        {
            found.push(value.span);
        }
    }
    found.sort_by_key(|span| (span.file, span.start, std::cmp::Reverse(span.end)));
    found.dedup();
    found
}

/// Whether a statement is a clause itself. Cases are, one by one; a `let` only names, and `each drop` only holds others.
pub(crate) fn is_one(kind: &StmtKind) -> bool {
    !matches!(kind, StmtKind::Cases(_) | StmtKind::Let { .. } | StmtKind::EachDrop(_))
}

/// An answer with a label: from the quote before it to the last statement that follows from it.
pub(crate) fn of_answer(alternative: &Alternative) -> Span {
    let label = alternative.span;
    let last = alternative.body.statements.last().map_or(label.end + 1, |stmt| stmt.span.end);
    Span { start: label.start.saturating_sub(1), end: last.max(label.end + 1), ..label }
}

fn of_block(block: &Block, found: &mut Vec<Span>) {
    for stmt in &block.statements {
        found.extend(is_one(&stmt.kind).then_some(stmt.span));
        of_statement(stmt, found);
    }
}

fn of_statement(stmt: &Stmt, found: &mut Vec<Span>) {
    match &stmt.kind {
        StmtKind::Cases(cases) => {
            for case in cases {
                found.push(case.span);
                of_block(&case.body, found);
            }
        }
        StmtKind::If { body, otherwise, .. } => {
            of_block(body, found);
            otherwise.iter().for_each(|block| of_block(block, found));
        }
        StmtKind::For { binders, body } => {
            of_binders(binders, found);
            of_block(body, found);
        }
        StmtKind::Repeat { body, .. }
        | StmtKind::Laps { body, .. }
        | StmtKind::LapsTogether { body, .. }
        | StmtKind::EachDrop(body) => of_block(body, found),
        StmtKind::Choose(choose) => of_choose(choose, found),
        _ => {}
    }
}

fn of_choose(choose: &Choose, found: &mut Vec<Span>) {
    found.extend(choose.musts.iter().map(|must| must.condition.span));
    for alternative in &choose.alternatives {
        found.extend(alternative.label.map(|_| of_answer(alternative)));
        found.extend(alternative.filter.iter().map(|filter| filter.span));
        found.extend(alternative.musts.iter().map(|must| must.condition.span));
        of_binders(&alternative.binders, found);
        of_block(&alternative.body, found);
    }
    choose.otherwise.iter().for_each(|block| of_block(block, found));
}

fn of_binders(binders: &[Binder], found: &mut Vec<Span>) {
    found.extend(binders.iter().filter_map(|binder| binder.filter.as_ref()).map(|filter| filter.span));
}
