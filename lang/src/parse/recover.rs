//! In: text that the grammar could only skip. Out: a diagnostic at the word where it went wrong. Never here: trees.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has a rule for every token; what is not named is not meant"
)]
use super::{Builder, Rule, habits};
use crate::diagnostic::{Diagnostic, nearest, syntax};
use pest::error::{Error, ErrorVariant, InputLocation};

/// What should have stood where the bad text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Item,
    Section,
    Board,
    Variable,
    Phase,
    Rounds,
    Statement,
    Alternative,
    Test,
}

const STATEMENTS: &[&str] = &[
    "choose",
    "sow",
    "capture",
    "when",
    "if",
    "laps",
    "relay",
    "otherwise",
    "for",
    "repeat",
    "let",
    "lift",
    "drop",
    "each",
    "take",
    "move",
    "swap",
    "mark",
    "unmark",
    "give",
    "fill",
    "put",
    "again",
    "stop",
    "end",
    "win",
    "draw",
    "next",
    "first",
];
const SECTIONS: &[&str] = &[
    "about",
    "board",
    "setup",
    "turn",
    "end",
    "winner",
    "param",
    "reading",
    "direction",
    "mark",
    "state",
    "def",
    "phase",
    "endless",
    "stuck",
    "rounds",
    "use",
    "hook",
    "plugin",
    "test",
    "section",
];
/// Sections whose braces stand right behind their word.
const BRACED: [&str; 7] = ["about", "board", "setup", "turn", "end", "state", "rounds"];
const BOARD: &[&str] =
    &["rows", "houses", "stores", "circle", "picture", "no", "players", "owner", "unowned", "track", "facing"];

impl Place {
    pub(super) fn rule(self) -> Rule {
        match self {
            Place::Item => Rule::only_item,
            Place::Section => Rule::only_section,
            Place::Board => Rule::only_board,
            Place::Variable => Rule::only_variable,
            Place::Phase => Rule::only_phase,
            Place::Rounds => Rule::only_rounds,
            Place::Statement => Rule::only_statement,
            Place::Alternative => Rule::only_alternative,
            Place::Test => Rule::only_test_item,
        }
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Place::Item => &["game", "test", "edition", "library"],
            Place::Section => SECTIONS,
            Place::Board => BOARD,
            Place::Phase => &["turn", "until", "end", "endless"],
            Place::Rounds => &["over", "between"],
            Place::Statement => STATEMENTS,
            Place::Test => &["position", "play", "expect"],
            Place::Variable | Place::Alternative => &[],
        }
    }

    fn named(self) -> &'static str {
        match self {
            Place::Item => "a part of a file",
            Place::Section => "a section of a game",
            Place::Board => "a line of a board",
            Place::Variable => "a variable such as `x: Int = 0 per move`",
            Place::Phase => "a part of a phase",
            Place::Rounds => "a part of `rounds`",
            Place::Statement => "a statement",
            Place::Alternative => "an alternative such as `\"label\" -> …`",
            Place::Test => "a line of a test",
        }
    }
}

impl Builder {
    /// The diagnostic for pest's error in this text.
    pub(super) fn place_of(&self, error: &Error<Rule>, text: &str, place: Place) -> Diagnostic {
        let at = self::place(error, text);
        let expected = expected_words(error);
        let word = token(&text[at..]);
        let span = self.span_of(at, at + word.len());
        let (start, first) = (skip_blanks(text, 0), token(&text[skip_blanks(text, 0)..]));
        if place == Place::Phase && !matches!(first, "turn" | "until") && SECTIONS.contains(&first) {
            return syntax::not_in_a_phase(self.span_of(start, start + first.len()), first);
        }
        if let Some(found) = habits::answer(self, text, at) {
            return found;
        }
        if let Some(found) = self.first_word(text, at, place) {
            return found;
        }
        let mut words = expected.iter().filter_map(|rule| keyword(*rule)).collect::<Vec<_>>();
        words.extend(expected.iter().flat_map(|rule| family(*rule)));
        if let Some(meant) = nearest(word, words.iter().copied()).filter(|_| word.starts_with(char::is_alphabetic)) {
            return syntax::misspelt(span, word, meant);
        }
        if expected.contains(&Rule::name) && !expected.contains(&Rule::int) && is_keyword(word) {
            return syntax::reserved(span, word);
        }
        syntax::unexpected(span, word, &phrase(&expected))
    }

