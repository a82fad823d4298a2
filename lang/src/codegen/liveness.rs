//! In: a program whose decisions keep nothing. Out: the same, each decision keeping exactly the registers and lists that what follows may read.
use crate::bytecode::{Addr, Decision, Instr, ListReg, Operand, Options, Program, Reg, Role, words};

/// Registers and lists that may still be read.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Live {
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

    /// Whether a register may still be read.
    pub(super) fn reads(&self, Reg(reg): Reg) -> bool {
        self.numbers[usize::from(reg >> 6)] >> (reg & 63) & 1 == 1
    }

    fn leave_out(&mut self, other: &Live) {
        self.numbers.iter_mut().zip(other.numbers).for_each(|(mine, other)| *mine &= !other);
        self.lists &= !other.lists;
    }

    fn join(&mut self, other: &Live) {
        self.numbers.iter_mut().zip(other.numbers).for_each(|(mine, other)| *mine |= other);
        self.lists |= other.lists;
    }

    fn numbers(&self) -> impl Iterator<Item = Reg> + '_ {
        (0..=u8::MAX).map(Reg).filter(|reg| self.reads(*reg))
    }

    fn lists(&self) -> impl Iterator<Item = ListReg> + '_ {
        (0..16).filter(|list| self.lists >> list & 1 == 1).map(ListReg)
    }
}

/// Finds what lives at each decision and gives it cells of the state.
pub(super) fn save_what_lives(program: &mut Program) {
    let before = live_before(program, &[]);
    debug_assert!(nothing_unwritten(program, &before), "a register is read that nothing has written");
    let written = written_before_questions(program);
    let two_hands = program.code.iter().any(|instr| matches!(instr, Instr::SwapRegs { .. }));
    let mut most = 0;
    for number in 0..program.decisions.len() {
        let decision = &program.decisions[number];
        let mut alive = live_after_question(decision, &before);
        // Words, and what lasts a move, are as at the start of the move if nothing has written them.
        for reg in (0..program.first_local.0).map(Reg) {
            let renewed = reg.0 < words::FREE || program.move_registers().is_some();
            if renewed && !written[number].numbers().any(|written| written == reg) {
                alive.set(Operand::Number(reg), false);
            }
        }
        // The question can be asked again from the state alone, so who is asked must be kept.
        alive.set(Operand::Number(decision.by), true);
        // Who is to move is part of every state, unless two hands take turns.
        alive.set(Operand::Number(words::MOVER), two_hands);
        let saves = alive.numbers().collect::<Vec<_>>();
        let list_saves = alive.lists().collect::<Vec<_>>();
        let per_list = program.list_cells();
        most = most.max(saves.len() + list_saves.len() * per_list);
        let decision = &mut program.decisions[number];
        decision.saves = saves;
        decision.list_saves = list_saves;
    }
    program.cells.saved = u16::try_from(most).unwrap_or(u16::MAX);
}

/// Whether no procedure begins with a local that may be read before it is written: what a question keeps would then
/// depend on what the machine did before.
fn nothing_unwritten(program: &Program, before: &[Live]) -> bool {
    let phases = program.phases.iter().map(|phase| phase.turn);
    let between = program.rounds.iter().map(|rounds| rounds.between);
    let mut entries = [program.entries.setup, program.entries.turn].into_iter().chain(phases).chain(between);
    entries.all(|entry| {
        let alive = before.get(usize::from(entry)).copied().unwrap_or_default();
        alive.lists == 0 && alive.numbers().all(|reg| reg.0 < program.first_local.0)
    })
}

/// What the answers, the `must`s and the search for answers may read, the names of the question itself excepted.
fn live_after_question(decision: &Decision, before: &[Live]) -> Live {
    let at = |code: Addr| before.get(usize::from(code)).copied().unwrap_or_default();
    let without = |mut live: Live, bound: &mut dyn Iterator<Item = Reg>| {
        bound.for_each(|reg| live.set(Operand::Number(reg), false));
        live
    };
    let mut alive = Live::default();
    for answer in &decision.answers {
        alive.join(&without(at(answer.then), &mut answer.binders.iter().map(|(reg, _)| *reg)));
    }
    let search = match decision.options {
        Options::Code(code) => Some(code),
        Options::Scan { .. } => None,
    };
    for code in decision.musts.iter().map(|must| must.code).chain(decision.otherwise).chain(search) {
        let mut bound = decision.answers.iter().flat_map(|answer| &answer.binders).map(|(reg, _)| *reg);
        alive.join(&without(at(code), &mut bound));
    }
    alive
}

