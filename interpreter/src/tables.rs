//! In: a verified program. Out: the same with tables for whole rows at once: regions as lanes, sowings as one addition. Never here: running.
use crate::goes_on::GoesOn;
use crate::lanes::{BLOCK, Lanes};
use crate::outcome::MOST_PLAYERS;
use mcl_lang::ast::{CaptureRule, LiftRule};
use mcl_lang::bytecode::{
    Addr, CountTable, Decision, Instr, NO_SITE, Options, Program, Reg, RegionTable, Route, Sowing, Walking, words,
};
use mcl_lang::hir::Way;
use std::array::from_fn;
use std::ops::Deref;
use std::sync::Arc;

/// Tracks that have room in the number of a lap.
const MOST_TRACKS: usize = 128;
/// Registers that are renewed as one block.
pub(crate) const FRESH: usize = 16;
/// Stands for a player where the rules have named none.
const NOBODY: i32 = -1;

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
    /// Where `count < len` seeds fall: at the same places.
    pub(crate) falls: Box<[Fall; BLOCK * BLOCK]>,
    /// The sites as bits.
    pub(crate) sites: u16,
    /// The sites in order, twice over.
    pub(crate) order: [u8; 2 * BLOCK],
    /// Where each site stands; 255 if it is not on the ring.
    pub(crate) position: [u8; BLOCK],
}

impl RingTable {
    /// Where fewer seeds than a round fall from a site of the ring; for more, anything.
    #[inline(always)]
    pub(crate) fn fall(&self, from: usize, count: usize) -> Fall {
        let at = usize::from(self.position[from & (BLOCK - 1)]);
        self.falls[(at * BLOCK + count) & (BLOCK * BLOCK - 1)]
    }
}

/// The sites that get a seed, and the one that gets the last, as bits.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fall {
    pub(crate) reach: u16,
    pub(crate) last: u16,
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

/// What is remembered of earlier positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Remembers {
    /// The game does not ask.
    Nothing,
    /// The board is small, and all that counts beside it is who moves.
    Blocks,
    Positions,
}

/// The houses with which a run can begin.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The sites of each mover, as bits.
    pub(crate) within: Vec<u32>,
    /// The numbers of seeds below 64, as bits.
    pub(crate) counts: u64,
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
    /// With which houses the walks of a small board can begin, by number; empty on larger boards.
    pub(crate) starts: Vec<Start>,
    /// Decisions that are a plain look at the mover's houses, by number.
    pub(crate) plain: Vec<Option<Look>>,
    /// The question every turn begins with, where nothing comes before it and it is a plain look.
    pub(crate) first_look: Option<FirstLook>,
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
    /// The first registers as a move begins.
    pub(crate) fresh: [i32; FRESH],
    /// Others that are renewed at each move, where nothing but registers is.
    pub(crate) fresh_later: Vec<(Reg, i32)>,
    /// At each move code is run that renews something. Pieces of code that do nothing are not called.
    pub(crate) renews_move: bool,
    pub(crate) renews_turn: bool,
    /// Some mark takes houses out of play, lets sowings or captures pass, or forbids lifting.
    pub(crate) any_out: bool,
    pub(crate) any_passed: bool,
    pub(crate) any_uncaptured: bool,
    pub(crate) any_unlifted: bool,
    /// What holds where no case of `end` does, if that is plain.
    pub(crate) goes_on: Option<GoesOn>,
    /// Who follows each player.
    pub(crate) follows: [u8; MOST_PLAYERS],
    /// The stores of two players on a small board.
    pub(crate) two_stores: Option<[u8; 2]>,
    /// A move that ends is not counted, and nothing names who moves next.
    pub(crate) ends_plainly: bool,
    pub(crate) remembers: Remembers,
    /// A lap on a small board depends on nothing but seeds, and where and which way it goes on.
    pub(crate) plain_laps: bool,
    /// Steps that copying a state and answering takes.
    pub(crate) work_of_a_copy: u64,
    /// Somewhere two hands sow in step.
    pub(crate) two_hands: bool,
    /// The board fits into one block.
    pub(crate) small: bool,
}

/// Houses of a region with seeds, and nothing else to ask or keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) region: u16,
    /// The board is small, and everybody's houses stand in the order of their sites.
    pub(crate) in_order: bool,
    /// Any seed will do; otherwise the set of counts with this number.
    pub(crate) counts: Option<u16>,
    /// The answers are judged by `must`s.
    pub(crate) judged: bool,
}

/// The question every turn begins with.
#[derive(Clone, Debug)]
pub(crate) struct FirstLook {
    pub(crate) number: u16,
    pub(crate) look: Look,
    /// Only where it is the same player's turn still: with another's something is renewed.
    pub(crate) same_turn: bool,
    /// What each player looks at, on a small board whose houses stand in order, if any seed will do; else empty.
    pub(crate) seats: Vec<Seat>,
}

/// One player's look at a small board.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    /// His houses, by their own bits.
    pub(crate) own: Lanes,
    /// If one of these houses holds more than so many seeds, every answer is allowed.
    pub(crate) wanted: Lanes,
    pub(crate) above: u16,
}

