//! In: facts about names that mean nothing, or too much. Out: diagnostics MCL0201–MCL0299. All wording of this kind is here.
use super::{Diagnostic, Label, nearest};
use crate::ast::Name;
use crate::source::Span;

fn near(word: &str, known: &[String]) -> Option<String> {
    nearest(word, known.iter().map(String::as_str)).map(str::to_owned)
}

/// `help: write x`, or what there is to choose from.
fn suggest(found: Diagnostic, word: &str, known: &[String]) -> Diagnostic {
    match near(word, known) {
        Some(meant) => found.help(format!("write `{meant}`")),
        None if known.len() == 1 => found.help(format!("write `{}`", known[0])),
        None if known.is_empty() => found.help("declare it first, or correct the spelling"),
        None => {
            let shown = known.iter().take(10).map(|name| format!("`{name}`")).collect::<Vec<_>>();
            found.help(format!("write one of {}", shown.join(", ")))
        }
    }
}

/// What a word of another language, or another word for the same thing, is called here.
fn in_our_words(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "null" | "nil" | "none" | "nothing" | "undefined" | "nobody" => "none",
        "true" | "yes" => "true",
        "false" | "no" => "false",
        "self" | "me" | "mover" | "current_player" | "this_player" => "mover",
        "enemy" | "other" | "opponent" | "other_player" => "opponent",
        "clockwise" => "cw",
        "counterclockwise" | "anticlockwise" | "counter_clockwise" => "ccw",
        "pits" | "holes" | "cups" | "houses" | "board" | "fields" => "houses",
        "mine" | "own" | "my" | "ours" => "own",
        "theirs" | "his" | "yours" => "theirs",
        "source" | "first_house" => "origin",
        "stones" | "beans" | "seed" | "size" | "amount" | "value" | "number" => "seeds",
        "previous" | "before" => "prev",
        "across" | "facing" | "opposing" => "opposite",
        "length" | "len" => "count",
        "bank" | "home" | "stores" => "store",
        "player" => "owner",
        _ => return None,
    })
}

/// The number that a word says.
fn number_word(word: &str) -> Option<usize> {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.iter().position(|known| *known == word.to_lowercase())
}

/// `winner most seeds`.
#[must_use]
pub fn score_of_nobody(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(201, format!("nothing is called `{name}`"), at, "of which player, and where?")
        .help("write `store`, or a number made of `p.store.seeds` and such, where p stands for each player")
}

/// `choose h in own or pass`.
#[must_use]
pub fn declined_otherwise(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(201, "a choice that may be declined is `optional`", at, "no house")
        .help(format!("write `optional \"{word}\"` behind the choice"))
}

/// `x.seeds()`.
#[must_use]
pub fn property_with_brackets(name: &Name, written: &str) -> Diagnostic {
    Diagnostic::error(220, "a property takes no brackets", name.span, "called like a def")
        .help(format!("write `{written}`"))
}

/// `store` on one side of `==`.
#[must_use]
pub fn whose_store(at: Span) -> Diagnostic {
    Diagnostic::error(208, "`store` does not say whose", at, "every player has one")
        .help("write `own store`, or `p.store` for the store of p")
}

/// A name that nothing bears.
#[must_use]
pub fn unknown(at: Span, name: &str, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(201, format!("nothing is called `{name}`"), at, "unknown name");
    let same = |known: &&String| known.to_lowercase() == name.to_lowercase();
    let ours = in_our_words(name)
        .filter(|word| *word != name && !matches!(*word, "seeds" | "prev" | "count" | "store" | "owner"));
    if let Some(number) = number_word(name) {
        return found.help(format!("write `{number}`"));
    }
    if let "seeds" | "count" = name {
        return found.help(format!("say of what: `h.{name}`, `own.{name}`, or in a `where`: `here.{name}`"));
    }
    match known.iter().find(same).cloned().or(ours.map(str::to_owned)).or_else(|| near(name, known)) {
        Some(meant) => found.help(format!("write `{meant}`")),
        None => found.help("bind it with `let`, `for` or `choose`, or declare it in `param`, `reading` or `state`"),
    }
}

