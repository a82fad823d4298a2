//! In: states and answers of one game. Out: that another game refuses them, whatever it is asked. Never here: rules.
use mcl_interpreter::search::{self, Rng};
use mcl_interpreter::{Fault, FaultKind, Game, History, Match};
use mcl_lang::loader::Texts;
use mcl_lang::source::Source;
use std::error::Error;

fn game(name: &str) -> Result<Game, Box<dyn Error>> {
    let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
    let text = mcl_stdlib::game(name).ok_or("no such game")?;
    Ok(Game::compile(Source::new(name, text), &library, &[])?)
}

fn is_refused<T>(done: Result<T, Fault>) -> bool {
    done.is_err_and(|fault| matches!(fault.kind, FaultKind::Misused { .. }))
}

#[test]
fn a_state_of_another_game_is_refused() -> Result<(), Box<dyn Error>> {
    // One board has two rows of six houses, the other of five.
    let (kalah, other) = (game("kalah")?, game("agsinnoninka")?);
    let mut machine = other.machine();
    let mut state = kalah.start(&mut kalah.machine(), &mut History::default(), &mut ())?;
    let choice = *Match::new(&kalah)?.choices().first().ok_or("no answer")?;
    assert!(is_refused(state.choices(&other, &mut machine, &mut Vec::new())));
    assert!(is_refused(state.play(&other, &mut machine, choice, &mut History::default(), &mut ())));
    assert!(is_refused(search::perft(&other, &state, 2)));
    assert!(is_refused(search::divide(&other, &state, 2)));
    assert!(is_refused(search::playouts_from(&other, &state, 1, &mut Rng::new(1), 10)));
    assert!(state.decision(&other).is_none());
    Ok(())
}
