//! The typed tree of one game: names resolved, types known, the board laid out. Types only; never here: how it got so.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::ast::{CaptureRule, LiftRule, MarkRules, Op, Period, Quantity};
use crate::board::Layout;
use crate::source::Span;
use serde::{Deserialize, Serialize};

pub use crate::ast::{Group, Way};

/// Binders a decision may have.
pub const MOST_BINDERS: usize = 4;

/// Alternatives a decision may have.
pub const MOST_ALTERNATIVES: usize = 64;

/// The types of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ty {
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// A player.
    Player,
    /// A site: house or store.
    House,
    /// Counterclockwise or clockwise.
    Direction,
    /// A list of directions to choose from.
    Directions,
    /// A set of numbers of seeds.
    Counts,
    /// An ordered list of sites.
    Region,
    /// A list of players.
    Players,
    /// One of the labels of the reading with this number.
    Reading(u16),
    /// A label of a decision, or a text in a test.
    Text,
    /// A list of texts.
    Texts,
    /// Stands where an error has already been reported.
    Unknown,
}

/// A value bound by `let`, `for`, `choose`, a formal or `here`. Numbered through the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u16);

/// What a local is called and holds.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it was bound.
    pub span: Span,
    /// A region bound by `let`, judged anew at every use.
    pub alias: Option<Box<Expr>>,
}

/// A constant value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Const {
    /// Numbers, truth values, directions (0 ccw, 1 cw), players and labels by number.
    Int(i32),
    /// A set of counts.
    Counts(CountSet),
    /// Directions to choose from.
    Directions(Vec<Way>),
}

/// A set of numbers of seeds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct CountSet {
    /// Single numbers and ranges, both ends included, ascending.
    pub ranges: Vec<(i32, i32)>,
    /// All odd numbers.
    pub odd: bool,
    /// All even numbers from 2.
    pub even: bool,
}

impl CountSet {
    /// The set of one range, both ends included.
    #[must_use]
    pub fn range(low: i32, high: i32) -> CountSet {
        CountSet { ranges: if low <= high { vec![(low, high)] } else { Vec::new() }, ..CountSet::default() }
    }

    /// Everything in either set.
    #[must_use]
    pub fn union(mut self, other: CountSet) -> CountSet {
        self.ranges.extend(other.ranges);
        self.ranges.sort_unstable();
        self.odd |= other.odd;
        self.even |= other.even;
        self
    }

    /// Whether a number of seeds is in the set.
    #[must_use]
    pub fn contains(&self, count: i32) -> bool {
        let listed = self.ranges.iter().any(|(low, high)| *low <= count && count <= *high);
        listed || self.odd && count > 0 && count % 2 == 1 || self.even && count > 0 && count % 2 == 0
    }

    /// As an author writes it: `{2, 3}`, `1..4`, `odd`.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{{{}}}", self.listed(|low| format!("{low}..{}", i32::MAX)).join(", "))
    }

    /// What it holds, in words: `2`, `3`, `5 or more`.
    #[must_use]
    pub fn members(&self) -> Vec<String> {
        self.listed(|low| format!("{low} or more"))
    }

    fn listed(&self, without_end: impl Fn(i32) -> String) -> Vec<String> {
        let mut parts = Vec::new();
        for (low, high) in &self.ranges {
            match high - low {
                0 => parts.push(low.to_string()),
                1..=3 => parts.extend((*low..=*high).map(|count| count.to_string())),
                _ if *high == i32::MAX => parts.push(without_end(*low)),
                _ => parts.push(format!("{low}..{high}")),
            }
        }
        parts.extend(self.odd.then(|| "odd".to_owned()));
        parts.extend(self.even.then(|| "even".to_owned()));
        parts
    }
}

/// `param`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What is agreed by it, in words; empty if that is not said.
    pub question: String,
    /// Its type.
    pub ty: Ty,
    /// The numbers it may be.
    pub range: Option<CountSet>,
    /// What it is set to.
    pub value: Const,
    /// What it is unless set.
    pub default: Const,
    /// Where it is declared.
    pub span: Span,
}

