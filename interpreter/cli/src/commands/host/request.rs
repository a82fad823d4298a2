//! In: a line of JSON. Out: its id, what is to be done, and with what. Never here: doing it.
use super::once;
use super::refusal::Refusal;
use super::wording;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// What the sender calls a request; the answer bears the same
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Id {
    /// A number from 0
    Number(u64),
    /// A negative number
    Negative(i64),
    /// A text
    Text(String),
}

/// Values of one request at most: what is told of the largest board has some hundreds.
const MOST_VALUES: usize = 10_000;

/// What the host does, in the order of its guide.
pub(super) const VERBS: [&str; 17] = [
    "games", "load", "source", "new", "state", "play", "set", "undo", "redo", "record", "best", "perft", "playouts",
    "check", "format", "close", "quit",
];

/// What can be read of a line whatever else is wrong with it.
#[derive(Default, Debug)]
pub(super) struct Head {
    /// What the sender calls it.
    pub(super) id: Option<Id>,
    /// What is to be done.
    pub(super) verb: Option<String>,
}

/// Gives every request its two fields that have been read already, so that all others are known or refused.
macro_rules! requests {
    ($($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident: $ty:ty,)* })*) => { $(
        $(#[$about])*
        #[derive(Deserialize, JsonSchema, Debug)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name<'a> {
            #[serde(default, rename = "id")]
            #[schemars(skip)]
            _id: IgnoredAny,
            #[serde(default, rename = "do")]
            #[schemars(skip)]
            _do: IgnoredAny,
            #[serde(skip)]
            _text: std::marker::PhantomData<&'a str>,
            $($(#[$field_about])* pub(super) $field: $ty,)*
        }
    )* };
}

requests! {
    /// Which games come with the host
    Games {
        /// A part of the name; all games unless given
        #[serde(borrow, default)]
        text: Option<Cow<'a, str>>,
    }
    /// A game becomes known: one of the library, or in a file, or a text of its own
    Load {
        /// A name in the library, or the path of a rule file or of bytecode
        #[serde(borrow, default)]
        game: Option<Cow<'a, str>>,
        /// A rule file; it can extend and use what the library has
        #[serde(borrow, default)]
        text: Option<Cow<'a, str>>,
        /// What a game that is given as `text` is called in records; its title unless given
        #[serde(borrow, default)]
        #[schemars(length(min = 1, max = 100))]
        name: Option<Cow<'a, str>>,
        /// A record, which says how the parameters are set; and which game it is, where neither `game` nor `text` does
        #[serde(borrow, default)]
        record: Option<Cow<'a, str>>,
        /// Parameters and readings: `{"eats": [2, 4], "slam": "all"}`; those of the record where there is one
        #[serde(default, deserialize_with = "once::each_if_given")]
        params: Option<BTreeMap<String, Setting>>,
    }
    /// The rule files of which a game was made
    Source {
        /// A game that has been loaded
        #[schemars(range(min = 1))]
        game: u32,
    }
    /// A match begins
    New {
        /// A game that has been loaded
        #[schemars(range(min = 1))]
        game: u32,
        /// A record of this game, as `record` gives it: the match goes on where it ends
        #[serde(borrow, default)]
        record: Option<Cow<'a, str>>,
        /// Where the chances of the machine's own choices begin, in `best` and `playouts`; 1 unless given. Rules know no chance
        #[serde(default)]
        seed: Option<u64>,
    }
    /// How a match stands
    State {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
    }
    /// The match so far as a record
    Record {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
    }
    /// Gives the answer to the present question
    Play {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// The text of a choice; or several, one after the other, in any form of the notation of moves. The case of letters counts
        #[serde(borrow)]
        #[schemars(regex(pattern = r"\S"))]
        choice: Cow<'a, str>,
    }
    /// Begins anew from a position: a text, or what it consists of; or a whole `state`, which has both
    Set {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// The position as a line, a picture or JSON; alone, or beside the same position as `seeds` and what belongs to them
        #[serde(borrow, default)]
        position: Option<Cow<'a, str>>,
        /// Seeds by site, as in `state`; sites that are not named are empty
        #[serde(default, deserialize_with = "once::each_if_given")]
        seeds: Option<BTreeMap<String, u32>>,
        /// Who moves; the first player unless given
        #[serde(default)]
        to_move: Option<String>,
        /// Owners by house, where houses change hands; of a house that is not named it is the board's
        #[serde(default, deserialize_with = "once::each_if_given")]
        owners: Option<BTreeMap<String, Option<String>>>,
        /// Marks by house
        #[serde(default, deserialize_with = "once::each_if_given")]
        marks: Option<BTreeMap<String, Vec<Mark>>>,
        /// Variables, as in `state`; one that is not named is as it begins
        #[serde(default, deserialize_with = "once::each_if_given")]
        vars: Option<BTreeMap<String, Variable>>,
        /// The phase, or `main`; the first unless given
        #[serde(default)]
        phase: Option<String>,
        /// The round, from 1
        #[serde(default)]
        #[schemars(range(min = 1))]
        round: Option<u16>,
        /// What else may follow the player in the line of a position, as it stands there and in `state`: `first North`
        #[serde(default)]
        rest: Option<String>,
        /// What `state` tells of a position and no position consists of: it may be left where it is, and says nothing
        #[serde(default, rename = "hash")]
        #[schemars(with = "Option<String>")]
        _hash: IgnoredAny,
        /// The same
        #[serde(default, rename = "decision")]
        #[schemars(with = "Option<serde_json::Map<String, Value>>")]
        _decision: IgnoredAny,
        /// The same
        #[serde(default, rename = "outcome")]
        #[schemars(with = "Option<serde_json::Map<String, Value>>")]
        _outcome: IgnoredAny,
    }
    /// Takes answers back
    Undo {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// How many answers, not turns; 1 unless given
        #[serde(default)]
        n: Option<u32>,
    }
    /// Gives answers that were taken back again
    Redo {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// How many; 1 unless given
        #[serde(default)]
        n: Option<u32>,
    }
    /// What a machine would play
    Best {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// 0: any choice; 1: looks two answers ahead. 1 unless given
        #[serde(default)]
        #[schemars(range(max = 1))]
        level: Option<u32>,
        /// Where its chances begin; unless given, they go on from those before
        #[serde(default)]
        seed: Option<u64>,
    }
    /// In how many ways the match can go on
    Perft {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// How many answers deep: 1 to 100
        #[schemars(range(min = 1, max = 100))]
        depth: u32,
        /// Milliseconds after which it is given up: 1500 unless given, at most 600000, and 1500 with `--no-files`
        #[serde(default)]
        #[schemars(range(max = 600_000))]
        time_ms: Option<u64>,
    }
    /// Random games from the present position
    Playouts {
        /// A match that has begun
        #[schemars(range(min = 1))]
        r#match: u32,
        /// How many games
        n: u64,
        /// Where the chances begin; unless given, they go on from those before
        #[serde(default)]
        seed: Option<u64>,
        /// Answers after which a game is broken off: 1000 unless given, at most 20000
        #[serde(default)]
        #[schemars(range(max = 20_000))]
        cap: Option<u64>,
        /// Milliseconds after which no further game is begun: 1500 unless given, at most 600000, and 1500 with `--no-files`
        #[serde(default)]
        #[schemars(range(max = 600_000))]
        time_ms: Option<u64>,
    }
    /// Looks for mistakes in a rule file
    Check {
        /// The rule file
        #[serde(borrow)]
        text: Cow<'a, str>,
        /// Parameters and readings it is checked with
        #[serde(default, deserialize_with = "once::each_if_given")]
        params: Option<BTreeMap<String, Setting>>,
    }
    /// Brings a rule file into the canonical form
    Format {
        /// The rule file
        #[serde(borrow)]
        text: Cow<'a, str>,
    }
    /// Forgets a match, or a game; matches of the game go on
    Close {
        /// The match
        #[serde(default)]
        #[schemars(range(min = 1))]
        r#match: Option<u32>,
        /// Or the game
        #[serde(default)]
        #[schemars(range(min = 1))]
        game: Option<u32>,
    }
    /// Ends the session
    Quit {}
}

/// A mark on a house
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MarkToSet")]
pub(super) struct Mark {
    /// The mark
    pub(super) mark: String,
    /// The player who holds it, where marks of this kind are held
    #[serde(default)]
    pub(super) holder: Option<String>,
}

/// The value of a parameter or reading, as it is written behind `--set NAME=`.
#[derive(Debug)]
pub(super) struct Setting(pub(super) String);

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Setting, D::Error> {
        set(&once::value(from)?).map(Setting).map_err(de::Error::custom)
    }
}

