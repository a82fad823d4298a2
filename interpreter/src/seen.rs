//! In: positions as short rows of numbers. Out: how often each has been seen since the last clearing, exactly. Never here: what a position is.

use crate::lanes::{BLOCK, Lanes};

/// So many positions are compared one by one before an index pays.
const FEW: usize = 32;
/// Numbers of all rows together: 8 MiB.
const MOST_NUMBERS: usize = 1 << 22;
/// Beyond so many, memory is given back when a call is over.
const MANY_NUMBERS: usize = 1 << 16;
/// Room that is kept where nothing may be played for long.
const FEW_NUMBERS: usize = 1 << 11;

/// Positions seen, behind an index that is cleared in one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    width: usize,
    rows: Vec<u16>,
    /// Of each row, in order.
    entries: Vec<Entry>,
    /// A bit for the hash of every row.
    filter: [u64; 4],
    /// `generation << 32 | row + 1`; entries of other generations are free.
    index: Vec<u64>,
    generation: u32,
    /// So many rows are in the index.
    indexed: usize,
    /// Rows that were looked at in vain.
    probes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    /// How often it has been seen.
    count: u32,
}

impl Seen {
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.entries.clear();
        self.filter = [0; 4];
        self.indexed = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.begin_generations();
        }
    }

    /// After as many clearings as there are numbers, entries of long ago could be taken for new ones.
    #[cold]
    #[inline(never)]
    fn begin_generations(&mut self) {
        self.index.fill(0);
        self.generation = 1;
    }

    /// Whether there is room for one more, of all that is spent on remembering.
    pub(crate) fn has_room(&self) -> bool {
        self.rows.len() < MOST_NUMBERS
    }

    /// Bytes that are used; what is only set aside has not been asked of the machine.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.len() * 2 + (self.entries.len() + self.index.len()) * 8
    }

    /// Bytes of the rows alone.
    #[inline]
    pub(crate) fn bytes_of_rows(&self) -> usize {
        self.rows.len() * size_of::<u16>()
    }

    /// How many rows have been looked at in vain since this was asked last: time that somebody must answer for.
    pub(crate) fn take_probes(&mut self) -> u64 {
        std::mem::take(&mut self.probes)
    }

    /// How many different positions are remembered.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all, and gives back what one long chain of laps has taken.
    pub(crate) fn give_back(&mut self) {
        if self.rows.capacity() > MANY_NUMBERS {
            *self = Seen::default();
        }
    }

    /// Forgets all, and keeps hardly any room.
    pub(crate) fn forget(&mut self) {
        if self.rows.capacity() > FEW_NUMBERS {
            *self = Seen::default();
        }
    }

    /// Room for so many positions of so many numbers, so that none is asked for while they come.
    pub(crate) fn reserve(&mut self, positions: usize, width: usize) {
        self.rows.reserve(positions * width);
        self.entries.reserve(positions);
        // Only room: an index that is no larger than needed stays near the processor.
        self.index.reserve((2 * positions).next_power_of_two().saturating_sub(self.index.len()));
    }

    /// Counts a position; the answer includes this time.
    pub(crate) fn visit(&mut self, row: impl Iterator<Item = u16>) -> u32 {
        let start = self.rows.len();
        self.rows.extend(row);
        self.width = self.rows.len() - start;
        let hash = hash(&self.rows[start..]);
        self.entered(start, hash)
    }

    /// The same for the seeds of a small board and one number beside them.
    #[inline(always)]
    pub(crate) fn visit_block(&mut self, block: &Lanes, beside: u16) -> u32 {
        let hash = hash_of_block(block, beside);
        let (word, bit) = (&mut self.filter[(hash >> 6) as usize & 3], 1 << (hash & 63));
        let few = self.entries.len() < FEW.min(self.entries.capacity());
        // With room for one more, which there always is but at first, nothing here is a call.
        if few && *word & bit == 0 && self.rows.capacity() - self.rows.len() > BLOCK {
            *word |= bit;
            self.width = BLOCK + 1;
            self.rows.extend_from_slice(&with(block, beside));
            self.entries.push(Entry { hash, count: 1 });
            return 1;
        }
        self.visit_block_again(block, beside, hash)
    }

    #[inline(never)]
    fn visit_block_again(&mut self, block: &Lanes, beside: u16, hash: u32) -> u32 {
        let start = self.rows.len();
        self.rows.extend_from_slice(&with(block, beside));
        self.width = BLOCK + 1;
        self.entered(start, hash)
    }

    /// Looks for the row that has been put at the end.
    #[inline]
    fn entered(&mut self, start: usize, hash: u32) -> u32 {
        let (word, bit) = (&mut self.filter[(hash >> 6) as usize & 3], 1 << (hash & 63));
        if self.entries.len() < FEW && *word & bit == 0 {
            *word |= bit;
            self.entries.push(Entry { hash, count: 1 });
            return 1;
        }
        self.searched(start, hash)
    }

    #[inline(never)]
    fn searched(&mut self, start: usize, hash: u32) -> u32 {
        if self.entries.len() >= FEW {
            return self.searched_by_index(start, hash);
        }
        let row = |at: usize| &self.rows[at * self.width..(at + 1) * self.width];
        let new = &self.rows[start..];
        let known = self.entries.iter().enumerate().find(|(at, known)| known.hash == hash && row(*at) == new);
        match known.map(|(at, _)| at) {
            Some(at) => self.again(start, at),
            None => {
                self.entries.push(Entry { hash, count: 1 });
                1
            }
        }
    }

    /// The row put at the end is there already.
    fn again(&mut self, start: usize, at: usize) -> u32 {
        self.rows.truncate(start);
        self.entries[at].count += 1;
        self.entries[at].count
    }

    fn searched_by_index(&mut self, start: usize, hash: u32) -> u32 {
        if self.index.len() < 2 * (self.entries.len() + 1) {
            self.grow();
        }
        self.enter_all();
        let (slot, probes) = self.slot(start, hash);
        self.probes += probes;
        let found = self.index[slot];
        if found >> 32 == u64::from(self.generation) && found & 0xffff_ffff != 0 {
            return self.again(start, (found & 0xffff_ffff) as usize - 1);
        }
        self.entries.push(Entry { hash, count: 1 });
        self.indexed = self.entries.len();
        self.index[slot] = u64::from(self.generation) << 32 | self.entries.len() as u64;
        1
    }

    /// Where the row at `start` is entered, or would be; and how many other rows were looked at before.
    fn slot(&self, start: usize, hash: u32) -> (usize, u64) {
        let row = &self.rows[start..start + self.width];
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        let mut probes = 0;
        loop {
            let found = self.index[slot];
            let number = (found & 0xffff_ffff) as usize;
            if found >> 32 != u64::from(self.generation) || number == 0 {
                return (slot, probes);
            }
            let at = (number - 1) * self.width;
            if at != start && self.rows[at..at + self.width] == *row {
                return (slot, probes);
            }
            slot = (slot + 1) & mask;
            probes += 1;
        }
    }

    fn grow(&mut self) {
        self.generation = self.generation.max(1);
        let size = (self.index.len() * 2).max(256);
        self.index.clear();
        self.index.resize(size, 0);
        self.indexed = 0;
    }

    /// Enters the rows that are not in the index yet.
    #[inline]
    fn enter_all(&mut self) {
        for number in self.indexed..self.entries.len() {
            let slot = self.free_slot(self.entries[number].hash);
            self.index[slot] = u64::from(self.generation) << 32 | (number + 1) as u64;
        }
        self.indexed = self.entries.len();
    }

    fn free_slot(&self, hash: u32) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] >> 32 == u64::from(self.generation) && self.index[slot] & 0xffff_ffff != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[inline]
