//! In: a match and the text of turns. Out: the answers they name, played; and Murray's long form of what was played. Never here: rules.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{TextError, meant};
use crate::choice::Choice;
use crate::event::site_name;
use crate::{Event, EventKind, Fault, Match};
use mcl_lang::board::Layout;
use mcl_lang::bytecode::Program;
use std::fmt::Write as _;
use std::ops::Range;

/// A capture as it is written: by whom (nothing: the mover), how many if said, from which house.
type Written = (Option<u8>, Option<u32>, u8);

/// One lap of the long form: `*8C:2e`, `3d:4B, Y:4e`.
struct Lap<'t> {
    clockwise: bool,
    count: Option<u32>,
    house: &'t str,
    captures: Vec<Written>,
    at: Range<usize>,
}

/// What the machine did in one lap.
#[derive(Default)]
struct Deed {
    by: u8,
    house: u8,
    count: u32,
    captures: Vec<(u8, u32, u8)>,
}

/// Plays every answer that the text names.
pub(crate) fn play(game: &mut Match, text: &str) -> Result<(), TextError> {
    let words = words(text);
    let mut at = 0;
    while at < words.len() {
        if words[at].0 == "/" {
            at += 1;
            continue;
        }
        if game.choices().is_empty() {
            let range = words[at].1.start..words[words.len() - 1].1.end;
            return Err(TextError::new(721, "the game is already over", range).help("leave the rest out"));
        }
        at = answer(game, text, &words, at)?;
    }
    Ok(())
}

