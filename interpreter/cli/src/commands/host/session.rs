//! In: requests, one after the other. Out: their answers; between them, the games and matches they speak of. Never here: reading lines, texts of answers.
use super::answer::{Begun, Done, Nothing, Played, Recorded, Refused};
use super::lines::{Line, MOST_BYTES};
use super::refusal::Refusal;
use super::request::{self, Head, Id, VERBS};
use super::rules::{self, Known};
use super::{counts, view};
use mcl_interpreter::search::Rng;
use mcl_interpreter::{Match, record};
use mcl_lang::diagnostic::nearest;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// Games that are known at once.
const MOST_GAMES: usize = 64;
/// Matches that are played at once.
const MOST_MATCHES: usize = 256;
/// Bytes of all games and matches together, roughly; and beyond how many none is added and no text is read, so that those there are can go on.
const MOST_ROOM: usize = 16 << 20;
const ROOM_TO_BEGIN: usize = 12 << 20;
/// Bytes of the longest answer, whatever the rules that it speaks of call things.
const MOST_OF_AN_ANSWER: usize = 4 << 20;

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    Stay,
    Leave,
}

/// What numbers are given to.
#[derive(Clone, Copy)]
enum What {
    Game,
    Match,
}

/// A match that is being played.
pub(super) struct Table {
    pub(super) play: Match,
    pub(super) rng: Rng,
    /// What its game is called in records.
    name: String,
    /// Bytes it took when it was looked at last.
    bytes: usize,
}

/// Everything that requests can speak of.
pub(super) struct Session {
    opens_files: bool,
    games: BTreeMap<u32, Known>,
    tables: BTreeMap<u32, Table>,
    /// Numbers that have been given to games, and to matches; none is given twice.
    given: [u32; 2],
    /// Bytes of all games and matches.
    bytes: usize,
    /// Bytes that an answer may have.
    most: usize,
}

impl Session {
    /// A session in which nothing is known yet.
    pub(super) fn new(opens_files: bool) -> Session {
        let (games, tables) = (BTreeMap::new(), BTreeMap::new());
        Session { opens_files, games, tables, given: [0; 2], bytes: 0, most: MOST_OF_AN_ANSWER }
    }

    /// Does what a line says, and puts the line of its answer behind `out`.
    pub(super) fn answer(&mut self, line: Line<'_>, out: &mut Vec<u8>) -> Then {
        let text = match line {
            Line::TooLong => Err(format!("a line of more than {MOST_BYTES} bytes")),
            Line::Whole(bytes) => match str::from_utf8(bytes) {
                // Some programs begin all that they write with the mark of its order of bytes.
                Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
                Err(_) => Err("this line is not UTF-8".to_owned()),
            },
        };
        let (id, done) = match text {
            Err(what) => (None, Err(Refusal::new(901, what, "send one JSON object a line"))),
            Ok(text) => {
                let (head, read) = Head::read(text);
                let verb = head.verb.unwrap_or_default();
                let before = out.len();
                let mut answer = Answer { id: &head.id, out, most: self.most };
                let read = read.and_then(|()| request::has_few_values(text));
                let done = read.and_then(|()| self.act(&verb, text, &mut answer));
                if done.is_err() {
                    out.truncate(before);
                }
                (head.id, done)
            }
        };
        done.unwrap_or_else(|error| {
            tell(out, &Refused { id: &id, error });
            Then::Stay
        })
    }

