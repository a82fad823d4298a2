//! In: `lang/docs/errors`, a page for each code. Out: whether every code has its page, and the examples of a page give its code and are mended. Never here: wording.
//!
//! How a page is written and run stands in `lang/docs/errors/README.md`.
use crate::shelf::{self, Shelf};
use crate::{Verdict, cli, corpus, fail, host};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::{Game, Match, record, run_test};
use mcl_lang::bytecode::Program;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::Source;
use mcl_lang::{Build, compile_tests};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("pages: every code has a page, and every page a code", all_codes),
        Trial::test("pages: mcl explain shows them", explained),
    ];
    let pages =
        files().into_iter().map(|file| Trial::test(format!("pages: {}", corpus::stem(&file)), move || page(&file)));
    trials.extend(pages);
    trials
}

/// The pages themselves; the README beside them is none.
fn files() -> Vec<PathBuf> {
    let files = corpus::files(&corpus::repository().join("lang/docs/errors"), "md");
    files.into_iter().filter(|file| corpus::stem(file) != "README").collect()
}

// ---------------------------------------------------------------------------------------------------------- all codes

fn all_codes() -> Verdict {
    let known = codes()?;
    let pages = files().iter().filter_map(|file| number(file)).collect::<BTreeSet<_>>();
    let told = |codes: Vec<&u16>| codes.into_iter().map(|code| format!("MCL{code:04}")).collect::<Vec<_>>().join(" ");
    let (missing, unknown) = (told(known.difference(&pages).collect()), told(pages.difference(&known).collect()));
    if known.len() < 100 {
        return fail(format!("the codes are written otherwise than this test thinks: {} found", known.len()));
    }
    if missing.is_empty() && unknown.is_empty() {
        return Ok(());
    }
    fail(format!("codes without a page: {missing}\npages without a code: {unknown}"))
}

fn number(file: &Path) -> Option<u16> {
    corpus::stem(file).strip_prefix("MCL")?.parse().ok()
}

/// How a code is written where it is given to a message.
const GIVEN: [&str; 7] = ["error(", "warning(", "TextError::new(", "of_the_file(", "=> ", "Refusal::new(", "placed("];
/// Where messages are made: all of a folder, or one file.
const MAKERS: [&str; 9] = [
    "interpreter/cli/src/commands/host",
    "lang/src/diagnostic",
    "lang/src/diagnostic.rs",
    "interpreter/src/fault.rs",
    "interpreter/src/game_match.rs",
    "interpreter/src/record.rs",
    "interpreter/src/notation",
    "interpreter/src/testing.rs",
    "interpreter/src/testing",
];

/// Every code in the source of the messages.
fn codes() -> Result<BTreeSet<u16>, Failed> {
    let mut found = BTreeSet::new();
    let mut paths = MAKERS.map(|maker| corpus::repository().join(maker)).to_vec();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(corpus::entries(&path));
        } else {
            let text = corpus::read(&path)?;
            let made = text.split("#[cfg(test)]").next().unwrap_or_default();
            found.extend(GIVEN.iter().flat_map(|given| made.split(given).skip(1)).filter_map(leading_code));
        }
    }
    Ok(found)
}

/// The number that stands before a comma.
fn leading_code(text: &str) -> Option<u16> {
    let (digits, _) = text.trim_start().split_once(',')?;
    digits.parse().ok().filter(|code| *code > 0)
}

fn explained() -> Verdict {
    let list = cli::output(&["explain"])?;
    let table = corpus::read(&corpus::repository().join("lang/docs/errors/README.md"))?;
    for file in files() {
        let text = corpus::read(&file)?;
        let (code, title) =
            text.lines().next().and_then(|line| line.strip_prefix("# ")?.split_once(": ")).ok_or("no title")?;
        if !list.lines().any(|line| line == format!("{code}  {title}")) {
            return fail(format!("`mcl explain` does not list {code}  {title}"));
        }
        if !table.contains(&format!("| [{code}]({code}.md) | {title} |")) {
            return fail(format!("the table in lang/docs/errors/README.md does not list {code}: {title}"));
        }
    }
    if table.lines().filter(|line| line.starts_with("| [MCL")).count() != files().len() {
        return fail("the table in lang/docs/errors/README.md lists other pages than there are");
    }
    if list.lines().count() == files().len() { Ok(()) } else { fail("`mcl explain` lists more than there is") }
}

// ----------------------------------------------------------------------------------------------------------- one page

/// A fenced block and what is said of it.
struct Block {
    kind: String,
    settings: Vec<(String, String)>,
    text: String,
    /// It follows a block that fails in play.
    after_faults: bool,
}

fn page(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    let code = number(file).ok_or("a page is called MCL and four digits")?;
    let title = text.lines().next().unwrap_or_default().strip_prefix(&format!("# MCL{code:04}: ")).unwrap_or_default();
    if title.is_empty() || title.ends_with('.') || title.starts_with(|first: char| first.is_uppercase()) {
        return fail(format!("the first line is `# MCL{code:04}: ` and a title in lower case without a full stop"));
    }
    let blocks = blocks(&text)?;
    let some = |kinds: &[&str]| blocks.iter().any(|block| kinds.contains(&block.kind.as_str()));
    let fails = some(&["mcl fails", "mcl faults", "text fails", "json fails"]);
    let whole = fails && some(&["mcl mended", "text mended", "json mended"]);
    if whole == text.contains("\n<!-- no example: ") {
        return fail("a page has an example and its mending, or says why it has none");
    }
    for block in &blocks {
        run(block, code).map_err(|why| format!("`{}`: {}", block.kind, why.message().unwrap_or_default()))?;
    }
    Ok(())
}

