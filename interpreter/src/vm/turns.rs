//! In: a start, or an answer. Out: the state at the next question or at the end of the match: moves, turns, ends. Never here: single instructions.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::decide::forget;
use super::{History, Machine, Mode, Offers, Stop};
use crate::choice::{Choice, DECLINE};
use crate::event::{EventKind, Listener};
use crate::fault::{Fault, FaultKind};
use crate::lanes;
use crate::outcome::MOST_PLAYERS;
use crate::state::{NOTHING_ASKED, Reason, State, Status};
use crate::tables::Prepared;
use mcl_lang::bytecode::{Addr, Instr, Reg, words};

/// Rounds after which a match is drawn, unless `over` says better.
const MOST_ROUNDS: u16 = 1000;
/// Laps of one move for which there is room from the start.
const LAPS: usize = 256;
/// Words of a lap that are remembered with it, at most: those of two hands.
const MOST_WORDS: usize = 16;

impl Machine {
    /// Runs the set-up, and the first player's turn up to its question.
    pub(crate) fn start<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
    ) -> Result<(), Box<Fault>> {
        history.clear();
        self.make_room(program, history);
        self.refuel();
        self.renew_words(program, 0);
        self.run_piece(program, state, program.entries.renew_match, Mode::Move)?;
        state.head.beginner = u8::try_from(program.layout.players.len() - 1).unwrap_or(0);
        let stop = self.run(program, state, history, listener, usize::from(program.entries.setup), Mode::Move)?;
        self.after(program, state, history, listener, stop)
    }

    /// What is remembered of positions and laps has room from here on, so that playing asks for none.
    pub(crate) fn make_room(&mut self, program: &Prepared, history: &mut History) {
        let (sites, cells) = (program.layout.sites.len(), usize::from(program.cells.variables));
        history.make_room(program);
        if program.code.iter().any(|instr| matches!(instr, Instr::LapFrom { .. })) {
            let locals = usize::from(program.first_local.0).saturating_sub(usize::from(words::FREE));
            self.laps.reserve(LAPS, sites + 2 * (cells + locals + MOST_WORDS));
        }
    }

    /// An empty board with every variable as it begins.
    pub(crate) fn fresh(&mut self, program: &Prepared) -> State {
        let mut state = State::empty(program);
        self.refuel();
        self.renew_words(program, 0);
        // What variables begin with is made of constants; a fault in it shows when the game is started.
        let _ = self.run_piece(program, &mut state, program.entries.renew_match, Mode::Move);
        state
    }

    /// Back at the start of a game, for the next one: the history begins anew and the question is asked again.
    pub(crate) fn restart(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
    ) -> Result<(), Box<Fault>> {
        history.clear();
        self.enter(program, state, history, state.head.mover)?;
        self.ask_again(program, state)
    }

    /// Goes on from a position whose player to move is about to be asked, with nothing before it in the history.
    pub(crate) fn resume_at<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
    ) -> Result<(), Box<Fault>> {
        history.clear();
        self.refuel();
        let mover = state.head.mover;
        self.enter(program, state, history, mover)?;
        self.turn(program, state, history, listener, mover)
    }

    /// Plays an answer to the pending question.
    pub(crate) fn play<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        choice: Choice,
    ) -> Result<(), Box<Fault>> {
        let Some(decision) = program.decisions.get(usize::from(state.head.decision)) else {
            return Err(self.fault(program, FaultKind::Broken { what: "an answer where nothing was asked" }));
        };
        self.begins_an_answer(program)?;
        self.renew_registers(program, state.head.mover);
        self.restore(program, state, decision, 0);
        self.bind(decision, choice);
        forget(program, state);
        state.head.decision = NOTHING_ASKED;
        let stop = if choice.answer == DECLINE {
            self.tell(listener, EventKind::Declined { by: state.head.asked });
            self.end_move(program, state, history, listener, false)?;
            self.run(program, state, history, listener, usize::from(program.entries.end), Mode::Ending)?
        } else {
            let then = decision.answers.get(usize::from(choice.answer)).map_or(0, |answer| answer.then);
            self.run(program, state, history, listener, usize::from(then), Mode::Move)?
        };
        self.after(program, state, history, listener, stop)
    }

    /// An answer has steps of its own, and is work itself.
    #[inline(always)]
    pub(super) fn begins_an_answer(&mut self, program: &Prepared) -> Result<(), Box<Fault>> {
        self.refuel();
        self.steps += program.work_of_a_copy;
        if self.steps > self.stop_at { Err(self.out_of_fuel(program)) } else { Ok(()) }
    }

    /// Plays the answer of this number among some that were found here.
    pub(crate) fn play_offered(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        offers: &Offers,
        nth: usize,
    ) -> Result<(), Box<Fault>> {
        let single = program.single.get(usize::from(state.head.decision)).copied().flatten();
        if let Some((house, single)) = offers.plain_house(nth).zip(single) {
            return self.play_house(program, state, history, &mut (), house, single);
        }
        match offers.get(program, nth) {
            Some(choice) => self.play(program, state, history, &mut (), choice),
            None => Ok(()),
        }
    }

    /// The last answer of a line, of which only that it can be played is wanted: nobody is asked, nothing ends.
    pub(crate) fn play_last(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        offers: &Offers,
        nth: usize,
    ) -> Result<(), Box<Fault>> {
        self.begins_an_answer(program)?;
        let number = usize::from(state.head.decision);
        let single = program.single.get(number).copied().flatten();
        if let Some((house, (reg, then))) = offers.plain_house(nth).zip(single) {
            self.renew_registers(program, state.head.mover);
            self.set(reg, house);
            return self.run(program, state, history, &mut (), usize::from(then), Mode::Trial).map(|_| ());
        }
        match program.decisions.get(number).zip(offers.get(program, nth)) {
            Some((decision, choice)) => self.moved_on(program, state, decision, choice),
            None => Ok(()),
        }
    }

    /// Plays the answer of this number among those found; false if there is none.
    #[inline(always)]
    pub(crate) fn play_found<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        nth: usize,
    ) -> Result<bool, Box<Fault>> {
        let house = self.offers.plain_house(nth);
        let single = program.single.get(usize::from(state.head.decision)).copied().flatten();
        let (Some(house), Some(single)) = (house, single) else {
            let Some(choice) = self.offered(program, nth) else { return Ok(false) };
            return self.play(program, state, history, listener, choice).map(|()| true);
        };
        self.play_house(program, state, history, listener, house, single).map(|()| true)
    }

    /// The chosen house is all that the question gives, and nothing was kept for it.
    fn play_house<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        house: i32,
        (reg, then): (Reg, Addr),
    ) -> Result<(), Box<Fault>> {
        self.begins_an_answer(program)?;
        self.renew_registers(program, state.head.mover);
        self.set(reg, house);
        state.head.decision = NOTHING_ASKED;
        let stop = self.run(program, state, history, listener, usize::from(then), Mode::Move)?;
        self.after(program, state, history, listener, stop)
    }

    /// The answers to the pending question, found again.
    pub(crate) fn ask_again(&mut self, program: &Prepared, state: &mut State) -> Result<(), Box<Fault>> {
        let Some(decision) = program.decisions.get(usize::from(state.head.decision)) else {
            self.offers = super::Offers::default();
            return Ok(());
        };
        let number = state.head.decision;
        self.refuel();
        self.renew_registers(program, state.head.mover);
        self.restore(program, state, decision, 0);
        self.at = program.asked_at[usize::from(number)];
        self.question(program, state, number, Mode::Move).map(|_| ())
    }

    /// From the end of a run to the next question or the end of the match.
    #[inline(always)]
    fn after<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        stop: Stop,
    ) -> Result<(), Box<Fault>> {
        let asked = stop == Stop::Asked || stop == Stop::Next && self.asked_at_once(program, state)?;
        if asked { Ok(()) } else { self.after_more(program, state, history, listener, stop) }
    }

    #[inline(never)]
    fn after_more<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        stop: Stop,
    ) -> Result<(), Box<Fault>> {
        let mut stop = stop;
        while stop != Stop::Asked {
            let next = match stop {
                Stop::Stuck => self.nobody_asked(program, state, history, listener)?,
                Stop::RoundOver | Stop::Settled => self.next_round(program, state, history, listener)?,
                Stop::Won(player) => self.over(state, Status::Won(player)),
                Stop::Drawn => self.over(state, Status::Drawn),
                Stop::Next => {
                    let turn = self.next_turn(program, state)?;
                    Some(self.run(program, state, history, listener, turn, Mode::Turn)?)
                }
                Stop::Asked | Stop::Moved | Stop::Returned => {
                    return Err(self.fault(program, FaultKind::Broken { what: "a move that ended nowhere" }));
                }
            };
            match next {
                Some(next) => stop = next,
                None => {
                    self.tell(listener, EventKind::Ended);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// A round is settled: the match is over, or the next round is prepared and begun.
    #[cold]
    fn next_round<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
    ) -> Result<Option<Stop>, Box<Fault>> {
        let Some(rounds) = program.rounds else { return Ok(self.over(state, Status::Scored)) };
        self.tell(listener, EventKind::RoundEnds { round: state.head.round });
        let reason = self.at;
        forget(program, state);
        self.run_piece(program, state, rounds.over.code, Mode::Move)?;
        self.at = reason;
        if self.reg(rounds.over.result) != 0 {
            return Ok(self.over(state, Status::Scored));
        }
        if state.head.round >= MOST_ROUNDS {
            return Ok(self.over(state, Status::Drawn));
        }
        state.head.round += 1;
        let mover = state.head.mover;
        self.renew_words(program, mover);
        self.run_piece(program, state, program.entries.renew_round, Mode::Move)?;
        self.run(program, state, history, listener, usize::from(rounds.between), Mode::Move).map(Some)
    }

    /// The set-up is done: the phases and the first turn begin. Where its code begins.
    #[inline(never)]
    pub(super) fn begin_round<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
    ) -> Result<usize, Box<Fault>> {
        let first = self.named(program).unwrap_or_else(|| following(program, state.head.beginner));
        state.head.beginner = first;
        state.head.mover = first;
        if program.rounds.is_some() {
            self.tell(listener, EventKind::RoundBegins { round: state.head.round, first });
        }
        self.enter_phase(program, state, 0)?;
        history.clear();
        self.enter(program, state, history, first)?;
        self.follows = first;
        self.next_turn(program, state)
    }

    /// Enters the first phase from this one on that is not over already.
    fn enter_phase(&mut self, program: &Prepared, state: &mut State, from: u8) -> Result<(), Box<Fault>> {
        state.head.phase = from;
        if let Some(moves) = program.moves {
            let players = program.layout.players.len();
            let first = usize::from(moves.cell);
            state.cells_mut()[first..first + players].fill(0);
        }
        while let Some(phase) = program.phases.get(usize::from(state.head.phase)) {
            let skipped = phase.once && state.head.round > 1;
            if !skipped {
                self.run_piece(program, state, phase.until.code, Mode::Move)?;
                if self.reg(phase.until.result) == 0 {
                    return Ok(());
                }
            }
            state.head.phase += 1;
        }
        Ok(())
    }

    /// A move of a phase is finished: it is counted, and the phase may be over.
    #[cold]
    fn count_move(&mut self, program: &Prepared, state: &mut State) -> Result<(), Box<Fault>> {
        let phase = program.phases.get(usize::from(state.head.phase));
        if let Some(count) = program.moves.filter(|count| count.in_main || phase.is_some()) {
            let cell = usize::from(count.cell) + usize::from(state.head.mover);
            if let Some(moves) = state.cells_mut().get_mut(cell) {
                *moves = moves.saturating_add(1).min(count.most);
            }
        }
        let Some(phase) = phase else { return Ok(()) };
        self.run_piece(program, state, phase.until.code, Mode::Move)?;
        if self.reg(phase.until.result) != 0 {
            self.enter_phase(program, state, state.head.phase + 1)?;
        }
        Ok(())
    }

    /// Where the turn of the present phase begins.
    #[inline(always)]
    pub(super) fn turn_entry(&self, program: &Prepared, state: &State) -> Addr {
        program.phases.get(usize::from(state.head.phase)).map_or(program.entries.turn, |phase| phase.turn)
    }

    #[inline(never)]
    pub(super) fn moves(&mut self, program: &Prepared, state: &State, to: Reg, player: Reg) {
        let player = self.player(program, player);
        let moves = program.moves.and_then(|count| state.cells().get(usize::from(count.cell) + player)).copied();
        self.set(to, moves.unwrap_or(0));
    }

    /// The player whom `next is` or `first is` has named.
    #[inline(always)]
    fn named(&self, program: &Prepared) -> Option<u8> {
        u8::try_from(self.reg(words::NEXT)).ok().filter(|player| usize::from(*player) < program.layout.players.len())
    }

    /// Nothing ends while seeds are held: they would be lost.
    #[inline(always)]
    fn hands_are_empty(&self, program: &Prepared) -> Result<(), Box<Fault>> {
        match self.held() {
            0 => Ok(()),
            seeds => Err(self.fault(program, FaultKind::HandLeft { seeds })),
        }
    }

    /// The round or match ends in the middle of a move.
    #[inline(never)]
    pub(super) fn ends(&self, program: &Prepared, stop: Stop) -> Result<Stop, Box<Fault>> {
        self.hands_are_empty(program)?;
        Ok(stop)
    }

    /// A move has ended: who moves next is settled, and the position entered into the history.
    #[inline(always)]
    pub(super) fn end_move<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        again: bool,
    ) -> Result<(), Box<Fault>> {
        let mover = state.head.mover;
        if program.ends_plainly && self.held() == 0 {
            self.follows = if again { mover } else { following(program, mover) };
        } else {
            self.end_oddly(program, state, again)?;
        }
        self.enter(program, state, history, self.follows)?;
        if again {
            self.tell(listener, EventKind::MovesAgain { by: mover });
        }
        Ok(())
    }

    /// The end of a move in games that count moves or name who moves next, and where seeds are still held.
    #[inline(never)]
    fn end_oddly(&mut self, program: &Prepared, state: &mut State, again: bool) -> Result<(), Box<Fault>> {
        self.hands_are_empty(program)?;
        if let Some(cell) = program.played
            && let Some(played) = state.cells_mut().get_mut(usize::from(cell))
        {
            *played = played.saturating_add(1);
        }
        if program.moves.is_some() {
            self.count_move(program, state)?;
        }
        let mover = state.head.mover;
        self.follows = if again { mover } else { self.named(program).unwrap_or_else(|| following(program, mover)) };
        Ok(())
    }

    /// Seeds in both hands.
    #[inline(always)]
    fn held(&self) -> i32 {
        self.reg(words::HAND) + self.other_hand
    }

    /// The next player's turn, where it begins with a plain look at his houses and nothing is renewed before: nearly
    /// every turn of most games. Not if there is more to it, or nothing to choose.
    #[inline(always)]
    fn asked_at_once(&mut self, program: &Prepared, state: &mut State) -> Result<bool, Box<Fault>> {
        let Some(first) = &program.first_look else { return Ok(false) };
        let next = self.follows;
        self.set(words::MOVER, i32::from(next));
        if first.same_turn && next != state.head.mover {
            return Ok(false);
        }
        let seat = first.seats.get(usize::from(next));
        let any = match seat {
            Some(seat) => self.look_along(state, &first.look, seat, next),
            None => self.look(program, state, &first.look, usize::from(next)),
        };
        if !any {
            return Ok(false);
        }
        state.head.mover = next;
        let judged =
            first.look.judged && !seat.is_some_and(|seat| lanes::any_above(state.block(), &seat.wanted, seat.above));
        if judged && !self.judged_at_once(program, state, first.number)? {
            return Ok(false);
        }
        state.head.asked = next;
        state.head.decision = first.number;
        Ok(true)
    }

    /// Whether any of the answers just found passes the `must`s.
    #[inline(never)]
    fn judged_at_once(&mut self, program: &Prepared, state: &mut State, number: u16) -> Result<bool, Box<Fault>> {
        match self.unsure_by_sowing(program, state, number) {
            0 => Ok(true),
            unsure => {
                self.at = program.asked_at[usize::from(number)];
                self.judge_by_trial(program, state, &program.decisions[usize::from(number)], unsure)?;
                Ok(self.offers.len() > 0)
            }
        }
    }

    /// Words, and variables that last a move where they are nothing but registers, as a move begins.
    #[inline(always)]
    pub(super) fn renew_registers(&mut self, program: &Prepared, mover: u8) {
        self.renew(mover, &program.fresh);
        for (reg, value) in &program.fresh_later {
            self.set(*reg, *value);
        }
    }

    /// No case of `end` has held: the next player's turn begins. Where its code begins.
    #[inline(always)]
    pub(super) fn next_turn(&mut self, program: &Prepared, state: &mut State) -> Result<usize, Box<Fault>> {
        let next = self.follows;
        if next != state.head.mover && program.renews_turn {
            self.run_piece(program, state, program.entries.renew_turn, Mode::Move)?;
        }
        state.head.mover = next;
        self.renew_registers(program, next);
        if program.renews_move {
            self.run_piece(program, state, program.entries.renew_move, Mode::Move)?;
        }
        Ok(usize::from(self.turn_entry(program, state)))
    }

    /// How often the position entered last has occurred.
    pub(crate) fn repeated(&self) -> u32 {
        self.repeated
    }

    /// The answers to the question of an earlier position found again, with what was known of its repetition.
    pub(crate) fn go_back(&mut self, program: &Prepared, state: &mut State, repeated: u32) -> Result<(), Box<Fault>> {
        self.repeated = repeated;
        self.ask_again(program, state)
    }

    /// Asks the player to move.
    fn turn<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
        mover: u8,
    ) -> Result<(), Box<Fault>> {
        self.follows = mover;
        let turn = self.next_turn(program, state)?;
        let stop = self.run(program, state, history, listener, turn, Mode::Turn)?;
        self.after(program, state, history, listener, stop)
    }

    /// The player to move is stuck: `end` says what that means, or he passes and the next is asked.
    #[cold]
    fn nobody_asked<L: Listener>(
        &mut self,
        program: &Prepared,
        state: &mut State,
        history: &mut History,
        listener: &mut L,
    ) -> Result<Option<Stop>, Box<Fault>> {
        for _ in 0..program.layout.players.len() {
            let stop =
                self.run(program, state, history, listener, usize::from(program.entries.end_stuck), Mode::Move)?;
            if stop != Stop::Returned {
                return Ok(Some(stop));
            }
            let mover = state.head.mover;
            if !program.stuck_passes {
                return Err(self.stuck(program, mover));
            }
            self.tell(listener, EventKind::Passed { by: mover });
            self.follows = following(program, mover);
            self.enter(program, state, history, self.follows)?;
            let turn = self.next_turn(program, state)?;
            let stop = self.run(program, state, history, listener, turn, Mode::Turn)?;
            if stop != Stop::Stuck {
                return Ok(Some(stop));
            }
        }
        let end = usize::from(program.entries.end_all_stuck);
        match self.run(program, state, history, listener, end, Mode::Move)? {
            Stop::Returned => Err(self.stuck(program, state.head.mover)),
            stop => Ok(Some(stop)),
        }
    }

    fn stuck(&self, program: &Prepared, mover: u8) -> Box<Fault> {
        let player = program.layout.players[usize::from(mover)].clone();
        self.fault(program, FaultKind::Stuck { player })
    }

    fn over(&self, state: &mut State, status: Status) -> Option<Stop> {
        state.head.status = status;
        state.head.decision = NOTHING_ASKED;
        state.head.asked = 0;
        state.head.reason = Reason::at(self.at);
        None
    }
}

#[inline(always)]
fn following(program: &Prepared, player: u8) -> u8 {
    program.follows[usize::from(player) & (MOST_PLAYERS - 1)]
}
