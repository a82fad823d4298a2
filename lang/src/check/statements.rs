//! In: statement trees. Out: typed statements. Never here: sections, rules about whole games.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Checker, Place, cover};
use crate::ast::{self, LapsFrom, Options, SowOptionKind, StatementKind as Form};
use crate::diagnostic::{doubts, names, rules, syntax, types};
use crate::hir::{self, Block, Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};
use crate::parse::scan::LONGEST_NAME;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn block(&mut self, block: &ast::Block) -> Block {
        let depth = self.scope.len();
        let mut statements = Vec::new();
        for (at, statement) in block.statements.iter().enumerate() {
            if let Some(kind) = self.statement(statement) {
                statements.push(Stmt { kind, span: statement.span });
            }
            if leaves(&statement.kind)
                && let Some(next) = block.statements.get(at + 1)
            {
                self.report(rules::never_reached(next.span, statement.span));
                break;
            }
        }
        self.leave_scope(depth);
        Block { statements }
    }

    /// One statement; nothing if it makes no sense where it stands.
    fn statement(&mut self, statement: &ast::Statement) -> Option<StmtKind> {
        let span = statement.span;
        Some(match &statement.kind {
            Form::Cases(cases) => StmtKind::Cases(self.cases(cases)),
            Form::If { condition, body, otherwise } => StmtKind::If {
                condition: self.condition(condition),
                body: self.block(body),
                otherwise: otherwise.as_ref().map(|block| self.block(block)),
            },
            Form::For { binders, body } => {
                let depth = self.scope.len();
                let binders = binders.iter().map(|binder| self.binder(binder)).collect();
                let body = self.block(body);
                self.leave_scope(depth);
                StmtKind::For { binders, body }
            }
            Form::Repeat { times, body } => StmtKind::Repeat { times: self.amount(times, 0), body: self.block(body) },
            Form::Let { name, value } => self.let_statement(name, value),
            Form::Choose(choose) => StmtKind::Choose(Box::new(self.choose(choose, span))),
            Form::Assign { target, value } => return self.assign(target, value, span),
            Form::Call { name, arguments } => {
                let (def, arguments) = self.def_call(name, arguments, span)?;
                StmtKind::Call { def, arguments }
            }
            Form::Again => self.turn_only(StmtKind::Again, "again", span),
            Form::EndTurn => self.turn_only(StmtKind::EndTurn, "end turn", span),
            Form::EndRound => StmtKind::EndRound,
            Form::Draw => StmtKind::Draw,
            Form::Win(player) => StmtKind::Win(self.expect(player, Ty::Player)),
            Form::NextIs(player) => {
                let player = self.expect(player, Ty::Player);
                self.turn_only(StmtKind::NextIs(player), "next is", span)
            }
            Form::FirstIs(player) => {
                if !matches!(self.context.place, Place::Setup | Place::Between | Place::Def) {
                    self.report(rules::only_before_play(span));
                }
                StmtKind::FirstIs(self.expect(player, Ty::Player))
            }
            Form::Stop => {
                self.laps_only("stop", span);
                StmtKind::Stop
            }
            _ => return self.seed_statement(&statement.kind, span),
        })
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each statement, a line or two each")]
    fn seed_statement(&mut self, form: &Form, span: Span) -> Option<StmtKind> {
        Some(match form {
            Form::Sow { amount, from, options } => {
                let from = match from {
                    None => hir::SowFrom::House(self.lifted(amount)),
                    Some(store) => {
                        hir::SowFrom::Store { amount: self.amount(amount, 1), store: self.expect(store, Ty::House) }
                    }
                };
                // Whose track it is that is sown, is the mover's affair.
                if !self.context.has_mover() {
                    self.report(names::sown_by_nobody(span, self.context.place.named()));
                }
                let options = self.sow_options(options);
                self.context.sown = true;
                StmtKind::Sow { from, options }
            }
            Form::Laps { from, options, body } => self.laps(from, options, body),
            Form::Relay { from, options } => {
                self.laps_only("relay", span);
                let from = from.as_ref().map(|from| self.expect(from, Ty::House));
                StmtKind::Relay { from, options: self.sow_options(options) }
            }
            Form::EachDrop(body) => {
                self.laps_only("each drop", span);
                if self.context.laps && !self.drops.contains(&span) {
                    self.report(rules::each_drop_inside(span));
                }
                let (here, body) = self.dropped(body);
                // `here` of the body is the first local bound in it.
                StmtKind::EachDrop(Block { statements: [vec![here_marker(here, span)], body.statements].concat() })
            }
            Form::Lift(house) => {
                let house = self.lifted(house);
                self.context.sown = true;
                StmtKind::Lift(house)
            }
            Form::Drop { amount, at } => {
                StmtKind::Drop { amount: self.amount(amount, 1), at: self.expect(at, Ty::House) }
            }
            Form::EachCaptures(region) => {
                // Each player in turn is the mover here, so `own` means something even where there is none.
                let place = std::mem::replace(&mut self.context.place, Place::End);
                let region = self.region(region);
                self.context.place = place;
                StmtKind::EachCaptures(region)
            }
            Form::Capture { what, by } => StmtKind::Capture {
                what: what.iter().map(|region| self.region(region)).collect(),
                by: self.captor(by.as_ref(), span),
            },
            Form::Take { amount, from, by } => StmtKind::Take {
                amount: self.amount(amount, 1),
                from: self.expect(from, Ty::House),
                by: self.captor(by.as_ref(), span),
            },
            Form::Move { amount, from, to } => StmtKind::Move {
                amount: amount.as_ref().map(|amount| self.amount(amount, 1)),
                from: self.region(from),
                to: self.expect(to, Ty::House),
            },
            Form::Swap(one, other) => StmtKind::Swap(self.expect(one, Ty::Player), self.expect(other, Ty::Player)),
            Form::Mark { house, mark, of } => {
                let house = self.expect(house, Ty::House);
                if matches!(house.kind, ExprKind::StoreOf(_)) {
                    self.report(types::mark_on_a_store(house.span));
                }
                let of = of.as_ref().map(|of| self.expect(of, Ty::Player));
                let at = self.mark_number(mark, of.as_ref())?;
                if self.marks[at].held && of.is_none() {
                    let declared = self.marks[at].span;
                    self.report(types::mark_needs_holder(mark.span, &mark.text, declared));
                }
                self.used.set_marks.insert(mark.text.clone());
                StmtKind::Mark { house, mark: at, of }
            }
            Form::Unmark { house, mark } => {
                let house = self.expect(house, Ty::House);
                StmtKind::Unmark { house, mark: self.mark_number(mark, None)? }
            }
            Form::Give { house, to } => {
                StmtKind::Give { house: self.expect(house, Ty::House), to: self.expect(to, Ty::Player) }
            }
            Form::Fill(amount) => {
                self.setup_only("fill", span);
                StmtKind::Fill(self.seed_number(amount))
            }
            Form::Put { amounts, region } => {
                self.setup_only("put", span);
                let amounts = amounts.iter().map(|amount| self.seed_number(amount)).collect::<Vec<_>>();
                let region = self.region(region);
                self.one_number_each(&amounts, &region);
                StmtKind::Put { amounts, region }
            }
            _ => return None,
        })
    }

    /// A number of seeds or times that is written out must not be less than this.
    fn amount(&mut self, form: &ast::Expr, least: i32) -> Expr {
        let amount = self.expect(form, Ty::Int);
        if let Some(value) = super::constants::constant(&amount, &[], &[]).filter(|value| *value < least) {
            self.report(rules::amount_too_small(form.span, value, least));
        }
        amount
    }

    /// A number of seeds: a constant must be 0…65535.
    fn seed_number(&mut self, form: &ast::Expr) -> Expr {
        let amount = self.expect(form, Ty::Int);
        if let Some(value) = self.constant(&amount)
            && !(0..=65535).contains(&value)
        {
            self.report(rules::too_many_seeds(form.span, value));
        }
        amount
    }

    /// Several numbers are one for each site.
    fn one_number_each(&mut self, amounts: &[Expr], region: &Expr) {
        let sites = super::board::fixed_region(&self.layout, region, None).map(|sites| sites.len());
        let (Some(first), Some(last)) = (amounts.first(), amounts.last()) else { return };
        if let Some(sites) = sites.filter(|sites| amounts.len() > 1 && amounts.len() != *sites) {
            self.report(rules::put_count(first.span.to(last.span), amounts.len(), region.span, sites));
        }
    }

    /// A condition that stands alone, not in a list of cases.
    pub(super) fn condition(&mut self, form: &ast::Expr) -> Expr {
        let condition = self.expect(form, Ty::Bool);
        if let Some(holds) = cover::whatever(&condition) {
            self.report(rules::constant_condition(condition.span, holds));
        }
        condition
    }

    /// Seeds come in by `setup` alone.
    fn setup_only(&mut self, word: &str, span: Span) {
        if self.context.place != Place::Setup {
            self.report(rules::only_in_setup(span, word));
        }
    }

    fn turn_only(&mut self, kind: StmtKind, word: &str, span: Span) -> StmtKind {
        if !matches!(self.context.place, Place::Turn | Place::Def) {
            self.report(rules::only_in_turn(span, word));
        }
        kind
    }

    fn laps_only(&mut self, word: &str, span: Span) {
        if self.context.dropping {
            self.report(doubts::seeds_in_hand(span, word));
        } else if !self.context.laps {
            self.report(rules::only_in_laps(span, word));
        }
    }

    /// Who captures: outside a turn it must be said.
    fn captor(&mut self, by: Option<&ast::Expr>, span: Span) -> Option<Expr> {
        match by {
            Some(by) => Some(self.expect(by, Ty::Player)),
            None => {
                self.mover(span);
                None
            }
        }
    }

    /// A house about to be lifted.
    fn lifted(&mut self, form: &ast::Expr) -> Expr {
        self.expect(form, Ty::House)
    }

    fn cases(&mut self, cases: &[ast::Case]) -> Vec<hir::Case> {
        let mut checked: Vec<hir::Case> = Vec::new();
        for case in cases {
            if let Some(last) = checked.last().filter(|last| last.condition.is_none()) {
                self.report(rules::case_after_otherwise(case.span, last.span));
            }
            let told = self.diagnostics.len();
            let condition = case.condition.as_ref().map(|condition| self.expect(condition, Ty::Bool));
            // Nothing is concluded from words that mean nothing.
            let sound = self.diagnostics.len() == told;
            if let Some(condition) = condition.as_ref().filter(|_| sound && cases.len() <= MOST_CASES_COMPARED) {
                self.reachable(condition, &checked);
            }
            checked.push(hir::Case { condition, body: self.block(&case.body), span: case.span });
        }
        checked
    }

    /// Warns of a case that always or never holds, or that an earlier one covers.
    fn reachable(&mut self, condition: &Expr, earlier: &[hir::Case]) {
        let value = super::constants::constant(condition, &[], &[]).map(|value| value != 0);
        if let Some(holds) = value.or_else(|| cover::whatever(condition)) {
            self.report(rules::constant_case(condition.span, holds));
            return;
        }
        let earlier = earlier.iter().filter_map(|case| case.condition.as_ref());
        let words = |span: Span| self.squeezed(span);
        let covering =
            earlier.filter(|_| condition.ty == Ty::Bool).find(|other| cover::covers(other, condition, &words));
        if let Some(covering) = covering {
            let same = self.squeezed(covering.span) == self.squeezed(condition.span);
            self.report(rules::covered_case(condition.span, covering.span, same));
        }
    }

    fn squeezed(&self, span: Span) -> String {
        self.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn let_statement(&mut self, name: &ast::Name, value: &ast::Expr) -> StmtKind {
        let value = self.expr(value);
        if matches!(value.ty, Ty::Counts | Ty::Directions | Ty::Players | Ty::Text | Ty::Texts) {
            let got = self.ty_name(value.ty);
            self.report(types::cannot_bind(value.span, &got));
        }
        let local = self.bind(&name.text, value.ty, name.span);
        if value.ty == Ty::Region && !holds_run(&value) {
            self.locals[local.0 as usize].alias = Some(Box::new(value.clone()));
        }
        StmtKind::Let { local, value }
    }

    fn assign(&mut self, target: &ast::Expr, value: &ast::Expr, span: Span) -> Option<StmtKind> {
        let target_span = target.span;
        let target = self.expr(target);
        let ExprKind::Var { var, of } = target.kind else {
            if target.ty != Ty::Unknown {
                let name = self.snippet(target_span);
                let declared = match target.kind {
                    ExprKind::Local(local) => Some(self.locals[local.0 as usize].span),
                    ExprKind::Param(at) => Some(self.params[at].span),
                    ExprKind::ReadingValue(at) => Some(self.readings[at].span),
                    _ => None,
                };
                self.report(names::not_assignable(target_span, &name, declared));
            }
            self.expr(value);
            return None;
        };
        let value = self.expect(value, self.vars[var].ty);
        if self.context.place == Place::Until {
            self.report(rules::only_in_turn(span, "an assignment"));
        }
        Some(StmtKind::Assign { var, of: of.map(|of| *of), value })
    }

    /// Words that are chosen from are answers, which have the length of labels.
    fn short_words(&mut self, region: &ast::Expr) {
        let ast::ExprKind::Set(words) = &region.kind else { return };
        for word in words {
            if matches!(&word.kind, ast::ExprKind::Text(text) if text.len() > LONGEST_NAME) {
                let inside = Span { start: word.span.start + 1, end: word.span.end.saturating_sub(1), ..word.span };
                self.report(syntax::name_too_long(inside, "label", LONGEST_NAME));
            }
        }
    }

    pub(super) fn binder(&mut self, binder: &ast::Binder) -> hir::Binder {
        let over = match &binder.region.kind {
            ast::ExprKind::Binary(ast::Op::Or, region, other) if matches!(&other.kind, ast::ExprKind::Name(name) if matches!(name.as_str(), "pass" | "nothing")) =>
            {
                let word = self.snippet(other.span);
                self.report(names::declined_otherwise(other.span, &word));
                self.expr(region)
            }
            _ => self.expr(&binder.region),
        };
        let over = if over.ty == Ty::House { self.as_region(over) } else { over };
        self.short_words(&binder.region);
        let element = match over.ty {
            Ty::Region => Ty::House,
            Ty::Counts => Ty::Int,
            Ty::Directions => Ty::Direction,
            Ty::Players => Ty::Player,
            Ty::Texts => Ty::Text,
            Ty::Unknown => Ty::Unknown,
            ty => {
                let got = self.ty_name(ty);
                self.report(types::cannot_choose_from(over.span, &got));
                Ty::Unknown
            }
        };
        let local = self.bind(&binder.name.text, element, binder.name.span);
        if over.ty == Ty::Counts {
            self.numbers.insert(local, Some(over.span));
        }
        let outer = self.context.here;
        if element == Ty::House {
            self.context.here = Some(local);
        }
        let filter = binder.filter.as_ref().map(|filter| self.condition(filter));
        self.context.here = outer;
        hir::Binder { local, over, filter, if_possible: binder.if_possible }
    }

    // ---------------------------------------------------------------------------------------------------- decisions

    fn choose(&mut self, choose: &ast::Choose, span: Span) -> hir::Choose {
        if matches!(self.context.place, Place::End | Place::Over | Place::Until) {
            self.report(rules::decision_in_end(span));
        }
        let by = match &choose.by {
            Some(by) => Some(self.expect(by, Ty::Player)),
            None => {
                self.mover(span);
                None
            }
        };
        let (alternatives, musts) = match &choose.from {
            Options::Binders(binders) => {
                let binders = self.binders(binders);
                let musts = self.musts(&choose.musts);
                let body = Block::default();
                (vec![hir::Alternative { label: None, filter: None, binders, musts: Vec::new(), body, span }], musts)
            }
            Options::Either(alternatives) => {
                let alternatives = alternatives.iter().map(|alternative| self.alternative(alternative)).collect();
                (alternatives, self.musts(&choose.musts))
            }
        };
        self.decision_size(&alternatives, span);
        let optional = choose.optional.as_ref().map(|label| label.text.clone());
        let depth = self.scope.len();
        let otherwise = choose.otherwise.as_ref().map(|block| self.block(block));
        self.leave_scope(depth);
        if let (Some(block), Options::Binders(_)) = (&choose.otherwise, &choose.from)
            && !block.statements.last().is_some_and(|last| leaves(&last.kind))
        {
            self.report(rules::else_goes_on(block.span));
        }
        hir::Choose { by, alternatives, musts, optional, otherwise, span }
    }

    /// The parts of one decision, each with a name of its own.
    fn binders(&mut self, binders: &[ast::Binder]) -> Vec<hir::Binder> {
        let mut checked: Vec<hir::Binder> = Vec::new();
        for (at, binder) in binders.iter().enumerate() {
            checked.push(self.binder(binder));
            let Some(first) = binders[..at].iter().position(|other| other.name.text == binder.name.text) else {
                continue;
            };
            self.report(names::duplicate(&binder.name, binders[first].name.span));
            // Which of the two is meant further on cannot be known.
            for local in [checked[first].local, checked[at].local] {
                self.locals[local.0 as usize].ty = Ty::Unknown;
            }
        }
        checked
    }

    fn decision_size(&mut self, alternatives: &[hir::Alternative], span: Span) {
        if alternatives.is_empty() {
            self.report(rules::no_alternatives(span));
        }
        if alternatives.len() > hir::MOST_ALTERNATIVES {
            self.report(rules::too_many_alternatives(span, alternatives.len(), hir::MOST_ALTERNATIVES));
        }
        for alternative in alternatives {
            if alternative.binders.len() > hir::MOST_BINDERS {
                self.report(rules::too_many_binders(span, alternative.binders.len(), hir::MOST_BINDERS));
            }
        }
    }

    fn musts(&mut self, musts: &[ast::Must]) -> Vec<hir::Must> {
        let checked = musts.iter().map(|must| {
            let sown = std::mem::replace(&mut self.context.sown, true);
            let condition = self.expect(&must.condition, Ty::Bool);
            self.context.sown = sown;
            hir::Must { condition, if_possible: must.if_possible }
        });
        checked.collect()
    }

    /// One labelled alternative; a `choose` that begins its body becomes part of the same decision.
    fn alternative(&mut self, form: &ast::Alternative) -> hir::Alternative {
        let span = form.label.span;
        let depth = self.scope.len();
        let filter = form.filter.as_ref().map(|filter| self.expect(filter, Ty::Bool));
        let known = self.texts.iter().position(|text| *text == form.label.text);
        let label = known.unwrap_or_else(|| {
            self.texts.push(form.label.text.clone());
            self.texts.len() - 1
        });
        let mut alternative = hir::Alternative {
            label: Some(label),
            filter,
            binders: Vec::new(),
            musts: Vec::new(),
            body: Block::default(),
            span,
        };
        let mut body = form.body.clone();
        if let Some(ast::Statement { kind: Form::Choose(inner), .. }) = body.statements.first()
            && let Options::Binders(binders) = &inner.from
            && inner.by.is_none()
            && inner.optional.is_none()
            && inner.otherwise.is_none()
        {
            alternative.binders = binders.iter().map(|binder| self.binder(binder)).collect();
            alternative.musts = self.musts(&inner.musts);
            body.statements.remove(0);
        }
        alternative.body = self.block(&body);
        self.leave_scope(depth);
        alternative
    }

    // ------------------------------------------------------------------------------------------------------- sowing

    fn laps(&mut self, from: &LapsFrom, options: &[ast::SowOption], body: &ast::Block) -> StmtKind {
        match from {
            LapsFrom::Together(hands) => {
                let mut hand =
                    |(house, by): &(ast::Expr, ast::Expr)| (self.expect(house, Ty::House), self.expect(by, Ty::Player));
                let checked = Box::new([hand(&hands[0]), hand(&hands[1])]);
                let (first, second) = (hands[0].1.span, hands[1].1.span);
                if self.squeezed(first) == self.squeezed(second) {
                    let player = self.squeezed(second);
                    self.report(doubts::one_player_twice(second, first, &player));
                }
                let hands = checked;
                let options = self.sow_options(options);
                StmtKind::LapsTogether { hands, options, body: self.lap_body(body) }
            }
            LapsFrom::House(house) => {
                let from = Some(self.lifted(house));
                let options = self.sow_options(options);
                StmtKind::Laps { from, options, body: self.lap_body(body) }
            }
            LapsFrom::SowingJustMade => {
                let options = self.sow_options(options);
                StmtKind::Laps { from: None, options, body: self.lap_body(body) }
            }
        }
    }

    fn lap_body(&mut self, body: &ast::Block) -> Block {
        self.context.sown = true;
        let outer = std::mem::replace(&mut self.context.laps, true);
        let drops = body.statements.iter().filter(|statement| matches!(statement.kind, Form::EachDrop(_)));
        let drops = drops.map(|statement| statement.span).collect::<Vec<_>>();
        if let Some(second) = drops.get(1) {
            self.report(rules::each_drop_twice(*second));
        }
        let drops = std::mem::replace(&mut self.drops, drops);
        let body = self.block(body);
        self.drops = drops;
        self.context.laps = outer;
        body
    }

    fn dropped(&mut self, body: &ast::Block) -> (LocalId, Block) {
        let depth = self.scope.len();
        let here = self.bind("here", Ty::House, body.span);
        self.used.locals.insert(here);
        let outer = self.context.here.replace(here);
        // Seeds are still in the hand: the laps cannot be left, nor a relay begun.
        let laps = std::mem::replace(&mut self.context.laps, false);
        let dropping = std::mem::replace(&mut self.context.dropping, true);
        let body = self.block(body);
        self.context.dropping = dropping;
        self.context.laps = laps;
        self.context.here = outer;
        self.leave_scope(depth);
        (here, body)
    }

    fn sow_options(&mut self, options: &[ast::SowOption]) -> hir::SowOptions {
        let mut found = hir::SowOptions::default();
        let through = |option: &ast::SowOption| {
            matches!(option.kind, SowOptionKind::ThroughOwnStore | SowOptionKind::ThroughAllStores)
        };
        for (at, option) in options.iter().enumerate() {
            let kind = std::mem::discriminant(&option.kind);
            if let Some(earlier) = options[..at].iter().find(|other| std::mem::discriminant(&other.kind) == kind) {
                self.report(rules::option_twice(option.span, earlier.span));
            }
            match &option.kind {
                SowOptionKind::Going(way) => found.going = Some(self.expect(way, Ty::Direction)),
                SowOptionKind::Alternating => found.alternating = true,
                SowOptionKind::Skipping(region) => {
                    let sown = std::mem::replace(&mut self.context.sown, true);
                    let region = self.region(region);
                    self.context.sown = sown;
                    let owned = self.layout.sites.iter().all(|site| site.owner.is_some());
                    if cover::has_every_house(&region, owned) && !options.iter().any(through) {
                        self.report(rules::skips_everything(option.span));
                    }
                    found.skipping = Some(region);
                }
                SowOptionKind::SkippingWhere(condition) => {
                    let sown = std::mem::replace(&mut self.context.sown, true);
                    found.skipping_where = Some(self.judged_here(condition));
                    self.context.sown = sown;
                    if let Some((_, condition)) = &found.skipping_where
                        && (self.constant(condition) == Some(1)
                            || cover::always(condition)
                            || !options.iter().any(through) && cover::of_every_house(condition))
                    {
                        let span = option.span;
                        self.report(rules::skips_everything(span));
                    }
                }
                SowOptionKind::ThroughOwnStore => found.through = self.through(hir::Through::OwnStore, option.span),
                SowOptionKind::ThroughAllStores => found.through = self.through(hir::Through::AllStores, option.span),
                SowOptionKind::Along(name) => found.along = self.along(name),
                SowOptionKind::Leaving(count) => found.leaving = Some(self.amount(count, 0)),
                SowOptionKind::Taking(count) => found.taking = Some(self.amount(count, 1)),
                SowOptionKind::StartingAt(house) => found.starting = Some(self.expect(house, Ty::House)),
            }
        }
        found
    }

    fn through(&mut self, through: hir::Through, span: Span) -> hir::Through {
        let on_track =
            self.layout.stores.iter().all(|store| self.layout.tracks.iter().any(|track| track.path.contains(store)));
        if !on_track {
            self.report(rules::stores_off_track(span));
        }
        through
    }

    fn along(&mut self, name: &ast::Name) -> Option<usize> {
        let found = self.layout.tracks.iter().position(|track| track.name == name.text);
        if found.is_none() {
            let known = self.layout.tracks.iter().map(|track| track.name.clone()).collect::<Vec<_>>();
            self.report(names::unknown_track(name, &known));
        }
        found
    }
}

/// Cases of one list that are compared with one another.
const MOST_CASES_COMPARED: usize = 256;

/// Whether nothing after the statement in its block can be reached.
fn leaves(form: &Form) -> bool {
    matches!(form, Form::Again | Form::Stop | Form::EndTurn | Form::EndRound | Form::Win(_) | Form::Draw)
}

/// Whether a region is a run, which `let` takes at once.
fn holds_run(region: &Expr) -> bool {
    match &region.kind {
        ExprKind::Run { .. } => true,
        ExprKind::FollowedBy(one, other) | ExprKind::Without(one, other) => holds_run(one) || holds_run(other),
        ExprKind::Before(one, _) | ExprKind::After(one, _) | ExprKind::Reversed(one) => holds_run(one),
        ExprKind::Where { region, .. } => holds_run(region),
        ExprKind::If(three) => holds_run(&three[1]) || holds_run(&three[2]),
        _ => false,
    }
}

/// Hands the house of `each drop` to its body.
fn here_marker(here: LocalId, span: Span) -> Stmt {
    let last = Expr { kind: ExprKind::Word(hir::Word::Last), ty: Ty::House, span };
    Stmt { kind: StmtKind::Let { local: here, value: last }, span }
}
