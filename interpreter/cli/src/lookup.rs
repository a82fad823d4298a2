//! In: what a person calls a game, a file or a folder. Out: its text, read, and what is compiled from it. Never here: printing.
use crate::stop::Stop;
use mcl_interpreter::Game;
use mcl_lang::Build;
use mcl_lang::bytecode::{LARGEST, MAGIC, Program, decode};
use mcl_lang::diagnostic::nearest;
use mcl_lang::loader::Loader;
use mcl_lang::source::{Source, Sources};
use mcl_stdlib::Found;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes read of a file: one more than the language allows, so that it sees that there are too many.
const MOST_BYTES: u64 = (1 << 18) + 1;

/// Where rules are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A rule file.
    File(PathBuf),
    /// A game of the library.
    Game(&'static str),
    /// A library of definitions.
    Library(&'static str),
    /// A folder of rule files.
    Folder(PathBuf),
    /// A game as `mcl build` has written it.
    Bytecode(PathBuf),
}

impl Place {
    /// What a person means. A folder stands back behind a game of the same name.
    pub(crate) fn find(text: &str) -> Result<Place, Stop> {
        let path = Path::new(text);
        if path.extension().is_some_and(|ending| ending == "mclb") || is_bytecode(path) {
            return Ok(Place::Bytecode(path.to_owned()));
        }
        if path.extension().is_some_and(|ending| ending == "mcl") || path.exists() && !path.is_dir() {
            return Ok(Place::File(path.to_owned()));
        }
        match mcl_stdlib::find(text) {
            Found::Game(name) => Ok(Place::Game(name)),
            Found::Ambiguous(names) => Err(Stop::Unusable(ambiguous(text, &names))),
            Found::Nothing => match mcl_stdlib::LIBRARIES.iter().find(|(name, _)| *name == text) {
                Some((name, _)) => Ok(Place::Library(name)),
                None if path.is_dir() => Ok(Place::Folder(path.to_owned())),
                None => Err(Stop::Unusable(unknown_game(text))),
            },
        }
    }

    /// A game or library of mcl's own; nothing that would have to be opened.
    pub(crate) fn find_in_library(text: &str) -> Result<Place, Stop> {
        match mcl_stdlib::find(text) {
            Found::Game(name) => Ok(Place::Game(name)),
            Found::Ambiguous(names) => Err(Stop::Unusable(ambiguous(text, &names))),
            Found::Nothing => Err(Stop::Unusable(unknown_game(text))),
        }
    }

    /// Whether it is a plain file, if it is one at all: others may never end, or wait for somebody.
    pub(crate) fn is_plain(&self) -> Result<(), Stop> {
        match self {
            Place::File(path) | Place::Bytecode(path) if path.exists() && !path.is_file() => {
                Err(Stop::Unusable(format!("{} is not a plain file\n  help: give a rule file", path.display())))
            }
            Place::File(path) if fs::metadata(path).is_ok_and(|file| file.len() == 0) => {
                Err(Stop::Unusable(format!("{} is empty\n  help: give a rule file", path.display())))
            }
            Place::File(_) | Place::Bytecode(_) | Place::Game(_) | Place::Library(_) | Place::Folder(_) => Ok(()),
        }
    }

    /// Bytes of its file; nothing for what is not in a file.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Place::File(path) | Place::Bytecode(path) => fs::metadata(path).map_or(0, |file| file.len()),
            Place::Game(_) | Place::Library(_) | Place::Folder(_) => 0,
        }
    }

    /// Its short name: that of the game, or of the file without its ending.
    pub(crate) fn name(&self) -> String {
        match self {
            Place::Game(name) | Place::Library(name) => (*name).to_owned(),
            Place::File(path) | Place::Folder(path) | Place::Bytecode(path) => {
                path.file_stem().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
            }
        }
    }

    /// Its text.
    pub(crate) fn source(&self) -> Result<Source, Stop> {
        let text = match self {
            Place::Game(name) => mcl_stdlib::game(name),
            Place::Library(name) => mcl_stdlib::library(name),
            Place::File(path) => return read_source(path),
            Place::Folder(path) => {
                return Err(Stop::Unusable(format!("{} is a folder, not a rule file", path.display())));
            }
            Place::Bytecode(_) => {
                self.has_text()?;
                None
            }
        };
        Ok(Source::new(&self.name(), text.unwrap_or_default()))
    }

    /// The other files it may speak of.
    pub(crate) fn shelf(&self) -> Shelf {
        match self {
            Place::File(path) => Shelf { folder: Some(path.parent().unwrap_or(Path::new("")).to_owned()) },
            Place::Game(_) | Place::Library(_) | Place::Folder(_) | Place::Bytecode(_) => Shelf { folder: None },
        }
    }

    /// What is compiled from it.
    pub(crate) fn build(&self, settings: &[(String, String)]) -> Result<Build, Stop> {
        match self {
            Place::Bytecode(path) => built(path, settings),
            Place::File(_) | Place::Game(_) | Place::Library(_) | Place::Folder(_) => {
                Ok(mcl_lang::compile(self.source()?, &self.shelf(), settings))
            }
        }
    }

    /// What is compiled from it, tests too.
    pub(crate) fn build_tests(&self, settings: &[(String, String)]) -> Result<Build, Stop> {
        match self {
            Place::Bytecode(path) => built(path, settings),
            Place::File(_) | Place::Game(_) | Place::Library(_) | Place::Folder(_) => {
                Ok(mcl_lang::compile_tests(self.source()?, &self.shelf(), settings))
            }
        }
    }

    /// Whether its rules are there as text; bytecode keeps only what playing needs.
    pub(crate) fn has_text(&self) -> Result<(), Stop> {
        let Place::Bytecode(path) = self else { return Ok(()) };
        let help = "give the rule file it was built from";
        Err(Stop::Wrong(format!("{} is bytecode, not rules as they are written\n  help: {help}", path.display())))
    }

    /// The same with every clause marked in the code.
    pub(crate) fn build_marked(&self, settings: &[(String, String)]) -> Result<Build, Stop> {
        Ok(mcl_lang::compile_marked(self.source()?, &self.shelf(), settings))
    }

    /// The records of its game, sorted: what they are called (the `ID` of `NAME.ID.record`) and their texts.
    pub(crate) fn records(&self) -> Vec<Record> {
        let game = self.name();
        let id = |file: &str| file[game.len() + 1..file.len() - ".record".len()].to_owned();
        match self {
            Place::Game(_) => mcl_stdlib::records(&game)
                .map(|(file, text)| Record { id: id(file), source: Ok(Source::new(file, text)) })
                .collect(),
            Place::File(path) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                let files = file_names(folder).into_iter().filter(|file| mcl_stdlib::is_record_of(file, &game));
                files.map(|file| Record { id: id(&file), source: read_source(&folder.join(&file)) }).collect()
            }
            Place::Library(_) | Place::Folder(_) | Place::Bytecode(_) => Vec::new(),
        }
    }

    /// The rule files of a folder, sorted; anything else is itself.
    pub(crate) fn files(self) -> Vec<Place> {
        let Place::Folder(folder) = &self else { return vec![self] };
        let files = file_names(folder).into_iter().filter(|file| file.ends_with(".mcl"));
        files.map(|file| Place::File(folder.join(file))).collect()
    }
}

