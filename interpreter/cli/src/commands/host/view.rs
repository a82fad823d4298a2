//! In: a game, a match. Out: the same as answers of the host. Never here: playing.
use super::answer::{
    Choice, Chosen, Clause, Decision, Event, Kind, Listed, Loaded, Mark, Named, Outcome, Param, Reading, Setting, Site,
    SiteKind, State, Track, Type, Val, Var, What, Words,
};
use super::schema::VERSION;
use crate::board_view;
use crate::findings::Finding;
use crate::settings;
use mcl_interpreter::{self as play, DecisionKind, EventKind, Game, Match, Value};
use mcl_lang::board::{Layout, SiteKind as OfBoard};
use mcl_lang::bytecode::Program;
use mcl_lang::hir::{self, Const, Ty, Way};
use mcl_lang::source::Span;

/// A game that has just been loaded.
pub(super) fn loaded<'a>(game: &'a Game, name: &'a str, handle: u32, warnings: Vec<Finding>) -> Loaded<'a> {
    let program = game.program();
    let layout = &program.layout;
    Loaded {
        version: VERSION,
        game: handle,
        name,
        title: &program.title,
        players: &layout.players,
        sites: used(layout).map(|site| of_site(layout, site)).collect(),
        tracks: layout.tracks.iter().map(|track| of_track(layout, track)).collect(),
        params: program.params.iter().map(|param| of_param(program, param)).collect(),
        readings: program.readings.iter().map(of_reading).collect(),
        warnings,
    }
}

/// A game of the library.
pub(super) fn listed<'a>(name: &'a str, program: &'a Program) -> Listed<'a> {
    let texts = |wanted: &'static str| {
        let about = program.about.iter().filter(move |(key, _)| key == wanted);
        about.flat_map(|(_, texts)| texts).map(String::as_str).collect::<Vec<_>>()
    };
    let text = |wanted| Some(texts(wanted).join(", ")).filter(|text| !text.is_empty());
    Listed {
        name,
        title: &program.title,
        id: text("id"),
        aka: texts("aka"),
        people: text("people"),
        place: text("place"),
        source: text("source"),
        board: board_view::in_words(&program.layout),
        players: &program.layout.players,
        params: program.params.iter().map(|param| of_param(program, param)).collect(),
        readings: program.readings.iter().map(of_reading).collect(),
    }
}

/// The sites that a player sees: where houses are the stores, no site beside the board is one.
fn used(layout: &Layout) -> impl Iterator<Item = u8> {
    let used = |at: &u8| {
        let site = layout.sites.get(usize::from(*at));
        site.is_some_and(|site| site.kind == OfBoard::House || layout.stores.contains(at))
    };
    (0..=u8::MAX).take(layout.sites.len()).filter(used)
}

fn of_site(layout: &Layout, at: u8) -> Site<'_> {
    let site = &layout.sites[usize::from(at)];
    let store = layout.store_owner(at);
    Site {
        name: &site.name,
        kind: if store.is_some() { SiteKind::Store } else { SiteKind::House },
        owner: store.or(site.owner).map(|owner| player(layout, owner)),
        row: site.place.map(|(row, _)| row),
        column: site.place.map(|(_, column)| column),
    }
}

fn of_track<'a>(layout: &'a Layout, track: &'a mcl_lang::board::Track) -> Track<'a> {
    Track {
        name: &track.name,
        of: track.of.map(|of| player(layout, of)),
        closed: track.closed,
        path: track.path.iter().map(|at| site(layout, *at)).collect(),
    }
}

