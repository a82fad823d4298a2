//! In: a program and the files it was compiled from. Out: the same as bytes, and back; bytes that are not whole are refused. Never here: files, execution.
//!
//! Four letters, the number of the form, the shape of its types, a checksum, then the rest as `postcard` writes it. All numbers little-endian.
use super::{Program, verify};
use crate::diagnostic::{Diagnostic, bytecode};
use crate::source::{Source, Sources};
use serde::{Deserialize, Serialize};

include!(concat!(env!("OUT_DIR"), "/shape.rs"));

/// The first bytes: no text begins like this.
pub const MAGIC: [u8; 4] = *b"\x8fMCL";
/// Raised when an instruction changes its meaning but not its form; a change of form shows in `SHAPE`.
const FORM: u16 = 1;
/// Bytes before the program.
const HEAD: usize = 22;
/// Bytes of the largest file that is read.
pub const LARGEST: usize = 1 << 24;

/// A program with the texts it was compiled from, for faults and traces.
#[derive(Serialize, Deserialize)]
struct Whole {
    program: Program,
    sources: Vec<(String, String)>,
}

/// A program as bytes.
///
/// # Errors
/// The program or its texts are too large.
pub fn encode(program: &Program, sources: &Sources) -> Result<Vec<u8>, Box<Diagnostic>> {
    let texts = sources.iter().map(|source| (source.name().to_owned(), source.text().to_owned()));
    let whole = Whole { program: program.clone(), sources: texts.collect() };
    let head = [&MAGIC[..], &FORM.to_le_bytes(), &SHAPE.to_le_bytes()].concat();
    let body = postcard::to_allocvec(&whole).map_err(|_| bytecode::too_large(LARGEST))?;
    let bytes = [&head[..], &checksum(&head, &body).to_le_bytes(), &body].concat();
    if bytes.len() > LARGEST { Err(Box::new(bytecode::too_large(LARGEST))) } else { Ok(bytes) }
}

/// A program from bytes, verified, with the texts it was compiled from.
///
/// # Errors
/// Why the bytes are no whole program; nothing is taken from them then.
pub fn decode(bytes: &[u8]) -> Result<(Program, Sources), Box<Diagnostic>> {
    if bytes.len() > LARGEST {
        return Err(Box::new(bytecode::too_large(LARGEST)));
    }
    let Some((head, rest)) = bytes.split_at_checked(HEAD - 8).filter(|(head, _)| head.starts_with(&MAGIC)) else {
        // A file that was cut off within its first letters was bytecode all the same.
        let cut_off = !bytes.is_empty() && (MAGIC.starts_with(bytes) || bytes.starts_with(&MAGIC));
        return Err(Box::new(if cut_off { bytecode::damaged() } else { bytecode::no_bytecode() }));
    };
    if head[MAGIC.len()..] != [&FORM.to_le_bytes()[..], &SHAPE.to_le_bytes()].concat() {
        return Err(Box::new(bytecode::other_version()));
    }
    let (sum, body) = rest.split_at_checked(8).ok_or_else(|| Box::new(bytecode::damaged()))?;
    if sum != checksum(head, body).to_le_bytes() {
        return Err(Box::new(bytecode::damaged()));
    }
    // What is left over was not written by `encode`.
    let (whole, left) = postcard::take_from_bytes::<Whole>(body).map_err(|_| Box::new(bytecode::damaged()))?;
    if !left.is_empty() {
        return Err(Box::new(bytecode::damaged()));
    }
    verify(&whole.program).map_err(|broken| Box::new(bytecode::refused(&broken.to_string())))?;
    let mut sources = Sources::default();
    for (name, text) in &whole.sources {
        sources.add(Source::new(name, text));
    }
    Ok((whole.program, sources))
}

/// FNV-1a. Every step is one-to-one, so that one altered byte always alters the sum.
fn checksum(head: &[u8], body: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    head.iter().chain(body).fold(0xcbf2_9ce4_8422_2325, mix)
}
