//! In: a `choose`. Out: the question, the code that finds its answers, its `must`s, and what follows each answer. Never here: other statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{Emitter, Form, Kept, Mark};
use crate::ast::Op;
use crate::bytecode::{Answer, BinderKind, Certainty, Decision, Instr, Judgement, Options, Reg, words};
use crate::clauses;
use crate::hir::{self, Alternative, Binder, ExprKind, LocalId, Must, Ty};

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
        self.certainty(choose, decision);
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
        let options = self.scan(choose).unwrap_or_else(|| {
            let start = self.mark();
            self.place(start);
            for (at, alternative) in choose.alternatives.iter().enumerate() {
                self.offers(alternative, decision, u8::try_from(at).unwrap_or(u8::MAX));
            }
            self.emit(Instr::Return);
            Options::Code(start.0)
        });
        if let Some(entry) = self.program.decisions.get_mut(decision as usize) {
            entry.options = options;
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

    /// One house of the mover's own with certain numbers of seeds: found by looking at the whole row at once.
    fn scan(&mut self, choose: &hir::Choose) -> Option<Options> {
        let [Alternative { label: None, filter: None, binders, .. }] = &choose.alternatives[..] else {
            return None;
        };
        let [binder] = &binders[..] else { return None };
        if binder.if_possible || self.form == Form::Marked {
            return None;
        }
        let region = match &binder.over.kind {
            _ if self.owners_change => return None,
            ExprKind::Own => self.own_table(),
            ExprKind::Houses => {
                let houses =
                    (0..self.game.layout.houses).filter_map(|site| u8::try_from(site).ok()).collect::<Vec<_>>();
                self.region_tables(vec![houses; self.game.layout.players.len()])
            }
            _ => return None,
        };
        let counts = self.seed_counts(binder.filter.as_ref()?, binder.local)?;
        Some(Options::Scan { region, counts: self.count_table(&counts) })
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

    /// Notes a region whose being filled is enough for every `must`; whether answers can empty it is found when all code is there.
    fn certainty(&mut self, choose: &hir::Choose, decision: u16) {
        let of_answers = choose.alternatives.iter().flat_map(|alternative| &alternative.musts);
        let all = choose.musts.iter().chain(of_answers).filter(|must| self.constant(&must.condition).is_none());
        let mut regions = all.map(|must| filled_region(&must.condition)).collect::<Vec<_>>();
        regions.dedup();
        if let ([Some(Filled::Theirs)], false) = (&regions[..], self.owners_change) {
            let region = self.their_table();
            if let Some(entry) = self.program.decisions.get_mut(decision as usize) {
                entry.certainty = Some(Certainty { region, above: 0, sown: None });
            }
        }
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

/// A region that a condition asks to be filled.
#[derive(PartialEq, Eq)]
enum Filled {
    Theirs,
}

/// The region whose being filled is enough for a condition.
fn filled_region(condition: &hir::Expr) -> Option<Filled> {
    match &condition.kind {
        ExprKind::Binary(Op::Or, left, right) => filled_region(left).or_else(|| filled_region(right)),
        ExprKind::Binary(Op::Gt, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::RegionSeeds(region), ExprKind::Int(0)) if matches!(region.kind, ExprKind::Theirs) => {
                Some(Filled::Theirs)
            }
            _ => None,
        },
        _ => None,
    }
}
