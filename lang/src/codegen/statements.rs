//! In: typed statements. Out: code. Never here: questions (decisions.rs), sowing (sowing.rs).
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::regions::Area;
use super::{Emitter, Kept};
use crate::bytecode::{Cmp, Instr, Math, Reg, words};
use crate::diagnostic::rules;
use crate::hir::{Binder, Block, Case, Expr, ExprKind, Stmt, StmtKind, Ty};

impl Emitter<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.scoped(|this| {
            for stmt in &block.statements {
                this.span = stmt.span;
                if crate::clauses::is_one(&stmt.kind) {
                    this.clause(stmt.span);
                }
                this.statement(stmt);
            }
        });
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Cases(cases) => self.cases(cases),
            StmtKind::If { condition, body, otherwise } => {
                let (other, after) = (self.mark(), self.mark());
                self.branch(condition, false, other);
                self.block(body);
                if let Some(otherwise) = otherwise {
                    self.jump(after);
                    self.place(other);
                    self.block(otherwise);
                } else {
                    self.place(other);
                }
                self.place(after);
            }
            StmtKind::For { binders, body } => self.for_each(binders, body),
            StmtKind::Repeat { times, body } => self.repeat(times, body),
            StmtKind::Let { local, value } => {
                if value.ty == Ty::Region {
                    if self.local(*local).is_some_and(|local| local.alias.is_none()) {
                        let list = self.list();
                        self.kept.insert(*local, Kept::List(list));
                        self.scoped(|this| this.list_into(value, list));
                    }
                    return;
                }
                let reg = self.reg();
                self.scoped(|this| this.value_into(value, reg));
                self.kept.insert(*local, Kept::Reg(reg));
            }
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::Call { def, arguments } => {
                let game = self.game;
                if let Some(crate::hir::Def { body: crate::hir::DefBody::Procedure(block), formals, .. }) =
                    game.defs.get(*def)
                {
                    self.inlined(*def, |this| {
                        this.arguments(formals, arguments);
                        this.block(block);
                    });
                }
            }
            StmtKind::Assign { var, of, value } => self.scoped(|this| this.assign(*var, of.as_ref(), value)),
            StmtKind::Again => self.emit(Instr::EndMove { again: true }),
            StmtKind::EndTurn => self.emit(Instr::EndMove { again: false }),
            StmtKind::EndRound => self.emit(Instr::EndRound),
            StmtKind::Draw => self.emit(Instr::Draw),
            StmtKind::Win(player) => self.with_player(player, |player| Instr::Win { player }),
            StmtKind::NextIs(player) => self.with_player(player, |player| Instr::NextIs { player }),
            StmtKind::FirstIs(player) => self.with_player(player, |player| Instr::FirstIs { player }),
            _ => self.scoped(|this| this.seeds(stmt)),
        }
    }

    fn with_player(&mut self, player: &Expr, instr: impl FnOnce(Reg) -> Instr) {
        self.scoped(|this| {
            let player = this.value(player);
            this.emit(instr(player));
        });
    }

    /// Statements that move seeds.
    fn seeds(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Sow { from, options } => self.sow_statement(from, options),
            StmtKind::Laps { from, options, body } => self.laps_statement(from.as_ref(), options, body),
            StmtKind::Relay { from, options } => self.relay(from.as_ref(), options),
            StmtKind::Stop => match self.laps.last().map(|laps| laps.out) {
                Some(out) => self.jump(out),
                None => self.found.push(rules::only_in_laps(stmt.span, "stop")),
            },
            StmtKind::Capture { what, by } => {
                let player = by.as_ref().map_or(words::MOVER, |by| self.value(by));
                what.iter().for_each(|region| self.scoped(|this| this.capture(region, player)));
            }
            StmtKind::EachCaptures(region) => self.each_captures(region),
            StmtKind::Take { amount, from, by } => {
                self.program.stores_only_grow = false;
                let player = by.as_ref().map_or(words::MOVER, |by| self.value(by));
                let amount = self.value(amount);
                let house = self.value(from);
                self.emit(Instr::Take { amount, house, player });
            }
            StmtKind::Move { amount, from, to } => self.move_seeds(amount.as_ref(), from, to),
            StmtKind::Fill(amount) => {
                let amount = self.value(amount);
                let area = Area::Table { region: self.all_houses(), player: words::NONE };
                self.put_in_each(amount, area);
            }
            StmtKind::Put { amounts, region } => self.put(amounts, region),
            StmtKind::LapsTogether { hands, options, body } => self.laps_together(hands, options, body),
            StmtKind::Lift(house) => {
                let house = self.value(house);
                self.emit(Instr::LiftHand { house });
            }
            StmtKind::Drop { amount, at } => {
                let amount = self.value(amount);
                let house = self.value(at);
                self.emit(Instr::DropMany { amount, house });
            }
            StmtKind::Swap(one, other) => {
                self.program.stores_only_grow = false;
                let one = self.value(one);
                let other = self.value(other);
                self.emit(Instr::Swap { one, other });
            }
            StmtKind::Mark { house, mark, of } => {
                let house = self.value(house);
                let player = of.as_ref().map_or(words::NONE, |of| self.value(of));
                self.emit(Instr::SetMark { house, mark: u8::try_from(*mark).unwrap_or(0), player });
            }
            StmtKind::Unmark { house, mark } => {
                let house = self.value(house);
                self.emit(Instr::ClearMark { house, mark: u8::try_from(*mark).unwrap_or(0) });
            }
            StmtKind::Give { house, to } => {
                let house = self.value(house);
                let player = self.value(to);
                self.emit(Instr::Give { house, player });
            }
            _ => {}
        }
    }

    fn cases(&mut self, cases: &[Case]) {
        let after = self.mark();
        let settles = std::mem::replace(&mut self.settles, false);
        for case in cases {
            self.span = case.span;
            let next = self.mark();
            if let Some(condition) = &case.condition {
                self.branch(condition, false, next);
            }
            self.clause(case.span);
            self.block(&case.body);
            self.span = case.span;
            if settles {
                self.emit(Instr::Settle);
            } else {
                self.jump(after);
            }
            self.place(next);
        }
        self.settles = settles;
        self.place(after);
    }

    /// `for` fixes its houses when it begins: a region that play may change is listed first.
    fn for_each(&mut self, binders: &[Binder], body: &Block) {
        let Some((binder, rest)) = binders.split_first() else {
            self.block(body);
            return;
        };
        let fixed = binder.over.ty != Ty::Region || binder.filter.is_none();
        if fixed {
            self.each(std::slice::from_ref(binder), &mut |this| this.for_each(rest, body));
            return;
        }
        self.scoped(|this| {
            let list = this.list();
            this.emit(Instr::ListClear { list });
            this.each(std::slice::from_ref(binder), &mut |this| {
                let house = match this.kept.get(&binder.local) {
                    Some(Kept::Reg(house)) => *house,
                    _ => words::LAST,
                };
                this.emit(Instr::ListPush { list, house });
            });
            let house = this.reg();
            this.kept.insert(binder.local, Kept::Reg(house));
            this.over_area(Area::List(list), house, &mut |this, _| this.for_each(rest, body));
        });
    }

    fn repeat(&mut self, times: &Expr, body: &Block) {
        self.scoped(|this| {
            let left = this.reg();
            let one = this.reg();
            this.value_into(times, left);
            this.emit(Instr::Const { to: one, value: 1 });
            let (again, end) = (this.mark(), this.mark());
            this.place(again);
            this.emit(Instr::IfConst { op: Cmp::Le, left, value: 0, then: end.0 });
            this.emit(Instr::Math { op: Math::Sub, to: left, left, right: one });
            this.block(body);
            this.jump(again);
            this.place(end);
        });
    }

    fn assign(&mut self, var: usize, of: Option<&Expr>, value: &Expr) {
        if value.ty == Ty::Region {
            self.keep_list(var, of, value);
            return;
        }
        let base = self.move_vars.get(&var).copied();
        match (of, base) {
            (None, Some(to)) => self.value_into(value, to),
            (None, None) => {
                let from = self.value(value);
                if let Some(cell) = self.var_cell(var) {
                    self.emit(Instr::Store { cell, from });
                }
            }
            (Some(of), base) => {
                let from = self.value(value);
                let index = self.value(of);
                let count = u8::try_from(self.game.layout.players.len()).unwrap_or(1);
                match (base, self.var_cell(var)) {
                    (Some(base), _) => self.emit(Instr::Plant { from, index, base, count }),
                    (None, Some(cell)) => self.emit(Instr::StoreAt { from, index, cell }),
                    (None, None) => {}
                }
            }
        }
    }

    // --------------------------------------------------------------------------------------------------- captures

    fn capture(&mut self, region: &Expr, player: Reg) {
        if mentions_store(region) {
            self.program.stores_only_grow = false;
        }
        match &region.kind {
            ExprKind::Run { back, from, here, condition } => {
                if let Some(walk) = self.walk(*back, *here, condition.as_deref()) {
                    let from = self.value(from);
                    self.emit(Instr::CaptureWalk { from, player, walk });
                    return;
                }
            }
            ExprKind::Sites(sites) => {
                if let [site] = &sites[..] {
                    let house = self.value(site);
                    self.emit(Instr::Capture { house, player });
                    return;
                }
            }
            _ => {}
        }
        match self.area(region) {
            Area::Table { region, player: owner } => self.emit(Instr::CaptureRegion { owner, player, region }),
            Area::List(list) => self.emit(Instr::CaptureList { list, player }),
        }
    }

    /// Every player in turn is the mover and captures the region as it is for him.
    fn each_captures(&mut self, region: &Expr) {
        let mover = self.reg();
        self.emit(Instr::Copy { to: mover, from: words::MOVER });
        for player in 0..self.game.layout.players.len() {
            let value = i32::try_from(player).unwrap_or(0);
            self.emit(Instr::Const { to: words::MOVER, value });
            self.scoped(|this| this.capture(region, words::MOVER));
        }
        self.emit(Instr::Copy { to: words::MOVER, from: mover });
    }

    fn move_seeds(&mut self, amount: Option<&Expr>, from: &Expr, to: &Expr) {
        self.program.stores_only_grow = false;
        let to = self.value(to);
        let amount = amount.map(|amount| self.value(amount));
        let go = |from| match amount {
            Some(amount) => Instr::MoveSeeds { amount, from, to },
            None => Instr::MoveAll { from, to },
        };
        if let ExprKind::Sites(sites) = &from.kind
            && let [site] = &sites[..]
        {
            let from = self.value(site);
            self.emit(go(from));
            return;
        }
        let area = self.area(from);
        let house = self.reg();
        self.over_area(area, house, &mut |this, _| this.emit(go(house)));
    }

    // ------------------------------------------------------------------------------------------------------- set-up

    fn put_in_each(&mut self, amount: Reg, area: Area) {
        let house = self.reg();
        self.over_area(area, house, &mut |this, _| this.emit(Instr::Put { amount, house }));
    }

    fn put(&mut self, amounts: &[Expr], region: &Expr) {
        if let [amount] = amounts {
            let amount = self.value(amount);
            let area = self.area(region);
            self.put_in_each(amount, area);
            return;
        }
        let list = self.area_as_list(region);
        for (at, amount) in amounts.iter().enumerate() {
            self.scoped(|this| {
                let amount = this.value(amount);
                let index = this.reg();
                this.emit(Instr::Const { to: index, value: i32::try_from(at + 1).unwrap_or(i32::MAX) });
                let house = this.reg();
                this.emit(Instr::ListAt { to: house, list, index });
                this.emit(Instr::Put { amount, house });
            });
        }
    }
}

/// Whether a region can hold a store.
fn mentions_store(region: &Expr) -> bool {
    match &region.kind {
        ExprKind::Sites(sites) => {
            sites.iter().any(|site| matches!(site.kind, ExprKind::StoreOf(_) | ExprKind::Site(_)))
        }
        ExprKind::FollowedBy(one, other) => mentions_store(one) || mentions_store(other),
        ExprKind::Where { region, .. } | ExprKind::Reversed(region) | ExprKind::Without(region, _) => {
            mentions_store(region)
        }
        _ => false,
    }
}
