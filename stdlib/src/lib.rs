//! In: the name of a game or library, as a person writes it. Out: its text, embedded when this crate was built. Never here: what a text means.
//!
//! A game goes by the name of its file (`wari`), and is found by its `id`, its title and its `aka` names too:
//!
//! ```
//! assert_eq!(mcl_stdlib::find("Wari"), mcl_stdlib::Found::Game("wari"));
//! assert!(mcl_stdlib::game("wari").is_some_and(|text| text.contains("game \"Wari\"")));
//! ```
mod about;

use about::About;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// One game, by the name of its file.
    Game(&'static str),
    /// Several games, by the names of their files, sorted.
    Ambiguous(Vec<&'static str>),
    /// No game.
    Nothing,
}

/// Every game, sorted: the name by which [`game`] has its text, and its title.
///
/// ```
/// assert!(mcl_stdlib::titles().any(|game| game == ("vai-lung-thlan", "Vai lung thlan")));
/// ```
pub fn titles() -> impl Iterator<Item = (&'static str, &'static str)> {
    GAMES.iter().map(|(name, text)| (*name, About::read(text).title.unwrap_or(name)))
}

/// The rule file of the game of exactly this name.
#[must_use]
pub fn game(name: &str) -> Option<&'static str> {
    text_of(GAMES, name)
}

/// The library of exactly this name.
#[must_use]
pub fn library(name: &str) -> Option<&'static str> {
    text_of(LIBRARIES, name)
}

/// The records of the game of exactly this name (`wari.7.5.12-game.record`), by file name, and their texts.
pub fn records(game: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    RECORDS.iter().copied().filter(move |(file, _)| is_record_of(file, game))
}

/// Whether a file of this name holds a record of the game of this name: `NAME.ID.record`.
#[must_use]
pub fn is_record_of(file: &str, game: &str) -> bool {
    let id =
        file.strip_prefix(game).and_then(|rest| rest.strip_prefix('.')).and_then(|rest| rest.strip_suffix(".record"));
    id.is_some_and(|id| !id.is_empty())
}

/// The game that a person means: by the name of its file, else its `id`, else its title or an `aka` name.
/// Capitals, blanks, hyphens and apostrophes make no difference.
#[must_use]
pub fn find(name: &str) -> Found {
    if let Some((exact, _)) = GAMES.iter().find(|(game, _)| *game == name) {
        return Found::Game(exact);
    }
    let wanted = plain(name);
    if wanted.is_empty() {
        return Found::Nothing;
    }
    let games = GAMES.iter().map(|(game, text)| (*game, About::read(text))).collect::<Vec<_>>();
    let same = |other: &str| plain(other) == wanted;
    let by_file = of_those(&games, |game, _| same(game));
    let by_id = || of_those(&games, |_, about| about.id.is_some_and(same));
    let by_name =
        || of_those(&games, |_, about| about.title.is_some_and(same) || about.aka.iter().any(|aka| same(aka)));
    by_file.or_else(by_id).or_else(by_name).unwrap_or(Found::Nothing)
}

/// The games that fit, if any.
fn of_those(games: &[(&'static str, About)], fits: impl Fn(&str, &About) -> bool) -> Option<Found> {
    let names = games.iter().filter(|(game, about)| fits(game, about)).map(|(game, _)| *game).collect::<Vec<_>>();
    match names[..] {
        [] => None,
        [one] => Some(Found::Game(one)),
        _ => Some(Found::Ambiguous(names)),
    }
}

/// A name without what people write differently.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|letter| !letter.is_whitespace() && !"-‐'’ʻʼ`".contains(*letter));
    kept.flat_map(char::to_lowercase).collect()
}

fn text_of(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.binary_search_by(|(entry, _)| (*entry).cmp(name)).ok().map(|at| table[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_filled() {
        assert!(GAMES.iter().any(|(name, _)| *name == "wari"));
        for table in [GAMES, LIBRARIES, RECORDS] {
            assert!(table.is_sorted_by(|one, other| one.0 < other.0), "{table:?}");
        }
    }

    #[test]
    fn every_record_belongs_to_a_game() {
        for (file, _) in RECORDS {
            assert!(GAMES.iter().any(|(game, _)| is_record_of(file, game)), "{file}");
        }
    }

    #[test]
    fn found_by_the_name_of_the_file() {
        assert_eq!(find("wari"), Found::Game("wari"));
        assert_eq!(find("WARI"), Found::Game("wari"));
        assert_eq!(find("vai-lung-thlan"), Found::Game("vai-lung-thlan"));
        assert_eq!(find("Vai Lung Thlan"), Found::Game("vai-lung-thlan"));
        assert_eq!(find("vailung'thlan"), Found::Game("vai-lung-thlan"));
    }

    #[test]
    fn a_file_name_goes_before_an_aka_name() {
        assert_eq!(find("Oware"), Found::Game("oware")); // also an aka name of wari
    }

    #[test]
    fn found_by_the_id() {
        assert_eq!(find("murray-7.5.12"), Found::Game("wari"));
        assert_eq!(find("Murray 7.5.12"), Found::Game("wari"));
        assert_eq!(find("ency-kalah"), Found::Game("kalah"));
    }

    #[test]
    fn found_by_a_name_it_is_also_known_as() {
        assert_eq!(find("Owari"), Found::Game("oware"));
    }

    #[test]
    fn a_name_of_several_games_lists_them() {
        let Found::Ambiguous(names) = find("Kpo") else { panic!("{:?}", find("Kpo")) };
        assert!(names.contains(&"kpo-three") && names.contains(&"kpo-four"), "{names:?}");
        assert!(names.is_sorted());
    }

    #[test]
    fn nothing_found() {
        for name in ["", " ", "no such game", "war", "wari.mcl", "../wari"] {
            assert_eq!(find(name), Found::Nothing, "{name}");
        }
        assert_eq!(game("Wari"), None);
        assert_eq!(library("wari"), None);
    }

    #[test]
    fn records_by_game() {
        assert!(records("wari").any(|(file, text)| file == "wari.7.5.12-game.record" && text.contains("[Result")));
        assert_eq!(records("war").count(), 0);
        assert!(!is_record_of("wari.record", "wari"));
    }
}
