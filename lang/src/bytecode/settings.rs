//! In: a program. Out: its parameters and readings with the values in force, in texts that set them again. Never here: setting them.
use super::Program;
use crate::hir::{Const, Param, Reading, Ty, Way};

impl Program {
    /// The value of a parameter as an author writes it: `4`, `{2, 3}`, `ccw`, `true`, `South`.
    #[must_use]
    pub fn value_text(&self, param: &Param) -> String {
        self.text_of(param.ty, &param.value)
    }

    fn text_of(&self, ty: Ty, value: &Const) -> String {
        let way = |way: &Way| if *way == Way::Cw { "cw" } else { "ccw" };
        match value {
            Const::Counts(set) => set.text(),
            Const::Directions(ways) => format!("{{{}}}", ways.iter().map(way).collect::<Vec<_>>().join(", ")),
            Const::Int(number) => self.named(ty, *number).unwrap_or_else(|| number.to_string()),
        }
    }

    /// The word for a value that is kept as a number.
    fn named(&self, ty: Ty, number: i32) -> Option<String> {
        let at = usize::try_from(number).ok()?;
        match ty {
            Ty::Bool => ["false", "true"].get(at).map(|word| (*word).to_owned()),
            Ty::Direction => ["ccw", "cw"].get(at).map(|word| (*word).to_owned()),
            Ty::Player => self.layout.players.get(at).cloned(),
            Ty::Reading(reading) => self.readings.get(usize::from(reading))?.labels.get(at).cloned(),
            Ty::Int
            | Ty::House
            | Ty::Directions
            | Ty::Counts
            | Ty::Region
            | Ty::Players
            | Ty::Text
            | Ty::Texts
            | Ty::Unknown => None,
        }
    }

    /// Every parameter and reading with the value in force, in order: what [`compile`](crate::compile()) takes as settings.
    ///
    /// ```
    /// # use mcl_lang::{compile, loader::NoFiles, source::Source};
    /// let text = r#"game "Tiny" {
    ///   param start: Int in 1..3 = 1
    ///   param eats: Counts = {2, 3}
    ///   board { rows 2; houses 2; stores }
    ///   setup { fill start }
    ///   turn { choose h in own where h.seeds > 0; sow h; when last.seeds in eats -> capture last }
    ///   end { when stuck -> each captures own }
    ///   winner most store
    /// }"#;
    /// let given = [("eats".to_owned(), "{2, 5..9}".to_owned())];
    /// let program = compile(Source::new("tiny.mcl", text), &NoFiles, &given).program.unwrap();
    /// assert_eq!(program.settings(), [("start".to_owned(), "1".to_owned()), given[0].clone()]);
    /// assert_eq!(program.changed_settings(), given);
    /// ```
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        self.set_to(|param| &param.value, |reading| reading.chosen)
    }

    /// The same with the usual values.
    #[must_use]
    pub fn usual_settings(&self) -> Vec<(String, String)> {
        self.set_to(|param| &param.default, |reading| reading.default)
    }

    /// Those that are set otherwise than usual.
    #[must_use]
    pub fn changed_settings(&self) -> Vec<(String, String)> {
        let both = self.settings().into_iter().zip(self.usual_settings());
        both.filter(|(here, usual)| here != usual).map(|(here, _)| here).collect()
    }

    fn set_to(&self, value: impl Fn(&Param) -> &Const, answer: impl Fn(&Reading) -> usize) -> Vec<(String, String)> {
        let params = self.params.iter().map(|one| (one.name.clone(), self.text_of(one.ty, value(one))));
        let readings = self.readings.iter().map(|one| {
            let label = one.labels.get(answer(one));
            (one.name.clone(), label.cloned().unwrap_or_default())
        });
        params.chain(readings).collect()
    }
}
