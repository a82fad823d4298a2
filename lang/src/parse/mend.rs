//! In: text that the grammar could only skip. Out: the text as it was meant, where one word or sign makes it well formed, and what was wrong with it. Never here: trees, wording.
//!
//! A guess is tried, not trusted: each edit is made on a copy and parsed again. What has been mended so is read on as if it had been
//! written well, so that one wrong word is one report.
use super::recover::{self, Place};
use super::{Builder, Rule, generated::Grammar, habits, trimmed};
use crate::ast;
use crate::diagnostic::{Diagnostic, closeness, syntax};
use crate::source::Span;
use pest::Parser as _;
use pest::error::Error;
use pest::iterators::{Pair, Pairs};
use std::collections::BTreeSet;

/// Mistakes that are looked for in one skipped text.
const MOST_EDITS: usize = 4;
/// Bytes that are parsed again, all trials of a file together.
pub(super) const MOST_BYTES: usize = 1 << 19;
/// Bytes of a text that is worth trying.
const LONGEST_TRIED: usize = 1 << 15;
/// Words of the language that a misspelt word is compared with, nearest first.
const MOST_SPELLINGS: usize = 5;
/// Words before the error that may be the misspelt one.
const WORDS_BACK: usize = 3;

/// Words that go on with the statement of the line before.
const GOING_ON: [&str; 25] = [
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
    "with",
    "before",
    "after",
    "reversed",
    "followed",
    "tie",
];

/// A change that may make a text well formed, and what is then to be said.
pub(super) struct Edit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) new: String,
    pub(super) found: Diagnostic,
    /// The change is worth making even if something else is still wrong further on.
    pub(super) sure: bool,
}

impl Edit {
    fn applied(&self, text: &str) -> String {
        format!("{}{}{}", &text[..self.start], self.new, &text[self.end..])
    }
}

/// Where an edit has made the text longer or shorter: places after it lie elsewhere in the file.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    start: usize,
    old: usize,
    new: usize,
}

impl Shift {
    /// The place before the edit of a place after it.
    fn back(self, at: usize) -> usize {
        if at >= self.start + self.new { at - self.new + self.old } else { at.min(self.start + self.old) }
    }
}

/// Text left out of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Skipped {
    /// Where it stands.
    pub span: Span,
    /// It stands where names are declared, so that any unknown name may be one of its.
    pub declares: bool,
}

impl Builder {
    /// The place in the file of a place in the text that is being read, all edits undone.
    pub(super) fn place(&self, at: usize) -> usize {
        self.shifts.iter().rev().fold(at + self.base, |at, shift| shift.back(at))
    }

