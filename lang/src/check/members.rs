//! In: calls of defs and properties after a dot. Out: typed expressions. Never here: other expressions.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Checker, Signature};
use crate::ast::{self, Argument, ExprKind as Form, Name, Word};
use crate::diagnostic::{names, types};
use crate::hir::{self, Expr, ExprKind, Ty, Way};
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn call(&mut self, module: Option<&Name>, name: &Name, arguments: &[Argument], span: Span) -> Expr {
        if let Some(module) = module {
            self.report(names::unknown(module.span, &module.text, &[]));
            return self.hole(span);
        }
        let Some((def, arguments)) = self.def_call(name, arguments, span) else {
            return self.hole(span);
        };
        match self.signatures[def].result {
            Some(ty) => Expr { kind: ExprKind::Call { def, arguments }, ty, span },
            None => {
                self.report(types::procedure_as_value(span, &name.text));
                self.hole(span)
            }
        }
    }

    /// The def called and its checked arguments.
    pub(super) fn def_call(&mut self, name: &Name, arguments: &[Argument], span: Span) -> Option<(usize, Vec<Expr>)> {
        let Some(def) = self.signatures.iter().position(|def| def.name == name.text) else {
            let known = self.that_may_be_meant(|all| all.signatures.iter().map(|def| def.name.clone()).collect());
            self.report(names::unknown_def(name, &known));
            return None;
        };
        self.used.defs.insert(name.text.clone());
        self.calls.push((self.current_def, def, span));
        let formals = self.signatures[def].formals.clone();
        if formals.len() != arguments.len() {
            self.report_wrong_number(name, def, arguments, span);
            return None;
        }
        let mut ordered = vec![None; formals.len()];
        for (nth, argument) in arguments.iter().enumerate() {
            let at = match &argument.name {
                None => Some(nth),
                Some(given) => formals.iter().position(|(name, _)| *name == given.text),
            };
            match at {
                Some(at) if ordered[at].is_none() => ordered[at] = Some(self.expect(&argument.value, formals[at].1)),
                _ => {
                    let given = argument.name.clone().unwrap_or_else(|| name.clone());
                    let known = formals.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
                    self.report(names::unknown_argument(&given, &name.text, &known));
                }
            }
        }
        ordered.into_iter().collect::<Option<Vec<_>>>().map(|arguments| (def, arguments))
    }

    /// What a def takes and is not given is named.
    fn report_wrong_number(&mut self, name: &Name, def: usize, arguments: &[Argument], span: Span) {
        let Signature { formals, span: declared, .. } = &self.signatures[def];
        let by_name = |formal: &str| {
            arguments.iter().any(|argument| argument.name.as_ref().is_some_and(|name| name.text == formal))
        };
        let in_order = arguments.iter().take_while(|argument| argument.name.is_none()).count();
        let left = formals.iter().skip(in_order).filter(|(formal, _)| !by_name(formal));
        let missing = left.map(|(formal, ty)| (formal.as_str(), self.ty_word(*ty))).collect::<Vec<_>>();
        let found = types::wrong_number(span, &name.text, formals.len(), arguments.len(), &missing, *declared);
        self.report(found);
    }

    /// A type as it is written.
    fn ty_word(&self, ty: Ty) -> &str {
        match ty {
            Ty::Int => "Int",
            Ty::Bool => "Bool",
            Ty::Player => "Player",
            Ty::House => "House",
            Ty::Direction => "Direction",
            Ty::Directions => "Directions",
            Ty::Counts => "Counts",
            Ty::Region => "Region",
            Ty::Reading(at) => self.readings.get(usize::from(at)).map_or("…", |reading| reading.name.as_str()),
            Ty::Players | Ty::Text | Ty::Texts | Ty::Unknown => "…",
        }
    }

    pub(super) fn member(&mut self, base: &ast::Expr, name: &Name, arguments: Option<&[Argument]>, span: Span) -> Expr {
        if arguments.is_some_and(<[Argument]>::is_empty) {
            let told = self.diagnostics.len();
            let property = self.member(base, name, None, span);
            if self.diagnostics.len() == told {
                let written = format!("{}.{}", self.snippet(base.span), name.text);
                self.report(names::property_with_brackets(name, &written));
            }
            return property;
        }
        if arguments.is_some() {
            self.report(names::unknown_member(name, "this", &["is".to_owned()]));
            return self.hole(span);
        }
        if name.text == "was" {
            return self.was(base, span);
        }
        let base = self.expr(base);
        match base.ty {
            Ty::Unknown => self.hole(span),
            Ty::House => self.house_member(base, name, span),
            Ty::Player => self.player_member(base, name, span),
            Ty::Region => self.region_member(base, name, span),
            Ty::Int if self.chosen_among_numbers(&base, name) => self.hole(span),
            ty => {
                let got = self.ty_name(ty);
                self.report(names::unknown_member(name, &got, &[]));
                self.hole(span)
            }
        }
    }

    fn was(&mut self, base: &ast::Expr, span: Span) -> Expr {
        if !matches!(base.kind, Form::Word(Word::Last)) {
            self.report(types::was_of_other(span));
        }
        self.lap_word(hir::Word::Was, Ty::Int, "last.was", span)
    }

    fn house_member(&mut self, base: Expr, name: &Name, span: Span) -> Expr {
        let house = Box::new(base);
        let make = |kind, ty| Expr { kind, ty, span };
        match name.text.as_str() {
            "seeds" => make(ExprKind::Seeds(house), Ty::Int),
            "owner" => make(ExprKind::OwnerOf(house), Ty::Player),
            "opposite" => make(ExprKind::Opposite(house), Ty::House),
            "counterpart" => make(ExprKind::Counterpart(house), Ty::House),
            "next" => make(ExprKind::Step { house, back: false }, Ty::House),
            "prev" => make(ExprKind::Step { house, back: true }, Ty::House),
            "ccw" => make(ExprKind::StepWay { house, way: Way::Ccw }, Ty::House),
            "cw" => make(ExprKind::StepWay { house, way: Way::Cw }, Ty::House),
            "liftable" => make(ExprKind::Liftable(house), Ty::Bool),
            other => {
                if let Some(mark) = self.marks.iter().position(|mark| mark.name == other) {
                    self.used.tested_marks.insert(other.to_owned(), span);
                    return make(ExprKind::MarkHolder { house, mark }, Ty::Player);
                }
                if matches!(other, "last" | "origin" | "hand" | "lap" | "captured" | "way") {
                    self.report(names::word_of_its_own(name));
                    return self.hole(span);
                }
                let mut known =
                    ["seeds", "owner", "opposite", "counterpart", "next", "prev", "ccw", "cw", "liftable", "is"]
                        .map(String::from)
                        .to_vec();
                known.extend(self.marks.iter().map(|mark| mark.name.clone()));
                self.report(names::unknown_member(name, "a house", &known));
                self.hole(span)
            }
        }
    }

    fn player_member(&mut self, base: Expr, name: &Name, span: Span) -> Expr {
        if name.text == "store" {
            return Expr { kind: ExprKind::StoreOf(Box::new(base)), ty: Ty::House, span };
        }
        if let Some(at) = self.vars.iter().position(|var| var.name == name.text) {
            return self.variable(at, Some(base), span);
        }
        let mut known = vec!["store".to_owned()];
        known.extend(self.vars.iter().filter(|var| var.each_player).map(|var| var.name.clone()));
        self.report(names::unknown_member(name, "a player", &known));
        self.hole(span)
    }

    pub(super) fn is_mark(&mut self, house: &ast::Expr, mark: &Name, of: Option<&ast::Expr>, span: Span) -> Expr {
        let house = Box::new(self.expect(house, Ty::House));
        let of = of.map(|of| Box::new(self.expect(of, Ty::Player)));
        match self.mark_number(mark, of.as_deref()) {
            Some(at) => {
                self.used.tested_marks.insert(mark.text.clone(), span);
                Expr { kind: ExprKind::HasMark { house, mark: at, of }, ty: Ty::Bool, span }
            }
            None => self.hole(span),
        }
    }

    pub(super) fn mark_number(&mut self, mark: &Name, of: Option<&Expr>) -> Option<usize> {
        let Some(at) = self.marks.iter().position(|known| known.name == mark.text) else {
            let known = self.that_may_be_meant(|all| all.marks.iter().map(|mark| mark.name.clone()).collect());
            self.report(names::unknown_mark(mark, &known));
            return None;
        };
        if let Some(of) = of.filter(|_| !self.marks[at].held) {
            let declared = self.marks[at].span;
            let found = types::mark_without_holder(of.span, &mark.text, declared);
            // Once is enough: what is said of it is wrong everywhere, or in its declaration.
            if !self.diagnostics.iter().any(|told| told.code == found.code && told.title == found.title) {
                self.report(found);
            }
        }
        Some(at)
    }
}
