//! In: a house and how it is sown. Out: its seeds dropped one by one along the track; laps that go round for ever are recognised. Never here: what follows.
use super::Machine;
use crate::event::{EventKind, Listener};
use crate::fault::{Fault, FaultKind};
use crate::lanes::{self, BLOCK, Lanes};
use crate::state::State;
use crate::tables::{Prepared, QuickSow, RingTable};
use mcl_lang::bytecode::{Reg, Route, Sowing, words};
use mcl_lang::hir::Way;

/// Laps of one move of which each is remembered, as long as there is room; beyond, a landmark at every power of two is compared with.
const LOGGED_LAPS: u32 = 1 << 18;
/// What a lap takes, in steps: the whole board is compared.
const WORK_OF_A_LAP: u64 = 4;

/// One lap that later ones are compared with (Brent 1980): finds every cycle, however long, in constant room.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmark(Vec<u16>);

impl Landmark {
    fn comes_back(&mut self, lap: u32, row: impl Iterator<Item = u16> + Clone) -> bool {
        if !lap.is_power_of_two() && self.0.iter().copied().eq(row.clone()) {
            return true;
        }
        if lap.is_power_of_two() || self.0.is_empty() {
            self.0.clear();
            self.0.extend(row);
        }
        false
    }
}

/// A handful lifted: where from, how many, and on which route.
struct Handful<'p> {
    sowing: &'p Sowing,
    route: &'p Route,
    /// The route's number.
    number: usize,
    site: usize,
    count: u16,
    /// Where on the route the site before the first drop lies.
    at: usize,
}

