//! In: a program, a state, where to go on. Out: the state changed up to the next question or end. With `vm/`, the only code that moves seeds.
mod arithmetic;
mod capture;
mod decide;
mod explain;
mod history;
mod judge;
mod offers;
mod outcomes;
mod regions;
pub(crate) mod sets;
mod sites;
mod sow;
mod turns;

pub use history::History;
pub(crate) use offers::Offers;

use crate::choice::Choice;
use crate::coverage::{Passed, Watching};
use crate::event::{Event, EventKind, Listener};
use crate::fault::{Fault, FaultKind, Limits};
use crate::seen::Seen;
use crate::state::State;
use crate::step::Latest;
use crate::tables::Prepared;
use mcl_lang::bytecode::{FaultCode, Instr, ListReg, Reg, words};
use std::sync::Arc;

/// Why the machine stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A player is asked; the state keeps the question.
    Asked,
    /// The first question of a move has no answer.
    Stuck,
    /// A move has ended, in a trial.
    Moved,
    /// A called piece of code has ended.
    Returned,
    /// A move has ended and no case of `end` holds.
    Next,
    /// A case of `end` has held.
    Settled,
    RoundOver,
    Won(u8),
    Drawn,
}

/// How code is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The first question of a turn may be found without answer.
    Turn,
    /// In the middle of a move.
    Move,
    /// On a copy, up to the next question.
    Trial,
    /// On a copy, up to the first question, which is only asked whether it has an answer.
    Probe,
    /// In `end` after a move: when no case holds, the next player is asked.
    Ending,
}

/// A list of sites.
#[derive(Clone, Debug)]
pub(crate) struct SiteList {
    len: u8,
    sites: [u8; 128],
}

/// What playing needs beside the state: registers, lists, the answers found. One for each thread that plays; it can be
/// used for any number of states of the game whose [`machine`](crate::Game::machine) it is, and nothing of it is part of a
/// position. A machine of another game is made anew by [`State::play`](crate::State::play).
#[derive(Clone, Debug)]
pub struct Machine {
    regs: [i32; 256],
    lists: Box<[SiteList; 16]>,
    /// The run that is being captured.
    run: SiteList,
    offers: Offers,
    /// Room for answers that are not looked at now.
    spare: Vec<Offers>,
    trial: Option<Box<State>>,
    /// Answers under trial, with a bit for each `must` that let them pass.
    tried: Vec<(Choice, u64)>,
    /// Work done since the machine last rested: steps back in the code, and what takes as long.
    steps: u64,
    /// The number of steps beyond which the present move is at fault.
    stop_at: u64,
    /// The steps when the present lap, or chain of laps, began.
    steps_before_laps: u64,
    /// How often `can_move` has been asked inside itself.
    looks_ahead: u8,
    limits: Limits,
    laps: Seen,
    lap_count: u32,
    /// The number of the last lap that was entered among those remembered.
    lap_before: i32,
    landmark: sow::Landmark,
    repeated: u32,
    /// Who moves next, once `end` has been consulted.
    follows: u8,
    /// Takes the place of a history where none is looked at.
    nowhere: Option<Box<History>>,
    /// Seeds in the other hand, while two sow in step.
    other_hand: i32,
    /// Which instructions have been run, if somebody wants to know.
    passed: Option<Arc<Passed>>,
    /// Where the instruction stands that is being run, for faults and events.
    at: usize,
    /// The state whose answers have just been found, for those who play states.
    pub(crate) latest: Option<Box<Latest>>,
}

impl Machine {
    /// A machine for a program with these constants.
    pub(crate) fn new(limits: Limits, constants: &[i32]) -> Machine {
        let mut regs = [0; 256];
        regs.iter_mut().rev().zip(constants).for_each(|(reg, constant)| *reg = *constant);
        Machine {
            regs,
            run: SiteList { len: 0, sites: [0; 128] },
            lists: Box::new([const { SiteList { len: 0, sites: [0; 128] } }; 16]),
            offers: Offers::default(),
            spare: Vec::new(),
            trial: None,
            tried: Vec::new(),
            steps: 0,
            stop_at: u64::from(limits.steps).min(limits.work),
            steps_before_laps: 0,
            looks_ahead: 0,
            limits,
            laps: Seen::default(),
            lap_count: 0,
            lap_before: i32::MAX,
            landmark: sow::Landmark::default(),
            repeated: 0,
            follows: 0,
            nowhere: None,
            other_hand: 0,
            passed: None,
            at: 0,
            latest: None,
        }
    }