/// A plain value, or several as a set.
fn set(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) if text.trim().is_empty() => Err(format!("{OF_A_SETTING}, not an empty text")),
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Array(values) if !values.iter().any(Value::is_array) => {
            Ok(format!("{{{}}}", values.iter().map(set).collect::<Result<Vec<_>, _>>()?.join(", ")))
        }
        Value::Null => Err(format!("{OF_A_SETTING}, not `null`")),
        Value::Array(_) => Err(format!("{OF_A_SETTING}, not a list of lists")),
        Value::Object(_) => Err(format!("{OF_A_SETTING}, not an object")),
    }
}

/// What a setting may be.
const OF_A_SETTING: &str = "a number, `true` or `false`, a text, or a list of these belongs here";

impl JsonSchema for Setting {
    fn schema_name() -> Cow<'static, str> {
        "Setting".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, `true` or `false`, a word, a list of them for a set; or a text as it stands in rules: `{2, 4}`",
            "type": ["integer", "boolean", "string", "array"],
            "pattern": r"\S",
            "items": { "type": ["integer", "boolean", "string"], "pattern": r"\S" },
        })
    }
}

/// The value of a variable, as it is written in the line of a position; or one for each player.
#[derive(Debug)]
pub(super) enum Variable {
    /// One value.
    One(String),
    /// Values by player.
    Each(BTreeMap<String, String>),
}

