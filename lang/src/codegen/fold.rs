//! In: a program whose jumps are known. Out: the same with numbers known beforehand put where they are used, and without what nobody reads. Never here: jumps, what instructions do to a board.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::liveness::{self, Live};
use super::{join, tidy};
use crate::bytecode::{Addr, Cmp, Instr, Math, Operand, Program, Reg, Role, Value, words};
use std::collections::BTreeMap;

/// Constants that have a register of their own, at most.
const MOST_CONSTANTS: usize = 32;

/// What a register is known to hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Number(i32),
    /// What another register holds.
    Same(Reg),
    /// What this instruction found: seeds or houses, as long as no seed moves.
    Found(Instr),
}

type Holds = BTreeMap<Reg, Known>;

/// Folds every stretch of code that is only entered at its beginning.
pub(super) fn fold(program: &mut Program) {
    let mut ways = Ways::of(program);
    let room = MOST_CONSTANTS.min(usize::from(u8::MAX - highest(program)));
    let mut holds = Holds::new();
    for at in 0..program.code.len() {
        if let Some(arriving) = ways.arriving(at) {
            holds = arriving;
        }
        let known = program.code[at].map_reads(&mut |reg| match holds.get(&reg) {
            Some(Known::Same(other)) => *other,
            Some(Known::Number(_) | Known::Found(_)) | None => reg,
        });
        let simple = simpler(known, &holds);
        let found = settled(program, simple, &holds, at);
        let instr = if found.target() == simple.target() || ways.opens(at, found) { found } else { simple };
        let instr = instr.map_reads(&mut |reg| match holds.get(&reg) {
            Some(Known::Number(value)) => constant(program, room, *value).unwrap_or(reg),
            Some(Known::Same(_) | Known::Found(_)) | None => reg,
        });
        program.code[at] = instr;
        learn(program, instr, &mut holds);
        ways.carry(at, instr, &holds);
        if !instr.falls_through() {
            holds.clear();
        }
    }
    let before = liveness::live_before(program, &results(program));
    join::shares(program, &before);
    join::repeated(program, &before);
    join::drops(program);
    drop_unread(program, &before);
}

/// How each instruction is reached, and what is known where only one way leads.
struct Ways {
    entered: Vec<bool>,
    count: Vec<u32>,
    arriving: BTreeMap<usize, Holds>,
}

impl Ways {
    fn of(program: &mut Program) -> Ways {
        let (entered, count) = (tidy::entered(program), tidy::ways_in(program));
        let arriving = after_answers(program, &count);
        Ways { entered, count, arriving }
    }

    /// What is known at an instruction that is entered from elsewhere than the one before it.
    fn arriving(&mut self, at: usize) -> Option<Holds> {
        self.entered[at].then(|| self.arriving.remove(&at).unwrap_or_default())
    }

    /// One more way from an instruction to where it now goes on; false if what lies there has been folded without it.
    fn opens(&mut self, at: usize, instr: Instr) -> bool {
        let Some(then) = instr.target().map(usize::from).filter(|then| *then < self.count.len()) else { return true };
        if then <= at && !self.entered[then] {
            return false;
        }
        self.entered[then] |= then != at + 1;
        self.count[then] += 1;
        self.arriving.remove(&then);
        true
    }

    /// What is known behind an instruction is known where it goes on, if nothing else leads there.
    fn carry(&mut self, at: usize, instr: Instr, holds: &Holds) {
        if let Some(then) = instr.target().map(usize::from)
            && then > at + 1
            && self.count.get(then) == Some(&1)
        {
            self.arriving.insert(then, holds.clone());
        }
    }
}

/// What is known where nothing but an answer leads: variables that last a move are as they begin, if nothing has
/// written them before the question.
fn after_answers(program: &Program, ways_in: &[u32]) -> BTreeMap<usize, Holds> {
    let Some(fresh) = program.move_registers().filter(|fresh| !fresh.is_empty()) else { return BTreeMap::new() };
    let written = liveness::written_before_questions(program);
    let mut found = BTreeMap::new();
    for (decision, written) in program.decisions.iter().zip(&written) {
        for at in decision.answers.iter().map(|answer| usize::from(answer.then)) {
            if ways_in.get(at) == Some(&1) {
                // What renewing itself only uses is a local like any other.
                let lasting = |reg: Reg| reg.0 < program.first_local.0 && !written.reads(reg);
                let known = fresh.iter().filter(|(reg, _)| lasting(*reg));
                found.insert(at, known.map(|(reg, value)| (*reg, Known::Number(*value))).collect());
            }
        }
    }
    found
}

