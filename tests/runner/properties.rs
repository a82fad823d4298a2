//! In: the games of the library, played at random. Out: whether events, undo, texts and the two sides agree at every answer. Never here: single games' rules.
use crate::games::{game, variants};
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, play};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::search::Rng;
use mcl_interpreter::{Event, EventKind, Game, Limits, Match, State, record};
use mcl_lang::board::{Layout, SiteId};
use mcl_lang::compile;
use mcl_lang::source::Source;
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// What must hold of one random game, as far as it is played.
type Property = fn(&Game, &mut Rng) -> Verdict;

/// The properties, and how many games each is tried on.
const PROPERTIES: [(&str, u32, Property); 6] = [
    ("events tell all that happens, and no seed is lost", 2_000, events_tell_all),
    ("undo and redo restore everything", 10, undo_restores),
    ("texts of positions lose nothing", 20, texts_lose_nothing),
    ("texts of answers and turns read back", 40, turns_read_back),
    ("what was played before leaves no trace", 10, leaves_no_trace),
    ("what holds for South holds for North", 20, sides_agree),
];
/// Answers of one game: a match of many rounds is not played to its end.
const LONGEST: usize = 300;
/// Answers of a game that is told in turns.
const MOST_TOLD: usize = 60;
/// Answers to one question that are read back.
const MOST_READ: usize = 30;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, _) in mcl_stdlib::GAMES {
        for (property, games, holds) in PROPERTIES {
            trials.push(Trial::test(format!("properties/{name}: {property}"), move || throughout(name, games, holds)));
        }
    }
    for file in corpus::files(&corpus::tests().join("examples"), "mcl") {
        for (property, _, holds) in &PROPERTIES[..5] {
            let (name, file) = (corpus::stem(&file), file.clone());
            trials.push(Trial::test(format!("properties/{name} of examples: {property}"), move || {
                of_file(&file, *holds)
            }));
        }
    }
    trials
}

/// Tries a property on a game that is no game of the library.
fn of_file(file: &Path, holds: Property) -> Verdict {
    let build = compile(Source::new(&corpus::stem(file), &corpus::read(file)?), &Shelf::library(), &[]);
    let program = build.program.ok_or("no program")?;
    let game = Game::new(program).map_err(|broken| Failed::from(broken.to_string()))?;
    let mut rng = Rng::new(1);
    (0..10).try_for_each(|_| holds(&game, &mut rng))
}

/// Tries a property on random games, a tenth as many under each other setting.
fn throughout(name: &str, games: u32, holds: Property) -> Verdict {
    let mut rng = Rng::new(1);
    for settings in variants(name)? {
        let game = game(name, &settings)?;
        let games = if settings.is_empty() { games } else { games / 10 };
        for number in 0..games.max(2) {
            holds(&game, &mut rng).map_err(|why| {
                Failed::from(format!("game {number} under {settings:?}: {}", why.message().unwrap_or_default()))
            })?;
        }
    }
    Ok(())
}

fn begin(game: &Game) -> Result<Match, Failed> {
    Match::new(game).map_err(|fault| fault.to_string().into())
}

/// Plays one answer; false if there is none, or enough have been played.
fn step(game: &mut Match, rng: &mut Rng) -> Result<bool, Failed> {
    if game.played().len() == LONGEST {
        return Ok(false);
    }
    let before = game.position();
    play::any(game, rng).map_err(|fault| format!("{fault} in `{before}`").into())
}

// ------------------------------------------------------------------------------------------------------------- events

/// A board that knows nothing but events must be the board of the state after each answer.
fn events_tell_all(game: &Game, rng: &mut Rng) -> Verdict {
    // A match keeps ten million events of one move; a move may have more, and here all are wanted.
    let game = &game.clone().with_limits(Limits { events: usize::MAX, ..game.limits() });
    let mut played = begin(game)?;
    let layout = &game.program().layout;
    let mut told = Told { seeds: vec![0; layout.sites.len()], hand: 0 };
    loop {
        for event in played.events() {
            told.hear(event, layout);
        }
        let found = seeds(layout, played.state());
        if told.hand != 0 || told.seeds != found {
            return fail(format!(
                "told {:?} with {} in the hand, found {found:?} in `{}`",
                told.seeds,
                told.hand,
                played.position()
            ));
        }
        if played.state().total() != u32::try_from(found.iter().sum::<i64>())? {
            return fail(format!("a total of {} in `{}`", played.state().total(), played.position()));
        }
        if !step(&mut played, rng)? {
            return Ok(());
        }
    }
}

