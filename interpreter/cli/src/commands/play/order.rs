//! In: a line that a person typed. Out: what he wants. Never here: doing it.

/// What a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order<'a> {
    /// An empty line.
    Nothing,
    /// Back to his last decision.
    Undo,
    /// Forward again.
    Redo,
    /// To be told something.
    Tell(Tell),
    /// To leave.
    Quit,
    /// To move.
    Play(&'a str),
}

/// What can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tell {
    /// What may be played.
    Moves,
    /// The board.
    Board,
    /// The position as a line.
    Position,
    /// The game so far.
    Record,
    /// What happened in the last turn.
    Why,
    /// What may be typed.
    Help,
}

impl<'a> Order<'a> {
    /// Reads a line. A word that is a move just now is that move.
    pub(super) fn read(line: &'a str, is_choice: impl Fn(&str) -> bool) -> Order<'a> {
        let line = line.trim();
        if is_choice(line) {
            return Order::Play(line);
        }
        match line {
            "" => Order::Nothing,
            "undo" | "u" => Order::Undo,
            "redo" => Order::Redo,
            "moves" => Order::Tell(Tell::Moves),
            "board" => Order::Tell(Tell::Board),
            "position" => Order::Tell(Tell::Position),
            "record" => Order::Tell(Tell::Record),
            "why" => Order::Tell(Tell::Why),
            "help" | "?" => Order::Tell(Tell::Help),
            "quit" | "q" => Order::Quit,
            text => Order::Play(text),
        }
    }
}

/// What may be typed.
pub(super) const HELP: &str = "\
a move     as the list writes it: a house, with * for clockwise where both ways are
           open; several decisions with `/` between them, as in C / F
undo, u    back to your last decision        redo       forward again
moves      what may be played                board      the board once more
why        what happened in the last turn    position   the position as a line
record     the game so far                   quit, q    leave";

#[cfg(test)]
mod tests {
    use super::{Order, Tell};

    #[test]
    fn a_house_goes_before_an_order_of_the_same_letter() {
        assert_eq!(Order::read("u\n", |_| false), Order::Undo);
        assert_eq!(Order::read("u\n", |text| text == "u"), Order::Play("u"));
    }

    #[test]
    fn anything_else_is_a_move() {
        assert_eq!(Order::read("  C / F \n", |_| false), Order::Play("C / F"));
        assert_eq!(Order::read("?", |_| false), Order::Tell(Tell::Help));
        assert_eq!(Order::read(" \n", |_| false), Order::Nothing);
    }
}