    /// The same machine, noting which instructions it runs.
    pub(crate) fn noting(self, passed: Option<Arc<Passed>>) -> Machine {
        Machine { passed, ..self }
    }

    /// Notes that an instruction is run.
    fn pass(&self, at: usize) {
        if let Some(passed) = &self.passed {
            passed.note(at);
        }
    }

    #[inline(always)]
    fn reg(&self, reg: Reg) -> i32 {
        self.regs[reg.0 as usize]
    }

    #[inline(always)]
    fn set(&mut self, reg: Reg, value: i32) {
        self.regs[reg.0 as usize] = value;
    }

    fn list(&self, list: ListReg) -> &SiteList {
        &self.lists[usize::from(list.0 & 15)]
    }

    fn list_mut(&mut self, list: ListReg) -> &mut SiteList {
        &mut self.lists[usize::from(list.0 & 15)]
    }

    /// A fault at the instruction being run. Boxed: that there is none must cost nothing.
    #[cold]
    fn fault(&self, program: &Prepared, kind: FaultKind) -> Box<Fault> {
        let mut fault = Fault::new(kind, program.span(self.at));
        self.explain(program, &mut fault);
        Box::new(fault)
    }

    #[inline(always)]
    fn tell<L: Listener>(&self, listener: &mut L, kind: EventKind) {
        if L::LISTENS {
            listener.hear(Event { kind, at: u16::try_from(self.at).unwrap_or(u16::MAX) });
        }
    }

    /// In debug builds: seeds on the board and in the hands are all the seeds there are.
    #[inline(always)]
    fn conserved(&self, state: &State) {
        debug_assert_eq!(
            state.board().iter().map(|seeds| i64::from(*seeds)).sum::<i64>()
                + i64::from(self.reg(words::HAND))
                + i64::from(self.other_hand),
            i64::from(state.head.total),
            "seeds are conserved at every event"
        );
    }

    /// Code that only goes forth takes time too: so much from where it began, at most.
    #[inline(always)]
    fn went_forth(&mut self, begun: usize, pc: usize) {
        self.steps += (pc.saturating_sub(begun) >> 2) as u64;
    }

    /// One step back in the code; beyond the limit the rules are at fault.
    #[inline(always)]
    fn step_back(&mut self, program: &Prepared) -> Result<(), Box<Fault>> {
        self.steps += 1;
        if self.steps > self.stop_at {
            return Err(self.out_of_fuel(program));
        }
        Ok(())
    }

    #[cold]
    fn out_of_fuel(&self, program: &Prepared) -> Box<Fault> {
        let work = self.limits.work;
        let kind = if self.steps > work {
            FaultKind::TooMuchWork { work }
        } else {
            FaultKind::OutOfFuel { steps: self.limits.steps }
        };
        self.fault(program, kind)
    }

    /// A call from outside begins: all work that the limits allow is before it.
    pub(crate) fn rest(&mut self) {
        self.steps = 0;
        self.refuel();
        self.laps.give_back();
    }

    /// A move begins: it has steps of its own, within the work of the call.
    #[inline(always)]
    fn refuel(&mut self) {
        self.stop_at = (self.steps + u64::from(self.limits.steps)).min(self.limits.work);
    }

    /// What has been done since `before` is no part of the move, only of the work.
    fn beside_the_move(&mut self, before: u64) {
        self.stop_at = (self.stop_at + (self.steps - before)).min(self.limits.work);
    }

    /// Nothing may be played for long: what one move has taken is given back.
    pub(crate) fn give_back(&mut self) {
        self.laps.forget();
    }

    /// Work that is done for a move beside playing it, such as reading it.
    pub(crate) fn spend(&mut self, program: &Prepared, steps: u64) -> Result<(), Box<Fault>> {
        self.steps = self.steps.saturating_add(steps);
        self.refuel();
        if self.steps > self.limits.work { Err(self.out_of_fuel(program)) } else { Ok(()) }
    }

    /// Work done since the machine last rested.
    pub(crate) fn work(&self) -> u64 {
        self.steps
    }

    #[inline(always)]
    fn jump(&mut self, program: &Prepared, pc: &mut usize, then: u16) -> Result<(), Box<Fault>> {
        let then = then as usize;
        if then < *pc {
            // A long way back has been a long way forth.
            self.steps += ((*pc - then) >> 4) as u64;
            self.step_back(program)?;
        }
        *pc = then;
        Ok(())
    }

