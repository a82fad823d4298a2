//! In: a compiled test. Out: what in its positions and moves cannot be of this game, whatever is played. Never here: playing.
use crate::Game;
use crate::notation::{TextError, long, player, position, turn};
use mcl_lang::TestBuild;
use mcl_lang::board::SiteKind;
use mcl_lang::bytecode::{BinderKind, Program};
use mcl_lang::check::{Expectation, List, TestStep};
use mcl_lang::diagnostic::{Code, Diagnostic, nearest};
use mcl_lang::source::{Sources, Span};

/// The mistakes in the texts of a test, each at its place inside the text.
#[must_use]
pub fn misread(test: &TestBuild, sources: &Sources) -> Vec<Diagnostic> {
    let Ok(game) = Game::new(test.program.clone()) else { return Vec::new() };
    let reader = Reader { game: &game, sources };
    test.steps.iter().flat_map(|step| reader.step(step)).collect()
}

/// What texts are read with.
struct Reader<'a> {
    game: &'a Game,
    sources: &'a Sources,
}

impl Reader<'_> {
    fn step(&self, step: &TestStep) -> Vec<Diagnostic> {
        match step {
            TestStep::Position(text, span) => self.position(text, *span).into_iter().collect(),
            TestStep::Play(text, span) => self.moves(text, *span),
            TestStep::Expect(expectation, _, span) => self.expectation(expectation, *span),
        }
    }

    fn position(&self, text: &str, span: Span) -> Option<Diagnostic> {
        let read = position::unasked(self.game, &mut self.game.machine(), text);
        read.err().map(|error| self.told(text, span, &error))
    }

    fn moves(&self, text: &str, span: Span) -> Vec<Diagnostic> {
        let program = self.game.program();
        let words = turn::words(text).into_iter().filter(|(word, _)| *word != "/");
        let wrong = words.filter_map(|(word, range)| match strange(program, word) {
            Some(help) => Some(TextError::new(720, format!("`{word}` is not a legal move"), range).help(help)),
            // What was captured stands behind a colon.
            None if word.contains(':') => long::lap(&program.layout, word, range).err(),
            None => None,
        });
        wrong.map(|error| self.told(text, span, &error)).collect()
    }

    fn expectation(&self, expectation: &Expectation, span: Span) -> Vec<Diagnostic> {
        match expectation {
            Expectation::Reads(false, text) => self.position(text, span).into_iter().collect(),
            Expectation::Legal(text) | Expectation::Has(List::Choices, text) => self.moves(text, span),
            Expectation::Is(List::Choices, texts) => texts.iter().flat_map(|text| self.moves(text, span)).collect(),
            Expectation::Not(inner) => self.expectation(inner, span),
            Expectation::And(one, other) | Expectation::Or(one, other) => {
                [one, other].into_iter().flat_map(|inner| self.expectation(inner, span)).collect()
            }
            Expectation::Holds(_)
            | Expectation::Equal(..)
            | Expectation::Reads(true, _)
            | Expectation::Has(List::Events, _)
            | Expectation::Is(List::Events, _) => Vec::new(),
        }
    }

    /// A mistake in a text that stands somewhere in a span, at its own place.
    fn told(&self, text: &str, span: Span, error: &TextError) -> Diagnostic {
        let mut found = error.diagnostic();
        let written = self.sources.get(span.file).map_or("", |source| source.slice(span));
        let quoted = written.find(&format!("\"{text}\"")).map(|at| at + 1);
        let place = quoted
            .or_else(|| written.find(text))
            .map(|at| super::inside(span, &(at + error.at.start..at + error.at.end)));
        if let Some(label) = found.labels.first_mut() {
            label.span = place.unwrap_or(span);
        }
        Diagnostic { code: Code(error.code), ..found }
    }
}

/// Why a word can be no answer of a game, and what may be meant; nothing if it can be one.
fn strange(program: &Program, word: &str) -> Option<String> {
    let head = word.split([':', ',']).next().unwrap_or(word).trim_start_matches('*');
    let head = head.trim_start_matches(|c: char| c.is_ascii_digit());
    // `S6` is South's sixth house.
    let letters = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = letters.len() < head.len() && letters.chars().count() == 1;
    if head.is_empty() || is_number || !head.chars().all(char::is_alphabetic) {
        return None;
    }
    let small = head.to_lowercase();
    let houses = || {
        let houses = program.layout.sites.iter().filter(|site| site.kind == SiteKind::House);
        houses.map(|site| site.name.as_str())
    };
    let words = answers(program);
    let begins = |known: &str| known.split_whitespace().any(|known| known.to_lowercase().starts_with(&small));
    let known = houses().any(|house| house.to_lowercase() == small)
        || words.iter().any(|known| begins(known))
        || player(&program.layout.players, head).is_some();
    if known {
        return None;
    }
    let near = if small.chars().count() > 2 {
        nearest(head, words.iter().flat_map(|known| known.split_whitespace()))
    } else {
        None
    };
    let near = near.and_then(|near| words.iter().find(|known| known.split_whitespace().any(|word| word == near)));
    let near = near.map(|known| format!("write `{known}`"));
    let listed = || houses().collect::<Vec<_>>().join(" ");
    Some(near.unwrap_or_else(|| format!("there is no house `{head}`; the houses are {}", listed())))
}

/// The words that answers can have.
fn answers(program: &Program) -> Vec<&str> {
    let text = |at: &u16| program.texts.get(usize::from(*at)).map(String::as_str);
    let decisions = || program.decisions.iter();
    let labels = decisions().flat_map(|decision| decision.answers.iter().filter_map(|answer| answer.label.as_ref()));
    let optional = decisions().filter_map(|decision| decision.optional.as_ref());
    let of_texts = decisions()
        .flat_map(|decision| &decision.answers)
        .flat_map(|answer| &answer.binders)
        .any(|(_, kind)| *kind == BinderKind::Text);
    let texts = program.texts.iter().map(String::as_str).filter(|_| of_texts);
    labels.chain(optional).filter_map(text).chain(texts).chain(["move", "ccw", "cw"]).collect()
}
