//! In: a generator or a depth. Out: Kalah with four seeds a house and no capture of a lone seed, played at random or counted out. The rules are those of `games/kalah.mcl`.
use super::{ANY_SEED, Tally, houses, nth, row};
use mcl_interpreter::search::Rng;
use std::hint::black_box;

/// Where the board keeps whose turn it is.
const MOVER: usize = 14;

/// The ring in the order of sowing: six houses and the store of the first player, the same of the second, whose turn it is.
#[derive(Clone, Copy)]
struct Position {
    board: [u8; 16],
}

impl Position {
    fn start() -> Position {
        Position { board: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0, 0, 0] }
    }

    #[inline(always)]
    fn mover(&self) -> usize {
        usize::from(self.board[MOVER] & 1)
    }

    /// It ends as soon as either row is empty, whoever is to move.
    #[inline(always)]
    fn is_over(&self) -> bool {
        row(&self.board, 0) == 0 || row(&self.board, 7) == 0
    }

    #[inline(always)]
    fn choices(&self) -> usize {
        houses(row(&self.board, 7 * self.mover()) + ANY_SEED)
    }

    #[inline(always)]
    fn play(&mut self, house: usize) {
        let first = 7 * self.mover();
        let (store, passed) = (first + 6, 13 - first);
        let board = &mut self.board;
        let mut last = (first + house) & 15;
        let mut hand = std::mem::take(&mut board[last]);
        while hand > 0 {
            last += 1;
            last += usize::from(last == passed);
            if last >= 14 {
                last -= 14;
            }
            board[last & 15] += 1;
            hand -= 1;
        }
        if last == store {
            return;
        }
        if board[last & 15] == 1 && last.wrapping_sub(first) < 6 {
            let faced = 12 - last;
            if board[faced] > 0 {
                board[store] += 1 + board[faced];
                board[last] = 0;
                board[faced] = 0;
            }
        }
        board[MOVER] ^= 1;
    }
}

/// Plays one random game.
#[inline(never)]
pub(crate) fn playout(rng: &mut Rng, tally: &mut Tally) {
    let mut position = Position::start();
    let mut moves = 0;
    while !position.is_over() {
        let choices = position.choices();
        position.play(nth(choices, rng.below(choices.count_ones() as usize)));
        moves += 1;
    }
    // What is left belongs to the owner of the row, the store beside it among the seven.
    let all_of = |seven: &[u8]| seven.iter().sum();
    tally.enter(moves, [all_of(&position.board[..7]), all_of(&position.board[7..14])]);
}

/// Lines of exactly so many moves from the start.
pub(crate) fn perft(depth: u32) -> u64 {
    count(&Position::start(), depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if position.is_over() {
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
