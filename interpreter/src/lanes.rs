//! In: the seeds of a small board as one row of numbers. Out: the row worked on as a whole. Never here: what the numbers mean.
//!
//! Written so that the optimiser makes two or four instructions of each: straight from row to row, nothing in between.
use std::array::from_fn;

/// Sites of a board whose seeds are one row.
pub(crate) const BLOCK: usize = 16;

/// One number for each of the first sites.
pub(crate) type Lanes = [u16; BLOCK];

/// For each place, all bits set everywhere else.
static ALL_BUT: [Lanes; BLOCK] = {
    let mut masks = [[u16::MAX; BLOCK]; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        masks[at][at] = 0;
        at += 1;
    }
    masks
};

/// The row with nothing at one place, and then more everywhere.
///
/// The place is emptied as part of the whole: a single number written just before would have to be waited for.
#[inline(always)]
pub(crate) fn sown(row: &Lanes, from: usize, more: &Lanes) -> Lanes {
    let kept = &ALL_BUT[from & (BLOCK - 1)];
    from_fn(|at| (row[at] & kept[at]).wrapping_add(more[at]))
}

/// The row with so many times more everywhere.
#[inline(always)]
pub(crate) fn added(row: &Lanes, more: &Lanes, times: u16) -> Lanes {
    from_fn(|at| row[at].wrapping_add(more[at].wrapping_mul(times)))
}

/// What lies under a mask.
#[inline(always)]
pub(crate) fn masked(row: &Lanes, mask: &Lanes) -> Lanes {
    from_fn(|at| row[at] & mask[at])
}

/// Whether any number is above 0.
#[inline(always)]
pub(crate) fn any(row: &Lanes) -> bool {
    together(row) != 0
}

/// Whether any number under a mask is greater than this.
#[inline(always)]
pub(crate) fn any_above(row: &Lanes, mask: &Lanes, least: u16) -> bool {
    row.iter().zip(mask).fold(0, |over, (number, mask)| over | (number & mask).saturating_sub(least)) != 0
}

/// Places of a row, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Staying {
    /// That hold more than 0 but none of some numbers.
    pub(crate) still: u16,
    /// That would hold none of them with one more.
    pub(crate) met: u16,
}

/// Which of the given bits stay; the numbers as runs: the lowest, and how many more follow it.
#[inline(never)]
pub(crate) fn staying(row: &Lanes, bits: &Lanes, numbers: &[(u16, u16)]) -> Staying {
    let mut still = each(row, bits, |seeds, bit| if seeds == 0 { 0 } else { bit });
    let mut met = *bits;
    for (lowest, more) in numbers {
        still = each(row, &still, |seeds, bit| if seeds.wrapping_sub(*lowest) <= *more { 0 } else { bit });
        let below = lowest.wrapping_sub(1);
        met = each(row, &met, |seeds, bit| if seeds.wrapping_sub(below) <= *more { 0 } else { bit });
    }
    Staying { still: together(&still), met: together(&met) }
}

/// Number by number, something made of both rows.
#[inline(always)]
fn each(row: &Lanes, other: &Lanes, make: impl Fn(u16, u16) -> u16) -> Lanes {
    let mut made = *row;
    made.iter_mut().zip(other).for_each(|(mine, other)| *mine = make(*mine, *other));
    made
}

#[inline(always)]
fn together(row: &Lanes) -> u16 {
    row.iter().fold(0, |all, number| all | number)
}

/// The sum of what lies under a mask; all seeds of a game together are at most 65535, so that it cannot overflow.
#[inline(always)]
pub(crate) fn sum(row: &Lanes, mask: &Lanes) -> u16 {
    masked(row, mask).iter().fold(0, |sum, number| sum.wrapping_add(*number))
}

/// Of the given bits, those where the row holds more than 0, put together.
#[inline(never)]
pub(crate) fn filled(row: &Lanes, bits: &Lanes) -> u16 {
    together(&each(row, bits, |seeds, bit| if seeds == 0 { 0 } else { bit }))
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Lanes, Staying, any_above, filled, sown, staying, sum};
    use std::array::from_fn;

    const ROW: Lanes = [3, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0x8000];
    const ALL: Lanes = [u16::MAX; BLOCK];

    #[test]
    fn rows_are_sown_and_asked_as_wholes() {
        let next = sown(&ROW, 0, &from_fn(|at| u16::from((1..=3).contains(&at))));
        assert_eq!(next, [0, 1, 2, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0x8000]);
        assert_eq!(filled(&ROW, &from_fn(|at| 1 << at)), 1 | 1 << 2 | 1 << 4 | 1 << 14 | 1 << 15);
        assert!(any_above(&ROW, &ALL, 5) && !any_above(&ROW, &ALL, 0x8000));
        assert_eq!(sum(&ROW, &from_fn(|at| if at < 8 { u16::MAX } else { 0 })), 9);
        // Of 3 0 1 0 5 …: neither 2 nor 3 are the 1, the 5 and 0x8000; with one more, all but the 1 and the 2 at 14.
        let found = staying(&ROW, &from_fn(|at| 1 << at), &[(2, 1)]);
        let still = 1 << 2 | 1 << 4 | 1 << 15;
        assert_eq!(found, Staying { still, met: !(1 << 2 | 1 << 14) });
    }
}
