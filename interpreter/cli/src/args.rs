//! In: the words of a command line. Out: the same as types, with their help texts. Never here: behaviour.
use crate::console::Colour;
use clap::{ArgGroup, Args as Group, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// Check, test and play mancala games written in mcl
#[derive(Parser, Debug)]
#[command(
    name = "mcl",
    version,
    after_help = "\
Examples:
  mcl play wari                     play against the machine
  mcl new my-game                   begin a rule file of your own
  mcl check my-game.mcl             look for mistakes in a rule file
  mcl test my-game.mcl              run its tests and the records beside it
  mcl rules my-game.mcl             read its rules in plain English
  mcl fmt my-game.mcl               bring it into the canonical form
  mcl games oware                   which games are called so

GAME is a game of the library, by the name of its file, its id, its title or another
name it has; anything that exists as a file, or ends in .mcl, is a rule file; what
`mcl build` has written is played like one.

Exit codes: 0 good; 1 something that was read is wrong; 2 wrong usage, or a file that
cannot be opened or written."
)]
pub(crate) struct Args {
    /// When to colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Colour,
    /// What to do
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Begin a rule file of your own
    New(NewArgs),
    /// Look for mistakes in rule files
    Check(CheckArgs),
    /// Bring rule files into the canonical form
    Fmt(FmtArgs),
    /// Run the tests in rule files and replay the records beside them
    Test(TestArgs),
    /// Tell the whole rules of a game in plain English
    Rules(RulesArgs),
    /// Write a game as bytecode, which every command plays
    Build(BuildArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Tell every event of some moves, with the rule that caused it
    Trace(TraceArgs),
    /// Count the laps of a move that goes round until it is where it began
    Cycle(CycleArgs),
    /// Count the ways a game can go
    Perft(PerftArgs),
    /// List the games of the library
    Games(GamesArgs),
    /// Play for other programs: requests and answers in JSON, a line each
    Host(HostArgs),
    /// Measure how fast a game is played
    Bench(BenchArgs),
    /// Tell more of a message by its code
    Explain(ExplainArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man(ManArgs),
}

/// Parameters and readings set from outside.
#[derive(Group, Debug)]
pub(crate) struct Settings {
    /// Set a parameter or choose a reading, as in eats=2,4 or slam=all
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// `mcl new`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl new my-game                   my-game.mcl: a small game, every line of it explained
  mcl new my-oware --like oware     a game that differs from another, and what can differ
  mcl new sixes --title \"Six Houses\"

The file is written into the present folder. A file that is there already is left alone.")]
pub(crate) struct NewArgs {
    /// The name of the file, without .mcl: letters, digits, - and _
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Begin from this game of the library, or rule file of this folder
    #[arg(long, value_name = "GAME")]
    pub(crate) like: Option<String>,
    /// The title of the game; made from NAME unless given
    #[arg(long, value_name = "TITLE")]
    pub(crate) title: Option<String>,
}

/// `mcl check`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl check games/wari.mcl
  mcl check wari oware --set eats=2,4
  mcl check my-game.mcl --deny warnings
  mcl check *.mcl --format sarif > mistakes.sarif
  mcl check wari --bytecode

Every form but `human` goes to standard output and says nothing of good files. Lines and
columns count from 1, columns in characters; ends are one past the last character.")]
pub(crate) struct CheckArgs {
    /// Rule files or games of the library
    #[arg(required_unless_present = "schema", value_name = "FILE|GAME")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Take warnings for errors
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) deny: Option<Deny>,
    /// How to tell mistakes
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Telling::Human)]
    pub(crate) format: Telling,
    /// Print the JSON Schema of `--format json`
    #[arg(long, exclusive = true)]
    pub(crate) schema: bool,
    /// Print the bytecode of what is good
    #[arg(long, conflicts_with = "format")]
    pub(crate) bytecode: bool,
    /// Say nothing of what is good
    #[arg(long, conflicts_with = "bytecode")]
    pub(crate) quiet: bool,
}

/// `mcl rules`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl rules wari
  mcl rules oware --set slam=forbidden
  mcl rules my-game.mcl --with-lines           to proof-read it against its source
  mcl rules kalah --format markdown > kalah.md")]
pub(crate) struct RulesArgs {
    /// A game of the library or a rule file
    #[arg(value_name = "GAME|FILE")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// How to lay it out
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Layout::Text)]
    pub(crate) format: Layout,
    /// Say behind each sentence which lines of the rule file it tells
    #[arg(long)]
    pub(crate) with_lines: bool,
}

/// How rules are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Layout {
    /// Lines of 88 columns
    Text,
    /// Markdown
    Markdown,
}

