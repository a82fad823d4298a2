//! In: a program whose jumps are known. Out: the same without jumps to jumps, jumps over jumps and code that nothing reaches. Never here: what instructions mean.
use crate::bytecode::{Addr, Instr, Options, Program};

/// Makes the code of a program as short as it can be without knowing what it does.
pub(super) fn tidy(program: &mut Program) {
    for _ in 0..4 {
        thread_jumps(program);
        turn_conditions(program);
    }
    drop_unreached(program);
}

/// A jump to a jump goes where that one goes; a jump to the end of a procedure is that end.
fn thread_jumps(program: &mut Program) {
    let code = program.code.clone();
    let end_of = |mut at: Addr| {
        for _ in 0..code.len() {
            match code.get(usize::from(at)) {
                Some(Instr::Jump { then }) if *then != at => at = *then,
                _ => break,
            }
        }
        at
    };
    for instr in &mut program.code {
        let Some(then) = instr.target() else { continue };
        let end = end_of(then);
        *instr = match (&*instr, code.get(usize::from(end))) {
            (Instr::Jump { .. }, Some(last @ (Instr::Return | Instr::EndMove { .. } | Instr::Settle))) => *last,
            _ => instr.with_target(end),
        };
    }
    each_place(program, &mut |place| *place = end_of(*place));
}

/// `if c goes on at A; goes on at B; A:` becomes `if not c goes on at B; A:`.
fn turn_conditions(program: &mut Program) {
    let entered = entered(program);
    for at in 0..program.code.len().saturating_sub(2) {
        let (one, next) = (program.code[at], program.code[at + 1]);
        let over = one.target().is_some_and(|then| usize::from(then) == at + 2);
        if let (true, Instr::Jump { then }, Some(turned)) = (over && !entered[at + 1], next, one.negated()) {
            program.code[at] = turned.with_target(then);
            program.code[at + 1] = Instr::Jump { then: Addr::try_from(at + 2).unwrap_or(then) };
        }
    }
}

/// Which instructions are entered from elsewhere than the one before them.
pub(super) fn entered(program: &mut Program) -> Vec<bool> {
    let mut entered = vec![false; program.code.len()];
    each_way_in(program, &mut |at| entered[at] = true);
    entered
}

/// In how many ways each instruction is entered, that from the one before it included.
pub(super) fn ways_in(program: &mut Program) -> Vec<u32> {
    let mut ways = vec![0; program.code.len()];
    for (ways, before) in ways.iter_mut().skip(1).zip(&program.code) {
        *ways += u32::from(before.falls_through());
    }
    each_way_in(program, &mut |at| ways[at] += 1);
    ways
}

/// Every way into an instruction from elsewhere than the one before it.
fn each_way_in(program: &mut Program, enter: &mut dyn FnMut(usize)) {
    let len = program.code.len();
    for (at, instr) in program.code.iter().enumerate() {
        let then = instr.target().map(usize::from);
        then.into_iter().filter(|then| *then < len && *then != at + 1).for_each(&mut *enter);
    }
    each_place(program, &mut |place| {
        if usize::from(*place) < len {
            enter(usize::from(*place));
        }
    });
}

/// Takes out what nothing reaches, and jumps to the instruction that follows anyway.
fn drop_unreached(program: &mut Program) {
    loop {
        let reached = reached(program);
        let kept = |at: usize| {
            let next = matches!(program.code[at], Instr::Jump { then } if usize::from(then) == at + 1);
            reached[at] && !next
        };
        let kept = (0..program.code.len()).map(kept).collect::<Vec<_>>();
        if kept.iter().all(|kept| *kept) {
            return;
        }
        let mut moved = Vec::with_capacity(kept.len() + 1);
        let mut count: Addr = 0;
        for kept in &kept {
            moved.push(count);
            count += Addr::from(*kept);
        }
        moved.push(count);
        let new = |at: Addr| moved.get(usize::from(at)).copied().unwrap_or(0);
        for instr in &mut program.code {
            if let Some(then) = instr.target() {
                *instr = instr.with_target(new(then));
            }
        }
        each_place(program, &mut |place| *place = new(*place));
        program.entries.after_end = new(program.entries.after_end);
        let mut nth = kept.iter();
        program.code.retain(|_| nth.next().is_some_and(|kept| *kept));
        let mut nth = kept.iter();
        program.spans.retain(|_| nth.next().is_some_and(|kept| *kept));
        let mut nth = kept.iter();
        program.frame_of.retain(|_| nth.next().is_some_and(|kept| *kept));
    }
}

fn reached(program: &mut Program) -> Vec<bool> {
    let mut places = Vec::new();
    each_place(program, &mut |place| places.push(*place));
    let mut reached = vec![false; program.code.len()];
    program.reached_from(places).into_iter().for_each(|at| reached[at] = true);
    reached
}

/// Every place that is entered from outside the code.
fn each_place(program: &mut Program, visit: &mut dyn FnMut(&mut Addr)) {
    let entries = &mut program.entries;
    for place in [
        &mut entries.setup,
        &mut entries.turn,
        &mut entries.end,
        &mut entries.end_stuck,
        &mut entries.end_all_stuck,
        &mut entries.renew_move,
        &mut entries.renew_turn,
        &mut entries.renew_round,
        &mut entries.renew_match,
    ] {
        visit(place);
    }
    for decision in &mut program.decisions {
        decision.answers.iter_mut().for_each(|answer| visit(&mut answer.then));
        decision.musts.iter_mut().for_each(|must| visit(&mut must.code));
        decision.otherwise.iter_mut().for_each(&mut *visit);
        if let Options::Code(code) = &mut decision.options {
            visit(code);
        }
    }
    for phase in &mut program.phases {
        visit(&mut phase.turn);
        visit(&mut phase.until.code);
    }
    if let Some(rounds) = &mut program.rounds {
        visit(&mut rounds.over.code);
        visit(&mut rounds.between);
    }
    if let Some(scoring) = &mut program.scoring {
        visit(&mut scoring.score.code);
        scoring.tie.iter_mut().for_each(|tie| visit(&mut tie.code));
    }
    program.checks.iter_mut().for_each(|check| visit(&mut check.code));
}
