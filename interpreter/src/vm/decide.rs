//! In: a question and a state. Out: its answers, found by looking or by code. Never here: judging them by what they lead to.
use super::{Machine, Mode, Stop};
use crate::choice::Choice;
use crate::fault::{Fault, FaultKind};
use crate::lanes;
use crate::state::State;
use crate::tables::{Look, Prepared, Seat};
use mcl_lang::bytecode::{Addr, Decision, Options, Reg, words};
use mcl_lang::hir::MOST_BINDERS;

/// How often `can_move` may be asked inside itself: a player can move if the other cannot, if …
const MOST_LOOKS_AHEAD: u8 = 8;

/// What became of a question.
pub(super) enum Answered {
    Stop(Stop),
    /// Nothing to choose from: the rules say what then.
    Otherwise(Addr),
}

impl Machine {
    /// Asks: finds the answers and keeps what must survive the question.
    #[inline(never)]
    pub(super) fn question(
        &mut self,
        program: &Prepared,
        state: &mut State,
        number: u16,
        mode: Mode,
    ) -> Result<Answered, Box<Fault>> {
        let decision = &program.decisions[usize::from(number)];
        if self.reg(words::HAND) + self.other_hand != 0 && !decision.saves.contains(&words::HAND) {
            return Err(self.fault(program, FaultKind::Broken { what: "a question that loses the seeds held" }));
        }
        if !matches!(mode, Mode::Trial | Mode::Probe)
            && let Some(look) = &program.plain[usize::from(number)]
        {
            let mover = self.player(program, words::MOVER);
            if self.look(program, state, look, mover) {
                self.judge(program, state, decision, number)?;
            }
            if self.offers.len() == 0 {
                return self.nothing_to_choose(program, state, decision, mode);
            }
            state.head.decision = number;
            state.head.asked = u8::try_from(self.player(program, words::MOVER)).unwrap_or(0);
            return Ok(Answered::Stop(Stop::Asked));
        }
        if mode == Mode::Trial {
            return self.question_in_trial(program, state, decision);
        }
        if mode == Mode::Probe {
            self.find(program, state, decision)?;
            let stop = if self.offers.len() > 0 { Stop::Asked } else { Stop::Stuck };
            return Ok(Answered::Stop(stop));
        }
        self.save(program, state, decision);
        let at = self.at;
        self.find(program, state, decision)?;
        self.at = at;
        self.judge(program, state, decision, number)?;
        if decision.optional.is_some() {
            self.offers.push(Choice::decline());
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
                let mover = self.player(program, words::MOVER);
                self.look(program, state, &program.look(region, counts), mover);
            }
            Options::Code(code) => {
                self.run_piece(program, state, code, Mode::Move)?;
            }
        }
        Ok(())
    }

    /// The houses of a player's region that hold seeds, or numbers of seeds from a set; whether there are any.
    #[inline(always)]
    pub(super) fn look(&mut self, program: &Prepared, state: &State, look: &Look, player: usize) -> bool {
        let region = usize::from(look.region) + player;
        let houses = match look.counts {
            None if program.small => {
                program.region_lanes.get(region).map_or(0, |lanes| u128::from(lanes::filled(state.block(), &lanes.own)))
            }
            counts => fitting(program, state, region, counts),
        };
        self.offers.are(look, region, houses);
        houses != 0
    }

    /// The same on a small board, where any seed will do.
    #[inline(always)]
    pub(super) fn look_along(&mut self, state: &State, look: &Look, seat: &Seat, player: u8) -> bool {
        let houses = lanes::filled(state.block(), &seat.own);
        self.offers.are(look, usize::from(look.region) + usize::from(player), u128::from(houses));
        houses != 0
    }

    /// Takes the registers of an answer's binders as one answer.
    #[inline(never)]
    pub(super) fn offer(&mut self, program: &Prepared, decision: u16, answer: u8) -> Result<(), Box<Fault>> {
        if self.offers.listed() >= self.limits.options {
            return Err(self.fault(program, FaultKind::TooManyOptions { most: self.limits.options }));
        }
        let binders = &program.decisions[usize::from(decision)].answers[usize::from(answer)].binders;
        let mut values = [0; MOST_BINDERS];
        for (value, (reg, _)) in values.iter_mut().zip(binders) {
            *value = self.reg(*reg);
        }
        self.offers.push(Choice { answer, count: u8::try_from(binders.len()).unwrap_or(0), values });
        Ok(())
    }

    /// Whether a player's first decision would have an answer by its `where`s alone.
    #[inline(never)]
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
        // Registers are copied twice.
        self.steps += 16 + program.work_of_a_copy;
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
    pub(super) fn renew_words(&mut self, program: &Prepared, mover: u8) {
        let (words, _) = program.fresh.split_at(usize::from(words::FREE));
        self.renew(mover, words);
    }

    /// The first registers as they are before anything is sown.
    #[inline(always)]
    pub(super) fn renew(&mut self, mover: u8, fresh: &[i32]) {
        self.regs[..fresh.len()].copy_from_slice(fresh);
        self.set(words::MOVER, i32::from(mover));
        self.other_hand = 0;
        self.lap_before = i32::MAX;
    }
}

/// The houses of a region with numbers of seeds from a set, or with any; site by site.
#[inline(never)]
fn fitting(program: &Prepared, state: &State, region: usize, counts: Option<u16>) -> u128 {
    let board = state.board();
    let counts = counts.map(|counts| &program.counts[usize::from(counts)]);
    let fits = |site: u8| {
        let seeds = i32::from(board[usize::from(site)]);
        counts.map_or(seeds > 0, |counts| counts.contains(seeds))
    };
    program.regions[region].sites.iter().fold(0, |houses, site| houses | u128::from(fits(*site)) << site)
}

/// Clears what the last question kept, so that equal positions are equal.
#[inline(always)]
pub(super) fn forget(program: &Prepared, state: &mut State) {
    let first = usize::from(program.cells.variables);
    if program.cells.saved > 0 {
        state.cells_mut()[first..].fill(0);
    }
}
