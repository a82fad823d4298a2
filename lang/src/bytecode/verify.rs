//! In: a program from anywhere. Out: whether every operand lies in its table and every piece of code ends. Never here: running it.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
mod board;
mod flow;

use super::{Addr, Instr, MOST_CELLS, MOST_MARKS, MOST_PHASES, Operand, Options, Program, words};
use std::fmt;

/// The machine's lists.
const LISTS: u8 = 16;

/// What is wrong with a program, and at which instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The instruction.
    pub at: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "instruction {}: {}", self.at, self.what)
    }
}

/// Checks a program once, so that the machine need not.
///
/// # Errors
/// The first thing that is out of order.
pub fn verify(program: &Program) -> Result<(), Broken> {
    let len = program.code.len();
    let wrong = |at: usize, what: &'static str| Err(Broken { at, what });
    if len == 0 || len >= Addr::MAX as usize || program.spans.len() != len || program.frame_of.len() != len {
        return wrong(0, "the code is empty, too long, or without places");
    }
    board::layout(&program.layout).or_else(|what| wrong(0, what))?;
    frames(program).or_else(|what| wrong(0, what))?;
    board::orders(program).or_else(|what| wrong(0, what))?;
    if program.constants.len() > usize::from(u8::MAX - words::FREE) || program.binds_a_constant() {
        return wrong(0, "a constant has no register of its own");
    }
    if program.cells.total() > MOST_CELLS {
        return wrong(0, "more cells than a state has");
    }
    tables(program).or_else(|what| wrong(0, what))?;
    entries(program, len).or_else(|what| wrong(0, what))?;
    flow::decisions(program).or_else(|what| wrong(0, what))?;
    for (at, instr) in program.code.iter().enumerate() {
        instruction(program, *instr, len).or_else(|what| wrong(at, what))?;
        flow::words(program, *instr).or_else(|what| wrong(at, what))?;
        if at + 1 == len && instr.falls_through() {
            return wrong(at, "the code runs off its end");
        }
    }
    flow::pieces(program).or_else(|what| wrong(0, what))
}

/// Every instruction stands in a frame that is there, and every frame in one before it.
fn frames(program: &Program) -> Result<(), &'static str> {
    let there = |frame: Option<u16>, most: usize| frame.is_none_or(|frame| usize::from(frame) < most);
    let inside = program.frame_of.iter().all(|frame| there(*frame, program.frames.len()));
    let nested = program.frames.iter().enumerate().all(|(at, frame)| there(frame.outer, at));
    if inside && nested { Ok(()) } else { Err("a frame stands in none that is there") }
}

fn entries(program: &Program, len: usize) -> Result<(), &'static str> {
    let from = program.entries;
    let mut all = vec![from.setup, from.turn, from.end, from.end_stuck, from.end_all_stuck];
    all.extend([from.renew_move, from.renew_turn, from.renew_round, from.renew_match]);
    all.extend(program.phases.iter().flat_map(|phase| [phase.turn, phase.until.code]));
    all.extend(program.rounds.iter().flat_map(|rounds| [rounds.over.code, rounds.between]));
    all.extend(program.checks.iter().map(|check| check.code));
    all.extend(program.scoring.iter().map(|scoring| scoring.score.code));
    all.extend(program.scoring.iter().filter_map(|scoring| scoring.tie).map(|tie| tie.code));
    for decision in &program.decisions {
        all.extend(decision.answers.iter().map(|answer| answer.then));
        all.extend(decision.musts.iter().map(|must| must.code));
        all.extend(decision.otherwise);
        if let Options::Code(code) = decision.options {
            all.push(code);
        }
    }
    if all.into_iter().all(|at| (at as usize) < len) { Ok(()) } else { Err("a procedure begins outside the code") }
}

fn tables(program: &Program) -> Result<(), &'static str> {
    let players = program.layout.players.len();
    for sowing in &program.sowings {
        let last = sowing.routes as usize + 2 * players;
        let region = sowing.skip_region.is_none_or(|region| region as usize + players <= program.regions.len());
        let track = (sowing.track as usize + 1) * players * 2 <= program.steps.len();
        if last > program.routes.len() || !region || !track {
            return Err("a sowing names a table that is not there");
        }
    }
    if !program.walks.is_empty() && program.steps.len() < 2 * players {
        return Err("a run has no table of neighbours");
    }
    for walk in &program.walks {
        let region = walk.within.is_none_or(|region| region as usize + players <= program.regions.len());
        if !region || walk.counts.is_some_and(|counts| counts as usize >= program.counts.len()) {
            return Err("a run names a table that is not there");
        }
    }
    sets(program)?;
    for decision in &program.decisions {
        if let Options::Scan { region, counts } = decision.options
            && (region as usize + players > program.regions.len() || counts as usize >= program.counts.len())
        {
            return Err("a decision names a table that is not there");
        }
        let certain = decision.certainty;
        let sown = certain.and_then(|certainty| certainty.sown);
        if certain.is_some_and(|certainty| certainty.region as usize + players > program.regions.len())
            || sown.is_some_and(|sown| {
                sown.sow as usize >= program.sowings.len() || sown.counts as usize >= program.counts.len()
            })
        {
            return Err("a decision names a table that is not there");
        }
        let labels = decision.answers.iter().filter_map(|answer| answer.label).chain(decision.optional);
        let small = decision.answers.iter().all(|answer| answer.binders.len() <= crate::hir::MOST_BINDERS);
        if labels.into_iter().any(|label| label as usize >= program.texts.len())
            || !small
            || decision.answers.is_empty()
        {
            return Err("a decision has answers out of order");
        }
        if decision.list_saves.iter().any(|list| list.0 >= LISTS) || decision.answers.len() > 255 {
            return Err("a decision keeps a list that is not there");
        }
    }
    Ok(())
}