/// What is known of the answers to a question before any is tried.
#[derive(Clone, Debug)]
pub(crate) struct Sure {
    /// A region of the mover; while seeds stay in it, every `must` holds.
    pub(crate) region: u16,
    /// If one of its houses holds more than this, every answer leaves seeds there; nothing if that is out of reach.
    pub(crate) above: Option<u16>,
    /// For each player, if an answer begins with sowing the chosen house round a small ring; else empty.
    pub(crate) seats: Vec<SureSeat>,
    /// Numbers of seeds that captures take out of the region: the lowest, and how many more follow it.
    pub(crate) taken: Vec<(u16, u16)>,
    /// The same below 64 as bits.
    pub(crate) eaten: u64,
    /// They take nothing unless the last seed has fallen there, to such a number.
    pub(crate) from_last: bool,
}

/// What one player's sowings are judged by.
#[derive(Clone, Debug)]
pub(crate) struct SureSeat {
    /// The region, with all bits of its sites, and by their own bits.
    pub(crate) all: Lanes,
    pub(crate) own: Lanes,
    /// The same as one number.
    pub(crate) bits: u16,
    pub(crate) ring: Arc<RingTable>,
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
            starts: if small { program.walks.iter().map(|walk| start(&program, walk)).collect() } else { Vec::new() },
            plain: (0..program.decisions.len()).map(|number| look(&program, number)).collect(),
            first_look: first_look(&program),
            single: program.decisions.iter().map(|decision| single(&program, decision)).collect(),
            store_lanes: if small { region_lanes(&program.layout.stores).all } else { [0; BLOCK] },
            sure: program.decisions.iter().map(|decision| sure(&program, &rings, decision)).collect(),
            asked_at: (0..program.decisions.len()).map(|number| asked_at(&program, number)).collect(),
            any_seed: (0..program.counts.len())
                .map(|at| u16::try_from(at).is_ok_and(|at| any_seed(&program, at)))
                .collect(),
            renews_move: !empty(program.entries.renew_move) && program.move_registers().is_none(),
            fresh: fresh(&program),
            fresh_later: move_registers(&program).filter(|(reg, _)| usize::from(reg.0) >= FRESH).collect(),
            renews_turn: !empty(program.entries.renew_turn),
            any_out: program.marks.iter().any(|mark| mark.rules.out_of_play),
            any_passed: program.marks.iter().any(|mark| mark.rules.sow_skip),
            any_uncaptured: program.marks.iter().any(|mark| mark.rules.capture != CaptureRule::Anybody),
            any_unlifted: program.marks.iter().any(|mark| mark.rules.lift != LiftRule::Anybody),
            rings,
            goes_on: GoesOn::of(&program),
            follows: from_fn(|player| {
                let next = player + 1;
                if next < program.layout.players.len() { u8::try_from(next).unwrap_or(0) } else { 0 }
            }),
            two_stores: program.layout.stores[..].try_into().ok().filter(|_| small),
            ends_plainly: program.played.is_none() && program.moves.is_none() && !program.code.iter().any(names_next),
            remembers: remembers(&program),
            plain_laps: small
                && program.cells.variables == 0
                && program.first_local.0 <= words::FREE
                && program.lap_matters == 0
                && program.steps.len() <= MOST_TRACKS * 2 * program.layout.players.len(),
            work_of_a_copy: 1 + ((program.layout.sites.len() + 2 * program.cells.total()) >> 3) as u64,
            two_hands: program.code.iter().any(|instr| matches!(instr, Instr::SwapRegs { .. })),
            small,
            program,
        }
    }
}

/// Nothing but registers is renewed with a move, no phase has a turn of its own, and the turn begins by asking.
fn first_look(program: &Program) -> Option<FirstLook> {
    let Some(Instr::Choose { decision }) = program.code.get(usize::from(program.entries.turn)) else { return None };
    if program.move_registers().is_none() || !program.phases.is_empty() {
        return None;
    }
    let look = look(program, usize::from(*decision))?;
    let quick = look.in_order && look.counts.is_none();
    let players = if quick { 0..program.layout.players.len() } else { 0..0 };
    Some(FirstLook {
        number: *decision,
        look,
        same_turn: program.code.get(usize::from(program.entries.renew_turn)) != Some(&Instr::Return),
        seats: players.map(|player| seat(program, usize::from(*decision), look, player)).collect::<Option<_>>()?,
    })
}

fn seat(program: &Program, decision: usize, look: Look, player: usize) -> Option<Seat> {
    let lanes = |region: u16| program.regions.get(usize::from(region) + player).map(|table| region_lanes(&table.sites));
    let certainty = program.decisions.get(decision)?.certainty;
    let wanted =
        certainty.and_then(|certainty| Some((lanes(certainty.region)?.all, u16::try_from(certainty.above).ok()?)));
    // More than the largest number: never.
    let (wanted, above) = wanted.unwrap_or(([0; BLOCK], u16::MAX));
    Some(Seat { own: lanes(look.region)?.own, wanted, above })
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
        let counts = (!self.any_seed[usize::from(counts)]).then_some(counts);
        Look { region, in_order: in_order(self, region), counts, judged: false }
    }
}

