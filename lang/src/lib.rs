//! The mcl language: text in, verified program out. No IO, clock, randomness, threads or printing.
pub mod ast;
pub mod diagnostic;
pub mod loader;
pub mod parse;
pub mod source;
