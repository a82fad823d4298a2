//! In: nothing; these are types. Out: the answers of the host as JSON, and their schema. Never here: making them.
use super::refusal::Refusal;
use super::request::Id;
use crate::findings::Finding;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// What was done
#[derive(Serialize)]
pub(super) struct Done<'a, T: Serialize> {
    pub(super) id: &'a Option<Id>,
    pub(super) ok: T,
}

/// Why nothing was done
#[derive(Serialize)]
pub(super) struct Refused<'a> {
    pub(super) id: &'a Option<Id>,
    pub(super) error: Refusal,
}

/// Names with what belongs to them, as an object in the order of the board or of play.
#[derive(Debug)]
pub(super) struct Named<'a, V>(pub(super) Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Named<'_, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<V: JsonSchema> JsonSchema for Named<'_, V> {
    fn schema_name() -> Cow<'static, str> {
        format!("NamedOf{}", V::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<V>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

/// The games that come with the host
#[derive(Serialize, JsonSchema)]
pub(super) struct Games<'a> {
    /// Each of them, in the order of their names
    pub(super) games: Vec<Listed<'a>>,
}

/// A game that can be loaded by its name
#[derive(Serialize, JsonSchema)]
pub(super) struct Listed<'a> {
    /// Its short name, for `load`
    pub(super) name: &'a str,
    /// Its title
    pub(super) title: &'a str,
    /// Its identifier in the catalogue of sources; `load` takes it too
    pub(super) id: Option<String>,
    /// What else it is called
    pub(super) aka: Vec<&'a str>,
    /// Who plays it
    pub(super) people: Option<String>,
    /// Where it is played
    pub(super) place: Option<String>,
    /// Who has written its rules down
    pub(super) source: Option<String>,
    /// Its board in words
    pub(super) board: String,
    /// Its players, in order of play
    pub(super) players: &'a [String],
    /// Its parameters
    pub(super) params: Vec<Param<'a>>,
    /// Its readings: open points of the sources, and the answers in force
    pub(super) readings: Vec<Reading<'a>>,
}

impl Listed<'_> {
    /// Whether one of its names has this text in it, which is in small letters.
    pub(super) fn is_called(&self, text: &str) -> bool {
        let names = [self.name, self.title].into_iter().chain(self.id.as_deref());
        let mut names = names.chain(self.aka.iter().copied());
        names.any(|name| name.to_lowercase().contains(text))
    }
}

/// A game that has become known
#[derive(Serialize, JsonSchema)]
pub(super) struct Loaded<'a> {
    /// The version of this protocol
    pub(super) version: u32,
    /// What the game is called in further requests
    pub(super) game: u32,
    /// Its short name: that of the library or file; of a text the name it was given, or `text`
    pub(super) name: &'a str,
    /// Its title
    pub(super) title: &'a str,
    /// Its players, in order of play
    pub(super) players: &'a [String],
    /// Its houses and stores
    pub(super) sites: Vec<Site<'a>>,
    /// The orders in which seeds are sown
    pub(super) tracks: Vec<Track<'a>>,
    /// Its parameters
    pub(super) params: Vec<Param<'a>>,
    /// Its readings: open points of the sources, and the answers in force
    pub(super) readings: Vec<Reading<'a>>,
    /// What looks odd in its rules, though it can be played
    pub(super) warnings: Vec<Finding>,
}

/// A house or a store
#[derive(Serialize, JsonSchema)]
pub(super) struct Site<'a> {
    /// Its letters; of a store the name of its player
    pub(super) name: &'a str,
    /// What it is
    pub(super) kind: SiteKind,
    /// Whose it is at the start
    pub(super) owner: Option<&'a str>,
    /// The row in which it is drawn, from 0 at the top; nothing for what stands beside the board
    pub(super) row: Option<u8>,
    /// The column in which it is drawn, from 0 at the left
    pub(super) column: Option<u8>,
}

/// What a site is
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum SiteKind {
    /// It is played on
    House,
    /// Captures go there
    Store,
}

/// An order of sites
#[derive(Serialize, JsonSchema)]
pub(super) struct Track<'a> {
    /// Its name; the ordinary one is `ring`
    pub(super) name: &'a str,
    /// The player whose track it is; nothing if it is everybody's
    pub(super) of: Option<&'a str>,
    /// Whether it runs back into its beginning
    pub(super) closed: bool,
    /// Its sites, counterclockwise; a store is sown only where a sowing passes through it
    pub(super) path: Vec<&'a str>,
}

