//! In: a state, or the text of a position. Out: the other: one line, a picture of several lines, or JSON. None of the three loses anything.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{TextError, meant, player};
use crate::event::site_name;
use crate::state::{NOTHING_ASKED, State, Status};
use crate::tables::Prepared;
use crate::vm::{History, Machine, sets};
use crate::{Fault, Game};
use mcl_lang::board::{Layout, Shape, SiteKind};
use mcl_lang::bytecode::{Program, VariableCell};
use mcl_lang::hir::Ty;
use std::fmt::Write as _;
use std::ops::Range;

/// The canonical line: `2 2 1 0 0 0 [3] / 4 4 4 4 4 4 [5] South`.
pub(crate) fn line(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let mut line = seeds_line(&program.layout, state);
    let _ = write!(line, " {}", program.layout.players.get(usize::from(state.mover())).map_or("?", String::as_str));
    line + &rest(game, machine, state)
}

/// Everything but seeds and mover, where it is not as at the start.
fn rest(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let mut rest = owners(program, state);
    rest.push_str(&marks(program, state));
    rest.push_str(&variables(game, machine, state));
    if let Some(phase) = program.phases.get(usize::from(state.head.phase)) {
        let _ = write!(rest, " phase {}", phase.name);
    } else if !program.phases.is_empty() {
        rest.push_str(" phase main");
    }
    if let Some(moves) = program.moves.map(|(cell, _)| usize::from(cell)) {
        let counted = state.cells().get(moves..moves + program.layout.players.len()).unwrap_or(&[]);
        if counted.iter().any(|count| *count != 0) {
            let _ = write!(rest, " moves {}", counted.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
        }
    }
    if state.head.beginner != 0 {
        let _ = write!(rest, " first {}", program.layout.players[usize::from(state.head.beginner)]);
    }
    if state.round() != 1 {
        let _ = write!(rest, " round {}", state.round());
    }
    rest + &suspended(game, machine, state, &line_of_rest(state, program))
}

/// ` owners A:North`, for houses that have changed hands.
fn owners(program: &Prepared, state: &State) -> String {
    let houses = (0..program.layout.houses).filter_map(|site| {
        let now = sets::owner(program, state, site);
        let name = now.and_then(|owner| program.layout.players.get(owner)).map_or("none", String::as_str);
        let given = now != program.layout.sites[site].owner.map(usize::from);
        given.then(|| format!(" {}:{name}", program.layout.sites[site].name))
    });
    let houses = houses.collect::<String>();
    if houses.is_empty() { houses } else { format!(" owners{houses}") }
}

/// ` marks B:burnt c:daughter=North`.
fn marks(program: &Prepared, state: &State) -> String {
    let mut found = String::new();
    for site in 0..program.layout.houses {
        for mark in &program.marks {
            let Some(holder) = sets::holder(program, state, mark, site) else { continue };
            let _ = write!(found, " {}:{}", program.layout.sites[site].name, mark.name);
            if mark.held {
                let _ = write!(found, "={}", program.layout.players[holder]);
            }
        }
    }
    if found.is_empty() { found } else { format!(" marks{found}") }
}

/// The picture: rows from the top as South sees them, the stores and the rest of the line below.
pub(crate) fn picture(game: &Game, machine: &mut Machine, state: &State) -> String {
    let whole = line(game, machine, state);
    let layout = &game.prepared().layout;
    if !matches!(layout.shape, Shape::TwoRows | Shape::FourRows) {
        return whole;
    }
    let groups = groups(layout);
    let rows = groups.iter().rev().map(|group| counts(state, group));
    let stores = layout.stores.iter().map(|store| format!("[{}]", state.seeds(*store))).collect::<Vec<_>>().join(" ");
    let rest = whole.rsplit(']').next().unwrap_or("");
    let name = layout.players.get(usize::from(state.mover())).map_or("", String::as_str);
    let rest = rest.find(name).map_or("", |at| &rest[at..]);
    format!("{}\n{stores} {rest}", rows.collect::<Vec<_>>().join("\n"))
}

/// The JSON form: `{"seeds": {"A": 4, …, "South": 0}, "to_move": "South", …}`.
pub(crate) fn json(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let seeds = program.layout.sites.iter().enumerate().map(|(at, site)| {
        let at = u8::try_from(at).unwrap_or(u8::MAX);
        (site.name.clone(), serde_json::Value::from(state.seeds(at)))
    });
    let mut object = serde_json::Map::new();
    object.insert("seeds".into(), serde_json::Value::Object(seeds.collect()));
    let mover = program.layout.players.get(usize::from(state.mover())).cloned().unwrap_or_default();
    object.insert("to_move".into(), mover.into());
    let rest = rest(game, machine, state);
    if !rest.trim().is_empty() {
        object.insert("rest".into(), rest.trim().into());
    }
    serde_json::Value::Object(object).to_string()
}

/// Groups of houses in the order of the line: each player's rows from South's side upwards, left to right on the picture.
fn groups(layout: &Layout) -> Vec<Vec<u8>> {
    let reversed = |row: &Vec<u8>| row.iter().rev().copied().collect::<Vec<_>>();
    match layout.shape {
        Shape::TwoRows => vec![layout.rows[0].clone(), reversed(&layout.rows[1])],
        Shape::FourRows => vec![
            layout.outer[0].clone(),
            layout.inner[0].clone(),
            reversed(&layout.inner[1]),
            reversed(&layout.outer[1]),
        ],
        Shape::Circle | Shape::Picture => Vec::new(),
    }
}

fn counts(state: &State, group: &[u8]) -> String {
    group.iter().map(|site| state.seeds(*site).to_string()).collect::<Vec<_>>().join(" ")
}

fn seeds_line(layout: &Layout, state: &State) -> String {
    let store = |player: usize| match layout.stores.get(player).map_or(0, |store| state.seeds(*store)) {
        0 => String::new(),
        seeds => format!(" [{seeds}]"),
    };
    let groups = groups(layout);
    if groups.is_empty() {
        let houses = layout.sites.iter().enumerate().filter(|(_, site)| site.kind == SiteKind::House);
        let houses =
            houses.map(|(at, site)| format!("{}:{}", site.name, state.seeds(u8::try_from(at).unwrap_or(u8::MAX))));
        let filled = layout.stores.iter().any(|store| state.seeds(*store) > 0);
        let stores = layout.stores.iter().filter(|_| filled).map(|store| format!("[{}]", state.seeds(*store)));
        return houses.chain(stores).collect::<Vec<_>>().join(" ");
    }
    let per_player = groups.len() / 2;
    let parts = groups.iter().enumerate().map(|(at, group)| {
        let last = (at + 1) % per_player == 0;
        format!("{}{}", counts(state, group), if last { store(at / per_player) } else { String::new() })
    });
    parts.collect::<Vec<_>>().join(" / ")
}

/// ` vars x=3 y=South:1,North:2`, for variables that are not as they begin.
fn variables(game: &Game, machine: &mut Machine, state: &State) -> String {
    let program = game.prepared();
    let fresh = machine.fresh(program);
    let mut found = String::new();
    for variable in &program.variables {
        let cells = cells_of(program, variable);
        if state.cells().get(cells.clone()) == fresh.cells().get(cells.clone()) {
            continue;
        }
        let values = state.cells().get(cells).unwrap_or(&[]);
        let text = if variable.each_player {
            let each = program
                .layout
                .players
                .iter()
                .zip(values)
                .map(|(player, value)| format!("{player}:{}", value_text(program, variable.ty, *value)));
            each.collect::<Vec<_>>().join(",")
        } else {
            values.first().map(|value| value_text(program, variable.ty, *value)).unwrap_or_default()
        };
        let _ = write!(found, " {}={text}", variable.name);
    }
    if found.is_empty() { found } else { format!(" vars{found}") }
}

fn cells_of(program: &Program, variable: &VariableCell) -> Range<usize> {
    let first = usize::from(variable.cell);
    first..first + if variable.each_player { program.layout.players.len() } else { 1 }
}

fn value_text(program: &Program, ty: Ty, value: i32) -> String {
    let at = usize::try_from(value).unwrap_or(usize::MAX);
    match ty {
        Ty::Bool => (value != 0).to_string(),
        Ty::Player => program.layout.players.get(at).cloned().unwrap_or_default(),
        Ty::House if value < 0 => "none".to_owned(),
        Ty::House => site_name(program, u8::try_from(value).unwrap_or(u8::MAX)).replace("'s store", ".store"),
        Ty::Direction => if value == 1 { "cw" } else { "ccw" }.to_owned(),
        Ty::Reading(reading) => {
            let label = program.readings.get(usize::from(reading)).and_then(|reading| reading.labels.get(at));
            label.cloned().unwrap_or_default()
        }
        _ => value.to_string(),
    }
}

/// What is left of a state beside seeds, mover and variables.
fn line_of_rest(state: &State, program: &Program) -> String {
    match state.head.status {
        Status::Running => {
            let saved = &state.cells()[usize::from(program.cells.variables)..];
            let saved = saved.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!(" pending {}:{}:{saved}", state.head.decision, state.head.asked)
        }
        Status::Scored => " over".to_owned(),
        Status::Drawn => " over draw".to_owned(),
        Status::Won(player) => {
            format!(" over {}", program.layout.players.get(usize::from(player)).map_or("?", String::as_str))
        }
    }
}

/// Whether a question is pending that is not the first of a turn.
pub(crate) fn is_suspended(game: &Game, machine: &mut Machine, state: &State) -> bool {
    !suspended(game, machine, state, "pending").is_empty()
}

/// The rest, if reading the line without it would not give the same state.
fn suspended(game: &Game, machine: &mut Machine, state: &State, rest: &str) -> String {
    let mut plain = state.clone();
    plain.head.status = Status::Running;
    plain.head.decision = NOTHING_ASKED;
    let first = usize::from(game.prepared().cells.variables);
    plain.cells_mut()[first..].fill(0);
    let same = resumed(game, machine, &mut plain).is_ok() && plain == *state;
    if same { String::new() } else { rest.to_owned() }
}

/// Asks the player to move, with nothing in the history.
pub(crate) fn resumed(game: &Game, machine: &mut Machine, state: &mut State) -> Result<(), Fault> {
    Ok(machine.resume_at(game.prepared(), state, &mut History::default(), &mut ())?)
}

// ------------------------------------------------------------------------------------------------------------ reading

/// A word of the text and where it stands.
#[derive(Clone, Copy)]
struct Piece<'t> {
    text: &'t str,
    at: usize,
}

