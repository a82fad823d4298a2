//! In: nothing. Out: two games written by hand, a byte for each house and a loop that sows: what the machine's speed is held against. Never here: the machine.
pub(crate) mod kalah;
pub(crate) mod oware;

/// How random games went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) moves: u64,
    pub(crate) wins: [u64; 2],
    pub(crate) draws: u64,
    pub(crate) longest: u64,
}

impl Tally {
    /// Counts one game.
    #[inline(always)]
    fn enter(&mut self, moves: u64, stores: [u8; 2]) {
        self.games += 1;
        self.moves += moves;
        self.longest = self.longest.max(moves);
        self.wins[0] += u64::from(stores[0] > stores[1]);
        self.wins[1] += u64::from(stores[1] > stores[0]);
        self.draws += u64::from(stores[0] == stores[1]);
    }
}

/// The six bytes of a row within a word.
const ROW: u64 = (1 << 48) - 1;
/// The top bit of each of them.
const TOPS: u64 = 0x8080_8080_8080;
/// Added to a row, what brings every house with seeds (fewer than 128 of them) to its top bit.
const ANY_SEED: u64 = TOPS - 0x0101_0101_0101;

/// The six houses from this place on, as one word.
#[inline(always)]
fn row(board: &[u8; 16], first: usize) -> u64 {
    board[first..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight)) & ROW
}

/// A bit for each house whose top bit is set: the product moves bit 8i to place 42 + i.
#[inline(always)]
fn houses(row: u64) -> usize {
    let together = ((row & TOPS) >> 7).wrapping_mul(1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42);
    usize::try_from(together >> 42 & 63).unwrap_or(0)
}

/// The houses of each set of six, in order, four bits each.
const IN_ORDER: [u32; 64] = in_order();

const fn in_order() -> [u32; 64] {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut house = 6;
        while house > 0 {
            house -= 1;
            if set >> house & 1 == 1 {
                table[set] = table[set] << 4 | house;
            }
        }
        set += 1;
    }
    table
}

/// The house of this number in a set.
#[inline(always)]
fn nth(set: usize, number: usize) -> usize {
    (IN_ORDER[set & 63] >> (4 * number) & 7) as usize
}
