//! In: a match and orders to it. Out: the board, the choices, the tale of a turn, the record. Never here: reading what is typed.
use super::order::{HELP, Tell};
use super::tale;
use crate::args::{PlayArgs, Seat, Side};
use crate::board_view::{self, View};
use crate::console::Console;
use crate::lookup::Loaded;
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::search::{self, Rng};
use mcl_interpreter::{Choice, Event, Fault, Match, record};
use mcl_lang::bytecode::Program;

/// Choices listed unasked.
const SHORT_LIST: usize = 40;
/// Decisions the machine makes before the board is shown again.
const MOST_STEPS: usize = 100;

/// A match that is being played.
pub(super) struct Session {
    loaded: Loaded,
    game: Match,
    seats: Vec<Seat>,
    rng: Rng,
    seed: u64,
    turned: bool,
    paint: bool,
    tags: Vec<(String, String)>,
    /// The events of the last turn in words.
    events: Vec<String>,
    /// What is to be seen beside the next board.
    news: Vec<String>,
}

impl Session {
    /// A match set up as the arguments say, their turns played.
    pub(super) fn new(args: &PlayArgs, loaded: Loaded, paint: bool) -> Result<Session, Stop> {
        let mut game = Match::new(&loaded.game).map_err(|fault| Stop::fault(&loaded.sources, &fault))?;
        if let Some(position) = &args.position {
            game.set_position(position).map_err(|error| Stop::position(&loaded.sources, position, &error))?;
        }
        let tags = vec![("Game".to_owned(), loaded.name.clone())];
        let mut session = Session {
            seats: seats(args, loaded.game.program()),
            rng: Rng::new(args.seed),
            seed: args.seed,
            turned: args.view == Side::North,
            events: Vec::new(),
            news: Vec::new(),
            loaded,
            game,
            paint,
            tags,
        };
        if let Some(moves) = &args.moves {
            session
                .game
                .play_text(moves)
                .map_err(|error| Stop::moves(&session.loaded.sources, "moves", moves, &error))?;
            session.remember();
        }
        Ok(session)
    }

    fn program(&self) -> &Program {
        self.loaded.game.program()
    }

    /// The title of the game.
    pub(super) fn title(&self) -> String {
        report::bold(self.paint, &self.program().title)
    }

    /// The name of a player.
    pub(super) fn name(&self, player: u8) -> &str {
        self.program().layout.players.get(player as usize).map_or("?", String::as_str)
    }

    /// Who plays a player.
    pub(super) fn seat(&self, player: u8) -> Seat {
        self.seats.get(player as usize).copied().unwrap_or(Seat::Greedy)
    }

    /// Who decides now; nobody when it is over.
    pub(super) fn asked(&self) -> Option<u8> {
        self.game.asked()
    }

    /// Whether this is the text of a choice just now.
    pub(super) fn is_choice(&self, text: &str) -> bool {
        self.choice(text).is_some()
    }

    fn choice(&self, text: &str) -> Option<Choice> {
        self.game.choices().iter().copied().find(|choice| self.game.text(*choice) == text)
    }

    /// What a player may play, in a line.
    pub(super) fn choices(&self, player: u8, most: usize) -> String {
        let texts = self.game.choices().iter().map(|choice| self.game.text(*choice)).collect::<Vec<_>>();
        let rest = texts.len().saturating_sub(most);
        let more = if rest == 0 { String::new() } else { format!(" and {rest} more (`moves` lists them)") };
        let does = if player == self.game.mover() { "to move" } else { "decides" };
        format!("{} {does}: {}{more}", self.name(player), texts[..texts.len() - rest].join(", "))
    }

    /// Shows what may be played.
    pub(super) fn show_choices(&self, player: u8, console: &mut Console) -> Result<(), Stop> {
        Ok(writeln!(console.out, "{}", self.choices(player, SHORT_LIST))?)
    }

    /// Shows the board, an empty line before it.
    pub(super) fn show_board(&self, console: &mut Console) -> Result<(), Stop> {
        let persons = (0..).zip(&self.seats).filter(|(_, seat)| **seat == Seat::Person).map(|(player, _)| player);
        let persons = persons.collect::<Vec<u8>>();
        let eyes = match persons[..] {
            _ if self.asked().is_none() => None,
            [] => None,
            [one] => Some(one),
            _ => self.asked(),
        };
        let view = View { turned: self.turned, eyes, paint: self.paint };
        let state = self.game.state();
        writeln!(console.out)?;
        for line in board_view::draw(&self.program().layout, &|site| state.seeds(site), view) {
            writeln!(console.out, "{line}")?;
        }
        if let Some(marked) = tale::marks(&self.game.position()) {
            writeln!(console.out, "{marked}")?;
        }
        Ok(())
    }

    /// Tells once who has passed, and which rounds have ended and begun.
    pub(super) fn tell_news(&mut self, console: &mut Console) -> Result<(), Stop> {
        for line in self.news.drain(..) {
            writeln!(console.out, "{line}")?;
        }
        Ok(())
    }

