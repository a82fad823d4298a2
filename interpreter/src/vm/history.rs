//! In: positions as they are reached. Out: how often each has stood in this round. Never here: what follows from it.
use super::Machine;
use crate::fault::{Fault, FaultKind};
use crate::lanes::{self, BLOCK, Lanes};
use crate::seen::Seen;
use crate::state::State;
use crate::tables::{Prepared, Remembers};

/// Positions for which there is room from the start; games rarely go on for so long without a capture.
const EARLIER: usize = 1024;
/// Bytes of a position that is remembered, on an ordinary board: of larger ones there are fewer in the same room.
const OF_A_POSITION: usize = 128;

/// Earlier positions of the round, kept beside the state for games that ask how often one was repeated; else empty and free.
///
/// A [`Match`](crate::Match) keeps its own. Who plays states himself starts each line of play with an empty one, and gives
/// the same one to every answer of the line; a copy of a state that goes another way needs a copy of its history.
#[derive(Clone, Debug, Default)]
pub struct History {
    seen: Seen,
    /// Seeds in all stores when the last position was entered.
    stored: u32,
    /// Nothing is entered: every position is there for the first time.
    blind: bool,
}

impl History {
    /// One that remembers nothing.
    pub(crate) fn blind() -> History {
        History { blind: true, ..History::default() }
    }

    /// Room for what a game remembers, so that playing asks for none.
    pub(super) fn make_room(&mut self, program: &Prepared) {
        if program.remembers != Remembers::Nothing {
            let kept = program.cells.variables.saturating_sub(program.cells.of_move);
            self.seen.reserve(EARLIER, program.layout.sites.len() + 2 * usize::from(kept) + 1);
        }
    }

    /// Forgets everything, as at the start of a round.
    pub fn clear(&mut self) {
        self.seen.clear();
        self.stored = 0;
    }

    /// Where seeds never come back from a store, what was before a capture cannot recur.
    #[inline(always)]
    fn since(&mut self, stored: u32) {
        if stored != self.stored {
            self.seen.clear();
            self.stored = stored;
        }
    }

    /// How many different positions are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that are taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.seen.bytes()
    }
}

impl Machine {
    /// Enters the position, with `next` to move, into the history, if the game asks for it.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        program: &Prepared,
        state: &State,
        history: &mut History,
        next: u8,
    ) -> Result<(), Box<Fault>> {
        match program.remembers {
            Remembers::Nothing => {}
            // So short a row needs no limit beside that of answers.
            Remembers::Blocks => self.repeated = entered_block(program, state, history, next),
            Remembers::Positions => {
                self.has_room_to_remember(program, history)?;
                self.repeated = entered(program, state, history, next);
            }
        }
        Ok(())
    }

    fn has_room_to_remember(&self, program: &Prepared, history: &History) -> Result<(), Box<Fault>> {
        let most = self.limits.history.saturating_mul(OF_A_POSITION);
        if history.seen.bytes_of_rows() <= most {
            return Ok(());
        }
        let kind = FaultKind::TooLarge { what: "bytes of positions in one round", most: most as u64 };
        Err(self.fault(program, kind))
    }
}

/// Enters the position of a small board whose variables do not outlive a move; how often it has stood.
#[inline(never)]
fn entered_block(program: &Prepared, state: &State, history: &mut History, next: u8) -> u32 {
    if history.blind {
        return 1;
    }
    let block = state.block();
    if program.stores_only_grow {
        let seeds = |store: u8| block[usize::from(store) & (BLOCK - 1)];
        let stored = match program.two_stores {
            Some([one, other]) => seeds(one).wrapping_add(seeds(other)),
            None => lanes::sum(block, &program.store_lanes),
        };
        if u32::from(stored) != history.stored {
            return entered_after_capture(block, history, next, stored);
        }
    }
    history.seen.visit_block(block, u16::from(next))
}

/// Never inlined: nothing is then called on the common way.
#[inline(never)]
fn entered_after_capture(block: &Lanes, history: &mut History, next: u8, stored: u16) -> u32 {
    history.since(u32::from(stored));
    history.seen.visit_block(block, u16::from(next))
}

/// The same for any position.
#[inline(never)]
fn entered(program: &Prepared, state: &State, history: &mut History, next: u8) -> u32 {
    if history.blind {
        return 1;
    }
    let board = state.board();
    if program.stores_only_grow {
        history.since(program.layout.stores.iter().map(|store| u32::from(board[usize::from(*store)])).sum());
    }
    let kept = usize::from(program.cells.of_move)..usize::from(program.cells.variables);
    let variables = state.cells()[kept].iter();
    #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "both halves of the bits are kept")]
    let halves = variables.flat_map(|cell| [(*cell as u32 >> 16) as u16, *cell as u32 as u16]);
    let row = board.iter().copied().chain(halves).chain(std::iter::once(u16::from(next)));
    history.seen.visit(row)
}
