//! In: a game and a move whose laps may go round for ever. Out: its laps, the seeds sown and how often they went round until the start came back. Never here: playing it.
use crate::args::{CycleArgs, Format};
use crate::console::Console;
use crate::lookup::Loaded;
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::{EventKind, Match};
use serde::Serialize;

/// What the laps of one move came to.
#[derive(Serialize)]
struct Cycle {
    laps: usize,
    seeds_sown: usize,
    /// Sites of the ring that was sown.
    ring: usize,
    /// Times round the ring, and seeds over.
    circuits: usize,
    remainder: usize,
    /// Whether every site holds what it held before the move.
    start_recurs: bool,
}

/// `mcl cycle`
pub(crate) fn run(args: &CycleArgs, console: &mut Console) -> Result<Status, Stop> {
    let loaded = Loaded::find(&args.game, &args.settings.set)?;
    let mut play = Match::new(&loaded.game).map_err(|fault| Stop::fault(&loaded.sources, &fault))?;
    if let Some(position) = &args.position {
        play.set_position(position).map_err(|error| Stop::position(&loaded.sources, position, &error))?;
    }
    let before = seeds(&play);
    match (args.moves.is_empty(), play.choices()) {
        (true, [only]) => {
            let only = *only;
            play.play(only).map_err(|fault| Stop::fault(&loaded.sources, &fault))?;
        }
        (true, _) => {
            return Err(Stop::Unusable("several moves are possible: say which, as in `mcl cycle GAME C`".into()));
        }
        (false, _) => {
            let moves = args.moves.join(" ");
            play.play_text(&moves).map_err(|error| Stop::moves(&loaded.sources, "moves", &moves, &error))?;
        }
    }
    let cycle = counted(&play, &before);
    match args.format {
        Format::Json => writeln!(console.out, "{}", report::json(&cycle)?)?,
        Format::Human => writeln!(console.out, "{}", in_words(&cycle))?,
    }
    Ok(Status::Good)
}

fn seeds(play: &Match) -> Vec<u32> {
    let sites = play.game().program().layout.sites.len();
    (0..sites).filter_map(|site| u8::try_from(site).ok()).map(|site| play.state().seeds(site)).collect()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other events neither lift nor drop")]
fn counted(play: &Match, before: &[u32]) -> Cycle {
    let (mut laps, mut seeds_sown) = (0, 0);
    let mut sown = std::collections::BTreeSet::new();
    for event in play.events() {
        match event.kind {
            EventKind::Lifted { .. } => laps += 1,
            EventKind::Dropped { house, .. } => {
                seeds_sown += 1;
                sown.insert(house);
            }
            _ => {}
        }
    }
    let ring = sown.len();
    Cycle {
        laps,
        seeds_sown,
        ring,
        circuits: seeds_sown.checked_div(ring).unwrap_or(0),
        remainder: seeds_sown.checked_rem(ring).unwrap_or(0),
        start_recurs: seeds(play) == before,
    }
}

fn in_words(cycle: &Cycle) -> String {
    let rest = match cycle.remainder {
        0 => String::new(),
        seeds => format!(" and {}", report::count(seeds, "seed")),
    };
    let end = if cycle.start_recurs { "the start has come back" } else { "the start has not come back" };
    format!(
        "{}, {} sown, {} of {} sites{rest}: {end}",
        report::count(cycle.laps, "lap"),
        report::count(cycle.seeds_sown, "seed"),
        report::count(cycle.circuits, "circuit"),
        cycle.ring
    )
}
