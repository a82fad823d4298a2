//! In: words and numbers. Out: them joined as English does. Never here: rules.
use super::{Part, Said};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn join(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A name that the author gave, in quotes, as words.
pub(super) fn quoted(name: &str) -> String {
    format!("“{}”", name.replace('_', " "))
}

/// `1 seed`, `4 seeds`.
pub(super) fn seeds(count: &str) -> String {
    counted(count, "seed")
}

/// `1 move`, `4 moves`.
pub(super) fn counted(count: &str, word: &str) -> String {
    format!("{count} {word}{}", if count == "1" { "" } else { "s" })
}

/// `first`, `second`, …
pub(super) fn ordinal(number: i32) -> String {
    const WORDS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let word = usize::try_from(number).ok().and_then(|at| at.checked_sub(1)).and_then(|at| WORDS.get(at));
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    word.map_or_else(|| format!("{number}{ending}"), |word| (*word).to_owned())
}

/// Without its `the`.
pub(super) fn bare(text: &str) -> &str {
    text.strip_prefix("the ").unwrap_or(text)
}

/// `{lead}, {rest}` as one sentence that tells both.
pub(super) fn led(lead: Said, link: &str, rest: Said) -> Said {
    let mut spans = lead.spans;
    spans.extend(rest.spans.into_iter().filter(|span| !spans.contains(span)).collect::<Vec<_>>());
    let mut under = lead.under;
    under.extend(rest.under.into_iter().filter(|one| !under.contains(one)).collect::<Vec<_>>());
    Said { text: format!("{}{link}{}", lead.text, rest.text), spans, under, composed: true }
}

/// The part as one that hangs on these settings.
pub(super) fn resting_on(part: Part, settings: &[String]) -> Part {
    let with = |mut said: Said| {
        let more = settings.iter().filter(|one| !said.under.contains(one)).cloned().collect::<Vec<_>>();
        said.under.extend(more);
        said
    };
    match part {
        Part::Said(said) => Part::Said(with(said)),
        Part::List { lead, items } => Part::List { lead: with(lead), items },
        Part::Picture => Part::Picture,
    }
}

/// With a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{join, ordinal, quoted, seeds};

    #[test]
    fn words_are_joined_as_in_english() {
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(join(&items, "or"), "a, b or c");
        assert_eq!(join(&items[..1], "or"), "a");
        assert_eq!([seeds("1"), seeds("2"), seeds("0")], ["1 seed", "2 seeds", "0 seeds"]);
        assert_eq!(quoted("all_but_first"), "“all but first”");
    }

    #[test]
    fn numbers_in_order() {
        let numbers = [1, 3, 8, 9, 11, 12, 13, 21, 22, 23, 101, 111, -1];
        let words =
            ["first", "third", "eighth", "9th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th"];
        assert_eq!(numbers.map(ordinal)[..12], words);
        assert_eq!(ordinal(0), "0th");
    }
}
