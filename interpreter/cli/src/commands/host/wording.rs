//! In: what the reader of JSON says of a line. Out: the same in the words of JSON, and which field it speaks of. Never here: reading.
use mcl_lang::diagnostic::nearest;

/// Letters of a value that are told.
const MOST_LETTERS: usize = 60;

/// What a line is, where it is no JSON.
const BROKEN: [(&str, &str); 11] = [
    ("EOF while parsing a list", "the line ends inside a list"),
    ("EOF while parsing an object", "the line ends inside an object"),
    ("EOF while parsing a string", "the line ends inside a text"),
    ("EOF while parsing a value", "the line ends where a value belongs"),
    ("expected value", "a value belongs here: a number, a text in double quotes, a list, an object"),
    ("expected ident", "`true`, `false` or `null` belongs here"),
    ("key must be a string", "a name in double quotes belongs here"),
    ("trailing characters", "there is more behind the object"),
    ("trailing comma", "there is a comma behind the last"),
    ("recursion limit exceeded", "lists and objects lie too deep inside one another"),
    ("control character", "a line end or other control character stands inside a text"),
];

/// What the host expects, as the reader calls it, and as users of JSON do.
const EXPECTED: [(&str, &str); 9] = [
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0 to 18446744073709551615"),
    ("a string", "a text"),
    ("a borrowed string", "a text"),
    ("a map", "an object"),
    ("a sequence", "a list"),
    ("struct Mark", "an object with `mark`, the name of the mark"),
    ("a boolean", "`true` or `false`"),
];

/// Fields whose numbers are counted from 1.
const FROM_ONE: [&str; 3] = ["match", "game", "round"];

/// What is wrong, and an action that mends it if there is a better one than to look at the schema.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Wording {
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Wording {
    fn of(message: String) -> Wording {
        Wording { message, help: None }
    }
}

/// Why a line is no JSON.
pub(super) fn broken(error: &serde_json::Error) -> String {
    let told = without_place(&error.to_string());
    BROKEN.iter().find(|(said, _)| told.starts_with(said)).map_or(told, |(_, meant)| (*meant).to_owned())
}

/// Why the fields of a request are none; `read` is as much of it as was read.
pub(super) fn misfit(error: &serde_json::Error, read: &str) -> Wording {
    let told = without_place(&error.to_string());
    let kinds = ["invalid type: ", "invalid value: "];
    if let Some((found, expected)) = kinds.iter().find_map(|kind| told.strip_prefix(kind)?.rsplit_once(", expected ")) {
        let meant = EXPECTED.iter().find(|(said, _)| *said == expected).map_or(expected, |(_, meant)| meant);
        let meant = match field(read) {
            Some(name) if FROM_ONE.contains(&name) => meant.replace("from 0", "from 1"),
            _ => meant.to_owned(),
        };
        return Wording::of(format!("{}{meant} belongs here, not {}", named(read), value(found)));
    }
    if let Some(name) = told.strip_prefix("missing field ") {
        let help = Some(format!("add {name}; `mcl host --schema` tells the fields of each request"));
        return Wording { message: format!("the field {name} is missing"), help };
    }
    if let Some((name, known)) = told.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", expected ")) {
        return unknown(name, known);
    }
    match told.strip_prefix("duplicate field ") {
        Some(name) => Wording::of(format!("{name} is given twice")),
        None if told.contains(" belongs here, not ") => Wording::of(format!("{}{told}", named(read))),
        None => Wording::of(told),
    }
}

/// The field whose value was read last, before what is said of it.
fn named(read: &str) -> String {
    field(read).map_or_else(String::new, |name| format!("`{name}`: "))
}

/// A field that does not belong to the request; `known` lists those that do, in backticks.
fn unknown(name: &str, known: &str) -> Wording {
    let known = known.split('`').skip(1).step_by(2).collect::<Vec<_>>();
    let near = nearest(name.trim_matches('`'), known.iter().copied());
    let all = || known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let help = near.map_or_else(|| format!("the fields are {}", all()), |near| format!("write `{near}`"));
    Wording { message: format!("there is no field {} in this request", shortened(name)), help: Some(help) }
}

