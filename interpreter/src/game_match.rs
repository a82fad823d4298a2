//! In: a game and answers to its questions. Out: a match: the present position, what was played, undo and redo. Never here: rules, printing.
mod marks;

use crate::choice::{Choice, Parts, parts, text};
use crate::event::Kept;
use crate::fault::{FaultKind, Scene};
use crate::notation::{TextError, answer, long, position, turn};
use crate::{Decision, Ending, Event, Fault, Game, History, Machine, Outcome, Scores, State};
use marks::Marks;
use mcl_lang::bytecode::BinderKind;

/// One answer given: who gave it, and what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of the player whose turn it was, from 0 in order of play.
    pub mover: u8,
    /// Its canonical text, which `play_text` reads.
    pub text: String,
    /// What was chosen.
    pub choice: Choice,
}

/// Bytes of a match that has just begun, roughly: its machine, most of all.
const OF_A_MATCH: usize = 12_288;
/// Steps that it is worth to compare a word with one answer.
const OF_A_COMPARISON: u64 = 32;
/// Bytes of an answer given, with its text.
const OF_AN_ANSWER: usize = 128;

/// A game being played: what is asked, what was answered, undo and redo, texts. Players are numbers from 0 in order of play;
/// their names, and those of the sites, stand in `layout` of the [`Game::program`](Game::program).
#[derive(Clone, Debug)]
pub struct Match {
    game: Game,
    machine: Machine,
    history: History,
    base: State,
    state: State,
    choices: Vec<Choice>,
    played: Vec<Played>,
    /// What was played before the base, in a record whose players departed from the rules.
    earlier: Vec<Played>,
    undone: Vec<Played>,
    marks: Marks,
    events: Kept,
    /// What happened before the last fault, in the call that met it.
    events_of_fault: Vec<Event>,
    /// A record is replayed: turns in the long form must be complete.
    strict: bool,
    /// Whoever plays writes `A` and `a` for two houses, and never one for the other.
    minds_case: bool,
}

impl Match {
    /// A match at its start.
    ///
    /// ```
    /// use mcl_interpreter::{Game, Match};
    /// use mcl_lang::{compile, loader::NoFiles, source::Source};
    /// let text = r#"game "Tiny" {
    ///   board { rows 2; houses 2 }
    ///   setup { fill 1 }
    ///   turn { choose h in own where h.seeds > 0; sow h }
    ///   end { when stuck -> each captures own }
    ///   winner most store
    /// }"#;
    /// let program = compile(Source::new("tiny.mcl", text), &NoFiles, &[]).program.unwrap();
    /// let mut game = Match::new(&Game::new(program).unwrap()).unwrap();
    /// assert_eq!(game.choices().len(), 2);
    /// game.play_text("B").unwrap();
    /// assert_eq!(game.position(), "1 0 / 1 2 North");
    /// ```
    ///
    /// # Errors
    /// A fault in the rules of the set-up, or a position that is larger than the limits of the game allow.
    pub fn new(game: &Game) -> Result<Match, Fault> {
        let mut machine = game.machine();
        let mut history = History::default();
        let mut events = Kept::new(game.limits().events);
        let state = game.start(&mut machine, &mut history, &mut events)?;
        let mut found = Match {
            game: game.clone(),
            machine,
            history,
            base: state.clone(),
            state,
            choices: Vec::new(),
            played: Vec::new(),
            earlier: Vec::new(),
            undone: Vec::new(),
            marks: Marks::default(),
            events,
            events_of_fault: Vec::new(),
            strict: false,
            minds_case: false,
        };
        found.find_choices();
        found.mark_the_base();
        found.machine.give_back();
        Ok(found)
    }

    /// Its game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The present position.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of the player whose turn it is, or whose it was at the end, from 0 in order of play.
    #[must_use]
    pub fn mover(&self) -> u8 {
        self.state.mover()
    }

