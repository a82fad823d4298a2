//! In: sets of houses in a state's cells: marks, owners, what is out of play. Out: the same, asked and changed. Never here: seeds.
use super::{Machine, SiteList};
use crate::fault::Fault;
use crate::state::State;
use crate::tables::Prepared;
use mcl_lang::ast::{CaptureRule, LiftRule};
use mcl_lang::bytecode::{ListReg, MarkCells, NO_SITE, Reg, words};

/// The set of houses whose cells begin here.
pub(crate) fn set(program: &Prepared, state: &State, first: usize) -> u128 {
    let cells = state.cells();
    (0..usize::from(program.set_cells)).fold(0, |set, part| {
        #[expect(clippy::cast_sign_loss, reason = "a cell holds 32 bits of the set")]
        let bits = cells.get(first + part).map_or(0, |cell| *cell as u32);
        set | u128::from(bits) << (32 * part)
    })
}

/// Puts a house into a set, or takes it out.
fn change(state: &mut State, first: usize, site: usize, inside: bool) {
    if let Some(cell) = state.cells_mut().get_mut(first + site / 32) {
        let bit = 1i32.rotate_left(u32::try_from(site % 32).unwrap_or(0));
        *cell = if inside { *cell | bit } else { *cell & !bit };
    }
}

fn holders(program: &Prepared, mark: &MarkCells) -> usize {
    if mark.held { program.layout.players.len() } else { 1 }
}

fn set_of(program: &Prepared, mark: &MarkCells, holder: usize) -> usize {
    usize::from(mark.cell) + holder * usize::from(program.set_cells)
}

/// All houses that bear a mark.
pub(crate) fn marked(program: &Prepared, state: &State, mark: &MarkCells) -> u128 {
    (0..holders(program, mark)).fold(0, |all, holder| all | set(program, state, set_of(program, mark, holder)))
}

/// Who holds the mark on a house: nothing if nobody; for a mark nobody holds, player 0 stands for its being there.
pub(crate) fn holder(program: &Prepared, state: &State, mark: &MarkCells, site: usize) -> Option<usize> {
    (0..holders(program, mark)).find(|holder| set(program, state, set_of(program, mark, *holder)) >> site & 1 == 1)
}

/// Sets the mark on a house anew, held by `holder`, or takes it off.
pub(crate) fn set_mark(program: &Prepared, state: &mut State, mark: &MarkCells, site: usize, held_by: Option<usize>) {
    for holder in 0..holders(program, mark) {
        let inside = held_by.is_some_and(|player| !mark.held || player == holder);
        change(state, set_of(program, mark, holder), site, inside);
    }
}

/// The houses a player owns.
pub(crate) fn owned(program: &Prepared, state: &State, player: usize) -> u128 {
    match program.owners {
        Some(first) => set(program, state, usize::from(first) + player * usize::from(program.set_cells)),
        None => program.layout.rows.get(player).map_or(0, |row| row.iter().fold(0, |set, site| set | 1 << site)),
    }
}

/// The owner of a house.
pub(crate) fn owner(program: &Prepared, state: &State, site: usize) -> Option<usize> {
    match program.owners {
        Some(_) => (0..program.layout.players.len()).find(|player| owned(program, state, *player) >> site & 1 == 1),
        None => program.layout.sites.get(site).and_then(|site| site.owner).map(usize::from),
    }
}

/// Gives a house to a player.
pub(crate) fn give(program: &Prepared, state: &mut State, site: usize, to: usize) {
    let Some(first) = program.owners else { return };
    for player in 0..program.layout.players.len() {
        change(state, usize::from(first) + player * usize::from(program.set_cells), site, player == to);
    }
}

/// Houses that a mark takes out of play.
pub(crate) fn out_of_play(program: &Prepared, state: &State) -> u128 {
    let out = program.marks.iter().filter(|mark| mark.rules.out_of_play);
    out.fold(0, |all, mark| all | marked(program, state, mark))
}

/// Houses that a mark lets sowings pass over.
pub(crate) fn passed_over(program: &Prepared, state: &State) -> u128 {
    let passed = program.marks.iter().filter(|mark| mark.rules.sow_skip);
    passed.fold(0, |all, mark| all | marked(program, state, mark))
}

