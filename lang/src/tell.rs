//! In: the typed tree of a game, parameters and readings fixed. Out: the whole rules as plain English, each sentence with its places. Never here: text layout, printing.
mod about;
mod board;
mod cases;
mod comparisons;
mod conditions;
mod decided;
mod decisions;
mod deeds;
mod defs;
mod numbers;
mod players;
mod regions;
mod render;
mod sections;
mod settings;
mod sowing;
mod statements;
mod words;

use crate::hir::{Expr, Game, LocalId, SowOptions, StmtKind, Through};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub use render::{Format, Render};

/// The rules of a game in words.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Its title.
    pub title: String,
    /// What stands under each heading, in order.
    pub sections: Vec<Section>,
    /// A line for each parameter and reading that the rules in force read.
    pub settings: Vec<Said>,
}

/// What stands under one heading.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading; the first section has none.
    pub heading: String,
    /// In order.
    pub parts: Vec<Part>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Part {
    /// One sentence; sentences that follow one another are a paragraph.
    Said(Said),
    /// A list under the words that lead into it.
    List {
        /// What stands before the colon.
        lead: Said,
        /// The items, each of one or several parts.
        items: Vec<Vec<Part>>,
    },
    /// Here the board is drawn as it is at the start.
    Picture,
}

/// A sentence without its capital and full stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The words.
    pub text: String,
    /// The places of the rule file that it tells.
    pub spans: Vec<Span>,
    /// The parameters and readings it depends on, with what they are.
    pub under: Vec<String>,
    /// It is a condition with what follows from it, so that more behind it could be taken for a part of that.
    pub composed: bool,
}

/// Tells a game.
///
/// ```
/// use mcl_lang::{loader::NoFiles, source::Source, tell::{tell, Format, Render}, understand};
/// let text = r#"game "Tiny" {
///   board { rows 2; houses 2 }
///   setup { fill 1 }
///   turn { choose h in own where h.seeds > 0; sow h }
///   end { when stuck -> each captures own }
///   winner most store
/// }"#;
/// let build = understand(Source::new("tiny.mcl", text), &NoFiles, &[]);
/// let told = tell(&build.game.unwrap());
/// let render = Render { format: Format::Text, picture: &[], lines: None };
/// assert!(render.render(&told).contains("Choose one of your houses that holds seeds."));
/// ```
#[must_use]
pub fn tell(game: &Game) -> Text {
    let mut teller = Teller::new(game);
    let mut sections = teller.sections();
    let settings = teller.settings();
    if !settings.is_empty() {
        let items = settings.iter().map(|said| vec![Part::Said(settings::agreed(said))]).collect();
        let lead = Said { text: AGREED.to_owned(), ..Said::default() };
        let agreed = Section { heading: "Parameters and readings".to_owned(), parts: vec![Part::List { lead, items }] };
        let board = sections.iter().position(|section| section.heading == sections::BOARD);
        sections.insert(board.map_or(0, |board| board + 1), agreed);
    }
    Text { title: game.title.clone(), sections, settings }
}

/// Rounds of a match at most.
const LAST_ROUND: i32 = 1000;

/// What leads into the list of parameters and readings.
const AGREED: &str =
    "these are agreed before the game; a sentence that depends on one names it in brackets, with its value";

/// A thing in words.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Noun {
    text: String,
    /// Takes a plural verb.
    many: bool,
    /// A number or name that can stand before another word: `4 seeds`, `South's store`.
    simple: bool,
}

impl Noun {
    fn one(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), many: false, simple: false }
    }

    fn many(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), many: true, simple: false }
    }

    fn simple(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), many: false, simple: true }
    }
}

/// Who the rules speak to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Voice {
    /// The mover is `you`.
    You,
    /// The mover is spoken of.
    Mover,
    /// Every player in turn is the mover.
    Each,
    /// Nobody is to move: before the game, between rounds, when it is over.
    Nobody,
}

/// How a name came about, and so what it is called in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Chosen,
    Each,
    /// The subject of `where` and of quantities.
    It,
    /// The house that a run has come to.
    Reached,
    /// The house a seed has just fallen in.
    Dropped,
    /// The site that a sowing may pass over.
    Passed,
}