/// A parameter
#[derive(Serialize, JsonSchema)]
pub(super) struct Param<'a> {
    /// Its name
    pub(super) name: &'a str,
    /// What is agreed by it; empty if its rules do not say
    pub(super) question: &'a str,
    /// What it is one of
    pub(super) r#type: Type,
    /// What it may be, or consist of, where that is one of a few words; of numbers nothing
    pub(super) answers: Vec<&'a str>,
    /// What it is, as an author writes it; `params` takes it
    pub(super) value: String,
    /// The same as a value of JSON, which `params` takes too
    pub(super) json: Setting,
    /// What it is unless set
    pub(super) usual: String,
    /// The numbers it may be, or consist of, as an author writes them; nothing if it may be any, or is no number
    pub(super) range: Option<String>,
    /// The same as pairs of the least and the greatest
    pub(super) ranges: Vec<(i32, i32)>,
}

/// What a parameter is one of
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Type {
    /// A number
    Number,
    /// A set of numbers of seeds: a list of numbers, and of texts such as `5..9` and `odd`
    Counts,
    /// `true` or `false`
    Truth,
    /// One of its `answers`
    Word,
    /// Several of its `answers`, as a list
    Words,
}

/// The value of a parameter
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "SettingInForce")]
pub(super) enum Setting {
    /// A number
    Number(i32),
    /// `true` or `false`
    Truth(bool),
    /// A word
    Word(String),
    /// Several values
    Several(Vec<Setting>),
}

/// A reading
#[derive(Serialize, JsonSchema)]
pub(super) struct Reading<'a> {
    /// Its name
    pub(super) name: &'a str,
    /// The question that the sources leave open
    pub(super) question: &'a str,
    /// The answers there are
    pub(super) answers: &'a [String],
    /// The answer in force
    pub(super) value: &'a str,
    /// The answer unless set
    pub(super) usual: &'a str,
}

/// The rules of a game
#[derive(Serialize, JsonSchema)]
pub(super) struct Sources<'a> {
    /// Its own file first, then those that it extends and uses; nothing where it was loaded as bytecode without them
    pub(super) files: Vec<File<'a>>,
}

/// A rule file
#[derive(Serialize, JsonSchema)]
pub(super) struct File<'a> {
    /// What it is called where a clause has its place
    pub(super) name: &'a str,
    /// What stands in it
    pub(super) text: &'a str,
}

/// A match that has begun
#[derive(Serialize, JsonSchema)]
pub(super) struct Begun<'a> {
    /// What the match is called in further requests
    pub(super) r#match: u32,
    /// How it stands
    pub(super) state: State<'a>,
}

/// How a match stands
#[derive(Serialize, JsonSchema)]
pub(super) struct State<'a> {
    /// Seeds by site, stores included
    pub(super) seeds: Named<'a, u32>,
    /// The owner of each house; nothing for a house without
    pub(super) owners: Named<'a, Option<&'a str>>,
    /// The marks of the houses that bear any
    pub(super) marks: Named<'a, Vec<Mark<'a>>>,
    /// The variables of the rules
    pub(super) vars: Named<'a, Var<'a>>,
    /// The player whose turn it is, or whose it was when the match ended
    pub(super) to_move: &'a str,
    /// The phase, `main` in the main turn; nothing in a game without phases
    pub(super) phase: Option<&'a str>,
    /// The round, from 1
    pub(super) round: u32,
    /// What else decides what can follow, as it stands in `position`: `first North`, `moves 3,4`, `pending 2:0:1`, `over`; mostly empty. `set` takes all fields above as they are
    pub(super) rest: String,
    /// The position as one line, which `set` reads
    pub(super) position: String,
    /// 16 digits that equal positions of a game have in common, the same on every machine
    pub(super) hash: String,
    /// What is asked; nothing when the match is over
    pub(super) decision: Option<Decision<'a>>,
    /// Whether it is over, and how it has ended
    pub(super) outcome: Outcome<'a>,
}

/// A mark on a house
#[derive(Serialize, JsonSchema)]
pub(super) struct Mark<'a> {
    /// The mark
    pub(super) mark: &'a str,
    /// The player who holds it, where marks of this kind are held
    pub(super) holder: Option<&'a str>,
}

