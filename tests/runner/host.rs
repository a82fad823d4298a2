//! In: `host/NAME.session`, requests to `mcl host` and what must come back; the guide's sessions; `host/client.py`. Out: whether it does, in time and in little memory. Never here: what a request does.
//!
//! A line `> {…}` is sent as it is, `*N > {…}` N times. In it `@(files/NAME.mcl)` stands for that file as a JSON text, `@(x*N)` for N letters x, `@(hex: ff 00)` for bytes.
//! Below it stands what the last answer must be, written by hand: `= /ok/round 1` gives the value at a place, `? /ok/state` says that there is one, `! MCL0902` is an error with this code.
//! `!! MCL0903` is one of which the schema says as well that it is no request.
//! An answer of which nothing is said must be good, and every request that is done is as the schema says. Every answer must be as `mcl host --schema` says, come within two seconds, and leave the host below 64 MiB.
//! `with: --no-files` at the head gives arguments; `cut: {"id"` sends the beginning of a line and ends the input.
use crate::reference::blocks;
use crate::{Verdict, cli, corpus, fail, schema};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Within which every answer comes.
const IN_TIME: Duration = Duration::from_secs(2);
/// What a machine that others use may add to it.
const PATIENCE: Duration = Duration::from_secs(3);
/// Kilobytes that the host may take at most.
const MOST_MEMORY: u64 = 64 << 10;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = corpus::trials("host", "session", case);
    trials.retain(|trial| trial.name() != "host: every file is a case or belongs to one");
    trials.push(Trial::test("host: every request is answered as the schema says", all_verbs));
    trials.push(Trial::test("host: games of every variant, by a client in Python", client));
    trials.push(Trial::test("host: the schema is a schema", published));
    for file in ["interpreter/docs/embedding.md", "README.md"] {
        trials.push(Trial::test(format!("host: sessions of {file}"), move || sessions(file)));
        trials.push(Trial::test(format!("host: Python of {file}"), move || scripts(file)));
    }
    trials
}

// ------------------------------------------------------------------------------------------------------------- a host

/// A host that is running.
struct Host {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Host {
    fn start(arguments: &[&str]) -> Result<Host, Failed> {
        let mut child = Command::new(cli::binary()?)
            .arg("host")
            .args(arguments)
            .current_dir(corpus::tests().join("host"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Host { input: child.stdin.take(), output, child })
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        self.input.as_mut().ok_or("the input is closed")?.write_all(bytes).map_err(Failed::from)
    }

    fn line(&mut self) -> Result<String, Failed> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        if line.is_empty() { Err("the host has ended".into()) } else { Ok(line) }
    }

    /// One request and its answer, which comes in time and is as the schema says.
    fn ask(&mut self, request: &[u8]) -> Result<Value, Failed> {
        let began = Instant::now();
        self.send(request)?;
        self.send(b"\n")?;
        let line = self.line()?;
        let took = began.elapsed();
        let answer: Value = serde_json::from_str(&line)?;
        let plain = request.strip_prefix("\u{feff}".as_bytes()).unwrap_or(request);
        let verb = serde_json::from_slice::<Value>(plain).ok();
        let verb = verb.as_ref().and_then(|request| request["do"].as_str()).unwrap_or_default();
        fits(&answer, verb).map_err(|why| format!("{}\nof {line}", why.message().unwrap_or_default()))?;
        if answer.get("ok").is_some() {
            is_request(plain)?;
        }
        if took > IN_TIME + PATIENCE {
            return Err(format!("the answer took {} ms", took.as_millis()).into());
        }
        Ok(answer)
    }

    /// The input ends; so does the host, well, having taken little memory.
    fn leave(mut self) -> Verdict {
        let memory = self.memory();
        drop(self.input.take());
        let mut rest = String::new();
        while self.output.read_line(&mut rest)? > 0 {}
        let code = self.child.wait()?.code();
        match memory {
            Some(memory) if memory > MOST_MEMORY => fail(format!("the host took {memory} kB")),
            _ if code == Some(0) => Ok(()),
            _ => fail(format!("the host ended with {code:?}")),
        }
    }

