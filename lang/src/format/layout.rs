//! In: the shape of a file and its comments. Out: its words with the places where a line may end, for `page`. Never here: columns.
#![expect(clippy::wildcard_enum_match_arm, reason = "only some kinds of shapes have a layout of their own")]
use super::page::{Op, Table};
use crate::parse::Comment;
use crate::parse::shape::{Kind, Shape};
use unicode_width::UnicodeWidthStr as _;

/// Where the texts of `about` begin, and where a second key of a line does, counted from the indentation.
const ABOUT_TEXT: usize = 8;
const ABOUT_SECOND: usize = 27;
/// What stands before the lines of a picture.
const PICTURE: i32 = 8;

/// What stands between a word and the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    Nothing,
    Blank,
    Soft(&'static str),
    Brace(&'static str),
    Fill,
    Tab(usize, usize),
    /// A new line, and an empty one before it if the writer left one.
    Line,
    /// A new line and no empty one.
    Next,
    /// The same at the beginning of a block: comments that stand there may have empty lines between.
    First,
    /// An empty line.
    Apart,
}

/// Turns shapes into ops.
pub(super) struct Layout<'a> {
    pub(super) text: &'a str,
    comments: &'a [Comment],
    /// How many comments are placed.
    placed: usize,
    /// Where the last word or comment ends.
    read: usize,
    pub(super) ops: Vec<Op<'a>>,
    pub(super) tables: Vec<Table>,
    /// Whether lines that go on are already indented.
    deeper: bool,
}

