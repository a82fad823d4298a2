//! In: a program whose jumps are known. Out: the same, with one instruction where several ask one thing. Never here: numbers known beforehand.
use super::liveness::Live;
use super::tidy;
use crate::bytecode::{Addr, Instr, Math, Program, Reg};

/// `2 * store.seeds > total`, in four instructions, is one; the three before it then have nobody to read them.
pub(super) fn shares(program: &mut Program, before: &[Live]) {
    let entered = tidy::entered(program);
    let read = |at: usize, reg: Reg| before.get(at).is_none_or(|alive| alive.reads(reg));
    for at in 3..program.code.len() {
        let stretch = [at - 3, at - 2, at - 1, at].map(|at| program.code[at]);
        let [Instr::Seeds { to: seeds, house }, Instr::Math { op: Math::Mul, to: product, left, right }, ..] = stretch
        else {
            continue;
        };
        let [.., Instr::Total { to: total }, Instr::If { op, left: one, right: other, then }] = stretch else {
            continue;
        };
        let factor = if right == seeds { left } else { right };
        let Some(times) = program.constant(factor).and_then(|times| i8::try_from(times).ok()) else { continue };
        let read_later = [seeds, product].into_iter().any(|reg| read(at + 1, reg) || read(usize::from(then), reg));
        let alone = !entered[at - 2..=at].contains(&true) && !read_later;
        let same_house = house != seeds && house != product && house != total;
        if !alone || !same_house || left != seeds && right != seeds || product == total {
            continue;
        }
        let op = match (one == product, other == total, one == total, other == product) {
            (true, true, ..) => op,
            (.., true, true) => op.mirrored(),
            _ => continue,
        };
        program.code[at] = Instr::IfShare { op, house, times, then };
        // Seeds of a house can only be asked where there is one, which the new instruction does too.
        program.code[at - 3] = Instr::Jump { then: Addr::try_from(at - 2).unwrap_or(Addr::MAX) };
        program.code[at - 2] = Instr::Jump { then: Addr::try_from(at - 1).unwrap_or(Addr::MAX) };
    }
}

/// `repeated >= 2` is one instruction.
pub(super) fn repeated(program: &mut Program, before: &[Live]) {
    let entered = tidy::entered(program);
    for (at, entered) in entered.into_iter().enumerate().skip(1) {
        let (Instr::Repeated { to }, Instr::IfConst { op, left, value, then }) =
            (program.code[at - 1], program.code[at])
        else {
            continue;
        };
        let read = |at: usize| before.get(at).is_none_or(|alive| alive.reads(to));
        if left == to && !entered && !read(at + 1) && !read(usize::from(then)) {
            program.code[at - 1] = Instr::Jump { then: Addr::try_from(at).unwrap_or(Addr::MAX) };
            program.code[at] = Instr::IfRepeated { op, value, then };
        }
    }
}

/// The next site of a sowing by hand is found and gets its seed at once.
pub(super) fn drops(program: &mut Program) {
    let entered = tidy::entered(program);
    for (at, entered) in entered.into_iter().enumerate().skip(1) {
        let (Instr::NextSite { house, sow, then }, Instr::DropOne { house: there }) =
            (program.code[at - 1], program.code[at])
        else {
            continue;
        };
        if house == there && !entered {
            program.code[at - 1] = Instr::Jump { then: Addr::try_from(at).unwrap_or(Addr::MAX) };
            program.code[at] = Instr::DropNext { house, sow, then };
        }
    }
}

/// What is asked of the store of each player in turn is asked of all at once.
pub(super) fn stores(program: &mut Program) {
    let entered = tidy::entered(program);
    let players = program.layout.stores.len();
    for at in 0..program.code.len().saturating_sub(players - 1) {
        if players > 1
            && !entered[at + 1..at + players].contains(&true)
            && let Some(joined) = of_all_stores(program, at, players)
        {
            let behind = Addr::try_from(at + players).unwrap_or(Addr::MAX);
            program.code[at] = joined;
            program.code[at + 1..at + players].fill(Instr::Jump { then: behind });
        }
    }
}

/// The question that as many instructions as there are players ask of one store each: whether it holds of any of them.
fn of_all_stores(program: &Program, at: usize, players: usize) -> Option<Instr> {
    let Instr::IfShare { op, times, then, .. } = *program.code.get(at)? else { return None };
    let mut stores = Vec::with_capacity(players);
    let mut joined = Instr::IfAnyShare { op, times, holds: true, then };
    for nth in 0..players {
        let Instr::IfShare { op: other, house, times: factor, then: there } = *program.code.get(at + nth)? else {
            return None;
        };
        stores.push(u8::try_from(program.constant(house)?).ok()?);
        // The last may be turned round: it then goes on behind where it does not hold.
        let turned = nth + 1 == players && other == op.negated() && usize::from(then) == at + players;
        if turned {
            joined = Instr::IfAnyShare { op, times, holds: false, then: there };
        }
        if factor != times || !turned && (other, there) != (op, then) {
            return None;
        }
    }
    stores.sort_unstable();
    let mut all = program.layout.stores.clone();
    all.sort_unstable();
    (stores == all).then_some(joined)
}
