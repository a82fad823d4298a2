//! In: a question and a state. Out: its answers: found by looking or by code, judged by trial. Never here: playing on for good.
use super::{Machine, Mode, Stop};
use crate::choice::Choice;
use crate::fault::{Fault, FaultKind};
use crate::state::State;
use crate::tables::{BLOCK, Look, Prepared};
use mcl_lang::bytecode::{Addr, Certainty, Decision, Judgement, NO_SITE, Options, Reg, words};
use mcl_lang::hir::MOST_BINDERS;

/// How often `can_move` may be asked inside itself: a player can move if the other cannot, if …
const MOST_LOOKS_AHEAD: u8 = 8;

/// The answers to one question: houses of a region as a set of bits, or a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers {
    /// Houses, if the question is a plain look at a region.
    houses: u128,
    /// Which region they are of, for their order.
    region: usize,
    /// Whether `houses` holds the answers.
    scanned: bool,
    list: Vec<Choice>,
}

impl Offers {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        if self.scanned { self.houses() + self.list.len() } else { self.list.len() }
    }

    /// How many houses; one word is enough for most boards.
    #[inline(always)]
    fn houses(&self) -> usize {
        match u64::try_from(self.houses) {
            Ok(low) => low.count_ones() as usize,
            Err(_) => self.houses.count_ones() as usize,
        }
    }

    fn clear(&mut self) {
        self.houses = 0;
        self.scanned = false;
        self.list.clear();
    }

    /// The answer of this number, in the order of the region or of the code that offered them.
    #[inline]
    pub(crate) fn get(&self, program: &Prepared, at: usize) -> Option<Choice> {
        if !self.scanned {
            return self.list.get(at).copied();
        }
        if !self.list.is_empty() && at >= self.houses() {
            return self.list.get(at - self.houses()).copied();
        }
        let table = &program.regions[self.region];
        if table.ascending {
            return match u64::try_from(self.houses) {
                Ok(mut rest) => {
                    (0..at).for_each(|_| rest &= rest.saturating_sub(1));
                    (rest != 0).then(|| Choice::one(rest.trailing_zeros().cast_signed()))
                }
                Err(_) => {
                    let mut rest = self.houses;
                    (0..at).for_each(|_| rest &= rest.saturating_sub(1));
                    (rest != 0).then(|| Choice::one(rest.trailing_zeros().cast_signed()))
                }
            };
        }
        let offered = table.sites.iter().filter(|site| self.houses >> **site & 1 == 1);
        offered.copied().nth(at).map(|site| Choice::one(i32::from(site)))
    }
}

/// What became of a question.
pub(super) enum Answered {
    Stop(Stop),
    /// Nothing to choose from: the rules say what then.
    Otherwise(Addr),
}

impl Machine {
    /// Asks: finds the answers and keeps what must survive the question.
    pub(super) fn question(
        &mut self,
        program: &Prepared,
        state: &mut State,
        number: u16,
        mode: Mode,
    ) -> Result<Answered, Box<Fault>> {
        let decision = &program.decisions[usize::from(number)];
        if !matches!(mode, Mode::Trial | Mode::Probe)
            && let Some(look) = program.plain[usize::from(number)]
        {
            if self.look(program, state, look) {
                state.head.decision = number;
                state.head.asked = u8::try_from(self.player(program, words::MOVER)).unwrap_or(0);
                return Ok(Answered::Stop(Stop::Asked));
            }
            return self.nothing_to_choose(program, state, decision, mode);
        }
        if mode == Mode::Trial {
            return self.question_in_trial(program, state, decision);
        }
        if mode == Mode::Probe {
            self.find(program, state, decision)?;
            let stop = if self.offers.len() > 0 { Stop::Asked } else { Stop::Stuck };
            return Ok(Answered::Stop(stop));
        }
        let at = self.at;
        self.save(program, state, decision);
        self.find(program, state, decision)?;
        self.judge(program, state, decision)?;
        self.at = at;
        if decision.optional.is_some() {
            self.offers.list.push(Choice::decline());
        }
        if self.offers.len() > 0 {
            state.head.decision = number;
            state.head.asked = u8::try_from(self.player(program, decision.by)).unwrap_or(0);
            return Ok(Answered::Stop(Stop::Asked));
        }
        self.nothing_to_choose(program, state, decision, mode)
    }

