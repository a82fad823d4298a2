//! The instructions: what each reads and writes, in the words of the machine. Never here: tables, execution.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Addr, ListReg, Reg};
use serde::{Deserialize, Serialize};

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

    /// The comparison that says the same with its two sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Cmp {
        match self {
            Cmp::Eq | Cmp::Ne => self,
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// exchanges `count` registers from `one` on with those from `other` on: the words of two hands
    SwapRegs { one: Reg, other: Reg, count: u8 },
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
    /// goes on at `then` if `times seeds of house op all seeds of the position`: whether a store holds more than half
    IfShare { op: Cmp, house: Reg, times: i8, then: Addr },
    /// goes on at `then` if `times seeds of a store op all seeds of the position` holds for any (or for no) player's store
    IfAnyShare { op: Cmp, times: i8, holds: bool, then: Addr },
    /// goes on at `then` if `how often this position has occurred op value`
    IfRepeated { op: Cmp, value: i16, then: Addr },
    /// goes on at `then` if the number is (or is not) in the set
    IfCount { count: Reg, inside: bool, set: u16, then: Addr },
    /// goes on at `then` if the number is (or is not) in the set whose number is in a register
    IfCountOf { count: Reg, inside: bool, set: Reg, then: Addr },
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
    /// `list = the list kept in cells from cell on, that of player index`
    LoadList { list: ListReg, index: Reg, cell: u16 },
    /// keeps the list in cells from cell on, as that of player index
    StoreList { list: ListReg, index: Reg, cell: u16 },
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
    /// `list = the run from the house by walk`; if no house belongs to it goes on at bare
    Walk { list: ListReg, from: Reg, walk: u16, bare: Addr },

    // Seeds.
    /// lifts the house and sows it by the table; sets the words of the lap
    Sow { house: Reg, sow: u16 },
    /// lifts the house into the hand, to be dropped seed by seed
    Lift { house: Reg, sow: u16 },
    /// `house = next site of a sowing by hand`; with an empty hand goes on at then
    NextSite { house: Reg, sow: u16, then: Addr },
    /// the two above and below at once: `house = next site of a sowing by hand`, and a seed is dropped there
    DropNext { house: Reg, sow: u16, then: Addr },
    /// begins a lap from the house; if this lap has begun before in this move, just as now (the words of another hand
    /// beside it included), goes on at then
    LapFrom { house: Reg, beside: Reg, then: Addr },
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "worded where faults are told")]
pub enum FaultCode {
    SkippedAll,
    Endless,
}

impl Instr {
    /// The same instruction going on at another place.
    #[must_use]
    pub fn with_target(mut self, to: Addr) -> Instr {
        if let Some(then) = self.target_mut() {
            *then = to;
        }
        self
    }

    /// The place it goes on at, apart from the answers of a question.
    #[must_use]
    pub fn target(mut self) -> Option<Addr> {
        self.target_mut().copied()
    }

    /// The same with its condition turned round, if it has one.
    #[must_use]
    pub fn negated(self) -> Option<Instr> {
        Some(match self {
            Instr::Unless { condition, then } => Instr::IfConst { op: Cmp::Ne, left: condition, value: 0, then },
            Instr::If { op, left, right, then } => Instr::If { op: op.negated(), left, right, then },
            Instr::IfConst { op, left, value, then } => Instr::IfConst { op: op.negated(), left, value, then },
            Instr::IfSeeds { op, house, value, then } => Instr::IfSeeds { op: op.negated(), house, value, then },
            Instr::IfShare { op, house, times, then } => Instr::IfShare { op: op.negated(), house, times, then },
            Instr::IfAnyShare { op, times, holds, then } => Instr::IfAnyShare { op, times, holds: !holds, then },
            Instr::IfRepeated { op, value, then } => Instr::IfRepeated { op: op.negated(), value, then },
            Instr::IfCount { count, inside, set, then } => Instr::IfCount { count, inside: !inside, set, then },
            Instr::IfCountOf { count, inside, set, then } => Instr::IfCountOf { count, inside: !inside, set, then },
            Instr::IfIn { house, player, inside, region, then } => {
                Instr::IfIn { house, player, inside: !inside, region, then }
            }
            Instr::IfListed { house, list, inside, then } => Instr::IfListed { house, list, inside: !inside, then },
            Instr::IfEmpty { player, empty, region, then } => Instr::IfEmpty { player, empty: !empty, region, then },
            _ => return None,
        })
    }

    fn target_mut(&mut self) -> Option<&mut Addr> {
        match self {
            Instr::Jump { then }
            | Instr::Unless { then, .. }
            | Instr::If { then, .. }
            | Instr::IfConst { then, .. }
            | Instr::IfSeeds { then, .. }
            | Instr::IfShare { then, .. }
            | Instr::IfCount { then, .. }
            | Instr::IfCountOf { then, .. }
            | Instr::IfIn { then, .. }
            | Instr::IfListed { then, .. }
            | Instr::IfEmpty { then, .. }
            | Instr::NextOf { then, .. }
            | Instr::NextIn { then, .. }
            | Instr::NextSite { then, .. }
            | Instr::DropNext { then, .. }
            | Instr::LapFrom { then, .. }
            | Instr::IfRepeated { then, .. }
            | Instr::IfAnyShare { then, .. }
            | Instr::Walk { bare: then, .. } => Some(then),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_instruction_is_eight_bytes() {
        assert_eq!(std::mem::size_of::<super::Instr>(), 8);
    }
}
