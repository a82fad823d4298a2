//! In: `lang/docs/reference.md` and the README. Out: whether every block of rules in them is taken and plays, in the frame that the head of the reference describes. Never here: what the text says.
use crate::shelf::Shelf;
use crate::{Verdict, corpus, fail, render, rules};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::search::playouts;
use mcl_interpreter::{Game, run_test};
use mcl_lang::compile_tests;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::Source;

/// The sections of the sample game that a fragment may take the place of.
const SAMPLE: [(&str, &str); 5] = [
    ("board", "board { rows 2; houses 6; stores }"),
    ("setup", "setup { fill 4 }"),
    ("turn", "turn { choose h in own where h.seeds > 0; sow h }"),
    ("end", "end { when stuck or repeated >= 3 -> each captures own }"),
    ("winner", "winner most store"),
];

/// A fenced block: its words behind `mcl`, its text, and the line it begins at.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) line: usize,
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, file) in [("reference", "lang/docs/reference.md"), ("readme", "README.md")] {
        let text = std::fs::read_to_string(corpus::repository().join(file)).unwrap_or_default();
        let mut library = None;
        for block in blocks(&text, "mcl") {
            if block.kind == "library" {
                library = Some(block.text);
                continue;
            }
            let whole = block.kind.is_empty();
            let game = if whole { block.text.clone() } else { framed(&block.kind, &block.text) };
            let beside = library.take();
            trials.push(Trial::test(format!("{name}: line {}", block.line), move || plays(&game, beside.as_deref())));
        }
        for (line, game) in rows(&text) {
            trials.push(Trial::test(format!("{name}: line {line}"), move || plays(&game, None)));
        }
    }
    trials
}

/// The blocks whose fence begins with this word, in order.
pub(crate) fn blocks(text: &str, word: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(fence)) => {
                open = Some(Block { kind: fence.trim().to_owned(), text: String::new(), line: at + 1 });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found.into_iter().filter_map(|block| kind_of(block, word)).collect()
}

fn kind_of(block: Block, word: &str) -> Option<Block> {
    let (first, rest) = block.kind.split_once(' ').unwrap_or((&block.kind, ""));
    (first == word).then(|| Block { kind: rest.trim().to_owned(), ..block })
}

/// A fragment in the sample game.
fn framed(kind: &str, text: &str) -> String {
    match kind {
        "test" => format!("{}\n{text}", sample(&[], "")),
        "section" => {
            let heads = text.lines().filter_map(|line| line.split([' ', '{']).next());
            let own = heads.filter(|head| SAMPLE.iter().any(|(name, _)| name == head)).collect::<Vec<_>>();
            let (tests, sections) = tests_apart(text);
            let replaced = own.iter().map(|name| (*name, String::new())).collect::<Vec<_>>();
            format!("{}\n{tests}", sample(&replaced, &sections))
        }
        name => sample(&[(name, format!("{name} {{\n{text}}}"))], ""),
    }
}

/// The tests of a fragment, which stand behind the game, and the rest.
fn tests_apart(text: &str) -> (String, String) {
    let mut parts = (String::new(), String::new());
    let mut in_test = false;
    for line in text.lines() {
        let starts = !line.starts_with([' ', '}']) && !line.is_empty();
        in_test = if starts { line.starts_with("test ") } else { in_test };
        let part = if in_test { &mut parts.0 } else { &mut parts.1 };
        part.push_str(line);
        part.push('\n');
    }
    parts
}

/// The sample game with some sections replaced and others added.
fn sample(replaced: &[(&str, String)], added: &str) -> String {
    let sections = SAMPLE.iter().map(|(name, text)| {
        replaced.iter().find(|(other, _)| other == name).map_or((*text).to_owned(), |(_, other)| other.clone())
    });
    format!("game \"Sample\" {{\n{}\n{added}}}\n", sections.collect::<Vec<_>>().join("\n"))
}

/// The rows of the table of section 10: the code of the second column in the frame that the third names.
fn rows(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        inside = if line.starts_with("## ") { line.starts_with("## 10") } else { inside };
        let cells = line.replace("\\|", "¦");
        let cells = cells.split('|').map(str::trim).collect::<Vec<_>>();
        if let [_, _, code, frame, _] = cells[..]
            && inside
            && code.contains('`')
        {
            let lines = code.split('`').skip(1).step_by(2).map(|span| span.replace('¦', "|"));
            let code = lines.collect::<Vec<_>>().join("\n");
            found.push((at + 1, in_frame(frame, &code)));
        }
    }
    found
}

fn in_frame(frame: &str, code: &str) -> String {
    let turn = |body: String| sample(&[("turn", format!("turn {{\n{body}\n}}"))], "");
    let choose = "choose h in own where h.seeds > 0";
    match frame {
        "choose" => turn(format!("{code}\nsow h")),
        "sow" => turn(format!("{choose}\n{code}")),
        "after" => turn(format!("{choose}\nsow h\n{code}")),
        "laps" => {
            let body = format!("turn {{\n{choose}\nlaps from h {{\n{code}\n}}\n}}");
            sample(&[("turn", body)], "endless -> end turn\n")
        }
        other => framed(other, &format!("{code}\n")),
    }
}

/// A library of the text as a file in a folder of its own.
fn library_file(text: &str) -> Result<std::path::PathBuf, Failed> {
    let name = text.split('"').nth(1).ok_or("a library needs a name")?;
    let folder = std::env::temp_dir().join(format!("mcl-reference-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{name}.mcl"));
    std::fs::write(&file, text)?;
    Ok(file)
}

/// No error, every test passes, and some random games meet no fault.
fn plays(game: &str, library: Option<&str>) -> Verdict {
    let shelf = match library {
        Some(text) => Shelf::beside(&library_file(text)?),
        None => Shelf::library(),
    };
    let build = compile_tests(Source::new("block.mcl", game), &shelf, &[]);
    let errors = build.diagnostics.iter().filter(|found| found.is_error()).cloned().collect::<Vec<Diagnostic>>();
    if !errors.is_empty() {
        return fail(format!("{}\n{game}", render::all(&errors, &build.sources)));
    }
    for test in &build.tests {
        run_test(test)
            .map_err(|failure| Failed::from(format!("{}: {} {:?}", test.name, failure.message, failure.details)))?;
    }
    if let Some(game) = &build.game {
        rules::told_whole(game)?;
    }
    let Some(program) = build.program else { return fail("no program") };
    let game = Game::new(program).map_err(|broken| Failed::from(broken.to_string()))?;
    playouts(&game, 5, 7, 500).map_err(|fault| Failed::from(fault.to_string()))?;
    Ok(())
}
