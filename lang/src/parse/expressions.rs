//! In: pairs of expressions. Out: expression trees, with precedence. Never here: types.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has a rule for every token; what is not named is not meant"
)]
use super::{Builder, Rule, all, has, part, parts};
use crate::ast::{Argument, Expr, ExprKind, Group, Name, Op, Quantity, Word};
use crate::diagnostic::syntax;
use crate::source::Span;
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op as Level, PrattParser};
use std::sync::LazyLock;

/// Operands and operators of one expression without brackets: each makes the tree a level deeper.
const LONGEST_CHAIN: usize = 256;

/// From loosest to tightest, as the design's "reach" wants it.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Level::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::op_or) | left(Rule::habit_or))
        .op(left(Rule::op_and) | left(Rule::habit_and))
        .op(Level::prefix(Rule::op_not))
        .op(left(Rule::op_eq)
            | left(Rule::op_ne)
            | left(Rule::op_lt)
            | left(Rule::op_le)
            | left(Rule::op_gt)
            | left(Rule::op_ge)
            | left(Rule::op_in)
            | left(Rule::habit_not_in))
        .op(left(Rule::op_followed) | left(Rule::op_without) | left(Rule::op_before) | left(Rule::op_after))
        .op(left(Rule::op_range))
        .op(left(Rule::op_add) | left(Rule::op_sub))
        .op(left(Rule::op_mul) | left(Rule::op_div) | left(Rule::op_rem))
        .op(Level::prefix(Rule::op_neg))
        .op(Level::postfix(Rule::member) | Level::postfix(Rule::index) | Level::postfix(Rule::reversed))
});

