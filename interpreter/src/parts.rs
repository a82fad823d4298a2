//! In: a state or an answer, and its game. Out: what it consists of, by the names of the rules. Never here: texts of whole positions, changing them.
use crate::choice::{Choice, DECLINE};
use crate::notation::position::cells_of;
use crate::state::State;
use crate::vm::sets;
use crate::{Game, Match};
use mcl_lang::bytecode::{BinderKind, Program, VariableCell};
use mcl_lang::hir::Ty;

/// A value of an answer or of a variable, by names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<'g> {
    /// A whole number, of 32 bits.
    Number(i32),
    /// True or false.
    Truth(bool),
    /// A player.
    Player(&'g str),
    /// A house, or a store by the name of its player; nothing for `none`.
    Site(Option<&'g str>),
    /// `ccw` or `cw`.
    Direction(&'static str),
    /// A label of a decision, or the answer of a reading.
    Word(&'g str),
    /// Several sites, in order.
    Sites(Vec<&'g str>),
    /// Several directions.
    Directions(Vec<&'static str>),
    /// A set of numbers of seeds, by its members: `2`, `5..9`, `odd`.
    Counts(Vec<String>),
}

/// A variable of the rules in some position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable<'g> {
    /// Its name.
    pub name: &'g str,
    /// Whether each player has one of his own.
    pub of_each_player: bool,
    /// Its value, one; or one of each player in order of play.
    pub values: Vec<Value<'g>>,
}

/// A mark on a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marked<'g> {
    /// The mark.
    pub mark: &'g str,
    /// The number of the player who holds it, where marks of this kind are held.
    pub holder: Option<u8>,
}

/// What a position of a game consists of beside its seeds. A site that the board does not have has nothing.
impl Game {
    /// The number of the player who owns a house, or whose store a store is; nobody for a house without owner. `site` is a
    /// number in `layout.sites`.
    #[must_use]
    pub fn owner(&self, state: &State, site: u8) -> Option<u8> {
        let program = self.prepared();
        let owner = sets::owner(program, state, usize::from(site)).and_then(|owner| u8::try_from(owner).ok());
        program.layout.store_owner(site).or(owner)
    }

    /// The marks that a house bears, in the order in which they are declared.
    pub fn marks<'g>(&'g self, state: &'g State, site: u8) -> impl Iterator<Item = Marked<'g>> {
        let program = self.prepared();
        program.marks.iter().filter_map(move |mark| {
            let holder = sets::holder(program, state, mark, usize::from(site))?;
            let holder = if mark.held { u8::try_from(holder).ok() } else { None };
            Some(Marked { mark: &mark.name, holder })
        })
    }

    /// The variables of the rules, in the order in which they are declared.
    pub fn variables<'g>(&'g self, state: &'g State) -> impl Iterator<Item = Variable<'g>> {
        let program: &Program = self.prepared();
        program.variables.iter().map(move |variable| of_variable(program, variable, state))
    }

    /// The phase a position is in, `main` in the main turn; nothing in a game without phases.
    #[must_use]
    pub fn phase(&self, state: &State) -> Option<&str> {
        let phases = &self.prepared().phases;
        let phase = phases.get(usize::from(state.head.phase)).map_or("main", |phase| phase.name.as_str());
        (!phases.is_empty()).then_some(phase)
    }
}

impl Match {
    /// The label of an answer to the present question, if it has one, and the values of its binders in their order.
    #[must_use]
    pub fn values(&self, choice: Choice) -> (Option<&str>, Vec<Value<'_>>) {
        let program: &Program = self.game().prepared();
        let text = |at: u16| program.texts.get(usize::from(at)).map(String::as_str);
        let Some(decision) = program.decisions.get(usize::from(self.state().head.decision)) else {
            return (None, Vec::new());
        };
        if choice.answer == DECLINE {
            return (decision.optional.and_then(text), Vec::new());
        }
        let Some(answer) = decision.answers.get(usize::from(choice.answer)) else { return (None, Vec::new()) };
        let kinds = answer.binders.iter().map(|(_, kind)| *kind);
        let values = kinds.zip(choice.values()).map(|(kind, value)| bound(program, kind, *value));
        (answer.label.and_then(text), values.collect())
    }
}

fn bound(program: &Program, kind: BinderKind, value: i32) -> Value<'_> {
    match kind {
        BinderKind::Number => Value::Number(value),
        BinderKind::House => Value::Site(site(program, value)),
        BinderKind::Direction => Value::Direction(way(value)),
        BinderKind::Player => Value::Player(named(&program.layout.players, value)),
        BinderKind::Text => Value::Word(named(&program.texts, value)),
    }
}

fn of_variable<'g>(program: &'g Program, variable: &'g VariableCell, state: &State) -> Variable<'g> {
    let cells = cells_of(program, variable);
    let count = if variable.each_player { program.layout.players.len() } else { 1 };
    let width = (cells.len() / count.max(1)).max(1);
    let cells = state.cells().get(cells).unwrap_or(&[]);
    let values = cells.chunks(width).map(|value| of_cells(program, variable.ty, value)).collect();
    Variable { name: &variable.name, of_each_player: variable.each_player, values }
}

fn of_cells<'g>(program: &'g Program, ty: Ty, cells: &[i32]) -> Value<'g> {
    let value = cells.first().copied().unwrap_or(0);
    let at = usize::try_from(value).unwrap_or(usize::MAX);
    match ty {
        Ty::Bool => Value::Truth(value != 0),
        Ty::Player => Value::Player(named(&program.layout.players, value)),
        Ty::House => Value::Site(site(program, value)),
        Ty::Direction => Value::Direction(way(value)),
        Ty::Directions => Value::Directions((0..2).filter(|bit| value >> bit & 1 == 1).map(way).collect()),
        Ty::Reading(reading) => {
            let labels = program.readings.get(usize::from(reading)).map_or(&[][..], |reading| &reading.labels);
            Value::Word(named(labels, value))
        }
        Ty::Region => {
            let sites = cells.iter().skip(1).flat_map(|cell| cell.to_le_bytes()).take(at);
            Value::Sites(sites.filter_map(|number| site(program, i32::from(number))).collect())
        }
        Ty::Counts => Value::Counts(program.counts.get(at).map_or_else(Vec::new, |counts| counts.set.members())),
        Ty::Int | Ty::Players | Ty::Text | Ty::Texts | Ty::Unknown => Value::Number(value),
    }
}

fn way(value: i32) -> &'static str {
    if value == 1 { "cw" } else { "ccw" }
}

fn named(names: &[String], value: i32) -> &str {
    usize::try_from(value).ok().and_then(|at| names.get(at)).map_or("", String::as_str)
}

fn site(program: &Program, value: i32) -> Option<&str> {
    usize::try_from(value).ok().and_then(|at| program.layout.sites.get(at)).map(|site| site.name.as_str())
}
