//! In: tables and lists of sites. Out: their members, seeds, order. Never here: moving seeds.
use super::{Machine, SiteList};
use crate::fault::{Fault, FaultKind};
use crate::lanes::{self, BLOCK, Lanes};
use crate::state::State;
use crate::tables::{Prepared, Start};
use mcl_lang::bytecode::{CountTable, ListReg, NO_SITE, Reg, RegionTable, words};

impl SiteList {
    pub(super) fn sites(&self) -> &[u8] {
        &self.sites[..usize::from(self.len).min(128)]
    }

    /// Adds a site; a list holds each site at most once, so it cannot overflow.
    pub(super) fn push(&mut self, site: u8) {
        if let Some(place) = self.sites.get_mut(usize::from(self.len)) {
            *place = site;
            self.len += 1;
        }
    }

    pub(super) fn replace(&mut self, sites: impl Iterator<Item = u8>) {
        self.len = 0;
        sites.for_each(|site| self.push(site));
    }

    /// Into cells: the length, then four sites a cell.
    pub(super) fn pack(&self, cells: &mut [i32]) {
        cells.fill(0);
        if let Some((len, rest)) = cells.split_first_mut() {
            *len = i32::from(self.len);
            for (nth, site) in self.sites().iter().enumerate() {
                if let Some(cell) = rest.get_mut(nth / 4) {
                    *cell |= i32::from(*site) << (8 * (nth % 4));
                }
            }
        }
    }

    /// Out of cells again; what is no site of the board is left out.
    pub(super) fn unpack(&mut self, cells: &[i32], board: usize) {
        let Some((len, rest)) = cells.split_first() else { return };
        let sites = rest.iter().flat_map(|cell| cell.to_le_bytes());
        let sites = sites.take(usize::try_from(*len).unwrap_or(0));
        self.replace(sites.filter(|site| usize::from(*site) < board));
    }

    pub(super) fn reverse(&mut self) {
        let len = usize::from(self.len).min(128);
        self.sites[..len].reverse();
    }
}

