//! In: defs, and calls of them. Out: their names where they are used, and what they mean where they are told. Never here: what stands inside them.
use super::decided::Given;
use super::statements::under;
use super::words::{join, quoted};
use super::{Noun, Part, Said, Spoken, Teller};
use crate::hir::{DefBody, Expr, ExprKind, LocalId, Ty};
use crate::source::Span;

/// Values of a def of numbers that are told.
const SAMPLES: i32 = 16;

impl<'a> Teller<'a> {
    /// A call of a procedure.
    pub(super) fn call(&mut self, def: usize, arguments: &[Expr], span: Span) -> Part {
        let name = quoted(&self.speak_of(def));
        let mut given = Vec::new();
        let mut same = Vec::new();
        for (formal, argument) in self.formals(def).into_iter().zip(arguments) {
            if self.fixed.contains_key(&formal) {
                self.note(argument);
                continue;
            }
            let formal = self.formal_name(formal);
            let argument = self.noun(argument).text;
            if argument == formal { same.push(formal) } else { given.push(format!("{formal} being {argument}")) }
        }
        if !same.is_empty() {
            given.push(format!("with the same {}", join(&same, "and")));
        }
        let with = if given.is_empty() { String::new() } else { format!(", {}", given.join(", ")) };
        Part::Said(self.said(format!("do {name}{with}"), span))
    }

    /// A value that a def gives: `“due” of your “taken”`, `your “lane”`.
    pub(super) fn called_value(&mut self, def: usize, arguments: &[Expr]) -> Noun {
        if let Some(value) = self.plain_value(def) {
            return self.noun(value);
        }
        let given = arguments.iter().map(|argument| self.value(argument, &Given::new())).collect();
        self.samples.entry(def).or_insert(given);
        let name = quoted(&self.speak_of(def));
        let ty = match self.game.defs.get(def).map(|def| &def.body) {
            Some(DefBody::Value(value)) => value.ty,
            Some(DefBody::Procedure(_)) | None => Ty::Unknown,
        };
        let name = if ty == Ty::House { format!("{name} house") } else { name };
        let many = ty == Ty::Region;
        if let [player] = arguments
            && player.ty == Ty::Player
        {
            let player = self.noun(player);
            return Noun { many, ..Noun::one(self.possessed(&player, &name)) };
        }
        let of = self.called_of(def, arguments);
        let the = if ty == Ty::House { "the " } else { "" };
        Noun { many, ..Noun::one(format!("{the}{name}{of}")) }
    }

    /// ` of “h”, with “n” being 3`: what a value is asked of.
    pub(super) fn called_of(&mut self, def: usize, arguments: &[Expr]) -> String {
        let formals = self.formals(def);
        let texts = arguments.iter().map(|argument| self.noun(argument).text).collect::<Vec<_>>();
        let mut given = texts.into_iter().zip(formals);
        let Some((first, _)) = given.next() else { return String::new() };
        let rest = given.map(|(text, formal)| format!("{} being {text}", self.formal_name(formal)));
        let rest = rest.collect::<Vec<_>>();
        if rest.is_empty() { format!(" of {first}") } else { format!(" of {first}, with {}", join(&rest, "and")) }
    }

