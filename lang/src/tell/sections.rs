//! In: the parts of a game. Out: a section for each, in the order in which people explain a game. Never here: single statements.
#![expect(clippy::wildcard_enum_match_arm, reason = "only the statements that a section asks about are looked for")]
use super::cases::{SHUT, Words};
use super::decided::{Given, inner};
use super::statements::under;
use super::words::join;
use super::{LAST_ROUND, Part, Said, Section, Teller, Voice};
use crate::ast::{CaptureRule, LiftRule, Period};
use crate::hir::{Block, DefBody, Endless, Expr, Mark, Rounds, Stmt, StmtKind, Var, Winner};
use crate::source::Span;

/// The heading behind which parameters and readings are told.
pub(super) const BOARD: &str = "The board";

impl Teller<'_> {
    /// Everything but the settings, which are known only when all is told.
    pub(super) fn sections(&mut self) -> Vec<Section> {
        let game = self.game;
        let start = self.start();
        let kept = self.kept_in_mind();
        let mut middle = vec![section("The start", start), section("Marks, and what is remembered", kept)];
        for (at, phase) in game.phases.iter().enumerate() {
            middle.push(self.phase(phase, at == 0));
        }
        let mut turn = self.block(&game.turn);
        turn.push(self.plain("then the next player is to move, unless something else has been said"));
        middle.push(section("A turn", turn));
        let endless = self.endless();
        let end = self.end();
        let rounds = self.rounds();
        let winner = self.winner();
        let named = self.named_steps();
        if let Some(kept) = middle.get_mut(1) {
            kept.parts.extend(self.liftable());
        }
        middle.push(section("Laps without end", endless));
        middle.push(section("The end", end));
        middle.push(section("Rounds", rounds));
        middle.push(section("Who wins", winner));
        middle.push(section("Named steps", named));
        let mut all = vec![self.about(), section(BOARD, self.board())];
        all.extend(middle);
        all.retain(|section| !section.parts.is_empty());
        all
    }

    fn plain(&mut self, text: impl Into<String>) -> Part {
        let said = self.said(text, Span::default());
        Part::Said(Said { spans: Vec::new(), ..said })
    }

    fn start(&mut self) -> Vec<Part> {
        let game = self.game;
        self.voice = Voice::Nobody;
        let mut parts = self.block(&game.setup);
        self.voice = Voice::You;
        let first = self.player_name(0);
        parts.extend(self.begun(&game.setup, "begins", &format!("{first} begins")));
        parts.push(self.plain(self.direction()));
        parts.push(Part::Picture);
        parts
    }

    // ------------------------------------------------------------------------------------------- marks and variables

    fn kept_in_mind(&mut self) -> Vec<Part> {
        let game = self.game;
        let mut parts = Vec::new();
        for (at, mark) in game.marks.iter().enumerate() {
            let shut = if self.marked.contains(&at) { String::new() } else { format!("{SHUT}: ") };
            let text = format!("{shut}{}", mark_text(mark));
            parts.push(Part::Said(self.said(text, mark.span)));
        }
        for var in &game.vars {
            let text = self.var_text(var);
            parts.push(Part::Said(self.said(text, var.span)));
        }
        parts
    }

    /// What it means that a house can be lifted, if some sentence says so.
    fn liftable(&mut self) -> Option<Part> {
        let forbids = |mark: &Mark| mark.forbids_lifting() && !mark.rules.out_of_play;
        let forbids = self.game.marks.iter().any(forbids);
        let marks = if forbids { " and no mark forbids the player to move to lift it" } else { "" };
        let play = if self.game.marks.iter().any(|mark| mark.rules.out_of_play) { "is in play, " } else { "" };
        let text = match (play, marks) {
            ("", marks) => format!("a house can be lifted if it holds seeds{marks}"),
            (play, "") => format!("a house can be lifted if it {}and holds seeds", play.replace(',', "")),
            (play, marks) => format!("a house can be lifted if it {play}holds seeds{marks}"),
        };
        self.lifts.then(|| self.plain(text))
    }

    fn var_text(&mut self, var: &Var) -> String {
        let name = super::words::quoted(&var.name);
        let initial = self.noun(&var.initial).text;
        let each = if var.each_player { "for each player " } else { "" };
        format!(
            "{each}{name} is remembered, {}: {initial} at the beginning of every {}",
            self.kind_of(var.ty),
            period(var.period)
        )
    }

    // ------------------------------------------------------------------------------------------------- turn and end

    fn phase(&mut self, phase: &crate::hir::Phase, first: bool) -> Section {
        let comes = match (first, phase.once) {
            (true, true) => "the first round begins with",
            (true, false) => "every round begins with",
            (false, true) => "next comes, in the first round only,",
            (false, false) => "next comes",
        };
        let name = super::words::quoted(&phase.name);
        let mut parts = Vec::new();
        self.voice = Voice::Mover;
        let until = self.condition(&phase.until);
        let text = format!("{comes} the phase {name}, until {until} (asked when it begins and after every move)");
        let said = self.said(text, phase.span);
        parts.push(Part::Said(Said { spans: vec![phase.span, phase.until.span], ..said }));
        self.voice = Voice::You;
        parts.push(self.plain("a turn in it"));
        let turn = self.block(&phase.turn);
        let Some(Part::Said(lead)) = parts.pop() else { return section("", parts) };
        parts.push(Part::List { lead, items: turn.into_iter().map(|part| vec![part]).collect() });
        section(&format!("The phase {name}"), parts)
    }

    fn endless(&mut self) -> Vec<Part> {
        let game = self.game;
        let laps = |kind: &StmtKind| matches!(kind, StmtKind::Laps { .. } | StmtKind::LapsTogether { .. });
        let has_laps = game.blocks().any(|block| block.any(&laps));
        let when =
            "if laps go round for ever (a lap begins with everything as it was at an earlier lap of the same move)";
        match &game.endless {
            Endless::Unsaid if !has_laps => Vec::new(),
            Endless::Unsaid => {
                vec![self.plain(format!("{when}, the rules do not say what that means, and the game cannot go on"))]
            }
            Endless::Forfeit => vec![self.plain(format!("{when}, the next player wins"))],
            Endless::Does(block) if matches!(&block.statements[..], [Stmt { kind: StmtKind::Stop, .. }]) => {
                let span = block.statements.first().map_or_else(Span::default, |stmt| stmt.span);
                let text = format!("{when}, the laps are over, and what follows them is done");
                vec![Part::Said(self.said(text, span))]
            }
            Endless::Does(block) => {
                let body = self.block(block);
                let lead = Said { text: when.to_owned(), ..Said::default() };
                vec![under(lead, ", ", body)]
            }
        }
    }

    fn end(&mut self) -> Vec<Part> {
        let game = self.game;
        self.voice = Voice::Mover;
        self.names_mover = false;
        let when =
            "after every move, and again when the next player cannot move, it is asked whether the round is over";
        let mut parts = vec![self.plain(when)];
        for stmt in &game.end.statements {
            parts.extend(self.settling(stmt));
        }
        if std::mem::take(&mut self.names_mover) {
            parts.push(self.plain("the mover means the player who has just moved, or the one who cannot move"));
        }
        self.voice = Voice::You;
        parts.extend(self.passing());
        parts
    }

    /// A statement of `end`; its cases end the round.
    fn settling(&mut self, stmt: &Stmt) -> Vec<Part> {
        let StmtKind::Cases(cases) = &stmt.kind else { return self.statement(stmt) };
        let told = self.told_cases(cases, SETTLING, stmt.span);
        if !told.several {
            return told.parts;
        }
        let lead = self.said("it is over in the first of these cases that applies", stmt.span);
        vec![Part::List { lead, items: told.parts.into_iter().map(|part| vec![part]).collect() }]
    }

    /// What a player who cannot move does, if the end leaves him anything to do.
    fn passing(&mut self) -> Option<Part> {
        let game = self.game;
        if !game.stuck_passes {
            return None;
        }
        let text = "a player who cannot move passes, and the next player is to move";
        let cases = game.end.statements.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Cases(cases) => Some(cases),
            _ => None,
        });
        let conditions = cases.flatten().filter_map(|case| case.condition.as_ref());
        let ends = conditions.into_iter().find(|condition| self.when_stuck(condition));
        let Some(ends) = ends else { return Some(self.plain(text)) };
        self.note(ends);
        let shut = !self.under.is_empty();
        let part = self.plain(format!("{SHUT}: {text}"));
        shut.then_some(part)
    }

    // ------------------------------------------------------------------------------------------------------- match

    fn rounds(&mut self) -> Vec<Part> {
        let game = self.game;
        let Some(Rounds { over, between, span }) = &game.rounds else {
            return vec![self.plain("the game is one round")];
        };
        self.voice = Voice::Nobody;
        let once = self.settled(over).is_some_and(|holds| holds != 0);
        let text = if once {
            "when a round is over and settled, the match is over".to_owned()
        } else {
            format!("when a round is over and settled, the match is over if {}", self.condition(over))
        };
        let said = self.said(text, *span);
        let mut parts = vec![Part::Said(Said { spans: vec![*span, over.span], ..said })];
        self.shut = once;
        let renewed = self.renewed();
        let lead = if once {
            format!("{SHUT}: another round is prepared")
        } else {
            "if not, another round is prepared".into()
        };
        let lead = self.said(format!("{lead}{renewed}"), *span);
        let body = self.block(between);
        parts.push(if body.is_empty() { Part::Said(lead) } else { under(lead, ": ", body) });
        self.voice = Voice::You;
        if !once {
            parts.extend(self.further_rounds(over, between));
        }
        self.shut = false;
        parts
    }

    /// What is said of every round after the first.
    fn further_rounds(&mut self, over: &Expr, between: &Block) -> Vec<Part> {
        let game = self.game;
        let usual = "it is begun by the player after the one who began the round before";
        let mut parts = Vec::from_iter(self.begun(between, "begins it", usual));
        if game.blocks().any(|block| block.any(&|kind| matches!(kind, StmtKind::Give { .. }))) {
            parts.push(self.plain("houses stay with their owners until they are given to somebody else"));
        }
        if !self.by_the_last_round(over) {
            parts.push(self.plain(format!("after {LAST_ROUND} rounds a match is drawn")));
        }
        parts
    }

    /// Who begins, where a block has not said so itself.
    fn begun(&mut self, block: &Block, begins: &str, usual: &str) -> Option<Part> {
        let text = match self.naming(block) {
            Naming::Never => usual.to_owned(),
            Naming::Sometimes => format!("unless this has been said otherwise, {usual}"),
            Naming::Always if block.any(&|kind| matches!(kind, StmtKind::FirstIs(_))) => return None,
            Naming::Always => {
                let said = block.statements.iter().find_map(|stmt| match &stmt.kind {
                    StmtKind::Call { def, .. } => Some(*def).filter(|def| self.naming_def(*def) != Naming::Never),
                    _ => None,
                })?;
                format!("who {begins} is said under {}", super::words::quoted(&self.speak_of(said)))
            }
        };
        Some(self.plain(text))
    }

    /// Whether a block says who begins.
    fn naming(&self, block: &Block) -> Naming {
        let found = block.statements.iter().map(|stmt| self.naming_one(&stmt.kind));
        found.max().unwrap_or(Naming::Never)
    }

    fn naming_def(&self, def: usize) -> Naming {
        match self.game.defs.get(def).map(|def| &def.body) {
            Some(DefBody::Procedure(block)) => self.naming(block),
            Some(DefBody::Value(_)) | None => Naming::Never,
        }
    }

    fn naming_one(&self, kind: &StmtKind) -> Naming {
        match kind {
            StmtKind::FirstIs(_) => Naming::Always,
            StmtKind::Call { def, .. } => self.naming_def(*def),
            StmtKind::Choose(choose) => {
                let answers = choose.alternatives.iter().map(|answer| self.naming(&answer.body));
                let leaves = choose.optional.as_ref().map(|_| Naming::Never);
                of_all(answers.chain(choose.otherwise.as_ref().map(|block| self.naming(block))).chain(leaves))
            }
            StmtKind::If { condition, body, otherwise } => {
                let (met, unmet) = (self.naming(body), otherwise.as_ref().map_or(Naming::Never, |b| self.naming(b)));
                match self.value(condition, &Given::new()) {
                    Some(0) => unmet,
                    Some(_) => met,
                    None => of_all([met, unmet].into_iter()),
                }
            }
            StmtKind::Cases(cases) => {
                let whole = cases.iter().any(|case| case.condition.is_none());
                let cases = cases.iter().map(|case| self.naming(&case.body));
                of_all(cases.chain((!whole).then_some(Naming::Never)))
            }
            other => of_all(inner(other).into_iter().map(|block| self.naming(block)).chain([Naming::Never])),
        }
    }

    /// What of the round before is forgotten.
    fn renewed(&self) -> String {
        let gone = |period: Period| matches!(period, Period::Round | Period::Turn);
        let marks = self.game.marks.iter().enumerate().filter(|(at, _)| self.marked.contains(at));
        let marks = marks.filter(|(_, mark)| gone(mark.period));
        let marks = marks.map(|(_, mark)| format!("the mark {}", super::words::quoted(&mark.name)));
        let vars = self.game.vars.iter().filter(|var| gone(var.period)).map(|var| super::words::quoted(&var.name));
        let all = marks.chain(vars).collect::<Vec<_>>();
        if all.is_empty() { String::new() } else { format!(", forgetting {}", join(&all, "and")) }
    }

    fn winner(&mut self) -> Vec<Part> {
        let game = self.game;
        let Some(Winner { most, player, score, tie, span }) = &game.winner else { return Vec::new() };
        self.voice = Voice::Nobody;
        let scored = match self.scored(*most, *player, score) {
            Ok(seeds) => format!("the player with {seeds} wins"),
            Err(number) => {
                let how = if *most { "most" } else { "least" };
                format!("each player counts {number}, and the one with the {how} wins")
            }
        };
        let tie = match tie {
            Some(tie) => {
                let tie = self.noun(tie).text;
                format!("if several have the same, {tie} wins")
            }
            None => "if several have the same, the match is a draw".to_owned(),
        };
        self.voice = Voice::You;
        let said = self.said(format!("{scored}; {tie}"), *span);
        vec![Part::Said(said)]
    }

    // -------------------------------------------------------------------------------------------------------- defs

    /// The defs that were spoken of, and those that they speak of; last those that only shut-out parts speak of.
    fn named_steps(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        self.names_mover = false;
        for shut in [false, true] {
            while let Some(next) = self.defs.iter_mut().find(|known| !known.told && known.shut == shut) {
                next.told = true;
                let (def, voice) = (next.def, next.voice);
                (self.voice, self.shut) = (voice, shut);
                parts.extend(self.def(def));
            }
        }
        (self.voice, self.shut) = (Voice::You, false);
        if std::mem::take(&mut self.names_mover) {
            let who = if self.names_hands {
                "the mover means the player who sows"
            } else {
                "the mover means the player whose turn it is"
            };
            parts.push(self.plain(who));
        }
        parts
    }
}

