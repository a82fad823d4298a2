//! In: conditions. Out: clauses: who or what, and what it does or is. Never here: what follows when they hold.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::words::{join, quoted};
use super::{Noun, Role, Teller};
use crate::ast::{Op, Quantity};
use crate::hir::{Binder, Expr, ExprKind, LocalId, Ty, Word};

/// A clause.
#[derive(Clone, Debug)]
pub(super) enum Clause {
    /// Of one subject.
    Plain { subject: Noun, verb: Verb },
    /// Of several, joined.
    Joined { text: String, op: Op },
}

/// What a subject does or is, for one and for several.
#[derive(Clone, Debug)]
pub(super) struct Verb {
    pub(super) one: String,
    pub(super) many: String,
}

impl Verb {
    /// The same for both, behind `is` and `are`.
    pub(super) fn is(rest: &str) -> Verb {
        Verb { one: format!("is {rest}"), many: format!("are {rest}") }
    }

    pub(super) fn holds(rest: &str) -> Verb {
        Verb { one: format!("holds {rest}"), many: format!("hold {rest}") }
    }

    pub(super) fn holds_not(rest: &str) -> Verb {
        Verb { one: format!("does not hold {rest}"), many: format!("do not hold {rest}") }
    }

    /// `holds 3 seeds`, of several houses `together hold 3 seeds`.
    pub(super) fn together(object: &str, yes: bool, several: bool) -> Verb {
        let verb = if yes { Verb::holds(object) } else { Verb::holds_not(object) };
        if several { Verb { many: format!("together {}", verb.many), ..verb } } else { verb }
    }

    pub(super) fn same(text: &str) -> Verb {
        Verb { one: text.to_owned(), many: text.to_owned() }
    }

    fn of(&self, many: bool) -> &str {
        if many { &self.many } else { &self.one }
    }
}

impl Clause {
    pub(super) fn plain(subject: Noun, verb: Verb) -> Clause {
        Clause::Plain { subject, verb }
    }

    fn text(&self) -> String {
        match self {
            Clause::Plain { subject, verb } => format!("{} {}", subject.text, verb.of(subject.many)),
            Clause::Joined { text, .. } => text.clone(),
        }
    }
}

