//! In: an instruction. Out: the registers and lists it reads and writes, and where it can go on. Never here: running it.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Addr, Instr, ListReg, Program, Reg, words};

/// A register or list of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the two kinds")]
pub enum Operand {
    Number(Reg),
    List(ListReg),
}

/// What an instruction does with an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the two roles")]
pub enum Role {
    Reads,
    Writes,
}

use Role::{Reads, Writes};

impl Instr {
    /// Tells of every operand, reads before writes.
    #[expect(clippy::too_many_lines, reason = "one arm for each shape of operands, all of one kind")]
    pub fn operands(self, program: &Program, visit: &mut dyn FnMut(Operand, Role)) {
        let mut number = |reg: Reg, role| {
            if reg != words::NONE {
                visit(Operand::Number(reg), role);
            }
        };
        match self {
            Instr::Const { to, .. }
            | Instr::Load { to, .. }
            | Instr::Total { to }
            | Instr::Round { to }
            | Instr::Repeated { to } => number(to, Writes),
            Instr::Copy { to, from } | Instr::Not { to, from } => {
                number(from, Reads);
                number(to, Writes);
            }
            Instr::Math { to, left, right, .. } | Instr::Test { to, left, right, .. } => {
                number(left, Reads);
                number(right, Reads);
                number(to, Writes);
            }
            Instr::Store { from, .. } => number(from, Reads),
            Instr::LoadAt { to, index, .. } => {
                number(index, Reads);
                number(to, Writes);
            }
            Instr::StoreAt { from, index, .. } => {
                number(from, Reads);
                number(index, Reads);
            }
            Instr::Pick { to, index, base, count } => {
                number(index, Reads);
                (0..count).for_each(|at| number(Reg(base.0.wrapping_add(at)), Reads));
                number(to, Writes);
            }
            // Either row is read and written.
            Instr::SwapRegs { one, other, count } => {
                for role in [Writes, Reads] {
                    for first in [one, other] {
                        (0..count).for_each(|at| number(Reg(first.0.wrapping_add(at)), role));
                    }
                }
            }
            // The other registers of the row keep their values: reading them says so.
            Instr::Plant { from, index, base, count } => {
                number(from, Reads);
                number(index, Reads);
                (0..count).for_each(|at| number(Reg(base.0.wrapping_add(at)), Reads));
            }
            Instr::Seeds { to, house }
            | Instr::Owner { to, house }
            | Instr::Opposite { to, house }
            | Instr::Counterpart { to, house } => {
                number(house, Reads);
                number(to, Writes);
            }
            Instr::Step { to, house, way, .. } => {
                number(house, Reads);
                number(way, Reads);
                number(words::TRACK, Reads);
                number(words::MOVER, Reads);
                number(to, Writes);
            }
            Instr::StoreOf { to, player } | Instr::NextPlayer { to, player } => {
                number(player, Reads);
                number(to, Writes);
            }
            Instr::HasMark { to, house, .. } | Instr::Holder { to, house, .. } => {
                number(house, Reads);
                number(to, Writes);
            }
            Instr::Liftable { to, house } => {
                number(house, Reads);
                number(words::MOVER, Reads);
                number(to, Writes);
            }
            Instr::CanMove { to, player } | Instr::Moves { to, player } => {
                number(player, Reads);
                number(to, Writes);
            }
            Instr::SetMark { house, player, .. } | Instr::Give { house, player } => {
                number(house, Reads);
                number(player, Reads);
            }
            Instr::ClearMark { house, .. } => number(house, Reads),
            Instr::Swap { one, other } => {
                number(one, Reads);
                number(other, Reads);
            }
            Instr::LiftHand { house } => {
                number(house, Reads);
                number(words::HAND, Reads);
                [words::HAND, words::ORIGIN].into_iter().for_each(|reg| number(reg, Writes));
            }
            Instr::DropMany { amount, house } => {
                number(amount, Reads);
                number(house, Reads);
                number(words::HAND, Reads);
                [words::HAND, words::LAST, words::WAS].into_iter().for_each(|reg| number(reg, Writes));
            }
            Instr::Jump { .. }
            | Instr::IfRepeated { .. }
            | Instr::IfAnyShare { .. }
            | Instr::Return
            | Instr::Fail { .. }
            | Instr::Settle
            | Instr::EndRound
            | Instr::Draw => {}
            Instr::Unless { condition, .. } => number(condition, Reads),
            Instr::If { left, right, .. } => {
                number(left, Reads);
                number(right, Reads);
            }
            Instr::IfConst { left, .. } => number(left, Reads),
            Instr::IfSeeds { house, .. } | Instr::IfShare { house, .. } => number(house, Reads),
            Instr::IfCount { count, .. } => number(count, Reads),
            Instr::IfCountOf { count, set, .. } => {
                number(count, Reads);
                number(set, Reads);
            }
            Instr::IfIn { house, player, .. } => {
                number(house, Reads);
                number(player, Reads);
            }
            Instr::IfEmpty { player, .. } => number(player, Reads),
            Instr::NextIs { player } | Instr::FirstIs { player } => {
                number(player, Reads);
                number(words::NEXT, Writes);
            }
            Instr::Win { player } => number(player, Reads),
            Instr::Begin | Instr::EndMove { .. } => number(words::NEXT, Reads),
            Instr::Capture { house, player } => {
                number(house, Reads);
                number(player, Reads);
                if program.asks_captured {
                    number(words::CAPTURED, Reads);
                    number(words::CAPTURED, Writes);
                }
            }
            Instr::CaptureRegion { owner, player, .. } => {
                number(owner, Reads);
                number(player, Reads);
                if program.asks_captured {
                    number(words::CAPTURED, Reads);
                    number(words::CAPTURED, Writes);
                }
            }
            Instr::Take { amount, house, player } => {
                number(amount, Reads);
                number(house, Reads);
                number(player, Reads);
                if program.asks_captured {
                    number(words::CAPTURED, Reads);
                    number(words::CAPTURED, Writes);
                }
            }
            Instr::MoveSeeds { amount, from, to } => {
                number(amount, Reads);
                number(from, Reads);
                number(to, Reads);
            }
            Instr::MoveAll { from, to } => {
                number(from, Reads);
                number(to, Reads);
            }
            Instr::Put { amount, house } => {
                number(amount, Reads);
                number(house, Reads);
            }
            _ => self.table_operands(program, visit),
        }
    }

