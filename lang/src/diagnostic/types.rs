//! In: facts about values of the wrong kind. Out: diagnostics MCL0301–MCL0399. All wording of this kind is here.
use super::Diagnostic;
use crate::hir::CountSet;
use crate::source::Span;

/// One kind of value where another belongs.
#[must_use]
pub fn mismatch(at: Span, wanted: &str, got: &str, number_as_condition: bool) -> Diagnostic {
    let found = Diagnostic::error(301, format!("expected {wanted}, found {got}"), at, format!("this is {got}"));
    let help = match (wanted, got) {
        _ if number_as_condition => "compare it: `… > 0`",
        ("a number", "a house") => "ask for its seeds: `….seeds`",
        ("a number", "a region") => "ask for `….seeds` or `….count`",
        ("a house", "a region") => "take one house of it: `….first`, `….last` or `…[1]`",
        ("a house", "a player") => "say which of the player's sites: `….store` or `(row of …)[1]`",
        ("a player", "a region") => "name a player: `mover`, `opponent`, or the owner of one house: `….first.owner`",
        ("a player", "a house") => "ask whose it is: `….owner`",
        ("a set of counts", "a number") => "put it in braces: `{…}`",
        ("a condition", "a region") => "say what must hold of it: `last in …`, or `….seeds > 0`",
        ("a condition", _) => "say what must hold of it, for example `….seeds > 0`",
        _ => return found.help(format!("put {wanted} here")),
    };
    found.help(help)
}

/// `inner of mover[1]`.
#[must_use]
pub fn place_of_a_player(at: Span, instead: &str) -> Diagnostic {
    Diagnostic::error(
        304,
        "a player has no first or second house by himself",
        at,
        "the number belongs to the whole region",
    )
    .help(format!("write `{instead}`"))
}

/// A number beside `and` or `or`.
#[must_use]
pub fn number_beside(at: Span, sign: &str, value: i32) -> Diagnostic {
    Diagnostic::error(301, format!("`{sign}` stands between conditions, not between numbers"), at, "this is a number")
        .help(format!("say what is compared with it: `… == {value}`"))
}

/// `x in own or theirs`.
#[must_use]
pub fn region_after_or(at: Span, comparison: Span, what: &str, instead: &str) -> Diagnostic {
    Diagnostic::error(301, format!("`or` stands between conditions, and this is {what}"), at, format!("this is {what}"))
        .because(comparison, "the condition ends here")
        .help(format!("write `{instead}`"))
}

/// A reading where a condition belongs.
#[must_use]
pub fn reading_as_condition(at: Span, name: &str, label: &str) -> Diagnostic {
    Diagnostic::error(
        301,
        format!("expected a condition, found the reading `{name}`"),
        at,
        "this is a question with several answers",
    )
    .help(format!("compare it: `{name} == {label}`"))
}

/// Houses where the texts of answers belong.
#[must_use]
pub fn answers_are_texts(at: Span, instead: &str) -> Diagnostic {
    Diagnostic::error(301, "answers are texts, and stand in quotes", at, "these are houses")
        .help(format!("write `{instead}`"))
}

/// A store that is marked.
#[must_use]
pub fn mark_on_a_store(at: Span) -> Diagnostic {
    Diagnostic::error(301, "expected a house, found a store", at, "a store bears no marks")
        .help("mark the house: `mark last …`; what belongs to a player is a variable `of each player`")
}

/// 1 or 0 where true or false belongs.
#[must_use]
pub fn number_for_truth(at: Span, holds: bool) -> Diagnostic {
    Diagnostic::error(301, "expected a condition, found a number", at, "this is a number")
        .help(format!("write `{holds}`"))
}

/// `none` where no house belongs.
#[must_use]
pub fn none_elsewhere(at: Span, wanted: &str) -> Diagnostic {
    let found = Diagnostic::error(301, format!("expected {wanted}, found `none`"), at, "stands for no house");
    match wanted {
        "a number" => found.help("write `0`, or another number that cannot come about"),
        "a condition" => found.help("write `false`"),
        "a region" => found.help("write `{}` for no houses"),
        _ => found.help(format!("put {wanted} here")),
    }
}

/// A def named without what it takes.
#[must_use]
pub fn def_without_arguments(at: Span, name: &str, formals: &[String], declared: Span) -> Diagnostic {
    let call = format!("{name}({})", formals.join(", "));
    Diagnostic::error(308, format!("`{name}` is a def: it is called with brackets"), at, "named, not called")
        .because(declared, "declared here")
        .help(format!("write `{call}`"))
}

/// A value that cannot be compared with `==`.
#[must_use]
pub fn not_comparable(at: Span, got: &str) -> Diagnostic {
    Diagnostic::error(302, format!("{got} cannot be compared with `==`"), at, "compares many things at once")
        .help("compare its `.seeds` or `.count`, or ask `any h in …: …`")
}

