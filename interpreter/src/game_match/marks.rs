//! In: the positions of a match as they come. Out: some of them kept, so that going back never means playing much again. Never here: playing.
use super::Match;
use crate::{History, State};

/// Bytes of all marks of one match; beyond, the oldest are given up.
const MOST_BYTES: usize = 1 << 22;
/// Marks that are never given up: one call cannot make so many.
const ALWAYS: usize = 3;

/// A position of the match, and what is needed to play on from it.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Answers given before it.
    pub(super) played: usize,
    pub(super) state: State,
    pub(super) history: History,
    /// How often the position had occurred.
    pub(super) repeated: u32,
}

/// The marks of a match, in order of play.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    marks: Vec<Mark>,
    bytes: usize,
    /// Work done since the last.
    work: u64,
}

impl Marks {
    /// The last mark at which at most so many answers had been given; those behind it are forgotten.
    pub(super) fn back_to(&mut self, played: usize) -> Option<&Mark> {
        while let Some(last) = self.marks.pop_if(|mark| mark.played > played) {
            self.bytes -= last.bytes();
        }
        self.work = 0;
        self.marks.last()
    }

    /// Answers that cannot be taken back any more.
    pub(super) fn floor(&self) -> usize {
        self.marks.first().map_or(0, |mark| mark.played)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    fn push(&mut self, mark: Mark) {
        self.work = 0;
        self.bytes += mark.bytes();
        self.marks.push(mark);
        while self.bytes > MOST_BYTES && self.marks.len() > ALWAYS {
            self.bytes -= self.marks.remove(0).bytes();
        }
    }
}

impl Mark {
    fn bytes(&self) -> usize {
        size_of::<Mark>() + self.state.bytes() + self.history.bytes()
    }
}

impl Match {
    /// A match begins here.
    pub(super) fn mark_the_base(&mut self) {
        self.marks = Marks::default();
        self.mark();
    }

    /// An answer has been played, with so much work: a mark is set where playing again would take long.
    pub(super) fn mark_after(&mut self, work: u64) {
        self.marks.work = self.marks.work.saturating_add(work);
        if self.marks.work > self.game.limits().work / 2 {
            self.mark();
        }
    }

    fn mark(&mut self) {
        self.marks.push(Mark {
            played: self.played.len(),
            state: self.state.clone(),
            history: self.history.clone(),
            repeated: self.machine.repeated(),
        });
    }
}
