//! In: a program. Out: its instructions as text, under the lines of the rule file they come from. Never here: running it.
use super::{Options, Program};
use crate::source::Sources;
use std::fmt::Write as _;

/// The whole program as text, stable enough for a test.
#[must_use]
pub fn listing(program: &Program, sources: &Sources) -> String {
    let mut out = String::new();
    tables(program, &mut out);
    let mut line = String::new();
    for (at, instr) in program.code.iter().enumerate() {
        for (entry, name) in entries(program) {
            if entry as usize == at {
                let _ = writeln!(out, "{name}:");
            }
        }
        let span = program.span(at);
        // What no clause asks for has no place.
        let source = sources.get(span.file).filter(|_| span != crate::source::Span::default());
        let here = source.map(|source| {
            let (number, _) = source.position(span.start);
            format!("{}:{number}  {}", source.name(), source.line(number).trim())
        });
        let here = here.unwrap_or_else(|| "of every game".to_owned());
        if here != line {
            let _ = writeln!(out, "                                                      -- {here}");
            line = here;
        }
        let _ = writeln!(out, "{at:>5}  {}", plain(&format!("{instr:?}")));
    }
    out
}

fn entries(program: &Program) -> [(u16, &'static str); 9] {
    let from = program.entries;
    [
        (from.setup, "setup"),
        (from.turn, "turn"),
        (from.end, "end"),
        (from.end_stuck, "end, stuck"),
        (from.end_all_stuck, "end, all stuck"),
        (from.renew_move, "renew per move"),
        (from.renew_turn, "renew per turn"),
        (from.renew_round, "renew per round"),
        (from.renew_match, "renew per match"),
    ]
}

fn tables(program: &Program, out: &mut String) {
    let name = |site: &u8| program.layout.sites.get(*site as usize).map_or("?", |site| site.name.as_str()).to_owned();
    for (at, region) in program.regions.iter().enumerate() {
        let _ = writeln!(out, "region {at}: {}", region.sites.iter().map(name).collect::<Vec<_>>().join(" "));
    }
    for (at, counts) in program.counts.iter().enumerate() {
        let _ = writeln!(out, "counts {at}: {{{}}}", counts.set.members().join(", "));
    }
    for (at, route) in program.routes.iter().enumerate() {
        let _ = writeln!(out, "route {at}: {}", route.order.iter().map(name).collect::<Vec<_>>().join(" "));
    }
    for (at, sowing) in program.sowings.iter().enumerate() {
        let _ = writeln!(out, "sowing {at}: {}", plain(&format!("{sowing:?}")));
    }
    for (at, walk) in program.walks.iter().enumerate() {
        let _ = writeln!(out, "walk {at}: {}", plain(&format!("{walk:?}")));
    }
    for (at, decision) in program.decisions.iter().enumerate() {
        let options = match decision.options {
            Options::Scan { region, counts } => format!("region {region} of the mover with counts {counts}"),
            Options::Code(code) => format!("by {code}"),
        };
        let answers = decision.answers.iter().map(|answer| format!("then {}", answer.then)).collect::<Vec<_>>();
        let _ = writeln!(out, "decision {at}: {options}; {}; must {}", answers.join(", "), decision.musts.len());
    }
}

/// Registers and lists in short: `Reg(4)` as `r4`, `ListReg(1)` as `l1`.
fn plain(text: &str) -> String {
    let mut out = text.replace("ListReg(", "l(").replace("Reg(", "r(");
    for (open, short) in [("l(", "l"), ("r(", "r")] {
        while let Some(at) = out.find(open) {
            let close = out[at..].find(')').map_or(out.len(), |close| at + close);
            let number = out.get(at + open.len()..close).unwrap_or("").to_owned();
            out.replace_range(at..(close + 1).min(out.len()), &format!("{short}{number}"));
        }
    }
    out.replace(" { ", " ").replace(" }", "")
}
