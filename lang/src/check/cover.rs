//! In: two conditions of one list of cases. Out: whether the first holds whenever the second does, as far as their words show it. Never here: reports.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named show nothing")]
use crate::ast::Op;
use crate::hir::{CountSet, Expr, ExprKind, Ty, Word};
use crate::source::Span;

/// Comparisons of two parts before nothing is concluded.
const MOST_COMPARISONS: u32 = 400;

/// What the words at a place are.
type Words<'a> = dyn Fn(Span) -> String + 'a;

/// Whether `one` holds whenever `other` does.
pub(super) fn covers(one: &Expr, other: &Expr, words: &Words<'_>) -> bool {
    Cover { words, left: MOST_COMPARISONS }.covers(one, other)
}

/// Two conditions being compared part by part.
struct Cover<'a> {
    words: &'a Words<'a>,
    left: u32,
}

impl Cover<'_> {
    fn covers(&mut self, one: &Expr, other: &Expr) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        if self.same(one, other) {
            return true;
        }
        match (&one.kind, &other.kind) {
            (ExprKind::Binary(Op::And, left, right), _) => self.covers(left, other) && self.covers(right, other),
            (_, ExprKind::Binary(Op::Or, left, right)) => self.covers(one, left) && self.covers(one, right),
            (ExprKind::Binary(Op::Or, left, right), _) if self.covers(left, other) || self.covers(right, other) => true,
            (_, ExprKind::Binary(Op::And, left, right)) => self.covers(one, left) || self.covers(one, right),
            _ => match (asked(one), asked(other)) {
                (Some((of, wide)), Some((also, narrow))) => self.same(of, also) && wide.takes_in(&narrow),
                _ => false,
            },
        }
    }

    /// The same words: in one list of cases they mean the same.
    fn same(&self, one: &Expr, other: &Expr) -> bool {
        let alike = std::mem::discriminant(&one.kind) == std::mem::discriminant(&other.kind) && one.ty == other.ty;
        alike && (self.words)(one.span) == (self.words)(other.span)
    }
}

/// Which numbers a condition on one number lets pass.
struct Numbers {
    set: CountSet,
    /// The others pass.
    not: bool,
}

impl Numbers {
    fn has(&self, number: i32) -> bool {
        self.set.contains(number) != self.not
    }

    /// Whether every number of the other set is one of these; judged at every number where either set can change, and beside it.
    fn takes_in(&self, other: &Numbers) -> bool {
        let edges = self.set.ranges.iter().chain(&other.set.ranges).flat_map(|(low, high)| [*low, *high]);
        let edges = edges.chain([0, 1, i32::MAX - 4, i32::MIN + 4]);
        let mut near = edges.flat_map(|edge| (-3..=3).map(move |by| edge.saturating_add(by)));
        near.all(|number| self.has(number) || !other.has(number))
    }
}

/// The number a condition asks about, and what it lets pass.
fn asked(condition: &Expr) -> Option<(&Expr, Numbers)> {
    let of = |low: i32, high: i32, not: bool| Numbers { set: CountSet::range(low, high), not };
    match &condition.kind {
        ExprKind::InCounts(number, set) => match &set.kind {
            ExprKind::Counts(set) => Some((number, Numbers { set: set.clone(), not: false })),
            _ => None,
        },
        ExprKind::Not(inner) => {
            asked(inner).map(|(number, numbers)| (number, Numbers { not: !numbers.not, ..numbers }))
        }
        ExprKind::Binary(op, left, right) => {
            let (number, constant, turned) = match (&left.kind, &right.kind) {
                (ExprKind::Int(_), ExprKind::Int(_)) => return None,
                (_, ExprKind::Int(constant)) => (left, *constant, false),
                (ExprKind::Int(constant), _) => (right, *constant, true),
                _ => return None,
            };
            let (least, most) = (i32::MIN, i32::MAX);
            let numbers = match (op, turned) {
                (Op::Eq, _) => of(constant, constant, false),
                (Op::Ne, _) => of(constant, constant, true),
                (Op::Lt, false) | (Op::Gt, true) => of(least, constant.checked_sub(1)?, false),
                (Op::Le, false) | (Op::Ge, true) => of(least, constant, false),
                (Op::Gt, false) | (Op::Lt, true) => of(constant.checked_add(1)?, most, false),
                (Op::Ge, false) | (Op::Le, true) => of(constant, most, false),
                _ => return None,
            };
            Some((number, numbers))
        }
        _ => None,
    }
}

/// What comes of a condition on a number that is never below 0, where its words alone decide that.
pub(super) fn whatever(condition: &Expr) -> Option<bool> {
    let counted = |number: &Expr| match &number.kind {
        ExprKind::Seeds(_) | ExprKind::RegionSeeds(_) | ExprKind::Count(_) => true,
        ExprKind::Word(word) => {
            number.ty == Ty::Int
                && matches!(word, Word::Was | Word::Captured | Word::Total | Word::Round | Word::Lap | Word::Hand)
        }
        _ => false,
    };
    let every = Numbers { set: CountSet::range(0, i32::MAX), not: false };
    let below = Numbers { set: CountSet::range(0, i32::MAX), not: true };
    let (_, numbers) = asked(condition).filter(|(number, _)| counted(number))?;
    if numbers.takes_in(&every) { Some(true) } else { below.takes_in(&numbers).then_some(false) }
}

/// Whether a condition on the seeds of a site always holds, whatever it holds.
pub(super) fn always(condition: &Expr) -> bool {
    let seeds =
        |number: &Expr| matches!(number.kind, ExprKind::Seeds(_) | ExprKind::RegionSeeds(_) | ExprKind::Count(_));
    let every = Numbers { set: CountSet::range(0, i32::MAX), not: false };
    match &condition.kind {
        ExprKind::Binary(Op::And, left, right) => always(left) && always(right),
        ExprKind::Binary(Op::Or, left, right) => always(left) || always(right),
        _ => asked(condition).is_some_and(|(number, numbers)| seeds(number) && numbers.takes_in(&every)),
    }
}
