//! In: expression trees and the names in scope. Out: typed expressions. Never here: regions' own forms (regions.rs), statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Checker, Place};
use crate::ast::{self, ExprKind as Form, Op, Quantity, Word};
use crate::diagnostic::{names, rules, types};
use crate::hir::{self, CountSet, Expr, ExprKind, LocalId, Ty, Way};
use crate::source::Span;

impl Checker<'_> {
    /// The typed form of an expression; a hole of unknown type where it makes no sense.
    pub(super) fn expr(&mut self, form: &ast::Expr) -> Expr {
        let span = form.span;
        match &form.kind {
            Form::Int(value) => Expr { kind: ExprKind::Int(*value), ty: Ty::Int, span },
            Form::Text(text) => Expr { kind: ExprKind::Text(self.text(text)), ty: Ty::Text, span },
            Form::Name(name) => self.named(name, span),
            Form::Label(name) => self.label_without_reading(name, span),
            Form::Word(word) => self.word(*word, span),
            Form::Set(items) => self.set(items, span),
            Form::If(three) => self.conditional(three, span),
            Form::Quantifier { quantity, binder, body } => self.quantifier(*quantity, binder, body, span),
            Form::Call { module, name, arguments } => self.call(module.as_ref(), name, arguments, span),
            Form::Member { base, name, arguments } => self.member(base, name, arguments.as_deref(), span),
            Form::IsMark { house, mark, of } => self.is_mark(house, mark, of.as_deref(), span),
            Form::Not(inner) => {
                let inner = Box::new(self.expect(inner, Ty::Bool));
                Expr { kind: ExprKind::Not(inner), ty: Ty::Bool, span }
            }
            Form::Negate(inner) => {
                let inner = Box::new(self.expect(inner, Ty::Int));
                Expr { kind: ExprKind::Negate(inner), ty: Ty::Int, span }
            }
            Form::Binary(op, left, right) => self.binary(*op, left, right, span),
            Form::NextPlayer(of) => {
                let of = Box::new(self.player_or_mover(of.as_deref(), span));
                Expr { kind: ExprKind::NextPlayer(of), ty: Ty::Player, span }
            }
            Form::PlayerWith { most, score } => {
                let (player, score) = self.score(score.as_deref(), span);
                Expr {
                    kind: ExprKind::PlayerWith { most: *most, player, score: Box::new(score) },
                    ty: Ty::Player,
                    span,
                }
            }
            Form::OpponentOf(of) => self.opponent_of(of, span),
            Form::OwnStore => {
                let mover = Box::new(self.mover(span));
                Expr { kind: ExprKind::StoreOf(mover), ty: Ty::House, span }
            }
            Form::AllStuck => self.end_word(hir::Word::AllStuck, "all stuck", span),
            Form::Legal(text) => self.test_word(ExprKind::Legal(text.clone()), Ty::Bool, "legal", span),
            Form::CanMove(of) => {
                let of = Box::new(self.expect(of, Ty::Player));
                Expr { kind: ExprKind::CanMove(of), ty: Ty::Bool, span }
            }
            Form::Moves(of) => {
                let of = Box::new(self.expect(of, Ty::Player));
                Expr { kind: ExprKind::Moves(of), ty: Ty::Int, span }
            }
            Form::MinMax { max, arguments } => {
                let items = arguments.iter().map(|item| self.expect(&item.value, Ty::Int)).collect::<Vec<_>>();
                if items.is_empty() {
                    self.report(types::no_arguments(span));
                }
                Expr { kind: ExprKind::MinMax { max: *max, items }, ty: Ty::Int, span }
            }
            Form::Index(..) | Form::Reversed(_) | Form::Where(..) | Form::Run { .. } | Form::GroupOf(..) => {
                self.region_form(form)
            }
        }
    }

    /// An expression that must have this type; labels and sets are read in its light.
    pub(super) fn expect(&mut self, form: &ast::Expr, ty: Ty) -> Expr {
        if let Some(label) = self.as_label(form, ty) {
            return label;
        }
        if ty == Ty::Region {
            return self.region(form);
        }
        if ty == Ty::Directions
            && let Form::Set(items) = &form.kind
            && items.is_empty()
        {
            return Expr { kind: ExprKind::DirectionList(Vec::new()), ty, span: form.span };
        }
        let found = self.expr(form);
        self.must_be(found, ty)
    }

    pub(super) fn must_be(&mut self, found: Expr, ty: Ty) -> Expr {
        if found.ty == ty || found.ty == Ty::Unknown || ty == Ty::Unknown {
            return found;
        }
        if self.told_a_number(&found) {
            return self.hole(found.span);
        }
        let (wanted, got) = (self.ty_name(ty), self.ty_name(found.ty));
        self.report(match found.kind {
            ExprKind::ReadingValue(at) if ty == Ty::Bool => {
                let reading = &self.readings[at];
                let label = reading.labels.get(usize::from(reading.default == 0)).or(reading.labels.first());
                types::reading_as_condition(found.span, &reading.name, label.map_or("…", String::as_str))
            }
            ExprKind::Int(value @ 0..=1) if ty == Ty::Bool && found.ty == Ty::Int => {
                types::number_for_truth(found.span, value == 1)
            }
            ExprKind::NoHouse => types::none_elsewhere(found.span, &wanted),
            _ => types::mismatch(found.span, &wanted, &got, ty == Ty::Bool && found.ty == Ty::Int),
        });
        self.hole(found.span)
    }

    pub(super) fn hole(&self, span: Span) -> Expr {
        // `none` is no constant, so that nothing is concluded from a hole.
        Expr { kind: ExprKind::NoHouse, ty: Ty::Unknown, span }
    }

    fn text(&mut self, text: &str) -> usize {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        })
    }

    /// A word that is a label of the reading on the other side.
    pub(super) fn as_label(&mut self, form: &ast::Expr, ty: Ty) -> Option<Expr> {
        let Ty::Reading(reading) = ty else { return None };
        let word = word_of(form)?;
        let known = self.readings.get(reading as usize)?;
        let at = known.labels.iter().position(|label| *label == word)?;
        let value = i32::try_from(at).unwrap_or(0);
        self.used.answers.insert((reading, at));
        *self.used.asked.entry(reading).or_insert(0) -= 1;
        Some(Expr { kind: ExprKind::Int(value), ty, span: form.span })
    }

    fn label_without_reading(&mut self, name: &str, span: Span) -> Expr {
        let found = if name == "store" { names::whose_store(span) } else { names::stray_label(span, name) };
        self.report(found);
        self.hole(span)
    }

    // ------------------------------------------------------------------------------------------------------- names

    fn named(&mut self, name: &str, span: Span) -> Expr {
        if let Some(local) = self.lookup_local(name) {
            return self.local(local, span);
        }
        if let Some(bound) = self.argument_of_section(name, span) {
            return bound;
        }
        if let Some(at) = self.params.iter().position(|param| param.name == name) {
            self.used.params.insert(name.to_owned());
            return Expr { kind: ExprKind::Param(at), ty: self.params[at].ty, span };
        }
        if let Some(at) = self.readings.iter().position(|reading| reading.name == name) {
            self.used.params.insert(name.to_owned());
            let number = u16::try_from(at).unwrap_or(0);
            let ty = Ty::Reading(number);
            *self.used.asked.entry(number).or_insert(0) += 1;
            return Expr { kind: ExprKind::ReadingValue(at), ty, span };
        }
        if let Some(at) = self.vars.iter().position(|var| var.name == name) {
            return self.variable(at, None, span);
        }
        if let Some(player) = self.layout.player(name) {
            if self.every_turn && self.layout.players.len() > 1 && span.file == crate::source::FileId(0) {
                self.report(rules::named_player(span, name));
            }
            return Expr { kind: ExprKind::Int(i32::from(player)), ty: Ty::Player, span };
        }
        if let Some(site) = self.layout.site(name) {
            return self.letter(name, site, span);
        }
        let letter = self.context.letters && name.chars().count() == 1 && name.chars().all(char::is_alphabetic);
        if letter && self.context.place != Place::Declaration {
            let name = ast::Name { text: name.to_owned(), span };
            let houses = self.layout.sites.iter().filter(|site| site.kind == crate::board::SiteKind::House);
            let known = houses.map(|site| site.name.as_str()).collect::<Vec<_>>();
            let found = rules::unknown_house(&name, &known);
            self.report(found);
            return self.hole(span);
        }
        self.nothing_called(name, span);
        self.hole(span)
    }

    /// What a formal of a library's section stands for, read where the game wrote it.
    fn argument_of_section(&mut self, name: &str, span: Span) -> Option<Expr> {
        let (_, ty, form) = self.env.iter().find(|(formal, ..)| formal == name).cloned()?;
        let ty = self.value_type(&ty)?;
        let env = std::mem::take(&mut self.env);
        let scope = std::mem::take(&mut self.scope);
        let value = match ty {
            Ty::Reading(reading) => {
                let value = self.reading_label(&form, reading);
                self.must_be(value, ty)
            }
            _ => self.expect(&form, ty),
        };
        self.env = env;
        self.scope = scope;
        Some(Expr { span, ..value })
    }

    pub(super) fn local(&mut self, local: LocalId, span: Span) -> Expr {
        self.used.locals.insert(local);
        Expr { kind: ExprKind::Local(local), ty: self.locals[local.0 as usize].ty, span }
    }

    pub(super) fn variable(&mut self, at: usize, of: Option<Expr>, span: Span) -> Expr {
        let var = &self.vars[at];
        let (name, ty, each) = (var.name.clone(), var.ty, var.each_player);
        self.used.vars.insert(name.clone());
        if each && of.is_none() {
            let mover = self.mover(span);
            return Expr { kind: ExprKind::Var { var: at, of: Some(Box::new(mover)) }, ty, span };
        }
        if !each && of.is_some() {
            self.report(types::not_each_player(span, &name));
        }
        Expr { kind: ExprKind::Var { var: at, of: of.map(Box::new) }, ty, span }
    }

    fn letter(&mut self, name: &str, site: u8, span: Span) -> Expr {
        if !self.context.letters {
            self.report(names::letter_in_procedure(span, name));
        }
        Expr { kind: ExprKind::Site(site), ty: Ty::House, span }
    }

    fn word(&mut self, word: Word, span: Span) -> Expr {
        let region = |kind| Expr { kind, ty: Ty::Region, span };
        match word {
            Word::Own | Word::Theirs => {
                self.mover(span);
                self.owned_asked.push(span);
                region(if word == Word::Own { ExprKind::Own } else { ExprKind::Theirs })
            }
            Word::Houses => region(ExprKind::Houses),
            Word::Players => Expr { kind: ExprKind::Players, ty: Ty::Players, span },
            Word::Directions => Expr { kind: ExprKind::AllDirections, ty: Ty::Directions, span },
            Word::Mover => self.mover(span),
            Word::Opponent => {
                self.mover(span);
                self.only_two_players("opponent", span);
                Expr { kind: ExprKind::Word(hir::Word::Opponent), ty: Ty::Player, span }
            }
            Word::Origin => self.lap_word(hir::Word::Origin, Ty::House, "origin", span),
            Word::Last => self.lap_word(hir::Word::Last, Ty::House, "last", span),
            Word::Lap => self.lap_word(hir::Word::Lap, Ty::Int, "lap", span),
            Word::Way => self.lap_word(hir::Word::Way, Ty::Direction, "way", span),
            Word::Hand => self.lap_word(hir::Word::Hand, Ty::Int, "hand", span),
            Word::Here => match self.context.here {
                Some(here) => self.local(here, span),
                None => {
                    self.report(names::no_here(span));
                    self.hole(span)
                }
            },
            Word::Captured if self.context.place == Place::Test => {
                self.report(names::sowing_is_past(span, "captured", true));
                self.hole(span)
            }
            Word::Captured => Expr { kind: ExprKind::Word(hir::Word::Captured), ty: Ty::Int, span },
            Word::Total => Expr { kind: ExprKind::Word(hir::Word::Total), ty: Ty::Int, span },
            Word::Round => Expr { kind: ExprKind::Word(hir::Word::Round), ty: Ty::Int, span },
            Word::Repeated => {
                self.used.repeated = true;
                self.end_word(hir::Word::Repeated, "repeated", span)
            }
            Word::Played => {
                self.used.played = true;
                Expr { kind: ExprKind::Word(hir::Word::Played), ty: Ty::Int, span }
            }
            Word::Stuck => self.end_word(hir::Word::Stuck, "stuck", span),
            Word::True | Word::False => Expr { kind: ExprKind::Int(i32::from(word == Word::True)), ty: Ty::Bool, span },
            Word::None => Expr { kind: ExprKind::NoHouse, ty: Ty::House, span },
            Word::Ccw | Word::Cw => Expr { kind: ExprKind::Int(i32::from(word == Word::Cw)), ty: Ty::Direction, span },
            Word::Odd | Word::Even => {
                let set = CountSet { odd: word == Word::Odd, even: word == Word::Even, ..CountSet::default() };
                Expr { kind: ExprKind::Counts(set), ty: Ty::Counts, span }
            }
            Word::Choices => self.test_word(ExprKind::Choices, Ty::Texts, "choices", span),
            Word::Outcome => self.test_word(ExprKind::Outcome, Ty::Text, "outcome", span),
            Word::Events => self.test_word(ExprKind::Events, Ty::Texts, "events", span),
            Word::Position => self.test_word(ExprKind::Position, Ty::Text, "position", span),
            Word::Player => match self.lookup_local("player") {
                Some(local) => self.local(local, span),
                None => {
                    self.report(names::unknown(span, "player", &["mover".to_owned(), "opponent".to_owned()]));
                    self.hole(span)
                }
            },
        }
    }

    /// `mover`, an error where there is none.
    pub(super) fn mover(&mut self, span: Span) -> Expr {
        if !self.context.has_mover() {
            let place = self.context.place.named();
            self.report(names::no_mover(span, place));
        }
        Expr { kind: ExprKind::Word(hir::Word::Mover), ty: Ty::Player, span }
    }

    fn player_or_mover(&mut self, of: Option<&ast::Expr>, span: Span) -> Expr {
        match of {
            Some(of) => self.expect(of, Ty::Player),
            None => self.mover(span),
        }
    }

    fn opponent_of(&mut self, of: &ast::Expr, span: Span) -> Expr {
        self.only_two_players("opponent of", span);
        if let Form::Member { base, name, .. } = &of.kind
            && name.text == "store"
        {
            let base = self.snippet(base.span);
            self.report(types::opponent_of_store(of.span, &base));
            return self.hole(span);
        }
        let of = Box::new(self.expect(of, Ty::Player));
        Expr { kind: ExprKind::OpponentOf(of), ty: Ty::Player, span }
    }

    fn only_two_players(&mut self, word: &str, span: Span) {
        if self.layout.players.len() != 2 {
            self.report(types::opponent_of_many(span, word, self.layout.players.len()));
        }
    }

    pub(super) fn lap_word(&mut self, word: hir::Word, ty: Ty, name: &str, span: Span) -> Expr {
        if !self.context.sown && self.context.place != Place::Def {
            self.report(match self.context.place {
                Place::Test | Place::End => names::sowing_is_past(span, name, self.context.place == Place::Test),
                _ => names::nothing_sown(span, name),
            });
        }
        Expr { kind: ExprKind::Word(word), ty, span }
    }

    fn end_word(&mut self, word: hir::Word, name: &str, span: Span) -> Expr {
        let ty = if word == hir::Word::Repeated { Ty::Int } else { Ty::Bool };
        if !matches!(self.context.place, Place::End | Place::Def) {
            self.report(names::only_in_end(span, name));
        }
        self.used.stuck |= word == hir::Word::Stuck;
        self.used.all_stuck |= word == hir::Word::AllStuck;
        Expr { kind: ExprKind::Word(word), ty, span }
    }

    fn test_word(&mut self, kind: ExprKind, ty: Ty, name: &str, span: Span) -> Expr {
        if self.context.place != Place::Test {
            self.report(names::only_in_test(span, name));
        }
        Expr { kind, ty, span }
    }

    // --------------------------------------------------------------------------------------------------- operators

    fn binary(&mut self, op: Op, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let make = |left: Expr, right: Expr, ty| Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        };
        match op {
            Op::Or if self.number_after_or(left, right) => self.hole(span),
            Op::And | Op::Or => {
                let written = left;
                let (left, right) = (self.conditional_side(left), self.conditional_side(right));
                if self.no_side_of_its_own(op, written, &left, &right) {
                    return self.hole(span);
                }
                if self.joined_houses(&left, &right, if op == Op::And { "and" } else { "or" }, span) {
                    return self.hole(span);
                }
                make(self.must_be(left, Ty::Bool), self.must_be(right, Ty::Bool), Ty::Bool)
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => {
                let (left, right) = (self.expr(left), self.expr(right));
                if op == Op::Add && self.joined_houses(&left, &right, "+", span) {
                    return self.hole(span);
                }
                let (left, right) = (self.must_be(left, Ty::Int), self.must_be(right, Ty::Int));
                self.has_a_result(op, &left, &right, span);
                make(left, right, Ty::Int)
            }
            Op::Le | Op::Lt | Op::Ge | Op::Gt => {
                if is_comparison(left) {
                    self.report(types::chained_comparison(span));
                    return self.hole(span);
                }
                make(self.expect(left, Ty::Int), self.expect(right, Ty::Int), Ty::Bool)
            }
            Op::Eq | Op::Ne => self.equality(op, left, right, span),
            Op::Range => {
                let (low, high) = (self.expect(left, Ty::Int), self.expect(right, Ty::Int));
                match (self.constant(&low), self.constant(&high)) {
                    (Some(low), Some(high)) => {
                        Expr { kind: ExprKind::Counts(CountSet::range(low, high)), ty: Ty::Counts, span }
                    }
                    _ => Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), ty: Ty::Counts, span },
                }
            }
            Op::In => self.membership(left, right, span),
            Op::FollowedBy | Op::Without | Op::Before | Op::After => self.region_operator(op, left, right, span),
        }
    }

    /// Two numbers written out must have a result.
    fn has_a_result(&mut self, op: Op, left: &Expr, right: &Expr, span: Span) {
        let number = |side: &Expr| super::constants::constant(side, &[], &[]).filter(|_| side.ty == Ty::Int);
        let (left, right) = (number(left), number(right));
        let by_zero = matches!(op, Op::Div | Op::Rem) && right == Some(0);
        let too_large = matches!((left, right), (Some(left), Some(right)) if super::constants::arithmetic(op, left, right).is_none());
        if by_zero || too_large {
            self.report(rules::no_result(span, by_zero));
        }
    }

    fn equality(&mut self, op: Op, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (left, right) = self.same_kind(left, right);
        let comparable = !matches!(left.ty, Ty::Region | Ty::Counts | Ty::Directions | Ty::Players);
        if self.seeds_meant(&left, &right) || self.seeds_meant(&right, &left) {
        } else if left.ty != right.ty && left.ty != Ty::Unknown && right.ty != Ty::Unknown {
            let (wanted, got) = (self.ty_name(left.ty), self.ty_name(right.ty));
            self.report(
                types::mismatch(right.span, &wanted, &got, false).because(left.span, format!("this is {wanted}")),
            );
        } else if !comparable {
            let got = self.ty_name(left.ty);
            self.report(types::not_comparable(span, &got));
        }
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: Ty::Bool, span }
    }

    /// Whether one side is a house, region or set, and the other a number, which is told.
    fn seeds_meant(&mut self, one: &Expr, number: &Expr) -> bool {
        if number.ty != Ty::Int || !matches!(one.ty, Ty::House | Ty::Region | Ty::Counts) {
            return false;
        }
        let written = self.snippet(one.span);
        let found = if one.ty == Ty::Counts {
            let asked = self.snippet(number.span);
            types::equal_to_set(one.span, number.span, &asked, &written)
        } else {
            let what = self.ty_name(one.ty);
            types::seeds_meant(one.span, &written, number.span, &what)
        };
        self.report(found);
        true
    }

    /// Both sides, a label on either being read by the other's reading.
    fn same_kind(&mut self, left: &ast::Expr, right: &ast::Expr) -> (Expr, Expr) {
        let label_first =
            word_of(left).is_some_and(|word| self.lookup_reading(&word).is_none() && !self.is_known(&word));
        if label_first && let Some(reading) = word_of(right).and_then(|word| self.lookup_reading(&word)) {
            let right = self.expr(right);
            return (self.reading_label(left, reading), right);
        }
        let (left_form, left) = (left, self.expr(left));
        let right = match left.ty {
            Ty::Reading(reading) => self.reading_label(right, reading),
            Ty::Texts => self.text_list(right),
            Ty::Unknown => self.beside_unknown(left_form, right),
            _ => self.expr(right),
        };
        (left, right)
    }

    /// Whether a name is a local, parameter or variable.
    fn is_known(&self, name: &str) -> bool {
        self.lookup_local(name).is_some()
            || self.params.iter().any(|param| param.name == name)
            || self.vars.iter().any(|var| var.name == name)
    }

    fn lookup_reading(&self, name: &str) -> Option<u16> {
        self.readings.iter().position(|reading| reading.name == name).and_then(|at| u16::try_from(at).ok())
    }

    /// What stands beside a reading: one of its labels, or another value of the same type.
    fn reading_label(&mut self, form: &ast::Expr, reading: u16) -> Expr {
        let ty = Ty::Reading(reading);
        if let Some(label) = self.as_label(form, ty) {
            return label;
        }
        let known = &self.readings[reading as usize];
        if let Form::Text(text) = &form.kind
            && known.labels.contains(text)
        {
            self.report(names::label_in_quotes(form.span, text));
            return self.hole(form.span);
        }
        match word_of(form) {
            Some(word) if self.lookup_local(&word).is_none() && self.lookup_reading(&word).is_none() => {
                let labels = self.that_may_be_meant(|_| known.labels.clone());
                let (name, at) = (known.name.clone(), known.span);
                self.report(names::unknown_label(form.span, &word, &name, &labels, at));
                self.hole(form.span)
            }
            _ => self.expr(form),
        }
    }

    fn text_list(&mut self, form: &ast::Expr) -> Expr {
        let Form::Set(items) = &form.kind else {
            return self.expr(form);
        };
        let unquoted = |item: &ast::Expr| matches!(&item.kind, Form::Name(name) if self.layout.site(name).is_some());
        if !items.is_empty() && items.iter().all(unquoted) {
            let texts = items.iter().map(|item| format!("\"{}\"", self.snippet(item.span))).collect::<Vec<_>>();
            self.report(types::answers_are_texts(form.span, &format!("{{{}}}", texts.join(", "))));
            return self.hole(form.span);
        }
        let items = items.iter().map(|item| self.expect(item, Ty::Text)).collect::<Vec<_>>();
        let texts = items.iter().filter_map(|item| if let ExprKind::Text(at) = item.kind { Some(at) } else { None });
        Expr { kind: ExprKind::TextList(texts.collect()), ty: Ty::Texts, span: form.span }
    }

    fn membership(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let left = self.expr(left);
        let boolean = |kind| Expr { kind, ty: Ty::Bool, span };
        match left.ty {
            Ty::Int => {
                let right = self.counts_for(&left, right);
                boolean(ExprKind::InCounts(Box::new(left), Box::new(right)))
            }
            Ty::House => {
                let right = self.expr(right);
                if right.ty == Ty::Counts {
                    let (house, set) = (self.snippet(left.span), self.snippet(right.span));
                    self.report(types::house_among_numbers(left.span, &house, right.span, &set));
                    return self.hole(span);
                }
                let right = self.as_region(right);
                boolean(ExprKind::InRegion(Box::new(left), Box::new(right)))
            }
            Ty::Unknown => {
                self.expr(right);
                self.hole(span)
            }
            Ty::Direction if !matches!(right.kind, Form::Set(_)) => {
                let right = self.expect(right, Ty::Directions);
                boolean(ExprKind::InList(Box::new(left), vec![right]))
            }
            Ty::Text if !matches!(right.kind, Form::Set(_)) => {
                let right = self.expect(right, Ty::Texts);
                boolean(ExprKind::InList(Box::new(left), vec![right]))
            }
            ty => {
                let Form::Set(items) = &right.kind else {
                    let got = self.ty_name(ty);
                    self.report(types::no_membership(right.span, &got));
                    return self.hole(span);
                };
                let items = items.iter().map(|item| self.expect(item, ty)).collect();
                boolean(ExprKind::InList(Box::new(left), items))
            }
        }
    }

    /// A set in braces: counts, houses or directions, by what stands in it.
    fn set(&mut self, items: &[ast::Expr], span: Span) -> Expr {
        let items = items.iter().map(|item| self.expr(item)).collect::<Vec<_>>();
        let first = items.iter().map(|item| item.ty).find(|ty| *ty != Ty::Unknown);
        match first {
            None if !items.is_empty() => self.hole(span),
            None => Expr { kind: ExprKind::Counts(CountSet::default()), ty: Ty::Counts, span },
            Some(Ty::Int | Ty::Counts) => self.count_set(items, span),
            Some(Ty::Text) => {
                let texts =
                    items.iter().filter_map(|item| if let ExprKind::Text(at) = item.kind { Some(at) } else { None });
                Expr { kind: ExprKind::TextList(texts.collect()), ty: Ty::Texts, span }
            }
            Some(Ty::Direction) => {
                let ways =
                    items.iter().map(|item| if matches!(item.kind, ExprKind::Int(0)) { Way::Ccw } else { Way::Cw });
                Expr { kind: ExprKind::DirectionList(ways.collect()), ty: Ty::Directions, span }
            }
            Some(_) => {
                let houses = items.into_iter().map(|item| self.must_be(item, Ty::House)).collect();
                Expr { kind: ExprKind::Sites(houses), ty: Ty::Region, span }
            }
        }
    }

    fn count_set(&mut self, items: Vec<Expr>, span: Span) -> Expr {
        let mut set = CountSet::default();
        let mut fixed = true;
        let mut checked = Vec::new();
        for item in items {
            if let ExprKind::Counts(part) = &item.kind {
                set = set.union(part.clone());
                continue;
            }
            let item = self.must_be(item, Ty::Int);
            match self.constant(&item) {
                Some(value) if value < 0 => self.report(types::negative_count(item.span, value)),
                Some(value) => set.ranges.push((value, value)),
                None => fixed = false,
            }
            checked.push(item);
        }
        set.ranges.sort_unstable();
        set.ranges.dedup();
        let kind = if fixed { ExprKind::Counts(set) } else { ExprKind::CountList(checked) };
        Expr { kind, ty: Ty::Counts, span }
    }

    fn conditional(&mut self, three: &[ast::Expr; 3], span: Span) -> Expr {
        let condition = self.expect(&three[0], Ty::Bool);
        let yes = self.expr(&three[1]);
        let no = self.expect(&three[2], yes.ty);
        let ty = if yes.ty == Ty::Unknown { no.ty } else { yes.ty };
        Expr { kind: ExprKind::If(Box::new([condition, yes, no])), ty, span }
    }

    fn quantifier(&mut self, quantity: Quantity, binder: &ast::Binder, body: &ast::Expr, span: Span) -> Expr {
        let depth = self.scope.len();
        let binder = Box::new(self.binder(binder));
        let (wanted, ty) = match quantity {
            Quantity::Any | Quantity::All | Quantity::No => (Ty::Bool, Ty::Bool),
            Quantity::Count => (Ty::Bool, Ty::Int),
            Quantity::First => (Ty::Bool, self.locals[binder.local.0 as usize].ty),
            Quantity::Sum | Quantity::Max | Quantity::Min => (Ty::Int, Ty::Int),
        };
        let body = Box::new(self.expect(body, wanted));
        self.leave_scope(depth);
        Expr { kind: ExprKind::Quantifier { quantity, binder, body }, ty, span }
    }

    /// The score of each player in `most …`: the local that stands for the player, and the expression.
    pub(super) fn score(&mut self, score: Option<&ast::Expr>, span: Span) -> (LocalId, Expr) {
        let depth = self.scope.len();
        let player = self.bind("p", Ty::Player, span);
        self.used.locals.insert(player);
        let score = match score {
            Some(score) => self.expect(score, Ty::Int),
            None => {
                let of = Box::new(self.local(player, span));
                let store = Box::new(Expr { kind: ExprKind::StoreOf(of), ty: Ty::House, span });
                Expr { kind: ExprKind::Seeds(store), ty: Ty::Int, span }
            }
        };
        self.leave_scope(depth);
        (player, score)
    }

    // ---------------------------------------------------------------------------------------------------- constants

    /// The value of an expression that needs no position: numbers, parameters, readings and what is made of them.
    pub(super) fn constant(&self, expr: &Expr) -> Option<i32> {
        super::constants::constant(expr, &self.params, &self.readings)
    }

    pub(super) fn ty_name(&self, ty: Ty) -> String {
        let name = match ty {
            Ty::Int => "a number",
            Ty::Bool => "a condition",
            Ty::Player => "a player",
            Ty::House => "a house",
            Ty::Direction => "a direction",
            Ty::Directions => "a choice of directions",
            Ty::Counts => "a set of counts",
            Ty::Region => "a region",
            Ty::Players => "the players",
            Ty::Text => "a text",
            Ty::Texts => "a list of texts",
            Ty::Unknown => "something unknown",
            Ty::Reading(at) => {
                let name = self.readings.get(at as usize).map_or("?", |reading| reading.name.as_str());
                return format!("a label of `{name}`");
            }
        };
        name.to_owned()
    }
}

fn is_comparison(form: &ast::Expr) -> bool {
    matches!(form.kind, Form::Binary(Op::Le | Op::Lt | Op::Ge | Op::Gt, ..))
}

/// The single word an expression consists of.
pub(super) fn word_of(form: &ast::Expr) -> Option<String> {
    match &form.kind {
        Form::Name(name) | Form::Label(name) => Some(name.clone()),
        Form::Word(word) => Some(format!("{word:?}").to_lowercase()),
        _ => None,
    }
}
