//! In: the games of the library, each word of the language in them misspelt in turn. Out: whether that word is blamed, and it alone. Never here: wording.
//!
//! `spelling.txt` has the words for which something else is blamed, as long as there are any; BLESS=1 writes it.
use crate::shelf::Shelf;
use crate::{Verdict, corpus};
use libtest_mimic::{Failed, Trial};
use mcl_lang::compile_tests;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::Source;
use std::collections::BTreeSet;

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("spelling: a misspelt word is found at that word", every_word)]
}

fn every_word() -> Verdict {
    let known = reserved()?;
    let mut lost = String::new();
    for (name, text) in mcl_stdlib::GAMES {
        for (at, word) in words(text).into_iter().filter(|(_, word)| known.contains(*word)) {
            let broken = swapped(word);
            if word.len() > 3 && broken != word && !known.contains(&broken) {
                let text = format!("{}{broken}{}", &text[..at], &text[at + word.len()..]);
                lost.extend(not_found_there(name, &text, at));
            }
        }
    }
    corpus::golden(&corpus::tests().join("spelling.txt"), &lost)
}

/// The line, and what is reported of it, unless that is one mistake at this place.
fn not_found_there(name: &str, text: &str, at: usize) -> Option<String> {
    let source = Source::new(&format!("{name}.mcl"), text);
    let found = compile_tests(source.clone(), &Shelf::library(), &[]).diagnostics;
    if let [only] = &found[..]
        && only.span().start as usize == at
    {
        return None;
    }
    let place = |at: u32| source.position(at);
    let told = |found: &Diagnostic| {
        let (line, column) = place(found.span().start);
        format!("  {line}:{column} {}\n", found.title)
    };
    let (line, column) = place(u32::try_from(at).ok()?);
    let told = found.iter().map(told).collect::<String>();
    Some(format!("{}:{line}:{column}: {}\n{told}", source.name(), source.line(line).trim()))
}

/// Two letters in the middle exchanged, as fingers do.
fn swapped(word: &str) -> String {
    let mut letters = word.chars().collect::<Vec<_>>();
    let middle = letters.len() / 2;
    letters.swap(middle - 1, middle);
    letters.into_iter().collect()
}

/// The words of the language, from its grammar.
fn reserved() -> Result<BTreeSet<String>, Failed> {
    let grammar = corpus::read(&corpus::repository().join("lang/src/grammar.pest"))?;
    let rule = grammar.split("reserved = _{").nth(1).and_then(|rest| rest.split('}').next()).unwrap_or_default();
    let words = rule.split('"').filter(|word| word.chars().all(char::is_alphabetic) && !word.is_empty());
    Ok(words.map(str::to_owned).collect())
}

/// The words outside texts, comments, `play` lines and the labels of readings, and where they begin.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let free = ["--", "play ", "reading "].iter().any(|begin| rest.starts_with(begin));
        at += if let Some(inside) = rest.strip_prefix('"') {
            inside.find('"').map_or(rest.len(), |end| end + 2)
        } else if free {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with(is_word) {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            found.push((at, &rest[..end]));
            end
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
    }
    found
}
