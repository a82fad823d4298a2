//! In: a match and a turn in Murray's long form. Out: the answers it tells, played and compared; and that form of what was played. Never here: rules.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
mod follow;

pub(crate) use follow::play;

use super::TextError;
use crate::event::site_name;
use crate::{Event, EventKind, Fault, Match};
use mcl_lang::board::Layout;
use mcl_lang::bytecode::Program;
use std::fmt::Write as _;
use std::ops::Range;

/// A capture as it is written: `4B`, or `17Ebc` for what was taken from the three together.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// By whom; nothing: the mover.
    pub(super) owner: Option<u8>,
    /// How many, if that is said.
    pub(super) count: Option<u32>,
    /// From which houses.
    pub(super) houses: Vec<u8>,
}

/// One lap of the long form: `*8C:2e`, `3d:4B, Y:4e`.
#[derive(Clone, Debug)]
pub(crate) struct Lap<'t> {
    pub(super) clockwise: bool,
    pub(super) count: Option<u32>,
    pub(super) house: &'t str,
    pub(super) captures: Vec<Written>,
    pub(super) at: Range<usize>,
}

impl Lap<'_> {
    fn star(&self) -> &'static str {
        star(self.clockwise)
    }
}

fn star(clockwise: bool) -> &'static str {
    if clockwise { "*" } else { "" }
}

/// A capture that the machine made: by whom, how many, from where.
type Taken = (u8, u32, u8);

/// What the machine did in one lap.
struct Deed {
    by: u8,
    house: u8,
    count: u32,
    captures: Vec<Taken>,
}

/// A word of the long form; nothing if it is not one.
pub(crate) fn lap<'t>(layout: &Layout, word: &'t str, at: Range<usize>) -> Result<Option<Lap<'t>>, TextError> {
    // What the mover captured follows `:`; what others did follows `,`.
    let cut = word.find([':', ',']).unwrap_or(word.len());
    let (head, tail) = (&word[..cut], word.get(cut + 1..));
    let clockwise = head.starts_with('*');
    let head = head.trim_start_matches('*');
    let house = head.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &head[..head.len() - house.len()];
    if house.is_empty() || layout.site(house).is_none() || digits.is_empty() && tail.is_none() && !clockwise {
        return Ok(None);
    }
    let count = if digits.is_empty() { None } else { digits.parse().ok() };
    let captures = match tail {
        None => Vec::new(),
        Some(tail) => captures(layout, tail).ok_or_else(|| {
            let found = TextError::new(723, format!("`{tail}` does not tell what was captured"), at.clone());
            found.help("write number and house: `2c3d`, and `, Y:4e` for the other player")
        })?,
    };
    Ok(Some(Lap { clockwise, count, house, captures, at }))
}

/// `4B, Y:4e`: groups of numbers and houses, each after a `,` with its player. The houses behind a number share it.
fn captures(layout: &Layout, tail: &str) -> Option<Vec<Written>> {
    let mut found: Vec<Written> = Vec::new();
    for group in tail.split(',').map(str::trim).filter(|group| !group.is_empty()) {
        let (owner, list) = match group.split_once(':') {
            Some((owner, list)) => (Some(super::player(&layout.players, owner)?), list),
            None => (None, group),
        };
        let mut digits = String::new();
        let mut numbered = false;
        for c in list.chars().filter(|c| !c.is_whitespace()) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            let house = c.is_alphabetic().then(|| layout.site(&c.to_string()))??;
            match found.last_mut() {
                Some(written) if digits.is_empty() && numbered => written.houses.push(house),
                _ => found.push(Written { owner, count: digits.parse().ok(), houses: vec![house] }),
            }
            numbered |= !digits.is_empty();
            digits.clear();
        }
        if !digits.is_empty() {
            return None;
        }
    }
    Some(found)
}

/// The laps among events, each with the captures that came with it; what `end` settles is no part of the move.
fn deeds(program: &Program, events: &[Event]) -> Vec<Deed> {
    let mut deeds: Vec<Deed> = Vec::new();
    for event in events.iter().filter(|event| !event.settles(program)) {
        match event.kind {
            EventKind::Lifted { by, house, count } => {
                deeds.push(Deed { by, house, count: u32::from(count), captures: Vec::new() })
            }
            EventKind::Ended | EventKind::RoundEnds { .. } => break,
            EventKind::Captured { by, from, count } => {
                if let Some(deed) = deeds.last_mut() {
                    deed.captures.push((by, u32::from(count), from));
                }
            }
            _ => {}
        }
    }
    deeds
}

/// Whether a round or the match ends among events: what follows is no part of the move.
fn is_settled(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.kind, EventKind::Ended | EventKind::RoundEnds { .. }))
}

// ----------------------------------------------------------------------------------------------------------- comparing

/// The number lifted and what was captured, in any order, must be as written.
fn compare(program: &Program, lap: &Lap<'_>, deed: &Deed, mover: u8) -> Result<(), TextError> {
    compare_count(program, lap, deed, mover)?;
    let wrong = |message: String| {
        let right = format!("by the rules this is `{}{}`", lap.star(), long_lap(program, deed, mover));
        Err(TextError::new(725, message, lap.at.clone()).help(right))
    };
    let mut left = deed.captures.clone();
    for written in &lap.captures {
        if !take(&mut left, written) {
            let said = written.count.map_or_else(String::new, |count| format!("{count} "));
            let names = written.houses.iter().map(|house| site_name(program, *house)).collect::<Vec<_>>();
            let together = if names.len() > 1 { " together" } else { "" };
            return wrong(format!("no capture of {said}from {}{together} by these rules", names.join(", ")));
        }
    }
    match left.first() {
        Some((_, count, house)) if lap.count.is_some() || !lap.captures.is_empty() => {
            wrong(format!("the rules capture {count} from {}, which is not written here", site_name(program, *house)))
        }
        _ => Ok(()),
    }
}

