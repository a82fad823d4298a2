//! In: the text of a rule file. Out: its title and what `about` says of its names, by a simple search. Never here: the language's grammar.

/// What a game is called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct About {
    /// The title after `game`.
    pub(crate) title: Option<&'static str>,
    /// `id`.
    pub(crate) id: Option<&'static str>,
    /// `aka`.
    pub(crate) aka: Vec<&'static str>,
}

impl About {
    /// Reads the first `game "…"` and the first `about { … }` of a text.
    pub(crate) fn read(text: &'static str) -> About {
        let mut about = About::default();
        let mut key = "";
        let mut inside = false;
        for token in tokens(text) {
            match token {
                Token::Text(value) if inside && key == "id" => about.id = Some(value),
                Token::Text(value) if inside && key == "aka" => about.aka.push(value),
                Token::Text(value) if key == "game" && about.title.is_none() => about.title = Some(value),
                Token::Word("}") if inside => break,
                Token::Word("{") => inside |= key == "about",
                Token::Word(word) => key = word,
                Token::Text(_) => {}
            }
        }
        about
    }
}

/// As much of the grammar as a search needs: words, braces and texts in quotes.
enum Token {
    Word(&'static str),
    Text(&'static str),
}

/// The tokens of a text; comments and other marks are passed over.
fn tokens(text: &'static str) -> impl Iterator<Item = Token> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches(|mark: char| !is_word(mark) && !"\"{}-".contains(mark));
            if rest.starts_with("--") {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
            } else if let Some(opened) = rest.strip_prefix('"') {
                let (value, after) = opened.split_once('"').unwrap_or((opened, ""));
                rest = after;
                return Some(Token::Text(value));
            } else {
                let first = rest.chars().next()?;
                let end = if is_word(first) { rest.find(|mark| !is_word(mark)).unwrap_or(rest.len()) } else { 1 };
                let (word, after) = rest.split_at(end);
                rest = after;
                if word != "-" {
                    return Some(Token::Word(word));
                }
            }
        }
    })
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::About;

    #[test]
    fn names_are_read() {
        let about =
            About::read("edition 1\ngame \"A-b\" extends c {\n about { id \"x-1\" people \"id\" aka \"P\", \"Q\" } }");
        assert_eq!(about, About { title: Some("A-b"), id: Some("x-1"), aka: vec!["P", "Q"] });
    }

    #[test]
    fn comments_and_later_parts_are_not() {
        let text = "-- game \"No\" about { id \"no\" }\ngame \"Yes\" { about { note \"} aka { \" id \"y\" } } test \"t\" { aka \"no\" }";
        assert_eq!(About::read(text), About { title: Some("Yes"), id: Some("y"), aka: Vec::new() });
    }

    #[test]
    fn unfinished_texts_end() {
        assert_eq!(About::read("game \"A"), About { title: Some("A"), ..About::default() });
        assert_eq!(About::read("-"), About::default());
    }
}