impl Piece<'_> {
    fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// Reads a position. If a decision was pending in it, it is pending again; otherwise the player is yet to be asked.
///
/// # Errors
/// What in the text is no position of this game.
pub(crate) fn read(game: &Game, machine: &mut Machine, text: &str) -> Result<State, TextError> {
    let trimmed = text.trim_start();
    if trimmed.starts_with('{') {
        return read_json(game, machine, text);
    }
    let line = if trimmed.trim_end().contains('\n') { as_line(game, trimmed) } else { text.to_owned() };
    read_line(game, machine, &line)
}

/// A picture as a line: the rows from the bottom, then stores and the rest, each store behind its player's last row.
fn as_line(game: &Game, text: &str) -> String {
    let layout = &game.prepared().layout;
    let count = groups(layout).len();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    if count == 0 || lines.len() < count {
        return lines.join(" ");
    }
    let mut rows = lines[..count].iter().rev().map(|row| (*row).to_owned()).collect::<Vec<_>>();
    let rest = lines[count..].join(" ");
    let mut stores = rest.split_whitespace().filter(|word| word.starts_with('['));
    for player in 1..=2 {
        if let Some(store) = stores.next() {
            let _ = write!(rows[player * count / 2 - 1], " {store}");
        }
    }
    let rest = rest.split_whitespace().filter(|word| !word.starts_with('[')).collect::<Vec<_>>().join(" ");
    format!("{} {rest}", rows.join(" / "))
}

