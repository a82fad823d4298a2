//! The mcl language: text in, verified program out. No IO, clock, randomness, threads or printing.
pub mod ast;
pub mod board;
pub mod check;
pub mod diagnostic;
pub mod hir;
pub mod loader;
pub mod parse;
pub mod resolve;
pub mod source;
