//! In: what keeps bytes from being a program. Out: the diagnostics of bytecode, codes 800 to 899. Never here: reading bytes.
use super::Diagnostic;
use crate::source::Span;

/// Bytecode is of one piece: all of the file is the place.
fn of_the_file(code: u16, title: String, label: &str) -> Diagnostic {
    Diagnostic::error(code, title, Span::default(), label)
}

/// The file holds something else.
#[must_use]
pub fn no_bytecode() -> Diagnostic {
    of_the_file(801, "this is not bytecode of mcl".into(), "begins otherwise")
        .help("give a file that `mcl build` has written, or the rule file itself")
}

/// The types of a program were others when it was written.
#[must_use]
pub fn other_version() -> Diagnostic {
    of_the_file(802, "this bytecode is of another version of mcl".into(), "written by another mcl")
        .help("build it again from the rule file: `mcl build`")
}

/// Some of it is altered or missing.
#[must_use]
pub fn damaged() -> Diagnostic {
    of_the_file(803, "this bytecode is damaged".into(), "not as it was written")
        .help("copy it again, or build it again from the rule file: `mcl build`")
}

/// It is whole, but no program that can be run.
#[must_use]
pub fn refused(why: &str) -> Diagnostic {
    of_the_file(804, format!("this bytecode is no program that can be run: {why}"), "not made by this compiler")
        .help("build it again from the rule file: `mcl build`")
}

/// Larger than any program.
#[must_use]
pub fn too_large(most: usize) -> Diagnostic {
    of_the_file(805, format!("bytecode of more than {} MiB", most >> 20), "too large")
        .help("give a file that `mcl build` has written")
}
