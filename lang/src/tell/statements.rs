//! In: blocks and statements. Out: sentences and lists that tell them. Never here: decisions and sowings (their own files), sections.
use super::words::{led, quoted};
use super::{Noun, Part, Role, Said, Teller};
use crate::ast::Op;
use crate::hir::{Block, Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};
use crate::source::Span;

/// Sentences that are said in one breath behind a condition.
const MOST_IN_A_BREATH: usize = 3;
/// Letters of them.
const LONGEST_BREATH: usize = 220;

impl Teller<'_> {
    /// Whether nothing of a block is done under these settings.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a condition can keep a statement from being done")]
    pub(super) fn idle(&mut self, block: &Block) -> bool {
        block.statements.iter().all(|stmt| match &stmt.kind {
            StmtKind::If { condition, otherwise, .. } => {
                self.settled(condition) == Some(0) && otherwise.as_ref().is_none_or(|block| self.idle(block))
            }
            _ => false,
        })
    }

    /// A block; the names bound in it are forgotten behind it.
    pub(super) fn block(&mut self, block: &Block) -> Vec<Part> {
        let depth = self.live.len();
        let mut parts = Vec::new();
        let mut names = Vec::new();
        for stmt in &block.statements {
            if let StmtKind::Let { local, .. } = &stmt.kind {
                names.push((*local, parts.len()));
            }
            parts.extend(self.statement(stmt));
        }
        for (local, at) in names {
            self.unless_used(local, parts.get_mut(at));
        }
        self.live.truncate(depth);
        parts
    }

    /// A name that no sentence uses which can come to pass is said to be one of other settings.
    fn unless_used(&self, local: LocalId, named: Option<&mut Part>) {
        if self.shut || self.used.borrow().contains(&local) {
            return;
        }
        if let Some(Part::Said(said)) = named {
            said.text = format!("{}: {}", super::cases::SHUT, said.text);
        }
    }

    /// Whether a region that has a name may be another one after seeds have moved.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is named here changes or is made of others; the rest stays"
    )]
    fn changes(&self, region: &Expr) -> bool {
        match &region.kind {
            ExprKind::Where { .. } | ExprKind::Var { .. } | ExprKind::Call { .. } => true,
            ExprKind::Local(local) => {
                let known = self.game.locals.get(local.0 as usize);
                known.and_then(|local| local.alias.as_ref()).is_some_and(|alias| self.changes(alias))
            }
            ExprKind::FollowedBy(one, other) | ExprKind::Without(one, other) => {
                self.changes(one) || self.changes(other)
            }
            ExprKind::Before(one, _) | ExprKind::After(one, _) | ExprKind::Reversed(one) => self.changes(one),
            ExprKind::If(three) => self.changes(&three[1]) || self.changes(&three[2]),
            _ => false,
        }
    }

    /// One statement.
    pub(super) fn statement(&mut self, stmt: &Stmt) -> Vec<Part> {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Cases(cases) => self.cases(cases, span),
            StmtKind::If { condition, body, otherwise } => self.if_else(condition, body, otherwise.as_ref(), span),
            StmtKind::For { binders, body } => {
                let depth = self.live.len();
                let each = binders.iter().map(|binder| self.each_of(binder)).collect::<Vec<_>>();
                let lead = self.said(each.join(", and "), span);
                let body = self.block(body);
                self.live.truncate(depth);
                vec![under(lead, ": ", body)]
            }
            StmtKind::Repeat { times, body } => {
                let times = self.noun(times);
                let often = if times.simple {
                    format!("{} times", times.text)
                } else {
                    format!("as many times as {}", times.text)
                };
                let lead = self.said(format!("do this {often}"), span);
                vec![under(lead, ": ", self.block(body))]
            }
            StmtKind::Let { local, value } => vec![self.named(*local, value, span)],
            StmtKind::Choose(choose) => self.choose(choose, span),
            StmtKind::Sow { from, options } => vec![self.sow(from, options, span)],
            StmtKind::Laps { from, options, body } => self.laps(from.as_ref(), options, body, span),
            StmtKind::LapsTogether { hands, options, body } => self.laps_together(hands, options, body, span),
            StmtKind::Relay { from, options } => vec![self.relay(from.as_ref(), options, span)],
            StmtKind::EachDrop(body) => vec![self.each_drop(body, span)],
            StmtKind::Call { def, arguments } => vec![self.call(*def, arguments, span)],
            StmtKind::Assign { var, of, value } => vec![self.assign(*var, of.as_ref(), value, span)],
            StmtKind::Stop => self.one(span, |_| "the laps are over".to_owned()),
            StmtKind::Again => self.one(span, |teller| teller.again().to_owned()),
            StmtKind::EndTurn => self.one(span, |teller| teller.end_turn().to_owned()),
            StmtKind::EndRound => self.one(span, |_| "the round is over, and the board counts as it is".to_owned()),
            StmtKind::Win(player) => self.one(span, |teller| format!("{} the match", teller.does(player, "win"))),
            StmtKind::Draw => self.one(span, |_| "the match is a draw".to_owned()),
            StmtKind::NextIs(player) => self.one(span, |teller| teller.next_is(player)),
            StmtKind::FirstIs(player) => {
                self.one(span, |teller| format!("{} this round", teller.does(player, "begin")))
            }
            StmtKind::Lift(house) => self.one(span, |teller| teller.lift(house)),
            StmtKind::Drop { amount, at } => self.one(span, |teller| teller.drop_seeds(amount, at)),
            StmtKind::EachCaptures(region) => self.one(span, |teller| teller.each_captures(region)),
            StmtKind::Capture { what, by } => self.one(span, |teller| teller.capture(what, by.as_ref())),
            StmtKind::Take { amount, from, by } => self.one(span, |teller| teller.take(amount, from, by.as_ref())),
            StmtKind::Move { amount, from, to } => self.one(span, |teller| teller.shift(amount.as_ref(), from, to)),
            StmtKind::Swap(one, other) => self.one(span, |teller| teller.swap(one, other)),
            StmtKind::Mark { house, mark, of } => self.one(span, |teller| teller.mark(house, *mark, of.as_ref())),
            StmtKind::Unmark { house, mark } => self.one(span, |teller| teller.unmark(house, *mark)),
            StmtKind::Give { house, to } => self.one(span, |teller| teller.give(house, to)),
            StmtKind::Fill(amount) => self.one(span, |teller| format!("put {} in every house", teller.amount(amount))),
            StmtKind::Put { amounts, region } => self.one(span, |teller| teller.put(amounts, region)),
        }
    }

    fn one(&mut self, span: Span, text: impl FnOnce(&mut Self) -> String) -> Vec<Part> {
        let text = text(self);
        vec![Part::Said(self.said(text, span))]
    }

    /// `for each of your houses that is empty`, with the name bound.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here one looks for its own")]
    fn each_of(&mut self, binder: &crate::hir::Binder) -> String {
        if let (ExprKind::Run { back, from, here, condition: Some(condition) }, None) =
            (&binder.over.kind, &binder.filter)
        {
            let (from, way) = (self.noun(from).text, if *back { "back" } else { "onward" });
            let while_ = self.as_long_as(*here, condition);
            self.bind(binder.local, Role::Each);
            return format!("going {way} from {from}, house by house, as long as {while_}, for each of these houses");
        }
        let over = match binder.over.ty {
            Ty::Counts => format!("each of the numbers {}", self.counts(&binder.over)),
            Ty::Players => "each player".to_owned(),
            Ty::Directions => "each direction".to_owned(),
            _ => {
                let region = self.noun(&binder.over);
                if region.many { format!("each of {}", region.text) } else { region.text }
            }
        };
        let name = self.bound(binder.local, Role::Each);
        match &binder.filter {
            Some(filter) => format!("for {over}{name} {}, in turn", self.relative(filter, binder.local, false)),
            None if over.contains(',') => format!("for {over}{name}, in turn"),
            None => format!("for {over}{name} in turn"),
        }
    }

    /// `let x = …`.
    fn named(&mut self, local: LocalId, value: &Expr, span: Span) -> Part {
        let known = self.game.locals.get(local.0 as usize);
        let name = quoted(known.map_or("", |local| local.name.as_str()));
        let anew = known.is_some_and(|local| local.alias.is_some()) && self.changes(value);
        if value.ty == Ty::Int
            && let Some(number) = self.settled(value)
        {
            let said = self.said(format!("{name} stands for {number}"), span);
            self.called.insert(local, Noun::simple(number.to_string()));
            self.numbers.insert(local, number);
            return Part::Said(said);
        }
        let text = if value.ty == Ty::Bool {
            format!("let {name} say whether {}", self.condition(value))
        } else {
            let value = self.noun(value).text;
            let anew = if anew { ", as they are whenever they are spoken of" } else { "" };
            format!("let {name} be {value}{anew}")
        };
        self.bind_named(local);
        Part::Said(self.said(text, span))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here one looks for its own")]
    fn assign(&mut self, var: usize, of: Option<&Expr>, value: &Expr, span: Span) -> Part {
        let Noun { text: name, many, .. } = self.variable(var, of);
        let becomes = if many { "become" } else { "becomes" };
        let same = |teller: &mut Self, expr: &Expr| {
            matches!(&expr.kind, ExprKind::Var { var: other, .. } if *other == var) && teller.noun(expr).text == name
        };
        let text = match &value.kind {
            ExprKind::Binary(Op::Add, one, more) if same(self, one) => {
                format!("add {} to {name}", self.noun(more).text)
            }
            ExprKind::Binary(Op::Sub, one, less) if same(self, one) => {
                format!("take {} off {name}", self.noun(less).text)
            }
            ExprKind::FollowedBy(one, more) if same(self, one) => {
                format!("add {} to {name}", self.region(more).text)
            }
            _ if value.ty == Ty::Bool && self.settled(value).is_none() => {
                format!("{name} {becomes} true if {}, otherwise false", self.condition(value))
            }
            _ => format!("{name} {becomes} {}", self.noun(value).text),
        };
        Part::Said(self.said(text, span))
    }
}

