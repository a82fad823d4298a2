//! In: expressions that are houses or lists of houses. Out: what they are called. Never here: conditions of their own, sentences.
#![expect(clippy::wildcard_enum_match_arm, reason = "`noun` names every form once; here each looks for its own")]
use super::words::{join, ordinal};
use super::{Noun, Role, Teller, Voice};
use crate::hir::{Expr, ExprKind, Group, LocalId};

impl Teller<'_> {
    /// A house, store or the player who has to do with one.
    pub(super) fn house(&mut self, expr: &Expr) -> Noun {
        match &expr.kind {
            ExprKind::NoHouse => Noun::one("no house"),
            ExprKind::StoreOf(player) => self.players_store(player),
            ExprKind::Site(site) => Noun::one(self.site(*site)),
            ExprKind::OwnerOf(house) => self.of("the owner of", house),
            ExprKind::Opposite(house) => {
                self.faces = true;
                self.of("the house facing", house)
            }
            ExprKind::Counterpart(house) => {
                let house = self.noun(house);
                Noun::one(format!("the house on the other side that has the letter of {}", house.text))
            }
            ExprKind::Step { house, back } => {
                self.of(if *back { "the house before" } else { "the house after" }, house)
            }
            ExprKind::StepWay { house, way } => {
                let house = self.noun(house);
                Noun::one(format!("the {} neighbour of {}", Self::way(*way), house.text))
            }
            ExprKind::Lettered { player, sites } => {
                let player = self.noun(player);
                let name = sites.first().map_or_else(String::new, |site| self.site_name(*site).to_uppercase());
                Noun::one(self.possessed(&player, &format!("house {name}")))
            }
            ExprKind::MarkHolder { house, mark } => {
                let name = self.mark_name(*mark);
                self.of(&format!("the holder of the mark {name} of"), house)
            }
            ExprKind::Index(region, index) => self.indexed(region, index),
            ExprKind::First(region) => self.of_region("the first of", region),
            ExprKind::Last(region) => self.of_region("the last of", region),
            _ => self.noun(expr),
        }
    }

    fn of(&mut self, what: &str, house: &Expr) -> Noun {
        let house = self.noun(house);
        Noun::one(format!("{what} {}", house.text))
    }

    fn of_region(&mut self, what: &str, region: &Expr) -> Noun {
        let region = self.region(region);
        Noun::one(format!("{what} {}", region.text))
    }

    fn indexed(&mut self, region: &Expr, index: &Expr) -> Noun {
        let known = self.settled(index);
        let index = self.noun(index);
        match known {
            Some(number) => self.of_region(&format!("the {} of", ordinal(number)), region),
            None => {
                let region = self.region(region);
                // `number that number of …` says the same twice.
                let named = ["that number", "the chosen number"].contains(&index.text.as_str());
                Noun::one(match named {
                    true => format!("the house of {} among {}", index.text, region.text),
                    false if index.text.contains(' ') => format!("number ({}) of {}", index.text, region.text),
                    false => format!("number {} of {}", index.text, region.text),
                })
            }
        }
    }

    /// `house A`, `South's store`.
    pub(super) fn site(&self, site: u8) -> String {
        match self.game.layout.store_owner(site) {
            Some(owner) => format!("{}'s store", self.player_name(i32::from(owner))),
            None => format!("house {}", self.site_name(site)),
        }
    }

    pub(super) fn site_name(&self, site: u8) -> &str {
        self.game.layout.sites.get(site as usize).map_or("?", |site| site.name.as_str())
    }

    /// A list of houses.
    pub(super) fn region(&mut self, expr: &Expr) -> Noun {
        match &expr.kind {
            ExprKind::Own => {
                let mover = self.mover();
                Noun::many(match self.voice {
                    Voice::Each => "his own houses".to_owned(),
                    Voice::You | Voice::Mover | Voice::Nobody => self.possessed(&mover, "houses"),
                })
            }
            ExprKind::Theirs => Noun::many(self.theirs()),
            ExprKind::Houses => Noun::many("the houses in play"),
            ExprKind::GroupOf(group, player) => self.group(*group, player),
            ExprKind::Sites(sites) => self.listed(sites, "and"),
            ExprKind::Where { region, here, condition } => self.filtered(region, *here, condition),
            ExprKind::Run { back, from, here, condition } => {
                Noun::many(self.run(*back, from, *here, condition.as_deref()))
            }
            ExprKind::FollowedBy(one, other) => {
                let (one, other) = (self.region(one), self.region(other));
                Noun::many(format!("{}, then {}", one.text, other.text))
            }
            ExprKind::Without(one, other) => self.cut(one, "without", other),
            ExprKind::Before(one, house) => self.cut(one, "before", house),
            ExprKind::After(one, house) => self.cut(one, "after", house),
            ExprKind::Reversed(region) => {
                let region = self.region(region);
                Noun { text: format!("{} in reverse order", region.text), ..region }
            }
            _ => self.noun(expr),
        }
    }

    pub(super) fn theirs(&mut self) -> String {
        if self.game.layout.players.len() == 2 {
            let opponent = self.opponent();
            self.possessed(&opponent, "houses")
        } else {
            "the other players' houses".to_owned()
        }
    }

    fn group(&mut self, group: Group, player: &Expr) -> Noun {
        let player = self.noun(player);
        let what = match group {
            Group::Houses => "houses",
            Group::Row => "row",
            Group::Inner => "inner row",
            Group::Outer => "outer row",
        };
        let text = self.possessed(&player, what);
        Noun::many(if group == Group::Houses { text } else { format!("the houses of {text}") })
    }

    /// `A, B and C`; a house that is said through the one before it is said through `it`.
    pub(super) fn listed(&mut self, sites: &[Expr], last: &str) -> Noun {
        if sites.is_empty() {
            return Noun::many("no houses");
        }
        let (texts, many, simple) = self.items(sites);
        Noun { text: join(&texts, last), many, simple }
    }

    /// The items of such a list, whether they are several houses, and whether they are one plain name.
    pub(super) fn items(&mut self, sites: &[Expr]) -> (Vec<String>, bool, bool) {
        let mut nouns: Vec<Noun> = Vec::new();
        for site in sites {
            nouns.push(if site.ty == crate::hir::Ty::Region { self.region(site) } else { self.noun(site) });
        }
        let many = nouns.len() != 1 || nouns.iter().any(|noun| noun.many);
        let mut texts: Vec<String> = Vec::new();
        for (at, noun) in nouns.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| nouns.get(at)).filter(|before| !before.many);
            let said = before.and_then(|before| noun.text.strip_suffix(&format!(" {}", before.text)));
            texts.push(said.map_or_else(|| noun.text.clone(), |short| format!("{short} it")));
        }
        let simple = !many && nouns.iter().all(|noun| noun.simple);
        (texts, many, simple)
    }

    fn filtered(&mut self, region: &Expr, here: LocalId, condition: &Expr) -> Noun {
        let region = self.region(region);
        if !self.literal
            && let Some(holds) = self.settled(condition)
        {
            return if holds == 0 { Noun::many("no houses") } else { region };
        }
        let depth = self.live.len();
        let name = self.bound(here, Role::It);
        let that = self.relative(condition, here, region.many);
        self.live.truncate(depth);
        Noun { text: format!("{}{name} {that}", region.text), many: region.many, simple: false }
    }

    /// A run of houses.
    fn run(&mut self, back: bool, from: &Expr, here: LocalId, condition: Option<&Expr>) -> String {
        let way = if back { "back" } else { "onward" };
        let from = self.noun(from).text;
        match condition {
            None => format!("{from} and all houses {way} from it round the whole track"),
            Some(condition) => {
                let while_ = self.as_long_as(here, condition);
                format!("{from} and the houses {way} from it, one after the other, as long as {while_}")
            }
        }
    }

    /// The condition of a run.
    pub(super) fn as_long_as(&mut self, here: LocalId, condition: &Expr) -> String {
        let depth = self.live.len();
        let name = self.bound(here, Role::Reached);
        let text = self.condition(condition);
        self.live.truncate(depth);
        if name.is_empty() { text } else { format!("of the house reached{name} it holds that {text}") }
    }

    fn cut(&mut self, region: &Expr, how: &str, at: &Expr) -> Noun {
        let region = self.region(region);
        let at = match &at.kind {
            ExprKind::Sites(sites) if sites.len() == 1 => sites.first().unwrap_or(at),
            _ => at,
        };
        let listed = matches!(at.kind, ExprKind::Sites(_));
        let part = matches!(at.kind, ExprKind::First(_) | ExprKind::Last(_) | ExprKind::Index(..));
        let at = if at.ty == crate::hir::Ty::Region { self.region(at) } else { self.noun(at) };
        let short = at.text.strip_suffix(&format!(" of {}", region.text)).filter(|_| part);
        let single = listed || !at.many;
        let at = short.map_or_else(|| at.text.clone(), |short| format!("{short} of them"));
        let how = if how == "without" && single { "other than" } else { how };
        Noun { text: format!("{} {how} {at}", region.text), many: region.many, simple: false }
    }
}
