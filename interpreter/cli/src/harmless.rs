//! In: what a command writes. Out: the same with control characters escaped, so that no name or text can move a terminal. Never here: wording.
use std::fmt::Write as _;
use std::io::{self, Write};

/// Where commands write.
pub(crate) trait Out: Write {
    /// Writes a file as it is, if no terminal shows it.
    fn write_file(&mut self, text: &str) -> io::Result<()>;
}

impl Out for Vec<u8> {
    fn write_file(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }
}

/// A stream that takes anything and passes on lines, tabs, letters and, where colours are wanted, colours.
pub(crate) struct Harmless<W> {
    inner: W,
    paints: bool,
    is_terminal: bool,
    /// Bytes whose meaning the next byte decides.
    held: Vec<u8>,
}

/// The first byte of the control characters beyond ASCII, and of some letters.
const BEYOND: u8 = 0xc2;
const ESCAPE: u8 = 0x1b;
/// Bytes of the longest colour that is passed on.
const LONGEST_COLOUR: usize = 24;

impl<W: Write> Harmless<W> {
    pub(crate) fn new(inner: W, paints: bool, is_terminal: bool) -> Harmless<W> {
        Harmless { inner, paints, is_terminal, held: Vec::new() }
    }

    /// Takes one byte; what is ready goes to the end of `ready`.
    fn take(&mut self, byte: u8, ready: &mut Vec<u8>) {
        self.held.push(byte);
        match self.held[..] {
            [BEYOND] => return,
            [BEYOND, 0x80..=0x9f] => escape(byte, ready),
            [ESCAPE, ..] if self.paints => match is_colour(&self.held) {
                None => return,
                Some(true) => ready.extend_from_slice(&self.held),
                Some(false) => self.held.iter().for_each(|byte| plain(*byte, ready)),
            },
            _ => self.held.iter().for_each(|byte| plain(*byte, ready)),
        }
        self.held.clear();
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut ready = Vec::with_capacity(bytes.len());
        bytes.iter().for_each(|byte| self.take(*byte, &mut ready));
        self.inner.write_all(&ready)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Out for Harmless<W> {
    fn write_file(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal { self.write_all(text.as_bytes()) } else { self.inner.write_all(text.as_bytes()) }
    }
}

/// Whether these bytes are a colour; nothing if they may become one.
fn is_colour(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [ESCAPE] => None,
        [ESCAPE, b'[', codes @ .., b'm'] => Some(codes.iter().all(|code| matches!(code, b'0'..=b'9' | b';'))),
        [ESCAPE, b'[', codes @ ..] if codes.len() < LONGEST_COLOUR => {
            if codes.iter().all(|code| matches!(code, b'0'..=b'9' | b';')) { None } else { Some(false) }
        }
        _ => Some(false),
    }
}

fn plain(byte: u8, ready: &mut Vec<u8>) {
    match byte {
        b'\n' | b'\t' | b' '..=0x7e | 0x80.. => ready.push(byte),
        _ => escape(byte, ready),
    }
}

/// The number of a control character, in a form that JSON reads too.
fn escape(byte: u8, ready: &mut Vec<u8>) {
    ready.extend_from_slice(escaped(char::from(byte)).as_bytes());
}

fn escaped(control: char) -> String {
    format!("\\u{:04x}", u32::from(control))
}

/// A text whose control characters are escaped.
pub(crate) fn shown(text: &str) -> String {
    let mut found = String::new();
    for letter in text.chars() {
        if letter.is_control() && letter != '\n' && letter != '\t' {
            let _ = found.write_str(&escaped(letter));
        } else {
            found.push(letter);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Harmless, Out, shown};
    use std::io::Write;

    fn passed(text: &str, paints: bool) -> String {
        let mut out = Vec::new();
        let mut harmless = Harmless::new(&mut out, paints, false);
        // One byte at a time: nothing may depend on how a text is cut.
        for byte in text.as_bytes() {
            assert!(harmless.write_all(&[*byte]).is_ok());
        }
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn letters_and_lines_pass() {
        assert_eq!(passed("│ é\t¿ 手\n", false), "│ é\t¿ 手\n");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(passed("a\u{7}b\u{1b}[2Jc\u{7f}\u{9b}d\r", false), "a\\u0007b\\u001b[2Jc\\u007f\\u009bd\\u000d");
        assert_eq!(shown("\u{1b}]0;x\u{7}"), "\\u001b]0;x\\u0007");
    }

    #[test]
    fn a_file_is_changed_only_for_a_terminal() {
        for (is_terminal, wanted) in [(false, "a\u{7}\n"), (true, "a\\u0007\n")] {
            let mut out = Vec::new();
            assert!(Harmless::new(&mut out, false, is_terminal).write_file("a\u{7}\n").is_ok());
            assert_eq!(String::from_utf8_lossy(&out), wanted);
        }
    }

    #[test]
    fn colours_pass_where_they_are_wanted_and_nothing_else_does() {
        assert_eq!(passed("\u{1b}[1;31mx\u{1b}[0m", true), "\u{1b}[1;31mx\u{1b}[0m");
        assert_eq!(passed("\u{1b}[2Jx\u{1b}]0;y\u{7}", true), "\\u001b[2Jx\\u001b]0;y\\u0007");
        assert_eq!(passed("\u{1b}[1mx", false), "\\u001b[1mx");
    }
}
