//! In: facts about rules of which play can make nothing, or not what was meant. Out: diagnostics MCL0440, MCL0452 and MCL0481–MCL0489. All wording of this kind is here.
use super::Diagnostic;
use crate::ast::Name;
use crate::source::Span;

/// A condition on the seeds of the house into which a seed has just fallen.
#[must_use]
pub fn decided_by_sowing(at: Span, holds: bool, was: &str) -> Diagnostic {
    let title = if holds { "after a sowing this always holds" } else { "after a sowing this can never hold" };
    Diagnostic::warning(452, title, at, "`last` holds at least the seed that has just fallen there")
        .help(format!("write `{was}` for what it held before"))
}

/// A phase that is over before it begins.
#[must_use]
pub fn phase_never_played(at: Span, phase: &str) -> Diagnostic {
    Diagnostic::warning(452, format!("the phase `{phase}` is never played"), at, "holds before the first move")
        .help("write what holds when the phase has been played, for example `until moves(South) >= 1`")
}

/// A phase that is never over.
#[must_use]
pub fn phase_never_over(at: Span, phase: &str) -> Diagnostic {
    Diagnostic::warning(
        452,
        format!("the phase `{phase}` is never over"),
        at,
        "can never hold: nothing after it is played",
    )
    .help("write what holds when the phase has been played, for example `until moves(South) >= 1`")
}

/// Two hands of one player.
#[must_use]
pub fn one_player_twice(at: Span, earlier: Span, player: &str) -> Diagnostic {
    let other = if player == "opponent" { "mover" } else { "opponent" };
    Diagnostic::error(481, format!("both hands are of `{player}`"), at, "the same player again")
        .because(earlier, "the first hand is his")
        .help(format!("write `by {other}`, or sow one after the other"))
}

/// A move that ends while another hand holds seeds.
#[must_use]
pub fn ends_beside_a_hand(at: Span) -> Diagnostic {
    Diagnostic::error(482, "a move cannot end while the other hand holds seeds", at, "inside `laps together`")
        .help("write `stop`, and decide behind the braces what follows")
}

/// Rounds without anything that sets out the next one.
#[must_use]
pub fn nothing_set_out(at: Span) -> Diagnostic {
    Diagnostic::warning(483, "nothing sets out the next round", at, "the board stays as the round has left it")
        .help("add `between { … }`, or `use rounds.refill(…)`")
}

/// `stuck` in an `if`, where it ends no round.
#[must_use]
pub fn stuck_in_an_if(at: Span) -> Diagnostic {
    Diagnostic::error(
        432,
        "the game does not say what happens to a player who cannot move",
        at,
        "only a `when` ends the round",
    )
    .help("write `when … -> …` in place of `if … { … }`")
}

/// A case that asks for more than that a player is stuck.
#[must_use]
pub fn stuck_and_more(at: Span) -> Diagnostic {
    Diagnostic::warning(
        432,
        "the game does not say what happens to every player who cannot move",
        at,
        "asks for more than `stuck`",
    )
    .help("write `or` in place of `and`, or add `when stuck -> …`")
}

/// `again` where laps never end.
#[must_use]
pub fn endless_again(at: Span) -> Diagnostic {
    Diagnostic::error(456, "`again` is no answer to laps that never end", at, "the same move could be made for ever")
        .help("write `stop`, `end turn`, `end round`, `draw` or `forfeit`")
}

/// A case of `end` that does not say who has won, where others do.
#[must_use]
pub fn case_without_winner(at: Span) -> Diagnostic {
    Diagnostic::error(
        431,
        "this case of `end` does not say who has won",
        at,
        "other cases do, and there is no `winner`",
    )
    .help("end it with `win …` or `draw`, or add `winner most store` to the game")
}

/// A phase of a variant beside those of its base.
#[must_use]
pub fn phase_replaces_nothing(name: &Name, base: Span, meant: &str) -> Diagnostic {
    Diagnostic::warning(
        477,
        "this phase replaces nothing",
        name.span,
        format!("is played after the others: did you mean `{meant}`?"),
    )
    .because(base, format!("this game has no phase `{}`", name.text))
    .help(format!("write `{meant}`"))
}

/// A variable that is renewed before anybody reads what it was set to.
#[must_use]
pub fn renewed_unread(at: Span, name: &str, again: Span, declared: Span) -> Diagnostic {
    Diagnostic::warning(484, format!("`{name}` is renewed before anybody reads this"), at, "set here")
        .because(again, "the move ends here")
        .because(declared, "declared `per move`")
        .help(format!("declare `{name}` `per turn`, which `again` does not renew"))
}

/// `relay` or `stop` in `each drop`.
#[must_use]
pub fn seeds_in_hand(at: Span, word: &str) -> Diagnostic {
    Diagnostic::error(457, format!("`{word}` cannot stand in `each drop`"), at, "seeds are still in the hand")
        .help(format!("put `when … -> {word}` behind `each drop {{ … }}`"))
}

/// Answers to a reading between which no rule makes a difference.
#[must_use]
pub fn answers_alike(at: Span, reading: &str, answers: &[&str]) -> Diagnostic {
    let named = answers.iter().map(|answer| format!("`{answer}`")).collect::<Vec<_>>().join(" and ");
    Diagnostic::warning(485, format!("no rule tells {named} apart"), at, "compared with none of them")
        .help(format!("compare it where they differ: `{reading} == {}`, or leave one of them out", answers[0]))
}

/// `own` on a board of which nobody owns a house.
#[must_use]
pub fn owned_by_nobody(at: Span, word: &str) -> Diagnostic {
    Diagnostic::warning(486, format!("`{word}` holds no house"), at, "nobody owns a house of this board")
        .help("write `houses`, or say in `board` who owns which: `owner South: …`")
}

/// `endless` in a game without laps.
#[must_use]
pub fn endless_without_laps(at: Span) -> Diagnostic {
    Diagnostic::warning(440, "`endless` is never used", at, "this game has no laps that could go round for ever")
        .help("delete it, or sow with `laps from h { … }`")
}

/// `winner` in a game whose cases of `end` all say who has won.
#[must_use]
pub fn winner_never_asked(at: Span) -> Diagnostic {
    Diagnostic::warning(440, "`winner` is never used", at, "every case of `end` says who has won")
        .help("delete it, or let a case only settle the board")
}
