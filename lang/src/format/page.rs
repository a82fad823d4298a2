//! In: words with the places between them where a line may end. Out: lines. Never here: shapes, which words belong together.
use unicode_width::UnicodeWidthStr as _;

/// Columns a line should not pass.
const WIDTH: usize = 120;
/// Where a comment behind a line stands; behind a longer line at the next stop of ten.
const COMMENT_COLUMN: usize = 51;
const COMMENT_STOPS: usize = 10;
/// A longer head of a case is left out when arrows are aligned.
const LONGEST_HEAD: usize = 50;

/// Something to print.
#[derive(Clone, Debug)]
pub(super) enum Op<'a> {
    /// A word, printed as it is.
    Text(&'a str),
    /// A comment behind a line.
    Behind(&'a str),
    /// A comment on its own line that goes on below one behind a line.
    Below(&'a str),
    /// Lines that begin from here on are indented by so much more, or less.
    Indent(i32),
    /// A group: on one line if it fits and no line must end in it. What `Soft` means is decided for a whole group.
    Begin,
    /// Its end.
    End,
    /// Ends the line if the group does not fit; else this text.
    Soft(&'static str),
    /// As `Soft`, behind an opening brace: what is opened here need not fit on the line.
    Brace(&'static str),
    /// Ends the line if what comes before the next such place does not fit; else a blank.
    Fill,
    /// Ends the line; `true` for an empty line before the next.
    Hard(bool),
    /// Blanks up to this column, counted from the line's indentation: at least so many.
    Tab(usize, usize),
    /// The statement behind an arrow, up to its `BodyEnd`.
    Body,
    /// Its end.
    BodyEnd,
    /// Here begins a line of a table.
    Row(usize),
    /// Blanks that align the rows of a table: its number, the row.
    Align(usize, usize),
}

/// Lines with something to align.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// Every row is aligned, even one that goes on over several lines.
    all: bool,
    /// From where to where the row goes, and where its blanks are, as numbers of ops.
    pub(super) rows: Vec<[usize; 3]>,
    blanks: Vec<usize>,
}

impl Table {
    pub(super) fn new(all: bool) -> Table {
        Table { all, ..Table::default() }
    }
}

/// Prints.
pub(super) fn print(ops: &[Op<'_>], tables: Vec<Table>) -> String {
    let ends = ends(ops);
    let hards = std::iter::once(0).chain(ops.iter().scan(0, |count, op| {
        *count += usize::from(matches!(op, Op::Hard(_) | Op::Behind(_)));
        Some(*count)
    }));
    let hards = hards.collect();
    let mut page = Page {
        ops,
        ends,
        hards,
        tables,
        text: String::new(),
        column: 0,
        fresh: true,
        indent: 0,
        margin: 0,
        behind: 0,
        flat: 0,
        groups: Vec::new(),
        bodies: Vec::new(),
    };
    for at in 0..ops.len() {
        page.op(at);
    }
    page.text
}

/// Where each group and body ends.
fn ends(ops: &[Op<'_>]) -> Vec<usize> {
    let mut ends = vec![0; ops.len()];
    let mut open = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        match op {
            Op::Begin | Op::Body => open.push(at),
            Op::End | Op::BodyEnd => {
                if let Some(end) = open.pop().and_then(|begin: usize| ends.get_mut(begin)) {
                    *end = at;
                }
            }
            Op::Text(_) | Op::Behind(_) | Op::Below(_) | Op::Indent(_) | Op::Soft(_) | Op::Brace(_) | Op::Fill => {}
            Op::Hard(_) | Op::Tab(..) | Op::Row(_) | Op::Align(..) => {}
        }
    }
    ends
}

struct Page<'a> {
    ops: &'a [Op<'a>],
    ends: Vec<usize>,
    /// How many lines must end before each op.
    hards: Vec<usize>,
    tables: Vec<Table>,
    text: String,
    /// Characters in the line so far; its indentation is not yet written while it is `fresh`.
    column: usize,
    fresh: bool,
    indent: i32,
    /// The indentation of the line being written: what it was when the line began.
    margin: usize,
    /// The column of the last comment behind a line.
    behind: usize,
    /// How many of the open groups are on one line; once one is, those inside are.
    flat: usize,
    groups: Vec<bool>,
    /// The indentation that each open body has added.
    bodies: Vec<i32>,
}

impl Page<'_> {
    fn op(&mut self, at: usize) {
        let Some(op) = self.ops.get(at) else { return };
        match op {
            Op::Text(text) => self.write(text),
            Op::Behind(text) => self.comment_behind(text),
            Op::Below(text) => {
                self.fresh = false;
                self.pad(self.behind);
                self.write(text);
            }
            Op::Indent(by) => self.indent += by,
            Op::Begin => self.begin(at),
            Op::End => self.flat -= usize::from(self.groups.pop() == Some(true)),
            Op::Soft(text) | Op::Brace(text) => {
                if self.flat > 0 {
                    self.write(text)
                } else {
                    self.end_line(false)
                }
            }
            Op::Fill => {
                let fits = self.flat > 0 || self.reach(self.column + 1, at + 1, self.ops.len(), Stop::Break).is_some();
                if fits { self.write(" ") } else { self.end_line(false) }
            }
            Op::Hard(blank) => self.end_line(*blank),
            Op::Tab(column, least) => {
                let column = self.margin + column;
                self.pad(column.max(self.column + least));
            }
            Op::Body => self.body(at),
            Op::BodyEnd => self.indent -= self.bodies.pop().unwrap_or(0),
            Op::Row(table) => self.align(*table),
            Op::Align(table, row) => {
                let blanks = self.blanks(*table, *row);
                self.pad(self.column + blanks);
            }
        }
    }

    /// The indentation of the next line, if it is indented by so much more.
    fn indented(&self, more: i32) -> usize {
        usize::try_from(self.indent + more).unwrap_or(0)
    }

    fn write(&mut self, text: &str) {
        if std::mem::take(&mut self.fresh) {
            self.pad(self.margin);
        }
        self.text.push_str(text);
        self.column += text.width();
    }

    fn pad(&mut self, column: usize) {
        let blanks = column.saturating_sub(self.column);
        self.text.extend(std::iter::repeat_n(' ', blanks));
        self.column += blanks;
    }

    fn end_line(&mut self, blank: bool) {
        if self.text.is_empty() {
            return;
        }
        self.text.push_str(if blank { "\n\n" } else { "\n" });
        self.column = 0;
        self.fresh = true;
        self.margin = self.indented(0);
    }

    fn comment_behind(&mut self, text: &str) {
        let stops = (self.column + 2).saturating_sub(COMMENT_COLUMN).div_ceil(COMMENT_STOPS);
        self.behind = COMMENT_COLUMN + stops * COMMENT_STOPS;
        self.pad(self.behind);
        self.write(text);
    }

    /// The column of what is written next.
    fn here(&self) -> usize {
        if self.fresh { self.margin } else { self.column }
    }

    fn begin(&mut self, at: usize) {
        let end = self.ends.get(at).copied().unwrap_or(at);
        let fits = || {
            self.reach(self.here(), at, end, Stop::Never)
                .and_then(|column| self.reach(column, end, self.ops.len(), Stop::Break))
        };
        let flat = self.flat > 0 || fits().is_some();
        self.flat += usize::from(flat);
        self.groups.push(flat);
    }

    /// Behind the arrow if the whole fits; else on the next line if it fits there; else behind the arrow as far as the first brace.
    fn body(&mut self, at: usize) {
        let end = self.ends.get(at).copied().unwrap_or(at);
        let fits = |column: usize| self.reach(column, at + 1, end, Stop::Never).is_some();
        let behind = self.flat > 0
            || fits(self.column + 1)
            || !fits(self.indented(2)) && self.reach(self.column + 1, at + 1, end, Stop::Brace).is_some();
        self.bodies.push(if behind { 0 } else { 2 });
        if behind {
            self.write(" ");
        } else {
            self.indent += 2;
            self.end_line(false);
        }
    }

    /// The column behind these ops if they are written on one line from `column` on; nothing if they do not fit or a line ends in them.
    fn reach(&self, column: usize, from: usize, to: usize, stop: Stop) -> Option<usize> {
        let mut column = column;
        let mut depth = 0_usize;
        let counted = |at: usize| self.hards.get(at).copied().unwrap_or(0);
        if stop == Stop::Never && counted(from) != counted(to) {
            return None;
        }
        for op in self.ops.get(from..to).unwrap_or(&[]) {
            let breaks = match op {
                Op::Hard(_) | Op::Behind(_) | Op::Below(_) => true,
                Op::Brace(_) => stop != Stop::Never,
                Op::Soft(_) | Op::Fill | Op::Body => stop == Stop::Break && depth == 0,
                Op::Text(_)
                | Op::Indent(_)
                | Op::Begin
                | Op::End
                | Op::Tab(..)
                | Op::BodyEnd
                | Op::Row(_)
                | Op::Align(..) => false,
            };
            if breaks {
                return (stop != Stop::Never).then_some(column);
            }
            column += match op {
                Op::Text(text) => text.width(),
                Op::Soft(text) | Op::Brace(text) => text.len(),
                Op::Fill | Op::Body => 1,
                Op::Tab(to, least) => (self.margin + to).saturating_sub(column).max(*least),
                Op::Align(table, row) => self.blanks(*table, *row),
                Op::Behind(_)
                | Op::Below(_)
                | Op::Indent(_)
                | Op::Begin
                | Op::End
                | Op::Hard(_)
                | Op::BodyEnd
                | Op::Row(_) => 0,
            };
            if matches!(op, Op::Begin) {
                depth += 1;
            } else if matches!(op, Op::End) {
                depth = depth.saturating_sub(1);
            }
            if column > WIDTH {
                return None;
            }
        }
        Some(column)
    }

    fn blanks(&self, table: usize, row: usize) -> usize {
        let found = self.tables.get(table).and_then(|table| table.blanks.get(row));
        found.copied().unwrap_or(1)
    }

    /// Aligns a table when its first row begins, unless it stands on one line.
    fn align(&mut self, number: usize) {
        let Some(table) = self.tables.get(number) else { return };
        if self.flat > 0 || !table.blanks.is_empty() {
            return;
        }
        let left = self.here();
        let rows = table.rows.clone();
        let heads = rows.iter().map(|[from, blanks, to]| {
            let whole = table.all || self.reach(left, *from, *to, Stop::Never).is_some();
            let head = self.reach(left, *from, *blanks, Stop::Never).map(|column| column - left);
            if whole { head } else { None }
        });
        let heads = heads.collect::<Vec<_>>();
        let mut widths = vec![1; rows.len()];
        let mut first = 0;
        while first < rows.len() {
            let group = heads.iter().skip(first).take_while(|head| head.is_some()).count();
            let inside = heads.iter().skip(first).take(group).flatten().copied();
            let widest = inside.filter(|head| *head <= LONGEST_HEAD).max().unwrap_or(0);
            for at in first..first + group {
                let (Some(Some(head)), Some([from, _, to])) = (heads.get(at), rows.get(at)) else { continue };
                let blanks = 1 + widest.saturating_sub(*head);
                let fits = table.all || self.reach(left + blanks - 1, *from, *to, Stop::Never).is_some();
                if let Some(width) = widths.get_mut(at).filter(|_| fits) {
                    *width = blanks;
                }
            }
            first += group + 1;
        }
        if let Some(table) = self.tables.get_mut(number) {
            table.blanks = widths;
        }
    }
}

/// Where a measure ends before its last op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Nowhere: a line that must end does not fit.
    Never,
    /// At a brace that can be opened, or where a line must end.
    Brace,
    /// Where a line may end.
    Break,
}
