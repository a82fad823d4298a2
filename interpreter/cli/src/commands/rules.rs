//! In: a game. Out: its rules in plain English, with the board as it is at the start. Never here: finding the words.
use crate::args::{Layout, RulesArgs};
use crate::board_view::{self, View};
use crate::console::Console;
use crate::lookup::{self, Place};
use crate::report;
use crate::stop::{Status, Stop};
use mcl_interpreter::Match;
use mcl_lang::Build;
use mcl_lang::tell::{Format, Render, tell};

/// `mcl rules`
pub(crate) fn run(args: &RulesArgs, console: &mut Console) -> Result<Status, Stop> {
    let place = Place::find(&args.game)?;
    place.has_text()?;
    let build = place.build(&args.settings.set)?;
    let Some(game) = &build.game else {
        let wrong = build.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
        if wrong {
            return Err(Stop::Mistakes(build.sources, build.diagnostics));
        }
        return Err(Stop::Wrong(format!("{} is a library, not a game", place.name())));
    };
    let picture = picture(&build)?;
    let lines = args.with_lines.then_some(&build.sources);
    let format = match args.format {
        Layout::Text => Format::Text,
        Layout::Markdown => Format::Markdown,
    };
    let told = Render { format, picture: &picture, lines }.render(&tell(game));
    console.out.write_all(told.as_bytes())?;
    warned(&build, console)?;
    Ok(Status::Good)
}

/// The board as it is at the start; nothing where the machine cannot run the game yet.
fn picture(build: &Build) -> Result<Vec<String>, Stop> {
    let Some(program) = &build.program else { return Ok(Vec::new()) };
    let start = Match::new(&lookup::game(program.clone())?).map_err(|fault| Stop::fault(&build.sources, &fault))?;
    let state = start.state();
    Ok(board_view::draw(&program.layout, &|site| state.seeds(site), View::default()))
}

/// What the machine cannot run yet is told, but it does not make the rules wrong.
fn warned(build: &Build, console: &mut Console) -> Result<(), Stop> {
    if build.program.is_none() {
        write!(console.err, "{}", report::drawn(console.paint_err, &build.sources, &build.diagnostics))?;
    }
    Ok(())
}
