//! In: the text of a recorded game. Out: its tags, turns and notes; replayed, it is compared with the rules at every turn. Never here: files.
use crate::notation::{TextError, position, slip};
use crate::{Ending, Game, Match};
use mcl_lang::bytecode::Program;
use mcl_lang::diagnostic::nearest;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

/// A recorded game as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Tags before the first turn, in order: `Game`, `Params`, `Source`, `X`, `Start`, `Result`, `Winner` …
    pub tags: Vec<(String, String)>,
    /// Where each tag stands.
    places: Vec<Range<usize>>,
    items: Vec<(Item, Range<usize>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Moves(String),
    Note(String, String),
}

/// What a replay has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// Turns replayed.
    pub turns: usize,
    /// Positions compared.
    pub positions: usize,
    /// Places where the print differs from what was played.
    pub corrections: usize,
    /// Places where the players departed from the rules.
    pub slips: usize,
    /// The result, if there is one: the scores joined by `-`.
    pub result: Option<String>,
}

impl Record {
    /// The value of a tag; nothing if the record does not have it. If it stands there twice, the first.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Where a tag stands.
    fn place(&self, name: &str) -> Range<usize> {
        let at = self.tags.iter().position(|(tag, _)| tag == name);
        at.and_then(|at| self.places.get(at)).cloned().unwrap_or(0..0)
    }

    /// Whether it is a record of this game, called so by its file or its title; one without the tag is.
    ///
    /// # Errors
    /// The tag names another game.
    pub fn is_of(&self, game: &Game, name: &str) -> Result<(), TextError> {
        let title = game.program().title.as_str();
        let same = |tag: &str| [name, title].iter().any(|known| known.to_lowercase() == tag.to_lowercase());
        match self.tag("Game").filter(|tag| !same(tag)) {
            None => Ok(()),
            Some(other) => {
                let found =
                    TextError::new(745, format!("a record of `{other}` beside the game `{name}`"), self.place("Game"));
                Err(found.help(format!("write `[Game \"{name}\"]`, or put the record beside its own game")))
            }
        }
    }

    /// `[Params "eats=2,4 slam=all"]` as names and values: the settings to compile its game with. Blanks part them, but not
    /// within braces, as in `eats={2, 4}`.
    #[must_use]
    pub fn params(&self) -> Vec<(String, String)> {
        let mut inside = false;
        let pairs = self.tag("Params").unwrap_or("").split(|letter: char| {
            inside = letter == '{' || inside && letter != '}';
            letter.is_whitespace() && !inside
        });
        let pairs = pairs.filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

/// What is set otherwise than usual, as the tag `Params` gives it: `eats=2,4`, `slam=all`, `eats={2..9}`.
#[must_use]
pub fn params(program: &Program) -> Vec<String> {
    let short = |value: String| {
        let bare = value.trim_start_matches('{').trim_end_matches('}').replace(", ", ",");
        // Without its braces, a set of one thing would be read as that thing.
        if bare.contains(',') { bare } else { value }
    };
    program.changed_settings().into_iter().map(|(name, value)| format!("{name}={}", short(value))).collect()
}

/// Notes that may follow a turn.
const NOTES: [&str; 5] = ["printed", "slip", "position", "agreed", "broken"];

/// Reads the text of a record.
///
/// # Errors
/// Where it is not well formed.
pub fn parse(text: &str) -> Result<Record, TextError> {
    let mut record = Record::default();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
        } else if rest.starts_with('{') {
            let end = rest
                .find('}')
                .ok_or_else(|| TextError::new(731, "this comment is not closed", at..at + 1).help("add `}`"))?;
            at += end + 1;
        } else if rest.starts_with('[') {
            at += bracket(&mut record, rest, at)?;
        } else {
            let end = rest.find(['\n', '[', '{']).unwrap_or(rest.len());
            let moves = rest[..end].trim_end();
            record.items.push((Item::Moves(moves.to_owned()), at..at + moves.len()));
            at += end.max(1);
        }
    }
    if record.items.is_empty() && record.tags.is_empty() {
        return Err(TextError::new(730, "there is no record in this text", 0..0)
            .help("begin with `[Game \"…\"]`, then write the turns"));
    }
    Ok(record)
}

