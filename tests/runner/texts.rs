//! In: `texts/NAME.case`, orders to a match. Out: whether each is answered by the `=>` lines below it. Never here: files, the command line.
//!
//! The orders: `game NAME [SETTING…]` (of the library or of `examples`), `position TEXT`, `play TEXT`, `undo`, and `choices`, `line`, `picture`, `json`, `turns`, `long`, `outcome`,
//! `events`, `written` (the match as a record) and `record TEXT` (a record replayed). A text goes on in lines that begin with `|`. Mistakes are told with
//! code, place and words. After each order that changes the position, its three texts are read back.
use crate::{Verdict, corpus, games, properties, shelf};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::{Match, TextError, outcome_text, record};
use std::path::Path;

pub(crate) fn trials() -> Vec<Trial> {
    corpus::trials("texts", "case", case)
}

fn case(file: &Path) -> Verdict {
    let text = corpus::read(file)?;
    let mut told = String::new();
    let mut desk = Desk::default();
    for order in orders(&text) {
        told.push_str(order.written);
        for line in desk.answer(&order)?.lines() {
            told.push_str(format!("=> {line}").trim_end());
            told.push('\n');
        }
    }
    corpus::golden(file, &told)
}

/// A match under orders.
#[derive(Default)]
struct Desk {
    name: String,
    settings: Vec<(String, String)>,
    game: Option<Match>,
}

/// An order and its text; blank lines and comments are orders of nothing.
struct Order<'t> {
    written: &'t str,
    word: &'t str,
    text: String,
}

fn orders(text: &str) -> Vec<Order<'_>> {
    let mut orders: Vec<Order<'_>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.starts_with("=>") {
            continue;
        }
        match (line.strip_prefix("| ").or_else(|| line.strip_prefix('|')), orders.last_mut()) {
            (Some(more), Some(order)) => {
                order.text.push_str(more);
                order.written = &text[at - line.len() - order.written.len()..at];
            }
            _ => {
                let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
                orders.push(Order { written: &text[start..at], word, text: rest.to_owned() });
            }
        }
    }
    orders
}

impl Desk {
    fn answer(&mut self, order: &Order<'_>) -> Result<String, Failed> {
        match order.word {
            "" | "--" => Ok(String::new()),
            "game" => self.begin(&order.text).map(|()| String::new()),
            "record" => self.replayed(&order.text),
            _ => self.told(order.word, &order.text),
        }
    }

    fn begin(&mut self, text: &str) -> Verdict {
        let (name, settings) = text.split_once(' ').unwrap_or((text, ""));
        name.clone_into(&mut self.name);
        self.settings = shelf::settings(settings);
        let game = games::game(&self.name, &self.settings)?;
        self.game = Some(Match::new(&game).map_err(|fault| Failed::from(fault.to_string()))?);
        Ok(())
    }

    fn told(&mut self, word: &str, text: &str) -> Result<String, Failed> {
        let game = self.game.as_mut().ok_or_else(|| Failed::from("no `game` yet"))?;
        Ok(match word {
            "position" => self.changed(|game| game.set_position(text), text)?,
            "play" => self.changed(|game| game.play_text(text), text)?,
            "undo" => game.undo().to_string(),
            "choices" => game.choices().iter().map(|choice| game.text(*choice)).collect::<Vec<_>>().join(", "),
            "line" => game.position(),
            "picture" => game.picture(),
            "json" => game.position_json(),
            "turns" => game.turns().join("\n"),
            "long" => game.long_turns().map_err(|fault| Failed::from(fault.to_string()))?.join("\n"),
            "outcome" => outcome_text(game),
            "events" => {
                game.events().iter().map(|event| event.words(game.game().program())).collect::<Vec<_>>().join("\n")
            }
            "written" => {
                let text = record::write(game, &[("Game".to_owned(), self.name.clone())]);
                properties::resumes(game, &text)?;
                text
            }
            _ => return Err(format!("there is no order `{word}`").into()),
        })
    }

    /// The position after a change, or the mistake, which must leave everything as it was.
    fn changed(&mut self, change: impl Fn(&mut Match) -> Result<(), TextError>, text: &str) -> Result<String, Failed> {
        let game = self.game.as_mut().ok_or_else(|| Failed::from("no `game` yet"))?;
        let before = (game.position(), game.turns(), game.state().clone());
        match change(game) {
            Ok(()) => {
                properties::reads_back(&game.game().clone(), game)?;
                Ok(game.position())
            }
            Err(_) if before != (game.position(), game.turns(), game.state().clone()) => {
                Err(format!("`{text}` is refused and changes the match").into())
            }
            Err(error) => Ok(mistake(text, &error)),
        }
    }

    fn replayed(&self, text: &str) -> Result<String, Failed> {
        let replay = || {
            let written = record::parse(text)?;
            let settings = written.params();
            let settings = if settings.is_empty() { &self.settings } else { &settings };
            let Ok(game) = games::game(&self.name, settings) else { return Ok(Err("no such game")) };
            record::replay(&game, &written).map(Ok)
        };
        Ok(match replay() {
            Err(error) => mistake(text, &error),
            Ok(Err(why)) => return Err(why.into()),
            Ok(Ok(found)) => format!(
                "{} turns, {} positions, {} corrections, result {}",
                found.turns,
                found.positions,
                found.corrections,
                found.result.as_deref().unwrap_or("none")
            ),
        })
    }
}

/// Code, line and column (if there are several lines), the words spoken of, what is wrong, what to do.
fn mistake(text: &str, error: &TextError) -> String {
    let before = text.get(..error.at.start).unwrap_or("?");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let place =
        if text.contains('\n') { format!("{line}:{column}") } else { format!("{}..{}", error.at.start, error.at.end) };
    let words = text.get(error.at.clone()).unwrap_or("?");
    let help = error.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    format!("MCL{:04} at {place} `{words}`: {}{help}", error.code, error.message)
}
