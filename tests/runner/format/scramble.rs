//! In: a rule file in canonical form, and a number. Out: the same rules with other blanks, line ends and comments, as chance in that number has it.
//! Never here: whether they are still the same.

/// Before these the text may go on on another line.
const GOES_ON: [&str; 33] = [
    "must",
    "prefer",
    "optional",
    "else",
    "where",
    "while",
    "and",
    "or",
    "in",
    "then",
    "going",
    "alternating",
    "skipping",
    "through",
    "along",
    "leaving",
    "taking",
    "starting",
    "without",
    "before",
    "after",
    "reversed",
    "followed",
    "->",
    "..",
    "==",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "+",
    "{",
];
/// After these it may as well.
const OPEN_ENDED: [&str; 6] = ["or", "where", "while", "->", "=", "not"];
/// Around these blanks may stand or be left out.
const SIGNS: [&str; 12] = ["{", "}", "(", ")", "[", "]", ",", ":", "->", "==", "<=", ">="];

/// A word, sign, text or comment with the blanks and line ends before it.
struct Token<'a> {
    before: &'a str,
    text: &'a str,
}

/// Chance.
pub(super) struct Scrambler(u64);

impl Scrambler {
    pub(super) fn new(seed: u64) -> Scrambler {
        Scrambler(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    /// Other blanks in the same lines, and more empty lines where there is one.
    pub(super) fn blanks(&mut self, text: &str) -> String {
        let mut made = String::new();
        let mut last = "";
        for Token { before, text } in tokens(text) {
            let clings = SIGNS.contains(&text) || SIGNS.contains(&last);
            for part in before.split_inclusive('\n') {
                let ended = part.ends_with('\n');
                made.push_str(["", " ", "  ", "\t"][if ended || clings { self.below(4) } else { 1 + self.below(3) }]);
                made.push_str(if ended { "\n" } else { "" });
            }
            if before.is_empty() && clings && !(last == "[" || text == "]") {
                made.push_str(["", " "][self.below(2)]);
            }
            if before.matches('\n').count() > 1 {
                made.push_str(["", "\n", " \n\t\n"][self.below(3)]);
            }
            made.push_str(text);
            last = text;
        }
        made
    }

    /// Line ends in statements that stand in no block on one line.
    pub(super) fn broken(&mut self, text: &str) -> String {
        self.with_line_ends(text, false, |_, _| String::new())
    }

    /// Line ends wherever a statement may go on.
    pub(super) fn anywhere(&mut self, text: &str) -> String {
        self.with_line_ends(text, true, |_, _| String::new())
    }

    /// The same with comments.
    pub(super) fn commented(&mut self, text: &str) -> String {
        self.with_line_ends(text, true, |scrambler, nth| match scrambler.below(3) {
            0 => String::new(),
            1 => format!(" -- c{nth}"),
            _ => format!("\n-- c{nth}\n\n  -- d{nth}"),
        })
    }

    fn with_line_ends(&mut self, text: &str, inside: bool, comment: fn(&mut Scrambler, usize) -> String) -> String {
        let mut made = String::new();
        let mut braces = 0_usize;
        let mut last = "";
        for (nth, Token { before, text }) in tokens(text).into_iter().enumerate() {
            if before.contains('\n') {
                braces = 0;
            }
            // Whether a comment stands behind a line or on its own is the writer's choice, which the form keeps.
            let can_end = !text.starts_with("--") && (GOES_ON.contains(&text) || OPEN_ENDED.contains(&last));
            let goes_on = can_end && (inside || braces == 0) && !before.contains('\n') && nth > 0;
            if before.contains('\n') && !last.starts_with("--") && self.below(4) == 0 {
                made.push_str(&comment(self, nth));
            }
            made.push_str(before);
            if goes_on && self.below(3) == 0 {
                made.push_str(&comment(self, nth));
                made.push_str(["\n", "\n \n", "\n        "][self.below(3)]);
            }
            braces += usize::from(text == "{");
            braces = braces.saturating_sub(usize::from(text == "}"));
            made.push_str(text);
            last = text;
        }
        made
    }

    /// Lines joined by `;`, as often as the text is still good.
    pub(super) fn joined(&mut self, text: &str, is_good: impl Fn(&str) -> bool) -> String {
        let mut lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
        for _ in 0..8 {
            let at = self.below(lines.len().saturating_sub(1).max(1));
            let mut tried = lines.clone();
            if at + 1 >= tried.len() || tried[at].contains("--") {
                continue;
            }
            let next = tried.remove(at + 1);
            let between = [" ; ", " "][usize::from(tried[at].ends_with('{') || next.trim_start().starts_with('}'))];
            tried[at] = format!("{}{between}{}", tried[at].trim_end(), next.trim_start());
            if is_good(&tried.join("\n")) {
                lines = tried;
            }
        }
        lines.join("\n")
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut last = "";
    while at < text.len() {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        let word = &rest[blank..];
        // What is played is one word to its end, as is the text after `legal`.
        let len = match last {
            "play" => word.find("--").unwrap_or(word.len()).min(word.find(['\n', ';', '}']).unwrap_or(word.len())),
            "legal" if word.starts_with('*') => 1 + length(&word[1..]),
            _ => length(word),
        };
        found.push(Token { before: &rest[..blank], text: word[..len].trim_end() });
        last = &word[..len];
        at += blank + word[..len].trim_end().len().max(usize::from(word.is_empty()));
    }
    found
}

fn length(word: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if word.starts_with("--") {
        return word.find('\n').unwrap_or(word.len());
    }
    if let Some(inner) = word.strip_prefix('"') {
        return inner.find('"').map_or(word.len(), |end| end + 2);
    }
    if ["->", "==", "!=", "<=", ">=", ".."].iter().any(|sign| word.starts_with(sign)) {
        return 2;
    }
    match word.chars().next() {
        // A name of a file may have hyphens.
        Some(first) if is_word(first) => {
            let end = word.find(|c: char| !is_word(c) && c != '-').unwrap_or(word.len());
            word[..end].find("--").or_else(|| word[..end].find("->")).unwrap_or(end)
        }
        Some(first) => first.len_utf8(),
        None => 0,
    }
}
