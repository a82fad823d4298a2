//! The program of one game as the machine runs it: instructions over tracks and sets, and the tables they name. Never here: execution.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
mod listing;
mod operands;
mod verify;

pub use listing::listing;
pub use operands::{Operand, Role};
pub use verify::{Broken, verify};

use crate::board::{Layout, SiteId};
use crate::hir::{self, CountSet, Way};
use crate::source::Span;

/// One of the machine's 256 registers; each holds a 32-bit number: a count, a site, a player, a truth value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reg(pub u8);

/// One of the machine's lists of sites.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ListReg(pub u8);

/// A place in the code.
pub type Addr = u16;

/// The site that is none.
pub const NO_SITE: i32 = -1;

/// Registers with a meaning of their own, renewed at the start of every move.
pub mod words {
    use super::Reg;
    /// The house lifted for this lap.
    pub const ORIGIN: Reg = Reg(0);
    /// Where its last seed fell.
    pub const LAST: Reg = Reg(1);
    /// What that house held just before.
    pub const WAS: Reg = Reg(2);
    /// The number of the lap.
    pub const LAP: Reg = Reg(3);
    /// Its direction, 0 for counterclockwise.
    pub const WAY: Reg = Reg(4);
    /// Seeds still held.
    pub const HAND: Reg = Reg(5);
    /// Seeds captured in this move.
    pub const CAPTURED: Reg = Reg(6);
    /// Whose move it is.
    pub const MOVER: Reg = Reg(7);
    /// The track of this lap.
    pub const TRACK: Reg = Reg(8);
    /// Where a sowing by hand stands.
    pub const AT: Reg = Reg(9);
    /// Stands where an instruction needs no register.
    pub const NONE: Reg = Reg(10);
    /// The first register that locals may use.
    pub const FREE: u8 = 11;
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the six comparisons")]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    /// The comparison that holds when this one does not.
    #[must_use]
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
        }
    }

    /// Whether it holds of these two.
    #[must_use]
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Cmp::Eq => left == right,
            Cmp::Ne => left != right,
            Cmp::Lt => left < right,
            Cmp::Le => left <= right,
            Cmp::Gt => left > right,
            Cmp::Ge => left >= right,
        }
    }
}

/// Arithmetic of two numbers; overflow and division by zero are faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "named by the language")]
pub enum Math {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

/// One instruction. Operands in the order they are listed; `to` is written, `then` is a place in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "operands are explained by the line above each instruction")]
pub enum Instr {
    // Numbers.
    /// `to = value`
    Const { to: Reg, value: i32 },
    /// `to = from`
    Copy { to: Reg, from: Reg },
    /// `to = left op right`
    Math { op: Math, to: Reg, left: Reg, right: Reg },
    /// `to = (left op right) as 0 or 1`
    Test { op: Cmp, to: Reg, left: Reg, right: Reg },
    /// `to = 1 - from` of a truth value
    Not { to: Reg, from: Reg },
    /// `to = cell of the state`
    Load { to: Reg, cell: u16 },
    /// `cell of the state = from`
    Store { cell: u16, from: Reg },
    /// `to = cell + index`
    LoadAt { to: Reg, index: Reg, cell: u16 },
    /// `cell + index = from`
    StoreAt { from: Reg, index: Reg, cell: u16 },
    /// `to = register base + index`
    Pick { to: Reg, index: Reg, base: Reg, count: u8 },
    /// `register base + index = from`
    Plant { from: Reg, index: Reg, base: Reg, count: u8 },
    /// `to = all seeds of the position`
    Total { to: Reg },
    /// `to = number of the round`
    Round { to: Reg },
    /// `to = how often this position has occurred`
    Repeated { to: Reg },

    // Sites.
    /// `to = seeds of house`
    Seeds { to: Reg, house: Reg },
    /// `to = owner of house`
    Owner { to: Reg, house: Reg },
    /// `to = house facing house, or none`
    Opposite { to: Reg, house: Reg },
    /// `to = house of the same letter on the other side, or none`
    Counterpart { to: Reg, house: Reg },
    /// `to = the house after (or before, if back) house on the track of the present lap, in direction way`
    Step { to: Reg, house: Reg, way: Reg, back: bool },
    /// `to = store of player`
    StoreOf { to: Reg, player: Reg },
    /// `to = the player after player`
    NextPlayer { to: Reg, player: Reg },