/// The seeds as events tell them.
struct Told {
    seeds: Vec<i64>,
    hand: i64,
}

impl Told {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other events move no seed")]
    fn hear(&mut self, event: &Event, layout: &Layout) {
        let mut carry = |from: Option<SiteId>, to: Option<SiteId>, count: u16| {
            for (site, count) in [(from, -i64::from(count)), (to, i64::from(count))] {
                match site {
                    Some(site) => self.seeds[usize::from(site)] += count,
                    None => self.hand += count,
                }
            }
        };
        match event.kind {
            EventKind::Lifted { house, count, .. } => carry(Some(house), None, count),
            EventKind::Dropped { house, .. } => carry(None, Some(house), 1),
            EventKind::Captured { by, from, count } => carry(Some(from), Some(layout.stores[usize::from(by)]), count),
            EventKind::Moved { from, to, count } => carry(Some(from), Some(to), count),
            EventKind::Brought { to, count } => self.seeds[usize::from(to)] += i64::from(count),
            EventKind::Swapped { one, .. } => {
                let store = layout.stores[usize::from(one)];
                for site in layout.rows[usize::from(one)].iter().copied().chain([store]) {
                    if let Some(to) = layout.counterpart[usize::from(site)] {
                        self.seeds.swap(usize::from(site), usize::from(to));
                    }
                }
            }
            _ => {}
        }
    }
}

fn seeds(layout: &Layout, state: &State) -> Vec<i64> {
    let sites = 0..u8::try_from(layout.sites.len()).unwrap_or(u8::MAX);
    sites.map(|site| i64::from(state.seeds(site))).collect()
}

// --------------------------------------------------------------------------------------------------------------- undo

fn undo_restores(game: &Game, rng: &mut Rng) -> Verdict {
    let mut played = begin(game)?;
    let mut seen = vec![seen_now(&played)];
    while step(&mut played, rng)? {
        seen.push(seen_now(&played));
    }
    for wanted in seen.iter().rev().skip(1) {
        if !played.undo() || seen_now(&played) != *wanted {
            return fail(format!("`{}` after undo, not `{}`", played.position(), wanted.1));
        }
    }
    if played.undo() {
        return fail("more is taken back than was played");
    }
    for wanted in &seen[1..] {
        if !played.redo() || seen_now(&played) != *wanted {
            return fail(format!("`{}` after redo, not `{}`", played.position(), wanted.1));
        }
    }
    if played.redo() { fail("more is given again than was taken back") } else { Ok(()) }
}

/// Everything that can be seen of a position.
fn seen_now(game: &Match) -> (State, String, u64, Vec<String>) {
    let mut hasher = DefaultHasher::new();
    game.state().hash(&mut hasher);
    let answers = game.choices().iter().map(|choice| game.text(*choice)).collect();
    (game.state().clone(), game.position(), hasher.finish(), answers)
}

// -------------------------------------------------------------------------------------------------------------- texts

fn texts_lose_nothing(game: &Game, rng: &mut Rng) -> Verdict {
    let mut played = begin(game)?;
    loop {
        reads_back(game, &played)?;
        if !step(&mut played, rng)? {
            return Ok(());
        }
    }
}