/// How mistakes are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Telling {
    /// For people, with the lines of the file
    Human,
    /// A line each, `file:line:column: error[MCL0204]: title`
    Short,
    /// One JSON document, a list
    Json,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
    /// Annotations for GitHub workflows
    Github,
}

/// What `--deny` takes for errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings
    Warnings,
}

/// `mcl fmt`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl fmt my-game.mcl               write the file anew in its canonical form
  mcl fmt                           all .mcl files in this folder and those below it
  mcl fmt games --check             show what would change, and change nothing
  mcl fmt - < my-game.mcl           from standard input to standard output

With --check the exit code is 1 if anything would change.")]
pub(crate) struct FmtArgs {
    /// Rule files, folders whose .mcl files are meant, or - for standard input; none means this folder
    #[arg(value_name = "FILE|DIR|-")]
    pub(crate) files: Vec<PathBuf>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub(crate) check: bool,
}

/// `mcl test`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl test                          all games of the library
  mcl test my-game.mcl              its tests, and its records my-game.*.record
  mcl test games --filter eaten
  mcl test my-game.mcl --format github
  mcl test my-game.mcl --coverage   which clauses nothing ever uses
  mcl test my-game.mcl --coverage --games 1000 --min 95
  mcl test wari --list

A clause is a statement, a case, a `must`, a `where`, an answer with a label, or what a `def`
says. It is used when it is played or judged, in a test, a record or a random game; what a
`must` only tries does not count. Clauses count for the file they are written in: those of
a base game are listed only if that file is tested too.")]
pub(crate) struct TestArgs {
    /// Rule files, folders of them, or games of the library; none means the whole library
    #[arg(value_name = "FILE|GAME|DIR")]
    pub(crate) files: Vec<String>,
    /// Run only tests with this in their name
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// List the tests and run none
    #[arg(long, conflicts_with = "format")]
    pub(crate) list: bool,
    /// How to tell results
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Results::Human)]
    pub(crate) format: Results,
    /// Tell which clauses no test, no record and no random game uses
    #[arg(long, conflicts_with = "list")]
    pub(crate) coverage: bool,
    /// How many random games are played for it
    #[arg(long, value_name = "N", requires = "coverage", default_value_t = 100)]
    pub(crate) games: u64,
    /// Fail if fewer than P percent of a file's clauses are used
    #[arg(long, value_name = "P", requires = "coverage", value_parser = clap::value_parser!(u8).range(..=100))]
    pub(crate) min: Option<u8>,
}

/// How the results of tests are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Results {
    /// For people, with boards
    Human,
    /// A line for each failure and mistake
    Short,
    /// One JSON document
    Json,
    /// Annotations for GitHub workflows
    Github,
}

/// `mcl build`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl build my-game.mcl             my-game.mclb
  mcl build wari --set eats=2,4 -o wari-of-two-and-four.mclb
  mcl play my-game.mclb

Bytecode holds all that playing needs, and the texts of the rules, for `why`, `trace` and
faults. What is set is set for good. It is played by the mcl that has built it, or by one
whose bytecode has the same form; others refuse it.")]
pub(crate) struct BuildArgs {
    /// A rule file or a game of the library
    #[arg(value_name = "FILE|GAME")]
    pub(crate) game: String,
    /// Where to write; NAME.mclb in the present folder unless given
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// `mcl play`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl play wari                              you are South, the machine is North
  mcl play kalah --south greedy --north person --view north
  mcl play oware --set slam=forbidden --position \"1 1 1 1 1 0 / 1 0 0 8 0 0 North\"
  mcl play kalah --moves \"C / F a\"           begin after these turns
  mcl play wari --south random --north greedy --seed 7

At the prompt type a move, or `help`. Further players of a game are played by the machine.")]
pub(crate) struct PlayArgs {
    /// A game of the library or a rule file
    #[arg(value_name = "GAME|FILE")]
    pub(crate) game: String,
    /// Who plays South, the first player
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Seat::Person)]
    pub(crate) south: Seat,
    /// Who plays North, the second player
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Seat::Greedy)]
    pub(crate) north: Seat,
    /// The seed of the machine's choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Begin at this position
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Play these turns first
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Whose side of the board is drawn below
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Side::South)]
    pub(crate) view: Side,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Seat {
    /// You
    Person,
    /// The machine, any move
    Random,
    /// The machine, the move that gains most
    Greedy,
}

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Side {
    /// South
    South,
    /// North
    North,
}

/// `mcl trace`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl trace wari F a
  mcl trace wari \"0 0 0 0 0 3 / 0 0 2 2 1 1 South\" F
  mcl trace kalah --format json C F")]