    // Control.
    /// goes on at `then`
    Jump { then: Addr },
    /// goes on at `then` if the condition is 0
    Unless { condition: Reg, then: Addr },
    /// goes on at `then` if `left op right`
    If { op: Cmp, left: Reg, right: Reg, then: Addr },
    /// goes on at `then` if `left op value`
    IfConst { op: Cmp, left: Reg, value: i16, then: Addr },
    /// goes on at `then` if `seeds of house op value`
    IfSeeds { op: Cmp, house: Reg, value: i16, then: Addr },
    /// goes on at `then` if the number is (or is not) in the set
    IfCount { count: Reg, inside: bool, set: u16, then: Addr },
    /// goes on at `then` if the house is (or is not) in the region of player
    IfIn { house: Reg, player: Reg, inside: bool, region: u16, then: Addr },
    /// goes on at `then` if the house is (or is not) in the list
    IfListed { house: Reg, list: ListReg, inside: bool, then: Addr },
    /// goes on at `then` if the region of player is (or is not) empty of seeds
    IfEmpty { player: Reg, empty: bool, region: u16, then: Addr },
    /// ends a called piece of code
    Return,
    /// stops with a fault
    Fail { fault: FaultCode },

    // Regions.
    /// `to = seeds in the region of player`
    RegionSeeds { to: Reg, player: Reg, region: u16 },
    /// `to = number of houses in the region of player`
    RegionCount { to: Reg, player: Reg, region: u16 },
    /// `to = house number index (from 1) of the region of player`
    RegionAt { to: Reg, player: Reg, index: Reg, region: u16 },
    /// `list = region of player`
    ListRegion { list: ListReg, player: Reg, region: u16 },
    /// `list = nothing`
    ListClear { list: ListReg },
    /// adds a house at the end of the list
    ListPush { list: ListReg, house: Reg },
    /// adds another list at the end of the list
    ListAppend { list: ListReg, other: ListReg },
    /// takes another list's houses out of the list
    ListWithout { list: ListReg, other: ListReg },
    /// keeps what lies before (or after) the house
    ListCut { list: ListReg, house: Reg, after: bool },
    /// turns the list round
    ListReverse { list: ListReg },
    /// `to = seeds in the list`
    ListSeeds { to: Reg, list: ListReg },
    /// `to = length of the list`
    ListCount { to: Reg, list: ListReg },
    /// `to = house number index (from 1) of the list; 0 is the last`
    ListAt { to: Reg, list: ListReg, index: Reg },
    /// `house = next of the region of player, counter + 1; at its end goes on at then`
    NextOf { counter: Reg, house: Reg, player: Reg, region: u16, then: Addr },
    /// `house = next of the list, counter + 1; at its end goes on at then`
    NextIn { counter: Reg, house: Reg, list: ListReg, then: Addr },
    /// `list = the run from the house by walk`
    Walk { list: ListReg, from: Reg, walk: u16 },

    // Seeds.
    /// lifts the house and sows it by the table; sets the words of the lap
    Sow { house: Reg, sow: u16 },
    /// lifts the house into the hand, to be dropped seed by seed
    Lift { house: Reg, sow: u16 },
    /// `house = next site of a sowing by hand`; with an empty hand goes on at then
    NextSite { house: Reg, sow: u16, then: Addr },
    /// begins a lap from the house; if this lap has begun before in this move, just as now, goes on at then
    LapFrom { house: Reg, then: Addr },
    /// drops one seed at the house
    DropOne { house: Reg },
    /// all seeds of the house go to the store of player
    Capture { house: Reg, player: Reg },
    /// all seeds of the region of owner, house by house, go to the store of player
    CaptureRegion { owner: Reg, player: Reg, region: u16 },
    /// all seeds of the list, house by house, go to the store of player
    CaptureList { list: ListReg, player: Reg },
    /// the run from the house by walk goes to the store of player
    CaptureWalk { from: Reg, player: Reg, walk: u16 },
    /// this number of seeds of the house goes to the store of player
    Take { amount: Reg, house: Reg, player: Reg },
    /// this number of seeds goes from one site to another
    MoveSeeds { amount: Reg, from: Reg, to: Reg },
    /// all seeds of a site go to another
    MoveAll { from: Reg, to: Reg },
    /// brings seeds in
    Put { amount: Reg, house: Reg },

