//! In: the text of a file. Out: mistakes that can be seen without a grammar (bytes, brackets, texts, depth) and the comments. Never here: words.
use super::signs::{Sign, sign};
use crate::diagnostic::{Diagnostic, syntax};
use crate::source::{FileId, Span};

/// Bytes a rule file may have.
pub const LARGEST_FILE: usize = 1 << 18;
/// Brackets and phrases that may stand inside one another.
pub const DEEPEST: usize = 64;
/// Bytes of a name or label: every answer to a move repeats them, and must not grow with them.
pub const LONGEST_NAME: usize = 64;
/// Bytes of the title of a game or library, and of the name of a test.
pub const LONGEST_TITLE: usize = 200;
/// Bytes of any other text: a question, a line of `about`, a position.
pub const LONGEST_TEXT: usize = 4096;
/// Mistakes of this kind told of one file; a file that is no rule file has no end of them.
const MOST_REPORTS: usize = 20;

/// A comment, with its `--`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
}

/// What was seen.
pub(crate) struct Scan {
    pub(crate) comments: Vec<Comment>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    repairs: Vec<Repair>,
    /// Something is wrong that no repair mends.
    hopeless: bool,
    /// Comments of other languages that have been told of: once for each kind.
    told: Vec<&'static str>,
    file: FileId,
    open: Vec<Open>,
    /// Indentation of the line being read, and whether only blanks have been read in it.
    indent: usize,
    fresh: bool,
    /// Where the last thing that is not blank ends.
    read: usize,
    /// Phrases (`if`, `any x in`, `while`) opened since the statement began: they nest without brackets.
    phrases: usize,
    /// An opening brace, and the first thing after it that stands at the indentation of an outer block.
    suspect: Option<(Span, Span)>,
    /// The first closing brace that stands deeper than the line on which its block was opened.
    deeper: Option<Span>,
    /// A second `{` directly behind the first.
    doubled: Option<Span>,
    /// Whether a line is indented.
    indented: bool,
    /// A block, and the first line after it that begins a part of the game although the block is open.
    headed: Option<(Span, Span)>,
}

/// A place of the text and what was meant there, not longer than what stands there.
struct Repair {
    start: usize,
    end: usize,
    meant: &'static str,
    plain: Option<char>,
}

struct Open {
    bracket: char,
    span: Span,
    indent: usize,
    /// Written `(`, and read as `{`.
    round: bool,
}

/// Reads the text once.
pub(crate) fn scan(text: &str, file: FileId) -> Scan {
    let mut scan = Scan {
        comments: Vec::new(),
        diagnostics: Vec::new(),
        repairs: Vec::new(),
        hopeless: false,
        told: Vec::new(),
        file,
        open: Vec::new(),
        indent: 0,
        fresh: true,
        read: 0,
        phrases: 0,
        suspect: None,
        deeper: None,
        doubled: None,
        indented: false,
        headed: None,
    };
    let mut at = 0;
    while at < text.len() && scan.diagnostics.len() < MOST_REPORTS {
        at = scan.step(text, at);
    }
    if scan.diagnostics.len() < MOST_REPORTS {
        scan.finish();
    }
    scan
}

impl Scan {
    /// The text as it was meant, byte for byte in the same places, if signs are all that is wrong with it.
    pub(crate) fn repaired(&self, text: &str) -> Option<String> {
        if self.hopeless || self.diagnostics.len() >= MOST_REPORTS {
            return None;
        }
        let mut bytes = text.as_bytes().to_vec();
        for repair in &self.repairs {
            let place = bytes.get_mut(repair.start..repair.end)?;
            place.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            let mut plain = [0; 4];
            let meant = repair.plain.map_or(repair.meant, |plain_form| plain_form.encode_utf8(&mut plain)).as_bytes();
            place.get_mut(..meant.len())?.copy_from_slice(meant);
        }
        String::from_utf8(bytes).ok()
    }

