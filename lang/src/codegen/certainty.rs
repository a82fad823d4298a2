//! In: a program. Out: for each decision whose `must`s hold while a region is filled, how many seeds in one of its houses no answer can take away. Never here: new code.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::enough;
use crate::bytecode::{
    Answer, Certainty, CountTable, Decision, Instr, ListReg, Options, Program, Reg, SownCertainty, words,
};
use crate::hir::CountSet;

/// Settles what is certain of every decision.
pub(super) fn find(program: &mut Program) {
    for number in 0..program.decisions.len() {
        let decision = &program.decisions[number];
        let found = wanted_filled(program, decision).and_then(|region| {
            let above = most_taken(program, decision, region)?;
            Some(Certainty { region, above, sown: None })
        });
        let sown = found.and_then(|found| plain_sowing(program, number, found.region));
        program.decisions[number].certainty = found.map(|found| Certainty { sown, ..found });
    }
}

/// The region of the mover whose being filled is enough for every `must`.
fn wanted_filled(program: &Program, decision: &Decision) -> Option<u16> {
    let mut regions = decision.musts.iter().map(|must| enough::region(program, must));
    let first = regions.next()??;
    regions.all(|region| region == Some(first)).then_some(first)
}

/// The most seeds that what follows an answer can take from one house of the region, sowing into it only ever adding.
fn most_taken(program: &Program, decision: &Decision, region: u16) -> Option<i32> {
    let mut most = 0;
    for at in reachable(program, decision) {
        match program.code[at] {
            Instr::Sow { house, .. } | Instr::Lift { house, .. }
                if lifts_elsewhere(program, decision, house, region) => {}
            Instr::CaptureWalk { walk, .. } => most = most.max(walk_bound(program, walk, region)?),
            Instr::CaptureList { list, .. } => most = most.max(list_bound(program, list, region)?),
            Instr::CaptureRegion { region: taken, .. } if apart(program, taken, region) => {}
            Instr::Sow { .. }
            | Instr::Lift { .. }
            | Instr::CaptureRegion { .. }
            | Instr::Capture { .. }
            | Instr::Take { .. }
            | Instr::MoveSeeds { .. }
            | Instr::MoveAll { .. }
            | Instr::LiftHand { .. }
            | Instr::Swap { .. }
            | Instr::SwapRegs { .. }
            | Instr::LapFrom { .. } => return None,
            _ => {}
        }
    }
    Some(most)
}

/// The one sowing that an answer begins with, and the numbers of seeds that captures of the region ask for.
fn plain_sowing(program: &mut Program, number: usize, region: u16) -> Option<SownCertainty> {
    let decision = &program.decisions[number];
    let [Answer { then, binders, .. }] = &decision.answers[..] else { return None };
    let Some(Instr::Sow { house, sow }) = program.code.get(usize::from(*then)).copied() else { return None };
    let table = program.sowings.get(usize::from(sow))?;
    let options = [table.going, table.leaving, table.taking, table.starting];
    let plain = table.skip_region.is_none() && options.iter().all(Option::is_none);
    if !plain
        || binders.first().is_none_or(|(reg, _)| *reg != house)
        || program.marks.iter().any(|mark| mark.rules.sow_skip)
    {
        return None;
    }
    let mut eaten = CountSet::default();
    let mut from_last = true;
    for at in reachable(program, decision) {
        match program.code[at] {
            Instr::Sow { .. } if at == usize::from(*then) => {}
            Instr::Sow { .. } | Instr::Lift { .. } => return None,
            Instr::CaptureWalk { walk, from, .. } | Instr::Walk { walk, from, .. } => {
                eaten = eaten.union(eaten_by(program, walk, region)?);
                from_last &= begins_inside(program, walk, from, region);
            }
            _ => {}
        }
    }
    let table = CountTable::new(&eaten);
    let known = program.counts.iter().position(|known| *known == table);
    let counts = known.unwrap_or_else(|| {
        program.counts.push(table);
        program.counts.len() - 1
    });
    Some(SownCertainty { sow, counts: u16::try_from(counts).ok()?, from_last })
}

/// The numbers of seeds that a run asks for in the region; none if it never enters it.
fn eaten_by(program: &Program, walk: u16, region: u16) -> Option<CountSet> {
    let walk = program.walks.get(walk as usize)?;
    if walk.within.is_some_and(|within| apart(program, within, region)) {
        return Some(CountSet::default());
    }
    program.counts.get(walk.counts? as usize).map(|counts| counts.set.clone())
}

/// Whether a run takes nothing out of the region unless the last seed lies there: it begins with that one, and lies
/// within the region or quite outside it.
fn begins_inside(program: &Program, walk: u16, from: Reg, region: u16) -> bool {
    let within = program.walks.get(walk as usize).and_then(|walk| walk.within);
    within
        .is_some_and(|within| apart(program, within, region) || from == words::LAST && inside(program, within, region))
}

/// Whether the sites of a region belong to another, for every player.
fn inside(program: &Program, one: u16, other: u16) -> bool {
    let of = |region: u16, player: usize| program.regions.get(region as usize + player).map_or(0, |table| table.mask);
    (0..program.layout.players.len()).all(|player| of(one, player) & !of(other, player) == 0)
}

/// The instructions between the answers and the end of the move.
fn reachable(program: &Program, decision: &Decision) -> Vec<usize> {
    program.reached_from(decision.answers.iter().map(|answer| answer.then))
}

/// Whether the lifted house is the one chosen, and chosen outside the region.
fn lifts_elsewhere(program: &Program, decision: &Decision, house: Reg, region: u16) -> bool {
    let chosen = decision.answers.iter().all(|answer| answer.binders.first().is_some_and(|(reg, _)| *reg == house));
    let Options::Scan { region: from, .. } = decision.options else {
        return false;
    };
    chosen && apart(program, from, region)
}

/// Whether two regions share no site, for any player.
fn apart(program: &Program, one: u16, other: u16) -> bool {
    let players = program.layout.players.len();
    let of = |region: u16, player: usize| program.regions.get(region as usize + player).map_or(0, |table| table.mask);
    (0..players).all(|player| of(one, player) & of(other, player) == 0)
}

fn walk_bound(program: &Program, walk: u16, region: u16) -> Option<i32> {
    let walk = program.walks.get(walk as usize)?;
    if walk.within.is_some_and(|within| apart(program, within, region)) {
        return Some(0);
    }
    let set = &program.counts.get(walk.counts? as usize)?.set;
    let most = set.ranges.iter().map(|range| range.1).max().unwrap_or(0);
    (!set.odd && !set.even && most < i32::MAX).then_some(most)
}

/// The bound of a list that is only ever made from runs.
fn list_bound(program: &Program, list: ListReg, region: u16) -> Option<i32> {
    let mut most = 0;
    let mut lists = vec![list];
    let mut next = 0;
    while let Some(list) = lists.get(next).copied() {
        next += 1;
        for instr in &program.code {
            match *instr {
                Instr::Walk { list: made, walk, .. } if made == list => {
                    most = most.max(walk_bound(program, walk, region)?)
                }
                Instr::ListAppend { list: made, other } if made == list && !lists.contains(&other) => lists.push(other),
                Instr::ListPush { list: made, .. }
                | Instr::ListRegion { list: made, .. }
                | Instr::ListOwned { list: made, .. }
                | Instr::LoadList { list: made, .. }
                    if made == list =>
                {
                    return None;
                }
                _ => {}
            }
        }
    }
    Some(most)
}
