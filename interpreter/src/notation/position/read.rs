//! In: the text of a position: a line, a picture of several lines. Out: the state, its question pending again. Never here: writing, JSON.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::{cells_of, cells_of_one, groups, joined, json, resumed};
use crate::Game;
use crate::notation::{TextError, meant, one_of, player};
use crate::state::{NOTHING_ASKED, State, Status};
use crate::tables::Prepared;
use crate::vm::{Machine, sets};
use mcl_lang::board::{Layout, Shape};
use mcl_lang::bytecode::Program;
use mcl_lang::hir::Ty;
use std::ops::Range;

/// A word of the text and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Piece<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Piece<'t> {
    pub(super) fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The same word of a text that begins so much later.
    pub(super) fn shifted(self, by: usize) -> Piece<'t> {
        Piece { at: self.at + by, ..self }
    }
}

/// Reads a position. If a decision was pending in it, it is pending again; otherwise the player is yet to be asked.
///
/// # Errors
/// What in the text is no position of this game.
pub(crate) fn read(game: &Game, machine: &mut Machine, text: &str) -> Result<State, TextError> {
    let Unasked { mut state, pending, place } = unasked(game, machine, text)?;
    if !pending {
        resumed(game, machine, &mut state).map_err(|fault| {
            TextError::new(708, format!("the position cannot be played: {fault}"), place).fault(fault)
        })?;
    }
    Ok(state)
}

/// A position as it is written, before anybody is asked.
pub(crate) struct Unasked {
    state: State,
    /// Whether its question was written too, or that there is none.
    pending: bool,
    /// All that was read of the text.
    place: Range<usize>,
}

/// Reads a position without playing: no rule is run.
///
/// # Errors
/// What in the text is no position of this game.
pub(crate) fn unasked(game: &Game, machine: &mut Machine, text: &str) -> Result<Unasked, TextError> {
    if text.trim_start().starts_with('{') {
        return json::read(game, machine, text);
    }
    let groups = groups(&game.prepared().layout);
    let pieces = if text.contains('/') { pieces(text) } else { picture(text, groups.len()) };
    let mut state = blank(game, machine);
    let used = if groups.is_empty() {
        named_seeds(game, &pieces, &mut state)?
    } else {
        rows(game, &groups, &pieces, &mut state)?
    };
    finish(game, state, &pieces[used..])
}

/// An empty board in the main part of the game, where a position is unless it says another phase.
pub(super) fn blank(game: &Game, machine: &mut Machine) -> State {
    let mut state = machine.fresh(game.prepared());
    state.head.phase = u8::try_from(game.prepared().phases.len()).unwrap_or(u8::MAX);
    state
}

/// The words of a picture in the order of a line: the rows from the bottom, each player's store behind his last, then the rest.
fn picture(text: &str, count: usize) -> Vec<Piece<'_>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>();
    if count == 0 || lines.len() < count || lines.len() < 2 {
        return pieces(text);
    }
    fn of<'t>(text: &str, line: &'t str) -> Vec<Piece<'t>> {
        let by = line.as_ptr() as usize - text.as_ptr() as usize;
        pieces(line).into_iter().map(|piece| piece.shifted(by)).collect()
    }
    let (stores, rest) = lines[count..]
        .iter()
        .flat_map(|line| of(text, line))
        .partition::<Vec<_>, _>(|piece| piece.text.starts_with('['));
    let mut stores = stores.into_iter();
    let mut found = Vec::new();
    for (number, row) in lines[..count].iter().rev().enumerate() {
        if number > 0 {
            let at = found.last().map_or(0, |last: &Piece<'_>| last.range().end);
            found.push(Piece { text: "/", at });
        }
        found.extend(of(text, row));
        if (number + 1) % (count / 2).max(1) == 0 {
            found.extend(stores.next());
        }
    }
    found.extend(stores);
    found.extend(rest);
    found
}

pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
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
fn rows(game: &Game, groups: &[Vec<u8>], pieces: &[Piece<'_>], state: &mut State) -> Result<usize, TextError> {
    let layout = &game.prepared().layout;
    let per_player = groups.len() / 2;
    let mut at = 0;
    for (number, group) in groups.iter().enumerate() {
        if number > 0 {
            match pieces.get(at) {
                Some(Piece { text: "/", .. }) => at += 1,
                found => {
                    return Err(missing(groups, found.copied(), pieces, &format!("`/` before row {}", number + 1)));
                }
            }
        }
        for (nth, site) in group.iter().enumerate() {
            let Some(piece) =
                pieces.get(at).filter(|piece| piece.text.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
            else {
                let what = format!("{} numbers in row {}, found {nth}", group.len(), number + 1);
                return Err(missing(groups, pieces.get(at).copied(), pieces, &what));
            };
            state.board_mut()[usize::from(*site)] = seed_count(*piece, piece.text)?;
            at += 1;
        }
        if let Some(piece) = pieces.get(at).filter(|piece| piece.text.starts_with(|c: char| c.is_ascii_digit())) {
            let what = format!("row {} has {} houses, and here is one number more", number + 1, group.len());
            let then = if number + 1 < groups.len() { ", then `/`" } else { "" };
            let help = format!("give {} numbers{then}", group.len());
            return Err(TextError::new(704, what, piece.range()).help(help));
        }
        if let Some(count) = pieces.get(at).copied().and_then(store) {
            let owner = number / per_player;
            state.board_mut()[usize::from(layout.stores[owner])] = count?;
            at += 1;
        }
    }
    Ok(at)
}

/// Something is missing at a word, or behind the last one.
fn missing(groups: &[Vec<u8>], found: Option<Piece<'_>>, pieces: &[Piece<'_>], what: &str) -> TextError {
    let at = found.or(pieces.last().copied()).map_or(0..0, |piece| piece.range());
    let ones = groups.iter().map(|group| vec!["1"; group.len()].join(" ")).collect::<Vec<_>>();
    let (first, second) = ones.split_at(ones.len() / 2);
    let help = format!("write it as `{} [2] / {} [3] South`", first.join(" / "), second.join(" / "));
    TextError::new(704, format!("the position needs {what}"), at).help(help)
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

/// What is to be said of a row of numbers on a board whose positions name their houses.
fn numbers_of_rows(layout: &Layout, first: &Piece<'_>) -> Option<TextError> {
    let named = matches!(layout.shape, Shape::Circle | Shape::Picture);
    let [one, other, ..] = &layout.sites[..layout.houses] else { return None };
    let mover = layout.players.first().filter(|_| named && first.text.parse::<u32>().is_ok())?;
    let found = TextError::new(704, "a position of this board names its houses", first.range());
    Some(found.help(format!("on this board a position is written `{}:3 {}:0 … {mover}`", one.name, other.name)))
}

/// The player to move, variables, round, and what was pending.
pub(super) fn finish(game: &Game, mut state: State, pieces: &[Piece<'_>]) -> Result<Unasked, TextError> {
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
            if let Some(found) = numbers_of_rows(&program.layout, first) {
                return found;
            }
            let found = TextError::new(706, format!("`{}` is not a player", first.text), first.range());
            found.help(format!("write who moves: {}", program.layout.players.join(" or ")))
        })?;
        state.head.mover = mover;
        rest = others;
    }
    let mut pending = false;
    let mut said = Vec::new();
    while let Some((word, others)) = rest.split_first() {
        if said.contains(&word.text) {
            let found = TextError::new(715, format!("`{}` is given twice", word.text), word.range());
            return Err(found.help("say it once"));
        }
        said.push(word.text);
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
    Ok(Unasked { state, pending, place: 0..end })
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
            let names = program.variables.iter().map(|variable| variable.name.as_str());
            let found = TextError::new(709, format!("the game has no variable `{name}`"), piece.range());
            return Err(found.help(one_of(name, names, "variable")));
        };
        let values = if variable.each_player { text.split(',').collect::<Vec<_>>() } else { vec![text] };
        let cells = &mut state.cells_mut()[cells_of(program, variable)];
        for (cells, value) in cells.chunks_mut(cells_of_one(program, variable)).zip(values) {
            let value = value.rsplit(':').next().unwrap_or(value);
            read_cells(program, variable.ty, value, cells)
                .ok_or_else(|| TextError::new(709, format!("`{value}` is no value of `{name}`"), piece.range()))?;
        }
    }
    Ok(&[])
}