impl Teller<'_> {
    /// A condition in words.
    pub(super) fn condition(&mut self, expr: &Expr) -> String {
        self.clause(expr, true).text()
    }

    /// A condition in words, and the one thing it speaks of, if it is one.
    pub(super) fn condition_on(&mut self, expr: &Expr) -> (String, Option<String>) {
        let clause = self.clause(expr, true);
        let topic = match &clause {
            Clause::Plain { subject, .. } if !subject.many => Some(subject.text.clone()),
            _ => None,
        };
        (clause.text(), topic)
    }

    /// A condition as it is written, whatever the settings make of it.
    pub(super) fn literally(&mut self, expr: &Expr) -> String {
        let before = std::mem::replace(&mut self.literal, true);
        let text = self.condition(expr);
        self.literal = before;
        text
    }

    /// A condition on something just named: `that holds seeds`.
    pub(super) fn relative(&mut self, expr: &Expr, about: LocalId, many: bool) -> String {
        let subject = self.local(about).text;
        let mut items = Vec::new();
        flatten(expr, Op::And, &mut items);
        let clauses = self.kept(&items, Op::And, true);
        let own = |clause: &Clause| matches!(clause, Clause::Plain { subject: of, .. } if of.text == subject);
        let mut whats = Vec::new();
        let mut whiches = Vec::new();
        for clause in &clauses {
            match clause {
                Clause::Plain { verb, .. } if own(clause) => whats.push(verb.of(many).to_owned()),
                _ => whiches.push(bracketed(clause, Op::And)),
            }
        }
        if let ([only], [_]) = (&clauses[..], &whiches[..]) {
            whiches = vec![only.text()];
        }
        let for_which = if many { "for each of which " } else { "for which " };
        match (whats.is_empty(), whiches.is_empty()) {
            (false, true) => format!("that {}", join(&whats, "and")),
            (true, _) => format!("{for_which}{}", join(&whiches, "and")),
            (false, false) => format!("that {} and {for_which}{}", join(&whats, "and"), join(&whiches, "and")),
        }
    }

    /// A condition, or with `yes` false its contrary.
    pub(super) fn clause(&mut self, expr: &Expr, yes: bool) -> Clause {
        if !self.literal
            && let Some(value) = self.settled(expr)
        {
            let holds = (value != 0) == yes;
            return Clause::Joined { text: if holds { "in every case" } else { "in no case" }.to_owned(), op: Op::In };
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.clause(inner, !yes),
            ExprKind::Binary(op @ (Op::And | Op::Or), ..) => self.joined(*op, expr, yes),
            ExprKind::Binary(op, left, right) => self.comparison(if yes { *op } else { contrary(*op) }, left, right),
            ExprKind::InCounts(number, set) => self.in_counts(number, set, yes),
            ExprKind::InRegion(house, region) => {
                let subject = self.noun(house);
                Clause::plain(subject, self.belongs(region, yes))
            }
            ExprKind::InList(one, items) => {
                let subject = self.noun(one);
                let items = items.iter().map(|item| self.noun(item).text).collect::<Vec<_>>();
                Clause::plain(subject, is_or_not(&join(&items, "or"), yes))
            }
            ExprKind::Quantifier { quantity: Quantity::Any | Quantity::All | Quantity::No, .. } => {
                self.quantified(expr, yes)
            }
            ExprKind::CanMove(player) => {
                let subject = self.noun(player);
                Clause::plain(subject, Verb::same(if yes { "can move" } else { "cannot move" }))
            }
            ExprKind::HasMark { house, mark, of } => self.marked(house, *mark, of.as_deref(), yes),
            ExprKind::Liftable(house) => {
                let subject = self.noun(house);
                let may = if yes { "can be lifted" } else { "cannot be lifted" };
                Clause::plain(subject, Verb::same(&format!("{may} (in play, with seeds, no mark forbidding it)")))
            }
            ExprKind::Word(word @ (Word::Stuck | Word::AllStuck)) => stuck(*word, yes),
            ExprKind::Call { def, arguments } => {
                let subject = Noun::simple(quoted(&self.speak_of(*def)));
                let arguments = arguments.iter().map(|argument| self.noun(argument).text).collect::<Vec<_>>();
                let of = if arguments.is_empty() { String::new() } else { format!(" of {}", join(&arguments, "and")) };
                Clause::plain(subject, Verb::same(&format!("is {}true{of}", if yes { "" } else { "not " })))
            }
            ExprKind::If(three) => {
                let (condition, met, unmet) =
                    (self.condition(&three[0]), self.clause(&three[1], yes), self.clause(&three[2], yes));
                let text = format!("(in case {condition}: {}; otherwise: {})", met.text(), unmet.text());
                Clause::Joined { text, op: Op::In }
            }
            ExprKind::Int(value) if expr.ty == Ty::Bool => {
                let always = (*value != 0) == yes;
                Clause::Joined { text: if always { "in every case" } else { "in no case" }.to_owned(), op: Op::In }
            }
            _ => {
                let subject = self.noun(expr);
                Clause::plain(subject, Verb::same(if yes { "is true" } else { "is false" }))
            }
        }
    }

    /// The clauses of a list under `and` or `or`, without those that the settings decide.
    fn kept(&mut self, items: &[&Expr], op: Op, yes: bool) -> Vec<Clause> {
        let mut kept = Vec::new();
        for item in items {
            let neutral = i32::from(op == Op::And);
            if !self.literal && items.len() > 1 && self.settled(item) == Some(neutral) {
                continue;
            }
            kept.push(self.clause(item, yes));
        }
        if kept.is_empty() {
            kept.extend(items.first().map(|item| self.clause(item, yes)));
        }
        kept
    }

    /// `and` and `or`; clauses of one subject share it.
    fn joined(&mut self, op: Op, expr: &Expr, yes: bool) -> Clause {
        let mut items = Vec::new();
        flatten(expr, op, &mut items);
        let clauses = self.kept(&items, op, yes);
        let op = match (op, yes) {
            (Op::And, true) | (Op::Or, false) => Op::And,
            _ => Op::Or,
        };
        let mut merged: Vec<Clause> = Vec::new();
        for clause in clauses {
            match (merged.last_mut(), clause) {
                (Some(Clause::Plain { subject, verb }), Clause::Plain { subject: other, verb: next })
                    if subject.text == other.text =>
                {
                    let link = if op == Op::And { "and" } else { "or" };
                    verb.one = format!("{} {link} {}", verb.one, next.one);
                    verb.many = format!("{} {link} {}", verb.many, next.many);
                }
                (_, clause) => merged.push(clause),
            }
        }
        if let [_] = merged[..] {
            return merged.swap_remove(0);
        }
        referring_back(&mut merged);
        let texts = merged.iter().map(|clause| bracketed(clause, op)).collect::<Vec<_>>();
        let text = if op == Op::And { join(&texts, "and") } else { texts.join(", or ") };
        Clause::Joined { text, op }
    }

    // ------------------------------------------------------------------------------------------- houses and players

    /// `is yours`, `is one of …`.
    fn belongs(&mut self, region: &Expr, yes: bool) -> Verb {
        match &region.kind {
            ExprKind::Own => {
                let mover = self.mover();
                is_or_not(&owned(&mover), yes)
            }
            ExprKind::Theirs if self.game.layout.players.len() == 2 => {
                let opponent = self.opponent();
                is_or_not(&owned(&opponent), yes)
            }
            ExprKind::GroupOf(crate::hir::Group::Houses, player) => {
                let player = self.noun(player);
                if player.simple { is_or_not(&owned(&player), yes) } else { self.one_of(region, yes) }
            }
            ExprKind::Houses => is_or_not("in play", yes),
            ExprKind::Sites(sites) => {
                let sites = self.listed(sites, "or");
                is_or_not(&sites.text, yes)
            }
            _ => self.one_of(region, yes),
        }
    }

    fn one_of(&mut self, region: &Expr, yes: bool) -> Verb {
        let region = self.region(region);
        let text = if region.many { format!("one of {}", region.text) } else { region.text };
        is_or_not(&text, yes)
    }

    pub(super) fn same_house(&mut self, yes: bool, left: &Expr, right: &Expr) -> Clause {
        let none = |expr: &Expr| matches!(expr.kind, ExprKind::NoHouse);
        if none(right) || none(left) {
            let house = self.noun(if none(right) { left } else { right }).text;
            return match house.strip_prefix("the ") {
                Some(bare) => Clause::plain(
                    Noun::one("there"),
                    Verb::same(&format!("is {} {bare}", if yes { "no" } else { "a" })),
                ),
                None => Clause::plain(Noun::one(house), Verb::same(if yes { "is no house" } else { "is a house" })),
            };
        }
        let (subject, other) = (self.noun(left), self.noun(right));
        let last = matches!(left.kind, ExprKind::Word(Word::Last)) && matches!(right.kind, ExprKind::StoreOf(_));
        if last {
            let fell = if yes { "fell in" } else { "did not fall in" };
            return Clause::plain(Noun::one("the last seed"), Verb::same(&format!("{fell} {}", other.text)));
        }
        Clause::plain(subject, is_or_not(&other.text, yes))
    }

    pub(super) fn same_truth(&mut self, yes: bool, left: &Expr, right: &Expr) -> Clause {
        match (&left.kind, &right.kind) {
            (_, ExprKind::Int(value)) => self.clause(left, yes == (*value != 0)),
            (ExprKind::Int(value), _) => self.clause(right, yes == (*value != 0)),
            _ => {
                let (left, right) = (self.clause(left, true).text(), self.clause(right, yes).text());
                Clause::Joined { text: format!("{left} just when {right}"), op: Op::Or }
            }
        }
    }

    fn marked(&mut self, house: &Expr, mark: usize, of: Option<&Expr>, yes: bool) -> Clause {
        let subject = self.noun(house);
        let name = quoted(self.game.marks.get(mark).map_or("", |mark| mark.name.as_str()));
        let what = match of {
            Some(of) => {
                let of = self.noun(of);
                format!("as {}", self.possessed(&of, &name))
            }
            None => name,
        };
        Clause::plain(subject, is_or_not(&format!("marked {what}"), yes))
    }

    // --------------------------------------------------------------------------------------------------- quantities

    fn quantified(&mut self, expr: &Expr, yes: bool) -> Clause {
        let ExprKind::Quantifier { quantity, binder, body } = &expr.kind else { return self.clause(expr, yes) };
        // `not any` is `no`, `not no` is `any`; `not all` stays what it is.
        let quantity = match (quantity, yes) {
            (Quantity::Any, false) => Quantity::No,
            (Quantity::No, false) => Quantity::Any,
            (other, _) => *other,
        };
        let not_all = quantity == Quantity::All && !yes;
        let depth = self.live.len();
        let before = self.under.clone();
        // What does not come out well is told anew; inside such a trial nothing is tried, or deep phrases would take for ever.
        self.quantities += 1;
        let tried = if self.quantities == 1 { self.by_subject(quantity, binder, body) } else { None };
        self.quantities -= 1;
        let clause = match tried {
            Some(clause) if !not_all => clause,
            _ => {
                self.live.truncate(depth);
                self.under = before;
                self.spelled_out(quantity, binder, body)
            }
        };
        self.live.truncate(depth);
        if not_all {
            return Clause::Joined { text: format!("it is not so that {}", clause.text()), op: Op::In };
        }
        clause
    }

    /// `some player's houses hold no seeds`: the quantity stands where its name would, if that is in one place only.
    fn by_subject(&mut self, quantity: Quantity, binder: &Binder, body: &Expr) -> Option<Clause> {
        let what = match binder.over.kind {
            ExprKind::Players => "player",
            ExprKind::Own | ExprKind::Theirs | ExprKind::Houses | ExprKind::GroupOf(..) if binder.filter.is_none() => {
                ""
            }
            _ => return None,
        };
        let how = match quantity {
            Quantity::Any => "some",
            Quantity::All => "every",
            _ => "no",
        };
        let name = if what.is_empty() {
            let (over, _) = self.several(binder, Role::It);
            let one = if quantity == Quantity::No {
                "none"
            } else if quantity == Quantity::All {
                "each"
            } else {
                "one"
            };
            format!("{one} of {over}")
        } else {
            format!("{how} {what}")
        };
        let filter = binder.filter.as_ref();
        if filter.is_some() {
            return None;
        }
        self.called.insert(binder.local, Noun::simple(name.clone()));
        let clause = self.clause(body, true);
        let Clause::Plain { subject, verb } = &clause else { return None };
        let once = subject.text.matches(&name).count() == 1 && !verb.one.contains(&name);
        let safe = quantity != Quantity::No || !verb.one.contains(" not ") && !verb.one.contains("cannot");
        let plain = !what.is_empty() || subject.text == name;
        (once && safe && plain && !verb.one.contains(" or ")).then_some(clause)
    }

    fn spelled_out(&mut self, quantity: Quantity, binder: &Binder, body: &Expr) -> Clause {
        let (over, filter) = self.several(binder, Role::It);
        let over = if filter.is_empty() { over } else { format!("{over} {filter}") };
        self.called.insert(binder.local, Noun::simple(self.the_one(binder)));
        let body = bracketed(&self.clause(body, true), Op::In);
        let how = match quantity {
            Quantity::Any => "one",
            Quantity::All => "each",
            _ => "none",
        };
        let verb = format!("it is true that {body}");
        Clause::Joined { text: format!("for {how} of {over} {verb}"), op: Op::Or }
    }

    /// What the thing that a quantity is about is called in its condition.
    fn the_one(&self, binder: &Binder) -> String {
        let name = self.local(binder.local).text;
        match name.as_str() {
            "it" => "that house".to_owned(),
            _ => name,
        }
    }
}