    // Decisions and ends.
    // Marks and owners.
    /// marks the house; player holds the mark if anybody does
    SetMark { house: Reg, mark: u8, player: Reg },
    /// takes the mark off the house
    ClearMark { house: Reg, mark: u8 },
    /// `to = whether the house bears the mark`
    HasMark { to: Reg, house: Reg, mark: u8 },
    /// `to = the player who holds the mark on the house, or none`
    Holder { to: Reg, house: Reg, mark: u8 },
    /// the house belongs to player from now on
    Give { house: Reg, player: Reg },
    /// every site of one player exchanges seeds and marks with its counterpart of the other
    Swap { one: Reg, other: Reg },
    /// `to = whether the mover may lift the house`
    Liftable { to: Reg, house: Reg },
    /// `list = houses in play that player owns (or others, if theirs), in the order of a table of his`
    ListOwned { list: ListReg, player: Reg, theirs: bool, order: u16 },
    /// takes houses out of play out of the list
    ListInPlay { list: ListReg },

    // By hand.
    /// all seeds of the site go into the hand
    LiftHand { house: Reg },
    /// this number of seeds is dropped from the hand
    DropMany { amount: Reg, house: Reg },

    /// `to = whether the first decision of player would have an answer`
    CanMove { to: Reg, player: Reg },
    /// `to = moves that player has finished in this phase`
    Moves { to: Reg, player: Reg },

    /// asks; goes on at the place the answer names
    Choose { decision: u16 },
    /// offers the values of the alternative's registers as one answer
    Offer { decision: u16, alternative: u8 },
    /// ends the move; if `again`, the same player moves again
    EndMove { again: bool },
    /// says who moves next
    NextIs { player: Reg },
    /// says who begins
    FirstIs { player: Reg },
    /// the set-up is done: a round begins
    Begin,
    /// a case of `end` has held and is settled
    Settle,
    /// the round is over as it stands
    EndRound,
    /// the match is won
    Win { player: Reg },
    /// the match is drawn
    Draw,
}

/// Faults that code asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "worded where faults are told")]
pub enum FaultCode {
    SkippedAll,
    Endless,
}

/// An ordered region of sites that play does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionTable {
    /// As a set of bits.
    pub mask: u128,
    /// In order.
    pub sites: Vec<SiteId>,
    /// Whether the order is that of ascending numbers.
    pub ascending: bool,
}

/// A set of numbers of seeds, the first 64 as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountTable {
    /// Bit n is set if n is in the set.
    pub bits: u64,
    /// The whole set.
    pub set: CountSet,
}

impl CountTable {
    /// The table of a set.
    #[must_use]
    pub fn new(set: &CountSet) -> CountTable {
        let bits = (0..64).filter(|count| set.contains(*count)).fold(0, |bits, count| bits | 1 << count);
        CountTable { bits, set: set.clone() }
    }

    /// Whether a number is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, count: i32) -> bool {
        match u32::try_from(count) {
            Ok(small) if small < 64 => self.bits >> small & 1 == 1,
            _ => self.set.contains(count),
        }
    }
}

/// The sites a sowing passes, in its direction, for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// In order.
    pub order: Vec<SiteId>,
    /// Where each site stands in `order`; `u8::MAX` for those it does not pass.
    pub position: Vec<u8>,
    /// Whether it runs back into its beginning.
    pub closed: bool,
}

/// How a sowing goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sowing {
    /// The first of its routes: one for each player and direction, at `routes + 2 * player + way`.
    pub routes: u16,
    /// The number of its track, for `next` and `prev`.
    pub track: u8,
    /// The register of its direction.
    pub going: Option<Reg>,
    /// Its direction without one.
    pub way: Way,
    /// Passes over the house it was lifted from.
    pub skip_origin: bool,
    /// Passes over these, of the mover.
    pub skip_region: Option<u16>,
    /// Leaves this many behind.
    pub leaving: Option<Reg>,
    /// Takes this many.
    pub taking: Option<Reg>,
    /// Drops the first seed here.
    pub starting: Option<Reg>,
}

/// How a run goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walking {
    /// Against the lap.
    pub back: bool,
    /// Only in this region of the mover.
    pub within: Option<u16>,
    /// Only houses with these numbers of seeds.
    pub counts: Option<u16>,
}