    fn nothing_to_choose(
        &mut self,
        program: &Prepared,
        state: &mut State,
        decision: &Decision,
        mode: Mode,
    ) -> Result<Answered, Box<Fault>> {
        self.renew_registers(program, state.head.mover);
        self.restore(program, state, decision, 0);
        forget(program, state);
        if let Some(otherwise) = decision.otherwise {
            return Ok(Answered::Otherwise(otherwise));
        }
        if mode == Mode::Turn {
            return Ok(Answered::Stop(Stop::Stuck));
        }
        let player = program.layout.players[self.player(program, decision.by)].clone();
        Err(self.fault(program, FaultKind::NoOption { player }))
    }

    /// In a trial a question is the end, unless it has no answer and the rules say what then.
    fn question_in_trial(
        &mut self,
        program: &Prepared,
        state: &mut State,
        decision: &Decision,
    ) -> Result<Answered, Box<Fault>> {
        let Some(otherwise) = decision.otherwise else {
            return Ok(Answered::Stop(Stop::Asked));
        };
        // The answers already found for the question under trial must outlive this look.
        let outer = std::mem::take(&mut self.offers);
        let found = self.find(program, state, decision);
        let empty = self.offers.len() == 0;
        self.offers = outer;
        found?;
        Ok(if empty { Answered::Otherwise(otherwise) } else { Answered::Stop(Stop::Asked) })
    }

    /// All answers that the `where`s let pass.
    fn find(&mut self, program: &Prepared, state: &mut State, decision: &Decision) -> Result<(), Box<Fault>> {
        self.offers.clear();
        match decision.options {
            Options::Scan { region, counts } => {
                self.look(program, state, program.look(region, counts));
            }
            Options::Code(code) => {
                self.run_piece(program, state, code, Mode::Move)?;
            }
        }
        Ok(())
    }

    /// The houses of a region that hold seeds, or numbers of seeds from a set; whether there are any.
    #[inline(always)]
    pub(super) fn look(&mut self, program: &Prepared, state: &State, look: Look) -> bool {
        let region = usize::from(look.region) + self.player(program, words::MOVER);
        self.offers.list.clear();
        self.offers.region = region;
        self.offers.scanned = true;
        self.offers.houses = match look.counts {
            None if program.small => u128::from(state.filled() & program.region_bits[region]),
            _ => {
                let board = state.board();
                let counts = look.counts.map(|counts| &program.counts[usize::from(counts)]);
                let fits = |site: u8| {
                    let seeds = i32::from(board[usize::from(site)]);
                    counts.map_or(seeds > 0, |counts| counts.contains(seeds))
                };
                program.regions[region].sites.iter().fold(0, |houses, site| houses | u128::from(fits(*site)) << site)
            }
        };
        self.offers.houses != 0
    }

    /// Takes the registers of an answer's binders as one answer.
    pub(super) fn offer(&mut self, program: &Prepared, decision: u16, answer: u8) -> Result<(), Box<Fault>> {
        if self.offers.list.len() >= self.limits.options {
            return Err(self.fault(program, FaultKind::TooManyOptions { most: self.limits.options }));
        }
        let binders = &program.decisions[usize::from(decision)].answers[usize::from(answer)].binders;
        let mut values = [0; MOST_BINDERS];
        for (value, (reg, _)) in values.iter_mut().zip(binders) {
            *value = self.reg(*reg);
        }
        self.offers.list.push(Choice { answer, count: u8::try_from(binders.len()).unwrap_or(0), values });
        Ok(())
    }

