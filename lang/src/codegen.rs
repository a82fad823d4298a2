//! In: the typed tree of a game, parameters and readings fixed. Out: its program. Cannot fail but for size, and for what this version does not run yet.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
mod bare;
mod calls;
mod certainty;
mod collections;
mod decisions;
mod enough;
mod expressions;
mod fold;
mod join;
mod liveness;
mod regions;
mod scan;
mod sowing;
mod statements;
mod tables;
mod tidy;
mod together;

use crate::ast::Period;
use crate::bytecode::{
    Addr, Cells, Entries, FirstLocal, Frame, FrameKind, Instr, ListReg, MOST_CELLS, MOST_MUSTS, MOST_PHASES, MarkCells,
    MoveCount, PhaseCode, Program, Reg, RoundCode, Scoring, Value, VariableCell, words,
};
use crate::check::{Expectation, Test, TestStep};
use crate::diagnostic::{Diagnostic, rules};
use crate::hir::{self, Const, Expr, Local, LocalId, Ty};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What code is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// For play: as short as can be.
    Tidy,
    /// For seeing what of a game is used: every clause begins with a jump to the next instruction, whose place is the
    /// empty place at the clause's beginning.
    Marked,
}

/// Translates a game.
///
/// # Errors
/// What is too large for the machine, or is checked but not run in this version.
pub fn emit(game: &hir::Game, form: Form) -> Result<Program, Vec<Diagnostic>> {
    let mut emitter = Emitter::new(game, form);
    emitter.game();
    emitter.finish()
}

/// Translates a game with the conditions of a test, each a piece of code in `Program::checks`, in order of the steps.
///
/// # Errors
/// As `emit`.
pub fn emit_test(game: &hir::Game, test: &Test, form: Form) -> Result<Program, Vec<Diagnostic>> {
    let mut emitter = Emitter::new(game, form);
    emitter.game();
    for step in &test.steps {
        if let TestStep::Expect(expectation, _, span) = step {
            emitter.span = *span;
            emitter.expectation(expectation);
        }
    }
    emitter.finish()
}

/// How often code is folded: each time can show more.
const FOLDS: u8 = 2;
/// Defs inside one another.
const DEEPEST_CALL: u32 = 64;

/// A place in the code that is not known yet.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark(u16);

/// Where a local is kept.
#[derive(Clone, Copy)]
enum Kept {
    Reg(Reg),
    List(ListReg),
    Known(i32),
}

/// What `stuck` and `all stuck` are while `end` is translated.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stuck {
    one: bool,
    all: bool,
}

struct Emitter<'a> {
    game: &'a hir::Game,
    form: Form,
    program: Program,
    found: Vec<Diagnostic>,
    /// Where each mark lies; until all is known, instructions go on at the number of a mark.
    marks: Vec<Option<Addr>>,
    kept: BTreeMap<LocalId, Kept>,
    free: u8,
    free_list: u8,
    span: Span,
    stuck: Option<Stuck>,
    /// The laps whose body is being translated, innermost last.
    laps: Vec<sowing::Laps>,
    /// The registers of variables that last a move, by number of the variable.
    move_vars: BTreeMap<usize, Reg>,
    /// What formals that are sets or lists stand for.
    stands_for: BTreeMap<LocalId, Expr>,
    /// Binders of decisions.
    decision_locals: BTreeSet<LocalId>,
    /// A case of `end` that is being translated settles the round.
    settles: bool,
    /// Play can change which houses belong to whom, or take them out of play.
    owners_change: bool,
    /// Defs being translated inside one another.
    depth: u32,
    /// What is translated runs in a phase only.
    in_phase: bool,
    /// What is being translated, for faults.
    frame: Option<u16>,
}

