//! In: requests, one after the other. Out: their answers; between them, the games and matches they speak of. Never here: reading lines, texts of answers.
use super::answer::{Begun, Checked, Done, Formatted, Games, Nothing, Played, Recorded, Refused};
use super::lines::{Line, MOST_BYTES};
use super::refusal::{self, Refusal};
use super::request::{self, Head, Id, Setting, VERBS, Variable};
use super::{counts, view};
use crate::lookup::{self, Place, Shelf};
use crate::settings;
use mcl_interpreter::search::Rng;
use mcl_interpreter::{Game, Limits, Match, record};
use mcl_lang::board::Layout;
use mcl_lang::diagnostic::nearest;
use mcl_lang::source::Source;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;

/// Games that are known at once.
const MOST_GAMES: usize = 64;
/// Matches that are played at once.
const MOST_MATCHES: usize = 256;
/// Bytes of all games and matches together, roughly; and beyond how many none is added and no text is read, so that those there are can go on.
const MOST_ROOM: usize = 16 << 20;
const ROOM_TO_BEGIN: usize = 12 << 20;
/// Bytes of the name of a game, or of a path.
const MOST_OF_A_NAME: usize = 4_096;
/// Bytes of a rule file: much more than any game needs, and few enough that reading it takes little room.
const MOST_RULES: u64 = 64 << 10;

/// Bytes of the rules of a text times its tests, each of which is translated with all rules: so many take a second or so.
const MOST_TESTED: usize = 8 << 20;

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

/// A game that has been loaded.
struct Known {
    name: String,
    game: Game,
}

