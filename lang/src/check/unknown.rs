//! In: a name that nothing bears. Out: what is said of it. Never here: names that are known.
use super::{Binding, Checker, Place};
use crate::diagnostic::{names, rules, types};
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
            _ => names::unknown(span, name, &self.names_in_scope()),
        };
        self.report(found);
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
