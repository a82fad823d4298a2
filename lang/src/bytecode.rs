//! The program of one game as the machine runs it: instructions over tracks and sets, and the tables they name. Never here: execution.
mod encode;
mod instr;
mod listing;
mod operands;
mod settings;
mod verify;

pub use encode::{LARGEST, MAGIC, decode, encode};
pub use instr::{Cmp, FaultCode, Instr, Math};
pub use listing::listing;
pub use operands::{Operand, Role};
pub use verify::{Broken, verify};

use crate::board::{Layout, SiteId};
use crate::hir::{self, CountSet, Way};
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// One of the machine's 256 registers; each holds a 32-bit number: a count, a site, a player, a truth value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Reg(pub u8);

/// One of the machine's lists of sites.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ListReg(pub u8);

/// A place in the code.
pub type Addr = u16;

/// Cells of a state, at most.
pub const MOST_CELLS: usize = 255;
/// Kinds of marks, at most.
pub const MOST_MARKS: usize = 256;
/// Phases, at most: their numbers fit a byte, and the main turn has one too.
pub const MOST_PHASES: usize = 254;
/// Demands of one decision, at most: a trial answers each with a bit.
pub const MOST_MUSTS: usize = 64;

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
    /// The words of one hand: this many registers from the first on.
    pub const OF_A_HAND: u8 = 10;
    /// Stands where an instruction needs no register.
    pub const NONE: Reg = Reg(10);
    /// Who moves next or begins, if the rules have said so; else below 0.
    pub const NEXT: Reg = Reg(11);
    /// The first register that locals may use.
    pub const FREE: u8 = 12;
}

/// What an instruction stands in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is.
    pub kind: FrameKind,
    /// Where a def is called, or laps begin.
    pub span: Span,
    /// What that stands in.
    pub outer: Option<u16>,
}

/// The kinds of frames.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrameKind {
    /// A section of the game.
    Section(String),
    /// A def, translated where it is called.
    Def(String),
    /// The body of laps.
    Laps,
}

/// An ordered region of sites that play does not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegionTable {
    /// As a set of bits.
    pub mask: u128,
    /// In order.
    pub sites: Vec<SiteId>,
    /// Whether the order is that of ascending numbers.
    pub ascending: bool,
}

/// A set of numbers of seeds, the first 64 as bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// In order.
    pub order: Vec<SiteId>,
    /// Where each site stands in `order`; `u8::MAX` for those it does not pass.
    pub position: Vec<u8>,
    /// Where a sowing that is lifted from each site stands before its first drop: a store that is passed over has a
    /// place too; `u8::MAX` for sites off the track.
    pub before: Vec<u8>,
    /// Whether it runs back into its beginning.
    pub closed: bool,
}

/// How a sowing goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walking {
    /// Against the lap.
    pub back: bool,
    /// Only in this region of the mover.
    pub within: Option<u16>,
    /// Only houses with these numbers of seeds.
    pub counts: Option<u16>,
}

/// What a binder of a decision holds, for its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the types of the language")]
pub enum BinderKind {
    House,
    Number,
    Direction,
    Player,
    Text,
}

/// One kind of answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its label, a number in `texts`.
    pub label: Option<u16>,
    /// The registers its values go to, and what they hold.
    pub binders: Vec<(Reg, BinderKind)>,
    /// Where play goes on with it.
    pub then: Addr,
}

/// A `must` of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certainty {
    /// A region of the mover.
    pub region: u16,
    /// If one of its houses holds more than this, every answer leaves seeds in the region, and every `must` holds.
    pub above: i32,
    /// What an answer does to the region, if it is a plain sowing of the chosen house and then captures by number.
    pub sown: Option<SownCertainty>,
}

/// A plain sowing of the chosen house by this table, after which only houses with these numbers of seeds can be taken
/// out of the region: whatever else lies there then stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SownCertainty {
    /// How the chosen house is sown.
    pub sow: u16,
    /// The set of numbers that may be taken.
    pub counts: u16,
    /// Nothing is taken out of the region unless the last seed has fallen into it, into a house that then holds such a number.
    pub from_last: bool,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Value {
    /// Where it begins.
    pub code: Addr,
    /// Where its value is.
    pub result: Reg,
}

