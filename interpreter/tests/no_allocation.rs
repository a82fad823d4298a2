//! In: games of the library. Out: whether random games ask the system for memory once the first has been played. Never here: how fast they are.
#![expect(clippy::unwrap_used, reason = "this whole file is a test, its helping functions too")]
use mcl_interpreter::search::playouts;
use mcl_interpreter::{Game, History, Outcome};
use mcl_lang::loader::{Loader, Texts};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// How often this thread has asked for memory.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting.
struct Counting;

fn count() {
    // A thread that is ending has no counter any more, and nothing to count.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every call is handed on to the system's allocator as it is; the counter is a plain number of the thread,
// needs no memory of its own, and so cannot lead back here.
#[expect(unsafe_code, reason = "an allocator cannot be written without; this is the only one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same here and there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as for `alloc`; the memory came from the system's allocator, since all of it does.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as for `realloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Games after the first.
const GAMES: u64 = 200;
/// Moves at which a game would be given up.
const CAP: u64 = 10_000;

const LIBRARY: Texts = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };

fn game(name: &str) -> Game {
    let build = mcl_lang::compile(LIBRARY.game(name).unwrap(), &LIBRARY, &[]);
    Game::new(build.program.unwrap()).unwrap()
}

/// How often memory is asked for in so many games, the making of the machine and of the start included.
fn asked_in(game: &Game, games: u64) -> u64 {
    let before = ASKED.get();
    let played = playouts(game, games, 42, CAP).unwrap();
    let asked = ASKED.get() - before;
    assert_eq!(played.games, games);
    asked
}

#[test]
fn games_after_the_first_allocate_nothing() {
    for name in ["kalah", "oware", "adi"] {
        let game = game(name);
        let first = asked_in(&game, 1);
        assert!(first > 0, "the allocator counts");
        assert_eq!(asked_in(&game, 1 + GAMES), first, "{name}: the first game asks {first} times");
    }
}

#[test]
fn states_are_played_without_allocating() {
    for name in ["kalah", "wari", "um-el-banat", "azigo"] {
        let game = game(name);
        let (mut machine, mut history) = (game.machine(), History::default());
        let mut choices = Vec::with_capacity(256);
        let start = game.start(&mut machine, &mut history, &mut ()).unwrap();
        let mut state = start.clone();
        let mut asked = 0;
        // What laps and trials need is there after the first games.
        for round in 0..20 {
            let before = ASKED.get();
            state.clone_from(&start);
            history.clear();
            for number in 0..CAP {
                state.choices(&game, &mut machine, &mut choices).unwrap();
                let choice = choices[usize::try_from(number * 7 + round).unwrap() % choices.len()];
                let outcome = state.play(&game, &mut machine, choice, &mut history, &mut ()).unwrap();
                if outcome != Outcome::Running {
                    break;
                }
            }
            asked += if round < 3 { 0 } else { ASKED.get() - before };
        }
        assert_eq!(asked, 0, "{name}");
    }
}

#[test]
fn games_and_states_go_from_thread_to_thread() {
    fn shared<T: Send + Sync>() {}
    shared::<Game>();
    shared::<mcl_interpreter::State>();
    shared::<mcl_interpreter::Match>();
    shared::<mcl_interpreter::Machine>();
}