/// What a binder of a decision holds, for its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the types of the language")]
pub enum BinderKind {
    House,
    Number,
    Direction,
    Player,
    Text,
}

/// One kind of answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its label, a number in `texts`.
    pub label: Option<u16>,
    /// The registers its values go to, and what they hold.
    pub binders: Vec<(Reg, BinderKind)>,
    /// Where play goes on with it.
    pub then: Addr,
}

/// A `must` of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Where its code begins; it ends with the truth value in `result`.
    pub code: Addr,
    /// The register of the truth value.
    pub result: Reg,
    /// Dropped if all fail.
    pub if_possible: bool,
    /// Only for answers of this kind.
    pub answer: Option<u8>,
}

/// How the answers to a decision are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// Houses of a region of the mover with these numbers of seeds.
    Scan {
        /// The region of the mover.
        region: u16,
        /// The numbers of seeds.
        counts: u16,
    },
    /// By running this code, which offers them.
    Code(Addr),
}

/// What settles the `must`s of a decision without a trial: a house that no answer can empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certainty {
    /// A region of the mover.
    pub region: u16,
    /// If one of its houses holds more than this, every answer leaves seeds in the region, and every `must` holds.
    pub above: i32,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The register of who is asked.
    pub by: Reg,
    /// How its answers are found.
    pub options: Options,
    /// Its kinds of answer.
    pub answers: Vec<Answer>,
    /// Its `must`s.
    pub musts: Vec<Judgement>,
    /// What settles them without a trial.
    pub certainty: Option<Certainty>,
    /// The label of an answer that ends the move, a number in `texts`.
    pub optional: Option<u16>,
    /// Where play goes on when there is no answer.
    pub otherwise: Option<Addr>,
    /// Registers that must survive the question.
    pub saves: Vec<Reg>,
    /// Lists that must survive the question.
    pub list_saves: Vec<ListReg>,
}

/// A called piece of code and where it leaves its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Where it begins.
    pub code: Addr,
    /// Where its value is.
    pub result: Reg,
}

/// How a winner is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoring {
    /// Most wins.
    pub most: bool,
    /// The register of the player who is scored.
    pub player: Reg,
    /// The score.
    pub score: Value,
    /// Who wins a tie.
    pub tie: Option<Value>,
}

/// Registers from this one on belong to locals; those before it are words and variables that last a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FirstLocal(pub u8);

/// Where the procedures begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entries {
    /// `setup`
    pub setup: Addr,
    /// `turn`
    pub turn: Addr,
    /// `end` after a move
    pub end: Addr,
    /// `end` when the player to move is stuck
    pub end_stuck: Addr,
    /// `end` when nobody can move
    pub end_all_stuck: Addr,
    /// What comes after the code of `end`
    pub after_end: Addr,
    /// Renews what lasts a move
    pub renew_move: Addr,
    /// Renews what lasts a turn
    pub renew_turn: Addr,
    /// Renews what lasts a round
    pub renew_round: Addr,
    /// Renews everything, as at the start of a match
    pub renew_match: Addr,
}

/// A phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseCode {
    /// Its name.
    pub name: String,
    /// Only in the first round.
    pub once: bool,
    /// Where its turn begins.
    pub turn: Addr,
    /// Whether it is over.
    pub until: Value,
}

/// What happens between rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundCode {
    /// Whether the match is over.
    pub over: Value,
    /// Where the preparation of the next round begins.
    pub between: Addr,
}

/// A mark and where it is kept: a set of houses in cells of 32 bits, one set for each player if somebody holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkCells {
    /// Its name.
    pub name: String,
    /// Whether a player holds it.
    pub held: bool,
    /// What it forbids.
    pub rules: crate::ast::MarkRules,
    /// Its first cell.
    pub cell: u16,
}

/// The cells of a state beside its seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    /// Cells of variables.
    pub variables: u16,
    /// Cells of registers saved across a decision come next.
    pub saved: u16,
}

impl Cells {
    /// All cells.
    #[must_use]
    pub fn total(self) -> usize {
        self.variables as usize + self.saved as usize
    }
}

/// What a variable is called and where it lies, for texts of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableCell {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: hir::Ty,
    /// Its first cell.
    pub cell: u16,
    /// One cell for each player.
    pub each_player: bool,
}

