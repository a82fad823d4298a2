//! In: expressions. Out: what each is called; numbers and sets of numbers in words. Never here: conditions, sentences.
use super::decided::Given;
use super::words::{bare, counted, join, quoted, seeds};
use super::{Noun, Role, Teller};
use crate::ast::{Op, Quantity};
use crate::hir::{Binder, Const, CountSet, Expr, ExprKind, Ty, Word};

impl Teller<'_> {
    /// What an expression is called, of whatever type it is.
    #[expect(clippy::too_many_lines, reason = "one arm for each form, a line or two each")]
    pub(super) fn noun(&mut self, expr: &Expr) -> Noun {
        if matches!(expr.ty, Ty::Int | Ty::Bool)
            && !self.literal
            && let Some(value) = self.settled(expr)
        {
            return self.literal_value(value, expr.ty);
        }
        match &expr.kind {
            ExprKind::Int(value) => self.literal_value(*value, expr.ty),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Param(at) => self.param(*at),
            ExprKind::ReadingValue(at) => self.reading_value(*at),
            ExprKind::Var { var, of } => self.variable(*var, of.as_deref()),
            ExprKind::Word(word) => self.word(*word),
            ExprKind::If(three) if !self.literal && self.settled(&three[0]).is_some() => {
                let met = self.settled(&three[0]) != Some(0);
                self.noun(if met { &three[1] } else { &three[2] })
            }
            ExprKind::If(three) => {
                let (condition, yes, no) = (self.condition(&three[0]), self.noun(&three[1]), self.noun(&three[2]));
                Noun { many: yes.many, ..Noun::one(format!("{} if {condition}, otherwise {}", yes.text, no.text)) }
            }
            ExprKind::Call { def, arguments } => self.called_value(*def, arguments),
            ExprKind::Quantifier { quantity, binder, body } => self.quantity(*quantity, binder, body, expr),
            ExprKind::Negate(inner) => {
                let inner = self.operand(inner);
                Noun::one(format!("minus {inner}"))
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::MinMax { max, items } => self.min_max(*max, items),
            ExprKind::Moves(player) => {
                let player = self.noun(player);
                let have = if player.many { "have" } else { "has" };
                Noun::one(format!("the number of moves {} {have} made in this {}", player.text, self.counting_period()))
            }
            ExprKind::Seeds(house) => {
                let house = self.noun(house);
                Noun::one(format!("the number of seeds in {}", house.text))
            }
            ExprKind::RegionSeeds(region) => {
                let region = self.region(region);
                Noun::one(format!("the number of seeds in {}", region.text))
            }
            ExprKind::Count(region) => {
                let region = self.region(region);
                Noun::one(format!("the number of {}", bare(&region.text)))
            }
            ExprKind::Counts(_) | ExprKind::CountList(_) | ExprKind::Range(..) => Noun::one(self.counts(expr)),
            ExprKind::PlayerWith { most, player, score } => self.player_with(*most, *player, score),
            ExprKind::OpponentOf(player) => self.opponent_of(player),
            ExprKind::NextPlayer(player) => self.next_player(player),
            ExprKind::Players => Noun::many("the players"),
            ExprKind::AllDirections => Noun::many("both directions"),
            ExprKind::DirectionList(ways) => {
                let ways = ways.iter().map(|way| Self::way(*way).to_owned()).collect::<Vec<_>>();
                Noun::one(join(&ways, "or"))
            }
            ExprKind::TextList(texts) => {
                let texts = texts.iter().map(|at| self.label(*at)).collect::<Vec<_>>();
                Noun::one(join(&texts, "or"))
            }
            ExprKind::Text(at) => Noun::simple(self.label(*at)),
            ExprKind::NoHouse
            | ExprKind::StoreOf(_)
            | ExprKind::Site(_)
            | ExprKind::OwnerOf(_)
            | ExprKind::Opposite(_)
            | ExprKind::Counterpart(_)
            | ExprKind::Step { .. }
            | ExprKind::StepWay { .. }
            | ExprKind::Lettered { .. }
            | ExprKind::MarkHolder { .. }
            | ExprKind::Index(..)
            | ExprKind::First(_)
            | ExprKind::Last(_) => self.house(expr),
            ExprKind::Own
            | ExprKind::Theirs
            | ExprKind::Houses
            | ExprKind::GroupOf(..)
            | ExprKind::Sites(_)
            | ExprKind::Where { .. }
            | ExprKind::Run { .. }
            | ExprKind::FollowedBy(..)
            | ExprKind::Without(..)
            | ExprKind::Before(..)
            | ExprKind::After(..)
            | ExprKind::Reversed(_) => self.region(expr),
            ExprKind::Not(inner) if expr.ty == Ty::Direction => {
                let way = self.noun(inner).text;
                Noun::one(format!("the direction opposite to {way}"))
            }
            ExprKind::Not(_)
            | ExprKind::InCounts(..)
            | ExprKind::InRegion(..)
            | ExprKind::InList(..)
            | ExprKind::CanMove(_)
            | ExprKind::HasMark { .. }
            | ExprKind::Liftable(_) => self.whether(expr),
            ExprKind::Legal(_) | ExprKind::Choices | ExprKind::Outcome | ExprKind::Events | ExprKind::Position => {
                Noun::one("what a test asks for")
            }
        }
    }

    /// What `moves` are counted in.
    pub(super) fn counting_period(&self) -> &'static str {
        if self.game.phases.is_empty() { "round" } else { "phase" }
    }

    /// A condition as a thing.
    pub(super) fn whether(&mut self, expr: &Expr) -> Noun {
        let condition = self.condition(expr);
        Noun::one(format!("whether {condition}"))
    }

    fn literal_value(&self, value: i32, ty: Ty) -> Noun {
        match ty {
            Ty::Bool => Noun::simple(if value == 0 { "false" } else { "true" }),
            Ty::Player => Noun::simple(self.player_name(value)),
            Ty::Direction => Noun::simple(if value == 0 { "counterclockwise" } else { "clockwise" }),
            Ty::Reading(reading) => Noun::simple(self.reading_label(reading, value)),
            Ty::Int
            | Ty::House
            | Ty::Directions
            | Ty::Counts
            | Ty::Region
            | Ty::Players
            | Ty::Text
            | Ty::Texts
            | Ty::Unknown => Noun::simple(value.to_string()),
        }
    }

    /// A parameter's value, or in a literal telling its name.
    fn param(&mut self, at: usize) -> Noun {
        self.read_params.insert(at);
        self.under.insert((false, at));
        let Some(param) = self.game.params.get(at) else { return Noun::one("a parameter") };
        if self.literal {
            return Noun {
                simple: param.ty == Ty::Bool,
                ..Noun::one(format!("the parameter {}", quoted(&param.name)))
            };
        }
        match &param.value {
            Const::Int(value) => self.literal_value(*value, param.ty),
            Const::Counts(set) => Noun::one(counts_text(set)),
            Const::Directions(ways) => {
                let ways = ways.iter().map(|way| Self::way(*way).to_owned()).collect::<Vec<_>>();
                Noun::one(join(&ways, "or"))
            }
        }
    }

    /// The answer to a reading, or in a literal telling the reading's name.
    fn reading_value(&mut self, at: usize) -> Noun {
        self.read_readings.insert(at);
        self.under.insert((true, at));
        let Some(reading) = self.game.readings.get(at) else { return Noun::one("a reading") };
        let told = if self.literal {
            format!("the reading {}", quoted(&reading.name))
        } else {
            quoted(super::settings::answer(reading))
        };
        Noun::simple(told)
    }

    /// A variable: `“goal”`, `your “fours”`.
    pub(super) fn variable(&mut self, var: usize, of: Option<&Expr>) -> Noun {
        let name = self.game.vars.get(var).map_or("", |var| var.name.as_str());
        let many = self.game.vars.get(var).is_some_and(|var| var.ty == Ty::Region);
        match of {
            None if many => Noun::many(format!("the houses {}", quoted(name))),
            None => Noun::simple(quoted(name)),
            Some(player) => {
                let player = self.noun(player);
                Noun { many, ..Noun::one(self.possessed(&player, &quoted(name))) }
            }
        }
    }

    fn word(&mut self, word: Word) -> Noun {
        match word {
            Word::Mover => self.mover(),
            Word::Opponent => self.opponent(),
            Word::Origin => Noun::simple("the house the lap started from"),
            Word::Last => Noun::simple("the last house"),
            Word::Was => Noun::one("the number of seeds the last house held before"),
            Word::Lap => Noun::one("the number of the lap"),
            Word::Way => Noun::one("the direction of the lap"),
            Word::Hand => Noun::one("the number of seeds still in hand"),
            Word::Captured => {
                let mover = self.mover();
                let have = if mover.many { "have" } else { "has" };
                Noun::one(format!("the number of seeds {} {have} captured in this move", mover.text))
            }
            Word::Total => Noun::one("the number of all seeds"),
            Word::Round => Noun::one("the number of the round"),
            Word::Repeated => Noun::one("the number of times this position has stood in this round"),
            Word::Played => Noun::one("the number of moves played in this round"),
            Word::Stuck => Noun::one("whether the player to move cannot move"),
            Word::AllStuck => Noun::one("whether nobody can move"),
        }
    }

    pub(super) fn label(&self, at: usize) -> String {
        self.game.texts.get(at).map_or_else(String::new, |text| format!("“{text}”"))
    }

    pub(super) fn reading_label(&self, reading: u16, value: i32) -> String {
        let labels = self.game.readings.get(reading as usize).map(|reading| reading.labels.as_slice());
        let label = usize::try_from(value).ok().and_then(|at| labels?.get(at));
        label.map_or_else(|| value.to_string(), |label| quoted(label))
    }

    /// A number inside a larger one.
    fn operand(&mut self, expr: &Expr) -> String {
        let noun = self.noun(expr);
        let composed =
            matches!(expr.kind, ExprKind::Binary(..) | ExprKind::If(_) | ExprKind::Negate(_) | ExprKind::MinMax { .. });
        if composed && !noun.simple { format!("({})", noun.text) } else { noun.text }
    }

    fn binary(&mut self, op: Op, left: &Expr, right: &Expr, whole: &Expr) -> Noun {
        let (left, right, link) = match op {
            Op::Add => (left, right, "plus"),
            Op::Sub => (left, right, "minus"),
            Op::Mul => (left, right, "times"),
            Op::Div => {
                let (left, right) = (self.operand(left), self.operand(right));
                return Noun::one(format!("{left} divided by {right}, rounded down"));
            }
            Op::Rem => {
                let (left, right) = (self.operand(left), self.operand(right));
                return Noun::one(format!("what is left when {left} is divided by {right}"));
            }
            Op::Range
            | Op::Le
            | Op::Lt
            | Op::Ge
            | Op::Gt
            | Op::Eq
            | Op::Ne
            | Op::And
            | Op::Or
            | Op::In
            | Op::FollowedBy
            | Op::Without
            | Op::Before
            | Op::After => return self.whether(whole),
        };
        if matches!(op, Op::Add | Op::Sub) && self.value(right, &Given::new()) == Some(0) {
            self.note(right);
            return self.noun(left);
        }
        // Sums are read from the left.
        let sum = matches!(op, Op::Add | Op::Sub) && matches!(left.kind, ExprKind::Binary(Op::Add | Op::Sub, ..));
        let left = if sum { self.noun(left).text } else { self.operand(left) };
        let right = self.operand(right);
        Noun::one(format!("{left} {link} {right}"))
    }

    fn min_max(&mut self, max: bool, items: &[Expr]) -> Noun {
        let items = items.iter().map(|item| self.operand(item)).collect::<Vec<_>>();
        let which = match (max, items.len()) {
            (true, 0..=2) => "greater",
            (false, 0..=2) => "smaller",
            (true, _) => "greatest",
            (false, _) => "smallest",
        };
        Noun::one(format!("the {which} of {}", join(&items, "and")))
    }

    fn quantity(&mut self, quantity: Quantity, binder: &Binder, body: &Expr, whole: &Expr) -> Noun {
        let depth = self.live.len();
        let noun = match quantity {
            Quantity::Any | Quantity::All | Quantity::No => return self.whether(whole),
            Quantity::Count | Quantity::First => {
                let (over, filter) = self.several(binder, Role::It);
                let that = self.relative(body, binder.local, quantity == Quantity::Count);
                let both = if filter.is_empty() { that } else { format!("{filter} and {that}") };
                if let (Quantity::First, ExprKind::Run { back, from, condition: None, .. }) =
                    (quantity, &binder.over.kind)
                {
                    let (from, way) = (self.noun(from).text, if *back { "back" } else { "onward" });
                    Noun::one(format!("the first house, from {from} {way}, {both}"))
                } else if quantity == Quantity::Count {
                    Noun::one(format!("the number of {} {both}", bare(&over)))
                } else {
                    Noun::one(format!("the first of {over} {both}"))
                }
            }
            Quantity::Sum | Quantity::Max | Quantity::Min => {
                let (over, filter) = self.several(binder, Role::It);
                let value = self.noun(body).text;
                let which = match quantity {
                    Quantity::Sum => "the sum",
                    Quantity::Max => "the greatest",
                    Quantity::Min
                    | Quantity::Any
                    | Quantity::All
                    | Quantity::No
                    | Quantity::Count
                    | Quantity::First => "the smallest",
                };
                let filter = if filter.is_empty() { filter } else { format!(" {filter}") };
                Noun::one(format!("{which}, for each of {over}{filter}, of {value}"))
            }
        };
        self.live.truncate(depth);
        noun
    }

    /// What a binder ranges over in the plural, and the relative clause of its `where`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here one looks for its own")]
    pub(super) fn several(&mut self, binder: &Binder, role: Role) -> (String, String) {
        let over = match binder.over.ty {
            Ty::Counts => format!("the numbers {}", self.counts(&binder.over)),
            _ => self.noun(&binder.over).text,
        };
        let over = format!("{over}{}", self.bound(binder.local, role));
        let filter = binder.filter.as_ref().map(|filter| self.relative(filter, binder.local, true));
        (over, filter.unwrap_or_default())
    }

    /// A set of numbers: `2 or 3`, `from 1 to 5`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here one looks for its own")]
    pub(super) fn counts(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Counts(set) => counts_text(set),
            ExprKind::CountList(items) => {
                let items = items.iter().map(|item| self.noun(item).text).collect::<Vec<_>>();
                join(&items, "or")
            }
            ExprKind::Range(low, high) => {
                let (low, high) = (self.noun(low), self.noun(high));
                format!("from {} to {}", low.text, high.text)
            }
            _ => self.noun(expr).text,
        }
    }

    /// A number of seeds: `4 seeds`, `as many seeds as …`.
    pub(super) fn amount(&mut self, expr: &Expr) -> String {
        let noun = self.noun(expr);
        if !noun.simple {
            return format!("as many seeds as {}", noun.text);
        }
        match noun.text.strip_prefix("the chosen number") {
            Some("") => "the chosen number of seeds".to_owned(),
            _ => seeds(&noun.text),
        }
    }
}

/// A fixed set of numbers in words: `2 or 3`, `4 to 9`, `an odd number`.
pub(super) fn counts_text(set: &CountSet) -> String {
    let mut parts = Vec::new();
    for (low, high) in &set.ranges {
        match high - low {
            0 => parts.push(low.to_string()),
            1..=3 => parts.extend((*low..=*high).map(|count| count.to_string())),
            _ if *high == i32::MAX => parts.push(format!("at least {low}")),
            _ => parts.push(format!("{low} to {high}")),
        }
    }
    parts.extend(set.odd.then(|| "an odd number".to_owned()));
    parts.extend(set.even.then(|| "an even number".to_owned()));
    if parts.is_empty() { "no number".to_owned() } else { join(&parts, "or") }
}

/// `2 or 3 seeds`, `1 seed`, `an odd number of seeds`.
pub(super) fn seeds_in(counts: &str) -> String {
    if counts.ends_with("number") { format!("{counts} of seeds") } else { counted(counts, "seed") }
}