impl<'a> Layout<'a> {
    pub(super) fn new(text: &'a str, comments: &'a [Comment]) -> Layout<'a> {
        Layout { text, comments, placed: 0, read: 0, ops: Vec::new(), tables: Vec::new(), deeper: false }
    }

    /// The whole file.
    pub(super) fn file(&mut self, file: &Shape) {
        for (nth, item) in file.parts.iter().enumerate() {
            let before = self.comments.get(self.placed).filter(|comment| start(comment) < item.start);
            // The comments above an item belong to it: the empty line stands before them.
            self.gap(if nth == 0 && before.is_none() { Gap::Nothing } else { Gap::Apart }, item.start);
            self.node(item);
        }
        if self.placed < self.comments.len() {
            self.gap(Gap::Line, self.text.len());
        } else {
            self.push(Op::Hard(false));
        }
    }

    pub(super) fn push(&mut self, op: Op<'a>) {
        self.ops.push(op);
    }

    /// What stands before the word at `next`, with the comments that stand there.
    pub(super) fn gap(&mut self, gap: Gap, next: usize) {
        let here = self.comments.get(self.placed..).unwrap_or(&[]);
        let count = here.iter().take_while(|comment| start(comment) < next).count();
        if count > 0 {
            self.comments_before(gap, count, next);
            return;
        }
        let op = match gap {
            Gap::Nothing => return,
            Gap::Blank => Op::Text(" "),
            Gap::Soft(flat) => Op::Soft(flat),
            Gap::Brace(flat) => Op::Brace(flat),
            Gap::Fill => Op::Fill,
            Gap::Tab(column, least) => Op::Tab(column, least),
            Gap::Line => Op::Hard(self.is_blank(next)),
            Gap::Next | Gap::First => Op::Hard(false),
            Gap::Apart => Op::Hard(true),
        };
        self.push(op);
    }

    /// A comment on the line of the word before it stays behind that line; others keep lines of their own.
    fn comments_before(&mut self, gap: Gap, count: usize, next: usize) {
        let mut apart = gap == Gap::Apart && self.read > 0;
        let keeps_blanks = matches!(gap, Gap::Line | Gap::First | Gap::Apart);
        let mut first = gap == Gap::First;
        // The column of a comment behind a line, while what follows may go on below it.
        let mut above = None;
        for comment in self.comments.get(self.placed..self.placed + count).unwrap_or(&[]) {
            let text = self.text.get(start(comment)..comment.span.end as usize).unwrap_or("");
            let lines = self.lines_before(start(comment));
            let column = self.column(start(comment));
            if lines == 0 && self.read > 0 {
                self.push(Op::Behind(text));
                above = Some(column);
            } else {
                let below = lines == 1 && above == Some(column);
                above = above.filter(|_| below);
                let blank = !below && !first && (keeps_blanks && lines > 1 || apart);
                first = false;
                apart = apart && below;
                self.push(Op::Hard(blank && self.read > 0));
                self.push(if below { Op::Below(text) } else { Op::Text(text) });
            }
            self.read = comment.span.end as usize;
        }
        self.placed += count;
        let blank = apart || keeps_blanks && next < self.text.len() && self.is_blank(next);
        self.push(Op::Hard(blank));
    }

    /// Line ends between what was read last and this place.
    fn lines_before(&self, at: usize) -> usize {
        self.text.get(self.read..at).map_or(0, |between| between.matches('\n').count())
    }

    fn is_blank(&self, at: usize) -> bool {
        self.read > 0 && self.lines_before(at) > 1
    }

    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or("");
        before.rsplit('\n').next().map_or(0, |line| line.width())
    }

    pub(super) fn word(&mut self, shape: &Shape) {
        let text = self.text.get(shape.start..shape.end).unwrap_or("");
        self.push(Op::Text(text));
        self.read = shape.end;
    }

    pub(super) fn text_of(&self, shape: &Shape) -> &'a str {
        self.text.get(shape.start..shape.end).unwrap_or("")
    }

    /// Whether the writer has ended a line between two places.
    fn on_lines(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_some_and(|between| between.contains('\n'))
    }

    /// Anything.
    pub(super) fn node(&mut self, shape: &Shape) {
        if shape.parts.is_empty() {
            self.word(shape);
            return;
        }
        match shape.kind {
            Kind::Sections | Kind::Block | Kind::About | Kind::With => self.braced(shape),
            Kind::AboutItem => self.about_item(shape),
            Kind::Reading => self.reading(shape),
            Kind::Picture => self.picture(shape),
            Kind::If => self.if_chain(shape),
            Kind::Case | Kind::Endless | Kind::Alternative | Kind::Else => self.with_body(shape, None),
            Kind::Choose => self.choose(shape),
            _ => self.value(shape),
        }
    }

    /// Words that follow one another; those that go on over several lines are indented.
    pub(super) fn phrase(&mut self, parts: &[Shape]) {
        for (nth, part) in parts.iter().enumerate() {
            let before = nth.checked_sub(1).and_then(|before| parts.get(before));
            self.going_on(part, |layout| {
                if let Some(before) = before {
                    layout.gap(between(before, part), part.start);
                }
                layout.node(part);
            });
        }
    }

    /// Runs what lays out a part, indented further if it can go on over several lines and is not a block.
    pub(super) fn going_on(&mut self, part: &Shape, lay: impl FnOnce(&mut Layout<'a>)) {
        let deeper = self.deeper;
        if deeper || is_block(part) {
            lay(self);
            return;
        }
        self.deeper = true;
        self.push(Op::Indent(4));
        lay(self);
        self.push(Op::Indent(-4));
        self.deeper = deeper;
    }

    /// What stands before the braces, and the block in them as a group.
    fn braced(&mut self, shape: &Shape) {
        let open =
            shape.parts.iter().position(|part| part.kind == Kind::Open && self.text_of(part) == "{").unwrap_or(0);
        let (head, block) = shape.parts.split_at(open);
        self.phrase(head);
        if let (false, Some(brace)) = (head.is_empty(), block.first()) {
            self.gap(Gap::Blank, brace.start);
        }
        self.push(Op::Begin);
        self.block(shape.kind, block, self.is_open(shape.kind, block));
        self.push(Op::End);
    }

    /// Whether a block stands on several lines: where its writer has ended a line in it.
    fn is_open(&self, kind: Kind, block: &[Shape]) -> bool {
        let (Some(open), Some(close)) = (block.first(), block.last()) else { return false };
        let long = kind == Kind::About && close.end - open.start > 90;
        block.len() > 2 && (long || self.on_lines(open.start, close.end))
    }

    /// `{ … }`. Groups are the caller's.
    fn block(&mut self, kind: Kind, block: &[Shape], open: bool) {
        let [first, items @ .., last] = block else { return };
        let deeper = std::mem::replace(&mut self.deeper, false);
        self.word(first);
        self.push(Op::Indent(2));
        self.items(kind, items, open);
        self.closing(items.is_empty(), open, last);
        self.deeper = deeper;
    }

    /// The end of a block; comments before it stand inside.
    fn closing(&mut self, empty: bool, open: bool, brace: &Shape) {
        let commented = self.comments.get(self.placed).is_some_and(|comment| start(comment) < brace.start);
        if commented {
            self.gap(if empty { Gap::First } else { Gap::Line }, brace.start);
            // The line end behind the last comment belongs to the brace.
            self.ops.pop();
        }
        self.push(Op::Indent(-2));
        self.push(match (commented || open, empty) {
            (true, _) => Op::Hard(false),
            (false, true) => Op::Text(" "),
            (false, false) => Op::Soft(" "),
        });
        self.word(brace);
    }

    /// What stands in braces: on one line, or each on its own; those that the writer has joined by `;` stay joined if they fit.
    fn items(&mut self, kind: Kind, items: &[Shape], open: bool) {
        let tables = self.tables_of(kind, items, open);
        let mut at = 0;
        while let Some(item) = items.get(at) {
            let joined = self.joined(kind, items, at, open);
            self.gap(
                match (at, open) {
                    (0, true) => Gap::First,
                    (0, false) => Gap::Brace(" "),
                    (_, true) => Gap::Line,
                    (_, false) => Gap::Soft(separator(kind)),
                },
                item.start,
            );
            if joined > 1 {
                self.push(Op::Begin);
            }
            for nth in at..at + joined {
                let Some(item) = items.get(nth) else { continue };
                if nth > at {
                    self.gap(if kind == Kind::About { Gap::Tab(ABOUT_SECOND, 2) } else { Gap::Soft("; ") }, item.start);
                }
                self.item(kind, item, open, &tables, nth);
            }
            if joined > 1 {
                self.push(Op::End);
            }
            at += joined;
        }
    }

    /// How many items from this one on share a line.
    fn joined(&self, kind: Kind, items: &[Shape], at: usize, open: bool) -> usize {
        let rest = items.get(at..).unwrap_or(&[]);
        1 + rest.windows(2).take_while(|pair| open && self.joins(kind, pair)).count()
    }

    /// Whether the writer has put two items on one line, and they may stay there.
    fn joins(&self, kind: Kind, pair: &[Shape]) -> bool {
        let [one, next] = pair else { return false };
        let alone =
            |shape: &Shape| matches!(shape.kind, Kind::Case | Kind::Alternative | Kind::Picture) || has_musts(shape);
        let between = self.text.get(one.end..next.start).unwrap_or("\n");
        let parted = between.contains('\n') || kind == Kind::About && between.contains(';');
        !parted && !matches!(kind, Kind::Sections | Kind::With) && !alone(one) && !alone(next)
    }

    fn item(&mut self, kind: Kind, item: &Shape, open: bool, tables: &[Places], nth: usize) {
        let places = tables.get(nth).copied().unwrap_or_default();
        let from = self.ops.len();
        for (table, _) in [places.label, places.main].into_iter().flatten() {
            self.push(Op::Row(table));
        }
        match item.kind {
            Kind::Case | Kind::Alternative => self.with_body(item, Some(places)),
            Kind::Let => self.let_statement(item, places),
            Kind::AboutItem if kind == Kind::About && !open => self.phrase(&item.parts),
            _ => self.node(item),
        }
        for (table, row) in [places.label, places.main].into_iter().flatten() {
            if let Some([start, _, end]) = self.tables.get_mut(table).and_then(|table| table.rows.get_mut(row)) {
                (*start, *end) = (from, self.ops.len());
            }
        }
    }

    /// Which tables the items stand in: cases and `let`s that follow one another without an empty line or a comment between, labels of alternatives.
    fn tables_of(&mut self, kind: Kind, items: &[Shape], open: bool) -> Vec<Places> {
        let labels = items.iter().any(|item| item.kind == Kind::Alternative).then(|| self.table(true));
        let mut places = Vec::new();
        let mut last: Option<(usize, &Shape)> = None;
        for (nth, item) in items.iter().enumerate() {
            let pairs = [items.get(nth.wrapping_sub(1)..=nth), items.get(nth..nth + 2)];
            let shares = open && pairs.into_iter().flatten().any(|pair| self.joins(kind, pair));
            let named = item.kind == Kind::Alternative;
            let filtered = item.parts.iter().any(|part| part.kind == Kind::Filter);
            let label = labels.filter(|_| named).map(|table| (table, self.row(table)));
            let mut place = Places { label, main: None };
            if !shares && (matches!(item.kind, Kind::Case | Kind::Let) || named && filtered) {
                let follows = last.filter(|(_, before)| before.kind == item.kind && self.follows(before, item));
                let table = follows.map_or_else(|| self.table(false), |(table, _)| table);
                place.main = Some((table, self.row(table)));
                last = Some((table, item));
            }
            places.push(place);
        }
        places
    }

    /// Whether an item stands on the line after another, or on the same.
    fn follows(&self, before: &Shape, item: &Shape) -> bool {
        self.text.get(before.end..item.start).is_some_and(|between| between.matches('\n').count() <= 1)
    }

    fn table(&mut self, all: bool) -> usize {
        self.tables.push(Table::new(all));
        self.tables.len() - 1
    }

    fn row(&mut self, table: usize) -> usize {
        let Some(table) = self.tables.get_mut(table) else { return 0 };
        table.rows.push([0; 3]);
        table.rows.len() - 1
    }

    /// The blanks of a row before the word at `next`; a plain one if a comment stands there or the row is in no table.
    pub(super) fn aligned(&mut self, place: Option<(usize, usize)>, next: usize) {
        let commented = self.comments.get(self.placed).is_some_and(|comment| start(comment) < next);
        let Some((table, row)) = place.filter(|_| !commented) else {
            self.gap(Gap::Blank, next);
            return;
        };
        let at = self.ops.len();
        if let Some([_, blanks, _]) = self.tables.get_mut(table).and_then(|table| table.rows.get_mut(row)) {
            *blanks = at;
        }
        self.push(Op::Align(table, row));
    }

    fn let_statement(&mut self, item: &Shape, places: Places) {
        let at = item.parts.iter().position(|part| part.kind == Kind::Assign).unwrap_or(0);
        let (head, rest) = item.parts.split_at(at);
        self.phrase(head);
        if let Some(sign) = rest.first() {
            self.aligned(places.main, sign.start);
        }
        self.phrase(rest);
    }

    /// `when c -> S`, `"label" where c -> S`, `endless -> S`, `else S`.
    fn with_body(&mut self, item: &Shape, places: Option<Places>) {
        let places = places.unwrap_or_default();
        let [head @ .., body] = &item.parts[..] else { return };
        for (nth, part) in head.iter().enumerate() {
            let place = match part.kind {
                Kind::Arrow => places.main.or(places.label.filter(|_| nth == 1)),
                Kind::Filter => places.label,
                _ => None,
            };
            self.going_on(part, |layout| {
                if nth > 0 {
                    layout.aligned(place, part.start);
                }
                layout.node(part);
            });
        }
        self.body(body);
    }

    /// The statement behind an arrow.
    fn body(&mut self, body: &Shape) {
        let commented = self.comments.get(self.placed).is_some_and(|comment| start(comment) < body.start);
        let deeper = std::mem::replace(&mut self.deeper, false);
        if is_block(body) && !commented && body.parts.first().is_some_and(|part| part.kind == Kind::Open) {
            self.gap(Gap::Blank, body.start);
            self.node(body);
        } else if commented {
            self.push(Op::Indent(2));
            self.gap(Gap::Next, body.start);
            self.node(body);
            self.push(Op::Indent(-2));
        } else {
            self.push(Op::Body);
            self.node(body);
            self.push(Op::BodyEnd);
        }
        self.deeper = deeper;
    }

    /// `if c { } else if d { } else { }`: all blocks on one line, or none.
    fn if_chain(&mut self, shape: &Shape) {
        let mut parts = Vec::new();
        for part in &shape.parts {
            if part.kind == Kind::ElseIf { parts.extend(&part.parts) } else { parts.push(part) }
        }
        let open = parts.iter().any(|part| part.kind == Kind::Block && self.is_open(Kind::Block, &part.parts));
        self.push(Op::Begin);
        for (nth, part) in parts.iter().enumerate() {
            self.going_on(part, |layout| {
                if nth > 0 {
                    layout.gap(Gap::Blank, part.start);
                }
                if part.kind == Kind::Block {
                    layout.block(Kind::Block, &part.parts, open && part.parts.len() > 2);
                } else {
                    layout.node(part);
                }
            });
        }
        self.push(Op::End);
    }

    /// A decision: `must` and `prefer` each begin a line, and with them what follows.
    fn choose(&mut self, shape: &Shape) {
        let is_clause = |part: &Shape| matches!(part.kind, Kind::Must | Kind::Optional | Kind::Else);
        let clauses = shape.parts.iter().position(is_clause).unwrap_or(shape.parts.len());
        let (head, clauses) = shape.parts.split_at(clauses);
        let gap = if has_musts(shape) { Gap::Next } else { Gap::Fill };
        self.phrase(head);
        let deeper = std::mem::replace(&mut self.deeper, false);
        for clause in clauses {
            self.push(Op::Indent(2));
            self.gap(gap, clause.start);
            self.node(clause);
            self.push(Op::Indent(-2));
        }
        self.deeper = deeper;
    }

    fn about_item(&mut self, shape: &Shape) {
        let [key, texts @ ..] = &shape.parts[..] else { return };
        self.word(key);
        if let Some(text) = texts.first() {
            self.gap(Gap::Tab(ABOUT_TEXT, 1), text.start);
        }
        self.phrase(texts);
    }

    /// The labels of a reading, on one line or each on its own.
    fn reading(&mut self, shape: &Shape) {
        let open = shape.parts.iter().position(|part| part.kind == Kind::Open).unwrap_or(0);
        let (head, labels) = shape.parts.split_at(open);
        self.phrase(head);
        let [brace, labels @ .., last] = labels else { return };
        self.gap(Gap::Blank, brace.start);
        self.push(Op::Begin);
        self.word(brace);
        self.push(Op::Indent(2));
        let mut gap = Gap::Brace(" ");
        for label in labels {
            self.gap(if label.kind == Kind::Comma { Gap::Nothing } else { gap }, label.start);
            self.node(label);
            gap = Gap::Soft(" ");
        }
        self.closing(false, false, last);
        self.push(Op::End);
    }

    /// The lines of a picture stand below one another.
    fn picture(&mut self, shape: &Shape) {
        self.push(Op::Indent(PICTURE));
        for (nth, part) in shape.parts.iter().enumerate() {
            if nth > 0 {
                self.gap(if nth == 1 { Gap::Blank } else { Gap::Next }, part.start);
            }
            self.word(part);
        }
        self.push(Op::Indent(-PICTURE));
    }
}

