//! In: a compiled test. Out: whether its expectations hold, and where the first fails, with the boards. Never here: printing.
mod misread;

pub use misread::misread;

use crate::{Fault, Game, Match, State, TextError};
use mcl_lang::TestBuild;
use mcl_lang::check::{Expectation, List, TestStep};
use mcl_lang::source::Span;
use std::ops::Range;

/// Why a test failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The step that failed, in the file of the test.
    pub span: Span,
    /// What was expected, or could not be done.
    pub message: String,
    /// What was found instead, a line each.
    pub details: Vec<String>,
    /// The fault of the rules that it met, if it is that.
    pub fault: Option<Box<Fault>>,
    /// The position before the last `play`, and the one that was judged.
    pub boards: Option<Box<(State, State)>>,
}

/// Runs a test from the start of its game, step by step.
///
/// # Errors
/// The first step that fails.
pub fn run_test(test: &TestBuild) -> Result<(), Failure> {
    let game = Game::new(test.program.clone()).map_err(|broken| fail(test.span, broken.to_string()))?;
    run_test_on(&game, test)
}

/// Runs a test on the game of its program, made by somebody who watches it.
///
/// # Errors
/// The first step that fails.
pub fn run_test_on(game: &Game, test: &TestBuild) -> Result<(), Failure> {
    let mut play = Match::new(game).map_err(|fault| faulty(test.span, fault))?;
    let mut before = play.state().clone();
    let mut check = 0;
    for step in &test.steps {
        match step {
            TestStep::Position(text, span) => {
                play.set_position(text).map_err(|error| refused(*span, error))?;
                before = play.state().clone();
            }
            TestStep::Play(text, span) => {
                before = play.state().clone();
                play.play_text(text).map_err(|error| Failure {
                    boards: Some(Box::new((before.clone(), play.state().clone()))),
                    ..refused(*span, error)
                })?;
            }
            TestStep::Expect(expectation, written, span) => {
                let mut judge = Judge { play: &mut play, check: &mut check, details: Vec::new() };
                let held = judge.holds(expectation).map_err(|fault| unjudged(*span, fault))?;
                let details = judge.details;
                if !held {
                    let boards = Some(Box::new((before, play.state().clone())));
                    return Err(Failure {
                        span: *span,
                        message: format!("expected {written}"),
                        details,
                        fault: None,
                        boards,
                    });
                }
            }
        }
    }
    Ok(())
}

fn fail(span: Span, message: String) -> Failure {
    Failure { span, message, details: Vec::new(), fault: None, boards: None }
}

/// A fault of the rules, met where this stands.
fn faulty(span: Span, fault: Fault) -> Failure {
    Failure { fault: Some(Box::new(fault.clone())), ..fail(span, format!("the rules fail here: {fault}")) }
}

/// What is expected cannot be judged; that is no section of the rules.
fn unjudged(span: Span, fault: Fault) -> Failure {
    let message = format!("this cannot be judged: {fault}");
    Failure { message, ..faulty(span, Fault { section: String::new(), ..fault }) }
}

/// A text that cannot be read or played.
fn refused(span: Span, error: TextError) -> Failure {
    let at = inside(span, &error.at);
    match error.fault {
        Some(fault) => Failure { fault: Some(fault), ..fail(at, error.message) },
        None => fail(at, told(&error)),
    }
}

fn told(error: &TextError) -> String {
    error.help.as_ref().map_or_else(|| error.message.clone(), |help| format!("{}; {help}", error.message))
}

/// The place of a mistake inside the text of a `play` line.
fn inside(span: Span, at: &Range<usize>) -> Span {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(0);
    let start = (span.start + narrow(at.start)).min(span.end);
    Span { start, end: (span.start + narrow(at.end)).clamp(start, span.end), ..span }
}

struct Judge<'a> {
    play: &'a mut Match,
    /// The number of the next condition among the program's.
    check: &'a mut usize,
    details: Vec<String>,
}

impl Judge<'_> {
    fn holds(&mut self, expectation: &Expectation) -> Result<bool, Fault> {
        Ok(match expectation {
            Expectation::Holds(_) => self.next_value()? != 0,
            Expectation::Equal(..) => {
                let (left, right) = (self.next_value()?, self.next_value()?);
                if left != right {
                    self.details.push(format!("left is {left}, right is {right}"));
                }
                left == right
            }
            Expectation::Legal(text) => self.legal(text),
            Expectation::Has(list, text) => {
                let found = self.list(*list);
                let has = found.contains(&self.canonical(*list, text));
                if !has {
                    self.details.push(format!("found {}", found.join(", ")));
                }
                has
            }
            Expectation::Is(list, wanted) => {
                let mut found = self.list(*list);
                let mut wanted = wanted.iter().map(|text| self.canonical(*list, text)).collect::<Vec<_>>();
                found.sort();
                wanted.sort();
                if found != wanted {
                    self.details.push(format!("found {}", found.join(", ")));
                }
                found == wanted
            }
            Expectation::Reads(true, text) => {
                let found = outcome_text(self.play);
                if found != *text {
                    self.details.push(format!("found {found}"));
                }
                found == *text
            }
            Expectation::Reads(false, text) => self.stands_as(text),
            Expectation::Not(inner) => !self.holds(inner)?,
            // Both sides are judged, so that the conditions stay in step.
            Expectation::And(one, other) => {
                let (one, other) = (self.holds(one)?, self.holds(other)?);
                one && other
            }
            Expectation::Or(one, other) => {
                let (one, other) = (self.holds(one)?, self.holds(other)?);
                one || other
            }
        })
    }

    fn next_value(&mut self) -> Result<i32, Fault> {
        let piece = self.play.game().program().checks.get(*self.check).copied();
        *self.check += 1;
        piece.map_or(Ok(0), |piece| self.play.value(piece))
    }

    fn legal(&mut self, text: &str) -> bool {
        let legal = self.play.choice(text).is_some();
        if !legal {
            self.details.push(format!("legal are {}", self.list(List::Choices).join(", ")));
        }
        legal
    }

    /// Whether a text, in whatever form, is the present position; if not, both are told in the one form that is written.
    fn stands_as(&mut self, text: &str) -> bool {
        let wanted = self.play.canonical_position(text);
        let found = self.play.position();
        let same = wanted.as_ref().is_ok_and(|wanted| *wanted == found);
        match wanted {
            _ if same => {}
            // What was written is told already.
            Ok(wanted) if wanted == text => self.details.push(format!("found {found}")),
            Ok(wanted) => self.details.extend([format!("wanted {wanted}"), format!("found  {found}")]),
            Err(error) => {
                self.details.extend([format!("this is no position: {}", told(&error)), format!("found {found}")])
            }
        }
        same
    }

    /// A text of an answer as it is written when it is asked for; of an event as it is.
    fn canonical(&self, list: List, text: &str) -> String {
        let choice = if list == List::Choices { self.play.choice(text) } else { None };
        choice.map_or_else(|| text.to_owned(), |choice| self.play.text(choice))
    }

    fn list(&self, list: List) -> Vec<String> {
        match list {
            List::Choices => self.play.choices().iter().map(|choice| self.play.text(*choice)).collect(),
            List::Events => self.play.events().iter().map(|event| event.words(self.play.game().program())).collect(),
        }
    }
}

/// How a match stands, in the words that tests compare: `running`, `draw`, `South wins`.
#[must_use]
pub fn outcome_text(play: &Match) -> String {
    match (play.outcome().is_over(), play.winner()) {
        (false, _) => "running".to_owned(),
        (true, None) => "draw".to_owned(),
        (true, Some(winner)) => format!("{winner} wins"),
    }
}