/// Two things of one name.
#[must_use]
pub fn duplicate(again: &Name, first: Span) -> Diagnostic {
    Diagnostic::error(202, format!("`{}` is declared twice", again.text), again.span, "declared again here")
        .because(first, "first declared here")
        .help("give one of them another name, or delete it")
}

/// Two tests of one name.
#[must_use]
pub fn test_twice(again: &Name, first: Span) -> Diagnostic {
    Diagnostic::warning(227, format!("two tests are called `{}`", again.text), again.span, "the same name again")
        .because(first, "first here")
        .help("give one of them another name, so that a failure can be told from the other")
}

/// Two sections of one kind.
#[must_use]
pub fn duplicate_section(again: Span, first: Span, section: &str) -> Diagnostic {
    Diagnostic::error(202, format!("{section} is declared twice"), again, "declared again here")
        .because(first, "first declared here")
        .help("join the two, or delete one")
}

/// A section that both the game and a library give.
#[must_use]
pub fn brought_twice(brought: Span, own: Span, section: &str) -> Diagnostic {
    Diagnostic::error(202, format!("{section} is declared twice"), brought, format!("this brings {section} of its own"))
        .because(own, "declared here too")
        .help("delete one of the two")
}

/// A parameter whose type is not that of the base.
#[must_use]
pub fn other_type(name: &str, new: &Name, old: &Name) -> Diagnostic {
    Diagnostic::error(
        229,
        format!("a variant cannot change the type of `{name}`"),
        new.span,
        format!("the rules of the base use it as {}", old.text),
    )
    .because(old.span, "declared here")
    .help(format!("write `param {name}: {} = …`", old.text))
}

/// A text that no outcome has.
#[must_use]
pub fn no_such_outcome(at: Span, text: &str, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(230, format!("there is no outcome `{text}`"), at, "can never come about");
    suggest(found, text, known)
}

/// `extends` a game that is not there.
#[must_use]
pub fn unknown_game(name: &Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(203, format!("there is no game `{}`", name.text), name.span, "not found");
    match near(&name.text, known) {
        Some(meant) => found.help(format!("write `{meant}`")),
        None => found.help("give the file name of a game without `.mcl`; `mcl games` lists the library"),
    }
}

/// `extends` that comes back to itself.
#[must_use]
pub fn circular_extends(name: &Name, chain: &[String]) -> Diagnostic {
    let way =
        if chain.is_empty() { "itself".to_owned() } else { format!("{} and then itself again", chain.join(", ")) };
    Diagnostic::error(204, "a game cannot extend itself", name.span, format!("leads to {way}"))
        .help("extend a game that does not come back to this one")
}

/// A base that has errors of its own.
#[must_use]
pub fn broken_base(name: &Name, wrong: &Diagnostic) -> Diagnostic {
    Diagnostic::error(205, format!("the base game `{}` has errors", name.text), name.span, "extended here")
        .because(wrong.span(), wrong.title.clone())
        .help(format!("mend `{}` first: `mcl check` on it tells all", name.text))
}

/// A base or library that is well formed, but does not hold together with the game that names it.
#[must_use]
pub fn mistake_in_base(name: &Name, wrong: &Diagnostic) -> Diagnostic {
    Diagnostic::error(205, format!("there is a mistake in `{}`", name.text), name.span, "its rules are read here")
        .because(wrong.span(), wrong.title.clone())
        .help("mend it there, or give what is wrong in it anew here")
}

/// What a variant says and what its base says do not go together: the line of the variant is where to change something.
#[must_use]
pub fn against_the_base(cause: &Label, wrong: &Diagnostic, section: &str) -> Diagnostic {
    let found = Diagnostic::error(wrong.code.0, wrong.title.clone(), cause.span, cause.text.clone());
    let theirs = wrong.labels.first().map_or_else(String::new, |label| label.text.clone());
    let help = wrong.help.clone().unwrap_or_default();
    found.because(wrong.span(), theirs).help(format!("give {section} anew in this game: {help}"))
}

