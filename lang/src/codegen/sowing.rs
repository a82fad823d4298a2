//! In: `sow`, `laps`, `relay` with their options. Out: one instruction where the options are plain, a loop over drops where they are not.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::regions::Area;
use super::{Emitter, Kept, Mark};
use crate::bytecode::{Cmp, FaultCode, FrameKind, Instr, Math, NO_SITE, Reg, Sowing, words};
use crate::hir::{Block, Endless, Expr, ExprKind, LocalId, SowFrom, SowOptions, StmtKind, Through, Way, Word};
use crate::source::Span;

/// Laps whose body is being translated.
#[derive(Clone)]
pub(super) struct Laps {
    /// Where `stop` goes.
    pub(super) out: Mark,
    /// 0, or the number of the relay that was reached, from 1.
    pub(super) flag: Reg,
    /// The house the next lap starts from.
    pub(super) from: Reg,
    /// Options that relays bring along, as registers.
    pub(super) extra: Option<Extra>,
    pub(super) options: SowOptions,
    /// The relays of the body, in order.
    pub(super) relays: Vec<RelayLap>,
}

/// The lap that a relay begins.
#[derive(Clone)]
pub(super) struct RelayLap {
    /// Its options, those of the laps included.
    pub(super) options: SowOptions,
    /// It brings options of its own.
    pub(super) brings: bool,
    /// Where it is written.
    pub(super) span: Span,
}

/// Registers that hold what a relay's options said when it was reached.
#[derive(Clone, Copy)]
pub(super) struct Extra {
    pub(super) going: Reg,
    leaving: Reg,
    taking: Reg,
    starting: Reg,
}

/// A sowing made ready: its table, and what must be judged at every drop.
pub(super) struct Plan<'b> {
    pub(super) sow: u16,
    pub(super) skip: Option<Skip<'b>>,
    pub(super) drop: Option<&'b Block>,
}