impl Machine {
    /// Lifts and sows in one step.
    ///
    /// Never inlined: the dispatch loop then keeps what it needs in registers.
    #[inline(never)]
    pub(super) fn sow<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
        sow: u16,
    ) -> Result<(), Box<Fault>> {
        if !L::LISTENS
            && let Some(quick) = &program.quick[usize::from(sow)]
            && self.sow_quickly(state, quick, house)
        {
            return Ok(());
        }
        self.sow_slowly(program, state, listener, house, sow)
    }

    /// Whatever kind of sowing it is.
    #[inline(never)]
    fn sow_slowly<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
        sow: u16,
    ) -> Result<(), Box<Fault>> {
        let handful = self.take_up(program, state, listener, house, sow)?;
        let (last, was) =
            if L::LISTENS || program.any_passed || handful.sowing.skip_region.is_some() || !handful.route.closed {
                self.drop_telling(program, state, listener, &handful)?
            } else if let Some(ring) = &program.rings[handful.number] {
                drop_at_once(state, &handful, ring)
            } else if handful.route.order.len() < 2 {
                self.drop_telling(program, state, listener, &handful)?
            } else {
                drop_quickly(state, &handful)
            };
        self.set(words::LAST, i32::from(last));
        self.set(words::WAS, i32::from(was));
        self.set(words::HAND, 0);
        Ok(())
    }

    /// In one addition, or two beyond a round; false if there is more to it, or a fault to tell.
    #[inline(always)]
    fn sow_quickly(&mut self, state: &mut State, quick: &QuickSow, house: Reg) -> bool {
        let site = self.reg(house);
        let mover = usize::try_from(self.reg(words::MOVER)).unwrap_or(usize::MAX);
        let ring = quick.rings.get(mover);
        let (Some(ring), Some(block), 0..16) = (ring, state.block_mut(), site) else { return false };
        let from = usize::try_from(site).unwrap_or(0) & (BLOCK - 1);
        let count = usize::from(block[from]);
        let at = usize::from(ring.position[from]);
        if count == 0 || at >= BLOCK || self.reg(words::HAND) != 0 {
            return false;
        }
        if count >= ring.len {
            self.sow_rounds(block, quick, ring, from);
            return true;
        }
        *block = lanes::sown(block, from, &ring.adds[(at * BLOCK + count) & (BLOCK * BLOCK - 1)]);
        self.fell(block, quick, site, ring.order[(at + count) & (2 * BLOCK - 1)]);
        true
    }

    /// A round or more.
    #[inline(never)]
    fn sow_rounds(&mut self, block: &mut Lanes, quick: &QuickSow, ring: &RingTable, from: usize) {
        let (count, at) = (usize::from(block[from]), usize::from(ring.position[from]));
        let round = ring.len - usize::from(quick.skip_origin);
        let (mut rounds, mut rest) = (count / round, count % round);
        if quick.skip_origin && rest == 0 {
            // The last seed falls before the origin, not into it.
            (rounds, rest) = (rounds - 1, round);
        }
        *block = lanes::sown(block, from, &ring.adds[(at * BLOCK + rest) & (BLOCK * BLOCK - 1)]);
        *block = lanes::added(block, &ring.ones, u16::try_from(rounds).unwrap_or(u16::MAX));
        if quick.skip_origin {
            block[from] = 0;
        }
        let site = i32::try_from(from).unwrap_or(0);
        self.fell(block, quick, site, ring.order[(at + rest) & (2 * BLOCK - 1)]);
    }

    /// The words of a lap whose last seed has fallen.
    #[inline(always)]
    fn fell(&mut self, block: &Lanes, quick: &QuickSow, origin: i32, last: u8) {
        let was = block[usize::from(last) & (BLOCK - 1)].wrapping_sub(1);
        self.set(words::ORIGIN, origin);
        self.set(words::LAST, i32::from(last));
        self.set(words::WAS, i32::from(was));
        self.set(words::WAY, i32::from(quick.clockwise));
        self.set(words::TRACK, i32::from(quick.track));
    }

    /// Lifts the handful and sets the words of the lap.
    #[inline]
    fn take_up<'p, L: Listener>(
        &mut self,
        program: &'p Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
        sow: u16,
    ) -> Result<Handful<'p>, Box<Fault>> {
        let sowing = &program.sowings[usize::from(sow)];
        let way = sowing.going.map_or(usize::from(sowing.way == Way::Cw), |going| usize::from(self.reg(going) != 0));
        let mover = self.player(program, words::MOVER);
        let number = usize::from(sowing.routes) + 2 * mover + way;
        let route = &program.routes[number];
        let site = self.site(program, house)?;
        if self.reg(words::HAND) != 0 {
            // A new handful would take the place of what is held.
            return Err(self.fault(program, FaultKind::HandLeft { seeds: self.reg(words::HAND) }));
        }
        if program.any_unlifted && super::sets::lift_forbidden(program, state, site, mover) {
            return Err(
                self.fault(program, FaultKind::Forbidden { site: crate::event::site_name(program, narrow(site)) })
            );
        }
        let there = state.board()[site];
        let count = self.handful_size(program, sowing, there)?;
        state.board_mut()[site] = there - count;
        // A handful is dropped seed by seed.
        self.steps += u64::from(count >> 3);
        let at = self.before_first(program, sowing, route, site)?;
        self.set(words::ORIGIN, i32::try_from(site).unwrap_or(0));
        self.set(words::WAY, i32::from(way == 1));
        self.set(words::TRACK, i32::from(sowing.track));
        self.set(words::HAND, i32::from(count));
        self.set(words::AT, i32::try_from(at).unwrap_or(0));
        if L::LISTENS {
            self.conserved(state);
            self.tell(listener, EventKind::Lifted { by: narrow(mover), house: narrow(site), count });
        }
        Ok(Handful { sowing, route, number, site, count, at })
    }

    #[inline]
    fn handful_size(&self, program: &Prepared, sowing: &Sowing, there: u16) -> Result<u16, Box<Fault>> {
        if there == 0 {
            return Err(self.fault(program, FaultKind::EmptyLift));
        }
        let wanted = match (sowing.taking, sowing.leaving) {
            (None, None) => return Ok(there),
            (Some(taking), _) => self.reg(taking),
            // One stays behind, but a lone seed goes.
            (None, Some(leaving)) => (i32::from(there) - self.reg(leaving).max(0)).max(1),
        };
        match u16::try_from(wanted) {
            Ok(count) if count <= there && count > 0 => Ok(count),
            _ => Err(self.fault(program, FaultKind::TooFewSeeds { wanted, there: u32::from(there) })),
        }
    }

    #[inline]
    fn before_first(
        &self,
        program: &Prepared,
        sowing: &Sowing,
        route: &Route,
        site: usize,
    ) -> Result<usize, Box<Fault>> {
        let len = route.order.len();
        let (from, place, back) = match sowing.starting {
            None => (site, route.before[site], 0),
            Some(starting) => {
                let first = self.site(program, starting)?;
                (first, route.position[first], 1)
            }
        };
        match place {
            u8::MAX => {
                Err(self.fault(program, FaultKind::OffTrack { site: crate::event::site_name(program, narrow(from)) }))
            }
            at => Ok((usize::from(at) + len - back) % len),
        }
    }

    /// Drop by drop, with everything that can be asked of a sowing.
    fn drop_telling<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        handful: &Handful<'_>,
    ) -> Result<(u8, u16), Box<Fault>> {
        let skipped = self.skipped(program, state, handful.sowing);
        let mover = narrow(self.player(program, words::MOVER));
        let order = &handful.route.order;
        let mut at = handful.at;
        let mut passed = 0;
        let mut last = (order[at], 0);
        while self.reg(words::HAND) > 0 {
            at = self.next_place(program, handful.route, at)?;
            let site = order[at];
            let origin = handful.sowing.skip_origin && usize::from(site) == handful.site;
            if origin || skipped >> site & 1 == 1 {
                passed += 1;
                if passed > order.len() {
                    return Err(self.fault(program, FaultKind::SkippedAll));
                }
                continue;
            }
            passed = 0;
            let seeds = &mut state.board_mut()[usize::from(site)];
            last = (site, *seeds);
            *seeds += 1;
            let hand = self.reg(words::HAND) - 1;
            self.set(words::HAND, hand);
            if L::LISTENS {
                self.conserved(state);
                self.tell(listener, EventKind::Dropped { by: mover, house: site });
            }
        }
        Ok(last)
    }

    /// Sites that this sowing passes over whatever they hold.
    fn skipped(&self, program: &Prepared, state: &State, sowing: &Sowing) -> u128 {
        let region = sowing.skip_region.map_or(0, |region| self.region(program, words::MOVER, region).mask);
        region | if program.any_passed { super::sets::passed_over(program, state) } else { 0 }
    }

    fn next_place(&self, program: &Prepared, route: &Route, at: usize) -> Result<usize, Box<Fault>> {
        if at + 1 < route.order.len() {
            return Ok(at + 1);
        }
        if route.closed {
            return Ok(0);
        }
        let seeds = u32::try_from(self.reg(words::HAND)).unwrap_or(0);
        Err(self.fault(program, FaultKind::TrackEnds { seeds }))
    }

    // ------------------------------------------------------------------------------------------------- seed by seed

    #[inline(never)]
    pub(super) fn lift<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
        sow: u16,
    ) -> Result<(), Box<Fault>> {
        self.take_up(program, state, listener, house, sow).map(|_| ())
    }

    /// The next site of a sowing by hand; false when the hand is empty.
    #[inline(never)]
    pub(super) fn next_site(
        &mut self,
        program: &Prepared,
        state: &State,
        house: Reg,
        sow: u16,
    ) -> Result<bool, Box<Fault>> {
        if self.reg(words::HAND) == 0 {
            return Ok(false);
        }
        let sowing = &program.sowings[usize::from(sow)];
        let mover = self.player(program, words::MOVER);
        let way = usize::from(self.reg(words::WAY) != 0);
        let route = &program.routes[usize::from(sowing.routes) + 2 * mover + way];
        let skipped = self.skipped(program, state, sowing);
        let mut at = usize::try_from(self.reg(words::AT)).unwrap_or(0).min(route.order.len() - 1);
        for _ in 0..=route.order.len() {
            at = self.next_place(program, route, at)?;
            let site = route.order[at];
            let origin = sowing.skip_origin && i32::from(site) == self.reg(words::ORIGIN);
            if !origin && skipped >> site & 1 == 0 {
                self.set(words::AT, i32::try_from(at).unwrap_or(0));
                self.set(house, i32::from(site));
                return Ok(true);
            }
        }
        Err(self.fault(program, FaultKind::SkippedAll))
    }

    /// A seed for the next site of a sowing by hand; false when the hand is empty.
    #[inline(never)]
    pub(super) fn drop_next<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
        sow: u16,
    ) -> Result<bool, Box<Fault>> {
        if !L::LISTENS && self.drop_quickly_next(program, state, house, sow) {
            return Ok(true);
        }
        Ok(self.next_site(program, state, house, sow)?
            && self.drop_one(program, state, listener, house).map(|()| true)?)
    }

    /// The same round a small ring; false if there is more to it.
    #[inline(always)]
    fn drop_quickly_next(&mut self, program: &Prepared, state: &mut State, house: Reg, sow: u16) -> bool {
        let mover = usize::try_from(self.reg(words::MOVER)).unwrap_or(usize::MAX);
        let quick = program.quick.get(usize::from(sow)).and_then(Option::as_ref);
        let (Some(quick), hand @ 1.., Some(block)) = (quick, self.reg(words::HAND), state.block_mut()) else {
            return false;
        };
        let Some(ring) = quick.rings.get(mover) else { return false };
        let at = usize::try_from(self.reg(words::AT)).unwrap_or(usize::MAX);
        if at >= ring.len || (self.reg(words::WAY) != 0) != quick.clockwise {
            return false;
        }
        let at = if at + 1 == ring.len { 0 } else { at + 1 };
        let site = ring.order[at & (2 * BLOCK - 1)];
        if quick.skip_origin && i32::from(site) == self.reg(words::ORIGIN) {
            return false;
        }
        let seeds = &mut block[usize::from(site) & (BLOCK - 1)];
        let was = *seeds;
        *seeds = was.wrapping_add(1);
        self.set(words::AT, i32::try_from(at).unwrap_or(0));
        self.set(house, i32::from(site));
        self.set(words::LAST, i32::from(site));
        self.set(words::WAS, i32::from(was));
        self.set(words::HAND, hand - 1);
        true
    }

    #[inline(never)]
    pub(super) fn drop_one<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let hand = self.reg(words::HAND);
        if hand <= 0 {
            return Err(self.fault(program, FaultKind::TooFewSeeds { wanted: 1, there: 0 }));
        }
        let seeds = &mut state.board_mut()[site];
        let was = *seeds;
        *seeds += 1;
        self.set(words::LAST, i32::try_from(site).unwrap_or(0));
        self.set(words::WAS, i32::from(was));
        self.set(words::HAND, hand - 1);
        if L::LISTENS {
            self.conserved(state);
            let by = narrow(self.player(program, words::MOVER));
            self.tell(listener, EventKind::Dropped { by, house: narrow(site) });
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn lift_hand<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let mover = self.player(program, words::MOVER);
        if program.any_unlifted && super::sets::lift_forbidden(program, state, site, mover) {
            return Err(
                self.fault(program, FaultKind::Forbidden { site: crate::event::site_name(program, narrow(site)) })
            );
        }
        let count = std::mem::take(&mut state.board_mut()[site]);
        if count == 0 {
            return Err(self.fault(program, FaultKind::EmptyLift));
        }
        let hand = self.reg(words::HAND) + i32::from(count);
        self.set(words::HAND, hand);
        self.set(words::ORIGIN, i32::try_from(site).unwrap_or(0));
        if L::LISTENS {
            self.conserved(state);
            self.tell(listener, EventKind::Lifted { by: narrow(mover), house: narrow(site), count });
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn drop_many<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        amount: Reg,
        house: Reg,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let (wanted, hand) = (self.reg(amount), self.reg(words::HAND));
        if wanted < 0 || wanted > hand {
            let there = u32::try_from(hand).unwrap_or(0);
            return Err(self.fault(program, FaultKind::TooFewSeeds { wanted, there }));
        }
        self.steps += u64::from(wanted.unsigned_abs() >> 3);
        for _ in 0..wanted {
            self.drop_one(program, state, listener, house)?;
        }
        self.set(words::LAST, i32::try_from(site).unwrap_or(0));
        Ok(())
    }

    /// Whether this lap has begun before in this move, with everything as it is now.
    #[inline(never)]
    pub(super) fn goes_round<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &State,
        listener: &mut L,
        house: Reg,
        beside: Reg,
    ) -> Result<bool, Box<Fault>> {
        let lap = self.reg(words::LAP);
        // Lap numbers rise within one run of laps, the laps of two hands excepted: another run begins anew.
        if lap == 1 || beside == words::NONE && lap <= self.lap_before {
            self.laps.clear();
            self.landmark.0.clear();
            self.lap_count = 0;
            self.steps_before_laps = self.steps;
        }
        self.lap_before = lap;
        self.lap_count += 1;
        self.steps += WORK_OF_A_LAP;
        // Laps have a limit of their own; chains of them that are repeated have not.
        self.beside_the_move(self.steps_before_laps);
        self.steps_before_laps = self.steps;
        if self.lap_count > self.limits.laps {
            return Err(self.fault(program, FaultKind::TooManyLaps { laps: self.limits.laps }));
        }
        let logged = self.lap_count <= LOGGED_LAPS && self.laps.has_room();
        let again = if logged && program.plain_laps && beside == words::NONE {
            self.laps.visit_block(state.block(), self.lap_as_number(house)) > 1
        } else {
            self.is_known_lap(program, state, house, beside, logged)
        };
        self.steps += self.laps.take_probes() >> 2;
        if again {
            let by = narrow(self.player(program, words::MOVER));
            self.tell(listener, EventKind::WentRound { by });
        }
        Ok(again)
    }
}