/// `with` or `--set` of what the game has not.
#[must_use]
pub fn unknown_setting(name: &Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(
        206,
        format!("the game has no parameter or reading `{}`", name.text),
        name.span,
        "nothing to set",
    );
    if known.is_empty() {
        found.help("this game has neither; take the setting out")
    } else {
        suggest(found, &name.text, known)
    }
}

/// A label a reading has not.
#[must_use]
pub fn unknown_label(at: Span, word: &str, reading: &str, labels: &[String], declared: Span) -> Diagnostic {
    let found =
        Diagnostic::error(207, format!("`{word}` is no answer to the reading `{reading}`"), at, "unknown label")
            .because(declared, "the reading is declared here");
    suggest(found, word, labels)
}

/// A label where no reading stands on the other side.
#[must_use]
pub fn stray_label(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(208, format!("`{word}` cannot stand here"), at, "a word of the language, not a value")
        .help("a label is compared with its reading: `reading == label`")
}

/// A bare letter in a procedure.
#[must_use]
pub fn letter_in_procedure(at: Span, letter: &str) -> Diagnostic {
    Diagnostic::error(
        209,
        format!("the letter `{letter}` names a house only in `board`, `setup` and tests"),
        at,
        "a rule speaks for both players",
    )
    .help(format!(
        "write `own.{}` for the house of this letter on the mover's side, or `theirs.{}`",
        letter.to_uppercase(),
        letter.to_uppercase()
    ))
}

/// `here` where no site is judged.
#[must_use]
pub fn no_here(at: Span) -> Diagnostic {
    Diagnostic::error(210, "`here` means nothing at this place", at, "no house is being judged")
        .help("use it inside `where`, `while`, `skipping where` or `each drop`")
}

/// `mover` where nobody moves.
#[must_use]
pub fn no_mover(at: Span, place: &str) -> Diagnostic {
    Diagnostic::error(211, format!("there is no mover in {place}"), at, "speaks of the player whose turn it is")
        .help("name the player: `for p in players { … }`, `houses of p`, `p.store`, `choose by p`")
}

/// `last` and such before anything was sown.
#[must_use]
pub fn nothing_sown(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(212, format!("`{word}` means nothing before something is sown"), at, "nothing has been sown yet")
        .help("put this after the `sow` or `laps` it speaks of")
}

/// A sowing where nobody moves.
#[must_use]
pub fn sown_by_nobody(at: Span, place: &str) -> Diagnostic {
    Diagnostic::error(211, format!("nobody sows in {place}"), at, "whose track, and which way?")
        .help("move seeds one by one: `move 1 from A to B`")
}

/// A word of sowing where what was sown is past.
#[must_use]
pub fn sowing_is_past(at: Span, word: &str, in_a_test: bool) -> Diagnostic {
    let help = if in_a_test {
        "ask for the board (`E.seeds == 1`), or for what happened: `\"South drops 1 at E\" in events`"
    } else {
        "keep it while the move lasts, in a variable of `state`, and ask for that"
    };
    let place = if in_a_test { "a test" } else { "`end`" };
    Diagnostic::error(212, format!("`{word}` means nothing in {place}"), at, "the move is over").help(help)
}

/// `stuck`, `repeated` outside `end`.
#[must_use]
pub fn only_in_end(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(213, format!("`{word}` is known only in `end`"), at, "judged after a move")
        .help("move this condition into `end { when … -> … }`")
}

/// `legal`, `choices`, `outcome`, `events` outside tests.
#[must_use]
pub fn only_in_test(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(214, format!("`{word}` is known only in tests"), at, "not part of the rules")
        .help("use it in `test \"…\" { expect … }`")
}

/// A def that calls itself.
#[must_use]
pub fn recursive_def(at: Span, name: &str, round: &[String], declared: Span) -> Diagnostic {
    let help = match round {
        [] | [_] | [_, _] => "use `repeat`, `for` or `laps` instead".to_owned(),
        _ => format!("one of them must do without the other: `{}`", round.join("` → `")),
    };
    Diagnostic::error(215, format!("`{name}` calls itself"), at, "comes back to the def it stands in")
        .because(declared, "declared here")
        .help(help)
}

