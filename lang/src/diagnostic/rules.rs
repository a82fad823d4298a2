//! In: facts about rules that cannot be played as they stand. Out: diagnostics MCL0401–MCL0599. All wording of this kind is here.
use super::{Diagnostic, nearest};
use crate::ast::Name;
use crate::source::Span;

// ------------------------------------------------------------------------------------------------------------- boards

/// A board that does not say what it is.
#[must_use]
pub fn no_shape(at: Span) -> Diagnostic {
    Diagnostic::error(401, "the board has no shape", at, "neither rows, circle nor picture")
        .help("write `rows 2; houses 6`, `circle 10` or a `picture`")
}

/// A board of rows that says only one half of what it is.
#[must_use]
pub fn half_a_shape(at: Span, lacking: &str, example: &str) -> Diagnostic {
    Diagnostic::error(401, format!("the board does not say {lacking}"), at, "only this is given")
        .help(format!("add for example `{example}`"))
}

/// A number of rows there is no board of.
#[must_use]
pub fn row_number(at: Span, rows: usize) -> Diagnostic {
    Diagnostic::error(402, format!("there is no board of {rows} rows"), at, "2 or 4 rows")
        .help("write `rows 2` or `rows 4`; draw any other board with `picture`")
}

/// Rows and more than two players.
#[must_use]
pub fn rows_for_two(at: Span, players: usize) -> Diagnostic {
    Diagnostic::error(403, format!("a board of rows is for two players, not {players}"), at, "one side each")
        .help("draw the board with `picture` and give `owner` lines")
}

/// A size that is not positive.
#[must_use]
pub fn board_number(at: Span, value: i32) -> Diagnostic {
    Diagnostic::error(404, format!("a board cannot have {value} of these"), at, "must be at least 1")
        .help("write a positive number")
}

/// A size that is not constant.
#[must_use]
pub fn not_constant(at: Span) -> Diagnostic {
    Diagnostic::error(405, "the size of a board must be constant", at, "not a number or parameter")
        .help("write a number or a `param`")
}

/// More sites than a board may have.
#[must_use]
pub fn board_too_large(at: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::error(406, format!("a board of {found} houses is too large"), at, format!("at most {most} here"))
        .help(format!("write a number up to {most}; a board has at most 128 sites with its stores"))
}

/// Players beyond 1…8.
#[must_use]
pub fn players_out_of_range(at: Span, found: usize) -> Diagnostic {
    Diagnostic::error(407, format!("a game has 1 to 8 players, not {found}"), at, "the players")
        .help("list 1 to 8 names in order of play")
}

/// A player nobody listed.
#[must_use]
pub fn unknown_player(at: Span, name: &str, players: &[String]) -> Diagnostic {
    Diagnostic::error(408, format!("there is no player `{name}`"), at, "unknown player")
        .help(format!("the players are {}", players.join(", ")))
}

/// A house that is not on the board.
#[must_use]
pub fn unknown_house(name: &Name, known: &[&str]) -> Diagnostic {
    let found = Diagnostic::error(
        409,
        format!("there is no house `{}` on this board", name.text),
        name.span,
        "not on the board",
    );
    match nearest(&name.text, known.iter().copied()) {
        Some(meant) if name.text.chars().count() > 1 => found.help(format!("write `{meant}`")),
        _ => found.help(format!("the houses are {}", known.join(" "))),
    }
}

/// A letter twice in a picture.
#[must_use]
pub fn picture_twice(at: Span, word: &str) -> Diagnostic {
    let (what, help) = if word.starts_with('[') {
        ("store", "draw the store of each player once")
    } else {
        ("house", "give every house a letter of its own")
    };
    Diagnostic::error(410, format!("the {what} `{word}` is drawn twice"), at, "drawn again in this line").help(help)
}

