//! In: the bytes of a file and its name. Out: text with line starts, places in it, lines and columns. Never here: reading files, meaning.
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which file of a compilation a place lies in. 0 is the file that was asked for; its bases and libraries follow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FileId(pub u16);

/// A place in a file: byte offsets, end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.start), ..self }
    }

    /// An empty place at the start of `self`.
    #[must_use]
    pub fn first(self, bytes: u32) -> Span {
        Span { end: self.end.min(self.start + bytes), ..self }
    }

    /// The place where it begins.
    #[must_use]
    pub fn head(self) -> Span {
        Span { end: self.start, ..self }
    }
}

/// The text of one file.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Arc<[u32]>,
    /// `eats=2,4`, if it is the value of a setting.
    setting: Option<Arc<str>>,
}

impl Source {
    /// A source of this name (a path, or a name in the library) and text.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Source {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| offset(at + 1)));
        Source { name: name.into(), text: text.into(), line_starts: starts.collect(), setting: None }
    }

    /// The value of a setting, `eats=2,4`, called as a command line gives it.
    pub(crate) fn of_setting(setting: &str, value: &str) -> Source {
        Source { setting: Some(setting.into()), ..Source::new(&format!("--set {setting}"), value) }
    }

    /// The name it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text at a place; empty if the place lies outside.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of a byte offset, both from 1; the column counts characters, not bytes.
    #[must_use]
    pub fn position(&self, at: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= at).max(1) - 1;
        let start = self.line_starts.get(line).copied().unwrap_or(0) as usize;
        let before = self.text.get(start..at as usize).unwrap_or("");
        (line + 1, before.chars().count() + 1)
    }

    /// The text of a line, counted from 1, without its line end.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_starts.get(line.wrapping_sub(1)).copied().unwrap_or(offset(self.text.len())) as usize;
        let end = self.line_starts.get(line).map_or(self.text.len(), |next| *next as usize);
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}

/// A byte offset as spans keep it; the parser refuses files beyond its range.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// All files of one compilation, by `FileId`.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, source: Source) -> FileId {
        self.0.push(source);
        FileId(u16::try_from(self.0.len() - 1).unwrap_or(u16::MAX))
    }

    /// Calls the settings among them so where there is no command line: `setting eats=2,4`, not `--set eats=2,4`.
    pub fn call_settings(&mut self, word: &str) {
        for source in &mut self.0 {
            if let Some(setting) = &source.setting {
                source.name = format!("{word} {setting}").into();
            }
        }
    }

    /// The file added last.
    #[must_use]
    pub fn newest(&self) -> FileId {
        FileId(u16::try_from(self.0.len().saturating_sub(1)).unwrap_or(u16::MAX))
    }

    /// The file with this id.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.0.get(id.0 as usize)
    }

    /// All files, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }

    /// `name:line:column` of a place.
    #[must_use]
    pub fn locate(&self, span: Span) -> String {
        self.get(span.file).map_or_else(String::new, |source| {
            let (line, column) = source.position(span.start);
            format!("{}:{line}:{column}", source.name())
        })
    }
}