fn read_json(game: &Game, machine: &mut Machine, text: &str) -> Result<State, TextError> {
    let whole = 0..text.len();
    let wrong = |what: String| {
        TextError::new(701, what, whole.clone()).help("write {\"seeds\": {\"A\": 4, …}, \"to_move\": \"South\"}")
    };
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| wrong(format!("this is not JSON: {error}")))?;
    let program = game.prepared();
    let seeds = value
        .get("seeds")
        .and_then(serde_json::Value::as_object)
        .ok_or_else(|| wrong("no `seeds` in this position".into()))?;
    let mut state = machine.fresh(program);
    for (name, count) in seeds {
        let site = program
            .layout
            .site(name)
            .or_else(|| player(&program.layout.players, name).map(|player| program.layout.stores[usize::from(player)]));
        let site = site.ok_or_else(|| wrong(format!("there is no site `{name}`")))?;
        let count = count.as_u64().and_then(|count| u16::try_from(count).ok());
        let count = count.ok_or_else(|| wrong(format!("`{name}` needs a number of seeds from 0 to 65535")))?;
        state.board_mut()[usize::from(site)] = count;
    }
    let mover = value.get("to_move").and_then(serde_json::Value::as_str).unwrap_or("South");
    let rest = value.get("rest").and_then(serde_json::Value::as_str).unwrap_or("");
    let tail = format!("{mover} {rest}");
    finish(game, machine, state, &pieces(&tail)).map_err(|error| TextError { at: whole.clone(), ..error })
}

