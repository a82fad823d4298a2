//! In: the corpora of this folder. Out: one test for each case, with filter and listing. Never here: what a case means.
use libtest_mimic::Arguments;
use std::process::ExitCode;

#[expect(clippy::print_stderr, reason = "there is no test yet that could fail")]
fn main() -> ExitCode {
    if mcl_tests::refuses_to_bless() {
        eprintln!("error: BLESS is set, and so is CI: what is expected is never written there");
        return ExitCode::FAILURE;
    }
    libtest_mimic::run(&Arguments::from_args(), mcl_tests::trials()).exit_code()
}
