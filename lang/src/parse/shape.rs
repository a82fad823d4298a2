//! In: pairs of a whole file. Out: its words in order, grouped as far as their layout depends on it. Never here: meaning, layout.
//!
//! The tree of `ast` leaves out what the writer chose and the rules do not need: brackets, the order of parts, `prefer`, the words of a board.
//! The layout keeps all of that, so it works on this.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has a rule for every token; what is not named is not meant"
)]
use super::Rule;
use pest::iterators::Pair;

/// What the layout must know of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A word, number, text or sign that needs no kind of its own.
    Word,
    /// `{ ( [`
    Open,
    /// `} ) ]`
    Close,
    Comma,
    Colon,
    Dot,
    Arrow,
    Assign,
    Or,
    And,
    /// Another operator between two values.
    Infix,
    /// `..`
    Range,
    /// The sign of a negative number.
    Negate,
    File,
    /// `game`, `library`, `section`: their braces hold sections.
    Sections,
    /// Statements, items or alternatives in braces, with what stands before them.
    Block,
    About,
    AboutItem,
    With,
    Reading,
    /// Arguments or formal ones, with their brackets.
    Arguments,
    /// `{2, 3}`
    Set,
    /// `(…)`
    Paren,
    /// `.name`, `[i]`: what clings to the value before it.
    Postfix,
    /// Values and the operators between them.
    Expr,
    /// `R where c`, binders, runs: they may be broken before `where` and `while`.
    Filtered,
    /// `where c`, `while c`
    Filter,
    /// `if c then a else b`
    Choice,
    /// `any x in R: c`
    Quantifier,
    /// `if c { } else { }`
    If,
    ElseIf,
    /// `when c -> S`, `otherwise -> S`
    Case,
    /// `"label" where c -> S`
    Alternative,
    /// `endless -> S`
    Endless,
    Choose,
    /// `must`, `prefer`
    Must,
    /// `optional`
    Optional,
    /// `else S` of a decision
    Else,
    /// `going d` and the like
    SowOption,
    Let,
    Def,
    Picture,
    /// Words that only follow one another.
    Phrase,
}

/// A piece of text.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) kind: Kind,
    /// Its first byte.
    pub(crate) start: usize,
    /// One past its last byte, without the blanks behind it.
    pub(crate) end: usize,
    /// Its parts; a word has none.
    pub(crate) parts: Box<[Shape]>,
}

impl Shape {
    /// Whether both are the same words in the same order, grouped alike.
    pub(crate) fn same(&self, text: &str, other: &Shape, other_text: &str) -> bool {
        self.kind == other.kind
            && self.parts.len() == other.parts.len()
            && (!self.parts.is_empty() || text.get(self.start..self.end) == other_text.get(other.start..other.end))
            && self.parts.iter().zip(other.parts.iter()).all(|(mine, its)| mine.same(text, its, other_text))
    }
}

/// The shape of a pair; nothing if there is no word in it.
pub(super) fn shape(pair: Pair<'_, Rule>) -> Option<Shape> {
    let rule = pair.as_rule();
    let start = pair.as_span().start();
    let text = pair.as_str();
    if matches!(rule, Rule::sep | Rule::nl | Rule::EOI) {
        return None;
    }
    let inner = pair.into_inner();
    if rule == Rule::string || inner.is_empty() {
        let text = alone(rule, text);
        return (!text.is_empty()).then(|| word(kind(rule), start, text));
    }
    let mut parts = Vec::new();
    let mut read = start;
    for child in inner {
        let from = child.as_span().start();
        parts.extend(unnamed(&text[read - start..from.max(read) - start], read));
        read = child.as_span().end();
        // The comma between settings is optional: it is layout.
        if !(rule == Rule::with_item && child.as_rule() == Rule::comma) {
            parts.extend(shape(child));
        }
    }
    parts.extend(unnamed(&text[read - start..], read));
    together(kind(rule), parts)
}

/// A word without the blanks and comments that the grammar looks past to see how it ends.
fn alone(rule: Rule, text: &str) -> &str {
    if matches!(rule, Rule::string | Rule::play_text) {
        return text.trim_end();
    }
    let text = text.split(char::is_whitespace).next().unwrap_or("");
    text.split_once("--").map_or(text, |(word, _)| word)
}

