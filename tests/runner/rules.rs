//! In: `rules/NAME.mcl`, and every game of the library. Out: whether their rules are told as in `NAME.out`, and no statement is left out. Never here: finding words.
#![expect(clippy::wildcard_enum_match_arm, reason = "only statements with others inside them are looked through")]
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, games, render};
use libtest_mimic::{Failed, Trial};
use mcl_lang::hir::{Block, DefBody, Endless, Game, Stmt, StmtKind};
use mcl_lang::source::Source;
use mcl_lang::tell::{Format, Part, Render, Said, Text, tell};
use mcl_lang::{Build, understand};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) fn trials() -> Vec<Trial> {
    let folder = corpus::tests().join("rules");
    let cases = corpus::files(&folder, "mcl");
    let mut names = cases.iter().map(|file| corpus::stem(file)).collect::<BTreeSet<_>>();
    let mut trials =
        cases.into_iter().map(|file| Trial::test(format!("rules/{}", corpus::stem(&file)), move || case(&file)));
    let mut all = trials.by_ref().collect::<Vec<_>>();
    for (name, _) in mcl_stdlib::GAMES {
        names.insert((*name).to_owned());
        let file = folder.join(format!("{name}.out"));
        all.push(Trial::test(format!("rules/{name}"), move || library(name, &file)));
        all.push(Trial::test(format!("rules/{name}: nothing is left out, whatever is set"), move || whole(name)));
    }
    all.push(Trial::test("rules: every file is a case or belongs to one", move || no_orphans(&folder, &names)));
    all.push(Trial::test("rules: every game of the other corpora is told whole", others));
    all.push(Trial::test("rules: deep phrases are told in time", deep));
    all
}

fn no_orphans(folder: &Path, names: &BTreeSet<String>) -> Verdict {
    let orphans = corpus::entries(folder).into_iter().filter(|path| !names.contains(&corpus::stem(path)));
    let orphans = orphans.map(|path: PathBuf| path.display().to_string()).collect::<Vec<_>>();
    if orphans.is_empty() { Ok(()) } else { fail(format!("belongs to no case: {}", orphans.join(", "))) }
}

/// A small file for a construct: told with its lines, so that they are pinned too.
fn case(file: &Path) -> Verdict {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let build = understand(Source::new(&name, &corpus::read(file)?), &Shelf::beside(file), &[]);
    let Some(game) = &build.game else { return fail(render::all(&build.diagnostics, &build.sources)) };
    let text = tell(game);
    let render = Render { format: Format::Markdown, picture: &[], lines: Some(&build.sources) };
    corpus::golden(&file.with_extension("out"), &render.render(&text))?;
    told_whole(game)
}

/// A game of the library, as a person reads it.
fn library(name: &str, file: &Path) -> Verdict {
    let build = built(name, &[])?;
    let Some(game) = &build.game else { return fail("no game") };
    let render = Render { format: Format::Text, picture: &["(the board)".to_owned()], lines: None };
    corpus::golden(file, &render.render(&tell(game)))
}

/// Rule files written for other ends have what nobody thought of here.
fn others() -> Verdict {
    let folders = ["examples", "fault", "bytecode", "check/good", "check/bases", "cli/files"];
    let mut told = 0;
    for file in folders.into_iter().flat_map(|folder| corpus::files(&corpus::tests().join(folder), "mcl")) {
        // What is not even text belongs to other tests.
        let Ok(text) = corpus::read(&file) else { continue };
        let build = understand(Source::new("other", &text), &Shelf::beside(&file), &[]);
        if let Some(game) = &build.game {
            told_whole(game).map_err(|why| format!("{}: {}", file.display(), why.message().unwrap_or_default()))?;
            told += 1;
        }
    }
    if told > 30 { Ok(()) } else { fail(format!("only {told} games were found")) }
}

fn built(name: &str, settings: &[(String, String)]) -> Result<Build, Failed> {
    let text = mcl_stdlib::game(name).unwrap_or_default();
    let build = understand(Source::new(name, text), &Shelf::library(), settings);
    if build.game.is_none() {
        return Err(render::all(&build.diagnostics, &build.sources).into());
    }
    Ok(build)
}

/// Under each setting of a game every statement is told, and no word of the language is left.
fn whole(name: &str) -> Verdict {
    for settings in games::variants(name)? {
        let build = built(name, &settings)?;
        let Some(game) = &build.game else { return fail("no game") };
        told_whole(game)?;
    }
    Ok(())
}

/// Every statement is told, in words that people use.
pub(crate) fn told_whole(game: &Game) -> Verdict {
    let text = tell(game);
    nothing_left_out(game, &text)?;
    no_jargon(&text)
}

// --------------------------------------------------------------------------------------------------------- statements

/// Every statement that can be reached is told by some sentence.
fn nothing_left_out(game: &Game, text: &Text) -> Verdict {
    let mut told = BTreeSet::new();
    text.sections.iter().for_each(|section| each_said(&section.parts, &mut |said| told.extend(said.spans.clone())));
    let mut missing = Vec::new();
    let mut called = Vec::new();
    let mut waiting = blocks(game);
    while let Some(block) = waiting.pop() {
        each_statement(block, &mut |stmt| {
            if !told.contains(&stmt.span) {
                missing.push(stmt.span);
            }
            if let StmtKind::Call { def, .. } = stmt.kind
                && !called.contains(&def)
            {
                called.push(def);
                if let DefBody::Procedure(body) = &game.defs[def].body {
                    waiting.push(body);
                }
            }
        });
    }
    let declared = game.marks.iter().map(|mark| mark.span).chain(game.vars.iter().map(|var| var.span));
    let declared = declared.chain(game.winner.iter().map(|winner| winner.span));
    missing.extend(declared.filter(|span| !told.contains(span)));
    if missing.is_empty() { Ok(()) } else { fail(format!("not told: {missing:?}")) }
}

