//! In: a text and the place where it could not be read. Out: edits for what is said in other words, in another order, or with a word left out. Never here: signs and heads of other languages (habits).
use super::habits::Look;
use super::mend::Edit;
use super::recover::{self, token};
use crate::diagnostic::{Diagnostic, closeness, nearest, syntax};

/// Other words for what is done, and the statements they may mean.
const DEEDS: [(&str, &[&str]); 25] = [
    ("steal", &["capture", "take"]),
    ("eat", &["capture", "take"]),
    ("remove", &["capture", "take"]),
    ("collect", &["capture", "take"]),
    ("grab", &["capture", "take"]),
    ("seize", &["capture", "take"]),
    ("gather", &["capture", "take"]),
    ("harvest", &["capture", "take"]),
    ("pick", &["capture", "take"]),
    ("capture", &["take"]),
    ("captures", &["capture", "take"]),
    ("capturing", &["capture", "take"]),
    ("takes", &["capture", "take"]),
    ("wins", &["win"]),
    ("distribute", &["sow"]),
    ("scatter", &["sow"]),
    ("spread", &["sow"]),
    ("sows", &["sow"]),
    ("transfer", &["move"]),
    ("exchange", &["swap"]),
    ("flag", &["mark"]),
    ("pickup", &["lift"]),
    ("select", &["choose"]),
    ("chooses", &["choose"]),
    ("ask", &["choose"]),
];
/// Words that stand alone, and the statements they mean.
const ALONE: [(&str, &str); 14] = [
    ("pass", "end turn"),
    ("return", "end turn"),
    ("skip", "end turn"),
    ("done", "end turn"),
    ("finish", "end turn"),
    ("exit", "end turn"),
    ("break", "stop"),
    ("halt", "stop"),
    ("tie", "draw"),
    ("lose", "win opponent"),
    ("win", "win mover"),
    ("continue", "{ }"),
    ("nothing", "{ }"),
    ("none", "{ }"),
];
/// Two words, and what they mean.
const PAIRS: [(&str, &str, &str); 20] = [
    ("play", "again", "again"),
    ("move", "again", "again"),
    ("go", "again", "again"),
    ("extra", "turn", "again"),
    ("another", "turn", "again"),
    ("free", "turn", "again"),
    ("end", "move", "end turn"),
    ("next", "turn", "end turn"),
    ("end", "game", "end round"),
    ("end", "match", "end round"),
    ("game", "over", "end round"),
    ("do", "nothing", "{ }"),
    ("never", "lifted", "lift never"),
    ("never", "captured", "capture never"),
    ("never", "sown", "sow skip"),
    ("own", "row", "own"),
    ("own", "side", "own"),
    ("theirs", "row", "theirs"),
    ("own", "houses", "own"),
    ("capture", "all", "capture"),
];
/// Other words for how one sows.
const OPTIONS: [(&str, &str); 9] = [
    ("skip", "skipping"),
    ("skips", "skipping"),
    ("leave", "leaving"),
    ("start", "starting"),
    ("ccw", "going ccw"),
    ("cw", "going cw"),
    ("alternate", "alternating"),
    ("go", "going"),
    ("direction", "going"),
];
/// Words before a section that say nothing here.
const NEEDLESS: [&str; 9] =
    ["override", "overrides", "redefine", "replace", "public", "private", "static", "final", "export"];

