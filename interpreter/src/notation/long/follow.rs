//! In: a match and a turn in the long form. Out: the match after it; what is written agrees with what the rules did. Never here: writing.
//!
//! Of the answers in the middle of a move a record tells some by the laps and captures they lead to. They are found by trying.
use super::{Deed, Lap, compare, compare_count, deeds, is_settled, lap, long_lap};
use crate::choice::Choice;
use crate::notation::TextError;
use crate::notation::answer::{self, Said, Word};
use crate::notation::turn::perform;
use crate::{Game, Match};

/// Answers of a move, one after the other, that the laps and captures written may settle.
const MOST_ANSWERS: u32 = 3;

/// A turn that is read.
struct Turn<'w, 't> {
    game: Game,
    text: &'t str,
    words: &'w [Word<'t>],
    mover: u8,
    /// Events told before it.
    heard: usize,
}

/// Whether the laps are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// Each of them.
    Each,
    /// Perhaps: an answer in the short form has no laps.
    Perhaps,
    /// No more.
    No,
}

/// How the machine came to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answered {
    /// By the first lap.
    First,
    /// By an answer that is written.
    Said,
    /// By one that is not.
    Unsaid,
}

/// How far a turn has been read.
#[derive(Clone)]
struct Reached<'t> {
    /// The next word.
    at: usize,
    /// The laps of the machine, as far as they are told.
    laps: Vec<Option<Lap<'t>>>,
    telling: Telling,
}

/// Plays the answer that a lap names, and compares every lap that follows from it; gives the place after the turn.
pub(crate) fn play<'t>(
    game: &mut Match,
    text: &'t str,
    words: &[Word<'t>],
    at: usize,
    first: Lap<'t>,
) -> Result<usize, TextError> {
    let turn = Turn { game: game.game().clone(), text, words, mover: game.mover(), heard: game.events().len() };
    let written = format!("{}{}", first.star(), first.house);
    let candidates = candidates(game, &first);
    let range = first.at.clone();
    let reached = Reached { at: at + 1, laps: vec![Some(first)], telling: Telling::Each };
    if let [choice] = candidates[..] {
        perform(game, choice, &range)?;
        return turn.follow(game, reached, Answered::First, MOST_ANSWERS);
    }
    let mut ends = Ends::default();
    for choice in candidates {
        let mut trial = game.clone();
        let end = perform(&mut trial, choice, &range)
            .and_then(|()| turn.follow(&mut trial, reached.clone(), Answered::First, MOST_ANSWERS));
        ends.add(choice, trial, end);
    }
    match (ends.found.len(), ends.wrong.take()) {
        (0, Some(wrong)) => Err(wrong),
        (0, None) => Err(answer::illegal(game, &written, range)),
        (1, _) => Ok(ends.settle(game).unwrap_or(at + 1)),
        _ => Err(answer::ambiguous(game, &written, &ends.choices(), range)),
    }
}

/// The answers that a lap can be: that of its house; else, in any case, of one house; else those that have more than the house.
fn candidates(game: &Match, lap: &Lap<'_>) -> Vec<Choice> {
    let written = format!("{}{}", lap.star(), lap.house);
    if let Some(choice) = answer::exactly(game, &written) {
        return vec![choice];
    }
    let of = |fits: &dyn Fn(Choice) -> bool| {
        game.choices().iter().copied().filter(|choice| fits(*choice)).collect::<Vec<_>>()
    };
    let folded = of(&|choice| game.folded(&game.text(choice)) == game.folded(&written));
    if !folded.is_empty() {
        return folded;
    }
    let site = game.game().program().layout.site(lap.house);
    let goes_so = |choice| game.parts(choice).is_some_and(|parts| parts.values.starts_with('*') == lap.clockwise);
    of(&|choice| game.house(choice) == site && goes_so(choice))
}

/// What the trials of several answers have led to: matches that differ, and how much of the text they used.
#[derive(Default)]
struct Ends {
    found: Vec<(Choice, Match, usize)>,
    wrong: Option<TextError>,
}

impl Ends {
    /// Only those count that use most of the text.
    fn add(&mut self, choice: Choice, game: Match, end: Result<usize, TextError>) {
        match end {
            Err(wrong) => {
                self.wrong.get_or_insert(wrong);
            }
            Ok(end) => {
                let most = self.found.iter().map(|(.., end)| *end).max().unwrap_or(0);
                if end > most {
                    self.found.clear();
                }
                if end >= most && self.found.iter().all(|(_, other, _)| other.state() != game.state()) {
                    self.found.push((choice, game, end));
                }
            }
        }
    }

    fn choices(&self) -> Vec<Choice> {
        self.found.iter().map(|(choice, ..)| *choice).collect()
    }

    /// Makes a match the one that was found.
    fn settle(self, game: &mut Match) -> Option<usize> {
        let (_, found, end) = self.found.into_iter().next()?;
        *game = found;
        Some(end)
    }
}

