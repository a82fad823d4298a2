//! In: a folder of cases, and what a case gives. Out: the cases as trials; what they give compared with what is expected. Never here: what a case means.
use crate::Verdict;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder `tests/`.
pub(crate) fn tests() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the whole repository.
pub(crate) fn repository() -> PathBuf {
    tests().join("..")
}

/// Whether what is expected is written anew.
pub(crate) fn blesses() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

/// A trial for each file of a folder with this ending, called `folder/name`; and one that finds what belongs to no case.
pub(crate) fn trials(folder: &str, ending: &str, run: fn(&Path) -> Verdict) -> Vec<Trial> {
    let files = files(&tests().join(folder), ending);
    let names = files.iter().map(|file| stem(file)).collect::<BTreeSet<_>>();
    let case = |file: PathBuf| Trial::test(format!("{folder}/{}", stem(&file)), move || run(&file));
    let mut trials = files.into_iter().map(case).collect::<Vec<_>>();
    let at = tests().join(folder);
    trials.push(Trial::test(format!("{folder}: every file is a case or belongs to one"), move || {
        no_orphans(&at, &names)
    }));
    trials
}

fn no_orphans(folder: &Path, cases: &BTreeSet<String>) -> Verdict {
    let orphans = entries(folder).into_iter().filter(|path| path.is_file() && !cases.contains(&stem(path)));
    let orphans = orphans.map(|path| path.display().to_string()).collect::<Vec<_>>();
    if orphans.is_empty() { Ok(()) } else { crate::fail(format!("belongs to no case: {}", orphans.join(", "))) }
}

/// The files of a folder with this ending, sorted.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension() == Some(OsStr::new(ending))).collect()
}

/// Everything in a folder, sorted; a folder that is not there is empty.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found = entries.map(|entry| entry.path()).collect::<Vec<_>>();
    found.sort();
    found
}

/// The name of a file without its ending.
pub(crate) fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String, Failed> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()).into())
}

/// Compares with a file; with BLESS=1 the file is written.
pub(crate) fn golden(file: &Path, found: &str) -> Verdict {
    let expected = fs::read_to_string(file).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    if blesses() {
        return fs::write(file, found).map_err(|error| format!("{}: {error}", file.display()).into());
    }
    let name = file.display();
    crate::fail(format!("not as in {name} (BLESS=1 writes it):\n{}", difference(&expected, found)))
}

/// The lines that differ, with `-` as expected and `+` as found, and a line of what is the same before and after.
pub(crate) fn difference(expected: &str, found: &str) -> String {
    let (old, new) = (lines(expected), lines(found));
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(old, new)| old == new).count();
    let mut shown = Vec::new();
    shown.extend(same.checked_sub(1).map(|at| format!("  {}", old[at])));
    shown.extend(old[same..old.len() - tail].iter().map(|line| format!("- {line}")));
    shown.extend(new[same..new.len() - tail].iter().map(|line| format!("+ {line}")));
    shown.extend(old.get(old.len() - tail).map(|line| format!("  {line}")));
    shown.join("\n")
}

fn lines(text: &str) -> Vec<&str> {
    text.split('\n').collect()
}