/// Something in a picture that is no house, store or gap.
#[must_use]
pub fn picture_word(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(411, format!("`{word}` is no part of a picture"), at, "in this line")
        .help("a picture has letters for houses, `[South]` for a store and `.` for nothing, with blanks between")
}

/// A picture without houses.
#[must_use]
pub fn empty_picture(at: Span) -> Diagnostic {
    Diagnostic::error(412, "this picture has no houses", at, "nothing to sow in")
        .help("write lines such as \"D C b a\"")
}

/// A wrong number of houses that are stores.
#[must_use]
pub fn stores_at_number(at: Span, found: usize, players: usize) -> Diagnostic {
    Diagnostic::error(
        413,
        format!("{found} store{} for {players} players", if found == 1 { "" } else { "s" }),
        at,
        "one for each player",
    )
    .help(format!("name {players} houses, in order of play"))
}

/// A house given to two players.
#[must_use]
pub fn owned_twice(name: &Name) -> Diagnostic {
    Diagnostic::error(
        414,
        format!("the house `{}` has two owners", name.text),
        name.span,
        "already given to another player",
    )
    .help("name it in one `owner` line")
}

/// A site twice on a track.
#[must_use]
pub fn track_twice(at: Span, track: &str) -> Diagnostic {
    Diagnostic::error(415, format!("the track `{track}` visits a site twice"), at, "a track is a simple line or ring")
        .help("name each site once")
}

/// A track without sites.
#[must_use]
pub fn empty_track(at: Span, track: &str) -> Diagnostic {
    Diagnostic::error(416, format!("the track `{track}` has no sites"), at, "nowhere to sow")
        .help("name its sites, or write `row of player`")
}

/// A track that play would change.
#[must_use]
pub fn track_not_fixed(at: Span) -> Diagnostic {
    Diagnostic::error(417, "a track must be the same throughout the game", at, "depends on play")
        .help("use letters, `row of player`, `inner of player`, `reversed`, `followed by`")
}

/// Houses without owner.
#[must_use]
pub fn without_owner(at: Span, houses: &[String]) -> Diagnostic {
    Diagnostic::error(418, format!("no owner is given for {}", houses.join(" ")), at, "every house has an owner")
        .help("add `owner South: …` lines, or `unowned`")
}

/// Houses on no track.
#[must_use]
pub fn off_track(at: Span, houses: &[String]) -> Diagnostic {
    Diagnostic::error(419, format!("no track passes {}", houses.join(" ")), at, "no seed could ever reach them")
        .help("add them to `track ring: …`, or take them off the board")
}

/// `through` on a board whose stores lie beside.
#[must_use]
pub fn stores_off_track(at: Span) -> Diagnostic {
    Diagnostic::error(420, "the stores of this board lie on no track", at, "cannot be sown")
        .help("name them in the `track`: `track ring: A B [South] a b [North]`")
}

/// Two lines of a board of which only one can hold.
#[must_use]
pub fn board_line_twice(at: Span, what: &str, earlier: Span) -> Diagnostic {
    Diagnostic::error(421, format!("the board gives {what} twice"), at, "given again")
        .because(earlier, "first given here")
        .help("keep one of them")
}

/// Two shapes of one board.
#[must_use]
pub fn two_shapes(at: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(422, "the board has two shapes", at, "another shape")
        .because(earlier, "the first is here")
        .help("keep `rows` and `houses`, or `circle`, or `picture`")
}

/// A house that faces two others, or itself.
#[must_use]
pub fn faces_twice(name: &Name, earlier: Span) -> Diagnostic {
    let found = Diagnostic::error(
        423,
        format!("the house `{}` cannot face two houses", name.text),
        name.span,
        "faces another one here",
    );
    found.because(earlier, "already faces one here").help("name each house in one pair")
}

/// A house that faces itself.
#[must_use]
pub fn faces_itself(name: &Name) -> Diagnostic {
    Diagnostic::error(
        423,
        format!("the house `{}` cannot face itself", name.text),
        name.span,
        "both are the same house",
    )
    .help("name the house on the other side, or take the pair out")
}

