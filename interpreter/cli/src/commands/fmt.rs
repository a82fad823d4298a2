//! In: rule files, folders of them, or standard input. Out: the same in canonical form, or what would change. Never here: what the form is.
use crate::args::FmtArgs;
use crate::console::Console;
use crate::stop::{Status, Stop};
use crate::{lookup, report};
use mcl_lang::format;
use mcl_lang::source::{Source, Sources};
use similar::TextDiff;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Lines shown around each change.
const CONTEXT: usize = 3;

/// What became of the files.
#[derive(Default)]
struct Tally {
    changed: usize,
    unchanged: usize,
}

/// `mcl fmt`
pub(crate) fn run(args: &FmtArgs, console: &mut Console) -> Result<Status, Stop> {
    if args.files.iter().any(|file| file == "-") {
        return match args.files.len() {
            1 => standard_input(args.check, console),
            _ => Err(Stop::Unusable("`-` is standard input and stands alone".to_owned())),
        };
    }
    let mut worst = Status::Good;
    let mut tally = Tally::default();
    for file in files(&args.files, &mut worst, console) {
        let ended = one(&file, args.check, &mut tally, console);
        worst = worst.max(match ended {
            Err(Stop::Output(error)) => return Err(Stop::Output(error)),
            Err(stop) => {
                let status = report::stop(console, &stop);
                if status == Status::Wrong {
                    writeln!(console.err, "{}: left as it is", file.display())?;
                }
                status
            }
            Ok(status) => status,
        });
    }
    if tally.changed + tally.unchanged == 0 && worst != Status::Good {
        return Ok(worst);
    }
    let becomes = if args.check { " would be formatted" } else { " formatted" };
    let (changed, unchanged) = (report::count(tally.changed, "file"), tally.unchanged);
    writeln!(console.err, "{changed}{becomes}, {unchanged} unchanged")?;
    Ok(worst)
}

/// The rule files meant, folders opened; what cannot be opened is told.
fn files(given: &[PathBuf], worst: &mut Status, console: &mut Console) -> Vec<PathBuf> {
    let here = [PathBuf::from(".")];
    let mut found = Vec::new();
    for path in if given.is_empty() { &here } else { given } {
        if !path.is_dir() {
            found.push(path.clone());
        } else if let Err(error) = below(path, &mut found) {
            let stop = Stop::Unusable(format!("{} cannot be read: {error}", path.display()));
            *worst = (*worst).max(report::stop(console, &stop));
        }
    }
    found
}

/// The `.mcl` files in a folder and those below it, sorted; hidden folders and links to folders are left alone.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        // `./` says nothing in a message.
        let path = if folder == Path::new(".") { PathBuf::from(entry.file_name()) } else { entry.path() };
        if entry.file_type()?.is_dir() && !hidden {
            below(&path, found)?;
        } else if path.extension() == Some(OsStr::new("mcl")) && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn one(path: &Path, check: bool, tally: &mut Tally, console: &mut Console) -> Result<Status, Stop> {
    let name = path.display().to_string();
    let bytes = lookup::read(path).map_err(|error| Stop::Unusable(format!("{name} cannot be read: {error}")))?;
    let text = formatted(&name, &bytes)?;
    if text.as_bytes() == bytes {
        tally.unchanged += 1;
        return Ok(Status::Good);
    }
    if check {
        tally.changed += 1;
        show(&name, &bytes, &text, console)?;
        return Ok(Status::Wrong);
    }
    replace(path, &text).map_err(|error| Stop::Unusable(format!("{name} cannot be written: {error}")))?;
    tally.changed += 1;
    writeln!(console.out, "{name}: formatted")?;
    Ok(Status::Good)
}

fn standard_input(check: bool, console: &mut Console) -> Result<Status, Stop> {
    let name = "<stdin>";
    let read = lookup::read_all(console.input);
    let bytes = read.map_err(|error| Stop::Unusable(format!("standard input cannot be read: {error}")))?;
    let text = formatted(name, &bytes)?;
    if !check {
        console.out.write_file(&text)?;
        return Ok(Status::Good);
    }
    let same = text.as_bytes() == bytes;
    if !same {
        show(name, &bytes, &text, console)?;
    }
    Ok(Status::good_if(same))
}

/// The canonical text of these bytes.
fn formatted(name: &str, bytes: &[u8]) -> Result<String, Stop> {
    let source = mcl_lang::decode(name, bytes).map_err(|mistake| {
        let (sources, diagnostic) = *mistake;
        Stop::Mistakes(sources, vec![diagnostic])
    })?;
    let (text, found) = format(&source);
    text.ok_or_else(|| {
        let mut sources = Sources::default();
        sources.add(Source::new(name, source.text()));
        Stop::Mistakes(sources, found)
    })
}

/// What would change, as `diff -u` and `patch` write it.
fn show(name: &str, bytes: &[u8], text: &str, console: &mut Console) -> io::Result<()> {
    let old = String::from_utf8_lossy(bytes);
    let diff = TextDiff::from_lines(old.as_ref(), text);
    let mut unified = diff.unified_diff();
    let lines = unified.context_radius(CONTEXT).header(name, &format!("{name} (formatted)")).to_string();
    for line in lines.lines() {
        let shown = match line.as_bytes().first() {
            Some(b'+') if console.paint_out => report::verdict(true, true, line),
            Some(b'-') if console.paint_out => report::verdict(true, false, line),
            _ => line.to_owned(),
        };
        writeln!(console.out, "{shown}")?;
    }
    Ok(())
}

/// Puts a text in place of a file at once: whoever reads it, now or after a crash, finds the old text or the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // Behind a link the file itself is written, not the link.
    let path = fs::canonicalize(path)?;
    let mut name = OsStr::new(".").to_owned();
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = write_new(&new, text, &path).and_then(|()| fs::rename(&new, &path));
    if written.is_err() {
        // What is left of the attempt is of no use; the file is whole.
        let _ = fs::remove_file(&new);
    }
    written
}

fn write_new(new: &Path, text: &str, old: &Path) -> io::Result<()> {
    let metadata = fs::metadata(old)?;
    // A rename would pass over the wish that this file be left alone.
    if metadata.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(new)?;
    file.set_permissions(metadata.permissions())?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