impl Machine {
    /// Where a lap begins and which way it goes, of a small board.
    #[inline(always)]
    #[expect(clippy::cast_sign_loss, reason = "no house is a number like others")]
    fn lap_as_number(&self, house: Reg) -> u16 {
        let low = |reg: Reg, bits: u32| (self.reg(reg) as u32) & ((1 << bits) - 1);
        u16::try_from(low(house, 8) | low(words::WAY, 1) << 8 | low(words::TRACK, 7) << 9).unwrap_or(u16::MAX)
    }

    /// Enters a lap of any kind, or compares it with a landmark; whether it has been before.
    #[inline(never)]
    fn is_known_lap(&mut self, program: &Prepared, state: &State, house: Reg, beside: Reg, logged: bool) -> bool {
        let lap = self.reg(words::LAP);
        let variables = usize::from(program.cells.variables);
        let cells = state.cells().iter().take(variables).copied();
        let locals = self.regs
            [usize::from(words::FREE)..usize::from(program.first_local.0).max(usize::from(words::FREE))]
            .iter()
            .copied();
        let words = [self.reg(house), self.reg(words::WAY), self.reg(words::TRACK), lap.min(program.lap_matters)];
        let numbers = cells.chain(locals).chain(words).chain(other_words(&self.regs, beside, program.lap_matters));
        // Wide numbers are kept as two halves.
        #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "both halves of the bits are kept")]
        let halves = numbers.flat_map(|number| [(number as u32 >> 16) as u16, number as u32 as u16]);
        let row = state.board().iter().copied().chain(halves);
        if logged { self.laps.visit(row) > 1 } else { self.landmark.comes_back(self.lap_count, row) }
    }

