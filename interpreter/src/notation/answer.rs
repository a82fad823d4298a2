//! In: a question and what somebody wrote. Out: the answers it can mean, or why it is none. Never here: playing them, the long form.
use super::{TextError, meant};
use crate::Match;
use crate::choice::{Choice, Parts};
use mcl_lang::bytecode::BinderKind;
use std::ops::Range;

/// A word of a text, and where it stands.
pub(crate) type Word<'t> = (&'t str, Range<usize>);

/// What the words at a place say.
pub(crate) enum Said {
    /// One answer, up to the word of this number.
    Answer(Choice, usize),
    /// The first word can mean several.
    Unclear(Vec<Choice>),
    /// No answer.
    Nothing,
}

/// The answer at a word: the longest text that is one is meant.
pub(crate) fn said(game: &Match, text: &str, words: &[Word<'_>], at: usize) -> Said {
    // A label may have several words; `move` may stand before any.
    let words_of = |choice: &Choice| game.text(*choice).split_whitespace().count();
    let most = 1 + game.choices().iter().map(words_of).max().unwrap_or(0);
    for end in (at + 1..=words.len().min(at + most)).rev() {
        let written = &text[words[at].1.start..words[end - 1].1.end];
        if end > at + 1 && written.contains(" / ") && exactly(game, written).is_none() {
            continue;
        }
        match matching(game, written)[..] {
            [choice] => return Said::Answer(choice, end),
            [] => {}
            ref several if end == at + 1 => return Said::Unclear(several.to_vec()),
            _ => {}
        }
    }
    Said::Nothing
}

/// Words of the longest answer there can be in a game: a label, and its values.
pub(crate) fn longest(game: &Match) -> usize {
    let labels = game.game().program().texts.iter().map(|text| text.split_whitespace().count());
    1 + labels.max().unwrap_or(0)
}

/// The answer whose canonical text this is.
pub(crate) fn exactly(game: &Match, written: &str) -> Option<Choice> {
    game.choices().iter().copied().find(|choice| game.text(*choice) == written)
}

/// Small letters, unless their case counts, and one blank between words.
fn plain(game: &Match, text: &str) -> String {
    game.folded(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The answers a text can mean: by its canonical text; else by a fuller one; else the same in any case; else by the number
/// of a house; else by the beginning of a text. What fits best is looked at alone.
pub(crate) fn matching(game: &Match, written: &str) -> Vec<Choice> {
    let found = best(game, written);
    if !found.is_empty() {
        return found;
    }
    // Whoever is used to `move` writes it also where the rules have no word.
    match written.split_once(char::is_whitespace) {
        Some((word, rest)) if word.eq_ignore_ascii_case("move") => {
            let unnamed = |choice: &Choice| game.parts(*choice).is_some_and(|parts| parts.label.is_none());
            matching(game, rest.trim_start()).into_iter().filter(unnamed).collect()
        }
        _ => Vec::new(),
    }
}

/// The answers that fit best.
fn best(game: &Match, written: &str) -> Vec<Choice> {
    let all = game.choices().iter().filter_map(|choice| Some((*choice, game.parts(*choice)?))).collect::<Vec<_>>();
    let pick = |fits: &dyn Fn(&Parts) -> bool| {
        all.iter().filter(|(_, parts)| fits(parts)).map(|(choice, _)| *choice).collect::<Vec<_>>()
    };
    let wanted = plain(game, written);
    let levels: [&dyn Fn() -> Vec<Choice>; 6] = [
        &|| pick(&|parts| parts.canonical() == written),
        &|| pick(&|parts| parts.forms().iter().any(|form| form == written)),
        &|| pick(&|parts| plain(game, &parts.canonical()) == wanted),
        &|| pick(&|parts| parts.forms().iter().any(|form| plain(game, form) == wanted)),
        &|| numbered(game, written),
        &|| {
            let found = all.iter().filter(|(choice, parts)| begins(game, parts, &wanted, is_word(game, *choice)));
            found.map(|(choice, _)| *choice).collect()
        },
    ];
    levels.iter().map(|level| level()).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether an answer begins so: within its label, or up to a comma between its values. A number or a letter is never cut.
fn begins(game: &Match, parts: &Parts, wanted: &str, is_word: bool) -> bool {
    let cut_of_word = wanted.chars().count() > 1 && wanted.starts_with(char::is_alphabetic);
    let label = parts.label.as_ref().map(|label| plain(game, label));
    parts.forms().iter().map(|form| plain(game, form)).any(|form| {
        let Some(rest) = form.strip_prefix(wanted) else { return false };
        let in_label = label.as_ref().is_some_and(|label| form.starts_with(label) && wanted.len() <= label.len());
        let spelled = parts.spelled.as_ref().is_some_and(|spelled| form.ends_with(&plain(game, spelled)));
        // The direction is never left out at the end of a full text: without it the text means counterclockwise.
        rest.starts_with(',') && !spelled
            || cut_of_word && (in_label && (form.contains(' ') || form.chars().count() > 3) || is_word)
    })
}

/// Whether an answer without a label is a word that the rules give, longer than a letter or two.
fn is_word(game: &Match, choice: Choice) -> bool {
    game.kinds(choice)[..] == [BinderKind::Text] && game.text(choice).chars().count() > 3
}

/// `S6`, `N3`, or `6` for the mover's sixth house from his left.
fn numbered(game: &Match, written: &str) -> Vec<Choice> {
    let layout = &game.game().program().layout;
    let digits = written.trim_start_matches(|c: char| c.is_alphabetic());
    let letters = &written[..written.len() - digits.len()];
    let owner = match letters {
        "" => Some(game.mover()),
        _ => layout
            .players
            .iter()
            .position(|player| letters.chars().count() == 1 && player.starts_with(letters))
            .and_then(|at| u8::try_from(at).ok()),
    };
    let (Some(owner), Ok(number)) = (owner, digits.parse::<usize>()) else {
        return Vec::new();
    };
    let Some(house) = number.checked_sub(1).and_then(|at| layout.rows.get(usize::from(owner))?.get(at)) else {
        return Vec::new();
    };
    game.choices().iter().copied().filter(|choice| choice.count == 1 && game.house(*choice) == Some(*house)).collect()
}

fn listed(game: &Match, choices: &[Choice]) -> String {
    let shown = choices.iter().take(24).map(|choice| game.text(*choice)).collect::<Vec<_>>();
    let more = if choices.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Several answers that a text can mean.
pub(crate) fn ambiguous(game: &Match, written: &str, fits: &[Choice], range: Range<usize>) -> TextError {
    TextError::new(722, format!("`{written}` can mean {} moves", fits.len()), range)
        .help(format!("write one of {}", listed(game, fits)))
}

/// A text without an answer.
pub(crate) fn none(game: &Match, text: &str) -> TextError {
    let at = 0..text.len();
    match game.asked() {
        _ if text.contains(|letter: char| letter.is_ascii_digit()) => {
            TextError::new(720, "a number without a move", at).help("write the move behind it")
        }
        None => TextError::new(720, "there is no move in this text", at).help("the match is over; play nothing"),
        Some(_) => {
            let help = format!("{} can play {}", asked(game), listed(game, game.choices()));
            TextError::new(720, "there is no move in this text", at).help(help)
        }
    }
}

/// The name of the player who is asked.
fn asked(game: &Match) -> String {
    let players = &game.game().program().layout.players;
    game.asked().and_then(|player| players.get(usize::from(player)).cloned()).unwrap_or_default()
}

/// A text that is no answer.
pub(crate) fn illegal(game: &Match, written: &str, range: Range<usize>) -> TextError {
    let texts = game.choices().iter().map(|choice| game.text(*choice)).collect::<Vec<_>>();
    let near = if written.chars().count() > 2 { meant(written, texts.iter().map(String::as_str)) } else { None };
    let player = asked(game);
    let legal = listed(game, game.choices());
    let help =
        near.map_or_else(|| format!("{player} can play {legal}"), |near| format!("{near}; {player} can play {legal}"));
    TextError::new(720, format!("`{written}` is not a legal move for {player}"), range).help(help)
}
