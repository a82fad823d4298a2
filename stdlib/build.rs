//! In: the rule files and records of ../games, the libraries beside this file. Out: tables of names and texts. Never here: reading rules.
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let games = here.join("../games");
    println!("cargo:rerun-if-changed=../games");
    println!("cargo:rerun-if-changed=.");
    let mut tables = String::new();
    table(&mut tables, "GAMES", "Every game: its name and the text of its rule file.", &files(&games, "mcl")?)?;
    table(&mut tables, "LIBRARIES", "Every library: its name and its text.", &files(&here, "mcl")?)?;
    table(&mut tables, "RECORDS", "Every record: its file name and its text.", &files(&games, "record")?)?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("tables.rs"), tables)?;
    Ok(())
}

/// The files of a folder with this ending, by the name they go by, sorted. A folder that is not there has none.
fn files(folder: &Path, ending: &str) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    let mut found = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = if ending == "mcl" { path.file_stem() } else { path.file_name() };
            if let Some(name) = name.and_then(|name| name.to_str())
                && path.extension().is_some_and(|extension| extension == ending)
            {
                found.push((name.to_owned(), path.canonicalize()?));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Writes one table as a Rust constant.
fn table(out: &mut String, name: &str, doc: &str, files: &[(String, PathBuf)]) -> Result<(), Box<dyn Error>> {
    writeln!(out, "/// {doc} Sorted by name.\npub const {name}: &[(&str, &str)] = &[")?;
    for (name, path) in files {
        let path = path.to_str().ok_or("a path is not UTF-8")?;
        writeln!(out, "    ({name:?}, include_str!({path:?})),")?;
    }
    writeln!(out, "];\n")?;
    Ok(())
}