/// A def that some sentence speaks of.
struct Spoken {
    def: usize,
    /// Who was spoken to when it was first named.
    voice: Voice,
    /// It is named only where the settings shut everything out.
    shut: bool,
    told: bool,
}

struct Teller<'a> {
    game: &'a Game,
    voice: Voice,
    /// What locals are called.
    called: BTreeMap<LocalId, Noun>,
    /// The words that name a local in scope.
    live: Vec<String>,
    read_params: BTreeSet<usize>,
    read_readings: BTreeSet<usize>,
    /// Parameters (false) and readings (true) met since the last sentence.
    under: BTreeSet<(bool, usize)>,
    /// Conditions are told as they are written, settled by readings or not.
    literal: bool,
    /// What is told now cannot come to pass under the settings.
    shut: bool,
    /// Marks that are set somewhere under the settings.
    marked: BTreeSet<usize>,
    /// Something is captured under the settings.
    captures: bool,
    /// Numbers that every call of a def gives alike, with the argument that says so.
    fixed: BTreeMap<LocalId, (i32, &'a Expr)>,
    /// Numbers that a `let` has given a name.
    numbers: BTreeMap<LocalId, i32>,
    /// What each def of a value was first asked of, as far as the settings say it.
    samples: BTreeMap<usize, Vec<Option<i32>>>,
    /// Defs that sentences speak of.
    defs: Vec<Spoken>,
    /// What is told now is said of one of two hands.
    in_hands: bool,
    /// A def is spoken of where two hands sow.
    names_hands: bool,
    /// Names of things that some sentence which can come to pass has used.
    used: std::cell::RefCell<BTreeSet<LocalId>>,
    /// A sentence spoke of houses that can be lifted.
    lifts: bool,
    /// How many quantities are being told inside one another.
    quantities: u32,
    /// A sentence spoke of houses that face each other.
    faces: bool,
    /// A sentence spoke of the mover where nobody is addressed.
    names_mover: bool,
    /// A sentence spoke of a store.
    names_stores: bool,
    /// Some sowing passes through a store.
    sows_stores: bool,
}

impl<'a> Teller<'a> {
    fn new(game: &'a Game) -> Teller<'a> {
        let reached = decided::Reached::of(game);
        let (marked, captures) = (reached.marks.clone(), reached.captures);
        let mut teller = Teller { marked, captures, ..Teller::empty(game) };
        teller.fix_formals();
        teller
    }

    fn empty(game: &'a Game) -> Teller<'a> {
        Teller {
            game,
            voice: Voice::You,
            called: BTreeMap::new(),
            live: Vec::new(),
            read_params: BTreeSet::new(),
            read_readings: BTreeSet::new(),
            under: BTreeSet::new(),
            literal: false,
            shut: false,
            marked: BTreeSet::new(),
            captures: false,
            fixed: BTreeMap::new(),
            numbers: BTreeMap::new(),
            samples: BTreeMap::new(),
            defs: Vec::new(),
            in_hands: false,
            names_hands: false,
            used: std::cell::RefCell::default(),
            lifts: false,
            quantities: 0,
            faces: false,
            names_mover: false,
            names_stores: false,
            sows_stores: sows_stores(game),
        }
    }

    /// A sentence about a place.
    fn said(&mut self, text: impl Into<String>, span: Span) -> Said {
        let under = self.noted();
        Said { text: text.into(), spans: vec![span], under, composed: false }
    }

    /// The settings met since the last sentence.
    fn noted(&mut self) -> Vec<String> {
        let under = std::mem::take(&mut self.under);
        under.into_iter().map(|(reading, at)| self.setting(reading, at)).collect()
    }
}

/// Whether some sowing passes through a store.
fn sows_stores(game: &Game) -> bool {
    let through = |options: &SowOptions| options.through != Through::NoStore;
    game.blocks().any(|block| block.any(&|kind| sowing(kind).is_some_and(through)))
}

/// The options of what sows.
fn sowing(kind: &StmtKind) -> Option<&SowOptions> {
    let (StmtKind::Sow { options, .. }
    | StmtKind::Laps { options, .. }
    | StmtKind::LapsTogether { options, .. }
    | StmtKind::Relay { options, .. }) = kind
    else {
        return None;
    };
    Some(options)
}
