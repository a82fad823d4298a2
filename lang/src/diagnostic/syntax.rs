//! In: facts about text that is not well formed. Out: diagnostics MCL0001–MCL0199. All wording of this kind is here.
use super::Diagnostic;
use crate::source::Span;

/// The text has no game in it.
#[must_use]
pub fn empty_file(at: Span) -> Diagnostic {
    Diagnostic::error(1, "there is no game in this file", at, "nothing to play here")
        .help("begin with `game \"Name\" { … }`; `mcl games` lists files to copy from")
}

/// A library, which is judged where it is used.
#[must_use]
pub fn only_a_library(at: Span) -> Diagnostic {
    Diagnostic::error(113, "this file is a library, not a game", at, "nothing to play here")
        .help("check a game that says `use` with this name; the library is judged with it")
}

/// The bytes are not UTF-8.
#[must_use]
pub fn not_utf8(at: Span, byte: u8) -> Diagnostic {
    Diagnostic::error(2, "this is not a text in UTF-8", at, format!("the byte {byte:#04x} stands here"))
        .help("save the file as UTF-8; if it is not a rule file, give the name of one")
}

/// The text is longer than the compiler takes.
#[must_use]
pub fn too_large(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(3, "this file is too large for a rule file", at, format!("more than {limit} bytes"))
        .help("a rule file is a few hundred lines; check that this is the file you mean")
}

/// Something that cannot be opened, or is no rule file, and therefore has no place.
#[must_use]
pub fn unusable(reason: &str, help: Option<&str>) -> Diagnostic {
    let help = help.unwrap_or("give the name of a rule file or of a game; `mcl games` lists the games");
    Diagnostic::error(10, reason, Span::default(), "").help(help)
}

/// Brackets or phrases inside one another beyond the limit.
#[must_use]
pub fn too_deep(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(4, "nested too deeply", at, format!("more than {limit} levels inside one another"))
        .help("move the inner part into a `def` and call it")
}

/// A full-width character where its plain form belongs.
#[must_use]
pub fn full_width(at: Span, wide: &str, plain: &str) -> Diagnostic {
    Diagnostic::error(5, format!("full-width character `{wide}`"), at, format!("`{plain}` belongs here"))
        .help(format!("write `{plain}`; full-width forms are only read inside texts and comments"))
}

/// A typographic sign where plain ones belong.
#[must_use]
pub fn typographic(at: Span, sign: char, plain: &str) -> Diagnostic {
    Diagnostic::error(5, format!("typographic sign `{sign}`"), at, format!("`{plain}` belongs here"))
        .help(format!("write `{plain}`"))
}

/// A text in typographic quotes.
#[must_use]
pub fn typographic_quotes(at: Span, inner: &str) -> Diagnostic {
    Diagnostic::error(5, "this text stands in typographic quotes", at, "a text stands in `\"`")
        .help(format!("write `\"{inner}\"`"))
}

/// A blank or line end that looks like an ordinary one, or like nothing.
#[must_use]
pub fn invisible(at: Span, code: &str, name: &str, plain: &str) -> Diagnostic {
    let (label, help) = match plain {
        " " => ("an ordinary space belongs here", "write an ordinary space"),
        "\n" => ("an ordinary line end belongs here", "begin a new line here"),
        _ => ("nothing belongs here", "delete it; the cursor keys show where it is"),
    };
    Diagnostic::error(5, format!("invisible character {code} ({name})"), at, label).help(help)
}

/// A carriage return that ends a line by itself.
#[must_use]
pub fn bare_return(at: Span) -> Diagnostic {
    Diagnostic::error(5, "this line ends with a bare carriage return (U+000D)", at, "a line feed belongs here")
        .help("save the file with line ends LF or CRLF")
}