/// What may have been written since the start of the move when each question is asked.
pub(super) fn written_before_questions(program: &Program) -> Vec<Live> {
    let mut before: Vec<Option<Live>> = vec![None; program.code.len()];
    let phases = program.phases.iter().map(|phase| phase.turn);
    let between = program.rounds.iter().map(|rounds| rounds.between);
    let entries = [program.entries.setup, program.entries.turn];
    let mut waiting =
        entries.into_iter().chain(phases).chain(between).map(|at| (at, Live::default())).collect::<Vec<_>>();
    let mut questions = vec![Live::default(); program.decisions.len()];
    while let Some((at, arriving)) = waiting.pop() {
        let Some(known) = before.get_mut(usize::from(at)) else { continue };
        let mut joined = known.unwrap_or_default();
        joined.join(&arriving);
        if *known == Some(joined) {
            continue;
        }
        *known = Some(joined);
        let instr = program.code[usize::from(at)];
        let mut after = joined;
        instr.operands(program, &mut |operand, role| {
            if role == Role::Writes {
                after.set(operand, true);
            }
        });
        if let Instr::Choose { decision } = instr {
            if let Some(question) = questions.get_mut(usize::from(decision)) {
                question.join(&joined);
            }
            let answers = program.decisions.get(usize::from(decision));
            let thens = answers.iter().flat_map(|found| found.answers.iter().map(|answer| answer.then));
            waiting.extend(thens.chain(answers.and_then(|found| found.otherwise)).map(|then| (then, after)));
            continue;
        }
        waiting.extend(instr.target().map(|then| (then, after)));
        if instr.falls_through() {
            waiting.push((at + 1, after));
        }
    }
    questions
}

/// What an instruction reads and what it writes.
#[derive(Clone, Copy, Default)]
struct Effect {
    reads: Live,
    writes: Live,
}

/// What may still be read before each instruction, if these registers are read behind each, where a piece of code returns what it was called for.
pub(super) fn live_before(program: &Program, returned: &[Vec<Reg>]) -> Vec<Live> {
    let effects = effects(program, returned);
    let mut before = vec![Live::default(); program.code.len()];
    loop {
        let mut changed = false;
        for (at, effect) in effects.iter().enumerate().rev() {
            let mut alive = live_after(program, at, &before);
            alive.leave_out(&effect.writes);
            alive.join(&effect.reads);
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

fn effects(program: &Program, returned: &[Vec<Reg>]) -> Vec<Effect> {
    // What is lifted by hand must be there when the move ends, if only to be missed.
    let lifts = program.code.iter().any(|instr| matches!(instr, Instr::LiftHand { .. } | Instr::Lift { .. }));
    let ends = |instr| matches!(instr, Instr::EndMove { .. } | Instr::EndRound | Instr::Win { .. } | Instr::Draw);
    let mut found = Vec::with_capacity(program.code.len());
    for (at, instr) in program.code.iter().enumerate() {
        let mut effect = Effect::default();
        instr.operands(program, &mut |operand, role| match role {
            Role::Writes => effect.writes.set(operand, true),
            // What a constant holds need not be kept.
            Role::Reads if matches!(operand, Operand::Number(reg) if program.is_constant(reg)) => {}
            Role::Reads => effect.reads.set(operand, true),
        });
        if lifts && ends(*instr) {
            effect.reads.set(Operand::Number(words::HAND), true);
        }
        for reg in returned.get(at).into_iter().flatten() {
            effect.reads.set(Operand::Number(*reg), true);
        }
        found.push(effect);
    }
    found
}

/// What may be read behind an instruction, wherever the machine goes on.
fn live_after(program: &Program, at: usize, before: &[Live]) -> Live {
    let instr = program.code[at];
    let mut alive = Live::default();
    if instr.falls_through()
        && let Some(next) = before.get(at + 1)
    {
        alive.join(next);
    }
    let asked = match instr {
        Instr::Choose { decision } => program.decisions.get(usize::from(decision)),
        _ => None,
    };
    match asked {
        Some(decision) => alive.join(&live_after_question(decision, before)),
        None => instr.targets(program, &mut |then| {
            if let Some(there) = before.get(then as usize) {
                alive.join(there);
            }
        }),
    }
    alive
}