/// The items of a list under one operator.
fn flatten<'e>(expr: &'e Expr, op: Op, items: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(found, left, right) if *found == op => {
            flatten(left, op, items);
            flatten(right, op, items);
        }
        _ => items.push(expr),
    }
}

/// `the house facing the last house` is `the house facing it` behind a clause about the last house.
fn referring_back(clauses: &mut [Clause]) {
    let mut before: Option<String> = None;
    for clause in clauses {
        let Clause::Plain { subject, .. } = clause else {
            before = None;
            continue;
        };
        let named = subject.text.clone();
        let short = before.as_ref().and_then(|before| named.strip_suffix(&format!(" {before}")));
        if let Some(short) = short {
            subject.text = format!("{short} it");
        } else {
            before = Some(named).filter(|_| !subject.many);
        }
    }
}

/// A clause inside a list, in brackets where it could be misread.
fn bracketed(clause: &Clause, inside: Op) -> String {
    match clause {
        Clause::Joined { text, op } if *op != inside && *op != Op::In && !(inside == Op::Or && *op == Op::And) => {
            format!("({text})")
        }
        _ => clause.text(),
    }
}

fn contrary(op: Op) -> Op {
    match op {
        Op::Eq => Op::Ne,
        Op::Ne => Op::Eq,
        Op::Lt => Op::Ge,
        Op::Ge => Op::Lt,
        Op::Gt => Op::Le,
        Op::Le => Op::Gt,
        other => other,
    }
}

pub(super) fn is_or_not(rest: &str, yes: bool) -> Verb {
    if yes { Verb::is(rest) } else { Verb::is(&format!("not {rest}")) }
}

/// `yours`, `South's`.
fn owned(player: &Noun) -> String {
    match player.text.as_str() {
        "you" => "yours".to_owned(),
        "he" => "his own".to_owned(),
        name => format!("{name}'s"),
    }
}

fn stuck(word: Word, yes: bool) -> Clause {
    match (word, yes) {
        (Word::AllStuck, true) => Clause::plain(Noun::one("nobody"), Verb::same("can move")),
        (Word::AllStuck, false) => Clause::plain(Noun::one("somebody"), Verb::same("can move")),
        (_, true) => Clause::plain(Noun::one("the player to move"), Verb::same("cannot move")),
        (_, false) => Clause::plain(Noun::one("the player to move"), Verb::same("can move")),
    }
}

/// The cases of a statement that is a list of several.
pub(super) fn flat_cases(stmt: &crate::hir::Stmt) -> Option<&[crate::hir::Case]> {
    match &stmt.kind {
        crate::hir::StmtKind::Cases(cases) if cases.len() > 1 => Some(cases),
        _ => None,
    }
}
