//! In: the answers found to a question. Out: how many they are, and which is the nth. Never here: how they are found or judged.
use crate::bits;
use crate::choice::Choice;
use crate::tables::{Look, Prepared};

/// The answers to one question: houses of a region as a set of bits, then a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers {
    /// Houses, by their sites, if the question is a plain look at a region.
    houses: u128,
    /// Which region they are of, for their order.
    region: usize,
    form: Form,
    list: Vec<Choice>,
}

/// What the houses of a question are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Form {
    /// The question is no plain look: all answers are in the list.
    #[default]
    Listed,
    /// Houses of a small board, in the order of their sites.
    Row,
    Houses,
}

impl Offers {
    /// How many answers.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.houses() + self.list.len()
    }

    #[inline(always)]
    fn houses(&self) -> usize {
        match self.form {
            Form::Listed => 0,
            Form::Row => bits::count(self.row()),
            Form::Houses => self.houses.count_ones() as usize,
        }
    }

    /// The houses of a small board.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a small board has 16 sites")]
    fn row(&self) -> u16 {
        self.houses as u16
    }

    /// The houses, if there is nothing else to choose from and they fit a word.
    #[inline(always)]
    pub(super) fn plain_houses(&self) -> Option<u64> {
        if self.form != Form::Listed && self.list.is_empty() { u64::try_from(self.houses).ok() } else { None }
    }

    /// The house of this number, if it is quickly found.
    #[inline(always)]
    pub(super) fn plain_house(&self, at: usize) -> Option<i32> {
        if self.form == Form::Row { bits::nth(self.row(), at).map(i32::from) } else { None }
    }

    /// The answer of this number, in the order of the region or of the code that offered them.
    #[inline]
    pub(crate) fn get(&self, program: &Prepared, at: usize) -> Option<Choice> {
        if let Some(house) = self.plain_house(at) {
            return Some(Choice::one(house));
        }
        let houses = self.houses();
        if at >= houses {
            return self.list.get(at - houses).copied();
        }
        let offered = program.regions[self.region].sites.iter().filter(|site| self.houses >> **site & 1 == 1);
        offered.copied().nth(at).map(|site| Choice::one(i32::from(site)))
    }

    /// The answers are these houses of a region.
    #[inline(always)]
    pub(super) fn are(&mut self, look: &Look, region: usize, houses: u128) {
        self.list.clear();
        self.region = region;
        self.form = if look.in_order { Form::Row } else { Form::Houses };
        self.houses = houses;
    }

    pub(super) fn clear(&mut self) {
        self.houses = 0;
        self.form = Form::Listed;
        self.list.clear();
    }

    /// One more answer.
    pub(super) fn push(&mut self, choice: Choice) {
        self.list.push(choice);
    }

    /// How many are in the list.
    pub(super) fn listed(&self) -> usize {
        self.list.len()
    }

    /// Of the houses nothing but these is left.
    pub(super) fn keep_houses(&mut self, kept: u64) {
        self.houses &= u128::from(kept);
    }

    /// Nothing but these answers is left.
    pub(super) fn keep(&mut self, kept: impl Iterator<Item = Choice>) {
        if self.form == Form::Listed {
            self.list.clear();
            self.list.extend(kept);
        } else {
            let houses = kept.filter_map(|choice| u32::try_from(choice.values[0]).ok());
            self.houses = houses.fold(0, |houses, site| houses | 1u128.checked_shl(site).unwrap_or(0));
        }
    }
}