fn of_param<'a>(program: &'a Program, param: &'a hir::Param) -> Param<'a> {
    let usual = hir::Param { value: param.default.clone(), ..param.clone() };
    let (r#type, answers) = kind(program, param.ty);
    let value = settings::value(program, param);
    Param {
        name: &param.name,
        question: &param.question,
        json: as_json(program, param, &value),
        value,
        usual: settings::value(program, &usual),
        range: param.range.as_ref().map(hir::CountSet::text),
        ranges: param.range.as_ref().map(|range| range.ranges.clone()).unwrap_or_default(),
        r#type,
        answers,
    }
}

/// The two ways in which seeds are sown, in the order of their numbers.
const WAYS: [&str; 2] = ["ccw", "cw"];

/// What a parameter of this type may be.
fn kind(program: &Program, ty: Ty) -> (Type, Vec<&str>) {
    fn names(names: &[String]) -> Vec<&str> {
        names.iter().map(String::as_str).collect()
    }
    match ty {
        Ty::Bool => (Type::Truth, vec!["false", "true"]),
        Ty::Counts => (Type::Counts, Vec::new()),
        Ty::Direction => (Type::Word, WAYS.to_vec()),
        Ty::Directions => (Type::Words, WAYS.to_vec()),
        Ty::Player => (Type::Word, names(&program.layout.players)),
        Ty::Reading(reading) => {
            let reading = program.readings.get(usize::from(reading));
            (Type::Word, reading.map_or_else(Vec::new, |reading| names(&reading.labels)))
        }
        // Nothing else can be a parameter.
        Ty::Int | Ty::House | Ty::Region | Ty::Players | Ty::Text | Ty::Texts | Ty::Unknown => {
            (Type::Number, Vec::new())
        }
    }
}

/// The value of a parameter; `written` is the same as an author writes it.
fn as_json(program: &Program, param: &hir::Param, written: &str) -> Setting {
    let word = |word: &str| word.parse().map_or_else(|_| Setting::Word(word.to_owned()), Setting::Number);
    match &param.value {
        Const::Counts(set) => Setting::Several(set.members().iter().map(|member| word(member)).collect()),
        Const::Directions(ways) => {
            let way = |way: &Way| Setting::Word(WAYS[usize::from(*way == Way::Cw)].to_owned());
            Setting::Several(ways.iter().map(way).collect())
        }
        Const::Int(number) => match kind(program, param.ty).0 {
            Type::Truth => Setting::Truth(*number != 0),
            Type::Word => Setting::Word(written.to_owned()),
            Type::Number | Type::Counts | Type::Words => Setting::Number(*number),
        },
    }
}

fn of_reading(reading: &hir::Reading) -> Reading<'_> {
    let answer = |at: usize| reading.labels.get(at).map_or("", String::as_str);
    Reading {
        name: &reading.name,
        question: &reading.question,
        answers: &reading.labels,
        value: answer(reading.chosen),
        usual: answer(reading.default),
    }
}

fn player(layout: &Layout, player: u8) -> &str {
    layout.players.get(usize::from(player)).map_or("?", String::as_str)
}

fn site(layout: &Layout, site: u8) -> &str {
    layout.sites.get(usize::from(site)).map_or("?", |site| site.name.as_str())
}

/// How a match stands.
pub(super) fn state(play: &Match) -> State<'_> {
    let (game, state) = (play.game(), play.state());
    let layout = &game.program().layout;
    let houses = || used(layout).filter(|at| layout.store_owner(*at).is_none());
    let owner = |at: u8| (site(layout, at), game.owner(state, at).map(|owner| player(layout, owner)));
    let marked = houses().map(|at| (site(layout, at), marks(play, at))).filter(|(_, marks)| !marks.is_empty());
    let position = play.position();
    State {
        seeds: Named(used(layout).map(|at| (site(layout, at), state.seeds(at))).collect()),
        owners: Named(houses().map(owner).collect()),
        marks: if game.program().marks.is_empty() { Named(Vec::new()) } else { Named(marked.collect()) },
        vars: Named(game.variables(state).map(|variable| (variable.name, var(layout, variable))).collect()),
        to_move: player(layout, play.mover()),
        phase: game.phase(state),
        round: state.round(),
        rest: play.rest_of_position(),
        hash: format!("{:016x}", fnv(position.as_bytes())),
        position,
        decision: play.decision().map(|decision| of_decision(play, decision)),
        outcome: outcome(play),
    }
}

fn marks(play: &Match, at: u8) -> Vec<Mark<'_>> {
    let layout = &play.game().program().layout;
    let marks = play.game().marks(play.state(), at);
    marks.map(|mark| Mark { mark: mark.mark, holder: mark.holder.map(|holder| player(layout, holder)) }).collect()
}

fn var<'a>(layout: &'a Layout, variable: play::Variable<'a>) -> Var<'a> {
    let mut values = variable.values.into_iter().map(val);
    if variable.of_each_player {
        return Var::Each(Named(layout.players.iter().map(String::as_str).zip(values).collect()));
    }
    Var::One(values.next().unwrap_or(Val::Name(None)))
}

fn val(value: Value<'_>) -> Val<'_> {
    match value {
        Value::Number(number) => Val::Number(number),
        Value::Truth(truth) => Val::Truth(truth),
        Value::Player(name) | Value::Word(name) | Value::Direction(name) => Val::Name(Some(name)),
        Value::Site(site) => Val::Name(site),
        Value::Sites(names) | Value::Directions(names) => Val::Names(names),
        Value::Counts(members) => Val::Members(members),
    }
}

fn of_decision(play: &Match, decision: play::Decision) -> Decision<'_> {
    Decision {
        kind: match decision.kind {
            DecisionKind::House => Kind::House,
            DecisionKind::Number => Kind::Number,
            DecisionKind::Direction => Kind::Direction,
            DecisionKind::Player => Kind::Player,
            DecisionKind::Word => Kind::Word,
            DecisionKind::Several => Kind::Several,
            DecisionKind::Either => Kind::Either,
        },
        player: player(&play.game().program().layout, decision.player),
        choices: play.choices().iter().map(|choice| of_choice(play, *choice)).collect(),
    }
}