/// The same with a number in place of a register that holds it, where there is such an instruction.
fn simpler(instr: Instr, holds: &Holds) -> Instr {
    let number = |reg: Reg| match holds.get(&reg) {
        Some(Known::Number(value)) => Some(*value),
        _ => None,
    };
    let short = |reg: Reg| number(reg).and_then(|value| i16::try_from(value).ok());
    match instr {
        _ if let Some(to) = looks_up(instr).filter(|to| holds.get(to) == Some(&Known::Found(instr))) => {
            Instr::Copy { to, from: to }
        }
        Instr::Copy { to, from } => number(from).map_or(instr, |value| Instr::Const { to, value }),
        Instr::If { op, left, right, then } => match (short(left), short(right)) {
            (_, Some(value)) => Instr::IfConst { op, left, value, then },
            (Some(value), None) => Instr::IfConst { op: op.mirrored(), left: right, value, then },
            (None, None) => instr,
        },
        Instr::Unless { condition, then } => Instr::IfConst { op: Cmp::Eq, left: condition, value: 0, then },
        Instr::Math { op, to, left, right } => {
            let value = number(left).zip(number(right)).and_then(|(left, right)| computed(op, left, right));
            value.map_or(instr, |value| Instr::Const { to, value })
        }
        _ => instr,
    }
}

/// A condition that is known becomes a jump, here or to the following instruction; a jump to one goes on behind it.
fn settled(program: &Program, instr: Instr, holds: &Holds, at: usize) -> Instr {
    let next = Addr::try_from(at + 1).unwrap_or(Addr::MAX);
    let goes = |instr: Instr, next: Addr| match instr {
        Instr::IfConst { op, left, value, then } => match holds.get(&left) {
            Some(Known::Number(known)) => Some(if op.holds(*known, i32::from(value)) { then } else { next }),
            _ => None,
        },
        _ => None,
    };
    match instr {
        Instr::Copy { to, from } if to == from => Instr::Jump { then: next },
        Instr::Const { to, value } if holds.get(&to) == Some(&Known::Number(value)) => Instr::Jump { then: next },
        Instr::IfConst { .. } => goes(instr, next).map_or(instr, |then| Instr::Jump { then }),
        Instr::Jump { then } => {
            let there = program.code.get(usize::from(then)).map(|there| simpler(*there, holds));
            let beyond = there.and_then(|there| goes(there, then.saturating_add(1)));
            Instr::Jump { then: beyond.unwrap_or(then) }
        }
        _ => instr,
    }
}

/// What is known after an instruction.
fn learn(program: &Program, instr: Instr, holds: &mut Holds) {
    if moves_seeds(instr) {
        holds.retain(|_, known| !matches!(known, Known::Found(found) if looks_at_seeds(*found)));
    }
    instr.operands(program, &mut |operand, role| {
        if role == Role::Writes {
            if let Operand::Number(reg) = operand {
                holds.remove(&reg);
            }
            holds.retain(|_, known| !rests_on(program, *known, operand));
        }
    });
    if let Some(to) = looks_up(instr)
        && !rests_on(program, Known::Found(instr), Operand::Number(to))
    {
        holds.insert(to, Known::Found(instr));
    }
    match instr {
        Instr::Const { to, value } => holds.insert(to, Known::Number(value)),
        Instr::Copy { to, from } if to != from => holds.insert(to, Known::Same(from)),
        // These write registers that they do not tell of one by one.
        Instr::Plant { .. } | Instr::SwapRegs { .. } => {
            holds.clear();
            None
        }
        _ => None,
    };
}

/// Whether what is known would no longer hold if this were written.
fn rests_on(program: &Program, known: Known, written: Operand) -> bool {
    match known {
        Known::Number(_) => false,
        Known::Same(reg) => written == Operand::Number(reg),
        Known::Found(found) => {
            let mut rests = false;
            found.operands(program, &mut |operand, role| rests |= role == Role::Reads && operand == written);
            rests
        }
    }
}