/// A mark where a value belongs.
#[must_use]
pub fn mark_as_a_value(at: Span, mark: &str, held: bool) -> Diagnostic {
    let help = match held {
        true => format!("who holds it is `h.{mark}`, whether a house bears it `h.is({mark})`"),
        false => format!("whether a house bears it is `h.is({mark})`"),
    };
    Diagnostic::error(208, format!("`{mark}` cannot stand here"), at, "a mark, not a value").help(help)
}

/// A letter that no house of a row has.
#[must_use]
pub fn no_such_letter(name: &Name, row: usize, first: &str, last: &str) -> Diagnostic {
    Diagnostic::error(220, format!("a row has no house `{}`", name.text), name.span, format!("a row of {row} houses"))
        .help(format!("write a letter from {first} to {last}"))
}

/// A word of sowing asked of a house.
#[must_use]
pub fn word_of_its_own(name: &Name) -> Diagnostic {
    let word = &name.text;
    Diagnostic::error(220, format!("a house has no `{word}`"), name.span, "belongs to a sowing, not to a house")
        .help(format!("write `{word}` alone: that of the hand which is being judged"))
}

/// A label in quotes.
#[must_use]
pub fn label_in_quotes(at: Span, label: &str) -> Diagnostic {
    Diagnostic::error(207, "an answer is written without quotes", at, "this is a text").help(format!("write `{label}`"))
}

/// `section` in a game.
#[must_use]
pub fn section_outside_library(at: Span) -> Diagnostic {
    Diagnostic::error(216, "`section` belongs in a library", at, "this is a game")
        .help("move it into `library \"name\" { … }`, or write its content here")
}

/// An argument no formal is called by.
#[must_use]
pub fn unknown_argument(given: &Name, def: &str, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(
        217,
        format!("`{def}` takes no argument `{}` here", given.text),
        given.span,
        "unknown or given twice",
    );
    suggest(found, &given.text, known)
}

/// A call of what is no def.
#[must_use]
pub fn unknown_def(name: &Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(218, format!("there is no def `{}`", name.text), name.span, "called here");
    match near(&name.text, known) {
        Some(meant) => found.help(format!("write `{meant}`")),
        None => found.help(format!("declare `def {}(…) {{ … }}`", name.text)),
    }
}

/// A mark nobody declared.
#[must_use]
pub fn unknown_mark(name: &Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(219, format!("there is no mark `{}`", name.text), name.span, "unknown mark");
    if known.is_empty() {
        found.help(format!("declare `mark {} {{ … }}`", name.text))
    } else {
        suggest(found, &name.text, known)
    }
}

/// A property that this kind of value has not.
#[must_use]
pub fn unknown_member(name: &Name, kind: &str, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(220, format!("{kind} has no `{}`", name.text), name.span, "unknown property");
    let ours = in_our_words(&name.text).filter(|word| known.iter().any(|known| known == word));
    if let Some(meant) = ours {
        found.help(format!("write `{meant}`"))
    } else if known.is_empty() {
        found.help("take it out; nothing can follow here")
    } else {
        suggest(found, &name.text, known)
    }
}

/// The store of a region, which is a player's.
#[must_use]
pub fn store_of_region(at: Span, whose: &str, instead: &str) -> Diagnostic {
    Diagnostic::error(220, "a region has no `store`", at, format!("`{whose}` are houses; a player has a store"))
        .help(format!("write `{instead}`"))
}

/// A track nobody declared.
#[must_use]
pub fn unknown_track(name: &Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(221, format!("there is no track `{}`", name.text), name.span, "unknown track");
    suggest(found, &name.text, known)
}

/// A type that is none.
#[must_use]
pub fn unknown_type(name: &Name, readings: &[String]) -> Diagnostic {
    let known = ["Int", "Bool", "Player", "House", "Direction", "Directions", "Counts", "Region"].map(String::from);
    let known = known.iter().chain(readings).cloned().collect::<Vec<_>>();
    suggest(
        Diagnostic::error(222, format!("there is no type `{}`", name.text), name.span, "unknown type"),
        &name.text,
        &known,
    )
}

