//! The tree of one rule file as it is written: what was said, where. No behaviour, no names looked up, no types.
mod board;

use crate::source::Span;
pub use board::{BoardItem, BoardKind, StorePlace, Track, TrackOf, TrackPath};
use serde::{Deserialize, Serialize};

/// A word or text with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The characters, without quotes.
    pub text: String,
    /// Where it stands (a text: without its quotes).
    pub span: Span,
}

/// Everything in a file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// `edition 1`.
    pub edition: Option<(i32, Span)>,
    /// The games, in order.
    pub games: Vec<Game>,
    /// The libraries, in order.
    pub libraries: Vec<Library>,
    /// The tests, in order.
    pub tests: Vec<Test>,
}

/// `game "Title" [extends base [with { }]] { sections }`.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its title.
    pub title: Name,
    /// The game it differs from.
    pub extends: Option<Extends>,
    /// Its sections, in order.
    pub sections: Vec<Section>,
    /// From `game` to `}`.
    pub span: Span,
}

/// `extends base with { name = value }`.
#[derive(Clone, Debug)]
pub struct Extends {
    /// The base's name.
    pub base: Name,
    /// Parameters and readings set.
    pub with: Vec<Setting>,
}

/// `name = value` in `with { }`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Parameter or reading.
    pub name: Name,
    /// What it is set to.
    pub value: Expr,
}

/// `library "name" { sections }`.
#[derive(Clone, Debug)]
pub struct Library {
    /// Its name.
    pub name: Name,
    /// Its sections.
    pub sections: Vec<Section>,
    /// The whole.
    pub span: Span,
}

/// One section of a game.
#[derive(Clone, Debug)]
pub struct Section {
    /// What it says.
    pub kind: SectionKind,
    /// The whole section.
    pub span: Span,
    /// Its first word, where messages about the section point.
    pub head: Span,
    /// Which arguments its names are read with: the number of an environment of the unit.
    pub env: Option<usize>,
}

/// The kinds of sections.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the keyword of the language")]
pub enum SectionKind {
    About(Vec<(Name, Vec<Name>)>),
    Param(Param),
    Reading(Reading),
    Board(Vec<BoardItem>),
    Direction(Way),
    Mark(Mark),
    State(Vec<Variable>),
    Def(Def),
    Phase(Phase),
    Setup(Block),
    Turn(Block),
    End(Block),
    Endless(Endless),
    StuckPasses,
    Rounds(Rounds),
    Winner(Winner),
    Use(Use),
    Foreign(Foreign),
    Shared(SharedSection),
}

/// Counterclockwise or clockwise, as seen from above.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the two words of the language")]
pub enum Way {
    Ccw,
    Cw,
}

/// `param x: T in range = v`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Param {
    pub name: Name,
    /// What is agreed by it, in words.
    pub question: Option<Name>,
    pub ty: Name,
    pub range: Option<Expr>,
    pub default: Expr,
}

/// `reading r "question" { a (default), b }`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Reading {
    pub name: Name,
    pub question: Name,
    pub labels: Vec<Name>,
    /// Which labels carry `(default)`.
    pub defaults: Vec<usize>,
}

/// `mark m [of Player] [per …] { … }`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Mark {
    pub name: Name,
    pub held: bool,
    pub period: Option<Period>,
    pub rules: MarkRules,
}

/// What a mark forbids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkRules {
    /// Who may still lift the house.
    pub lift: LiftRule,
    /// The house is passed over in sowing.
    pub sow_skip: bool,
    /// Who may still capture from the house.
    pub capture: CaptureRule,
    /// A lap that ends in it ends the turn.
    pub last_ends_turn: bool,
    /// Outside `own theirs houses`.
    pub out_of_play: bool,
}

/// Who may lift a marked house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum LiftRule {
    #[default]
    Anybody,
    Never,
    Holder,
    Owner,
}

/// Who may capture a marked house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum CaptureRule {
    #[default]
    Anybody,
    Never,
    Holder,
}

/// How long a mark or variable lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Period {
    Move,
    Turn,
    Round,
    Match,
}

/// `x [of each player]: T = v per …`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Variable {
    pub name: Name,
    pub each_player: bool,
    pub ty: Name,
    pub initial: Expr,
    pub period: Period,
    pub span: Span,
}

