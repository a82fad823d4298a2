//! In: a request to set a position. Out: the position as a text, and the field of the request from which each piece of it comes. Never here: what a position of a game is.
use super::places;
use super::refusal::Refusal;
use super::request::{Set, Variable};
use mcl_interpreter::{Game, TextError};
use mcl_lang::board::Layout;
use std::ops::Range;

/// A position in the JSON form of positions, whose `rest` has the words of the line.
#[derive(Default)]
pub(super) struct Written<'a> {
    pub(super) text: String,
    /// Pieces of the text, and the names that lead to their fields.
    pieces: Vec<(Range<usize>, Vec<&'a str>)>,
}

/// A word of the line, and its field.
type Word<'a> = (String, Vec<&'a str>);

impl Set<'_> {
    /// How many parts of a position are given beside seeds.
    pub(super) fn parts(&self) -> usize {
        [
            self.to_move.is_some(),
            self.owners.is_some(),
            self.marks.is_some(),
            self.vars.is_some(),
            self.phase.is_some(),
            self.round.is_some(),
            self.rest.is_some(),
        ]
        .iter()
        .filter(|given| **given)
        .count()
    }

    /// The parts as one text.
    pub(super) fn written(&self, layout: &Layout) -> Result<Written<'_>, Refusal> {
        self.names_houses(layout)?;
        let mut found = Written::default();
        found.text.push_str("{\"seeds\":{");
        for (nth, (site, count)) in self.seeds.iter().flatten().enumerate() {
            found.text.push_str(if nth > 0 { "," } else { "" });
            found.push(&format!("{}:{count}", quoted(site)), vec!["seeds", site]);
        }
        found.text.push('}');
        if let Some(player) = &self.to_move {
            found.text.push_str(",\"to_move\":");
            found.push(&quoted(player), vec!["to_move"]);
        }
        found.text.push_str(",\"rest\":\"");
        for (nth, (word, field)) in self.words(layout)?.into_iter().enumerate() {
            found.text.push_str(if nth > 0 { " " } else { "" });
            found.push(quoted(&word).trim_matches('"'), field);
        }
        found.text.push_str("\"}");
        Ok(found)
    }

    /// Everything but seeds and mover, as the line of a position says it.
    fn words(&self, layout: &Layout) -> Result<Vec<Word<'_>>, Refusal> {
        let mut words = self.owned(layout);
        words.extend(self.marked());
        words.extend(self.held(layout)?);
        words.extend(self.phase.iter().flat_map(|phase| [of("phase", "phase"), of(phase, "phase")]));
        words.extend(self.round.iter().flat_map(|round| [of("round", "round"), of(&round.to_string(), "round")]));
        // A blank inside a name would begin another word; a quote is in no name, and would be written otherwise.
        let odd = |word: &String| word.contains(|c: char| c.is_whitespace() || c.is_control() || c == '"' || c == '\\');
        if let Some((word, _)) = words.iter().find(|(word, _)| odd(word)) {
            let what = if word.contains(char::is_whitespace) { "blanks" } else { "quotes" };
            let help = "names of houses, players, marks and variables have none";
            return Err(Refusal::new(903, format!("`{word}` has {what} in it"), help));
        }
        words.extend(self.rest.iter().map(|rest| of(rest, "rest")));
        Ok(words)
    }

    /// Houses without owner and without marks are in no text; they must be there nevertheless.
    fn names_houses(&self, layout: &Layout) -> Result<(), Refusal> {
        let owned = self.owners.iter().flatten().filter(|(_, owner)| owner.is_none()).map(|(house, _)| house);
        let marked = self.marks.iter().flatten().filter(|(_, marks)| marks.is_empty()).map(|(house, _)| house);
        match owned.chain(marked).find(|house| layout.site(house).is_none()) {
            Some(house) => {
                let sites = layout.sites.iter().map(|site| site.name.as_str()).collect::<Vec<_>>();
                Err(Refusal::new(705, format!("there is no site `{house}`"), format!("there are {}", sites.join(", "))))
            }
            None => Ok(()),
        }
    }

    fn owned(&self, layout: &Layout) -> Vec<Word<'_>> {
        // What the board says anyway is said by every `state`, and may be said again.
        let given = |house: &str, owner: &str| {
            let at = layout.site(house).and_then(|at| layout.sites.get(usize::from(at)));
            at.is_none_or(|site| site.owner.is_none() || site.owner != layout.player(owner))
        };
        let owners = self.owners.iter().flatten().filter_map(|(house, owner)| Some((house, owner.as_ref()?)));
        let owners = owners.filter(|(house, owner)| given(house, owner));
        after("owners", owners.map(|(house, owner)| (format!("{house}:{owner}"), vec!["owners", house])))
    }

    fn marked(&self) -> Vec<Word<'_>> {
        let marks = self.marks.iter().flatten().flat_map(|(house, marks)| marks.iter().map(move |mark| (house, mark)));
        let marks = marks.map(|(house, mark)| {
            let holder = mark.holder.as_ref().map_or_else(String::new, |holder| format!("={holder}"));
            (format!("{house}:{}{holder}", mark.mark), vec!["marks", house])
        });
        after("marks", marks)
    }

    fn held(&self, layout: &Layout) -> Result<Vec<Word<'_>>, Refusal> {
        let value =
            |(name, value): (&'_ String, _)| in_a_line(name, value, layout).map(|value| format!("{name}={value}"));
        let vars = self.vars.iter().flatten().map(|var| Ok((value(var)?, vec!["vars", var.0.as_str()])));
        Ok(after("vars", vars.collect::<Result<Vec<_>, Refusal>>()?.into_iter()))
    }
}