/// Whether the rules say who begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    Never,
    Sometimes,
    Always,
}

/// Of several ways on, one of which is taken.
fn of_all(ways: impl Iterator<Item = Naming>) -> Naming {
    let ways = ways.collect::<Vec<_>>();
    match (ways.iter().min(), ways.iter().max()) {
        (Some(Naming::Always), _) => Naming::Always,
        (_, Some(Naming::Never)) | (None, _) | (_, None) => Naming::Never,
        _ => Naming::Sometimes,
    }
}

/// Cases of `end`.
const SETTLING: Words = Words {
    each: "if ",
    only: "it is over if ",
    link: "; then ",
    idle: Some("what is left in the houses counts for nobody"),
};

fn section(heading: &str, parts: Vec<Part>) -> Section {
    Section { heading: heading.to_owned(), parts }
}

fn period(period: Period) -> &'static str {
    match period {
        Period::Move => "move",
        Period::Turn => "turn",
        Period::Round => "round",
        Period::Match => "match",
    }
}

/// What a mark means.
fn mark_text(mark: &Mark) -> String {
    let name = super::words::quoted(&mark.name);
    let name = if mark.held { format!("as some player's {name}") } else { name };
    let until = period(mark.period);
    let mut means = Vec::new();
    let rules = mark.rules;
    if rules.out_of_play {
        means.push("it is out of play: never lifted, passed over in sowing, never captured, and not counted among anybody's houses");
    }
    match rules.lift {
        LiftRule::Anybody => {}
        LiftRule::Never if rules.out_of_play => {}
        LiftRule::Never => means.push("nobody may lift it"),
        LiftRule::Holder => means.push("only the player who holds the mark may lift it"),
        LiftRule::Owner => means.push("only its owner may lift it"),
    }
    if rules.sow_skip && !rules.out_of_play {
        means.push("sowing passes over it");
    }
    match rules.capture {
        CaptureRule::Anybody => {}
        CaptureRule::Never if rules.out_of_play => {}
        CaptureRule::Never => means.push("a capture passes over it"),
        CaptureRule::Holder => means.push("only the player who holds the mark captures it"),
    }
    if rules.last_ends_turn {
        means.push("a lap that ends in it ends the turn");
    }
    let means = means.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let means = if means.is_empty() {
        "that by itself forbids nothing".to_owned()
    } else {
        format!("then {}", join(&means, "and"))
    };
    format!("a house may be marked {name} until the end of the {until}; {means}")
}
