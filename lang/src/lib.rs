//! The mcl language: text in, verified program out. No IO, clock, randomness, threads or printing.
pub mod ast;
pub mod board;
pub mod bytecode;
pub mod check;
mod clauses;
pub mod codegen;
mod compile;
pub mod diagnostic;
pub mod format;
pub mod hir;
pub mod loader;
pub mod parse;
pub mod resolve;
pub mod source;
pub mod tell;

pub use compile::{
    AnswerPlace, Build, TestBuild, compile, compile_marked, compile_tests, decode, find_mistakes, understand,
};
pub use format::format;
