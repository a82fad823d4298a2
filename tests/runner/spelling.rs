//! In: the games of the library. Out: whether a misspelt word of the language is found at that word, and nothing else is said. Never here: wording.
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, render};
use libtest_mimic::{Failed, Trial};
use mcl_lang::compile_tests;
use mcl_lang::source::Source;
use std::collections::BTreeSet;

pub(crate) fn trials() -> Vec<Trial> {
    let of = |(name, text): &(&'static str, &'static str)| {
        let (name, text) = (*name, *text);
        Trial::test(format!("spelling/{name}: a misspelt word is found at that word"), move || every_word(name, text))
    };
    mcl_stdlib::GAMES.iter().map(of).collect()
}

fn every_word(name: &str, text: &str) -> Verdict {
    let known = reserved()?;
    let mut lost = Vec::new();
    for (at, word) in words(text).into_iter().filter(|(_, word)| known.contains(*word)) {
        let broken = swapped(word);
        if word.len() > 3 && broken != word && !known.contains(&broken) {
            let text = format!("{}{broken}{}", &text[..at], &text[at + word.len()..]);
            lost.extend(not_found_there(name, &text, at));
        }
    }
    if lost.is_empty() { Ok(()) } else { fail(format!("{} words are not found:\n{}", lost.len(), lost.join("\n"))) }
}

/// What is reported, unless it is one error at this place.
fn not_found_there(name: &str, text: &str, at: usize) -> Option<String> {
    let build = compile_tests(Source::new(&format!("{name}.mcl"), text), &Shelf::library());
    match &build.diagnostics[..] {
        [only] if only.span().start as usize == at => None,
        found => Some(format!("at {}:\n{}", build.sources.get(mcl_lang::source::FileId(0))?.position(u32::try_from(at).ok()?).0, render::all(found, &build.sources))),
    }
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
    Ok(rule.split('"').filter(|word| word.chars().all(char::is_alphabetic) && !word.is_empty()).map(str::to_owned).collect())
}

/// The words outside texts, comments and `play` lines, and where they begin.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let skipped = if rest.starts_with('"') {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("--") || rest.starts_with("play ") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with(is_word) {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            found.push((at, &rest[..end]));
            end
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        at += skipped;
    }
    found
}
