//! In: what the machine did. Out: events in past tense, each with the clause that caused it, and their words. Never here: doing it.
use mcl_lang::bytecode::Program;
use mcl_lang::source::Span;

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// The instruction that did it.
    pub(crate) at: u16,
}

/// The things that can happen. Sites are numbers in `layout.sites` of the program (0 to 127), players numbers in order of
/// play (0 to 7), marks numbers in `marks` of the program; a count is 1 to 65,535 seeds, a round 1 to 65,535.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named by what they hold")]
pub enum EventKind {
    /// A handful was lifted.
    Lifted { by: u8, house: u8, count: u16 },
    /// One seed was dropped.
    Dropped { by: u8, house: u8 },
    /// Seeds went to a player's store.
    Captured { by: u8, from: u8, count: u16 },
    /// Seeds went from one site to another without being captured.
    Moved { from: u8, to: u8, count: u16 },
    /// Seeds were brought in.
    Brought { to: u8, count: u16 },
    /// A house was marked.
    Marked { house: u8, mark: u8 },
    /// A house lost its mark.
    Unmarked { house: u8, mark: u8 },
    /// A house changed its owner.
    Given { house: u8, to: u8 },
    /// Two players exchange all their sites, seeds and marks with them.
    Swapped { one: u8, other: u8 },
    /// A round was settled.
    RoundEnds { round: u16 },
    /// A round began.
    RoundBegins { round: u16, first: u8 },
    /// A sowing went round for ever and was cut off.
    WentRound { by: u8 },
    /// The same player moves again.
    MovesAgain { by: u8 },
    /// A player could not move and passed.
    Passed { by: u8 },
    /// A player chose to end his move.
    Declined { by: u8 },
    /// A case of `end` held.
    Ended,
}

impl Event {
    /// The clause that caused it, in one of the [`Game::sources`](crate::Game::sources). `program` is that of the game which
    /// told it; with another, the place says nothing.
    #[must_use]
    pub fn span(&self, program: &Program) -> Span {
        program.span(self.at as usize)
    }

    /// Whether `end` did it, settling the round.
    #[must_use]
    pub fn settles(&self, program: &Program) -> bool {
        (program.entries.end..program.entries.after_end).contains(&self.at)
    }

    /// The event in words: `South lifts 3 from C`. A name that the program does not have is `?`.
    #[must_use]
    pub fn words(&self, program: &Program) -> String {
        let player = |player: u8| program.layout.players.get(player as usize).map_or("?", String::as_str);
        let site = |site: u8| site_name(program, site);
        match self.kind {
            EventKind::Lifted { by, house, count } => format!("{} lifts {count} from {}", player(by), site(house)),
            EventKind::Dropped { by, house } => format!("{} drops 1 at {}", player(by), site(house)),
            EventKind::Captured { by, from, count } => format!("{} captures {count} from {}", player(by), site(from)),
            EventKind::Moved { from, to, count } => format!("{count} move from {} to {}", site(from), site(to)),
            EventKind::Brought { to, count } => format!("{count} are put in {}", site(to)),
            EventKind::Marked { house, mark } => format!("{} is marked {}", site(house), mark_name(program, mark)),
            EventKind::Unmarked { house, mark } => format!("{} is no longer {}", site(house), mark_name(program, mark)),
            EventKind::Swapped { one, other } => format!("{} and {} change sides", player(one), player(other)),
            EventKind::Given { house, to } => format!("{} goes to {}", site(house), player(to)),
            EventKind::RoundEnds { round } => format!("round {round} ends"),
            EventKind::RoundBegins { round, first } => format!("round {round} begins, {} first", player(first)),
            EventKind::WentRound { by } => format!("the sowing of {} goes round for ever", player(by)),
            EventKind::MovesAgain { by } => format!("{} moves again", player(by)),
            EventKind::Passed { by } => format!("{} cannot move and passes", player(by)),
            EventKind::Declined { by } => format!("{} ends the move", player(by)),
            EventKind::Ended if program.rounds.is_some() => "the match ends".to_owned(),
            EventKind::Ended => "the game ends".to_owned(),
        }
    }
}

fn mark_name(program: &Program, mark: u8) -> &str {
    program.marks.get(mark as usize).map_or("?", |mark| mark.name.as_str())
}

/// A house by its letter, a store by its player.
pub(crate) fn site_name(program: &Program, site: u8) -> String {
    let layout = &program.layout;
    match (layout.store_owner(site), layout.sites.get(site as usize)) {
        (Some(owner), Some(found)) if found.kind == mcl_lang::board::SiteKind::Store => {
            format!("{}'s store", layout.players.get(owner as usize).map_or("?", String::as_str))
        }
        (_, Some(found)) => found.name.clone(),
        (_, None) => "?".to_owned(),
    }
}

/// Somebody who wants to know what happens. With `()` nothing is told and nothing costs; a `Vec<Event>` keeps all.
pub trait Listener {
    /// Whether events are made at all.
    const LISTENS: bool;
    /// Whether instructions that are run are noted where a game is watched.
    const WATCHES: bool = Self::LISTENS;
    /// Takes one event, in order.
    fn hear(&mut self, event: Event);
}

impl Listener for () {
    const LISTENS: bool = false;

    #[inline]
    fn hear(&mut self, _event: Event) {}
}

/// A listener that keeps what it hears, up to a number of events, and counts what comes after.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    heard: Vec<Event>,
    most: usize,
    left_out: u64,
}

impl Kept {
    pub(crate) fn new(most: usize) -> Kept {
        Kept { heard: Vec::new(), most, left_out: 0 }
    }

    pub(crate) fn heard(&self) -> &[Event] {
        &self.heard
    }

    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }

    pub(crate) fn clear(&mut self) {
        self.truncate(0);
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.heard.truncate(len);
        self.left_out = 0;
    }

    /// All that has been heard, leaving nothing.
    pub(crate) fn take(&mut self) -> Kept {
        std::mem::replace(self, Kept::new(self.most))
    }
}

impl Listener for Kept {
    const LISTENS: bool = true;

    fn hear(&mut self, event: Event) {
        if self.heard.len() < self.most {
            self.heard.push(event);
        } else {
            self.left_out += 1;
        }
    }
}

impl Listener for Vec<Event> {
    const LISTENS: bool = true;

    fn hear(&mut self, event: Event) {
        self.push(event);
    }
}
