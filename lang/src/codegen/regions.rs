//! In: typed regions and binders. Out: tables where play cannot change them, lists or loops where it can. Never here: statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Emitter, Kept, Mark};
use crate::ast::Op;
use crate::bytecode::{Cmp, Instr, ListReg, Math, Reg, Walking, words};
use crate::hir::{Binder, CountSet, Expr, ExprKind, Group, LocalId, Ty};

/// Where a region is found at run time.
#[derive(Clone, Copy)]
pub(super) enum Area {
    /// A table; that of a player is `region` plus the player's number.
    Table { region: u16, player: Reg },
    /// A list made at run time.
    List(ListReg),
}

impl Emitter<'_> {
    pub(super) fn area(&mut self, region: &Expr) -> Area {
        if let Some(table) = self.table(region) {
            return table;
        }
        if let ExprKind::Local(local) = &region.kind
            && let Some(Kept::List(list)) = self.kept.get(local)
        {
            return Area::List(*list);
        }
        let list = self.list();
        self.list_into(region, list);
        Area::List(list)
    }

    /// The table of a region that play cannot change.
    fn table(&mut self, region: &Expr) -> Option<Area> {
        let everybody = |region| Some(Area::Table { region, player: words::NONE });
        match &region.kind {
            ExprKind::Own | ExprKind::Theirs | ExprKind::Houses if self.owners_change => None,
            ExprKind::GroupOf(Group::Houses, _) if self.owners_change => None,
            ExprKind::Own => Some(Area::Table { region: self.own_table(), player: words::MOVER }),
            ExprKind::Theirs => Some(Area::Table { region: self.their_table(), player: words::MOVER }),
            ExprKind::Houses => {
                let region = self.all_houses();
                everybody(region)
            }
            ExprKind::GroupOf(group, player) => {
                let region = self.group_table(*group);
                Some(self.of_player(region, player))
            }
            ExprKind::Sites(sites) => {
                let fixed =
                    sites.iter().map(|site| if let ExprKind::Site(site) = site.kind { Some(site) } else { None });
                let fixed = fixed.collect::<Option<Vec<_>>>().filter(|fixed| !fixed.is_empty());
                match fixed {
                    Some(fixed) => {
                        let region = self.region_table(fixed);
                        everybody(region)
                    }
                    None => self.store_table(sites),
                }
            }
            ExprKind::Reversed(inner) => {
                let Area::Table { region, player } = self.table(inner)? else {
                    return None;
                };
                let count = if player == words::NONE { 1 } else { self.game.layout.players.len() };
                let tables = self.program.regions.get(region as usize..region as usize + count)?;
                let turned = tables.iter().map(|table| table.sites.iter().rev().copied().collect()).collect();
                Some(Area::Table { region: self.region_tables(turned), player })
            }
            ExprKind::Local(local) => {
                let alias = self.local(*local)?.alias.as_ref()?;
                self.table(alias)
            }
            _ => None,
        }
    }

    pub(super) fn of_player(&mut self, region: u16, player: &Expr) -> Area {
        match self.constant(player).and_then(|player| u16::try_from(player).ok()) {
            Some(player) => Area::Table { region: region + player, player: words::NONE },
            None => Area::Table { region, player: self.value(player) },
        }
    }

    /// `own store` and `p.store` as regions of one site.
    fn store_table(&mut self, sites: &[Expr]) -> Option<Area> {
        let [Expr { kind: ExprKind::StoreOf(player), .. }] = sites else {
            return None;
        };
        let each = self.game.layout.stores.iter().map(|store| vec![*store]).collect();
        let region = self.region_tables(each);
        Some(self.of_player(region, player))
    }

    pub(super) fn area_as_list(&mut self, region: &Expr) -> ListReg {
        match self.area(region) {
            Area::List(list) => list,
            Area::Table { region, player } => {
                let list = self.list();
                self.emit(Instr::ListRegion { list, player, region });
                list
            }
        }
    }

    /// Makes the list of a region.
    #[expect(clippy::too_many_lines, reason = "one arm for each form of region, a few lines each")]
    pub(super) fn list_into(&mut self, region: &Expr, list: ListReg) {
        if let Some(Area::Table { region, player }) = self.table(region) {
            self.emit(Instr::ListRegion { list, player, region });
            return;
        }
        match &region.kind {
            ExprKind::Local(local) => self.local_list_into(*local, list),
            ExprKind::Var { var, of } => self.kept_list_into(*var, of.as_deref(), list),
            ExprKind::Own | ExprKind::Theirs => {
                let theirs = matches!(region.kind, ExprKind::Theirs);
                let order = self.owned_order(theirs);
                self.emit(Instr::ListOwned { list, player: words::MOVER, theirs, order });
            }
            ExprKind::GroupOf(_, player) => self.scoped(|this| {
                let order = this.owned_order(false);
                let player = this.value(player);
                this.emit(Instr::ListOwned { list, player, theirs: false, order });
            }),
            ExprKind::Houses => {
                let region = self.all_houses();
                self.emit(Instr::ListRegion { list, player: words::NONE, region });
                self.emit(Instr::ListInPlay { list });
            }
            ExprKind::Sites(sites) => {
                self.emit(Instr::ListClear { list });
                for site in sites {
                    self.scoped(|this| {
                        let house = this.value(site);
                        let none = this.mark();
                        this.emit(Instr::IfConst { op: Cmp::Lt, left: house, value: 0, then: none.0 });
                        this.emit(Instr::ListPush { list, house });
                        this.place(none);
                    });
                }
            }
            ExprKind::Where { region, here, condition } => self.where_into(region, *here, condition, list),
            ExprKind::Run { back, from, here, condition } => {
                self.run_into(*back, from, *here, condition.as_deref(), list)
            }
            ExprKind::FollowedBy(one, other) => {
                self.list_into(one, list);
                self.scoped(|this| {
                    let other = this.area_as_list(other);
                    this.emit(Instr::ListAppend { list, other });
                });
            }
            ExprKind::Without(one, other) => {
                self.list_into(one, list);
                self.scoped(|this| {
                    let other = this.area_as_list(other);
                    this.emit(Instr::ListWithout { list, other });
                });
            }
            ExprKind::Before(one, house) | ExprKind::After(one, house) => {
                self.list_into(one, list);
                let after = matches!(region.kind, ExprKind::After(..));
                self.scoped(|this| {
                    let house = this.value(house);
                    this.emit(Instr::ListCut { list, house, after });
                });
            }
            ExprKind::Reversed(inner) => {
                self.list_into(inner, list);
                self.emit(Instr::ListReverse { list });
            }
            ExprKind::If(three) => {
                let (no, after) = (self.mark(), self.mark());
                self.branch(&three[0], false, no);
                self.list_into(&three[1], list);
                self.jump(after);
                self.place(no);
                self.list_into(&three[2], list);
                self.place(after);
            }
            ExprKind::Call { def, arguments } => {
                let game = self.game;
                if let Some(crate::hir::Def { body: crate::hir::DefBody::Value(value), formals, .. }) =
                    game.defs.get(*def)
                {
                    self.inlined(*def, |this| {
                        this.arguments(formals, arguments);
                        this.clause(value.span);
                        this.span = value.span;
                        this.list_into(value, list);
                    });
                }
            }
            _ => self.refuse(region, "a region of this kind"),
        }
    }

    fn local_list_into(&mut self, local: LocalId, list: ListReg) {
        if let Some(Kept::List(other)) = self.kept.get(&local).copied() {
            self.emit(Instr::ListClear { list });
            self.emit(Instr::ListAppend { list, other });
        } else if let Some(alias) = self.local(local).and_then(|local| local.alias.as_deref()) {
            self.list_into(alias, list);
        }
    }

    fn where_into(&mut self, region: &Expr, here: LocalId, condition: &Expr, list: ListReg) {
        self.scoped(|this| {
            let house = this.reg();
            this.kept.insert(here, Kept::Reg(house));
            let area = this.area(region);
            this.emit(Instr::ListClear { list });
            this.over_area(area, house, &mut |this, next| {
                this.branch(condition, false, next);
                this.emit(Instr::ListPush { list, house });
            });
        });
    }

    // ----------------------------------------------------------------------------------------------------------- runs

    /// The run as one instruction, if its condition is made of a region and numbers of seeds.
    pub(super) fn walk(&mut self, back: bool, here: LocalId, condition: Option<&Expr>) -> Option<u16> {
        let mut walk = Walking { back, within: None, counts: None };
        let mut counts = None;
        let mut terms = condition.into_iter().collect::<Vec<_>>();
        while let Some(term) = terms.pop() {
            match &term.kind {
                ExprKind::Binary(Op::And, left, right) => terms.extend([&**right, &**left]),
                ExprKind::InRegion(house, region) if is_local(house, here) && walk.within.is_none() => {
                    let Some(Area::Table { region, player }) = self.table(region) else {
                        return None;
                    };
                    walk.within = Some(match player {
                        words::MOVER => region,
                        // The same table for every mover.
                        words::NONE => {
                            let sites = self.program.regions.get(region as usize)?.sites.clone();
                            self.region_tables(vec![sites; self.game.layout.players.len()])
                        }
                        _ => return None,
                    });
                }
                _ if counts.is_none() => counts = Some(self.seed_counts(term, here)?),
                _ => return None,
            }
        }
        walk.counts = counts.map(|counts| self.count_table(&counts));
        Some(self.walk_table(walk))
    }

    /// The set of counts that a condition on the seeds of one house says.
    pub(super) fn seed_counts(&self, condition: &Expr, house: LocalId) -> Option<CountSet> {
        match &condition.kind {
            ExprKind::InCounts(count, set) if is_seeds_of(count, house) => self.counts(set),
            ExprKind::Binary(op, left, right) if is_seeds_of(left, house) => {
                let value = self.constant(right)?;
                let most = i32::MAX;
                Some(match op {
                    Op::Eq => CountSet::range(value, value),
                    Op::Ge => CountSet::range(value, most),
                    Op::Gt => CountSet::range(value.checked_add(1)?, most),
                    Op::Le => CountSet::range(0, value),
                    Op::Lt => CountSet::range(0, value.checked_sub(1)?),
                    Op::Ne if value == 0 => CountSet::range(1, most),
                    _ => return None,
                })
            }
            ExprKind::Liftable(inner) if is_local(inner, house) && self.game.marks.is_empty() => {
                Some(CountSet::range(1, i32::MAX))
            }
            _ => None,
        }
    }

    fn run_into(&mut self, back: bool, from: &Expr, here: LocalId, condition: Option<&Expr>, list: ListReg) {
        if let Some(walk) = self.walk(back, here, condition) {
            self.scoped(|this| {
                let from = this.value(from);
                let behind = this.mark();
                this.emit(Instr::Walk { list, from, walk, bare: behind.0 });
                this.place(behind);
            });
            return;
        }
        self.scoped(|this| {
            let house = this.reg();
            this.kept.insert(here, Kept::Reg(house));
            this.value_into(from, house);
            this.emit(Instr::ListClear { list });
            let (next, end) = (this.mark(), this.mark());
            this.place(next);
            this.emit(Instr::IfConst { op: Cmp::Lt, left: house, value: 0, then: end.0 });
            this.emit(Instr::IfListed { house, list, inside: true, then: end.0 });
            if let Some(condition) = condition {
                this.branch(condition, false, end);
            }
            this.emit(Instr::ListPush { list, house });
            this.emit(Instr::Step { to: house, house, way: words::WAY, back });
            this.jump(next);
            this.place(end);
        });
    }

    // ---------------------------------------------------------------------------------------------------------- loops

    /// Runs `work` for every house of an area, with a mark that goes on with the next.
    pub(super) fn over_area(&mut self, area: Area, house: Reg, work: &mut dyn FnMut(&mut Self, Mark)) {
        let counter = self.reg();
        let (next, end) = (self.mark(), self.mark());
        self.emit(Instr::Const { to: counter, value: 0 });
        self.place(next);
        match area {
            Area::Table { region, player } => self.emit(Instr::NextOf { counter, house, player, region, then: end.0 }),
            Area::List(list) => self.emit(Instr::NextIn { counter, house, list, then: end.0 }),
        }
        work(self, next);
        self.jump(next);
        self.place(end);
    }

    /// Runs `work` for every combination of the binders' values that passes their filters.
    pub(super) fn each(&mut self, binders: &[Binder], work: &mut dyn FnMut(&mut Self)) {
        let Some((binder, rest)) = binders.split_first() else {
            work(self);
            return;
        };
        if let Some(filter) = &binder.filter {
            self.clause(filter.span);
        }
        if !binder.if_possible {
            self.each_value(binder, binder.filter.as_ref(), &mut |this| this.each(rest, work));
            return;
        }
        // Whether any value passes is asked first; only then is the filter kept.
        self.scoped(|this| {
            let (free, after) = (this.mark(), this.mark());
            let any = this.reg();
            this.emit(Instr::Const { to: any, value: 0 });
            this.each_value(binder, binder.filter.as_ref(), &mut |this| this.emit(Instr::Const { to: any, value: 1 }));
            this.emit(Instr::Unless { condition: any, then: free.0 });
            this.each_value(binder, binder.filter.as_ref(), &mut |this| this.each(rest, work));
            this.jump(after);
            this.place(free);
            this.each_value(binder, None, &mut |this| this.each(rest, work));
            this.place(after);
        });
    }

    /// Runs `work` for every value of one binder that passes the filter.
    fn each_value(&mut self, binder: &Binder, filter: Option<&Expr>, work: &mut dyn FnMut(&mut Self)) {
        let local = binder.local;
        let over = &binder.over;
        match over.ty {
            Ty::Players => self.known_values(local, 0..self.game.layout.players.len(), filter, work),
            Ty::Directions => self.each_direction(local, over, filter, work),
            Ty::Texts => {
                let texts = if let ExprKind::TextList(texts) = &over.kind { texts.clone() } else { Vec::new() };
                self.known_list(
                    local,
                    texts.into_iter().filter_map(|text| i32::try_from(text).ok()).collect(),
                    filter,
                    work,
                );
            }
            Ty::Counts => self.each_number(local, over, filter, work),
            _ => self.each_house(local, over, filter, work),
        }
    }

    fn each_house(&mut self, local: LocalId, over: &Expr, filter: Option<&Expr>, work: &mut dyn FnMut(&mut Self)) {
        self.scoped(|this| {
            let house = this.local_register(local);
            let area = this.area(over);
            this.over_area(area, house, &mut |this, next| {
                if let Some(filter) = filter {
                    this.branch(filter, false, next);
                }
                work(this);
            });
        });
    }

    /// The register of a binder: the one a decision has given it, or a new one.
    fn local_register(&mut self, local: LocalId) -> Reg {
        if let Some(Kept::Reg(reg)) = self.kept.get(&local).copied()
            && self.bound_by_decision(local)
        {
            return reg;
        }
        let reg = self.reg();
        self.kept.insert(local, Kept::Reg(reg));
        reg
    }

    fn each_number(&mut self, local: LocalId, over: &Expr, filter: Option<&Expr>, work: &mut dyn FnMut(&mut Self)) {
        if let Some(set) = self.counts(over) {
            let values = set.ranges.iter().flat_map(|(low, high)| *low..=(*high).min(low.saturating_add(LONGEST_LIST)));
            let values = values.collect::<Vec<_>>();
            if set.odd || set.even || values.len() > LONGEST_LIST as usize {
                self.each_kept_number(local, over, filter, work);
            } else if values.len() <= 4 {
                self.known_list(local, values, filter, work);
            } else if let (Some(low), Some(high)) = (values.first(), values.last())
                && set.ranges.len() == 1
            {
                let number = |value: i32| Expr { kind: ExprKind::Int(value), ty: Ty::Int, span: over.span };
                self.each_in_range(local, &number(*low), &number(*high), filter, work);
            } else {
                self.known_list(local, values, filter, work);
            }
            return;
        }
        match &over.kind {
            ExprKind::Range(low, high) => self.each_in_range(local, low, high, filter, work),
            _ => self.each_kept_number(local, over, filter, work),
        }
    }

    pub(super) fn each_in_range(
        &mut self,
        local: LocalId,
        low: &Expr,
        high: &Expr,
        filter: Option<&Expr>,
        work: &mut dyn FnMut(&mut Self),
    ) {
        self.scoped(|this| {
            let number = this.local_register(local);
            let counter = this.reg();
            let last = this.reg();
            let one = this.reg();
            this.value_into(high, last);
            this.value_into(low, counter);
            this.emit(Instr::Const { to: one, value: 1 });
            let (again, next, end) = (this.mark(), this.mark(), this.mark());
            this.place(again);
            this.emit(Instr::If { op: Cmp::Gt, left: counter, right: last, then: end.0 });
            this.emit(Instr::Copy { to: number, from: counter });
            if let Some(filter) = filter {
                this.branch(filter, false, next);
            }
            work(this);
            this.place(next);
            this.emit(Instr::Math { op: Math::Add, to: counter, left: counter, right: one });
            this.jump(again);
            this.place(end);
        });
    }

    fn known_values(
        &mut self,
        local: LocalId,
        values: std::ops::Range<usize>,
        filter: Option<&Expr>,
        work: &mut dyn FnMut(&mut Self),
    ) {
        self.known_list(local, values.filter_map(|value| i32::try_from(value).ok()).collect(), filter, work);
    }

    /// Values known before play: the code is written once for each.
    pub(super) fn known_list(
        &mut self,
        local: LocalId,
        values: Vec<i32>,
        filter: Option<&Expr>,
        work: &mut dyn FnMut(&mut Self),
    ) {
        let bound = self.bound_by_decision(local);
        let kept = self.kept.get(&local).copied();
        for value in values {
            let next = self.mark();
            match (bound, kept) {
                (true, Some(Kept::Reg(to))) => self.emit(Instr::Const { to, value }),
                _ => {
                    self.kept.insert(local, Kept::Known(value));
                }
            }
            self.scoped(|this| {
                if let Some(filter) = filter {
                    this.branch(filter, false, next);
                }
                work(this);
            });
            self.place(next);
        }
    }
}

/// Numbers that a choice or loop may list one by one.
const LONGEST_LIST: i32 = 4096;

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(found) if found == local)
}

fn is_seeds_of(expr: &Expr, local: LocalId) -> bool {
    matches!(&expr.kind, ExprKind::Seeds(house) if is_local(house, local))
}
