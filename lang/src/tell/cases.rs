//! In: lists of cases, and conditions with what follows from them. Out: sentences; what the settings shut out is told as that. Never here: conditions themselves.
use super::statements::{covering, under};
use super::words::resting_on;
use super::{Part, Said, Teller};
use crate::hir::{Block, Case, Expr};
use crate::source::Span;

/// What leads into a part that the settings shut out.
pub(super) const SHUT: &str = "only with other settings";

/// Under which words cases are told.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// Before the condition of one of several.
    pub(super) each: &'static str,
    /// Before the condition of the only one.
    pub(super) only: &'static str,
    /// Between condition and body of the only one.
    pub(super) link: &'static str,
    /// What is said where nothing is done.
    pub(super) idle: Option<&'static str>,
}

/// Cases among other statements.
pub(super) const PLAIN: Words = Words { each: "if ", only: "if ", link: ", ", idle: None };

/// How far the settings decide whether a case applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Always,
    Never,
    Sometimes,
}

/// Cases in words.
pub(super) struct Told {
    /// One for each, or sentences where one case alone is left.
    pub(super) parts: Vec<Part>,
    /// The first that applies is meant.
    pub(super) several: bool,
}

impl Teller<'_> {
    pub(super) fn cases(&mut self, cases: &[Case], span: Span) -> Vec<Part> {
        let told = self.told_cases(cases, PLAIN, span);
        if !told.several {
            return told.parts;
        }
        let lead = self.said("of these cases, the first that applies is done", span);
        vec![Part::List { lead, items: told.parts.into_iter().map(|part| vec![part]).collect() }]
    }

    /// The cases of a list; those that cannot come to pass are told as that.
    pub(super) fn told_cases(&mut self, cases: &[Case], words: Words, span: Span) -> Told {
        let held = self.each_held(cases);
        let live = held.iter().filter(|held| **held != Held::Never).count();
        let several = live > 1;
        // What is shut out stands in a list at its place, else behind the case that is left.
        let mut order = cases.iter().zip(held.iter().copied()).collect::<Vec<_>>();
        if !several {
            order.sort_by_key(|(_, held)| *held == Held::Never);
        }
        let certain = !several && held.contains(&Held::Always);
        let mut parts = Vec::new();
        for (case, held) in order {
            parts.extend(match held {
                Held::Never => vec![self.shut_case(case, words, certain)],
                Held::Always if !several => self.certain_case(cases, case, words),
                Held::Always | Held::Sometimes => vec![self.case(case, words, several, held == Held::Always)],
            });
        }
        self.cover(&mut parts, span);
        Told { parts, several }
    }

    /// The first of several parts tells the place too.
    pub(super) fn cover(&mut self, parts: &mut Vec<Part>, span: Span) {
        if parts.is_empty() {
            parts.push(Part::Said(self.said("nothing is done here", span)));
        }
        let first = parts.remove(0);
        parts.insert(0, covering(first, span));
    }

    /// Which cases the settings leave; behind one that always applies none can.
    fn each_held(&mut self, cases: &[Case]) -> Vec<Held> {
        let mut past = false;
        let mut held = Vec::new();
        for case in cases {
            let value = case.condition.as_ref().map(|condition| self.value(condition, &super::decided::Given::new()));
            let now = match value {
                _ if self.shut => Held::Sometimes,
                _ if past => Held::Never,
                Some(Some(0)) => Held::Never,
                Some(None) => Held::Sometimes,
                None | Some(Some(_)) => Held::Always,
            };
            past |= now == Held::Always;
            held.push(now);
        }
        held
    }

    /// A case that can apply, as one of several or by itself.
    fn case(&mut self, case: &Case, words: Words, several: bool, certain: bool) -> Part {
        let (word, link) = if several { (words.each, ", ") } else { (words.only, words.link) };
        let (lead, topic) = match &case.condition {
            Some(condition) if certain => {
                self.settled(condition);
                (self.said("otherwise", case.span), None)
            }
            Some(condition) => self.lead(word, condition, case.span),
            None => (self.said("otherwise", case.span), None),
        };
        let body = self.case_body(case, words);
        under(lead, link, its(body, topic))
    }

    fn case_body(&mut self, case: &Case, words: Words) -> Vec<Part> {
        let mut body = Vec::new();
        if let Some(text) = words.idle.filter(|_| self.idle(&case.body)) {
            body.push(Part::Said(Said { text: text.to_owned(), ..Said::default() }));
        }
        body.extend(self.block(&case.body));
        body
    }

    /// The only case that is left, and always applies: what it says is simply said.
    fn certain_case(&mut self, cases: &[Case], certain: &Case, words: Words) -> Vec<Part> {
        let before = cases.iter().take_while(|case| !std::ptr::eq(*case, certain));
        for condition in before.chain([certain]).filter_map(|case| case.condition.as_ref()) {
            self.settled(condition);
        }
        let noted = self.noted();
        let body = self.case_body(certain, words);
        body.into_iter().map(|part| resting_on(part, &noted)).collect()
    }

    /// A case that the settings, or a case before it, shut out.
    fn shut_case(&mut self, case: &Case, words: Words, instead: bool) -> Part {
        self.shut = true;
        let shut = format!("{SHUT}{}", if instead { ", instead" } else { "" });
        let (lead, link) = match &case.condition {
            Some(condition) => {
                self.settled(condition);
                let text = format!("{shut}: {}{}", words.each, self.literally(condition));
                (self.said(text, case.span), ", ")
            }
            None if instead => (self.said(shut, case.span), ": "),
            None => (self.said(format!("{shut}: otherwise"), case.span), ", "),
        };
        let body = self.case_body(case, words);
        self.shut = false;
        under(lead, link, body)
    }

    /// A condition before a body, and what it speaks of; among what is shut out it is told as it is written.
    fn lead(&mut self, word: &str, condition: &Expr, span: Span) -> (Said, Option<String>) {
        if self.settled(condition).is_some() {
            let text = format!("{word}{}", self.literally(condition));
            return (self.said(text, span), None);
        }
        let (text, topic) = self.condition_on(condition);
        (self.said(format!("{word}{text}"), span), topic)
    }

    pub(super) fn if_else(
        &mut self,
        condition: &Expr,
        body: &Block,
        otherwise: Option<&Block>,
        span: Span,
    ) -> Vec<Part> {
        let holds = if self.shut { None } else { self.settled(condition) };
        let Some(holds) = holds else {
            let (lead, topic) = self.lead("if ", condition, span);
            let mut parts = vec![under(lead, ", ", its(self.block(body), topic))];
            if let Some(otherwise) = otherwise {
                let lead = self.said("otherwise", span);
                parts.push(under(lead, ", ", self.block(otherwise)));
            }
            return parts;
        };
        let noted = self.noted();
        let (live, other) = if holds != 0 { (Some(body), otherwise) } else { (otherwise, Some(body)) };
        let live = live.map(|block| self.block(block)).unwrap_or_default();
        // Of a chain in which nothing is left the order stays.
        let left = live.iter().any(|part| !is_shut(part));
        let instead = if left { ", instead" } else { "" };
        let mut parts = live.into_iter().map(|part| resting_on(part, &noted)).collect::<Vec<_>>();
        if let Some(other) = other {
            self.shut = true;
            let text = if holds == 0 {
                format!("{SHUT}{instead}: if {}", self.literally(condition))
            } else {
                format!("{SHUT}{instead}")
            };
            let lead = self.said(text, span);
            let lead = Said { under: noted, ..lead };
            let link = if holds == 0 { ", " } else { ": " };
            let body = self.block(other);
            self.shut = false;
            parts.insert(if left { parts.len() } else { 0 }, under(lead, link, body));
        }
        self.cover(&mut parts, span);
        parts
    }
}

/// Whether a part tells what the settings shut out.
fn is_shut(part: &Part) -> bool {
    match part {
        Part::Said(said) | Part::List { lead: said, .. } => said.text.starts_with(SHUT),
        Part::Picture => false,
    }
}

/// A body of one sentence that speaks again of what its condition spoke of: `capture its seeds`.
fn its(mut body: Vec<Part>, topic: Option<String>) -> Vec<Part> {
    if let ([Part::Said(said)], Some(topic)) = (&mut body[..], topic) {
        let (seeds, mark) = (format!(" the seeds of {topic}"), format!("mark {topic} "));
        if said.text.ends_with(&seeds) || said.text.contains(&format!("{seeds} and sow them")) {
            said.text = said.text.replacen(&seeds, " its seeds", 1);
        }
        if said.text.starts_with(&mark) {
            said.text = said.text.replacen(&mark, "mark it ", 1);
        }
    }
    body
}
