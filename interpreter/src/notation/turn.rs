//! In: a match and the text of turns. Out: the answers they name, played. Never here: rules; how an answer or a lap is written.
use super::answer::{self, Said, Word};
use super::{TextError, long};
use crate::choice::Choice;
use crate::{Fault, Match};
use std::ops::Range;

/// Plays every answer that the text names.
pub(crate) fn play(game: &mut Match, text: &str) -> Result<(), TextError> {
    let words = words(text);
    if words.iter().all(|word| word.0 == "/") {
        return Err(answer::none(game, text));
    }
    let longest = answer::longest(game);
    let mut at = 0;
    while at < words.len() {
        if words[at].0 == "/" {
            at += 1;
            continue;
        }
        game.spend_on_a_word(longest).map_err(|fault| failed(&fault, &words[at].1))?;
        if game.choices().is_empty() {
            let range = words[at].1.start..words[words.len() - 1].1.end;
            return Err(TextError::new(721, "the game is already over", range).help("leave the rest out"));
        }
        at = one(game, text, &words, at)?;
    }
    Ok(())
}

/// The words of a text, `,` joining what is captured by the other player to its lap. The numbers of moves are left out.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    let mut start = None;
    let mut push = |from: usize, to: usize| {
        let from = from + number(&text[from..to]);
        if from < to {
            found.push((&text[from..to], from..to));
        }
    };
    for (at, c) in text.char_indices() {
        match (c.is_whitespace(), start) {
            (true, Some(from)) => {
                // `3d:4B, Y:4e` is one word, and so is `8e, X:4F`.
                let next = text[at..].split_whitespace().next().unwrap_or("");
                let joins = text[from..at].ends_with(',') && next.contains(':');
                if !joins {
                    push(from, at);
                    start = None;
                }
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    if let Some(from) = start {
        push(from, text.trim_end().len());
    }
    found
}

/// Bytes of the number of a move at the beginning of a word: `12.` in `12.F`, `3...`.
fn number(word: &str) -> usize {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches('.');
    if rest.len() < word.len() && behind.len() < rest.len() { word.len() - behind.len() } else { 0 }
}

/// Reads and plays the answer at a word; gives the place after it.
fn one(game: &mut Match, text: &str, words: &[Word<'_>], at: usize) -> Result<usize, TextError> {
    let (word, range) = (words[at].0, words[at].1.clone());
    match answer::said(game, text, words, at) {
        Said::Answer(choice, end) => {
            perform(game, choice, &(range.start..words[end - 1].1.end))?;
            Ok(end)
        }
        Said::Unclear(fits) => Err(match words.get(at + 1) {
            // `enter 4` where only `enter 1` to `enter 3` are answers is none of them.
            Some((next, place)) if next.starts_with(|c: char| c.is_ascii_digit() || c == '*') => {
                let both = range.start..place.end;
                answer::illegal(game, &text[both.clone()], both)
            }
            _ => answer::ambiguous(game, word, &fits, range),
        }),
        Said::Nothing => match long::lap(&game.game().program().layout, word, range.clone())? {
            Some(first) => long::play(game, text, words, at, first),
            None => Err(answer::illegal(game, word, range)),
        },
    }
}

/// Gives an answer on the way through a text.
pub(super) fn perform(game: &mut Match, choice: Choice, range: &Range<usize>) -> Result<(), TextError> {
    game.advance(choice).map_err(|fault| failed(&fault, range))
}

/// The fault at a word of a text.
fn failed(fault: &Fault, range: &Range<usize>) -> TextError {
    let help = Fault { scene: None, ..fault.clone() }.diagnostic().help;
    let message = format!("the rules fail here: {fault}");
    TextError { code: fault.code(), message, at: range.clone(), help, fault: Some(Box::new(fault.clone())) }
}