    /// The same instruction reading other registers, where they are named one by one; words are never replaced.
    #[must_use]
    pub fn map_reads(mut self, map: &mut dyn FnMut(Reg) -> Reg) -> Instr {
        let mut number = |reg: &mut Reg| {
            if *reg != words::NONE {
                *reg = map(*reg);
            }
        };
        match &mut self {
            Instr::Copy { from, .. } | Instr::Not { from, .. } | Instr::Store { from, .. } => number(from),
            Instr::Math { left, right, .. } | Instr::Test { left, right, .. } | Instr::If { left, right, .. } => {
                number(left);
                number(right);
            }
            Instr::IfConst { left, .. } => number(left),
            Instr::Unless { condition, .. } => number(condition),
            Instr::Seeds { house, .. }
            | Instr::Opposite { house, .. }
            | Instr::Counterpart { house, .. }
            | Instr::IfSeeds { house, .. }
            | Instr::IfShare { house, .. }
            | Instr::Owner { house, .. }
            | Instr::HasMark { house, .. }
            | Instr::Holder { house, .. }
            | Instr::Liftable { house, .. }
            | Instr::ClearMark { house, .. }
            | Instr::ListPush { house, .. }
            | Instr::IfListed { house, .. } => number(house),
            Instr::IfCount { count, .. } => number(count),
            Instr::IfIn { house, player, .. } | Instr::Capture { house, player } => {
                number(house);
                number(player);
            }
            Instr::StoreOf { player, .. }
            | Instr::NextPlayer { player, .. }
            | Instr::IfEmpty { player, .. }
            | Instr::RegionSeeds { player, .. }
            | Instr::RegionCount { player, .. }
            | Instr::CaptureList { player, .. } => number(player),
            Instr::CaptureRegion { owner, player, .. } => {
                number(owner);
                number(player);
            }
            Instr::Step { house, way, .. } => {
                number(house);
                number(way);
            }
            Instr::Take { amount, house, player } => {
                number(amount);
                number(house);
                number(player);
            }
            Instr::MoveSeeds { amount, from, to } => {
                number(amount);
                number(from);
                number(to);
            }
            Instr::MoveAll { from, to } => {
                number(from);
                number(to);
            }
            Instr::SetMark { house, player, .. } | Instr::Give { house, player } => {
                number(house);
                number(player);
            }
            Instr::Walk { from, .. } => number(from),
            Instr::CaptureWalk { from, player, .. } => {
                number(from);
                number(player);
            }
            _ => {}
        }
        self
    }