/// A variable: one value, or one for each player
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Var<'a> {
    /// One value
    One(Val<'a>),
    /// One for each player
    Each(Named<'a, Val<'a>>),
}

/// A value: a number, `true` or `false`, a name, several names, or nothing for no site
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Val<'a> {
    /// A number
    Number(i32),
    /// True or false
    Truth(bool),
    /// A player, site, direction or label; nothing for no site
    Name(Option<&'a str>),
    /// Several sites or directions
    Names(Vec<&'a str>),
    /// A set of numbers of seeds: `2`, `5..9`, `odd`
    Members(Vec<String>),
}

/// What is asked
#[derive(Serialize, JsonSchema)]
pub(super) struct Decision<'a> {
    /// What is chosen
    pub(super) kind: Kind,
    /// The player who decides; not always the one whose turn it is
    pub(super) player: &'a str,
    /// The answers there are, at least one
    pub(super) choices: Vec<Choice<'a>>,
}

/// What is chosen
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// A house
    House,
    /// A number
    Number,
    /// A direction of sowing
    Direction,
    /// A player
    Player,
    /// A word
    Word,
    /// Several things at once
    Several,
    /// One of several kinds of answer, each with its label
    Either,
}

/// One answer
#[derive(Serialize, JsonSchema)]
pub(super) struct Choice<'a> {
    /// Its text, for `play`
    pub(super) text: String,
    /// The label of its kind, if it has one: `enter`, `pass`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<&'a str>,
    /// What was chosen, in the order of the rules
    pub(super) values: Vec<Chosen<'a>>,
}

/// A thing chosen, by its kind
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Chosen<'a> {
    /// A house, or a store by the name of its player
    House(&'a str),
    /// A number
    Number(i32),
    /// `ccw` or `cw`
    Direction(&'a str),
    /// A player
    Player(&'a str),
    /// A word
    Word(&'a str),
}

/// Whether a match is over, and how it has ended
#[derive(Serialize, JsonSchema)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum Outcome<'a> {
    /// A player is asked
    Running,
    /// It is over
    Over {
        /// The score of each player
        scores: Named<'a, i32>,
        /// Who has won; nobody in a draw
        winner: Option<&'a str>,
        /// The players, the best first; those who are level together, as all are in a draw that the scores do not tell
        ranking: Vec<Vec<&'a str>>,
        /// The clause that ended it; nothing if it was set as one that is over, since no position says which it was
        why: Option<Clause<'a>>,
    },
}

/// A place in the rules
#[derive(Serialize, JsonSchema)]
pub(super) struct Clause<'a> {
    /// The file, or the name of a game or library of mcl's own; `text` for a text
    pub(super) file: &'a str,
    /// Its line, from 1
    pub(super) line: usize,
    /// Its first character in that line, from 1
    pub(super) column: usize,
    /// What it says, on one line, and cut where it is long
    pub(super) text: Words<'a>,
}

/// Letters of a clause that are told.
const MOST_OF_A_CLAUSE: usize = 120;

/// A piece of a rule file, told on one line
#[derive(JsonSchema)]
pub(super) struct Words<'a>(pub(super) &'a str);

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = MOST_OF_A_CLAUSE;
        for (nth, word) in self.0.split_whitespace().enumerate() {
            let letters = word.chars().count() + usize::from(nth > 0);
            let Some(then) = left.checked_sub(letters) else {
                return out.write_str(if nth > 0 { " …" } else { "…" });
            };
            left = then;
            out.write_str(if nth > 0 { " " } else { "" })?;
            out.write_str(word)?;
        }
        Ok(())
    }
}

/// What an answer did
#[derive(Serialize, JsonSchema)]
pub(super) struct Played<'a> {
    /// What happened, in order
    pub(super) events: Vec<Event<'a>>,
    /// How many events came after these and are not told; of a move with many thousands
    #[serde(skip_serializing_if = "is_none")]
    #[schemars(default)]
    pub(super) events_left_out: u64,
    /// How the match stands now
    pub(super) state: State<'a>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// Something that happened
#[derive(Serialize, JsonSchema)]
pub(super) struct Event<'a> {
    /// In words: `South lifts 3 from C`
    pub(super) text: String,
    #[serde(flatten)]
    pub(super) what: What<'a>,
    /// The clause that caused it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<Clause<'a>>,
}

