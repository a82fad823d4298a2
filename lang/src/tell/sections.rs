//! In: the parts of a game. Out: a section for each, in the order in which people explain a game. Never here: single statements.
use super::statements::{covering, under};
use super::words::join;
use super::{Part, Said, Section, Teller, Voice};
use crate::ast::{CaptureRule, LiftRule, Period};
use crate::hir::{Endless, Mark, Rounds, Stmt, StmtKind, Var, Winner};
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
        let named = game.setup.any(&|kind| matches!(kind, StmtKind::FirstIs(_)));
        if !named {
            let first = self.player_name(0);
            parts.push(self.plain(format!("{first} begins")));
        }
        parts.push(self.plain(self.direction()));
        parts.push(Part::Picture);
        parts
    }

    // ------------------------------------------------------------------------------------------- marks and variables

    fn kept_in_mind(&mut self) -> Vec<Part> {
        let game = self.game;
        let mut parts = Vec::new();
        for mark in &game.marks {
            let text = mark_text(mark);
            parts.push(Part::Said(self.said(text, mark.span)));
        }
        for var in &game.vars {
            let text = self.var_text(var);
            parts.push(Part::Said(self.said(text, var.span)));
        }
        parts
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
        if game.stuck_passes {
            parts.push(self.plain("a player who cannot move passes, and the next player is to move"));
        }
        parts
    }

    /// A statement of `end`; its cases end the round.
    fn settling(&mut self, stmt: &Stmt) -> Vec<Part> {
        let StmtKind::Cases(cases) = &stmt.kind else { return self.statement(stmt) };
        if let [case] = &cases[..] {
            let part = self.settled_case(case, "it is over if ", "; then ");
            return vec![covering(part, stmt.span)];
        }
        let items = cases.iter().map(|case| vec![self.settled_case(case, "if ", ", ")]).collect();
        let lead = self.said("it is over in the first of these cases that applies", stmt.span);
        vec![Part::List { lead, items }]
    }

    fn settled_case(&mut self, case: &crate::hir::Case, word: &str, link: &str) -> Part {
        let lead = match &case.condition {
            Some(condition) => self.lead(word, condition, case.span).0,
            None => self.said("otherwise", case.span),
        };
        let mut body = Vec::new();
        if self.idle(&case.body) {
            body.push(self.plain("what is left in the houses counts for nobody"));
        }
        body.extend(self.block(&case.body));
        under(lead, link, body)
    }

    // ------------------------------------------------------------------------------------------------------- match

    fn rounds(&mut self) -> Vec<Part> {
        let game = self.game;
        let Some(Rounds { over, between, span }) = &game.rounds else {
            return vec![self.plain("the game is one round")];
        };
        self.voice = Voice::Nobody;
        let text = format!("when a round is over and settled, the match is over if {}", self.condition(over));
        let said = self.said(text, *span);
        let mut parts = vec![Part::Said(Said { spans: vec![*span, over.span], ..said })];
        let renewed = self.renewed();
        let lead = self.said(format!("if not, another round is prepared{renewed}"), *span);
        let body = self.block(between);
        parts.push(if body.is_empty() { Part::Said(lead) } else { under(lead, ": ", body) });
        self.voice = Voice::You;
        if !between.any(&|kind| matches!(kind, StmtKind::FirstIs(_))) {
            parts.push(self.plain("it is begun by the player after the one who began the round before"));
        }
        if game.blocks().any(|block| block.any(&|kind| matches!(kind, StmtKind::Give { .. }))) {
            parts.push(self.plain("houses stay with their owners until they are given to somebody else"));
        }
        parts.push(self.plain("after 1000 rounds a match is drawn"));
        parts
    }

    /// What of the round before is forgotten.
    fn renewed(&self) -> String {
        let gone = |period: Period| matches!(period, Period::Round | Period::Turn);
        let marks = self.game.marks.iter().filter(|mark| gone(mark.period));
        let marks = marks.map(|mark| format!("the mark {}", super::words::quoted(&mark.name)));
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

    /// The defs that were spoken of, and those that they speak of.
    fn named_steps(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = 0;
        self.names_mover = false;
        while let Some((def, voice)) = self.defs.get(at).copied() {
            self.voice = voice;
            parts.extend(self.def(def));
            at += 1;
        }
        self.voice = Voice::You;
        if std::mem::take(&mut self.names_mover) {
            parts.push(self.plain("the mover means the player whose turn it is"));
        }
        parts
    }
}

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