/// A comment as another language writes it.
#[must_use]
pub fn foreign_comment(at: Span, begin: &str) -> Diagnostic {
    let help = if begin == "/*" {
        "write `--` before each line of the comment"
    } else {
        "write `--`; what follows it on the line is not read"
    };
    Diagnostic::error(104, format!("a comment begins with `--`, not with `{begin}`"), at, "from another language")
        .help(help)
}

/// A character no rule file uses.
#[must_use]
pub fn strange_character(at: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(6, format!("the character {shown} has no meaning here"), at, "not part of the language")
        .help("delete it, or put it inside a text or comment")
}

/// A text without its closing quote.
#[must_use]
pub fn open_text(at: Span) -> Diagnostic {
    Diagnostic::error(7, "this text is not closed", at, "begins here and runs to the end of the line")
        .help("add `\"` where the text ends")
}

/// A text that ends only where another begins.
#[must_use]
pub fn closed_by_another(at: Span, next: Span) -> Diagnostic {
    Diagnostic::error(7, "this text is not closed", at, "begins here")
        .because(next, "another text begins here")
        .help("add `\"` where the first text ends; inside a text write `'`")
}

/// A quote that ends a text which nothing has begun.
#[must_use]
pub fn unopened_text(at: Span) -> Diagnostic {
    Diagnostic::error(7, "this quote ends a text that has not begun", at, "the only quote of this line")
        .help("add `\"` before the text; if the text begins here, add it where the text ends")
}

/// An opening bracket without its partner.
#[must_use]
pub fn unclosed(open: Span, bracket: char) -> Diagnostic {
    Diagnostic::error(8, format!("this `{bracket}` is never closed"), open, "opened here")
        .help(format!("add `{}` where this part ends", partner(bracket)))
}

/// A block that, by its indentation, should have been closed before this line.
#[must_use]
pub fn missing_brace(line: Span, open: Span) -> Diagnostic {
    Diagnostic::error(
        8,
        "a `}` is missing before this line",
        line,
        "by its indentation this belongs to the block outside",
    )
    .because(open, "this `{` is never closed")
    .help("add `}` before this line")
}

/// A closing bracket without its partner.
#[must_use]
pub fn unopened(close: Span, bracket: char) -> Diagnostic {
    let open = partner(bracket);
    Diagnostic::error(9, format!("this `{bracket}` closes nothing"), close, "nothing is open here")
        .help(format!("delete it, or add the missing `{open}` before it"))
}

/// A closing bracket in place of one of another kind.
#[must_use]
pub fn wrong_bracket(close: Span, found: char, open: Span, bracket: char, line: usize) -> Diagnostic {
    Diagnostic::error(8, format!("`{found}` cannot close the `{bracket}` of line {line}"), close, "of another kind")
        .because(open, "opened here")
        .help(format!("write `{}`", partner(bracket)))
}

/// A bracket closed by one of another kind.
#[must_use]
pub fn crossed(open: Span, bracket: char, close: Span, found: char, replaces: bool) -> Diagnostic {
    let help = match replaces {
        true => format!("write `{}` in place of `{found}`", partner(bracket)),
        false => format!("add `{}` before the `{found}`", partner(bracket)),
    };
    Diagnostic::error(8, format!("this `{bracket}` is never closed"), open, "opened here")
        .because(close, format!("`{found}` stands here first"))
        .help(help)
}

fn partner(bracket: char) -> char {
    match bracket {
        '{' => '}',
        '}' => '{',
        '(' => ')',
        ')' => '(',
        '[' => ']',
        _ => '[',
    }
}

/// A misspelt word of the language.
#[must_use]
pub fn misspelt(at: Span, word: &str, meant: &str) -> Diagnostic {
    Diagnostic::error(101, format!("unknown word `{word}`"), at, format!("did you mean `{meant}`?"))
        .help(format!("write `{meant}`"))
}

/// A sign or small word is lacking.
#[must_use]
pub fn missing(at: Span, lacking: &str, before: &str) -> Diagnostic {
    let (title, help) = if before.is_empty() {
        (format!("`{lacking}` is missing at the end"), format!("add `{lacking}` and what follows it"))
    } else {
        (format!("`{lacking}` is missing before `{before}`"), format!("put `{lacking}` before `{before}`"))
    };
    Diagnostic::error(102, title, at, format!("expected `{lacking}`")).help(help)
}