    /// What is asked now and of whom; nothing when the match is over.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.state.decision(&self.game)
    }

    /// The number of the player who decides now, mostly the one whose turn it is; nobody when the match is over.
    #[must_use]
    pub fn asked(&self) -> Option<u8> {
        (!self.state.is_over()).then_some(self.state.head.asked)
    }

    /// The answers to the present question, in the order in which the rules offer them: at least one, and at most so many as
    /// the limits of the game allow; none when the match is over.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The canonical text of an answer to the present question; empty when the match is over.
    #[must_use]
    pub fn text(&self, choice: Choice) -> String {
        let program = self.game.prepared();
        let decision = program.decisions.get(usize::from(self.state.head.decision));
        decision.map_or_else(String::new, |decision| text(program, decision, choice))
    }

    /// The house of an answer that is one, for readers of moves.
    pub(crate) fn house(&self, choice: Choice) -> Option<u8> {
        let decision = self.game.prepared().decisions.get(usize::from(self.state.head.decision))?;
        choice.house(decision)
    }

    /// The text of an answer in its parts.
    pub(crate) fn parts(&self, choice: Choice) -> Option<Parts> {
        let program = self.game.prepared();
        let decision = program.decisions.get(usize::from(self.state.head.decision))?;
        Some(parts(program, decision, choice))
    }

    /// What the values of an answer are.
    pub(crate) fn kinds(&self, choice: Choice) -> Vec<BinderKind> {
        let decision = self.game.prepared().decisions.get(usize::from(self.state.head.decision));
        let answer = decision.and_then(|decision| decision.answers.get(usize::from(choice.answer)));
        answer.map_or_else(Vec::new, |answer| answer.binders.iter().map(|(_, kind)| *kind).collect())
    }

    /// The answer that a text gives in full, if it is one now: `*C`, `enter 2`, `enter 2,ccw`, `move A`. Nothing is guessed.
    #[must_use]
    pub fn choice(&self, text: &str) -> Option<Choice> {
        let in_full =
            |choice: &Choice| self.parts(*choice).is_some_and(|parts| parts.forms().iter().any(|form| form == text));
        answer::exactly(self, text).or_else(|| self.choices.iter().copied().find(in_full))
    }

    /// Whether the match goes on, or how it has ended. Scores are worked out by the rules, so whoever asks often keeps it.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let mut machine = self.game.machine();
        machine.outcome(self.game.prepared(), &self.state).unwrap_or(Outcome::Running)
    }

    /// The score of each player as if the match ended now: what `winner` compares, else the seeds in his store. Empty if the
    /// rules fail at it.
    #[must_use]
    pub fn scores(&self) -> Scores {
        let mut machine = self.game.machine();
        machine.scores(self.game.prepared(), &mut self.state.clone()).unwrap_or_default()
    }

    /// What happened in the last call that played, in order: at first the set-up, nothing after `undo` and `set_position`.
    /// At most so many as the limits of the game allow.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.events.heard()
    }

    /// How many events of the last call that played were not kept, because of the limit of events; usually 0.
    #[must_use]
    pub fn events_left_out(&self) -> u64 {
        self.events.left_out()
    }

    /// What happened before the last fault, in the call that met it; it has been taken back.
    #[must_use]
    pub fn events_of_fault(&self) -> &[Event] {
        &self.events_of_fault
    }

    /// What has been played since the match began or was set, in order, without what has been taken back.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The seeds in a house, by its letter, or in a player's store, by his name; nothing if there is none called so. Programs
    /// that ask often ask the [`state`](Match::state) by number.
    #[must_use]
    pub fn seeds(&self, name: &str) -> Option<u32> {
        let layout = &self.game.program().layout;
        let store = || layout.stores.get(usize::from(layout.player(name)?)).copied();
        layout.site(name).or_else(store).map(|site| self.state.seeds(site))
    }

    /// Gives an answer. What had been taken back cannot be given again then.
    ///
    /// # Errors
    /// A fault in the rules, a limit of the game that is met, or an answer that is not among the present
    /// [`choices`](Match::choices); the match then stands where it stood.
    pub fn play(&mut self, choice: Choice) -> Result<(), Fault> {
        if !self.choices.contains(&choice) {
            let what = "an answer that is not among those of the present question";
            return Err(Fault::new(FaultKind::Misused { what }, mcl_lang::source::Span::default()));
        }
        self.events.clear();
        self.undone.clear();
        self.machine.rest();
        let done = self.advance(choice);
        self.machine.give_back();
        done
    }

    /// Reads and plays turns: answers one after the other, parted by blanks or ` / `, each by its text, a short form of it or
    /// Murray's long form, numbered or not: `F a`, `1. F a 2. B`.
    ///
    /// # Errors
    /// What cannot be read or played, and where, or that there is no move in the text; nothing of it is then played.
    pub fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        self.machine.rest();
        self.play_on(text)
    }

    /// The same as a part of one call, whose work goes on being counted.
    pub(crate) fn play_on(&mut self, text: &str) -> Result<(), TextError> {
        self.within(text)?;
        let before = self.played.len();
        let told = self.events.take();
        let undone = std::mem::take(&mut self.undone);
        let done = turn::play(self, text);
        if done.is_err() {
            self.undone = undone;
            let _ = self.replay(before);
            self.events = told;
        }
        self.machine.give_back();
        done
    }

    /// Reads one more word of a text: whatever it says is compared with every answer there is, once for every number of words
    /// that an answer can have.
    pub(crate) fn spend_on_a_word(&mut self, longest: usize) -> Result<(), Fault> {
        self.spend(OF_A_COMPARISON * self.choices.len() as u64 * (longest as u64 + 1))
    }

    /// Counts work of this call that was done beside playing.
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), Fault> {
        Ok(self.machine.spend(self.game.prepared(), work)?)
    }

    /// Gives an answer and keeps the events of earlier ones.
    pub(crate) fn advance(&mut self, choice: Choice) -> Result<(), Fault> {
        self.has_room()?;
        let played = Played { mover: self.state.mover(), text: self.text(choice), choice };
        let before = self.state.clone();
        let heard = self.events.heard().len();
        let work = self.machine.work();
        let done =
            self.machine.play(self.game.prepared(), &mut self.state, &mut self.history, &mut self.events, choice);
        if let Err(mut fault) = done.map_err(Fault::from) {
            let board = position::board(&self.game, &self.state, self.machine.hand());
            self.state = before;
            self.events_of_fault = self.events.heard().to_vec();
            self.events.truncate(heard);
            let count = self.played.len();
            let _ = self.replay(count);
            fault.scene = Some(Box::new(Scene { before: self.position(), answer: played.text, board }));
            return Err(fault);
        }
        self.find_choices();
        self.played.push(played);
        self.mark_after(self.machine.work() - work);
        Ok(())
    }

    /// Takes the last answer back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.take_back(1)
    }

    /// Takes the last answers back; false, and nothing done, if there are not so many. In a match that is costly to play
    /// again, answers that lie far back cannot be taken back either.
    pub fn take_back(&mut self, count: usize) -> bool {
        let Some(kept) = self.played.len().checked_sub(count).filter(|kept| *kept >= self.marks.floor()) else {
            return false;
        };
        let taken = self.played[kept..].to_vec();
        let replayed = self.replay(kept);
        self.machine.give_back();
        if replayed.is_err() {
            return false;
        }
        self.undone.extend(taken.into_iter().rev());
        self.events.clear();
        count > 0
    }

    /// How many answers have been taken back and can be given again.
    #[must_use]
    pub fn taken_back(&self) -> usize {
        self.undone.len()
    }

    /// Gives the last answer taken back again; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.give_again(1) == 1
    }

    /// Gives the last answers taken back again; how many of them could be, less than `count` where there are no more or the
    /// work of one call does not suffice.
    pub fn give_again(&mut self, count: usize) -> usize {
        self.events.clear();
        self.machine.rest();
        let mut given = 0;
        while given < count
            && let Some(next) = self.undone.pop()
        {
            if self.advance(next.choice).is_err() {
                self.undone.push(next);
                break;
            }
            given += 1;
        }
        self.machine.give_back();
        given
    }

    /// Back to what stood after the first `count` answers: what has been played since the mark before is played again.
    fn replay(&mut self, count: usize) -> Result<(), Fault> {
        let program = self.game.prepared();
        self.machine.rest();
        let Some(mark) = self.marks.back_to(count) else {
            let kind = FaultKind::Broken { what: "nothing is known of so early a position" };
            return Err(Fault::new(kind, mcl_lang::source::Span::default()));
        };
        self.state.clone_from(&mark.state);
        self.history.clone_from(&mark.history);
        self.machine.go_back(program, &mut self.state, mark.repeated)?;
        for played in &self.played[mark.played..count] {
            self.machine.play(program, &mut self.state, &mut self.history, &mut (), played.choice)?;
        }
        self.played.truncate(count);
        self.find_choices();
        Ok(())
    }

    /// Whether one more answer may be given.
    fn has_room(&self) -> Result<(), Fault> {
        let limits = self.game.limits();
        let too_many = |what, most: usize| {
            Fault::new(FaultKind::TooLarge { what, most: most as u64 }, mcl_lang::source::Span::default())
        };
        if self.played.len() + self.earlier.len() >= limits.answers {
            return Err(too_many("answers in one match", limits.answers));
        }
        if self.history.len() > limits.history {
            return Err(too_many("positions in one round", limits.history));
        }
        Ok(())
    }

    /// Whether a text may be so long.
    fn within(&self, text: &str) -> Result<(), TextError> {
        let most = self.game.limits().text;
        if text.len() <= most {
            return Ok(());
        }
        let found = TextError::new(620, format!("a text of more than {most} bytes"), 0..0);
        Err(found.help("give it in several parts"))
    }

    /// Bytes of memory that this match takes, roughly; its game is not counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let answers = self.played.len() + self.earlier.len() + self.undone.len();
        let heard = (self.events.heard().len() + self.events_of_fault.len()) * size_of::<Event>();
        // The machine has the same answers once more, and the state of which they are.
        let choices = 2 * self.choices.capacity() * size_of::<Choice>();
        let states = 3 * self.state.bytes();
        OF_A_MATCH + answers * OF_AN_ANSWER + heard + choices + states + self.history.bytes() + self.marks.bytes()
    }

    /// Takes the answers that the machine has just found.
    fn find_choices(&mut self) {
        self.choices.clear();
        if self.state.is_over() {
            return;
        }
        let program = self.game.prepared();
        let count = self.machine.offers().len();
        self.choices.extend((0..count).filter_map(|at| self.machine.offered(program, at)));
    }

    /// The same match, whose answers are read as they are written: `a` is never taken as `A`. Programs write so; people at a
    /// board seldom do.
    #[must_use]
    pub fn minding_case(self) -> Match {
        Match { minds_case: true, ..self }
    }

    /// A text in small letters, unless the case of letters counts.
    pub(crate) fn folded(&self, text: &str) -> String {
        if self.minds_case { text.to_owned() } else { text.to_lowercase() }
    }

    pub(crate) fn strictly(self) -> Match {
        Match { strict: true, ..self }
    }

    /// The same match, to be played by people again.
    pub(crate) fn freely(self) -> Match {
        Match { strict: false, ..self }
    }

    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Whether the present question comes in the middle of a move.
    pub(crate) fn in_mid_move(&self) -> bool {
        !self.state.is_over() && position::is_suspended(&self.game, &mut self.game.machine(), &self.state)
    }

    /// Seeds by site.
    pub(crate) fn seeds_of_all(&self) -> Vec<u16> {
        self.state.board().to_vec()
    }

    /// Goes on from these seeds with the next player to move, as if the rules had led here; the history begins anew.
    pub(crate) fn go_on_from(&mut self, seeds: &[u16]) -> Result<(), Fault> {
        let players = self.game.prepared().layout.players.len();
        let next = u8::try_from((usize::from(self.state.mover()) + 1) % players).unwrap_or(0);
        self.set_seeds(seeds, next)
    }

    /// Takes seeds from a house that vanished there.
    pub(crate) fn lose(&mut self, count: u16, house: u8) -> Result<(), Fault> {
        let mut seeds = self.seeds_of_all();
        if let Some(there) = seeds.get_mut(usize::from(house)) {
            if *there < count {
                let kind = crate::FaultKind::TooFewSeeds { wanted: i32::from(count), there: u32::from(*there) };
                return Err(Fault::new(kind, mcl_lang::source::Span::default()));
            }
            *there -= count;
        }
        self.set_seeds(&seeds, self.state.mover())
    }

    fn set_seeds(&mut self, seeds: &[u16], mover: u8) -> Result<(), Fault> {
        let program = self.game.prepared();
        let mut state = self.state.clone();
        state.board_mut().copy_from_slice(seeds);
        state.head.total = seeds.iter().fold(0u16, |total, seeds| total.saturating_add(*seeds));
        state.head.mover = mover;
        state.head.status = crate::state::Status::Running;
        self.machine.spend(program, 0)?;
        self.machine.resume_at(program, &mut state, &mut self.history, &mut ())?;
        self.base = state.clone();
        self.state = state;
        self.earlier.append(&mut self.played);
        self.undone.clear();
        self.find_choices();
        self.mark_the_base();
        Ok(())
    }

    /// Begins anew from a position: a line, a picture or JSON. Nothing can then be taken back.
    ///
    /// # Errors
    /// What in the text is no position of this game, a position in which the rules fail, or a text that is longer than the
    /// limits of the game allow; the match then stands where it stood.
    pub fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        self.within(text)?;
        let mut state = position::read(&self.game, &mut self.game.machine(), text)?;
        let mut history = History::default();
        let mut machine = self.game.machine();
        let restarted = machine.restart(self.game.prepared(), &mut state, &mut history);
        if let Err(fault) = restarted.map_err(Fault::from) {
            let found = TextError::new(708, format!("the position cannot be played: {fault}"), 0..text.len());
            return Err(found.fault(fault));
        }
        (self.base, self.state, self.history, self.machine) = (state.clone(), state, history, machine);
        self.find_choices();
        self.played.clear();
        self.earlier.clear();
        self.undone.clear();
        self.events.clear();
        self.mark_the_base();
        Ok(())
    }

    /// The canonical line of the present position, which `set_position` reads and which loses nothing of it:
    /// `4 4 4 4 4 0 / 4 4 5 5 5 5 North`.
    #[must_use]
    pub fn position(&self) -> String {
        position::line(&self.game, &mut self.game.machine(), &self.state)
    }

    /// What the canonical line says that seeds, mover, owners, marks, variables, phase and round do not: `first North`,
    /// `moves 3,4`, `pending 2:0:1`, `over`. Empty for most positions.
    #[must_use]
    pub fn rest_of_position(&self) -> String {
        position::unnamed(&self.game, &mut self.game.machine(), &self.state)
    }

    /// The canonical line of the position that a text gives, in whatever form; the match stays as it is.
    ///
    /// # Errors
    /// What in the text is no position of this game, or that it is too long.
    pub fn canonical_position(&self, text: &str) -> Result<String, TextError> {
        let mut machine = self.game.machine();
        self.within(text)?;
        let state = position::read(&self.game, &mut machine, text)?;
        Ok(position::line(&self.game, &mut machine, &state))
    }

    /// The present position as a picture of several lines, the rows as South sees them; `set_position` reads it too. On boards
    /// that are no rows it is the line.
    #[must_use]
    pub fn picture(&self) -> String {
        position::picture(&self.game, &mut self.game.machine(), &self.state)
    }

    /// The present position as an object of JSON, `{"seeds": {"A": 4, …}, "to_move": "South", "rest": "…"}`, on one line;
    /// `set_position` reads it too.
    #[must_use]
    pub fn position_json(&self) -> String {
        position::json(&self.game, &mut self.game.machine(), &self.state)
    }

    /// The canonical line of the position at which the match began, or which was set last.
    #[must_use]
    pub fn base_position(&self) -> String {
        position::line(&self.game, &mut self.game.machine(), &self.base)
    }

    /// Whether the match began at the start of the game.
    #[must_use]
    pub fn from_the_start(&self) -> bool {
        let mut machine = self.game.machine();
        let start = self.game.start(&mut machine, &mut History::default(), &mut ());
        start.is_ok_and(|start| start == self.base)
    }

    /// The match so far, one text a turn: the answers of one player until another is to move.
    #[must_use]
    pub fn turns(&self) -> Vec<String> {
        by_turns(self.earlier.iter().chain(&self.played))
    }

    /// What was played since the base, one text a turn.
    pub(crate) fn turns_from_base(&self) -> Vec<String> {
        by_turns(self.played.iter())
    }

    /// The match so far in Murray's long form: each lap with the number lifted, and what was captured.
    ///
    /// # Errors
    /// A fault in the rules.
    pub fn long_turns(&self) -> Result<Vec<String>, Fault> {
        long::turns(self)
    }

    /// A copy of this match at its beginning, with nothing played.
    pub(crate) fn rewound(&self) -> Result<Match, Fault> {
        let mut copy = Match { played: Vec::new(), marks: Marks::default(), ..self.clone() };
        copy.state.clone_from(&self.base);
        copy.machine.rest();
        copy.machine.restart(self.game.prepared(), &mut copy.state, &mut copy.history)?;
        copy.find_choices();
        copy.mark_the_base();
        copy.undone.clear();
        copy.events.clear();
        Ok(copy)
    }

    pub(crate) fn choice_of(&self, played: usize) -> Option<Choice> {
        self.played.get(played).map(|played| played.choice)
    }

    pub(crate) fn value(&mut self, piece: mcl_lang::bytecode::Value) -> Result<i32, Fault> {
        self.machine.rest();
        Ok(self.machine.value(self.game.prepared(), &self.state, piece)?)
    }

    /// How it ends if the players agree to stop and each takes what lies in his houses, whatever the rules say of the end.
    #[must_use]
    pub fn agreed(&self) -> Ending {
        let layout = &self.game.prepared().layout;
        let rows = layout
            .rows
            .iter()
            .map(|row| row.iter().map(|site| i32::try_from(self.state.seeds(*site)).unwrap_or(0)).sum::<i32>());
        let scores = self.scores().iter().zip(rows).map(|(score, row)| score + row).collect::<Scores>();
        let best = scores.iter().max().copied();
        let mut first = scores.iter().enumerate().filter(|(_, score)| Some(**score) == best).map(|(player, _)| player);
        let winner = match (first.next(), first.next()) {
            (Some(winner), None) => u8::try_from(winner).ok(),
            _ => None,
        };
        Ending { scores, winner, reason: None }
    }
}

/// The answers of one player until another is to move, joined by ` / `.
fn by_turns<'m>(answers: impl Iterator<Item = &'m Played>) -> Vec<String> {
    let mut turns: Vec<(u8, String)> = Vec::new();
    for played in answers {
        match turns.last_mut() {
            Some((mover, turn)) if *mover == played.mover => {
                turn.push_str(" / ");
                turn.push_str(&played.text);
            }
            _ => turns.push((played.mover, played.text.clone())),
        }
    }
    turns.into_iter().map(|(_, turn)| turn).collect()
}
