//! In: a generator or a depth. Out: Oware (abapa: a slam takes nothing), played at random or counted out. The rules are those of `games/oware.mcl`.
use super::{ANY_SEED, Tally, houses, nth, row};
use mcl_interpreter::search::Rng;
use std::hint::black_box;

/// Where the board keeps the first player's store; the second's is behind it.
const STORES: usize = 12;
/// Where the board keeps whose turn it is.
const MOVER: usize = 14;
/// Added to a row, what brings to its top bit every house from which a sowing reaches the other row: six seeds from
/// the first house, one from the last.
const FEEDS: u64 = 0x7F7E_7D7C_7B7A;
/// More than half of the seeds wins.
const HALF: u8 = 24;
/// Moves after which a game is given up; none comes near.
const CAP: u64 = 1000;

/// The ring in the order of sowing, six houses each; the stores; whose turn it is.
#[derive(Clone, Copy)]
struct Position {
    board: [u8; 16],
}

impl Position {
    fn start() -> Position {
        Position { board: [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0] }
    }

    #[inline(always)]
    fn mover(&self) -> usize {
        usize::from(self.board[MOVER] & 1)
    }

    #[inline(always)]
    fn is_won(&self) -> bool {
        let (one, other) = (self.board[STORES], self.board[STORES + 1]);
        one > HALF || other > HALF || one == HALF && other == HALF
    }

    /// A player with nothing left must be fed.
    #[inline(always)]
    fn choices(&self) -> usize {
        let first = 6 * self.mover();
        let enough = if row(&self.board, 6 - first) == 0 { FEEDS } else { ANY_SEED };
        houses(row(&self.board, first) + enough)
    }

    /// Plays a house; whether seeds were captured.
    #[inline(always)]
    fn play(&mut self, house: usize) -> bool {
        let mover = self.mover();
        let theirs = 6 - 6 * mover;
        let board = &mut self.board;
        board[MOVER] ^= 1;
        let origin = (6 * mover + house) & 15;
        let mut last = origin;
        let mut hand = std::mem::take(&mut board[origin]);
        while hand > 0 {
            last += 1;
            if last == 12 {
                last = 0;
            }
            if last != origin {
                board[last & 15] += 1;
                hand -= 1;
            }
        }
        if last.wrapping_sub(theirs) >= 6 || board[last] & !1 != 2 {
            return false;
        }
        let before = *board;
        let mut captured = 0;
        let mut here = last;
        while board[here] & !1 == 2 {
            captured += std::mem::take(&mut board[here]);
            if here == theirs {
                break;
            }
            here -= 1;
        }
        if row(board, theirs) == 0 {
            *board = before;
            return false;
        }
        board[STORES + mover] += captured;
        true
    }

    /// Each player takes what lies in his row.
    fn settle(&mut self) {
        for house in 0..12 {
            self.board[STORES + house / 6] += std::mem::take(&mut self.board[house]);
        }
    }
}

/// The positions since the last capture, behind one bit for each kind of them.
pub(crate) struct Before {
    kinds: [u64; 16],
    len: usize,
    positions: Box<[u128; CAP as usize + 1]>,
}

impl Before {
    pub(crate) fn new() -> Before {
        Before { kinds: [0; 16], len: 0, positions: Box::new([0; CAP as usize + 1]) }
    }

    #[inline(always)]
    fn forget(&mut self) {
        self.kinds = [0; 16];
        self.len = 0;
    }

    /// Enters a position; whether it stood before.
    #[inline(always)]
    fn enter(&mut self, position: &Position) -> bool {
        let position = u128::from_le_bytes(position.board);
        #[expect(clippy::cast_possible_truncation, reason = "both halves are mixed")]
        let mixed = (position as u64 ^ ((position >> 64) as u64).rotate_left(31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (word, bit) = ((mixed >> 60) as usize, 1 << (mixed >> 54 & 63));
        if self.kinds[word] & bit != 0 && self.positions[..self.len].contains(&position) {
            return true;
        }
        self.kinds[word] |= bit;
        if let Some(place) = self.positions.get_mut(self.len) {
            *place = position;
            self.len += 1;
        }
        false
    }
}

/// Plays one random game, which a position seen before ends.
#[inline(never)]
pub(crate) fn playout(rng: &mut Rng, before: &mut Before, tally: &mut Tally) {
    let mut position = Position::start();
    let mut moves = 0;
    before.forget();
    before.enter(&position);
    while !position.is_won() && moves < CAP {
        let choices = position.choices();
        if choices == 0 {
            position.settle();
            break;
        }
        let captured = position.play(nth(choices, rng.below(choices.count_ones() as usize)));
        moves += 1;
        if captured {
            before.forget();
        }
        if before.enter(&position) {
            position.settle();
            break;
        }
    }
    tally.enter(moves, [position.board[STORES], position.board[STORES + 1]]);
}

/// Lines of exactly so many moves from the start; none of these depths repeats a position.
pub(crate) fn perft(depth: u32) -> u64 {
    count(&Position::start(), depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if position.is_won() {
        return 0;
    }
    let mut choices = position.choices();
    let mut lines = 0;
    while choices != 0 {
        let mut next = *position;
        next.play(choices.trailing_zeros() as usize);
        choices &= choices - 1;
        // The last move is played as well: the machine plays it.
        lines += if depth > 1 { count(&next, depth - 1) } else { u64::from(black_box(&next).board[15] == 0) };
    }
    lines
}