fn asked_at(program: &Program, number: usize) -> usize {
    let asks = |instr: &Instr| matches!(instr, Instr::Choose { decision } if usize::from(*decision) == number);
    program.code.iter().position(asks).unwrap_or(0)
}

pub(crate) fn region_lanes(sites: &[u8]) -> RegionLanes {
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
        falls: Box::new([Fall::default(); BLOCK * BLOCK]),
        sites: route.order.iter().fold(0, |sites, site| sites | 1 << (site & 15)),
        order: [0; 2 * BLOCK],
        position: [u8::MAX; BLOCK],
    };
    route.order.iter().for_each(|site| table.ones[usize::from(*site)] = 1);
    table.position.iter_mut().zip(&route.position).for_each(|(mine, at)| *mine = *at);
    table.order.iter_mut().zip(route.order.iter().cycle()).for_each(|(mine, site)| *mine = *site);
    for place in 0..len {
        let mut row = [0; BLOCK];
        for count in 1..len {
            let last = usize::from(route.order[(place + count) % len]);
            row[last] += 1;
            table.adds[place * BLOCK + count] = row;
            let reach = row.iter().rev().fold(0, |bits, one| bits << 1 | one);
            table.falls[place * BLOCK + count] = Fall { reach, last: 1 << last };
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

/// What is renewed at each move, if it is nothing but registers.
fn move_registers(program: &Program) -> impl Iterator<Item = (Reg, i32)> {
    program.move_registers().unwrap_or_default().into_iter()
}

/// Words before anything is sown, and variables that last a move.
fn fresh(program: &Program) -> [i32; FRESH] {
    let mut fresh = [0; FRESH];
    fresh[usize::from(words::ORIGIN.0)] = NO_SITE;
    fresh[usize::from(words::LAST.0)] = NO_SITE;
    fresh[usize::from(words::LAP.0)] = 1;
    fresh[usize::from(words::WAY.0)] = i32::from(program.direction == Way::Cw);
    fresh[usize::from(words::NEXT.0)] = NOBODY;
    for (reg, value) in move_registers(program) {
        fresh.iter_mut().skip(usize::from(reg.0)).take(1).for_each(|fresh| *fresh = value);
    }
    fresh
}

fn names_next(instr: &Instr) -> bool {
    matches!(instr, Instr::NextIs { .. } | Instr::FirstIs { .. })
}

fn remembers(program: &Program) -> Remembers {
    let small = program.layout.sites.len() <= BLOCK;
    match program.asks_repeated {
        false => Remembers::Nothing,
        true if small && program.cells.of_move == program.cells.variables => Remembers::Blocks,
        true => Remembers::Positions,
    }
}

fn start(program: &Program, walk: &Walking) -> Start {
    let bits = |player: usize| {
        let region = walk.within.map(|within| program.regions.get(usize::from(within) + player));
        region.map_or(u32::MAX, |region| region.map_or(0, |region| u32::try_from(region.mask).unwrap_or(u32::MAX)))
    };
    let counts = walk.counts.map(|counts| program.counts.get(usize::from(counts)));
    Start {
        within: (0..program.layout.players.len()).map(bits).collect(),
        counts: counts.map_or(u64::MAX, |counts| counts.map_or(0, |counts| counts.bits)),
    }
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
    let counts = (!any_seed(program, counts)).then_some(counts);
    (plain && mover).then(|| Look { region, in_order: in_order(program, region), counts, judged })
}

/// Whether the board is small, and the houses of each player's region of this number stand in the order of their sites.
fn in_order(program: &Program, region: u16) -> bool {
    let first = usize::from(region);
    let regions = program.regions.get(first..first + program.layout.players.len());
    program.layout.sites.len() <= BLOCK && regions.is_some_and(|regions| regions.iter().all(|region| region.ascending))
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
    let mut found =
        Sure { region: certainty.region, above, seats: Vec::new(), taken: Vec::new(), eaten: 0, from_last: false };
    if let Some(sown) = certainty.sown
        && let Some(sowing) = program.sowings.get(usize::from(sown.sow))
        && let Some(counts) = program.counts.get(usize::from(sown.counts))
        && let Some(quick) = quick_sow(program, rings, sowing)
    {
        let regions = program.regions.get(usize::from(certainty.region)..).unwrap_or_default();
        let seat = |(ring, region): (Arc<RingTable>, &RegionTable)| {
            let RegionLanes { all, own } = region_lanes(&region.sites);
            SureSeat { all, own, bits: own.iter().fold(0, |bits, bit| bits | bit), ring }
        };
        found.seats = quick.rings.into_iter().zip(regions).map(seat).collect();
        found.taken = runs(counts);
        found.eaten = counts.bits;
        found.from_last = sown.from_last;
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