impl<'t> Turn<'_, 't> {
    /// Reads on while the move goes on; gives the place after it.
    fn follow(
        &self,
        game: &mut Match,
        mut reached: Reached<'t>,
        answered: Answered,
        unsaid: u32,
    ) -> Result<usize, TextError> {
        let program = self.game.program();
        let deeds = deeds(program, &game.events()[self.heard..]);
        self.read_laps(game, &deeds, &mut reached, answered)?;
        let open = self.is_open(game);
        // What the last lap captures is settled when the move is.
        let done = if open { deeds.len().saturating_sub(1) } else { deeds.len() };
        for (nth, (told, deed)) in reached.laps.iter().zip(&deeds).enumerate() {
            match told {
                Some(told) if nth < done => compare(program, told, deed, self.mover)?,
                Some(told) => compare_count(program, told, deed, self.mover)?,
                None => {}
            }
        }
        if !open {
            return Ok(reached.at);
        }
        let at = self.word(reached.at);
        match answer::said(game, self.text, self.words, at) {
            Said::Answer(choice, end) => {
                perform(game, choice, &(self.words[at].1.start..self.words[end - 1].1.end))?;
                let reached = Reached { at: end, telling: Telling::Perhaps, ..reached };
                self.follow(game, reached, Answered::Said, MOST_ANSWERS)
            }
            _ => self.find_answer(game, &reached, deeds.last(), unsaid),
        }
    }

    /// Whether a question in the middle of this move is pending.
    fn is_open(&self, game: &Match) -> bool {
        game.mover() == self.mover && !is_settled(&game.events()[self.heard..]) && game.in_mid_move()
    }

    /// The place of the next word that is no stroke.
    fn word(&self, at: usize) -> usize {
        (at..self.words.len()).find(|at| self.words[*at].0 != "/").unwrap_or(self.words.len())
    }

    /// The lap written at a place, if one is.
    fn lap_at(&self, at: usize) -> Result<Option<Lap<'t>>, TextError> {
        self.words.get(at).map_or(Ok(None), |(word, range)| lap(&self.game.program().layout, word, range.clone()))
    }

    /// Reads the laps that tell what the machine has done.
    fn read_laps(
        &self,
        game: &Match,
        deeds: &[Deed],
        reached: &mut Reached<'t>,
        answered: Answered,
    ) -> Result<(), TextError> {
        let new = reached.laps.len();
        for deed in deeds.iter().skip(new) {
            let answers = reached.laps.len() == new && answered != Answered::First;
            let at = self.word(reached.at);
            let told = if reached.telling == Telling::No { None } else { self.lap_at(at)? };
            match told.filter(|told| self.is_of(game, told, deed, answers)) {
                Some(told) => {
                    reached.laps.push(Some(told));
                    reached.at = at + 1;
                }
                None if answers && answered == Answered::Unsaid
                    || reached.telling == Telling::Each && game.is_strict() =>
                {
                    return Err(self.cut_short(reached, deed));
                }
                None => {
                    reached.laps.push(None);
                    reached.telling = Telling::No;
                }
            }
        }
        Ok(())
    }

    /// Whether a lap is written of this deed; small letters may stand for capitals where it is an answer.
    fn is_of(&self, game: &Match, told: &Lap<'_>, deed: &Deed, answers: bool) -> bool {
        let layout = &self.game.program().layout;
        let name = layout.sites.get(usize::from(deed.house)).map_or("", |site| site.name.as_str());
        name == told.house || answers && game.folded(name) == game.folded(told.house)
    }

    /// A record must tell a turn to its end, or say that the players stopped.
    fn cut_short(&self, reached: &Reached<'_>, deed: &Deed) -> TextError {
        let next = long_lap(self.game.program(), deed, self.mover);
        let at = reached.laps.iter().flatten().next().map_or(0..0, |lap| lap.at.clone());
        TextError::new(726, format!("by the rules the turn goes on with `{next}`"), at)
            .help("write the turn to its end, or note `[slip stops]`")
    }

    /// A record tells laps and captures, not always what was answered on the way: gives the answers that lead to just those.
    /// If several lead there, or none is needed, the question stays open: the turn ends where its text ends.
    fn find_answer(
        &self,
        game: &mut Match,
        reached: &Reached<'t>,
        last: Option<&Deed>,
        unsaid: u32,
    ) -> Result<usize, TextError> {
        let mut ends = Ends::default();
        let choices = if unsaid == 0 { Vec::new() } else { self.likeliest_first(game, reached)? };
        for (choice, is_told) in choices {
            let mut trial = game.clone();
            if trial.advance(choice).is_err() {
                continue;
            }
            let end = self.follow(&mut trial, reached.clone(), Answered::Unsaid, unsaid - 1);
            if let (true, Ok(end)) = (is_told, &end) {
                *game = trial;
                return Ok(*end);
            }
            ends.add(choice, trial, end);
        }
        if ends.found.len() == 1 {
            return Ok(ends.settle(game).unwrap_or(reached.at));
        }
        match (reached.laps.last(), last) {
            (Some(Some(lap)), Some(deed)) => match compare(self.game.program(), lap, deed, self.mover) {
                Err(_) if ends.found.len() > 1 => {
                    Err(answer::ambiguous(game, &self.text[lap.at.clone()], &ends.choices(), lap.at.clone()))
                }
                compared => compared.map(|()| reached.at),
            },
            _ => Ok(reached.at),
        }
    }

    /// The answers to the present question, those first that the next lap names.
    fn likeliest_first(&self, game: &Match, reached: &Reached<'t>) -> Result<Vec<(Choice, bool)>, TextError> {
        let told = match self.lap_at(self.word(reached.at))? {
            Some(next) if reached.telling != Telling::No => candidates(game, &next),
            _ => Vec::new(),
        };
        let mut choices = game.choices().iter().map(|choice| (*choice, told[..] == [*choice])).collect::<Vec<_>>();
        choices.sort_by_key(|(_, is_told)| !is_told);
        Ok(choices)
    }
}
