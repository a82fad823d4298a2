//! In: a code. Out: its page of `docs/errors`, embedded when this crate was built. Never here: wording, reading files.
use super::Code;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// What there is to say of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// What it means, in a few words.
    pub title: &'static str,
    /// What it means in full, as Markdown, without the line of the title.
    pub text: &'static str,
}

/// Every page, by its code.
pub fn pages() -> impl Iterator<Item = Page> {
    TEXTS.iter().map(|(number, page)| {
        let (head, text) = page.split_once('\n').unwrap_or((page, ""));
        let title = head.split_once(": ").map_or(head, |(_, title)| title);
        Page { code: Code(*number), title, text }
    })
}

/// The page of a code.
///
/// ```
/// use mcl_lang::diagnostic::{Code, pages::page};
/// assert_eq!(page(Code(803)).map(|page| page.title), Some("bytecode that is damaged"));
/// assert_eq!(page(Code(0)), None);
/// ```
#[must_use]
pub fn page(code: Code) -> Option<Page> {
    pages().find(|page| page.code == code)
}