fn read_line(game: &Game, machine: &mut Machine, text: &str) -> Result<State, TextError> {
    let pieces = pieces(text);
    let mut state = machine.fresh(game.prepared());
    let groups = groups(&game.prepared().layout);
    let used = if groups.is_empty() {
        named_seeds(game, &pieces, &mut state)?
    } else {
        rows(game, &groups, &pieces, text, &mut state)?
    };
    finish(game, machine, state, &pieces[used..])
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        found.push(Piece { text: word, at });
    }
    found
}

fn seed_count(piece: Piece<'_>, digits: &str) -> Result<u16, TextError> {
    match digits.parse::<u64>().map(u16::try_from) {
        Ok(Ok(count)) => Ok(count),
        Ok(Err(_)) => {
            Err(TextError::new(702, format!("a site holds at most 65535 seeds, not {digits}"), piece.range())
                .help("write a number from 0 to 65535"))
        }
        Err(_) => Err(TextError::new(703, format!("`{}` is not a number of seeds", piece.text), piece.range())
            .help("write a number from 0 to 65535")),
    }
}

/// A store in brackets.
fn store(piece: Piece<'_>) -> Option<Result<u16, TextError>> {
    let inner = piece.text.strip_prefix('[')?.strip_suffix(']')?;
    Some(seed_count(piece, inner))
}

