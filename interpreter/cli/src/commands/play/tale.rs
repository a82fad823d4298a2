//! In: what happened in a turn, and a position. Out: the lines that a player must see beside the board: passes, rounds, marks. Never here: printing.
use crate::lookup::Loaded;
use mcl_interpreter::{Event, EventKind};
use mcl_lang::bytecode::Program;

/// Who passed, which round ended by which rule and with which captures, and which began.
pub(super) fn news(loaded: &Loaded, events: &[Event]) -> Vec<String> {
    let program = loaded.game.program();
    let mut captured = vec![0_u32; program.layout.players.len()];
    let mut lines = Vec::new();
    for event in events {
        match event.kind {
            EventKind::Captured { by, count, .. } if event.settles(program) => {
                if let Some(sum) = captured.get_mut(usize::from(by)) {
                    *sum += u32::from(count);
                }
            }
            EventKind::RoundEnds { .. } => {
                let words = event.words(program);
                lines.push(format!("{words}: {}", rule(loaded, event)));
                lines.extend(settlement(program, &captured));
                captured.fill(0);
            }
            EventKind::RoundBegins { .. } | EventKind::Passed { .. } => lines.push(event.words(program)),
            EventKind::Lifted { .. }
            | EventKind::Dropped { .. }
            | EventKind::Captured { .. }
            | EventKind::Moved { .. }
            | EventKind::Brought { .. }
            | EventKind::Marked { .. }
            | EventKind::Unmarked { .. }
            | EventKind::Given { .. }
            | EventKind::Swapped { .. }
            | EventKind::WentRound { .. }
            | EventKind::MovesAgain { .. }
            | EventKind::Declined { .. }
            | EventKind::Ended => {}
        }
    }
    lines
}

/// The line of the rules that caused an event.
fn rule(loaded: &Loaded, event: &Event) -> String {
    let span = event.span(loaded.game.program());
    let source = loaded.sources.get(span.file);
    let line = source.map_or("", |source| source.line(source.position(span.start).0));
    line.split("--").next().unwrap_or(line).trim().to_owned()
}

/// `South captures 12, North captures 3`
fn settlement(program: &Program, captured: &[u32]) -> Option<String> {
    let told = program.layout.players.iter().zip(captured).filter(|(_, count)| **count > 0);
    let told = told.map(|(player, count)| format!("{player} captures {count}")).collect::<Vec<_>>();
    (!told.is_empty()).then(|| format!("  {}", told.join(", ")))
}

/// `marked: B tied, c daughter of North`, of the line of a position; nothing if no house is.
pub(super) fn marks(position: &str) -> Option<String> {
    let (_, rest) = position.split_once(" marks ")?;
    let pairs = rest.split_whitespace().map_while(|word| word.split_once(':'));
    let told = pairs.map(|(house, mark)| match mark.split_once('=') {
        Some((mark, holder)) => format!("{house} {mark} of {holder}"),
        None => format!("{house} {mark}"),
    });
    Some(format!("marked: {}", told.collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn marks_are_told_in_words() {
        assert_eq!(marks("1 / 1 South"), None);
        let position = "1 / 1 South owners a:South marks B:tied c:daughter=North vars x=1";
        assert_eq!(marks(position).as_deref(), Some("marked: B tied, c daughter of North"));
    }
}
