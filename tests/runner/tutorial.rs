//! In: `lang/docs/tutorial.md`. Out: whether a reader who types what stands there sees what stands there: its files are written, its commands run. Never here: what the text says.
use crate::cli::{arguments, binary};
use crate::reference::{Block, blocks};
use crate::{Verdict, corpus, fail};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("tutorial: every file and every answer", followed)]
}

/// All blocks in their order, in one folder.
fn followed() -> Verdict {
    let text = std::fs::read_to_string(corpus::repository().join("lang/docs/tutorial.md"))?;
    let folder = std::env::temp_dir().join(format!("mcl-tutorial-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let lines = text.lines().collect::<Vec<_>>();
    let mut all = [blocks(&text, "mcl"), blocks(&text, "console")].concat();
    all.sort_by_key(|block| block.line);
    let mut wrong = Vec::new();
    for block in &all {
        let before = block.line.checked_sub(2).and_then(|at| lines.get(at)).copied().unwrap_or_default();
        let verdict = match before.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
            Some(name) => file(&folder, name, block),
            None => commands(&folder, block),
        };
        wrong.extend(verdict.err().map(|why| format!("line {}: {}", block.line, why.message().unwrap_or_default())));
    }
    std::fs::remove_dir_all(&folder)?;
    if wrong.is_empty() { Ok(()) } else { fail(wrong.join("\n\n")) }
}

/// A file that is written, and checked.
fn file(folder: &Path, name: &str, block: &Block) -> Verdict {
    std::fs::write(folder.join(name), &block.text)?;
    let output = run(folder, &format!("check {name}"))?;
    let said = said(&output);
    match (block.kind.as_str(), output.status.code()) {
        ("fails", Some(1)) => Ok(()),
        ("", Some(0)) if !said.contains("warning") => Ok(()),
        _ => fail(format!("mcl check {name} says\n{said}")),
    }
}

/// Commands and what they answer.
fn commands(folder: &Path, block: &Block) -> Verdict {
    let mut rest = block.text.as_str();
    while let Some(at) = rest.find("$ mcl ") {
        let after = &rest[at + "$ mcl ".len()..];
        let (command, answer) = after.split_once('\n').unwrap_or((after, ""));
        let end = answer.find("$ mcl ").unwrap_or(answer.len());
        let found = said(&run(folder, command)?);
        if !answers(&lines_of(&answer[..end]), &lines_of(&found)) {
            return fail(format!("$ mcl {command}\nanswers\n{found}"));
        }
        rest = &answer[end..];
    }
    Ok(())
}

fn run(folder: &Path, command: &str) -> Result<Output, Failed> {
    Ok(Command::new(binary()?).args(arguments(command)).env_remove("NO_COLOR").current_dir(folder).output()?)
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn lines_of(text: &str) -> Vec<&str> {
    let mut lines = text.lines().map(str::trim_end).collect::<Vec<_>>();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// Whether an answer is the one told, in which a line `…` stands for any lines.
fn answers(told: &[&str], found: &[&str]) -> bool {
    let mut parts = told.split(|line| *line == "…");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = found.strip_prefix(first) else { return false };
    let parts = parts.collect::<Vec<_>>();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = (0..=rest.len()).find(|at| rest[*at..].starts_with(part)) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
