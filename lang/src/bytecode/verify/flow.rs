//! In: a program whose operands are in order. Out: whether its called pieces only compute, and nothing but the machine writes the machine's own words. Never here: tables.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::bytecode::{Addr, Instr, MOST_MUSTS, Operand, Options, Program, Reg, Role, words};

/// Pieces that are called end with a return: they ask nobody and end no move, so that none can call itself.
pub(super) fn pieces(program: &Program) -> Result<(), &'static str> {
    let from = program.entries;
    let mut begins = vec![from.renew_move, from.renew_turn, from.renew_round, from.renew_match];
    begins.extend(program.phases.iter().map(|phase| phase.until.code));
    begins.extend(program.rounds.iter().map(|rounds| rounds.over.code));
    begins.extend(program.checks.iter().map(|check| check.code));
    begins.extend(
        program.scoring.iter().flat_map(|scoring| [Some(scoring.score), scoring.tie]).flatten().map(|it| it.code),
    );
    for decision in &program.decisions {
        begins.extend(decision.musts.iter().map(|must| must.code));
        if let Options::Code(code) = decision.options {
            begins.push(code);
        }
    }
    let mut seen = vec![false; program.code.len()];
    while let Some(at) = begins.pop() {
        let at = usize::from(at);
        let Some(instr) = program.code.get(at).filter(|_| !std::mem::replace(&mut seen[at], true)) else { continue };
        if !computes(*instr) {
            return Err("a called piece of code asks or ends something");
        }
        begins.extend(instr.target());
        if instr.falls_through() {
            begins.push(Addr::try_from(at + 1).unwrap_or(Addr::MAX));
        }
    }
    Ok(())
}

fn computes(instr: Instr) -> bool {
    !matches!(
        instr,
        Instr::Choose { .. }
            | Instr::EndMove { .. }
            | Instr::Begin
            | Instr::Settle
            | Instr::EndRound
            | Instr::Win { .. }
            | Instr::Draw
    )
}

/// The words of the machine are written by the instructions that move seeds; others set only the lap and, for a while, the mover.
pub(super) fn words(program: &Program, instr: Instr) -> Result<(), &'static str> {
    if let Instr::SwapRegs { one, other, count } = instr {
        // Two hands exchange all their words, or what they keep beside them.
        let hands = one == words::ORIGIN && count == words::OF_A_HAND;
        return if local(other) && (hands || local(one)) { Ok(()) } else { Err("exchanges words of the machine") };
    }
    let mut found = Ok(());
    let moves_seeds = matches!(
        instr,
        Instr::Sow { .. }
            | Instr::Lift { .. }
            | Instr::DropOne { .. }
            | Instr::DropNext { .. }
            | Instr::LiftHand { .. }
            | Instr::DropMany { .. }
    );
    let captures = matches!(
        instr,
        Instr::Capture { .. }
            | Instr::CaptureRegion { .. }
            | Instr::CaptureList { .. }
            | Instr::CaptureWalk { .. }
            | Instr::Take { .. }
    );
    instr.operands(program, &mut |operand, role| {
        if let (Operand::Number(reg), Role::Writes) = (operand, role) {
            let own = match reg {
                words::CAPTURED => captures || matches!(instr, Instr::Const { value: 0, .. }),
                words::AT => moves_seeds || matches!(instr, Instr::NextSite { .. }),
                words::NEXT => matches!(instr, Instr::NextIs { .. } | Instr::FirstIs { .. }),
                words::LAP | words::MOVER => true,
                _ => moves_seeds,
            };
            if reg.0 < words::FREE && !own {
                found = Err("writes a word of the machine");
            }
        }
    });
    let planted = match instr {
        Instr::Plant { base, count, .. } => local(base) && usize::from(base.0) + usize::from(count) <= 256,
        Instr::NextSite { house, .. } | Instr::DropNext { house, .. } => local(house),
        _ => true,
    };
    if planted { found } else { Err("writes a word of the machine") }
}

/// Answers and saved registers lie beside the words of the machine; what is saved has room.
pub(super) fn decisions(program: &Program) -> Result<(), &'static str> {
    let width = 1 + program.layout.sites.len().div_ceil(4);
    for decision in &program.decisions {
        let room = decision.saves.len() + width * decision.list_saves.len() <= usize::from(program.cells.saved);
        let binders = decision.answers.iter().flat_map(|answer| &answer.binders).all(|(reg, _)| local(*reg));
        if !room || !binders || decision.musts.len() > MOST_MUSTS {
            return Err("a decision keeps more than there is room for");
        }
    }
    let scored = program.scoring.is_none_or(|scoring| local(scoring.player) || scoring.player == words::MOVER);
    if scored { Ok(()) } else { Err("a score writes a word of the machine") }
}

fn local(reg: Reg) -> bool {
    reg.0 >= words::FREE
}
