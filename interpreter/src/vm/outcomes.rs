//! In: a state, mostly one whose match is over. Out: scores, and who has won. Never here: when a match is over.
use super::{Machine, Mode};
use crate::fault::Fault;
use crate::outcome::{Ending, MOST_PLAYERS, Outcome, Scores};
use crate::state::{State, Status};
use crate::tables::Prepared;

impl Machine {
    /// Who has won, and by what.
    pub(crate) fn outcome(&mut self, program: &Prepared, state: &State) -> Result<Outcome, Box<Fault>> {
        if !state.is_over() {
            return Ok(Outcome::Running);
        }
        self.outcome_on(program, &mut state.clone())
    }

    /// The same, without room of its own: scores may be worked out on the state.
    pub(crate) fn outcome_on(&mut self, program: &Prepared, state: &mut State) -> Result<Outcome, Box<Fault>> {
        if !state.is_over() {
            return Ok(Outcome::Running);
        }
        let scores = self.scores(program, state)?;
        let winner = self.settled(program, state, &scores)?;
        Ok(Outcome::Over(Ending { scores, winner, reason: state.head.reason.span(program) }))
    }

    /// Who has won a match that is over. The state is used up: scores may be worked out on it, so that nothing is allocated.
    pub(crate) fn winner(&mut self, program: &Prepared, state: &mut State) -> Result<Option<u8>, Box<Fault>> {
        let mut scores = [0; MOST_PLAYERS];
        let players = program.layout.stores.len().min(MOST_PLAYERS);
        for (player, score) in scores[..players].iter_mut().enumerate() {
            *score = self.score(program, state, player)?;
        }
        self.settled(program, state, &scores[..players])
    }

    fn settled(&mut self, program: &Prepared, state: &mut State, scores: &[i32]) -> Result<Option<u8>, Box<Fault>> {
        match state.head.status {
            Status::Won(player) => Ok(Some(player)),
            Status::Drawn | Status::Running => Ok(None),
            Status::Scored => self.best(program, state, scores),
        }
    }

    /// The score of each player; the seeds of his store where the rules have none.
    pub(crate) fn scores(&mut self, program: &Prepared, state: &mut State) -> Result<Scores, Box<Fault>> {
        (0..program.layout.stores.len()).map(|player| self.score(program, state, player)).collect()
    }

    fn score(&mut self, program: &Prepared, state: &mut State, player: usize) -> Result<i32, Box<Fault>> {
        let Some(scoring) = program.scoring else {
            return Ok(i32::try_from(state.seeds(program.layout.stores[player])).unwrap_or(i32::MAX));
        };
        self.renew_words(program, state.head.mover);
        self.set(scoring.player, i32::try_from(player).unwrap_or(0));
        self.run_piece(program, state, scoring.score.code, Mode::Move)?;
        Ok(self.reg(scoring.score.result))
    }

    fn best(&mut self, program: &Prepared, state: &mut State, scores: &[i32]) -> Result<Option<u8>, Box<Fault>> {
        let Some(scoring) = program.scoring else {
            return Ok(None);
        };
        let best = if scoring.most { scores.iter().max() } else { scores.iter().min() };
        let mut first = scores.iter().enumerate().filter(|(_, score)| Some(*score) == best).map(|(player, _)| player);
        match (first.next(), first.next()) {
            (Some(winner), None) => Ok(u8::try_from(winner).ok()),
            _ => match scoring.tie {
                None => Ok(None),
                Some(tie) => {
                    self.run_piece(program, state, tie.code, Mode::Move)?;
                    Ok(u8::try_from(self.reg(tie.result)).ok())
                }
            },
        }
    }

    /// The value of a piece of code, on a copy.
    pub(crate) fn value(
        &mut self,
        program: &Prepared,
        state: &State,
        piece: mcl_lang::bytecode::Value,
    ) -> Result<i32, Box<Fault>> {
        let mut state = state.clone();
        self.refuel();
        self.renew_words(program, state.head.mover);
        self.run_piece(program, &mut state, piece.code, Mode::Move)?;
        Ok(self.reg(piece.result))
    }
}