/// How a winner is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FirstLocal(pub u8);

/// Where the procedures begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundCode {
    /// Whether the match is over.
    pub over: Value,
    /// Where the preparation of the next round begins.
    pub between: Addr,
}

/// A mark and where it is kept: a set of houses in cells of 32 bits, one set for each player if somebody holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cells {
    /// Cells of what lasts a move come first: no part of the positions that `repeated` compares.
    pub of_move: u16,
    /// Cells of variables, those included.
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

/// Finished moves of each player in the present phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveCount {
    /// The first of a cell for each player.
    pub cell: u16,
    /// They are counted no further.
    pub most: i32,
    /// They are counted after the phases too.
    pub in_main: bool,
}

/// What a variable is called and where it lies, for texts of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Sections, defs and laps that instructions stand in, for telling how play came to one.
    pub frames: Vec<Frame>,
    /// The innermost frame of each instruction.
    pub frame_of: Vec<Option<u16>>,
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
    /// How the finished moves of each player in a phase are counted.
    pub moves: Option<MoveCount>,
    /// The cell of the moves finished in this round, if the rules ask for them.
    pub played: Option<u16>,
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
    /// Numbers that the last registers hold from the start, the first of them in register 255.
    pub constants: Vec<i32>,
}

impl Program {
    /// The register of a constant, by its number.
    #[must_use]
    pub fn constant_register(at: usize) -> Option<Reg> {
        u8::try_from(at).ok().map(|at| Reg(u8::MAX - at))
    }

    /// The instructions that can be reached from these places, without what follows a question or the end of a move.
    #[must_use]
    pub fn reached_from(&self, places: impl IntoIterator<Item = Addr>) -> Vec<usize> {
        let mut seen = vec![false; self.code.len()];
        let mut waiting = places.into_iter().map(usize::from).collect::<Vec<_>>();
        let mut found = Vec::new();
        while let Some(at) = waiting.pop() {
            if at >= seen.len() || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            found.push(at);
            waiting.extend(self.code[at].target().map(usize::from));
            if self.code[at].falls_through() {
                waiting.push(at + 1);
            }
        }
        found
    }

    /// What a register always holds, if it does.
    #[must_use]
    pub fn constant(&self, reg: Reg) -> Option<i32> {
        self.constants.get(usize::from(u8::MAX - reg.0)).copied()
    }

    /// Whether a register holds a constant.
    #[must_use]
    pub fn is_constant(&self, reg: Reg) -> bool {
        usize::from(u8::MAX - reg.0) < self.constants.len()
    }

    /// Whether a question gives a value to a register that holds a constant.
    fn binds_a_constant(&self) -> bool {
        let mut bound = self.decisions.iter().flat_map(|decision| &decision.answers).flat_map(|answer| &answer.binders);
        bound.any(|(reg, _)| self.is_constant(*reg))
            || self.decisions.iter().flat_map(|decision| &decision.saves).any(|reg| self.is_constant(*reg))
            || self.scoring.is_some_and(|scoring| self.is_constant(scoring.player))
    }

    /// Cells that keep one list of sites: its length, then four sites a cell.
    #[must_use]
    pub fn list_cells(&self) -> usize {
        1 + self.layout.sites.len().div_ceil(4)
    }

    /// What renewing a move sets, if that is nothing but registers.
    #[must_use]
    pub fn move_registers(&self) -> Option<Vec<(Reg, i32)>> {
        let mut found: Vec<(Reg, i32)> = Vec::new();
        for instr in self.code.get(usize::from(self.entries.renew_move)..)? {
            if let Instr::Const { to, value } = instr {
                found.push((*to, *value));
            } else if let Instr::Copy { to, from } = instr {
                let value = found.iter().rev().find(|(reg, _)| reg == from)?.1;
                found.push((*to, value));
            } else {
                return (*instr == Instr::Return).then_some(found);
            }
        }
        None
    }

    /// Where an instruction comes from.
    #[must_use]
    pub fn span(&self, at: usize) -> Span {
        self.spans.get(at).copied().unwrap_or_default()
    }
}
