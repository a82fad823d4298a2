//! In: the instructions that machines run. Out: which have been run. Never here: which clauses there are.
use crate::event::{Event, Listener};
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag for each instruction of a program, set when it is run.
#[derive(Debug)]
pub(crate) struct Passed(Vec<AtomicBool>);

impl Passed {
    pub(crate) fn new(len: usize) -> Passed {
        Passed((0..len).map(|_| AtomicBool::new(false)).collect())
    }

    pub(crate) fn note(&self, at: usize) {
        if let Some(flag) = self.0.get(at) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_noted(&self, at: usize) -> bool {
        self.0.get(at).is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// A listener that wants no events, only that instructions are noted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watching;

impl Listener for Watching {
    const LISTENS: bool = false;
    const WATCHES: bool = true;

    #[inline]
    fn hear(&mut self, _event: Event) {}
}
