//! In: a game of the library. Out: a match of it between two simple players, told as a record. Never here: rules.
use mcl_interpreter::search::{self, Rng};
use mcl_interpreter::{Game, Match, Outcome, record};
use mcl_lang::loader::Texts;
use mcl_lang::source::Source;
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
    let text = mcl_stdlib::game("kalah").ok_or("no such game")?;
    let kalah = Game::compile(Source::new("kalah", text), &library, &[("start".to_owned(), "3".to_owned())])?;
    let mut play = Match::new(&kalah)?;
    let mut rng = Rng::new(7);
    // South looks two answers ahead, North plays whatever comes.
    while let Some(decision) = play.decision() {
        let choice = match decision.player {
            0 => search::greedy(&play, &mut rng)?,
            _ => search::random(&play, &mut rng),
        };
        play.play(choice.ok_or("whoever is asked has an answer")?)?;
    }
    let saved = record::write(&play, &[]);
    write!(std::io::stdout(), "{saved}")?;
    // What was saved is played again, and ends in the same way.
    let again = record::resume(&kalah, &record::parse(&saved)?)?;
    match again.outcome() {
        Outcome::Over(_) => Ok(writeln!(std::io::stdout(), "{}", again.outcome().words(kalah.program()))?),
        Outcome::Running => Err("the match goes on".into()),
    }
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