/// A value as the reader tells it, in the words of JSON.
fn value(found: &str) -> String {
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text {}", shortened(text)),
        Some(("integer", number)) => format!("the number {}", number.trim_matches('`')),
        Some(("floating", number)) => {
            let number = number.trim_start_matches("point ").trim_matches('`');
            format!("the number {}", if number == "-0.0" { "-0" } else { number })
        }
        Some(("boolean", truth)) => truth.to_owned(),
        _ => match found {
            "sequence" => "a list".to_owned(),
            "map" => "an object".to_owned(),
            "null" => "`null`".to_owned(),
            other => shortened(other),
        },
    }
}

/// The name of the field whose value was read last, as far as a line without its end tells.
fn field(read: &str) -> Option<&str> {
    let (names, _) = read.rsplit_once("\":").or_else(|| read.rsplit_once("\" :"))?;
    let name = names.rsplit('"').next()?;
    (!name.is_empty() && name.len() <= MOST_LETTERS).then_some(name)
}

/// The words of an error without its place.
fn without_place(told: &str) -> String {
    told.rfind(" at line ").map_or(told, |at| &told[..at]).to_owned()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{broken, misfit};
    use serde::Deserialize;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Asked {
        r#match: u32,
        #[serde(default)]
        text: Option<String>,
        #[serde(default)]
        list: Vec<u16>,
    }

    fn wrong(line: &str) -> String {
        let Err(error) = serde_json::from_str::<Asked>(line) else { return "good".to_owned() };
        if !error.is_data() {
            return broken(&error);
        }
        let found = misfit(&error, &line[..error.column().min(line.len())]);
        found.message + &found.help.map_or_else(String::new, |help| format!("; {help}"))
    }

    #[test]
    fn values_of_another_kind_are_told_in_the_words_of_json() {
        let number = "a whole number from 1 to 4294967295 belongs here";
        for (value, told) in [
            ("\"1\"", "the text \"1\""),
            ("-1", "the number -1"),
            ("1.0", "the number 1.0"),
            ("-0", "the number -0"),
            ("null", "`null`"),
            ("[1]", "a list"),
            ("{}", "an object"),
            ("true", "`true`"),
        ] {
            assert_eq!(wrong(&format!("{{\"match\":{value}}}")), format!("`match`: {number}, not {told}"));
        }
        assert_eq!(wrong("{\"text\":[]}"), "`text`: a text belongs here, not a list");
        assert_eq!(wrong("{\"list\": 1}"), "`list`: a list belongs here, not the number 1");
        assert_eq!(wrong("7"), "an object belongs here, not the number 7".replace("an object", "struct Asked"));
        let long = format!("{{\"match\":\"{}\"}}", "x".repeat(500));
        assert!(wrong(&long).ends_with("x…"), "{}", wrong(&long));
    }

    #[test]
    fn fields_that_lack_or_do_not_belong_are_named() {
        assert!(wrong("{}").starts_with("the field `match` is missing; add `match`"));
        assert_eq!(wrong("{\"mach\":1}"), "there is no field `mach` in this request; write `match`");
        assert_eq!(
            wrong("{\"zzzz\":1}"),
            "there is no field `zzzz` in this request; the fields are `match`, `text`, `list`"
        );
        assert_eq!(wrong("{\"match\":1,\"match\":1}"), "`match` is given twice");
    }

    #[test]
    fn what_is_no_json_is_told_as_what_it_is() {
        assert_eq!(wrong("{\"match\":"), "the line ends where a value belongs");
        assert_eq!(wrong("{'match':1}"), "a name in double quotes belongs here");
        assert_eq!(wrong("{\"match\":1} 7"), "there is more behind the object");
        assert_eq!(wrong("{\"match\":1,}"), "there is a comma behind the last");
    }
}
