//! In: the sources of the types a program is made of, the pages of docs/errors. Out: a number that changes with the types, a table of the pages. Never here: what they mean.
#![expect(clippy::disallowed_methods, reason = "a build script reads files; the crate itself does not")]
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Files all of whose types are parts of a program, and single types of other files.
const PARTS: [(&str, &[&str]); 6] = [
    ("bytecode.rs", &[]),
    ("bytecode/instr.rs", &[]),
    ("board.rs", &[]),
    ("hir.rs", &["Ty", "Const", "CountSet", "Param", "Reading"]),
    ("ast.rs", &["Way", "MarkRules", "LiftRule", "CaptureRule"]),
    ("source.rs", &["FileId", "Span"]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("shape.rs"), shape(&here.join("src"))?)?;
    println!("cargo:rerun-if-changed=docs/errors");
    fs::write(out.join("pages.rs"), pages(&here.join("docs/errors"))?)?;
    Ok(())
}

/// A constant that changes with the definitions.
fn shape(sources: &Path) -> Result<String, Box<dyn Error>> {
    let mut shape = 0xcbf2_9ce4_8422_2325u64;
    for (file, types) in PARTS {
        println!("cargo:rerun-if-changed=src/{file}");
        let text = fs::read_to_string(sources.join(file))?;
        let found = definitions(&text, types);
        if found.is_empty() || types.iter().any(|ty| !found.iter().any(|line| names(line, ty))) {
            return Err(format!("{file} no longer has all of {types:?}").into());
        }
        for byte in found.join("\n").bytes() {
            shape = (shape ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(format!("/// Changes with the types of a program.\npub(crate) const SHAPE: u64 = {shape};\n"))
}

/// A table of every page `MCLnnnn.md`: number and text, sorted.
fn pages(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix("MCL"));
        if let Some(code) = name.and_then(|digits| digits.parse::<u16>().ok()) {
            found.push((code, path.canonicalize()?));
        }
    }
    found.sort();
    let mut table = String::from("/// Every page, by its number.\nconst TEXTS: &[(u16, &str)] = &[\n");
    for (code, path) in found {
        let path = path.to_str().ok_or("a path is not UTF-8")?;
        writeln!(table, "    ({code}, include_str!({path:?})),")?;
    }
    table.push_str("];\n");
    Ok(table)
}

/// The lines of the definitions of some types, or of all, without comments and attributes.
fn definitions<'a>(text: &'a str, types: &[&str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let begins = line.starts_with("pub struct ") || line.starts_with("pub enum ");
        if begins && (types.is_empty() || types.iter().any(|ty| names(line, ty))) {
            found.push(line);
            inside = line.ends_with('{');
        } else if inside {
            let bare = line.trim();
            if !bare.starts_with("//") && !bare.starts_with("#[") {
                found.push(bare);
            }
            inside = line != "}";
        }
    }
    found
}

/// Whether a line begins the definition of this type.
fn names(line: &str, ty: &str) -> bool {
    let mut words = line.split(|letter: char| !letter.is_alphanumeric());
    words.next() == Some("pub") && words.nth(1) == Some(ty)
}
