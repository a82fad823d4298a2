//! In: the layout. Out: sentences about houses, owners, stores and tracks. Never here: play.
use super::words::{counted, join, quoted};
use super::{Part, Said, Teller};
use crate::ast::Way;
use crate::board::{Shape, SiteId, SiteKind, Track};

impl Teller<'_> {
    /// What the board is.
    pub(super) fn board(&self) -> Vec<Part> {
        let mut texts = vec![self.shape()];
        texts.push(match &self.game.layout.players[..] {
            [only] => format!("there is one player, {only}"),
            _ => format!("the players are {}, in order of play", self.players_listed()),
        });
        texts.extend((0..self.game.layout.players.len()).filter_map(|player| self.owned_by(player)));
        texts.extend(self.nobodys());
        texts.extend(self.stores());
        texts.extend(self.game.layout.tracks.iter().map(|track| self.track(track)));
        if self.sows_stores {
            texts.push("a store is passed over, unless it is said to be included".to_owned());
        }
        if self.faces {
            texts.extend(self.facing());
        }
        texts.into_iter().map(|text| Part::Said(Said { text, ..Said::default() })).collect()
    }

    fn shape(&self) -> String {
        let houses = self.game.layout.houses;
        match self.game.layout.shape {
            Shape::TwoRows => format!("the board has two rows of {}", counted(&(houses / 2).to_string(), "house")),
            Shape::FourRows => format!("the board has four rows of {}", counted(&(houses / 4).to_string(), "house")),
            Shape::Circle => format!("the board is a circle of {}", counted(&houses.to_string(), "house")),
            Shape::Picture => format!("the board has {}, as drawn below", counted(&houses.to_string(), "house")),
        }
    }

    fn names(&self, sites: &[SiteId]) -> String {
        sites.iter().map(|site| self.site_name(*site)).collect::<Vec<_>>().join(" ")
    }

    fn owned_by(&self, player: usize) -> Option<String> {
        let layout = &self.game.layout;
        let name = layout.players.get(player).map_or("", String::as_str);
        let part = |rows: &[Vec<SiteId>]| self.names(rows.get(player).map_or(&[], Vec::as_slice));
        if layout.rows.iter().all(Vec::is_empty) {
            return None;
        }
        Some(if layout.rows.get(player).is_none_or(Vec::is_empty) {
            format!("{name} owns no houses")
        } else if layout.inner.is_empty() {
            format!("{name} owns, from his left, {}", part(&layout.rows))
        } else {
            let (outer, inner) = (part(&layout.outer), part(&layout.inner));
            format!("{name} owns, from his left, the outer row {outer} and the inner row {inner}")
        })
    }

    fn nobodys(&self) -> Option<String> {
        let layout = &self.game.layout;
        let sites = layout.sites.iter().zip(0..);
        let free = sites.filter(|(site, at)| {
            site.kind == SiteKind::House && site.owner.is_none() && layout.store_owner(*at).is_none()
        });
        let free = free.map(|(site, _)| site.name.clone()).collect::<Vec<_>>();
        if layout.rows.iter().all(Vec::is_empty) {
            return Some("nobody owns the houses".to_owned());
        }
        (!free.is_empty()).then(|| format!("nobody owns {}", join(&free, "and")))
    }

    fn stores(&self) -> Vec<String> {
        let layout = &self.game.layout;
        let among = layout.stores.iter().zip(&layout.players).filter(|(store, _)| (**store as usize) < layout.houses);
        let among = among.map(|(store, player)| format!("house {} is {player}'s store", self.site_name(*store)));
        let mut texts = among.collect::<Vec<_>>();
        if texts.is_empty() {
            texts.push(self.kept_in());
        }
        texts
    }

    /// What the stores are for: they hold captures only if something is captured.
    fn kept_in(&self) -> String {
        let layout = &self.game.layout;
        let text = match (layout.hidden_stores, layout.drawn_stores, self.captures) {
            (true, _, true) => {
                "each player keeps what he captures in a store that the other does not see, such as his hand"
            }
            (true, _, false) => "each player has a store that the other does not see, such as his hand",
            (false, true, true) => "each player has a store for what he captures",
            (false, false, true) => {
                "the board has no stores; what a player captures is kept beside it, and that is called his store"
            }
            (false, _, false) if self.names_stores => "each player has a store, such as his hand",
            (false, _, false) => "seeds lie in these houses and nowhere else",
        };
        text.to_owned()
    }

    /// The order in which the sites follow one another.
    fn track(&self, track: &Track) -> String {
        let name = |site: &SiteId| match self.game.layout.store_owner(*site) {
            Some(owner) => format!("[{}]", self.player_name(i32::from(owner))),
            None => self.site_name(*site).to_owned(),
        };
        let sown = |site: &&SiteId| self.sows_stores || self.game.layout.store_owner(**site).is_none();
        let path = track.path.iter().filter(sown).map(name).collect::<Vec<_>>().join(" ");
        let whose = track.of.map(|player| self.player_name(i32::from(player)));
        let what = match (track.name.as_str(), whose) {
            ("ring", None) => "counterclockwise the order is".to_owned(),
            ("ring", Some(player)) => format!("{player} sows on a track of his own, counterclockwise"),
            (name, None) => format!("the track {} is", quoted(name)),
            (name, Some(player)) => format!("{player}'s track {} is", quoted(name)),
        };
        let end = if track.closed { "and round again" } else { "where it ends" };
        format!("{what} {path}, {end}")
    }

    /// Which houses face each other.
    fn facing(&self) -> Option<String> {
        let layout = &self.game.layout;
        let across =
            |(site, other): (usize, &Option<SiteId>)| *other == SiteId::try_from(layout.houses - 1 - site).ok();
        if layout.shape == Shape::TwoRows && layout.opposite.iter().take(layout.houses).enumerate().all(across) {
            return Some("each house faces the one across the board".to_owned());
        }
        let opposite = layout.opposite.iter().enumerate();
        let pairs = opposite.filter_map(|(site, other)| {
            let (site, other) = (SiteId::try_from(site).ok()?, (*other)?);
            (site < other).then(|| format!("{} and {}", self.site_name(site), self.site_name(other)))
        });
        let pairs = pairs.collect::<Vec<_>>();
        (!pairs.is_empty()).then(|| format!("these houses face each other: {}", pairs.join(", ")))
    }

    /// Which way is the ordinary one.
    pub(super) fn direction(&self) -> String {
        let way = Self::way(self.game.direction);
        let seen = match (self.game.layout.shape, self.game.direction) {
            (Shape::TwoRows, Way::Ccw) => ", which is to the right in one's own row",
            (Shape::TwoRows, Way::Cw) => ", which is to the left in one's own row",
            (Shape::FourRows | Shape::Circle | Shape::Picture, _) => "",
        };
        format!("unless said otherwise, sowing goes {way}{seen}")
    }
}
