//! In: pairs of statements. Out: statement trees, `when` lines gathered into case lists. Never here: names, types.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has a rule for every token; what is not named is not meant"
)]
use super::expressions::{blank, nothing};
use super::recover::Place;
use super::{Builder, Rule, all, has, part, parts};
use crate::ast::*;
use crate::diagnostic::syntax;
use crate::source::Span;
use pest::iterators::Pair;

impl Builder {
    pub(super) fn block_part(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Block {
        part(inner, Rule::block).map_or_else(|| Block { statements: Vec::new(), span }, |block| self.block(block))
    }

    pub(super) fn block(&mut self, pair: Pair<'_, Rule>) -> Block {
        let span = self.span(&pair);
        let mut statements = Vec::new();
        let mut open_case: Option<usize> = None;
        let mut before: Option<Pair<'_, Rule>> = None;
        for line in pair.into_inner() {
            if line.as_rule() == Rule::statement {
                self.behind_a_case(open_case, &line);
                open_case = case_without_block(&line);
            }
            match line.as_rule() {
                Rule::statement => {
                    before = Some(line.clone());
                    self.statement(line, &mut statements);
                }
                Rule::bad_statement if self.goes_on(before.as_ref(), &line, &mut statements) => {}
                Rule::bad_statement => self.bad(&line, Place::Statement, |this, inner| {
                    if inner.as_rule() == Rule::statement {
                        this.statement(inner, &mut statements);
                    }
                }),
                _ => {}
            }
        }
        Block { statements, span }
    }

    /// Whether a line that begins with a misspelt `where`, `must` or such goes on with the statement before it; that is then read anew.
    fn goes_on(
        &mut self,
        before: Option<&Pair<'_, Rule>>,
        line: &Pair<'_, Rule>,
        statements: &mut Vec<Statement>,
    ) -> bool {
        let cases = matches!(statements.last(), Some(Statement { kind: StatementKind::Cases(_), .. }));
        let Some(before) = before.filter(|_| !cases) else { return false };
        let (start, at, end) = (before.as_span().start(), line.as_span().start(), line.as_span().end());
        let Some(text) = line.as_span().get_input().get(start..end).map(super::trimmed) else { return false };
        let Some(text) = self.continued(text, start, at - start) else { return false };
        statements.pop();
        self.read_anew(&text, start, |this, inner| {
            if inner.as_rule() == Rule::statement {
                this.statement(inner, statements);
            }
        });
        true
    }

    /// After the one statement of `->`, `;` may be followed only by another case.
    fn behind_a_case(&mut self, case_end: Option<usize>, line: &Pair<'_, Rule>) {
        let Some(end) = case_end else { return };
        let between = line.as_span().get_input().get(end..line.as_span().start()).unwrap_or("\n");
        let is_case = line
            .clone()
            .into_inner()
            .next()
            .is_some_and(|inner| matches!(inner.as_rule(), Rule::when | Rule::otherwise));
        if !between.contains('\n') && !is_case {
            let span = self.span(line);
            self.diagnostics.push(syntax::behind_a_case(span));
        }
    }

    /// The body of `->` or `else`: a block, or one statement.
    pub(super) fn body(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Block {
        let Some(body) = part(inner, Rule::body).and_then(|body| body.into_inner().next()) else {
            return Block { statements: Vec::new(), span };
        };
        if body.as_rule() == Rule::block {
            return self.block(body);
        }
        let span = self.span(&body);
        let mut statements = Vec::new();
        self.statement(body, &mut statements);
        Block { statements, span }
    }

    /// Adds a statement; a `when` or `otherwise` joins the case list before it.
    fn statement(&mut self, pair: Pair<'_, Rule>, statements: &mut Vec<Statement>) {
        let span = self.span(&pair);
        let Some(pair) = pair.into_inner().next() else { return };
        let rule = pair.as_rule();
        if rule != Rule::when && rule != Rule::otherwise {
            let kind = self.statement_kind(pair, span);
            statements.push(Statement { kind, span });
            return;
        }
        let inner = parts(pair);
        let condition = part(&inner, Rule::expr).map(|condition| self.value(condition));
        let case = Case { condition, body: self.body(&inner, span), span };
        match statements.last_mut() {
            Some(Statement { kind: StatementKind::Cases(cases), span: whole }) => {
                *whole = whole.to(span);
                cases.push(case);
            }
            Some(Statement { kind: StatementKind::If { .. }, .. }) if rule == Rule::otherwise => {
                // Whatever else is wrong with it, `else` is what was meant.
                self.diagnostics.retain(|found| found.span().start < span.start || found.span().end > span.end);
                self.diagnostics.push(syntax::otherwise_after_if(Span { end: span.start + 9, ..span }));
            }
            _ if rule == Rule::otherwise => self.diagnostics.push(syntax::lone_otherwise(span)),
            _ => statements.push(Statement { kind: StatementKind::Cases(vec![case]), span }),
        }
    }

    fn statement_kind(&mut self, pair: Pair<'_, Rule>, span: Span) -> StatementKind {
        let rule = pair.as_rule();
        let inner = parts(pair);
        match rule {
            Rule::if_stmt => self.if_statement(&inner, span),
            Rule::for_stmt => {
                StatementKind::For { binders: self.binders(&inner, span), body: self.block_part(&inner, span) }
            }
            Rule::repeat => StatementKind::Repeat {
                times: self.value_part(&inner, Rule::arith, span),
                body: self.block_part(&inner, span),
            },
            Rule::let_stmt => {
                let name = part(&inner, Rule::name).map_or_else(|| blank(span), |name| self.name(&name));
                StatementKind::Let { name, value: self.value_part(&inner, Rule::value, span) }
            }
            Rule::choose => StatementKind::Choose(Box::new(self.choose(&inner, span))),
            Rule::assign => StatementKind::Assign {
                target: self.value_part(&inner, Rule::operand, span),
                value: self.value_or_label(&inner, span),
            },
            Rule::call_stmt => {
                let name = part(&inner, Rule::name).map_or_else(|| blank(span), |name| self.name(&name));
                StatementKind::Call { name, arguments: self.argument_part(&inner) }
            }
            Rule::win => StatementKind::Win(self.value_part(&inner, Rule::operand, span)),
            Rule::next_is => StatementKind::NextIs(self.value_part(&inner, Rule::operand, span)),
            Rule::first_is => StatementKind::FirstIs(self.value_part(&inner, Rule::operand, span)),
            Rule::again => StatementKind::Again,
            Rule::stop => StatementKind::Stop,
            Rule::end_turn => StatementKind::EndTurn,
            Rule::end_round => StatementKind::EndRound,
            Rule::draw => StatementKind::Draw,
            _ => self.seed_statement(rule, &inner, span),
        }
    }

    /// The statements that move seeds, marks or owners.
    fn seed_statement(&mut self, rule: Rule, inner: &[Pair<'_, Rule>], span: Span) -> StatementKind {
        let operands = all(inner, Rule::operand).into_iter().map(|part| self.value(part)).collect::<Vec<_>>();
        let operand = |nth: usize| operands.get(nth).cloned().unwrap_or_else(|| nothing(span));
        match rule {
            Rule::sow => StatementKind::Sow {
                amount: self.value_part(inner, Rule::arith, span),
                from: operands.first().cloned(),
                options: self.options(inner),
            },
            Rule::laps => self.laps(inner, span),
            Rule::relay => StatementKind::Relay { from: operands.first().cloned(), options: self.options(inner) },
            Rule::lift => StatementKind::Lift(operand(0)),
            Rule::drop => StatementKind::Drop { amount: self.value_part(inner, Rule::arith, span), at: operand(0) },
            Rule::each_drop => StatementKind::EachDrop(self.block_part(inner, span)),
            Rule::each_captures => StatementKind::EachCaptures(self.value_part(inner, Rule::value, span)),
            Rule::capture => {
                let what = all(inner, Rule::value).into_iter().map(|part| self.value(part)).collect();
                StatementKind::Capture { what, by: self.for_player(inner, span) }
            }
            Rule::take => StatementKind::Take {
                amount: self.value_part(inner, Rule::arith, span),
                from: operand(0),
                by: self.for_player(inner, span),
            },
            Rule::move_seeds => StatementKind::Move {
                amount: part(inner, Rule::arith).map(|amount| self.value(amount)),
                from: self.value_part(inner, Rule::value, span),
                to: operand(0),
            },
            Rule::swap => StatementKind::Swap(operand(0), operand(1)),
            Rule::mark_stmt | Rule::unmark => {
                let mark = part(inner, Rule::name).map_or_else(|| blank(span), |name| self.name(&name));
                let house = operand(0);
                match rule {
                    Rule::unmark => StatementKind::Unmark { house, mark },
                    _ => StatementKind::Mark { house, mark, of: operands.get(1).cloned() },
                }
            }
            Rule::give => StatementKind::Give { house: operand(0), to: operand(1) },
            Rule::fill => StatementKind::Fill(self.value_part(inner, Rule::arith, span)),
            _ => {
                let amounts = all(inner, Rule::arith).into_iter().map(|part| self.value(part)).collect();
                StatementKind::Put { amounts, region: self.value_part(inner, Rule::value, span) }
            }
        }
    }

    fn for_player(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Option<Expr> {
        part(inner, Rule::for_player).map(|by| self.value_part(&parts(by), Rule::operand, span))
    }

    fn if_statement(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> StatementKind {
        let blocks = all(inner, Rule::block);
        let mut otherwise = blocks.get(1).map(|block| self.block(block.clone()));
        let mut chain = all(inner, Rule::else_if);
        if chain.len() > super::scan::DEEPEST {
            self.diagnostics.push(syntax::too_deep(span.head(), super::scan::DEEPEST));
            chain.truncate(super::scan::DEEPEST);
        }
        for else_if in chain.into_iter().rev() {
            let span = self.span(&else_if);
            let inner = parts(else_if);
            let condition = self.value_part(&inner, Rule::expr, span);
            let kind = StatementKind::If { condition, body: self.block_part(&inner, span), otherwise };
            otherwise = Some(Block { statements: vec![Statement { kind, span }], span });
        }
        StatementKind::If {
            condition: self.value_part(inner, Rule::expr, span),
            body: blocks
                .first()
                .map_or_else(|| Block { statements: Vec::new(), span }, |block| self.block(block.clone())),
            otherwise,
        }
    }

    pub(super) fn binders(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Vec<Binder> {
        all(inner, Rule::binder).into_iter().map(|binder| self.binder_from(&parts(binder), span)).collect()
    }

    /// A binder from the parts of `binder` or `quantifier`, whose first parts are the same.
    pub(super) fn binder_from(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Binder {
        let name = part(inner, Rule::name).map_or_else(|| blank(span), |name| self.name(&name));
        let region = self.value_part(inner, Rule::expr, span);
        let filter = part(inner, Rule::filter).map(parts);
        let if_possible = filter.as_ref().is_some_and(|filter| has(filter, Rule::if_possible));
        Binder { name, region, filter: filter.map(|filter| self.value_part(&filter, Rule::expr, span)), if_possible }
    }

    fn choose(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> Choose {
        let by = part(inner, Rule::chooser).map(|by| self.value_part(&parts(by), Rule::operand, span));
        let from = match part(inner, Rule::either) {
            Some(either) => Options::Either(self.alternatives(either)),
            None => Options::Binders(self.binders(inner, span)),
        };
        let mut choose = Choose { by, from, musts: Vec::new(), optional: None, otherwise: None };
        for clause in all(inner, Rule::choose_clause).into_iter().filter_map(|clause| clause.into_inner().next()) {
            let rule = clause.as_rule();
            let inner = parts(clause);
            if rule == Rule::optional {
                choose.optional = part(&inner, Rule::string).map(|label| self.label(&label));
            } else {
                let condition = self.value_part(&inner, Rule::expr, span);
                let if_possible = rule == Rule::prefer || has(&inner, Rule::if_possible);
                choose.musts.push(Must { condition, if_possible });
            }
        }
        if let Some(otherwise) = part(inner, Rule::choose_else) {
            choose.otherwise = Some(self.body(&parts(otherwise), span));
        }
        choose
    }

    fn alternatives(&mut self, either: Pair<'_, Rule>) -> Vec<Alternative> {
        let mut found = Vec::new();
        for line in either.into_inner() {
            match line.as_rule() {
                Rule::alternative => found.push(self.alternative(line)),
                Rule::bad_alternative => self.bad(&line, Place::Alternative, |this, inner| {
                    if inner.as_rule() == Rule::alternative {
                        found.push(this.alternative(inner));
                    }
                }),
                _ => {}
            }
        }
        found
    }

    fn alternative(&mut self, line: Pair<'_, Rule>) -> Alternative {
        let span = self.span(&line);
        let inner = parts(line);
        let label = part(&inner, Rule::string).map_or_else(|| blank(span), |label| self.label(&label));
        let filter = part(&inner, Rule::filter).map(|filter| self.value_part(&parts(filter), Rule::expr, span));
        Alternative { label, filter, body: self.body(&inner, span) }
    }

    fn laps(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> StatementKind {
        let from = if let Some(from) = part(inner, Rule::laps_from) {
            LapsFrom::House(self.value_part(&parts(from), Rule::operand, span))
        } else if let Some(hands) = part(inner, Rule::laps_together) {
            let mut hands = all(&parts(hands), Rule::hand_of).into_iter().map(|hand| {
                let operands = all(&parts(hand), Rule::operand);
                let mut both = operands.into_iter().map(|part| self.value(part)).collect::<Vec<_>>();
                let by = both.pop().unwrap_or_else(|| nothing(span));
                (both.pop().unwrap_or_else(|| nothing(span)), by)
            });
            let first = hands.next();
            let second = hands.next();
            let hole = || (nothing(span), nothing(span));
            LapsFrom::Together(Box::new([first.unwrap_or_else(hole), second.unwrap_or_else(hole)]))
        } else {
            LapsFrom::SowingJustMade
        };
        StatementKind::Laps { from, options: self.options(inner), body: self.block_part(inner, span) }
    }

    fn options(&mut self, inner: &[Pair<'_, Rule>]) -> Vec<SowOption> {
        let options = all(inner, Rule::sow_option);
        options.into_iter().filter_map(|option| option.into_inner().next()).map(|option| self.option(option)).collect()
    }

    fn option(&mut self, pair: Pair<'_, Rule>) -> SowOption {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let inner = parts(pair);
        let kind = match rule {
            Rule::going => SowOptionKind::Going(self.value_part(&inner, Rule::operand, span)),
            Rule::alternating => SowOptionKind::Alternating,
            Rule::skipping => match part(&inner, Rule::filter) {
                Some(filter) => SowOptionKind::SkippingWhere(self.value_part(&parts(filter), Rule::expr, span)),
                None => SowOptionKind::Skipping(self.value_part(&inner, Rule::expr, span)),
            },
            Rule::through if has(&inner, Rule::kw_own) => SowOptionKind::ThroughOwnStore,
            Rule::through => SowOptionKind::ThroughAllStores,
            Rule::along => {
                SowOptionKind::Along(part(&inner, Rule::name).map_or_else(|| blank(span), |name| self.name(&name)))
            }
            Rule::leaving => SowOptionKind::Leaving(self.value_part(&inner, Rule::arith, span)),
            Rule::taking => SowOptionKind::Taking(self.value_part(&inner, Rule::arith, span)),
            _ => SowOptionKind::StartingAt(self.value_part(&inner, Rule::operand, span)),
        };
        SowOption { kind, span }
    }
}

/// Where a `when … -> statement` without braces ends.
fn case_without_block(line: &Pair<'_, Rule>) -> Option<usize> {
    let case = line.clone().into_inner().next()?;
    if !matches!(case.as_rule(), Rule::when | Rule::otherwise) {
        return None;
    }
    let body = case.into_inner().find(|part| part.as_rule() == Rule::body)?.into_inner().next()?;
    (body.as_rule() != Rule::block).then(|| line.as_span().start() + super::trimmed(line.as_str()).len())
}