/// Every answer's text is read as that answer and no other; a game told in turns, short or long, and as a record leads to the same position.
fn turns_read_back(game: &Game, rng: &mut Rng) -> Verdict {
    let mut played = begin(game)?;
    loop {
        for choice in played.choices().iter().step_by(played.choices().len() / MOST_READ + 1) {
            let (mut read, text) = (played.clone(), played.text(*choice));
            read.play_text(&text)
                .map_err(|error| Failed::from(format!("`{text}` in `{}`: {error}", played.position())))?;
            if read.played().len() != played.played().len() + 1
                || read.played().last().map(|last| last.choice) != Some(*choice)
            {
                return fail(format!("`{text}` in `{}` is read as `{}`", played.position(), read.turns().join("`, `")));
            }
        }
        // The last turn is told to its end.
        let enough = played.played().len() >= MOST_TOLD && !played.position().contains(" pending ");
        if enough || !step(&mut played, rng)? {
            break;
        }
    }
    resumes(&played, &record::write(&played, &[]))?;
    let long = played.long_turns().map_err(|fault| Failed::from(fault.to_string()))?;
    for turns in [played.turns(), long] {
        let mut read = begin(game)?;
        for turn in &turns {
            let before = read.position();
            read.play_text(turn).map_err(|error| {
                Failed::from(format!("`{turn}` in `{before}`: {error}; {}", error.help.clone().unwrap_or_default()))
            })?;
        }
        if seen_now(&read) != seen_now(&played) {
            return fail(format!("{turns:?} leads to `{}`, not to `{}`", read.position(), played.position()));
        }
        let text = format!("[Source \"chance\"]\n{}\n[position \"{}\"]\n", turns.join("\n"), played.position());
        let told = |error: mcl_interpreter::TextError| Failed::from(format!("{text}: {error}"));
        record::replay(game, &record::parse(&text).map_err(told)?).map_err(told)?;
    }
    Ok(())
}

/// A match comes back from its record, all that was played since its base with it.
pub(crate) fn resumes(played: &Match, text: &str) -> Verdict {
    let told = |error: mcl_interpreter::TextError| Failed::from(format!("{text}: {error:?}"));
    let written = record::parse(text).map_err(told)?;
    let read = record::resume(played.game(), &written).map_err(told)?;
    let answers = |game: &Match| game.played().iter().map(|played| played.choice).collect::<Vec<_>>();
    if seen_now(&read) != seen_now(played) || answers(&read) != answers(played) {
        return fail(format!("{text} leads to `{}`, not to `{}`", read.position(), played.position()));
    }
    let settings = written.params();
    let known = played.game().program().changed_settings();
    let names = |settings: &[(String, String)]| settings.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(&settings) == names(&known) { Ok(()) } else { fail(format!("{settings:?} are not {known:?}")) }
}

/// Line, picture and JSON of a position each give an equal state, and the same line again.
pub(crate) fn reads_back(game: &Game, played: &Match) -> Verdict {
    for text in [played.position(), played.picture(), played.position_json()] {
        let mut read = begin(game)?;
        read.set_position(&text).map_err(|error| Failed::from(format!("`{text}`: {error}")))?;
        if seen_now(&read) != seen_now(played) {
            return fail(format!("`{text}` is read as {:?}, not as {:?}", seen_now(&read), seen_now(played)));
        }
    }
    Ok(())
}

// -------------------------------------------------------------------------------------------------------------- sides

/// The same position with the players exchanged offers the same answers, and they lead to the same positions, exchanged.
fn sides_agree(game: &Game, rng: &mut Rng) -> Verdict {
    let layout = &game.program().layout;
    let one_sided = ONE_SIDED.contains(&game.program().title.as_str());
    if one_sided
        || layout.players.len() != 2
        || layout.sites.iter().enumerate().any(|(site, _)| counterpart(layout, site).is_none())
    {
        return Ok(());
    }
    let mut played = begin(game)?;
    while step(&mut played, rng)? {
        if has_more_than_seeds(&played) {
            continue;
        }
        let (Some(here), Some(there)) =
            (again_at(game, &played.position_json())?, again_at(game, &mirrored(layout, &played.position_json())?)?)
        else {
            continue;
        };
        agree(&here, &there, layout)?;
        for choice in here.choices() {
            let text = here.text(*choice);
            let other = play::choice(&there, &swapped(layout, &text))
                .ok_or_else(|| Failed::from(format!("{text} in `{}` has no mirror", here.position())))?;
            let (mut here, mut there) = (here.clone(), there.clone());
            here.play(*choice).map_err(|fault| Failed::from(fault.to_string()))?;
            there.play(other).map_err(|fault| Failed::from(fault.to_string()))?;
            agree(&here, &there, layout)?;
        }
    }
    Ok(())
}