/// The words of a text, `,` joining what is captured by the other player to its lap.
fn words(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut found: Vec<(&str, Range<usize>)> = Vec::new();
    let mut start = None;
    let mut push = |from: usize, to: usize| found.push((&text[from..to], from..to));
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

/// Reads and plays the answer at a word; gives the place after it.
fn answer(game: &mut Match, text: &str, words: &[(&str, Range<usize>)], at: usize) -> Result<usize, TextError> {
    // A label may have several words: the longest text that is an answer is meant.
    for end in (at + 1..=words.len().min(at + 8)).rev() {
        let range = words[at].1.start..words[end - 1].1.end;
        let written = &text[range.clone()];
        if end > at + 1 && written.contains(" / ") {
            continue;
        }
        match matching(game, written)[..] {
            [choice] => {
                perform(game, choice, &range)?;
                return Ok(end);
            }
            [] => {}
            _ if end == at + 1 => return Err(ambiguous(game, written, range)),
            _ => {}
        }
    }
    let (word, range) = (words[at].0, words[at].1.clone());
    match lap(&game.game().program().layout, word, range.clone())? {
        Some(first) => long_form(game, words, at, &first),
        None => Err(illegal(game, word, range)),
    }
}

/// Gives an answer on the way through a text.
fn perform(game: &mut Match, choice: Choice, range: &Range<usize>) -> Result<(), TextError> {
    game.advance(choice).map_err(|fault| {
        let help = Fault { scene: None, ..fault.clone() }.diagnostic().help;
        let message = format!("the rules fail here: {fault}");
        TextError { code: fault.code(), message, at: range.clone(), help, fault: Some(Box::new(fault)) }
    })
}

/// The answers a text can mean: by its exact text; else in any case; else by the house's number; else by the beginning of its text.
fn matching(game: &Match, written: &str) -> Vec<Choice> {
    let all = game.choices().iter().map(|choice| (*choice, game.text(*choice))).collect::<Vec<_>>();
    let pick = |fits: &dyn Fn(&str) -> bool| {
        all.iter().filter(|(_, text)| fits(text)).map(|(choice, _)| *choice).collect::<Vec<_>>()
    };
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let exact = pick(&|text| text == written);
    if !exact.is_empty() {
        return exact;
    }
    let wanted = plain(written);
    // A number is one of the numbers asked for, if numbers are asked for.
    let folded = pick(&|text| plain(text) == wanted || plain(text) == format!("move {wanted}"));
    if !folded.is_empty() {
        return folded;
    }
    let numbered = numbered(game, written);
    if !numbered.is_empty() {
        return numbered;
    }
    if wanted.chars().count() < 2 || !wanted.starts_with(char::is_alphabetic) {
        return Vec::new();
    }
    pick(&|text| {
        plain(text).starts_with(&wanted) && text.contains(' ')
            || plain(text).starts_with(&wanted) && text.chars().count() > 3
    })
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

fn ambiguous(game: &Match, written: &str, range: Range<usize>) -> TextError {
    let fits = matching(game, written);
    TextError::new(722, format!("`{written}` can mean {} moves", fits.len()), range)
        .help(format!("write one of {}", listed(game, &fits)))
}

fn illegal(game: &Match, written: &str, range: Range<usize>) -> TextError {
    let texts = game.choices().iter().map(|choice| game.text(*choice)).collect::<Vec<_>>();
    let near = if written.chars().count() > 2 { meant(written, texts.iter().map(String::as_str)) } else { None };
    let player = game
        .asked()
        .and_then(|player| game.game().program().layout.players.get(usize::from(player)).cloned())
        .unwrap_or_default();
    let legal = listed(game, game.choices());
    let help =
        near.map_or_else(|| format!("{player} can play {legal}"), |near| format!("{near}; {player} can play {legal}"));
    TextError::new(720, format!("`{written}` is not a legal move for {player}"), range).help(help)
}

// -------------------------------------------------------------------------------------------------------- the long form

/// A word of the long form; nothing if it is not one.
fn lap<'t>(layout: &Layout, word: &'t str, at: Range<usize>) -> Result<Option<Lap<'t>>, TextError> {
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

/// `4B, Y:4e`: groups of numbers and houses, each after a `,` with its player.
fn captures(layout: &Layout, tail: &str) -> Option<Vec<Written>> {
    let mut found = Vec::new();
    for group in tail.split(',').map(str::trim).filter(|group| !group.is_empty()) {
        let (owner, list) = match group.split_once(':') {
            Some((owner, list)) => (Some(super::player(&layout.players, owner)?), list),
            None => (None, group),
        };
        let mut digits = String::new();
        for c in list.chars() {
            if c.is_ascii_digit() {
                digits.push(c);
            } else if c.is_alphabetic() {
                let site = layout.site(&c.to_string())?;
                found.push((owner, digits.parse().ok(), site));
                digits.clear();
            } else if !c.is_whitespace() {
                return None;
            }
        }
    }
    Some(found)
}

/// Plays the answer a lap names and compares every lap that follows from it.
fn long_form(game: &mut Match, words: &[(&str, Range<usize>)], at: usize, first: &Lap<'_>) -> Result<usize, TextError> {
    let layout = game.game().program().layout.clone();
    let star = if first.clockwise { "*" } else { "" };
    let written = format!("{star}{}", first.house);
    // A capital letter is another house than a small one: whoever writes the long form means just what he writes.
    let exact = game.choices().iter().copied().filter(|choice| game.text(*choice) == written);
    let choice = match exact.collect::<Vec<_>>()[..] {
        [choice] => choice,
        [] => return Err(illegal(game, &written, first.at.clone())),
        _ => return Err(ambiguous(game, &written, first.at.clone())),
    };
    let mover = game.mover();
    let heard = game.events().len();
    perform(game, choice, &first.at)?;
    let mut at = at + 1;
    let next = words[at..].iter().find(|word| word.0 != "/").map(|word| word.0);
    if game.in_mid_move() && next.is_none_or(|word| matching(game, word).len() != 1) {
        answer_by_captures(game, first, heard, mover, MOST_ANSWERS);
    }
    let deeds = deeds(game.game().program(), &game.events()[heard..]);
    compare(game, first, deeds.first(), mover)?;
    for deed in deeds.iter().skip(1) {
        while words.get(at).is_some_and(|word| word.0 == "/") {
            at += 1;
        }
        let next = match words.get(at) {
            Some((word, range)) => lap(&layout, word, range.clone())?,
            None => None,
        };
        let Some(next) = next.filter(|next| layout.site(next.house) == Some(deed.house)) else {
            return if game.is_strict() { Err(cut_short(game, first, deed, mover)) } else { Ok(at) };
        };
        compare(game, &next, Some(deed), mover)?;
        at += 1;
    }
    Ok(at)
}

/// A record must tell a turn to its end, or say that the players stopped.
fn cut_short(game: &Match, first: &Lap<'_>, deed: &Deed, mover: u8) -> TextError {
    let next = long_lap(game.game().program(), deed, mover);
    TextError::new(726, format!("by the rules the turn goes on with `{next}`"), first.at.clone())
        .help("write the turn to its end, or note `[slip stops]`")
}

/// Decisions in the middle of a move that the captures written may settle.
const MOST_ANSWERS: u32 = 3;

/// A record tells what was captured, not what was answered on the way: gives the answers that lead to just those captures.
fn answer_by_captures(game: &mut Match, lap: &Lap<'_>, heard: usize, mover: u8, depth: u32) -> bool {
    if !game.in_mid_move() || game.mover() != mover {
        let deeds = deeds(game.game().program(), &game.events()[heard..]);
        return compare(game, lap, deeds.first(), mover).is_ok();
    }
    if depth == 0 {
        return false;
    }
    for choice in game.choices().to_vec() {
        let mut trial = game.clone();
        if trial.advance(choice).is_ok() && answer_by_captures(&mut trial, lap, heard, mover, depth - 1) {
            *game = trial;
            return true;
        }
    }
    false
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

/// The number lifted and what was captured, in any order, must be as written.
fn compare(game: &Match, lap: &Lap<'_>, deed: Option<&Deed>, mover: u8) -> Result<(), TextError> {
    let Some(deed) = deed else { return Ok(()) };
    let program = game.game().program();
    if let Some(count) = lap.count.filter(|count| *count != deed.count) {
        let message =
            format!("{count} are said to be lifted from {}, but by the rules it is {}", lap.house, deed.count);
        return Err(
            TextError::new(724, message, lap.at.clone()).help(format!("write `{}`", long_lap(program, deed, mover)))
        );
    }
    let mut left = deed.captures.clone();
    for (owner, count, house) in &lap.captures {
        let fits = |found: &(u8, u32, u8)| {
            found.2 == *house
                && owner.is_none_or(|owner| owner == found.0)
                && count.is_none_or(|count| count == found.1)
        };
        match left.iter().position(fits) {
            Some(at) => {
                left.remove(at);
            }
            None => {
                let said = count.map_or_else(String::new, |count| format!("{count} "));
                let message = format!("no capture of {said}from {} by these rules", site_name(program, *house));
                return Err(TextError::new(725, message, lap.at.clone())
                    .help(format!("by the rules this is `{}`", long_lap(program, deed, mover))));
            }
        }
    }
    if let (Some((_, count, house)), true) = (left.first(), lap.count.is_some() || !lap.captures.is_empty()) {
        let message =
            format!("the rules capture {count} from {}, which is not written here", site_name(program, *house));
        return Err(TextError::new(725, message, lap.at.clone())
            .help(format!("by the rules this is `{}`", long_lap(program, deed, mover))));
    }
    Ok(())
}

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
    for (player, letter) in (0..).zip(["X", "Y"]) {
        let others = of(player);
        if player != mover && !others.is_empty() {
            let _ = write!(text, ", {letter}:{others}");
        }
    }
    text
}

/// Everything played, turn by turn, lap by lap.
pub(crate) fn long_turns(game: &Match) -> Result<Vec<String>, Fault> {
    let mut replay = game.rewound()?;
    let mut turns: Vec<(u8, String)> = Vec::new();
    for at in 0..game.played().len() {
        let Some(choice) = game.choice_of(at) else { break };
        let (mover, short) = (replay.mover(), replay.text(choice));
        replay.play(choice)?;
        let laps = deeds(replay.game().program(), replay.events());
        let laps = laps.iter().map(|deed| long_lap(replay.game().program(), deed, deed.by)).collect::<Vec<_>>();
        let star = if short.starts_with('*') { "*" } else { "" };
        let text = if laps.is_empty() { short } else { format!("{star}{}", laps.join(" / ")) };
        match turns.last_mut() {
            Some((player, turn)) if *player == mover => {
                let _ = write!(turn, " / {text}");
            }
            _ => turns.push((mover, text)),
        }
    }
    Ok(turns.into_iter().map(|(_, turn)| turn).collect())
}

// --------------------------------------------------------------------------------------------------------------- slips

/// Where the players departed from the rules in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Slip {
    /// The last lap went over these houses.
    Path(Vec<u8>),
    /// Seeds vanished from a house.
    Lost(u16, u8),
    /// The turn was ended although the rules go on.
    Stops,
}

