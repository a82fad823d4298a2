//! In: decisions. Out: sentences that say what is chosen, by whom, and what must hold. Never here: what is done with the answer.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::cases::SHUT;
use super::statements::under;
use super::words::join;
use super::{Part, Role, Said, Teller};
use crate::ast::Op;
use crate::hir::{Alternative, Binder, Choose, Expr, ExprKind, LocalId, Must, Ty};
use crate::source::Span;

impl Teller<'_> {
    /// A decision.
    pub(super) fn choose(&mut self, choose: &Choose, span: Span) -> Vec<Part> {
        let act = self.act(choose.by.as_ref(), "choose");
        let mut parts = match &choose.alternatives[..] {
            [Alternative { label: None, binders, .. }] => {
                let chosen = self.chosen(binders);
                // `your opponent chooses his house`
                let his = self.owner_chooses(choose.by.as_ref(), &chosen);
                let text = format!("{act} {}", his.unwrap_or(chosen));
                vec![Part::Said(self.said(text, span))]
            }
            alternatives => {
                let lead = self.said(format!("{act} one of these"), span);
                let items = alternatives.iter().map(|alternative| vec![self.alternative(alternative)]).collect();
                vec![Part::List { lead, items }]
            }
        };
        parts.extend(choose.musts.iter().map(|must| Part::Said(self.must(must))));
        if let Some(label) = &choose.optional {
            let text = format!("instead, the answer “{label}” may be given, which ends the move");
            parts.push(Part::Said(self.said(text, span)));
        }
        if let Some(otherwise) = &choose.otherwise {
            let lead = self.said("if there is nothing to choose", span);
            parts.push(under(lead, ", ", self.block(otherwise)));
        }
        parts
    }

    /// What somebody chooses who is spoken of, where it begins with his name.
    fn owner_chooses(&mut self, by: Option<&Expr>, chosen: &str) -> Option<String> {
        let by = self.noun(by?);
        let rest = chosen.strip_prefix(&format!("{}'s ", by.text)).filter(|_| !by.many)?;
        Some(format!("his {rest}"))
    }

    /// A kind of answer with what follows it.
    fn alternative(&mut self, alternative: &Alternative) -> Part {
        let depth = self.live.len();
        let label = alternative.label.map_or_else(String::new, |at| self.label(at));
        let before = self.shut;
        let shut = alternative.filter.as_ref().is_some_and(|filter| self.settled(filter) == Some(0));
        self.shut |= shut;
        let text = match &alternative.filter {
            Some(filter) => match self.settled(filter) {
                Some(_) if shut && !before => format!("{label} ({SHUT}, if {})", self.literally(filter)),
                Some(_) if !self.shut => label,
                Some(_) => format!("{label} (only if {})", self.literally(filter)),
                None => format!("{label} (only if {})", self.condition(filter)),
            },
            None => label,
        };
        let lead = self.said(text, alternative.span);
        let mut body = Vec::new();
        if !alternative.binders.is_empty() {
            let text = format!("choose {}", self.chosen(&alternative.binders));
            body.push(Part::Said(self.said(text, alternative.span)));
        }
        body.extend(alternative.musts.iter().map(|must| Part::Said(self.must(must))));
        body.extend(self.block(&alternative.body));
        self.live.truncate(depth);
        self.shut = before;
        under(lead, ": ", body)
    }

    /// What is chosen: `one of your houses that holds seeds, and a direction`.
    fn chosen(&mut self, binders: &[Binder]) -> String {
        let choices = binders.iter().map(|binder| self.choice(binder)).collect::<Vec<_>>();
        match &choices[..] {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            _ => choices.join(", and "),
        }
    }

    fn choice(&mut self, binder: &Binder) -> String {
        let over = self.offered(&binder.over);
        let over = format!("{over}{}", self.bound(binder.local, Role::Chosen));
        let Some(filter) = &binder.filter else { return over };
        // What the settings make true asks nothing.
        if self.settled(filter).is_some_and(|holds| holds != 0) {
            return over;
        }
        if matches!(&binder.over.kind, ExprKind::Sites(sites) if sites.len() == 1) {
            let name = self.called.insert(binder.local, super::Noun::simple("it"));
            let condition = self.condition(filter);
            self.called.extend(name.map(|name| (binder.local, name)));
            return format!("{over}, provided that {condition}");
        }
        if let Some(kept) = self.repeated(binder.local, filter) {
            return format!("{over} (only {kept}, if that is not 0)");
        }
        if let ExprKind::If(three) = &filter.kind
            && self.settled(&three[0]).is_none()
        {
            let condition = self.condition(&three[0]);
            let (met, unmet) =
                (self.relative(&three[1], binder.local, false), self.relative(&three[2], binder.local, false));
            return format!("{over}: if {condition}, one {met}; otherwise one {unmet}");
        }
        let that = self.relative(filter, binder.local, false);
        let link = if matches!(binder.over.kind, ExprKind::Where { .. }) { ", one" } else { "" };
        let possible = if binder.if_possible { " (any of them, if there is none such)" } else { "" };
        format!("{over}{link} {that}{possible}")
    }

    /// A number that was chosen before and is kept to: what `x in {0, n}` says of the number n that is chosen.
    fn repeated(&mut self, chosen: LocalId, filter: &Expr) -> Option<String> {
        let ExprKind::InCounts(kept, set) = &filter.kind else { return None };
        let ExprKind::CountList(items) = &set.kind else { return None };
        let [nothing, one] = &items[..] else { return None };
        let same = matches!(one.kind, ExprKind::Local(local) if local == chosen) && self.settled(nothing) == Some(0);
        same.then(|| self.noun(kept).text)
    }

    /// A number out of a range: `from 1 to 5`; of several bounds each is named.
    fn bounded(&mut self, low: &Expr, high: &Expr) -> String {
        if let ExprKind::If(three) = &low.kind
            && self.settled(&three[0]).is_none()
        {
            let condition = self.condition(&three[0]);
            let (met, unmet) = (self.bounded(&three[1], high), self.bounded(&three[2], high));
            return format!("(if {condition}) {met}; otherwise {unmet}");
        }
        let bounds = |bound: &Expr, max: bool| match &bound.kind {
            ExprKind::MinMax { max: found, items } if *found == max => items.clone(),
            _ => vec![bound.clone()],
        };
        let (lows, highs) = (bounds(low, true), bounds(high, false));
        if lows.len() == 1 && highs.len() == 1 {
            let (low, high) = (self.noun(low).text, self.noun(high).text);
            return if low == high { low } else { format!("a number from {low} to {high}") };
        }
        let lows = lows.iter().map(|bound| format!("at least {}", self.noun(bound).text)).collect::<Vec<_>>();
        let highs = highs.iter().map(|bound| format!("at most {}", self.noun(bound).text));
        format!("a number that is {}", join(&lows.into_iter().chain(highs).collect::<Vec<_>>(), "and"))
    }

    /// What there is to choose from.
    fn offered(&mut self, over: &Expr) -> String {
        match over.ty {
            Ty::Counts => match &over.kind {
                ExprKind::Range(low, high) if self.settled(low).is_none() || self.settled(high).is_none() => {
                    self.bounded(low, high)
                }
                ExprKind::Range(..) => format!("a number {}", self.counts(over)),
                _ => format!("one of the numbers {}", self.counts(over)),
            },
            Ty::Directions => {
                let ways = self.noun(over).text;
                match over.kind {
                    ExprKind::AllDirections => "a direction".to_owned(),
                    ExprKind::DirectionList(_) | ExprKind::Param(_) => format!("a direction ({ways})"),
                    _ => format!("one of the directions in {ways}"),
                }
            }
            Ty::Players => "one of the players".to_owned(),
            Ty::Texts => self.noun(over).text,
            _ => {
                if let ExprKind::Sites(sites) = &over.kind {
                    return self.listed(sites, "or").text;
                }
                let region = self.region(over);
                if region.many { format!("one of {}", region.text) } else { region.text }
            }
        }
    }

    /// What an answer must lead to.
    fn must(&mut self, must: &Must) -> Said {
        let condition = &must.condition;
        let span = condition.span;
        let possible = if must.if_possible { ", if that is possible" } else { "" };
        if self.settled(condition).is_some() {
            let text = format!("{SHUT}: after the move it must be so that {}{possible}", self.literally(condition));
            return self.said(text, span);
        }
        let left = match &condition.kind {
            ExprKind::Binary(Op::Gt, left, right) if self.settled(right) == Some(0) => match &left.kind {
                ExprKind::RegionSeeds(region) => Some(self.region(region).text),
                ExprKind::Seeds(house) => Some(self.noun(house).text),
                _ => None,
            },
            _ => None,
        };
        let text = match left {
            Some(place) => format!("the move must leave seeds in {place}{possible}"),
            None if must.if_possible => {
                format!("if there is a choice after which {}, such a choice must be made", self.condition(condition))
            }
            None => format!("after the move it must be so that {}{possible}", self.condition(condition)),
        };
        self.said(text, span)
    }

    /// Names of players, `and` before the last.
    pub(super) fn players_listed(&self) -> String {
        join(&self.game.layout.players, "and")
    }
}