impl Look<'_> {
    /// Edits of this kind, the likeliest first.
    pub(super) fn deeds(&self) -> Vec<Edit> {
        let mut edits = self.else_if().into_iter().collect::<Vec<_>>();
        edits.extend(self.condition_behind());
        edits.extend(self.pairs());
        edits.extend(self.verbs());
        edits.extend(self.who_wins());
        edits.extend(self.alone());
        edits.extend(self.without_when());
        edits.extend(self.nameless());
        edits.extend(self.options());
        edits.extend(self.lists());
        edits.extend(self.stores());
        edits.extend(self.needless());
        edits.extend(self.filter());
        edits
    }

    /// The words with which statements begin, up to the error.
    fn beginnings(&self) -> Vec<(usize, &str)> {
        let mut before = ";";
        let begins = self.tokens().take_while(|(at, _)| *at <= self.at).filter(|(_, word)| {
            let begins = matches!(before, ";" | "->" | "{" | "else");
            before = word;
            begins
        });
        begins.collect()
    }

    /// Whether nothing but the end of the statement follows.
    fn ends(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start_matches([' ', '\t']);
        rest.is_empty() || rest.starts_with(['\n', '\r', ';', '}']) || rest.starts_with("--")
    }

    /// Where the line or statement of a place ends.
    fn line_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let mut depth = 0;
        let end = rest.char_indices().find(|(place, c)| match c {
            '{' => {
                depth += 1;
                false
            }
            '}' => {
                depth -= 1;
                depth < 0
            }
            '\n' | ';' => depth == 0,
            '-' => rest[*place..].starts_with("--"),
            _ => false,
        });
        at + end.map_or(rest.len(), |(place, _)| place)
    }

    fn told(&self, start: usize, end: usize, new: String, found: Diagnostic) -> Edit {
        Edit { start, end, new, found, sure: true }
    }

    /// `else c { … }`, its `if` left out; `else c -> …` among cases.
    fn else_if(&self) -> Option<Edit> {
        let (first, here) = (self.first().1, token(self.rest()));
        let (else_at, at) = match self.before(self.at) {
            (else_at, "else") => (else_at, self.at),
            _ if here == "else" => (self.at, self.after(self.at + 4).0),
            _ => return None,
        };
        let word = token(&self.text[at..]);
        if matches!(word, "" | "{" | "if" | "when" | "->" | ":" | "then") {
            return None;
        }
        let rest = &self.text[at..self.line_end(at)];
        let (sign, lead, start, new) = match first {
            "if" => ("{", "else if", at, "if "),
            "when" if rest.contains("->") => ("->", "when", else_at, "; when "),
            _ => return None,
        };
        let condition = rest.get(..rest.find(sign)?)?.trim();
        let span = self.span(at, at + condition.len());
        let found = syntax::condition_without_if(span, &format!("{lead} {condition}"));
        Some(self.told(start, at, new.to_owned(), found))
    }

    /// `capture h if c`: the condition comes first.
    fn condition_behind(&self) -> Option<Edit> {
        let tokens = self.tokens().take_while(|(at, _)| *at <= self.at).collect::<Vec<_>>();
        let nth = tokens.iter().rposition(|(_, word)| matches!(*word, "if" | "when" | "unless"))?;
        let (at, word) = tokens[nth];
        let before = tokens.get(nth.checked_sub(1)?)?.1;
        let end = self.line_end(at);
        let condition = self.text.get(at + word.len()..end)?.trim();
        let is_phrase = matches!(before, "else" | "->" | ";" | "{" | "=" | "(" | "," | "and" | "or" | "not");
        if is_phrase
            || condition.is_empty()
            || nearest(recover::token(condition), ["possible"]).is_some()
            || condition.contains("->")
        {
            return None;
        }
        let (start, _) = self.beginnings().into_iter().rfind(|(start, _)| *start < at)?;
        let deed = self.text[start..at].trim();
        let deed = if deed == "win" { "win mover" } else { deed };
        if recover::token(deed) == "when" || recover::token(deed) == "if" {
            return None;
        }
        let condition = if word == "unless" { format!("not ({condition})") } else { condition.to_owned() };
        let (arrow, sign) = self.before(start);
        let (start, new, shown) = if sign == "->" {
            let shown = format!("when … and {condition} -> {deed}");
            (arrow, format!("and ({condition}) -> {deed} "), shown)
        } else {
            let new = format!("when {condition} -> {deed} ");
            (start, new.clone(), new.trim().to_owned())
        };
        Some(self.told(start, end, new, syntax::condition_behind(self.span(at, at + word.len()), &shown)))
    }

    fn pairs(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let tokens = self.tokens().take_while(|(at, _)| *at <= self.at).collect::<Vec<_>>();
        let second = self.after(self.at + token(self.rest()).len());
        let all = tokens.iter().copied().chain([second]).collect::<Vec<_>>();
        for both in all.windows(2).rev().take(3) {
            let (start, end) = (both[0].0, both[1].0 + both[1].1.len());
            for (_, _, new) in PAIRS.iter().filter(|(one, other, _)| *one == both[0].1 && *other == both[1].1) {
                let written = format!("{} {}", both[0].1, both[1].1);
                edits.push(self.swap(start, end, new, &written, new));
            }
        }
        edits
    }

    fn verbs(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, word) in self.beginnings().into_iter().rev().take(2) {
            let known = DEEDS.iter().filter(|(other, _)| *other == word.to_lowercase() && !self.is_declared(word));
            for new in known.flat_map(|(_, meant)| meant.iter()) {
                edits.push(self.swap(at, at + word.len(), new, word, new));
            }
        }
        edits
    }

    /// `mover loses`, `South wins`.
    fn who_wins(&self) -> Option<Edit> {
        let (at, who) = self.beginnings().pop().filter(|(_, word)| !recover::token(word).is_empty())?;
        let (verb_at, verb) = self.after(at + who.len());
        let end = verb_at + verb.len();
        let new = match (verb, who) {
            ("wins" | "won", _) => format!("win {who}"),
            ("loses" | "lost", "mover") => "win opponent".to_owned(),
            ("loses" | "lost", "opponent") => "win mover".to_owned(),
            ("loses" | "lost", _) => format!("win opponent of {who}"),
            _ => return None,
        };
        self.ends(end).then(|| self.swap(at, end, &new, &format!("{who} {verb}"), &new))
    }

    fn alone(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, word) in self.beginnings().into_iter().rev().take(2) {
            let end = at + word.len();
            // At the head of a line it may be any language's.
            let answered = at == self.first().0 && matches!(word, "pass" | "continue");
            let known = ALONE.iter().find(|(other, _)| *other == word.to_lowercase());
            let Some((_, new)) = known.filter(|_| self.ends(end) && !answered && !self.is_declared(word)) else {
                continue;
            };
            let found = match (word, *new) {
                ("win", _) => syntax::winner_unsaid(self.span(at, end)),
                (_, "{ }") => syntax::nothing_done(self.span(at, end), word),
                _ => syntax::habit(self.span(at, end), word, new),
            };
            edits.push(self.told(at, end, (*new).to_owned(), found));
        }
        edits
    }

    /// `stuck -> …`: the `when` is left out.
    fn without_when(&self) -> Option<Edit> {
        let (at, word) =
            self.beginnings().into_iter().rfind(|(_, word)| !matches!(*word, "when" | "otherwise" | "if"))?;
        let line = &self.text[at..self.line_end(at)];
        (line.contains("->") && !self.is_misspelt(word)).then(|| {
            let found = syntax::missing(self.span(at, at + word.len()), "when", word);
            self.told(at, at, "when ".to_owned(), found)
        })
    }

    /// `choose own`, `choose one h in own`, `any player: …`.
    fn nameless(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let tokens = self.tokens().take_while(|(at, _)| *at <= self.at + 1).collect::<Vec<_>>();
        let end_of = |(at, word): (usize, &str)| at + word.len();
        for two in tokens.windows(2).filter(|two| matches!(two[0].1, "choose" | "for")) {
            let (at, word) = two[1];
            let name = match word {
                "own" | "theirs" | "houses" | "row" | "inner" | "outer" => "h",
                "directions" => "d",
                "players" => "p",
                "a" | "an" | "one" | "any" | "some" | "the" | "each" if two[0].1 == "choose" => {
                    let found = syntax::superfluous(self.span(at, end_of(two[1])), word);
                    edits.push(self.told(at, end_of(two[1]), String::new(), found));
                    continue;
                }
                _ => continue,
            };
            let shown = format!("{} {name} in {word}", two[0].1);
            let found = syntax::without_name(self.span(at, end_of(two[1])), &shown);
            edits.push(self.told(at, at, format!("{name} in "), found));
        }
        edits.extend(self.nameless_quantifier());
        edits
    }

    fn nameless_quantifier(&self) -> Option<Edit> {
        let tokens = self.tokens().collect::<Vec<_>>();
        let phrase = |word: &str| matches!(word, "any" | "all" | "no" | "count" | "first" | "sum" | "max" | "min");
        let three = tokens.windows(3).find(|three| phrase(three[0].1) && three[2].1 == ":")?;
        let (name, list) = match three[1].1 {
            "player" | "players" => ("p", "players"),
            "house" | "houses" | "own" | "theirs" => ("h", if three[1].1 == "house" { "houses" } else { three[1].1 }),
            _ => return None,
        };
        let (start, colon) = (three[0].0, three[2].0 + 1);
        let renamed = self.text[colon..].replace(&format!("{}.", three[1].1), &format!("{name}."));
        let head = format!("{} {name} in {list}:", three[0].1);
        let found = syntax::without_name(self.span(start, colon), &format!("{head} {name}.…"));
        Some(self.told(start, self.text.len(), format!("{head}{renamed}"), found))
    }

    /// `sow h skip k`, `sow h ccw`.
    fn options(&self) -> Vec<Edit> {
        let sows = self.beginnings().iter().any(|(_, word)| matches!(*word, "sow" | "laps" | "relay"));
        let (word, end) = (token(self.rest()), self.at + token(self.rest()).len());
        let known = OPTIONS.iter().filter(|(other, _)| sows && *other == word);
        known.map(|(_, new)| self.swap(self.at, end, new, word, new)).collect()
    }

    /// `1 ... 12`, `owner South: A, B`, `own{6}`, `h in own, where c`.
    fn lists(&self) -> Vec<Edit> {
        let word = token(self.rest());
        let (start, before) = self.before(self.at);
        let end = self.at + word.len();
        let mut edits = Vec::new();
        match (before, word) {
            ("..", ".") => edits.push(self.swap(start, end, "..", "...", "..")),
            (low, "to") if low.starts_with(|c: char| c.is_ascii_digit()) => {
                edits.push(self.swap(self.at, end, "..", "to", ".."));
            }
            (",", "where" | "must" | "optional") => {
                let found = syntax::superfluous(self.span(start, start + 1), ",");
                edits.push(self.told(start, start + 1, String::new(), found));
            }
            (name, "{") if start + name.len() == self.at && name.starts_with(char::is_alphabetic) => {
                if let Some(close) = self.rest().find('}') {
                    let inner = self.rest()[1..close].trim();
                    let (old, new) = (format!("{name}{{{inner}}}"), format!("{name}[{inner}]"));
                    edits.push(self.swap(start, self.at + close + 1, &new, &old, &new));
                }
            }
            (_, ",") if matches!(self.first().1, "owner" | "players" | "stores" | "track") => {
                let line_end = self.line_end(self.at);
                let names = self.text[self.at..line_end].replace(',', " ");
                let head = self.text[self.first().0..self.at].trim_end();
                let whole = format!("{head} {}", names.split_whitespace().collect::<Vec<_>>().join(" "));
                let found = syntax::names_with_commas(self.span(self.at, end), &whole);
                edits.push(self.told(self.at, line_end, names, found));
            }
            _ => {}
        }
        edits
    }

    /// `last in store`, `winner most store + 1`.
    fn stores(&self) -> Option<Edit> {
        let word = token(self.rest());
        let (start, before) = self.before(self.at);
        if self.first().1 == "winner" && before == "store" && matches!(word, "+" | "-" | "*" | "/" | "%") {
            let written = format!("store {word} …");
            let meant = format!("p.store.seeds {word} …");
            return Some(self.swap(start, start + before.len(), "p.store.seeds ", &written, &meant));
        }
        let end = self.at + word.len();
        (word == "store" && before != "own")
            .then(|| self.told(self.at, end, "own store".to_owned(), syntax::whose_store(self.span(self.at, end))))
    }

    /// `override def …`, `extends my wari`.
    fn needless(&self) -> Option<Edit> {
        let tokens = self.tokens().take_while(|(at, _)| *at <= self.at + 1).collect::<Vec<_>>();
        let (at, first) = self.first();
        if NEEDLESS.contains(&first) {
            let end = at + first.len();
            return Some(self.told(at, end, String::new(), syntax::said_by_the_name(self.span(at, end), first)));
        }
        let nth = tokens.iter().position(|(_, word)| *word == "extends")?;
        let start = tokens.get(nth + 1)?.0;
        let length = self.text[start..].find(['{', '\n']).unwrap_or(self.text.len() - start);
        let words = self.text[start..start + length].split(" with ").next()?.trim();
        let name = words.split_whitespace().collect::<Vec<_>>().join("-");
        let plain = words.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
        let end = start + words.len();
        (plain && name != words)
            .then(|| self.told(start, end, name.clone(), syntax::game_of_one_word(self.span(start, end), &name)))
    }

    /// `choose h in own h.seeds > 0`: the `where` is left out.
    fn filter(&self) -> Option<Edit> {
        let word = token(self.rest());
        let filtered = self.beginnings().iter().any(|(_, word)| matches!(*word, "choose" | "for"));
        let value = word.starts_with(char::is_alphabetic) && !self.is_misspelt(word) || word == "(";
        (filtered && value).then(|| {
            let found = syntax::missing(self.span(self.at, self.at + word.len()), "where", word);
            Edit { start: self.at, end: self.at, new: "where ".to_owned(), found, sure: false }
        })
    }

    /// Whether a word looks like one of the language with a slip in it.
    fn is_misspelt(&self, word: &str) -> bool {
        let near = || recover::keywords().any(|known| closeness(word, known).is_some());
        !self.is_declared(word) && !recover::is_keyword(word) && word.chars().count() > 1 && near()
    }

    fn is_declared(&self, word: &str) -> bool {
        self.builder.declared.contains(word)
    }
}