    /// Two hands take turns: the words of one for those of the other.
    #[inline(never)]
    pub(super) fn swap_regs(&mut self, one: Reg, other: Reg, count: u8) {
        let (hand, waiting) = (self.reg(words::HAND), self.other_hand);
        for at in 0..count {
            self.regs.swap(usize::from(one.0.wrapping_add(at)), usize::from(other.0.wrapping_add(at)));
        }
        if one == words::ORIGIN {
            // What the waiting hand holds is what the machine knows of it, whatever code has written beside it.
            self.set(Reg(other.0.wrapping_add(words::HAND.0)), hand);
            self.set(words::HAND, waiting);
            self.other_hand = hand;
        }
    }
}

/// The words of the hand beside this one that its next seeds depend on; nothing where there is none.
fn other_words(regs: &[i32; 256], beside: Reg, lap_matters: i32) -> impl Iterator<Item = i32> + Clone {
    let first = usize::from(beside.0);
    let count = if beside == words::NONE { 0 } else { usize::from(words::OF_A_HAND) };
    (0..).zip(&regs[first..first + count]).map(move |(at, value)| match Reg(at) {
        words::LAP => (*value).min(lap_matters),
        words::CAPTURED => 0,
        _ => *value,
    })
}

/// On a small ring: full rounds, and what is left of them, by adding rows of a table.
#[inline]
fn drop_at_once(state: &mut State, handful: &Handful<'_>, ring: &RingTable) -> (u8, u16) {
    let count = usize::from(handful.count);
    let passes_origin = handful.sowing.skip_origin && (count >= ring.len || handful.sowing.starting.is_some());
    let Some(block) = state.block_mut().filter(|_| !passes_origin) else {
        return drop_quickly(state, handful);
    };
    let (rounds, rest) = if count < ring.len { (0, count) } else { (count / ring.len, count % ring.len) };
    if rounds > 0 {
        let rounds = u16::try_from(rounds).unwrap_or(u16::MAX);
        block.iter_mut().zip(ring.ones).for_each(|(seeds, one)| *seeds += one * rounds);
    }
    let adds = &ring.adds[(handful.at * BLOCK + rest) & (BLOCK * BLOCK - 1)];
    block.iter_mut().zip(adds).for_each(|(seeds, add)| *seeds = seeds.wrapping_add(*add));
    let mut last = handful.at + rest;
    if last >= ring.len {
        last -= ring.len;
    }
    let site = usize::from(handful.route.order[last]);
    (narrow(site), block[site & (BLOCK - 1)] - 1)
}

/// The plain case: a ring, nothing to tell, at most the origin passed over.
#[inline]
fn drop_quickly(state: &mut State, handful: &Handful<'_>) -> (u8, u16) {
    let order = &handful.route.order[..];
    let board = state.board_mut();
    let mut at = handful.at;
    let mut site = 0;
    let mut left = handful.count;
    // A sowing that begins behind its origin meets it only when it comes round.
    let comes_round = usize::from(handful.count) >= order.len() || handful.sowing.starting.is_some();
    let passes_origin = handful.sowing.skip_origin && comes_round;
    while left > 0 {
        at += 1;
        if at == order.len() {
            at = 0;
        }
        site = usize::from(order[at]);
        if passes_origin && site == handful.site {
            continue;
        }
        board[site] += 1;
        left -= 1;
    }
    (narrow(site), board[site] - 1)
}

fn narrow(site: usize) -> u8 {
    u8::try_from(site).unwrap_or(u8::MAX)
}
