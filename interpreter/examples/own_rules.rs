//! In: the text of rules that nobody vouches for. Out: random games of them within limits, or what is wrong with the text. Never here: files.
use mcl_interpreter::search::{Rng, playouts_from};
use mcl_interpreter::{FaultKind, Game, Limits, Match};
use mcl_lang::loader::Texts;
use mcl_lang::source::Source;
use std::error::Error;
use std::io::Write;

/// A variant is its difference from another game.
const MINE: &str = "game \"Twos and Fours\" extends wari with { eats = {2, 4} } { }";
/// Rules with a mistake, and rules that never come to an end.
const WRONG: &str = "game \"Wrong\" extends wari { turn { choose h in own where h.sseds > 0; sow h } }";
const ENDLESS: &str = "game \"Endless\" extends wari {
  state { x: Int = 0 per move }
  turn { choose h in own where h.seeds > 0; repeat 9000 { repeat 9000 { x = 1 } }; sow h }
}";

fn load(text: &str) -> Result<Game, mcl_interpreter::Mistakes> {
    let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
    Ok(Game::compile(Source::new("mine.mcl", text), &library, &[])?.with_limits(Limits::for_strangers()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    let game = load(MINE)?;
    let start = Match::new(&game)?;
    let found = playouts_from(&game, start.state(), 200, &mut Rng::new(1), 1000)?;
    writeln!(
        out,
        "{}: South won {}, North {}, of {}",
        game.program().title,
        found.wins[0],
        found.wins[1],
        found.games
    )?;

    if let Err(mistakes) = load(WRONG) {
        // mine.mcl:1:63: error MCL0205: …
        writeln!(out, "{mistakes}")?;
    }

    let game = load(ENDLESS)?;
    let mut play = Match::new(&game)?;
    let choice = play.choices().first().copied().ok_or("no answer")?;
    match play.play(choice) {
        Err(fault) if matches!(fault.kind, FaultKind::OutOfFuel { .. }) => {
            writeln!(out, "{}: {fault}", game.sources().locate(fault.span))?;
            Ok(())
        }
        other => Err(format!("{other:?}").into()),
    }
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
