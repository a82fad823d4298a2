//! In: what a game says of its origin. Out: sentences. Never here: rules.
use super::words::join;
use super::{Part, Said, Section, Teller};

/// Keys in the order they are told, and what is said before their texts.
const KEYS: [(&str, &str); 12] = [
    ("aka", "also called"),
    ("names", "names"),
    ("people", "people"),
    ("place", "place"),
    ("source", "source"),
    ("by", "written down by"),
    ("year", "year"),
    ("page", "page"),
    ("certainty", "certainty"),
    ("status", "status"),
    ("note", "note"),
    ("id", "id"),
];

impl Teller<'_> {
    /// The section without heading.
    pub(super) fn about(&self) -> Section {
        let known = |key: &str| KEYS.iter().position(|(known, _)| *known == key);
        let mut told = self.game.about.iter().collect::<Vec<_>>();
        told.sort_by_key(|(key, _)| known(key).unwrap_or(KEYS.len()));
        let told = told.into_iter().map(|(key, texts)| {
            let before = known(key).and_then(|at| KEYS.get(at)).map_or(key.as_str(), |(_, before)| before);
            let text = match key.as_str() {
                "aka" => format!("{before} {}", join(texts, "and")),
                _ => format!("{before}: {}", texts.join("; ")),
            };
            Part::Said(Said { text, ..Said::default() })
        });
        Section { heading: String::new(), parts: told.collect() }
    }
}