/// A sign too many.
#[must_use]
pub fn superfluous(at: Span, sign: &str) -> Diagnostic {
    let label = if sign.starts_with(char::is_alphabetic) { "one word too many" } else { "one sign too many" };
    Diagnostic::error(102, format!("`{sign}` does not belong here"), at, label).help("take it out")
}

/// A word where a text belongs.
#[must_use]
pub fn without_quotes(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(102, format!("`{word}` must stand in quotes"), at, "a text belongs here")
        .help(format!("write `\"{word}\"`"))
}

/// Something else stands where one of a few things is expected.
#[must_use]
pub fn unexpected(at: Span, found: &str, expected: &str) -> Diagnostic {
    let title = if found.is_empty() {
        "something is missing here".to_owned()
    } else {
        format!("`{found}` does not belong here")
    };
    let help = match expected {
        "the end of the line" => "take it out, or move it to a line of its own".to_owned(),
        _ => format!("put {expected} here"),
    };
    Diagnostic::error(102, title, at, format!("expected {expected}")).help(help)
}

/// A line whose first word begins nothing.
#[must_use]
pub fn unknown_line(at: Span, word: &str, place: &str, examples: &str) -> Diagnostic {
    Diagnostic::error(103, format!("`{word}` does not begin {place}"), at, format!("expected {place}"))
        .help(format!("{place} begins with a word such as {examples}"))
}

/// A habit of another language, with what to write instead.
#[must_use]
pub fn habit(at: Span, written: &str, meant: &str) -> Diagnostic {
    Diagnostic::error(104, format!("`{written}` is written `{meant}` in this language"), at, "written otherwise here")
        .help(format!("write `{meant}`"))
}

/// A habit of another language for which there is no one word here.
#[must_use]
pub fn foreign(at: Span, title: &str, instead: &str) -> Diagnostic {
    Diagnostic::error(104, title, at, "not in this language").help(instead)
}

/// The body of an `if` without braces.
#[must_use]
pub fn without_braces(at: Span, body: &str) -> Diagnostic {
    Diagnostic::error(104, "what `if` does stands in braces", at, "`{` belongs here")
        .help(format!("write `if … {{ {body} }}`, or `when … -> {body}`"))
}

/// The bodies of an `if` and its `else` without braces.
#[must_use]
pub fn without_braces_before_else(at: Span, body: &str, otherwise: &str) -> Diagnostic {
    Diagnostic::error(104, "what `if` does stands in braces", at, "`{` belongs here")
        .help(format!("write `if … {{ {body} }} else {{ {otherwise} }}`"))
}

/// The body of an `else` without braces.
#[must_use]
pub fn else_without_braces(at: Span, body: &str) -> Diagnostic {
    Diagnostic::error(104, "what `else` does stands in braces", at, "`{` belongs here")
        .help(format!("write `else {{ {body} }}`"))
}

/// An `if` whose body stands on the next line without braces.
#[must_use]
pub fn body_on_the_next_line(at: Span, below: &str) -> Diagnostic {
    let body = if below.is_empty() { "…" } else { below };
    Diagnostic::error(104, "what `if` does stands in braces", at, "`{` belongs here")
        .help(format!("write `if … {{ {body} }}`"))
}

/// `else c { … }`.
#[must_use]
pub fn condition_without_if(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error(102, "behind `else` stands a condition", at, "a condition without its word")
        .help(format!("write `{meant}`"))
}

/// A section of the game in a phase.
#[must_use]
pub fn not_in_a_phase(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(102, format!("`{word}` does not belong in a phase"), at, "a phase has `turn` and `until`")
        .help(format!("write `{word}` in the game; it holds in phases too"))
}

