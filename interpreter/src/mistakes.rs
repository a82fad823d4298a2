//! In: what a compilation found wrong. Out: an error that can be shown as it is, a line for each mistake. Never here: finding or wording mistakes.
use mcl_lang::bytecode::Broken;
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::source::{Source, Sources, Span};
use std::fmt;

/// The mistakes that keep a text from being a game, with the texts they lie in. Shown, it is a line for each, and its help
/// below it; `{:?}`, by which `main` shows the error that it returns, shows the same.
///
/// ```
/// # use mcl_interpreter::Game;
/// # use mcl_lang::{loader::Texts, source::Source};
/// # let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
/// let text = "game \"Mine\" extends wari {\n  end { when stukc -> each captures own }\n}";
/// let told = Game::compile(Source::new("mine.mcl", text), &library, &[]).err().map(|mistakes| mistakes.to_string());
/// let line = "mine.mcl:2:14: error MCL0201: nothing is called `stukc`\n  help: write `stuck`";
/// assert_eq!(told.as_deref(), Some(line));
/// ```
#[derive(Clone)]
pub struct Mistakes {
    /// Every text that was read.
    pub sources: Sources,
    /// What was found, in order of place; at least one error, and warnings too.
    pub found: Vec<Diagnostic>,
}

impl Mistakes {
    /// What was found in a text. If there is no error, the text is a library, which nobody can play.
    pub(crate) fn new(name: &str, sources: Sources, found: Vec<Diagnostic>) -> Mistakes {
        if found.iter().any(Diagnostic::is_error) {
            return Mistakes { sources, found };
        }
        let title = format!("{name} is a library, not a game");
        Mistakes::one(name, Diagnostic::error(1, title, Span::default(), "here"))
    }

    /// A program that the compiler made and the machine does not take.
    pub(crate) fn internal(name: &str, broken: &Broken) -> Mistakes {
        let title = format!("internal: {broken}; please report this");
        Mistakes::one(name, Diagnostic::error(9999, title, Span::default(), "here"))
    }

    fn one(name: &str, found: Diagnostic) -> Mistakes {
        let mut sources = Sources::default();
        sources.add(Source::new(name, ""));
        Mistakes { sources, found: vec![found] }
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, found) in self.found.iter().filter(|found| found.is_error()).enumerate() {
            let end = if nth == 0 { "" } else { "\n" };
            let place = self.sources.locate(found.span());
            write!(out, "{end}{place}: error {}: {}", found.code, found.title)?;
            write_help(found.help.as_deref(), out)?;
        }
        Ok(())
    }
}

/// The lines of a help below what it is the help for.
pub(crate) fn write_help(help: Option<&str>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    help.iter().flat_map(|help| help.lines()).try_for_each(|line| write!(out, "\n  help: {line}"))
}

impl fmt::Debug for Mistakes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl std::error::Error for Mistakes {}