// --------------------------------------------------------------------------------------------------- whole games

/// A section no game can do without.
#[must_use]
pub fn missing_section(at: Span, section: &str, meaning: &str, example: &str) -> Diagnostic {
    Diagnostic::error(431, format!("this game has no `{section}`"), at, format!("does not say {meaning}"))
        .help(format!("add for example `{example}`"))
}

/// Several sections no game can do without.
#[must_use]
pub fn missing_sections(at: Span, sections: &[&str], example: &str) -> Diagnostic {
    let named = sections.iter().map(|section| format!("`{section}`")).collect::<Vec<_>>();
    let all = match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and no {last}", rest.join(", no ")),
        _ => named.join(""),
    };
    Diagnostic::error(431, format!("this game has no {all}"), at, "cannot be played without")
        .help(format!("add them; begin for example with `{example}`"))
}

/// A game silent about players who cannot move.
#[must_use]
pub fn silent_about_stuck(at: Span) -> Diagnostic {
    Diagnostic::error(
        432,
        "the game does not say what happens to a player who cannot move",
        at,
        "no case mentions `stuck`",
    )
    .help("add `when stuck -> …` here, or write `stuck passes` and a case with `all stuck`")
}

/// A turn that sows before it asks.
#[must_use]
pub fn sows_unasked(at: Span) -> Diagnostic {
    Diagnostic::error(433, "seeds are moved before the player is asked", at, "reached without a decision")
        .help("begin the turn with a `choose`; a forced move is a `choose` with one option")
}

/// A turn without decision.
#[must_use]
pub fn turn_without_decision(at: Span) -> Diagnostic {
    Diagnostic::error(434, "this turn asks the player nothing", at, "there is a way through it without a decision")
        .help("begin it with `choose h in own where h.seeds > 0`")
}

/// Laps without a word about endless ones.
#[must_use]
pub fn endless_unsaid(at: Span) -> Diagnostic {
    Diagnostic::warning(435, "laps may go round for ever", at, "nothing says what that means")
        .help("add `endless -> end turn` (or `stop`, `draw`, `forfeit`) to the game")
}

/// A reading without exactly one default.
#[must_use]
pub fn reading_default(at: Span, found: usize, labels: &[&str]) -> Diagnostic {
    let first = labels.first().copied().unwrap_or("a");
    Diagnostic::error(
        436,
        format!("a reading has one default, this has {found}"),
        at,
        "which answer holds unless another is chosen?",
    )
    .help(format!("write `{first} (default)` at one label"))
}

/// A phase without its turn or end.
#[must_use]
pub fn phase_without(at: Span, turn: bool) -> Diagnostic {
    let (what, example) = if turn { ("turn", "turn { … }") } else { ("until", "until moves(South) == 5") };
    Diagnostic::error(437, format!("this phase has no `{what}`"), at, "incomplete").help(format!("add `{example}`"))
}

/// Rounds that never end.
#[must_use]
pub fn rounds_without_over(at: Span) -> Diagnostic {
    Diagnostic::error(438, "`rounds` does not say when the match is over", at, "no `over`").help("add `over when …`")
}

/// A mark that is asked for but never made.
#[must_use]
pub fn mark_never_set(at: Span, mark: &str) -> Diagnostic {
    Diagnostic::error(439, format!("the mark `{mark}` is never set"), at, "can never hold")
        .help(format!("add `mark h {mark}` where it arises, or take this out"))
}

/// Something declared that nothing uses.
#[must_use]
pub fn unused(at: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::warning(440, format!("the {kind} `{name}` is never used"), at, "declared here")
        .help("use it or delete it")
}