/// A tag or note in brackets; its length.
fn bracket(record: &mut Record, rest: &str, at: usize) -> Result<usize, TextError> {
    let open = at..at + 1;
    let body = &rest[1..];
    let quoted = body.find('"').filter(|quote| body[..*quote].find(']').is_none());
    let (head, value, len) = match quoted {
        Some(quote) => {
            let close = body[quote + 1..]
                .find('"')
                .ok_or_else(|| TextError::new(731, "this text is not closed", open.clone()).help("add `\"`"))?;
            let after = quote + close + 2;
            let end = body[after..].find(']').filter(|end| body[after..after + end].trim().is_empty());
            let end =
                end.ok_or_else(|| TextError::new(731, "this bracket is not closed", open.clone()).help("add `]`"))?;
            (body[..quote].trim(), &body[quote + 1..quote + 1 + close], after + end + 2)
        }
        None => {
            let end = body
                .find(']')
                .ok_or_else(|| TextError::new(731, "this bracket is not closed", open.clone()).help("add `]`"))?;
            let inner = body[..end].trim();
            let (head, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            (head, value.trim(), end + 2)
        }
    };
    if NOTES.contains(&head) {
        record.items.push((Item::Note(head.to_owned(), value.to_owned()), at..at + len));
    } else if record.tag(head).is_some() && record.items.is_empty() {
        let found = TextError::new(733, format!("`{head}` is given twice"), at..at + len);
        return Err(found.help("leave one of the two out"));
    } else if head.starts_with(char::is_uppercase) && record.items.is_empty() {
        record.tags.push((head.to_owned(), value.to_owned()));
        record.places.push(at..at + len);
    } else {
        let message = format!("`[{head} …]` does not belong here");
        let found = TextError::new(732, message, at..at + len);
        return Err(match nearest(head, NOTES.iter().copied()) {
            Some(meant) => found.help(format!("write `[{meant}{}]`", if value.is_empty() { "" } else { " …" })),
            None => found.help("tags begin with a capital and stand before the turns; notes are printed, slip, position, agreed, broken off"),
        });
    }
    Ok(len)
}

/// Plays a record by the rules and compares everything it says.
///
/// # Errors
/// The first place where record and rules differ; more work than the limits of the game allow one call.
pub fn replay(game: &Game, record: &Record) -> Result<Replay, TextError> {
    Ok(played(game, record)?.1)
}

/// The match that a record tells, to go on with: at its last position, and all that was played can be taken back. Everything
/// the record says is compared, as [`replay`] does it. The game must be compiled with the [`params`](Record::params) of the
/// record: under other settings the same turns would be played by other rules.
///
/// ```
/// # use mcl_interpreter::{Game, Match, record};
/// # use mcl_lang::{loader::Texts, source::Source};
/// # let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
/// let compile = |settings: &[(String, String)]| {
///     Game::compile(Source::new("kalah", mcl_stdlib::game("kalah").unwrap_or("")), &library, settings)
/// };
/// let mut play = Match::new(&compile(&[("start".to_owned(), "3".to_owned())])?)?;
/// play.play_text("D / A a")?;
/// let saved = record::write(&play, &[]);
/// assert_eq!(saved, "[Game \"Kalah\"]\n[Params \"start=3\"]\nD / A\na\n");
///
/// let record = record::parse(&saved)?;
/// let mut again = record::resume(&compile(&record.params())?, &record)?;
/// assert_eq!((again.position(), again.turns()), (play.position(), play.turns()));
/// assert!(again.undo());
///
/// let otherwise = record::resume(&compile(&[])?, &record).err().map(|error| error.message);
/// assert_eq!(otherwise.as_deref(), Some("a record of the game with `start=3`, which has `start=4` here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Other settings than the record has; the first place where record and rules differ; more work than the limits of the game
/// allow one call.
pub fn resume(game: &Game, record: &Record) -> Result<Match, TextError> {
    same_settings(game.program(), record)?;
    Ok(played(game, record)?.0.freely())
}

/// The match that a record tells, and what was found on the way.
fn played(game: &Game, record: &Record) -> Result<(Match, Replay), TextError> {
    let mut play = begun(game, record)?;
    let mut found = Replay::default();
    let mut agreed = false;
    for (at, (item, range)) in record.items.iter().enumerate() {
        match item {
            Item::Moves(moves) => {
                let slips = slips_after(game, &record.items[at + 1..])?;
                play_moves(&mut play, moves, &slips).map_err(|error| error.shifted(range.start))?;
                found.slips += slips.len();
            }
            Item::Note(note, value) => match note.as_str() {
                "printed" => found.corrections += 1,
                "position" => {
                    same_position(game, &mut play, value, range)?;
                    found.positions += 1;
                }
                "agreed" => agreed = true,
                "broken" => {
                    if let Some((_, rest)) = record.items.get(at + 1) {
                        let message = "the record goes on after it is broken off";
                        return Err(TextError::new(744, message, rest.clone()).help("put [broken off] at the end"));
                    }
                    found.turns = play.turns().len();
                    return Ok((play, found));
                }
                "slip" if !record.items[..at].iter().any(|(item, _)| matches!(item, Item::Moves(_))) => {
                    return Err(TextError::new(741, "a slip before the first turn", range.clone())
                        .help("put it behind the turn it speaks of"));
                }
                // A slip has been taken account of with the turn it speaks of.
                _ => {}
            },
        }
    }
    found.turns = play.turns().len();
    let ending = play.outcome().ending().or_else(|| agreed.then(|| play.agreed()));
    found.result = ending.map(|ending| result(&ending));
    same_result(record, &found)?;
    same_winner(game, record, ending.as_ref())?;
    Ok((play, found))
}

/// Whether a game is set as its record says, or as usual where that says nothing.
fn same_settings(program: &Program, record: &Record) -> Result<(), TextError> {
    let given = record.params();
    let usual = program.usual_settings();
    for ((name, here), (_, usual)) in program.settings().iter().zip(&usual) {
        let there = given.iter().rev().find(|(given, _)| given == name).map_or(usual, |(_, value)| value);
        if members(there) != members(here) {
            let message = format!("a record of the game with `{name}={there}`, which has `{name}={here}` here");
            let found = TextError::new(745, message, record.place("Params"));
            return Err(found.help("compile the game with the settings of the record, its `params()`"));
        }
    }
    Ok(())
}

/// Numbers of a range in a setting that are counted out, to be compared with others.
const COUNTED_OUT: i32 = 256;

/// What a value of a setting holds, however it is written: `2,3,4`, `{2..4}`.
fn members(value: &str) -> BTreeSet<String> {
    let parts = value.trim().trim_start_matches('{').trim_end_matches('}').split(',').map(str::trim);
    let counted = |part: &str| {
        let (low, high) = part.split_once("..")?;
        let (low, high) = (low.trim().parse::<i32>().ok()?, high.trim().parse::<i32>().ok()?);
        let near = high.checked_sub(low).is_some_and(|more| more < COUNTED_OUT);
        near.then(|| (low..=high).map(|count| count.to_string()).collect::<Vec<_>>())
    };
    parts.flat_map(|part| counted(part).unwrap_or_else(|| vec![part.to_owned()])).collect()
}

/// A match at the start of a record.
fn begun(game: &Game, record: &Record) -> Result<Match, TextError> {
    let whole = |message: String| TextError::new(740, message, 0..0);
    let play = Match::new(game).map_err(|fault| whole(format!("the game cannot be started: {fault}")))?;
    let mut play = play.strictly();
    if let Some(start) = record.tag("Start") {
        play.set_position(start).map_err(|error| {
            let message = format!("the start position: {error}");
            TextError { code: 740, message, at: record.place("Start"), ..error }
        })?;
    }
    Ok(play)
}

/// The slips that are noted behind a turn.
fn slips_after(game: &Game, items: &[(Item, Range<usize>)]) -> Result<Vec<slip::Slip>, TextError> {
    let notes = items.iter().map_while(|(item, range)| match item {
        Item::Note(note, value) => Some((note, value, range)),
        Item::Moves(_) => None,
    });
    let mut slips = Vec::new();
    for (_, value, range) in notes.filter(|(note, ..)| *note == "slip") {
        let slip = slip::slip(&game.program().layout, value);
        slips.push(slip.ok_or_else(|| {
            let found = TextError::new(741, format!("`slip {value}` cannot be read"), range.clone());
            found.help("write `[slip path C D …]`, `[slip lost 1 at e]` or `[slip stops]`")
        })?);
    }
    Ok(slips)
}

/// Plays a turn; one in which the players departed from the rules is replayed as it is written.
fn play_moves(play: &mut Match, moves: &str, slips: &[slip::Slip]) -> Result<(), TextError> {
    let literal = slips.iter().any(|slip| !matches!(slip, slip::Slip::Lost(..)));
    if literal {
        slip::play_literally(play, moves, slips)?;
    } else {
        play.play_on(moves)?;
    }
    for slip in slips {
        if let slip::Slip::Lost(count, house) = slip {
            let lost = play.lose(*count, *house);
            lost.map_err(|fault| TextError::new(fault.code(), fault.to_string(), 0..moves.len()))?;
        }
    }
    Ok(())
}

fn same_position(game: &Game, play: &mut Match, value: &str, range: &Range<usize>) -> Result<(), TextError> {
    let mut machine = game.machine();
    let wanted = position::read(game, &mut machine, value).map_err(|error| TextError { at: range.clone(), ..error })?;
    let spent = play.spend(machine.work());
    spent.map_err(|fault| TextError::new(fault.code(), fault.to_string(), range.clone()).fault(fault))?;
    let layout = &game.program().layout;
    let differs = (0..layout.sites.len())
        .filter_map(|site| u8::try_from(site).ok())
        .filter(|site| wanted.seeds(*site) != play.state().seeds(*site));
    let mut differs = differs.map(|site| {
        format!(
            "{} holds {}, not {}",
            crate::event::site_name(game.program(), site),
            play.state().seeds(site),
            wanted.seeds(site)
        )
    });
    if let Some(first) = differs.next() {
        let message =
            format!("the position differs: {}", std::iter::once(first).chain(differs).collect::<Vec<_>>().join("; "));
        return Err(
            TextError::new(742, message, range.clone()).help(format!("by the rules it is `{}`", play.position()))
        );
    }
    if wanted.mover() != play.mover() && !play.state().is_over() {
        let message = format!("{} is to move here", layout.players[usize::from(play.mover())]);
        return Err(
            TextError::new(742, message, range.clone()).help(format!("by the rules it is `{}`", play.position()))
        );
    }
    Ok(())
}

fn same_result(record: &Record, found: &Replay) -> Result<(), TextError> {
    let Some(wanted) = record.tag("Result") else {
        return Ok(());
    };
    let at = record.place("Result");
    match &found.result {
        Some(result) if result == wanted => Ok(()),
        Some(result) => Err(TextError::new(743, format!("the result is {result}, not {wanted}"), at)
            .help(format!("write [Result \"{result}\"]"))),
        None => {
            let found = TextError::new(743, "the record has a result, but the game is not over", at);
            Err(found.help("add [agreed] if the players stopped, or take the result out"))
        }
    }
}

/// Who has won, where the record says so.
fn same_winner(game: &Game, record: &Record, ending: Option<&Ending>) -> Result<(), TextError> {
    let Some(wanted) = record.tag("Winner") else {
        return Ok(());
    };
    let at = record.place("Winner");
    match ending.map(|ending| winner(game, ending)) {
        Some(found) if found == wanted => Ok(()),
        Some(found) => Err(TextError::new(743, format!("the winner is {found}, not {wanted}"), at)
            .help(format!("write [Winner \"{found}\"]"))),
        None => {
            let found = TextError::new(743, "the record has a winner, but the game is not over", at);
            Err(found.help("add [agreed] if the players stopped, or take the winner out"))
        }
    }
}

/// The scores as `Result` gives them: `25-23`.
fn result(ending: &Ending) -> String {
    ending.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

/// The name of the winner as `Winner` gives it.
fn winner<'g>(game: &'g Game, ending: &Ending) -> &'g str {
    let players = &game.program().layout.players;
    ending.winner.and_then(|winner| players.get(usize::from(winner))).map_or(NOBODY, String::as_str)
}