    /// Plays what a person typed, whole or not at all. A single choice is played as such, so that a fault shows its clause.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Stop> {
        self.events.clear();
        if let Some(choice) = self.choice(text) {
            self.game.play(choice).map_err(|fault| Stop::fault(&self.loaded.sources, &fault))?;
            self.remember();
            return Ok(());
        }
        let before = self.game.clone();
        self.game.play_text(text).map_err(|error| Stop::moves(&self.loaded.sources, "move", text, &error))?;
        // What follows his own answer may only be his own.
        let mut later = self.game.played().iter().skip(before.played().len() + 1);
        if let Some(other) = later.find(|played| self.seat(played.mover) != Seat::Person) {
            let name = self.name(other.mover).to_owned();
            self.game = before;
            return Err(Stop::Wrong(format!("{name} is played by the machine; type one turn")));
        }
        self.remember();
        Ok(())
    }

    /// Lets the machine decide until somebody else is asked.
    pub(super) fn machine_turn(&mut self, player: u8, console: &mut Console) -> Result<(), Stop> {
        self.events.clear();
        let mut texts = Vec::new();
        while self.asked() == Some(player) && texts.len() < MOST_STEPS {
            let played = match self.machine_choice(player) {
                Ok(None) => break,
                Ok(Some(choice)) => {
                    texts.push(self.game.text(choice));
                    self.game.play(choice)
                }
                Err(fault) => Err(fault),
            };
            played.map_err(|fault| Stop::fault_at_random(&self.loaded.sources, &fault, self.seed))?;
            self.remember();
        }
        Ok(writeln!(console.out, "{} plays {}", self.name(player), texts.join(" / "))?)
    }

    fn machine_choice(&mut self, player: u8) -> Result<Option<Choice>, Fault> {
        match self.seat(player) {
            Seat::Random => Ok(search::random(&self.game, &mut self.rng)),
            Seat::Greedy | Seat::Person => search::greedy(&self.game, &mut self.rng),
        }
    }

    /// Adds what has just happened to the tale of the turn.
    fn remember(&mut self) {
        let program = self.loaded.game.program();
        let tell =
            |event: &Event| format!("{}  ({})", event.words(program), self.loaded.sources.locate(event.span(program)));
        self.events.extend(self.game.events().iter().map(tell));
        self.news.extend(tale::news(&self.loaded, self.game.events()));
    }

    /// Back to the last decision of a person; true if there was one.
    pub(super) fn undo(&mut self, console: &mut Console) -> Result<bool, Stop> {
        let mut steps = 0;
        while self.game.undo() {
            steps += 1;
            if self.asked().is_some_and(|player| self.seat(player) == Seat::Person) {
                self.events.clear();
                return Ok(true);
            }
        }
        for _ in 0..steps {
            self.game.redo();
        }
        writeln!(console.out, "there is no earlier decision of yours")?;
        Ok(false)
    }

    /// Forward to the next decision of a person; true if anything had been taken back.
    pub(super) fn redo(&mut self, console: &mut Console) -> Result<bool, Stop> {
        if !self.game.redo() {
            writeln!(console.out, "nothing has been taken back")?;
            return Ok(false);
        }
        self.events.clear();
        self.remember();
        while self.asked().is_some_and(|player| self.seat(player) != Seat::Person) && self.game.redo() {
            self.remember();
        }
        Ok(true)
    }

    /// Tells what was asked for; never moves.
    pub(super) fn tell(&self, what: Tell, player: u8, console: &mut Console) -> Result<bool, Stop> {
        match what {
            Tell::Moves => writeln!(console.out, "{}", self.choices(player, usize::MAX))?,
            Tell::Board => self.show_board(console)?,
            Tell::Position => writeln!(console.out, "{}", self.game.position())?,
            Tell::Record => write!(console.out, "{}", self.record())?,
            Tell::Why if self.events.is_empty() => writeln!(console.out, "there is nothing to tell")?,
            Tell::Why => writeln!(console.out, "{}", self.events.join("\n"))?,
            Tell::Help => writeln!(console.out, "{HELP}")?,
        }
        Ok(false)
    }

    fn record(&self) -> String {
        record::write(&self.game, &self.tags)
    }

    /// Takes leave of a game that is not over.
    pub(super) fn leave(&self, console: &mut Console) -> Result<Status, Stop> {
        if !self.game.turns().is_empty() {
            write!(console.out, "\n{}", self.record())?;
        }
        Ok(Status::Good)
    }

    /// Says who has won, and tells the record.
    pub(super) fn finish(&self, console: &mut Console) -> Result<Status, Stop> {
        let outcome = self.game.outcome();
        if outcome.is_over() {
            writeln!(console.out, "{}", report::bold(self.paint, &outcome.words(self.program())))?;
        }
        self.leave(console)
    }
}

/// Who plays each player; those that are neither South nor North are the machine's.
fn seats(args: &PlayArgs, program: &Program) -> Vec<Seat> {
    let layout = &program.layout;
    let mut seats = vec![Seat::Greedy; layout.players.len()];
    for (name, nth, seat) in [("South", 0, args.south), ("North", 1, args.north)] {
        let player = layout.player(name).unwrap_or(nth);
        if let Some(place) = seats.get_mut(player as usize) {
            *place = seat;
        }
    }
    seats
}