/// Whether a mark forbids a player to lift a house.
pub(crate) fn lift_forbidden(program: &Prepared, state: &State, site: usize, player: usize) -> bool {
    program.marks.iter().any(|mark| match (mark.rules.lift, holder(program, state, mark, site)) {
        (LiftRule::Anybody, _) | (_, None) => false,
        (LiftRule::Never, Some(_)) => true,
        (LiftRule::Holder, Some(holder)) => holder != player,
        (LiftRule::Owner, Some(_)) => owner(program, state, site) != Some(player),
    })
}

/// Whether a mark lets captures by a player pass a house over.
pub(crate) fn capture_forbidden(program: &Prepared, state: &State, site: usize, player: usize) -> bool {
    program.marks.iter().any(|mark| match (mark.rules.capture, holder(program, state, mark, site)) {
        (CaptureRule::Anybody, _) | (_, None) => false,
        (CaptureRule::Never, Some(_)) => true,
        (CaptureRule::Holder, Some(holder)) => holder != player,
    })
}

impl Machine {
    #[inline(never)]
    pub(super) fn has_mark(
        &mut self,
        program: &Prepared,
        state: &State,
        to: Reg,
        house: Reg,
        mark: u8,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let found = holder(program, state, &program.marks[usize::from(mark)], site);
        self.set(to, i32::from(found.is_some()));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn holder(
        &mut self,
        program: &Prepared,
        state: &State,
        to: Reg,
        house: Reg,
        mark: u8,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let found = holder(program, state, &program.marks[usize::from(mark)], site);
        self.set(to, found.and_then(|player| i32::try_from(player).ok()).unwrap_or(NO_SITE));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn mark(
        &mut self,
        program: &Prepared,
        state: &mut State,
        house: Reg,
        mark: u8,
        player: Option<Reg>,
    ) -> Result<usize, Box<Fault>> {
        let site = self.site(program, house)?;
        let held_by = player.map(|player| self.player(program, player));
        set_mark(program, state, &program.marks[usize::from(mark)], site, held_by);
        Ok(site)
    }

    #[inline(never)]
    pub(super) fn give(
        &mut self,
        program: &Prepared,
        state: &mut State,
        house: Reg,
        player: Reg,
    ) -> Result<(usize, usize), Box<Fault>> {
        let (site, player) = (self.site(program, house)?, self.player(program, player));
        give(program, state, site, player);
        Ok((site, player))
    }

    #[inline(never)]
    pub(super) fn liftable(
        &mut self,
        program: &Prepared,
        state: &State,
        to: Reg,
        house: Reg,
    ) -> Result<(), Box<Fault>> {
        let site = self.site(program, house)?;
        let player = self.player(program, words::MOVER);
        let may = state.board()[site] > 0 && !lift_forbidden(program, state, site, player);
        self.set(to, i32::from(may && out_of_play(program, state) >> site & 1 == 0));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn list_owned(
        &mut self,
        program: &Prepared,
        state: &State,
        list: ListReg,
        player: Reg,
        theirs: bool,
        order: u16,
    ) {
        let number = self.player(program, player);
        let own = owned(program, state, number);
        let all = (0..program.layout.players.len()).fold(0, |all, player| all | owned(program, state, player));
        let wanted = if theirs { all & !own } else { own } & !out_of_play(program, state);
        let sites = &program.regions[usize::from(order) + number].sites;
        self.list_mut(list).replace(sites.iter().copied().filter(|site| wanted >> site & 1 == 1));
    }

    #[inline(never)]
    pub(super) fn list_in_play(&mut self, program: &Prepared, state: &State, list: ListReg) {
        let out = out_of_play(program, state);
        let mine: SiteList = self.list(list).clone();
        self.list_mut(list).replace(mine.sites().iter().copied().filter(|site| out >> site & 1 == 0));
    }

    /// Every site of one player, his store too, exchanges seeds and marks with its counterpart of the other.
    #[inline(never)]
    pub(super) fn swap(&mut self, program: &Prepared, state: &mut State, one: Reg, other: Reg) -> (usize, usize) {
        let (one, other) = (self.player(program, one), self.player(program, other));
        let row = program.layout.rows[one].iter().copied().chain(std::iter::once(program.layout.stores[one]));
        for site in row {
            let Some(to) = program.layout.counterpart[usize::from(site)].filter(|_| one != other) else { continue };
            let (from, to) = (usize::from(site), usize::from(to));
            state.board_mut().swap(from, to);
            for mark in &program.marks {
                let (mine, theirs) = (holder(program, state, mark, from), holder(program, state, mark, to));
                set_mark(program, state, mark, from, theirs);
                set_mark(program, state, mark, to, mine);
            }
        }
        (one, other)
    }
}
