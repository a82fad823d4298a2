//! In: the code of `end`. Out: what holds of a position in which nothing has ended, where that can be seen without running code. Never here: what an end does.
use crate::lanes::{self, BLOCK, Lanes};
use crate::state::State;
use crate::tables::region_lanes;
use mcl_lang::bytecode::{Cmp, Instr, Program, Reg, words};

/// Conditions on the way to the end of `end`, at most.
const MOST_CONDITIONS: usize = 6;

/// What holds where no case of `end` does, on a small board: all of it, if the game goes on.
#[derive(Clone, Debug)]
pub(crate) struct GoesOn {
    /// The position has stood so often at most.
    repeated_at_most: u32,
    /// None of two stores holds so large a share: so many times its seeds are no more than all seeds.
    shares: Vec<(i32, [u8; 2])>,
    /// In each of these rows there is a seed.
    filled: Vec<Lanes>,
    /// Where the code returns if so.
    pub(crate) returns_at: usize,
}

impl GoesOn {
    /// What a program's `end` asks for; nothing if the board is large or something else is asked or done.
    pub(crate) fn of(program: &Program) -> Option<GoesOn> {
        if program.layout.sites.len() > BLOCK {
            return None;
        }
        let mut found = GoesOn { repeated_at_most: u32::MAX, shares: Vec::new(), filled: Vec::new(), returns_at: 0 };
        let mut at = usize::from(program.entries.end);
        for _ in 0..=MOST_CONDITIONS {
            let instr = *program.code.get(at)?;
            if instr == Instr::Return {
                found.returns_at = at;
                return Some(found);
            }
            at = found.follow(program, instr, at)?;
        }
        None
    }

    /// Takes up what holds if the game goes on; where the code then goes on.
    fn follow(&mut self, program: &Program, instr: Instr, at: usize) -> Option<usize> {
        let way = |ends: bool, then: u16| Some(if ends { at + 1 } else { usize::from(then) });
        if let Instr::IfAnyShare { op: Cmp::Gt, times, holds, then } = instr {
            self.shares.push((i32::from(times), program.layout.stores[..].try_into().ok()?));
            return way(holds, then);
        }
        if let Instr::IfEmpty { player, empty, region, then } = instr {
            let at = usize::from(region) + usize::try_from(number(program, player)?).ok()?;
            self.filled.push(region_lanes(&program.regions.get(at)?.sites).all);
            return way(empty, then);
        }
        if let Instr::IfRepeated { op, value, then } = instr {
            let (most, ends) = match op {
                Cmp::Gt => (value, true),
                Cmp::Ge => (value.checked_sub(1)?, true),
                Cmp::Le => (value, false),
                Cmp::Lt => (value.checked_sub(1)?, false),
                Cmp::Eq | Cmp::Ne => return None,
            };
            self.repeated_at_most = self.repeated_at_most.min(u32::try_from(most).ok()?);
            return way(ends, then);
        }
        None
    }

    /// Whether no case of `end` holds.
    #[inline(never)]
    pub(crate) fn holds(&self, state: &State, repeated: u32) -> bool {
        let (block, total) = (state.block(), i32::from(state.head.total));
        let seeds = |store: u8| i32::from(block[usize::from(store) & (BLOCK - 1)]);
        repeated <= self.repeated_at_most
            && self.shares.iter().all(|(times, [one, other])| {
                let (one, other) = (seeds(*one) * times, seeds(*other) * times);
                one <= total && other <= total
            })
            && self.filled.iter().all(|row| lanes::any(&lanes::masked(block, row)))
    }
}

/// The number that a register always holds.
fn number(program: &Program, reg: Reg) -> Option<i32> {
    if reg == words::NONE { Some(0) } else { program.constant(reg) }
}