/// Numbers of a set without its braces.
#[must_use]
pub fn set_without_braces(at: Span, set: &str) -> Diagnostic {
    Diagnostic::error(102, "several numbers are a set, and stand in braces", at, "`{` belongs before these")
        .help(format!("write `{set}`"))
}

/// `otherwise` behind an `if`.
#[must_use]
pub fn otherwise_after_if(at: Span) -> Diagnostic {
    Diagnostic::error(
        106,
        "`otherwise` belongs to `when`, and this is an `if`",
        at,
        "there is no case it could be the rest of",
    )
    .help("write `else { … }`")
}

/// A quote inside a text, which ends it.
#[must_use]
pub fn quote_inside(at: Span, before: &str) -> Diagnostic {
    Diagnostic::error(7, "a text ends at its next quote", at, format!("the text ends here, behind `{before}`"))
        .help("write `'` inside a text")
}

/// A section that begins inside an open block, in a file without indentation.
#[must_use]
pub fn missing_brace_before(line: Span, open: Span) -> Diagnostic {
    Diagnostic::error(8, "a `}` is missing before this line", line, "this begins a new part, and a block is still open")
        .because(open, "this `{` is not closed by then")
        .help("add the missing `}` above this line, where its block ends; `mcl fmt` then indents the file")
}

/// `capture h if c`.
#[must_use]
pub fn condition_behind(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error(104, "the condition comes before what is done", at, "stands behind it")
        .help(format!("write `{meant}`"))
}

/// `win` without a player.
#[must_use]
pub fn winner_unsaid(at: Span) -> Diagnostic {
    unfinished(at, "`win` does not say who wins", "a player belongs behind it").help("write `win mover`")
}

/// A word for doing nothing.
#[must_use]
pub fn nothing_done(at: Span, word: &str) -> Diagnostic {
    foreign(at, &format!("there is no `{word}`"), "write `{ }` for doing nothing")
}

/// A choice or phrase without a name for what is chosen.
#[must_use]
pub fn without_name(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error(102, "what is chosen has no name", at, "a name and `in` belong here")
        .help(format!("write `{meant}`"))
}

/// Names of a board's line with commas between them.
#[must_use]
pub fn names_with_commas(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error(102, "these names stand side by side, without commas", at, "one sign too many")
        .help(format!("write `{meant}`"))
}

/// `store` alone.
#[must_use]
pub fn whose_store(at: Span) -> Diagnostic {
    Diagnostic::error(102, "`store` does not say whose", at, "every player has one")
        .help("write `own store`, or `p.store` for the store of p")
}

/// `override` and such.
#[must_use]
pub fn said_by_the_name(at: Span, word: &str) -> Diagnostic {
    foreign(at, &format!("`{word}` is not said"), "leave it out: what bears a name of the base game replaces it")
}

/// A base whose name is written in several words.
#[must_use]
pub fn game_of_one_word(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(102, "a game is named by its file, in one word", at, "several words")
        .help(format!("write `extends {name}`"))
}

/// `(` where a block begins.
#[must_use]
pub fn round_for_brace(at: Span, head: &str) -> Diagnostic {
    Diagnostic::error(104, format!("what belongs to `{head}` stands in braces"), at, "`{` belongs here")
        .help(format!("write `{head} {{ … }}`"))
}

/// A bracket that is not closed on its line.
#[must_use]
pub fn unclosed_on_line(at: Span, bracket: char, before: &str, open: Span) -> Diagnostic {
    let close = partner(bracket);
    let place = if before.is_empty() { "at the end of this line".to_owned() } else { format!("before `{before}`") };
    Diagnostic::error(8, format!("a `{close}` is missing {place}"), at, format!("`{close}` belongs here"))
        .because(open, format!("this `{bracket}` is never closed"))
        .help(format!("put `{close}` {place}"))
}

