//! In: the name of a game or library as `extends` and `use` write it. Out: one that lies with the cases, or in the library. Never here: other files.
use crate::corpus;
use mcl_lang::loader::Loader;
use mcl_lang::source::Source;
use mcl_lang::{Build, compile};
use std::path::{Path, PathBuf};

/// The folder of a case, then `check/bases`, then the library.
pub(crate) struct Shelf(PathBuf);

impl Shelf {
    /// What a case in this folder can extend.
    pub(crate) fn beside(case: &Path) -> Shelf {
        Shelf(case.parent().unwrap_or(Path::new(".")).to_owned())
    }

    /// The library alone.
    pub(crate) fn library() -> Shelf {
        Shelf(corpus::tests().join("no such folder"))
    }
}

impl Shelf {
    /// The file of this name in one of the folders, or this text.
    fn beside_or(&self, name: &str, text: Option<&str>) -> Option<Source> {
        let file = format!("{name}.mcl");
        let folders = [self.0.clone(), corpus::tests().join("check/bases")];
        let beside = folders.iter().find_map(|folder| std::fs::read_to_string(folder.join(&file)).ok());
        Some(Source::new(&file, &beside.or_else(|| text.map(str::to_owned))?))
    }
}

impl Loader for Shelf {
    fn game(&self, name: &str) -> Option<Source> {
        self.beside_or(name, mcl_stdlib::game(name))
    }

    fn library(&self, name: &str) -> Option<Source> {
        self.beside_or(name, mcl_stdlib::library(name))
    }

    fn game_names(&self) -> Vec<String> {
        mcl_stdlib::GAMES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn library_names(&self) -> Vec<String> {
        mcl_stdlib::LIBRARIES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// A game of the library, or else of `examples`, under these settings.
pub(crate) fn build(game: &str, settings: &[(String, String)]) -> Build {
    let file = format!("{game}.mcl");
    let example = || std::fs::read_to_string(corpus::tests().join("examples").join(&file)).ok();
    let text = mcl_stdlib::game(game).map(str::to_owned).or_else(example).unwrap_or_default();
    compile(Source::new(&file, &text), &Shelf::library(), settings)
}

/// `eats=2,4 slam=all` as names and values.
pub(crate) fn settings(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