    fn act(&mut self, verb: &str, line: &str, answer: &mut Answer<'_>) -> Result<Then, Refusal> {
        match verb {
            "play" => self.play(&request::fields(line)?, answer)?,
            "state" => answer.ok(view::state(&self.table(request::fields::<request::State>(line)?.r#match)?.play))?,
            "games" => {
                let asked: request::Games = request::fields(line)?;
                answer.ok(rules::listed(&rules::library()?, asked.text.as_deref()))?;
            }
            "load" => self.load(&request::fields(line)?, line, answer)?,
            "source" => answer.ok(rules::files(&self.known(request::fields::<request::Source>(line)?.game)?.game))?,
            "new" => self.begin(&request::fields(line)?, answer)?,
            "set" => self.set(&request::fields(line)?, line, answer)?,
            "undo" => self.undo(&request::fields(line)?, answer)?,
            "redo" => self.redo(&request::fields(line)?, answer)?,
            "record" => self.record(&request::fields(line)?, answer)?,
            "best" => {
                let asked: request::Best = request::fields(line)?;
                answer.ok(counts::best(self.table(asked.r#match)?, &asked)?)?;
            }
            "perft" => {
                let asked: request::Perft = request::fields(line)?;
                let most_time = self.most_time();
                answer.ok(counts::perft(&self.table(asked.r#match)?.play, &asked, most_time)?)?;
            }
            "playouts" => {
                let asked: request::Playouts = request::fields(line)?;
                let most_time = self.most_time();
                answer.ok(counts::playouts(self.table(asked.r#match)?, &asked, most_time)?)?;
            }
            "check" => {
                self.has_room(ROOM_TO_BEGIN)?;
                answer.ok(rules::check(&request::fields(line)?, line)?)?;
            }
            "format" => {
                self.has_room(ROOM_TO_BEGIN)?;
                answer.ok(rules::format(&request::fields(line)?)?)?;
            }
            "close" => self.close(&request::fields(line)?, answer)?,
            "quit" => {
                request::fields::<request::Quit>(line)?;
                answer.ok(Nothing {})?;
                return Ok(Then::Leave);
            }
            _ => return Err(unknown(verb)),
        }
        Ok(Then::Stay)
    }

    fn table(&mut self, handle: u32) -> Result<&mut Table, Refusal> {
        self.tables.get_mut(&handle).ok_or_else(|| no_handle("match", handle))
    }

    fn known(&self, handle: u32) -> Result<&Known, Refusal> {
        self.games.get(&handle).ok_or_else(|| no_handle("game", handle))
    }

    /// Milliseconds that a request may ask for: who opens no files answers anybody.
    fn most_time(&self) -> u64 {
        if self.opens_files { counts::MOST_TIME } else { counts::MOST_TIME_OF_STRANGERS }
    }

    /// A number that no game, or no match, has been called by.
    fn handle(&mut self, what: What) -> u32 {
        let given = &mut self.given[what as usize];
        *given = given.saturating_add(1);
        *given
    }

    /// Whether one more game or match can be remembered.
    fn has_place(&self, what: What) -> Result<(), Refusal> {
        let (words, count, most) = match what {
            What::Game => ("games", self.games.len(), MOST_GAMES),
            What::Match => ("matches", self.tables.len(), MOST_MATCHES),
        };
        if count >= most {
            let help = "close one that is no longer needed";
            return Err(Refusal::new(905, format!("there are {count} {words} already"), help));
        }
        self.has_room(ROOM_TO_BEGIN)
    }

    /// Whether games and matches may grow.
    fn has_room(&self, most: usize) -> Result<(), Refusal> {
        if self.bytes > most || self.given.contains(&u32::MAX) {
            let help = "close games and matches that are no longer needed";
            return Err(Refusal::new(905, "the games and matches of this session take too much room", help));
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------------ games

    fn load(&mut self, asked: &request::Load<'_>, line: &str, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        self.has_place(What::Game)?;
        let mut known = rules::load(asked, line, self.opens_files)?;
        let handle = self.handle(What::Game);
        let warnings = std::mem::take(&mut known.warnings);
        answer.ok(view::loaded(&known.game, &known.name, handle, warnings))?;
        self.bytes += known.game.bytes();
        self.games.insert(handle, known);
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------------- matches

    fn begin(&mut self, asked: &request::New<'_>, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        self.has_place(What::Match)?;
        let known = self.known(asked.game)?;
        let play = match &asked.record {
            Some(record) => rules::resumed(known, record)?,
            None => Match::new(&known.game).map_err(|fault| Refusal::fault(&known.game, &fault))?,
        };
        let (play, name) = (play.minding_case(), known.called.clone());
        let handle = self.handle(What::Match);
        answer.ok(Begun { r#match: handle, state: view::state(&play) })?;
        let bytes = play.bytes();
        self.bytes += bytes;
        self.tables.insert(handle, Table { play, rng: Rng::new(asked.seed.unwrap_or(1)), name, bytes });
        Ok(())
    }

    fn play(&mut self, asked: &request::Play, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        self.has_room(MOST_ROOM)?;
        let played = self.played(asked, answer);
        // A match may have grown whatever became of the move.
        self.weigh(asked.r#match);
        played
    }

    fn played(&mut self, asked: &request::Play, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let play = &mut self.table(asked.r#match)?.play;
        match play.choice(&asked.choice) {
            Some(choice) => {
                let game = play.game().clone();
                play.play(choice).map_err(|fault| Refusal::fault(&game, &fault))?;
            }
            None if asked.choice.trim().is_empty() => {
                return Err(Refusal::new(903, "`choice` is empty", "give the text of one of the choices"));
            }
            None if asked.choice.trim_start().starts_with('[') => {
                let help = "a match goes on from a record: `{\"do\": \"new\", \"game\": …, \"record\": …}`";
                return Err(Refusal::new(903, "this is a record, not a choice", help));
            }
            None => {
                let game = play.game().clone();
                let played = play.play_text(&asked.choice);
                played.map_err(|error| Refusal::text(&game, "choice", &asked.choice, &error))?;
            }
        }
        let events = play.events().iter().map(|event| view::event(play.game(), event)).collect();
        answer.done(Played { events, events_left_out: play.events_left_out(), state: view::state(play) })
    }

    /// Looks anew at the room that a match takes.
    fn weigh(&mut self, handle: u32) {
        if let Some(table) = self.tables.get_mut(&handle) {
            let now = table.play.bytes();
            self.bytes = self.bytes + now - table.bytes;
            table.bytes = now;
        }
    }

    fn set(&mut self, asked: &request::Set<'_>, line: &str, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let play = &mut self.table(asked.r#match)?.play;
        let game = play.game().clone();
        let of_position = |text: &str, error| Refusal::text(&game, "position", text, &error);
        match (&asked.position, &asked.seeds) {
            (Some(position), None) if asked.parts() == 0 => {
                play.set_position(position).map_err(|error| of_position(position, error))?;
            }
            (position, Some(_)) => {
                let parts = asked.written(&game.program().layout)?;
                let refused = |error| parts.refused(&game, &error, line);
                if let Some(position) = position {
                    let wanted = play.canonical_position(position).map_err(|error| of_position(position, error))?;
                    if wanted != play.canonical_position(&parts.text).map_err(refused)? {
                        let what = "`position` and `seeds` with what belongs to them are two positions";
                        return Err(Refusal::new(903, what, "leave `position` out, or all the others"));
                    }
                }
                play.set_position(&parts.text).map_err(refused)?;
            }
            _ => {
                let what = "a position is one text, or seeds and what belongs to them";
                return Err(Refusal::new(903, what, "give `position` alone, or `seeds` and `to_move`"));
            }
        }
        let told = answer.done(view::state(play));
        self.weigh(asked.r#match);
        told
    }

    fn undo(&mut self, asked: &request::Undo, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let play = &mut self.table(asked.r#match)?.play;
        let (n, played) = (asked.n.unwrap_or(1), play.played().len());
        if !play.take_back(n as usize) && n > 0 {
            let help = format!("{} given since the match began or was set", answers(played as u64));
            return Err(Refusal::new(907, format!("{} cannot be taken back", answers(n.into())), help));
        }
        answer.done(view::state(play))
    }

    fn redo(&mut self, asked: &request::Redo, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let play = &mut self.table(asked.r#match)?.play;
        let (n, there) = (asked.n.unwrap_or(1) as usize, play.taken_back());
        if n > there {
            let help = format!("{} taken back, and none given since", answers(there as u64));
            return Err(Refusal::new(907, format!("{} cannot be given again", answers(n as u64)), help));
        }
        let given = play.give_again(n);
        if given < n {
            play.take_back(given);
            let help = "give them again in several requests";
            return Err(Refusal::new(907, format!("{} cannot be given again at once", answers(n as u64)), help));
        }
        answer.done(view::state(play))
    }

    fn record(&mut self, asked: &request::Record, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let table = self.table(asked.r#match)?;
        let tags = [("Game".to_owned(), table.name.clone())];
        answer.ok(Recorded { record: record::write(&table.play, &tags) })
    }

    fn close(&mut self, asked: &request::Close, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        match (asked.game, asked.r#match) {
            (Some(game), None) => {
                let known = self.games.remove(&game).ok_or_else(|| no_handle("game", game))?;
                self.bytes = self.bytes.saturating_sub(known.game.bytes());
            }
            (None, Some(handle)) => {
                let table = self.tables.remove(&handle).ok_or_else(|| no_handle("match", handle))?;
                self.bytes = self.bytes.saturating_sub(table.bytes);
            }
            _ => return Err(Refusal::new(903, "one thing is closed at a time", "give `match` or `game`")),
        }
        answer.ok(Nothing {})
    }
}

/// Where an answer goes.
struct Answer<'a> {
    id: &'a Option<Id>,
    out: &'a mut Vec<u8>,
    /// Bytes it may have.
    most: usize,
}

impl Answer<'_> {
    /// The answer to a request that has changed nothing yet, and will not if this answer is too long.
    fn ok(&mut self, ok: impl Serialize) -> Result<(), Refusal> {
        self.write(ok, "nothing was done; ask for less at once")
    }

    /// The answer to a request that has been done.
    fn done(&mut self, ok: impl Serialize) -> Result<(), Refusal> {
        self.write(ok, "what was asked for is done, and `state` tells how the match stands; ask for less at once")
    }

    fn write(&mut self, ok: impl Serialize, help: &str) -> Result<(), Refusal> {
        let mut within = Within { left: self.most, out: self.out };
        let whole = serde_json::to_writer(&mut within, &Done { id: self.id, ok }).is_ok();
        self.out.push(b'\n');
        let what = || format!("the answer would have more than {} bytes", self.most);
        if whole { Ok(()) } else { Err(Refusal::new(910, what(), help)) }
    }
}

/// Memory of which only so much is filled.
struct Within<'a> {
    left: usize,
    out: &'a mut Vec<u8>,
}

impl io::Write for Within<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// `1 answer`, `2 answers`.
fn answers(count: u64) -> String {
    format!("{count} answer{}", if count == 1 { "" } else { "s" })
}

/// A line of JSON.
fn tell(out: &mut Vec<u8>, value: &impl Serialize) {
    // Writing into memory fails only for values that are not JSON, and these types have none.
    let _ = serde_json::to_writer(&mut *out, value);
    out.push(b'\n');
}

fn unknown(verb: &str) -> Refusal {
    let all = || VERBS.join(", ");
    if verb.is_empty() {
        return Refusal::new(902, "a request without `do`", format!("`do` is one of {}", all()));
    }
    let shown = verb.chars().take(40).collect::<String>();
    let help =
        nearest(&shown, VERBS).map_or_else(|| format!("`do` is one of {}", all()), |near| format!("write `{near}`"));
    Refusal::new(902, format!("there is no request `{shown}`"), help)
}

fn no_handle(what: &str, handle: u32) -> Refusal {
    let help = if what == "game" { "`load` gives games their numbers" } else { "`new` gives matches their numbers" };
    Refusal::new(904, format!("there is no {what} {handle}"), help)
}

#[cfg(test)]
mod tests {
    use super::{Answer, Line, Session, Then};

    #[test]
    fn an_answer_that_is_too_long_is_refused_with_its_length() {
        let told = |most| {
            let mut out = Vec::new();
            let fits = Answer { id: &None, out: &mut out, most }.ok("abc").is_ok();
            (fits, out.len() <= most + 1)
        };
        // `{"id":null,"ok":"abc"}` has 22 bytes.
        assert_eq!([told(22), told(21), told(0)], [(true, true), (false, true), (false, true)]);
    }

    #[test]
    fn what_nobody_is_told_of_is_not_kept() {
        let mut session = Session { most: 100, ..Session::new(false) };
        let mut out = Vec::new();
        session.answer(Line::Whole(b"{\"do\":\"load\",\"game\":\"wari\"}"), &mut out);
        assert!(String::from_utf8_lossy(&out).contains("MCL0910"));
        assert_eq!((session.games.len(), session.bytes), (0, 0));
        session.most = super::MOST_OF_AN_ANSWER;
        session.answer(Line::Whole(b"{\"do\":\"load\",\"game\":\"wari\"}"), &mut out);
        let game = session.given[0];
        session.most = 100;
        session.answer(Line::Whole(format!("{{\"do\":\"new\",\"game\":{game}}}").as_bytes()), &mut out);
        assert_eq!((session.games.len(), session.tables.len()), (1, 0));
    }

    #[test]
    fn what_keeps_a_line_from_being_done_leaves_the_session_as_it_was() {
        let mut session = Session::new(false);
        let mut out = Vec::new();
        let lines: [&[u8]; 4] = [b"", b"\xff", b"{\"do\":\"quit\",\"more\":1}", b"[]"];
        for line in lines {
            assert_eq!(session.answer(Line::Whole(line), &mut out), Then::Stay);
        }
        assert_eq!(session.answer(Line::Whole(b"{\"do\":\"quit\"}"), &mut out), Then::Leave);
        assert_eq!(String::from_utf8_lossy(&out).lines().filter(|line| line.contains("\"error\"")).count(), 4);
        assert_eq!((session.games.len(), session.tables.len(), session.bytes), (0, 0, 0));
    }
}
