//! In: a name that nothing bears. Out: what is said of it. Never here: names that are known.
use super::expressions::word_of;
use super::{Binding, Checker, Place};
use crate::ast;
use crate::diagnostic::{names, rules, types};
use crate::hir::{Expr, ExprKind};
use crate::source::Span;

impl Checker<'_> {
    /// Tells of a name that nothing bears: once, however often it is used.
    pub(super) fn nothing_called(&mut self, name: &str, span: Span) {
        if let Some(def) = self.signatures.iter().find(|def| def.name == name) {
            let formals = def.formals.iter().map(|(formal, _)| formal.clone()).collect::<Vec<_>>();
            let found = types::def_without_arguments(span, name, &formals, def.span);
            self.used.defs.insert(name.to_owned());
            self.report(found);
            return;
        }
        if !self.unknown.insert(name.to_owned()) {
            return;
        }
        let found = match name {
            _ if self.marks.iter().any(|mark| mark.name == name) => {
                self.used.tested_marks.entry(name.to_owned()).or_insert(span);
                names::mark_as_a_value(span, name, self.marks.iter().any(|mark| mark.name == name && mark.held))
            }
            "South" | "North" => rules::unknown_player(span, name, &self.layout.players),
            "seeds" | "stores" if self.context.place == Place::Winner => names::score_of_nobody(span, name),
            _ => names::unknown(span, name, &self.that_may_be_meant(|checker| checker.names_in_scope())),
        };
        self.report(found);
    }

    /// Whether a name that was chosen among numbers is asked for what houses have, which is told.
    pub(super) fn chosen_among_numbers(&mut self, base: &Expr, asked: &ast::Name) -> bool {
        let ExprKind::Local(local) = base.kind else { return false };
        let of_houses = matches!(
            asked.text.as_str(),
            "seeds" | "owner" | "opposite" | "counterpart" | "next" | "prev" | "ccw" | "cw" | "liftable"
        );
        let Some(numbers) = self.numbers.get(&local).copied().filter(|_| of_houses) else { return false };
        self.used.locals.insert(local);
        if let Some(at) = numbers {
            let written = self.snippet(at);
            self.report(types::houses_among_numbers(at, asked.span, &written));
            self.numbers.insert(local, None);
        }
        true
    }

    /// Whether this is a name of which it has been told that it stands for a number.
    pub(super) fn told_a_number(&self, found: &Expr) -> bool {
        matches!(found.kind, ExprKind::Local(local) if self.numbers.get(&local) == Some(&None))
    }

    /// What stands beside a name that nothing bears: if it bears nothing either, it may be an answer to that.
    pub(super) fn beside_unknown(&mut self, left: &ast::Expr, right: &ast::Expr) -> Expr {
        match word_of(right).filter(|word| word_of(left).is_some() && !self.names_in_scope().contains(word)) {
            Some(_) => self.hole(right.span),
            None => self.expr(right),
        }
    }

    /// Names among which one that is near is looked for: none once there are as many mistakes as are ever told. What nobody will
    /// read needs no near name, which takes long to find among thousands.
    pub(super) fn that_may_be_meant(&self, known: impl FnOnce(&Self) -> Vec<String>) -> Vec<String> {
        if self.diagnostics.len() < crate::parse::MOST_REPORTS { known(self) } else { Vec::new() }
    }

    fn names_in_scope(&self) -> Vec<String> {
        let mut known = self.scope.iter().map(|Binding { name, .. }| name.clone()).collect::<Vec<_>>();
        known.extend(self.params.iter().map(|param| param.name.clone()));
        known.extend(self.readings.iter().map(|reading| reading.name.clone()));
        known.extend(self.vars.iter().map(|var| var.name.clone()));
        known.extend(self.layout.players.iter().cloned());
        let words = [
            "own", "theirs", "houses", "last", "origin", "mover", "opponent", "here", "players", "captured", "total",
            "stuck",
        ];
        known.extend(words.map(String::from));
        if self.context.letters {
            known.extend(self.layout.sites.iter().map(|site| site.name.clone()));
        }
        known
    }
}