/// `reading`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// The question it answers.
    pub question: String,
    /// The answers.
    pub labels: Vec<String>,
    /// The number of the default.
    pub default: usize,
    /// The number of the answer in force.
    pub chosen: usize,
    /// Where it is declared.
    pub span: Span,
}

/// `mark`.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// Whether a player holds it.
    pub held: bool,
    /// How long it lasts.
    pub period: Period,
    /// What it forbids.
    pub rules: MarkRules,
    /// Where it is declared.
    pub span: Span,
}

impl Mark {
    /// Whether lifting the house may be forbidden by it.
    #[must_use]
    pub fn forbids_lifting(&self) -> bool {
        self.rules.lift != LiftRule::Anybody
    }

    /// Whether a capture may pass the house over.
    #[must_use]
    pub fn forbids_capture(&self) -> bool {
        self.rules.capture != CaptureRule::Anybody
    }
}

/// A variable of `state`.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// One for each player.
    pub each_player: bool,
    /// Its type.
    pub ty: Ty,
    /// Its value when renewed.
    pub initial: Expr,
    /// How long it lasts.
    pub period: Period,
    /// Where it is declared.
    pub span: Span,
}

/// A procedure or expression with formals.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// The locals its arguments become.
    pub formals: Vec<LocalId>,
    /// What it does or gives.
    pub body: DefBody,
    /// Where it is declared.
    pub span: Span,
}

/// The two kinds of `def`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub enum DefBody {
    Procedure(Block),
    Value(Expr),
}

/// The scores compared at the end.
#[derive(Clone, Debug)]
pub struct Winner {
    /// Most or fewest.
    pub most: bool,
    /// The local that stands for each player.
    pub player: LocalId,
    /// The score of that player.
    pub score: Expr,
    /// Who wins a tie.
    pub tie: Option<Expr>,
    /// Where it is written.
    pub span: Span,
}

/// `phase`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub struct Phase {
    pub name: String,
    pub once: bool,
    pub turn: Block,
    pub until: Expr,
    pub span: Span,
}

/// `rounds`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub struct Rounds {
    pub over: Expr,
    pub between: Block,
    pub span: Span,
}

/// What a move that repeats itself means.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub enum Endless {
    Unsaid,
    Forfeit,
    Does(Block),
}

/// A whole game, checked.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its title.
    pub title: String,
    /// `about`, key by key.
    pub about: Vec<(String, Vec<String>)>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its readings.
    pub readings: Vec<Reading>,
    /// Names of the parameters and readings that the board and the usual values of parameters are made of.
    pub shaped_by: Vec<String>,
    /// Its board.
    pub layout: Layout,
    /// Its own direction.
    pub direction: Way,
    /// Its marks.
    pub marks: Vec<Mark>,
    /// Its variables.
    pub vars: Vec<Var>,
    /// Its defs.
    pub defs: Vec<Def>,
    /// Every local of every procedure.
    pub locals: Vec<Local>,
    /// Labels of decisions.
    pub texts: Vec<String>,
    /// What happens before play.
    pub setup: Block,
    /// One move.
    pub turn: Block,
    /// When a round is over.
    pub end: Block,
    /// Whether the rules ask how many moves have been played.
    pub asks_played: bool,
    /// Whether a player who cannot move passes.
    pub stuck_passes: bool,
    /// What endless laps mean.
    pub endless: Endless,
    /// Phases, in order.
    pub phases: Vec<Phase>,
    /// Rounds.
    pub rounds: Option<Rounds>,
    /// Who wins.
    pub winner: Option<Winner>,
}

/// Statements.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// In order.
    pub statements: Vec<Stmt>,
}

