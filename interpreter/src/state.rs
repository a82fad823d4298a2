//! In: a program's sizes. Out: one position: seeds, cells of variables, who moves, what is asked. Small, comparable; never here: how it changes.
use crate::lanes::{BLOCK, Lanes};
use mcl_lang::bytecode::Program;
use mcl_lang::source::Span;

/// Sites kept inside the state itself.
const INLINE_SITES: usize = 32;
/// Cells kept inside the state itself.
const INLINE_CELLS: usize = 8;
/// No decision is pending.
pub(crate) const NOTHING_ASKED: u16 = u16::MAX;

/// Seeds and cells that have no room inside the state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Tail {
    seeds: Vec<u16>,
    cells: Vec<i32>,
}

/// Whether a match goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Status {
    Running,
    /// The scores decide.
    Scored,
    Won(u8),
    Drawn,
}

/// The instruction of the clause that ended the match: told to people, no part of the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reason(u16);

impl Reason {
    /// The match goes on, or was set as one that is over.
    pub(crate) const UNKNOWN: Reason = Reason(u16::MAX);

    pub(crate) fn at(instr: usize) -> Reason {
        u16::try_from(instr).map_or(Reason::UNKNOWN, Reason)
    }

    pub(crate) fn span(self, program: &Program) -> Option<Span> {
        (self.0 != Reason::UNKNOWN.0).then(|| program.span(usize::from(self.0)))
    }
}

impl PartialEq for Reason {
    fn eq(&self, _other: &Reason) -> bool {
        true
    }
}

impl Eq for Reason {}

impl std::hash::Hash for Reason {
    fn hash<H: std::hash::Hasher>(&self, _state: &mut H) {}
}

/// Everything about a position that is not seeds or variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Head {
    /// All seeds of the position, 0…65535.
    pub(crate) total: u16,
    /// The round, 1…65535; 1 in games without rounds.
    pub(crate) round: u16,
    /// The decision pending.
    pub(crate) decision: u16,
    pub(crate) reason: Reason,
    pub(crate) mover: u8,
    /// Who began this round.
    pub(crate) beginner: u8,
    pub(crate) phase: u8,
    /// The player who decides.
    pub(crate) asked: u8,
    pub(crate) status: Status,
    sites: u8,
    cells: u8,
}

/// One position of a game: everything that decides what can follow. Equality and hash cover all of it.
///
/// Up to 32 sites and 8 cells lie inside; a larger board has one tail, allocated at `start` and reused by `clone_from`.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    seeds: [u16; INLINE_SITES],
    cells: [i32; INLINE_CELLS],
    tail: Option<Box<Tail>>,
    pub(crate) head: Head,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { seeds: self.seeds, cells: self.cells, tail: self.tail.clone(), head: self.head }
    }

    fn clone_from(&mut self, from: &State) {
        self.seeds = from.seeds;
        self.cells = from.cells;
        self.head = from.head;
        match (&mut self.tail, &from.tail) {
            (None, None) => {}
            (Some(mine), Some(other)) => {
                mine.seeds.clone_from(&other.seeds);
                mine.cells.clone_from(&other.cells);
            }
            (mine, other) => mine.clone_from(other),
        }
    }
}

impl State {
    /// An empty board.
    pub(crate) fn empty(program: &Program) -> State {
        let sites = program.layout.sites.len();
        let cells = program.cells.total();
        let tail = (sites > INLINE_SITES || cells > INLINE_CELLS).then(|| {
            // Each of the two lies here only if it has no room inside.
            let seeds = if sites > INLINE_SITES { vec![0; sites] } else { Vec::new() };
            let cells = if cells > INLINE_CELLS { vec![0; cells] } else { Vec::new() };
            Box::new(Tail { seeds, cells })
        });
        State {
            seeds: [0; INLINE_SITES],
            cells: [0; INLINE_CELLS],
            tail,
            head: Head {
                total: 0,
                round: 1,
                decision: NOTHING_ASKED,
                reason: Reason::UNKNOWN,
                mover: 0,
                beginner: 0,
                phase: 0,
                asked: 0,
                status: Status::Running,
                sites: u8::try_from(sites).unwrap_or(u8::MAX),
                cells: u8::try_from(cells).unwrap_or(u8::MAX),
            },
        }
    }

    /// Seeds of a site, 0…65535; 0 for a site that is not on the board.
    #[must_use]
    pub fn seeds(&self, site: u8) -> u32 {
        self.board().get(site as usize).copied().map_or(0, u32::from)
    }

    /// All seeds of the position.
    #[must_use]
    pub fn total(&self) -> u32 {
        u32::from(self.head.total)
    }

    /// The number of the player whose turn it is, or whose it was when the game ended, from 0 in order of play.
    #[must_use]
    pub fn mover(&self) -> u8 {
        self.head.mover
    }

    /// The round, from 1.
    #[must_use]
    pub fn round(&self) -> u32 {
        u32::from(self.head.round)
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.head.status != Status::Running
    }

    /// How many cells the states of a program have.
    pub(crate) fn cells_of(program: &Program) -> usize {
        usize::from(program.cells.variables) + usize::from(program.cells.saved)
    }

    /// Bytes of memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let tail = self.tail.as_ref().map_or(0, |tail| size_of::<Tail>() + 2 * tail.seeds.len() + 4 * tail.cells.len());
        size_of::<State>() + tail
    }

    /// Seeds by site.
    #[inline]
    pub(crate) fn board(&self) -> &[u16] {
        match self.tail.as_ref().filter(|_| usize::from(self.head.sites) > INLINE_SITES) {
            None => &self.seeds[..usize::from(self.head.sites).min(INLINE_SITES)],
            Some(tail) => &tail.seeds,
        }
    }

    /// The seeds of the first sites as one block; only for boards that fit into it.
    #[inline(always)]
    pub(crate) fn block(&self) -> &Lanes {
        let (block, _) = self.seeds.split_at(BLOCK);
        block.try_into().unwrap_or(&[0; BLOCK])
    }

    #[inline(always)]
    pub(crate) fn block_mut(&mut self) -> Option<&mut Lanes> {
        self.seeds.first_chunk_mut()
    }

    #[inline]
    pub(crate) fn board_mut(&mut self) -> &mut [u16] {
        match self.tail.as_mut().filter(|_| usize::from(self.head.sites) > INLINE_SITES) {
            None => &mut self.seeds[..usize::from(self.head.sites).min(INLINE_SITES)],
            Some(tail) => &mut tail.seeds,
        }
    }

    /// Variables, then what a pending decision keeps.
    #[inline]
    pub(crate) fn cells(&self) -> &[i32] {
        match self.tail.as_ref().filter(|_| usize::from(self.head.cells) > INLINE_CELLS) {
            None => &self.cells[..usize::from(self.head.cells).min(INLINE_CELLS)],
            Some(tail) => &tail.cells,
        }
    }

    #[inline]
    pub(crate) fn cells_mut(&mut self) -> &mut [i32] {
        match self.tail.as_mut().filter(|_| usize::from(self.head.cells) > INLINE_CELLS) {
            None => &mut self.cells[..usize::from(self.head.cells).min(INLINE_CELLS)],
            Some(tail) => &mut tail.cells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::State;

    #[test]
    fn a_state_is_at_most_two_cache_lines() {
        assert!(std::mem::size_of::<State>() <= 128, "{}", std::mem::size_of::<State>());
    }
}
