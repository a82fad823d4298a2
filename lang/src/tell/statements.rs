//! In: blocks and statements. Out: sentences and lists that tell them. Never here: decisions and sowings (their own files), sections.
use super::words::{join, led, quoted};
use super::{Noun, Part, Role, Said, Teller};
use crate::ast::Op;
use crate::hir::{Block, Case, Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};
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
        let parts = block.statements.iter().flat_map(|stmt| self.statement(stmt)).collect();
        self.live.truncate(depth);
        parts
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

    // -------------------------------------------------------------------------------------------------------- cases

    fn cases(&mut self, cases: &[Case], span: Span) -> Vec<Part> {
        let mut items = cases.iter().map(|case| self.case(case, "if ")).collect::<Vec<_>>();
        match items.len() {
            1 => items.pop().into_iter().map(|part| covering(part, span)).collect(),
            _ => {
                let lead = self.said("of these cases, the first that applies is done", span);
                vec![Part::List { lead, items: items.into_iter().map(|item| vec![item]).collect() }]
            }
        }
    }

    /// One case; `word` leads into its condition.
    pub(super) fn case(&mut self, case: &Case, word: &str) -> Part {
        let (lead, topic) = match &case.condition {
            Some(condition) => self.lead(word, condition, case.span),
            None => (self.said("otherwise", case.span), None),
        };
        under(lead, ", ", its(self.block(&case.body), topic))
    }

    /// A condition before a body, and what it speaks of; one that the settings decide is told as it is written.
    pub(super) fn lead(&mut self, word: &str, condition: &Expr, span: Span) -> (Said, Option<String>) {
        let (text, topic) = match self.settled(condition) {
            Some(0) => (format!("only with other settings: {word}{}", self.literally(condition)), None),
            Some(_) => (format!("as {}", self.literally(condition)), None),
            None => {
                let (text, topic) = self.condition_on(condition);
                (format!("{word}{text}"), topic)
            }
        };
        (self.said(text, span), topic)
    }

    fn if_else(&mut self, condition: &Expr, body: &Block, otherwise: Option<&Block>, span: Span) -> Vec<Part> {
        let (lead, topic) = self.lead("if ", condition, span);
        let mut parts = vec![under(lead, ", ", its(self.block(body), topic))];
        if let Some(otherwise) = otherwise {
            let lead = self.said("otherwise", span);
            parts.push(under(lead, ", ", self.block(otherwise)));
        }
        parts
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
        let anew = known.is_some_and(|local| local.alias.is_some());
        if value.ty == Ty::Int
            && let Some(number) = self.settled(value)
        {
            let said = self.said(format!("{name} stands for {number}"), span);
            self.called.insert(local, Noun::simple(number.to_string()));
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

    fn call(&mut self, def: usize, arguments: &[Expr], span: Span) -> Part {
        let name = quoted(&self.speak_of(def));
        let formals = self.game.defs.get(def).map(|def| def.formals.clone()).unwrap_or_default();
        let mut given = Vec::new();
        let mut same = Vec::new();
        for (formal, argument) in formals.iter().zip(arguments) {
            let formal = quoted(self.game.locals.get(formal.0 as usize).map_or("", |local| local.name.as_str()));
            let argument = self.noun(argument).text;
            if argument == formal { same.push(formal) } else { given.push(format!("{formal} being {argument}")) }
        }
        if !same.is_empty() {
            given.push(format!("with the same {}", join(&same, "and")));
        }
        let with = if given.is_empty() { String::new() } else { format!(", {}", given.join(", ")) };
        Part::Said(self.said(format!("do {name}{with}"), span))
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
            _ if value.ty == Ty::Bool && self.settled(value).is_none() => {
                format!("{name} {becomes} true if {}, otherwise false", self.condition(value))
            }
            _ => format!("{name} {becomes} {}", self.noun(value).text),
        };
        Part::Said(self.said(text, span))
    }

    // ---------------------------------------------------------------------------------------------------------- defs

    /// A def: what it is given, and what it does or is.
    pub(super) fn def(&mut self, at: usize) -> Vec<Part> {
        let game = self.game;
        let Some(def) = game.defs.get(at) else { return Vec::new() };
        let depth = self.live.len();
        let mut given = Vec::new();
        for formal in &def.formals {
            self.bind_named(*formal);
            let known = game.locals.get(formal.0 as usize);
            given.push(known.map_or_else(String::new, |local| self.formal(local)));
        }
        let name = quoted(&def.name);
        let part = match &def.body {
            crate::hir::DefBody::Procedure(block) => {
                let with = if given.is_empty() { String::new() } else { format!(", given {},", join(&given, "and")) };
                let lead = self.said(format!("{name}{with} means"), def.span);
                under(lead, ": ", self.block(block))
            }
            crate::hir::DefBody::Value(value) => {
                let of = if given.is_empty() { String::new() } else { format!(" of {}", join(&given, "and")) };
                let settled = if self.literal || value.ty != Ty::Bool { None } else { self.settled(value) };
                let text = if let Some(holds) = settled {
                    format!("{name} is {} true{of}", if holds == 0 { "never" } else { "always" })
                } else if value.ty == Ty::Bool {
                    format!("{name} is true{of} if {}", self.condition(value))
                } else {
                    format!("{name}{of} is {}", self.noun(value).text)
                };
                let said = self.said(text, value.span);
                Part::Said(Said { spans: vec![def.span, value.span], ..said })
            }
        };
        self.live.truncate(depth);
        vec![part]
    }

    /// `a number “n”`, `“rest” (true or false)`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`kind_of` names every type once; here one looks for its own")]
    fn formal(&self, local: &crate::hir::Local) -> String {
        let name = quoted(&local.name);
        match local.ty {
            Ty::Bool => format!("{name} (true or false)"),
            Ty::Reading(reading) => {
                let labels = self.game.readings.get(reading as usize).map(|reading| reading.labels.as_slice());
                let labels = labels.unwrap_or_default().iter().map(|label| quoted(label)).collect::<Vec<_>>();
                format!("{name} ({})", join(&labels, "or"))
            }
            ty => format!("{} {name}", self.kind_of(ty)),
        }
    }

    /// `a house`, `a number`: what something of this type is.
    pub(super) fn kind_of(&self, ty: Ty) -> String {
        let text = match ty {
            Ty::Int => "a number",
            Ty::Bool | Ty::Unknown => "true or false",
            Ty::Player => "a player",
            Ty::House => "a house",
            Ty::Direction => "a direction",
            Ty::Directions => "a choice of directions",
            Ty::Counts => "numbers of seeds",
            Ty::Region => "houses",
            Ty::Players => "players",
            Ty::Text => "a label",
            Ty::Texts => "labels",
            Ty::Reading(reading) => {
                let name = self.game.readings.get(reading as usize).map_or("", |reading| reading.name.as_str());
                return format!("an answer to {}", quoted(name));
            }
        };
        text.to_owned()
    }
}

/// A body of one sentence that speaks again of what its condition spoke of: `capture its seeds`.
fn its(mut body: Vec<Part>, topic: Option<String>) -> Vec<Part> {
    if let ([Part::Said(said)], Some(topic)) = (&mut body[..], topic) {
        let (seeds, mark) = (format!(" the seeds of {topic}"), format!("mark {topic} "));
        if said.text.ends_with(&seeds) || said.text.contains(&format!("{seeds} and sow them")) {
            said.text = said.text.replacen(&seeds, " its seeds", 1);
        }
        if said.text.starts_with(&mark) {
            said.text = said.text.replacen(&mark, "mark it ", 1);
        }
    }
    body
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