/// Reads `path F a b`, `lost 1 at e`, `stops`.
pub(crate) fn slip(layout: &Layout, text: &str) -> Option<Slip> {
    let mut words = text.split_whitespace();
    match words.next()? {
        "stops" => Some(Slip::Stops),
        "path" => words.map(|word| layout.site(word)).collect::<Option<Vec<_>>>().map(Slip::Path),
        "lost" => {
            let count = words.next()?.parse().ok()?;
            let house = words.filter(|word| *word != "at").find_map(|word| layout.site(word))?;
            Some(Slip::Lost(count, house))
        }
        _ => None,
    }
}

/// Replays a turn as it is written, lap by lap, whatever the rules say; then the other player is asked.
pub(crate) fn play_literally(game: &mut Match, text: &str, slips: &[Slip]) -> Result<(), TextError> {
    let layout = game.game().program().layout.clone();
    let written = words(text);
    let laps = written.iter().filter(|word| word.0 != "/").map(|(word, range)| {
        let wrong = || TextError::new(723, format!("`{word}` is no lap of the long form"), range.clone());
        lap(&layout, word, range.clone())?.ok_or_else(wrong)
    });
    let laps = laps.collect::<Result<Vec<_>, _>>()?;
    let mover = game.mover();
    let mut seeds = game.seeds_of_all();
    let last = laps.len().saturating_sub(1);
    for (at, lap) in laps.iter().enumerate() {
        let path = slips.iter().find_map(|slip| match slip {
            Slip::Path(path) if at == last => Some(path.clone()),
            _ => None,
        });
        literal_lap(&layout, &mut seeds, lap, path, mover)?;
    }
    game.go_on_from(&seeds).map_err(|fault| TextError::new(fault.code(), fault.to_string(), 0..text.len()))
}

