//! In: a position as JSON. Out: the state, or the value that is no part of one. Never here: writing, the words of `rest`.
use super::read::{Piece, Unasked, blank, finish, pieces};
use crate::Game;
use crate::notation::{TextError, one_of, player};
use crate::state::State;
use crate::vm::Machine;
use serde_json::Value;
use std::ops::Range;

/// What a position may have.
const KEYS: [&str; 3] = ["seeds", "to_move", "rest"];
/// What to write instead.
const SHAPE: &str = "write {\"seeds\": {\"A\": 4, …}, \"to_move\": \"South\"}";

/// A name of an object and its value, each with its place.
struct Member {
    name: String,
    at: Range<usize>,
    value: Range<usize>,
}

/// Reads `{"seeds": {"A": 4, …}, "to_move": "South", "rest": "round 2"}`.
pub(super) fn read(game: &Game, machine: &mut Machine, text: &str) -> Result<Unasked, TextError> {
    if let Err(error) = serde_json::from_str::<Value>(text) {
        let at = place(text, error.line(), error.column());
        return Err(TextError::new(701, format!("this is not JSON: {error}"), at).help(SHAPE));
    }
    let members = members(text, 0..text.len());
    known(&members, |name| {
        KEYS.iter().position(|key| *key == name).ok_or_else(|| {
            let help =
                "it has seeds, to_move and rest, a text with the words behind the player of a position in one line";
            (707, format!("a position has no `{name}`"), Some(help.to_owned()))
        })
    })?;
    let of = |key: &str| members.iter().find(|member| member.name == key);
    let seeds =
        of("seeds").ok_or_else(|| TextError::new(701, "no `seeds` in this position", 0..text.len()).help(SHAPE))?;
    let mut state = blank(game, machine);
    read_seeds(game, &mut state, text, &seeds.value)?;
    let to_move = of("to_move").map(|member| words(text, member)).transpose()?;
    let rest = of("rest").map(|member| words(text, member)).transpose()?;
    let first = game.prepared().layout.players[0].as_str();
    let to_move = to_move.as_ref().map_or_else(|| pieces(first), Words::pieces);
    if let [_, more, ..] = &to_move[..] {
        return Err(
            TextError::new(706, "only the player to move belongs here", more.range()).help("write the rest as `rest`")
        );
    }
    if let ([], Some(member)) = (&to_move[..], of("to_move")) {
        let found = TextError::new(706, "`to_move` names no player", member.value.clone());
        return Err(found.help(format!("write who moves: {}", game.prepared().layout.players.join(" or "))));
    }
    let all = to_move.into_iter().chain(rest.iter().flat_map(Words::pieces)).collect::<Vec<_>>();
    finish(game, state, &all).map_err(|error| {
        // Where a text has escapes, its words lie elsewhere: the whole text is shown.
        let exact = rest.as_ref().is_none_or(|rest| rest.exact);
        let whole = of("rest").filter(|_| !exact).map(|rest| rest.value.clone());
        TextError { at: whole.unwrap_or(error.at), ..error }
    })
}

/// A text between quotes, and where it begins.
struct Words {
    text: String,
    start: usize,
    /// Whether each of its bytes stands so in the JSON.
    exact: bool,
}

impl Words {
    fn pieces(&self) -> Vec<Piece<'_>> {
        pieces(&self.text).into_iter().map(|piece| piece.shifted(self.start)).collect()
    }
}

fn words(text: &str, member: &Member) -> Result<Words, TextError> {
    let found = serde_json::from_str::<String>(&text[member.value.clone()]).map_err(|_| {
        TextError::new(701, format!("`{}` needs a text in quotes", member.name), member.value.clone()).help(SHAPE)
    })?;
    let exact = found.len() + 2 == member.value.len();
    Ok(Words { text: found, start: member.value.start + 1, exact })
}

fn read_seeds(game: &Game, state: &mut State, text: &str, object: &Range<usize>) -> Result<(), TextError> {
    if !text[object.clone()].starts_with('{') {
        return Err(TextError::new(701, "`seeds` needs a number of seeds for each house", object.clone()).help(SHAPE));
    }
    let layout = &game.prepared().layout;
    // A store is called by its player; beside the board there may be sites that nobody sees.
    let seen = |at: usize| at < layout.houses || layout.stores.iter().any(|store| usize::from(*store) == at);
    let names = || layout.sites.iter().enumerate().filter(|(at, _)| seen(*at)).map(|(_, site)| site.name.as_str());
    let site = |name: &str| {
        let store = || player(&layout.players, name).map(|player| layout.stores[usize::from(player)]);
        let site = store().or_else(|| layout.site(name)).map(usize::from);
        site.ok_or_else(|| (705, format!("there is no site `{name}`"), Some(one_of(name, names(), "site"))))
    };
    let members = members(text, object.clone());
    known(&members, site)?;
    for member in &members {
        let number = &text[member.value.clone()];
        let wrong = |code, what: String| {
            TextError::new(code, what, member.value.clone()).help("write a number from 0 to 65535")
        };
        let count = number
            .parse::<u64>()
            .map_err(|_| wrong(703, format!("`{}` needs a number of seeds, not {number}", member.name)))?;
        let count =
            u16::try_from(count).map_err(|_| wrong(702, format!("a site holds at most 65535 seeds, not {count}")))?;
        if let Ok(site) = site(&member.name) {
            state.board_mut()[site] = count;
        }
    }
    Ok(())
}

/// Every name must be known, and be there once.
fn known(
    members: &[Member],
    number: impl Fn(&str) -> Result<usize, (u16, String, Option<String>)>,
) -> Result<(), TextError> {
    let mut seen = Vec::new();
    for member in members {
        let number = number(&member.name)
            .map_err(|(code, message, help)| TextError { help, ..TextError::new(code, message, member.at.clone()) })?;
        if seen.contains(&number) {
            let found = TextError::new(715, format!("`{}` is given twice", member.name), member.at.clone());
            return Err(found.help("leave one of the two out"));
        }
        seen.push(number);
    }
    Ok(())
}

/// The byte at a line and column, each from 1, as the reader of JSON counts them.
fn place(text: &str, line: usize, column: usize) -> Range<usize> {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let mut start = (before + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    start..text[start..].chars().next().map_or(start, |c| start + c.len_utf8())
}

/// The members of an object in a text that is JSON.
fn members(text: &str, object: Range<usize>) -> Vec<Member> {
    let mut found = Vec::new();
    let mut at = object.start + text[object.clone()].find('{').map_or(0, |brace| brace + 1);
    while let Some(quote) = text[at..object.end].find('"') {
        let name = at + quote..value_end(text, at + quote);
        let colon = text[name.end..object.end].find(':').map_or(object.end, |colon| name.end + colon + 1);
        let start = object.end - text[colon..object.end].trim_start().len();
        let value = start..value_end(text, start);
        at = value.end.max(name.end);
        found.push(Member { name: serde_json::from_str(&text[name.clone()]).unwrap_or_default(), at: name, value });
    }
    found
}

/// Where the value ends that begins here.
fn value_end(text: &str, start: usize) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (at, c) in text[start..].char_indices() {
        let here = start + at;
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => {
                quoted = !quoted;
                if !quoted && depth == 0 {
                    return here + 1;
                }
            }
            _ if quoted => {}
            '{' | '[' => depth += 1,
            '}' | ']' | ',' if depth == 0 => return start + text[start..here].trim_end().len(),
            '}' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return here + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