    /// The operands of instructions over regions, lists and tables.
    #[expect(clippy::too_many_lines, reason = "one arm for each shape of operands, all of one kind")]
    fn table_operands(self, program: &Program, visit: &mut dyn FnMut(Operand, Role)) {
        let number = |visit: &mut dyn FnMut(Operand, Role), reg: Reg, role| {
            if reg != words::NONE {
                visit(Operand::Number(reg), role);
            }
        };
        match self {
            Instr::RegionSeeds { to, player, .. } | Instr::RegionCount { to, player, .. } => {
                number(visit, player, Reads);
                number(visit, to, Writes);
            }
            Instr::RegionAt { to, player, index, .. } => {
                number(visit, player, Reads);
                number(visit, index, Reads);
                number(visit, to, Writes);
            }
            Instr::ListRegion { list, player, .. } => {
                number(visit, player, Reads);
                visit(Operand::List(list), Writes);
            }
            Instr::ListOwned { list, player, .. } => {
                number(visit, player, Reads);
                visit(Operand::List(list), Writes);
            }
            Instr::LoadList { list, index, .. } => {
                number(visit, index, Reads);
                visit(Operand::List(list), Writes);
            }
            Instr::StoreList { list, index, .. } => {
                number(visit, index, Reads);
                visit(Operand::List(list), Reads);
            }
            Instr::ListClear { list } => visit(Operand::List(list), Writes),
            Instr::ListPush { list, house } | Instr::ListCut { list, house, .. } => {
                number(visit, house, Reads);
                visit(Operand::List(list), Reads);
                visit(Operand::List(list), Writes);
            }
            Instr::ListAppend { list, other } | Instr::ListWithout { list, other } => {
                visit(Operand::List(other), Reads);
                visit(Operand::List(list), Reads);
                visit(Operand::List(list), Writes);
            }
            Instr::ListReverse { list } | Instr::ListInPlay { list } => {
                visit(Operand::List(list), Reads);
                visit(Operand::List(list), Writes);
            }
            Instr::ListSeeds { to, list } | Instr::ListCount { to, list } => {
                visit(Operand::List(list), Reads);
                number(visit, to, Writes);
            }
            Instr::ListAt { to, list, index } => {
                visit(Operand::List(list), Reads);
                number(visit, index, Reads);
                number(visit, to, Writes);
            }
            Instr::IfListed { house, list, .. } => {
                number(visit, house, Reads);
                visit(Operand::List(list), Reads);
            }
            Instr::NextOf { counter, house, player, .. } => {
                number(visit, counter, Reads);
                number(visit, player, Reads);
                number(visit, counter, Writes);
                number(visit, house, Writes);
            }
            Instr::NextIn { counter, house, list, .. } => {
                number(visit, counter, Reads);
                visit(Operand::List(list), Reads);
                number(visit, counter, Writes);
                number(visit, house, Writes);
            }
            Instr::Walk { list, from, .. } => {
                walk_reads(visit, from);
                visit(Operand::List(list), Writes);
            }
            Instr::CaptureWalk { from, player, .. } => {
                walk_reads(visit, from);
                number(visit, player, Reads);
                if program.asks_captured {
                    number(visit, words::CAPTURED, Reads);
                    number(visit, words::CAPTURED, Writes);
                }
            }
            Instr::CaptureList { list, player } => {
                visit(Operand::List(list), Reads);
                number(visit, player, Reads);
                if program.asks_captured {
                    number(visit, words::CAPTURED, Reads);
                    number(visit, words::CAPTURED, Writes);
                }
            }
            Instr::Offer { decision, alternative } => {
                let answer =
                    program.decisions.get(decision as usize).and_then(|found| found.answers.get(alternative as usize));
                for (reg, _) in answer.into_iter().flat_map(|answer| &answer.binders) {
                    number(visit, *reg, Reads);
                }
            }
            _ => self.sowing_operands(program, visit),
        }
    }