impl Machine {
    #[inline(always)]
    pub(super) fn region<'p>(&self, program: &'p Prepared, player: Reg, region: u16) -> &'p RegionTable {
        let at = usize::from(region) + usize::try_from(self.reg(player)).unwrap_or(0);
        &program.regions[at.min(program.regions.len() - 1)]
    }

    /// A region of a small board, as lanes.
    #[inline(always)]
    fn lanes<'p>(&self, program: &'p Prepared, player: Reg, region: u16) -> &'p Lanes {
        let at = usize::from(region) + usize::try_from(self.reg(player)).unwrap_or(0);
        program.region_lanes.get(at).map_or(&[0; BLOCK], |lanes| &lanes.all)
    }

    #[inline(always)]
    pub(super) fn is_in(&self, program: &Prepared, house: Reg, player: Reg, region: u16) -> bool {
        let house = self.reg(house);
        if program.small {
            let at = usize::from(region) + usize::try_from(self.reg(player)).unwrap_or(0);
            // Only forged bytecode has a player beyond the last region.
            let bits = program.region_bits.get(at).copied().unwrap_or(0);
            return (0..32).contains(&house) && bits >> (house & 31) & 1 == 1;
        }
        (0..128).contains(&house) && self.region(program, player, region).mask >> house & 1 == 1
    }

    pub(super) fn is_listed(&self, house: Reg, list: ListReg) -> bool {
        let house = self.reg(house);
        self.list(list).sites().iter().any(|site| i32::from(*site) == house)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, program: &Prepared, state: &State, player: Reg, region: u16) -> bool {
        if program.small {
            let lanes = self.lanes(program, player, region);
            return !lanes::any(&lanes::masked(state.block(), lanes));
        }
        let board = state.board();
        self.region(program, player, region).sites.iter().all(|site| board[usize::from(*site)] == 0)
    }

    #[inline(never)]
    pub(super) fn region_seeds(&mut self, program: &Prepared, state: &State, to: Reg, player: Reg, region: u16) {
        let seeds = if program.small {
            let lanes = self.lanes(program, player, region);
            i32::from(lanes::sum(state.block(), lanes))
        } else {
            let (board, sites) = (state.board(), &self.region(program, player, region).sites);
            self.steps += (sites.len() >> 4) as u64;
            sites.iter().map(|site| i32::from(board[usize::from(*site)])).sum()
        };
        self.set(to, seeds);
    }

    #[inline(never)]
    pub(super) fn region_count(&mut self, program: &Prepared, to: Reg, player: Reg, region: u16) {
        let count = self.region(program, player, region).sites.len();
        self.set(to, i32::try_from(count).unwrap_or(i32::MAX));
    }

    #[inline(never)]
    pub(super) fn region_at(
        &mut self,
        program: &Prepared,
        to: Reg,
        player: Reg,
        index: Reg,
        region: u16,
    ) -> Result<(), Box<Fault>> {
        let index = self.reg(index);
        let found = usize::try_from(index).ok().filter(|index| *index > 0);
        match found.and_then(|index| self.region(program, player, region).sites.get(index - 1)) {
            Some(site) => self.set(to, i32::from(*site)),
            None => return Err(self.fault(program, FaultKind::NoPlace { index })),
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn list_region(&mut self, program: &Prepared, list: ListReg, player: Reg, region: u16) {
        let sites = &self.region(program, player, region).sites;
        self.list_mut(list).replace(sites.iter().copied());
    }

    /// Whether a number is in the set whose number the rules keep.
    pub(super) fn is_counted(&self, program: &Prepared, count: Reg, set: Reg) -> bool {
        let set = usize::try_from(self.reg(set)).unwrap_or(usize::MAX);
        program.counts.get(set).is_some_and(|set| set.contains(self.reg(count)))
    }

    #[inline(never)]
    pub(super) fn load_list(&mut self, program: &Prepared, state: &State, list: ListReg, index: Reg, cell: u16) {
        let first = self.list_cell(program, index, cell);
        let cells = &state.cells()[first..first + program.list_cells()];
        self.list_mut(list).unpack(cells, program.layout.sites.len());
    }

    #[inline(never)]
    pub(super) fn store_list(&mut self, program: &Prepared, state: &mut State, list: ListReg, index: Reg, cell: u16) {
        let first = self.list_cell(program, index, cell);
        self.list(list).pack(&mut state.cells_mut()[first..first + program.list_cells()]);
    }

    fn list_cell(&self, program: &Prepared, index: Reg, cell: u16) -> usize {
        let row = if index == words::NONE { 0 } else { self.player(program, index) };
        usize::from(cell) + row * program.list_cells()
    }

    #[inline(never)]
    pub(super) fn list_push(&mut self, program: &Prepared, list: ListReg, house: Reg) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        self.list_mut(list).push(u8::try_from(site).unwrap_or(u8::MAX));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn list_append(&mut self, list: ListReg, other: ListReg) {
        let other = self.list(other).clone();
        self.steps += work_of_pairs(self.list(list), &other);
        let list = self.list_mut(list);
        for site in other.sites() {
            if !list.sites().contains(site) {
                list.push(*site);
            }
        }
    }

    #[inline(never)]
    pub(super) fn list_without(&mut self, list: ListReg, other: ListReg) {
        let (mine, other) = (self.list(list).clone(), self.list(other).clone());
        self.steps += work_of_pairs(&mine, &other);
        self.list_mut(list).replace(mine.sites().iter().copied().filter(|site| !other.sites().contains(site)));
    }

    #[inline(never)]
    pub(super) fn list_cut(&mut self, list: ListReg, house: Reg, after: bool) {
        let house = self.reg(house);
        let mine = self.list(list).clone();
        let sites = mine.sites();
        let at = sites.iter().position(|site| i32::from(*site) == house);
        let kept = match (at, after) {
            (Some(at), true) => &sites[at + 1..],
            (Some(at), false) => &sites[..at],
            // A house that is not in the region cuts nothing off before it, and leaves nothing after it.
            (None, true) => &[],
            (None, false) => sites,
        };
        self.list_mut(list).replace(kept.iter().copied());
    }

    #[inline(always)]
    pub(super) fn list_seeds(&mut self, state: &State, to: Reg, list: ListReg) {
        if self.list(list).len == 0 {
            self.set(to, 0);
        } else {
            self.list_seeds_summed(state, to, list);
        }
    }

    #[inline(never)]
    fn list_seeds_summed(&mut self, state: &State, to: Reg, list: ListReg) {
        let board = state.board();
        self.steps += u64::from(self.list(list).len >> 4);
        let seeds = self
            .list(list)
            .sites()
            .iter()
            .map(|site| board.get(usize::from(*site)).map_or(0, |seeds| i32::from(*seeds)))
            .sum();
        self.set(to, seeds);
    }

    /// Number `index` of a list; 0 asks for the last. `first` and `last` of an empty list are `none`.
    #[inline(never)]
    pub(super) fn list_at(&mut self, program: &Prepared, to: Reg, list: ListReg, index: Reg) -> Result<(), Box<Fault>> {
        let index = self.reg(index);
        let sites = self.list(list).sites();
        let found = match index {
            0 => sites.last(),
            _ => usize::try_from(index).ok().and_then(|index| sites.get(index - 1)),
        };
        match found.copied() {
            Some(site) => self.set(to, i32::from(site)),
            None if (0..=1).contains(&index) => self.set(to, NO_SITE),
            None => return Err(self.fault(program, FaultKind::NoPlace { index })),
        }
        Ok(())
    }

    #[inline]
    pub(super) fn next_of(&mut self, program: &Prepared, counter: Reg, house: Reg, player: Reg, region: u16) -> bool {
        let at = self.reg(counter);
        let sites = &self.region(program, player, region).sites;
        let Some(site) = usize::try_from(at).ok().and_then(|at| sites.get(at)) else {
            return false;
        };
        self.set(house, i32::from(*site));
        self.set(counter, at + 1);
        true
    }

    #[inline(never)]
    pub(super) fn next_in(&mut self, counter: Reg, house: Reg, list: ListReg) -> bool {
        let at = self.reg(counter);
        let Some(site) = usize::try_from(at).ok().and_then(|at| self.list(list).sites().get(at).copied()) else {
            return false;
        };
        self.set(house, i32::from(site));
        self.set(counter, at + 1);
        true
    }

    /// Whether the first house belongs to the run; most runs end before they begin.
    #[inline(always)]
    pub(super) fn begins(&self, program: &Prepared, state: &State, from: Reg, walk: u16) -> bool {
        let walk = &program.walks[usize::from(walk)];
        if self.reg(from) < 0 {
            return false;
        }
        let Ok(seeds) = self.seeds(program, state, from) else { return true };
        walk.within.is_none_or(|within| self.is_in(program, from, words::MOVER, within))
            && walk.counts.is_none_or(|counts| program.counts[usize::from(counts)].contains(seeds))
    }

    /// The same on a small board, by bits; what is no house, and large numbers of seeds, may begin.
    #[inline(always)]
    fn may_begin(&self, state: &State, start: &Start, from: Reg) -> bool {
        let mover = usize::try_from(self.reg(words::MOVER)).unwrap_or(usize::MAX);
        let (Some(within), site @ 0..16) = (start.within.get(mover), self.reg(from)) else { return true };
        let seeds = state.block()[usize::try_from(site).unwrap_or(0) & (BLOCK - 1)];
        // One branch, which mostly goes one way, instead of one for where the house lies and one for its seeds.
        let fits = start.counts >> (seeds & 63) & 1 == 1;
        (within >> site & 1 == 1) & (fits | (seeds >= 64))
    }

    /// A run made ready: where it starts and what ends it. Nothing if there is no house to start from.
    #[inline]
    pub(super) fn run_from<'p>(
        &self,
        program: &'p Prepared,
        from: Reg,
        walk: u16,
    ) -> Result<Option<Run<'p>>, Box<Fault>> {
        if self.reg(from) < 0 {
            return Ok(None);
        }
        let start = self.site(program, from)?;
        let walk = &program.walks[usize::from(walk)];
        let players = program.layout.players.len();
        let track = usize::try_from(self.reg(words::TRACK)).unwrap_or(0);
        let turned = (self.reg(words::WAY) != 0) != walk.back;
        let table = track * players + self.player(program, words::MOVER);
        // Only forged bytecode names a track that is not there.
        let Some(steps) = program.steps.get(table.saturating_mul(2) + usize::from(turned)) else { return Ok(None) };
        let within = walk.within.map_or(u128::MAX, |region| self.region(program, words::MOVER, region).mask);
        let counts = walk.counts.map(|counts| &program.counts[usize::from(counts)]);
        Ok(Some(Run { start, steps, within, counts }))
    }

    /// Empties the list for a run; whether one may begin: most runs end before.
    #[inline(never)]
    pub(super) fn walk_begins(
        &mut self,
        program: &Prepared,
        state: &State,
        list: ListReg,
        from: Reg,
        walk: u16,
    ) -> bool {
        self.list_mut(list).len = 0;
        match program.starts.get(usize::from(walk)) {
            Some(start) => self.may_begin(state, start, from),
            None => self.begins(program, state, from, walk),
        }
    }

    /// Puts the run into the list, which is empty; whether any house belongs to it.
    #[inline(never)]
    pub(super) fn walk_on(
        &mut self,
        program: &Prepared,
        state: &State,
        list: ListReg,
        from: Reg,
        walk: u16,
    ) -> Result<bool, Box<Fault>> {
        if let Some(run) = self.run_from(program, from, walk)? {
            let list = self.list_mut(list);
            run.each(state.board(), |site| list.push(site));
        }
        let len = self.list(list).len;
        self.steps += u64::from(len >> 3);
        Ok(len > 0)
    }
}

