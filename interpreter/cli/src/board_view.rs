//! In: a board and the seeds on it. Out: lines of text for a terminal. Never here: rules, printing.
use crate::report;
use mcl_lang::board::{Layout, Shape, SiteId, SiteKind};
use unicode_width::UnicodeWidthStr;

/// How a board is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct View {
    /// From North's side.
    pub(crate) turned: bool,
    /// The player whose hidden store is seen; nothing if all are.
    pub(crate) eyes: Option<u8>,
    /// In colour.
    pub(crate) paint: bool,
}

/// One site in the drawing.
struct Cell {
    row: usize,
    column: usize,
    letter: String,
    seeds: String,
}

/// The board, letters above and below, stores at the ends or, if they are not two, in a line of their own.
pub(crate) fn draw(layout: &Layout, seeds: &dyn Fn(SiteId) -> u32, view: View) -> Vec<String> {
    let grid = Grid::new(layout, seeds, view);
    let beside = stores_beside(layout, seeds, view);
    let half = grid.rows / 2;
    let ends = match &beside[..] {
        [south, north] if grid.rows.is_multiple_of(2) => {
            let [left, right] = if view.turned { [south, north] } else { [north, south] };
            [format!("{left} "), format!(" {right}")]
        }
        _ => [String::new(), String::new()],
    };
    let margin = " ".repeat(ends[0].width());
    let mut lines = Vec::new();
    for row in 0..grid.rows {
        let letters = format!("{margin}{}", report::dim(view.paint, &grid.letters(row)));
        let counts = format!("{margin}{}", grid.counts(row));
        if row == half && (grid.rows == 2 || !margin.is_empty()) {
            lines.push(format!("{}{}{}", ends[0], grid.middle(), ends[1]));
        }
        lines.extend(if row < half { [letters, counts] } else { [counts, letters] });
    }
    if margin.is_empty() && !beside.is_empty() {
        lines.push(beside.join("   "));
    }
    lines
}

/// The board in a few words: `2 rows of 6 houses`.
pub(crate) fn in_words(layout: &Layout) -> String {
    let houses = layout.houses;
    match layout.shape {
        Shape::TwoRows => format!("2 rows of {} houses", houses / 2),
        Shape::FourRows => format!("4 rows of {} houses", houses / 4),
        Shape::Circle => format!("a circle of {houses} houses"),
        Shape::Picture => format!("{houses} houses"),
    }
}

/// Two texts of several lines, side by side under their headings.
pub(crate) fn side_by_side(left: (&str, &[String]), right: (&str, &[String])) -> Vec<String> {
    let [left, right] = [left, right].map(|(heading, lines)| [&[heading.to_owned()], lines].concat());
    let width = left.iter().map(|line| line.width()).max().unwrap_or(0);
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    let both = (0..left.len().max(right.len())).map(|at| {
        let (left, right) = (line(&left, at), line(&right, at));
        format!("{left}{}   {right}", " ".repeat(width - left.width())).trim_end().to_owned()
    });
    both.collect()
}

/// A text in the middle of a width.
fn centred(text: &str, width: usize) -> String {
    let room = width.saturating_sub(text.width());
    format!("{}{text}{}", " ".repeat(room.div_ceil(2)), " ".repeat(room / 2))
}

/// The stores that are not drawn among the houses, each with its player, in order of play.
fn stores_beside(layout: &Layout, seeds: &dyn Fn(SiteId) -> u32, view: View) -> Vec<String> {
    let players = layout.players.iter().zip(&layout.stores);
    let beside =
        players.filter(|(_, store)| layout.sites.get(**store as usize).is_some_and(|site| site.place.is_none()));
    beside.map(|(player, store)| format!("{player} {}", store_text(layout, *store, seeds, view))).collect()
}

fn store_text(layout: &Layout, store: SiteId, seeds: &dyn Fn(SiteId) -> u32, view: View) -> String {
    let hidden = layout.hidden_stores && view.eyes.is_some() && layout.store_owner(store) != view.eyes;
    if hidden { "[?]".to_owned() } else { format!("[{}]", seeds(store)) }
}

/// The sites that are drawn in rows.
struct Grid {
    cells: Vec<Cell>,
    rows: usize,
    columns: usize,
    width: usize,
}

impl Grid {
    fn new(layout: &Layout, seeds: &dyn Fn(SiteId) -> u32, view: View) -> Grid {
        let mut cells = Vec::new();
        for (at, site) in layout.sites.iter().enumerate() {
            let (Ok(id), Some((row, column))) = (SiteId::try_from(at), site.place) else { continue };
            let (row, column) = match layout.shape {
                Shape::Circle => oval(column as usize, layout.houses),
                Shape::TwoRows | Shape::FourRows | Shape::Picture => (row as usize, column as usize),
            };
            let store = site.kind == SiteKind::Store || layout.stores.contains(&id);
            let text = if store { store_text(layout, id, seeds, view) } else { seeds(id).to_string() };
            cells.push(Cell { row, column, letter: site.name.clone(), seeds: text });
        }
        let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        let width = cells.iter().map(|cell| cell.letter.width().max(cell.seeds.width())).max().unwrap_or(0).max(2);
        if view.turned {
            for cell in &mut cells {
                (cell.row, cell.column) = (rows - 1 - cell.row, columns - 1 - cell.column);
            }
        }
        Grid { cells, rows, columns, width }
    }