    /// The operands of instructions that sow, and of questions.
    fn sowing_operands(self, program: &Program, visit: &mut dyn FnMut(Operand, Role)) {
        let mut number = |reg: Reg, role| visit(Operand::Number(reg), role);
        let lap = [words::ORIGIN, words::LAST, words::WAS, words::WAY, words::HAND, words::TRACK, words::AT];
        match self {
            Instr::Sow { house, sow } | Instr::Lift { house, sow } => {
                number(house, Reads);
                number(words::MOVER, Reads);
                if let Some(table) = program.sowings.get(sow as usize) {
                    let registers = [table.going, table.leaving, table.taking, table.starting];
                    registers.into_iter().flatten().for_each(|reg| number(reg, Reads));
                }
                lap.into_iter().for_each(|reg| number(reg, Writes));
            }
            Instr::NextSite { house, .. } => {
                let reads = [words::AT, words::HAND, words::MOVER, words::WAY, words::ORIGIN];
                reads.into_iter().for_each(|reg| number(reg, Reads));
                number(words::AT, Writes);
                number(house, Writes);
            }
            Instr::DropNext { house, .. } => {
                let reads = [words::AT, words::HAND, words::MOVER, words::WAY, words::ORIGIN];
                reads.into_iter().for_each(|reg| number(reg, Reads));
                let writes = [words::AT, house, words::HAND, words::LAST, words::WAS];
                writes.into_iter().for_each(|reg| number(reg, Writes));
            }
            Instr::LapFrom { house, beside, .. } => {
                for reg in [house, words::WAY, words::LAP] {
                    number(reg, Reads);
                }
                if beside != words::NONE {
                    (0..words::OF_A_HAND).for_each(|at| number(Reg(beside.0.wrapping_add(at)), Reads));
                }
            }
            Instr::DropOne { house } => {
                number(house, Reads);
                number(words::HAND, Reads);
                [words::HAND, words::LAST, words::WAS].into_iter().for_each(|reg| number(reg, Writes));
            }
            Instr::Choose { decision } => {
                if let Some(decision) = program.decisions.get(decision as usize) {
                    number(decision.by, Reads);
                }
            }
            _ => {}
        }
    }

    /// Where the machine can be after this instruction, the following one excepted.
    pub fn targets(self, program: &Program, visit: &mut dyn FnMut(Addr)) {
        self.target().into_iter().for_each(&mut *visit);
        match self {
            Instr::EndMove { .. } => visit(program.entries.end),
            Instr::Choose { decision } => {
                let Some(decision) = program.decisions.get(decision as usize) else {
                    return;
                };
                decision.answers.iter().for_each(|answer| visit(answer.then));
                decision.musts.iter().for_each(|must| visit(must.code));
                decision.otherwise.into_iter().for_each(&mut *visit);
                if let super::Options::Code(code) = decision.options {
                    visit(code);
                }
            }
            _ => {}
        }
    }

    /// Whether the machine can go on at the following instruction.
    #[must_use]
    pub fn falls_through(self) -> bool {
        !matches!(
            self,
            Instr::Jump { .. }
                | Instr::Return
                | Instr::Fail { .. }
                | Instr::Choose { .. }
                | Instr::EndMove { .. }
                | Instr::Settle
                | Instr::Begin
                | Instr::EndRound
                | Instr::Win { .. }
                | Instr::Draw
        )
    }
}

fn walk_reads(visit: &mut dyn FnMut(Operand, Role), from: Reg) {
    for reg in [from, words::WAY, words::TRACK, words::MOVER] {
        visit(Operand::Number(reg), Reads);
    }
}
