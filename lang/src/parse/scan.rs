//! In: the text of a file. Out: mistakes that can be seen without a grammar (bytes, brackets, texts, depth) and the comments. Never here: words.
use crate::diagnostic::{Diagnostic, syntax};
use crate::source::{FileId, Span};

/// Bytes a rule file may have.
pub const LARGEST_FILE: usize = 1 << 18;
/// Brackets and phrases that may stand inside one another.
pub const DEEPEST: usize = 64;
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
    /// Full-width signs and what was meant: byte offset, length, the plain sign.
    pub(crate) repairs: Vec<(usize, usize, char)>,
    file: FileId,
    open: Vec<Open>,
    /// Indentation of the line being read, and whether only blanks have been read in it.
    indent: usize,
    fresh: bool,
    /// Where the last thing that is not blank ends.
    read: usize,
    /// Phrases (`if`, `any x in`, `while`) opened since the statement began: they nest without brackets.
    phrases: usize,
    /// An opening brace whose closing one stands at the indentation of an outer block.
    suspect: Option<(Span, Span)>,
}

struct Open {
    bracket: char,
    span: Span,
    indent: usize,
}

/// Reads the text once.
pub(crate) fn scan(text: &str, file: FileId) -> Scan {
    let mut scan = Scan {
        comments: Vec::new(),
        diagnostics: Vec::new(),
        repairs: Vec::new(),
        file,
        open: Vec::new(),
        indent: 0,
        fresh: true,
        read: 0,
        phrases: 0,
        suspect: None,
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
    /// The text as it was meant, byte for byte in the same places, if full-width signs are all that is wrong with it.
    pub(crate) fn repaired(&self, text: &str) -> Option<String> {
        if self.repairs.len() != self.diagnostics.len() {
            return None;
        }
        let mut bytes = text.as_bytes().to_vec();
        for (at, len, plain) in &self.repairs {
            bytes.get_mut(*at..*at + *len)?.fill(b' ');
            *bytes.get_mut(*at)? = u8::try_from(*plain).ok()?;
        }
        String::from_utf8(bytes).ok()
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
        if rest.starts_with("--") {
            let end = at + rest.find('\n').unwrap_or(rest.len());
            self.comments.push(Comment { span: self.span(at, at + text[at..end].trim_end().len()) });
            return end;
        }
        let end = match next {
            '"' => self.text(text, at),
            '{' | '(' | '[' => self.opening(next, at),
            '}' | ')' | ']' => self.closing(next, at, fresh),
            _ if plain_form(next).is_some() => self.stranger(next, at),
            _ if next.is_alphabetic() || next == '_' => self.word(text, at),
            _ if next.is_ascii() && !next.is_ascii_control() => after,
            _ => self.stranger(next, at),
        };
        self.read = end;
        end
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
                self.diagnostics.push(syntax::too_deep(self.span(at, end), DEEPEST));
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
            self.diagnostics.push(syntax::open_text(self.span(at, end)));
        }
        end
    }

    fn opening(&mut self, bracket: char, at: usize) -> usize {
        self.phrases = 0;
        let span = self.span(at, at + 1);
        self.open.push(Open { bracket, span, indent: self.indent });
        if self.open.len() == DEEPEST + 1 {
            self.diagnostics.push(syntax::too_deep(span, DEEPEST));
        }
        at + 1
    }

    fn closing(&mut self, bracket: char, at: usize, fresh: bool) -> usize {
        self.phrases = 0;
        let span = self.span(at, at + 1);
        let wanted = match bracket {
            '}' => '{',
            ')' => '(',
            _ => '[',
        };
        while let Some(open) = self.open.pop() {
            if open.bracket == wanted {
                if fresh && self.indent < open.indent && self.suspect.is_none() {
                    self.suspect = Some((open.span, span));
                }
                return at + 1;
            }
            if wanted != '{' && open.bracket == '{' {
                // A stray `)` does not end a block.
                self.open.push(open);
                break;
            }
            self.diagnostics.push(syntax::crossed(open.span, open.bracket, span, bracket));
        }
        self.diagnostics.push(syntax::unopened(span, bracket));
        at + 1
    }

    fn finish(&mut self) {
        if self.diagnostics.iter().any(|found| found.code.0 == 8 || found.code.0 == 9) {
            return;
        }
        let Some(first) = self.open.first() else { return };
        let found = match self.suspect {
            Some((open, close)) if first.bracket == '{' => syntax::unclosed(open, '{', Some(close)),
            _ => self.open.last().map_or_else(
                || syntax::unclosed(first.span, '{', None),
                |last| syntax::unclosed(last.span, last.bracket, None),
            ),
        };
        self.diagnostics.push(found);
    }

    fn stranger(&mut self, found: char, at: usize) -> usize {
        let span = self.span(at, at + found.len_utf8());
        let diagnostic = match plain_form(found) {
            Some(plain) if !plain.is_alphabetic() => {
                self.repairs.push((at, found.len_utf8(), plain));
                syntax::full_width(span, &found.to_string(), &plain.to_string())
            }
            Some(plain) => syntax::full_width(span, &found.to_string(), &plain.to_string()),
            None => syntax::strange_character(span, &shown(found)),
        };
        self.diagnostics.push(diagnostic);
        at + found.len_utf8()
    }
}

/// Marks that belong to the letter before them (vowel signs, accents), as names in any script need.
fn is_joining(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !c.is_control() && plain_form(c).is_none()
}

/// The plain form of a full-width character.
fn plain_form(c: char) -> Option<char> {
    match c {
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21),
        '「' | '」' | '“' | '”' => Some('"'),
        '、' => Some(','),
        '−' | '–' => Some('-'),
        '×' => Some('*'),
        _ => None,
    }
}

fn shown(c: char) -> String {
    if c.is_control() { format!("U+{:04X}", c as u32) } else { format!("`{c}`") }
}