/// `a <= x <= b`.
#[must_use]
pub fn chained_comparison(at: Span) -> Diagnostic {
    Diagnostic::error(303, "comparisons cannot be chained", at, "two comparisons in a row")
        .help("write `x in a..b`, or join two comparisons with `and`")
}

/// Something that is no region where one belongs.
#[must_use]
pub fn not_a_region(at: Span, got: &str) -> Diagnostic {
    let found = Diagnostic::error(304, format!("expected a region, found {got}"), at, format!("this is {got}"));
    match got {
        "a set of counts" | "a number" => found.help("a region is a list of houses such as `own`, `theirs`, `houses`; for a number of seeds write `here.seeds in {…}`"),
        "a player" => found.help("write `houses of p` or `row of p`"),
        _ => found.help("write a region such as `own`, `theirs`, `houses of p`, or a house"),
    }
}

/// A house or region where its seeds are meant.
#[must_use]
pub fn seeds_meant(at: Span, written: &str, number: Span, what: &str) -> Diagnostic {
    Diagnostic::error(301, format!("{what} is compared with a number"), at, format!("this is {what}"))
        .because(number, "this is a number")
        .help(format!("ask for its seeds: `{written}.seeds`"))
}

/// A number compared with a whole set.
#[must_use]
pub fn equal_to_set(at: Span, number: Span, written: &str, set: &str) -> Diagnostic {
    Diagnostic::error(301, "a number is never equal to a set", at, "this is a set of counts")
        .because(number, "this is a number")
        .help(format!("write `{written} in {set}`"))
}

/// `x == 2 or 3`.
#[must_use]
pub fn number_after_or(at: Span, comparison: Span, instead: &str) -> Diagnostic {
    Diagnostic::error(301, "`or` stands between conditions, not between numbers", at, "this is a number")
        .because(comparison, "the condition ends here")
        .help(format!("write `{instead}`"))
}

/// Houses put together like numbers or conditions.
#[must_use]
pub fn joined_houses(at: Span, sign: &str, left: &str, right: &str) -> Diagnostic {
    Diagnostic::error(301, format!("houses are not put together by `{sign}`"), at, "two houses or regions")
        .help(format!("write `{left}, {right}` to capture both"))
}

/// A parameter set to a word.
#[must_use]
pub fn setting_of_wrong_kind(at: Span, wanted: &str, word: &str, example: &str) -> Diagnostic {
    let found = Diagnostic::error(301, format!("expected {wanted}, found `{word}`"), at, "nothing is called so");
    match (wanted, word) {
        ("a direction", "counterclockwise" | "anticlockwise") => found.help("write `ccw`"),
        ("a direction", "clockwise") => found.help("write `cw`"),
        _ => found.help(format!("write for example `{example}`")),
    }
}

/// A house looked for in a set of numbers.
#[must_use]
pub fn house_among_numbers(house: Span, written: &str, set: Span, set_written: &str) -> Diagnostic {
    Diagnostic::error(304, "a house is looked for among numbers of seeds", house, "this is a house, not a number")
        .because(set, "these are numbers of seeds")
        .help(format!("ask for its seeds: `{written}.seeds in {set_written}`"))
}

/// `in` on what has no members.
#[must_use]
pub fn no_membership(at: Span, got: &str) -> Diagnostic {
    Diagnostic::error(305, format!("`in` needs a list to look for {got} in"), at, "not a list")
        .help("write the values in braces: `{…, …}`")
}

/// A choice or loop over what holds nothing.
#[must_use]
pub fn cannot_choose_from(at: Span, got: &str) -> Diagnostic {
    Diagnostic::error(306, format!("{got} holds nothing to choose from"), at, format!("this is {got}"))
        .help("choose from a region (`own`), numbers (`1..4`), `directions`, `players` or labels (`{\"a\", \"b\"}`)")
}

/// `let` of what it cannot take.
#[must_use]
pub fn cannot_bind(at: Span, got: &str) -> Diagnostic {
    Diagnostic::error(307, format!("`let` cannot take {got}"), at, format!("this is {got}")).help(
        "`let` takes a number, house, player, direction, condition, region or run; write this out where it is used",
    )
}

/// The wrong number of arguments; what a def takes and is not given has the name of its type.
#[must_use]
pub fn wrong_number(
    at: Span,
    name: &str,
    wanted: usize,
    got: usize,
    missing: &[(&str, &str)],
    declared: Span,
) -> Diagnostic {
    let word = if wanted == 1 { "argument" } else { "arguments" };
    let (label, help) = match missing {
        [] => (format!("{got} given here"), format!("give {wanted}")),
        _ => {
            let names = missing.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>();
            (super::names::lacking(missing), format!("give a value for {}", names.join(" and ")))
        }
    };
    Diagnostic::error(308, format!("`{name}` takes {wanted} {word}, found {got}"), at, label)
        .because(declared, "declared here")
        .help(help)
}

