//! In: the types of requests and answers. Out: the JSON Schema of the whole protocol. Never here: the types.
use super::answer::{
    Begun, Best, Checked, Formatted, Games, Loaded, Nothing, Perft, Played, Playouts, Recorded, Sources, State,
};
use super::refusal::Refusal;
use super::request::{self, Id};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

/// The version of the protocol: 1 more when something is taken away or changes its meaning; what is added changes nothing.
pub(super) const VERSION: u32 = 1;

/// A document of which every line of a session is an instance: a request is as one of `requests` says, its answer as the one
/// of the same name in `answers`, or as `error`.
pub(super) fn schema() -> Schema {
    let mut ask = SchemaSettings::draft2020_12().into_generator();
    let mut tell = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut requests = Map::new();
    let mut answers = Map::new();
    let id = ask.subschema_for::<Option<Id>>();
    macro_rules! verbs {
        ($($verb:literal: $request:ident -> $answer:ident,)*) => { $(
            requests.insert($verb.to_owned(), asked::<request::$request<'_>>(&mut ask, $verb, &id));
            answers.insert($verb.to_owned(), told(&id, "ok", tell.subschema_for::<$answer>()));
        )* };
    }
    verbs! {
        "games": Games -> Games,
        "load": Load -> Loaded,
        "source": Source -> Sources,
        "new": New -> Begun,
        "state": State -> State,
        "play": Play -> Played,
        "set": Set -> State,
        "undo": Undo -> State,
        "redo": Redo -> State,
        "record": Record -> Recorded,
        "best": Best -> Best,
        "perft": Perft -> Perft,
        "playouts": Playouts -> Playouts,
        "check": Check -> Checked,
        "format": Format -> Formatted,
        "close": Close -> Nothing,
        "quit": Quit -> Nothing,
    }
    let error = told(&id, "error", tell.subschema_for::<Refusal>());
    let of_requests = requests.keys().map(|verb| json_schema!({ "$ref": format!("#/requests/{verb}") }));
    let of_requests = of_requests.map(Value::from).collect::<Vec<_>>();
    let mut defs = ask.take_definitions(true);
    defs.extend(tell.take_definitions(true));
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `mcl host` reads and writes, a line of JSON each",
        "description": "A line that is read is as one of `requests` says; its answer is as `answers` says under the same name, or as `error` says.",
        "version": VERSION,
        "oneOf": of_requests,
        "requests": requests,
        "answers": answers,
        "error": error,
        "$defs": defs,
    })
}

/// A request with the two fields that all have.
fn asked<T: JsonSchema>(generator: &mut SchemaGenerator, verb: &str, id: &Schema) -> Value {
    let mut schema = T::json_schema(generator);
    let object = schema.ensure_object();
    let mut properties = Map::new();
    properties.insert("id".to_owned(), id.clone().into());
    properties.insert("do".to_owned(), json_schema!({ "const": verb }).into());
    if let Some(Value::Object(own)) = object.remove("properties") {
        properties.extend(own);
    }
    let mut required = vec![Value::from("do")];
    if let Some(Value::Array(own)) = object.remove("required") {
        required.extend(own);
    }
    object.insert("properties".to_owned(), properties.into());
    object.insert("required".to_owned(), required.into());
    if let Some(only) = only(verb) {
        object.insert("allOf".to_owned(), only);
    }
    schema.into()
}

/// What must be true of the fields of a request together.
fn only(verb: &str) -> Option<Value> {
    let one = |names: &[&str]| json!({ "anyOf": names.iter().map(|name| given(name)).collect::<Vec<_>>() });
    let not_both = |one: &str, other: &str| json!({ "not": { "allOf": [given(one), given(other)] } });
    match verb {
        "load" => {
            let named = one(&["game", "text", "record"]);
            Some(json!([named, not_both("game", "text"), not_both("params", "record")]))
        }
        "set" => {
            let parts = one(&["to_move", "owners", "marks", "vars", "phase", "round", "rest"]);
            Some(json!([one(&["position", "seeds"]), { "anyOf": [given("seeds"), { "not": parts }] }]))
        }
        "close" => Some(json!([one(&["match", "game"]), not_both("match", "game")])),
        _ => None,
    }
}

/// A field that is there, and not `null`.
fn given(name: &str) -> Value {
    json!({ "required": [name], "properties": { name: { "not": { "type": "null" } } } })
}

/// An answer: the id of its request, and what it says.
fn told(id: &Schema, name: &str, says: Schema) -> Value {
    let properties = Map::from_iter([("id".to_owned(), Value::from(id.clone())), (name.to_owned(), says.into())]);
    json_schema!({
        "type": "object",
        "properties": properties,
        "required": ["id", name],
        "additionalProperties": false,
    })
    .into()
}