    /// Says what is wrong with skipped text. If an edit mends it, `build` gets what it was meant to be; else what stands in its braces is read.
    pub(super) fn bad(
        &mut self,
        pair: &Pair<'_, Rule>,
        place: Place,
        mut build: impl FnMut(&mut Self, Pair<'_, Rule>),
    ) {
        let text = trimmed(pair.as_str());
        if self.diagnostics.len() >= super::MOST_REPORTS {
            self.skip(pair, place);
            return;
        }
        self.below = line_below(pair);
        let (base, shifts, told) = (self.base, self.shifts.len(), self.diagnostics.len());
        self.base += pair.as_span().start();
        match self.mend(text, place) {
            Some(meant) => {
                let pairs = Grammar::parse(place.rule(), &meant);
                pairs.into_iter().flatten().flat_map(Pair::into_inner).for_each(|inner| build(self, inner));
            }
            None => {
                self.shifts.truncate(shifts);
                if self.diagnostics.len() == told {
                    let found = self.told(text, place);
                    self.diagnostics.push(found);
                }
                self.inside(text, place);
                self.base = base;
                self.skip(pair, place);
            }
        }
        self.shifts.truncate(shifts);
        self.base = base;
    }

    /// A statement and the line after it, whose first word, at `at`, is one that goes on with a statement, misspelt. Tells that.
    pub(super) fn continued(&mut self, text: &str, start: usize, at: usize) -> Option<String> {
        let word = recover::token(text.get(at..)?);
        if !self.may_be_misspelt(word) {
            return None;
        }
        let base = self.base;
        self.base += start;
        let edits = self.spellings_of(word, at);
        self.base = base;
        for edit in edits.into_iter().filter(|edit| GOING_ON.contains(&edit.new.as_str())) {
            let meant = edit.applied(text);
            if self.tried(&meant, Place::Statement)?.is_ok() {
                self.shifts.push(Shift { start: base + start + edit.start, old: word.len(), new: edit.new.len() });
                self.diagnostics.push(edit.found);
                return Some(meant);
            }
        }
        None
    }

    /// Reads a statement as `continued` has given it.
    pub(super) fn read_anew(&mut self, text: &str, start: usize, mut build: impl FnMut(&mut Self, Pair<'_, Rule>)) {
        let base = self.base;
        self.base += start;
        let pairs = Grammar::parse(Place::Statement.rule(), text);
        pairs.into_iter().flatten().flat_map(Pair::into_inner).for_each(|inner| build(self, inner));
        self.shifts.pop();
        self.base = base;
    }

    fn skip(&mut self, pair: &Pair<'_, Rule>, place: Place) {
        let span = self.span(pair);
        let declares = matches!(place, Place::Item | Place::Section | Place::Board | Place::Variable);
        self.skipped.push(Skipped { span, declares });
    }

    /// What is to be said of text that no edit mends.
    fn told(&self, text: &str, place: Place) -> Diagnostic {
        match Grammar::parse(place.rule(), text) {
            Err(error) => self.place_of(&error, text, place),
            // Well formed alone: what follows on the same line is the trouble.
            Ok(_) => {
                let end = text.len();
                syntax::unexpected(self.span_of(end.saturating_sub(1), end), text, "the end of the line")
            }
        }
    }

    /// A whole file that the grammar cannot even skip through.
    pub(super) fn whole(&mut self, text: &str) -> ast::File {
        self.declared = declared(text);
        self.letters = first_letters(text);
        match Grammar::parse(Rule::file, text) {
            Ok(pairs) => self.items(pairs, text),
            Err(error) => {
                let found = self.place_of(&error, text, Place::Item);
                self.diagnostics.push(found);
                ast::File::default()
            }
        }
    }

    /// A section whose head is wrong still has a body worth reading.
    fn inside(&mut self, text: &str, place: Place) {
        let Some(open) = text.find('{').filter(|_| matches!(place, Place::Section | Place::Phase | Place::Rounds))
        else {
            return;
        };
        let head = text[..open].trim();
        if crate::diagnostic::nearest(head, ["turn", "setup", "end", "between"]).is_none() {
            return;
        }
        let base = self.base;
        self.base += open;
        let pairs: Option<Pairs<'_, Rule>> = Grammar::parse(Rule::block, &text[open..]).ok();
        for pair in pairs.into_iter().flatten() {
            self.block(pair);
        }
        self.base = base;
    }

    /// The text as it was meant, if a few edits make it well formed. Tells each of them.
    fn mend(&mut self, text: &str, place: Place) -> Option<String> {
        let mut meant = text.to_owned();
        for _ in 0..MOST_EDITS {
            let error = match self.tried(&meant, place)? {
                Ok(()) => return (meant != text).then_some(meant),
                Err(error) => error,
            };
            let edit = self.edit(&meant, &error, place)?;
            let shift = Shift { start: self.base + edit.start, old: edit.end - edit.start, new: edit.new.len() };
            meant = edit.applied(&meant);
            self.diagnostics.push(edit.found);
            self.shifts.push(shift);
        }
        self.tried(&meant, place)?.is_ok().then_some(meant)
    }

    /// Parses a text, unless too much has been parsed already.
    fn tried(&mut self, text: &str, place: Place) -> Option<Result<(), Box<Error<Rule>>>> {
        self.budget = self.budget.checked_sub(text.len()).filter(|_| text.len() <= LONGEST_TRIED)?;
        Some(Grammar::parse(place.rule(), text).map(|_| ()).map_err(Box::new))
    }

    /// The first edit that makes the text well formed, or else the one after which most of it is.
    fn edit(&mut self, text: &str, error: &Error<Rule>, place: Place) -> Option<Edit> {
        let at = recover::place(error, text);
        let mut edits = if place == Place::Section { habits::other_heads(self, text) } else { Vec::new() };
        edits.extend(habits::edits(self, text, at));
        edits.extend(self.spellings(text, at));
        if !habits::is_head(recover::token(text)) {
            edits.extend(self.missing(text, at, error));
        }
        let mut best: Option<(usize, Edit)> = None;
        for edit in edits {
            let tried = edit.applied(text);
            let reached = match self.tried(&tried, place)? {
                Ok(()) => return Some(edit),
                Err(error) => recover::place(&error, &tried),
            };
            let left = tried.len() - reached;
            let least = best.as_ref().map_or(text.len() - at, |(least, _)| *least);
            // A shorter word that is as wrong leaves less of the text, and mends nothing.
            let mends = reached > edit.start || edit.new.is_empty();
            if edit.sure && mends && left < least {
                best = Some((left, edit));
            }
        }
        best.map(|(_, edit)| edit)
    }

    /// Words of the language in place of unknown words at the error, before it, and at the beginning.
    fn spellings(&self, text: &str, at: usize) -> Vec<Edit> {
        let mut places = vec![at];
        let before = words(&text[..at]);
        places.extend(before.iter().rev().take(WORDS_BACK).map(|(start, _)| *start));
        places.extend(before.first().map(|(start, _)| *start));
        let mut edits = Vec::new();
        for start in places {
            let word = recover::token(&text[start..]);
            if !edits.iter().any(|edit: &Edit| edit.start == start) && self.may_be_misspelt(word) {
                edits.extend(self.spellings_of(word, start));
            }
        }
        edits
    }

    fn may_be_misspelt(&self, word: &str) -> bool {
        word.chars().count() > 1
            && word.starts_with(|c: char| c.is_alphabetic())
            && !recover::is_keyword(word)
            && !self.declared.contains(word)
    }

    fn spellings_of(&self, word: &str, start: usize) -> Vec<Edit> {
        let end = start + word.len();
        let mut near =
            recover::keywords().filter_map(|known| Some((closeness(word, known)?, known))).collect::<Vec<_>>();
        near.sort_by_key(|(far, _)| *far);
        let edits = near.into_iter().take(MOST_SPELLINGS).map(|(far, known)| Edit {
            start,
            end,
            new: known.to_owned(),
            found: syntax::misspelt(self.span_of(start, end), word, known),
            sure: far < 2,
        });
        edits.collect()
    }

    /// Signs and small words that could be missing at the error, and the sign there taken out.
    fn missing(&self, text: &str, at: usize, error: &Error<Rule>) -> Vec<Edit> {
        let word = recover::token(&text[at..]);
        let span = self.span_of(at, at + word.len());
        let mut edits = Vec::new();
        for lacking in recover::signs(error) {
            let found = syntax::missing(span, lacking, word);
            edits.push(Edit { start: at, end: at, new: format!("{lacking} "), found, sure: false });
        }
        if recover::wants_text(error) && word.starts_with(char::is_alphabetic) {
            let found = syntax::without_quotes(span, word);
            edits.push(Edit { start: at, end: at + word.len(), new: format!("\"{word}\""), found, sure: false });
        }
        if matches!(word, ":" | "," | "=" | ")" | "]") {
            let found = syntax::superfluous(span, word);
            edits.push(Edit { start: at, end: at + word.len(), new: String::new(), found, sure: false });
        }
        edits
    }
}

/// The line after a pair without its comment; nothing if it begins or ends a block.
fn line_below(pair: &Pair<'_, Rule>) -> String {
    let end = pair.as_span().start() + trimmed(pair.as_str()).len();
    let rest = pair.get_input().get(end..).unwrap_or("");
    let line = rest.split_once('\n').map_or("", |(_, below)| below.lines().next().unwrap_or(""));
    let line = trimmed(line).trim();
    if line.contains(['{', '}']) { String::new() } else { line.to_owned() }
}

/// The first two houses that the board of a file names: as its picture says, or else as every board has them.
fn first_letters(text: &str) -> [String; 2] {
    let picture = text.split_once("picture").map_or("", |(_, behind)| behind);
    let lines = picture.split('"').skip(1).step_by(2).take_while(|line| !line.contains('\n'));
    let words = lines.flat_map(str::split_whitespace);
    let mut letters = words.filter(|word| word.chars().all(char::is_alphabetic)).map(str::to_owned);
    match (letters.next(), letters.next()) {
        (Some(one), Some(other)) => [one, other],
        _ => ["A".to_owned(), "B".to_owned()],
    }
}

/// The words of a text outside texts and comments, and where they begin.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = recover::skip_blanks(text, 0);
    while at < text.len() {
        let word = recover::token(&text[at..]);
        if word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            found.push((at, word));
        }
        at = recover::skip_blanks(text, at + word.len().max(1).min(text.len() - at));
    }
    found
}

/// The names that a file gives to things: none of them is a misspelt word.
fn declared(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut before = "";
    let mut at = recover::skip_blanks(text, 0);
    while at < text.len() {
        let word = recover::token(&text[at..]);
        let after = recover::skip_blanks(text, at + word.len().max(1).min(text.len() - at));
        let next = recover::token(&text[after..]);
        let named =
            matches!(before, "let" | "def" | "param" | "reading" | "mark" | "phase" | "state" | "track" | "use")
                || matches!(
                    before,
                    "choose" | "for" | "any" | "all" | "no" | "count" | "first" | "sum" | "max" | "min" | ","
                ) && next == "in"
                || next == ":" && matches!(before, "(" | "," | "{" | ";");
        if named && word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            found.insert(word.to_owned());
        }
        before = word;
        at = after;
    }
    found
}