impl Block {
    /// Whether any statement in it, at any depth, is wanted. Calls are not followed.
    #[must_use]
    pub fn any(&self, wanted: &dyn Fn(&StmtKind) -> bool) -> bool {
        self.statements.iter().any(|stmt| {
            wanted(&stmt.kind)
                || match &stmt.kind {
                    StmtKind::Cases(cases) => cases.iter().any(|case| case.body.any(wanted)),
                    StmtKind::If { body, otherwise, .. } => {
                        body.any(wanted) || otherwise.as_ref().is_some_and(|block| block.any(wanted))
                    }
                    StmtKind::For { body, .. }
                    | StmtKind::Repeat { body, .. }
                    | StmtKind::Laps { body, .. }
                    | StmtKind::LapsTogether { body, .. }
                    | StmtKind::EachDrop(body) => body.any(wanted),
                    StmtKind::Choose(choose) => {
                        choose.alternatives.iter().any(|answer| answer.body.any(wanted))
                            || choose.otherwise.as_ref().is_some_and(|block| block.any(wanted))
                    }
                    _ => false,
                }
        })
    }
}

impl Game {
    /// Every block of the game: procedures, phases, rounds, defs.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let defs = self.defs.iter().filter_map(|def| match &def.body {
            DefBody::Procedure(block) => Some(block),
            DefBody::Value(_) => None,
        });
        let phases = self.phases.iter().map(|phase| &phase.turn);
        let between = self.rounds.iter().map(|rounds| &rounds.between);
        [&self.setup, &self.turn, &self.end].into_iter().chain(phases).chain(between).chain(defs)
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is written.
    pub span: Span,
}

/// The statements.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub enum StmtKind {
    Cases(Vec<Case>),
    If { condition: Expr, body: Block, otherwise: Option<Block> },
    For { binders: Vec<Binder>, body: Block },
    Repeat { times: Expr, body: Block },
    Let { local: LocalId, value: Expr },
    Choose(Box<Choose>),
    Sow { from: SowFrom, options: SowOptions },
    Laps { from: Option<Expr>, options: SowOptions, body: Block },
    LapsTogether { hands: Box<[(Expr, Expr); 2]>, options: SowOptions, body: Block },
    Relay { from: Option<Expr>, options: SowOptions },
    Stop,
    EachDrop(Block),
    Lift(Expr),
    Drop { amount: Expr, at: Expr },
    EachCaptures(Expr),
    Capture { what: Vec<Expr>, by: Option<Expr> },
    Take { amount: Expr, from: Expr, by: Option<Expr> },
    Move { amount: Option<Expr>, from: Expr, to: Expr },
    Swap(Expr, Expr),
    Mark { house: Expr, mark: usize, of: Option<Expr> },
    Unmark { house: Expr, mark: usize },
    Give { house: Expr, to: Expr },
    Fill(Expr),
    Put { amounts: Vec<Expr>, region: Expr },
    Again,
    EndTurn,
    EndRound,
    Win(Expr),
    Draw,
    NextIs(Expr),
    FirstIs(Expr),
    Assign { var: usize, of: Option<Expr>, value: Expr },
    Call { def: usize, arguments: Vec<Expr> },
}

/// One `when` or `otherwise`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub struct Case {
    pub condition: Option<Expr>,
    pub body: Block,
    pub span: Span,
}

/// `x in R [where c [if possible]]`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub struct Binder {
    pub local: LocalId,
    pub over: Expr,
    pub filter: Option<Expr>,
    pub if_possible: bool,
}

/// A decision: one list of binders for each kind of answer.
#[derive(Clone, Debug)]
pub struct Choose {
    /// Who is asked, if not the mover.
    pub by: Option<Expr>,
    /// The kinds of answer; a plain `choose` has one without a label.
    pub alternatives: Vec<Alternative>,
    /// `must` and `prefer` of the whole decision.
    pub musts: Vec<Must>,
    /// The label of an answer that ends the move.
    pub optional: Option<String>,
    /// What happens when nothing can be chosen.
    pub otherwise: Option<Block>,
    /// Where it is written.
    pub span: Span,
}

/// One kind of answer.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Its label, as a number in `Game::texts`.
    pub label: Option<usize>,
    /// `where` of the label.
    pub filter: Option<Expr>,
    /// What is chosen with it.
    pub binders: Vec<Binder>,
    /// `must`s that came with the inner `choose`.
    pub musts: Vec<Must>,
    /// What follows the answer.
    pub body: Block,
    /// Where it is written.
    pub span: Span,
}

/// `must a [if possible]`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub struct Must {
    pub condition: Expr,
    pub if_possible: bool,
}