/// One value into its cells.
fn read_cells(program: &Program, ty: Ty, text: &str, cells: &mut [i32]) -> Option<()> {
    let parts = || text.split('+').filter(|part| *part != "none");
    let value = match ty {
        Ty::Region => {
            let sites = parts().map(|part| read_value(program, Ty::House, part)).collect::<Option<Vec<_>>>()?;
            let (len, rest) = cells.split_first_mut()?;
            rest.fill(0);
            for (nth, site) in sites.iter().enumerate() {
                *rest.get_mut(nth / 4)? |= *site << (8 * (nth % 4));
            }
            *len = i32::try_from(sites.len()).ok()?;
            return Some(());
        }
        Ty::Counts => {
            let wanted = joined(parts().map(str::to_owned));
            let at = program.counts.iter().position(|counts| joined(counts.set.members().into_iter()) == wanted);
            i32::try_from(at?).ok()?
        }
        Ty::Directions => {
            parts().try_fold(0, |bits, part| Some(bits | 1 << read_value(program, Ty::Direction, part)?))?
        }
        _ => read_value(program, ty, text)?,
    };
    *cells.first_mut()? = value;
    Some(())
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
        None => {
            let houses = program.layout.sites.iter().take(program.layout.houses).map(|site| site.name.as_str());
            let found = TextError::new(705, format!("there is no house `{name}`"), piece.range());
            Err(found.help(one_of(name, houses, "house")))
        }
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
        let owner = owner.ok_or_else(|| {
            let players = program.layout.players.iter().map(String::as_str);
            let found = TextError::new(706, format!("`{name}` cannot own a house"), piece.range());
            found.help(one_of(name, players, "player"))
        })?;
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
        let mark = mark.ok_or_else(|| {
            let marks = program.marks.iter().map(|mark| mark.name.as_str());
            TextError::new(711, format!("there is no mark `{name}`"), piece.range()).help(one_of(name, marks, "mark"))
        })?;
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
    let wrong = |name: &str| {
        let phases = program.phases.iter().map(|phase| phase.name.as_str()).chain(["main"]);
        TextError::new(712, "there is no such phase", word.range()).help(one_of(name, phases, "phase"))
    };
    let (name, rest) = rest.split_first().ok_or_else(|| wrong(""))?;
    let at = program.phases.iter().position(|phase| phase.name == name.text);
    let at = at.or((name.text == "main").then_some(program.phases.len())).ok_or_else(|| wrong(name.text))?;
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
    let counted = || TextError::new(713, "this game counts no moves", word.range()).help("leave `moves` out");
    let (numbers, rest) = rest.split_first().ok_or_else(wrong)?;
    let first = usize::from(program.moves.ok_or_else(counted)?.cell);
    let counts = numbers.text.split(',').map(|number| number.parse::<i32>().ok().filter(|count| *count >= 0));
    let counts = counts.collect::<Option<Vec<_>>>().filter(|counts| counts.len() == program.layout.players.len());
    let counts = counts.ok_or_else(wrong)?;
    state.cells_mut()[first..first + counts.len()].copy_from_slice(&counts);
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

fn store_of(layout: &Layout, owner: &str) -> Option<i32> {
    layout.stores.get(usize::from(player(&layout.players, owner)?)).map(|store| i32::from(*store))
}

fn read_value(program: &Program, ty: Ty, text: &str) -> Option<i32> {
    let layout = &program.layout;
    match ty {
        Ty::Bool => Some(i32::from(text.parse::<bool>().ok()?)),
        Ty::Player => player(&layout.players, text).map(i32::from),
        Ty::House if text == "none" => Some(mcl_lang::bytecode::NO_SITE),
        Ty::House => match text.strip_suffix(".store") {
            Some(owner) => store_of(layout, owner),
            // Programs call a store by its player alone.
            None => layout.site(text).map(i32::from).or_else(|| store_of(layout, text)),
        },
        Ty::Direction => ["ccw", "cw"].iter().position(|way| *way == text).and_then(|way| i32::try_from(way).ok()),
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