/// A word that a field of the same request says.
fn of<'a>(word: &str, field: &'a str) -> Word<'a> {
    (word.to_owned(), vec![field])
}

/// Words behind the one that begins them; nothing if there are none.
fn after<'a>(first: &'static str, words: impl Iterator<Item = Word<'a>>) -> Vec<Word<'a>> {
    let mut words = words.peekable();
    let first = words.peek().is_some().then(|| of(first, first));
    first.into_iter().chain(words).collect()
}

/// A text of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The value of a variable as the line of a position has it: of each player in the order of play.
fn in_a_line(name: &str, value: &Variable, layout: &Layout) -> Result<String, Refusal> {
    let of_players = match value {
        Variable::One(text) => return Ok(text.clone()),
        Variable::Each(of_players) => of_players,
    };
    let each = layout.players.iter().filter_map(|player| Some(format!("{player}:{}", of_players.get(player)?)));
    let each = each.collect::<Vec<_>>();
    if each.len() < layout.players.len() || of_players.len() > each.len() {
        let what = format!("`{name}` needs a value for each player");
        return Err(Refusal::new(903, what, format!("the players are {}", layout.players.join(", "))));
    }
    Ok(each.join(","))
}

impl<'a> Written<'a> {
    fn push(&mut self, text: &str, field: Vec<&'a str>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push((start..self.text.len(), field));
    }

    /// A mistake in the text as one in the request that it was made from: the sender has never seen the text.
    pub(super) fn refused(&self, game: &Game, error: &TextError, line: &str) -> Refusal {
        let holds = |range: &Range<usize>| range.start <= error.at.start && error.at.end <= range.end;
        let piece = self.pieces.iter().find(|(range, _)| holds(range));
        // Only what `rest` says can be written otherwise than it reads, and is then shown as a whole.
        let rest = || self.pieces.iter().find(|(_, field)| field[..] == ["rest"] && error.at.end < self.text.len());
        let field = piece.or_else(rest).map_or(&["seeds"][..], |(_, field)| field);
        let at = places::member(line, field).unwrap_or(0..0);
        Refusal::text(game, "request", line, &TextError { at, ..error.clone() })
    }
}
