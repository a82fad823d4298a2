//! In: a decision and its values. Out: answers and their texts. Never here: finding or judging them.
use mcl_lang::bytecode::{BinderKind, Decision, Program};
use mcl_lang::hir::MOST_BINDERS;

/// One answer to a decision: which kind of answer, and the values of its binders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    pub(crate) answer: u8,
    pub(crate) count: u8,
    pub(crate) values: [i32; MOST_BINDERS],
}

/// The answer that ends the move.
pub(crate) const DECLINE: u8 = u8::MAX;

impl Choice {
    pub(crate) fn one(value: i32) -> Choice {
        Choice { answer: 0, count: 1, values: [value, 0, 0, 0] }
    }

    pub(crate) fn decline() -> Choice {
        Choice { answer: DECLINE, count: 0, values: [0; MOST_BINDERS] }
    }

    /// The values of the binders, in order: sites, numbers, directions (0 counterclockwise), players, labels by number.
    #[must_use]
    pub fn values(&self) -> &[i32] {
        self.values.get(..self.count as usize).unwrap_or(&[])
    }

    /// The house of a choice of one house.
    #[must_use]
    pub(crate) fn house(&self, decision: &Decision) -> Option<u8> {
        let answer = decision.answers.get(self.answer as usize)?;
        let at = answer.binders.iter().position(|(_, kind)| *kind == BinderKind::House)?;
        u8::try_from(*self.values().get(at)?).ok()
    }
}

/// The canonical text of a choice: `F`, `*C`, `enter 14`, `pass`.
pub(crate) fn text(program: &Program, decision: &Decision, choice: Choice) -> String {
    let label = |at: u16| program.texts.get(at as usize).map_or("?", String::as_str).to_owned();
    if choice.answer == DECLINE {
        return decision.optional.map_or_else(|| "pass".to_owned(), label);
    }
    let Some(answer) = decision.answers.get(choice.answer as usize) else {
        return "?".to_owned();
    };
    let values = values_text(program, answer, choice);
    // `move` is what one expects, and is left out before its values.
    match answer.label.map(label) {
        None => values,
        Some(label) if values.is_empty() => label,
        Some(label) if label == "move" => values,
        Some(label) => format!("{label} {values}"),
    }
}

/// Values joined by commas; a clockwise direction is the `*` before its house, as Murray writes.
fn values_text(program: &Program, answer: &mcl_lang::bytecode::Answer, choice: Choice) -> String {
    let starred = matches!(answer.binders[..], [(_, BinderKind::House), (_, BinderKind::Direction)]);
    if starred && choice.count == 2 {
        let star = if choice.values[1] == 1 { "*" } else { "" };
        return format!("{star}{}", value_text(program, BinderKind::House, choice.values[0]));
    }
    let values =
        answer.binders.iter().zip(choice.values()).map(|((_, kind), value)| value_text(program, *kind, *value));
    values.collect::<Vec<_>>().join(",")
}

fn value_text(program: &Program, kind: BinderKind, value: i32) -> String {
    let at = usize::try_from(value).unwrap_or(usize::MAX);
    let known = match kind {
        BinderKind::Number => return value.to_string(),
        BinderKind::House => {
            return u8::try_from(value)
                .map_or_else(|_| "none".to_owned(), |site| crate::event::site_name(program, site));
        }
        BinderKind::Direction => return if value == 1 { "cw".to_owned() } else { "ccw".to_owned() },
        BinderKind::Player => program.layout.players.get(at),
        BinderKind::Text => program.texts.get(at),
    };
    known.cloned().unwrap_or_else(|| "?".to_owned())
}
