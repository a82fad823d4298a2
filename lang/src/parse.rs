//! In: a source. Out: its tree, its comments, and every mistake of form in it. With `parse/`, the only place that sees pest.
mod deeds;
mod expressions;
mod gaps;
mod habits;
mod items;
mod mend;
mod ranges;
mod recover;
pub mod scan;
pub(crate) mod shape;
mod signs;
mod statements;

use crate::ast;
use crate::diagnostic::{Diagnostic, syntax};
use crate::source::{FileId, Source, Span};
pub use mend::Skipped;
use pest::Parser as _;
use pest::iterators::Pair;
pub use scan::Comment;
use std::collections::BTreeSet;

/// The generated parser, kept apart because its types carry no docs.
mod generated {
    #![allow(missing_docs, unreachable_pub, reason = "pest generates these types from the grammar")]
    /// Made from the grammar.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar.pest"]
    pub struct Grammar;
}
use generated::{Grammar, Rule};

/// Mistakes told of one file; nobody reads more at once.
pub(crate) const MOST_REPORTS: usize = 100;

/// A file as it was understood, with everything that was wrong.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The tree; parts that could not be read are left out.
    pub file: ast::File,
    /// All comments, in order.
    pub comments: Vec<Comment>,
    /// What was wrong, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// What was left out of the tree.
    pub skipped: Vec<Skipped>,
}

/// The shape of a text without mistakes, and its comments; nothing if the grammar cannot read it. No tree is made.
pub(crate) fn shape_of(text: &str) -> Option<(shape::Shape, Vec<Comment>)> {
    let pairs = (text.len() <= scan::LARGEST_FILE).then(|| Grammar::parse(Rule::file, text))?;
    let shape = pairs.ok()?.next().and_then(shape::shape)?;
    Some((shape, scan::scan(text, FileId::default()).comments))
}

/// Parses a whole file.
#[must_use]
pub fn parse(source: &Source, file: FileId) -> Parsed {
    let text = source.text();
    if text.len() > scan::LARGEST_FILE {
        let at = Span { file, start: 0, end: 0 };
        let diagnostics = vec![syntax::too_large(at, scan::LARGEST_FILE)];
        return Parsed { diagnostics, ..Parsed::default() };
    }
    let returns = signs::bare_returns(text);
    let text = returns.as_ref().map_or(text, |(plain, _)| plain);
    let scanned = scan::scan(text, file);
    let repaired = scanned.repaired(text);
    let places = scanned.repaired_places();
    let mut parsed = Parsed { comments: scanned.comments, diagnostics: scanned.diagnostics, ..Parsed::default() };
    if let Some((_, at)) = returns {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        parsed.diagnostics.push(syntax::bare_return(Span { file, start: narrow(at), end: narrow(at + 1) }));
    }
    if let Some(text) = repaired {
        let mut builder = Builder { repaired: places, ..Builder::new(file) };
        parsed.file = builder.whole(&text);
        parsed.diagnostics.extend(builder.diagnostics);
        parsed.skipped = builder.skipped;
        parsed.diagnostics.sort_by_key(|found| found.span().start);
    }
    parsed
}

/// Reads one expression alone, as `--set NAME=VALUE` and hosts give them.
///
/// # Errors
/// What is wrong with it.
pub fn parse_value(text: &str, file: FileId) -> Result<ast::Expr, Diagnostic> {
    let mut builder = Builder::new(file);
    let scanned = scan::scan(text, file);
    if let Some(found) = scanned.diagnostics.into_iter().next() {
        return Err(found);
    }
    match Grammar::parse(Rule::only_value, text) {
        Ok(mut pairs) => {
            let inner = pairs.next().and_then(|pair| pair.into_inner().next());
            let value = inner.map(|pair| builder.value(pair));
            match (value, builder.diagnostics.into_iter().next()) {
                (Some(value), None) => Ok(value),
                (_, Some(found)) => Err(found),
                (None, None) => Err(syntax::unexpected(Span { file, start: 0, end: 0 }, "", "a value")),
            }
        }
        Err(_) => {
            Err(syntax::unexpected(builder.span_of(0, text.len()), text.trim(), "a value such as 4, {2, 3} or a label"))
        }
    }
}

