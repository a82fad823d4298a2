//! In: a parameter or a run of houses whose parts are all there, in another order or with a word left out. Out: the same as it is written. Never here: wording.
use super::habits::Look;
use super::mend::Edit;
use super::recover::{is_keyword, token};
use super::{Builder, Pair, Rule, part, trimmed};
use crate::ast::{Expr, ExprKind, Name, Op, Param};
use crate::diagnostic::syntax;
use crate::source::Span;

/// Words and signs that may stand between the parts of a parameter.
const BETWEEN: [&str; 13] = [":", "=", "Int", "in", "from", "between", "where", "(", ")", "[", "]", "range", "default"];

impl Look<'_> {
    /// Edits of this kind, the likeliest first.
    pub(super) fn ranges(&self) -> Vec<Edit> {
        self.param().into_iter().chain(self.run()).collect()
    }

    /// `param n: Int = 4 from 1 to 6`: name, range and usual value, and nothing that could mean anything else.
    fn param(&self) -> Option<Edit> {
        let tokens = self.tokens().collect::<Vec<_>>();
        let words = tokens.iter().map(|(_, word)| *word).collect::<Vec<_>>();
        let (name, rest) = match words[..] {
            ["param", name, ref rest @ ..] if !is_keyword(name) => (name, rest),
            _ => return None,
        };
        let (question, rest) = match rest {
            [question, rest @ ..] if question.starts_with('"') => (format!(" {question}"), rest),
            rest => (String::new(), rest),
        };
        let number = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let joins = |word: &str| matches!(word, ".." | "to" | "-" | "and");
        let range = rest.windows(3).position(|three| number(&three[0]) && joins(three[1]) && number(&three[2]))?;
        let (low, high) = (rest[range], rest[range + 2]);
        let mut others = rest[..range].iter().chain(&rest[range + 3..]).filter(|word| !BETWEEN.contains(word));
        let usual = others.next().filter(|word| number(word))?;
        if others.next().is_some() {
            return None;
        }
        let (start, (last, word)) = (tokens.first()?.0, *tokens.last()?);
        let meant = format!("param {name}{question}: Int in {low} .. {high} = {usual}");
        let found = syntax::param_otherwise(self.span(start, last + word.len()), &meant);
        Some(Edit { start, end: self.text.len(), new: meant, found, sure: true })
    }

    /// `last while c`, `from last while c`, `last back while c`: a run of houses that does not say which way.
    fn run(&self) -> Option<Edit> {
        let line = self.text[self.at..].split(['\n', ';', '}']).next().unwrap_or("");
        let at = self.at + line.find("while ").filter(|_| line.starts_with("while") || line.contains(" while "))?;
        let tokens = self.tokens().take_while(|(start, _)| *start < at).collect::<Vec<_>>();
        let (mut end, mut back) = (at, false);
        let mut nth = tokens.len().checked_sub(1)?;
        if matches!(tokens[nth].1, "back" | "backwards" | "on") {
            (end, back) = (at, tokens[nth].1 != "on");
            nth = nth.checked_sub(1)?;
        }
        let last = nth;
        while nth >= 2 && tokens[nth - 1].1 == "." {
            nth -= 2;
        }
        let house = self.text[tokens[nth].0..tokens[last].0 + tokens[last].1.len()].to_owned();
        let named = house.starts_with(char::is_alphabetic) && token(&house) != "from" && nth > 0;
        let mut start = tokens[nth].0;
        let mut way = if back || last + 1 == tokens.len() { "back" } else { "on" };
        for (before, word) in tokens[..nth].iter().rev().take(2) {
            match *word {
                "from" => start = *before,
                "back" | "on" => (start, way) = (*before, word),
                _ => break,
            }
        }
        let (written, meant) = (&self.text[start..at], format!("{way} from {house}"));
        let head = tokens[..nth].iter().rev().find(|(place, _)| *place < start).map_or("", |(_, word)| word);
        // Of other statements, and on a line of its own, `while` is the loop of other languages.
        if !named || !matches!(head, "capture" | "in") || written.contains('\n') || written.trim() == meant {
            return None;
        }
        let found = syntax::habit(
            self.span(start, at + "while".len()),
            &format!("{head} {} while …", written.trim()),
            &format!("{head} {meant} while …"),
        );
        Some(Edit { start, end, new: format!("{meant} "), found, sure: true })
    }
}

impl Builder {
    /// `param n: Int = 4 in 1 .. 6`, which reads as a condition, and `in 1 - 6`: taken as they are meant, and told.
    pub(super) fn ranged(&mut self, param: Param, inner: &[Pair<'_, Rule>], span: Span) -> Param {
        match (param.range, param.default) {
            (None, Expr { kind: ExprKind::Binary(Op::In, usual, range) | ExprKind::Where(usual, range), .. })
                if param.ty.text == "Int" && is_number(&usual) =>
            {
                let written = part(inner, Rule::value).map_or("", |value| trimmed(value.as_str()));
                let parted = written.split_once(" in ").or_else(|| written.split_once(" where "));
                let (first, behind) = parted.unwrap_or((written, "…"));
                let behind = behind.split("..").map(str::trim).collect::<Vec<_>>().join(" .. ");
                self.told_otherwise(&param.name, &param.ty, &behind, first.trim(), span);
                Param { range: Some(*range), default: *usual, ..param }
            }
            (Some(Expr { kind: ExprKind::Binary(Op::Sub, low, high), span: at }), default) => {
                if let (ExprKind::Int(low), ExprKind::Int(high)) = (&low.kind, &high.kind) {
                    let usual = part(inner, Rule::value).map_or("…", |value| trimmed(value.as_str()));
                    self.told_otherwise(&param.name, &param.ty, &format!("{low} .. {high}"), usual, span);
                }
                Param { range: Some(Expr { kind: ExprKind::Binary(Op::Range, low, high), span: at }), default, ..param }
            }
            (range, default) => Param { range, default, ..param },
        }
    }

    fn told_otherwise(&mut self, name: &Name, ty: &Name, range: &str, usual: &str, span: Span) {
        let meant = format!("param {}: {} in {range} = {usual}", name.text, ty.text);
        let found = syntax::param_otherwise(span, &meant);
        self.diagnostics.push(found);
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Negate(_))
}