impl Builder {
    /// `value`, `expr`, `arith`, `operand`, `of_operand` or any primary.
    pub(super) fn value(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::value => {
                let mut inner =
                    all(&parts(pair), Rule::expr).into_iter().map(|part| self.value(part)).collect::<Vec<_>>();
                match (inner.pop(), inner.pop()) {
                    (Some(condition), Some(base)) => {
                        Expr { kind: ExprKind::Where(Box::new(base), Box::new(condition)), span }
                    }
                    (Some(base), None) => base,
                    (None, _) => nothing(span),
                }
            }
            Rule::expr | Rule::arith | Rule::operand | Rule::of_operand => self.with_precedence(pair),
            _ => self.primary(pair),
        }
    }

    fn with_precedence(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let pairs = || pair.clone().into_inner().filter(|part| part.as_rule() != Rule::nl);
        if pairs().count() > LONGEST_CHAIN {
            self.diagnostics.push(syntax::too_deep(span.head(), LONGEST_CHAIN));
            return nothing(span);
        }
        let builder = std::cell::RefCell::new(self);
        PRECEDENCE
            .map_primary(|primary| builder.borrow_mut().primary(primary))
            .map_prefix(|op, inner| builder.borrow().prefix(&op, inner))
            .map_postfix(|inner, op| builder.borrow_mut().postfix(inner, op))
            .map_infix(|left, op, right| builder.borrow_mut().infix(left, &op, right))
            .parse(pairs())
    }

    fn prefix(&self, op: &Pair<'_, Rule>, inner: Expr) -> Expr {
        let span = self.span(op).to(inner.span);
        let inner = Box::new(inner);
        let kind = if op.as_rule() == Rule::op_not { ExprKind::Not(inner) } else { ExprKind::Negate(inner) };
        Expr { kind, span }
    }

    fn postfix(&mut self, base: Expr, op: Pair<'_, Rule>) -> Expr {
        let span = base.span.to(self.span(&op));
        let rule = op.as_rule();
        let inner = parts(op);
        let base = Box::new(base);
        let kind = match rule {
            Rule::reversed => ExprKind::Reversed(base),
            Rule::index => ExprKind::Index(base, Box::new(self.value_part(&inner, Rule::expr, span))),
            _ => self.member(base, &inner, span),
        };
        Expr { kind, span }
    }

    fn member(&mut self, base: Box<Expr>, inner: &[Pair<'_, Rule>], span: Span) -> ExprKind {
        let name = part(inner, Rule::word).map_or_else(|| blank(span), |word| self.name(&word));
        if let Some(held) = part(inner, Rule::arguments_is) {
            let held = parts(held);
            let mark = part(&held, Rule::name).map_or_else(|| blank(span), |word| self.name(&word));
            let of = Some(Box::new(self.value_part(&held, Rule::expr, span)));
            return ExprKind::IsMark { house: base, mark, of };
        }
        let arguments = part(inner, Rule::arguments).map(|list| self.arguments(list));
        match (name.text.as_str(), arguments) {
            ("is", Some(list)) if list.len() == 1 => self.is_mark(base, list, span),
            (_, arguments) => ExprKind::Member { base, name, arguments },
        }
    }

    fn is_mark(&mut self, house: Box<Expr>, list: Vec<Argument>, span: Span) -> ExprKind {
        let mark = match list.into_iter().next().map(|argument| argument.value) {
            Some(Expr { kind: ExprKind::Name(text) | ExprKind::Label(text), span }) => Name { text, span },
            _ => {
                self.diagnostics.push(syntax::unexpected(span, "is", "the name of a mark in the brackets"));
                blank(span)
            }
        };
        ExprKind::IsMark { house, mark, of: None }
    }

    fn infix(&mut self, left: Expr, op: &Pair<'_, Rule>, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let at = self.span(op);
        let (op, refused) = match op.as_rule() {
            Rule::habit_and => (Op::And, Some((op.as_str().trim(), "and"))),
            Rule::habit_or => (Op::Or, Some((op.as_str().trim(), "or"))),
            Rule::habit_not_in => (Op::In, Some(("x not in R", "not x in R"))),
            rule => (operator(rule), None),
        };
        if let Some((written, meant)) = refused {
            self.diagnostics.push(syntax::habit(at, written, meant));
        }
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
    }

    /// The first child of this rule as an expression; a hole where the grammar has recovered.
    pub(super) fn value_part(&mut self, parts: &[Pair<'_, Rule>], rule: Rule, span: Span) -> Expr {
        part(parts, rule).map_or_else(|| nothing(span), |pair| self.value(pair))
    }

    /// A value, or a word that can only be a label.
    pub(super) fn value_or_label(&mut self, parts: &[Pair<'_, Rule>], span: Span) -> Expr {
        match part(parts, Rule::value).or_else(|| part(parts, Rule::label_word)) {
            Some(pair) => self.value(pair),
            None => nothing(span),
        }
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let text = pair.as_str().to_owned();
        let inner = parts(pair.clone());
        let kind = match rule {
            Rule::int => self.int(&text, span),
            Rule::string => ExprKind::Text(text.trim_matches('"').to_owned()),
            Rule::paren => {
                return Expr { span, ..self.value_part(&inner, Rule::value, span) };
            }
            Rule::set => ExprKind::Set(all(&inner, Rule::set_item).into_iter().map(|item| self.first(item)).collect()),
            Rule::if_expr => {
                let mut three = all(&inner, Rule::expr).into_iter().map(|part| self.value(part)).collect::<Vec<_>>();
                three.resize_with(3, || nothing(span));
                match <[Expr; 3]>::try_from(three) {
                    Ok(three) => ExprKind::If(Box::new(three)),
                    Err(_) => nothing(span).kind,
                }
            }
            Rule::quantifier => self.quantifier(&inner, span),
            Rule::min_max => ExprKind::MinMax { max: has(&inner, Rule::kw_max), arguments: self.argument_part(&inner) },
            Rule::run => ExprKind::Run {
                back: has(&inner, Rule::kw_back),
                from: Box::new(self.value_part(&inner, Rule::operand, span)),
                condition: part(&inner, Rule::expr).map(|condition| Box::new(self.value(condition))),
            },
            Rule::next_player => {
                ExprKind::NextPlayer(part(&inner, Rule::of_operand).map(|of| Box::new(self.value(of))))
            }
            Rule::player_with => ExprKind::PlayerWith {
                most: has(&inner, Rule::kw_most),
                score: part(&inner, Rule::arith).map(|score| Box::new(self.value(score))),
            },
            Rule::opponent_of => ExprKind::OpponentOf(Box::new(self.value_part(&inner, Rule::of_operand, span))),
            Rule::group_of => {
                ExprKind::GroupOf(group(&inner), Box::new(self.value_part(&inner, Rule::of_operand, span)))
            }
            Rule::own_store => ExprKind::OwnStore,
            Rule::all_stuck => ExprKind::AllStuck,
            Rule::legal => self.legal(&inner),
            Rule::can_call => {
                let of = Box::new(self.value_part(&inner, Rule::expr, span));
                if has(&inner, Rule::kw_moves) { ExprKind::Moves(of) } else { ExprKind::CanMove(of) }
            }
            Rule::call => self.call(&inner, span),
            Rule::atom => inner.first().map_or_else(|| nothing(span).kind, |word| atom(word.as_rule(), word.as_str())),
            Rule::label_word => ExprKind::Label(text),
            _ => ExprKind::Name(text),
        };
        Expr { kind, span }
    }

    fn legal(&self, inner: &[Pair<'_, Rule>]) -> ExprKind {
        let text = part(inner, Rule::string).map(|text| self.text(&text).text);
        ExprKind::Legal(
            text.or_else(|| part(inner, Rule::legal_text).map(|text| text.as_str().to_owned())).unwrap_or_default(),
        )
    }

    fn call(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> ExprKind {
        let names = all(inner, Rule::name);
        let mut names = names.iter().map(|name| self.name(name)).collect::<Vec<_>>();
        let name = names.pop().unwrap_or_else(|| blank(span));
        ExprKind::Call { module: names.pop(), name, arguments: self.argument_part(inner) }
    }

    /// The first child, whatever it is, as an expression.
    pub(super) fn first(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        match pair.into_inner().find(|inner| inner.as_rule() != Rule::nl) {
            Some(inner) => self.value(inner),
            None => nothing(span),
        }
    }

    fn int(&mut self, text: &str, span: Span) -> ExprKind {
        match text.parse() {
            Ok(value) => ExprKind::Int(value),
            Err(_) => {
                self.diagnostics.push(syntax::number_too_large(span));
                ExprKind::Int(0)
            }
        }
    }

    fn quantifier(&mut self, inner: &[Pair<'_, Rule>], span: Span) -> ExprKind {
        let quantity = part(inner, Rule::quantity).and_then(|quantity| quantity.into_inner().next());
        let quantity = match quantity.map(|word| word.as_rule()) {
            Some(Rule::kw_any) => Quantity::Any,
            Some(Rule::kw_all) => Quantity::All,
            Some(Rule::kw_no) => Quantity::No,
            Some(Rule::kw_count) => Quantity::Count,
            Some(Rule::kw_first) => Quantity::First,
            Some(Rule::kw_sum) => Quantity::Sum,
            Some(Rule::kw_max) => Quantity::Max,
            _ => Quantity::Min,
        };
        let binder = Box::new(self.binder_from(inner, span));
        let body = all(inner, Rule::expr).pop().map_or_else(|| nothing(span), |body| self.value(body));
        ExprKind::Quantifier { quantity, binder, body: Box::new(body) }
    }

    pub(super) fn argument_part(&mut self, inner: &[Pair<'_, Rule>]) -> Vec<Argument> {
        part(inner, Rule::arguments).map(|list| self.arguments(list)).unwrap_or_default()
    }

    fn arguments(&mut self, list: Pair<'_, Rule>) -> Vec<Argument> {
        let arguments = all(&parts(list), Rule::argument);
        arguments.into_iter().map(|argument| self.argument(argument)).collect()
    }

    fn argument(&mut self, argument: Pair<'_, Rule>) -> Argument {
        let span = self.span(&argument);
        let inner = parts(argument);
        let name = part(&inner, Rule::word).map(|word| self.name(&word));
        let value = part(&inner, Rule::value).or_else(|| part(&inner, Rule::label_word));
        Argument { name, value: value.map_or_else(|| nothing(span), |value| self.value(value)) }
    }
}

/// Stands where the grammar has recovered and nothing was read.
pub(super) fn nothing(span: Span) -> Expr {
    Expr { kind: ExprKind::Int(0), span }
}

pub(super) fn blank(span: Span) -> Name {
    Name { text: String::new(), span }
}

fn group(inner: &[Pair<'_, Rule>]) -> Group {
    match inner.first().map(Pair::as_rule) {
        Some(Rule::kw_houses) => Group::Houses,
        Some(Rule::kw_inner) => Group::Inner,
        Some(Rule::kw_outer) => Group::Outer,
        _ => Group::Row,
    }
}

fn operator(rule: Rule) -> Op {
    match rule {
        Rule::op_range => Op::Range,
        Rule::op_le => Op::Le,
        Rule::op_lt => Op::Lt,
        Rule::op_ge => Op::Ge,
        Rule::op_gt => Op::Gt,
        Rule::op_eq => Op::Eq,
        Rule::op_ne => Op::Ne,
        Rule::op_add => Op::Add,
        Rule::op_sub => Op::Sub,
        Rule::op_mul => Op::Mul,
        Rule::op_div => Op::Div,
        Rule::op_rem => Op::Rem,
        Rule::op_and => Op::And,
        Rule::op_or => Op::Or,
        Rule::op_in => Op::In,
        Rule::op_followed => Op::FollowedBy,
        Rule::op_without => Op::Without,
        Rule::op_before => Op::Before,
        _ => Op::After,
    }
}

fn atom(rule: Rule, text: &str) -> ExprKind {
    let word = match rule {
        Rule::kw_own => Word::Own,
        Rule::kw_theirs => Word::Theirs,
        Rule::kw_houses => Word::Houses,
        Rule::kw_players => Word::Players,
        Rule::kw_player => Word::Player,
        Rule::kw_directions => Word::Directions,
        Rule::kw_mover => Word::Mover,
        Rule::kw_opponent => Word::Opponent,
        Rule::kw_origin => Word::Origin,
        Rule::kw_last => Word::Last,
        Rule::kw_lap => Word::Lap,
        Rule::kw_way => Word::Way,
        Rule::kw_hand => Word::Hand,
        Rule::kw_here => Word::Here,
        Rule::kw_captured => Word::Captured,
        Rule::kw_total => Word::Total,
        Rule::kw_round => Word::Round,
        Rule::kw_repeated => Word::Repeated,
        Rule::kw_played => Word::Played,
        Rule::kw_stuck => Word::Stuck,
        Rule::kw_true => Word::True,
        Rule::kw_false => Word::False,
        Rule::kw_none => Word::None,
        Rule::kw_ccw => Word::Ccw,
        Rule::kw_cw => Word::Cw,
        Rule::kw_odd => Word::Odd,
        Rule::kw_even => Word::Even,
        Rule::kw_choices => Word::Choices,
        Rule::kw_outcome => Word::Outcome,
        Rule::kw_events => Word::Events,
        Rule::kw_position => Word::Position,
        _ => return ExprKind::Name(text.to_owned()),
    };
    ExprKind::Word(word)
}
