//! In: what stands on both sides of `and`, `or` and `+`. Out: what is to be said where one of them cannot stand there alone. Never here: other operators.
use super::Checker;
use crate::ast::{self, ExprKind as Form, Op};
use crate::diagnostic::types;
use crate::hir::{Expr, ExprKind, Ty};
use crate::source::Span;

impl Checker<'_> {
    /// One side of `and` or `or`.
    pub(super) fn conditional_side(&mut self, side: &ast::Expr) -> Expr {
        self.as_label(side, Ty::Bool).unwrap_or_else(|| self.expr(side))
    }

    /// Whether both sides are houses or regions, which is told.
    pub(super) fn joined_houses(&mut self, left: &Expr, right: &Expr, sign: &str, span: Span) -> bool {
        let sites = |side: &Expr| matches!(side.ty, Ty::House | Ty::Region);
        let both = sites(left) && sites(right);
        if both {
            let (left, right) = (self.snippet(left.span), self.snippet(right.span));
            self.report(types::joined_houses(span, sign, &left, &right));
        }
        both
    }

    /// Whether this is `x == 2 or 3`, which is told.
    pub(super) fn number_after_or(&mut self, left: &ast::Expr, right: &ast::Expr) -> bool {
        let mut numbers = vec![right];
        let mut first = left;
        while let Form::Binary(Op::Or, left, right) = &first.kind {
            numbers.push(right);
            first = left;
        }
        numbers.reverse();
        let Form::Binary(Op::Eq, asked, number) = &first.kind else { return false };
        if !numbers.iter().all(|number| matches!(number.kind, Form::Int(_))) {
            return false;
        }
        let all = std::iter::once(&**number).chain(numbers.iter().copied()).map(|number| self.snippet(number.span));
        let instead = format!("{} in {{{}}}", self.snippet(asked.span), all.collect::<Vec<_>>().join(", "));
        let at = numbers.first().map_or(right.span, |number| number.span);
        self.report(types::number_after_or(at, first.span, &instead));
        true
    }

    /// Whether the right side only goes on with the comparison on the left, `x in own or theirs`, or is a bare number; which is told.
    pub(super) fn no_side_of_its_own(&mut self, op: Op, left: &ast::Expr, first: &Expr, right: &Expr) -> bool {
        let sign = if op == Op::And { "and" } else { "or" };
        for side in [first, right] {
            if let (ExprKind::Int(value), Ty::Int) = (&side.kind, side.ty) {
                self.report(types::number_beside(side.span, sign, *value));
                return true;
            }
        }
        let mut nearest = left;
        while let Form::Binary(Op::And | Op::Or, _, right) = &nearest.kind {
            nearest = right;
        }
        let Form::Binary(sign @ (Op::In | Op::Eq), asked, _) = &nearest.kind else { return false };
        if op != Op::Or || !matches!(right.ty, Ty::Region | Ty::House) {
            return false;
        }
        let sign = if *sign == Op::In { "in" } else { "==" };
        let instead = format!(
            "{} or {} {sign} {}",
            self.snippet(nearest.span),
            self.snippet(asked.span),
            self.snippet(right.span)
        );
        let what = self.ty_name(right.ty);
        self.report(types::region_after_or(right.span, nearest.span, &what, &instead));
        true
    }
}
