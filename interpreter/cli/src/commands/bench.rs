//! In: a game. Out: how fast it is played. Never here: playing.
mod scaling;

use crate::args::{BenchArgs, Format};
use crate::clock::Clock;
use crate::console::Console;
use crate::lookup::Loaded;
use crate::stop::{Status, Stop};
use mcl_interpreter::Match;
use mcl_interpreter::search::{self, Playouts, Rng};
use serde::Serialize;
use std::time::Duration;

/// Moves after which a random game is given up.
const CAP: u64 = 10_000;
/// Games of the first handful when playing against time.
const HANDFUL: u64 = 16;

/// What random games told.
#[derive(Serialize)]
struct Played {
    moves_per_s: u64,
    playouts_per_s: u64,
    mean_length: f64,
    first: f64,
    second: f64,
    draw: f64,
    games: u64,
    moves: u64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
    capped: u64,
    longest: u64,
    /// Games that each player won, by his name, in order of play.
    wins: serde_json::Map<String, serde_json::Value>,
}

/// What counting told.
#[derive(Serialize)]
struct Counted {
    depth: u32,
    leaves: u64,
    leaves_per_s: u64,
}

/// `mcl bench`
pub(crate) fn run(args: &BenchArgs, console: &mut Console) -> Result<Status, Stop> {
    let Some(game) = &args.game else {
        // Without a game there is only the table.
        writeln!(console.out, "{}", scaling::run(args.format, args.seed)?)?;
        return Ok(Status::Good);
    };
    let loaded = Loaded::find(game, &args.settings.set)?;
    let text = match args.perft {
        Some(depth) => {
            let counted = count(&loaded, depth)?;
            match args.format {
                Format::Json => json(&counted)?,
                Format::Human => {
                    format!("{} leaves at depth {depth}, {} a second", counted.leaves, counted.leaves_per_s)
                }
            }
        }
        None => {
            let played = play(&loaded, args)?;
            match args.format {
                Format::Json => json(&played)?,
                Format::Human => in_words(&played, &loaded.game.program().layout.players),
            }
        }
    };
    writeln!(console.out, "{text}")?;
    Ok(Status::Good)
}

fn json(value: &impl Serialize) -> Result<String, Stop> {
    Ok(serde_json::to_string(value).map_err(std::io::Error::from)?)
}

fn count(loaded: &Loaded, depth: u32) -> Result<Counted, Stop> {
    let fault = |fault| Stop::fault(&loaded.sources, &fault);
    let start = Match::new(&loaded.game).map_err(fault)?;
    let clock = Clock::start();
    let leaves = search::perft(&loaded.game, start.state(), depth).map_err(fault)?;
    Ok(Counted { depth, leaves, leaves_per_s: Clock::per_second(clock.elapsed(), leaves) })
}

/// Plays so many games, or handful after handful until the time is up.
fn play(loaded: &Loaded, args: &BenchArgs) -> Result<Played, Stop> {
    let players = &loaded.game.program().layout.players[..];
    let mut rng = Rng::new(args.seed);
    let mut playouts = |games| {
        let told = search::playouts_with(&loaded.game, games, &mut rng, CAP);
        told.map_err(|fault| Stop::fault_at_random(&loaded.sources, &fault, args.seed))
    };
    let clock = Clock::start();
    if let Some(games) = args.games {
        let sum = playouts(games)?;
        return Ok(summary(&sum, players, clock.elapsed()));
    }
    let time = Duration::from_secs(args.seconds);
    let mut games = HANDFUL;
    let mut sum = playouts(games)?;
    while clock.elapsed() < time {
        // A handful takes at most about a tenth of what has been played.
        games = games.max(sum.games / 10);
        sum = added(&sum, &playouts(games)?);
    }
    Ok(summary(&sum, players, clock.elapsed()))
}

fn added(one: &Playouts, other: &Playouts) -> Playouts {
    Playouts {
        games: one.games + other.games,
        moves: one.moves + other.moves,
        wins: std::array::from_fn(|player| one.wins[player] + other.wins[player]),
        draws: one.draws + other.draws,
        capped: one.capped + other.capped,
        longest: one.longest.max(other.longest),
    }
}

fn summary(sum: &Playouts, players: &[String], elapsed: Duration) -> Played {
    let [first, second, ..] = sum.wins;
    Played {
        moves_per_s: Clock::per_second(elapsed, sum.moves),
        playouts_per_s: Clock::per_second(elapsed, sum.games),
        mean_length: ratio(sum.moves, sum.games),
        first: ratio(first, sum.games),
        second: ratio(second, sum.games),
        draw: ratio(sum.draws, sum.games),
        games: sum.games,
        moves: sum.moves,
        first_wins: first,
        second_wins: second,
        draws: sum.draws,
        capped: sum.capped,
        longest: sum.longest,
        wins: players.iter().zip(sum.wins).map(|(player, wins)| (player.clone(), wins.into())).collect(),
    }
}

/// A ratio to four places, the last one cut.
fn ratio(part: u64, whole: u64) -> f64 {
    let places = u128::from(part) * 10_000 / u128::from(whole.max(1));
    format!("{}.{:04}", places / 10_000, places % 10_000).parse().unwrap_or_default()
}

fn in_words(played: &Played, players: &[String]) -> String {
    let Played { games, moves, mean_length, longest, draws, capped, .. } = played;
    let wins = players.iter().filter_map(|player| Some(format!("{player} {}", played.wins.get(player)?)));
    format!(
        "{games} games, {moves} moves ({mean_length} a game, at most {longest})\n\
         wins {}, draws {draws}, given up {capped}\n\
         {} moves a second, {} games a second",
        wins.collect::<Vec<_>>().join(", "),
        played.moves_per_s,
        played.playouts_per_s
    )
}

#[cfg(test)]
mod tests {
    use super::{in_words, summary};
    use mcl_interpreter::search::Playouts;
    use std::time::Duration;

    #[test]
    fn every_player_has_his_own_wins() {
        let players = ["South", "East", "West"].map(str::to_owned);
        let wins = [12, 9, 5, 0, 0, 0, 0, 0];
        let sum = Playouts { games: 30, moves: 600, wins, draws: 3, capped: 1, longest: 40 };
        let played = summary(&sum, &players, Duration::from_secs(2));
        assert_eq!((played.first_wins, played.second_wins), (12, 9));
        assert_eq!(
            in_words(&played, &players),
            "30 games, 600 moves (20 a game, at most 40)\n\
             wins South 12, East 9, West 5, draws 3, given up 1\n\
             300 moves a second, 15 games a second"
        );
        let json = serde_json::to_value(&played).unwrap_or_default();
        assert_eq!(json["wins"], serde_json::json!({"South": 12, "East": 9, "West": 5}));
        assert_eq!(json["second"], serde_json::json!(0.3));
    }
}