/// A record of a whole game.
pub(crate) struct Record {
    /// The `ID` of `NAME.ID.record`.
    pub(crate) id: String,
    /// Its text, or why it cannot be read.
    pub(crate) source: Result<Source, Stop>,
}

/// A game ready to be played.
pub(crate) struct Loaded {
    /// Its short name.
    pub(crate) name: String,
    /// The files it was compiled from.
    pub(crate) sources: Sources,
    /// The game.
    pub(crate) game: Game,
}

impl Loaded {
    /// Finds, reads and compiles a game.
    pub(crate) fn find(text: &str, settings: &[(String, String)]) -> Result<Loaded, Stop> {
        let place = Place::find(text)?;
        let build = place.build(settings)?;
        let name = place.name();
        match build.program {
            Some(program) => Ok(Loaded { game: game(program)?, name, sources: build.sources }),
            None if build.diagnostics.iter().any(|diagnostic| diagnostic.is_error()) => {
                Err(Stop::Mistakes(build.sources, build.diagnostics))
            }
            None => Err(Stop::Wrong(format!("{name} is a library, not a game"))),
        }
    }
}

/// A game of a program, which this compiler made and which is therefore whole.
pub(crate) fn game(program: Program) -> Result<Game, Stop> {
    Game::new(program).map_err(|broken| Stop::Wrong(format!("internal: {broken}; please report this")))
}

/// Other files: those of a folder, then those of the library.
pub(crate) struct Shelf {
    folder: Option<PathBuf>,
}