/// Something a variant declares that its base has not, and that nothing uses.
#[must_use]
pub fn replaces_nothing(name: &Name, kind: &str, base: Span, inherited: &[String]) -> Diagnostic {
    let near = nearest(&name.text, inherited.iter().map(String::as_str));
    let label = match near {
        Some(meant) => format!("and nothing uses it: did you mean `{meant}`?"),
        None => "and nothing uses it".to_owned(),
    };
    let found = Diagnostic::warning(477, format!("this {kind} replaces nothing"), name.span, label)
        .because(base, format!("this game has no {kind} `{}`", name.text));
    match near {
        Some(meant) => found.help(format!("write `{meant}`")),
        None => found.help("use it or delete it"),
    }
}

// ---------------------------------------------------------------------------------------------------- statements

/// Statements after one that leaves.
#[must_use]
pub fn never_reached(at: Span, after: Span) -> Diagnostic {
    Diagnostic::warning(451, "this is never reached", at, "nothing gets here")
        .because(after, "this ends the move, the laps or the game")
        .help("delete it, or put it before")
}

/// A case that always or never holds.
#[must_use]
pub fn constant_case(at: Span, holds: bool) -> Diagnostic {
    let (title, label) =
        if holds { ("this case always holds", "always true") } else { ("this case can never hold", "always false") };
    Diagnostic::warning(452, title, at, label).help("write a condition on the position, or delete the case")
}

/// A condition that always or never holds, beside a case.
#[must_use]
pub fn constant_condition(at: Span, holds: bool) -> Diagnostic {
    let (title, label) = if holds {
        ("this condition always holds", "true whatever the position")
    } else {
        ("this condition can never hold", "false whatever the position")
    };
    Diagnostic::warning(452, title, at, label).help("change the number or the sign, or take the condition out")
}

/// `put` with another number of numbers than its region has sites.
#[must_use]
pub fn put_count(at: Span, numbers: usize, region: Span, sites: usize) -> Diagnostic {
    Diagnostic::error(479, format!("{numbers} numbers for {sites} sites"), at, format!("{numbers} numbers"))
        .because(region, format!("{sites} sites"))
        .help(format!("write {sites} numbers, or one for all"))
}

/// A player called by name where a rule speaks for all.
#[must_use]
pub fn named_player(at: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(480, format!("this speaks of {name}, whoever moves"), at, "a rule speaks for all players")
        .help("write `mover` or `opponent`; of houses `own` or `theirs`")
}

/// A house that is drawn, and neither owned nor passed.
#[must_use]
pub fn only_drawn(at: Span, house: &str) -> Diagnostic {
    Diagnostic::error(418, format!("the house `{house}` is drawn, and named nowhere else"), at, "in this line")
        .help(format!("take `{house}` out of the picture, or give it an owner and a place on the track"))
}

/// A mark that means something and that no house ever gets.
#[must_use]
pub fn mark_unset(at: Span, mark: &str) -> Diagnostic {
    Diagnostic::warning(440, format!("the mark `{mark}` is never set"), at, "no house ever bears it")
        .help(format!("write `mark h {mark}` where a house gets it, or delete it"))
}

/// A case that an earlier one covers.
#[must_use]
pub fn covered_case(at: Span, earlier: Span, same: bool) -> Diagnostic {
    let found = Diagnostic::warning(
        453,
        "this case can never be reached",
        at,
        if same { "the same condition stands above" } else { "whenever this holds, the earlier case holds too" },
    );
    let found = found.because(earlier, "this case comes first and takes it");
    found.help(if same {
        "change one of the two conditions, or delete this case"
    } else {
        "put this case before the other one, or delete it"
    })
}

/// A case after `otherwise`.
#[must_use]
pub fn case_after_otherwise(at: Span, otherwise: Span) -> Diagnostic {
    Diagnostic::warning(454, "this case can never be reached", at, "comes after `otherwise`")
        .because(otherwise, "takes everything that is left")
        .help("move it before `otherwise`")
}

