//! In: a word. Out: the games of the library that are called so. Never here: rules.
use crate::args::{Format, GamesArgs};
use crate::board_view;
use crate::console::Console;
use crate::lookup::Place;
use crate::report;
use crate::stop::{Status, Stop};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

/// One game as it is listed.
#[derive(Serialize)]
struct Entry {
    /// The name of its file.
    name: &'static str,
    title: String,
    id: Option<String>,
    people: Option<String>,
    place: Option<String>,
    /// In words; nothing if its file has mistakes.
    board: Option<String>,
    source: Option<String>,
    aka: Vec<String>,
}

impl Entry {
    fn new(name: &'static str) -> Result<Entry, Stop> {
        let program = Place::Game(name).build(&[])?.program;
        let about = program.as_ref().map(|program| program.about.as_slice()).unwrap_or_default();
        let texts =
            |key| about.iter().filter(move |(word, _)| word == key).flat_map(|(_, texts)| texts.iter().cloned());
        let text = |key| Some(texts(key).collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty());
        Ok(Entry {
            name,
            title: program.as_ref().map_or_else(|| name.to_owned(), |program| program.title.clone()),
            id: text("id"),
            people: text("people"),
            place: text("place"),
            board: program.as_ref().map(|program| board_view::in_words(&program.layout)),
            source: text("source"),
            aka: texts("aka").collect(),
        })
    }

    /// Whether one of its names has this in it.
    fn is_called(&self, text: &str) -> bool {
        let names = [self.name, &self.title].into_iter().chain(self.aka.iter().map(String::as_str));
        names.into_iter().any(|name| name.to_lowercase().contains(text))
    }

    fn columns(&self) -> [String; 6] {
        let whence = [&self.people, &self.place].into_iter().flatten().cloned().collect::<Vec<_>>().join(", ");
        let board = self.board.clone().unwrap_or_else(|| "has mistakes".to_owned());
        let [id, source] = [&self.id, &self.source].map(|text| text.clone().unwrap_or_default());
        [self.name.to_owned(), self.title.clone(), id, whence, board, source]
    }
}

/// `mcl games`
pub(crate) fn run(args: &GamesArgs, console: &mut Console) -> Result<Status, Stop> {
    let text = args.text.as_deref().unwrap_or("").to_lowercase();
    let mut entries = Vec::new();
    for (name, _) in mcl_stdlib::GAMES {
        let entry = Entry::new(name)?;
        if entry.is_called(&text) {
            entries.push(entry);
        }
    }
    match args.format {
        Format::Json => {
            let json = report::json(&entries)?;
            writeln!(console.out, "{json}")?;
        }
        Format::Human => table(&entries.iter().map(Entry::columns).collect::<Vec<_>>(), console)?,
    }
    Ok(Status::Good)
}

/// Rows in columns as wide as they need.
fn table(rows: &[[String; 6]], console: &mut Console) -> Result<(), Stop> {
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        writeln!(console.out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
