//! In: the text of a rule file. Out: the same words and comments in the one canonical form, or what is wrong with the text. Never here: files, other changes.
//!
//! The form, which `docs/reference.md` tells authors in its section "Format":
//!
//! - Two blanks of indentation for each brace. A block is on one line if its writer has ended no line in it and it fits; else its
//!   braces end their lines and every statement has its own. Statements that the writer has joined by `;` stay joined if they fit,
//!   except cases, alternatives and decisions with `must`.
//! - At most one empty line between statements, none at the beginning and end of a block, one between the items of a file.
//! - A line has at most 120 columns. One that has more is broken, the loosest first: behind the arrow, at the braces of a block, before
//!   the options of `sow` and `laps`, before `where`, `or`, `and`, other operators. Lines that go on are indented by four, bodies behind
//!   an arrow and clauses of `choose` by two. `must` and `prefer` always begin a line. All other line ends inside a statement go.
//! - The arrows of one-line cases that follow one another without an empty line, a comment or a longer case between are aligned, as are
//!   the `=` of such `let`s. A head of more than 50 columns is left out. Labels of alternatives are padded to the longest, and the
//!   arrows of those with `where` are aligned.
//! - A comment behind a line begins in column 52, behind a longer line at the next stop of ten, so that no line moves another's.
//!   A comment right below it in the same column stays below it. All other comments stand before what they stood before.
//!
//! It works on `parse::shape`, because the tree of `ast` drops what only a reader sees. What comes out is parsed again: it must have
//! the same shape and the same comments, and be its own canonical form.
mod layout;
mod page;
mod values;

use crate::diagnostic::{Diagnostic, syntax};
use crate::parse::scan::LARGEST_FILE;
use crate::parse::shape::Shape;
use crate::parse::{self, Comment};
use crate::source::{FileId, Source, Span};
use layout::Layout;

/// Times a text may be written before it must have settled.
const MOST_PASSES: usize = 4;

/// The canonical text, and what is wrong with the source; there is no text if an error is among it.
///
/// ```
/// use mcl_lang::{format, source::Source};
/// let (text, found) = format(&Source::new("tiny.mcl", "game   \"Tiny\"{ board{rows 2;houses 2} }"));
/// assert!(found.is_empty());
/// assert_eq!(text.unwrap(), "game \"Tiny\" { board { rows 2; houses 2 } }\n");
/// ```
#[must_use]
pub fn format(source: &Source) -> (Option<String>, Vec<Diagnostic>) {
    let plain = source.text().strip_prefix('\u{feff}').unwrap_or(source.text()).replace("\r\n", "\n");
    let found = parse::parse(&Source::new(source.name(), &plain), FileId::default()).diagnostics;
    let read = if found.iter().any(Diagnostic::is_error) { None } else { parse::shape_of(&plain) };
    let Some((shape, told)) = read else {
        // Mistakes are shown where they stand in the text that was given.
        let moved = source.text().contains("\r\n");
        return (None, if moved { parse::parse(source, FileId::default()).diagnostics } else { found });
    };
    let mut text = written(&plain, &shape, &told);
    for _ in 0..MOST_PASSES {
        let Some((new_shape, again)) = parse::shape_of(&text) else { break };
        if !shape.same(&plain, &new_shape, &text) || comments(&plain, &told) != comments(&text, &again) {
            break;
        }
        let settled = written(&text, &new_shape, &again);
        if settled == text {
            return (Some(text), found);
        }
        text = settled;
    }
    let at = Span { file: FileId::default(), start: 0, end: 0 };
    let too_large = text.len() > LARGEST_FILE;
    (None, vec![if too_large { syntax::too_large(at, LARGEST_FILE) } else { syntax::not_formatted(at) }])
}

/// The text of a shape, whatever becomes of it.
fn written(text: &str, shape: &Shape, comments: &[Comment]) -> String {
    let mut layout = Layout::new(text, comments);
    layout.file(shape);
    let (ops, tables) = (layout.ops, layout.tables);
    page::print(&ops, tables)
}

/// The words of comments, in order.
fn comments<'a>(text: &'a str, comments: &[Comment]) -> Vec<&'a str> {
    comments.iter().filter_map(|comment| text.get(comment.span.start as usize..comment.span.end as usize)).collect()
}
