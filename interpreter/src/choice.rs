//! In: a decision and its values. Out: answers and their texts. Never here: finding or judging them.
use mcl_lang::bytecode::{self, BinderKind, Program};
use mcl_lang::hir::MOST_BINDERS;

/// What is asked now, and of whom. A player without answers is stuck, which the rules have then dealt with: whoever is asked
/// has at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// The player who decides, by number: from 0 in order of play, 7 at most. In `choose by p` it is not the player whose turn it is.
    pub player: u8,
    /// What is chosen.
    pub kind: DecisionKind,
}

/// What a player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecisionKind {
    /// A house.
    House,
    /// A number.
    Number,
    /// A direction of sowing.
    Direction,
    /// A player.
    Player,
    /// One of several words.
    Word,
    /// Several things at once, such as a house and a direction.
    Several,
    /// One of several kinds of answer, each with its label.
    Either,
}

/// What a decision of the code asks for.
pub(crate) fn kind(decision: &bytecode::Decision) -> DecisionKind {
    match decision.answers[..] {
        [ref answer] if answer.label.is_none() => match answer.binders[..] {
            [(_, BinderKind::House)] => DecisionKind::House,
            [(_, BinderKind::Number)] => DecisionKind::Number,
            [(_, BinderKind::Direction)] => DecisionKind::Direction,
            [(_, BinderKind::Player)] => DecisionKind::Player,
            [(_, BinderKind::Text)] => DecisionKind::Word,
            _ => DecisionKind::Several,
        },
        _ => DecisionKind::Either,
    }
}

/// One answer to a decision: which kind of answer, and the values of its binders. It belongs to the decision at which it was
/// offered; anywhere else it is refused, unless that offers the same.
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
    pub(crate) fn house(&self, decision: &bytecode::Decision) -> Option<u8> {
        let answer = decision.answers.get(self.answer as usize)?;
        let at = answer.binders.iter().position(|(_, kind)| *kind == BinderKind::House)?;
        u8::try_from(*self.values().get(at)?).ok()
    }
}

/// A choice as it is written, in its parts.
pub(crate) struct Parts {
    /// What kind of answer it is, if that has a name.
    pub(crate) label: Option<String>,
    /// Its values with commas between; `*` before them means clockwise.
    pub(crate) values: String,
    /// The same with the direction spelled out, if there is one: `2,ccw`.
    pub(crate) spelled: Option<String>,
}

/// What is expected, and may be left out before its values.
const MOVE: &str = "move";

impl Parts {
    /// The one text that is written.
    pub(crate) fn canonical(&self) -> String {
        match &self.label {
            Some(label) if label != MOVE || self.values.is_empty() => self.with_label(label, &self.values),
            _ => self.values.clone(),
        }
    }

    /// Every text that says the same in full, the canonical one first.
    pub(crate) fn forms(&self) -> Vec<String> {
        let mut forms = vec![self.canonical()];
        if let Some(label) = &self.label {
            forms.push(self.with_label(label, &self.values));
        }
        if let Some(spelled) = &self.spelled {
            forms.extend(self.label.iter().map(|label| self.with_label(label, spelled)));
            if self.label.as_ref().is_none_or(|label| label == MOVE) {
                forms.push(spelled.clone());
            }
        }
        forms
    }

    fn with_label(&self, label: &str, values: &str) -> String {
        if self.values.is_empty() { label.to_owned() } else { format!("{label} {values}") }
    }
}

/// The parts of the text of a choice.
pub(crate) fn parts(program: &Program, decision: &bytecode::Decision, choice: Choice) -> Parts {
    let label = |at: u16| program.texts.get(at as usize).map_or("?", String::as_str).to_owned();
    let named = |label: String| Parts { label: Some(label), values: String::new(), spelled: None };
    if choice.answer == DECLINE {
        return named(decision.optional.map_or_else(|| "pass".to_owned(), label));
    }
    let Some(answer) = decision.answers.get(choice.answer as usize) else {
        return named("?".to_owned());
    };
    let values = || answer.binders.iter().map(|(_, kind)| *kind).zip(choice.values().iter().copied());
    let joined = |values: &mut dyn Iterator<Item = (BinderKind, i32)>| {
        values.map(|(kind, value)| value_text(program, kind, value)).collect::<Vec<_>>().join(",")
    };
    let all = joined(&mut values());
    let mut ways = values().filter(|(kind, _)| *kind == BinderKind::Direction);
    // One direction beside other values is the `*` before them, as Murray writes.
    let (values, spelled) = match (ways.next(), ways.next()) {
        (Some((_, way)), None) if choice.count > 1 => {
            let others = joined(&mut values().filter(|(kind, _)| *kind != BinderKind::Direction));
            (format!("{}{others}", if way == 1 { "*" } else { "" }), Some(all))
        }
        _ => (all, None),
    };
    Parts { label: answer.label.map(label), values, spelled }
}

/// The canonical text of a choice: `F`, `*C`, `enter 14`, `enter *2`, `pass`.
pub(crate) fn text(program: &Program, decision: &bytecode::Decision, choice: Choice) -> String {
    parts(program, decision, choice).canonical()
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