/// Rows of numbers parted by `/`, each player's store behind his last row. The number of pieces read.
fn rows(
    game: &Game,
    groups: &[Vec<u8>],
    pieces: &[Piece<'_>],
    text: &str,
    state: &mut State,
) -> Result<usize, TextError> {
    let layout = &game.prepared().layout;
    let per_player = groups.len() / 2;
    let mut at = 0;
    for (number, group) in groups.iter().enumerate() {
        if number > 0 {
            match pieces.get(at) {
                Some(Piece { text: "/", .. }) => at += 1,
                found => return Err(missing(found.copied(), text, &format!("`/` before row {}", number + 1))),
            }
        }
        for (nth, site) in group.iter().enumerate() {
            let Some(piece) =
                pieces.get(at).filter(|piece| piece.text.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
            else {
                let what = format!("{} numbers in row {}, found {nth}", group.len(), number + 1);
                return Err(missing(pieces.get(at).copied(), text, &what));
            };
            state.board_mut()[usize::from(*site)] = seed_count(*piece, piece.text)?;
            at += 1;
        }
        if let Some(piece) = pieces.get(at).filter(|piece| piece.text.starts_with(|c: char| c.is_ascii_digit())) {
            let what = format!("row {} has {} houses, and here is one number more", number + 1, group.len());
            return Err(
                TextError::new(704, what, piece.range()).help(format!("give {} numbers, then `/`", group.len()))
            );
        }
        if let Some(count) = pieces.get(at).copied().and_then(store) {
            let owner = number / per_player;
            state.board_mut()[usize::from(layout.stores[owner])] = count?;
            at += 1;
        }
    }
    Ok(at)
}

fn missing(found: Option<Piece<'_>>, text: &str, what: &str) -> TextError {
    let at = found.map_or(text.len()..text.len(), |piece| piece.range());
    TextError::new(704, format!("the position needs {what}"), at)
        .help("write it as `2 2 1 0 0 0 [3] / 4 4 4 4 4 4 [5] South`")
}

/// `A:3 B:0 … [1] [2]`. The number of pieces read.
fn named_seeds(game: &Game, pieces: &[Piece<'_>], state: &mut State) -> Result<usize, TextError> {
    let layout = &game.prepared().layout;
    let mut owner = 0;
    for (at, piece) in pieces.iter().enumerate() {
        if let Some((name, count)) = piece.text.split_once(':') {
            let known = || layout.sites.iter().map(|site| site.name.as_str());
            let site = layout.site(name).ok_or_else(|| {
                let found = TextError::new(705, format!("there is no house `{name}`"), piece.range());
                found.help(
                    meant(name, known())
                        .unwrap_or_else(|| format!("the sites are {}", known().collect::<Vec<_>>().join(" "))),
                )
            })?;
            state.board_mut()[usize::from(site)] = seed_count(*piece, count)?;
        } else if let Some(count) = store(*piece) {
            let store = layout
                .stores
                .get(owner)
                .ok_or_else(|| TextError::new(704, "more stores than players", piece.range()))?;
            state.board_mut()[usize::from(*store)] = count?;
            owner += 1;
        } else {
            return Ok(at);
        }
    }
    Ok(pieces.len())
}

/// The player to move, variables, round, and what was pending.
fn finish(game: &Game, machine: &mut Machine, mut state: State, pieces: &[Piece<'_>]) -> Result<State, TextError> {
    let program = game.prepared();
    let total = state.board().iter().map(|seeds| u32::from(*seeds)).sum::<u32>();
    let end = pieces.last().map_or(0, |piece| piece.range().end);
    state.head.total = u16::try_from(total).map_err(|_| {
        TextError::new(702, format!("a position holds at most 65535 seeds, not {total}"), 0..end)
            .help("use fewer seeds")
    })?;
    let mut rest = pieces;
    if let Some((first, others)) = rest.split_first() {
        let mover = player(&program.layout.players, first.text).ok_or_else(|| {
            let found = TextError::new(706, format!("`{}` is not a player", first.text), first.range());
            found.help(format!("write who moves: {}", program.layout.players.join(" or ")))
        })?;
        state.head.mover = mover;
        rest = others;
    }
    let mut pending = false;
    while let Some((word, others)) = rest.split_first() {
        rest = match word.text {
            "owners" => read_owners(game.prepared(), &mut state, others)?,
            "marks" => read_marks(game.prepared(), &mut state, others)?,
            "phase" => read_phase(game.prepared(), &mut state, *word, others)?,
            "moves" => read_moves(game.prepared(), &mut state, *word, others)?,
            "first" => read_first(program, &mut state, *word, others)?,
            "vars" => read_variables(program, &mut state, others)?,
            "round" => read_round(&mut state, *word, others)?,
            "pending" => {
                pending = true;
                read_pending(program, &mut state, *word, others)?
            }
            "over" => {
                pending = true;
                read_over(program, &mut state, others)
            }
            other => {
                let found = TextError::new(707, format!("`{other}` does not belong in a position"), word.range());
                return Err(found.help(
                    "after the player may follow: owners, marks, vars, phase, moves, first, round, pending, over",
                ));
            }
        };
    }
    if !pending {
        resumed(game, machine, &mut state)
            .map_err(|fault| TextError::new(708, format!("the position cannot be played: {fault}"), 0..end))?;
    }
    Ok(state)
}

fn read_variables<'a, 't>(
    program: &Program,
    state: &mut State,
    pieces: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    for (at, piece) in pieces.iter().enumerate() {
        let Some((name, text)) = piece.text.split_once('=') else {
            return Ok(&pieces[at..]);
        };
        let Some(variable) = program.variables.iter().find(|variable| variable.name == name) else {
            return Err(TextError::new(709, format!("the game has no variable `{name}`"), piece.range()));
        };
        let values = if variable.each_player { text.split(',').collect::<Vec<_>>() } else { vec![text] };
        let cells = cells_of(program, variable);
        for (cell, value) in cells.zip(values) {
            let value = value.rsplit(':').next().unwrap_or(value);
            let number = read_value(program, variable.ty, value);
            let number = number
                .ok_or_else(|| TextError::new(709, format!("`{value}` is no value of `{name}`"), piece.range()))?;
            state.cells_mut()[cell] = number;
        }
    }
    Ok(&[])
}

/// `A:North c:South`, up to the next word without a colon.
fn named_pairs<'a, 't>(pieces: &'a [Piece<'t>]) -> (&'a [Piece<'t>], &'a [Piece<'t>]) {
    let end = pieces.iter().position(|piece| !piece.text.contains(':')).unwrap_or(pieces.len());
    pieces.split_at(end)
}

/// The house of `A:…` and what follows the colon.
fn house_and<'t>(program: &Prepared, piece: Piece<'t>) -> Result<(usize, &'t str), TextError> {
    let (name, value) = piece.text.split_once(':').unwrap_or((piece.text, ""));
    match program.layout.site(name) {
        Some(site) => Ok((usize::from(site), value)),
        None => Err(TextError::new(705, format!("there is no house `{name}`"), piece.range())),
    }
}