/// What happened; a store is called by its player wherever a house may stand
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum What<'a> {
    /// A handful was lifted
    Lifted { by: &'a str, house: &'a str, count: u16 },
    /// One seed was dropped, in a house or a store
    Dropped { by: &'a str, house: &'a str, count: u16 },
    /// Seeds went to a player's store
    Captured { by: &'a str, from: &'a str, count: u16 },
    /// Seeds went from one site to another without being captured
    Moved { from: &'a str, to: &'a str, count: u16 },
    /// Seeds were brought in
    Brought { to: &'a str, count: u16 },
    /// A house was marked
    Marked { house: &'a str, mark: &'a str },
    /// A house lost its mark
    Unmarked { house: &'a str, mark: &'a str },
    /// A house changed its owner
    Given { house: &'a str, to: &'a str },
    /// Two players exchanged all their sites
    Swapped { one: &'a str, other: &'a str },
    /// A round was settled
    RoundEnds { round: u16 },
    /// A round began
    RoundBegins { round: u16, first: &'a str },
    /// A sowing went round for ever and was cut off
    WentRound { by: &'a str },
    /// The same player may move again; that the match has ended is told behind it
    MovesAgain { by: &'a str },
    /// A player could not move and passed
    Passed { by: &'a str },
    /// A player chose to end his move
    Declined { by: &'a str },
    /// A case of `end` held
    Ended,
}

/// A match as text
#[derive(Serialize, JsonSchema)]
pub(super) struct Recorded {
    /// The record
    pub(super) record: String,
}

/// What a machine would play
#[derive(Serialize, JsonSchema)]
pub(super) struct Best {
    /// The text of its choice; nothing when the match is over
    pub(super) choice: Option<String>,
    /// What it reckons with: by how much its player will lead; nothing for a choice at random
    pub(super) value: Option<i64>,
    /// Whether it sees its player win (`true`) or lose; nothing if it sees no end
    pub(super) wins: Option<bool>,
    /// The choice, and what it thinks follows
    pub(super) variation: Vec<String>,
    /// Positions it has looked at
    pub(super) nodes: u64,
}

/// In how many ways a match can go on
#[derive(Serialize, JsonSchema)]
pub(super) struct Perft {
    /// Ways of exactly so many answers
    pub(super) nodes: u64,
    /// The same by the first of them
    pub(super) choices: Vec<Ways>,
}

/// The ways that begin with an answer
#[derive(Serialize, JsonSchema)]
pub(super) struct Ways {
    /// The text of the answer
    pub(super) text: String,
    /// How many
    pub(super) nodes: u64,
}

/// How random games went
#[derive(Serialize, JsonSchema)]
pub(super) struct Playouts<'a> {
    /// Games that were played
    pub(super) games: u64,
    /// Whether these are all that were asked for; if not, the time was up
    pub(super) complete: bool,
    /// Games that each player won
    pub(super) wins: Named<'a, u64>,
    /// Games nobody won
    pub(super) draws: u64,
    /// Games that were broken off at the cap
    pub(super) capped: u64,
    /// Their lengths in answers
    pub(super) lengths: Lengths,
}

/// Lengths of games in answers
#[derive(Serialize, JsonSchema)]
pub(super) struct Lengths {
    /// Of all games together
    pub(super) total: u64,
    /// Of the longest
    pub(super) longest: u64,
}

/// What was found in a rule file
#[derive(Serialize, JsonSchema)]
pub(super) struct Checked {
    /// Whether it can be played
    pub(super) good: bool,
    /// Mistakes and warnings, in order of place
    pub(super) diagnostics: Vec<Finding>,
}

/// A rule file in the canonical form
#[derive(Serialize, JsonSchema)]
pub(super) struct Formatted {
    /// The text
    pub(super) text: String,
}

/// Nothing more to say
#[derive(Serialize, JsonSchema)]
pub(super) struct Nothing {}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn a_clause_is_told_on_one_line_and_cut_behind_a_word() {
        assert_eq!(Words(" when  stuck\n   -> again ").to_string(), "when stuck -> again");
        // Thirty words of three letters and the blanks between them have 119.
        let thirty = vec!["abc"; 30].join(" ");
        assert_eq!(Words(&thirty).to_string(), thirty);
        assert_eq!(Words(&(thirty.clone() + " d")).to_string(), thirty.clone() + " …");
        assert_eq!(Words(&"x".repeat(121)).to_string(), "…");
    }
}