/// The number lifted must be as written.
fn compare_count(program: &Program, lap: &Lap<'_>, deed: &Deed, mover: u8) -> Result<(), TextError> {
    let Some(count) = lap.count.filter(|count| *count != deed.count) else { return Ok(()) };
    let message = format!("{count} are said to be lifted from {}, but by the rules it is {}", lap.house, deed.count);
    let right = format!("write `{}{}`", lap.star(), long_lap(program, deed, mover));
    Err(TextError::new(724, message, lap.at.clone()).help(right))
}

/// Takes a written capture out of those that were made: one from each of its houses or, if a house was captured more than once, all of them.
fn take(left: &mut Vec<Taken>, written: &Written) -> bool {
    let fits = |taken: &Taken| written.houses.contains(&taken.2) && written.owner.is_none_or(|owner| owner == taken.0);
    if let ([_], Some(count)) = (&written.houses[..], written.count)
        && let Some(at) = left.iter().position(|taken| fits(taken) && taken.1 == count)
    {
        left.remove(at);
        return true;
    }
    let all = (0..left.len()).filter(|at| fits(&left[*at])).collect::<Vec<_>>();
    let first = |house: &u8| all.iter().copied().find(|at| left[*at].2 == *house);
    let Some(each) = written.houses.iter().map(first).collect::<Option<Vec<_>>>() else { return false };
    for mut some in [each, all] {
        if written.count.is_none_or(|count| some.iter().map(|at| left[*at].1).sum::<u32>() == count) {
            some.sort_unstable();
            some.dedup();
            for at in some.into_iter().rev() {
                left.remove(at);
            }
            return true;
        }
    }
    false
}

// ------------------------------------------------------------------------------------------------------------- writing

/// One lap in the long form; captures by house, as Murray lists them.
fn long_lap(program: &Program, deed: &Deed, mover: u8) -> String {
    let mut text = format!("{}{}", deed.count, site_name(program, deed.house));
    let mut captures = deed.captures.clone();
    captures.sort_by_key(|(_, _, house)| site_name(program, *house));
    let of = |player: u8| {
        captures
            .iter()
            .filter(move |(by, ..)| *by == player)
            .map(|(_, count, house)| format!("{count}{}", site_name(program, *house)))
            .collect::<String>()
    };
    let own = of(mover);
    if !own.is_empty() {
        let _ = write!(text, ":{own}");
    }
    let players = &program.layout.players;
    for (player, name) in (0..).zip(players) {
        let others = of(player);
        if player != mover && !others.is_empty() {
            // Murray's letters are for two players.
            let letter = if players.len() > 2 { name } else { ["X", "Y"][usize::from(player) % 2] };
            let _ = write!(text, ", {letter}:{others}");
        }
    }
    text
}

/// A move as it was played: each answer, and how many laps there were before it; and all that happened.
struct Moved {
    mover: u8,
    answers: Vec<(String, usize)>,
    events: Vec<Event>,
}

/// Everything played, turn by turn, lap by lap.
pub(crate) fn turns(game: &Match) -> Result<Vec<String>, Fault> {
    let program = game.game().program();
    let mut turns: Vec<(u8, String)> = Vec::new();
    for moved in moves(game)? {
        let text = told(program, &moved);
        match turns.last_mut() {
            Some((player, turn)) if *player == moved.mover => {
                let _ = write!(turn, " / {text}");
            }
            _ => turns.push((moved.mover, text)),
        }
    }
    Ok(turns.into_iter().map(|(_, turn)| turn).collect())
}

/// Everything played, move by move.
fn moves(game: &Match) -> Result<Vec<Moved>, Fault> {
    let mut replay = game.rewound()?;
    let mut moves: Vec<Moved> = Vec::new();
    for at in 0..game.played().len() {
        let Some(choice) = game.choice_of(at) else { break };
        let (mover, short) = (replay.mover(), replay.text(choice));
        let goes_on = replay.in_mid_move();
        replay.play(choice)?;
        match moves.last_mut() {
            Some(moved) if goes_on && moved.mover == mover && !is_settled(&moved.events) => {
                moved.answers.push((short, deeds(game.game().program(), &moved.events).len()));
                moved.events.extend_from_slice(replay.events());
            }
            _ => moves.push(Moved { mover, answers: vec![(short, 0)], events: replay.events().to_vec() }),
        }
    }
    Ok(moves)
}

/// A move in the long form. An answer that no lap tells is written as such; if the first one is, no laps are told.
fn told(program: &Program, moved: &Moved) -> String {
    let deeds = deeds(program, &moved.events);
    let mut parts = Vec::new();
    let mut tells = true;
    for (nth, (short, first)) in moved.answers.iter().enumerate() {
        let next = moved.answers.get(nth + 1).map_or(deeds.len(), |(_, next)| *next);
        let laps = deeds.get(*first..next).unwrap_or(&[]);
        let clockwise = short.starts_with('*');
        let is_lap = laps.first().is_some_and(|deed| site_name(program, deed.house) == short.trim_start_matches('*'));
        tells &= nth > 0 || is_lap;
        if !is_lap || !tells {
            parts.push(short.clone());
        }
        if tells {
            let star = star(clockwise && is_lap);
            let laps = laps.iter().map(|deed| long_lap(program, deed, deed.by));
            parts.extend(laps.enumerate().map(|(nth, lap)| if nth == 0 { format!("{star}{lap}") } else { lap }));
        }
    }
    parts.join(" / ")
}
