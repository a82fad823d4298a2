//! In: decisions. Out: sentences that say what is chosen, by whom, and what must hold. Never here: what is done with the answer.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::statements::under;
use super::words::join;
use super::{Part, Role, Said, Teller};
use crate::ast::Op;
use crate::hir::{Alternative, Binder, Choose, Expr, ExprKind, Must, Ty};
use crate::source::Span;

impl Teller<'_> {
    /// A decision.
    pub(super) fn choose(&mut self, choose: &Choose, span: Span) -> Vec<Part> {
        let act = self.act(choose.by.as_ref(), "choose");
        let mut parts = match &choose.alternatives[..] {
            [Alternative { label: None, binders, .. }] => {
                let text = format!("{act} {}", self.chosen(binders));
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

    /// A kind of answer with what follows it.
    fn alternative(&mut self, alternative: &Alternative) -> Part {
        let depth = self.live.len();
        let label = alternative.label.map_or_else(String::new, |at| self.label(at));
        let text = match &alternative.filter {
            Some(filter) => match self.settled(filter) {
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
        let that = self.relative(filter, binder.local, false);
        let link = if matches!(binder.over.kind, ExprKind::Where { .. }) { ", one" } else { "" };
        let possible = if binder.if_possible { " (any of them, if there is none such)" } else { "" };
        format!("{over}{link} {that}{possible}")
    }

    /// What there is to choose from.
    fn offered(&mut self, over: &Expr) -> String {
        match over.ty {
            Ty::Counts => match &over.kind {
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
            let text = format!(
                "only with other settings: after the move it must be so that {}{possible}",
                self.literally(condition)
            );
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
            None => format!("after the move it must be so that {}{possible}", self.condition(condition)),
        };
        self.said(text, span)
    }

    /// Names of players, `and` before the last.
    pub(super) fn players_listed(&self) -> String {
        join(&self.game.layout.players, "and")
    }
}