fn blocks(page: &str) -> Result<Vec<Block>, Failed> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut settings = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(set) = line.strip_prefix("<!-- set: ") {
            settings = shelf::settings(set.strip_suffix(" -->").ok_or("a comment is not closed")?);
        } else if let Some(kind) = line.strip_prefix("```") {
            let text = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            let after_faults = blocks.last().is_some_and(|block| block.kind == "mcl faults");
            blocks.push(Block { kind: kind.to_owned(), settings: std::mem::take(&mut settings), text, after_faults });
        }
    }
    Ok(blocks)
}

fn run(block: &Block, code: u16) -> Verdict {
    match block.kind.as_str() {
        "mcl fails" => {
            let found = built(block).diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>();
            if found == [code] { Ok(()) } else { fail(format!("gives {found:?}, not [{code}]")) }
        }
        "mcl faults" => same(played(block)?, Some(code)),
        "mcl mended" => mended(block),
        "text fails" => same_of_text(&block.text, Some(code)),
        "text mended" => same_of_text(&block.text, None),
        "json fails" => host::ends_with(&block.text, Some(code)),
        "json mended" => host::ends_with(&block.text, None),
        "text" | "record" | "mcl" => Ok(()),
        other => fail(format!("a fence says `{other}`")),
    }
}

/// Checked, its tests too.
fn built(block: &Block) -> Build {
    compile_tests(Source::new("page.mcl", &block.text), &Shelf::library(), &block.settings)
}

fn mended(block: &Block) -> Verdict {
    let build = built(block);
    if let Some(found) = build.diagnostics.first() {
        return fail(format!("still gives {}: {}", found.code, found.title));
    }
    for test in &build.tests {
        run_test(test).map_err(|failure| format!("its test fails: {}", failure.message))?;
    }
    if block.after_faults { same(played(block)?, None) } else { Ok(()) }
}

fn same(found: Option<u16>, wanted: Option<u16>) -> Verdict {
    if found == wanted { Ok(()) } else { fail(format!("ends with {found:?}, not {wanted:?}")) }
}

/// The code of the fault to which the moves of a game lead, if they do.
fn played(block: &Block) -> Result<Option<u16>, Failed> {
    let build = built(block);
    let errors =
        build.diagnostics.iter().filter(|found| found.is_error()).map(|found: &Diagnostic| found.title.clone());
    let program = build.program.ok_or_else(|| errors.collect::<Vec<_>>().join("; "))?;
    let mut game = match Match::new(&game(program)?) {
        Ok(game) => game,
        Err(fault) => return Ok(Some(fault.code())),
    };
    let head = |name: &str| block.text.lines().find_map(|line| line.strip_prefix("-- ")?.strip_prefix(name));
    if let Some(position) = head("position: ") {
        game.set_position(position).map_err(|error| error.message)?;
    }
    for answer in head("play: ").unwrap_or_default().split_whitespace() {
        if let Err(error) = game.play_text(answer) {
            return Ok(Some(error.diagnostic().code.0));
        }
    }
    Ok(None)
}

fn game(program: Program) -> Result<Game, Failed> {
    Game::new(program).map_err(|broken| broken.to_string().into())
}

/// Commands, or a record where there is none.
fn same_of_text(text: &str, wanted: Option<u16>) -> Verdict {
    let commands = text.lines().filter_map(|line| line.strip_prefix("mcl ")).collect::<Vec<_>>();
    if commands.is_empty() {
        return same(replayed(text, wanted)?, wanted);
    }
    for command in commands {
        let words = cli::arguments(command);
        let words = words.iter().map(String::as_str).collect::<Vec<_>>();
        let (code, out, err) = cli::ended(&corpus::tests().join("cli"), &words)?;
        let told = wanted.is_none_or(|wanted| err.contains(&format!("MCL{wanted:04}\n")));
        if code != Some(i32::from(wanted.is_some())) || !told {
            return fail(format!("mcl {command}: exit code {code:?}\n{out}\n{err}"));
        }
    }
    Ok(())
}

/// A record beside a game that is not its own.
const OTHER_GAME: u16 = 745;

/// The code with which a record is refused, if it is.
fn replayed(text: &str, wanted: Option<u16>) -> Result<Option<u16>, Failed> {
    let parsed = match record::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => return Ok(Some(error.diagnostic().code.0)),
    };
    if wanted == Some(OTHER_GAME) {
        let kalah = crate::games::game("kalah", &[])?;
        return Ok(parsed.is_of(&kalah, "kalah").err().map(|error| error.diagnostic().code.0));
    }
    let build = shelf::build(parsed.tag("Game").unwrap_or("kalah"), &parsed.params());
    let program = build.program.ok_or("the record names no game")?;
    Ok(record::replay(&game(program)?, &parsed).err().map(|error| error.diagnostic().code.0))
}