    /// Whether a player's first decision would have an answer by its `where`s alone.
    pub(super) fn can_move(
        &mut self,
        program: &Prepared,
        state: &State,
        to: Reg,
        player: Reg,
    ) -> Result<(), Box<Fault>> {
        if self.looks_ahead == MOST_LOOKS_AHEAD {
            return Err(self.fault(program, FaultKind::LooksAhead));
        }
        self.looks_ahead += 1;
        let (regs, other_hand) = (self.regs, self.other_hand);
        let offers = std::mem::take(&mut self.offers);
        let mut copy = state.clone();
        let mover = u8::try_from(self.player(program, player)).unwrap_or(0);
        copy.head.mover = mover;
        self.renew_words(program, mover);
        let turn = self.turn_entry(program, &copy);
        let stop = self.run_piece(program, &mut copy, turn, Mode::Probe);
        self.looks_ahead -= 1;
        self.regs = regs;
        self.other_hand = other_hand;
        self.offers = offers;
        self.set(to, i32::from(stop? == Stop::Asked));
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------------- trials

    /// Drops the answers that the `must`s refuse.
    fn judge(&mut self, program: &Prepared, state: &mut State, decision: &Decision) -> Result<(), Box<Fault>> {
        if decision.musts.is_empty() || self.offers.len() == 0 {
            return Ok(());
        }
        if let Some(certainty) = decision.certainty
            && (self.certain(program, state, certainty) || self.all_leave(program, state, certainty))
        {
            return Ok(());
        }
        let mut tried = std::mem::take(&mut self.tried);
        tried.clear();
        for at in 0..self.offers.len() {
            if let Some(choice) = self.offers.get(program, at) {
                let certain = decision
                    .certainty
                    .is_some_and(|certainty| self.leaves(program, state, certainty, choice.values[0]));
                let verdict = if certain { u64::MAX } else { self.tried(program, state, decision, choice)? };
                tried.push((choice, verdict));
            }
        }
        for (number, must) in decision.musts.iter().enumerate() {
            let passes = |choice: &Choice, verdict: u64| {
                must.answer.is_some_and(|only| only != choice.answer) || verdict >> number & 1 == 1
            };
            if tried.iter().any(|(choice, verdict)| passes(choice, *verdict)) || !must.if_possible {
                tried.retain(|(choice, verdict)| passes(choice, *verdict));
            }
        }
        self.keep(&tried);
        self.tried = tried;
        Ok(())
    }

    /// Whether a house of the region holds so many seeds that no answer can empty it.
    fn certain(&self, program: &Prepared, state: &State, certainty: Certainty) -> bool {
        let region = usize::from(certainty.region) + self.player(program, words::MOVER);
        if let (true, Ok(above)) = (program.small, u16::try_from(certainty.above)) {
            let lanes = &program.region_lanes[region].0;
            let over = state.block().iter().zip(lanes);
            return over.fold(0, |any, (seeds, lane)| any | (seeds & lane).saturating_sub(above)) != 0;
        }
        let board = state.board();
        program.regions[region].sites.iter().any(|site| i32::from(board[usize::from(*site)]) > certainty.above)
    }

    /// Whether every answer does.
    fn all_leave(&self, program: &Prepared, state: &State, certainty: Certainty) -> bool {
        let mut rest = self.offers.houses;
        if certainty.sown.is_none() || !self.offers.scanned || !self.offers.list.is_empty() {
            return false;
        }
        while rest != 0 {
            if !self.leaves(program, state, certainty, rest.trailing_zeros().cast_signed()) {
                return false;
            }
            rest &= rest - 1;
        }
        true
    }

    /// Whether the sowing of the chosen house leaves a house of the region with seeds that no capture asks for.
    #[inline]
    fn leaves(&self, program: &Prepared, state: &State, certainty: Certainty, house: i32) -> bool {
        let Some(sown) = certainty.sown else { return false };
        let mover = self.player(program, words::MOVER);
        let quick = program.quick[usize::from(sown.sow)].as_ref();
        let ring = quick.and_then(|quick| program.rings.get(*quick.routes.get(mover)?)?.as_ref());
        let (Some(ring), 0..16) = (ring, house) else { return false };
        let board = state.block();
        let from = usize::try_from(house).unwrap_or(0) & (BLOCK - 1);
        let (at, count) = (usize::from(ring.position[from]), usize::from(board[from]));
        if at >= BLOCK || count >= ring.len {
            return false;
        }
        let adds = &ring.adds[(at * BLOCK + count) & (BLOCK * BLOCK - 1)];
        let eaten = &program.counts[usize::from(sown.counts)];
        let region = &program.regions[usize::from(certainty.region) + mover];
        region.sites.iter().any(|site| {
            let site = usize::from(*site) & (BLOCK - 1);
            let seeds = i32::from(board[site] + adds[site]);
            seeds > 0 && site != from && !eaten.contains(seeds)
        })
    }

    fn keep(&mut self, kept: &[(Choice, u64)]) {
        if self.offers.scanned {
            let houses = kept.iter().filter_map(|(choice, _)| u32::try_from(choice.values[0]).ok());
            self.offers.houses = houses.fold(0, |houses, site| houses | 1u128.checked_shl(site).unwrap_or(0));
        } else {
            self.offers.list.clear();
            self.offers.list.extend(kept.iter().map(|(choice, _)| choice));
        }
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
        let steps = self.steps;
        let verdict = self.tried_on(program, &mut trial, decision, choice);
        self.trial = Some(trial);
        self.steps = steps;
        verdict
    }

    fn tried_on(
        &mut self,
        program: &Prepared,
        trial: &mut State,
        decision: &Decision,
        choice: Choice,
    ) -> Result<u64, Box<Fault>> {
        let mut verdict = 0;
        self.renew_registers(program, trial.head.mover);
        self.restore(program, trial, decision, 0);
        self.bind(decision, choice);
        if let Some(answer) = decision.answers.get(usize::from(choice.answer)) {
            self.run_piece(program, trial, answer.then, Mode::Trial)?;
        }
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

    // ------------------------------------------------------------------------------------------ what a question keeps

    /// Keeps the registers and lists that live beyond the question in the state's cells.
    pub(super) fn save(&self, program: &Prepared, state: &mut State, decision: &Decision) {
        if decision.saves.is_empty() && decision.list_saves.is_empty() {
            return;
        }
        let first = usize::from(program.cells.variables);
        let cells = state.cells_mut();
        for (at, reg) in decision.saves.iter().enumerate() {
            cells[first + at] = self.reg(*reg);
        }
        let mut at = first + decision.saves.len();
        let width = program.list_cells();
        for list in &decision.list_saves {
            self.list(*list).pack(&mut cells[at..at + width]);
            at += width;
        }
    }

    /// Puts back what a question kept; registers below `from` stay as they are.
    #[inline(always)]
    pub(super) fn restore(&mut self, program: &Prepared, state: &State, decision: &Decision, from: u8) {
        if !decision.saves.is_empty() || !decision.list_saves.is_empty() {
            self.restore_kept(program, state, decision, from);
        }
    }

    fn restore_kept(&mut self, program: &Prepared, state: &State, decision: &Decision, from: u8) {
        let first = usize::from(program.cells.variables);
        let cells = state.cells();
        for (at, reg) in decision.saves.iter().enumerate() {
            if reg.0 >= from {
                self.regs[usize::from(reg.0)] = cells[first + at];
            }
        }
        let mut at = first + decision.saves.len();
        let width = program.list_cells();
        for number in &decision.list_saves {
            self.list_mut(*number).unpack(&cells[at..at + width], state.board().len());
            at += width;
        }
        if program.two_hands {
            let board = state.board().iter().map(|seeds| i32::from(*seeds)).sum::<i32>();
            self.other_hand = i32::from(state.head.total) - board - self.reg(words::HAND);
        }
    }

    /// Gives an answer's values to its binders.
    #[inline(always)]
    pub(super) fn bind(&mut self, decision: &Decision, choice: Choice) {
        let Some(answer) = decision.answers.get(usize::from(choice.answer)) else {
            return;
        };
        for ((reg, _), value) in answer.binders.iter().zip(choice.values) {
            self.set(*reg, value);
        }
    }

    /// The words of a lap before anything is sown.
    #[inline]
    pub(super) fn renew_words(&mut self, program: &Prepared, mover: u8) {
        let way = i32::from(program.direction == mcl_lang::hir::Way::Cw);
        // In the order of `words`: origin, last, was, lap, way, hand, captured, mover, track, at, none, next.
        let fresh: [i32; words::FREE as usize] = [NO_SITE, NO_SITE, 0, 1, way, 0, 0, i32::from(mover), 0, 0, 0, NOBODY];
        self.regs[..fresh.len()].copy_from_slice(&fresh);
        self.other_hand = 0;
        self.lap_before = i32::MAX;
    }
}

/// Stands for a player where the rules have named none.
const NOBODY: i32 = -1;

/// Clears what the last question kept, so that equal positions are equal.
#[inline(always)]
pub(super) fn forget(program: &Prepared, state: &mut State) {
    let first = usize::from(program.cells.variables);
    if program.cells.saved > 0 {
        state.cells_mut()[first..].fill(0);
    }
}