/// Sets of houses lie inside the cells of variables.
fn sets(program: &Program) -> Result<(), &'static str> {
    let players = program.layout.players.len();
    let width = program.set_cells as usize;
    let room = program.cells.variables as usize;
    let fits = |cell: u16, sets: usize| cell as usize + sets * width <= room;
    let marks = program.marks.iter().all(|mark| fits(mark.cell, if mark.held { players } else { 1 }));
    let named = program
        .variables
        .iter()
        .all(|variable| usize::from(variable.cell) + if variable.each_player { players } else { 1 } <= room);
    let moves = program.moves.is_none_or(|moves| moves.cell as usize + players <= room);
    let played = program.played.is_none_or(|cell| (cell as usize) < room);
    if !marks
        || !played
        || !named
        || program.phases.len() > MOST_PHASES
        || program.marks.len() > MOST_MARKS
        || program.cells.of_move > program.cells.variables
        || !moves
        || program.owners.is_some_and(|cell| !fits(cell, players))
        || width * 32 < program.layout.sites.len()
    {
        return Err("a set of houses lies outside the cells");
    }
    Ok(())
}

fn instruction(program: &Program, instr: Instr, len: usize) -> Result<(), &'static str> {
    let mut found = Ok(());
    instr.operands(program, &mut |operand, role| match operand {
        Operand::List(list) if list.0 >= LISTS => found = Err("there is no such list"),
        Operand::Number(reg) if reg == words::NONE && role == super::Role::Writes => {
            found = Err("writes where nothing may be written")
        }
        Operand::Number(reg) if program.is_constant(reg) && role == super::Role::Writes => {
            found = Err("writes a constant")
        }
        Operand::Number(_) | Operand::List(_) => {}
    });
    found?;
    if instr.target().is_some_and(|then| then as usize >= len) {
        return Err("goes on outside the code");
    }
    let players = program.layout.players.len();
    let table = |at: u16, len: usize| {
        if (at as usize) < len { Ok(()) } else { Err("names a table that is not there") }
    };
    let region = |at: u16, player: super::Reg| {
        let last = at as usize + if player == words::NONE { 1 } else { players };
        if last <= program.regions.len() { Ok(()) } else { Err("names a region that is not there") }
    };
    let cells = |at: u16, count: usize| {
        if at as usize + count <= program.cells.variables as usize {
            Ok(())
        } else {
            Err("names a cell that is not there")
        }
    };
    match instr {
        Instr::Load { cell, .. } | Instr::Store { cell, .. } => cells(cell, 1),
        Instr::LoadAt { cell, .. } | Instr::StoreAt { cell, .. } => cells(cell, players),
        Instr::LoadList { index, cell, .. } | Instr::StoreList { index, cell, .. } => {
            let lists = if index == words::NONE { 1 } else { players };
            cells(cell, lists * program.list_cells())
        }
        Instr::SwapRegs { one, other, count } => {
            let fits = |first: super::Reg| usize::from(first.0) + usize::from(count) <= 256;
            if fits(one) && fits(other) { Ok(()) } else { Err("exchanges registers that are not there") }
        }
        Instr::LapFrom { beside, .. } if beside.0 > u8::MAX - words::OF_A_HAND => Err("names a hand that is not there"),
        Instr::IfCount { set, .. } => table(set, program.counts.len()),
        Instr::IfIn { player, region: at, .. }
        | Instr::IfEmpty { player, region: at, .. }
        | Instr::RegionSeeds { player, region: at, .. }
        | Instr::RegionCount { player, region: at, .. }
        | Instr::RegionAt { player, region: at, .. }
        | Instr::ListRegion { player, region: at, .. }
        | Instr::NextOf { player, region: at, .. } => region(at, player),
        Instr::CaptureRegion { owner, region: at, .. } => region(at, owner),
        Instr::ListOwned { order, .. } => region(order, words::MOVER),
        Instr::SetMark { mark, .. }
        | Instr::ClearMark { mark, .. }
        | Instr::HasMark { mark, .. }
        | Instr::Holder { mark, .. } => table(u16::from(mark), program.marks.len()),
        Instr::Give { .. } if program.owners.is_none() => Err("gives houses whose owners cannot change"),
        Instr::Walk { walk, .. } | Instr::CaptureWalk { walk, .. } => table(walk, program.walks.len()),
        Instr::Sow { sow, .. }
        | Instr::Lift { sow, .. }
        | Instr::NextSite { sow, .. }
        | Instr::DropNext { sow, .. } => table(sow, program.sowings.len()),
        Instr::Choose { decision } => table(decision, program.decisions.len()),
        Instr::Offer { decision, alternative } => {
            let answers = program.decisions.get(decision as usize).map_or(0, |decision| decision.answers.len());
            table(u16::from(alternative), answers)
        }
        _ => Ok(()),
    }
}