    /// Trouble that begins with the first word: misspelt, or no beginning at all.
    fn first_word(&self, text: &str, at: usize, place: Place) -> Option<Diagnostic> {
        let start = skip_blanks(text, 0);
        let first = token(&text[start..]);
        let words = place.words();
        if words.is_empty() || words.contains(&first) {
            return None;
        }
        let span = self.span_of(start, start + first.len());
        if first == "." {
            return Some(syntax::leading_dot(span));
        }
        if !first.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return (at == start).then(|| syntax::unknown_line(span, first, place.named(), &some_of(words)));
        }
        let second = token(&text[skip_blanks(text, start + first.len())..]);
        let fits = |known: &&str| place != Place::Section || second != "{" || BRACED.contains(known);
        if let Some(meant) = nearest(first, words.iter().copied().filter(fits)) {
            return Some(syntax::misspelt(span, first, meant));
        }
        // `name = …` and `name(…)` are statements whose first word is free.
        let free = place == Place::Statement && matches!(second, "=" | "(" | "." | "[" | "+" | "-");
        (!free).then(|| syntax::unknown_line(span, first, place.named(), &some_of(words)))
    }
}

/// Where an error lies: at the first thing that could not be read.
pub(super) fn place(error: &Error<Rule>, text: &str) -> usize {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    skip_blanks(text, at)
}

/// The word, number or sign at the start of a text.
pub(super) fn token(text: &str) -> &str {
    const SIGNS: [&str; 20] = [
        "===", "!==", "->", "=>", "==", "!=", "<=", ">=", "=<", "<>", "..", "&&", "||", "++", "--", "+=", "-=", "*=",
        "/=", ":=",
    ];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let end = match text.chars().next() {
        None | Some('\n') => 0,
        Some(c) if is_word(c) => text.find(|c: char| !is_word(c)).unwrap_or(text.len()),
        Some('"') => text[1..].find('"').map_or(text.len(), |at| at + 2),
        Some(c) => SIGNS.iter().find(|sign| text.starts_with(**sign)).map_or(c.len_utf8(), |sign| sign.len()),
    };
    &text[..end]
}

/// The next place that is not blank, line end or comment.
pub(super) fn skip_blanks(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        if !text[at..].starts_with("--") {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

/// What pest would have taken at the error.
fn expected_words(error: &Error<Rule>) -> Vec<Rule> {
    let mut rules = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    rules.sort();
    rules.dedup();
    rules
}

/// Signs and small words that could stand at the error.
pub(super) fn signs(error: &Error<Rule>) -> Vec<&'static str> {
    let sign = |rule: Rule| match rule {
        Rule::arrow => Some("->"),
        Rule::colon => Some(":"),
        Rule::comma => Some(","),
        Rule::assign_op => Some("="),
        Rule::rparen => Some(")"),
        Rule::rbracket => Some("]"),
        Rule::kw_in => Some("in"),
        Rule::kw_from => Some("from"),
        Rule::kw_to => Some("to"),
        Rule::kw_at => Some("at"),
        Rule::kw_of => Some("of"),
        Rule::kw_is => Some("is"),
        Rule::kw_then => Some("then"),
        _ => None,
    };
    let expected = expected_words(error);
    // After a value `in` is one of a great many things.
    let after_value = expected.contains(&Rule::op_add) || expected.contains(&Rule::op_in);
    let fits = |rule: &Rule| !(after_value && *rule == Rule::kw_in);
    expected.into_iter().filter(fits).filter_map(sign).collect()
}

/// Whether a text in quotes could stand at the error.
pub(super) fn wants_text(error: &Error<Rule>) -> bool {
    let expected = expected_words(error);
    expected.contains(&Rule::string) && !expected.contains(&Rule::int) && !expected.contains(&Rule::expr)
}

/// The keyword a token rule stands for.
fn keyword(rule: Rule) -> Option<&'static str> {
    let name: &'static str = rule_name(rule);
    match rule {
        Rule::op_and => Some("and"),
        Rule::op_or => Some("or"),
        Rule::op_not => Some("not"),
        Rule::op_in => Some("in"),
        Rule::reversed => Some("reversed"),
        Rule::op_without => Some("without"),
        Rule::op_before => Some("before"),
        Rule::op_after => Some("after"),
        Rule::op_followed => Some("followed"),
        Rule::filter => Some("where"),
        _ => name.strip_prefix("kw_"),
    }
}

