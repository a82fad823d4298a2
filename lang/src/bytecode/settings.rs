//! In: a program. Out: its parameters and readings with the values in force, in texts that set them again. Never here: setting them.
use super::Program;
use crate::hir::{Const, Param, Ty, Way};

impl Program {
    /// The value of a parameter as an author writes it: `4`, `{2, 3}`, `ccw`, `true`, `South`.
    #[must_use]
    pub fn value_text(&self, param: &Param) -> String {
        let way = |way: &Way| if *way == Way::Cw { "cw" } else { "ccw" };
        match &param.value {
            Const::Counts(set) => set.text(),
            Const::Directions(ways) => format!("{{{}}}", ways.iter().map(way).collect::<Vec<_>>().join(", ")),
            Const::Int(number) => self.named(param.ty, *number).unwrap_or_else(|| number.to_string()),
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
    ///   param start: Int in 1 .. 3 = 1
    ///   param eats: Counts = {2, 3}
    ///   board { rows 2; houses 2 }
    ///   setup { fill start }
    ///   turn { choose h in own where h.seeds > 0; sow h; capture here if here.seeds in eats }
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
        self.settings_where(|_| true, |_| true)
    }

    /// Those of them that are set otherwise than usual.
    #[must_use]
    pub fn changed_settings(&self) -> Vec<(String, String)> {
        self.settings_where(|param| param.value != param.default, |reading| reading.chosen != reading.default)
    }

    fn settings_where(
        &self,
        param: impl Fn(&Param) -> bool,
        reading: impl Fn(&crate::hir::Reading) -> bool,
    ) -> Vec<(String, String)> {
        let params = self.params.iter().filter(|one| param(one)).map(|one| (one.name.clone(), self.value_text(one)));
        let readings = self.readings.iter().filter(|one| reading(one));
        let readings = readings.filter_map(|one| Some((one.name.clone(), one.labels.get(one.chosen)?.clone())));
        params.chain(readings).collect()
    }
}