/// A match that is being played.
pub(super) struct Table {
    pub(super) play: Match,
    pub(super) rng: Rng,
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
            "games" => library(&request::fields(line)?, answer)?,
            "load" => self.load(&request::fields(line)?, answer)?,
            "new" => self.begin(&request::fields(line)?, answer)?,
            "set" => self.set(&request::fields(line)?, answer)?,
            "undo" => self.undo(&request::fields(line)?, answer)?,
            "redo" => self.redo(&request::fields(line)?, answer)?,
            "record" => self.record(&request::fields(line)?, answer)?,
            "best" => {
                let asked: request::Best = request::fields(line)?;
                answer.ok(counts::best(self.table(asked.r#match)?, &asked)?)?;
            }
            "perft" => {
                let asked: request::Perft = request::fields(line)?;
                answer.ok(counts::perft(&self.table(asked.r#match)?.play, &asked)?)?;
            }
            "playouts" => {
                let asked: request::Playouts = request::fields(line)?;
                answer.ok(counts::playouts(self.table(asked.r#match)?, &asked)?)?;
            }
            "check" => {
                self.has_room(ROOM_TO_BEGIN)?;
                check(&request::fields(line)?, answer)?;
            }
            "format" => {
                self.has_room(ROOM_TO_BEGIN)?;
                format(&request::fields(line)?, answer)?;
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

    fn load(&mut self, asked: &request::Load, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        self.has_place(What::Game)?;
        rules(size_of_settings(&asked.params))?;
        let settings = settings_of(&asked.params);
        let (name, game) = match (&asked.game, &asked.text) {
            (Some(name), None) => self.find(name, &settings)?,
            (None, Some(text)) => {
                rules(text.len() as u64)?;
                let shelf = Shelf::of_library();
                let game = Game::compile(Source::new("text", text), &shelf, &settings)
                    .map_err(|mistakes| Refusal::found(&mistakes.sources, &mistakes.found))?;
                ("text".to_owned(), game)
            }
            _ => return Err(Refusal::new(903, "a game is loaded by name or as text", "give `game` or `text`")),
        };
        let game = game.with_limits(Limits::for_strangers());
        let handle = self.handle(What::Game);
        answer.ok(view::loaded(&game, &name, handle))?;
        self.bytes += game.bytes();
        self.games.insert(handle, Known { name, game });
        Ok(())
    }

    /// A game of the library, or of a file if files may be opened.
    fn find(&self, name: &str, settings: &[(String, String)]) -> Result<(String, Game), Refusal> {
        if name.len() > MOST_OF_A_NAME {
            let what = format!("a name of more than {MOST_OF_A_NAME} bytes");
            return Err(Refusal::new(908, what, "rules as they are written are given as `text`"));
        }
        let place = if self.opens_files { Place::find(name)? } else { Place::find_in_library(name)? };
        place.is_plain()?;
        rules(place.size())?;
        let build = place.build(settings)?;
        let name = place.name();
        let Some(program) = build.program else {
            if build.diagnostics.iter().any(|found| found.is_error()) {
                return Err(Refusal::found(&build.sources, &build.diagnostics));
            }
            let help = "libraries are used by games: `use NAME`";
            return Err(Refusal::new(908, format!("{name} is a library, not a game"), help));
        };
        Ok((name, lookup::game(program)?.with_sources(build.sources)))
    }

    // ---------------------------------------------------------------------------------------------------- matches

    fn begin(&mut self, asked: &request::New, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        self.has_place(What::Match)?;
        let known = self.games.get(&asked.game).ok_or_else(|| no_handle("game", asked.game))?;
        let play = Match::new(&known.game).map_err(|fault| Refusal::fault(&known.game, &fault))?.minding_case();
        let name = known.name.clone();
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

    fn set(&mut self, asked: &request::Set, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let play = &mut self.table(asked.r#match)?.play;
        let game = play.game().clone();
        match (&asked.position, &asked.seeds) {
            (Some(position), None) if asked.parts() == 0 => {
                play.set_position(position).map_err(|error| Refusal::text(&game, "position", position, &error))?
            }
            (None, Some(_)) => {
                let position = asked.as_json(&game.program().layout)?;
                play.set_position(&position).map_err(|error| Refusal::text(&game, "position", &position, &error))?;
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
        let mut tags = vec![("Game".to_owned(), table.name.clone())];
        let params = settings::changed(table.play.game().program());
        if !params.is_empty() {
            tags.push(("Params".to_owned(), params.join(" ")));
        }
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

/// Bytes of parameters, each counted for more than it says.
fn size_of_settings(params: &BTreeMap<String, Setting>) -> u64 {
    params.iter().map(|(name, value)| (name.len() + value.0.len() + 64) as u64).sum()
}

fn settings_of(params: &BTreeMap<String, Setting>) -> Vec<(String, String)> {
    params.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect()
}

/// Whether rules may be so long.
fn rules(bytes: u64) -> Result<(), Refusal> {
    if bytes <= MOST_RULES {
        return Ok(());
    }
    let what = format!("rules of {bytes} bytes, where {MOST_RULES} are allowed");
    Err(Refusal::new(620, what, "say only how the game differs from another: `extends`"))
}

/// The games that come with the host, as they are unless their parameters are set.
fn library(asked: &request::Games<'_>, answer: &mut Answer<'_>) -> Result<(), Refusal> {
    let wanted = asked.text.as_deref().unwrap_or_default().to_lowercase();
    let mut programs = Vec::new();
    for (name, _) in mcl_stdlib::GAMES {
        programs.extend(lookup::Place::Game(name).build(&[])?.program.map(|program| (*name, program)));
    }
    let games = programs.iter().map(|(name, program)| view::listed(name, program));
    answer.ok(Games { games: games.filter(|game| game.is_called(&wanted)).collect() })
}

fn check(asked: &request::Check, answer: &mut Answer<'_>) -> Result<(), Refusal> {
    rules(asked.text.len() as u64 + size_of_settings(&asked.params))?;
    let (shelf, settings) = (Shelf::of_library(), settings_of(&asked.params));
    let tests = MOST_TESTED / asked.text.len().max(1);
    let build = mcl_lang::find_mistakes(Source::new("text", &asked.text), &shelf, &settings, tests);
    let good = !build.diagnostics.iter().any(|found| found.is_error());
    answer.ok(Checked { good, diagnostics: refusal::in_words_of_the_host(&build.sources, &build.diagnostics) })
}

fn format(asked: &request::Format, answer: &mut Answer<'_>) -> Result<(), Refusal> {
    rules(asked.text.len() as u64)?;
    let source = Source::new("text", &asked.text);
    let (text, found) = mcl_lang::format(&source);
    let Some(text) = text else {
        let mut sources = mcl_lang::source::Sources::default();
        sources.add(source);
        return Err(Refusal::found(&sources, &found));
    };
    answer.ok(Formatted { text })
}

/// The value of a variable as the line of a position has it: of each player in the order of play.
fn in_a_line(name: &str, value: &Variable, layout: &Layout) -> Result<String, Refusal> {
    let of_players = match value {
        Variable::One(text) => return Ok(text.clone()),
        Variable::Each(of_players) => of_players,
    };
    let each = layout.players.iter().filter_map(|player| Some(format!("{player}:{}", of_players.get(player)?)));
    let each = each.collect::<Vec<_>>();
    if each.len() < layout.players.len() || of_players.len() > each.len() {
        let what = format!("`{name}` needs a value for each player");
        return Err(Refusal::new(903, what, format!("the players are {}", layout.players.join(", "))));
    }
    Ok(each.join(","))
}

impl request::Set<'_> {
    /// How many parts of a position are given beside seeds.
    fn parts(&self) -> usize {
        [
            self.to_move.is_some(),
            self.owners.is_some(),
            self.marks.is_some(),
            self.vars.is_some(),
            self.phase.is_some(),
            self.round.is_some(),
            self.rest.is_some(),
        ]
        .iter()
        .filter(|given| **given)
        .count()
    }

    /// The parts as the JSON form of positions, whose `rest` has the words of the line.
    fn as_json(&self, layout: &Layout) -> Result<String, Refusal> {
        let mut words = Vec::new();
        // What the board says anyway is said by every `state`, and may be said again.
        let given = |house: &str, owner: &str| {
            let at = layout.site(house).and_then(|at| layout.sites.get(usize::from(at)));
            at.is_none_or(|site| site.owner.is_none() || site.owner != layout.player(owner))
        };
        let owners = self.owners.iter().flatten().filter_map(|(house, owner)| Some((house, owner.as_ref()?)));
        let owners =
            owners.filter(|(house, owner)| given(house, owner)).map(|(house, owner)| format!("{house}:{owner}"));
        let owners = owners.collect::<Vec<_>>();
        if !owners.is_empty() {
            words.push("owners".to_owned());
            words.extend(owners);
        }
        let marks = self.marks.iter().flatten().flat_map(|(house, marks)| marks.iter().map(move |mark| (house, mark)));
        let marks = marks.map(|(house, mark)| {
            let holder = mark.holder.as_ref().map_or_else(String::new, |holder| format!("={holder}"));
            format!("{house}:{}{holder}", mark.mark)
        });
        let marks = marks.collect::<Vec<_>>();
        if !marks.is_empty() {
            words.push("marks".to_owned());
            words.extend(marks);
        }
        if let Some(vars) = self.vars.as_ref().filter(|vars| !vars.is_empty()) {
            words.push("vars".to_owned());
            for (name, value) in vars {
                words.push(format!("{name}={}", in_a_line(name, value, layout)?));
            }
        }
        words.extend(self.phase.iter().flat_map(|phase| ["phase".to_owned(), phase.clone()]));
        words.extend(self.round.iter().flat_map(|round| ["round".to_owned(), round.to_string()]));
        // A blank inside a name would begin another word.
        if let Some(word) = words.iter().find(|word| word.contains(char::is_whitespace)) {
            let found = format!("`{word}` has blanks in it");
            return Err(Refusal::new(903, found, "names of houses, players, marks and variables have none"));
        }
        words.extend(self.rest.clone());
        let mut position = serde_json::Map::new();
        let seeds = self.seeds.iter().flatten().map(|(site, count)| (site.clone(), Value::from(*count)));
        position.insert("seeds".into(), Value::Object(seeds.collect()));
        position.extend(self.to_move.iter().map(|player| ("to_move".to_owned(), Value::from(player.clone()))));
        if !words.is_empty() {
            position.insert("rest".into(), words.join(" ").into());
        }
        Ok(Value::Object(position).to_string())
    }
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
