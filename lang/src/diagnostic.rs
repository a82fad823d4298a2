//! In: facts about a mistake. Out: a diagnostic with a stable code, places and a way out, and its form for miette. Never here: wording.
pub mod bytecode;
pub mod doubts;
pub mod names;
pub mod pages;
pub mod rules;
pub mod syntax;
pub mod types;

use crate::source::{Source, Sources, Span};
use std::fmt;

/// Lines between two places that are still shown in one excerpt.
const MOST_BETWEEN: usize = 12;
/// Columns beyond which no excerpt is shown.
const LONGEST_LINE: usize = 4000;

/// A code that never changes its meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "MCL{:04}", self.0)
    }
}

/// Whether the build stops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The build stops.
    Error,
    /// The build goes on.
    Warning,
}

/// A place and what is to be said of it. The first label of a diagnostic is where to change something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words.
    pub text: String,
}

/// One report to the author of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// Short title, lower case, without a full stop.
    pub title: String,
    /// The first is the place to change; the others are causes.
    pub labels: Vec<Label>,
    /// An action that mends it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with its primary label.
    #[must_use]
    pub fn error(code: u16, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: Code(code),
            severity: Severity::Error,
            title: title.into(),
            labels: vec![Label { span, text: label.into() }],
            help: None,
        }
    }

    /// A warning with its primary label.
    #[must_use]
    pub fn warning(code: u16, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, title, span, label) }
    }

    /// With a second label, on the cause.
    #[must_use]
    pub fn because(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: label.into() });
        self
    }

    /// With the action that mends it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The place to change.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels.first().map_or_else(Span::default, |label| label.span)
    }

    /// True for errors.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The report in miette's form. Labels in other files than the primary's become a line of the help, and so does one so far above
    /// it that its excerpt, with its own line and column, would stand before that of the primary.
    #[must_use]
    pub fn report(&self, sources: &Sources) -> Report {
        let home = self.span().file;
        let mut help = self.help.clone().unwrap_or_default();
        let source = sources.get(home);
        let apart = |label: &Label| {
            label.span.file != home || source.is_some_and(|source| far_above(label.span, self.span(), source))
        };
        for label in self.labels.iter().filter(|label| apart(label)) {
            let gap = if help.is_empty() { "" } else { "\n" };
            help = format!("{help}{gap}see {}: {}", sources.locate(label.span), label.text);
        }
        // An excerpt of an endless line shows nothing; the place in numbers does.
        let far = |label: &Label| source.is_some_and(|source| source.position(label.span.start).1 > LONGEST_LINE);
        let too_far = self.labels.iter().any(far);
        if too_far {
            let gap = if help.is_empty() { "" } else { "\n" };
            help = format!("{help}{gap}at {}", sources.locate(self.span()));
        }
        let shown = self.labels.iter().filter(|_| !too_far);
        let labels = shown.filter(|label| !apart(label)).enumerate().map(|(nth, label)| {
            let place = (label.span.start as usize, (label.span.end - label.span.start) as usize);
            let text = Some(label.text.clone()).filter(|text| !text.is_empty());
            if nth == 0 {
                miette::LabeledSpan::new_primary_with_span(text, place)
            } else {
                miette::LabeledSpan::new_with_span(text, place)
            }
        });
        Report {
            code: self.code.to_string(),
            severity: self.severity,
            title: self.title.clone(),
            labels: labels.collect(),
            help: Some(help).filter(|help| !help.is_empty()),
            source: source.filter(|_| !too_far).cloned().map(Excerpt),
        }
    }
}

/// Whether miette shows a place in an excerpt of its own before the excerpt of the primary, by its rule for joining the two.
fn far_above(place: Span, primary: Span, source: &Source) -> bool {
    let excerpt = Excerpt(source.clone());
    let lines = |span: Span| {
        let place = ((span.start as usize), (span.end - span.start) as usize).into();
        let seen = miette::SourceCode::read_span(&excerpt, &place, 1, 1).ok()?;
        Some((seen.line(), seen.line_count()))
    };
    let (Some((first, count)), Some((next, _))) = (lines(place), lines(primary)) else { return false };
    place.start < primary.start && first + count < next
}

/// A diagnostic together with its source, as miette prints it.
#[derive(Debug)]
pub struct Report {
    code: String,
    severity: Severity,
    title: String,
    labels: Vec<miette::LabeledSpan>,
    help: Option<String>,
    source: Option<Excerpt>,
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.title)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// A source whose columns count characters, where miette would count bytes.
#[derive(Debug)]
struct Excerpt(Source);

impl miette::SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let inner = self.0.text().read_span(span, before, after)?;
        let start = u32::try_from(inner.span().offset()).unwrap_or(u32::MAX);
        // Nor are lines counted as miette does, for which a bare carriage return is half a line end.
        let (line, column) = self.0.position(start);
        Ok(Box::new(miette::MietteSpanContents::new_named(
            self.0.name().to_owned(),
            inner.data(),
            *inner.span(),
            line - 1,
            column - 1,
            inner.line_count().max(MOST_BETWEEN),
        )))
    }
}

/// The candidate nearest to a misspelt word, if one is near enough to be meant. Letters that are capital in one of them only do not part them.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let letters = word.chars().count();
    // A long way from here to there is not measured.
    let near = |candidate: &&str| candidate.chars().count().abs_diff(letters) <= limit;
    let ranked = candidates.into_iter().filter(|candidate| *candidate != word).filter(near);
    let ranked = ranked.map(|candidate| (distance(word, candidate), candidate));
    let best =
        ranked.filter(|(far, candidate)| *far <= limit && *far < candidate.chars().count()).min_by_key(|(far, _)| *far);
    best.map(|(_, candidate)| candidate)
}

/// How far a word is from a word of the language that it may be a slip of the fingers for; nothing if it is another word.
pub(crate) fn closeness(word: &str, known: &str) -> Option<usize> {
    let shorter = word.chars().count().min(known.chars().count());
    let limit = match shorter {
        0..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    // A long way from here to there is not measured.
    let near = word.chars().count().abs_diff(known.chars().count()) <= limit;
    let far = if near { distance(word, known) } else { usize::MAX };
    let slip = shorter > 2 || far == 0 || word.chars().rev().eq(known.chars());
    (word != known && far <= limit && slip).then_some(far)
}

/// Edits (insert, delete, replace, swap of neighbours) from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.to_lowercase().chars().collect();
    let to: Vec<char> = to.to_lowercase().chars().collect();
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for row in 1..=from.len() {
        let mut line = vec![row];
        for column in 1..=to.len() {
            let same = usize::from(from[row - 1] != to[column - 1]);
            let mut best = (rows[row - 1][column] + 1).min(line[column - 1] + 1).min(rows[row - 1][column - 1] + same);
            if row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1] {
                best = best.min(rows[row - 2][column - 2] + 1);
            }
            line.push(best);
        }
        rows.push(line);
    }
    rows[from.len()][to.len()]
}

/// Keeps the first mistakes and the first warnings, so many of each at most: neither takes the place of the other.
pub(crate) fn tell_the_first(found: &mut Vec<Diagnostic>, most: usize) {
    let mut told = [0, 0];
    found.retain(|found| {
        let count = &mut told[usize::from(found.is_error())];
        *count += 1;
        *count <= most
    });
}