/// Who has won a draw.
const NOBODY: &str = "nobody";

/// Whether whoever has the highest score has won, and nobody where several have it: then the result tells the winner.
fn scores_tell_the_winner(ending: &Ending) -> bool {
    let best = ending.scores.iter().max();
    let mut first =
        ending.scores.iter().enumerate().filter(|(_, score)| Some(*score) == best).map(|(player, _)| player);
    match (first.next(), first.next()) {
        (Some(one), None) => ending.winner.map(usize::from) == Some(one),
        _ => ending.winner.is_none(),
    }
}

/// A match as a record, with these tags before the turns. What they do not give is added: `Game`, the title of the game;
/// `Params`, what is set otherwise than usual; `Start`, unless the match began at the start; `Result`, the scores, and
/// `Winner` where they do not tell who that is, once it is over. [`resume`] makes a match of it again.
///
/// ```
/// # use mcl_interpreter::{Game, Match, record};
/// # use mcl_lang::{loader::NoFiles, source::Source};
/// let text = r#"game "Empty" {
///   board { rows 2; houses 2; stores }
///   setup { fill 1 }
///   turn { choose h in own where h.seeds > 0; sow h }
///   end { when (houses of mover).seeds == 0 or stuck -> win mover }
/// }"#;
/// let game = Game::compile(Source::new("empty.mcl", text), &NoFiles, &[])?;
/// let mut play = Match::new(&game)?;
/// play.set_position("0 1 / 3 0 South")?;
/// play.play_text("B")?; // the last seed of South, who wins without having captured any
/// let saved = record::write(&play, &[("X".to_owned(), "Ann".to_owned())]);
/// let tags = "[Game \"Empty\"]\n[X \"Ann\"]\n[Start \"0 1 / 3 0 South\"]\n[Result \"0-0\"]\n[Winner \"South\"]\n";
/// assert_eq!(saved, format!("{tags}B\n"));
/// assert!(record::resume(&game, &record::parse(&saved)?).is_ok());
/// let wrong = record::parse(&saved.replace("\"South\"", "\"North\""))?;
/// assert_eq!(record::resume(&game, &wrong).err().map(|error| error.message).as_deref(), Some("the winner is South, not North"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(play: &Match, tags: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('"', "'"));
    };
    let given = |name: &str| tags.iter().any(|(given, _)| given == name);
    let program = play.game().program();
    if !given("Game") {
        tag("Game", &program.title);
    }
    for (name, value) in tags {
        tag(name, value);
    }
    let params = params(program).join(" ");
    if !params.is_empty() && !given("Params") {
        tag("Params", &params);
    }
    if !play.from_the_start() && !given("Start") {
        tag("Start", &play.base_position());
    }
    if let Some(ending) = play.outcome().ending() {
        if !given("Result") {
            tag("Result", &result(&ending));
        }
        if !given("Winner") && !scores_tell_the_winner(&ending) {
            tag("Winner", winner(play.game(), &ending));
        }
    }
    for turn in play.turns_from_base() {
        let _ = writeln!(text, "{turn}");
    }
    text
}
