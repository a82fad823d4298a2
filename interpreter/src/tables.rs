//! In: a verified program. Out: the same with tables for whole rows at once: regions as lanes, sowings as one addition. Never here: running.
use crate::lanes::{BLOCK, Lanes};
use mcl_lang::ast::{CaptureRule, LiftRule};
use mcl_lang::bytecode::{Addr, CountTable, Decision, Instr, Options, Program, Reg, Route, Sowing};
use mcl_lang::hir::Way;
use std::ops::Deref;
use std::sync::Arc;

/// A region of a small board as rows.
#[derive(Clone, Debug)]
pub(crate) struct RegionLanes {
    /// All bits set where a site belongs to it.
    pub(crate) all: Lanes,
    /// The site's own bit set where it does.
    pub(crate) own: Lanes,
}

/// A ring on which a handful is sown by adding a row of a table.
#[derive(Clone, Debug)]
pub(crate) struct RingTable {
    /// Sites of the ring.
    pub(crate) len: usize,
    /// One in each site of the ring.
    pub(crate) ones: Lanes,
    /// What `count < len` seeds add, behind each place: at `place * BLOCK + count`.
    pub(crate) adds: Box<[Lanes; BLOCK * BLOCK]>,
    /// The sites that get one of `count < len` seeds, as bits: at the same places.
    pub(crate) reach: Box<[u16; BLOCK * BLOCK]>,
    /// The sites in order, twice over.
    pub(crate) order: [u8; 2 * BLOCK],
    /// Where each site stands; 255 if it is not on the ring.
    pub(crate) position: [u8; BLOCK],
}

/// A sowing with nothing to ask: the whole house goes round a small ring, the same way for everybody.
#[derive(Clone, Debug)]
pub(crate) struct QuickSow {
    /// The ring of each player.
    pub(crate) rings: Vec<Arc<RingTable>>,
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
    pub(crate) rings: Vec<Option<Arc<RingTable>>>,
    /// Sowings that ask nothing, by number.
    pub(crate) quick: Vec<Option<QuickSow>>,
    /// Decisions that are a plain look at the mover's houses, by number.
    pub(crate) plain: Vec<Option<Look>>,
    /// The question every turn begins with, where nothing comes before it and it is a plain look.
    pub(crate) first_look: Option<(u16, Look)>,
    /// Decisions with one kind of answer, which binds one register and keeps nothing, by number: that, and what then.
    pub(crate) single: Vec<Option<(Reg, Addr)>>,
    /// All bits set where a store lies; nothing on larger boards.
    pub(crate) store_lanes: Lanes,
    /// What is known of decisions with `must`s before any answer is tried, by number.
    pub(crate) sure: Vec<Option<Sure>>,
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
    /// The answers are judged by `must`s.
    pub(crate) judged: bool,
}

/// What is known of the answers to a question before any is tried.
#[derive(Clone, Debug)]
pub(crate) struct Sure {
    /// A region of the mover; while seeds stay in it, every `must` holds.
    pub(crate) region: u16,
    /// If one of its houses holds more than this, every answer leaves seeds there; nothing if that is out of reach.
    pub(crate) above: Option<u16>,
    /// The ring, for each player, on which the chosen house is sown, if an answer begins with that; else empty.
    pub(crate) rings: Vec<Arc<RingTable>>,
    /// Numbers of seeds that captures take out of the region: the lowest, and how many more follow it.
    pub(crate) taken: Vec<(u16, u16)>,
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
        let rings = program.routes.iter().map(|route| ring(route).map(Arc::new)).collect::<Vec<_>>();
        let small = program.layout.sites.len() <= BLOCK;
        let empty = |entry: Addr| program.code.get(usize::from(entry)) == Some(&Instr::Return);
        Prepared {
            region_bits: if small {
                program.regions.iter().map(|region| u32::try_from(region.mask).unwrap_or(0)).collect()
            } else {
                Vec::new()
            },
            region_lanes: if small {
                program.regions.iter().map(|region| region_lanes(&region.sites)).collect()
            } else {
                Vec::new()
            },
            quick: program.sowings.iter().map(|sowing| quick_sow(&program, &rings, sowing)).collect(),
            plain: (0..program.decisions.len()).map(|number| look(&program, number)).collect(),
            first_look: first_look(&program),
            single: program.decisions.iter().map(|decision| single(&program, decision)).collect(),
            store_lanes: if small { region_lanes(&program.layout.stores).all } else { [0; BLOCK] },
            sure: program.decisions.iter().map(|decision| sure(&program, &rings, decision)).collect(),
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
            rings,
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
    if renews && program.move_registers().is_none() || !program.phases.is_empty() {
        return None;
    }
    look(program, usize::from(*decision)).map(|look| (*decision, look))
}

impl Prepared {
    /// Bytes that the tables take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let rings = self.rings.iter().flatten().count() * size_of::<[Lanes; BLOCK * BLOCK + 4]>();
        let routes = self.program.routes.iter().map(|route| 3 * route.position.len() + 96).sum::<usize>();
        rings + routes + self.program.regions.len() * 256 + self.program.steps.iter().map(Vec::len).sum::<usize>()
    }