fn blocks(game: &Game) -> Vec<&Block> {
    let mut blocks = vec![&game.setup, &game.turn, &game.end];
    blocks.extend(game.phases.iter().map(|phase| &phase.turn));
    blocks.extend(game.rounds.iter().map(|rounds| &rounds.between));
    if let Endless::Does(block) = &game.endless {
        blocks.push(block);
    }
    blocks
}

fn each_statement<'a>(block: &'a Block, look: &mut dyn FnMut(&'a Stmt)) {
    for stmt in &block.statements {
        look(stmt);
        match &stmt.kind {
            StmtKind::Cases(cases) => cases.iter().for_each(|case| each_statement(&case.body, look)),
            StmtKind::If { body, otherwise, .. } => {
                each_statement(body, look);
                otherwise.iter().for_each(|block| each_statement(block, look));
            }
            StmtKind::For { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::Laps { body, .. }
            | StmtKind::LapsTogether { body, .. } => each_statement(body, look),
            // The first statement hands the house over; nobody wrote it.
            StmtKind::EachDrop(body) => {
                let rest = Vec::from_iter(body.statements.iter().skip(1));
                rest.into_iter().for_each(|stmt| each_of(stmt, look));
            }
            StmtKind::Choose(choose) => {
                choose.alternatives.iter().for_each(|answer| each_statement(&answer.body, look));
                choose.otherwise.iter().for_each(|block| each_statement(block, look));
            }
            _ => {}
        }
    }
}

/// A statement by itself, with those inside it.
fn each_of<'a>(stmt: &'a Stmt, look: &mut dyn FnMut(&'a Stmt)) {
    look(stmt);
    if let StmtKind::Cases(cases) = &stmt.kind {
        cases.iter().for_each(|case| each_statement(&case.body, look));
    }
}

fn each_said(parts: &[Part], look: &mut dyn FnMut(&Said)) {
    for part in parts {
        match part {
            Part::Said(said) => look(said),
            Part::List { lead, items } => {
                look(lead);
                items.iter().for_each(|item| each_said(item, look));
            }
            Part::Picture => {}
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- wording

/// What is written in rule files and said by nobody.
const JARGON: [&str; 12] = ["own store", "theirs", "==", ">=", "<=", "->", "{", "}", ".seeds", "here", " ccw", "  "];

/// Outside quotes and brackets, no word of the language is left.
fn no_jargon(text: &Text) -> Verdict {
    let mut found = Vec::new();
    for section in text.sections.iter().filter(|section| !section.heading.is_empty()) {
        each_said(&section.parts, &mut |said| {
            let plain = unquoted(&said.text);
            let words = plain.split(|c: char| !c.is_alphanumeric()).collect::<BTreeSet<_>>();
            let bad = |jargon: &&&str| {
                if jargon.chars().all(char::is_alphabetic) {
                    words.contains(**jargon)
                } else {
                    plain.contains(**jargon)
                }
            };
            found.extend(JARGON.iter().find(bad).map(|jargon| format!("`{jargon}` in: {}", said.text)));
        });
    }
    if found.is_empty() { Ok(()) } else { fail(found.join("\n")) }
}

/// A text without what the author named.
fn unquoted(text: &str) -> String {
    let after = |piece: &str| format!("x{}", piece.split_once('”').map_or("", |(_, after)| after));
    let mut pieces = text.split('“');
    let first = pieces.next().unwrap_or_default().to_owned();
    first + &pieces.map(after).collect::<String>()
}

/// Phrases as deep as the language allows are told once each, not once for each level above them.
fn deep() -> Verdict {
    let nested = |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(30), close.repeat(30));
    let conditions = [
        nested("(any h in own: h.seeds > 1 and ", "last.seeds == 1", ")"),
        nested("(no h in houses: h.seeds > (first k in own: h.seeds > k.seeds).seeds or ", "last.seeds == 1", ")"),
        nested("not (last.seeds > 1 or ", "last.seeds == 1", ")"),
        nested("(if last.seeds > 1 then last.seeds == 2 else ", "last.seeds == 1", ")"),
        format!("{}.seeds == 1", nested("(first h in own: h.seeds == ", "last", ".seeds)")),
        format!("last in {}", nested("(own where here.seeds > 0 and here in ", "own", ")")),
    ];
    for condition in conditions {
        let text = format!(
            "game \"Deep\" {{ board {{ rows 2; houses 6 }}\nsetup {{ fill 4 }}\n\
             turn {{ choose h in own where h.seeds > 0; sow h; if {condition} {{ capture last }} }}\n\
             end {{ when stuck -> each captures own }}\nwinner most store }}"
        );
        let build = understand(Source::new("deep", &text), &Shelf::library(), &[]);
        let Some(game) = &build.game else { return fail(render::all(&build.diagnostics, &build.sources)) };
        let told = Render { format: Format::Text, picture: &[], lines: None }.render(&tell(game));
        if told.len() > 100_000 {
            return fail(format!("{} letters for {condition}", told.len()));
        }
    }
    Ok(())
}
