//! In: a game. Out: what happens in its moves, heard one event at a time; states played without a match. Never here: rules.
use mcl_interpreter::{Event, EventKind, Game, History, Listener, Outcome};
use mcl_lang::loader::Texts;
use mcl_lang::source::Source;
use std::error::Error;
use std::io::Write;

/// Counts what is captured, and keeps nothing else.
#[derive(Default)]
struct Captures {
    seeds: u32,
    times: u32,
}

impl Listener for Captures {
    const LISTENS: bool = true;

    fn hear(&mut self, event: Event) {
        if let EventKind::Captured { count, .. } = event.kind {
            self.seeds += u32::from(count);
            self.times += 1;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
    let text = mcl_stdlib::game("wari").ok_or("no such game")?;
    let wari = Game::compile(Source::new("wari", text), &library, &[])?;
    let (mut machine, mut history, mut choices) = (wari.machine(), History::default(), Vec::new());
    let mut heard = Captures::default();
    let mut state = wari.start(&mut machine, &mut history, &mut heard)?;
    loop {
        state.choices(&wari, &mut machine, &mut choices)?;
        let last = *choices.last().ok_or("whoever is asked has an answer")?;
        if let Outcome::Over(ending) = state.play(&wari, &mut machine, last, &mut history, &mut heard)? {
            writeln!(std::io::stdout(), "{:?}, {} seeds in {} captures", ending.scores, heard.seeds, heard.times)?;
            return Ok(());
        }
    }
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
