//! In: typed expressions. Out: their values, where they need no position: numbers, parameters, readings and what is made of them.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::ast::Op;
use crate::hir::{self, Const, CountSet, Expr, ExprKind};

/// The value of an expression that needs no position.
pub(crate) fn constant(expr: &Expr, params: &[hir::Param], readings: &[hir::Reading]) -> Option<i32> {
    let of = |inner: &Expr| constant(inner, params, readings);
    match &expr.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Param(at) => match params.get(*at)?.value {
            Const::Int(value) => Some(value),
            Const::Counts(_) | Const::Directions(_) => None,
        },
        ExprKind::Text(at) => i32::try_from(*at).ok(),
        ExprKind::ReadingValue(at) => i32::try_from(readings.get(*at)?.chosen).ok(),
        ExprKind::Negate(inner) => of(inner)?.checked_neg(),
        ExprKind::Not(inner) => Some(i32::from(of(inner)? == 0)),
        ExprKind::MinMax { max, items } => {
            let values = items.iter().map(of).collect::<Option<Vec<_>>>()?;
            if *max { values.into_iter().max() } else { values.into_iter().min() }
        }
        ExprKind::If(three) => of(if of(&three[0])? != 0 { &three[1] } else { &three[2] }),
        ExprKind::Binary(Op::And, left, right) => match (of(left), of(right)) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(_), Some(_)) => Some(1),
            _ => None,
        },
        ExprKind::Binary(Op::Or, left, right) => match (of(left), of(right)) {
            (Some(0), Some(0)) => Some(0),
            (Some(0), None) | (None, Some(0)) => None,
            (Some(_), _) | (_, Some(_)) => Some(1),
            (None, None) => None,
        },
        ExprKind::Binary(op, left, right) => arithmetic(*op, of(left)?, of(right)?),
        ExprKind::InCounts(count, set) => {
            let set = counts(set, params)?;
            Some(i32::from(set.contains(of(count)?)))
        }
        ExprKind::InList(one, items) => {
            let one = of(one)?;
            let items = items.iter().map(of).collect::<Option<Vec<_>>>()?;
            Some(i32::from(items.contains(&one)))
        }
        _ => None,
    }
}

/// The set of counts that an expression always is.
pub(crate) fn counts(expr: &Expr, params: &[hir::Param]) -> Option<CountSet> {
    match &expr.kind {
        ExprKind::Counts(set) => Some(set.clone()),
        ExprKind::Param(at) => match &params.get(*at)?.value {
            Const::Counts(set) => Some(set.clone()),
            Const::Int(_) | Const::Directions(_) => None,
        },
        _ => None,
    }
}

/// Two numbers under an operator; nothing where the machine would fault.
pub(crate) fn arithmetic(op: Op, left: i32, right: i32) -> Option<i32> {
    match op {
        Op::Add => left.checked_add(right),
        Op::Sub => left.checked_sub(right),
        Op::Mul => left.checked_mul(right),
        Op::Div => left.checked_div(right),
        Op::Rem => left.checked_rem(right),
        Op::Eq => Some(i32::from(left == right)),
        Op::Ne => Some(i32::from(left != right)),
        Op::Lt => Some(i32::from(left < right)),
        Op::Le => Some(i32::from(left <= right)),
        Op::Gt => Some(i32::from(left > right)),
        Op::Ge => Some(i32::from(left >= right)),
        Op::And | Op::Or | Op::In | Op::Range | Op::FollowedBy | Op::Without | Op::Before | Op::After => None,
    }
}
