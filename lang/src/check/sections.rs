//! In: the sections of a game. Out: its parts, each checked in the order in which they may name one another. Never here: statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::expressions::word_of;
use super::{Checker, Context, Place, Signature, cover};
use crate::ast::StatementKind::Again;
use crate::ast::{self, DefBody, ExprKind as Form, Section, SectionKind, Setting};
use crate::diagnostic::{doubts, names, rules, types};
use crate::hir::{self, Const, CountSet, ExprKind, Ty, Way};
use crate::resolve::Unit;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn game(&mut self, unit: &Unit, given: &[Setting]) -> Option<hir::Game> {
        let settings = unit.settings.iter().chain(given).collect::<Vec<_>>();
        self.declare_settings(&unit.sections, &settings);
        let layout = self.declare_board(unit);
        self.layout = layout;
        // Only values are left of what was read so far; that it was read is remembered for those who tell the rules.
        let shaped_by = self.used.params.iter().cloned().collect();
        self.declare_marks(&unit.sections);
        self.declare_variables(&unit.sections);
        self.declare_defs(&unit.sections);
        let defs = self.defs(&unit.sections);
        let mut game = self.skeleton(unit);
        game.shaped_by = shaped_by;
        game.defs = defs;
        for section in &unit.sections {
            let env = section.env.and_then(|env| unit.environments.get(env));
            self.env = env.map(|env| env.bound.clone()).unwrap_or_default();
            self.procedure(section, &mut game);
        }
        self.env.clear();
        game.asks_played = self.used.played;
        self.rules_of(unit, &game);
        game.locals = std::mem::take(&mut self.locals);
        game.texts = std::mem::take(&mut self.texts);
        Some(game)
    }

    fn skeleton(&self, unit: &Unit) -> hir::Game {
        let about = unit.sections.iter().find_map(|section| match &section.kind {
            SectionKind::About(about) => Some(about),
            _ => None,
        });
        let texts = |values: &Vec<ast::Name>| values.iter().map(|text| text.text.clone()).collect();
        let direction = unit.sections.iter().find_map(|section| match section.kind {
            SectionKind::Direction(way) => Some(way),
            _ => None,
        });
        hir::Game {
            title: unit.title.clone(),
            about: about.into_iter().flatten().map(|(key, values)| (key.text.clone(), texts(values))).collect(),
            params: self.params.clone(),
            readings: self.readings.clone(),
            shaped_by: Vec::new(),
            layout: self.layout.clone(),
            direction: direction.unwrap_or(Way::Ccw),
            marks: self.marks.clone(),
            vars: self.vars.clone(),
            defs: Vec::new(),
            locals: Vec::new(),
            texts: Vec::new(),
            setup: hir::Block::default(),
            turn: hir::Block::default(),
            end: hir::Block::default(),
            asks_played: false,
            stuck_passes: false,
            endless: hir::Endless::Unsaid,
            phases: Vec::new(),
            rounds: None,
            winner: None,
        }
    }

    fn procedure(&mut self, section: &Section, game: &mut hir::Game) {
        match &section.kind {
            SectionKind::Setup(block) => game.setup = self.whole_block(block, Place::Setup),
            SectionKind::Turn(block) => {
                self.every_turn = true;
                game.turn = self.whole_block(block, Place::Turn);
                self.every_turn = false;
            }
            SectionKind::End(block) => game.end = self.whole_block(block, Place::End),
            SectionKind::StuckPasses => game.stuck_passes = true,
            SectionKind::Endless(endless) => game.endless = self.endless(endless),
            SectionKind::Phase(phase) => self.phase(phase, section.span, game),
            SectionKind::Rounds(rounds) => self.rounds(rounds, section.span, game),
            SectionKind::Winner(winner) => self.winner(winner, section.span, game),
            SectionKind::Foreign(item) => self.report(rules::not_yet(item.name.span, "a hook or plugin")),
            SectionKind::Shared(item) => self.report(names::section_outside_library(item.name.span)),
            SectionKind::About(_)
            | SectionKind::Use(_)
            | SectionKind::Param(_)
            | SectionKind::Reading(_)
            | SectionKind::Board(_)
            | SectionKind::Direction(_)
            | SectionKind::Mark(_)
            | SectionKind::State(_)
            | SectionKind::Def(_) => {}
        }
    }

    fn endless(&mut self, endless: &ast::Endless) -> hir::Endless {
        match endless {
            ast::Endless::Forfeit(_) => hir::Endless::Forfeit,
            ast::Endless::Does(block) => {
                self.context = Context { sown: true, laps: true, ..Context::of(Place::Turn) };
                for again in block.statements.iter().filter(|statement| matches!(statement.kind, Again)) {
                    self.report(doubts::endless_again(again.span));
                }
                hir::Endless::Does(self.block(block))
            }
        }
    }

    fn phase(&mut self, phase: &ast::Phase, span: Span, game: &mut hir::Game) {
        for (what, again, earlier) in &phase.twice {
            self.report(rules::part_twice(*again, what, *earlier));
        }
        let (Some(turn), Some(until)) = (&phase.turn, &phase.until) else {
            self.report(rules::phase_without(phase.name.span, phase.turn.is_none()));
            return;
        };
        let turn = self.whole_block(turn, Place::Turn);
        self.context = Context::of(Place::Until);
        let until = self.expect(until, Ty::Bool);
        if cover::whatever(&until) == Some(false) {
            self.report(doubts::phase_never_over(until.span, &phase.name.text));
        } else if cover::at_the_start(&until) {
            self.report(doubts::phase_never_played(until.span, &phase.name.text));
        }
        game.phases.push(hir::Phase { name: phase.name.text.clone(), once: phase.once, turn, until, span });
    }

    fn rounds(&mut self, rounds: &ast::Rounds, span: Span, game: &mut hir::Game) {
        for (what, again, earlier) in &rounds.twice {
            self.report(rules::part_twice(*again, what, *earlier));
        }
        let Some(over) = &rounds.over else {
            self.report(rules::rounds_without_over(span));
            return;
        };
        if rounds.between.is_none() {
            self.report(doubts::nothing_set_out(Span { end: span.start + 6, ..span }));
        }
        self.context = Context::of(Place::Over);
        let over = self.condition(over);
        let between = rounds.between.as_ref().map(|block| self.whole_block(block, Place::Between)).unwrap_or_default();
        game.rounds = Some(hir::Rounds { over, between, span });
    }

    fn winner(&mut self, winner: &ast::Winner, span: Span, game: &mut hir::Game) {
        self.context = Context::of(Place::Winner);
        let (player, score) = self.score(winner.score.as_ref(), span);
        let tie = winner.tie.as_ref().map(|tie| self.expect(tie, Ty::Player));
        game.winner = Some(hir::Winner { most: winner.most, player, score, tie, span });
    }

    // ------------------------------------------------------------------------------------- parameters and readings

    fn declare_settings(&mut self, sections: &[Section], settings: &[&Setting]) {
        for section in sections {
            match &section.kind {
                SectionKind::Param(param) => self.param(param, settings),
                SectionKind::Reading(reading) => self.reading(reading, settings),
                _ => {}
            }
        }
        let known = self.params.iter().map(|param| param.name.clone());
        let known = known.chain(self.readings.iter().map(|reading| reading.name.clone())).collect::<Vec<_>>();
        for setting in settings {
            if !known.contains(&setting.name.text) {
                self.report(names::unknown_setting(&setting.name, &known));
            }
        }
    }

    fn param(&mut self, param: &ast::Param, settings: &[&Setting]) {
        let ty = self.value_type(&param.ty).unwrap_or(Ty::Unknown);
        let range = param.range.as_ref().and_then(|form| self.constant_range(form));
        // A value that is no good is told once; the rest of the file is read as if it were the default.
        let told = self.diagnostics.len();
        let given = self.setting_value(&param.default, ty);
        let otherwise = self.may_be_declared_otherwise(told, param.default.span, ":");
        let ty = if otherwise { Ty::Unknown } else { ty };
        if let Some(given) = &given {
            self.param_in_range(&param.default, given, range.as_ref(), param);
        }
        let default = given.unwrap_or(Const::Int(0));
        let mut value = default.clone();
        if let Some(setting) = settings.iter().rev().find(|setting| setting.name.text == param.name.text)
            && let Some(set) = self.setting_value(&setting.value, ty)
            && self.param_in_range(&setting.value, &set, range.as_ref(), param)
        {
            value = set;
        }
        self.params.push(hir::Param {
            name: param.name.text.clone(),
            question: param.question.as_ref().map(|question| question.text.clone()).unwrap_or_default(),
            ty,
            range,
            value,
            default,
            span: param.name.span,
        });
    }

    fn constant_range(&mut self, form: &ast::Expr) -> Option<CountSet> {
        let range = self.expect(form, Ty::Counts);
        match range.kind {
            ExprKind::Counts(set) if !set.ranges.is_empty() => Some(set),
            _ => {
                self.report(types::range_not_constant(form.span));
                None
            }
        }
    }

    /// Whether a value lies in the parameter's range.
    fn param_in_range(
        &mut self,
        form: &ast::Expr,
        value: &Const,
        range: Option<&CountSet>,
        param: &ast::Param,
    ) -> bool {
        if let (Const::Int(value), Some(range)) = (value, range)
            && !range.contains(*value)
        {
            let range_at = param.range.as_ref().map_or(param.name.span, |range| range.span);
            self.report(types::out_of_range(form.span, &param.name.text, *value, range, range_at));
            return false;
        }
        true
    }

    /// The constant that a default or setting gives.
    fn setting_value(&mut self, form: &ast::Expr, ty: Ty) -> Option<Const> {
        // `--set eats=2` means the set {2}.
        let single = matches!(form.kind, Form::Int(_)) && ty == Ty::Counts;
        if let Some(word) = word_of(form).filter(|word| !matches!(form.kind, Form::Word(_)) && !self.is_setting(word)) {
            let wanted = self.ty_name(ty);
            let example = match ty {
                Ty::Bool => "true",
                Ty::Counts => "{2, 3}",
                Ty::Direction => "ccw",
                Ty::Directions => "directions",
                _ => "4",
            };
            if !matches!(ty, Ty::Unknown | Ty::Reading(_)) {
                self.report(types::setting_of_wrong_kind(form.span, &wanted, &word, example));
                return None;
            }
        }
        let value = if single { self.expect(form, Ty::Int) } else { self.expect(form, ty) };
        if value.ty == Ty::Unknown {
            return None;
        }
        let number = self.constant(&value);
        let found = match (&value.kind, number) {
            (_, Some(number)) if single => Some(Const::Counts(CountSet::range(number, number))),
            (_, Some(number)) => Some(Const::Int(number)),
            (ExprKind::AllDirections, _) => Some(Const::Directions(vec![Way::Ccw, Way::Cw])),
            (ExprKind::DirectionList(ways), _) => Some(Const::Directions(ways.clone())),
            _ => super::constants::counts(&value, &self.params).map(Const::Counts),
        };
        if found.is_none() {
            self.report(types::setting_not_constant(form.span));
        }
        found
    }

    /// Where a value is not of the type declared for it, the type may be what is wrong: that is said too, and nothing more
    /// is concluded from the type.
    fn may_be_declared_otherwise(&mut self, told: usize, value: Span, sign: &str) -> bool {
        let Some(found) = self.diagnostics.get_mut(told).filter(|found| found.code.0 == 301 && found.span() == value)
        else {
            return false;
        };
        let Some((_, got)) = found.title.split_once(", found ") else { return false };
        let ty = match got {
            "a number" => "Int",
            "a condition" => "Bool",
            "a player" => "Player",
            "a house" => "House",
            "a region" => "Region",
            "a set of counts" => "Counts",
            "a direction" => "Direction",
            "a choice of directions" => "Directions",
            _ => return false,
        };
        let help = found.help.take().unwrap_or_default();
        found.help = Some(format!("{help}, or declare it `{sign} {ty}`"));
        true
    }

    /// Whether a parameter or reading is called so.
    fn is_setting(&self, name: &str) -> bool {
        self.params.iter().any(|param| param.name == name) || self.readings.iter().any(|reading| reading.name == name)
    }

    fn reading(&mut self, reading: &ast::Reading, settings: &[&Setting]) {
        for (at, label) in reading.labels.iter().enumerate() {
            if let Some(earlier) = reading.labels[..at].iter().find(|earlier| earlier.text == label.text) {
                self.report(names::duplicate(label, earlier.span));
            }
        }
        if reading.defaults.len() != 1 {
            let labels = reading.labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>();
            self.report(rules::reading_default(reading.name.span, reading.defaults.len(), &labels));
        }
        let labels = reading.labels.iter().map(|label| label.text.clone()).collect::<Vec<_>>();
        let default = reading.defaults.first().copied().unwrap_or(0);
        let mut chosen = default;
        if let Some(setting) = settings.iter().rev().find(|setting| setting.name.text == reading.name.text) {
            let word = word_of(&setting.value);
            match labels.iter().position(|label| Some(label) == word.as_ref()) {
                Some(at) => chosen = at,
                None => {
                    let word = word.unwrap_or_else(|| self.snippet(setting.value.span));
                    let at = reading.name.span;
                    self.report(names::unknown_label(setting.value.span, &word, &reading.name.text, &labels, at));
                }
            }
        }
        self.readings.push(hir::Reading {
            name: reading.name.text.clone(),
            question: reading.question.text.clone(),
            labels,
            default,
            chosen,
            span: reading.name.span,
        });
    }

    /// The type that a declaration names.
    pub(super) fn value_type(&mut self, name: &ast::Name) -> Option<Ty> {
        let ty = match name.text.as_str() {
            "Int" => Ty::Int,
            "Bool" => Ty::Bool,
            "Player" => Ty::Player,
            "House" => Ty::House,
            "Direction" => Ty::Direction,
            "Directions" => Ty::Directions,
            "Counts" => Ty::Counts,
            "Region" => Ty::Region,
            other => match self.readings.iter().position(|reading| reading.name == other) {
                Some(at) => {
                    self.used.params.insert(name.text.clone());
                    Ty::Reading(u16::try_from(at).unwrap_or(0))
                }
                None => {
                    let known = self.readings.iter().map(|reading| reading.name.clone()).collect::<Vec<_>>();
                    self.report(names::unknown_type(name, &known));
                    return None;
                }
            },
        };
        Some(ty)
    }

    // --------------------------------------------------------------------------------------- board, marks, variables

    fn declare_board(&mut self, unit: &Unit) -> crate::board::Layout {
        let board = unit.sections.iter().find_map(|section| match &section.kind {
            SectionKind::Board(items) => Some((items, section.head)),
            _ => None,
        });
        match board {
            Some((items, head)) => self.board(items, head),
            // That there is none is told with the other sections that are not there.
            None => crate::board::Layout::two_rows(6, vec!["South".into(), "North".into()], false),
        }
    }

    fn declare_marks(&mut self, sections: &[Section]) {
        for section in sections {
            if let SectionKind::Mark(mark) = &section.kind {
                self.marks.push(hir::Mark {
                    name: mark.name.text.clone(),
                    held: mark.held,
                    period: mark.period.unwrap_or(ast::Period::Round),
                    rules: mark.rules,
                    span: mark.name.span,
                });
            }
        }
    }

    fn declare_variables(&mut self, sections: &[Section]) {
        self.context = Context::of(Place::Declaration);
        for section in sections {
            let SectionKind::State(variables) = &section.kind else {
                continue;
            };
            for variable in variables {
                // Of an unknown type, it is still known by its name.
                let ty = self.value_type(&variable.ty).unwrap_or(Ty::Unknown);
                let told = self.diagnostics.len();
                let initial = self.expect(&variable.initial, ty);
                let otherwise = self.may_be_declared_otherwise(told, variable.initial.span, ":");
                let ty = if otherwise { Ty::Unknown } else { ty };
                self.vars.push(hir::Var {
                    name: variable.name.text.clone(),
                    each_player: variable.each_player,
                    ty,
                    initial,
                    period: variable.period,
                    span: variable.name.span,
                });
            }
        }
    }

    // --------------------------------------------------------------------------------------------------------- defs

    fn declare_defs(&mut self, sections: &[Section]) {
        for section in sections {
            let SectionKind::Def(def) = &section.kind else { continue };
            for (at, (name, _)) in def.formals.iter().enumerate() {
                if let Some((earlier, _)) = def.formals[..at].iter().find(|(earlier, _)| earlier.text == name.text) {
                    self.report(names::duplicate(name, earlier.span));
                }
            }
            let formals =
                def.formals.iter().map(|(name, ty)| (name.text.clone(), self.value_type(ty).unwrap_or(Ty::Unknown)));
            let formals = formals.collect();
            let result = match &def.body {
                DefBody::Value(ty, _) => Some(self.value_type(ty).unwrap_or(Ty::Unknown)),
                DefBody::Procedure(_) => None,
            };
            self.signatures.push(Signature { name: def.name.text.clone(), formals, result, span: def.name.span });
        }
    }

    fn defs(&mut self, sections: &[Section]) -> Vec<hir::Def> {
        let mut defs = Vec::new();
        for section in sections {
            let SectionKind::Def(def) = &section.kind else { continue };
            self.current_def = Some(defs.len());
            self.context = Context { sown: true, laps: true, ..Context::of(Place::Def) };
            let depth = self.scope.len();
            let types = self.signatures[defs.len()].formals.iter().map(|formal| formal.1).collect::<Vec<_>>();
            let formals = def.formals.iter().zip(types).map(|((name, _), ty)| self.bind(&name.text, ty, name.span));
            let formals = formals.collect();
            let body = match &def.body {
                DefBody::Value(_, value) => {
                    let ty = self.signatures[defs.len()].result.unwrap_or(Ty::Unknown);
                    let told = self.diagnostics.len();
                    let value = self.expect(value, ty);
                    if self.may_be_declared_otherwise(told, value.span, "->") {
                        self.signatures[defs.len()].result = Some(Ty::Unknown);
                    }
                    hir::DefBody::Value(value)
                }
                DefBody::Procedure(block) => hir::DefBody::Procedure(self.block(block)),
            };
            self.leave_scope(depth);
            defs.push(hir::Def { name: def.name.text.clone(), formals, body, span: def.name.span });
        }
        self.current_def = None;
        self.no_recursion();
        defs
    }

    /// A def that calls itself, directly or through others.
    fn no_recursion(&mut self) {
        let mut callees = vec![Vec::new(); self.signatures.len()];
        for (caller, callee, span) in &self.calls {
            if let Some(list) = caller.and_then(|caller| callees.get_mut(caller)) {
                list.push((*callee, *span));
            }
        }
        for start in 0..callees.len() {
            let mut from = vec![None; callees.len()];
            let mut waiting = vec![start];
            while let Some(caller) = waiting.pop() {
                for (callee, span) in &callees[caller] {
                    if *callee == start {
                        let round = self.way_round(start, caller, &from);
                        let declared = self.signatures[start].span;
                        self.report(names::recursive_def(*span, &round[0], &round, declared));
                        return;
                    }
                    if from[*callee].is_none() {
                        from[*callee] = Some(caller);
                        waiting.push(*callee);
                    }
                }
            }
        }
    }

    /// The names of the defs by which one comes back to itself, itself first and last.
    fn way_round(&self, start: usize, last: usize, from: &[Option<usize>]) -> Vec<String> {
        let mut way = vec![start];
        let mut at = last;
        while at != start && way.len() <= from.len() {
            way.push(at);
            at = from[at].unwrap_or(start);
        }
        way.push(start);
        way.iter().rev().map(|def| self.signatures[*def].name.clone()).collect()
    }

    fn whole_block(&mut self, block: &ast::Block, place: Place) -> hir::Block {
        self.context = Context::of(place);
        self.block(block)
    }
}
