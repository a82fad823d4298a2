//! In: the answers found to a question. Out: those that its `must`s let pass: seen at once, or played on a copy. Never here: playing on for good.
use super::{Machine, Mode};
use crate::choice::Choice;
use crate::fault::Fault;
use crate::lanes::{self, BLOCK, Lanes, Staying};
use crate::state::State;
use crate::tables::{Fall, Prepared, Sure, SureSeat};
use mcl_lang::bytecode::{Decision, Judgement, words};

impl Machine {
    /// Drops the answers that the `must`s refuse.
    pub(super) fn judge(
        &mut self,
        program: &Prepared,
        state: &mut State,
        decision: &Decision,
        number: u16,
    ) -> Result<(), Box<Fault>> {
        if decision.musts.is_empty() || self.offers.len() == 0 {
            return Ok(());
        }
        match self.unsure(program, state, number) {
            0 => Ok(()),
            unsure => self.judge_by_trial(program, state, decision, unsure),
        }
    }

    /// The same, where it is known which answers need a trial.
    pub(super) fn judge_by_trial(
        &mut self,
        program: &Prepared,
        state: &mut State,
        decision: &Decision,
        unsure: u64,
    ) -> Result<(), Box<Fault>> {
        let at = self.at;
        match (&decision.musts[..], self.offers.plain_houses()) {
            ([must], Some(houses)) => self.judge_houses(program, state, decision, must, (houses, unsure))?,
            _ => self.judge_all(program, state, decision, unsure)?,
        }
        self.at = at;
        Ok(())
    }

    /// One `must` judges plain houses.
    fn judge_houses(
        &mut self,
        program: &Prepared,
        state: &State,
        decision: &Decision,
        must: &Judgement,
        (houses, unsure): (u64, u64),
    ) -> Result<(), Box<Fault>> {
        let mut kept = houses;
        let mut rest = houses & unsure;
        while rest != 0 {
            let house = rest.trailing_zeros();
            rest &= rest - 1;
            let verdict = self.tried(program, state, decision, Choice::one(house.cast_signed()))?;
            let passes = must.answer.is_some_and(|only| only != 0) || verdict & 1 == 1;
            kept &= !(u64::from(!passes) << house);
        }
        if kept != 0 || !must.if_possible {
            self.offers.keep_houses(kept);
        }
        Ok(())
    }

    /// Any number of `must`s judge answers of any kind.
    fn judge_all(
        &mut self,
        program: &Prepared,
        state: &State,
        decision: &Decision,
        unsure: u64,
    ) -> Result<(), Box<Fault>> {
        let mut tried = std::mem::take(&mut self.tried);
        tried.clear();
        for at in 0..self.offers.len() {
            if let Some(choice) = self.offers.get(program, at) {
                let asks =
                    u32::try_from(choice.values[0]).map_or(1, |house| unsure.checked_shr(house).unwrap_or(1) & 1);
                let verdict = if asks == 0 { u64::MAX } else { self.tried(program, state, decision, choice)? };
                tried.push((choice, verdict));
            }
        }
        for (nth, must) in decision.musts.iter().enumerate() {
            let passes = |choice: &Choice, verdict: u64| {
                must.answer.is_some_and(|only| only != choice.answer) || verdict >> nth & 1 == 1
            };
            if tried.iter().any(|(choice, verdict)| passes(choice, *verdict)) || !must.if_possible {
                tried.retain(|(choice, verdict)| passes(choice, *verdict));
            }
        }
        self.offers.keep(tried.iter().map(|(choice, _)| *choice));
        self.tried = tried;
        Ok(())
    }

    /// The offered houses of which it is not certain that sowing them leaves seeds in the region that every `must` wants
    /// filled; all bits if they are no plain houses, or there is no such region.
    fn unsure(&self, program: &Prepared, state: &State, number: u16) -> u64 {
        let sure = program.sure.get(usize::from(number)).and_then(Option::as_ref);
        if sure.is_some_and(|sure| self.is_never_empty(program, state, sure)) {
            0
        } else {
            self.unsure_by_sowing(program, state, number)
        }
    }

    /// Whether one house of the region holds so many seeds that no answer can empty it.
    fn is_never_empty(&self, program: &Prepared, state: &State, sure: &Sure) -> bool {
        let region = usize::from(sure.region) + self.player(program, words::MOVER);
        let Some(above) = sure.above else { return false };
        let filled = |site: &u8| state.board()[usize::from(*site)] > above;
        program.regions[region].sites.iter().any(filled)
    }