fn of_choice(play: &Match, choice: play::Choice) -> Choice<'_> {
    let (label, values) = play.values(choice);
    Choice { text: play.text(choice), label, values: values.into_iter().filter_map(chosen).collect() }
}

fn chosen(value: Value<'_>) -> Option<Chosen<'_>> {
    match value {
        Value::Site(name) => name.map(Chosen::House),
        Value::Number(number) => Some(Chosen::Number(number)),
        Value::Direction(way) => Some(Chosen::Direction(way)),
        Value::Player(name) => Some(Chosen::Player(name)),
        Value::Word(word) => Some(Chosen::Word(word)),
        // No binder holds these.
        Value::Truth(_) | Value::Sites(_) | Value::Directions(_) | Value::Counts(_) => None,
    }
}

/// Whether a player has not won, his score, the better the less, and his name.
type Level<'a> = (bool, i64, &'a str);

fn outcome(play: &Match) -> Outcome<'_> {
    let play::Outcome::Over(ending) = play.outcome() else { return Outcome::Running };
    let program = play.game().program();
    let layout = &program.layout;
    let names = || layout.players.iter().map(String::as_str);
    let winner = ending.winner.map(|winner| player(layout, winner));
    let fewest = program.scoring.is_some_and(|scoring| !scoring.most);
    let levels = names().zip(ending.scores.iter()).map(|(name, score)| {
        let score = i64::from(*score);
        (winner != Some(name), if fewest { score } else { -score }, name)
    });
    let mut levels = levels.collect::<Vec<Level<'_>>>();
    levels.sort_by_key(|(lost, score, _)| (*lost, *score));
    let by_score = |one: &Level<'_>, other: &Level<'_>| (one.0, one.1) == (other.0, other.1);
    // Nobody has won, yet one score is the best: the draw was called whatever the scores, and none is better than another.
    let all_level = winner.is_none() && levels.chunk_by(by_score).next().is_some_and(|best| best.len() == 1);
    let level = levels.chunk_by(|one, other| all_level || by_score(one, other));
    Outcome::Over {
        scores: Named(names().zip(ending.scores.iter().copied()).collect()),
        winner,
        ranking: level.map(|level| level.iter().map(|(.., name)| *name).collect()).collect(),
        why: ending.reason.and_then(|reason| clause(play.game(), reason)),
    }
}

fn clause(game: &Game, span: Span) -> Option<Clause<'_>> {
    let source = game.sources().get(span.file)?;
    let (line, column) = source.position(span.start);
    Some(Clause { file: source.name(), line, column, text: Words(source.slice(span)) })
}

/// An event with its names.
pub(super) fn event<'a>(game: &'a Game, event: &play::Event) -> Event<'a> {
    let program = game.program();
    Event { text: event.words(program), what: what(program, event.kind), rule: clause(game, event.span(program)) }
}

fn what(program: &Program, kind: EventKind) -> What<'_> {
    let player = |at: u8| player(&program.layout, at);
    let site = |at: u8| site(&program.layout, at);
    let mark = |at: u8| program.marks.get(usize::from(at)).map_or("?", |mark| mark.name.as_str());
    match kind {
        EventKind::Lifted { by, house, count } => What::Lifted { by: player(by), house: site(house), count },
        EventKind::Dropped { by, house } => What::Dropped { by: player(by), house: site(house), count: 1 },
        EventKind::Captured { by, from, count } => What::Captured { by: player(by), from: site(from), count },
        EventKind::Moved { from, to, count } => What::Moved { from: site(from), to: site(to), count },
        EventKind::Brought { to, count } => What::Brought { to: site(to), count },
        EventKind::Marked { house, mark: of } => What::Marked { house: site(house), mark: mark(of) },
        EventKind::Unmarked { house, mark: of } => What::Unmarked { house: site(house), mark: mark(of) },
        EventKind::Given { house, to } => What::Given { house: site(house), to: player(to) },
        EventKind::Swapped { one, other } => What::Swapped { one: player(one), other: player(other) },
        EventKind::RoundEnds { round } => What::RoundEnds { round },
        EventKind::RoundBegins { round, first } => What::RoundBegins { round, first: player(first) },
        EventKind::WentRound { by } => What::WentRound { by: player(by) },
        EventKind::MovesAgain { by } => What::MovesAgain { by: player(by) },
        EventKind::Passed { by } => What::Passed { by: player(by) },
        EventKind::Declined { by } => What::Declined { by: player(by) },
        EventKind::Ended => What::Ended,
    }
}

/// FNV-1a of 64 bits: simple, and the same everywhere.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::fnv;

    #[test]
    fn the_hash_is_that_of_its_inventors() {
        // From the test vectors of Fowler, Noll and Vo.
        assert_eq!(fnv(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
