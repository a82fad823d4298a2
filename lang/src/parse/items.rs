//! In: pairs of a file's items and sections. Out: their trees. Never here: statements, names, types.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has a rule for every token; what is not named is not meant"
)]
use super::expressions::{blank, nothing};
use super::recover::Place;
use super::{Builder, Rule, all, has, part, parts};
use crate::ast::*;
use crate::diagnostic::{rules, syntax};
use crate::source::Span;
use pest::iterators::{Pair, Pairs};

impl Builder {
    pub(super) fn items(&mut self, pairs: Pairs<'_, Rule>, text: &str) -> File {
        let mut file = File::default();
        for line in pairs.flat_map(Pair::into_inner) {
            match line.as_rule() {
                Rule::item => self.item(line, &mut file),
                Rule::bad_item => self.bad(&line, Place::Item, |this, inner| {
                    if inner.as_rule() == Rule::item {
                        this.item(inner, &mut file);
                    }
                }),
                _ => {}
            }
        }
        if self.diagnostics.is_empty() && file.games.is_empty() && file.libraries.is_empty() {
            let last = text.char_indices().last().map_or(0, |(at, _)| at);
            self.diagnostics.push(syntax::empty_file(self.span_of(last, last)));
        }
        file
    }

    fn item(&mut self, pair: Pair<'_, Rule>, file: &mut File) {
        let span = self.span(&pair);
        let Some(pair) = pair.into_inner().next() else { return };
        let rule = pair.as_rule();
        let inner = parts(pair);
        match rule {
            Rule::edition => {
                let edition = part(&inner, Rule::int).and_then(|int| int.as_str().parse().ok()).unwrap_or(0);
                if edition != 1 {
                    self.diagnostics.push(syntax::unknown_edition(span, edition));
                }
                file.edition = Some((edition, span));
            }
            Rule::game => {
                let game = self.game(&inner, span, &mut file.tests);
                if let Some(first) = file.games.first() {
                    self.diagnostics.push(syntax::second_game(game.title.span, first.title.span));
                }
                file.games.push(game);
            }
            Rule::library => {
                let name = self.title(&inner, span);
                let sections = self.sections(&inner, &mut file.tests);
                file.libraries.push(Library { name, sections, span });
            }
            _ => file.tests.push(self.test(&inner, span)),
        }
    }

