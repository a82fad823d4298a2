//! In: a character that no rule file uses. Out: the plain sign it stands for, and its name where it cannot be seen. Never here: wording of reports.

/// What a typographic, full-width or invisible character stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// A full-width form of a plain character.
    Wide(char),
    /// A sign that is written with plain ones.
    Typographic(&'static str),
    /// An opening or closing quote.
    Quote,
    /// A blank of another kind, with its name.
    Blank(&'static str),
    /// A line end of another kind, with its name.
    LineEnd(&'static str),
    /// Nothing to be seen, with its name.
    Nothing(&'static str),
}

/// The sign that a character is, if it is one of these.
pub(super) fn sign(c: char) -> Option<Sign> {
    Some(match c {
        '\u{3000}' => Sign::Blank("full-width space"),
        '\u{ff02}' | '「' | '」' | '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' => Sign::Quote,
        '\u{ff01}'..='\u{ff5e}' => Sign::Wide(char::from_u32(c as u32 - 0xff01 + 0x21)?),
        '、' => Sign::Wide(','),
        '−' | '–' | '—' | '‐' | '‑' => Sign::Typographic("-"),
        '→' | '⟶' | '⇒' | '➔' => Sign::Typographic("->"),
        '≥' | '⩾' => Sign::Typographic(">="),
        '≤' | '⩽' => Sign::Typographic("<="),
        '≠' => Sign::Typographic("!="),
        '×' | '∗' | '·' | '⋅' => Sign::Typographic("*"),
        '÷' | '∕' => Sign::Typographic("/"),
        '…' => Sign::Typographic(".."),
        '∧' => Sign::Typographic("and"),
        '∨' => Sign::Typographic("or"),
        '∈' => Sign::Typographic("in"),
        '\u{a0}' => Sign::Blank("no-break space"),
        '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => Sign::Blank("typographic space"),
        '\u{0b}' => Sign::Blank("vertical tab"),
        '\u{0c}' => Sign::Blank("form feed"),
        '\u{85}' => Sign::LineEnd("next line"),
        '\u{2028}' => Sign::LineEnd("line separator"),
        '\u{2029}' => Sign::LineEnd("paragraph separator"),
        '\u{ad}' => Sign::Nothing("soft hyphen"),
        '\u{200b}' => Sign::Nothing("zero-width space"),
        '\u{200c}' | '\u{200d}' | '\u{2060}' => Sign::Nothing("zero-width joiner"),
        '\u{feff}' => Sign::Nothing("byte order mark"),
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => Sign::Nothing("mark of writing direction"),
        _ => return None,
    })
}

/// A text with its bare carriage returns made line ends, and where the first of them was.
pub(super) fn bare_returns(text: &str) -> Option<(String, usize)> {
    let bare = |at: &usize| !text[at + 1..].starts_with('\n');
    let first = text.match_indices('\r').map(|(at, _)| at).find(bare)?;
    let mut plain = text.replace("\r\n", "\u{1}\n").replace('\r', "\n");
    plain = plain.replace("\u{1}\n", "\r\n");
    Some((plain, first))
}
