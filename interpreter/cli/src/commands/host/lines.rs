//! In: bytes as they come. Out: whole lines, none longer than a limit. Never here: what a line says, reading streams.

/// Bytes of the longest line that is read: a rule file of the greatest size, with every letter escaped, and more.
pub(super) const MOST_BYTES: usize = 1 << 21;
/// Room that is kept when a long line has been read.
const KEPT: usize = 1 << 16;

/// A line that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line<'a> {
    /// Its bytes, without the line end.
    Whole(&'a [u8]),
    /// It was longer than the limit, and nothing of it was kept.
    TooLong,
}

/// Bytes that have come, cut into lines.
#[derive(Default, Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where no line end has been found.
    searched: usize,
    /// The present line is too long already.
    skips: bool,
}

impl Lines {
    /// More bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        if self.bytes.is_empty() && self.bytes.capacity() > KEPT {
            self.bytes = Vec::new();
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next line that has ended.
    pub(super) fn next(&mut self) -> Option<Line<'_>> {
        let Some(at) = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.bytes.len();
            if self.searched - self.start > MOST_BYTES {
                self.skips = true;
                self.start = self.searched;
            }
            return None;
        };
        let (start, end) = (self.start, self.searched + at);
        self.start = end + 1;
        self.searched = self.start;
        if std::mem::take(&mut self.skips) || end - start > MOST_BYTES {
            return Some(Line::TooLong);
        }
        Some(Line::Whole(&self.bytes[start..end]))
    }

    /// What stands behind the last line end, if anything does.
    pub(super) fn last(&self) -> Option<Line<'_>> {
        match &self.bytes[self.start..] {
            _ if self.skips => Some(Line::TooLong),
            [] => None,
            rest => Some(Line::Whole(rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Lines, MOST_BYTES};

    fn read(chunks: &[&[u8]]) -> (Vec<String>, Option<String>) {
        let mut lines = Lines::default();
        let mut found = Vec::new();
        let text = |line: Line<'_>| match line {
            Line::Whole(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Line::TooLong => "too long".to_owned(),
        };
        for chunk in chunks {
            lines.push(chunk);
            while let Some(line) = lines.next() {
                found.push(text(line));
            }
        }
        (found, lines.last().map(text))
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        assert_eq!(read(&[b"a\nb", b"c\n\nd"]), (vec!["a".into(), "bc".into(), String::new()], Some("d".into())));
        assert_eq!(read(&[b"a\n"]), (vec!["a".into()], None));
    }

    #[test]
    fn a_line_that_is_too_long_is_told_once_and_the_next_is_read() {
        let long = vec![b'x'; MOST_BYTES];
        let (found, last) = read(&[&long, b"x", b"x\nnext\n", &long, b"\n", &long, b"x"]);
        assert_eq!(found[..2], ["too long".to_owned(), "next".to_owned()]);
        assert_eq!(found[2].len(), MOST_BYTES);
        assert_eq!(last.as_deref(), Some("too long"), "one byte more than is read, though no line end has come");
    }
}