/// `fill`, `put` outside `setup`.
#[must_use]
pub fn only_in_setup(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(455, format!("`{word}` brings seeds in, which only `setup` may do"), at, "would create seeds")
        .help("move seeds that are there: `move n from … to …`")
}

/// A word that only a turn can use.
#[must_use]
pub fn only_in_turn(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(456, format!("`{word}` makes sense only in a turn"), at, "nobody is moving here")
        .help("move it into `turn { … }`")
}

/// A word that only laps can use.
#[must_use]
pub fn only_in_laps(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(457, format!("`{word}` makes sense only in the body of `laps`"), at, "no laps are under way")
        .help("put it inside `laps from h { … }`")
}

/// A number written out that is too small to do anything, or for what it says.
#[must_use]
pub fn amount_too_small(at: Span, value: i32, least: i32) -> Diagnostic {
    let label = if value < 0 { "less than nothing" } else { "does nothing" };
    Diagnostic::error(478, format!("{value} cannot stand here"), at, label)
        .help(format!("write a number from {least} upwards, or delete this"))
}

/// A calculation of numbers written out that has no result.
#[must_use]
pub fn no_result(at: Span, by_zero: bool) -> Diagnostic {
    let (title, label) = if by_zero {
        ("this divides by zero", "has no result")
    } else {
        ("this number is too large", "numbers go up to 2147483647")
    };
    Diagnostic::error(475, title, at, label).help(if by_zero {
        "divide by another number"
    } else {
        "write a smaller number"
    })
}

/// A part of a section that is given twice.
#[must_use]
pub fn part_twice(at: Span, what: &str, earlier: Span) -> Diagnostic {
    Diagnostic::error(476, format!("{what} is given twice"), at, "given again")
        .because(earlier, "first given here")
        .help("keep one of them")
}

/// A number of seeds no site can hold.
#[must_use]
pub fn too_many_seeds(at: Span, value: i32) -> Diagnostic {
    Diagnostic::error(458, format!("a house cannot hold {value} seeds"), at, "0 to 65535")
        .help("write a number from 0 to 65535")
}

/// A decision in `end`, `over` or `until`.
#[must_use]
pub fn decision_in_end(at: Span) -> Diagnostic {
    Diagnostic::error(459, "nobody can be asked here", at, "a decision after the move")
        .help("ask in `turn`, `setup` or `between`")
}

/// `either { }` without alternatives.
#[must_use]
pub fn no_alternatives(at: Span) -> Diagnostic {
    Diagnostic::error(460, "this decision offers nothing", at, "no alternatives")
        .help("add lines such as `\"label\" -> …`")
}

/// More binders than a decision may have.
#[must_use]
pub fn too_many_binders(at: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::error(461, format!("a decision of {found} parts is too much at once"), at, format!("at most {most}"))
        .help("ask in two `choose` statements")
}

/// More alternatives than a decision may have.
#[must_use]
pub fn too_many_alternatives(at: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::error(
        472,
        format!("a decision of {found} alternatives is too much at once"),
        at,
        format!("at most {most}"),
    )
    .help("ask in several `choose` statements, or choose a number")
}

/// An option given twice.
#[must_use]
pub fn option_twice(at: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(462, "this option is given twice", at, "given again")
        .because(earlier, "first given here")
        .help("keep one of them")
}

/// `skipping where true`.
#[must_use]
pub fn skips_everything(at: Span) -> Diagnostic {
    Diagnostic::error(463, "this skips every site", at, "no seed could ever be dropped")
        .help("write a condition that some sites do not meet")
}

/// An expectation a test cannot judge.
#[must_use]
pub fn not_testable(at: Span) -> Diagnostic {
    Diagnostic::error(464, "a test cannot judge this", at, "mixes the position with texts")
        .help("write `legal F`, `\"F\" in choices`, `choices == {\"A\", \"B\"}`, `outcome == \"South wins\"`, `position == \"…\"`, or a condition on seeds")
}

