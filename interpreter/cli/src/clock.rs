//! In: nothing. Out: the processor time this thread has used, as Linux counts it, else the time of day. Never here: what is measured.
use std::fs;
use std::time::{Duration, Instant};

/// A stopwatch.
pub(crate) struct Clock {
    began: Instant,
    used: Option<Duration>,
}

impl Clock {
    /// Starts it.
    pub(crate) fn start() -> Clock {
        Clock { began: Instant::now(), used: thread_time() }
    }

    /// The time of this thread since then; never nothing.
    pub(crate) fn elapsed(&self) -> Duration {
        let used = self.used.and_then(|before| thread_time()?.checked_sub(before)).filter(|used| !used.is_zero());
        used.unwrap_or_else(|| self.began.elapsed()).max(Duration::from_nanos(1))
    }

    /// How often a second something happened that happened this often.
    pub(crate) fn per_second(elapsed: Duration, count: u64) -> u64 {
        u64::try_from(u128::from(count) * 1_000_000_000 / elapsed.as_nanos().max(1)).unwrap_or(u64::MAX)
    }
}

/// The first number of `schedstat` is the thread's time in nanoseconds.
fn thread_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