impl<'a> Emitter<'a> {
    fn new(game: &'a hir::Game, form: Form) -> Emitter<'a> {
        let program = Program {
            title: game.title.clone(),
            about: game.about.clone(),
            params: game.params.clone(),
            readings: game.readings.clone(),
            layout: game.layout.clone(),
            direction: game.direction,
            code: Vec::new(),
            spans: Vec::new(),
            frames: Vec::new(),
            frame_of: Vec::new(),
            entries: Entries::default(),
            regions: Vec::new(),
            counts: Vec::new(),
            routes: Vec::new(),
            steps: Vec::new(),
            sowings: Vec::new(),
            walks: Vec::new(),
            decisions: Vec::new(),
            texts: game.texts.clone(),
            scoring: None,
            cells: Cells::default(),
            first_local: FirstLocal::default(),
            variables: Vec::new(),
            stuck_passes: game.stuck_passes,
            asks_repeated: false,
            asks_captured: false,
            lap_matters: 0,
            marks: Vec::new(),
            owners: None,
            set_cells: 1,
            moves: None,
            played: None,
            phases: Vec::new(),
            rounds: None,
            stores_only_grow: true,
            checks: Vec::new(),
            constants: Vec::new(),
        };
        Emitter {
            game,
            form,
            program,
            found: Vec::new(),
            marks: Vec::new(),
            kept: BTreeMap::new(),
            free: words::FREE,
            free_list: 0,
            span: Span::default(),
            stuck: None,
            laps: Vec::new(),
            move_vars: BTreeMap::new(),
            stands_for: BTreeMap::new(),
            decision_locals: BTreeSet::new(),
            settles: false,
            owners_change: false,
            depth: 0,
            in_phase: false,
            frame: None,
        }
    }

    fn game(&mut self) {
        self.neighbours();
        self.cells_of_a_move();
        self.variables();
        self.sets();
        // What comes next belongs to every game.
        self.span = Span::default();
        self.program.first_local = FirstLocal(self.free);
        self.section("state");
        self.renewals();
        let game = self.game;
        self.section("setup");
        self.program.entries.setup = self.procedure(&game.setup, Instr::Begin);
        self.section("turn");
        self.program.entries.turn = self.procedure(&game.turn, Instr::EndMove { again: false });
        self.section("end");
        self.program.entries.end = self.end(Stuck { one: false, all: false });
        self.program.entries.end_stuck = self.end(Stuck { one: true, all: false });
        self.program.entries.end_all_stuck = self.end(Stuck { one: true, all: true });
        self.program.entries.after_end = self.here();
        self.phases();
        self.rounds();
        self.scoring();
    }

    /// What no repetition of a position looks at: regions that last a move, and how many moves there were.
    fn cells_of_a_move(&mut self) {
        let game = self.game;
        for var in game.vars.iter().filter(|var| var.period == Period::Move && var.ty == Ty::Region) {
            self.variable(var);
        }
        if game.asks_played {
            let cell = self.cells(1);
            let variable = VariableCell { name: "played".to_owned(), ty: Ty::Int, cell, each_player: false };
            self.program.variables.push(variable);
            self.program.played = Some(cell);
        }
        self.program.cells.of_move = self.program.cells.variables;
    }

    fn variables(&mut self) {
        let game = self.game;
        for (at, var) in game.vars.iter().enumerate() {
            if var.period != Period::Move {
                self.variable(var);
            } else if var.ty != Ty::Region {
                let count = if var.each_player { game.layout.players.len() } else { 1 };
                let first = self.registers(count);
                self.move_vars.insert(at, first);
            }
        }
    }

    /// Gives a variable its cells.
    fn variable(&mut self, var: &hir::Var) {
        let count = if var.each_player { self.game.layout.players.len() } else { 1 };
        let width = if var.ty == Ty::Region { self.program.list_cells() } else { 1 };
        self.span = var.span;
        let cell = self.cells(u16::try_from(count * width).unwrap_or(u16::MAX));
        let variable = VariableCell { name: var.name.clone(), ty: var.ty, cell, each_player: var.each_player };
        self.program.variables.push(variable);
    }

    /// This many registers in a row.
    fn registers(&mut self, count: usize) -> Reg {
        let first = self.reg();
        (1..count).for_each(|_| {
            self.reg();
        });
        first
    }

    /// Room for this many numbers in the state.
    fn cells(&mut self, count: u16) -> u16 {
        let first = self.program.cells.variables;
        self.program.cells.variables = first.saturating_add(count);
        if self.program.cells.total() > MOST_CELLS {
            self.too_complex("variables and marks");
        }
        first
    }

    /// Marks, owners and counted moves, each a set of houses or a number for each player.
    fn sets(&mut self) {
        let game = self.game;
        let players = u16::try_from(game.layout.players.len()).unwrap_or(1);
        let width = u16::try_from(game.layout.sites.len().div_ceil(32)).unwrap_or(4);
        self.program.set_cells = width;
        for mark in &game.marks {
            self.span = mark.span;
            let cell = self.cells(if mark.held { players * width } else { width });
            self.program.marks.push(MarkCells { name: mark.name.clone(), held: mark.held, rules: mark.rules, cell });
        }
        let gives = |kind: &hir::StmtKind| matches!(kind, hir::StmtKind::Give { .. });
        if game.blocks().any(|block| block.any(&gives)) {
            self.program.owners = Some(self.cells(players * width));
        }
        if !game.phases.is_empty() {
            self.program.moves = Some(MoveCount { cell: self.cells(players), most: 0, in_main: false });
        }
        let changes = self.program.owners.is_some() || game.marks.iter().any(|mark| mark.rules.out_of_play);
        self.owners_change = changes;
    }

    /// The code that gives variables their first values.
    fn renewals(&mut self) {
        self.program.entries.renew_move = self.renewal(&[Period::Move]);
        self.program.entries.renew_turn = self.renewal(&[Period::Turn]);
        self.program.entries.renew_round = self.renewal(&[Period::Turn, Period::Round]);
        self.program.entries.renew_match = self.renewal(&[Period::Turn, Period::Round, Period::Match]);
    }

    fn renewal(&mut self, periods: &[Period]) -> Addr {
        let start = self.here();
        let game = self.game;
        for (at, var) in game.vars.iter().enumerate().filter(|(_, var)| periods.contains(&var.period)) {
            self.span = var.span;
            if var.ty == Ty::Region {
                self.renew_region(at, var);
                continue;
            }
            let mark = self.free;
            let value = self.value(&var.initial);
            let count = if var.each_player { game.layout.players.len() } else { 1 };
            for player in 0..count {
                self.store_var(at, player, value);
            }
            self.free = mark;
        }
        for (at, mark) in game.marks.iter().enumerate().filter(|(_, mark)| periods.contains(&mark.period)) {
            self.span = mark.span;
            let sets = if mark.held { game.layout.players.len() } else { 1 };
            let first = self.program.marks[at].cell;
            for cell in 0..u16::try_from(sets).unwrap_or(1) * self.program.set_cells {
                self.store_const(first + cell, 0);
            }
        }
        if let Some(cell) = self.program.played.filter(|_| periods.contains(&Period::Round)) {
            self.store_const(cell, 0);
        }
        if let Some(first) = self.program.owners.filter(|_| periods.contains(&Period::Match)) {
            self.first_owners(first);
        }
        self.emit(Instr::Return);
        start
    }

    /// The owners that the board gives.
    fn first_owners(&mut self, first: u16) {
        let width = self.program.set_cells;
        for (player, row) in (0..).zip(&self.game.layout.rows) {
            let mask = row.iter().fold(0u128, |mask, site| mask | 1 << site);
            for part in 0..width {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_possible_wrap,
                    reason = "a cell holds 32 bits of the set"
                )]
                let bits = (mask >> (32 * part)) as u32 as i32;
                self.store_const(first + player * width + part, bits);
            }
        }
    }

    fn store_const(&mut self, cell: u16, value: i32) {
        self.scoped(|this| {
            let from = this.reg();
            this.emit(Instr::Const { to: from, value });
            this.emit(Instr::Store { cell, from });
        });
    }

    fn phases(&mut self) {
        let game = self.game;
        self.in_phase = true;
        for phase in &game.phases {
            self.section(&format!("phase {}", phase.name));
            let turn = self.procedure(&phase.turn, Instr::EndMove { again: false });
            self.span = phase.until.span;
            let until = self.piece(&phase.until);
            let code = PhaseCode { name: phase.name.clone(), once: phase.once, turn, until };
            self.program.phases.push(code);
        }
        self.in_phase = false;
    }

    fn rounds(&mut self) {
        let Some(rounds) = &self.game.rounds else { return };
        self.section("rounds");
        self.span = rounds.over.span;
        let over = self.piece(&rounds.over);
        let between = self.procedure(&rounds.between, Instr::Begin);
        self.program.rounds = Some(RoundCode { over, between });
    }

    fn store_var(&mut self, var: usize, player: usize, from: Reg) {
        if let Some(base) = self.move_vars.get(&var).copied() {
            let to = Reg(base.0.saturating_add(u8::try_from(player).unwrap_or(0)));
            self.emit(Instr::Copy { to, from });
        } else if let Some(cell) = self.var_cell(var) {
            self.emit(Instr::Store { cell: cell + u16::try_from(player).unwrap_or(0), from });
        }
    }

    fn var_cell(&self, var: usize) -> Option<u16> {
        let name = &self.game.vars.get(var)?.name;
        self.program.variables.iter().find(|variable| variable.name == *name).map(|variable| variable.cell)
    }

    fn procedure(&mut self, block: &hir::Block, end: Instr) -> Addr {
        let start = self.here();
        self.block(block);
        self.emit(end);
        start
    }

    fn end(&mut self, stuck: Stuck) -> Addr {
        self.stuck = Some(stuck);
        self.settles = true;
        let start = self.procedure(&self.game.end, Instr::Return);
        self.settles = false;
        self.stuck = None;
        start
    }

    fn scoring(&mut self) {
        let Some(winner) = &self.game.winner else { return };
        self.section("winner");
        self.span = winner.span;
        let player = self.reg();
        self.kept.insert(winner.player, Kept::Reg(player));
        let score = self.piece(&winner.score);
        let tie = winner.tie.as_ref().map(|tie| self.piece(tie));
        self.program.scoring = Some(Scoring { most: winner.most, player, score, tie });
    }

    /// A called piece of code that leaves the value of an expression.
    fn piece(&mut self, expr: &Expr) -> Value {
        let code = self.here();
        let result = self.reg();
        self.value_into(expr, result);
        self.emit(Instr::Return);
        Value { code, result }
    }

    fn expectation(&mut self, expectation: &Expectation) {
        match expectation {
            Expectation::Holds(condition) => {
                let piece = self.piece(condition);
                self.program.checks.push(piece);
            }
            Expectation::Equal(left, right) => {
                for side in [left, right] {
                    let piece = self.piece(side);
                    self.program.checks.push(piece);
                }
            }
            Expectation::Not(inner) => self.expectation(inner),
            Expectation::And(one, other) | Expectation::Or(one, other) => {
                self.expectation(one);
                self.expectation(other);
            }
            Expectation::Legal(_) | Expectation::Has(..) | Expectation::Is(..) | Expectation::Reads(..) => {}
        }
    }

    fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        if !self.found.is_empty() {
            return Err(self.found);
        }
        for instr in &mut self.program.code {
            if let Some(mark) = instr.target() {
                *instr = instr.with_target(self.marks.get(mark as usize).copied().flatten().unwrap_or(0));
            }
        }
        let place = |mark: &mut Addr| *mark = self.marks.get(*mark as usize).copied().flatten().unwrap_or(0);
        for decision in &mut self.program.decisions {
            decision.answers.iter_mut().for_each(|answer| place(&mut answer.then));
            decision.musts.iter_mut().for_each(|must| place(&mut must.code));
            decision.otherwise.iter_mut().for_each(&place);
            if let crate::bytecode::Options::Code(code) = &mut decision.options {
                place(code);
            }
        }
        if self.form == Form::Tidy {
            tidy::tidy(&mut self.program);
            bare::ways(&mut self.program);
            for _ in 0..FOLDS {
                fold::fold(&mut self.program);
                tidy::tidy(&mut self.program);
            }
            join::stores(&mut self.program);
            scan::find(&mut self.program);
            tidy::tidy(&mut self.program);
        }
        certainty::find(&mut self.program);
        liveness::save_what_lives(&mut self.program);
        self.has_room();
        if !self.found.is_empty() {
            return Err(self.found);
        }
        // A game is kept for long, and its code was longer before it was tidied.
        self.program.code.shrink_to_fit();
        self.program.spans.shrink_to_fit();
        self.program.frame_of.shrink_to_fit();
        Ok(self.program)
    }

    /// Whether the machine has room for what does not lie in code, registers or tables.
    fn has_room(&mut self) {
        let program = &self.program;
        let musts = program.decisions.iter().map(|decision| decision.musts.len()).max().unwrap_or(0);
        let rooms = [
            (program.cells.total(), MOST_CELLS, "variables, marks and names kept across a question"),
            (program.phases.len(), MOST_PHASES, "phases"),
            (musts, MOST_MUSTS, "`must`s and `prefer`s in one decision"),
        ];
        if let Some((.., what)) = rooms.into_iter().find(|(there, most, _)| there > most) {
            self.too_complex(what);
        }
    }

    // ----------------------------------------------------------------------------------------- code, marks, registers

    fn emit(&mut self, instr: Instr) {
        if self.program.code.len() + 1 >= Addr::MAX as usize {
            self.too_complex("instructions");
            return;
        }
        self.program.code.push(instr);
        self.program.spans.push(self.span);
        self.program.frame_of.push(self.frame);
    }

    /// Marks that a clause begins here, if that is wanted.
    fn clause(&mut self, span: Span) {
        if self.form == Form::Marked {
            let next = self.mark();
            let around = std::mem::replace(&mut self.span, span.head());
            self.jump(next);
            self.span = around;
            self.place(next);
        }
    }

    fn too_complex(&mut self, what: &str) {
        if self.found.is_empty() {
            self.found.push(rules::too_complex(self.span, what));
        }
    }

    fn here(&self) -> Addr {
        u16::try_from(self.program.code.len()).unwrap_or(Addr::MAX)
    }

    /// A place to be put later.
    fn mark(&mut self) -> Mark {
        self.marks.push(None);
        match u16::try_from(self.marks.len() - 1) {
            Ok(at) => Mark(at),
            Err(_) => {
                self.too_complex("jumps");
                Mark(0)
            }
        }
    }

    /// Puts a mark at the next instruction.
    fn place(&mut self, mark: Mark) {
        let here = self.here();
        if let Some(known) = self.marks.get_mut(mark.0 as usize) {
            *known = Some(here);
        }
    }

    fn jump(&mut self, to: Mark) {
        self.emit(Instr::Jump { then: to.0 });
    }

    fn reg(&mut self) -> Reg {
        if self.free == u8::MAX {
            self.too_complex("names and intermediate values");
            return Reg(self.free);
        }
        self.free += 1;
        Reg(self.free - 1)
    }

    fn list(&mut self) -> ListReg {
        if self.free_list == 16 {
            self.too_complex("regions at once");
            return ListReg(0);
        }
        self.free_list += 1;
        ListReg(self.free_list - 1)
    }

    fn local(&self, local: LocalId) -> Option<&'a Local> {
        self.game.locals.get(local.0 as usize)
    }

    /// Runs `work` and then frees the registers and lists it took.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (free, list) = (self.free, self.free_list);
        let result = work(self);
        self.free = free;
        self.free_list = list;
        result
    }

    /// What follows stands in this section.
    fn section(&mut self, name: &str) {
        self.frame = None;
        self.frame = self.framed(FrameKind::Section(name.to_owned()));
    }

    /// A frame inside the present one.
    fn framed(&mut self, kind: FrameKind) -> Option<u16> {
        self.program.frames.push(Frame { kind, span: self.span, outer: self.frame });
        u16::try_from(self.program.frames.len() - 1).ok()
    }

    /// Translates the body of a def where it is called; defs that call one another without end in sight are refused.
    fn inlined(&mut self, def: usize, work: impl FnOnce(&mut Self)) {
        if self.depth >= DEEPEST_CALL {
            self.too_complex("defs that call one another");
        }
        if !self.found.is_empty() {
            return;
        }
        self.depth += 1;
        let outer = (self.frame, self.span);
        let name = self.game.defs.get(def).map(|def| def.name.clone()).unwrap_or_default();
        self.frame = self.framed(FrameKind::Def(name));
        self.scoped(work);
        (self.frame, self.span) = outer;
        self.depth -= 1;
    }

    /// The value of what needs no position.
    fn constant(&self, expr: &Expr) -> Option<i32> {
        if let hir::ExprKind::Local(local) = &expr.kind
            && let Some(Kept::Known(value)) = self.kept.get(local)
        {
            return Some(*value);
        }
        if let hir::ExprKind::Word(word) = &expr.kind
            && let Some(stuck) = self.stuck
        {
            match word {
                hir::Word::Stuck => return Some(i32::from(stuck.one)),
                hir::Word::AllStuck => return Some(i32::from(stuck.all)),
                _ => {}
            }
        }
        crate::check::constants::constant(expr, &self.game.params, &self.game.readings)
    }

    /// The set or list an expression is: what an argument stands for, or what a def gives.
    fn meant(&self, expr: &Expr) -> Expr {
        match &expr.kind {
            hir::ExprKind::Local(local) => match self.stands_for.get(local) {
                Some(argument) => self.meant(argument),
                None => expr.clone(),
            },
            hir::ExprKind::Call { def, .. } => match self.game.defs.get(*def).map(|def| &def.body) {
                Some(hir::DefBody::Value(value)) => self.meant(value),
                _ => expr.clone(),
            },
            _ => expr.clone(),
        }
    }

    fn counts(&self, expr: &Expr) -> Option<hir::CountSet> {
        crate::check::constants::counts(&self.meant(expr), &self.game.params)
    }

    fn directions(&self, expr: &Expr) -> Vec<hir::Way> {
        match self.meant(expr).kind {
            hir::ExprKind::DirectionList(ways) => ways,
            hir::ExprKind::Param(at) => match self.game.params.get(at).map(|param| &param.value) {
                Some(Const::Directions(ways)) => ways.clone(),
                _ => Vec::new(),
            },
            _ => vec![hir::Way::Ccw, hir::Way::Cw],
        }
    }
}
