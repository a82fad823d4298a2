//! In: sites and who captures. Out: their seeds in his store, an event each; also seeds moved and brought in. Never here: which sites.
use super::Machine;
use crate::event::{EventKind, Listener};
use crate::fault::{Fault, FaultKind};
use crate::state::State;
use crate::tables::Prepared;
use mcl_lang::bytecode::{ListReg, Reg, words};

impl Machine {
    /// All seeds of a site go to a player's store. Nothing there: nothing happens and nothing is told.
    #[inline(always)]
    fn capture_site<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        site: usize,
        player: usize,
    ) {
        if program.any_uncaptured && super::sets::capture_forbidden(program, state, site, player) {
            return;
        }
        let store = usize::from(program.layout.stores[player]);
        let board = state.board_mut();
        let count = std::mem::take(&mut board[site]);
        board[store] += count;
        if count > 0 {
            self.count_captured(program, player, count);
            if L::LISTENS {
                self.conserved(state);
                self.tell(listener, EventKind::Captured { by: narrow(player), from: narrow(site), count });
            }
        }
    }

    /// `captured` counts what the mover captures, not what others do.
    #[inline(always)]
    fn count_captured(&mut self, program: &Prepared, player: usize, count: u16) {
        if program.asks_captured && player == self.player(program, words::MOVER) {
            let captured = self.reg(words::CAPTURED) + i32::from(count);
            self.set(words::CAPTURED, captured);
        }
    }

    #[inline(never)]
    pub(super) fn capture<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        house: Reg,
        player: Reg,
    ) -> Result<(), Box<Fault>> {
        // `none` has no seeds to capture.
        if self.reg(house) < 0 {
            return Ok(());
        }
        let site = self.site(program, house)?;
        self.capture_site(program, state, listener, site, self.player(program, player));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn capture_region<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        owner: Reg,
        player: Reg,
        region: u16,
    ) -> Result<(), Box<Fault>> {
        let player = self.player(program, player);
        for site in &self.region(program, owner, region).sites {
            self.capture_site(program, state, listener, usize::from(*site), player);
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn capture_list<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        list: ListReg,
        player: Reg,
    ) {
        if self.list(list).len > 0 {
            self.capture_listed(program, state, listener, list, player);
        }
    }

    #[inline(never)]
    fn capture_listed<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        list: ListReg,
        player: Reg,
    ) {
        let player = self.player(program, player);
        for nth in 0..usize::from(self.list(list).len) {
            let site = self.list(list).sites[nth & 127];
            self.capture_site(program, state, listener, usize::from(site), player);
        }
    }

    /// The run is judged as a whole before the first seed of it is taken.
    #[inline(never)]
    pub(super) fn capture_walk<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        from: Reg,
        player: Reg,
        walk: u16,
    ) -> Result<(), Box<Fault>> {
        if !self.begins(program, state, from, walk) {
            return Ok(());
        }
        let player = self.player(program, player);
        let Some(run) = self.run_from(program, from, walk)? else {
            return Ok(());
        };
        self.run.len = 0;
        run.each(state.board(), |site| self.run.push(site));
        for nth in 0..usize::from(self.run.len) {
            let site = self.run.sites[nth & 127];
            self.capture_site(program, state, listener, usize::from(site), player);
        }
        Ok(())
    }

    /// This many of a site's seeds go to a player's store.
    #[inline(never)]
    pub(super) fn take<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        amount: Reg,
        house: Reg,
        player: Reg,
    ) -> Result<(), Box<Fault>> {
        let (site, player) = (self.site(program, house)?, self.player(program, player));
        let store = usize::from(program.layout.stores[player]);
        let count = self.shift(program, state, self.reg(amount), site, store)?;
        if count > 0 {
            self.count_captured(program, player, count);
            self.tell(listener, EventKind::Captured { by: narrow(player), from: narrow(site), count });
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn move_seeds<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        amount: Option<Reg>,
        from: Reg,
        to: Reg,
    ) -> Result<(), Box<Fault>> {
        let (from, to) = (self.site(program, from)?, self.site(program, to)?);
        let amount = amount.map_or_else(|| i32::from(state.board()[from]), |amount| self.reg(amount));
        let count = self.shift(program, state, amount, from, to)?;
        if count > 0 {
            self.tell(listener, EventKind::Moved { from: narrow(from), to: narrow(to), count });
        }
        Ok(())
    }

    /// Moves seeds from site to site; more than there are is a fault.
    fn shift(
        &mut self,
        program: &Prepared,
        state: &mut State,
        amount: i32,
        from: usize,
        to: usize,
    ) -> Result<u16, Box<Fault>> {
        let board = state.board_mut();
        let there = board[from];
        let count = match u16::try_from(amount) {
            Ok(count) if count <= there => count,
            _ => {
                return Err(self.fault(program, FaultKind::TooFewSeeds { wanted: amount, there: u32::from(there) }));
            }
        };
        board[from] -= count;
        board[to] += count;
        Ok(count)
    }

    /// Seeds come in: the only place, and only for `setup`.
    #[inline(never)]
    pub(super) fn put<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        listener: &mut L,
        amount: Reg,
        house: Reg,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let total = i32::from(state.head.total).saturating_add(self.reg(amount));
        let (Ok(count), Ok(total)) = (u16::try_from(self.reg(amount)), u16::try_from(total)) else {
            return Err(self.fault(program, FaultKind::TooManySeeds));
        };
        state.head.total = total;
        state.board_mut()[site] += count;
        if count > 0 {
            self.tell(listener, EventKind::Brought { to: narrow(site), count });
        }
        Ok(())
    }
}

fn narrow(site: usize) -> u8 {
    u8::try_from(site).unwrap_or(u8::MAX)
}