fn hash(row: &[u16]) -> u32 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    let (fours, rest) = row.as_chunks::<4>();
    let mut enter = |word: u64| hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
    for [one, two, three, four] in fours {
        enter(u64::from(*one) | u64::from(*two) << 16 | u64::from(*three) << 32 | u64::from(*four) << 48);
    }
    enter(rest.iter().fold(0u64, |word, part| word << 16 | u64::from(*part)));
    // What came last has not yet reached the bits that choose a place.
    hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    u32::try_from(hash >> 32).unwrap_or(0)
}

fn with(block: &Lanes, beside: u16) -> [u16; BLOCK + 1] {
    let mut row = [0; BLOCK + 1];
    row[..BLOCK].copy_from_slice(block);
    row[BLOCK] = beside;
    row
}

/// The hash of a small board and a number: three products, not one for each four sites as above.
#[inline(always)]
fn hash_of_block(block: &Lanes, beside: u16) -> u32 {
    let word = |at: usize| (0..4).fold(0, |word, nth| word | u64::from(block[at + nth]) << (16 * nth));
    // Numbers of seeds rarely reach 256, so that two words lie side by side in one.
    let one = word(0) ^ word(4).rotate_left(8) ^ u64::from(beside).rotate_left(61);
    let other = word(8) ^ word(12).rotate_left(8);
    let one = one.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    let hash = one.wrapping_add(other.wrapping_mul(0xD6E8_FEB8_6659_FD93));
    let hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    u32::try_from(hash >> 32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use crate::lanes::BLOCK;

    #[test]
    fn rows_that_differ_little_lie_far_apart() {
        // Whichever number of a row it is that counts up, hardly any row is looked at in vain.
        for place in 0..23 {
            let mut seen = Seen::default();
            for number in 0..20_000u16 {
                assert_eq!(seen.visit((0..23).map(|at| if at == place { number } else { 5 })), 1);
            }
            let probes = seen.take_probes();
            assert!(probes < 20_000, "number {place}: {probes}");
        }
    }

    #[test]
    fn small_boards_that_differ_little_lie_far_apart() {
        for place in 0..BLOCK {
            let mut seen = Seen::default();
            for number in 0..20_000u16 {
                let mut block = [5; BLOCK];
                block[place] = number;
                // A seed less elsewhere for each that is here, as on a real board, below and above 256.
                block[(place + 7) % BLOCK] = 20_000 - number;
                assert_eq!(seen.visit_block(&block, 0), 1);
                assert_eq!(seen.visit_block(&block, 1), 1);
            }
            let probes = seen.take_probes();
            assert!(probes < 60_000, "number {place}: {probes}");
        }
    }

    #[test]
    fn counts_exactly_over_growth_and_clearing() {
        let mut seen = Seen::default();
        for round in 1..=3 {
            for number in 0..5000u16 {
                assert_eq!(seen.visit([number, number / 7, 3].into_iter()), round);
            }
        }
        seen.clear();
        assert_eq!(seen.visit([1, 0, 3].into_iter()), 1);
        assert_eq!(seen.visit([1, 0, 3].into_iter()), 2);
    }
}