/// What is sown.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub enum SowFrom {
    House(Expr),
    Store { amount: Expr, store: Expr },
}

/// Options of `sow`, `laps`, `relay`.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "named by the language")]
pub struct SowOptions {
    pub going: Option<Expr>,
    pub alternating: bool,
    pub skipping: Option<Expr>,
    pub skipping_where: Option<(LocalId, Expr)>,
    pub through: Through,
    pub along: Option<usize>,
    pub leaving: Option<Expr>,
    pub taking: Option<Expr>,
    pub starting: Option<Expr>,
}

/// Which stores a sowing passes through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "named by the language")]
pub enum Through {
    #[default]
    NoStore,
    OwnStore,
    AllStores,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Ty,
    /// Where it is written.
    pub span: Span,
}

/// Words whose value the machine keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Word {
    Mover,
    Opponent,
    Origin,
    Last,
    Was,
    Lap,
    Way,
    Hand,
    Captured,
    Total,
    Round,
    Repeated,
    Played,
    Stuck,
    AllStuck,
}

/// The expressions.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub enum ExprKind {
    Int(i32),
    NoHouse,
    Local(LocalId),
    Param(usize),
    ReadingValue(usize),
    Var {
        var: usize,
        of: Option<Box<Expr>>,
    },
    Word(Word),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    MinMax {
        max: bool,
        items: Vec<Expr>,
    },
    If(Box<[Expr; 3]>),
    Quantifier {
        quantity: Quantity,
        binder: Box<Binder>,
        body: Box<Expr>,
    },
    /// Membership of a number in a set of counts.
    InCounts(Box<Expr>, Box<Expr>),
    /// Membership of a site in a region.
    InRegion(Box<Expr>, Box<Expr>),
    /// Equality with one of several values.
    InList(Box<Expr>, Vec<Expr>),
    Call {
        def: usize,
        arguments: Vec<Expr>,
    },
    CanMove(Box<Expr>),
    Moves(Box<Expr>),
    PlayerWith {
        most: bool,
        player: LocalId,
        score: Box<Expr>,
    },
    OpponentOf(Box<Expr>),
    NextPlayer(Box<Expr>),
    StoreOf(Box<Expr>),
    /// A given site.
    Site(u8),
    // Of a house.
    Seeds(Box<Expr>),
    OwnerOf(Box<Expr>),
    Opposite(Box<Expr>),
    Counterpart(Box<Expr>),
    Step {
        house: Box<Expr>,
        back: bool,
    },
    StepWay {
        house: Box<Expr>,
        way: Way,
    },
    /// The house of this letter on a player's side: `by player → site`.
    Lettered {
        player: Box<Expr>,
        sites: Vec<u8>,
    },
    HasMark {
        house: Box<Expr>,
        mark: usize,
        of: Option<Box<Expr>>,
    },
    MarkHolder {
        house: Box<Expr>,
        mark: usize,
    },
    Liftable(Box<Expr>),
    // Regions.
    Own,
    Theirs,
    Houses,
    GroupOf(Group, Box<Expr>),
    Sites(Vec<Expr>),
    Where {
        region: Box<Expr>,
        here: LocalId,
        condition: Box<Expr>,
    },
    Run {
        back: bool,
        from: Box<Expr>,
        here: LocalId,
        condition: Option<Box<Expr>>,
    },
    FollowedBy(Box<Expr>, Box<Expr>),
    Without(Box<Expr>, Box<Expr>),
    Before(Box<Expr>, Box<Expr>),
    After(Box<Expr>, Box<Expr>),
    Reversed(Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    First(Box<Expr>),
    Last(Box<Expr>),
    Count(Box<Expr>),
    RegionSeeds(Box<Expr>),
    // Counts.
    Counts(CountSet),
    /// A set whose members are computed.
    CountList(Vec<Expr>),
    // Lists to choose from.
    Players,
    AllDirections,
    DirectionList(Vec<Way>),
    Range(Box<Expr>, Box<Expr>),
    TextList(Vec<usize>),
    Text(usize),
    // Tests only.
    Legal(String),
    Choices,
    Outcome,
    Events,
    Position,
}