/// An assignment to what cannot change.
#[must_use]
pub fn not_assignable(at: Span, name: &str, declared: Option<Span>) -> Diagnostic {
    let found = Diagnostic::error(223, format!("`{name}` cannot be changed"), at, "not a variable of `state`");
    let last = name.split('.').next_back().unwrap_or(name);
    let found = match last {
        "seeds" => found.help("seeds are moved: `capture h`, `take n from h`, `move n from h to k`"),
        "owner" => found.help("write `give h to p`"),
        "mover" | "opponent" => found.help("write `next is p`, or `again` if the same player moves on"),
        "last" | "origin" | "hand" | "lap" | "captured" | "total" | "round" => {
            found.help("leave it out: play itself sets this; give a name to another value with `let`")
        }
        _ => found.help(format!(
            "declare `state {{ {last}: Int = 0 per move }}` for what changes, or bind a new name with `let`"
        )),
    };
    match declared {
        Some(span) => found.because(span, "bound here, once"),
        None => found,
    }
}

/// A library that is not there.
#[must_use]
pub fn unknown_library(name: &Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(224, format!("there is no library `{}`", name.text), name.span, "not found");
    let longer = known.iter().find(|known| name.text.len() > 2 && known.starts_with(&name.text));
    match longer {
        Some(meant) => found.help(format!("write `{meant}`")),
        None if known.is_empty() => found.help("put a file with this name, and `.mcl` behind it, into the same folder"),
        None => suggest(found, &name.text, known),
    }
}

/// A section that a library has not.
#[must_use]
pub fn unknown_section(name: &Name, library: &str, known: &[String]) -> Diagnostic {
    let found = Diagnostic::error(
        225,
        format!("the library `{library}` has no section `{}`", name.text),
        name.span,
        "not found",
    );
    suggest(found, &name.text, known)
}

/// A library that uses itself.
#[must_use]
pub fn circular_use(name: &Name, open: &[String]) -> Diagnostic {
    let way = open.join(", then ");
    Diagnostic::error(204, "a library cannot use itself", name.span, format!("reached through {way}"))
        .help("move what both need into a library of its own")
}

/// More `use`s than any game needs; each reads its library again.
#[must_use]
pub fn too_many_uses(name: &Name, most: usize) -> Diagnostic {
    let title = format!("more than {most} sections of libraries are used");
    Diagnostic::error(231, title, name.span, "this one is too many").help("use each section once")
}

/// Formals without argument, each with the name of its type.
#[must_use]
pub fn missing_arguments(section: &Name, formals: &[(&str, &str)], declared: Span) -> Diagnostic {
    let names = formals.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let word = if formals.len() == 1 { "argument" } else { "arguments" };
    let add = formals.iter().map(|(name, _)| format!("{name}: …")).collect::<Vec<_>>().join(", ");
    Diagnostic::error(226, format!("`{}` needs the {word} {names}", section.text), section.span, lacking(formals))
        .because(declared, "declared here")
        .help(format!("add `{add}`"))
}

/// `rest: Bool` and such, which are missing.
pub(super) fn lacking(formals: &[(&str, &str)]) -> String {
    // A reading is mostly asked for under its own name, which tells nothing of its answers.
    let shown = |name: &str, ty: &str| format!("`{name}: {}`", if name == ty { "…" } else { ty });
    let named = formals.iter().map(|(name, ty)| shown(name, ty)).collect::<Vec<_>>();
    match &named[..] {
        [only] => format!("{only} is missing"),
        [first @ .., last] => format!("{} and {last} are missing", first.join(", ")),
        [] => String::new(),
    }
}

/// `own.c`: the house is lettered C on the mover's side, whoever moves.
#[must_use]
pub fn small_letter(name: &Name, region: &str) -> Diagnostic {
    let large = name.text.to_uppercase();
    let title = format!("`{region}.{}` could be read as North's house", name.text);
    Diagnostic::error(228, title, name.span, "a small letter")
        .help(format!("write `{region}.{large}`: it is {large} for South and {} for North", name.text))
}