    /// A look at the houses of a region with these numbers of seeds.
    #[inline(always)]
    pub(crate) fn look(&self, region: u16, counts: u16) -> Look {
        Look { region, counts: (!self.any_seed[usize::from(counts)]).then_some(counts), judged: false }
    }
}

fn asked_at(program: &Program, number: usize) -> usize {
    let asks = |instr: &Instr| matches!(instr, Instr::Choose { decision } if usize::from(*decision) == number);
    program.code.iter().position(asks).unwrap_or(0)
}

fn region_lanes(sites: &[u8]) -> RegionLanes {
    let mut lanes = RegionLanes { all: [0; BLOCK], own: [0; BLOCK] };
    for site in sites.iter().map(|site| usize::from(*site) & (BLOCK - 1)) {
        lanes.all[site] = u16::MAX;
        lanes.own[site] = 1 << site;
    }
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
        reach: Box::new([0; BLOCK * BLOCK]),
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
            table.reach[place * BLOCK + count] = row.iter().rev().fold(0, |bits, one| bits << 1 | one);
        }
    }
    Some(table)
}

fn quick_sow(program: &Program, rings: &[Option<Arc<RingTable>>], sowing: &Sowing) -> Option<QuickSow> {
    let options = [sowing.going, sowing.leaving, sowing.taking, sowing.starting];
    let judged = program.marks.iter().any(|mark| mark.rules.sow_skip || mark.rules.lift != LiftRule::Anybody);
    if judged || sowing.skip_region.is_some() || options.iter().any(Option::is_some) {
        return None;
    }
    let clockwise = sowing.way == Way::Cw;
    let ring = |player: usize| rings.get(usize::from(sowing.routes) + 2 * player + usize::from(clockwise))?.clone();
    let rings = (0..program.layout.players.len()).map(ring).collect::<Option<Vec<_>>>()?;
    Some(QuickSow { rings, clockwise, track: sowing.track, skip_origin: sowing.skip_origin })
}

fn look(program: &Program, number: usize) -> Option<Look> {
    let decision = program.decisions.get(number)?;
    let Options::Scan { region, counts } = decision.options else {
        return None;
    };
    let plain = (decision.musts.is_empty() || decision.certainty.is_some())
        && decision.optional.is_none()
        && decision.saves.is_empty()
        && decision.list_saves.is_empty();
    let mover = decision.by == mcl_lang::bytecode::words::MOVER;
    let judged = !decision.musts.is_empty();
    (plain && mover).then(|| Look { region, counts: (!any_seed(program, counts)).then_some(counts), judged })
}

fn single(program: &Program, decision: &Decision) -> Option<(Reg, Addr)> {
    let [answer] = &decision.answers[..] else { return None };
    let [(reg, _)] = &answer.binders[..] else { return None };
    let keeps = program.cells.saved > 0 || !decision.saves.is_empty() || !decision.list_saves.is_empty();
    (!keeps).then_some((*reg, answer.then))
}

/// What is known of a decision's answers, with the sowing they begin with as a table.
fn sure(program: &Program, rings: &[Option<Arc<RingTable>>], decision: &Decision) -> Option<Sure> {
    let certainty = decision.certainty?;
    let above = u16::try_from(certainty.above).ok();
    let mut found = Sure { region: certainty.region, above, rings: Vec::new(), taken: Vec::new() };
    if let Some(sown) = certainty.sown
        && let Some(sowing) = program.sowings.get(usize::from(sown.sow))
        && let Some(counts) = program.counts.get(usize::from(sown.counts))
        && let Some(quick) = quick_sow(program, rings, sowing)
    {
        found.rings = quick.rings;
        found.taken = runs(counts);
    }
    Some(found)
}

/// The numbers of a set as runs; beyond 63 all, if there are any.
fn runs(counts: &CountTable) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for count in (0..64u16).filter(|count| counts.bits >> count & 1 == 1) {
        match runs.last_mut() {
            Some((lowest, more)) if *lowest + *more + 1 == count => *more += 1,
            _ => runs.push((count, 0)),
        }
    }
    let set = &counts.set;
    if set.odd || set.even || set.ranges.iter().any(|range| range.1 >= 64) {
        runs.push((64, u16::MAX - 64));
    }
    runs
}

/// Whether a set of counts is "one or more".
fn any_seed(program: &Program, counts: u16) -> bool {
    program.counts.get(usize::from(counts)).is_some_and(|table| table.set.ranges == [(1, i32::MAX)])
}
