//! In: a verified program. Out: the same with tables for whole rows at once: regions as lanes, sowings as one addition. Never here: running.
use mcl_lang::ast::{CaptureRule, LiftRule};
use mcl_lang::bytecode::{Addr, Decision, Instr, Options, Program, Reg, Route, Sowing};
use mcl_lang::hir::Way;
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
    /// What `count < len` seeds add, behind each place: at `place * BLOCK + count`.
    pub(crate) adds: Box<[Lanes; BLOCK * BLOCK]>,
    /// The sites in order, twice over.
    pub(crate) order: [u8; 2 * BLOCK],
    /// Where each site stands; 255 if it is not on the ring.
    pub(crate) position: [u8; BLOCK],
}

/// A sowing with nothing to ask: the whole house goes round a small ring, the same way for everybody.
#[derive(Clone, Debug)]
pub(crate) struct QuickSow {
    /// The ring of each player, by number of its route.
    pub(crate) routes: Vec<usize>,
    pub(crate) clockwise: bool,
    pub(crate) track: u8,
    pub(crate) skip_origin: bool,
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
    /// Sowings that ask nothing, by number.
    pub(crate) quick: Vec<Option<QuickSow>>,
    /// Decisions that are a plain look at the mover's houses, by number.
    pub(crate) plain: Vec<Option<Look>>,
    /// The question every turn begins with, where nothing comes before it and it is a plain look.
    pub(crate) first_look: Option<(u16, Look)>,
    /// Where each decision is asked, by number.
    pub(crate) asked_at: Vec<usize>,
    /// Sets of counts that are "one or more", by number.
    pub(crate) any_seed: Vec<bool>,
    /// What is renewed at each move, if it is nothing but registers.
    pub(crate) move_registers: Option<Vec<(Reg, i32)>>,
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
        let rings = program.routes.iter().map(ring).collect::<Vec<_>>();
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
            quick: program.sowings.iter().map(|sowing| quick_sow(&program, &rings, sowing)).collect(),
            rings,
            plain: program.decisions.iter().map(|decision| look(&program, decision)).collect(),
            first_look: first_look(&program),
            asked_at: (0..program.decisions.len()).map(|number| asked_at(&program, number)).collect(),
            any_seed: (0..program.counts.len())
                .map(|at| u16::try_from(at).is_ok_and(|at| any_seed(&program, at)))
                .collect(),
            move_registers: program.move_registers(),
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

impl Prepared {
    /// A look at the houses of a region with these numbers of seeds.
    #[inline(always)]
    pub(crate) fn look(&self, region: u16, counts: u16) -> Look {
        Look { region, counts: (!self.any_seed[usize::from(counts)]).then_some(counts) }
    }
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
    if !route.closed || len < 2 || route.position.len() > BLOCK {
        return None;
    }
    let mut table = RingTable {
        len,
        ones: [0; BLOCK],
        adds: Box::new([[0; BLOCK]; BLOCK * BLOCK]),
        order: [0; 2 * BLOCK],
        position: [u8::MAX; BLOCK],
    };
    route.order.iter().for_each(|site| table.ones[usize::from(*site)] = 1);
    table.position.iter_mut().zip(&route.position).for_each(|(mine, at)| *mine = *at);
    table.order.iter_mut().zip(route.order.iter().cycle()).for_each(|(mine, site)| *mine = *site);
    for place in 0..len {
        let mut row = [0; BLOCK];
        for count in 1..len {
            row[usize::from(route.order[(place + count) % len])] += 1;
            table.adds[place * BLOCK + count] = row;
        }
    }
    Some(table)
}

fn quick_sow(program: &Program, rings: &[Option<RingTable>], sowing: &Sowing) -> Option<QuickSow> {
    let options = [sowing.going, sowing.leaving, sowing.taking, sowing.starting];
    let judged = program.marks.iter().any(|mark| mark.rules.sow_skip || mark.rules.lift != LiftRule::Anybody);
    if judged || sowing.skip_region.is_some() || options.iter().any(Option::is_some) {
        return None;
    }
    let clockwise = sowing.way == Way::Cw;
    let route = |player: usize| usize::from(sowing.routes) + 2 * player + usize::from(clockwise);
    let routes = (0..program.layout.players.len()).map(route).collect::<Vec<_>>();
    let all_small = routes.iter().all(|route| rings.get(*route).is_some_and(Option::is_some));
    all_small.then_some(QuickSow { routes, clockwise, track: sowing.track, skip_origin: sowing.skip_origin })
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
    (plain && mover).then(|| Look { region, counts: (!any_seed(program, counts)).then_some(counts) })
}

/// Whether a set of counts is "one or more".
fn any_seed(program: &Program, counts: u16) -> bool {
    program.counts.get(usize::from(counts)).is_some_and(|table| table.set.ranges == [(1, i32::MAX)])
}