/// The words that a rule of several forms can begin with.
fn family(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::sow_option => &["going", "alternating", "skipping", "through", "along", "leaving", "taking", "starting"],
        Rule::choose_clause => &["must", "prefer", "optional", "else"],
        Rule::mark_prop => &["lift", "sow", "capture", "last", "out"],
        Rule::statement => STATEMENTS,
        Rule::board_item => BOARD,
        Rule::quantity => &["any", "all", "no", "count", "first", "sum", "max", "min"],
        _ => &[],
    }
}

/// Whether a word is one of the language.
pub(super) fn is_keyword(word: &str) -> bool {
    keywords().any(|known| known == word)
}

/// Every word of the language.
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    let named = Rule::all_rules().iter().filter_map(|rule| rule_name(*rule).strip_prefix("kw_"));
    named.chain(["row", "default", "Player"])
}

/// The names of rules, made once: pest gives them only as `Debug`.
fn rule_name(rule: Rule) -> &'static str {
    use std::sync::LazyLock;
    static NAMES: LazyLock<Vec<(Rule, String)>> =
        LazyLock::new(|| Rule::all_rules().iter().map(|rule| (*rule, format!("{rule:?}"))).collect());
    NAMES.iter().find(|(known, _)| *known == rule).map_or("", |(_, name)| name)
}

/// What was expected, in words an author knows: at most a few.
fn phrase(expected: &[Rule]) -> String {
    let mut words: Vec<String> = Vec::new();
    for rule in expected {
        let word = match rule {
            Rule::EOI | Rule::sep => "the end of the line".to_owned(),
            Rule::name | Rule::word | Rule::slug => "a name".to_owned(),
            Rule::string => "a text in quotes".to_owned(),
            Rule::int => "a number".to_owned(),
            Rule::type_name => "a type such as Int, Bool or Counts".to_owned(),
            Rule::block | Rule::lbrace | Rule::sections => "`{`".to_owned(),
            Rule::arrow => "`->`".to_owned(),
            Rule::comma => "`,`".to_owned(),
            Rule::colon => "`:`".to_owned(),
            Rule::rparen => "`)`".to_owned(),
            Rule::rbracket => "`]`".to_owned(),
            Rule::rbrace => "`}`".to_owned(),
            Rule::assign_op => "`=`".to_owned(),
            Rule::statement | Rule::body => "a statement".to_owned(),
            Rule::expr | Rule::value | Rule::arith | Rule::operand | Rule::paren | Rule::set | Rule::call => {
                "a value".to_owned()
            }
            other => match keyword(*other).filter(|_| expected.len() <= 8) {
                Some(word) => format!("`{word}`"),
                None => continue,
            },
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    // A value is expected by a great many rules at once; saying so is enough.
    if words.iter().any(|word| word == "a number") {
        words.retain(|word| word != "a number" && word != "a text in quotes" && word != "a name" && word != "`{`");
        words.push("a value".to_owned());
        words.dedup();
    }
    words.truncate(4);
    match words.split_last() {
        None => "something else".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

fn some_of(words: &[&str]) -> String {
    words.iter().take(5).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
