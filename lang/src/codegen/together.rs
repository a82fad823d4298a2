//! In: `laps together`. Out: a loop in which two hands drop one seed each in turn; the words of the waiting hand lie in a row of registers. Never here: laps of one hand.
use super::sowing::{Extra, Laps, Plan, each_drop};
use super::{Emitter, Mark};
use crate::bytecode::{Cmp, FaultCode, FrameKind, Instr, NO_SITE, Reg, words};
use crate::hir::{Block, Endless, Expr, SowOptions, Way};

/// What a hand keeps beside its words.
const OWN: u8 = 4;

/// The registers of two hands: those of the one whose seed falls, and those of the one that waits.
#[derive(Clone, Copy)]
struct Hands {
    /// The first of what the present hand keeps.
    own: Reg,
    /// The same of the other.
    other: Reg,
    /// The words of the other.
    waiting: Reg,
}

impl Hands {
    /// Whether this hand's laps are over.
    fn ended(self) -> Reg {
        self.own
    }

    /// The direction of its next lap.
    fn way(self) -> Reg {
        Reg(self.own.0.saturating_add(1))
    }

    /// 1 if it is the second hand.
    fn second(self) -> Reg {
        Reg(self.own.0.saturating_add(2))
    }

    /// How its lap is sown: 0 as the laps begin, else as the relay of this number.
    fn plan(self) -> Reg {
        Reg(self.own.0.saturating_add(3))
    }
}

/// What the pieces of the loop share.
struct Together {
    hands: Hands,
    next: Mark,
    judge: Mark,
    handed_on: Mark,
    stopped: Mark,
    endless: Mark,
    out: Mark,
    /// Set when a hand has been seen to go round for ever.
    repeats: Reg,
}

