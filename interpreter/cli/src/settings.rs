//! In: a program. Out: its parameters and readings with the values in force, as an author writes them. Never here: setting them.
use mcl_lang::bytecode::Program;
use mcl_lang::hir::Param;

/// `eats = {2, 3}`, `slam = none`: what `with` and `--set` set.
pub(crate) fn in_force(program: &Program) -> Vec<String> {
    program.settings().iter().map(|(name, value)| format!("{name} = {value}")).collect()
}

/// The value of a parameter as an author writes it.
pub(crate) fn value(program: &Program, param: &Param) -> String {
    program.value_text(param)
}
