//! In: a turn in which the players departed from the rules, and the notes that say how. Out: the turn as it is written, done. Never here: rules.
use super::TextError;
use super::long::{Lap, lap};
use crate::Match;
use mcl_lang::board::Layout;

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
    let written = super::turn::words(text);
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
            Slip::Path(_) | Slip::Lost(..) | Slip::Stops => None,
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
    for written in &lap.captures {
        let there = written.houses.iter().map(|house| u32::from(seeds[usize::from(*house)])).sum::<u32>();
        let taken = written.count.unwrap_or(there);
        // A part may be taken from one house, not from several together.
        if taken > there || taken < there && written.houses.len() > 1 {
            return Err(wrong(format!("{taken} are said to be captured where there are {there}")));
        }
        let store = usize::from(layout.stores[usize::from(written.owner.unwrap_or(mover))]);
        for house in &written.houses {
            let seeds_there = seeds[usize::from(*house)];
            let from_here = u16::try_from(taken).map_or(seeds_there, |taken| seeds_there.min(taken));
            seeds[usize::from(*house)] -= from_here;
            seeds[store] += from_here;
        }
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