pub(super) enum Skip<'b> {
    Where(LocalId, &'b Expr),
    Region(&'b Expr),
}

impl Emitter<'_> {
    pub(super) fn sow_statement(&mut self, from: &SowFrom, options: &SowOptions) {
        let (house, taking) = match from {
            SowFrom::House(house) => {
                if !matches!(house.kind, ExprKind::Local(_)) {
                    self.program.stores_only_grow = false;
                }
                (house, None)
            }
            SowFrom::Store { amount, store } => {
                self.program.stores_only_grow = false;
                (store, Some(self.value(amount)))
            }
        };
        let from = self.value(house);
        let going = options.going.as_ref().map(|way| self.value(way));
        let plan = self.plan(Some(house), options, going, taking, None, None);
        self.sow(from, &plan);
    }

    /// Enters the table of a sowing. Registers given here stand for the options of the same name.
    pub(super) fn plan<'b>(
        &mut self,
        house: Option<&Expr>,
        options: &'b SowOptions,
        going: Option<Reg>,
        taking: Option<Reg>,
        extra: Option<&Extra>,
        drop: Option<&'b Block>,
    ) -> Plan<'b> {
        let track = options
            .along
            .and_then(|along| self.game.layout.tracks.get(along))
            .map_or("ring", |track| track.name.as_str());
        let number = self.track_names().iter().position(|name| name == track).unwrap_or(0);
        let mut sowing = Sowing {
            routes: self.routes(track, options.through),
            track: u8::try_from(number).unwrap_or(0),
            going,
            way: self.game.direction,
            skip_origin: false,
            skip_region: None,
            leaving: self.option_register(options.leaving.as_ref(), extra.map(|extra| extra.leaving)),
            taking: taking.or_else(|| self.option_register(options.taking.as_ref(), extra.map(|extra| extra.taking))),
            starting: self.option_register(options.starting.as_ref(), extra.map(|extra| extra.starting)),
        };
        let mut skip = options.skipping_where.as_ref().map(|(here, condition)| Skip::Where(*here, condition));
        if let Some(region) = &options.skipping {
            if self.is_origin(region, house) {
                sowing.skip_origin = true;
            } else if let Some(table) = self.skipped_table(region) {
                sowing.skip_region = Some(table);
            } else {
                skip = Some(Skip::Region(region));
            }
        }
        Plan { sow: self.sowing_table(sowing), skip, drop }
    }

    /// The register of an option; a relay's own were evaluated when it was reached.
    fn option_register(&mut self, option: Option<&Expr>, extra: Option<Reg>) -> Option<Reg> {
        let option = option?;
        Some(match extra {
            Some(extra) => extra,
            None => self.value(option),
        })
    }

    /// `skipping h` of the very house that is sown.
    fn is_origin(&self, region: &Expr, house: Option<&Expr>) -> bool {
        let ExprKind::Sites(sites) = &region.kind else {
            return false;
        };
        let [site] = &sites[..] else { return false };
        match (&site.kind, house.map(|house| &house.kind)) {
            (ExprKind::Word(Word::Origin), _) => true,
            (ExprKind::Local(one), Some(ExprKind::Local(other))) => one == other,
            _ => false,
        }
    }

    /// A skipped region that play cannot change, one table for each mover.
    fn skipped_table(&mut self, region: &Expr) -> Option<u16> {
        match (&region.kind, region.ty) {
            (ExprKind::Own | ExprKind::Theirs, _) => match self.area(region) {
                Area::Table { region, .. } => Some(region),
                Area::List(_) => None,
            },
            _ => None,
        }
    }

    fn sow(&mut self, house: Reg, plan: &Plan<'_>) {
        if plan.skip.is_none() && plan.drop.is_none() {
            self.emit(Instr::Sow { house, sow: plan.sow });
            return;
        }
        self.scoped(|this| {
            let here = this.reg();
            let skipped = this.reg();
            this.emit(Instr::Lift { house, sow: plan.sow });
            this.emit(Instr::Const { to: skipped, value: 0 });
            let (next, end) = (this.mark(), this.mark());
            this.place(next);
            this.emit(Instr::NextSite { house: here, sow: plan.sow, then: end.0 });
            if let Some(skip) = &plan.skip {
                this.skip(skip, here, skipped, next);
            }
            this.emit(Instr::DropOne { house: here });
            if let Some(drop) = plan.drop {
                this.block(drop);
            }
            this.jump(next);
            this.place(end);
        });
    }

    /// Goes back to `next` if the site is passed over; a full circuit passed over is a fault.
    pub(super) fn skip(&mut self, skip: &Skip<'_>, here: Reg, skipped: Reg, next: Mark) {
        let drop = self.mark();
        match skip {
            Skip::Where(local, condition) => {
                self.kept.insert(*local, Kept::Reg(here));
                self.branch(condition, false, drop);
            }
            Skip::Region(region) => match self.area(region) {
                Area::Table { region, player } => {
                    self.emit(Instr::IfIn { house: here, player, inside: false, region, then: drop.0 });
                }
                Area::List(list) => self.emit(Instr::IfListed { house: here, list, inside: false, then: drop.0 }),
            },
        }
        let one = self.reg();
        self.emit(Instr::Const { to: one, value: 1 });
        self.emit(Instr::Math { op: Math::Add, to: skipped, left: skipped, right: one });
        let sites = i16::try_from(self.game.layout.sites.len()).unwrap_or(i16::MAX);
        self.emit(Instr::IfConst { op: Cmp::Le, left: skipped, value: sites, then: next.0 });
        self.emit(Instr::Fail { fault: FaultCode::SkippedAll });
        self.place(drop);
        self.emit(Instr::Const { to: skipped, value: 0 });
    }

    // --------------------------------------------------------------------------------------------------------- laps

    pub(super) fn laps_statement(&mut self, from: Option<&Expr>, options: &SowOptions, body: &Block) {
        let outer = self.frame;
        self.frame = self.framed(FrameKind::Laps);
        let (flag, house) = (self.reg(), self.reg());
        let way = self.lap_way(options, body);
        let extra = self.extra(body);
        let (judge, endless, out) = (self.mark(), self.mark(), self.mark());
        let drop = each_drop(body);
        if options.through != Through::NoStore {
            self.program.stores_only_grow = false;
        }
        self.emit(Instr::Const { to: words::LAP, value: 1 });
        if let Some(from) = from {
            if !matches!(from.kind, ExprKind::Local(_)) {
                self.program.stores_only_grow = false;
            }
            self.value_into(from, house);
            let plan = self.plan(Some(from), options, way, None, None, drop);
            self.emit(Instr::LapFrom { house, beside: words::NONE, then: endless.0 });
            self.sow(house, &plan);
        } else {
            self.emit(Instr::Const { to: house, value: NO_SITE });
        }
        self.place(judge);
        self.ends_in_marked(&mut |this| this.emit(Instr::EndMove { again: false }));
        self.emit(Instr::Const { to: flag, value: 0 });
        self.laps.push(Laps { out, flag, from: house, extra, options: options.clone(), relays: Vec::new() });
        self.judged(body);
        self.emit(Instr::IfConst { op: Cmp::Eq, left: flag, value: 0, then: out.0 });
        self.next_laps(way, drop, judge, endless);
        self.place(endless);
        self.endless(out);
        self.laps.pop();
        self.place(out);
        self.frame = outer;
    }

    /// The body of laps, without what it says of every drop.
    pub(super) fn judged(&mut self, body: &Block) {
        let judged =
            body.statements.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::EachDrop(_))).cloned().collect();
        self.block(&Block { statements: judged });
    }

    /// Registers for what relays in the body bring along.
    pub(super) fn extra(&mut self, body: &Block) -> Option<Extra> {
        if !brings_options(body) {
            return None;
        }
        let extra = Extra { going: self.reg(), leaving: self.reg(), taking: self.reg(), starting: self.reg() };
        // A relay that brings only some of them leaves the others as they begin.
        for to in [extra.going, extra.leaving, extra.taking, extra.starting] {
            self.emit(Instr::Const { to, value: 0 });
        }
        Some(extra)
    }

    /// A lap that ends in a house whose mark says so ends before anything is judged.
    pub(super) fn ends_in_marked(&mut self, ends: &mut dyn FnMut(&mut Self)) {
        let game = self.game;
        for (at, mark) in game.marks.iter().enumerate().filter(|(_, mark)| mark.rules.last_ends_turn) {
            self.span = mark.span;
            self.scoped(|this| {
                let past = this.mark();
                let found = this.reg();
                this.emit(Instr::HasMark { to: found, house: words::LAST, mark: u8::try_from(at).unwrap_or(0) });
                this.emit(Instr::Unless { condition: found, then: past.0 });
                ends(this);
                this.place(past);
            });
        }
    }

    /// The register of the laps' direction, if it is not always the game's.
    fn lap_way(&mut self, options: &SowOptions, body: &Block) -> Option<Reg> {
        if options.going.is_none() && !options.alternating && !brings_options(body) {
            return None;
        }
        let way = self.reg();
        match &options.going {
            Some(going) => self.value_into(going, way),
            None => self.emit(Instr::Const { to: way, value: i32::from(self.game.direction == Way::Cw) }),
        }
        Some(way)
    }

    /// Sows the next lap as the relay that was reached wants it, and judges it.
    fn next_laps(&mut self, way: Option<Reg>, drop: Option<&Block>, judge: Mark, endless: Mark) {
        let Some((relays, house, flag, extra)) =
            self.laps.last().map(|laps| (laps.relays.clone(), laps.from, laps.flag, laps.extra))
        else {
            return;
        };
        if relays.is_empty() {
            return;
        }
        self.count_lap();
        for (at, RelayLap { options, brings, span }) in relays.iter().enumerate() {
            self.span = *span;
            let other = self.mark();
            let number = i16::try_from(at + 1).unwrap_or(i16::MAX);
            if at + 1 < relays.len() {
                self.emit(Instr::IfConst { op: Cmp::Ne, left: flag, value: number, then: other.0 });
            }
            let own = extra.as_ref().filter(|_| *brings);
            self.turn_way(way, options, own);
            self.scoped(|this| {
                let plan = this.plan(None, options, way, None, own, drop);
                this.emit(Instr::LapFrom { house, beside: words::NONE, then: endless.0 });
                this.sow(house, &plan);
            });
            self.jump(judge);
            self.place(other);
        }
    }

    /// The next lap begins.
    pub(super) fn count_lap(&mut self) {
        self.scoped(|this| {
            let one = this.reg();
            this.emit(Instr::Const { to: one, value: 1 });
            this.emit(Instr::Math { op: Math::Add, to: words::LAP, left: words::LAP, right: one });
        });
    }

    /// The direction of the next lap, as its relay wants it.
    pub(super) fn turn_way(&mut self, way: Option<Reg>, options: &SowOptions, own: Option<&Extra>) {
        match (way, own.filter(|_| options.going.is_some())) {
            (Some(to), Some(own)) => self.emit(Instr::Copy { to, from: own.going }),
            (Some(to), None) if options.alternating => self.emit(Instr::Not { to, from: to }),
            _ => {}
        }
    }

    pub(super) fn relay(&mut self, from: Option<&Expr>, options: &SowOptions) {
        let Some(laps) = self.laps.last() else {
            self.found.push(crate::diagnostic::rules::only_in_laps(self.span, "relay"));
            return;
        };
        let (flag, house, extra, base) = (laps.flag, laps.from, laps.extra, laps.options.clone());
        match from {
            Some(from) => self.value_into(from, house),
            None => self.emit(Instr::Copy { to: house, from: words::LAST }),
        }
        let plain = !has_options(options);
        let options = if plain { base } else { joined(&base, options) };
        if let Some(extra) = extra.filter(|_| !plain) {
            let pairs = [
                // The laps' own direction goes on in its register.
                (&options.going, extra.going),
                (&options.leaving, extra.leaving),
                (&options.taking, extra.taking),
                (&options.starting, extra.starting),
            ];
            for (option, to) in pairs {
                if let Some(option) = option {
                    self.value_into(option, to);
                }
            }
        }
        let relay = RelayLap { options, brings: !plain, span: self.span };
        let number = self.laps.last_mut().map_or(1, |laps| {
            laps.relays.push(relay);
            i32::try_from(laps.relays.len()).unwrap_or(1)
        });
        self.emit(Instr::Const { to: flag, value: number });
    }

    pub(super) fn endless(&mut self, out: Mark) {
        let game = self.game;
        match &game.endless {
            Endless::Unsaid => self.emit(Instr::Fail { fault: FaultCode::Endless }),
            Endless::Forfeit => self.scoped(|this| {
                let player = this.reg();
                this.emit(Instr::NextPlayer { to: player, player: words::MOVER });
                this.emit(Instr::Win { player });
            }),
            Endless::Does(block) => {
                self.block(block);
                self.jump(out);
            }
        }
    }
}

