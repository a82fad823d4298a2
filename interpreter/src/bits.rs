//! In: the sites of a small board as bits. Out: how many they are, and which of them is the nth. Never here: what they are asked for.
//!
//! By tables: the processors that a build is made for by default have no instruction that counts bits.

/// How many bits each byte has.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        counts[byte] = counts[byte / 2] + (byte & 1) as u8;
        byte += 1;
    }
    counts
};

/// The bits of each byte, lowest first.
static PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// How many sites.
#[inline(always)]
pub(crate) fn count(bits: u16) -> usize {
    let [low, high] = bits.to_le_bytes();
    usize::from(COUNTS[usize::from(low)]) + usize::from(COUNTS[usize::from(high)])
}

/// The site of this number, from the lowest; nothing if there are not so many.
#[inline(always)]
pub(crate) fn nth(bits: u16, at: usize) -> Option<u8> {
    let [low, high] = bits.to_le_bytes();
    let lower = usize::from(COUNTS[usize::from(low)]);
    // Which half it lies in is anybody's guess: chosen, not branched on.
    let beyond = at >= lower;
    let byte = usize::from(if beyond { high } else { low });
    let rest = at.wrapping_sub(if beyond { lower } else { 0 });
    let place = PLACES[byte][rest & 7] + if beyond { 8 } else { 0 };
    (rest < usize::from(COUNTS[byte])).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::{count, nth};

    #[test]
    fn sites_are_counted_and_found_in_order() {
        assert_eq!(count(0b1000_0001_0010_0100), 4);
        let found = (0..5).map(|at| nth(0b1000_0001_0010_0100, at)).collect::<Vec<_>>();
        assert_eq!(found, [Some(2), Some(5), Some(8), Some(15), None]);
        assert_eq!((count(0), nth(0, 0), count(u16::MAX), nth(u16::MAX, 15)), (0, None, 16, Some(15)));
    }
}