/// What it takes to compare each site of one list with each of another, in steps; nothing on ordinary boards.
fn work_of_pairs(one: &SiteList, other: &SiteList) -> u64 {
    ((usize::from(one.len) * usize::from(other.len)) >> 6) as u64
}

/// Houses one after the other along a track, while they lie in a region and their seeds in a set.
pub(super) struct Run<'p> {
    start: usize,
    steps: &'p [u8],
    within: u128,
    counts: Option<&'p CountTable>,
}

impl Run<'_> {
    /// Gives every house of the run to `take`, until one fails or the circuit is full.
    #[inline]
    pub(super) fn each(&self, board: &[u16], mut take: impl FnMut(u8)) {
        let mut site = self.start;
        #[expect(clippy::cast_possible_truncation, reason = "one word is enough for most boards")]
        let low = self.within as u64;
        // A run that begins at a store enters the ring and comes back to where it entered it.
        let first = usize::from(self.steps[site]);
        loop {
            let inside = if site < 64 { low >> site & 1 == 1 } else { self.within >> site & 1 == 1 };
            if !inside || self.counts.is_some_and(|counts| !counts.contains(i32::from(board[site]))) {
                return;
            }
            take(u8::try_from(site).unwrap_or(u8::MAX));
            let next = usize::from(self.steps[site]);
            if next == self.start || next == usize::from(u8::MAX) || site != self.start && next == first {
                return;
            }
            site = next;
        }
    }
}