    /// What a def without formals stands for, if that is a single word.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only what has a name already is looked for")]
    fn plain_value(&mut self, def: usize) -> Option<&'a Expr> {
        let game = self.game;
        let def = game.defs.get(def).filter(|def| def.formals.is_empty())?;
        let DefBody::Value(value) = &def.body else { return None };
        let mut value = value;
        while let ExprKind::If(three) = &value.kind {
            let holds = if self.literal { None } else { self.settled(&three[0]) }?;
            value = if holds != 0 { &three[1] } else { &three[2] };
        }
        match value.kind {
            ExprKind::Var { .. } | ExprKind::Word(_) | ExprKind::Param(_) => Some(value),
            _ => None,
        }
    }

    /// Remembers that a def has to be told, and gives its name.
    pub(super) fn speak_of(&mut self, def: usize) -> String {
        let (voice, shut) = (self.voice, self.shut);
        match self.defs.iter_mut().find(|known| known.def == def) {
            Some(known) => known.shut &= shut,
            None => self.defs.push(Spoken { def, voice, shut, told: false }),
        }
        self.names_hands |= self.in_hands;
        self.game.defs.get(def).map_or_else(String::new, |def| def.name.clone())
    }

    fn formals(&self, def: usize) -> Vec<LocalId> {
        self.game.defs.get(def).map(|def| def.formals.clone()).unwrap_or_default()
    }

    fn formal_name(&self, formal: LocalId) -> String {
        quoted(self.game.locals.get(formal.0 as usize).map_or("", |local| local.name.as_str()))
    }

    /// A def: what it is given, and what it does or is.
    pub(super) fn def(&mut self, at: usize) -> Vec<Part> {
        let game = self.game;
        let Some(def) = game.defs.get(at) else { return Vec::new() };
        let depth = self.live.len();
        let mut given = Vec::new();
        for formal in &def.formals {
            if let Some((number, _)) = self.fixed.get(formal) {
                self.called.insert(*formal, Noun::simple(number.to_string()));
                continue;
            }
            self.bind_named(*formal);
            let known = game.locals.get(formal.0 as usize);
            given.push(known.map_or_else(String::new, |local| self.formal(local)));
        }
        let name = quoted(&def.name);
        let shut = if self.shut { format!("{}: ", super::cases::SHUT) } else { String::new() };
        let part = match &def.body {
            DefBody::Procedure(block) => {
                let with = if given.is_empty() { String::new() } else { format!(", given {},", join(&given, "and")) };
                let lead = self.said(format!("{shut}{name}{with} means"), def.span);
                under(lead, ": ", self.block(block))
            }
            DefBody::Value(value) => {
                let text = self.def_value(&name, &given, value);
                let text = format!("{shut}{text}{}", self.sampled(at, value));
                let said = self.said(text, value.span);
                Part::Said(Said { spans: vec![def.span, value.span], ..said })
            }
        };
        self.live.truncate(depth);
        vec![part]
    }

    /// `“due” of a number “n” is 3 if …`.
    fn def_value(&mut self, name: &str, given: &[String], value: &Expr) -> String {
        let of = match given {
            [] => String::new(),
            [first] => format!(" of {first}"),
            [first, rest @ ..] => format!(" of {first}, with {},", join(rest, "and")),
        };
        let settled = if self.literal || value.ty != Ty::Bool { None } else { self.settled(value) };
        if settled.is_some() && self.shut {
            return format!("{name} is true{of} if {}", self.literally(value));
        }
        if let Some(holds) = settled {
            return format!("{name} is {} true{of}", if holds == 0 { "never" } else { "always" });
        }
        if value.ty == Ty::Bool {
            return format!("{name} is true{of} if {}", self.condition(value));
        }
        let (be, value) = (if value.ty == Ty::Region { "are" } else { "is" }, self.noun(value).text);
        format!("{name}{of} {be} {value}")
    }

    /// What a def of one number gives for 0, 1, 2 and so on, as it is asked for first.
    fn sampled(&self, at: usize, value: &Expr) -> String {
        let given = self.samples.get(&at).cloned().unwrap_or_default();
        let formals = self.formals(at);
        let open = formals.iter().zip(&given).filter(|(_, known)| known.is_none()).map(|(formal, _)| *formal);
        let open = open.collect::<Vec<_>>();
        let ([open], Ty::Int) = (&open[..], value.ty) else { return String::new() };
        let known = formals.iter().zip(&given).filter_map(|(formal, known)| Some((*formal, (*known)?)));
        let known = known.collect::<Given>();
        let of = |number: i32| {
            let mut given = known.clone();
            given.insert(*open, number);
            self.value(value, &given).map(|value| value.to_string())
        };
        let Some(values) = (0..SAMPLES).map(of).collect::<Option<Vec<_>>>() else { return String::new() };
        let with = known.iter().map(|(formal, value)| format!("with {} being {value}, ", self.formal_name(*formal)));
        let with = with.collect::<String>();
        format!("; {with}for 0, 1, 2 and so on that gives {}, …", values.join(", "))
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