    /// The places that are not as they were written.
    pub(crate) fn repaired_places(&self) -> Vec<(usize, usize)> {
        self.repairs.iter().map(|repair| (repair.start, repair.end)).collect()
    }

    fn repair(&mut self, start: usize, end: usize, meant: &'static str) {
        self.repairs.push(Repair { start, end, meant, plain: None });
    }

    /// What no repair mends.
    fn wrong(&mut self, found: Diagnostic) {
        self.hopeless = true;
        self.diagnostics.push(found);
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file: self.file, start: narrow(start), end: narrow(end) }
    }

    /// Reads one character, comment, text or word; gives the place after it.
    fn step(&mut self, text: &str, at: usize) -> usize {
        let rest = &text[at..];
        let Some(next) = rest.chars().next() else {
            return text.len();
        };
        let after = at + next.len_utf8();
        if next == '\n' {
            self.new_line(text, at);
            return after;
        }
        if next == ' ' || next == '\t' || next == '\r' {
            self.indent += usize::from(self.fresh);
            return after;
        }
        let fresh = std::mem::replace(&mut self.fresh, false);
        if let Some(end) = self.foreign_comment(text, at, fresh) {
            return end;
        }
        if fresh && !matches!(next, '}' | ')' | ']') && !rest.starts_with("--") {
            self.indented |= self.indent > 0;
            self.outside_its_block(text, at);
            self.begins_a_part(text, at);
        }
        if rest.starts_with("--") {
            let end = at + rest.find('\n').unwrap_or(rest.len());
            self.counted_down(text, at, end);
            self.comments.push(Comment { span: self.span(at, at + text[at..end].trim_end().len()) });
            return end;
        }
        let end = match next {
            '"' => self.text(text, at),
            '{' | '(' | '[' => self.opening(text, next, at),
            '}' | ')' | ']' => self.closing(text, next, at, fresh),
            '–' | '—' if begins_remark(&text[at..], fresh) => self.dashed_remark(text, next, at),
            _ if sign(next).is_some() => self.sign(text, next, at),
            _ if next.is_alphabetic() || next == '_' => self.word(text, at),
            _ if next.is_ascii() && !next.is_ascii_control() => after,
            _ => {
                self.wrong(syntax::strange_character(self.span(at, after), &shown(next)));
                after
            }
        };
        self.read = end;
        end
    }

    /// `n--` on a line of its own, which would be a name and an empty comment.
    fn counted_down(&mut self, text: &str, at: usize, end: usize) {
        let begin = text[..at].rfind(['\n', ';', '{', '>']).map_or(0, |begin| begin + 1);
        let name = text[begin..at].trim_start();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name && text[at + 2..end].trim().is_empty() {
            let written = format!("{name}--");
            self.wrong(syntax::habit(self.span(at - name.len(), at + 2), &written, &format!("{name} = {name} - 1")));
        }
    }

    /// A statement that does not go on ends, and with it the phrases it opened.
    fn new_line(&mut self, text: &str, at: usize) {
        let before = &text[..self.read.min(at)];
        let tail = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let goes_on = before.ends_with([',', ':', '=', '>', '+', '*', '/', '(', '<'])
            || matches!(tail, "if" | "then" | "else" | "where" | "while" | "and" | "or" | "not" | "in");
        if !goes_on {
            self.phrases = 0;
        }
        self.indent = 0;
        self.fresh = true;
    }

    fn word(&mut self, text: &str, at: usize) -> usize {
        let end = at
            + text[at..].find(|c: char| !(c.is_alphanumeric() || c == '_' || is_joining(c))).unwrap_or(text.len() - at);
        if end - at > LONGEST_NAME {
            self.wrong(syntax::name_too_long(self.span(at, end), "name", LONGEST_NAME));
        }
        if matches!(
            &text[at..end],
            "if" | "any"
                | "all"
                | "no"
                | "count"
                | "first"
                | "sum"
                | "max"
                | "min"
                | "while"
                | "otherwise"
                | "of"
                | "from"
        ) {
            self.phrases += 1;
            if self.phrases == DEEPEST {
                self.wrong(syntax::too_deep(self.span(at, end), DEEPEST));
            }
        }
        end.max(at + 1)
    }

    fn text_end(&self, text: &str, at: usize) -> usize {
        match text[at + 1..].find(['"', '\n']) {
            Some(found) if text[at + 1 + found..].starts_with('"') => at + found + 2,
            Some(found) => at + 1 + found,
            None => text.len(),
        }
    }

    fn text(&mut self, text: &str, at: usize) -> usize {
        let end = self.text_end(text, at);
        if end == at + 1 || !text[at + 1..end].ends_with('"') {
            let begin = text[..at].rfind('\n').map_or(0, |line| line + 1);
            let quotes = text[begin..at].match_indices('"').map(|(quote, _)| begin + quote).collect::<Vec<_>>();
            // `"Champion"s Kalah"`: a quote with a letter directly behind it ended the text before.
            let inside =
                quotes.iter().skip(1).step_by(2).find(|quote| text[*quote + 1..].starts_with(char::is_alphabetic));
            let alone = quotes.is_empty() && text[..at].ends_with(char::is_alphanumeric);
            let begins = |quote: usize| text[..quote].ends_with([' ', '\t']);
            self.wrong(match inside {
                // `"Ashanti  place "Gold Coast"`: the quote is meant to begin the next text.
                Some(quote) if begins(*quote) => {
                    let first = text[begin..*quote].rfind('"').map_or(begin, |first| begin + first);
                    let read = text[first..*quote].trim_end().len();
                    syntax::closed_by_another(self.span(first, first + read), self.span(*quote, quote + 1))
                }
                _ if alone => syntax::unopened_text(self.span(at, at + 1)),
                Some(quote) => {
                    let before = text[begin..*quote].rsplit('"').next().unwrap_or("");
                    syntax::quote_inside(self.span(*quote, quote + 1), before)
                }
                None => syntax::open_text(self.span(at, end)),
            });
        } else if end - at - 2 > LONGEST_TEXT {
            self.wrong(syntax::name_too_long(self.span(at + 1, end - 1), "text", LONGEST_TEXT));
        }
        end
    }

    fn opening(&mut self, text: &str, bracket: char, at: usize) -> usize {
        self.phrases = 0;
        let span = self.span(at, at + 1);
        // `(default)` is the mark of a label, whatever the label is called.
        let label = text[at + 1..].trim_start().starts_with("default");
        let head = (bracket == '(' && !label).then(|| head_of_block(&text[..at])).flatten();
        if let Some(head) = head {
            self.diagnostics.push(syntax::round_for_brace(span, head));
            self.repair(at, at + 1, "{");
        }
        if bracket == '{' && text[..at].ends_with('{') {
            self.doubled.get_or_insert(span);
        }
        let bracket = if head.is_some() { '{' } else { bracket };
        self.open.push(Open { bracket, span, indent: self.indent, round: head.is_some() });
        if self.open.len() == DEEPEST + 1 {
            self.wrong(syntax::too_deep(span, DEEPEST));
        }
        at + 1
    }

    fn closing(&mut self, text: &str, mut bracket: char, at: usize, fresh: bool) -> usize {
        self.phrases = 0;
        let span = self.span(at, at + 1);
        let inner = self.open.iter().rfind(|open| open.round || open.bracket == '(');
        if bracket == ')' && inner.is_some_and(|open| open.round) {
            self.repair(at, at + 1, "}");
            bracket = '}';
        }
        let wanted = match bracket {
            '}' => '{',
            ')' => '(',
            _ => '[',
        };
        while let Some(open) = self.open.pop() {
            if open.bracket != wanted && self.stands_for_another(text, &open, bracket, at) {
                self.repair(at, at + 1, partner(open.bracket));
                self.diagnostics.push(syntax::wrong_bracket(
                    span,
                    bracket,
                    open.span,
                    open.bracket,
                    line_of(text, open.span),
                ));
                return at + 1;
            }
            if open.bracket == wanted {
                if fresh && self.indent < open.indent && self.suspect.is_none() {
                    self.suspect = Some((open.span, span));
                }
                if fresh && self.indent > open.indent && wanted == '{' {
                    self.deeper.get_or_insert(span);
                }
                return at + 1;
            }
            if wanted != '{' && open.bracket == '{' {
                // A stray `)` does not end a block.
                self.open.push(open);
                break;
            }
            let found = self.not_closed(text, &open, span, bracket);
            self.wrong(found);
            if wanted != '{' {
                return at + 1;
            }
        }
        match self.deeper.filter(|_| bracket == '}' && self.suspect.is_none()) {
            Some(deeper) => self.wrong(syntax::brace_too_many(deeper, bracket)),
            None => self.wrong(syntax::unopened(span, bracket)),
        }
        at + 1
    }

    /// Whether a closing bracket is written in place of the one that this open bracket needs: without it the braces of the file do not come out even.
    fn stands_for_another(&self, text: &str, open: &Open, found: char, at: usize) -> bool {
        let inner = self.open.iter().filter(|open| open.bracket == '{').count();
        let (inner, rest) = (isize::try_from(inner).unwrap_or(isize::MAX), &text[at + 1..]);
        match (open.bracket, found) {
            ('{', _) => inner + 1 + braces_left_open(rest) > 0,
            (_, '}') => inner - 1 + braces_left_open(rest) < 0 && on_one_line(text, open.span, at),
            _ => {
                let own = if found == ')' { '(' } else { '[' };
                !self.open.iter().any(|open| open.bracket == own) && on_one_line(text, open.span, at)
            }
        }
    }

    /// What is to be said of a bracket that another closes: it belongs on its line, if the other stands on a later one.
    fn not_closed(&self, text: &str, open: &Open, close: Span, found: char) -> Diagnostic {
        let (from, to) = (open.span.end as usize, close.start as usize);
        let line = text.get(from..to).and_then(|between| between.split_once('\n')).map(|(line, _)| line);
        // Nothing is open that the other could close: it is written for this one.
        let partner = if found == ')' { '(' } else { '[' };
        let replaces = found != '}' && !self.open.iter().any(|open| open.bracket == partner);
        let Some(line) = line.map(|line| line.split("--").next().unwrap_or(line).trim_end()) else {
            return syntax::crossed(open.span, open.bracket, close, found, replaces);
        };
        if line.ends_with([',', '(', '[']) || line.is_empty() {
            return syntax::crossed(open.span, open.bracket, close, found, replaces);
        }
        let sign = ["->", "{"].into_iter().filter_map(|sign| Some((line.find(sign)?, sign))).min();
        let (at, sign) = sign.unwrap_or((line.len(), ""));
        let span = match sign {
            "" => self.span(from + at - 1, from + at),
            _ => self.span(from + at, from + at + sign.len()),
        };
        syntax::unclosed_on_line(span, open.bracket, sign, open.span)
    }

    /// A comment that an editor has given a dash; gives its end.
    fn dashed_remark(&mut self, text: &str, dash: char, at: usize) -> usize {
        let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
        let after = at + dash.len_utf8();
        self.diagnostics.push(syntax::foreign_comment(self.span(at, after), &dash.to_string()));
        self.repair(at, after, "--");
        end
    }

    /// A comment as other languages write it; gives its end.
    fn foreign_comment(&mut self, text: &str, at: usize, fresh: bool) -> Option<usize> {
        let rest = &text[at..];
        // Looked for only where a comment begins: a line may be the whole file.
        let line_end = || at + rest.find('\n').unwrap_or(rest.len());
        let (begin, end) = if rest.starts_with("/*") {
            ("/*", rest.find("*/").map_or_else(line_end, |close| at + close + 2))
        } else {
            let begin = ["//", "#", ";;"].into_iter().find(|begin| rest.starts_with(begin))?;
            if begin == ";;" && !fresh {
                return None;
            }
            (begin, line_end())
        };
        if !self.told.contains(&begin) {
            self.told.push(begin);
            self.diagnostics.push(syntax::foreign_comment(self.span(at, at + begin.len()), begin));
        }
        if begin == "/*" {
            self.repair(at, end, "");
        } else {
            let two = text[at..end].char_indices().nth(2).map_or(end, |(two, _)| at + two);
            self.repair(at, two, if two - at < 2 { "" } else { "--" });
        }
        Some(end)
    }

    /// Notes a line that stands no deeper than the line on which its block was opened.
    fn outside_its_block(&mut self, text: &str, at: usize) {
        let Some(open) = self.open.last() else { return };
        if open.bracket == '{' && self.indent <= open.indent && self.suspect.is_none() {
            let end = text[at..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |end| at + end.max(1));
            self.suspect = text.get(at..end).map(|_| (open.span, self.span(at, end)));
        }
    }

    /// Notes a line that begins a part of the game although a block inside the game is open.
    fn begins_a_part(&mut self, text: &str, at: usize) {
        let end = at + text[at..].find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len() - at);
        let only_parts = matches!(
            &text[at..end],
            "board"
                | "setup"
                | "winner"
                | "rounds"
                | "use"
                | "param"
                | "reading"
                | "about"
                | "state"
                | "def"
                | "endless"
                | "stuck"
                | "phase"
                | "test"
                | "game"
                | "library"
                | "edition"
        );
        let open = self.open.iter().rfind(|open| open.bracket == '{');
        if let Some(open) = open.filter(|_| only_parts && self.open.len() > 1 && self.headed.is_none()) {
            self.headed = Some((open.span, self.span(at, end)));
        }
    }

    fn finish(&mut self) {
        let found = |code: u16| move |found: &Diagnostic| found.code.0 == code;
        if self.diagnostics.iter().any(found(7)) {
            // The open text has swallowed brackets.
            self.diagnostics.retain(|found| found.code.0 != 8 && found.code.0 != 9);
            return;
        }
        if self.diagnostics.iter().any(|one| found(8)(one) || found(9)(one)) {
            return;
        }
        let Some(first) = self.open.first() else { return };
        if let Some(second) = self.doubled.filter(|_| self.open.len() == 1 && first.bracket == '{') {
            self.wrong(syntax::brace_too_many(second, '{'));
            return;
        }
        let flat = self.headed.filter(|_| !self.indented);
        let found = match self.suspect.filter(|_| self.indented) {
            None if flat.is_some() => {
                let (open, line) = flat.unwrap_or_default();
                syntax::missing_brace_before(line, open)
            }
            Some((open, line)) if first.bracket == '{' => syntax::missing_brace(line, open),
            _ => self
                .open
                .last()
                .map_or_else(|| syntax::unclosed(first.span, '{'), |last| syntax::unclosed(last.span, last.bracket)),
        };
        self.wrong(found);
    }

    /// A sign that has a plain form; gives its end.
    fn sign(&mut self, text: &str, found: char, at: usize) -> usize {
        let end = at + found.len_utf8();
        let span = self.span(at, end);
        let code = format!("U+{:04X}", found as u32);
        match sign(found) {
            Some(Sign::Wide(plain)) => {
                self.diagnostics.push(syntax::full_width(span, &found.to_string(), &plain.to_string()));
                self.hopeless |= plain.is_alphabetic();
                self.repairs.push(Repair { start: at, end, meant: "", plain: Some(plain) });
            }
            Some(Sign::Typographic(meant)) => {
                self.diagnostics.push(syntax::typographic(span, found, meant));
                self.hopeless |= meant.len() > end - at;
                self.repair(at, end, meant);
            }
            Some(Sign::Quote) => return self.quoted(text, found, at),
            Some(Sign::Blank(name)) => self.invisible(span, at, end, &code, name, " "),
            Some(Sign::LineEnd(name)) => self.invisible(span, at, end, &code, name, "\n"),
            Some(Sign::Nothing(name)) => {
                let before = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
                // Inside a word it would be cut in two.
                self.hopeless |= before && text[end..].starts_with(char::is_alphanumeric);
                self.invisible(span, at, end, &code, name, "");
            }
            None => {}
        }
        end
    }

    fn invisible(&mut self, span: Span, at: usize, end: usize, code: &str, name: &str, meant: &'static str) {
        self.diagnostics.push(syntax::invisible(span, code, name, meant));
        self.repair(at, end, meant);
    }

    /// A text in quotes of another kind is one mistake; gives its end.
    fn quoted(&mut self, text: &str, found: char, at: usize) -> usize {
        let inner = at + found.len_utf8();
        let line = text[inner..].split('\n').next().unwrap_or("");
        let close = line.char_indices().find(|(_, c)| *c == '"' || matches!(sign(*c), Some(Sign::Quote)));
        let Some((length, closing)) = close else {
            self.wrong(syntax::typographic(self.span(at, inner), found, "\""));
            return inner;
        };
        let end = inner + length + closing.len_utf8();
        self.diagnostics.push(syntax::typographic_quotes(self.span(at, end), &line[..length]));
        self.repairs.push(Repair { start: at, end: inner, meant: "\"", plain: None });
        self.repair(inner + length, end, "\"");
        end
    }
}