/// Turns pest's pairs into the tree. `base` is where the parsed text begins in its file.
pub(crate) struct Builder {
    file: FileId,
    base: usize,
    /// The edits by which the text that is being read differs from the file, the earliest first.
    shifts: Vec<mend::Shift>,
    diagnostics: Vec<Diagnostic>,
    skipped: Vec<Skipped>,
    /// Names that the file gives to things.
    declared: BTreeSet<String>,
    /// Two houses of the board.
    letters: [String; 2],
    /// The line below the text that is being mended, if it is no more than a statement.
    below: String,
    /// Bytes that may still be parsed again.
    budget: usize,
    /// Signs that were read as plain ones, in order: no place lies inside one of them.
    repaired: Vec<(usize, usize)>,
}

impl Builder {
    fn new(file: FileId) -> Builder {
        Builder {
            file,
            base: 0,
            shifts: Vec::new(),
            diagnostics: Vec::new(),
            skipped: Vec::new(),
            declared: BTreeSet::new(),
            letters: Default::default(),
            below: String::new(),
            budget: mend::MOST_BYTES,
            repaired: Vec::new(),
        }
    }

    fn span_of(&self, start: usize, end: usize) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (start, end) = (self.place(start), self.place(end));
        let around = |at: usize| {
            let next = self.repaired.partition_point(|(_, end)| *end <= at);
            self.repaired.get(next).copied().filter(|(start, _)| *start < at).unwrap_or((at, at))
        };
        Span { file: self.file, start: narrow(around(start).0), end: narrow(around(end).1) }
    }

    /// The place of a pair, without the blanks that rules ending in `?` or `*` take along.
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = pair.as_span().start();
        self.span_of(start, start + trimmed(pair.as_str()).len())
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> ast::Name {
        match pair.as_rule() == Rule::string {
            true => self.text(pair),
            false => ast::Name { text: pair.as_str().to_owned(), span: self.span(pair) },
        }
    }

    /// A text that names an answer, without its quotes.
    fn label(&mut self, pair: &Pair<'_, Rule>) -> ast::Name {
        let label = self.text(pair);
        if label.text.len() > scan::LONGEST_NAME {
            self.diagnostics.push(syntax::name_too_long(label.span, "label", scan::LONGEST_NAME));
        }
        label
    }

    /// The title of a game or library, or the name of a test.
    fn title(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> ast::Name {
        let title = part(inner, Rule::string).map_or_else(|| expressions::blank(span), |text| self.text(&text));
        if title.text.len() > scan::LONGEST_TITLE {
            self.diagnostics.push(syntax::name_too_long(title.span, "title", scan::LONGEST_TITLE));
        }
        title
    }

    /// A text without its quotes.
    fn text(&self, pair: &Pair<'_, Rule>) -> ast::Name {
        let span = pair.as_span();
        let inner = pair.as_str().trim_matches('"');
        ast::Name { text: inner.to_owned(), span: self.span_of(span.start() + 1, span.start() + 1 + inner.len()) }
    }
}

/// The children of a pair.
fn parts(pair: Pair<'_, Rule>) -> Vec<Pair<'_, Rule>> {
    pair.into_inner().collect()
}

/// The first child of this rule.
fn part<'a>(parts: &[Pair<'a, Rule>], rule: Rule) -> Option<Pair<'a, Rule>> {
    parts.iter().find(|part| part.as_rule() == rule).cloned()
}

/// All children of this rule.
fn all<'a>(parts: &[Pair<'a, Rule>], rule: Rule) -> Vec<Pair<'a, Rule>> {
    parts.iter().filter(|part| part.as_rule() == rule).cloned().collect()
}

fn has(parts: &[Pair<'_, Rule>], rule: Rule) -> bool {
    parts.iter().any(|part| part.as_rule() == rule)
}

/// Cuts blanks, line ends and comments from the end.
fn trimmed(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let line = text.rfind('\n').map_or(0, |at| at + 1);
        let Some(comment) = comment_of(&text[line..]) else { return text };
        text = text[..line + comment].trim_end();
    }
}

/// Where the comment of a line begins; `--` inside a text begins none.
fn comment_of(line: &str) -> Option<usize> {
    let mut text = false;
    let starts = line.char_indices().filter(|(_, c)| {
        text ^= *c == '"';
        !text && *c == '-'
    });
    let mut starts = starts.map(|(at, _)| at);
    starts.find(|at| line[*at..].starts_with("--"))
}
