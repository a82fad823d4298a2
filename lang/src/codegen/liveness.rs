//! In: a program whose decisions keep nothing. Out: the same, each decision keeping exactly the registers and lists that what follows may read.
use crate::bytecode::{ListReg, Operand, Program, Reg, Role};

/// Registers and lists that may still be read.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Live {
    numbers: [u64; 4],
    lists: u16,
}

impl Live {
    fn set(&mut self, operand: Operand, alive: bool) {
        match operand {
            Operand::Number(Reg(reg)) => {
                let word = &mut self.numbers[usize::from(reg >> 6)];
                let bit = 1 << (reg & 63);
                *word = if alive { *word | bit } else { *word & !bit };
            }
            Operand::List(ListReg(list)) => {
                let bit = 1u16.checked_shl(u32::from(list)).unwrap_or(0);
                self.lists = if alive { self.lists | bit } else { self.lists & !bit };
            }
        }
    }

    fn join(&mut self, other: &Live) {
        self.numbers.iter_mut().zip(other.numbers).for_each(|(mine, other)| *mine |= other);
        self.lists |= other.lists;
    }

    fn numbers(&self) -> impl Iterator<Item = Reg> + '_ {
        (0..=u8::MAX).filter(|reg| self.numbers[usize::from(reg >> 6)] >> (reg & 63) & 1 == 1).map(Reg)
    }

    fn lists(&self) -> impl Iterator<Item = ListReg> + '_ {
        (0..16).filter(|list| self.lists >> list & 1 == 1).map(ListReg)
    }
}

/// Finds what lives at each decision and gives it cells of the state.
pub(super) fn save_what_lives(program: &mut Program) {
    let before = live_before(program);
    let mut most = 0;
    for number in 0..program.decisions.len() {
        let mut alive = Live::default();
        let decision = &program.decisions[number];
        for answer in &decision.answers {
            let mut after = before.get(answer.then as usize).copied().unwrap_or_default();
            answer.binders.iter().for_each(|(reg, _)| after.set(Operand::Number(*reg), false));
            alive.join(&after);
        }
        let mut bound = Live::default();
        decision
            .answers
            .iter()
            .flat_map(|answer| &answer.binders)
            .for_each(|(reg, _)| bound.set(Operand::Number(*reg), true));
        let mut codes = decision.musts.iter().map(|must| must.code).chain(decision.otherwise).collect::<Vec<_>>();
        if let crate::bytecode::Options::Code(code) = decision.options {
            codes.push(code);
        }
        for code in codes {
            let mut inside = before.get(code as usize).copied().unwrap_or_default();
            bound.numbers().for_each(|reg| inside.set(Operand::Number(reg), false));
            alive.join(&inside);
        }
        // The question can be asked again from the state alone, so who is asked must be kept.
        alive.set(Operand::Number(decision.by), true);
        // Who is to move is part of every state.
        alive.set(Operand::Number(crate::bytecode::words::MOVER), false);
        let saves = alive.numbers().collect::<Vec<_>>();
        let list_saves = alive.lists().collect::<Vec<_>>();
        let per_list = 1 + program.layout.sites.len().div_ceil(4);
        most = most.max(saves.len() + list_saves.len() * per_list);
        let decision = &mut program.decisions[number];
        decision.saves = saves;
        decision.list_saves = list_saves;
    }
    program.cells.saved = u16::try_from(most).unwrap_or(u16::MAX);
}

/// What may still be read before each instruction.
fn live_before(program: &Program) -> Vec<Live> {
    let mut before = vec![Live::default(); program.code.len()];
    loop {
        let mut changed = false;
        for at in (0..program.code.len()).rev() {
            let instr = program.code[at];
            let mut alive = Live::default();
            if instr.falls_through()
                && let Some(next) = before.get(at + 1)
            {
                alive.join(next);
            }
            instr.targets(program, &mut |then| {
                if let Some(there) = before.get(then as usize) {
                    alive.join(there);
                }
            });
            let mut writes = Vec::new();
            let mut reads = Vec::new();
            instr.operands(program, &mut |operand, role| match role {
                Role::Writes => writes.push(operand),
                Role::Reads => reads.push(operand),
            });
            writes.into_iter().for_each(|operand| alive.set(operand, false));
            reads.into_iter().for_each(|operand| alive.set(operand, true));
            if alive != before[at] {
                before[at] = alive;
                changed = true;
            }
        }
        if !changed {
            return before;
        }
    }
}