/// What an instruction writes that only looks something up.
fn looks_up(instr: Instr) -> Option<Reg> {
    match instr {
        Instr::Opposite { to, .. }
        | Instr::Counterpart { to, .. }
        | Instr::StoreOf { to, .. }
        | Instr::RegionCount { to, .. }
        | Instr::ListCount { to, .. }
        | Instr::Seeds { to, .. }
        | Instr::RegionSeeds { to, .. }
        | Instr::ListSeeds { to, .. } => Some(to),
        _ => None,
    }
}

fn looks_at_seeds(instr: Instr) -> bool {
    matches!(instr, Instr::Seeds { .. } | Instr::RegionSeeds { .. } | Instr::ListSeeds { .. })
}

/// Whether an instruction may change the seeds of some house.
fn moves_seeds(instr: Instr) -> bool {
    let sows = matches!(instr, Instr::NextSite { .. } | Instr::DropNext { .. } | Instr::LapFrom { .. });
    let only_asks = instr.target().is_some() && !sows;
    computes_only(instr).is_none() && looks_up(instr).is_none() && !only_asks && !matches!(instr, Instr::Math { .. })
}

/// The register that always holds this number.
fn constant(program: &mut Program, room: usize, value: i32) -> Option<Reg> {
    let known = program.constants.iter().position(|known| *known == value);
    let at = known.or_else(|| {
        (program.constants.len() < room).then(|| {
            program.constants.push(value);
            program.constants.len() - 1
        })
    })?;
    Program::constant_register(at)
}

fn highest(program: &Program) -> u8 {
    let mut highest = words::FREE;
    for instr in &program.code {
        instr.operands(program, &mut |operand, _| {
            if let Operand::Number(reg) = operand
                && !program.is_constant(reg)
            {
                highest = highest.max(reg.0);
            }
        });
    }
    let bound = program.decisions.iter().flat_map(|decision| &decision.answers).flat_map(|answer| &answer.binders);
    let scored = program.scoring.map(|scoring| scoring.player.0);
    bound.map(|(reg, _)| reg.0).chain(scored).chain([highest]).max().unwrap_or(highest)
}

/// Numbers that are written and never read are not written.
fn drop_unread(program: &mut Program, before: &[Live]) {
    for at in 0..program.code.len() {
        let (Some(to), Some(after)) = (computes_only(program.code[at]), before.get(at + 1)) else { continue };
        if to.0 >= program.first_local.0 && !after.reads(to) {
            program.code[at] = Instr::Jump { then: Addr::try_from(at + 1).unwrap_or(Addr::MAX) };
        }
    }
}

/// For each return of a called piece of code, the registers in which it leaves what it was called for.
fn results(program: &Program) -> Vec<Vec<Reg>> {
    let mut pieces = program.checks.clone();
    pieces.extend(program.phases.iter().map(|phase| phase.until));
    pieces.extend(program.rounds.iter().map(|rounds| rounds.over));
    if let Some(scoring) = &program.scoring {
        pieces.push(scoring.score);
        pieces.extend(scoring.tie);
    }
    let musts = program.decisions.iter().flat_map(|decision| &decision.musts);
    pieces.extend(musts.map(|must| Value { code: must.code, result: must.result }));
    let mut found = vec![Vec::new(); program.code.len()];
    for piece in pieces {
        for at in program.reached_from([piece.code]) {
            if program.code[at] == Instr::Return {
                found[at].push(piece.result);
            }
        }
    }
    found
}

/// What an instruction writes that does nothing else and cannot fail.
fn computes_only(instr: Instr) -> Option<Reg> {
    match instr {
        Instr::Const { to, .. }
        | Instr::Copy { to, .. }
        | Instr::Not { to, .. }
        | Instr::Test { to, .. }
        | Instr::Load { to, .. }
        | Instr::Total { to }
        | Instr::Round { to }
        | Instr::Repeated { to }
        | Instr::StoreOf { to, .. }
        | Instr::NextPlayer { to, .. }
        | Instr::RegionSeeds { to, .. }
        | Instr::RegionCount { to, .. }
        | Instr::ListSeeds { to, .. }
        | Instr::ListCount { to, .. } => Some(to),
        _ => None,
    }
}

fn computed(op: Math, left: i32, right: i32) -> Option<i32> {
    match op {
        Math::Add => left.checked_add(right),
        Math::Sub => left.checked_sub(right),
        Math::Mul => left.checked_mul(right),
        Math::Min => Some(left.min(right)),
        Math::Max => Some(left.max(right)),
        // What they do with numbers below 0, and with 0, is the machine's to say.
        Math::Div | Math::Rem => None,
    }
}
