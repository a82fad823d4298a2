//! In: a `choose`. Out: the question, the code that finds its answers, its `must`s, and what follows each answer. Never here: other statements.
use super::{Emitter, Kept, Mark};
use crate::bytecode::{Answer, BinderKind, Decision, Instr, Judgement, Options, Reg, words};
use crate::clauses;
use crate::hir::{self, Alternative, Binder, LocalId, Must, Ty};

impl Emitter<'_> {
    pub(super) fn choose(&mut self, choose: &hir::Choose) {
        let by = match &choose.by {
            Some(by) => {
                let reg = self.reg();
                self.value_into(by, reg);
                reg
            }
            None => words::MOVER,
        };
        for binder in choose.alternatives.iter().flat_map(|alternative| &alternative.binders) {
            let reg = self.reg();
            self.kept.insert(binder.local, Kept::Reg(reg));
            self.decision_locals.insert(binder.local);
        }
        let thens = choose.alternatives.iter().map(|_| self.mark()).collect::<Vec<_>>();
        let decision = self.question(choose, by, &thens);
        self.emit(Instr::Choose { decision });
        self.enumeration(choose, decision);
        self.judgements(choose, decision);
        let after = self.mark();
        self.otherwise(choose, decision, after);
        for (alternative, then) in choose.alternatives.iter().zip(thens) {
            self.place(then);
            if alternative.label.is_some() {
                self.clause(clauses::of_answer(alternative));
            }
            self.block(&alternative.body);
            self.jump(after);
        }
        self.place(after);
    }

    /// Enters the decision into the table, with marks where its pieces will be.
    fn question(&mut self, choose: &hir::Choose, by: Reg, thens: &[Mark]) -> u16 {
        let answers = choose.alternatives.iter().zip(thens).map(|(alternative, then)| Answer {
            label: alternative.label.and_then(|label| u16::try_from(label).ok()),
            binders: alternative.binders.iter().map(|binder| self.binder_kind(binder)).collect(),
            then: then.0,
        });
        let answers = answers.collect();
        let optional = choose.optional.as_ref().map(|label| {
            let known = self.program.texts.iter().position(|text| text == label);
            let at = known.unwrap_or_else(|| {
                self.program.texts.push(label.clone());
                self.program.texts.len() - 1
            });
            u16::try_from(at).unwrap_or(0)
        });
        self.program.decisions.push(Decision {
            by,
            options: Options::Code(0),
            answers,
            musts: Vec::new(),
            certainty: None,
            optional,
            otherwise: None,
            saves: Vec::new(),
            list_saves: Vec::new(),
        });
        self.number(self.program.decisions.len() - 1, "decisions")
    }

    fn binder_kind(&self, binder: &Binder) -> (Reg, BinderKind) {
        let kind = match self.local(binder.local).map(|local| local.ty) {
            Some(Ty::Int) => BinderKind::Number,
            Some(Ty::Direction) => BinderKind::Direction,
            Some(Ty::Player) => BinderKind::Player,
            Some(Ty::Text) => BinderKind::Text,
            _ => BinderKind::House,
        };
        match self.kept.get(&binder.local) {
            Some(Kept::Reg(reg)) => (*reg, kind),
            _ => (Reg(words::FREE), kind),
        }
    }

    /// Whether a local is a binder of a decision, whose register is fixed.
    pub(super) fn bound_by_decision(&self, local: LocalId) -> bool {
        self.decision_locals.contains(&local)
    }

    fn enumeration(&mut self, choose: &hir::Choose, decision: u16) {
        let start = self.mark();
        self.place(start);
        for (at, alternative) in choose.alternatives.iter().enumerate() {
            self.offers(alternative, decision, u8::try_from(at).unwrap_or(u8::MAX));
        }
        self.emit(Instr::Return);
        if let Some(entry) = self.program.decisions.get_mut(decision as usize) {
            entry.options = Options::Code(start.0);
        }
    }

    fn offers(&mut self, alternative: &Alternative, decision: u16, number: u8) {
        let past = self.mark();
        if let Some(filter) = &alternative.filter {
            self.clause(filter.span);
            self.branch(filter, false, past);
        }
        self.scoped(|this| {
            this.each(&alternative.binders, &mut |this| this.emit(Instr::Offer { decision, alternative: number }));
        });
        self.place(past);
    }

    fn judgements(&mut self, choose: &hir::Choose, decision: u16) {
        let whole = choose.musts.iter().map(|must| (must, None));
        let of_one = choose
            .alternatives
            .iter()
            .enumerate()
            .flat_map(|(at, alternative)| alternative.musts.iter().map(move |must| (must, u8::try_from(at).ok())));
        let all = whole.chain(of_one).collect::<Vec<(&Must, Option<u8>)>>();
        for (must, answer) in all {
            // A `must` that a reading settles asks nothing of the position.
            if self.constant(&must.condition).is_some_and(|holds| holds != 0) {
                continue;
            }
            let judgement = self.scoped(|this| {
                let start = this.mark();
                this.place(start);
                this.span = must.condition.span;
                this.clause(must.condition.span);
                let result = this.reg();
                this.value_into(&must.condition, result);
                this.emit(Instr::Return);
                Judgement { code: start.0, result, if_possible: must.if_possible, answer }
            });
            if let Some(entry) = self.program.decisions.get_mut(decision as usize) {
                entry.musts.push(judgement);
            }
        }
        self.span = choose.span;
    }

    fn otherwise(&mut self, choose: &hir::Choose, decision: u16, after: Mark) {
        let Some(block) = &choose.otherwise else { return };
        let start = self.mark();
        self.place(start);
        self.block(block);
        self.jump(after);
        if let Some(entry) = self.program.decisions.get_mut(decision as usize) {
            entry.otherwise = Some(start.0);
        }
    }
}
