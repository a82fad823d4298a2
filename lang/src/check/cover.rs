//! In: two conditions of one list of cases. Out: whether the first holds whenever the second does, as far as their words show it. Never here: reports.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named show nothing")]
use crate::ast::Op;
use crate::hir::{CountSet, Expr, ExprKind, Word};
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
            (
                ExprKind::HasMark { house, mark, of: None },
                ExprKind::HasMark { house: also, mark: its, of: Some(_) },
            ) => mark == its && self.same(house, also),
            _ => match (asked(one), asked(other)) {
                (Some((of, wide)), Some((also, narrow))) => self.same(of, also) && wide.takes_in(&narrow),
                _ => false,
            },
        }
    }

    /// The same words: in one list of cases they mean the same.
    fn same(&self, one: &Expr, other: &Expr) -> bool {
        let alike = std::mem::discriminant(&one.kind) == std::mem::discriminant(&other.kind) && one.ty == other.ty;
        alike && bare(&(self.words)(one.span)) == bare(&(self.words)(other.span))
    }
}

/// The words of a condition without the brackets around all of it.
fn bare(words: &str) -> &str {
    let inner = words.strip_prefix('(').and_then(|words| words.strip_suffix(')'));
    let around_all = |inner: &&str| {
        let mut depth = 0_i32;
        inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    };
    inner.filter(around_all).map_or(words, |inner| bare(inner.trim()))
}

/// A number written out.
fn literal(expr: &Expr) -> Option<i32> {
    match &expr.kind {
        ExprKind::Int(number) => Some(*number),
        ExprKind::Negate(inner) => literal(inner)?.checked_neg(),
        _ => None,
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
            let (number, constant, turned) = match (literal(left), literal(right)) {
                (None, Some(constant)) => (left, constant, false),
                (Some(constant), None) => (right, constant, true),
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

/// The rounds of a match, after which it is a draw.
const MOST_ROUNDS: i32 = 1000;

/// What comes of a condition on numbers that lie within bounds, where its words alone decide that.
pub(super) fn whatever(condition: &Expr) -> Option<bool> {
    match &condition.kind {
        ExprKind::Not(inner) => whatever(inner).map(|holds| !holds),
        ExprKind::Binary(Op::And, left, right) => match (whatever(left), whatever(right)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ExprKind::Binary(Op::Or, left, right) => match (whatever(left), whatever(right)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        _ => within(condition, &bounds),
    }
}

/// What a number can be, if its words set bounds to it.
fn bounds(number: &Expr) -> Option<(i32, i32)> {
    match &number.kind {
        ExprKind::Seeds(_) | ExprKind::RegionSeeds(_) | ExprKind::Count(_) | ExprKind::Moves(_) => Some((0, i32::MAX)),
        ExprKind::Word(Word::Round) => Some((1, MOST_ROUNDS)),
        ExprKind::Word(Word::Total) => Some((1, i32::MAX)),
        ExprKind::Word(Word::Was | Word::Captured | Word::Lap | Word::Hand | Word::Played | Word::Repeated) => {
            Some((0, i32::MAX))
        }
        _ => None,
    }
}

/// What the bounds of its number make of a condition.
fn within(condition: &Expr, bounds: &dyn Fn(&Expr) -> Option<(i32, i32)>) -> Option<bool> {
    let (number, numbers) = asked(condition)?;
    let (low, high) = bounds(number)?;
    let possible = |not: bool| Numbers { set: CountSet::range(low, high), not };
    if numbers.takes_in(&possible(false)) { Some(true) } else { possible(true).takes_in(&numbers).then_some(false) }
}

/// What comes of a condition on the seeds of `last` while the last seed still lies there.
pub(super) fn after_a_drop(condition: &Expr) -> Option<bool> {
    let last = |number: &Expr| match &number.kind {
        ExprKind::Seeds(house) => matches!(house.kind, ExprKind::Word(Word::Last)).then_some((1, i32::MAX)),
        _ => None,
    };
    within(condition, &last)
}

/// Whether a condition on the moves made holds before the first.
pub(super) fn at_the_start(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Binary(Op::And, left, right) => at_the_start(left) && at_the_start(right),
        ExprKind::Binary(Op::Or, left, right) => at_the_start(left) || at_the_start(right),
        _ => asked(condition).is_some_and(|(number, numbers)| {
            matches!(number.kind, ExprKind::Moves(_) | ExprKind::Word(Word::Played)) && numbers.has(0)
        }),
    }
}

/// Whether a condition on a site that is about to be sown holds of every house.
pub(super) fn of_every_house(condition: &Expr) -> bool {
    let hand = |number: &Expr| matches!(number.kind, ExprKind::Word(Word::Hand)).then_some((1, i32::MAX));
    let is_in = |wanted: fn(&ExprKind) -> bool| {
        any_of(
            condition,
            &|part| matches!(&part.kind, ExprKind::InRegion(house, region) if matches!(house.kind, ExprKind::Local(_)) && wanted(&region.kind)),
        )
    };
    let of_anybody = is_in(|kind| matches!(kind, ExprKind::Own)) && is_in(|kind| matches!(kind, ExprKind::Theirs));
    of_anybody || always(condition) || any_of(condition, &|part| within(part, &hand) == Some(true))
}

/// Whether a region has every house in it, on a board where `owned` by somebody is each.
pub(super) fn has_every_house(region: &Expr, owned: bool) -> bool {
    fn turned(region: &Expr) -> &ExprKind {
        match &region.kind {
            ExprKind::Reversed(inner) => turned(inner),
            kind => kind,
        }
    }
    let both = |one: &Expr, other: &Expr| {
        matches!((turned(one), turned(other)), (ExprKind::Own, ExprKind::Theirs) | (ExprKind::Theirs, ExprKind::Own))
    };
    match &region.kind {
        ExprKind::Houses => true,
        ExprKind::Where { region, condition, .. } => has_every_house(region, owned) && always(condition),
        ExprKind::FollowedBy(one, other) => {
            owned && both(one, other) || has_every_house(one, owned) || has_every_house(other, owned)
        }
        ExprKind::Reversed(region) => has_every_house(region, owned),
        _ => false,
    }
}

/// Whether a condition can hold only while seeds are in the hand.
pub(super) fn while_held(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Binary(Op::And, left, right) => while_held(left) || while_held(right),
        ExprKind::Binary(Op::Or, left, right) => while_held(left) && while_held(right),
        _ => asked(condition)
            .is_some_and(|(number, numbers)| matches!(number.kind, ExprKind::Word(Word::Hand)) && !numbers.has(0)),
    }
}

/// Whether one of the conditions between which `or` stands is wanted.
fn any_of(condition: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    match &condition.kind {
        ExprKind::Binary(Op::Or, left, right) => any_of(left, wanted) || any_of(right, wanted),
        _ => wanted(condition),
    }
}

/// Whether a condition holds whenever a player is stuck.
pub(super) fn when_stuck(condition: &Expr) -> bool {
    any_of(condition, &|part| match &part.kind {
        ExprKind::Word(Word::Stuck) => true,
        ExprKind::Binary(Op::And, left, right) => when_stuck(left) && when_stuck(right),
        ExprKind::Call { .. } => true,
        _ => false,
    })
}

/// Whether a condition says `stuck`, with nothing but `and`, `or` and `not` around it.
pub(super) fn says_stuck(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Not(inner) => says_stuck(inner),
        ExprKind::Binary(Op::And | Op::Or, left, right) => says_stuck(left) || says_stuck(right),
        ExprKind::Word(Word::Stuck) => true,
        _ => false,
    }
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