impl<'de> Deserialize<'de> for Variable {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Variable, D::Error> {
        let value = once::value(from)?;
        let found = match value.as_object() {
            Some(of_players) => {
                let each = of_players.iter().map(|(player, value)| Ok((player.clone(), written(value, "+")?)));
                each.collect::<Result<_, String>>().map(Variable::Each)
            }
            None => written(&value, "+").map(Variable::One),
        };
        found.map_err(de::Error::custom)
    }
}

impl JsonSchema for Variable {
    fn schema_name() -> Cow<'static, str> {
        "Variable".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, `true` or `false`, a name, several names, nothing for no site; or an object with one of these for each player",
            "type": ["integer", "boolean", "string", "array", "null", "object"],
            "items": { "type": ["string"] },
        })
    }
}

/// A plain value, or several with something between.
fn written(value: &Value, between: &str) -> Result<String, String> {
    match value {
        Value::String(text) if text.contains(char::is_whitespace) => Err(format!("`{text}` has blanks in it")),
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Null => Ok("none".to_owned()),
        Value::Array(values) if values.is_empty() => Ok("none".to_owned()),
        Value::Array(values) if !values.iter().any(|value| value.is_array() || value.is_object()) => {
            Ok(values.iter().map(|value| written(value, between)).collect::<Result<Vec<_>, _>>()?.join(between))
        }
        Value::Array(_) | Value::Object(_) => Err("a value is a number, a text, true, false or a list".to_owned()),
    }
}

// ------------------------------------------------------------------------------------------------------------- reading

impl Head {
    /// Reads what can be read of a line; and why the rest cannot.
    pub(super) fn read(line: &str) -> (Head, Result<(), Refusal>) {
        let mut head = Head::default();
        let mut json = serde_json::Deserializer::from_str(line);
        let read = Seed(&mut head).deserialize(&mut json).and_then(|()| json.end());
        let read = read.map_err(|error| {
            if error.is_data() {
                return misfit(line, &error);
            }
            let what = match line.trim() {
                "" => "this line is empty".to_owned(),
                _ => format!("this is not JSON: {}", wording::broken(&error)),
            };
            placed(901, &what, "send one object a line", line, &error)
        });
        (head, read)
    }
}

/// Refuses a request of very many values before any of them is kept: each takes much more room than its letters.
pub(super) fn has_few_values(line: &str) -> Result<(), Refusal> {
    let (mut quoted, mut escaped, mut values) = (false, false, 1);
    for byte in line.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => values += 1,
            _ => {}
        }
    }
    if values <= MOST_VALUES {
        return Ok(());
    }
    let what = format!("a request of {values} values, where {MOST_VALUES} are allowed");
    Err(Refusal::new(620, what, "no position and no setting needs so many"))
}

/// Reads the fields of a request.
pub(super) fn fields<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(line).map_err(|error| misfit(line, &error))
}

/// Fields that do not belong to the request, are missing or of another type.
fn misfit(line: &str, error: &serde_json::Error) -> Refusal {
    let found = wording::misfit(error, &read(line, error.column()));
    let help = found.help.as_deref().unwrap_or("`mcl host --schema` tells the fields of each request");
    placed(903, &found.message, help, line, error)
}

fn placed(code: u16, message: &str, help: &str, line: &str, error: &serde_json::Error) -> Refusal {
    Refusal::new(code, message, help)
        .at(error.line().max(1), read(line, error.column().saturating_sub(1)).chars().count() + 1)
}

/// So many bytes of a line, as its reader counts.
fn read(line: &str, bytes: usize) -> Cow<'_, str> {
    String::from_utf8_lossy(line.as_bytes().get(..bytes).unwrap_or(line.as_bytes()))
}

/// The name of a field, as far as it matters to any request.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Key {
    Id,
    Do,
    #[serde(other)]
    Other,
}

struct Seed<'h>(&'h mut Head);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object such as {\"id\": 1, \"do\": \"load\", \"game\": \"…\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut again = None;
        while let Some(key) = map.next_key()? {
            match key {
                Key::Id if self.0.id.is_none() => self.0.id = map.next_value()?,
                Key::Id => again = Some("id"),
                Key::Do if self.0.verb.is_none() => self.0.verb = Some(map.next_value()?),
                Key::Do => again = Some("do"),
                Key::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            if let Some(name) = again {
                return Err(de::Error::custom(format!("`{name}` is given twice")));
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Id, D::Error> {
        from.deserialize_any(AnId)
    }
}

struct AnId;

impl Visitor<'_> for AnId {
    type Value = Id;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number of 64 bits, or a text,")
    }

    fn visit_u64<E>(self, id: u64) -> Result<Id, E> {
        Ok(Id::Number(id))
    }

    fn visit_i64<E>(self, id: i64) -> Result<Id, E> {
        Ok(Id::Negative(id))
    }

    /// `-0` is read so, and is 0.
    fn visit_f64<E: de::Error>(self, id: f64) -> Result<Id, E> {
        if id.to_bits() == (-0.0f64).to_bits() {
            return Ok(Id::Number(0));
        }
        Err(E::invalid_type(de::Unexpected::Float(id), &self))
    }

    fn visit_str<E>(self, id: &str) -> Result<Id, E> {
        Ok(Id::Text(id.to_owned()))
    }
}