/// A house chosen among numbers.
#[must_use]
pub fn houses_among_numbers(at: Span, asked: Span, numbers: &str) -> Diagnostic {
    Diagnostic::error(304, "a house is chosen among numbers", at, "these are numbers, no houses")
        .because(asked, "only a house has this")
        .help(format!("choose from a region, and ask for seeds: `own where here.seeds in {numbers}`"))
}

/// A number of seeds looked for among houses.
#[must_use]
pub fn number_among_houses(at: Span, region: Span, house: &str, among: &str) -> Diagnostic {
    Diagnostic::error(301, "a number of seeds is looked for among houses", at, "this is a number")
        .because(region, "these are houses")
        .help(format!("look for the house: `{house} in {among}`"))
}

/// `min()` of nothing.
#[must_use]
pub fn no_arguments(at: Span) -> Diagnostic {
    Diagnostic::error(308, "`min` and `max` need at least one value", at, "nothing given").help("write `min(a, b)`")
}

/// A def that gives no value, used as one.
#[must_use]
pub fn procedure_as_value(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(309, format!("`{name}` does something but gives no value"), at, "used as a value")
        .help(format!("call it on a line of its own, or declare `def {name}(…) -> Int = …`"))
}

/// A parameter outside its range.
#[must_use]
pub fn out_of_range(at: Span, name: &str, value: i32, range: &CountSet, declared: Span) -> Diagnostic {
    let (label, help) = match &range.ranges[..] {
        [(low, high)] if !range.odd && !range.even => {
            (format!("outside {low}..{high}"), format!("choose a number from {low} to {high}"))
        }
        _ => (format!("not in {}", range.text()), format!("choose one of {}", range.members().join(", "))),
    };
    Diagnostic::error(310, format!("`{name}` cannot be {value}"), at, label)
        .because(declared, "its range is given here")
        .help(help)
}

/// A range that is not made of constants.
#[must_use]
pub fn range_not_constant(at: Span) -> Diagnostic {
    Diagnostic::error(311, "a range is two numbers", at, "not a constant range").help("write for example `in 1..12`")
}

/// A parameter set to what is not constant.
#[must_use]
pub fn setting_not_constant(at: Span) -> Diagnostic {
    Diagnostic::error(312, "a parameter needs a constant value", at, "depends on the position")
        .help("write a number, a set such as `{2, 3}`, or a label")
}

/// A negative number in a set of counts.
#[must_use]
pub fn negative_count(at: Span, value: i32) -> Diagnostic {
    Diagnostic::error(313, format!("a house cannot hold {value} seeds"), at, "a negative count")
        .help("write a number from 0 upwards")
}

/// An index beyond what the board has.
#[must_use]
pub fn index_out_of_range(at: Span, value: i32, longest: usize) -> Diagnostic {
    Diagnostic::error(314, format!("there is no house number {value}"), at, format!("the region has at most {longest}"))
        .help(format!("count from 1 to {longest}"))
}

/// `opponent` with more than two players.
#[must_use]
pub fn opponent_of_many(at: Span, word: &str, players: usize) -> Diagnostic {
    Diagnostic::error(315, format!("`{word}` needs exactly two players"), at, format!("this board has {players}"))
        .help("write `next player`, or a quantifier such as `any p in players: …`")
}

/// `opponent of p.store`.
#[must_use]
pub fn opponent_of_store(at: Span, player: &str) -> Diagnostic {
    Diagnostic::error(316, "`opponent of` takes a player, not a store", at, "reads as the opponent of a store")
        .help(format!("write `(opponent of {player}).store`"))
}

/// `.was` of another house than `last`.
#[must_use]
pub fn was_of_other(at: Span) -> Diagnostic {
    Diagnostic::error(317, "only `last` remembers what it held before", at, "`.was` belongs to `last`")
        .help("write `last.was`, or bind the number with `let` before sowing")
}

/// `x` of a player where there is one for all.
#[must_use]
pub fn not_each_player(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(318, format!("there is one `{name}` for all players"), at, "asked of one player")
        .help(format!("write `{name}`, or declare it `{name} of each player`"))
}

/// A mark that nobody holds, with `of`.
#[must_use]
pub fn mark_without_holder(at: Span, mark: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(319, format!("nobody holds the mark `{mark}`"), at, "a holder is named")
        .because(declared, "declared without `of Player`")
        .help(format!("leave `of …` out, or declare `mark {mark} of Player`"))
}

/// A mark that somebody must hold, without `of`.
#[must_use]
pub fn mark_needs_holder(at: Span, mark: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(320, format!("the mark `{mark}` needs a holder"), at, "nobody is named")
        .because(declared, "declared `of Player`")
        .help(format!("write `mark … {mark} of mover`"))
}

/// `inner of` on a board without inner rows.
#[must_use]
pub fn no_inner_rows(at: Span) -> Diagnostic {
    Diagnostic::error(321, "this board has no inner and outer rows", at, "only boards of four rows have")
        .help("write `row of p`")
}