fn literal_lap(
    layout: &Layout,
    seeds: &mut [u16],
    lap: &Lap<'_>,
    path: Option<Vec<u8>>,
    mover: u8,
) -> Result<(), TextError> {
    let wrong = |message: String| TextError::new(724, message, lap.at.clone());
    let house = layout.site(lap.house).ok_or_else(|| wrong(format!("there is no house {}", lap.house)))?;
    let there = seeds[usize::from(house)];
    let count = lap.count.and_then(|count| u16::try_from(count).ok()).unwrap_or(there);
    if count > there || count == 0 {
        return Err(wrong(format!("{count} are said to be lifted from {}, but it holds {there}", lap.house)));
    }
    seeds[usize::from(house)] -= count;
    let path = path.unwrap_or_else(|| ring_from(layout, house, usize::from(count), lap.clockwise, mover));
    if path.len() != usize::from(count) {
        return Err(wrong(format!("the path has {} houses for {count} seeds", path.len())));
    }
    for site in path {
        seeds[usize::from(site)] += 1;
    }
    for (owner, taken, house) in &lap.captures {
        let there = seeds[usize::from(*house)];
        let taken = taken.and_then(|taken| u16::try_from(taken).ok()).unwrap_or(there);
        if taken > there {
            return Err(wrong(format!("{taken} are said to be captured where there are {there}")));
        }
        seeds[usize::from(*house)] -= taken;
        seeds[usize::from(layout.stores[usize::from(owner.unwrap_or(mover))])] += taken;
    }
    Ok(())
}

/// The houses after one on the mover's ring, as many as are dropped.
fn ring_from(layout: &Layout, house: u8, count: usize, clockwise: bool, mover: u8) -> Vec<u8> {
    let track = layout.track("ring", mover).unwrap_or(0);
    let ring = layout.route(track, mover, mcl_lang::hir::Through::NoStore, clockwise);
    let at = ring.iter().position(|site| *site == house).unwrap_or(0);
    (1..=count).filter_map(|step| ring.get((at + step) % ring.len().max(1)).copied()).collect()
}
