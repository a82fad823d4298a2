//! In: `cli/NAME.case`, command lines. Out: whether each gives exactly the output and exit code below it. Never here: what a command does.
//!
//! A line `$ mcl …` is run in `tests/cli`; `env: NAME=VALUE` lines before it and `< ` lines after it give environment and input. What follows is written
//! by BLESS=1, of each output as many lines as `lines: N` says: `exit: N`, then standard output behind `| ` and standard error behind `! `.
use crate::{Verdict, corpus, fail};
use libtest_mimic::{Failed, Trial};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = corpus::trials("cli", "case", case);
    trials.push(Trial::test("cli: a broken pipe is no error", broken_pipe));
    trials.push(Trial::test("cli: control characters are never written raw", escaped));
    trials.push(Trial::test("cli: fmt writes files in place", formats_in_place));
    trials.push(Trial::test("cli: bash completes commands and games", bash_completes));
    trials
}

fn case(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    let mut told = String::new();
    let mut env = Vec::new();
    let mut most = usize::MAX;
    let mut lines = text.lines().filter(|line| !is_told(line)).peekable();
    while let Some(line) = lines.next() {
        told.push_str(line);
        told.push('\n');
        env.extend(line.strip_prefix("env: ").and_then(|pair| pair.split_once('=')));
        if let Some(number) = line.strip_prefix("lines: ") {
            most = number.parse()?;
        }
        if let Some(command) = line.strip_prefix("$ mcl") {
            let mut input = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with('<')) {
                told.push_str(line);
                told.push('\n');
                input.push_str(line.strip_prefix("< ").unwrap_or(&line[1..]));
                input.push('\n');
            }
            told.push_str(&run(command, &env, &input, most)?);
        }
    }
    corpus::golden(file, &told)
}

/// Whether a line is told by the command.
fn is_told(line: &str) -> bool {
    line.starts_with("exit: ") || line.starts_with('|') || line.starts_with('!')
}

