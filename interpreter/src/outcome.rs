//! In: scores, who has won, the clause that ended a match. Out: how it ended, for programs and in words. Never here: working that out.
use crate::Match;
use mcl_lang::bytecode::Program;
use mcl_lang::source::Span;
use std::fmt;
use std::ops::Deref;

/// Players of a game at most.
pub(crate) const MOST_PLAYERS: usize = 8;

/// Players by the order of play. Numbers count from 0, as fields do, so that none of them is written in words.
const ORDINALS: [&str; MOST_PLAYERS] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// The score of each player, in order of play: a slice of 1 to 8 numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Scores {
    count: u8,
    scores: [i32; MOST_PLAYERS],
}

impl Deref for Scores {
    type Target = [i32];

    fn deref(&self) -> &[i32] {
        self.scores.get(..usize::from(self.count)).unwrap_or(&[])
    }
}

impl FromIterator<i32> for Scores {
    fn from_iter<I: IntoIterator<Item = i32>>(scores: I) -> Scores {
        let mut found = Scores::default();
        for (place, score) in found.scores.iter_mut().zip(scores) {
            *place = score;
            found.count += 1;
        }
        found
    }
}

impl fmt::Debug for Scores {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

/// Whether a match goes on. [`Outcome::words`] tells it with the names of the players: `South wins, 25 to 23`. Shown without
/// the program, which has the names, it is `running`, `the first player wins, 25 to 23` or `a draw, 24 to 24`.
///
/// ```
/// # use mcl_interpreter::{Game, Match};
/// # use mcl_lang::{loader::NoFiles, source::Source};
/// let text = r#"game "Tiny" {
///   board { rows 2; houses 2 }
///   setup { fill 1 }
///   turn { choose h in own where h.seeds > 0; sow h }
///   end { when stuck -> each captures own }
///   winner most store
/// }"#;
/// let tiny = Game::compile(Source::new("tiny.mcl", text), &NoFiles, &[])?;
/// let mut play = Match::new(&tiny)?;
/// assert_eq!(play.outcome().to_string(), "running");
/// assert_eq!((play.outcome().winner(), play.winner()), (None, None));
///
/// // South cannot move, and North has all four seeds.
/// play.set_position("0 0 / 3 1 South")?;
/// let outcome = play.outcome();
/// assert!(outcome.is_over());
/// assert_eq!((outcome.winner(), play.winner()), (Some(1), Some("North")));
/// assert_eq!(outcome.scores().as_deref(), Some(&[0, 4][..]));
/// assert_eq!(outcome.words(tiny.program()), "North wins, 4 to 0");
/// assert_eq!(outcome.to_string(), "the second player wins, 4 to 0");
/// assert_eq!(play.reason().as_deref(), Some("tiny.mcl:5:9: when stuck -> each captures own"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A player is asked.
    Running,
    /// It is over.
    Over(Ending),
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The score of each player, in order of play: what `winner` compares, else the seeds in his store.
    pub scores: Scores,
    /// The number of the player who has won, from 0 in order of play; nobody in a draw.
    pub winner: Option<u8>,
    /// The clause that ended it, in one of the [`Game::sources`](crate::Game::sources); nothing where no clause did, as in a
    /// position that was set as one that is over.
    pub reason: Option<Span>,
}

impl Outcome {
    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// How it ended; nothing while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self {
            Outcome::Running => None,
            Outcome::Over(ending) => Some(*ending),
        }
    }

    /// The number of the player who has won, from 0 in order of play; nobody while the match goes on, and in a draw.
    /// [`Match::winner`] gives his name.
    #[must_use]
    pub fn winner(&self) -> Option<u8> {
        self.ending()?.winner
    }

    /// The score of each player, in order of play; nothing while the match goes on ([`Match::scores`] has them then).
    #[must_use]
    pub fn scores(&self) -> Option<Scores> {
        Some(self.ending()?.scores)
    }

    /// The clause that ended the match, in one of the [`Game::sources`](crate::Game::sources); nothing while it goes on, and
    /// where no clause ended it. [`Match::reason`] gives it in words.
    #[must_use]
    pub fn reason(&self) -> Option<Span> {
        self.ending()?.reason
    }

    /// The outcome in words, with the names of the players of its game: `South wins, 25 to 23`.
    #[must_use]
    pub fn words(&self, program: &Program) -> String {
        let names = &program.layout.players;
        words(self, |player| names.get(player).map_or("?".to_owned(), String::clone))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player| format!("the {} player", ORDINALS.get(player).copied().unwrap_or("next"));
        out.write_str(&words(self, name))
    }
}

/// `South wins, 25 to 23`: of two players the winner's score stands first, of more each stands behind its player.
fn words(outcome: &Outcome, name: impl Fn(usize) -> String) -> String {
    let Outcome::Over(ending) = outcome else { return "running".to_owned() };
    let won = ending.winner.map_or_else(|| "a draw".to_owned(), |winner| format!("{} wins", name(winner.into())));
    match ending.scores[..] {
        [first, second] if ending.winner == Some(1) => format!("{won}, {second} to {first}"),
        [first, second] => format!("{won}, {first} to {second}"),
        _ => {
            let scores = ending.scores.iter().enumerate().map(|(player, score)| format!("{} {score}", name(player)));
            format!("{won}: {}", scores.collect::<Vec<_>>().join(", "))
        }
    }
}

impl Match {
    /// The name of the player who has won; nobody while the match goes on, and in a draw.
    #[must_use]
    pub fn winner(&self) -> Option<&str> {
        let winner = self.outcome().winner()?;
        self.game().program().layout.players.get(usize::from(winner)).map(String::as_str)
    }

    /// Where the clause stands that ended the match, and what it says: `wari:30:9: when stuck -> each captures own`. Nothing while the match goes on,
    /// where no clause ended it, and of a game that does not know the texts it was made from.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let clause = self.outcome().reason()?;
        let sources = self.game().sources();
        let text = sources.get(clause.file)?.slice(clause);
        Some(format!("{}: {}", sources.locate(clause), text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}
