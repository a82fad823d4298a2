//! In: typed expressions. Out: code that leaves their value in a register, or branches on it. Never here: regions, statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::regions::Area;
use super::{Emitter, Kept, Mark};
use crate::ast::{Op, Quantity};
use crate::bytecode::{Cmp, Instr, Math, MoveCount, NO_SITE, Reg, words};
use crate::diagnostic::rules;
use crate::hir::{Binder, Expr, ExprKind, LocalId, Ty, Way, Word};

impl Emitter<'_> {
    /// The register that holds the value; a new one unless it has one already.
    pub(super) fn value(&mut self, expr: &Expr) -> Reg {
        if self.constant(expr).is_none() {
            if let ExprKind::Local(local) = &expr.kind
                && let Some(Kept::Reg(reg)) = self.kept.get(local)
            {
                return *reg;
            }
            if let ExprKind::Word(word) = &expr.kind
                && let Some(reg) = word_register(*word)
            {
                self.word_is_read(*word);
                return reg;
            }
            if let ExprKind::Var { var, of: None } = &expr.kind
                && let Some(reg) = self.move_vars.get(var)
            {
                return *reg;
            }
        }
        let to = self.reg();
        self.value_into(expr, to);
        to
    }

    pub(super) fn value_into(&mut self, expr: &Expr, to: Reg) {
        if let Some(value) = self.constant(expr) {
            self.emit(Instr::Const { to, value });
            return;
        }
        if matches!(expr.ty, Ty::Counts | Ty::Directions) {
            self.collection_into(expr, to);
            return;
        }
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Word(_) => self.named_into(expr, to),
            ExprKind::NoHouse => self.emit(Instr::Const { to, value: NO_SITE }),
            ExprKind::Site(site) => self.emit(Instr::Const { to, value: i32::from(*site) }),
            ExprKind::Var { var, of } => self.var_into(*var, of.as_deref(), to),
            ExprKind::Negate(inner) => self.scoped(|this| {
                let zero = this.reg();
                this.emit(Instr::Const { to: zero, value: 0 });
                let right = this.value(inner);
                this.emit(Instr::Math { op: Math::Sub, to, left: zero, right });
            }),
            ExprKind::Binary(op, left, right) if math(*op).is_some() => self.scoped(|this| {
                let left = this.value(left);
                let right = this.value(right);
                if let Some(op) = math(*op) {
                    this.emit(Instr::Math { op, to, left, right });
                }
            }),
            ExprKind::MinMax { max, items } => self.extreme_into(*max, items, to),
            ExprKind::If(three) => {
                let (other, after) = (self.mark(), self.mark());
                self.branch(&three[0], false, other);
                self.value_into(&three[1], to);
                self.jump(after);
                self.place(other);
                self.value_into(&three[2], to);
                self.place(after);
            }
            ExprKind::Quantifier { quantity, binder, body } if quantity_counts(*quantity) => {
                self.quantity_into(*quantity, binder, body, to);
            }
            ExprKind::Call { def, arguments } => self.call_into(*def, arguments, to),
            ExprKind::PlayerWith { most, player, score } => self.player_with_into(*most, *player, score, to),
            _ if expr.ty == Ty::House || expr.ty == Ty::Player => self.site_into(expr, to),
            _ if expr.ty == Ty::Int => self.number_into(expr, to),
            _ => self.truth_into(expr, to),
        }
    }

    fn named_into(&mut self, expr: &Expr, to: Reg) {
        match &expr.kind {
            ExprKind::Local(local) => match self.kept.get(local).copied() {
                Some(Kept::Reg(from)) if from != to => self.emit(Instr::Copy { to, from }),
                Some(Kept::Known(value)) => self.emit(Instr::Const { to, value }),
                _ => {}
            },
            ExprKind::Word(word) => match word_register(*word) {
                Some(from) => {
                    self.word_is_read(*word);
                    self.emit(Instr::Copy { to, from });
                }
                None => self.word_into(*word, to),
            },
            _ => {}
        }
    }

    fn moves_matter(&mut self, most: i32) {
        let players = u16::try_from(self.game.layout.players.len()).unwrap_or(1);
        let known = self.program.moves;
        let known = known.unwrap_or_else(|| MoveCount { cell: self.cells(players), most: 0, in_main: false });
        let in_main = known.in_main || !self.in_phase;
        self.program.moves = Some(MoveCount { most: known.most.max(most), in_main, ..known });
    }

    /// Notes words that cost something when they are asked for.
    fn word_is_read(&mut self, word: Word) {
        match word {
            // A lap number used for more than a comparison makes every lap different.
            Word::Lap => self.program.lap_matters = i32::MAX,
            Word::Captured => self.program.asks_captured = true,
            _ => {}
        }
    }

    fn word_into(&mut self, word: Word, to: Reg) {
        match word {
            Word::Opponent => self.emit(Instr::NextPlayer { to, player: words::MOVER }),
            Word::Total => self.emit(Instr::Total { to }),
            Word::Round => self.emit(Instr::Round { to }),
            Word::Played => match self.program.played {
                Some(cell) => self.emit(Instr::Load { to, cell }),
                None => self.emit(Instr::Const { to, value: 0 }),
            },
            Word::Repeated => {
                self.program.asks_repeated = true;
                self.emit(Instr::Repeated { to });
            }
            // `stuck` outside `end` is in a def that `end` calls; elsewhere nobody is stuck.
            _ => self.emit(Instr::Const { to, value: 0 }),
        }
    }

    pub(super) fn var_into(&mut self, var: usize, of: Option<&Expr>, to: Reg) {
        let base = self.move_vars.get(&var).copied();
        let cell = self.var_cell(var).unwrap_or(0);
        let Some(of) = of else {
            match base {
                Some(from) => self.emit(Instr::Copy { to, from }),
                None => self.emit(Instr::Load { to, cell }),
            }
            return;
        };
        let count = u8::try_from(self.game.layout.players.len()).unwrap_or(1);
        self.scoped(|this| {
            let index = this.value(of);
            match base {
                Some(base) => this.emit(Instr::Pick { to, index, base, count }),
                None => this.emit(Instr::LoadAt { to, index, cell }),
            }
        });
    }

    fn extreme_into(&mut self, max: bool, items: &[Expr], to: Reg) {
        let op = if max { Math::Max } else { Math::Min };
        self.scoped(|this| {
            let best = this.reg();
            for (at, item) in items.iter().enumerate() {
                if at == 0 {
                    this.value_into(item, best);
                } else {
                    let right = this.value(item);
                    this.emit(Instr::Math { op, to: best, left: best, right });
                }
            }
            this.emit(Instr::Copy { to, from: best });
        });
    }

    /// Houses and players.
    fn site_into(&mut self, expr: &Expr, to: Reg) {
        self.scoped(|this| match &expr.kind {
            ExprKind::OpponentOf(player) | ExprKind::NextPlayer(player) => {
                let player = this.value(player);
                this.emit(Instr::NextPlayer { to, player });
            }
            ExprKind::StoreOf(player) if this.store_site(player).is_some() => {
                let value = this.store_site(player).unwrap_or_default();
                this.emit(Instr::Const { to, value });
            }
            ExprKind::StoreOf(player) => {
                let player = this.value(player);
                this.emit(Instr::StoreOf { to, player });
            }
            ExprKind::OwnerOf(house) => {
                let house = this.value(house);
                this.emit(Instr::Owner { to, house });
            }
            ExprKind::Opposite(house) => {
                let house = this.value(house);
                this.emit(Instr::Opposite { to, house });
            }
            ExprKind::Counterpart(house) => {
                let house = this.value(house);
                this.emit(Instr::Counterpart { to, house });
            }
            ExprKind::Step { house, back } => {
                let house = this.value(house);
                this.emit(Instr::Step { to, house, way: words::WAY, back: *back });
            }
            ExprKind::StepWay { house, way } => {
                let house = this.value(house);
                let fixed = this.reg();
                this.emit(Instr::Const { to: fixed, value: i32::from(*way == Way::Cw) });
                this.emit(Instr::Step { to, house, way: fixed, back: false });
            }
            ExprKind::Lettered { player, sites } => {
                let each = sites.iter().map(|site| vec![*site]).collect();
                let region = this.region_tables(each);
                let player = this.value(player);
                let index = this.reg();
                this.emit(Instr::Const { to: index, value: 1 });
                this.emit(Instr::RegionAt { to, player, index, region });
            }
            ExprKind::Index(region, index) => this.member_into(region, Some(index), to),
            ExprKind::First(region) => this.place_into(region, 1, to),
            ExprKind::Last(region) => this.place_into(region, 0, to),
            ExprKind::MarkHolder { house, mark } => {
                let house = this.value(house);
                this.emit(Instr::Holder { to, house, mark: u8::try_from(*mark).unwrap_or(0) });
            }
            _ => this.refuse(expr, "this"),
        });
    }

    /// The store of a player who is known before play.
    fn store_site(&self, player: &Expr) -> Option<i32> {
        let player = usize::try_from(self.constant(player)?).ok()?;
        self.game.layout.stores.get(player).map(|store| i32::from(*store))
    }

    fn member_into(&mut self, region: &Expr, index: Option<&Expr>, to: Reg) {
        let area = self.area(region);
        let Some(index) = index.map(|index| self.value(index)) else {
            return;
        };
        match area {
            Area::Table { region, player } => self.emit(Instr::RegionAt { to, player, index, region }),
            Area::List(list) => self.emit(Instr::ListAt { to, list, index }),
        }
    }

    /// The first house of a region (1) or its last (0).
    fn place_into(&mut self, region: &Expr, place: i32, to: Reg) {
        let list = self.area_as_list(region);
        let index = self.reg();
        self.emit(Instr::Const { to: index, value: place });
        self.emit(Instr::ListAt { to, list, index });
    }

    fn number_into(&mut self, expr: &Expr, to: Reg) {
        self.scoped(|this| match &expr.kind {
            ExprKind::Seeds(house) => {
                let house = this.value(house);
                this.emit(Instr::Seeds { to, house });
            }
            ExprKind::RegionSeeds(region) => match this.area(region) {
                Area::Table { region, player } => this.emit(Instr::RegionSeeds { to, player, region }),
                Area::List(list) => this.emit(Instr::ListSeeds { to, list }),
            },
            ExprKind::Count(region) => match this.area(region) {
                Area::Table { region, player } => this.emit(Instr::RegionCount { to, player, region }),
                Area::List(list) => this.emit(Instr::ListCount { to, list }),
            },
            ExprKind::Moves(player) => {
                this.moves_matter(i32::MAX);
                let player = this.value(player);
                this.emit(Instr::Moves { to, player });
            }
            _ => this.refuse(expr, "this"),
        });
    }

    pub(super) fn refuse(&mut self, expr: &Expr, what: &str) {
        self.found.push(rules::not_yet(expr.span, what));
    }

    fn truth_into(&mut self, expr: &Expr, to: Reg) {
        // A lap or a number of moves matters only as far as it is compared, which a branch sees to.
        let counts_up = |side: &Expr| matches!(side.kind, ExprKind::Moves(_) | ExprKind::Word(Word::Lap));
        if let ExprKind::Binary(op, left, right) = &expr.kind
            && let Some(op) = comparison(*op)
            && !counts_up(left)
            && !counts_up(right)
        {
            self.scoped(|this| {
                let left = this.value(left);
                let right = this.value(right);
                this.emit(Instr::Test { op, to, left, right });
            });
            return;
        }
        let branches = matches!(
            expr.kind,
            ExprKind::Not(_)
                | ExprKind::Binary(..)
                | ExprKind::InCounts(..)
                | ExprKind::InRegion(..)
                | ExprKind::InList(..)
                | ExprKind::Quantifier { .. }
                | ExprKind::Liftable(_)
                | ExprKind::HasMark { .. }
                | ExprKind::CanMove(_)
        );
        if !branches {
            self.refuse(expr, "this expression");
            return;
        }
        // The value is set on one way only, so that `to` may be read by the condition itself.
        let (no, after) = (self.mark(), self.mark());
        self.branch(expr, false, no);
        self.emit(Instr::Const { to, value: 1 });
        self.jump(after);
        self.place(no);
        self.emit(Instr::Const { to, value: 0 });
        self.place(after);
    }

    // ------------------------------------------------------------------------------------------------------- branches

    /// Goes on at `to` if the condition is `wanted`; otherwise falls through.
    pub(super) fn branch(&mut self, condition: &Expr, wanted: bool, to: Mark) {
        if let Some(value) = self.constant(condition) {
            if (value != 0) == wanted {
                self.jump(to);
            }
            return;
        }
        self.scoped(|this| match &condition.kind {
            ExprKind::Not(inner) => this.branch(inner, !wanted, to),
            ExprKind::Binary(Op::And, left, right) => this.both(left, right, wanted, to),
            ExprKind::Binary(Op::Or, left, right) => this.either(left, right, wanted, to),
            ExprKind::Binary(op, left, right) if comparison(*op).is_some() => {
                if let Some(op) = comparison(*op) {
                    this.compare(if wanted { op } else { op.negated() }, left, right, to);
                }
            }
            ExprKind::InCounts(count, set) => this.in_counts(count, set, wanted, to),
            ExprKind::InRegion(house, region) => this.in_region(house, region, wanted, to),
            ExprKind::InList(one, items) => this.in_list(one, items, wanted, to),
            ExprKind::Quantifier { quantity, binder, body } => this.quantified(*quantity, binder, body, wanted, to),
            ExprKind::Liftable(house) if this.game.marks.is_empty() => {
                let house = this.value(house);
                let op = if wanted { Cmp::Gt } else { Cmp::Le };
                this.emit(Instr::IfSeeds { op, house, value: 0, then: to.0 });
            }
            ExprKind::Liftable(house) => {
                let house = this.value(house);
                let value = this.reg();
                this.emit(Instr::Liftable { to: value, house });
                this.branch_on(value, wanted, to);
            }
            ExprKind::HasMark { house, mark, of } => this.marked(house, *mark, of.as_deref(), wanted, to),
            ExprKind::CanMove(player) => {
                let player = this.value(player);
                let value = this.reg();
                this.emit(Instr::CanMove { to: value, player });
                this.branch_on(value, wanted, to);
            }
            ExprKind::Call { def, arguments } => this.call_branch(*def, arguments, wanted, to),
            _ => {
                let value = this.value(condition);
                this.branch_on(value, wanted, to);
            }
        });
    }

    fn marked(&mut self, house: &Expr, mark: usize, of: Option<&Expr>, wanted: bool, to: Mark) {
        let house = self.value(house);
        let mark = u8::try_from(mark).unwrap_or(0);
        let value = self.reg();
        let Some(of) = of else {
            self.emit(Instr::HasMark { to: value, house, mark });
            self.branch_on(value, wanted, to);
            return;
        };
        let right = self.value(of);
        self.emit(Instr::Holder { to: value, house, mark });
        let op = if wanted { Cmp::Eq } else { Cmp::Ne };
        self.emit(Instr::If { op, left: value, right, then: to.0 });
    }

    fn branch_on(&mut self, condition: Reg, wanted: bool, to: Mark) {
        match wanted {
            false => self.emit(Instr::Unless { condition, then: to.0 }),
            true => self.emit(Instr::IfConst { op: Cmp::Ne, left: condition, value: 0, then: to.0 }),
        }
    }

    fn both(&mut self, left: &Expr, right: &Expr, wanted: bool, to: Mark) {
        if wanted {
            let past = self.mark();
            self.branch(left, false, past);
            self.branch(right, true, to);
            self.place(past);
        } else {
            self.branch(left, false, to);
            self.branch(right, false, to);
        }
    }

    fn either(&mut self, left: &Expr, right: &Expr, wanted: bool, to: Mark) {
        if wanted {
            self.branch(left, true, to);
            self.branch(right, true, to);
        } else {
            let past = self.mark();
            self.branch(left, true, past);
            self.branch(right, false, to);
            self.place(past);
        }
    }

    fn compare(&mut self, op: Cmp, left: &Expr, right: &Expr, to: Mark) {
        let (op, left, right) = match (self.constant(left), self.constant(right)) {
            (Some(_), None) => (op.mirrored(), right, left),
            _ if matches!(left.kind, ExprKind::StoreOf(_)) => (op.mirrored(), right, left),
            _ => (op, left, right),
        };
        let small = self.constant(right).and_then(|value| i16::try_from(value).ok());
        if let (Cmp::Eq | Cmp::Ne, ExprKind::StoreOf(player)) = (op, &right.kind)
            && !matches!(left.kind, ExprKind::StoreOf(_))
        {
            self.is_store(left, player, op == Cmp::Eq, to);
            return;
        }
        if let (ExprKind::RegionSeeds(region), Some(0)) = (&left.kind, small)
            && matches!(op, Cmp::Eq | Cmp::Ne | Cmp::Gt | Cmp::Le)
            && let Area::Table { region, player } = self.area(region)
        {
            let empty = matches!(op, Cmp::Eq | Cmp::Le);
            self.emit(Instr::IfEmpty { player, empty, region, then: to.0 });
            return;
        }
        match (&left.kind, small) {
            // Beyond the number it is compared with, one lap is as good as another.
            (ExprKind::Word(Word::Lap), Some(value)) => {
                self.program.lap_matters = self.program.lap_matters.max(i32::from(value).saturating_add(1));
                self.emit(Instr::IfConst { op, left: words::LAP, value, then: to.0 });
            }
            // Moves are counted no further than the greatest number they are compared with.
            (ExprKind::Moves(player), Some(value)) => {
                self.moves_matter(i32::from(value).saturating_add(1));
                let player = self.value(player);
                let left = self.reg();
                self.emit(Instr::Moves { to: left, player });
                self.emit(Instr::IfConst { op, left, value, then: to.0 });
            }
            (ExprKind::Seeds(house), Some(value)) => {
                let house = self.value(house);
                self.emit(Instr::IfSeeds { op, house, value, then: to.0 });
            }
            (_, Some(value)) => {
                let left = self.value(left);
                self.emit(Instr::IfConst { op, left, value, then: to.0 });
            }
            _ => {
                let left = self.value(left);
                let right = self.value(right);
                self.emit(Instr::If { op, left, right, then: to.0 });
            }
        }
    }

    /// Whether a site is the store of a player: one look at a table.
    fn is_store(&mut self, site: &Expr, player: &Expr, inside: bool, to: Mark) {
        let house = self.value(site);
        let each = self.game.layout.stores.iter().map(|store| vec![*store]).collect();
        let region = self.region_tables(each);
        match self.of_player(region, player) {
            Area::Table { region, player } => self.emit(Instr::IfIn { house, player, inside, region, then: to.0 }),
            Area::List(list) => self.emit(Instr::IfListed { house, list, inside, then: to.0 }),
        }
    }

    fn in_counts(&mut self, count: &Expr, set: &Expr, wanted: bool, to: Mark) {
        let set = &self.meant(set);
        if let Some(set) = self.counts(set) {
            let set = self.count_table(&set);
            let count = self.value(count);
            self.emit(Instr::IfCount { count, inside: wanted, set, then: to.0 });
            return;
        }
        match &set.kind {
            ExprKind::Range(low, high) => {
                let count = self.value(count);
                let (low, high) = (self.value(low), self.value(high));
                if wanted {
                    let past = self.mark();
                    self.emit(Instr::If { op: Cmp::Lt, left: count, right: low, then: past.0 });
                    self.emit(Instr::If { op: Cmp::Le, left: count, right: high, then: to.0 });
                    self.place(past);
                } else {
                    self.emit(Instr::If { op: Cmp::Lt, left: count, right: low, then: to.0 });
                    self.emit(Instr::If { op: Cmp::Gt, left: count, right: high, then: to.0 });
                }
            }
            ExprKind::CountList(items) => self.in_list(count, items, wanted, to),
            _ => self.in_kept_counts(count, set, wanted, to),
        }
    }

    fn in_region(&mut self, house: &Expr, region: &Expr, wanted: bool, to: Mark) {
        if let ExprKind::Sites(sites) = &region.kind {
            self.in_list(house, sites, wanted, to);
            return;
        }
        let area = self.area(region);
        let house = self.value(house);
        match area {
            Area::Table { region, player } => {
                self.emit(Instr::IfIn { house, player, inside: wanted, region, then: to.0 })
            }
            Area::List(list) => self.emit(Instr::IfListed { house, list, inside: wanted, then: to.0 }),
        }
    }

    fn in_list(&mut self, one: &Expr, items: &[Expr], wanted: bool, to: Mark) {
        if let [ways] = items
            && ways.ty == Ty::Directions
        {
            self.in_directions(one, ways, wanted, to);
            return;
        }
        let one = self.value(one);
        let found = if wanted { to } else { self.mark() };
        for item in items {
            self.scoped(|this| {
                let right = this.value(item);
                this.emit(Instr::If { op: Cmp::Eq, left: one, right, then: found.0 });
            });
        }
        if !wanted {
            self.jump(to);
            self.place(found);
        }
    }

    // ---------------------------------------------------------------------------------------------------- quantifiers

    fn quantified(&mut self, quantity: Quantity, binder: &Binder, body: &Expr, wanted: bool, to: Mark) {
        if quantity_counts(quantity) {
            let value = self.reg();
            self.quantity_into(quantity, binder, body, value);
            self.branch_on(value, wanted, to);
            return;
        }
        // `any` holds at the first that holds, `no` fails there, `all` fails at the first that fails.
        let stops_on = quantity != Quantity::All;
        let stops_true = quantity == Quantity::Any;
        let past = self.mark();
        let stop = if stops_true == wanted { to } else { past };
        self.each(std::slice::from_ref(binder), &mut |this| this.branch(body, stops_on, stop));
        if stops_true != wanted {
            self.jump(to);
        }
        self.place(past);
    }

    fn quantity_into(&mut self, quantity: Quantity, binder: &Binder, body: &Expr, to: Reg) {
        self.scoped(|this| {
            let sum = this.reg();
            let first = match quantity {
                Quantity::Max => i32::MIN,
                Quantity::Min => i32::MAX,
                Quantity::First => NO_SITE,
                _ => 0,
            };
            this.emit(Instr::Const { to: sum, value: first });
            let done = this.mark();
            this.each(std::slice::from_ref(binder), &mut |this| {
                this.quantity_step(quantity, binder.local, body, sum, done)
            });
            this.place(done);
            this.emit(Instr::Copy { to, from: sum });
        });
    }

    fn quantity_step(&mut self, quantity: Quantity, local: LocalId, body: &Expr, sum: Reg, done: Mark) {
        self.scoped(|this| {
            let add = |op, right| Instr::Math { op, to: sum, left: sum, right };
            match quantity {
                Quantity::Count => {
                    let next = this.mark();
                    this.branch(body, false, next);
                    let one = this.reg();
                    this.emit(Instr::Const { to: one, value: 1 });
                    this.emit(add(Math::Add, one));
                    this.place(next);
                }
                Quantity::First => {
                    let next = this.mark();
                    this.branch(body, false, next);
                    let found = Expr { kind: ExprKind::Local(local), ty: Ty::House, span: body.span };
                    this.value_into(&found, sum);
                    this.jump(done);
                    this.place(next);
                }
                Quantity::Max | Quantity::Min => {
                    let value = this.value(body);
                    this.emit(add(if quantity == Quantity::Max { Math::Max } else { Math::Min }, value));
                }
                _ => {
                    let value = this.value(body);
                    this.emit(add(Math::Add, value));
                }
            }
        });
    }

    fn player_with_into(&mut self, most: bool, player: LocalId, score: &Expr, to: Reg) {
        self.scoped(|this| {
            let best = this.reg();
            let who = this.reg();
            for number in 0..this.game.layout.players.len() {
                let number = i32::try_from(number).unwrap_or(0);
                this.kept.insert(player, Kept::Known(number));
                this.scoped(|this| {
                    let value = this.value(score);
                    let next = this.mark();
                    if number > 0 {
                        let op = if most { Cmp::Le } else { Cmp::Ge };
                        this.emit(Instr::If { op, left: value, right: best, then: next.0 });
                    }
                    this.emit(Instr::Copy { to: best, from: value });
                    this.emit(Instr::Const { to: who, value: number });
                    this.place(next);
                });
            }
            this.emit(Instr::Copy { to, from: who });
        });
    }
}