/// Tricks shown by one performer to the other: their sides differ on purpose.
const ONE_SIDED: [&str; 3] = ["Li'bat Iblis", "Gamma", "Aruanran and Esigie"];

/// The same answers lead a machine that has played much and a new one to equal states, the start included.
fn leaves_no_trace(game: &Game, rng: &mut Rng) -> Verdict {
    let mut played = begin(game)?;
    while step(&mut played, rng)? {}
    if !played.from_the_start() {
        return fail("the start is not the start of another match");
    }
    let mut anew = begin(game)?;
    for text in played.played() {
        anew.play(text.choice).map_err(|fault| Failed::from(fault.to_string()))?;
    }
    if anew.state() == played.state() {
        Ok(())
    } else {
        fail(format!("`{}` against `{}`", anew.position(), played.position()))
    }
}

/// The position alone, with nothing before it; nothing if it is over then.
fn again_at(game: &Game, position: &str) -> Result<Option<Match>, Failed> {
    let mut play = begin(game)?;
    play.set_position(position).map_err(|error| Failed::from(format!("`{position}`: {error}")))?;
    Ok((!play.state().is_over()).then_some(play))
}

/// What is not seeds may speak of one side.
fn has_more_than_seeds(play: &Match) -> bool {
    play.position_json().contains("\"rest\"")
}

fn agree(here: &Match, there: &Match, layout: &Layout) -> Verdict {
    if has_more_than_seeds(here) || has_more_than_seeds(there) {
        return Ok(());
    }
    let mirror = mirrored(layout, &here.position_json())?;
    if serde_json::from_str::<Value>(&mirror)? != serde_json::from_str::<Value>(&there.position_json())? {
        return fail(format!("`{}` and `{}` are no mirrors", here.position(), there.position()));
    }
    let texts = |game: &Match, swap: bool| {
        let mut texts = game.choices().iter().map(|choice| game.text(*choice)).collect::<Vec<_>>();
        if swap {
            texts = texts.iter().map(|text| swapped(layout, text)).collect();
        }
        texts.sort();
        texts
    };
    if texts(here, true) == texts(there, false) {
        Ok(())
    } else {
        fail(format!("`{}` and `{}` offer other answers", here.position(), there.position()))
    }
}

/// The site that is to the other player what this one is to its player.
fn counterpart(layout: &Layout, site: usize) -> Option<SiteId> {
    let store = layout.stores.iter().position(|store| usize::from(*store) == site);
    store.map_or(layout.counterpart[site], |owner| layout.stores.get(1 - owner).copied())
}

/// The position with the players exchanged.
fn mirrored(layout: &Layout, position: &str) -> Result<String, Failed> {
    let mut value = serde_json::from_str::<Value>(position)?;
    let seeds = value["seeds"].as_object().cloned().unwrap_or_default();
    let name = |site: usize| {
        counterpart(layout, site).map_or_else(String::new, |site| layout.sites[usize::from(site)].name.clone())
    };
    let turned =
        layout.sites.iter().enumerate().filter_map(|(at, site)| Some((name(at), seeds.get(&site.name)?.clone())));
    value["seeds"] = Value::Object(turned.collect());
    let mover = value["to_move"].as_str().and_then(|mover| layout.player(mover)).unwrap_or(0);
    value["to_move"] = layout.players[usize::from(1 - mover)].clone().into();
    Ok(value.to_string())
}

/// The text of an answer with the letters of the other side.
fn swapped(layout: &Layout, text: &str) -> String {
    let swap = |word: &str| {
        layout
            .site(word)
            .and_then(|site| counterpart(layout, usize::from(site)))
            .map_or_else(|| word.to_owned(), |site| layout.sites[usize::from(site)].name.clone())
    };
    let bare = text.trim_start_matches('*');
    format!("{}{}", &text[..text.len() - bare.len()], swap(bare))
}