/// A node with these parts; one that only hands on its single part is left out.
fn together(kind: Kind, mut parts: Vec<Shape>) -> Option<Shape> {
    let hands_on = parts.len() == 1 && matches!(kind, Kind::Phrase | Kind::Expr | Kind::Filtered);
    if hands_on {
        return parts.pop();
    }
    let (start, end) = (parts.first()?.start, parts.last()?.end);
    Some(Shape { kind, start, end, parts: parts.into_boxed_slice() })
}

fn word(kind: Kind, start: usize, text: &str) -> Shape {
    let kind = if kind == Kind::Phrase { Kind::Word } else { kind };
    Shape { kind, start, end: start + text.len(), parts: Box::default() }
}

/// Words for which the grammar has no rule, between two that it names.
fn unnamed(gap: &str, start: usize) -> Vec<Shape> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = gap[at..].find(|c: char| !c.is_whitespace() && c != ';') {
        at += next;
        let rest = &gap[at..];
        let ends =
            if rest.starts_with("--") { rest.find('\n') } else { rest.find(|c: char| c.is_whitespace() || c == ';') };
        let len = ends.unwrap_or(rest.len());
        if !rest.starts_with("--") {
            found.push(word(Kind::Word, start + at, &rest[..len]));
        }
        at += len;
    }
    found
}

fn kind(rule: Rule) -> Kind {
    match rule {
        Rule::file => Kind::File,
        Rule::sections => Kind::Sections,
        Rule::about => Kind::About,
        Rule::about_item => Kind::AboutItem,
        Rule::with => Kind::With,
        Rule::reading => Kind::Reading,
        Rule::board | Rule::mark_props | Rule::state | Rule::phase | Rule::rounds | Rule::block | Rule::either => {
            Kind::Block
        }
        Rule::test => Kind::Block,
        Rule::formals | Rule::arguments | Rule::arguments_is => Kind::Arguments,
        Rule::picture => Kind::Picture,
        Rule::def => Kind::Def,
        Rule::endless => Kind::Endless,
        _ => of_rules(rule),
    }
}

/// The kinds of statements and values.
fn of_rules(rule: Rule) -> Kind {
    match rule {
        Rule::when | Rule::otherwise => Kind::Case,
        Rule::alternative => Kind::Alternative,
        Rule::if_stmt => Kind::If,
        Rule::else_if => Kind::ElseIf,
        Rule::choose => Kind::Choose,
        Rule::must | Rule::prefer => Kind::Must,
        Rule::optional => Kind::Optional,
        Rule::choose_else => Kind::Else,
        Rule::sow_option => Kind::SowOption,
        Rule::let_stmt => Kind::Let,
        Rule::value | Rule::binder | Rule::run => Kind::Filtered,
        Rule::filter => Kind::Filter,
        Rule::expr | Rule::arith | Rule::operand | Rule::of_operand => Kind::Expr,
        Rule::if_expr => Kind::Choice,
        Rule::quantifier => Kind::Quantifier,
        Rule::paren => Kind::Paren,
        Rule::set => Kind::Set,
        Rule::member | Rule::index => Kind::Postfix,
        _ => of_tokens(rule),
    }
}

/// The kinds of words and signs.
fn of_tokens(rule: Rule) -> Kind {
    match rule {
        Rule::lbrace | Rule::lparen | Rule::lbracket => Kind::Open,
        Rule::rbrace | Rule::rparen | Rule::rbracket => Kind::Close,
        Rule::comma => Kind::Comma,
        Rule::colon => Kind::Colon,
        Rule::dot => Kind::Dot,
        Rule::arrow => Kind::Arrow,
        Rule::assign_op => Kind::Assign,
        Rule::op_or => Kind::Or,
        Rule::op_and => Kind::And,
        Rule::op_range => Kind::Range,
        Rule::op_neg => Kind::Negate,
        Rule::op_le | Rule::op_lt | Rule::op_ge | Rule::op_gt | Rule::op_eq | Rule::op_ne => Kind::Infix,
        Rule::op_add | Rule::op_sub | Rule::op_mul | Rule::op_div | Rule::op_rem => Kind::Infix,
        Rule::op_in | Rule::op_followed | Rule::op_without | Rule::op_before | Rule::op_after => Kind::Infix,
        _ => Kind::Phrase,
    }
}