fn read_owners<'a, 't>(
    program: &Prepared,
    state: &mut State,
    pieces: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    let (pairs, rest) = named_pairs(pieces);
    for piece in pairs {
        if program.owners.is_none() {
            return Err(
                TextError::new(714, "in this game houses never change hands", piece.range()).help("leave `owners` out")
            );
        }
        let (site, name) = house_and(program, *piece)?;
        let owner = player(&program.layout.players, name);
        let owner = owner.ok_or_else(|| TextError::new(706, format!("`{name}` cannot own a house"), piece.range()))?;
        sets::give(program, state, site, usize::from(owner));
    }
    Ok(rest)
}

fn read_marks<'a, 't>(
    program: &Prepared,
    state: &mut State,
    pieces: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    let (pairs, rest) = named_pairs(pieces);
    for piece in pairs {
        let (site, value) = house_and(program, *piece)?;
        let (name, holder) = value.split_once('=').unwrap_or((value, ""));
        let mark = program.marks.iter().find(|mark| mark.name == name);
        let mark = mark.ok_or_else(|| TextError::new(711, format!("there is no mark `{name}`"), piece.range()))?;
        let held_by = if mark.held { player(&program.layout.players, holder).map(usize::from) } else { Some(0) };
        if held_by.is_none() {
            let found = TextError::new(711, format!("the mark `{name}` needs a player"), piece.range());
            return Err(found.help(format!("write `{}:{name}=South`", program.layout.sites[site].name)));
        }
        sets::set_mark(program, state, mark, site, held_by);
    }
    Ok(rest)
}

fn read_phase<'a, 't>(
    program: &Prepared,
    state: &mut State,
    word: Piece<'t>,
    rest: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    let wrong = || TextError::new(712, "there is no such phase", word.range());
    let (name, rest) = rest.split_first().ok_or_else(wrong)?;
    let at = program.phases.iter().position(|phase| phase.name == name.text);
    let at = at.or((name.text == "main").then_some(program.phases.len())).ok_or_else(wrong)?;
    state.head.phase = u8::try_from(at).unwrap_or(u8::MAX);
    Ok(rest)
}

