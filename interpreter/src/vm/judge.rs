//! In: the answers found to a question. Out: those that its `must`s let pass: seen at once, or played on a copy. Never here: playing on for good.
use super::{Machine, Mode};
use crate::choice::Choice;
use crate::fault::Fault;
use crate::lanes::{self, BLOCK};
use crate::state::State;
use crate::tables::Prepared;
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
        self.at = at;
        Ok(())
    }

    /// The offered houses of which it is not certain that sowing them leaves seeds in the region that every `must` wants
    /// filled; all bits if they are no plain houses, or there is no such region.
    #[inline]
    pub(super) fn unsure(&self, program: &Prepared, state: &State, number: u16) -> u64 {
        let Some(sure) = program.sure.get(usize::from(number)).and_then(Option::as_ref) else { return u64::MAX };
        let Some(houses) = self.offers.plain_houses() else { return u64::MAX };
        let mover = self.player(program, words::MOVER);
        let region = usize::from(sure.region) + mover;
        let Some(lanes) = program.region_lanes.get(region) else {
            let above = sure.above.map_or(i32::MAX, i32::from);
            let filled = |site: &u8| i32::from(state.board()[usize::from(*site)]) > above;
            return if program.regions[region].sites.iter().any(filled) { 0 } else { houses };
        };
        let board = state.block();
        // So many seeds in one house that no answer can empty it.
        if sure.above.is_some_and(|above| lanes::any_above(board, &lanes.all, above)) {
            return 0;
        }
        let Some(ring) = sure.rings.get(mover) else { return houses };
        let (still, met) = lanes::staying(board, &lanes.own, &sure.taken);
        let (mut rest, mut unsure) = (houses, 0);
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let from = bit.trailing_zeros() as usize & (BLOCK - 1);
            let (at, count) = (usize::from(ring.position[from]), usize::from(board[from]));
            let reach = ring.reach[(at * BLOCK + count) & (BLOCK * BLOCK - 1)];
            let once_round = at < BLOCK && count < ring.len;
            if !once_round || met & reach | still & !reach == 0 {
                unsure |= bit;
            }
        }
        unsure
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
        // Code that only goes forth costs time too.
        self.steps += (program.code.len() >> 4) as u64;
        let verdict = self.tried_on(program, &mut trial, decision, choice);
        self.trial = Some(trial);
        self.beside_the_move(before);
        verdict
    }

    /// Moves the seeds as an answer says, up to the next question or the end of the move: nobody is asked, nothing ends.
    fn moved_on(
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

    /// The last answer of a line, of which only that it can be played is wanted.
    pub(crate) fn play_last(
        &mut self,
        program: &Prepared,
        state: &mut State,
        choice: Choice,
    ) -> Result<(), Box<Fault>> {
        self.begins_an_answer(program)?;
        match program.decisions.get(usize::from(state.head.decision)) {
            Some(decision) => self.moved_on(program, state, decision, choice),
            None => Ok(()),
        }
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
