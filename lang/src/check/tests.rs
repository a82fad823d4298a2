//! In: a `test`. Out: its steps, each expectation split into what a position answers and what a match answers. Never here: playing.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Checker, Context, Place};
use crate::ast::{self, Op};
use crate::diagnostic::{names, rules};
use crate::hir::{Expr, ExprKind, Ty};
use crate::source::Span;

/// A checked test.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// Its steps, in order.
    pub steps: Vec<TestStep>,
    /// Where it is written.
    pub span: Span,
}

/// One step.
#[derive(Clone, Debug)]
pub enum TestStep {
    /// Sets a position, given as text.
    Position(String, Span),
    /// Plays turns, given as text.
    Play(String, Span),
    /// Must hold; the text is what the author wrote.
    Expect(Expectation, String, Span),
}

/// What is expected.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// A condition on the position.
    Holds(Expr),
    /// Two values of the position that must be equal: shown side by side when they are not.
    Equal(Expr, Expr),
    /// A choice with this text can be made.
    Legal(String),
    /// A list holds a text.
    Has(List, String),
    /// A list holds exactly these texts, in any order.
    Is(List, Vec<String>),
    /// `outcome` or `position` has this text; `true` for `outcome`.
    Reads(bool, String),
    /// Not.
    Not(Box<Expectation>),
    /// Both.
    And(Box<Expectation>, Box<Expectation>),
    /// Either.
    Or(Box<Expectation>, Box<Expectation>),
}

/// The lists a test can look into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// The texts of the present choices.
    Choices,
    /// The words of the trace of the last `play`.
    Events,
}

impl Checker<'_> {
    pub(super) fn test(&mut self, test: &ast::Test) -> Test {
        self.context = Context::of(Place::Test);
        let mut steps = Vec::new();
        for step in &test.steps {
            match step {
                ast::TestStep::Position(text) => steps.push(TestStep::Position(text.text.clone(), text.span)),
                ast::TestStep::Play(text) => steps.push(TestStep::Play(text.text.clone(), text.span)),
                ast::TestStep::Expect(forms) => {
                    for form in forms {
                        let written = self.snippet(form.span);
                        let condition = self.expect(form, Ty::Bool);
                        let expected = self.expectation(condition);
                        steps.push(TestStep::Expect(expected, written, form.span));
                    }
                }
            }
        }
        Test { name: test.name.text.clone(), steps, span: test.name.span }
    }

    fn expectation(&mut self, condition: Expr) -> Expectation {
        if !asks_the_match(&condition) {
            return match condition.kind {
                ExprKind::Binary(Op::Eq, left, right) if left.ty == Ty::Int => Expectation::Equal(*left, *right),
                _ => Expectation::Holds(condition),
            };
        }
        let span = condition.span;
        match condition.kind {
            ExprKind::Legal(text) => Expectation::Legal(text),
            ExprKind::Not(inner) => Expectation::Not(Box::new(self.expectation(*inner))),
            ExprKind::Binary(Op::And, left, right) => {
                Expectation::And(Box::new(self.expectation(*left)), Box::new(self.expectation(*right)))
            }
            ExprKind::Binary(Op::Or, left, right) => {
                Expectation::Or(Box::new(self.expectation(*left)), Box::new(self.expectation(*right)))
            }
            ExprKind::Binary(Op::Ne, left, right) => {
                let kind = ExprKind::Binary(Op::Eq, left, right);
                Expectation::Not(Box::new(self.expectation(Expr { kind, ty: Ty::Bool, span })))
            }
            ExprKind::Binary(Op::Eq, left, right) => self.equal_texts(&left, &right, span),
            ExprKind::InList(one, list) => match (&one.kind, list.first().and_then(list_of)) {
                (ExprKind::Text(text), Some(list)) => Expectation::Has(list, self.texts[*text].clone()),
                _ => self.not_testable(span),
            },
            _ => self.not_testable(span),
        }
    }

    fn equal_texts(&mut self, left: &Expr, right: &Expr, span: Span) -> Expectation {
        let texts = |at: &Vec<usize>| at.iter().map(|text| self.texts[*text].clone()).collect();
        match (&left.kind, &right.kind) {
            (ExprKind::Outcome, ExprKind::Text(text)) => {
                let text = self.texts[*text].clone();
                self.outcome_exists(&text, right.span);
                Expectation::Reads(true, text)
            }
            (ExprKind::Position, ExprKind::Text(text)) => Expectation::Reads(false, self.texts[*text].clone()),
            (ExprKind::Choices, ExprKind::TextList(list)) => Expectation::Is(List::Choices, texts(list)),
            (ExprKind::Events, ExprKind::TextList(list)) => Expectation::Is(List::Events, texts(list)),
            (ExprKind::Choices, ExprKind::Counts(set)) if set.ranges.is_empty() => {
                Expectation::Is(List::Choices, Vec::new())
            }
            // What could not be understood has been told.
            _ if left.ty == Ty::Unknown || right.ty == Ty::Unknown => Expectation::Legal(String::new()),
            _ => self.not_testable(span),
        }
    }

    fn outcome_exists(&mut self, text: &str, span: Span) {
        let known = self.layout.players.iter().map(|player| format!("{player} wins"));
        let known = ["running", "draw"].into_iter().map(String::from).chain(known).collect::<Vec<_>>();
        if !known.iter().any(|outcome| outcome == text) {
            self.report(names::no_such_outcome(span, text, &known));
        }
    }

    fn not_testable(&mut self, span: Span) -> Expectation {
        self.report(rules::not_testable(span));
        Expectation::Legal(String::new())
    }
}

fn list_of(expr: &Expr) -> Option<List> {
    match expr.kind {
        ExprKind::Choices => Some(List::Choices),
        ExprKind::Events => Some(List::Events),
        _ => None,
    }
}

/// Whether an expectation needs more than the position.
fn asks_the_match(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Legal(_) | ExprKind::Choices | ExprKind::Outcome | ExprKind::Events | ExprKind::Position => true,
        ExprKind::Not(inner) => asks_the_match(inner),
        ExprKind::Binary(_, left, right) => asks_the_match(left) || asks_the_match(right),
        ExprKind::InList(one, list) => asks_the_match(one) || list.iter().any(asks_the_match),
        _ => false,
    }
}
