//! In: a verified program. Out: the same with tables for whole rows at once: regions as lanes, sowings as one addition. Never here: running.
use mcl_lang::ast::{CaptureRule, LiftRule};
use mcl_lang::bytecode::{Addr, Decision, Instr, Options, Program, Route};
use std::ops::Deref;

/// Sites of a board whose rows are added and compared as one block.
pub(crate) const BLOCK: usize = 16;

/// One number for each of the first sites.
pub(crate) type Lanes = [u16; BLOCK];

/// A region as lanes: all bits set where a site belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct RegionLanes(pub(crate) Lanes);

/// A ring on which a handful is sown by adding a row of a table.
#[derive(Clone, Debug)]
pub(crate) struct RingTable {
    /// Sites of the ring.
    pub(crate) len: usize,
    /// One in each site of the ring.
    pub(crate) ones: Lanes,
    /// What `count < len` seeds add, behind each place: at `place * len + count`.
    pub(crate) adds: Vec<Lanes>,
}

/// A program with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    program: Program,
    /// Regions, by number; empty on larger boards.
    pub(crate) region_lanes: Vec<RegionLanes>,
    /// Regions as bits, by number; empty on larger boards.
    pub(crate) region_bits: Vec<u32>,
    /// Routes that are small rings, by number.
    pub(crate) rings: Vec<Option<RingTable>>,
    /// Decisions that are a plain look at the mover's houses, by number.
    pub(crate) plain: Vec<Option<Look>>,
    /// The question every turn begins with, where nothing comes before it and it is a plain look.
    pub(crate) first_look: Option<(u16, Look)>,
    /// Where each decision is asked, by number.
    pub(crate) asked_at: Vec<usize>,
    /// Pieces of code that do nothing are not called.
    pub(crate) renews_move: bool,
    pub(crate) renews_turn: bool,
    /// Some mark takes houses out of play, lets sowings or captures pass, or forbids lifting.
    pub(crate) any_out: bool,
    pub(crate) any_passed: bool,
    pub(crate) any_uncaptured: bool,
    pub(crate) any_unlifted: bool,
    /// Somewhere two hands sow in step.
    pub(crate) two_hands: bool,
    /// The board fits into one block.
    pub(crate) small: bool,
}

/// Houses of a region with seeds, and nothing else to ask or keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) region: u16,
    /// Any seed will do; otherwise the set of counts with this number.
    pub(crate) counts: Option<u16>,
}

impl Deref for Prepared {
    type Target = Program;

    #[inline(always)]
    fn deref(&self) -> &Program {
        &self.program
    }
}

impl Prepared {
    pub(crate) fn new(program: Program) -> Prepared {
        let small = program.layout.sites.len() <= BLOCK;
        let empty = |entry: Addr| program.code.get(usize::from(entry)) == Some(&Instr::Return);
        Prepared {
            region_bits: if small {
                program.regions.iter().map(|region| u32::try_from(region.mask).unwrap_or(0)).collect()
            } else {
                Vec::new()
            },
            region_lanes: if small {
                program.regions.iter().map(|region| RegionLanes(lanes(&region.sites))).collect()
            } else {
                Vec::new()
            },
            rings: program.routes.iter().map(|route| if small { ring(route) } else { None }).collect(),
            plain: program.decisions.iter().map(|decision| look(&program, decision)).collect(),
            first_look: first_look(&program),
            asked_at: (0..program.decisions.len()).map(|number| asked_at(&program, number)).collect(),
            renews_move: !empty(program.entries.renew_move),
            renews_turn: !empty(program.entries.renew_turn),
            any_out: program.marks.iter().any(|mark| mark.rules.out_of_play),
            any_passed: program.marks.iter().any(|mark| mark.rules.sow_skip),
            any_uncaptured: program.marks.iter().any(|mark| mark.rules.capture != CaptureRule::Anybody),
            any_unlifted: program.marks.iter().any(|mark| mark.rules.lift != LiftRule::Anybody),
            two_hands: program.code.iter().any(|instr| matches!(instr, Instr::SwapRegs { .. })),
            small,
            program,
        }
    }
}

/// Nothing is renewed, no phase has a turn of its own, and the turn begins by asking.
fn first_look(program: &Program) -> Option<(u16, Look)> {
    let does_nothing = |entry: Addr| program.code.get(usize::from(entry)) == Some(&Instr::Return);
    let renews = !does_nothing(program.entries.renew_move) || !does_nothing(program.entries.renew_turn);
    let Some(Instr::Choose { decision }) = program.code.get(usize::from(program.entries.turn)) else { return None };
    if renews || !program.phases.is_empty() {
        return None;
    }
    look(program, program.decisions.get(usize::from(*decision))?).map(|look| (*decision, look))
}

fn asked_at(program: &Program, number: usize) -> usize {
    let asks = |instr: &Instr| matches!(instr, Instr::Choose { decision } if usize::from(*decision) == number);
    program.code.iter().position(asks).unwrap_or(0)
}

fn lanes(sites: &[u8]) -> Lanes {
    let mut lanes = [0; BLOCK];
    sites.iter().for_each(|site| lanes[usize::from(*site) & (BLOCK - 1)] = u16::MAX);
    lanes
}

fn ring(route: &Route) -> Option<RingTable> {
    let len = route.order.len();
    if !route.closed || len < 2 {
        return None;
    }
    let mut ones = [0; BLOCK];
    route.order.iter().for_each(|site| ones[usize::from(*site) & (BLOCK - 1)] = 1);
    let mut adds = Vec::with_capacity(len * len);
    for place in 0..len {
        let mut row = [0; BLOCK];
        adds.push(row);
        for count in 1..len {
            row[usize::from(route.order[(place + count) % len]) & (BLOCK - 1)] += 1;
            adds.push(row);
        }
    }
    Some(RingTable { len, ones, adds })
}

fn look(program: &Program, decision: &Decision) -> Option<Look> {
    let Options::Scan { region, counts } = decision.options else {
        return None;
    };
    let plain = decision.musts.is_empty()
        && decision.optional.is_none()
        && decision.saves.is_empty()
        && decision.list_saves.is_empty();
    let mover = decision.by == mcl_lang::bytecode::words::MOVER;
    let table = program.counts.get(usize::from(counts))?;
    let any = table.set.ranges == [(1, i32::MAX)];
    (plain && mover).then_some(Look { region, counts: (!any).then_some(counts) })
}