/// `def f(…) { }` or `def f(…) -> T = e`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Def {
    pub name: Name,
    pub formals: Vec<(Name, Name)>,
    pub body: DefBody,
}

/// A procedure or an expression.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the two forms of the language")]
pub enum DefBody {
    Procedure(Block),
    Value(Name, Expr),
}

/// `phase NAME [once] { turn { }; until c }`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Phase {
    pub name: Name,
    pub once: bool,
    pub turn: Option<Block>,
    pub until: Option<Expr>,
    /// Parts given again: what, where, and where first.
    pub twice: Vec<(&'static str, Span, Span)>,
}

/// `endless -> …`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the two forms of the language")]
pub enum Endless {
    Forfeit(Span),
    Does(Block),
}

/// `rounds { over when c; between { } }`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Rounds {
    pub over: Option<Expr>,
    pub between: Option<Block>,
    /// Parts given again: what, where, and where first.
    pub twice: Vec<(&'static str, Span, Span)>,
}

/// `winner most|fewest e [tie p]`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Winner {
    pub most: bool,
    /// `None` for `store`.
    pub score: Option<Expr>,
    pub tie: Option<Expr>,
}

/// `use library[.section][(…)]`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Use {
    pub library: Name,
    pub section: Option<Name>,
    pub arguments: Vec<Argument>,
    pub with: Vec<Setting>,
}

/// `hook fn` and `plugin fn`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Foreign {
    pub plugin: bool,
    pub name: Name,
    pub formals: Vec<(Name, Name)>,
    pub result: Name,
    pub from: Name,
}

/// `section name(…) { sections }` of a library.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct SharedSection {
    pub name: Name,
    pub formals: Vec<(Name, Name)>,
    pub sections: Vec<Section>,
}

/// `{ statements }`.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// With braces, or the one statement of `->`.
    pub span: Span,
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where.
    pub span: Span,
}

/// The statements.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the keyword of the language")]
pub enum StatementKind {
    /// `when … -> …` lines that follow one another.
    Cases(Vec<Case>),
    If {
        condition: Expr,
        body: Block,
        otherwise: Option<Block>,
    },
    For {
        binders: Vec<Binder>,
        body: Block,
    },
    Repeat {
        times: Expr,
        body: Block,
    },
    Let {
        name: Name,
        value: Expr,
    },
    Choose(Box<Choose>),
    Sow {
        amount: Expr,
        from: Option<Expr>,
        options: Vec<SowOption>,
    },
    Laps {
        from: LapsFrom,
        options: Vec<SowOption>,
        body: Block,
    },
    Relay {
        from: Option<Expr>,
        options: Vec<SowOption>,
    },
    Lift(Expr),
    Drop {
        amount: Expr,
        at: Expr,
    },
    EachDrop(Block),
    EachCaptures(Expr),
    Capture {
        what: Vec<Expr>,
        by: Option<Expr>,
    },
    Take {
        amount: Expr,
        from: Expr,
        by: Option<Expr>,
    },
    /// `amount` is `None` for `all`.
    Move {
        amount: Option<Expr>,
        from: Expr,
        to: Expr,
    },
    Swap(Expr, Expr),
    Mark {
        house: Expr,
        mark: Name,
        of: Option<Expr>,
    },
    Unmark {
        house: Expr,
        mark: Name,
    },
    Give {
        house: Expr,
        to: Expr,
    },
    Fill(Expr),
    Put {
        amounts: Vec<Expr>,
        region: Expr,
    },
    Again,
    Stop,
    EndTurn,
    EndRound,
    Win(Expr),
    Draw,
    NextIs(Expr),
    FirstIs(Expr),
    Assign {
        target: Expr,
        value: Expr,
    },
    Call {
        name: Name,
        arguments: Vec<Argument>,
    },
}

/// One `when c -> S`; `condition` is `None` for `otherwise`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Case {
    pub condition: Option<Expr>,
    pub body: Block,
    pub span: Span,
}

/// `name in region [where c [if possible]]`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Binder {
    pub name: Name,
    pub region: Expr,
    pub filter: Option<Expr>,
    pub if_possible: bool,
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Choose {
    /// `by p`.
    pub by: Option<Expr>,
    /// What is chosen.
    pub from: Options,
    /// `must` and `prefer`, in order.
    pub musts: Vec<Must>,
    /// `optional "label"`.
    pub optional: Option<Name>,
    /// `else S`.
    pub otherwise: Option<Block>,
}

