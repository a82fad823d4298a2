//! In: rules in words, the drawn board. Out: text for a terminal, or Markdown. Never here: finding words.
use super::words::capital;
use super::{Part, Said, Section, Text};
use crate::source::{FileId, Sources, Span};

/// Columns of a line of text.
const WIDTH: usize = 88;

/// How the text is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the two forms")]
pub enum Format {
    Text,
    Markdown,
}

/// How a text is put on paper.
#[derive(Clone, Copy, Debug)]
pub struct Render<'a> {
    /// Its form.
    pub format: Format,
    /// The lines of the drawn board.
    pub picture: &'a [String],
    /// The files whose lines stand behind the sentences; nothing if no lines are wanted.
    pub lines: Option<&'a Sources>,
}

impl Render<'_> {
    /// The whole text.
    #[must_use]
    pub fn render(&self, text: &Text) -> String {
        let mut out = match self.format {
            Format::Text => format!("{}\n{}\n", text.title, "=".repeat(text.title.chars().count())),
            Format::Markdown => format!("# {}\n", text.title),
        };
        for section in &text.sections {
            self.section(section, &mut out);
        }
        while out.contains("\n\n\n") {
            out = out.replace("\n\n\n", "\n\n");
        }
        out
    }

    fn section(&self, section: &Section, out: &mut String) {
        if !section.heading.is_empty() {
            out.push_str(&match self.format {
                Format::Text => format!("\n{}\n{}\n", section.heading, "-".repeat(section.heading.chars().count())),
                Format::Markdown => format!("\n## {}\n", section.heading),
            });
        }
        if self.format == Format::Markdown || section.heading.is_empty() {
            out.push('\n');
        }
        self.parts(&section.parts, "", "", out);
    }

    /// Parts under an indent; the first line has a mark instead.
    fn parts(&self, parts: &[Part], mark: &str, indent: &str, out: &mut String) {
        let mut paragraph = Vec::new();
        let mut mark = mark;
        let mut first = true;
        for part in parts {
            if let Part::Said(said) = part {
                paragraph.push(self.sentence(said, "."));
                continue;
            }
            if !paragraph.is_empty() {
                self.flow(&std::mem::take(&mut paragraph), mark, indent, out);
                (mark, first) = (indent, false);
            }
            match part {
                Part::List { lead, items } => {
                    if !first && indent.is_empty() && self.format == Format::Markdown {
                        out.push('\n');
                    }
                    self.flow(&[self.sentence(lead, ":")], mark, indent, out);
                    if indent.is_empty() && self.format == Format::Markdown {
                        out.push('\n');
                    }
                    for item in items {
                        self.parts(item, &format!("{indent}- "), &format!("{indent}  "), out);
                    }
                }
                Part::Picture => self.picture(out),
                Part::Said(_) => {}
            }
            (mark, first) = (indent, false);
            if matches!(part, Part::List { .. }) && indent.is_empty() && self.format == Format::Markdown {
                out.push('\n');
            }
        }
        if !paragraph.is_empty() {
            self.flow(&paragraph, mark, indent, out);
        }
    }

    fn picture(&self, out: &mut String) {
        if self.picture.is_empty() {
            return;
        }
        let lines = self.picture.iter().map(|line| format!("{line}\n")).collect::<String>();
        out.push_str(&match self.format {
            Format::Text => format!("\n{lines}"),
            Format::Markdown => format!("\n```text\n{lines}```\n"),
        });
    }

    /// Sentences as a paragraph, broken into lines where the form has any.
    fn flow(&self, sentences: &[String], mark: &str, indent: &str, out: &mut String) {
        let text = sentences.join(" ");
        if self.format == Format::Markdown {
            out.push_str(&format!("{mark}{text}\n"));
            return;
        }
        let mut line = mark.to_owned();
        let mut empty = true;
        for word in text.split(' ') {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                out.push_str(&line);
                out.push('\n');
                line = indent.to_owned();
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        out.push_str(&line);
        out.push('\n');
    }

    /// With a capital and an end; behind it the readings it hangs on and, if wanted, its lines.
    fn sentence(&self, said: &Said, end: &str) -> String {
        let text = capital(&said.text);
        let end = if end == "." && text.ends_with(['.', '!', '?']) { "" } else { end };
        let under = if said.under.is_empty() { String::new() } else { format!(" [{}]", said.under.join(", ")) };
        let lines = self.lines.map_or_else(String::new, |sources| places(&said.spans, sources));
        if end == ":" { format!("{text}{under}{lines}:") } else { format!("{text}{end}{under}{lines}") }
    }
}

/// `(line 17)`, `(lines 17, 19)`, `(wari:17)`.
fn places(spans: &[Span], sources: &Sources) -> String {
    let mut found: Vec<String> = Vec::new();
    for span in spans {
        let Some(source) = sources.get(span.file) else { continue };
        let (line, _) = source.position(span.start);
        let place = if span.file == FileId(0) { line.to_string() } else { format!("{}:{line}", source.name()) };
        if !found.contains(&place) {
            found.push(place);
        }
    }
    let own = found.iter().all(|place| !place.contains(':'));
    match (&found[..], own) {
        ([], _) => String::new(),
        ([one], true) => format!(" (line {one})"),
        (_, true) => format!(" (lines {})", found.join(", ")),
        (_, false) => format!(" ({})", found.join(", ")),
    }
}
