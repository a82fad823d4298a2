//! In: two numbers, houses or values under a comparison. Out: the clause that says it. Never here: what joins clauses.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::conditions::{Clause, Verb, is_or_not};
use super::numbers::seeds_in;
use super::words::{counted, ordinal, seeds};
use super::{Noun, Teller};
use crate::ast::Op;
use crate::hir::{Expr, ExprKind, Ty, Word};

impl Teller<'_> {
    pub(super) fn comparison(&mut self, op: Op, left: &Expr, right: &Expr) -> Clause {
        match left.ty {
            Ty::Int => self.compared(op, left, right),
            Ty::House => self.same_house(op == Op::Eq, left, right),
            Ty::Bool => self.same_truth(op == Op::Eq, left, right),
            _ => {
                let (left, right) = if is_label(left) { (right, left) } else { (left, right) };
                let (subject, other) = (self.noun(left), self.noun(right));
                Clause::plain(subject, is_or_not(&other.text, op == Op::Eq))
            }
        }
    }

    /// Numbers; the one that speaks of seeds or events comes first.
    fn compared(&mut self, op: Op, left: &Expr, right: &Expr) -> Clause {
        let known =
            |expr: &Expr| matches!(expr.kind, ExprKind::Int(_) | ExprKind::Param(_) | ExprKind::Word(Word::Total));
        let half = |expr: &Expr| matches!(&expr.kind, ExprKind::Binary(Op::Mul, two, _) if matches!(two.kind, ExprKind::Int(2)));
        if known(left) && !known(right) || half(right) {
            return self.compared(turned(op), right, left);
        }
        match &left.kind {
            ExprKind::Seeds(house) => {
                let subject = self.noun(house);
                let verb = self.holding(op, right, subject.many);
                Clause::plain(subject, verb)
            }
            ExprKind::RegionSeeds(region) => {
                let subject = self.region(region);
                let verb = self.holding(op, right, subject.many);
                Clause::plain(subject, verb)
            }
            ExprKind::Binary(Op::Mul, two, seeds)
                if matches!(two.kind, ExprKind::Int(2)) && matches!(right.kind, ExprKind::Word(Word::Total)) =>
            {
                self.half_of_all(op, left, seeds, right)
            }
            ExprKind::Word(word) => self.event(op, *word, left, right),
            ExprKind::Moves(player) => {
                let subject = self.noun(player);
                let bound = self.number_of(op, right, "move");
                let period = self.counting_period();
                let verb = |have: &str| format!("{have} made {bound} in this {period}");
                let verb = Verb { one: verb("has"), many: verb("have") };
                Clause::plain(subject, verb)
            }
            _ => self.plainly(op, left, right),
        }
    }

    fn plainly(&mut self, op: Op, left: &Expr, right: &Expr) -> Clause {
        let (subject, right) = (self.noun(left), self.noun(right).text);
        Clause::plain(subject, Verb::is(&format!("{}{right}", comparing(op))))
    }

    /// What a word about the sowing, the move or the round is compared with.
    fn event(&mut self, op: Op, word: Word, left: &Expr, right: &Expr) -> Clause {
        let number = self.settled(right);
        match (word, op, number) {
            (Word::Was, ..) => {
                let verb = self.held(op, right);
                Clause::plain(Noun::simple("the last house"), verb)
            }
            (Word::Hand, Op::Gt | Op::Ne, Some(0)) | (Word::Hand, Op::Ge, Some(1)) => {
                Clause::plain(Noun::many("seeds"), Verb::same("are still in hand"))
            }
            (Word::Hand, Op::Eq | Op::Le, Some(0)) | (Word::Hand, Op::Lt, Some(1)) => {
                Clause::plain(Noun::many("no seeds"), Verb::same("are left in hand"))
            }
            (Word::Captured, ..) => {
                let subject = self.mover();
                let bound = self.number_of(op, right, "seed");
                let verb = |have: &str| format!("{have} captured {bound} in this move");
                Clause::plain(subject, Verb { one: verb("has"), many: verb("have") })
            }
            (Word::Repeated, Op::Ge, Some(times)) => {
                let verb = format!("stands for the {} time in this round", ordinal(times));
                Clause::plain(Noun::one("the same position"), Verb::same(&verb))
            }
            (Word::Round, Op::Ge, Some(number)) => {
                Clause::plain(Noun::one("this"), Verb::is(&format!("round {number} or a later one")))
            }
            (Word::Lap, Op::Eq, Some(number)) => {
                Clause::plain(Noun::one("this"), Verb::is(&format!("the {} lap", ordinal(number))))
            }
            _ => self.plainly(op, left, right),
        }
    }

    /// `at least 3 moves`, `no seeds`.
    fn number_of(&mut self, op: Op, right: &Expr, word: &str) -> String {
        let number = self.settled(right);
        match (op, number) {
            (Op::Gt | Op::Ne, Some(0)) | (Op::Ge, Some(1)) if word == "move" => "a move".to_owned(),
            (Op::Gt | Op::Ne, Some(0)) | (Op::Ge, Some(1)) => format!("{word}s"),
            (Op::Eq | Op::Le, Some(0)) | (Op::Lt, Some(1)) => format!("no {word}s"),
            _ => {
                let right = self.noun(right).text;
                let counted = counted(&right, word);
                match op {
                    Op::Eq => format!("exactly {counted}"),
                    Op::Ne => format!("a number of {word}s other than {right}"),
                    Op::Ge => format!("at least {counted}"),
                    Op::Gt => format!("more than {counted}"),
                    Op::Le => format!("at most {counted}"),
                    _ => format!("fewer than {counted}"),
                }
            }
        }
    }

    /// `holds at least 3 seeds`.
    fn holding(&mut self, op: Op, right: &Expr, many: bool) -> Verb {
        match (op, self.settled(right)) {
            (Op::Gt | Op::Ne, Some(0)) | (Op::Ge, Some(1)) => Verb::holds("seeds"),
            (Op::Eq | Op::Le, Some(0)) | (Op::Lt, Some(1)) => {
                Verb { one: "is empty".into(), many: if many { "hold no seeds" } else { "are empty" }.into() }
            }
            (Op::Ne, _) => {
                let object = self.object(Op::Eq, right);
                Verb::together(&object, false, many)
            }
            _ => {
                let object = self.object(op, right);
                Verb::together(&object, true, many)
            }
        }
    }

    /// What the last house held before its last seed.
    fn held(&mut self, op: Op, right: &Expr) -> Verb {
        Verb::same(&match (op, self.settled(right)) {
            (Op::Gt | Op::Ne, Some(0)) | (Op::Ge, Some(1)) => "held seeds before".to_owned(),
            (Op::Eq | Op::Le, Some(0)) | (Op::Lt, Some(1)) => "was empty before".to_owned(),
            (Op::Ne, _) => format!("did not hold {} before", self.object(Op::Eq, right)),
            _ => format!("held {} before", self.object(op, right)),
        })
    }

    /// `at least 3 seeds`, `more seeds than the last house`.
    fn object(&mut self, op: Op, right: &Expr) -> String {
        let (noun, place) = match &right.kind {
            ExprKind::Seeds(house) => (self.noun(house), true),
            ExprKind::RegionSeeds(region) => (self.region(region), true),
            _ => (self.noun(right), false),
        };
        if noun.simple && !place {
            let counted = seeds(&noun.text);
            return match op {
                Op::Eq => counted,
                Op::Ge => format!("at least {counted}"),
                Op::Gt => format!("more than {counted}"),
                Op::Le => format!("at most {counted}"),
                _ => format!("fewer than {counted}"),
            };
        }
        let than = noun.text;
        match op {
            Op::Eq => format!("as many seeds as {than}"),
            Op::Ge => format!("at least as many seeds as {than}"),
            Op::Gt => format!("more seeds than {than}"),
            Op::Le => format!("at most as many seeds as {than}"),
            _ => format!("fewer seeds than {than}"),
        }
    }

    /// `2 * p.store.seeds > total`.
    fn half_of_all(&mut self, op: Op, left: &Expr, seeds: &Expr, right: &Expr) -> Clause {
        let subject = match &seeds.kind {
            ExprKind::Seeds(house) => self.noun(house),
            ExprKind::RegionSeeds(region) => self.region(region),
            _ => return self.plainly(op, left, right),
        };
        let verb = match op {
            Op::Gt => Verb::holds("more than half of all seeds"),
            Op::Ge => Verb::holds("at least half of all seeds"),
            Op::Lt => Verb::holds("less than half of all seeds"),
            Op::Le => Verb::holds("at most half of all seeds"),
            Op::Eq => Verb::holds("just half of all seeds"),
            _ => Verb::holds_not("just half of all seeds"),
        };
        Clause::plain(subject, verb)
    }

    pub(super) fn in_counts(&mut self, number: &Expr, set: &Expr, yes: bool) -> Clause {
        let counts = self.counts(set);
        let object = match &set.kind {
            ExprKind::Range(..) => format!("a number of seeds {counts}"),
            ExprKind::Param(_) if self.literal => format!("a number of seeds that is in {counts}"),
            ExprKind::Counts(_) | ExprKind::CountList(_) | ExprKind::Param(_) => seeds_in(&counts),
            _ => format!("a number of seeds that is in {counts}"),
        };
        match &number.kind {
            ExprKind::Seeds(house) => {
                let subject = self.noun(house);
                Clause::plain(subject, Verb::together(&object, yes, false))
            }
            ExprKind::RegionSeeds(region) => {
                let subject = self.region(region);
                Clause::plain(subject, Verb::together(&object, yes, true))
            }
            ExprKind::Word(Word::Was) => {
                let verb = if yes { format!("held {object} before") } else { format!("did not hold {object} before") };
                Clause::plain(Noun::simple("the last house"), Verb::same(&verb))
            }
            _ => {
                let subject = self.noun(number);
                Clause::plain(subject, is_or_not(&counts, yes))
            }
        }
    }
}

/// The comparison with its sides exchanged.
fn turned(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Gt => Op::Lt,
        Op::Le => Op::Ge,
        Op::Ge => Op::Le,
        other => other,
    }
}

/// What stands between `is` and a number.
fn comparing(op: Op) -> &'static str {
    match op {
        Op::Ne => "not ",
        Op::Lt => "less than ",
        Op::Le => "at most ",
        Op::Gt => "more than ",
        Op::Ge => "at least ",
        _ => "",
    }
}

fn is_label(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_) | ExprKind::Text(_))
}
