//! In: single statements that move seeds, mark houses or end a move. Out: a sentence for each. Never here: blocks, sowings, decisions.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::words::{join, quoted};
use super::{Teller, Voice};
use crate::ast::Op;
use crate::hir::{Expr, ExprKind};

impl Teller<'_> {
    // ------------------------------------------------------------------------------------------------ ends of moves

    pub(super) fn again(&self) -> &'static str {
        if self.voice == Voice::You { "you move again" } else { "the mover moves again" }
    }

    pub(super) fn end_turn(&self) -> &'static str {
        if self.voice == Voice::You { "your turn is over" } else { "the turn is over" }
    }

    /// `South wins`, `you win`.
    pub(super) fn does(&mut self, player: &Expr, word: &str) -> String {
        let noun = self.noun(player);
        verb(&noun.text, noun.many, word)
    }

    pub(super) fn next_is(&mut self, player: &Expr) -> String {
        let noun = self.noun(player);
        format!("after this move {} {} to move", noun.text, if noun.many { "are" } else { "is" })
    }

    // --------------------------------------------------------------------------------------------------- seeds moved

    pub(super) fn lift(&mut self, house: &Expr) -> String {
        let (take, house) = (self.act(None, "take"), self.noun(house).text);
        format!("{take} all seeds of {house} in hand")
    }

    pub(super) fn drop_seeds(&mut self, amount: &Expr, at: &Expr) -> String {
        let (drop, amount, at) = (self.act(None, "drop"), self.amount(amount), self.noun(at).text);
        format!("{drop} {amount} from the hand in {at}")
    }

    pub(super) fn each_captures(&mut self, region: &Expr) -> String {
        let voice = std::mem::replace(&mut self.voice, Voice::Each);
        let region = self.region(region).text;
        self.voice = voice;
        format!("each player captures the seeds in {region}")
    }

    pub(super) fn take(&mut self, amount: &Expr, from: &Expr, by: Option<&Expr>) -> String {
        let (capture, from) = (self.act(by, "capture"), self.noun(from).text);
        format!("{capture} {} from {from}", self.portion(amount, &from))
    }

    pub(super) fn swap(&mut self, one: &Expr, other: &Expr) -> String {
        let (one, other) = (self.noun(one).text, self.noun(other).text);
        format!("{one} and {other} exchange everything: each house and store with the one that corresponds, marks too")
    }

    pub(super) fn mark(&mut self, house: &Expr, mark: usize, of: Option<&Expr>) -> String {
        let (act, house, name) = (self.act(None, "mark"), self.noun(house).text, self.mark_name(mark));
        match of {
            Some(of) => {
                let of = self.noun(of);
                format!("{act} {house} as {}", self.possessed(&of, &name))
            }
            None => format!("{act} {house} {name}"),
        }
    }

    pub(super) fn unmark(&mut self, house: &Expr, mark: usize) -> String {
        let (take, house) = (self.act(None, "take"), self.noun(house).text);
        format!("{take} the mark {} off {house}", self.mark_name(mark))
    }

    pub(super) fn give(&mut self, house: &Expr, to: &Expr) -> String {
        let (house, to) = (self.noun(house).text, self.receiver(to));
        format!("from now on {house} belongs {to}")
    }

    /// `to South`, `to South if …, otherwise to North`.
    fn receiver(&mut self, to: &Expr) -> String {
        match &to.kind {
            ExprKind::If(three) if self.settled(&three[0]).is_none() => {
                let (condition, yes, no) =
                    (self.condition(&three[0]), self.receiver(&three[1]), self.receiver(&three[2]));
                format!("{yes} if {condition}, otherwise {no}")
            }
            _ => format!("to {}", self.noun(to).text),
        }
    }

    pub(super) fn mark_name(&self, mark: usize) -> String {
        quoted(self.game.marks.get(mark).map_or("", |mark| mark.name.as_str()))
    }

    /// `capture`, spoken to the mover; `South captures`, of somebody else.
    pub(super) fn act(&mut self, by: Option<&Expr>, word: &str) -> String {
        let noun = match by {
            Some(by) => self.noun(by),
            None if matches!(self.voice, Voice::You | Voice::Nobody) => return word.to_owned(),
            None => self.mover(),
        };
        if noun.text == "you" { word.to_owned() } else { verb(&noun.text, noun.many, word) }
    }

    pub(super) fn capture(&mut self, what: &[Expr], by: Option<&Expr>) -> String {
        let capture = self.act(by, "capture");
        if let [Expr { kind: ExprKind::Run { back, from, here, condition: Some(condition) }, .. }] = what {
            let (from, way) = (self.noun(from).text, if *back { "back" } else { "onward" });
            let while_ = self.as_long_as(*here, condition);
            return format!(
                "{capture} the seeds of {from} and of the houses {way} from it, one after the other, as long as {while_}"
            );
        }
        let (houses, ..) = match what {
            [Expr { kind: ExprKind::Sites(sites), .. }] => self.items(sites),
            _ => self.items(what),
        };
        match &houses[..] {
            // `the owner of that house captures its seeds`
            [house] if capture.contains(&format!("of {house} ")) => format!("{capture} its seeds"),
            _ => format!("{capture} the seeds of {}", join(&houses, "and of").replace(", ", ", of ")),
        }
    }

    /// A number of seeds out of a place: `2 seeds, or all if there are fewer,`.
    pub(super) fn portion(&mut self, amount: &Expr, place: &str) -> String {
        if let ExprKind::MinMax { max: false, items } = &amount.kind
            && let [one, other] = &items[..]
        {
            for (most, held) in [(one, other), (other, one)] {
                let held = match &held.kind {
                    ExprKind::Seeds(house) => self.noun(house).text,
                    ExprKind::RegionSeeds(region) => self.region(region).text,
                    _ => continue,
                };
                if held == place {
                    return format!("{} (or all, if there are fewer)", self.amount(most));
                }
            }
        }
        self.all_but(amount, place).unwrap_or_else(|| self.amount(amount))
    }

    /// What a house holds less a number, in whatever bounds: `all but 1 of the seeds (at least 1, at most 9)`.
    fn all_but(&mut self, amount: &Expr, place: &str) -> Option<String> {
        let mut bounds = Vec::new();
        let mut core = amount;
        while let ExprKind::MinMax { max, items } = &core.kind {
            let [one, other] = &items[..] else { return None };
            let (bound, rest) = if self.settled(one).is_some() { (one, other) } else { (other, one) };
            let least = if *max { "least" } else { "most" };
            bounds.push(format!("at {least} {}", self.noun(bound).text));
            core = rest;
        }
        let ExprKind::Binary(Op::Sub, held, less) = &core.kind else { return None };
        let ExprKind::Seeds(house) = &held.kind else { return None };
        if self.noun(house).text != place {
            return None;
        }
        let bounds = if bounds.is_empty() { String::new() } else { format!(" ({})", bounds.join(", ")) };
        Some(format!("all but {} of the seeds{bounds}", self.noun(less).text))
    }

    /// `move`, from a house or from each of several.
    pub(super) fn shift(&mut self, amount: Option<&Expr>, from: &Expr, to: &Expr) -> String {
        let source = self.region(from);
        let goal = self.noun(to).text;
        let Some(amount) = amount else { return format!("move all seeds of {} to {goal}", source.text) };
        if let ExprKind::Binary(Op::Sub, full, held) = &amount.kind
            && let ExprKind::Seeds(held) = &held.kind
            && self.noun(held).text == goal
        {
            return format!("fill {goal} up to {} from {}", self.amount(full), source.text);
        }
        let amount = self.portion(amount, &source.text);
        let each = if source.many { "each of " } else { "" };
        format!("move {amount} from {each}{} to {goal}", source.text)
    }

    pub(super) fn put(&mut self, amounts: &[Expr], region: &Expr) -> String {
        let place = self.region(region);
        match amounts {
            [amount] => {
                let each = if place.many { "each of " } else { "" };
                format!("put {} in {each}{}", self.amount(amount), place.text)
            }
            _ => {
                let amounts = amounts.iter().map(|amount| self.noun(amount).text).collect::<Vec<_>>();
                format!("put {} seeds, in this order, in {}", join(&amounts, "and"), place.text)
            }
        }
    }
}

/// `South wins`, `you win`.
fn verb(subject: &str, many: bool, word: &str) -> String {
    format!("{subject} {word}{}", if many { "" } else { "s" })
}
