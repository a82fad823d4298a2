//! In: a game, who plays it, and what persons type. Out: the game, told move by move, and its record. Never here: rules, searching.
mod order;
mod session;
mod tale;

use crate::args::{PlayArgs, Seat};
use crate::console::Console;
use crate::lookup::Loaded;
use crate::report;
use crate::stop::{Status, Stop};
use order::Order;
use session::Session;
use std::io::{BufRead, Read};

/// Bytes of a line that is typed.
const MOST_BYTES: u64 = 1 << 13;
/// Turns of the machine against itself after which it stops.
const MOST_TURNS: usize = 10_000;

/// `mcl play`
pub(crate) fn run(args: &PlayArgs, console: &mut Console) -> Result<Status, Stop> {
    let loaded = Loaded::find(&args.game, &args.settings.set)?;
    let mut session = Session::new(args, loaded, console.paint_out)?;
    writeln!(console.out, "{}", session.title())?;
    if console.asks {
        writeln!(console.out, "type a move, or `help`")?;
    }
    let mut machine_turns = 0;
    loop {
        session.tell_news(console)?;
        session.show_board(console)?;
        let Some(player) = session.asked() else { return session.finish(console) };
        if session.seat(player) == Seat::Person {
            machine_turns = 0;
            if let Some(status) = ask(&mut session, player, console)? {
                return Ok(status);
            }
        } else if machine_turns < MOST_TURNS {
            machine_turns += 1;
            session.machine_turn(player, console)?;
        } else {
            writeln!(console.out, "no end after {MOST_TURNS} turns")?;
            return session.leave(console);
        }
    }
}

/// Asks a person until the position changes or he leaves.
fn ask(session: &mut Session, player: u8, console: &mut Console) -> Result<Option<Status>, Stop> {
    session.show_choices(player, console)?;
    loop {
        let Some(line) = read_line(session.name(player), console)? else { return session.leave(console).map(Some) };
        let moved = match Order::read(&line, |text| session.is_choice(text)) {
            Order::Nothing => false,
            Order::Quit => return session.leave(console).map(Some),
            Order::Undo => session.undo(console)?,
            Order::Redo => session.redo(console)?,
            Order::Play(text) => match session.play(text) {
                Ok(()) => true,
                Err(stop) => {
                    let status = report::stop(console, &stop);
                    if !console.asks {
                        return Ok(Some(status));
                    }
                    session.show_choices(player, console)?;
                    false
                }
            },
            Order::Tell(what) => session.tell(what, player, console)?,
        };
        if moved {
            return Ok(None);
        }
    }
}

/// A line of input; nothing at its end. At a terminal, one that is no text is asked for again.
fn read_line(name: &str, console: &mut Console) -> Result<Option<String>, Stop> {
    loop {
        if console.asks {
            write!(console.out, "{name}> ")?;
            console.out.flush()?;
        }
        let mut bytes = Vec::new();
        let input = &mut *console.input;
        let read = input.take(MOST_BYTES).read_until(b'\n', &mut bytes);
        read.map_err(|error| Stop::Unusable(format!("the input cannot be read: {error}")))?;
        if bytes.is_empty() {
            if console.asks {
                writeln!(console.out)?;
            }
            return Ok(None);
        }
        let wrong = match String::from_utf8(bytes) {
            Ok(line) => return Ok(Some(line)),
            Err(_) => Stop::Wrong("the input is not UTF-8".to_owned()),
        };
        if !console.asks {
            return Err(wrong);
        }
        report::stop(console, &wrong);
    }
}

#[cfg(test)]
mod tests {
    use super::read_line;
    use crate::console::Console;

    /// What is read of an input, and all that is said.
    fn read(input: &[u8], asks: bool) -> (Option<String>, String, String) {
        let (mut input, mut out, mut err) = (input, Vec::new(), Vec::new());
        let mut console =
            Console { input: &mut input, out: &mut out, err: &mut err, asks, paint_out: false, paint_err: false };
        let line = read_line("South", &mut console).ok().flatten();
        (line, String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned())
    }

    #[test]
    fn a_line_that_is_no_text_is_asked_for_again() {
        let (line, out, err) = read(b"\xffA\nB\n", true);
        assert_eq!(line.as_deref(), Some("B\n"));
        assert_eq!(out, "South> South> ");
        assert_eq!(err, "error: the input is not UTF-8\n");
    }

    #[test]
    fn piped_it_ends_the_game() {
        assert_eq!(read(b"\xffA\nB\n", false), (None, String::new(), String::new()));
    }
}