/// The options of a relay over those of its laps. A direction that only the laps give goes on in their register.
fn joined(base: &SowOptions, over: &SowOptions) -> SowOptions {
    let mut joined = base.clone();
    joined.going = over.going.clone();
    joined.alternating |= over.alternating;
    joined.skipping = over.skipping.clone().or(joined.skipping);
    joined.skipping_where = over.skipping_where.clone().or(joined.skipping_where);
    joined.leaving = over.leaving.clone().or(joined.leaving);
    joined.taking = over.taking.clone().or(joined.taking);
    joined.starting = over.starting.clone().or(joined.starting);
    joined.along = over.along.or(joined.along);
    if over.through != Through::NoStore {
        joined.through = over.through;
    }
    joined
}

fn has_options(options: &SowOptions) -> bool {
    options.going.is_some()
        || options.alternating
        || options.skipping.is_some()
        || options.skipping_where.is_some()
        || options.through != Through::NoStore
        || options.along.is_some()
        || options.leaving.is_some()
        || options.taking.is_some()
        || options.starting.is_some()
}

/// The body of `each drop` in the body of laps.
pub(super) fn each_drop(body: &Block) -> Option<&Block> {
    body.statements.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::EachDrop(block) => Some(block),
        _ => None,
    })
}

/// Whether a relay in the body brings options of its own.
fn brings_options(body: &Block) -> bool {
    body.statements.iter().any(|stmt| match &stmt.kind {
        StmtKind::Relay { options, .. } => has_options(options),
        StmtKind::Cases(cases) => cases.iter().any(|case| brings_options(&case.body)),
        StmtKind::If { body, otherwise, .. } => brings_options(body) || otherwise.as_ref().is_some_and(brings_options),
        StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => brings_options(body),
        StmtKind::Choose(choose) => {
            choose.alternatives.iter().any(|alternative| brings_options(&alternative.body))
                || choose.otherwise.as_ref().is_some_and(brings_options)
        }
        // A def is translated where it is called; whether it relays with options shows only there.
        StmtKind::Call { .. } => true,
        _ => false,
    })
}