    /// The most memory it has taken, in kilobytes, where the system tells.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse().ok())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // A case that fails half-way leaves nothing running; of one that has ended nothing is left to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The schema that the host publishes.
fn of_host() -> Result<&'static Value, Failed> {
    static SCHEMA: OnceLock<Result<Value, String>> = OnceLock::new();
    let read = || {
        let text = cli::output(&["host", "--schema"]).map_err(|why| why.message().unwrap_or_default().to_owned())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    };
    SCHEMA.get_or_init(read).as_ref().map_err(Failed::from)
}

/// Whether an answer is as the schema says of answers to this request.
fn fits(answer: &Value, verb: &str) -> Verdict {
    let schema = of_host()?;
    let says = if answer.get("error").is_some() { &schema["error"] } else { &schema["answers"][verb] };
    schema::fits(answer, says, schema)
}

/// Whether a line is a request as the schema says.
fn is_request(line: &[u8]) -> Verdict {
    let (schema, request) = (of_host()?, serde_json::from_slice::<Value>(line)?);
    let verb = request["do"].as_str().unwrap_or_default();
    schema::fits(&request, &schema["requests"][verb], schema)
}

// --------------------------------------------------------------------------------------------------------------- cases

fn case(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    session(&text)
}

fn session(text: &str) -> Verdict {
    let arguments = text.lines().find_map(|line| line.strip_prefix("with: ")).unwrap_or_default();
    let mut host = Host::start(&arguments.split_whitespace().collect::<Vec<_>>())?;
    let mut answer = None;
    for (number, line) in (1..).zip(text.lines()) {
        let done = step(&mut host, line, &mut answer);
        done.map_err(|why| format!("line {number}: {line}\n{}", why.message().unwrap_or_default()))?;
    }
    unsaid(answer.take())?;
    host.leave()
}

/// An answer, whether anything was said of it, and its request.
type Heard = Option<(Value, bool, Vec<u8>)>;

fn step(host: &mut Host, line: &str, answer: &mut Heard) -> Verdict {
    if line.starts_with("--") || line.starts_with("with: ") || line.trim().is_empty() {
        return Ok(());
    }
    if let Some(beginning) = line.strip_prefix("cut: ") {
        return host.send(beginning.as_bytes());
    }
    let times = line.strip_prefix('*').and_then(|rest| rest.split_once(" > "));
    if let Some((times, request)) = times.or_else(|| Some(("1", line.strip_prefix("> ")?))) {
        for _ in 0..times.parse::<u32>()? {
            unsaid(answer.take())?;
            let request = filled(request)?;
            *answer = Some((host.ask(&request)?, false, request));
        }
        return Ok(());
    }
    let (value, said, request) = answer.as_mut().ok_or("nothing has been asked")?;
    *said = true;
    let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
    match mark {
        "!" if value["error"]["code"] == rest => Ok(()),
        "!!" if value["error"]["code"] == rest => {
            if is_request(request).is_ok() {
                fail("the schema takes this request")
            } else {
                Ok(())
            }
        }
        "?" if value.pointer(rest).is_some() => Ok(()),
        "=" => {
            let (place, wanted) = rest.split_once(' ').ok_or("a place and a value")?;
            let wanted: Value = serde_json::from_str(wanted)?;
            let found = value.pointer(place).cloned().unwrap_or_default();
            if found == wanted { Ok(()) } else { fail(format!("found {found}")) }
        }
        _ => fail(shortened(value)),
    }
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(600).collect()
}

/// What nothing is said of is good.
fn unsaid(answer: Heard) -> Verdict {
    match answer {
        Some((value, false, _)) if value.get("error").is_some() => fail(shortened(&value)),
        _ => Ok(()),
    }
}

/// A request with what stands for more than it says.
fn filled(request: &str) -> Result<Vec<u8>, Failed> {
    let mut found = Vec::new();
    let mut rest = request;
    while let Some((before, after)) = rest.split_once("@(") {
        let (what, behind) = after.split_once(')').ok_or("`@(` is not closed")?;
        found.extend_from_slice(before.as_bytes());
        if let Some(bytes) = what.strip_prefix("hex: ") {
            for byte in bytes.split_whitespace() {
                found.push(u8::from_str_radix(byte, 16)?);
            }
        } else if let Some((letters, times)) = what.split_once('*') {
            found.extend(letters.repeat(times.parse()?).into_bytes());
        } else {
            let text = corpus::read(&corpus::tests().join("host").join(what))?;
            found.extend(Value::from(text).to_string().into_bytes());
        }
        rest = behind;
    }
    found.extend_from_slice(rest.as_bytes());
    Ok(found)
}

// ---------------------------------------------------------------------------------------------------------- the schema

fn published() -> Verdict {
    let schema = of_host()?;
    if schema["version"] != 1 {
        return fail("the schema has no version");
    }
    let requests = schema["requests"].as_object().ok_or("no requests")?;
    let answers = schema["answers"].as_object().ok_or("no answers")?;
    if requests.len() != answers.len() || !requests.keys().all(|verb| answers.contains_key(verb)) {
        return fail("not every request has its answer");
    }
    // The schema is no empty promise: it refuses what the host refuses.
    let good: Value = serde_json::from_str(r#"{"id": 1, "do": "play", "match": 1, "choice": "A"}"#)?;
    schema::fits(&good, &requests["play"], schema)?;
    for (field, wrong) in [("match", Value::from("1")), ("more", Value::from(1)), ("id", Value::from(1.5))] {
        let mut worse = good.clone();
        worse[field] = wrong;
        if schema::fits(&worse, &requests["play"], schema).is_ok() {
            return fail(format!("a request with a wrong `{field}` fits the schema"));
        }
    }
    Ok(())
}

/// Every request there is, each of them good and as the schema says.
fn all_verbs() -> Verdict {
    let text = corpus::read(&corpus::tests().join("host/every_request.session"))?;
    let sent = text.lines().filter_map(|line| line.strip_prefix("> ")).map(filled).collect::<Result<Vec<_>, _>>()?;
    let sent = sent.iter().filter_map(|line| serde_json::from_slice::<Value>(line).ok()).collect::<Vec<_>>();
    let schema = of_host()?;
    for (verb, says) in schema["requests"].as_object().ok_or("no requests")? {
        let mut of_verb = sent.iter().filter(|request| request["do"] == verb.as_str()).peekable();
        if of_verb.peek().is_none() {
            return fail(format!("host/every_request.session has no `{verb}`"));
        }
        of_verb.try_for_each(|request| schema::fits(request, says, schema))?;
    }
    Ok(())
}

/// Whether the last of these requests is refused with a code, if one is wanted, and all others are done.
pub(crate) fn ends_with(text: &str, code: Option<u16>) -> Verdict {
    let mut host = Host::start(&[])?;
    let count = text.lines().count();
    for (number, line) in (1..).zip(text.lines()) {
        let answer = host.ask(line.as_bytes())?;
        let wanted = code.filter(|_| number == count).map(|code| format!("MCL{code:04}"));
        let found = answer["error"]["code"].as_str().map(str::to_owned);
        if found != wanted {
            return fail(format!("{line}: {}", shortened(&answer)));
        }
    }
    host.leave()
}

// --------------------------------------------------------------------------------------------------- guides and clients

/// The sessions that a guide shows: what is sent behind `> `, the answers behind `< `, in which `…` stands for anything.
fn sessions(file: &str) -> Verdict {
    let text = corpus::read(&corpus::repository().join(file))?;
    for block in blocks(&text, "session") {
        let mut host = Host::start(&[])?;
        let mut answer = String::new();
        for line in block.text.lines() {
            if let Some(request) = line.strip_prefix("> ") {
                answer = host.ask(&filled(request)?)?.to_string();
            } else if let Some(told) = line.strip_prefix("< ")
                && !is_told(&answer, told)?
            {
                return fail(format!("{file}, line {}:\n{told}\nis answered\n{answer}", block.line));
            }
        }
        host.leave()?;
    }
    Ok(())
}

/// Whether an answer is as it is told, fields in any order.
fn is_told(answer: &str, told: &str) -> Result<bool, Failed> {
    let answer: Value = serde_json::from_str(answer)?;
    let told: Value = serde_json::from_str(told).map_err(|error| format!("{told} is no JSON: {error}"))?;
    Ok(is_part(&told, &answer))
}

/// Whether all that is told is there; the text `…` stands for anything, as a name for any further fields, last in a list for more.
fn is_part(told: &Value, found: &Value) -> bool {
    match (told, found) {
        (Value::String(dots), _) if dots == "…" => true,
        (Value::Object(told), Value::Object(found)) => {
            let all = told.iter().filter(|(name, _)| *name != "…");
            let mut known = 0;
            let fit = all.clone().all(|(name, told)| {
                known += 1;
                found.get(name).is_some_and(|found| is_part(told, found))
            });
            fit && (told.contains_key("…") || known == found.len())
        }
        (Value::Array(told), Value::Array(found)) => {
            let open = told.last().is_some_and(|last| last == "…");
            let told = &told[..told.len() - usize::from(open)];
            (told.len() == found.len() || open && told.len() <= found.len())
                && told.iter().zip(found).all(|(told, found)| is_part(told, found))
        }
        _ => told == found,
    }
}

/// The command that runs Python; nothing, told in so many words, where there is none and nobody counts on it.
fn python() -> Result<Option<Command>, Failed> {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found && std::env::var_os("CI").is_some() {
        return Err("python3 is not on this machine".into());
    }
    let mut command = Command::new("python3");
    let folder = cli::binary()?.parent().ok_or("the command lies nowhere")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path)));
    command.env("PATH", path.map_err(|error| error.to_string())?).current_dir(corpus::tests().join("host"));
    Ok(found.then_some(command))
}

#[expect(clippy::print_stderr, reason = "what has not been tried must be told where tests are run")]
fn skipped(what: &str) -> Verdict {
    eprintln!("not tried: {what}, because python3 is not on this machine");
    Ok(())
}

fn client() -> Verdict {
    let Some(mut python) = python()? else { return skipped("tests/host/client.py") };
    let output = python.arg("client.py").output()?;
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(()) } else { fail(said) }
}

/// The scripts that a guide shows, each run as it stands.
fn scripts(file: &str) -> Verdict {
    let text = corpus::read(&corpus::repository().join(file))?;
    for block in blocks(&text, "python") {
        let Some(mut python) = python()? else { return skipped(file) };
        let output = python.arg("-c").arg(&block.text).output()?;
        if !output.status.success() || output.stdout.is_empty() {
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            return fail(format!("{file}, line {}: {said}", block.line));
        }
    }
    Ok(())
}
