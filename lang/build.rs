//! In: the sources of the types a program is made of. Out: a number that changes when they do. Never here: what they mean.
#![expect(clippy::disallowed_methods, reason = "a build script reads files; the crate itself does not")]
use std::error::Error;
use std::path::PathBuf;
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
    let sources = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("src");
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
    let text = format!("/// Changes with the types of a program.\npub(crate) const SHAPE: u64 = {shape};\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("shape.rs"), text)?;
    Ok(())
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