/// Binders or labelled alternatives.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the two forms of the language")]
pub enum Options {
    Binders(Vec<Binder>),
    Either(Vec<Alternative>),
}

/// `"label" [where c] -> S`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Alternative {
    pub label: Name,
    pub filter: Option<Expr>,
    pub body: Block,
}

/// `must a [if possible]`; `prefer a` is `must a if possible`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Must {
    pub condition: Expr,
    pub if_possible: bool,
}

/// From where laps start.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the three forms of the language")]
pub enum LapsFrom {
    SowingJustMade,
    House(Expr),
    Together(Box<[(Expr, Expr); 2]>),
}

/// One option of `sow`, `laps`, `relay`.
#[derive(Clone, Debug)]
pub struct SowOption {
    /// Which.
    pub kind: SowOptionKind,
    /// Where.
    pub span: Span,
}

/// The options.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the keyword of the language")]
pub enum SowOptionKind {
    Going(Expr),
    Alternating,
    Skipping(Expr),
    SkippingWhere(Expr),
    ThroughOwnStore,
    ThroughAllStores,
    Along(Name),
    Leaving(Expr),
    Taking(Expr),
    StartingAt(Expr),
}

/// `[name:] value`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Argument {
    pub name: Option<Name>,
    pub value: Expr,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the word or form of the language")]
pub enum ExprKind {
    Int(i32),
    Text(String),
    Name(String),
    /// A word where only a label of a reading can stand.
    Label(String),
    Word(Word),
    Set(Vec<Expr>),
    If(Box<[Expr; 3]>),
    Quantifier {
        quantity: Quantity,
        binder: Box<Binder>,
        body: Box<Expr>,
    },
    Call {
        module: Option<Name>,
        name: Name,
        arguments: Vec<Argument>,
    },
    Member {
        base: Box<Expr>,
        name: Name,
        arguments: Option<Vec<Argument>>,
    },
    /// `h.is(m of p)`.
    IsMark {
        house: Box<Expr>,
        mark: Name,
        of: Option<Box<Expr>>,
    },
    Index(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    Reversed(Box<Expr>),
    Where(Box<Expr>, Box<Expr>),
    Run {
        back: bool,
        from: Box<Expr>,
        condition: Option<Box<Expr>>,
    },
    NextPlayer(Option<Box<Expr>>),
    /// `score` is `None` for `store`.
    PlayerWith {
        most: bool,
        score: Option<Box<Expr>>,
    },
    OpponentOf(Box<Expr>),
    GroupOf(Group, Box<Expr>),
    OwnStore,
    AllStuck,
    Legal(String),
    CanMove(Box<Expr>),
    Moves(Box<Expr>),
    MinMax {
        max: bool,
        arguments: Vec<Argument>,
    },
}

/// Regions that belong to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Group {
    Houses,
    Row,
    Inner,
    Outer,
}

/// Quantities over a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Quantity {
    Any,
    All,
    No,
    Count,
    First,
    Sum,
    Max,
    Min,
}

/// Words with a meaning of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Word {
    Own,
    Theirs,
    Houses,
    Players,
    Player,
    Directions,
    Mover,
    Opponent,
    Origin,
    Last,
    Lap,
    Way,
    Hand,
    Here,
    Captured,
    Total,
    Round,
    Repeated,
    Played,
    Stuck,
    True,
    False,
    None,
    Ccw,
    Cw,
    Odd,
    Even,
    Choices,
    Outcome,
    Events,
    Position,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the operators of the language")]
pub enum Op {
    Range,
    Le,
    Lt,
    Ge,
    Gt,
    Eq,
    Ne,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    In,
    FollowedBy,
    Without,
    Before,
    After,
}

/// `test "…" [with { }] { … }`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Test {
    pub name: Name,
    pub with: Vec<Setting>,
    pub steps: Vec<TestStep>,
    pub span: Span,
}

/// One line of a test.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the keyword of the language")]
pub enum TestStep {
    Position(Name),
    Play(Name),
    Expect(Vec<Expr>),
}
