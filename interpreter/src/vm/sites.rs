//! In: numbers of sites and players. Out: their seeds, owners, facing houses, neighbours. Never here: moving seeds.
use super::Machine;
use crate::fault::{Fault, FaultKind};
use crate::lanes::BLOCK;
use crate::state::State;
use crate::tables::Prepared;
use mcl_lang::bytecode::{Cmp, NO_SITE, Reg, words};

impl Machine {
    /// The site in a register, a fault if there is none.
    #[inline(always)]
    pub(super) fn site(&self, program: &Prepared, reg: Reg) -> Result<usize, Box<Fault>> {
        let site = self.reg(reg);
        match usize::try_from(site) {
            Ok(site) if site < program.layout.sites.len() => Ok(site),
            _ => Err(self.fault(program, FaultKind::NoHouse)),
        }
    }

    #[inline(always)]
    pub(super) fn player(&self, program: &Prepared, reg: Reg) -> usize {
        usize::try_from(self.reg(reg)).unwrap_or(0).min(program.layout.players.len() - 1)
    }

    #[inline(always)]
    pub(super) fn seeds(&self, program: &Prepared, state: &State, house: Reg) -> Result<i32, Box<Fault>> {
        let site = usize::try_from(self.reg(house)).unwrap_or(usize::MAX);
        if program.small && site < BLOCK {
            return Ok(i32::from(state.block()[site & (BLOCK - 1)]));
        }
        match state.board().get(site) {
            Some(seeds) => Ok(i32::from(*seeds)),
            None => Err(self.fault(program, FaultKind::NoHouse)),
        }
    }

    #[inline(never)]
    pub(super) fn owner(&mut self, program: &Prepared, state: &State, to: Reg, house: Reg) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        match super::sets::owner(program, state, site) {
            Some(owner) => self.set(to, i32::try_from(owner).unwrap_or(0)),
            None => return Err(self.fault(program, FaultKind::NoHouse)),
        }
        Ok(())
    }

    pub(super) fn opposite(&mut self, program: &Prepared, to: Reg, house: Reg) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        self.set(to, program.layout.opposite[site].map_or(NO_SITE, i32::from));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn counterpart(&mut self, program: &Prepared, to: Reg, house: Reg) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        self.set(to, program.layout.counterpart[site].map_or(NO_SITE, i32::from));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn step(
        &mut self,
        program: &Prepared,
        state: &State,
        to: Reg,
        house: Reg,
        way: Reg,
        back: bool,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let clockwise = self.reg(way) != 0;
        let out = if program.any_out { super::sets::out_of_play(program, state) } else { 0 };
        let mut next = self.neighbour(program, site, clockwise, back);
        // Houses out of play are passed; a ring of nothing else comes back to where it began.
        for _ in 0..program.layout.sites.len() {
            let Some(found) = next.filter(|found| out >> *found & 1 == 1 && *found != site) else { break };
            next = self.neighbour(program, found, clockwise, back);
        }
        self.set(to, next.map_or(NO_SITE, |site| i32::try_from(site).unwrap_or(NO_SITE)));
        Ok(())
    }

    /// The house after (or before) a site on the track of the present lap.
    #[inline]
    pub(super) fn neighbour(&self, program: &Prepared, site: usize, clockwise: bool, back: bool) -> Option<usize> {
        let players = program.layout.players.len();
        let track = usize::try_from(self.reg(words::TRACK)).unwrap_or(0);
        let table = (track * players + self.player(program, words::MOVER)) * 2 + usize::from(clockwise != back);
        let next = *program.steps.get(table)?.get(site)?;
        (next != u8::MAX).then_some(usize::from(next))
    }

    pub(super) fn store_of(&mut self, program: &Prepared, to: Reg, player: Reg) {
        let store = program.layout.stores[self.player(program, player)];
        self.set(to, i32::from(store));
    }

    #[inline(never)]
    pub(super) fn next_player(&mut self, program: &Prepared, to: Reg, player: Reg) {
        let next = (self.player(program, player) + 1) % program.layout.players.len();
        self.set(to, i32::try_from(next).unwrap_or(0));
    }
}

/// Whether `times` the seeds of any player's store stand so to all seeds of the position.
#[inline(never)]
pub(super) fn any_share(program: &Prepared, state: &State, op: Cmp, times: i8) -> bool {
    // Nearly every such question is whether one of two players has more.
    if let (Some([one, other]), Cmp::Gt, 0..) = (program.two_stores, op, times) {
        let seeds = |store: u8| i32::from(state.block()[usize::from(store) & (BLOCK - 1)]);
        return seeds(one).max(seeds(other)) * i32::from(times) > i32::from(state.head.total);
    }
    any_share_of(program, state, op, times)
}

fn any_share_of(program: &Prepared, state: &State, op: Cmp, times: i8) -> bool {
    let (total, times) = (i32::from(state.head.total), i32::from(times));
    let board = state.board();
    let seeds = |store: &u8| board.get(usize::from(*store)).map_or(0, |seeds| i32::from(*seeds));
    program.layout.stores.iter().any(|store| op.holds(seeds(store) * times, total))
}