    fn at(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.row == row && cell.column == column)
    }

    /// The letters of a row, over or under their houses.
    fn letters(&self, row: usize) -> String {
        let letter = |column| self.at(row, column).map_or("", |cell| cell.letter.as_str());
        let texts = (0..self.columns).map(|column| format!("  {} ", centred(letter(column), self.width)));
        texts.collect::<String>().trim_end().to_owned()
    }

    /// The seeds of a row, in fields with walls between them.
    fn counts(&self, row: usize) -> String {
        let mut line = String::new();
        let mut left = false;
        for column in 0..self.columns {
            let cell = self.at(row, column);
            line.push(if left || cell.is_some() { '│' } else { ' ' });
            let seeds = cell.map_or("", |cell| cell.seeds.as_str());
            line.push_str(&format!(" {} ", right(seeds, self.width)));
            left = cell.is_some();
        }
        line.push(if left { '│' } else { ' ' });
        line.trim_end().to_owned()
    }

    /// The line between the two halves of the board.
    fn middle(&self) -> String {
        let field = "─".repeat(self.width + 2);
        format!("├{}┤", vec![field; self.columns].join("┼"))
    }
}

/// A text at the right end of a width.
fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Where the houses of a circle are drawn: the first half below from left to right, the others above and back.
fn oval(index: usize, houses: usize) -> (usize, usize) {
    if index < houses.div_ceil(2) { (1, index) } else { (0, houses - 1 - index) }
}

#[cfg(test)]
mod tests {
    use super::{View, draw, in_words, oval, side_by_side};
    use mcl_lang::board::{Layout, Shape};

    fn players() -> Vec<String> {
        vec!["South".to_owned(), "North".to_owned()]
    }

    #[test]
    fn two_rows_with_stores_at_the_ends() {
        let layout = Layout::two_rows(3, players(), false);
        let lines = draw(&layout, &|site| [1, 2, 13, 4, 5, 6, 7, 8][site as usize], View::default());
        let expected = [
            "             c    b    a",
            "          │  6 │  5 │  4 │",
            "North [8] ├────┼────┼────┤ South [7]",
            "          │  1 │  2 │ 13 │",
            "             A    B    C",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn turned_round() {
        let layout = Layout::two_rows(2, players(), false);
        let lines = draw(&layout, &|site| u32::from(site), View { turned: true, ..View::default() });
        let expected = [
            "             B    A",
            "          │  1 │  0 │",
            "South [4] ├────┼────┤ North [5]",
            "          │  2 │  3 │",
            "             a    b",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn four_rows_have_their_letters_by_them() {
        let layout = Layout::four_rows(2, players());
        let lines = draw(&layout, &|_| 2, View::default());
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[0].trim(), "b    a");
        assert_eq!(lines[2].trim(), "d    c");
        assert_eq!(lines[6].trim(), "C    D");
        assert_eq!(lines[8].trim(), "A    B");
    }

    #[test]
    fn a_circle_is_an_oval() {
        assert_eq!((0..5).map(|index| oval(index, 5)).collect::<Vec<_>>(), [(1, 0), (1, 1), (1, 2), (0, 1), (0, 0)]);
        assert_eq!(in_words(&Layout::circle(5, players())), "a circle of 5 houses");
    }

    #[test]
    fn wide_letters_keep_the_columns() {
        let mut layout = Layout::empty(Shape::Picture, players());
        layout.add_house("手".to_owned(), Some(0), (0, 0));
        layout.add_house("犬犬".to_owned(), Some(0), (0, 2));
        layout.add_stores();
        let lines = draw(&layout, &|_| 3, View::default());
        assert_eq!(lines, ["│    3 │      │    3 │", "   手           犬犬", "South [3]   North [3]"]);
    }

    #[test]
    fn a_hidden_store_is_its_owners() {
        let mut layout = Layout::two_rows(1, players(), false);
        layout.hidden_stores = true;
        let lines = draw(&layout, &|_| 9, View { eyes: Some(0), ..View::default() });
        assert!(lines[2].starts_with("North [?] ") && lines[2].ends_with(" South [9]"), "{lines:?}");
    }

    #[test]
    fn boards_side_by_side() {
        let [left, right] = [vec!["手".to_owned()], vec!["x".to_owned(), "y".to_owned()]];
        assert_eq!(side_by_side(("a", &left), ("b", &right)), ["a    b", "手   x", "     y"]);
    }
}