/// The braces that a text opens and does not close, less those that it closes and does not open.
fn braces_left_open(text: &str) -> isize {
    let lines = text.lines().flat_map(|line| {
        let mut inside = false;
        let mut before = ' ';
        line.chars().map_while(move |c| {
            inside ^= c == '"';
            let comment = !inside && c == '-' && before == '-';
            before = c;
            (!comment).then_some(match c {
                '{' if !inside => 1,
                '}' if !inside => -1,
                _ => 0,
            })
        })
    });
    lines.sum()
}

fn on_one_line(text: &str, open: Span, close: usize) -> bool {
    text.get(open.start as usize..close).is_some_and(|between| !between.contains('\n'))
}

/// The number of the line in which a place stands.
fn line_of(text: &str, at: Span) -> usize {
    1 + text.get(..at.start as usize).map_or(0, |before| before.matches('\n').count())
}

fn partner(open: char) -> &'static str {
    match open {
        '{' => "}",
        '(' => ")",
        _ => "]",
    }
}

/// The word before a bracket that begins a block.
fn head_of_block(before: &str) -> Option<&str> {
    let before = before.trim_end_matches([' ', '\t']);
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    let (word, lead) = (&before[start..], before[..start].trim_end_matches([' ', '\t']));
    let alone = lead.is_empty() || lead.ends_with(['\n', '{', '}', ';', '(']);
    let heads = matches!(word, "board" | "setup" | "turn" | "end" | "state" | "rounds" | "about" | "between");
    (heads && alone || word == "either" && lead.ends_with("choose")).then_some(word)
}

/// Whether a dash and what follows it on the line is a remark, not a subtraction.
fn begins_remark(rest: &str, fresh: bool) -> bool {
    let line = rest.split('\n').next().unwrap_or(rest);
    let mut words = line.split_whitespace().skip(1);
    let is_word = |word: Option<&str>| {
        word.is_some_and(|word| word.trim_end_matches([',', '.', ':', ';']).chars().all(char::is_alphabetic))
    };
    let (first, second) = (words.next(), words.next());
    let joins =
        |word: &str| matches!(word, "and" | "or" | "in" | "then" | "else" | "where" | "if" | "must" | "optional");
    fresh || is_word(first) && is_word(second) && !second.is_some_and(joins)
}

/// Marks that belong to the letter before them (vowel signs, accents), as names in any script need.
fn is_joining(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !c.is_control() && sign(c).is_none()
}

fn shown(c: char) -> String {
    if c.is_control() { format!("U+{:04X}", c as u32) } else { format!("`{c}`") }
}
