//! In: variables that hold regions, sets of counts or directions. Out: code that keeps and reads them. Never here: plain numbers, regions at work.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::regions::Area;
use super::{Emitter, Mark};
use crate::bytecode::{Instr, ListReg, Reg, words};
use crate::diagnostic::rules;
use crate::hir::{self, CountSet, Expr, ExprKind, LocalId, Ty, Way};

impl Emitter<'_> {
    // -------------------------------------------------------------------------------------------------------- regions

    /// The first value of a variable that holds a region.
    pub(super) fn renew_region(&mut self, at: usize, var: &hir::Var) {
        let Some(cell) = self.var_cell(at) else { return };
        let count = if var.each_player { self.game.layout.players.len() } else { 1 };
        self.scoped(|this| {
            let list = this.area_as_list(&var.initial);
            for player in 0..count {
                let first = player * this.program.list_cells();
                let cell = cell + u16::try_from(first).unwrap_or(0);
                this.emit(Instr::StoreList { list, index: words::NONE, cell });
            }
        });
    }

    pub(super) fn kept_list_into(&mut self, var: usize, of: Option<&Expr>, list: ListReg) {
        let Some(cell) = self.var_cell(var) else { return };
        self.scoped(|this| {
            let index = of.map_or(words::NONE, |of| this.value(of));
            this.emit(Instr::LoadList { list, index, cell });
        });
    }

    pub(super) fn keep_list(&mut self, var: usize, of: Option<&Expr>, value: &Expr) {
        let Some(cell) = self.var_cell(var) else { return };
        let list = match self.area(value) {
            Area::List(list) => list,
            Area::Table { .. } => self.area_as_list(value),
        };
        let index = of.map_or(words::NONE, |of| self.value(of));
        self.emit(Instr::StoreList { list, index, cell });
    }

    // --------------------------------------------------------------------------------------------------- sets in one number

    /// A set of counts as the number of its table; directions as bits, 1 for counterclockwise and 2 for clockwise.
    pub(super) fn collection_into(&mut self, expr: &Expr, to: Reg) {
        let meant = self.meant(expr);
        if let Some(value) = self.known_collection(&meant) {
            self.emit(Instr::Const { to, value });
            return;
        }
        match &meant.kind {
            ExprKind::Var { var, of } => self.var_into(*var, of.as_deref(), to),
            ExprKind::If(three) => {
                let (no, after) = (self.mark(), self.mark());
                self.branch(&three[0], false, no);
                self.collection_into(&three[1], to);
                self.jump(after);
                self.place(no);
                self.collection_into(&three[2], to);
                self.place(after);
            }
            _ => self.found.push(rules::computed_set(expr.span)),
        }
    }

    fn known_collection(&mut self, expr: &Expr) -> Option<i32> {
        if expr.ty == Ty::Counts {
            let set = self.counts(expr)?;
            return Some(i32::from(self.count_table(&set)));
        }
        let known = matches!(expr.kind, ExprKind::DirectionList(_) | ExprKind::Param(_) | ExprKind::AllDirections);
        known.then(|| self.directions(expr).into_iter().fold(0, |bits, way| bits | bit(way)))
    }

    pub(super) fn in_kept_counts(&mut self, count: &Expr, set: &Expr, wanted: bool, to: Mark) {
        let count = self.value(count);
        let set = self.value(set);
        self.emit(Instr::IfCountOf { count, inside: wanted, set, then: to.0 });
    }

    pub(super) fn in_directions(&mut self, one: &Expr, ways: &Expr, wanted: bool, to: Mark) {
        let one = self.value(one);
        let ways = self.value(ways);
        let past = self.mark();
        let (inside, outside) = if wanted { (to, past) } else { (past, to) };
        let next = self.mark();
        self.emit(Instr::IfConst { op: crate::bytecode::Cmp::Ne, left: one, value: 0, then: next.0 });
        self.has_bit(ways, Way::Ccw, true, inside);
        self.jump(outside);
        self.place(next);
        self.has_bit(ways, Way::Cw, true, inside);
        self.jump(outside);
        self.place(past);
    }

    /// Goes on at `to` if the direction is (or is not) among those.
    fn has_bit(&mut self, ways: Reg, way: Way, inside: bool, to: Mark) {
        let mut with = CountSet::range(bit(way), bit(way));
        with = with.union(CountSet::range(3, 3));
        let set = self.count_table(&with);
        self.emit(Instr::IfCount { count: ways, inside, set, then: to.0 });
    }

    // ------------------------------------------------------------------------------------------------- to choose from

    pub(super) fn each_direction(
        &mut self,
        local: LocalId,
        over: &Expr,
        filter: Option<&Expr>,
        work: &mut dyn FnMut(&mut Self),
    ) {
        let meant = self.meant(over);
        if !matches!(meant.kind, ExprKind::Var { .. } | ExprKind::If(_)) {
            let ways = self.directions(&meant);
            self.known_list(local, ways.into_iter().map(number).collect(), filter, work);
            return;
        }
        self.scoped(|this| {
            let ways = this.value(&meant);
            for way in [Way::Ccw, Way::Cw] {
                let past = this.mark();
                this.has_bit(ways, way, false, past);
                this.known_list(local, vec![number(way)], filter, work);
                this.place(past);
            }
        });
    }

    /// Numbers from 0 to all seeds of the position that are in the set.
    pub(super) fn each_kept_number(
        &mut self,
        local: LocalId,
        over: &Expr,
        filter: Option<&Expr>,
        work: &mut dyn FnMut(&mut Self),
    ) {
        let span = over.span;
        let of = |kind, ty| Expr { kind, ty, span };
        let inside = of(ExprKind::Local(local), Ty::Int);
        let inside = of(ExprKind::InCounts(Box::new(inside), Box::new(over.clone())), Ty::Bool);
        let judged = match filter {
            None => inside,
            Some(filter) => {
                of(ExprKind::Binary(crate::ast::Op::And, Box::new(inside), Box::new(filter.clone())), Ty::Bool)
            }
        };
        let (low, high) = (of(ExprKind::Int(0), Ty::Int), of(ExprKind::Word(hir::Word::Total), Ty::Int));
        self.each_in_range(local, &low, &high, Some(&judged), work);
    }
}

fn bit(way: Way) -> i32 {
    1 + number(way)
}

fn number(way: Way) -> i32 {
    i32::from(way == Way::Cw)
}
