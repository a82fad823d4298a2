//! In: the games of the library. Out: their tests run, their records replayed, their random games and perft counts as they must be. Never here: rules.
//!
//! `perft.txt` has the counts and where they are from.
use crate::shelf::{self, Shelf};
use crate::{Verdict, corpus, fail, render};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::search::{Playouts, Rng, perft, playouts, playouts_with};
use mcl_interpreter::{Game, Match, record, run_test};
use mcl_lang::source::{Source, Sources};
use mcl_lang::{TestBuild, compile_tests};

/// Answers after which a random game is given up.
const CAP: u64 = 100_000;
/// Answers after which no further game is begun: a match of a thousand rounds is long.
const ENOUGH: u64 = 1_500_000;
/// Games begun at once.
const HANDFUL: u64 = 50;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, text) in mcl_stdlib::GAMES {
        trials.push(Trial::test(format!("games/{name}: nothing to report"), || nothing_to_report(name, text)));
        trials.extend(tests(name, text));
        trials.extend(
            mcl_stdlib::records(name)
                .map(|(file, text)| Trial::test(format!("games/{file}"), move || replayed(name, text))),
        );
        trials.push(Trial::test(format!("games/{name}: 10,000 random games"), || without_fault(name)));
    }
    trials.push(Trial::test("games/kalah: 200,000 games from seed 42", || {
        exactly("kalah", [8_798_105, 96_794, 90_581, 12_625, 87])
    }));
    trials.push(Trial::test("games/oware: 200,000 games from seed 42", || {
        exactly("oware", [20_793_639, 91_614, 97_052, 11_334, 398])
    }));
    trials.extend(counts());
    trials
}

fn nothing_to_report(name: &str, text: &str) -> Verdict {
    let build = compile_tests(Source::new(name, text), &Shelf::library(), &[]);
    if build.diagnostics.is_empty() { Ok(()) } else { fail(render::all(&build.diagnostics, &build.sources)) }
}

fn tests(name: &'static str, text: &str) -> Vec<Trial> {
    let build = compile_tests(Source::new(&format!("{name}.mcl"), text), &Shelf::library(), &[]);
    let sources = build.sources;
    let trial = |test: TestBuild| {
        let sources = sources.clone();
        Trial::test(format!("games/{name}: {}", test.name), move || passes(&test, &sources))
    };
    build.tests.into_iter().map(trial).collect()
}

fn passes(test: &TestBuild, sources: &Sources) -> Verdict {
    run_test(test).map_err(|failure| {
        format!("{}: {}\n{}", sources.locate(failure.span), failure.message, failure.details.join("\n")).into()
    })
}

fn replayed(name: &str, text: &str) -> Verdict {
    let told = |error: mcl_interpreter::TextError| Failed::from(located(text, &error));
    let written = record::parse(text).map_err(told)?;
    let replay = record::replay(&game(name, &written.params())?, &written).map_err(told)?;
    if replay.turns == 0 { fail("nothing was played") } else { Ok(()) }
}

fn located(text: &str, error: &mcl_interpreter::TextError) -> String {
    let mut sources = Sources::default();
    sources.add(Source::new("record", text));
    render::one(&error.diagnostic(), &sources)
}

/// A game of the library, ready to be played.
pub(crate) fn game(name: &str, settings: &[(String, String)]) -> Result<Game, Failed> {
    let build = shelf::build(name, settings);
    let Some(program) = build.program else { return Err(render::all(&build.diagnostics, &build.sources).into()) };
    Game::new(program).map_err(|broken| broken.to_string().into())
}

/// Every way a game can be set: as it is, then each label of each reading and each end of each range.
pub(crate) fn variants(name: &str) -> Result<Vec<Vec<(String, String)>>, Failed> {
    let whole = game(name, &[])?;
    let program = whole.program();
    let labels = program
        .readings
        .iter()
        .flat_map(|reading| reading.labels.iter().map(|label| (reading.name.clone(), label.clone())));
    let ends = program.params.iter().filter_map(|param| {
        let ranges = &param.range.as_ref()?.ranges;
        let ends = [ranges.first()?.0, ranges.last()?.1];
        Some(ends.map(|end| (param.name.clone(), end.to_string())))
    });
    Ok([vec![]].into_iter().chain(labels.chain(ends.flatten()).map(|one| vec![one])).collect())
}

fn without_fault(name: &str) -> Verdict {
    for settings in variants(name)? {
        let game = game(name, &settings)?;
        let (games, enough) = if settings.is_empty() { (10_000, ENOUGH) } else { (500, ENOUGH / 20) };
        if played(&game, games, 7, enough)?.iter().any(|handful| handful.capped > 0) {
            return fail(format!("a game under {settings:?} has no end"));
        }
    }
    let (game, few) = (game(name, &[])?, 2 * HANDFUL);
    let told = played(&game, few, 7, ENOUGH)?;
    if told != played(&game, few, 7, ENOUGH)? {
        return fail("the same seed plays other games");
    }
    // A trick or an endless sowing goes one way, whatever is answered: its handfuls are all alike.
    let varied = told.iter().any(|handful| Some(handful) != told.first());
    let again = varied && told == played(&game, few, 8, ENOUGH)?;
    if again { fail("another seed plays the same games") } else { Ok(()) }
}

/// So many games, or fewer if they are long.
fn played(game: &Game, games: u64, seed: u64, enough: u64) -> Result<Vec<Playouts>, Failed> {
    let (mut rng, mut moves, mut told) = (Rng::new(seed), 0, Vec::new());
    while told.len() < usize::try_from(games / HANDFUL)? && moves < enough {
        let handful = playouts_with(game, HANDFUL, &mut rng, CAP).map_err(|fault| Failed::from(fault.to_string()))?;
        moves += handful.moves;
        told.push(handful);
    }
    Ok(told)
}

/// Moves, wins of the first and of the second player, draws, and the longest game, as `../native-baseline` counts them.
fn exactly(name: &str, wanted: [u64; 5]) -> Verdict {
    let found = playouts(&game(name, &[])?, 200_000, 42, CAP).map_err(|fault| Failed::from(fault.to_string()))?;
    let found = [found.moves, found.wins[0], found.wins[1], found.draws, found.longest];
    if found == wanted { Ok(()) } else { fail(format!("{found:?}, not {wanted:?}")) }
}

/// `perft.txt`: game, settings or `-`, depth, count, and the origin of the count.
fn counts() -> Vec<Trial> {
    let text = corpus::read(&corpus::tests().join("perft.txt")).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(str::to_owned);
    let trials = lines.map(|line| {
        let head = line.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        Trial::test(format!("perft/{head}"), move || counted(&line))
    });
    trials.collect()
}

fn counted(line: &str) -> Verdict {
    let columns = line.split_whitespace().collect::<Vec<_>>();
    let [name, settings, depth, count, ..] = columns[..] else {
        return fail(format!("not a line of perft.txt: {line}"));
    };
    let settings = settings.split('+').filter(|setting| *setting != "-").collect::<Vec<_>>().join(" ");
    let game = game(name, &shelf::settings(&settings))?;
    let start = Match::new(&game).map_err(|fault| Failed::from(fault.to_string()))?;
    let found = perft(&game, start.state(), depth.parse()?).map_err(|fault| Failed::from(fault.to_string()))?;
    if found == count.parse::<u64>()? { Ok(()) } else { fail(format!("{found}, not {count}")) }
}