fn quantity_counts(quantity: Quantity) -> bool {
    !matches!(quantity, Quantity::Any | Quantity::All | Quantity::No)
}

/// Words that live in a register of their own.
fn word_register(word: Word) -> Option<Reg> {
    Some(match word {
        Word::Mover => words::MOVER,
        Word::Origin => words::ORIGIN,
        Word::Last => words::LAST,
        Word::Was => words::WAS,
        Word::Lap => words::LAP,
        Word::Way => words::WAY,
        Word::Hand => words::HAND,
        Word::Captured => words::CAPTURED,
        Word::Opponent | Word::Total | Word::Round | Word::Repeated | Word::Played | Word::Stuck | Word::AllStuck => {
            return None;
        }
    })
}

fn math(op: Op) -> Option<Math> {
    Some(match op {
        Op::Add => Math::Add,
        Op::Sub => Math::Sub,
        Op::Mul => Math::Mul,
        Op::Div => Math::Div,
        Op::Rem => Math::Rem,
        _ => return None,
    })
}

fn comparison(op: Op) -> Option<Cmp> {
    Some(match op {
        Op::Eq => Cmp::Eq,
        Op::Ne => Cmp::Ne,
        Op::Lt => Cmp::Lt,
        Op::Le => Cmp::Le,
        Op::Gt => Cmp::Gt,
        Op::Ge => Cmp::Ge,
        _ => return None,
    })
}
