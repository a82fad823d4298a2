//! In: a text and the place where it could not be read. Out: what another language's habit there may have meant, as edits to try, or an answer. Never here: wording of other mistakes.
use super::Builder;
use super::mend::Edit;
use super::recover::{skip_blanks, token};
use crate::diagnostic::{Diagnostic, syntax};

/// Edits that would turn a habit at this place into what it means here, the likeliest first.
pub(super) fn edits(builder: &Builder, text: &str, at: usize) -> Vec<Edit> {
    let look = Look { builder, text, at };
    let mut edits = look.ranges();
    edits.extend(look.deeds());
    edits.extend(look.gaps());
    edits.extend(look.phrases());
    edits.extend(look.signs());
    edits.extend(look.heads());
    edits.extend(look.cases());
    edits.extend(look.changes());
    edits.extend(look.declarations());
    edits.extend(look.loops());
    edits
}

/// What is to be said of a habit that no edit turns into something.
pub(super) fn answer(builder: &Builder, text: &str, at: usize) -> Option<Diagnostic> {
    Look { builder, text, at }.answer()
}

/// Whether a word begins a line in other languages.
pub(super) fn is_head(word: &str) -> bool {
    HEADS.iter().any(|(head, _)| *head == word) || matches!(word, "while" | "print" | "import" | "continue" | "class")
}

/// A text and the place in it that could not be read.
pub(super) struct Look<'a> {
    pub(super) builder: &'a Builder,
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// Signs of other languages, and what they may mean here.
const SIGNS: [(&str, &[&str]); 22] = [
    ("===", &["=="]),
    ("!==", &["!="]),
    ("=<", &["<="]),
    ("=>", &["->", ">="]),
    ("<>", &["!="]),
    ("=!", &["!="]),
    ("~=", &["!="]),
    (":=", &["="]),
    ("&&", &["and"]),
    ("||", &["or"]),
    ("|", &["or"]),
    ("&", &["and"]),
    ("==", &["="]),
    ("=", &["=="]),
    ("!", &["not"]),
    ("^", &["or"]),
    ("mod", &["%"]),
    ("div", &["/"]),
    ("equals", &["=="]),
    ("is", &["=="]),
    ("until", &["while not"]),
    ("direction", &["directions"]),
];
/// Words that other languages begin a line with.
const HEADS: [(&str, &[&str]); 28] = [
    ("elif", &["if", "when"]),
    ("elsif", &["if", "when"]),
    ("elseif", &["if", "when"]),
    ("function", &["def"]),
    ("func", &["def"]),
    ("fn", &["def"]),
    ("fun", &["def"]),
    ("proc", &["def"]),
    ("procedure", &["def"]),
    ("sub", &["def"]),
    ("void", &["def"]),
    ("var", &["let"]),
    ("const", &["let"]),
    ("int", &["let"]),
    ("local", &["let"]),
    ("auto", &["let"]),
    ("set", &["let"]),
    ("foreach", &["for"]),
    ("for_each", &["for"]),
    ("switch", &["when"]),
    ("case", &["when"]),
    ("match", &["when"]),
    ("unless", &["when not"]),
    ("whenever", &["when"]),
    ("default", &["otherwise"]),
    ("break", &["stop"]),
    ("return", &["end turn"]),
    ("loop", &["repeat"]),
];

/// Other words for sections.
const SECTIONS: [(&str, &str); 18] = [
    ("ending", "end"),
    ("ends", "end"),
    ("finish", "end"),
    ("gameover", "end"),
    ("game_over", "end"),
    ("start", "setup"),
    ("begin", "setup"),
    ("initial", "setup"),
    ("move", "turn"),
    ("moves", "turn"),
    ("play", "turn"),
    ("win", "winner"),
    ("wins", "winner"),
    ("winners", "winner"),
    ("vars", "state"),
    ("variables", "state"),
    ("option", "param"),
    ("const", "param"),
];

/// A section that another word begins.
pub(super) fn other_heads(builder: &Builder, text: &str) -> Vec<Edit> {
    let look = Look { builder, text, at: 0 };
    let (start, word) = look.first();
    let known = SECTIONS.iter().find(|(other, _)| *other == word.to_lowercase());
    known.map(|(_, meant)| look.swap(start, start + word.len(), meant, word, meant)).into_iter().collect()
}

