//! In: the code of a `must`. Out: the region of the mover that only needs to hold seeds for it to hold, if there is one. Never here: what an answer does to it.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::bytecode::{Cmp, Instr, Judgement, Program, Reg, words};
use std::collections::BTreeMap;

/// Instructions that are followed, at most.
const MOST_STEPS: usize = 32;

/// What a register holds while the region holds seeds.
#[derive(Clone, Copy)]
enum Held {
    Number(i32),
    /// At least one.
    Some,
}

/// Follows the code as it runs while the first region that it asks for holds seeds, whatever else is on the board.
pub(super) fn region(program: &Program, must: &Judgement) -> Option<u16> {
    let mut wanted = None;
    let mut numbers: BTreeMap<Reg, Held> = BTreeMap::new();
    let constants = (0..).map_while(Program::constant_register).zip(&program.constants);
    numbers.extend(constants.map(|(reg, value)| (reg, Held::Number(*value))));
    let mut at = usize::from(must.code);
    for _ in 0..MOST_STEPS {
        let goes = |holds: bool, then: u16| if holds { usize::from(then) } else { at + 1 };
        let mut next = at + 1;
        match *program.code.get(at)? {
            Instr::IfEmpty { player: words::MOVER, empty, region, then } if *wanted.get_or_insert(region) == region => {
                next = goes(!empty, then);
            }
            Instr::RegionSeeds { to, player: words::MOVER, region } if *wanted.get_or_insert(region) == region => {
                numbers.insert(to, Held::Some);
            }
            // Words are never written here: the region would be another player's.
            Instr::Const { to, value } if to.0 >= words::FREE => {
                numbers.insert(to, Held::Number(value));
            }
            Instr::Copy { to, from } if to.0 >= words::FREE => {
                let held = *numbers.get(&from)?;
                numbers.insert(to, held);
            }
            Instr::Not { to, from } => {
                let holds = compared(Cmp::Eq, *numbers.get(&from)?, 0)?;
                numbers.insert(to, Held::Number(i32::from(holds)));
            }
            Instr::Test { op, to, left, right } => {
                let Held::Number(right) = *numbers.get(&right)? else { return None };
                let holds = compared(op, *numbers.get(&left)?, right)?;
                numbers.insert(to, Held::Number(i32::from(holds)));
            }
            Instr::IfConst { op, left, value, then } => {
                next = goes(compared(op, *numbers.get(&left)?, i32::from(value))?, then);
            }
            Instr::Jump { then } => next = usize::from(then),
            Instr::Return => {
                return wanted.filter(|_| matches!(numbers.get(&must.result), Some(Held::Number(yes)) if *yes != 0));
            }
            _ => return None,
        }
        at = next;
    }
    None
}

/// Whether the comparison holds, if that is known.
fn compared(op: Cmp, held: Held, with: i32) -> Option<bool> {
    let least = match held {
        Held::Number(number) => return Some(op.holds(number, with)),
        Held::Some => 1,
    };
    match op {
        Cmp::Gt | Cmp::Ne if with < least => Some(true),
        Cmp::Ge if with <= least => Some(true),
        Cmp::Lt if with <= least => Some(false),
        Cmp::Le | Cmp::Eq if with < least => Some(false),
        _ => None,
    }
}