    /// The same as `unsure`, by what each answer sows.
    pub(super) fn unsure_by_sowing(&self, program: &Prepared, state: &State, number: u16) -> u64 {
        let Some(sure) = program.sure.get(usize::from(number)).and_then(Option::as_ref) else { return u64::MAX };
        let Some(houses) = self.offers.plain_houses() else { return u64::MAX };
        let Some(seat) = sure.seats.get(self.player(program, words::MOVER)) else { return houses };
        let board = state.block();
        let some_there = lanes::any(&lanes::masked(board, &seat.all));
        let doubtful = if sure.from_last && some_there { taking(board, seat, sure.eaten, houses) } else { houses };
        if doubtful == 0 {
            return 0;
        }
        emptying(board, seat, lanes::staying(board, &seat.own, &sure.taken), doubtful)
    }

    /// Plays an answer on a copy, up to the next question or the end of the move, and judges where it led: a bit for each `must`.
    fn tried(
        &mut self,
        program: &Prepared,
        state: &State,
        decision: &Decision,
        choice: Choice,
    ) -> Result<u64, Box<Fault>> {
        let mut trial = self.trial.take().unwrap_or_else(|| Box::new(state.clone()));
        State::clone_from(&mut trial, state);
        let before = self.steps;
        self.steps += program.work_of_a_copy;
        let verdict = self.tried_on(program, &mut trial, decision, choice);
        self.trial = Some(trial);
        self.beside_the_move(before);
        verdict
    }

    /// Moves the seeds as an answer says, up to the next question or the end of the move: nobody is asked, nothing ends.
    pub(super) fn moved_on(
        &mut self,
        program: &Prepared,
        state: &mut State,
        decision: &Decision,
        choice: Choice,
    ) -> Result<(), Box<Fault>> {
        self.renew_registers(program, state.head.mover);
        self.restore(program, state, decision, 0);
        self.bind(decision, choice);
        if let Some(answer) = decision.answers.get(usize::from(choice.answer)) {
            self.run_piece(program, state, answer.then, Mode::Trial)?;
        }
        Ok(())
    }

    fn tried_on(
        &mut self,
        program: &Prepared,
        trial: &mut State,
        decision: &Decision,
        choice: Choice,
    ) -> Result<u64, Box<Fault>> {
        let mut verdict = 0;
        self.moved_on(program, trial, decision, choice)?;
        for (number, must) in decision.musts.iter().enumerate() {
            if must.answer.is_none_or(|only| only == choice.answer)
                && self.holds(program, trial, decision, choice, must)?
            {
                verdict |= 1 << number;
            }
        }
        Ok(verdict)
    }

    /// A `must`, with the names of the question as they were, and everything else as the trial left it.
    fn holds(
        &mut self,
        program: &Prepared,
        trial: &mut State,
        decision: &Decision,
        choice: Choice,
        must: &Judgement,
    ) -> Result<bool, Box<Fault>> {
        self.restore(program, trial, decision, program.first_local.0);
        self.bind(decision, choice);
        self.pass(usize::from(must.code));
        self.run_piece(program, trial, must.code, Mode::Trial)?;
        Ok(self.reg(must.result) != 0)
    }
}

/// Of these houses, those from which the last seed may fall into the region, to a number that is taken; numbers from 64 on
/// may be.
#[inline(never)]
fn taking(board: &Lanes, seat: &SureSeat, eaten: u64, houses: u64) -> u64 {
    doubtful(board, seat, houses, |Fall { last, .. }| {
        let there = board[last.trailing_zeros() as usize & (BLOCK - 1)].saturating_add(1);
        (last & seat.bits != 0) & ((there >= 64) | (eaten >> (there & 63) & 1 == 1))
    })
}

/// Of these houses, those that may leave nothing in the region, whatever is taken by number.
#[inline(never)]
fn emptying(board: &Lanes, seat: &SureSeat, Staying { still, met }: Staying, houses: u64) -> u64 {
    doubtful(board, seat, houses, |Fall { reach, .. }| met & reach | still & !reach == 0)
}

/// Of these houses, those whose seeds fall so; those that go round, or lie on no ring, may.
#[inline(always)]
fn doubtful(board: &Lanes, seat: &SureSeat, houses: u64, falls_so: impl Fn(Fall) -> bool) -> u64 {
    let ring = &*seat.ring;
    let on_ring = houses & u64::from(ring.sites);
    let (mut rest, mut found) = (on_ring, houses & !on_ring);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        let from = bit.trailing_zeros() as usize & (BLOCK - 1);
        let count = usize::from(board[from]);
        found |= if falls_so(ring.fall(from, count)) | (count >= ring.len) { bit } else { 0 };
    }
    found
}
