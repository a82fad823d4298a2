//! In: the shapes of values. Out: their words with the places where a line may end, the loosest first. Never here: statements, columns.
#![expect(clippy::wildcard_enum_match_arm, reason = "only some kinds of shapes have a layout of their own")]
use super::layout::{Gap, Layout};
use super::page::Op;
use crate::parse::shape::{Kind, Shape};

impl Layout<'_> {
    /// A value, or words that only follow one another.
    pub(super) fn value(&mut self, shape: &Shape) {
        match shape.kind {
            Kind::Expr => self.expression(&shape.parts),
            Kind::Filtered => self.filtered(shape),
            Kind::Choice => self.broken_before(shape, &["then", "else"]),
            Kind::Quantifier => self.quantifier(shape),
            Kind::Arguments | Kind::Set => self.listed(shape),
            Kind::Def => self.def(shape),
            Kind::Must => self.must(shape),
            Kind::Paren | Kind::Postfix => self.close(&shape.parts),
            _ => self.phrase(&shape.parts),
        }
    }

    /// Operands and operators: broken before every `or`, then before every `and`, then before every other operator.
    fn expression(&mut self, parts: &[Shape]) {
        for kind in [Kind::Or, Kind::And] {
            if !parts.iter().any(|part| part.kind == kind) {
                continue;
            }
            self.push(Op::Begin);
            for (nth, side) in parts.split(|part| part.kind == kind).enumerate() {
                let operator = parts.iter().filter(|part| part.kind == kind).nth(nth.wrapping_sub(1));
                if let Some(operator) = operator.filter(|_| nth > 0) {
                    self.gap(Gap::Soft(" "), operator.start);
                    self.phrase(std::slice::from_ref(operator));
                    self.gap(Gap::Blank, side.first().map_or(operator.end, |part| part.start));
                }
                self.push(Op::Indent(2));
                self.expression(side);
                self.push(Op::Indent(-2));
            }
            self.push(Op::End);
            return;
        }
        self.compared(parts);
    }

    /// Operands and operators without `and` and `or`.
    fn compared(&mut self, parts: &[Shape]) {
        self.push(Op::Begin);
        for (nth, part) in parts.iter().enumerate() {
            if let Some(before) = nth.checked_sub(1).and_then(|before| parts.get(before)) {
                let gap = match (before.kind, part.kind) {
                    (_, Kind::Postfix) | (Kind::Negate, _) => Gap::Nothing,
                    (_, Kind::Range) if is_close(self.text, parts, nth) => Gap::Nothing,
                    (Kind::Range, _) if is_close(self.text, parts, nth - 1) => Gap::Nothing,
                    // A long text gains nothing by a line of its own.
                    (_, Kind::Infix) if parts.get(nth + 1).is_some_and(|next| self.text_of(next).starts_with('"')) => {
                        Gap::Blank
                    }
                    (_, Kind::Infix | Kind::Range) => Gap::Soft(" "),
                    _ => Gap::Blank,
                };
                self.gap(gap, part.start);
            }
            self.node(part);
        }
        self.push(Op::End);
    }

    /// `R where c`, `x in R where c`, `back from R while c`.
    fn filtered(&mut self, shape: &Shape) {
        self.broken_before(shape, &["where", "while"]);
    }

    /// A group that is broken before these words, or before a part that begins with them.
    fn broken_before(&mut self, shape: &Shape, words: &[&str]) {
        self.push(Op::Begin);
        for (nth, part) in shape.parts.iter().enumerate() {
            let begins = part.kind == Kind::Filter || part.parts.is_empty() && words.contains(&self.text_of(part));
            if nth > 0 {
                self.gap(if begins { Gap::Soft(" ") } else { Gap::Blank }, part.start);
            }
            self.node(part);
        }
        self.push(Op::End);
    }

    /// `any x in R: c`, broken behind the colon.
    fn quantifier(&mut self, shape: &Shape) {
        self.push(Op::Begin);
        for (nth, part) in shape.parts.iter().enumerate() {
            let before = nth.checked_sub(1).and_then(|before| shape.parts.get(before));
            match (before.map(|before| before.kind), part.kind) {
                (None, _) => {}
                (_, Kind::Colon) => self.gap(Gap::Nothing, part.start),
                (Some(Kind::Colon), _) => self.gap(Gap::Soft(" "), part.start),
                _ => self.gap(Gap::Blank, part.start),
            }
            self.node(part);
        }
        self.push(Op::End);
    }

    /// Brackets with a list in them.
    fn listed(&mut self, shape: &Shape) {
        self.push(Op::Indent(2));
        for (nth, part) in shape.parts.iter().enumerate() {
            if let Some(before) = nth.checked_sub(1).and_then(|before| shape.parts.get(before)) {
                self.gap(if before.kind == Kind::Comma { Gap::Fill } else { self.clinging(before, part) }, part.start);
            }
            self.node(part);
        }
        self.push(Op::Indent(-2));
    }

    /// `mark of p` in brackets has blanks between its words.
    fn clinging(&self, before: &Shape, part: &Shape) -> Gap {
        let apart = before.kind != Kind::Open && !matches!(part.kind, Kind::Close | Kind::Comma);
        if apart { Gap::Blank } else { Gap::Nothing }
    }

    /// Brackets or a dot with one thing.
    fn close(&mut self, parts: &[Shape]) {
        for (nth, part) in parts.iter().enumerate() {
            if nth > 0 {
                self.gap(Gap::Nothing, part.start);
            }
            self.node(part);
        }
    }

    /// `must c if possible`: what does not fit is broken before `if possible` first.
    fn must(&mut self, shape: &Shape) {
        self.push(Op::Begin);
        for (nth, part) in shape.parts.iter().enumerate() {
            self.going_on(part, |layout| {
                if nth > 0 {
                    layout.gap(if nth > 1 { Gap::Soft(" ") } else { Gap::Blank }, part.start);
                }
                layout.node(part);
            });
        }
        self.push(Op::End);
    }

    /// A `def` of a value too long for its line begins the value on the next.
    fn def(&mut self, shape: &Shape) {
        let sign = shape.parts.iter().position(|part| part.kind == Kind::Assign);
        let (head, rest) = shape.parts.split_at(sign.map_or(shape.parts.len(), |sign| sign + 1));
        self.phrase(head);
        for value in rest {
            self.going_on(value, |layout| {
                layout.gap(Gap::Fill, value.start);
                layout.node(value);
            });
        }
    }
}

/// Whether `..` stands between two numbers.
fn is_close(text: &str, parts: &[Shape], at: usize) -> bool {
    let is_number = |at: usize| {
        let part = parts.get(at).filter(|part| part.parts.is_empty());
        part.and_then(|part| text.get(part.start..part.end))
            .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    };
    at > 0
        && is_number(at - 1)
        && is_number(at + 1)
        && !at.checked_sub(2).and_then(|before| parts.get(before)).is_some_and(|part| is_sum(text, part))
        && !parts.get(at + 2).is_some_and(|part| is_sum(text, part))
}

/// Whether an operator binds closer than `..`.
fn is_sum(text: &str, part: &Shape) -> bool {
    part.kind == Kind::Negate || matches!(text.get(part.start..part.end), Some("+" | "-" | "*" | "/" | "%"))
}