impl Look<'_> {
    pub(super) fn span(&self, start: usize, end: usize) -> crate::source::Span {
        self.builder.span_of(start, end)
    }

    /// An edit told as `written` is written `meant`.
    pub(super) fn swap(&self, start: usize, end: usize, new: &str, written: &str, meant: &str) -> Edit {
        let found = syntax::habit(self.span(start, end), written, meant);
        Edit { start, end, new: new.to_owned(), found, sure: true }
    }

    /// The words from the beginning of the text, blanks left out, with their places.
    pub(super) fn tokens(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            at = skip_blanks(self.text, at);
            let word = token(&self.text[at..]);
            let found = (at, word);
            at += word.len();
            (!word.is_empty()).then_some(found)
        })
    }

    pub(super) fn first(&self) -> (usize, &str) {
        self.tokens().next().unwrap_or((0, ""))
    }

    pub(super) fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The word before a place.
    pub(super) fn before(&self, at: usize) -> (usize, &str) {
        self.tokens().take_while(|(start, _)| *start < at).last().unwrap_or((0, ""))
    }

    /// The word after a place.
    pub(super) fn after(&self, at: usize) -> (usize, &str) {
        let at = skip_blanks(self.text, at);
        (at, token(&self.text[at..]))
    }

    fn signs(&self) -> Vec<Edit> {
        let word = token(self.rest());
        let known = SIGNS.iter().filter(|(sign, _)| *sign == word);
        let mut edits = Vec::new();
        for new in known.flat_map(|(_, meant)| meant.iter()) {
            let edit = self.swap(self.at, self.at + word.len(), &format!("{new} "), word, new);
            edits.push(Edit { sure: word.len() > 1, ..edit });
        }
        // A sign of which the grammar has read a part: `<` of `<>`, `=` of `==`.
        let (start, before) = self.before(self.at);
        let end = start + before.len();
        let whole = SIGNS.iter().filter(|(sign, _)| *sign == before && end > self.at);
        edits.extend(whole.flat_map(|(_, meant)| meant.iter()).map(|new| self.swap(start, end, new, before, new)));
        if word == "'"
            && let Some(close) = self.rest()[1..].find('\'')
        {
            let inner = &self.rest()[1..=close];
            let end = self.at + close + 2;
            edits.push(self.swap(
                self.at,
                end,
                &format!("\"{inner}\""),
                &format!("'{inner}'"),
                &format!("\"{inner}\""),
            ));
        }
        edits
    }

    fn heads(&self) -> Vec<Edit> {
        let (start, word) = self.first();
        let lower = word.to_lowercase();
        let (name_at, name) = self.after(start + word.len());
        if lower == "set" && self.builder.declared.contains(name) {
            return vec![self.swap(start, name_at, "", &format!("set {name} = …"), &format!("{name} = …"))];
        }
        let known = HEADS.iter().filter(|(head, _)| *head == lower);
        let edits = known.flat_map(|(_, meant)| meant.iter()).map(|new| {
            let meant = if lower.starts_with("el") && *new == "if" { "else if" } else { new };
            self.swap(start, start + word.len(), new, word, meant)
        });
        edits.collect()
    }

    /// `else` after `when`, `if … then`, `when … { }` and their like.
    fn cases(&self) -> Vec<Edit> {
        let (first_at, first) = self.first();
        let mut edits = Vec::new();
        let word = token(self.rest());
        if word == "else" || first == "else" {
            let at = if word == "else" { self.at } else { first_at };
            let (next_at, next) = self.after(at + 4);
            let gap = if at == first_at { "" } else { "; " };
            match next {
                "if" | "when" => {
                    let new = format!("{gap}when");
                    edits.push(self.swap(at, next_at + next.len(), &new, &format!("else {next}"), "when"));
                    if let Some(open) = self.text[next_at..].find('{') {
                        let inner = &self.text[next_at + next.len()..next_at + open];
                        let new = format!("{gap}when{inner}->");
                        edits.push(self.swap(at, next_at + open, &new, &format!("else {next} … {{"), "when … -> {"));
                    }
                }
                "->" => edits.push(self.swap(at, at + 4, &format!("{gap}otherwise"), "else", "otherwise")),
                ":" => edits.push(self.swap(at, next_at + 1, &format!("{gap}otherwise ->"), "else:", "otherwise ->")),
                _ => edits.push(self.swap(at, at + 4, &format!("{gap}otherwise ->"), "else", "otherwise ->")),
            }
        }
        if matches!(word, "elif" | "elsif" | "elseif") {
            edits.push(self.swap(self.at, self.at + word.len(), "else if", word, "else if"));
        }
        if matches!(first, "when" | "otherwise" | "if") {
            let sign = matches!(word, ":" | "then" | "=>" | "->" | "do");
            let before = self.before(self.at);
            let ((at, len), what) = match (sign, before.1) {
                (true, _) => ((self.at, word.len()), word),
                (false, "then" | ":" | "do") => ((before.0, before.1.len()), before.1),
                _ => ((self.at, 0), ""),
            };
            edits.extend(self.bodies(first, at, at + len, what));
        }
        edits
    }

    /// The body of a case or `if`, begun by another sign or by none.
    fn bodies(&self, first: &str, start: usize, end: usize, what: &str) -> Vec<Edit> {
        let (_, next) = self.after(end);
        let mut edits = Vec::new();
        if first != "if" {
            if what.is_empty() {
                let found = syntax::missing(self.span(start, start + next.len()), "->", next);
                return vec![Edit { start, end, new: "-> ".to_owned(), found, sure: false }];
            }
            edits.push(self.swap(start, end, " -> ", what, "->"));
        } else if next == "{" {
            edits.push(self.swap(start, end, "", &format!("if … {what} {{"), "if … {"));
        } else {
            edits.extend(self.bare_bodies(start, end, what));
        }
        edits
    }

    /// What an `if`, or the `else` before this place, does without braces.
    fn bare_bodies(&self, start: usize, end: usize, what: &str) -> Vec<Edit> {
        let rest = &self.text[end..];
        let body = rest.find(';').map_or(rest, |semicolon| &rest[..semicolon]);
        let (body, last) = (body.trim(), end + body.len());
        let next = token(self.text[end..].trim_start());
        let at = if what.is_empty() { self.span(start, start + next.len()) } else { self.span(start, end) };
        let first_line = |body: &str| body.lines().next().unwrap_or(body).trim_end().to_owned();
        let edit = |new: String, found| Edit { start, end: last, new, found, sure: true };
        if self.before(start).1 == "else" {
            return vec![edit(format!(" {{ {body} }}"), syntax::else_without_braces(at, &first_line(body)))];
        }
        if body.is_empty() {
            return vec![edit(" { }".to_owned(), syntax::body_on_the_next_line(at, &self.builder.below))];
        }
        // A decision has an `else` of its own, and so has a value with `then`.
        let parted = body.split_once(" else ").or_else(|| body.split_once("\nelse "));
        let parted = parted.filter(|(does, _)| token(does) != "choose" && !does.contains(" then "));
        vec![match parted.map(|(does, otherwise)| (does.trim(), otherwise.trim())) {
            Some((does, otherwise)) if otherwise.starts_with('{') => {
                let found = syntax::without_braces_before_else(at, does, "…");
                edit(format!(" {{ {does} }} else {otherwise}"), found)
            }
            Some((does, otherwise)) => {
                let found = syntax::without_braces_before_else(at, does, &first_line(otherwise));
                edit(format!(" {{ {does} }} else {{ {otherwise} }}"), found)
            }
            None => edit(format!(" {{ {body} }}"), syntax::without_braces(at, &first_line(body))),
        }]
    }

    /// `n += 1`, `n++` and their like.
    fn changes(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, sign) in self.tokens() {
            let target = self.text[..at].trim();
            let end = at + sign.len();
            let operator = sign.get(..1).unwrap_or("");
            let new = match sign {
                // At the beginning of a line, which `+` makes go on with the line before.
                "++" if target.is_empty() || self.text[..at].trim_end_matches([' ', '\t']).ends_with('\n') => {
                    let (name_at, name) = self.after(end);
                    let (whole, long) = (name_at + name.len(), format!("{name} = {name} + 1"));
                    let new = if target.is_empty() { long.clone() } else { format!("; {long}") };
                    edits.push(self.swap(at, whole, &new, &format!("++{name}"), &long));
                    continue;
                }
                "++" => "= {} + 1".replace("{}", target),
                "+=" | "-=" | "*=" | "/=" => format!("= {target} {operator}"),
                _ => continue,
            };
            let shown = if sign == "++" { new.clone() } else { format!("{new} …") };
            let written = if sign == "++" { format!("{target}++") } else { format!("{target} {sign} …") };
            edits.push(self.swap(at, end, &new, &written, &format!("{target} {shown}")));
            break;
        }
        edits
    }

    /// Phrases: `x is empty`, `opposite of x`, `own(1)`, `a ? b : c`, `sow h clockwise`.
    fn phrases(&self) -> Vec<Edit> {
        let word = token(self.rest());
        let end = self.at + word.len();
        let (start, before) = self.before(self.at);
        let (next_at, next) = self.after(end);
        let next_end = next_at + next.len();
        let mut edits = Vec::new();
        match (before, word, next) {
            (_, "is", "empty") => {
                edits.push(self.swap(self.at, next_end, ".seeds == 0", "is empty", "….seeds == 0"));
                edits.push(self.swap(start + before.len(), next_end, ".seeds == 0", "is empty", "….seeds == 0"));
            }
            (_, "is", "not") => edits.push(self.swap(self.at, next_end, "!=", "is not", "!=")),
            (_, "clockwise", _) => edits.push(self.swap(self.at, end, "going cw", "clockwise", "going cw")),
            (_, "counterclockwise" | "anticlockwise" | "counter_clockwise", _) => {
                edits.push(self.swap(self.at, end, "going ccw", word, "going ccw"));
            }
            (
                "opposite" | "seeds" | "owner" | "store" | "counterpart" | "prev" | "count" | "first" | "last",
                "of",
                _,
            ) => {
                let reach = self.operand(next_at);
                let operand = &self.text[next_at..reach];
                let new = format!("{operand}.{before}");
                edits.push(self.swap(start, reach, &new, &format!("{before} of {operand}"), &new));
            }
            (_, "(", _) => {
                if let Some(close) = self.rest().find(')') {
                    let inner = &self.rest()[1..close];
                    let (old, new) = (format!("{before}({inner})"), format!("{before}[{inner}]"));
                    edits.push(self.swap(start, self.at + close + 1, &new, &old, &new));
                }
            }
            (_, "?", _) => edits.extend(self.ternary()),
            _ => {}
        }
        edits
    }

    /// Where an operand ends: a word with what is tied to it.
    fn operand(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        let tied = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
        start + rest.find(|c| !tied(c)).unwrap_or(rest.len())
    }

    fn ternary(&self) -> Option<Edit> {
        let begin = self.text[..self.at].rfind(['=', '(', ',', '>']).filter(|at| !self.text[at + 1..].starts_with('='));
        let begin = begin.filter(|at| *at > 0 && !matches!(self.text.as_bytes()[at - 1], b'=' | b'!'));
        let begins = ["= ", "(", ", ", "-> "]
            .iter()
            .filter_map(|sign| self.text[..self.at].rfind(sign).map(|at| at + sign.len()));
        let begin = begins.max().or(begin.map(|at| at + 1))?;
        let colon = self.at + self.rest().find(':')?;
        let end = self.text[colon..].find([')', ',', ';']).map_or(self.text.len(), |at| colon + at);
        let part = |from: usize, to: usize| self.text.get(from..to).unwrap_or("").trim();
        let (condition, yes, no) = (part(begin, self.at), part(self.at + 1, colon), part(colon + 1, end));
        let new = format!("if {condition} then {yes} else {no}");
        Some(self.swap(begin, end, &new, "… ? … : …", &new))
    }

    /// `rows: 2`, `param start = 4`, `n = 0` in `state`.
    fn declarations(&self) -> Vec<Edit> {
        let word = token(self.rest());
        let end = self.at + word.len();
        let (start, before) = self.before(self.at);
        let (_, first) = self.first();
        let mut edits = Vec::new();
        if matches!(before, "rows" | "houses" | "circle" | "players" | "stores") && matches!(word, ":" | "=") {
            edits.push(self.swap(start, end, before, &format!("{before}{word}"), before));
        }
        if word == "=" && (first == "param" || first == before) {
            let (_, value) = self.after(end);
            let ty = match value {
                "true" | "false" => "Bool",
                "{" => "Counts",
                "ccw" | "cw" => "Direction",
                "none" => "House",
                _ => "Int",
            };
            let found = syntax::without_type(self.span(start, start + before.len()), before, ty);
            for (new, end) in [(format!(": {ty} ="), end), (format!(": {ty} = {value} per match"), self.text.len())] {
                edits.push(Edit { start: self.at, end, new, found: found.clone(), sure: false });
            }
        }
        let all = self.text.trim_end();
        if word.is_empty() && all.contains(':') && all.contains('=') {
            let found = syntax::without_period(self.span(start, start + before.len()));
            edits.push(Edit { start: all.len(), end: all.len(), new: " per match".to_owned(), found, sure: false });
        }
        edits
    }

    /// `for each h in own`, `for (h in own)`, `for h of own`, `for i = 1 to 6`.
    fn loops(&self) -> Vec<Edit> {
        let tokens = self.tokens().take(8).collect::<Vec<_>>();
        let texts = tokens.iter().map(|(_, word)| *word).collect::<Vec<_>>();
        let place = |nth: usize| tokens.get(nth).map_or(self.text.len(), |(at, _)| *at);
        let past = |nth: usize| tokens.get(nth).map_or(self.text.len(), |(at, word)| at + word.len());
        let mut edits = Vec::new();
        match texts.as_slice() {
            ["for" | "foreach", "each" | "every" | "all", ..] => {
                edits.push(self.swap(place(0), past(1), "for", &format!("{} {}", texts[0], texts[1]), "for"));
            }
            ["for" | "foreach", "(", name, ..] => {
                let skip = if matches!(*name, "var" | "let" | "int" | "const") { 3 } else { 2 };
                if let Some(close) = self.text.rfind(')') {
                    let inner = self.text.get(place(skip)..close).unwrap_or("").replacen(" of ", " in ", 1);
                    edits.push(self.swap(place(0), close + 1, &format!("for {inner}"), "for (…)", "for … in …"));
                }
            }
            ["for", name, "of" | "over" | ":", ..] => {
                let (old, new) = (format!("for {name} {}", texts[2]), format!("for {name} in"));
                edits.push(self.swap(place(0), past(2), &new, &old, &new));
            }
            ["for", name, "=", low, "to" | "," | "until" | "..", high, ..] => {
                let new = format!("for {name} in {low} .. {high}");
                edits.push(self.swap(place(0), past(5), &new, self.text[place(0)..past(5)].trim(), &new));
            }
            _ => {}
        }
        edits
    }

    fn answer(&self) -> Option<Diagnostic> {
        let (start, first) = self.first();
        let head = self.span(start, start + first.len());
        let word = token(self.rest());
        let here = self.span(self.at, self.at + word.len());
        let lower = first.to_lowercase();
        let told = |at, title: &str, instead: &str| Some(syntax::foreign(at, title, instead));
        match (lower.as_str(), word) {
            ("while", _) | (_, "while") => told(
                if lower == "while" { head } else { here },
                "there is no `while` loop",
                "write `repeat n { … }`, `for h in … { … }`, or `laps from h { when … -> relay }`",
            ),
            ("until", _) | ("do", _) => {
                told(head, &format!("there is no `{first}` loop"), "write `repeat n { … }` or `for h in … { … }`")
            }
            ("loop", _) => told(head, "there is no endless loop", "write `repeat n { … }` or `laps from h { … }`"),
            ("return", _) => told(
                head,
                "nothing is returned in this language",
                "a value is declared `def name(…) -> Int = …`; a move is ended with `end turn`",
            ),
            ("continue" | "pass", _) => {
                told(head, &format!("there is no `{first}`"), "leave it out, or write `{ }` for doing nothing")
            }
            ("print" | "log" | "echo", _) => {
                told(head, "rules print nothing", "take this out; `mcl trace` tells what happens")
            }
            ("import" | "include" | "require", _) => told(head, &format!("there is no `{first}`"), "write `use NAME`"),
            ("class" | "struct" | "enum" | "type", _) => {
                told(head, &format!("there is no `{first}`"), "declare a `mark`, a `reading` or a variable in `state`")
            }
            (_, "?") => told(here, "`? :` is written `if … then … else …`", "write `if c then a else b`"),
            (_, "then") if lower == "if" => told(here, "`then` gives a value", "write `if … { … }` to do something"),
            ("repeat", "" | "{") => {
                let found = syntax::unfinished(head, "`repeat` does not say how often", "a number belongs behind it");
                Some(found.help("write `repeat 2 { … }`"))
            }
            ("move" | "take", "to" | "for" | "") if !self.text.contains(" from ") => {
                let title = format!("`{first}` does not say from where");
                let found =
                    syntax::unfinished(if word.is_empty() { head } else { here }, &title, "`from` belongs here");
                Some(found.help(format!("write `{first} n from h{}`", if first == "move" { " to k" } else { "" })))
            }
            (_, "when") if self.text[..self.at].trim_end().ends_with("->") => Some(syntax::bare_when(here)),
            _ => self.gap().or_else(|| self.number()).or_else(|| self.unfinished_phrase()).or_else(|| self.head()),
        }
    }

    /// A first word of another language, whatever is wrong behind it.
    fn head(&self) -> Option<Diagnostic> {
        let (start, word) = self.first();
        let (_, meant) = HEADS.iter().find(|(head, _)| *head == word.to_lowercase())?;
        Some(syntax::habit(self.span(start, start + word.len()), word, meant.first()?))
    }

    /// `0.5`: there are whole numbers only.
    fn number(&self) -> Option<Diagnostic> {
        let whole = self.text[..self.at].trim_end().strip_suffix('.')?;
        let digits = whole.len() - whole.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let word = token(self.rest());
        if digits == 0 || !word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let span = self.span(whole.len() - digits, self.at + word.len());
        Some(syntax::foreign(span, "numbers are whole", "write a whole number; a part of one is `n * 2 / 3`"))
    }

    /// `count x in R` without its `:`.
    fn unfinished_phrase(&self) -> Option<Diagnostic> {
        let tokens = self.tokens().take_while(|(at, _)| *at < self.at).collect::<Vec<_>>();
        let phrase = |word: &str| matches!(word, "any" | "all" | "no" | "count" | "first" | "sum" | "max" | "min");
        let begins = tokens.windows(3).rev().find(|three| phrase(three[0].1) && three[2].1 == "in")?;
        let (at, word) = begins[0];
        if self.text[at..self.at].contains(':') {
            return None;
        }
        let name = begins[1].1;
        let title = format!("`{word} {name} in …` has no `:`");
        let span = self.span(at, begins[1].0 + name.len());
        let found = syntax::unfinished(span, &title, "what is asked of each comes behind a `:`");
        let written = self.text[begins[2].0 + 2..self.at].trim();
        let (region, asked) = written.split_once(" where ").unwrap_or((written, ""));
        // Of two comparisons in a row the second is of the whole phrase.
        let signs = |c: char| matches!(c, '<' | '>' | '=');
        let second = asked.find(signs).and_then(|first| {
            let behind = first + asked[first..].find(|c| !signs(c))?;
            Some(behind + asked[behind..].find(signs)?)
        });
        let (asked, rest) = asked.split_at(second.unwrap_or(asked.len()));
        let asked = if asked.is_empty() { format!("{name}.seeds > 0") } else { asked.trim().to_owned() };
        let phrase = format!("{word} {name} in {region}: {asked}");
        Some(found.help(match rest.trim() {
            "" => format!("write `{phrase}`"),
            rest => format!("write `({phrase}) {rest}`"),
        }))
    }
}