/// A lead and its body: one sentence if the body is short, else a list.
pub(super) fn under(lead: Said, link: &str, body: Vec<Part>) -> Part {
    let length = body
        .iter()
        .map(|part| if let Part::Said(said) = part { said.text.len() } else { LONGEST_BREATH })
        .sum::<usize>();
    let one = matches!(&body[..], [Part::Said(_)]);
    let before_the_last = body.iter().rev().skip(1);
    let clear = before_the_last.into_iter().all(|part| matches!(part, Part::Said(said) if !said.composed));
    let short = clear && body.len() <= MOST_IN_A_BREATH && length < LONGEST_BREATH;
    if body.is_empty() {
        return Part::Said(Said { text: format!("{}{link}nothing is done", lead.text), ..lead });
    }
    if !one && !short {
        let lead = Said { text: format!("{}{}", lead.text, link.trim_end_matches([' ', ':', ','])), ..lead };
        return Part::List { lead, items: body.into_iter().map(|part| vec![part]).collect() };
    }
    let mut whole = Said { composed: true, ..lead };
    let first = if one || link != ", " { link } else { ": " };
    for (at, part) in body.into_iter().enumerate() {
        if let Part::Said(said) = part {
            whole = led(whole, if at == 0 { first } else { "; " }, said);
        }
    }
    Part::Said(whole)
}

/// The part with one more place that it tells.
pub(super) fn covering(part: Part, span: Span) -> Part {
    let with = |mut said: Said| {
        if !said.spans.contains(&span) {
            said.spans.push(span);
        }
        said
    };
    match part {
        Part::Said(said) => Part::Said(with(said)),
        Part::List { lead, items } => Part::List { lead: with(lead), items },
        Part::Picture => Part::Picture,
    }
}