/// A brace too many, by its indentation.
#[must_use]
pub fn brace_too_many(at: Span, brace: char) -> Diagnostic {
    let label =
        if brace == '{' { "a second one, directly behind the first" } else { "by its indentation it closes nothing" };
    Diagnostic::error(9, format!("one `{brace}` too many"), at, label).help("delete it")
}

/// A parameter or variable without its type.
#[must_use]
pub fn without_type(at: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(102, format!("`{name}` has no type"), at, "what kind of value is it?")
        .help(format!("write `{name}: {ty} = …`"))
}

/// A parameter whose parts are written otherwise.
#[must_use]
pub fn param_otherwise(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error(104, "the range of a parameter stands behind its type", at, "written otherwise here")
        .help(format!("write `{meant}`"))
}

/// A variable that does not say when it is renewed.
#[must_use]
pub fn without_period(at: Span) -> Diagnostic {
    Diagnostic::error(102, "the variable does not say how long it lasts", at, "`per …` belongs behind this")
        .help("add `per move`, `per turn`, `per round` or `per match`")
}

/// A phrase that lacks a part.
#[must_use]
pub fn unfinished(at: Span, title: &str, lacking: &str) -> Diagnostic {
    Diagnostic::error(102, title, at, lacking)
}

/// `when` directly inside `->`.
#[must_use]
pub fn bare_when(at: Span) -> Diagnostic {
    Diagnostic::error(105, "a `when` cannot stand directly behind `->`", at, "a second condition begins here")
        .help("join the conditions with `and`, or put the inner cases into `{ … }`")
}

/// A statement behind the one statement of `->`, on the same line.
#[must_use]
pub fn behind_a_case(at: Span) -> Diagnostic {
    Diagnostic::error(112, "this does not belong to the case before it", at, "would always be done")
        .help("put both statements into `{ … }` behind `->`, or this one on a line of its own")
}

/// `otherwise` without a `when` before it.
#[must_use]
pub fn lone_otherwise(at: Span) -> Diagnostic {
    Diagnostic::error(106, "`otherwise` without a `when` before it", at, "there is no case it could be the rest of")
        .help("put it directly after the last `when` line of its list")
}

/// A whole number beyond the range.
#[must_use]
pub fn number_too_large(at: Span) -> Diagnostic {
    Diagnostic::error(107, "this number is too large", at, "numbers go up to 2147483647").help("write a smaller number")
}

/// A name or label that everything which speaks of it would have to repeat.
#[must_use]
pub fn name_too_long(at: Span, what: &str, most: usize) -> Diagnostic {
    let bytes = at.end.saturating_sub(at.start);
    Diagnostic::error(114, format!("a {what} of more than {most} bytes"), at, format!("has {bytes} bytes"))
        .help(format!("choose a shorter {what}"))
}

/// `label` twice as `(default)`, or an unknown edition and such.
#[must_use]
pub fn unknown_edition(at: Span, edition: i32) -> Diagnostic {
    Diagnostic::error(108, format!("there is no edition {edition}"), at, "this compiler knows edition 1")
        .help("write `edition 1`")
}

/// More than one game in a file.
#[must_use]
pub fn second_game(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error(109, "a second game in this file", at, "a file holds one game")
        .because(first, "the first is here")
        .help("move it into a file of its own")
}

/// A word of the language where an author's own name belongs.
#[must_use]
pub fn reserved(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(111, format!("`{word}` is a word of the language"), at, "a name of your own belongs here")
        .help(format!("choose another name, for example `my_{word}`"))
}

/// A line that begins with a dot.
#[must_use]
pub fn leading_dot(at: Span) -> Diagnostic {
    Diagnostic::error(110, "a line cannot begin with `.`", at, "this belongs to the line before")
        .help("put it at the end of the line before")
}

/// The formatter would have changed more than blanks and line ends: a mistake of ours.
#[must_use]
pub fn not_formatted(at: Span) -> Diagnostic {
    Diagnostic::error(9999, "internal: the formatted text would not say the same", at, "this file stays as it is")
        .help("please report this, with the file")
}
