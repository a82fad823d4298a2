//! In: the name of a game or library as `extends` and `use` write it. Out: its text. Never here: the file system.
use crate::source::Source;

/// Where the texts of other files come from: the embedded library, a folder, an editor's open files.
pub trait Loader {
    /// The game of this name (`wari`, `vai-lung-thlan`), or nothing.
    fn game(&self, name: &str) -> Option<Source>;
    /// The library of this name (`rounds`), or nothing.
    fn library(&self, name: &str) -> Option<Source>;
    /// The names of all games, for suggestions.
    fn game_names(&self) -> Vec<String>;
    /// The names of all libraries, for suggestions.
    fn library_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A loader that knows no other file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn game(&self, _name: &str) -> Option<Source> {
        None
    }

    fn library(&self, _name: &str) -> Option<Source> {
        None
    }

    fn game_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A loader of texts that two functions find, such as those of an embedded library.
///
/// ```
/// use mcl_lang::loader::{Loader, Texts};
/// let library = Texts { game: |name| (name == "mine").then_some("game \"Mine\" { }"), library: |_| None };
/// assert!(library.game("mine").is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// The text of the game of a name.
    pub game: fn(&str) -> Option<&'static str>,
    /// The text of the library of a name.
    pub library: fn(&str) -> Option<&'static str>,
}

impl Loader for Texts {
    fn game(&self, name: &str) -> Option<Source> {
        (self.game)(name).map(|text| Source::new(name, text))
    }

    fn library(&self, name: &str) -> Option<Source> {
        (self.library)(name).map(|text| Source::new(name, text))
    }

    fn game_names(&self) -> Vec<String> {
        Vec::new()
    }
}
