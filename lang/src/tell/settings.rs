//! In: parameters, readings and what of them the rules read. Out: a line for each that is in force. Never here: rules.
#![expect(clippy::wildcard_enum_match_arm, reason = "numbers of other types are told as numbers")]
use super::numbers::counts_text;
use super::words::join;
use super::{Said, Teller};
use crate::hir::{Const, Param, Reading, Ty};

/// The answer in force.
pub(super) fn answer(reading: &Reading) -> &str {
    reading.labels.get(reading.chosen).map_or("", String::as_str)
}

impl Teller<'_> {
    /// `slam = none`: a parameter or reading with what it is.
    pub(super) fn setting(&self, reading: bool, at: usize) -> String {
        if reading {
            return self
                .game
                .readings
                .get(at)
                .map_or_else(String::new, |one| format!("{} = {}", one.name, answer(one)));
        }
        let param = self.game.params.get(at);
        param.map_or_else(String::new, |one| format!("{} = {}", one.name, self.constant_text(&one.value, one.ty)))
    }

    /// A line for each parameter and reading that is read.
    pub(super) fn settings(&self) -> Vec<Said> {
        let shaping = |name: &String| self.game.shaped_by.contains(name);
        let params = self.game.params.iter().enumerate();
        let params = params.filter(|(at, param)| self.read_params.contains(at) || shaping(&param.name));
        let params = params.map(|(_, param)| told(self.param_line(param), param.span));
        let readings = self.game.readings.iter().enumerate();
        let readings = readings.filter(|(at, reading)| self.read_readings.contains(at) || shaping(&reading.name));
        let readings = readings.map(|(_, reading)| told(reading_line(reading), reading.span));
        params.chain(readings).collect()
    }

    /// `start = 4 (default), 1 to 12`; with its question `start: how many seeds begin in each house? — 4 (default), 1 to 12`.
    fn param_line(&self, param: &Param) -> String {
        let value = self.constant_text(&param.value, param.ty);
        let default = if param.value == param.default {
            " (default)".to_owned()
        } else {
            format!(" (default {})", self.constant_text(&param.default, param.ty))
        };
        let range = param.range.as_ref().map_or_else(String::new, |range| match &range.ranges[..] {
            [(low, high)] => format!(", {low} to {high}"),
            _ => format!(", one of {}", range.members().join(", ")),
        });
        match param.question.as_str() {
            "" => format!("{} = {value}{default}{range}", param.name),
            question => format!("{}: {question} — {value}{default}{range}", param.name),
        }
    }

    fn constant_text(&self, value: &Const, ty: Ty) -> String {
        match value {
            Const::Counts(set) => counts_text(set),
            Const::Directions(ways) => {
                join(&ways.iter().map(|way| Self::way(*way).to_owned()).collect::<Vec<_>>(), "or")
            }
            Const::Int(number) => match ty {
                Ty::Bool => if *number == 0 { "no" } else { "yes" }.to_owned(),
                Ty::Direction => if *number == 0 { "counterclockwise" } else { "clockwise" }.to_owned(),
                Ty::Player => self.player_name(*number),
                Ty::Reading(reading) => self.reading_label(reading, *number),
                _ => number.to_string(),
            },
        }
    }
}

/// A line of a setting as an item of the rules: its name in quotes, so that it stays as it is written.
pub(super) fn agreed(said: &Said) -> Said {
    let (name, rest) = said.text.split_once(['=', ':']).unwrap_or((&said.text, ""));
    Said { text: format!("“{}”:{rest}", name.trim_end()), ..said.clone() }
}

fn told(text: String, span: crate::source::Span) -> Said {
    Said { text, spans: vec![span], ..Said::default() }
}

/// `slam: a capture that would take everything — none (default; others: forbidden, all)`.
fn reading_line(reading: &Reading) -> String {
    let others = reading.labels.iter().enumerate().filter(|(at, _)| *at != reading.chosen);
    let others =
        others.map(|(at, label)| if at == reading.default { format!("{label}, the default") } else { label.clone() });
    let others = others.collect::<Vec<_>>().join("; ");
    let default = if reading.chosen == reading.default { "default; " } else { "" };
    format!("{}: {} — {} ({default}others: {others})", reading.name, reading.question, answer(reading))
}