/// In which tables an item stands, and as which row: that of labels, and that of arrows or `=`.
#[derive(Clone, Copy, Default)]
struct Places {
    label: Option<(usize, usize)>,
    main: Option<(usize, usize)>,
}

fn start(comment: &Comment) -> usize {
    comment.span.start as usize
}

fn separator(kind: Kind) -> &'static str {
    match kind {
        Kind::About => "  ",
        Kind::With => ", ",
        _ => "; ",
    }
}

/// Whether a part has lines of its own indentation.
fn is_block(shape: &Shape) -> bool {
    let has_lines =
        matches!(shape.kind, Kind::Sections | Kind::Block | Kind::About | Kind::With | Kind::Reading | Kind::Picture);
    has_lines || shape.kind == Kind::Phrase && shape.parts.last().is_some_and(is_block)
}

/// Whether a statement is a decision with `must` or `prefer`, or leads to one.
fn has_musts(shape: &Shape) -> bool {
    match shape.kind {
        Kind::Choose => {
            shape.parts.iter().any(|part| part.kind == Kind::Must || part.kind == Kind::Else && has_musts(part))
        }
        Kind::Case | Kind::Else => shape.parts.last().is_some_and(has_musts),
        _ => false,
    }
}

/// What stands between two words of a phrase.
fn between(before: &Shape, part: &Shape) -> Gap {
    match (before.kind, part.kind) {
        (_, Kind::Comma | Kind::Colon | Kind::Dot | Kind::Close | Kind::Arguments | Kind::Postfix) => Gap::Nothing,
        (Kind::Dot | Kind::Open | Kind::Negate, _) => Gap::Nothing,
        (_, Kind::Open) => Gap::Nothing,
        (Kind::Comma, _) | (_, Kind::SowOption) => Gap::Fill,
        _ => Gap::Blank,
    }
}
