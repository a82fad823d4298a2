//! In: a program. Out: its parameters and readings with the values in force, as an author writes them. Never here: setting them.
use mcl_lang::bytecode::Program;
use mcl_lang::hir::{Const, Param, Ty, Way};

/// `eats = {2, 3}`, `slam = none`: what `with` and `--set` set.
pub(crate) fn in_force(program: &Program) -> Vec<String> {
    let params = program.params.iter().map(|param| format!("{} = {}", param.name, value(program, param)));
    let readings = program.readings.iter().map(|reading| {
        let chosen = reading.labels.get(reading.chosen).map_or("", String::as_str);
        format!("{} = {chosen}", reading.name)
    });
    params.chain(readings).collect()
}

/// What is set otherwise than usual, as a record and a command line give it: `eats=2,4`.
pub(crate) fn changed(program: &Program) -> Vec<String> {
    let params = program.params.iter().filter(|param| param.value != param.default);
    let params = params.map(|param| {
        let value = value(program, param).replace(['{', '}', ' '], "");
        format!("{}={value}", param.name)
    });
    let readings = program.readings.iter().filter(|reading| reading.chosen != reading.default);
    let readings = readings.filter_map(|reading| {
        let chosen = reading.labels.get(reading.chosen)?;
        Some(format!("{}={chosen}", reading.name))
    });
    params.chain(readings).collect()
}

/// The value of a parameter as an author writes it.
pub(crate) fn value(program: &Program, param: &Param) -> String {
    let way = |way: &Way| if *way == Way::Cw { "cw" } else { "ccw" };
    match &param.value {
        Const::Counts(set) => set.text(),
        Const::Directions(ways) => format!("{{{}}}", ways.iter().map(way).collect::<Vec<_>>().join(", ")),
        Const::Int(number) => {
            let at = usize::try_from(*number).unwrap_or(usize::MAX);
            let named = match param.ty {
                Ty::Bool => ["false", "true"].get(at).map(|word| (*word).to_owned()),
                Ty::Direction => ["ccw", "cw"].get(at).map(|word| (*word).to_owned()),
                Ty::Player => program.layout.players.get(at).cloned(),
                Ty::Reading(reading) => {
                    program.readings.get(reading as usize).and_then(|one| one.labels.get(at).cloned())
                }
                Ty::Int
                | Ty::House
                | Ty::Directions
                | Ty::Counts
                | Ty::Region
                | Ty::Players
                | Ty::Text
                | Ty::Texts
                | Ty::Unknown => None,
            };
            named.unwrap_or_else(|| number.to_string())
        }
    }
}