    /// The same program, its tables not loaded yet: what the optimiser would load for all kinds of instruction before the
    /// first costs more than it saves where a move runs a dozen.
    #[inline(always)]
    fn anew(program: &Prepared) -> &Prepared {
        std::hint::black_box(program)
    }

    /// Runs from `pc` until a question, an end or a return.
    #[expect(
        clippy::too_many_lines,
        reason = "the dispatch loop: every arm is a line or two that calls a named function"
    )]
    pub(crate) fn run<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        mut pc: usize,
        mut mode: Mode,
    ) -> Result<Stop, Box<Fault>> {
        let code = &program.code[..];
        let mut begun = pc;
        loop {
            let Some(instr) = code.get(pc) else {
                return Err(self.fault(program, FaultKind::Broken { what: "the code runs off its end" }));
            };
            self.at = pc;
            if L::WATCHES {
                self.pass(pc);
            }
            pc += 1;
            match *instr {
                Instr::Const { to, value } => self.set(to, value),
                Instr::Copy { to, from } => self.set(to, self.reg(from)),
                Instr::Not { to, from } => self.set(to, i32::from(self.reg(from) == 0)),
                Instr::Math { op, to, left, right } => self.math(program, op, to, left, right)?,
                Instr::Test { op, to, left, right } => {
                    self.set(to, i32::from(op.holds(self.reg(left), self.reg(right))))
                }
                Instr::Load { to, cell } => self.load(state, to, cell as usize),
                Instr::Store { cell, from } => self.store(state, cell as usize, from),
                Instr::LoadAt { to, index, cell } => self.load(state, to, self.row(cell as usize, index)),
                Instr::StoreAt { from, index, cell } => self.store(state, self.row(cell as usize, index), from),
                Instr::Pick { to, index, base, count } => self.set(to, self.regs[self.bank(base, index, count)]),
                Instr::Plant { from, index, base, count } => {
                    let at = self.bank(base, index, count);
                    self.regs[at] = self.reg(from);
                }
                Instr::SwapRegs { one, other, count } => self.swap_regs(one, other, count),
                Instr::Total { to } => self.set(to, i32::from(state.head.total)),
                Instr::Round { to } => self.set(to, i32::from(state.head.round)),
                Instr::Repeated { to } => self.set(to, i32::try_from(self.repeated).unwrap_or(i32::MAX)),

                Instr::Seeds { to, house } => {
                    let seeds = self.seeds(Self::anew(program), state, house)?;
                    self.set(to, seeds);
                }
                Instr::Owner { to, house } => self.owner(program, state, to, house)?,
                Instr::Opposite { to, house } => self.opposite(Self::anew(program), to, house)?,
                Instr::Counterpart { to, house } => self.counterpart(program, to, house)?,
                Instr::Step { to, house, way, back } => self.step(program, state, to, house, way, back)?,
                Instr::StoreOf { to, player } => self.store_of(Self::anew(program), to, player),
                Instr::NextPlayer { to, player } => self.next_player(program, to, player),

                Instr::Jump { then } => self.jump(program, &mut pc, then)?,
                Instr::Unless { condition, then } => {
                    if self.reg(condition) == 0 {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::If { op, left, right, then } => {
                    if op.holds(self.reg(left), self.reg(right)) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfConst { op, left, value, then } => {
                    if op.holds(self.reg(left), i32::from(value)) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfSeeds { op, house, value, then } => {
                    if op.holds(self.seeds(Self::anew(program), state, house)?, i32::from(value)) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfShare { op, house, times, then } => {
                    let seeds = self.seeds(Self::anew(program), state, house)?;
                    // Seeds are at most 65,535, so that the product stays small.
                    if op.holds(seeds * i32::from(times), i32::from(state.head.total)) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfAnyShare { op, times, holds, then } => {
                    if sites::any_share(program, state, op, times) == holds {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfRepeated { op, value, then } => {
                    if op.holds(i32::try_from(self.repeated).unwrap_or(i32::MAX), i32::from(value)) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfCount { count, inside, set, then } => {
                    if Self::anew(program).counts[set as usize].contains(self.reg(count)) == inside {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfCountOf { count, inside, set, then } => {
                    if self.is_counted(Self::anew(program), count, set) == inside {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfIn { house, player, inside, region, then } => {
                    if self.is_in(Self::anew(program), house, player, region) == inside {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfListed { house, list, inside, then } => {
                    if self.is_listed(house, list) == inside {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::IfEmpty { player, empty, region, then } => {
                    if self.is_empty(Self::anew(program), state, player, region) == empty {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::Return => {
                    self.went_forth(begun, pc);
                    return Ok(if mode == Mode::Ending { Stop::Next } else { Stop::Returned });
                }
                Instr::Fail { fault } => return Err(self.fault(program, fault_kind(fault))),

                Instr::RegionSeeds { to, player, region } => self.region_seeds(program, state, to, player, region),
                Instr::RegionCount { to, player, region } => self.region_count(program, to, player, region),
                Instr::RegionAt { to, player, index, region } => self.region_at(program, to, player, index, region)?,
                Instr::ListRegion { list, player, region } => self.list_region(program, list, player, region),
                Instr::LoadList { list, index, cell } => self.load_list(program, state, list, index, cell),
                Instr::StoreList { list, index, cell } => self.store_list(program, state, list, index, cell),
                Instr::ListClear { list } => self.list_mut(list).len = 0,
                Instr::ListPush { list, house } => self.list_push(program, list, house)?,
                Instr::ListAppend { list, other } => self.list_append(list, other),
                Instr::ListWithout { list, other } => self.list_without(list, other),
                Instr::ListCut { list, house, after } => self.list_cut(list, house, after),
                Instr::ListReverse { list } => self.list_mut(list).reverse(),
                Instr::ListSeeds { to, list } => self.list_seeds(state, to, list),
                Instr::ListCount { to, list } => self.set(to, i32::from(self.list(list).len)),
                Instr::ListAt { to, list, index } => self.list_at(program, to, list, index)?,
                Instr::NextOf { counter, house, player, region, then } => {
                    if !self.next_of(Self::anew(program), counter, house, player, region) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::NextIn { counter, house, list, then } => {
                    if !self.next_in(counter, house, list) {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::Walk { list, from, walk, bare } => {
                    if !self.walk_begins(Self::anew(program), state, list, from, walk)
                        || !self.walk_on(program, state, list, from, walk)?
                    {
                        self.jump(program, &mut pc, bare)?;
                    }
                }

                Instr::Sow { house, sow } => self.sow(Self::anew(program), state, listener, house, sow)?,
                Instr::Lift { house, sow } => self.lift(program, state, listener, house, sow)?,
                Instr::NextSite { house, sow, then } => {
                    if !self.next_site(program, state, house, sow)? {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::DropNext { house, sow, then } => {
                    if !self.drop_next(Self::anew(program), state, listener, house, sow)? {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::LapFrom { house, beside, then } => {
                    if self.goes_round(program, state, listener, house, beside)? {
                        self.jump(program, &mut pc, then)?;
                    }
                }
                Instr::DropOne { house } => self.drop_one(program, state, listener, house)?,
                Instr::Capture { house, player } => self.capture(program, state, listener, house, player)?,
                Instr::CaptureRegion { owner, player, region } => {
                    self.capture_region(program, state, listener, owner, player, region)?;
                }
                Instr::CaptureList { list, player } => self.capture_list(program, state, listener, list, player),
                Instr::CaptureWalk { from, player, walk } => {
                    self.capture_walk(program, state, listener, from, player, walk)?
                }
                Instr::Take { amount, house, player } => self.take(program, state, listener, amount, house, player)?,
                Instr::MoveSeeds { amount, from, to } => {
                    self.move_seeds(program, state, listener, Some(amount), from, to)?
                }
                Instr::MoveAll { from, to } => self.move_seeds(program, state, listener, None, from, to)?,
                Instr::Put { amount, house } => self.put(program, state, listener, amount, house)?,

                Instr::SetMark { house, mark, player } => {
                    let site = self.mark(program, state, house, mark, Some(player))?;
                    self.tell(listener, EventKind::Marked { house: narrow(site), mark });
                }
                Instr::ClearMark { house, mark } => {
                    let site = self.mark(program, state, house, mark, None)?;
                    self.tell(listener, EventKind::Unmarked { house: narrow(site), mark });
                }
                Instr::HasMark { to, house, mark } => self.has_mark(program, state, to, house, mark)?,
                Instr::Holder { to, house, mark } => self.holder(program, state, to, house, mark)?,
                Instr::Give { house, player } => {
                    let (site, to) = self.give(program, state, house, player)?;
                    self.tell(listener, EventKind::Given { house: narrow(site), to: narrow(to) });
                }
                Instr::Swap { one, other } => {
                    let (one, other) = self.swap(program, state, one, other);
                    self.tell(listener, EventKind::Swapped { one: narrow(one), other: narrow(other) });
                }
                Instr::Liftable { to, house } => self.liftable(program, state, to, house)?,
                Instr::ListOwned { list, player, theirs, order } => {
                    self.list_owned(program, state, list, player, theirs, order);
                }
                Instr::ListInPlay { list } => self.list_in_play(program, state, list),
                Instr::LiftHand { house } => self.lift_hand(program, state, listener, house)?,
                Instr::DropMany { amount, house } => self.drop_many(program, state, listener, amount, house)?,
                Instr::CanMove { to, player } => self.can_move(program, state, to, player)?,
                Instr::Moves { to, player } => self.moves(program, state, to, player),

                Instr::Choose { decision } => match self.question(program, state, decision, mode)? {
                    decide::Answered::Stop(stop) => return Ok(stop),
                    decide::Answered::Otherwise(then) => {
                        self.step_back(program)?;
                        pc = then as usize;
                        mode = if mode == Mode::Turn { Mode::Move } else { mode };
                    }
                },
                Instr::Offer { decision, alternative } => self.offer(program, decision, alternative)?,
                Instr::EndMove { again } => {
                    self.went_forth(begun, pc);
                    if matches!(mode, Mode::Trial | Mode::Probe) {
                        return Ok(Stop::Moved);
                    }
                    let program = Self::anew(program);
                    // Moves that nobody is asked about could follow one another for ever.
                    self.step_back(program)?;
                    self.end_move(program, state, history, listener, again)?;
                    if !L::WATCHES
                        && let Some(goes_on) = &program.goes_on
                        && goes_on.holds(state, self.repeated)
                    {
                        self.at = goes_on.returns_at;
                        return Ok(Stop::Next);
                    }
                    pc = usize::from(program.entries.end);
                    begun = pc;
                    mode = Mode::Ending;
                }
                Instr::NextIs { player } | Instr::FirstIs { player } => self.set(words::NEXT, self.reg(player)),
                Instr::Begin => {
                    if matches!(mode, Mode::Trial | Mode::Probe) {
                        return Ok(Stop::Moved);
                    }
                    self.step_back(program)?;
                    pc = self.begin_round(program, state, history, listener)?;
                    mode = Mode::Turn;
                }
                Instr::Settle => return Ok(Stop::Settled),
                Instr::EndRound => return self.ends(program, Stop::RoundOver),
                Instr::Win { player } => return self.ends(program, Stop::Won(narrow(self.player(program, player)))),
                Instr::Draw => return self.ends(program, Stop::Drawn),
            }
        }
    }

    /// Runs a piece of code that ends with a return or a question, and never with a move.
    pub(crate) fn run_piece(
        &mut self,
        program: &Prepared,
        state: &mut State,
        pc: u16,
        mode: Mode,
    ) -> Result<Stop, Box<Fault>> {
        let mut nowhere = self.nowhere.take().unwrap_or_default();
        // What is only tried does not count as run.
        let stop = if self.passed.is_some() && !matches!(mode, Mode::Trial | Mode::Probe) {
            self.run(program, state, &mut nowhere, &mut Watching, usize::from(pc), mode)
        } else {
            self.run(program, state, &mut nowhere, &mut (), usize::from(pc), mode)
        };
        self.nowhere = Some(nowhere);
        stop
    }

    /// Seeds that are held.
    pub(crate) fn hand(&self) -> i32 {
        self.reg(words::HAND)
    }

    /// The answers found at the question that the last run stopped at.
    pub(crate) fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Takes the answers away, to be looked at while others are found.
    pub(crate) fn take_offers(&mut self) -> Offers {
        let spare = self.spare.pop().unwrap_or_default();
        std::mem::replace(&mut self.offers, spare)
    }

    /// Gives answers back whose room is used again.
    pub(crate) fn give_offers(&mut self, offers: Offers) {
        self.spare.push(offers);
    }

    /// One of them.
    pub(crate) fn offered(&self, program: &Prepared, at: usize) -> Option<Choice> {
        self.offers.get(program, at)
    }
}

fn narrow(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn fault_kind(code: FaultCode) -> FaultKind {
    match code {
        FaultCode::SkippedAll => FaultKind::SkippedAll,
        FaultCode::Endless => FaultKind::Endless,
    }
}