impl Emitter<'_> {
    pub(super) fn laps_together(&mut self, hands: &[(Expr, Expr); 2], options: &SowOptions, body: &Block) {
        self.program.stores_only_grow = false;
        let outer = self.frame;
        self.frame = self.framed(FrameKind::Laps);
        let (mover, span) = (self.reg(), self.span);
        let extra = self.extra(body);
        let both = self.together();
        self.emit(Instr::Copy { to: mover, from: words::MOVER });
        self.emit(Instr::Const { to: both.repeats, value: 0 });
        let plan = self.begin_hands(hands, options, body, &both);
        self.jump(both.next);
        let (mut laps, house) = self.judge_hand(options, extra, body, &both);
        let relays = std::mem::take(&mut laps.relays);
        let mut plans = vec![plan];
        for (at, relay) in relays.iter().enumerate() {
            self.span = relay.span;
            let own = extra.as_ref().filter(|_| relay.brings);
            let plan = self.next_lap_of_hand((at, relays.len()), &relay.options, own, (house, body), &both);
            plans.push(plan);
        }
        self.span = span;
        self.hand_ends(&both);
        self.hand_on(&both);
        for (at, plan) in plans.iter().enumerate() {
            let other = self.mark();
            if at + 1 < plans.len() {
                let value = i16::try_from(at).unwrap_or(i16::MAX);
                self.emit(Instr::IfConst { op: Cmp::Ne, left: both.hands.plan(), value, then: other.0 });
            }
            self.one_seed(plan, &both);
            self.place(other);
        }
        self.both_ended(mover, laps, &both);
        self.frame = outer;
    }

    fn together(&mut self) -> Together {
        let hands = Hands {
            own: self.registers(usize::from(OWN)),
            other: self.registers(usize::from(OWN)),
            waiting: self.registers(usize::from(words::OF_A_HAND)),
        };
        Together {
            hands,
            next: self.mark(),
            judge: self.mark(),
            handed_on: self.mark(),
            stopped: self.mark(),
            endless: self.mark(),
            out: self.mark(),
            repeats: self.reg(),
        }
    }

    /// Lifts both houses, the first player's first. How the first laps are sown.
    fn begin_hands<'b>(
        &mut self,
        hands: &[(Expr, Expr); 2],
        options: &'b SowOptions,
        body: &'b Block,
        both: &Together,
    ) -> Plan<'b> {
        let lifted = hands.each_ref().map(|(house, player)| {
            let (house_at, player_at) = (self.reg(), self.reg());
            self.value_into(house, house_at);
            self.value_into(player, player_at);
            (house_at, player_at)
        });
        let way = self.reg();
        match &options.going {
            Some(going) => self.value_into(going, way),
            None => self.emit(Instr::Const { to: way, value: i32::from(self.game.direction == Way::Cw) }),
        }
        let own = both.hands;
        let rows = [(own.waiting, words::OF_A_HAND), (own.other, OWN)];
        for at in rows.into_iter().flat_map(|(first, count)| (0..count).map(move |at| first.0.saturating_add(at))) {
            self.emit(Instr::Const { to: Reg(at), value: 0 });
        }
        let plan = self.plan(None, options, Some(own.way()), None, None, each_drop(body));
        for (second, (house, player)) in (0..).zip(lifted) {
            let fresh = [(own.ended(), 0), (own.second(), second), (own.plan(), 0), (words::LAP, 1)];
            fresh.into_iter().for_each(|(to, value)| self.emit(Instr::Const { to, value }));
            self.emit(Instr::Copy { to: own.way(), from: way });
            self.emit(Instr::Copy { to: words::MOVER, from: player });
            if second == 0 {
                // The first lap of a move clears what is remembered of laps.
                self.emit(Instr::LapFrom { house, beside: words::NONE, then: both.endless.0 });
            } else {
                self.emit(Instr::Const { to: words::CAPTURED, value: 0 });
            }
            self.emit(Instr::Lift { house, sow: plan.sow });
            self.exchange(own);
        }
        plan
    }

    /// Judges the lap of the hand whose last seed has fallen: the laps with their relays, and the house these start from.
    fn judge_hand(&mut self, options: &SowOptions, extra: Option<Extra>, body: &Block, both: &Together) -> (Laps, Reg) {
        let (flag, house) = (self.reg(), self.reg());
        self.place(both.judge);
        self.ends_in_marked(&mut |this| this.jump(both.stopped));
        self.emit(Instr::Const { to: flag, value: 0 });
        self.emit(Instr::Const { to: house, value: NO_SITE });
        let (out, options) = (both.stopped, options.clone());
        let mut laps = Laps { out, flag, from: house, extra, options, relays: Vec::new() };
        self.laps.push(laps.clone());
        self.judged(body);
        laps = self.laps.pop().unwrap_or(laps);
        self.emit(Instr::IfConst { op: Cmp::Eq, left: flag, value: 0, then: both.stopped.0 });
        self.count_lap();
        self.emit(Instr::Copy { to: both.hands.plan(), from: flag });
        (laps, house)
    }

    /// Lifts the next lap, if it is the relay of this number that was reached.
    fn next_lap_of_hand<'b>(
        &mut self,
        (at, count): (usize, usize),
        options: &'b SowOptions,
        own: Option<&Extra>,
        (house, body): (Reg, &'b Block),
        both: &Together,
    ) -> Plan<'b> {
        let other = self.mark();
        if at + 1 < count {
            let value = i16::try_from(at + 1).unwrap_or(i16::MAX);
            self.emit(Instr::IfConst { op: Cmp::Ne, left: both.hands.plan(), value, then: other.0 });
        }
        let way = Some(both.hands.way());
        self.turn_way(way, options, own);
        let plan = self.plan(None, options, way, None, own, each_drop(body));
        self.emit(Instr::LapFrom { house, beside: both.hands.waiting, then: both.endless.0 });
        self.emit(Instr::Lift { house, sow: plan.sow });
        self.jump(both.handed_on);
        self.place(other);
        plan
    }

    /// The laps of a hand are over: because its body says so, or because they would go round for ever.
    fn hand_ends(&mut self, both: &Together) {
        self.place(both.endless);
        match &self.game.endless {
            Endless::Unsaid => self.emit(Instr::Fail { fault: FaultCode::Endless }),
            Endless::Forfeit | Endless::Does(_) => self.emit(Instr::Const { to: both.repeats, value: 1 }),
        }
        self.place(both.stopped);
        self.emit(Instr::Const { to: both.hands.ended(), value: 1 });
    }

    /// The other hand's seed is next, unless it waits.
    fn hand_on(&mut self, both: &Together) {
        self.place(both.handed_on);
        self.exchange(both.hands);
        self.place(both.next);
        let drops = self.mark();
        for _ in 0..2 {
            self.emit(Instr::IfConst { op: Cmp::Eq, left: both.hands.ended(), value: 0, then: drops.0 });
            self.exchange(both.hands);
        }
        self.jump(both.out);
        self.place(drops);
    }

    /// One seed of the present hand falls; with the last, its lap is judged.
    fn one_seed(&mut self, plan: &Plan<'_>, both: &Together) {
        self.scoped(|this| {
            let (here, skipped) = (this.reg(), this.reg());
            this.emit(Instr::Const { to: skipped, value: 0 });
            let again = this.mark();
            this.place(again);
            this.emit(Instr::NextSite { house: here, sow: plan.sow, then: both.judge.0 });
            if let Some(skip) = &plan.skip {
                this.skip(skip, here, skipped, again);
            }
            this.emit(Instr::DropOne { house: here });
            if let Some(drop) = plan.drop {
                this.block(drop);
            }
            this.emit(Instr::IfConst { op: Cmp::Eq, left: words::HAND, value: 0, then: both.judge.0 });
            this.jump(both.handed_on);
        });
    }

    /// What follows runs with the words of the first hand, for the player whose turn it is.
    fn both_ended(&mut self, mover: Reg, laps: Laps, both: &Together) {
        self.place(both.out);
        let first = self.mark();
        self.emit(Instr::IfConst { op: Cmp::Eq, left: both.hands.second(), value: 0, then: first.0 });
        self.exchange(both.hands);
        self.place(first);
        self.emit(Instr::Copy { to: words::MOVER, from: mover });
        let after = self.mark();
        self.emit(Instr::IfConst { op: Cmp::Eq, left: both.repeats, value: 0, then: after.0 });
        self.laps.push(Laps { out: after, ..laps });
        self.endless(after);
        self.laps.pop();
        self.place(after);
    }

    fn exchange(&mut self, hands: Hands) {
        self.emit(Instr::SwapRegs { one: words::ORIGIN, other: hands.waiting, count: words::OF_A_HAND });
        self.emit(Instr::SwapRegs { one: hands.own, other: hands.other, count: OWN });
    }
}