impl Shelf {
    /// Only what the library has.
    pub(crate) fn of_library() -> Shelf {
        Shelf { folder: None }
    }

    /// The files of the present folder.
    pub(crate) fn here() -> Shelf {
        Shelf { folder: Some(PathBuf::new()) }
    }

    /// A file of the folder. Bytes that are not UTF-8 come as marks that no rule file may have.
    fn beside(&self, name: &str) -> Option<Source> {
        let file = format!("{name}.mcl");
        let plain = Path::new(&file).file_name().is_some_and(|plain| plain == file.as_str());
        let path = self.folder.as_ref().filter(|_| plain)?.join(file);
        let bytes = read(&path).ok()?;
        Some(Source::new(&path.display().to_string(), &String::from_utf8_lossy(&bytes)))
    }
}

impl Loader for Shelf {
    fn game(&self, name: &str) -> Option<Source> {
        self.beside(name).or_else(|| mcl_stdlib::game(name).map(|text| Source::new(name, text)))
    }

    fn library(&self, name: &str) -> Option<Source> {
        self.beside(name).or_else(|| mcl_stdlib::library(name).map(|text| Source::new(name, text)))
    }

    fn game_names(&self) -> Vec<String> {
        let beside = self.folder.iter().flat_map(|folder| file_names(folder));
        let beside = beside.filter_map(|file| file.strip_suffix(".mcl").map(str::to_owned));
        let mut names = beside.chain(mcl_stdlib::GAMES.iter().map(|(name, _)| (*name).to_owned())).collect::<Vec<_>>();
        names.sort();
        names.dedup();
        names
    }

    fn library_names(&self) -> Vec<String> {
        mcl_stdlib::LIBRARIES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// The names of the files in a folder, sorted; a folder that cannot be read has none.
fn file_names(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect::<Vec<_>>();
    names.sort();
    names
}

/// Whether a file begins as bytecode does, whatever it is called.
fn is_bytecode(path: &Path) -> bool {
    let mut head = [0; MAGIC.len()];
    // What looks empty may be a device that never answers.
    let long = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() >= MAGIC.len() as u64);
    long && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == MAGIC
}

/// What was built into a file.
fn built(path: &Path, settings: &[(String, String)]) -> Result<Build, Stop> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| Stop::Unusable(format!("{name} cannot be read: {error}")))?;
    let (program, sources) = decode(&bytes).map_err(|found| Stop::unplaced(&name, *found))?;
    if let Some((setting, value)) = settings.first() {
        let help = format!("build it again: `mcl build … --set {setting}={value}`");
        return Err(Stop::Wrong(format!("{name} is bytecode, in which everything is set for good\n  help: {help}")));
    }
    Ok(Build { sources, diagnostics: Vec::new(), program: Some(program), ..Build::default() })
}

/// The bytes of a file, as many as are wanted. A letter cut through at the end becomes blanks.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_all(&mut File::open(path)?)
}

/// The same of a stream.
pub(crate) fn read_all(stream: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == MOST_BYTES
        && let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes[error.valid_up_to()..].fill(b' ');
    }
    Ok(bytes)
}

fn read_source(path: &Path) -> Result<Source, Stop> {
    let name = path.display().to_string();
    let bytes = read(path).map_err(|error| Stop::Unusable(format!("{name} cannot be read: {error}")))?;
    mcl_lang::decode(&name, &bytes).map_err(|mistake| {
        let (sources, diagnostic) = *mistake;
        Stop::Mistakes(sources, vec![diagnostic])
    })
}

/// What to say of a name that several games have.
fn ambiguous(text: &str, names: &[&str]) -> String {
    format!("`{text}` is a name of several games: {}\n  help: take one of these", names.join(", "))
}

/// What to say of a name that no game has.
fn unknown_game(text: &str) -> String {
    let names = || mcl_stdlib::GAMES.iter().map(|(name, _)| *name);
    let small = text.to_lowercase();
    let mut near = nearest(&small, names()).into_iter().collect::<Vec<_>>();
    let within = |name: &&str| small.len() > 2 && (name.contains(&small) || small.contains(*name));
    near.extend(names().filter(within).filter(|name| Some(name) != near.first()).take(4).collect::<Vec<_>>());
    let help = match near[..] {
        [] => "`mcl games` lists them".to_owned(),
        _ => format!("did you mean {}?", near.join(", ")),
    };
    format!("there is no file and no game called `{text}`\n  help: {help}")
}
