//! In: a match, texts, a generator. Out: the match played on by them. Never here: what should come of it.
use mcl_interpreter::search::{self, Rng};
use mcl_interpreter::{Choice, Fault, Match};

/// The answer with exactly this text.
pub(crate) fn choice(game: &Match, text: &str) -> Option<Choice> {
    game.choices().iter().copied().find(|choice| game.text(*choice) == text)
}

/// Plays any answer; false if the match is over.
pub(crate) fn any(game: &mut Match, rng: &mut Rng) -> Result<bool, Fault> {
    match search::random(game, rng) {
        None => Ok(false),
        Some(choice) => game.play(choice).map(|()| true),
    }
}
