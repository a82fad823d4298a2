//! In: expressions that are players or directions, and names. Out: what they are called. Never here: houses, sentences.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::words::quoted;
use super::{Noun, Role, Teller, Voice};
use crate::hir::{Expr, ExprKind, LocalId, Ty, Way, Word};

impl Teller<'_> {
    /// The player whose turn it is.
    pub(super) fn mover(&mut self) -> Noun {
        match self.voice {
            Voice::You => Noun { text: "you".into(), many: true, simple: true },
            Voice::Mover | Voice::Nobody => {
                self.names_mover = true;
                Noun::simple("the mover")
            }
            Voice::Each => Noun::simple("he"),
        }
    }

    pub(super) fn opponent(&mut self) -> Noun {
        let text = match self.voice {
            Voice::You => "your opponent",
            Voice::Mover | Voice::Nobody => {
                self.names_mover = true;
                "the mover's opponent"
            }
            Voice::Each => "his opponent",
        };
        Noun::simple(text)
    }

    /// `your store`, `South's store`, `the store of the owner of the last house`.
    pub(super) fn possessed(&self, player: &Noun, what: &str) -> String {
        match player.text.as_str() {
            "you" => format!("your {what}"),
            "he" => format!("his {what}"),
            name if player.simple => format!("{name}'s {what}"),
            name => format!("the {what} of {name}"),
        }
    }

    pub(super) fn players_store(&mut self, player: &Expr) -> Noun {
        self.names_stores = true;
        let player = self.noun(player);
        Noun::one(self.possessed(&player, "store"))
    }

    /// A player by number.
    pub(super) fn player_name(&self, number: i32) -> String {
        let name = usize::try_from(number).ok().and_then(|at| self.game.layout.players.get(at));
        name.cloned().unwrap_or_else(|| format!("player {number}"))
    }

    pub(super) fn opponent_of(&mut self, player: &Expr) -> Noun {
        if matches!(player.kind, ExprKind::Word(Word::Mover)) {
            return self.opponent();
        }
        let player = self.noun(player);
        Noun { simple: player.simple, ..Noun::one(self.possessed(&player, "opponent")) }
    }

    pub(super) fn next_player(&mut self, player: &Expr) -> Noun {
        let player = self.noun(player);
        Noun::one(format!("the player after {}", player.text))
    }

    pub(super) fn player_with(&mut self, most: bool, player: LocalId, score: &Expr) -> Noun {
        match self.scored(most, player, score) {
            Ok(seeds) => Noun::one(format!("the player with {seeds}")),
            Err(number) => {
                let how = if most { "greatest" } else { "smallest" };
                Noun::one(format!("the player for whom {number} is {how}"))
            }
        }
    }

    /// `the most seeds in his store`; of what is no number of seeds in a place, the number.
    pub(super) fn scored(&mut self, most: bool, player: LocalId, score: &Expr) -> Result<String, String> {
        self.called.insert(player, Noun::simple("he"));
        let seeds = match &score.kind {
            ExprKind::Seeds(house) => Some(self.noun(house)),
            ExprKind::RegionSeeds(region) => Some(self.region(region)),
            _ => None,
        };
        match seeds {
            Some(place) => Ok(format!("the {} seeds in {}", if most { "most" } else { "fewest" }, place.text)),
            None => Err(self.noun(score).text),
        }
    }

    pub(super) fn way(way: Way) -> &'static str {
        match way {
            Way::Ccw => "counterclockwise",
            Way::Cw => "clockwise",
        }
    }

    /// As a manner: `counterclockwise`, `in the chosen direction`.
    pub(super) fn going(&mut self, way: &Expr) -> String {
        match &way.kind {
            ExprKind::Word(Word::Way) => "in the direction of the lap".to_owned(),
            ExprKind::If(three) if !self.literal && self.settled(&three[0]).is_some() => {
                let met = self.settled(&three[0]) != Some(0);
                self.going(if met { &three[1] } else { &three[2] })
            }
            ExprKind::If(three) => {
                let (condition, yes, no) = (self.condition(&three[0]), self.going(&three[1]), self.going(&three[2]));
                format!("{yes} if {condition}, otherwise {no}")
            }
            _ => {
                let noun = self.noun(way);
                let plain = self.settled(way).is_some();
                if plain { noun.text } else { format!("in {}", direction(&noun)) }
            }
        }
    }

    /// What a name is called from here on, and whether it has to be said that it is.
    pub(super) fn bind(&mut self, local: LocalId, role: Role) -> bool {
        let Some(known) = self.game.locals.get(local.0 as usize) else { return false };
        let thing = match known.ty {
            Ty::House | Ty::Region => "house",
            Ty::Player | Ty::Players => "player",
            Ty::Direction | Ty::Directions => "direction",
            Ty::Int | Ty::Counts => "number",
            Ty::Bool | Ty::Reading(_) | Ty::Text | Ty::Texts | Ty::Unknown => "answer",
        };
        let text = match role {
            Role::Chosen => format!("the chosen {thing}"),
            Role::It if thing == "house" => "it".to_owned(),
            Role::Each | Role::It => format!("that {thing}"),
            Role::Reached => "the house reached".to_owned(),
            Role::Dropped => "that house".to_owned(),
            Role::Passed => "it".to_owned(),
        };
        let taken = self.live.contains(&text);
        let text = if taken { self.named_apart(&known.name, thing) } else { text };
        self.live.push(text.clone());
        self.called.insert(local, Noun::simple(text));
        taken
    }

    /// The same; gives what has to be said of it behind the thing.
    pub(super) fn bound(&mut self, local: LocalId, role: Role) -> String {
        if self.bind(local, role) { format!(" (called {} below)", self.local(local).text) } else { String::new() }
    }

    /// A name beside another of the same kind.
    fn named_apart(&self, name: &str, thing: &str) -> String {
        let plain = if name == "here" { format!("that {thing}") } else { format!("{thing} {}", quoted(name)) };
        let mut names = std::iter::once(plain).chain((2..).map(|number| format!("{thing} number {number}")));
        names.find(|name| !self.live.contains(name)).unwrap_or_default()
    }

    /// A name that the author gave.
    pub(super) fn bind_named(&mut self, local: LocalId) {
        let Some(known) = self.game.locals.get(local.0 as usize) else { return };
        let name = quoted(&known.name);
        let noun = if known.ty == Ty::Region { Noun::many(format!("the houses {name}")) } else { Noun::simple(name) };
        self.live.push(noun.text.clone());
        self.called.insert(local, noun);
    }

    pub(super) fn local(&self, local: LocalId) -> Noun {
        if !self.shut && !self.literal {
            self.used.borrow_mut().insert(local);
        }
        let name = self.game.locals.get(local.0 as usize).map_or("", |local| local.name.as_str());
        self.called.get(&local).cloned().unwrap_or_else(|| Noun::simple(quoted(name)))
    }
}

/// A direction after `in`.
fn direction(noun: &Noun) -> String {
    if noun.text.contains("direction") { noun.text.clone() } else { format!("the direction {}", noun.text) }
}
