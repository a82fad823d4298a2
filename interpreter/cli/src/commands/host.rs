//! In: lines of JSON, one request each. Out: one line of answer for each, in order, until the input ends. Never here: what a request does.
mod answer;
mod counts;
mod lines;
mod once;
mod places;
mod position;
mod refusal;
mod request;
mod rules;
mod schema;
mod session;
mod view;
mod wording;

use crate::args::HostArgs;
use crate::console::Console;
use crate::report;
use crate::stop::{Status, Stop};
use lines::Lines;
use session::{Session, Then};
use std::io::{self, BufRead};

/// Bytes of answers that are written at the latest, even while requests are waiting.
const FULL: usize = 1 << 16;

/// `mcl host`
pub(crate) fn run(args: &HostArgs, console: &mut Console) -> Result<Status, Stop> {
    if args.schema {
        writeln!(console.out, "{}", report::json(&schema::schema())?)?;
        return Ok(Status::Good);
    }
    let mut session = Session::new(!args.no_files);
    let mut lines = Lines::default();
    let mut out = Vec::new();
    while take_more(&mut lines, console.input)? {
        // All requests that have come are answered before the input is waited for again.
        while let Some(line) = lines.next() {
            let then = session.answer(line, &mut out);
            if then == Then::Leave || out.len() > FULL {
                write(&mut out, console)?;
            }
            if then == Then::Leave {
                return Ok(Status::Good);
            }
        }
        write(&mut out, console)?;
    }
    if let Some(line) = lines.last() {
        session.answer(line, &mut out);
    }
    write(&mut out, console)?;
    Ok(Status::Good)
}

/// Takes what has come, or waits for more; false at the end of the input.
fn take_more(lines: &mut Lines, input: &mut dyn BufRead) -> Result<bool, Stop> {
    loop {
        match input.fill_buf() {
            Ok(bytes) => {
                let len = bytes.len();
                lines.push(bytes);
                input.consume(len);
                return Ok(len > 0);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Stop::Unusable(format!("the input cannot be read: {error}"))),
        }
    }
}

/// Hands the answers on as they are: what JSON holds is escaped already.
fn write(out: &mut Vec<u8>, console: &mut Console) -> Result<(), Stop> {
    if !out.is_empty() {
        // JSON is text; looking at it once more costs less than the other way of reading bytes as one.
        match str::from_utf8(out) {
            Ok(text) => console.out.write_file(text)?,
            Err(_) => console.out.write_file(&String::from_utf8_lossy(out))?,
        }
        console.out.flush()?;
        out.clear();
        out.shrink_to(2 * FULL);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::request::VERBS;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn the_help_names_every_request() {
        let mut command = Args::command();
        let help = command.find_subcommand_mut("host").map(|host| host.render_long_help().to_string());
        let help = help.unwrap_or_default();
        let words = help.split(|c: char| !c.is_alphabetic()).collect::<Vec<_>>();
        let missing = VERBS.iter().filter(|verb| !words.contains(verb)).collect::<Vec<_>>();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