    fn game(&mut self, inner: &[Pair<'_, Rule>], span: Span, tests: &mut Vec<Test>) -> Game {
        let extends = part(inner, Rule::extends).map(|extends| {
            let inner = parts(extends);
            let base = part(&inner, Rule::slug).or_else(|| part(&inner, Rule::string));
            let base = base.map_or_else(|| blank(span), |base| self.name(&base));
            Extends { base, with: self.with(&inner) }
        });
        Game { title: self.title(inner, span), extends, sections: self.sections(inner, tests), span }
    }

    fn with(&mut self, inner: &[Pair<'_, Rule>]) -> Vec<Setting> {
        let Some(with) = part(inner, Rule::with) else {
            return Vec::new();
        };
        let items = all(&parts(with), Rule::with_item);
        let settings = items.into_iter().map(|item| {
            let span = self.span(&item);
            let inner = parts(item);
            let value = part(&inner, Rule::value).or_else(|| part(&inner, Rule::label_word));
            Setting {
                name: self.name_part(&inner, span),
                value: value.map_or_else(|| nothing(span), |value| self.value(value)),
            }
        });
        settings.collect()
    }

    fn sections(&mut self, inner: &[Pair<'_, Rule>], tests: &mut Vec<Test>) -> Vec<Section> {
        let mut sections = Vec::new();
        for line in part(inner, Rule::sections).into_iter().flat_map(Pair::into_inner) {
            match line.as_rule() {
                Rule::section => self.section_or_test(line, &mut sections, tests),
                Rule::bad_section => self.bad(&line, Place::Section, |this, inner| {
                    if inner.as_rule() == Rule::section {
                        this.section_or_test(inner, &mut sections, tests);
                    }
                }),
                _ => {}
            }
        }
        sections
    }

    fn section_or_test(&mut self, line: Pair<'_, Rule>, sections: &mut Vec<Section>, tests: &mut Vec<Test>) {
        let span = self.span(&line);
        let Some(pair) = line.into_inner().next() else { return };
        if pair.as_rule() == Rule::test {
            tests.push(self.test(&parts(pair), span));
        } else {
            sections.push(self.section(pair, span, tests));
        }
    }

    fn section(&mut self, pair: Pair<'_, Rule>, span: Span, tests: &mut Vec<Test>) -> Section {
        let rule = pair.as_rule();
        let inner = parts(pair);
        let head = inner.first().map_or(span, |word| self.span(word));
        let kind = match rule {
            Rule::about => SectionKind::About(self.about(&inner, span)),
            Rule::param => self.param(&inner, span),
            Rule::reading => self.reading(&inner, span),
            Rule::board => SectionKind::Board(self.board(&inner)),
            Rule::direction => SectionKind::Direction(if has(&inner, Rule::kw_cw) { Way::Cw } else { Way::Ccw }),
            Rule::mark_decl => self.mark(&inner, span),
            Rule::state => SectionKind::State(self.variables(&inner)),
            Rule::def => self.def(&inner, span),
            Rule::phase => self.phase(&inner, span),
            Rule::setup => SectionKind::Setup(self.block_part(&inner, span)),
            Rule::turn => SectionKind::Turn(self.block_part(&inner, span)),
            Rule::end_decl => SectionKind::End(self.block_part(&inner, span)),
            Rule::endless => SectionKind::Endless(self.endless(&inner, span)),
            Rule::stuck_passes => SectionKind::StuckPasses,
            Rule::rounds => self.rounds(&inner, span),
            Rule::winner => SectionKind::Winner(Winner {
                most: has(&inner, Rule::kw_most),
                score: part(&inner, Rule::arith).map(|score| self.value(score)),
                tie: part(&inner, Rule::tie).map(|tie| self.value_part(&parts(tie), Rule::operand, span)),
            }),
            Rule::use_ => SectionKind::Use(Use {
                library: part(&inner, Rule::slug).map_or_else(|| blank(span), |name| self.name(&name)),
                section: part(&inner, Rule::word).map(|name| self.name(&name)),
                arguments: self.argument_part(&inner),
                with: self.with(&inner),
            }),
            Rule::hook | Rule::plugin => self.foreign(rule == Rule::plugin, &inner, span),
            _ => SectionKind::Shared(SharedSection {
                name: self.name_part(&inner, span),
                formals: self.formals(&inner, span),
                sections: self.sections(&inner, tests),
            }),
        };
        Section { kind, span, head, env: None }
    }

    fn name_part(&self, inner: &[Pair<'_, Rule>], span: Span) -> Name {
        part(inner, Rule::name).map_or_else(|| blank(span), |name| self.name(&name))
    }

    fn text_part(&self, inner: &[Pair<'_, Rule>], span: Span) -> Name {
        part(inner, Rule::string).map_or_else(|| blank(span), |text| self.text(&text))
    }

    fn type_part(&self, inner: &[Pair<'_, Rule>], span: Span) -> Name {
        part(inner, Rule::type_name).map_or_else(|| blank(span), |name| self.name(&name))
    }

    fn about(&self, inner: &[Pair<'_, Rule>], span: Span) -> Vec<(Name, Vec<Name>)> {
        let items = all(inner, Rule::about_item).into_iter().map(|item| {
            let inner = parts(item);
            let key = part(&inner, Rule::word).map_or_else(|| blank(span), |word| self.name(&word));
            (key, all(&inner, Rule::string).iter().map(|text| self.text(text)).collect())
        });
        items.collect()
    }

    fn param(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        let param = Param {
            name: self.name_part(inner, span),
            question: part(inner, Rule::string).map(|question| self.text(&question)),
            ty: self.type_part(inner, span),
            range: part(inner, Rule::expr).map(|range| self.value(range)),
            default: self.value_or_label(inner, span),
        };
        SectionKind::Param(self.ranged(param, inner, span))
    }

    fn reading(&self, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        let mut reading = Reading {
            name: self.name_part(inner, span),
            question: self.text_part(inner, span),
            labels: Vec::new(),
            defaults: Vec::new(),
        };
        for label in all(inner, Rule::label) {
            let inner = parts(label);
            if has(&inner, Rule::label_default) {
                reading.defaults.push(reading.labels.len());
            }
            reading.labels.extend(part(&inner, Rule::word).map(|word| self.name(&word)));
        }
        SectionKind::Reading(reading)
    }

    fn board(&mut self, inner: &[Pair<'_, Rule>]) -> Vec<BoardItem> {
        let mut items = Vec::new();
        for line in inner {
            match line.as_rule() {
                Rule::board_item => self.board_item(line, &mut items),
                Rule::bad_board_item => self.bad(line, Place::Board, |this, inner| this.board_item(&inner, &mut items)),
                _ => {}
            }
        }
        items
    }

    fn board_item(&mut self, line: &Pair<'_, Rule>, items: &mut Vec<BoardItem>) {
        let span = self.span(line);
        if let Some(pair) = line.clone().into_inner().next() {
            items.push(BoardItem { kind: self.board_kind(pair, span), span });
        }
    }

    fn board_kind(&mut self, pair: Pair<'_, Rule>, span: Span) -> BoardKind {
        let rule = pair.as_rule();
        let inner = parts(pair);
        let names = all(&inner, Rule::name).iter().map(|name| self.name(name)).collect::<Vec<_>>();
        match rule {
            Rule::rows => BoardKind::Rows(self.value_part(&inner, Rule::expr, span)),
            Rule::house_count => BoardKind::Houses(self.value_part(&inner, Rule::expr, span)),
            Rule::circle => BoardKind::Circle(self.value_part(&inner, Rule::expr, span)),
            Rule::picture => BoardKind::Picture(all(&inner, Rule::string).iter().map(|text| self.text(text)).collect()),
            Rule::no_stores => BoardKind::NoStores,
            Rule::stores => BoardKind::Stores(self.store_place(&inner)),
            Rule::board_players => BoardKind::Players(names),
            Rule::unowned => BoardKind::Unowned,
            Rule::owner => {
                let mut names = names.into_iter();
                let player = names.next().unwrap_or_else(|| blank(span));
                BoardKind::Owner(player, names.collect())
            }
            Rule::track => BoardKind::Track(self.track(&inner, span)),
            _ => {
                let pairs = all(&inner, Rule::pair).into_iter().filter_map(|pair| {
                    let names = parts(pair);
                    Some((self.name(names.first()?), self.name(names.get(1)?)))
                });
                BoardKind::Facing(pairs.collect())
            }
        }
    }

    fn store_place(&self, inner: &[Pair<'_, Rule>]) -> StorePlace {
        if has(inner, Rule::kw_hidden) {
            return StorePlace::Hidden;
        }
        if let Some(on) = part(inner, Rule::stores_on) {
            let right = has(&parts(on), Rule::kw_right);
            return if right { StorePlace::OnTheRight } else { StorePlace::OnTheLeft };
        }
        match part(inner, Rule::stores_at) {
            Some(at) => StorePlace::At(all(&parts(at), Rule::name).iter().map(|name| self.name(name)).collect()),
            None => StorePlace::Beside,
        }
    }

    fn track(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Track {
        let of = match part(inner, Rule::track_of) {
            Some(of) => TrackOf::Player(self.name_part(&parts(of), span)),
            None if has(inner, Rule::track_each) => TrackOf::EachPlayer,
            None => TrackOf::Everybody,
        };
        let path = match part(inner, Rule::track_sites) {
            Some(sites) => {
                let sites = all(&parts(sites), Rule::track_site);
                let sites = sites.into_iter().map(|site| {
                    let store = site.as_str().starts_with('[');
                    (self.name_part(&parts(site), span), store)
                });
                TrackPath::Sites(sites.collect())
            }
            None => TrackPath::Region(self.value_part(inner, Rule::expr, span)),
        };
        // A list of letters is a ring unless the line says otherwise; a region is an open lane unless it says `loop`.
        let closed = has(inner, Rule::kw_loop) || matches!(path, TrackPath::Sites(_));
        Track { name: self.name_part(inner, span), of, closed, path }
    }

    fn mark(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        let mut rules = MarkRules::default();
        let mut said: Vec<(Rule, Span)> = Vec::new();
        for prop in part(inner, Rule::mark_props).map(parts).unwrap_or_default() {
            let Some(prop) = prop.into_inner().next() else { continue };
            let rule = prop.as_rule();
            let at = self.span(&prop);
            let words = parts(prop);
            match said.iter().find(|(known, _)| *known == rule) {
                Some((_, earlier)) => self.diagnostics.push(rules::option_twice(at, *earlier)),
                None => said.push((rule, at)),
            }
            match rule {
                Rule::mark_lift if has(&words, Rule::kw_never) => rules.lift = LiftRule::Never,
                Rule::mark_lift if has(&words, Rule::kw_holder) => rules.lift = LiftRule::Holder,
                Rule::mark_lift => rules.lift = LiftRule::Owner,
                Rule::mark_sow => rules.sow_skip = true,
                Rule::mark_capture if has(&words, Rule::kw_never) => rules.capture = CaptureRule::Never,
                Rule::mark_capture => rules.capture = CaptureRule::Holder,
                Rule::mark_last => rules.last_ends_turn = true,
                _ => {
                    rules.out_of_play = true;
                    rules.lift = LiftRule::Never;
                    rules.sow_skip = true;
                    rules.capture = CaptureRule::Never;
                }
            }
        }
        SectionKind::Mark(Mark {
            name: self.name_part(inner, span),
            held: has(inner, Rule::mark_holder),
            period: part(inner, Rule::period).map(|period| period_of(&parts(period))),
            rules,
        })
    }

    fn variables(&mut self, inner: &[Pair<'_, Rule>]) -> Vec<Variable> {
        let mut variables = Vec::new();
        for line in inner {
            match line.as_rule() {
                Rule::variable => variables.push(self.variable(line)),
                Rule::bad_variable => self.bad(line, Place::Variable, |this, inner| {
                    if inner.as_rule() == Rule::variable {
                        variables.push(this.variable(&inner));
                    }
                }),
                _ => {}
            }
        }
        variables
    }

    fn variable(&mut self, line: &Pair<'_, Rule>) -> Variable {
        let span = self.span(line);
        let inner = parts(line.clone());
        Variable {
            name: self.name_part(&inner, span),
            each_player: has(&inner, Rule::each_player),
            ty: self.type_part(&inner, span),
            initial: self.value_or_label(&inner, span),
            period: part(&inner, Rule::period).map_or(Period::Move, |period| period_of(&parts(period))),
            span,
        }
    }

    fn formals(&self, inner: &[Pair<'_, Rule>], span: Span) -> Vec<(Name, Name)> {
        let formals = part(inner, Rule::formals).map(parts).unwrap_or_default();
        let formals = all(&formals, Rule::formal).into_iter().map(|formal| {
            let inner = parts(formal);
            (self.name_part(&inner, span), self.type_part(&inner, span))
        });
        formals.collect()
    }

    fn def(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        let body = match part(inner, Rule::value) {
            Some(value) => DefBody::Value(self.type_part(inner, span), self.value(value)),
            None => DefBody::Procedure(self.block_part(inner, span)),
        };
        SectionKind::Def(Def { name: self.name_part(inner, span), formals: self.formals(inner, span), body })
    }

    fn phase(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        let name = self.name_part(inner, span);
        let once = has(inner, Rule::kw_once);
        let mut phase = Phase { name, once, turn: None, until: None, twice: Vec::new() };
        for line in inner {
            match line.as_rule() {
                Rule::phase_item => self.phase_item(line, span, &mut phase),
                Rule::bad_phase_item => {
                    self.bad(line, Place::Phase, |this, inner| this.phase_item(&inner, span, &mut phase));
                }
                _ => {}
            }
        }
        SectionKind::Phase(phase)
    }

    fn phase_item(&mut self, line: &Pair<'_, Rule>, span: Span, phase: &mut Phase) {
        let Some(item) = line.clone().into_inner().next() else { return };
        let rule = item.as_rule();
        let at = self.span(&item);
        let inner = parts(item);
        let earlier = match rule {
            Rule::turn => phase.turn.as_ref().map(|turn| ("`turn`", turn.span)),
            _ => phase.until.as_ref().map(|until| ("`until`", until.span)),
        };
        phase.twice.extend(earlier.map(|(what, earlier)| (what, at, earlier)));
        match rule {
            Rule::turn => phase.turn = Some(self.block_part(&inner, span)),
            _ => phase.until = Some(self.value_part(&inner, Rule::expr, span)),
        }
    }

    fn endless(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Endless {
        match part(inner, Rule::kw_forfeit) {
            Some(word) => Endless::Forfeit(self.span(&word)),
            None => Endless::Does(self.body(inner, span)),
        }
    }

    fn rounds(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        let mut rounds = Rounds { over: None, between: None, twice: Vec::new() };
        for line in inner {
            match line.as_rule() {
                Rule::rounds_item => self.rounds_item(line, span, &mut rounds),
                Rule::bad_rounds_item => {
                    self.bad(line, Place::Rounds, |this, inner| this.rounds_item(&inner, span, &mut rounds));
                }
                _ => {}
            }
        }
        SectionKind::Rounds(rounds)
    }

    fn rounds_item(&mut self, line: &Pair<'_, Rule>, span: Span, rounds: &mut Rounds) {
        let Some(item) = line.clone().into_inner().next() else { return };
        let rule = item.as_rule();
        let at = self.span(&item);
        let inner = parts(item);
        let earlier = match rule {
            Rule::over => rounds.over.as_ref().map(|over| ("`over`", over.span)),
            _ => rounds.between.as_ref().map(|between| ("`between`", between.span)),
        };
        rounds.twice.extend(earlier.map(|(what, earlier)| (what, at, earlier)));
        match rule {
            Rule::over => rounds.over = Some(self.value_part(&inner, Rule::expr, span)),
            _ => rounds.between = Some(self.block_part(&inner, span)),
        }
    }

    fn foreign(&mut self, plugin: bool, inner: &[Pair<'_, Rule>], span: Span) -> SectionKind {
        SectionKind::Foreign(Foreign {
            plugin,
            name: self.name_part(inner, span),
            formals: self.formals(inner, span),
            result: part(inner, Rule::word).map_or_else(|| blank(span), |word| self.name(&word)),
            from: self.text_part(inner, span),
        })
    }

    fn test(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Test {
        let mut test = Test { name: self.title(inner, span), with: self.with(inner), steps: Vec::new(), span };
        for line in inner {
            match line.as_rule() {
                Rule::test_item => test.steps.extend(self.test_step(line, span)),
                Rule::bad_test_item => {
                    self.bad(line, Place::Test, |this, inner| test.steps.extend(this.test_step(&inner, span)));
                }
                _ => {}
            }
        }
        test
    }

    fn test_step(&mut self, line: &Pair<'_, Rule>, span: Span) -> Option<TestStep> {
        let item = line.clone().into_inner().next()?;
        let rule = item.as_rule();
        let inner = parts(item);
        Some(match rule {
            Rule::test_position => TestStep::Position(self.text_part(&inner, span)),
            Rule::test_play => {
                TestStep::Play(part(&inner, Rule::play_text).map_or_else(|| blank(span), |text| self.play_text(&text)))
            }
            _ => TestStep::Expect(all(&inner, Rule::value).into_iter().map(|value| self.value(value)).collect()),
        })
    }

    /// The turns of a `play` line, which may stand in quotes.
    fn play_text(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().trim().trim_matches('"').to_owned(), span: self.span(pair) }
    }
}

fn period_of(words: &[Pair<'_, Rule>]) -> Period {
    match words.last().map(Pair::as_rule) {
        Some(Rule::kw_turn) => Period::Turn,
        Some(Rule::kw_round) => Period::Round,
        Some(Rule::kw_match) => Period::Match,
        _ => Period::Move,
    }
}