pub(crate) struct TraceArgs {
    /// A game of the library or a rule file
    pub(crate) game: String,
    /// The moves, in the notation of `play`; a position may come before them
    #[arg(required = true, value_name = "MOVES")]
    pub(crate) moves: Vec<String>,
    /// Begin from this position
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// How to tell
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "human")]
    pub(crate) format: Format,
}

/// `mcl cycle`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl cycle el-arneb
  mcl cycle wari --position \"1 0 0 0 0 0 / 0 0 0 0 0 0 South\" A")]
pub(crate) struct CycleArgs {
    /// A game of the library or a rule file
    #[arg(value_name = "GAME|FILE")]
    pub(crate) game: String,
    /// The move, in the notation of `play`; none is needed if there is only one
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Begin from this position
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// How to tell
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "human")]
    pub(crate) format: Format,
}

/// `mcl perft`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl perft wari --depth 6
  mcl perft kalah --depth 4 --divide
  mcl perft oware --depth 3 --position \"1 1 1 1 1 0 / 1 0 0 8 0 0 North\" --set slam=all")]
pub(crate) struct PerftArgs {
    /// A game of the library or a rule file
    #[arg(value_name = "GAME|FILE")]
    pub(crate) game: String,
    /// How many choices deep
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Count for each first choice as well
    #[arg(long)]
    pub(crate) divide: bool,
    /// Begin at this position
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// `mcl games`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl games
  mcl games oware
  mcl games --format json")]
pub(crate) struct GamesArgs {
    /// Only games with this in a name
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// How to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs
    Json,
}

/// `mcl host`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl host --schema > host.json     what it reads and writes, as a JSON Schema
  mcl host --no-files               for rules and requests from anybody

A line that is read is a request, a line that is written is its answer:
  {\"id\": 1, \"do\": \"load\", \"game\": \"wari\"}
  {\"id\": 2, \"do\": \"new\", \"game\": 1}
  {\"id\": 3, \"do\": \"play\", \"match\": 1, \"choice\": \"F\"}

Requests are games, load, source, new, state, play, set, undo, redo, record, best, perft,
playouts, check, format, close and quit; --schema tells what each takes and gives. A line that
is wrong is answered with an error, and the session goes on.")]
pub(crate) struct HostArgs {
    /// Print the JSON Schema of requests and answers
    #[arg(long, exclusive = true)]
    pub(crate) schema: bool,
    /// Open no files, for requests from anybody: games come from the library or as text
    #[arg(long)]
    pub(crate) no_files: bool,
}

/// `mcl bench`
#[derive(Group, Debug)]
#[command(group = ArgGroup::new("what").required(true), after_help = "\
Examples:
  mcl bench kalah --playouts                       random games for three seconds
  mcl bench kalah --playouts --games 200000 --seed 42 --format json
  mcl bench wari --perft 8
  mcl bench --scaling                              time of a move by houses, seeds, players, rounds

Rates are per second of processor time of this thread, so that a busy machine does not
spoil them. `first`, `second` and `draw` are shares of the games.")]
pub(crate) struct BenchArgs {
    /// A game of the library or a rule file
    #[arg(value_name = "GAME|FILE", required_unless_present = "scaling")]
    pub(crate) game: Option<String>,
    /// Play random games
    #[arg(long, group = "what")]
    pub(crate) playouts: bool,
    /// Count the ways the game can go, D choices deep
    #[arg(long, value_name = "D", group = "what", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) perft: Option<u32>,
    /// Tell how the time of a move grows, with games generated for it
    #[arg(long, group = "what", conflicts_with_all = ["game", "games", "seconds", "set"])]
    pub(crate) scaling: bool,
    /// Play exactly N games
    #[arg(long, value_name = "N", conflicts_with_all = ["seconds", "perft"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Play for about S seconds
    #[arg(long, value_name = "S", conflicts_with = "perft", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = 42)]
    pub(crate) seed: u64,
    /// How to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// `mcl explain`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl explain MCL0204               what it means, what is mostly the cause, how it is mended
  mcl explain 204                   the same
  mcl explain                       all codes")]
pub(crate) struct ExplainArgs {
    /// The code of a message, or its number; none means a list of all
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// `mcl completions`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl completions bash > ~/.local/share/bash-completion/completions/mcl
  mcl completions zsh > ~/.zfunc/_mcl
  mcl completions fish > ~/.config/fish/completions/mcl.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// `mcl man`
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  mcl man > ~/.local/share/man/man1/mcl.1
  mcl man play | man -l -")]
pub(crate) struct ManArgs {
    /// The page of this command, not that of the whole
    #[arg(value_name = "COMMAND")]
    pub(crate) of: Option<String>,
}