/// An `else` after which play would go on without an answer.
#[must_use]
pub fn else_goes_on(at: Span) -> Diagnostic {
    Diagnostic::error(465, "after this `else` nothing has been chosen", at, "play would go on without an answer")
        .help("end it with `end turn`, `again`, `stop`, `end round`, `win …` or `draw`")
}

/// `first is p` where nothing is about to begin.
#[must_use]
pub fn only_before_play(at: Span) -> Diagnostic {
    Diagnostic::error(466, "`first is` says who begins a round", at, "nothing is about to begin here")
        .help("move it into `setup` or `between`; in a turn write `next is p`")
}

/// `stuck passes` without a word about everybody being stuck.
#[must_use]
pub fn silent_about_all_stuck(at: Span, passes: Option<Span>) -> Diagnostic {
    let found = Diagnostic::error(
        467,
        "the game does not say what happens when nobody can move",
        at,
        "no case mentions `all stuck`",
    );
    let found = passes.into_iter().fold(found, |found, passes| found.because(passes, "a player who is stuck passes"));
    found.help("add `when all stuck -> …` to `end`")
}

/// A trial that can stop before it has shown anything.
#[must_use]
pub fn must_meets_decision(at: Span, decision: Span) -> Diagnostic {
    Diagnostic::warning(
        468,
        "this `must` is judged before anything is sown",
        at,
        "looks at a board that has not changed",
    )
    .because(decision, "another decision comes before the sowing")
    .help("put the `must` on the last decision before the sowing")
}

/// A house that may bear a mark which forbids lifting it.
#[must_use]
pub fn may_be_unliftable(at: Span, mark: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(469, format!("a house marked `{mark}` could be chosen here"), at, "may not be lifted")
        .because(declared, "forbids lifting")
        .help("choose `where h.liftable`")
}

/// A second `each drop`.
#[must_use]
pub fn each_drop_twice(at: Span) -> Diagnostic {
    Diagnostic::error(470, "a second `each drop` in these laps", at, "only one is heard")
        .help("put both into one block")
}

/// `each drop` that does not stand directly in the body of laps.
#[must_use]
pub fn each_drop_inside(at: Span) -> Diagnostic {
    Diagnostic::error(474, "`each drop` inside another statement", at, "it is heard only directly in the body of laps")
        .help("put it at the head of the body of the laps, and the condition inside it")
}

/// A set of counts that is kept but made of numbers known only in play.
#[must_use]
pub fn computed_set(at: Span) -> Diagnostic {
    Diagnostic::error(473, "this set is made of numbers known only in play", at, "cannot be kept")
        .help("keep the numbers in variables of type Int, and make the set where it is asked: `h.seeds in {low, high}`")
}

/// A key of `about` that means nothing.
#[must_use]
pub fn unknown_about(name: &Name, known: &[&str]) -> Diagnostic {
    let found = Diagnostic::warning(471, format!("`about` has no key `{}`", name.text), name.span, "unknown key");
    match nearest(&name.text, known.iter().copied()) {
        Some(meant) => found.help(format!("write `{meant}`")),
        None => found.help(format!("the keys are {}", known.join(" "))),
    }
}

/// A construct that this version checks but does not run.
#[must_use]
pub fn not_yet(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error(590, format!("{what} cannot be played yet"), at, "checked, but not translated in this version")
        .help("leave it out for now; the rest of the file is in order")
}

/// More code, registers or tables than the machine has.
#[must_use]
pub fn too_complex(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error(591, format!("this game needs too many {what}"), at, "beyond what the machine has")
        .help("split long procedures into fewer names and cases")
}

/// More tests than a host looks at.
#[must_use]
pub fn too_many_tests(first: Span, tests: usize, most: usize) -> Diagnostic {
    let title = format!("{tests} tests of rules so long, where {most} are looked at");
    Diagnostic::warning(620, title, first, "the first that is too many").help("leave tests out, or check them in parts")
}
