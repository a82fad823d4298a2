//! In: conditions. Out: clauses: who or what, and what it does or is. Never here: what follows when they hold.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::decided::Given;
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
            // Where another thing is named behind it, `its` could be either's.
            Clause::Plain { subject, verb } if !subject.many && !names_a_place(&verb.one) => Some(subject.text.clone()),
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
                self.lifts = true;
                let subject = self.noun(house);
                Clause::plain(subject, Verb::same(if yes { "can be lifted" } else { "cannot be lifted" }))
            }
            ExprKind::Word(word @ (Word::Stuck | Word::AllStuck)) => stuck(*word, yes),
            ExprKind::Call { def, arguments } => {
                let subject = Noun::simple(quoted(&self.speak_of(*def)));
                let of = self.called_of(*def, arguments);
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
        let merged = if op == Op::Or && !self.literal { self.without_idle(&items) } else { None };
        let clauses = match &merged {
            Some(merged) => self.kept(&merged.iter().collect::<Vec<_>>(), op, yes),
            None => self.kept(&items, op, yes),
        };
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

    /// The items of an `or` without those that another holds with: `nobody can move` beside `the player to move cannot
    /// move`; `more than 1 seed` and `1 seed` are one.
    fn without_idle(&mut self, items: &[&Expr]) -> Option<Vec<Expr>> {
        let mut kept = items.iter().map(|item| (*item).clone()).collect::<Vec<_>>();
        if items.iter().any(|item| self.when_stuck(item)) {
            kept.retain(|item| !matches!(item.kind, ExprKind::Word(Word::AllStuck)));
        }
        for at in (1..kept.len()).rev() {
            let (Some(one), Some(other)) = (kept.get(at - 1).cloned(), kept.get(at).cloned()) else { continue };
            if let Some(both) = self.at_least(&one, &other) {
                kept.splice(at - 1..=at, [both]);
            }
        }
        (kept.len() < items.len()).then_some(kept)
    }

    /// `x > n or x == n` as `x >= n`.
    fn at_least(&mut self, one: &Expr, other: &Expr) -> Option<Expr> {
        let (one, other) = (self.undecided(one), self.undecided(other));
        let (ExprKind::Binary(op, left, right), ExprKind::Binary(next, again, same)) = (&one.kind, &other.kind) else {
            return None;
        };
        if !matches!((op, next), (Op::Gt, Op::Eq) | (Op::Eq, Op::Gt)) || left.ty != Ty::Int {
            return None;
        }
        let alike = self.noun(left) == self.noun(again) && self.noun(right) == self.noun(same);
        alike.then(|| Expr { kind: ExprKind::Binary(Op::Ge, left.clone(), right.clone()), ..one.clone() })
    }

    /// A condition without what the settings make true of it, if one thing is left.
    fn undecided<'e>(&mut self, expr: &'e Expr) -> &'e Expr {
        let mut items = Vec::new();
        flatten(expr, Op::And, &mut items);
        items.retain(|item| self.value(item, &Given::new()).is_none_or(|value| value == 0));
        match items[..] {
            [only] => {
                if !std::ptr::eq(only, expr) {
                    self.note(expr);
                }
                only
            }
            _ => expr,
        }
    }

    /// What a sowing passes over: `that holds 3 seeds, unless all houses are such`.
    pub(super) fn passed_over(&mut self, here: LocalId, condition: &Expr) -> String {
        let mut items = Vec::new();
        flatten(condition, Op::And, &mut items);
        if let Some((last, rest)) = items.split_last()
            && let ExprKind::Quantifier { quantity: Quantity::Any, binder, body } = &last.kind
            && matches!(binder.over.kind, ExprKind::Houses)
            && binder.filter.is_none()
        {
            self.called.insert(binder.local, self.local(here));
            let other = self.clause(body, false).text();
            let such = rest.iter().any(|item| self.clause(item, true).text() == other);
            if let ([first, more @ ..], true) = (rest, such) {
                let and = |left: Expr, right: &&Expr| Expr {
                    kind: ExprKind::Binary(Op::And, Box::new(left.clone()), Box::new((*right).clone())),
                    ..left
                };
                let rest = more.iter().fold((*first).clone(), and);
                return format!("{}, unless all houses in play are such", self.relative(&rest, here, false));
            }
        }
        self.relative(condition, here, false)
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
        if !not_all && let Some(clause) = self.players_having(quantity, binder, body) {
            return clause;
        }
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
        let clause = if quantity == Quantity::No { self.narrowed(&name, body)? } else { self.clause(body, true) };
        let Clause::Plain { subject, verb } = &clause else { return None };
        let once = subject.text.matches(&name).count() == 1 && !verb.one.contains(&name);
        let safe = quantity != Quantity::No || !verb.one.contains(" not ") && !verb.one.contains("cannot");
        let plain = !what.is_empty() || subject.text.starts_with(&name);
        if !(once && safe && plain) || verb.one.contains(" or ") {
            return None;
        }
        // Of every player's houses together one could think of one heap.
        if subject.many && verb.many.starts_with("together") && name == "every player" {
            let each = Noun { text: subject.text.replacen("every", "each single", 1), ..subject.clone() };
            return Some(Clause::plain(each, verb.clone()));
        }
        Some(clause)
    }

    /// The body of a `no`: what comes before its last `and` says which houses are meant: `none of your houses that can be
    /// lifted holds more than 1 seed`.
    fn narrowed(&mut self, name: &str, body: &Expr) -> Option<Clause> {
        let mut items = Vec::new();
        flatten(body, Op::And, &mut items);
        let mut clauses = self.kept(&items, Op::And, true);
        let last = clauses.pop()?;
        let mut whats = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Plain { subject, verb } if subject.text == name => whats.push(verb.many),
                _ => return None,
            }
        }
        match last {
            Clause::Plain { subject, verb } if subject.text == name && !whats.is_empty() => {
                Some(Clause::plain(Noun::simple(format!("{name} that {}", join(&whats, "and"))), verb))
            }
            last if whats.is_empty() => Some(last),
            _ => None,
        }
    }

    /// `no player has, among the houses of his row, one that holds seeds`.
    fn players_having(&mut self, quantity: Quantity, binder: &Binder, body: &Expr) -> Option<Clause> {
        let ExprKind::Quantifier { quantity: within, binder: houses, body: holds } = &body.kind else { return None };
        if !matches!(binder.over.kind, ExprKind::Players) || binder.filter.is_some() || houses.over.ty != Ty::Region {
            return None;
        }
        let (who, what) = match (quantity, within) {
            (Quantity::All, Quantity::No) => ("no player has", "one"),
            (Quantity::All, Quantity::Any) => ("each player has", "one"),
            (Quantity::Any, Quantity::Any) => ("some player has", "one"),
            (Quantity::Any, Quantity::No) => ("some player has", "none"),
            (Quantity::No, Quantity::Any) => ("no player has", "one"),
            _ => return None,
        };
        let depth = self.live.len();
        self.called.insert(binder.local, Noun::simple("he"));
        let (over, filter) = self.several(houses, Role::It);
        let over = if filter.is_empty() { over } else { format!("{over} {filter}") };
        let that = self.relative(holds, houses.local, false);
        self.live.truncate(depth);
        Some(Clause::Joined { text: format!("{who}, among {over}, {what} {that}"), op: Op::Or })
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

/// Whether a verb speaks of a house or store besides its subject.
fn names_a_place(verb: &str) -> bool {
    ["house", "store", "row", " of "].iter().any(|word| verb.contains(word))
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