fn read_moves<'a, 't>(
    program: &Prepared,
    state: &mut State,
    word: Piece<'t>,
    rest: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    let wrong = || TextError::new(713, "`moves` needs a number for each player", word.range());
    let (numbers, rest) = rest.split_first().ok_or_else(wrong)?;
    let (cell, _) = program.moves.ok_or_else(wrong)?;
    for (at, number) in numbers.text.split(',').enumerate().take(program.layout.players.len()) {
        state.cells_mut()[usize::from(cell) + at] = number.parse().map_err(|_| wrong())?;
    }
    Ok(rest)
}

fn read_first<'a, 't>(
    program: &Program,
    state: &mut State,
    word: Piece<'t>,
    rest: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    let wrong = || TextError::new(706, "`first` needs a player", word.range());
    let (name, rest) = rest.split_first().ok_or_else(wrong)?;
    state.head.beginner = player(&program.layout.players, name.text).ok_or_else(wrong)?;
    Ok(rest)
}

fn read_value(program: &Program, ty: Ty, text: &str) -> Option<i32> {
    let layout = &program.layout;
    match ty {
        Ty::Bool => Some(i32::from(text.parse::<bool>().ok()?)),
        Ty::Player => player(&layout.players, text).map(i32::from),
        Ty::House if text == "none" => Some(mcl_lang::bytecode::NO_SITE),
        Ty::House => match text.strip_suffix(".store") {
            Some(owner) => player(&layout.players, owner).map(|owner| i32::from(layout.stores[usize::from(owner)])),
            None => layout.site(text).map(i32::from),
        },
        Ty::Direction => Some(i32::from(text == "cw")),
        Ty::Reading(reading) => {
            let labels = &program.readings.get(usize::from(reading))?.labels;
            labels.iter().position(|label| label == text).and_then(|at| i32::try_from(at).ok())
        }
        _ => text.parse().ok(),
    }
}

fn read_round<'a, 't>(state: &mut State, word: Piece<'t>, rest: &'a [Piece<'t>]) -> Result<&'a [Piece<'t>], TextError> {
    let wrong = || TextError::new(707, "`round` needs a number from 1 to 65535", word.range());
    let (number, rest) = rest.split_first().ok_or_else(wrong)?;
    state.head.round = number.text.parse().ok().filter(|round| *round > 0).ok_or_else(wrong)?;
    Ok(rest)
}

fn read_over<'a, 't>(program: &Program, state: &mut State, rest: &'a [Piece<'t>]) -> &'a [Piece<'t>] {
    state.head.decision = NOTHING_ASKED;
    state.head.status = Status::Scored;
    let Some((how, others)) = rest.split_first() else {
        return rest;
    };
    if how.text == "draw" {
        state.head.status = Status::Drawn;
    } else if let Some(winner) = player(&program.layout.players, how.text) {
        state.head.status = Status::Won(winner);
    } else {
        return rest;
    }
    others
}

/// `pending 2:0:5,0`: the decision, who is asked, what was kept.
fn read_pending<'a, 't>(
    program: &Program,
    state: &mut State,
    word: Piece<'t>,
    rest: &'a [Piece<'t>],
) -> Result<&'a [Piece<'t>], TextError> {
    let wrong = || {
        TextError::new(710, "this is no question of the game", word.range())
            .help("copy the whole line that the game wrote")
    };
    let (piece, rest) = rest.split_first().ok_or_else(wrong)?;
    let mut parts = piece.text.splitn(3, ':');
    let decision = parts
        .next()
        .and_then(|part| part.parse::<u16>().ok())
        .filter(|number| usize::from(*number) < program.decisions.len());
    let asked = parts
        .next()
        .and_then(|part| part.parse::<u8>().ok())
        .filter(|player| usize::from(*player) < program.layout.players.len());
    state.head.decision = decision.ok_or_else(wrong)?;
    state.head.asked = asked.ok_or_else(wrong)?;
    let saved = parts.next().unwrap_or("");
    let first = usize::from(program.cells.variables);
    let cells = &mut state.cells_mut()[first..];
    let values = saved
        .split(',')
        .filter(|value| !value.is_empty())
        .map(str::parse::<i32>)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| wrong())?;
    if values.len() != cells.len() {
        return Err(wrong());
    }
    cells.copy_from_slice(&values);
    Ok(rest)
}