/// A game ready to be run.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its title.
    pub title: String,
    /// `about`, key by key.
    pub about: Vec<(String, Vec<String>)>,
    /// Its parameters with the values in force.
    pub params: Vec<hir::Param>,
    /// Its readings with the answers in force.
    pub readings: Vec<hir::Reading>,
    /// Its board.
    pub layout: Layout,
    /// Its own direction.
    pub direction: Way,
    /// The instructions.
    pub code: Vec<Instr>,
    /// Where each instruction comes from.
    pub spans: Vec<Span>,
    /// Where the procedures begin.
    pub entries: Entries,
    /// Regions; one of a player is the first plus the player's number.
    pub regions: Vec<RegionTable>,
    /// Sets of counts.
    pub counts: Vec<CountTable>,
    /// Routes.
    pub routes: Vec<Route>,
    /// The next house for each track, player and direction: at `(track * players + player) * 2 + way`, by site.
    pub steps: Vec<Vec<u8>>,
    /// Sowings.
    pub sowings: Vec<Sowing>,
    /// Runs.
    pub walks: Vec<Walking>,
    /// Decisions.
    pub decisions: Vec<Decision>,
    /// Labels.
    pub texts: Vec<String>,
    /// Scoring; nothing if every end names the winner.
    pub scoring: Option<Scoring>,
    /// Cells of a state.
    pub cells: Cells,
    /// Where locals begin among the registers.
    pub first_local: FirstLocal,
    /// Variables, for texts.
    pub variables: Vec<VariableCell>,
    /// Marks.
    pub marks: Vec<MarkCells>,
    /// The first cell of the sets of houses that each player owns, if owners change.
    pub owners: Option<u16>,
    /// Cells of one set of houses.
    pub set_cells: u16,
    /// The first cell of the finished moves of each player in this phase, and how far they are counted.
    pub moves: Option<(u16, i32)>,
    /// Phases, in order.
    pub phases: Vec<PhaseCode>,
    /// Rounds.
    pub rounds: Option<RoundCode>,
    /// A player who cannot move passes.
    pub stuck_passes: bool,
    /// The game asks how often a position occurred.
    pub asks_repeated: bool,
    /// The rules ask how many seeds were captured in this move.
    pub asks_captured: bool,
    /// `lap` matters to a repeated lap only up to this number.
    pub lap_matters: i32,
    /// No seed ever leaves a store, so that a capture makes every earlier position unreachable.
    pub stores_only_grow: bool,
    /// Conditions of a test.
    pub checks: Vec<Value>,
}

impl Instr {
    /// The same instruction going on at another place.
    #[must_use]
    pub fn with_target(self, to: Addr) -> Instr {
        let mut moved = self;
        match &mut moved {
            Instr::Jump { then }
            | Instr::Unless { then, .. }
            | Instr::If { then, .. }
            | Instr::IfConst { then, .. }
            | Instr::IfSeeds { then, .. }
            | Instr::IfCount { then, .. }
            | Instr::IfIn { then, .. }
            | Instr::IfListed { then, .. }
            | Instr::IfEmpty { then, .. }
            | Instr::NextOf { then, .. }
            | Instr::NextIn { then, .. }
            | Instr::NextSite { then, .. }
            | Instr::LapFrom { then, .. } => *then = to,
            _ => {}
        }
        moved
    }

    /// The place it goes on at, apart from the answers of a question.
    #[must_use]
    pub fn target(self) -> Option<Addr> {
        match self {
            Instr::Jump { then }
            | Instr::Unless { then, .. }
            | Instr::If { then, .. }
            | Instr::IfConst { then, .. }
            | Instr::IfSeeds { then, .. }
            | Instr::IfCount { then, .. }
            | Instr::IfIn { then, .. }
            | Instr::IfListed { then, .. }
            | Instr::IfEmpty { then, .. }
            | Instr::NextOf { then, .. }
            | Instr::NextIn { then, .. }
            | Instr::NextSite { then, .. }
            | Instr::LapFrom { then, .. } => Some(then),
            _ => None,
        }
    }
}

impl Program {
    /// Where an instruction comes from.
    #[must_use]
    pub fn span(&self, at: usize) -> Span {
        self.spans.get(at).copied().unwrap_or_default()
    }
}
