//! In: calls of defs. Out: the def's code at the place of the call, its arguments put where it expects them. Never here: the code of a def by itself.
use super::{Emitter, Kept, Mark};
use crate::bytecode::Reg;
use crate::hir::{self, Expr, LocalId, Ty};

impl Emitter<'_> {
    pub(super) fn call_into(&mut self, def: usize, arguments: &[Expr], to: Reg) {
        self.with_value_of(def, arguments, |this, value| this.value_into(value, to));
    }

    pub(super) fn call_branch(&mut self, def: usize, arguments: &[Expr], wanted: bool, to: Mark) {
        self.with_value_of(def, arguments, |this, value| this.branch(value, wanted, to));
    }

    /// Translates what a def gives, with its arguments in place, as `work` wants it.
    fn with_value_of(&mut self, def: usize, arguments: &[Expr], work: impl FnOnce(&mut Self, &Expr)) {
        let game = self.game;
        let Some(hir::Def { body: hir::DefBody::Value(value), formals, .. }) = game.defs.get(def) else {
            return;
        };
        self.inlined(def, |this| {
            this.arguments(formals, arguments);
            this.clause(value.span);
            this.span = value.span;
            work(this, value);
        });
    }

    /// Puts arguments where the def expects them; it is translated anew at every call.
    pub(super) fn arguments(&mut self, formals: &[LocalId], arguments: &[Expr]) {
        for (formal, argument) in formals.iter().zip(arguments) {
            if matches!(argument.ty, Ty::Counts | Ty::Directions | Ty::Texts | Ty::Players) {
                self.stands_for.insert(*formal, argument.clone());
                continue;
            }
            let kept = if argument.ty == Ty::Region {
                let list = self.list();
                self.list_into(argument, list);
                Kept::List(list)
            } else if let Some(value) = self.constant(argument) {
                Kept::Known(value)
            } else {
                let reg = self.reg();
                self.value_into(argument, reg);
                Kept::Reg(reg)
            };
            self.kept.insert(*formal, kept);
        }
    }
}
