//! In: a text and the place where it could not be read. Out: edits and answers for a known word behind or before which something is missing. Never here: other languages (habits), other words (deeds).
use super::habits::Look;
use super::mend::Edit;
use super::recover::token;
use crate::diagnostic::{Diagnostic, syntax};

impl Look<'_> {
    /// Edits for a phrase whose parts are there, but not as they are written.
    pub(super) fn gaps(&self) -> Vec<Edit> {
        let word = token(self.rest());
        let end = self.at + word.len();
        let (start, before) = self.before(self.at);
        let (_, first) = self.first();
        let mut edits = Vec::new();
        match (before, word) {
            ("inner" | "outer" | "row", _) if word != "of" => {
                let found = syntax::unfinished(
                    self.span(start, start + before.len()),
                    &format!("`{before}` does not say whose"),
                    "a player belongs behind it",
                );
                let (at, new) = (start + before.len(), " of mover".to_owned());
                let found = found.help(format!("write `{before} of mover`"));
                edits.push(Edit { start: at, end: at, new, found, sure: true });
            }
            ("tie", "draw" | "nobody" | "none") if first == "winner" => {
                let found = syntax::foreign(
                    self.span(start, end),
                    "a tie is a draw unless somebody is named",
                    &format!("delete `tie {word}`"),
                );
                edits.push(Edit { start, end, new: String::new(), found, sure: true });
            }
            ("winner", "player") => {
                if let Some(with) = self.rest().find("with ").map(|with| self.at + with + 4) {
                    edits.push(self.swap(start, with, "winner", "winner player with", "winner"));
                }
            }
            ("if", "possible") if self.before(start).1 == "must" => {
                let found = syntax::foreign(
                    self.span(start, end),
                    "`if possible` stands behind the condition",
                    "write `must … if possible`",
                );
                edits.push(Edit { start, end, new: String::new(), found, sure: true });
            }
            (_, ",") if first == "when" && !self.text[..self.at].contains("->") => {
                edits.push(self.swap(self.at, end, " or ", ",", "or"));
            }
            _ => edits.extend(self.numbers_side_by_side(start, before)),
        }
        edits
    }

    /// `eats = 2 3`: the numbers of a set without its braces.
    fn numbers_side_by_side(&self, start: usize, before: &str) -> Option<Edit> {
        let number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let set = match self.before(start).1 {
            "=" => matches!(self.first().1, "game" | "param" | "use" | "test"),
            sign => sign == "in",
        };
        if !set || !number(before) || !number(token(self.rest())) {
            return None;
        }
        let digits = |c: char| c.is_ascii_digit() || c == ' ';
        let length = self.text[start..].find(|c| !digits(c)).unwrap_or(self.text.len() - start);
        let listed = self.text[start..start + length].trim_end();
        let set = format!("{{{}}}", listed.split_whitespace().collect::<Vec<_>>().join(", "));
        let end = start + listed.len();
        let found = syntax::set_without_braces(self.span(start, end), &set);
        Some(Edit { start, end, new: set, found, sure: true })
    }

    /// What is to be said of a word behind which something is missing.
    pub(super) fn gap(&self) -> Option<Diagnostic> {
        let (first_at, first) = self.first();
        let head = self.span(first_at, first_at + first.len());
        let word = token(self.rest());
        let here = self.span(self.at, self.at + word.len());
        let (start, before) = self.before(self.at);
        let lacking = |at, title: &str, label: &str, help: &str| Some(syntax::unfinished(at, title, label).help(help));
        match (first, before, word) {
            ("winner", "tie", _) => lacking(
                self.span(start, start + before.len()),
                "`tie` does not say who wins a tie",
                "a player belongs behind it",
                "write for example `tie South`; without `tie` a tie is a draw",
            ),
            ("laps", ..) if self.after(first_at + first.len()).1 == "together" && matches!(word, "," | "{" | "") => {
                lacking(
                    here,
                    "a hand does not say whose it is",
                    "`by` and a player belong before this",
                    "write `laps together from h by mover, k by opponent { … }`",
                )
            }
            ("unmark" | "mark", _, "") => lacking(
                head,
                &format!("`{first}` does not say which mark"),
                "the house comes first, then the mark",
                &format!("write `{first} h m`, with the name of the mark for `m`"),
            ),
            ("def", _, "=") => {
                let name = token(self.text[first_at + 3..].trim_start());
                lacking(
                    here,
                    "this def does not say what it takes and gives",
                    "`(…) -> TYPE` belongs before the `=`",
                    &format!("write `def {name}() -> Bool = …`, with the type of the value"),
                )
            }
            (_, "(", ")") if matches!(self.before(start).1, "can_move" | "moves") => {
                let asks = self.before(start).1;
                lacking(
                    here,
                    &format!("`{asks}` does not say of whom"),
                    "a player belongs here",
                    &format!("write `{asks}(opponent)`"),
                )
            }
            (_, "at", number) if self.text.contains("stores") && number.starts_with(|c: char| c.is_ascii_digit()) => {
                lacking(
                    here,
                    "a house is named by its letter",
                    "a number is no name of a house",
                    &format!("write the letters of the houses: `stores at {}`", self.builder.letters.join(" ")),
                )
            }
            _ => None,
        }
    }
}
