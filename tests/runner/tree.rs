//! In: the repository. Out: whether its crates, files and words are as the style target says. Never here: what the code does.
use crate::{Verdict, corpus, fail};
use libtest_mimic::{Failed, Trial};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders with our code.
const CODE: [&str; 5] = ["lang", "interpreter", "stdlib", "playground", "tests"];
/// What may lie at the top.
const TOP: [&str; 18] = [
    ".cargo",
    ".ci",
    ".clippy.toml",
    ".editorconfig",
    ".git",
    ".gitignore",
    ".rustfmt.toml",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "games",
    "interpreter",
    "lang",
    "playground",
    "stdlib",
    "target",
    "tests",
];
/// Lines a file may have.
const LONGEST_FILE: usize = 700;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("tree: the language knows no other crate of ours", || {
            knows_not(
                "mcl-lang",
                &["mcl-interpreter", "mcl-cli", "clap", "serde_json", "rhai", "libloading", "tower-lsp", "lsp-types"],
            )
        }),
        Trial::test("tree: the interpreter knows no terminal", || {
            knows_not("mcl-interpreter", &["mcl-cli", "clap", "tower-lsp", "lsp-types", "crossterm"])
        }),
        Trial::test("tree: the library is text", || {
            knows_not("mcl-stdlib", &["mcl-lang", "mcl-interpreter", "mcl-cli", "clap"])
        }),
        Trial::test("tree: every file says first what it is for", first_lines),
        Trial::test("tree: no file is too long", no_long_files),
        Trial::test("tree: no game is known to the code", no_game_names),
        Trial::test("tree: nothing else lies at the top", top_level),
        Trial::test("tree: nothing outside is read", nothing_outside),
    ]
}

/// The packages that a crate needs when it runs.
fn knows_not(package: &str, banned: &[&str]) -> Verdict {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut tree = Command::new(cargo);
    tree.args(["tree", "--offline", "--package", package, "--edges", "normal", "--prefix", "none"])
        .current_dir(corpus::repository());
    let output = tree.output()?;
    if !output.status.success() {
        return fail(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let known =
        text.lines().filter_map(|line| line.split(' ').next()).filter(|name| banned.contains(name)).collect::<Vec<_>>();
    if known.is_empty() { Ok(()) } else { fail(format!("{package} knows {}", known.join(", "))) }
}

/// Every Rust file of ours with its text.
fn rust_files() -> Result<Vec<(PathBuf, String)>, Failed> {
    let mut files = Vec::new();
    for folder in CODE {
        gather(&corpus::repository().join(folder), &mut files);
    }
    files
        .into_iter()
        .filter(|file| file.extension() == Some(OsStr::new("rs")))
        .map(|file| Ok((file.clone(), corpus::read(&file)?)))
        .collect()
}

/// The files below a folder, without what is built.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in corpus::entries(folder) {
        if entry.is_dir() && entry.file_name() != Some(OsStr::new("target")) {
            gather(&entry, files);
        } else if entry.is_file() {
            files.push(entry);
        }
    }
}

fn none_of(wrong: Vec<String>, what: &str) -> Verdict {
    if wrong.is_empty() { Ok(()) } else { fail(format!("{what}:\n{}", wrong.join("\n"))) }
}

fn first_lines() -> Verdict {
    let wrong = rust_files()?
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(file, _)| file.display().to_string());
    none_of(wrong.collect(), "no `//!` on line one")
}

fn no_long_files() -> Verdict {
    let long = rust_files()?
        .into_iter()
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST_FILE);
    none_of(long.map(|(file, lines)| format!("{}: {lines} lines", file.display())).collect(), "too long")
}

/// The code of the language and of the machine, without comments and tests, names no game.
fn no_game_names() -> Verdict {
    let mut wrong = Vec::new();
    for (file, text) in
        rust_files()?.into_iter().filter(|(file, _)| file.components().any(|part| part.as_os_str() == "src"))
    {
        if ["cli", "stdlib", "playground"].iter().any(|other| file.components().any(|part| part.as_os_str() == *other))
        {
            continue;
        }
        for (number, line) in (1..).zip(text.split("#[cfg(test)]").next().unwrap_or("").lines()) {
            let code = line.split("//").next().unwrap_or("").to_lowercase();
            let named =
                mcl_stdlib::GAMES.iter().map(|(name, _)| *name).filter(|name| words(&code).any(|word| word == *name));
            wrong.extend(named.map(|name| format!("{}:{number}: {name}", file.display())));
        }
    }
    none_of(wrong, "names of games")
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '-')
}

fn top_level() -> Verdict {
    let names = corpus::entries(&corpus::repository())
        .into_iter()
        .filter_map(|entry| entry.file_name().map(|name| name.to_string_lossy().into_owned()));
    none_of(names.filter(|name| !TOP.contains(&name.as_str())).collect(), "does not belong at the top")
}

/// Everything that is needed lies in the repository.
fn nothing_outside() -> Verdict {
    let outside = ["..", "shared"].join("/");
    let mut files = Vec::new();
    for folder in CODE.into_iter().chain(["games", ".ci", ".cargo"]) {
        gather(&corpus::repository().join(folder), &mut files);
    }
    files.extend(["README.md", "Cargo.toml"].map(|name| corpus::repository().join(name)));
    let reads = files
        .into_iter()
        .filter(|file| std::fs::read(file).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(&outside)));
    none_of(reads.map(|file| file.display().to_string()).collect(), "reads what lies outside")
}