fn run(command: &str, env: &[(&str, &str)], input: &str, most: usize) -> Result<String, Failed> {
    let mut child = Command::new(binary()?)
        .args(arguments(command))
        .env_remove("NO_COLOR")
        .envs(env.iter().copied())
        .current_dir(corpus::tests().join("cli"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // A command that does not read to the end has closed the pipe: no matter.
    let _ = child.stdin.take().map(|mut pipe| pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    let code = output.status.code().map_or_else(|| "none".to_owned(), |code| code.to_string());
    Ok(format!("exit: {code}\n{}{}", behind("|", &output.stdout, most), behind("!", &output.stderr, most)))
}

/// What the command writes to standard output, run in `tests/cli`, however it ends.
pub(crate) fn output(arguments: &[&str]) -> Result<String, Failed> {
    Ok(ended(&corpus::tests().join("cli"), arguments)?.1)
}

/// How the command ends in a folder: exit code, output, error output.
pub(crate) fn ended(folder: &Path, arguments: &[&str]) -> Result<(Option<i32>, String, String), Failed> {
    let output = Command::new(binary()?).args(arguments).current_dir(folder).stdin(Stdio::null()).output()?;
    Ok((output.status.code(), String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?))
}

/// The lines of an output behind a mark; a last line without its end is shown with `\`.
fn behind(mark: &str, output: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(output).replace('\u{1b}', "\\e");
    let lines =
        text.lines().take(most).map(|line| format!("{mark} {line}").trim_end().to_owned() + "\n").collect::<String>();
    if text.is_empty() || text.ends_with('\n') { lines } else { format!("{}\\\n", lines.trim_end()) }
}

/// The words of a command line; quotes keep blanks together.
pub(crate) fn arguments(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open: Option<char> = None;
    let mut begun = false;
    for letter in command.chars() {
        match open {
            Some(quote) if quote == letter => open = None,
            None if letter == '"' || letter == '\'' => {
                open = Some(letter);
                if !begun {
                    words.push(String::new());
                }
                begun = true;
            }
            None if letter.is_whitespace() => begun = false,
            _ => {
                if !begun {
                    words.push(String::new());
                }
                begun = true;
                words.iter_mut().next_back().into_iter().for_each(|word| word.push(letter));
            }
        }
    }
    words
}

/// Output that nobody reads to its end.
fn broken_pipe() -> Verdict {
    let mut child = Command::new(binary()?)
        .args(["play", "kalah", "--south", "random", "--north", "random"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut said)).transpose()?;
    let code = child.wait()?.code();
    if code == Some(0) && said.is_empty() { Ok(()) } else { fail(format!("exit code {code:?}, said: {said}")) }
}

/// What `mcl fmt` leaves in a folder: files in form, those that cannot be read as they were, nothing else.
fn formats_in_place() -> Verdict {
    let folder = std::env::temp_dir().join(format!("mcl-fmt-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("below"))?;
    let form = "game \"G\" { setup { } }\n";
    let files = [
        ("ugly.mcl", "game \"G\"{setup{}}", form),
        ("below/dos.mcl", "\u{feff}game \"G\" { setup { } }\r\n", form),
        ("good.mcl", form, form),
        ("broken.mcl", "game \"G\"{setup{", "game \"G\"{setup{"),
        ("other.txt", "game \"G\"{setup{}}", "game \"G\"{setup{}}"),
    ];
    for (name, text, _) in files {
        std::fs::write(folder.join(name), text)?;
    }
    let old = std::fs::metadata(folder.join("good.mcl"))?.modified()?;
    let output = Command::new(binary()?).arg("fmt").current_dir(&folder).output()?;
    let untouched = std::fs::metadata(folder.join("good.mcl"))?.modified()? == old;
    let wrong =
        files.iter().filter(|(name, _, text)| std::fs::read_to_string(folder.join(name)).ok().as_deref() != Some(text));
    let wrong = wrong.map(|(name, ..)| *name).collect::<Vec<_>>();
    let left = corpus::entries(&folder).len() + corpus::entries(&folder.join("below")).len();
    std::fs::remove_dir_all(&folder)?;
    let said = String::from_utf8_lossy(&output.stdout);
    let good = wrong.is_empty() && untouched && left == files.len() + 1 && output.status.code() == Some(1);
    if good && said == "below/dos.mcl: formatted\nugly.mcl: formatted\n" {
        return Ok(());
    }
    fail(format!("wrong: {wrong:?}, untouched: {untouched}, entries: {left}, {:?}, said: {said}", output.status.code()))
}

/// Names and texts that would move the cursor, ring, or set the title of a terminal.
fn escaped() -> Verdict {
    const EVIL: &str = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m";
    let lines: [&[&str]; 6] = [
        &[EVIL],
        &["play", EVIL],
        &["trace", "kalah", EVIL],
        &["trace", "kalah", "--position", EVIL, "A"],
        &["check", EVIL],
        &["play", "kalah", "--moves", EVIL],
    ];
    for (line, colour) in lines.iter().flat_map(|line| [(line, "--color=never"), (line, "--color=always")]) {
        let output = Command::new(binary()?).args(*line).arg(colour).stdin(Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        // The reader of arguments leaves out what colours; all others show it.
        if line.len() > 1 && !said.contains("[2J") {
            return fail(format!("{line:?} does not show what was written: {said:?}"));
        }
        for raw in ["\u{1b}[2J", "\u{1b}]", "\u{7}", "\u{9b}"] {
            if said.contains(raw) {
                return fail(format!("{line:?} {colour} writes {raw:?}"));
            }
        }
    }
    Ok(())
}

/// The completions do in bash what they are for.
fn bash_completes() -> Verdict {
    let script = output(&["completions", "bash"])?;
    for (typed, wanted) in [("mcl pe", "perft"), ("mcl play owa", "oware"), ("mcl check --form", "--format")] {
        let last = typed.split(' ').next_back().unwrap_or_default();
        let ask = format!(
            "COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _mcl mcl '{last}' x; echo ${{COMPREPLY[@]}}"
        );
        let told = match Command::new("bash").arg("-c").arg(format!("{script}\n{ask}")).output() {
            Ok(told) => String::from_utf8(told.stdout)?,
            Err(_) if std::env::var_os("CI").is_none() => return Ok(()),
            Err(error) => return fail(format!("bash cannot be run: {error}")),
        };
        if told.trim() != wanted {
            return fail(format!("`{typed}` is completed with `{}`, not `{wanted}`", told.trim()));
        }
    }
    Ok(())
}

/// The command, built once.
pub(crate) fn binary() -> Result<&'static PathBuf, Failed> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BUILT
        .get_or_init(|| build().map_err(|why| why.message().unwrap_or_default().to_owned()))
        .as_ref()
        .map_err(Failed::from)
}

/// Builds the command beside this test, with the same profile, so that little is built twice.
fn build() -> Result<PathBuf, Failed> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let test = std::env::current_exe()?;
    let folder = test.parent().and_then(Path::parent).ok_or("the test lies nowhere")?;
    let profile = if folder.file_name().is_some_and(|name| name == "release") { "bench" } else { "test" };
    let target = folder.parent().ok_or("the test lies nowhere")?;
    let mut build = Command::new(cargo);
    build
        .args(["build", "--quiet", "--package", "mcl-cli", "--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(corpus::repository());
    let output = build.output()?;
    if !output.status.success() {
        return Err(format!("mcl cannot be built:\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(folder.join(format!("mcl{}", std::env::consts::EXE_SUFFIX)))
}
