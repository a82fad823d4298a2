//! In: a program whose jumps are known. Out: the same, where a run without houses goes a way of its own, on which nothing is done with them. Never here: how runs are found.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::bytecode::{Addr, Instr, ListReg, Operand, Program, Reg, Role};
use std::collections::BTreeMap;

/// Instructions of such a way at most; where it is longer, it comes back to the common one.
const LONGEST: usize = 12;
/// Jumps that are followed for one way.
const MOST_JUMPS: usize = 64;

/// Gives each run the way that is gone where it is bare: most runs end before they begin.
pub(super) fn ways(program: &mut Program) {
    let settling = usize::from(program.entries.end)..usize::from(program.entries.after_end);
    for at in 0..program.code.len() {
        let Instr::Walk { list, from, walk, bare } = program.code[at] else { continue };
        // What settles a round is told by its place in the code.
        if usize::from(bare) != at + 1 || settling.contains(&at) {
            continue;
        }
        let Some(way) = Way::without(program, list, at + 1) else { continue };
        let Ok(bare) = Addr::try_from(program.code.len()) else { return };
        if program.code.len() + way.code.len() >= usize::from(Addr::MAX) {
            return;
        }
        program.code[at] = Instr::Walk { list, from, walk, bare };
        for (origin, instr) in way.code {
            program.code.push(instr);
            program.spans.push(program.spans[origin]);
            program.frame_of.push(program.frame_of[origin]);
        }
    }
}

/// What is done where a list is empty, each instruction with the place it is taken from.
#[derive(Default)]
struct Way {
    code: Vec<(usize, Instr)>,
    known: BTreeMap<Reg, i32>,
    /// Instructions that an empty list spares.
    spared: usize,
}

/// Where a way goes on.
enum Next {
    At(usize),
    /// It has ended, or comes back to the common way.
    Done,
}

impl Way {
    /// The way from a place on; nothing if it would be the common one.
    fn without(program: &Program, list: ListReg, from: usize) -> Option<Way> {
        let mut way = Way::default();
        let mut at = from;
        for _ in 0..LONGEST + MOST_JUMPS {
            if way.code.len() >= LONGEST {
                way.comes_back(at)?;
                break;
            }
            let instr = *program.code.get(at)?;
            match way.step(program, list, at, instr)? {
                Next::At(next) => at = next,
                Next::Done => return (way.spared > 0).then_some(way),
            }
        }
        None
    }

    fn comes_back(&mut self, at: usize) -> Option<Next> {
        self.code.push((at, Instr::Jump { then: Addr::try_from(at).ok()? }));
        Some(Next::Done)
    }

    fn step(&mut self, program: &Program, list: ListReg, at: usize, instr: Instr) -> Option<Next> {
        let goes = |holds: bool, then: Addr| Some(Next::At(if holds { usize::from(then) } else { at + 1 }));
        match instr {
            Instr::Jump { then } => return Some(Next::At(usize::from(then))),
            Instr::CaptureList { list: none, .. } | Instr::ListAppend { other: none, .. } if none == list => {
                self.spared += 1;
            }
            Instr::NextIn { list: none, then, .. } if none == list => {
                self.spared += 1;
                return goes(true, then);
            }
            Instr::IfListed { list: none, inside, then, .. } if none == list => {
                self.spared += 1;
                return goes(!inside, then);
            }
            Instr::ListSeeds { to, list: none } | Instr::ListCount { to, list: none } if none == list => {
                self.spared += 1;
                self.is_known(at, to, 0);
            }
            Instr::Const { to, value } => self.is_known(at, to, value),
            _ => match self.settled(instr) {
                Some((holds, then)) => return goes(holds, then),
                None => return self.same(program, list, at, instr),
            },
        }
        Some(Next::At(at + 1))
    }

    fn is_known(&mut self, at: usize, to: Reg, value: i32) {
        self.known.insert(to, value);
        self.code.push((at, Instr::Const { to, value }));
    }

    /// A condition on numbers that are known: whether it holds, and where it then goes on.
    fn settled(&self, instr: Instr) -> Option<(bool, Addr)> {
        match instr {
            Instr::IfConst { op, left, value, then } => {
                Some((op.holds(*self.known.get(&left)?, i32::from(value)), then))
            }
            Instr::If { op, left, right, then } => {
                Some((op.holds(*self.known.get(&left)?, *self.known.get(&right)?), then))
            }
            Instr::Unless { condition, then } => Some((*self.known.get(&condition)? == 0, then)),
            _ => None,
        }
    }

    /// An instruction that an empty list does not change.
    fn same(&mut self, program: &Program, list: ListReg, at: usize, instr: Instr) -> Option<Next> {
        let mut filled = false;
        instr.operands(program, &mut |operand, role| match (operand, role) {
            (Operand::Number(reg), Role::Writes) => _ = self.known.remove(&reg),
            (Operand::List(written), Role::Writes) => filled |= written == list,
            _ => {}
        });
        // These write registers that they do not tell of one by one.
        if matches!(instr, Instr::Plant { .. } | Instr::SwapRegs { .. }) {
            self.known.clear();
        }
        self.code.push((at, instr));
        match (instr.falls_through(), filled) {
            (false, _) => Some(Next::Done),
            (true, true) => self.comes_back(at + 1),
            (true, false) => Some(Next::At(at + 1)),
        }
    }
}
