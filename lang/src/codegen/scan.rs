//! In: a program in which every question finds its answers by code. Out: the same, code that asks of houses only how many seeds they hold replaced by one look at the row. Never here: what the answers lead to.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use crate::bytecode::{BinderKind, CountTable, Instr, Options, Program, Reg, words};
use crate::hir::CountSet;
use std::collections::BTreeMap;

/// The largest number that code may compare seeds with.
const LARGEST: i32 = 1024;
/// Instructions for one house, at most.
const MOST_STEPS: usize = 64;

/// Finds the questions that a look answers, however their conditions are worded.
pub(super) fn find(program: &mut Program) {
    for number in 0..program.decisions.len() {
        let found = asked_house_by_house(program, number).and_then(|asked| {
            let counts = asked.counts(program)?;
            Some((asked.region, asked.player, counts))
        });
        let Some((region, player, counts)) = found else { continue };
        let Some(region) = of_each_player(program, region, player) else { continue };
        let table = CountTable::new(&counts);
        let at = program.counts.iter().position(|known| *known == table).unwrap_or_else(|| {
            program.counts.push(table);
            program.counts.len() - 1
        });
        if let Ok(counts) = u16::try_from(at) {
            program.decisions[number].options = Options::Scan { region, counts };
        }
    }
}

/// Code that goes through the houses of a region and offers some.
struct HouseByHouse {
    /// The question.
    number: usize,
    /// Where the next house is taken.
    head: usize,
    house: Reg,
    player: Reg,
    region: u16,
}

/// The one loop that a question's code consists of.
fn asked_house_by_house(program: &Program, number: usize) -> Option<HouseByHouse> {
    let decision = program.decisions.get(number)?;
    let (Options::Code(start), [answer]) = (&decision.options, &decision.answers[..]) else { return None };
    let [(bound, BinderKind::House)] = answer.binders[..] else { return None };
    let start = usize::from(*start);
    let Instr::Const { to, value: 0 } = *program.code.get(start)? else { return None };
    let Instr::NextOf { counter, house, player, region, then } = *program.code.get(start + 1)? else { return None };
    let ends = program.code.get(usize::from(then)) == Some(&Instr::Return);
    let plain = counter == to && house == bound && (player == words::MOVER || player == words::NONE);
    (ends && plain).then_some(HouseByHouse { number, head: start + 1, house, player, region })
}

impl HouseByHouse {
    /// The numbers of seeds with which a house is offered, if nothing else decides.
    fn counts(&self, program: &Program) -> Option<CountSet> {
        let limit = self.largest(program)? + 1;
        let mut set = CountSet::default();
        for count in 0..=limit {
            if !self.offers(program, count)? {
                continue;
            }
            // Beyond the largest number that is compared with, all are alike.
            let last = if count == limit { i32::MAX } else { count };
            match set.ranges.last_mut() {
                Some(range) if range.1 + 1 == count => range.1 = last,
                _ => set.ranges.push((count, last)),
            }
        }
        Some(set)
    }

    /// The largest number that the code compares with.
    fn largest(&self, program: &Program) -> Option<i32> {
        let mut largest = 0;
        for at in self.head + 1..program.code.len().min(self.head + MOST_STEPS) {
            match program.code[at] {
                Instr::IfSeeds { value, .. } | Instr::IfConst { value, .. } => largest = largest.max(i32::from(value)),
                Instr::Const { value, .. } => largest = largest.max(value),
                Instr::IfCount { set, .. } => {
                    let set = &program.counts.get(usize::from(set))?.set;
                    if set.odd || set.even {
                        return None;
                    }
                    let ends = set.ranges.iter().flat_map(|(low, high)| [*low, *high]);
                    largest = ends.filter(|end| *end < i32::MAX).fold(largest, i32::max);
                }
                Instr::Return | Instr::Choose { .. } => break,
                _ => {}
            }
        }
        (largest <= LARGEST).then_some(largest)
    }

    /// Whether a house with so many seeds is offered; nothing if something else than its seeds decides.
    fn offers(&self, program: &Program, count: i32) -> Option<bool> {
        let mut numbers: BTreeMap<Reg, i32> = BTreeMap::new();
        let (mut at, mut offered) = (self.head + 1, false);
        for _ in 0..MOST_STEPS {
            if at == self.head {
                return Some(offered);
            }
            let goes = |holds: bool, then: u16| if holds { usize::from(then) } else { at + 1 };
            let next = match *program.code.get(at)? {
                Instr::Offer { decision, alternative: 0 } if usize::from(decision) == self.number && !offered => {
                    offered = true;
                    at + 1
                }
                Instr::Jump { then } => usize::from(then),
                Instr::IfSeeds { op, house, value, then } if house == self.house => {
                    goes(op.holds(count, i32::from(value)), then)
                }
                Instr::IfConst { op, left, value, then } => {
                    goes(op.holds(*numbers.get(&left)?, i32::from(value)), then)
                }
                Instr::IfCount { count, inside, set, then } => {
                    let set = program.counts.get(usize::from(set))?;
                    goes(set.contains(*numbers.get(&count)?) == inside, then)
                }
                Instr::Seeds { to, house } if house == self.house => {
                    numbers.insert(to, count);
                    at + 1
                }
                Instr::Const { to, value } if to != self.house && to.0 >= words::FREE => {
                    numbers.insert(to, value);
                    at + 1
                }
                _ => return None,
            };
            at = next;
        }
        None
    }
}

/// The region as one table for each player.
fn of_each_player(program: &mut Program, region: u16, player: Reg) -> Option<u16> {
    if player == words::MOVER {
        return Some(region);
    }
    let table = program.regions.get(usize::from(region))?.clone();
    let first = u16::try_from(program.regions.len()).ok()?;
    program.regions.extend(std::iter::repeat_n(table, program.layout.players.len()));
    Some(first)
}
