//! In: the sites, owners and tracks that a board declares. Out: the same as tables: order, rows, neighbours, facing houses. Never here: syntax, seeds.
use crate::hir::Through;
use serde::{Deserialize, Serialize};

/// Sites a board may have, stores included.
pub const MOST_SITES: usize = 128;

/// A site's number: houses first, in the order of the main ring, then one store a player.
pub type SiteId = u8;

/// What a site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum SiteKind {
    House,
    Store,
}

/// One site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// `A`, `a`, `AA`; a store carries its player's name.
    pub name: String,
    /// House or store.
    pub kind: SiteKind,
    /// The player it belongs to by the board, if any.
    pub owner: Option<u8>,
    /// Where it is drawn: row from the top and column from the left; nothing for what is not drawn.
    pub place: Option<(u8, u8)>,
}

/// An order of sites along which seeds are sown, as declared, stores included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// Its name; the layout's own is `ring`.
    pub name: String,
    /// The player whose track it is; nothing if everybody's.
    pub of: Option<u8>,
    /// Whether it runs back into its beginning.
    pub closed: bool,
    /// The sites, counterclockwise.
    pub path: Vec<SiteId>,
}

/// How the board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Shape {
    TwoRows,
    FourRows,
    Circle,
    Picture,
}

/// A board as tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Its shape.
    pub shape: Shape,
    /// Names of the players, in order of play.
    pub players: Vec<String>,
    /// All sites.
    pub sites: Vec<Site>,
    /// How many of them are houses.
    pub houses: usize,
    /// The store of each player.
    pub stores: Vec<SiteId>,
    /// Whether stores are hidden from the other player.
    pub hidden_stores: bool,
    /// Whether stores are drawn at the ends of the rows.
    pub drawn_stores: bool,
    /// The tracks; the first of each player (or everybody) named `ring` is the main one.
    pub tracks: Vec<Track>,
    /// The houses the board gave each player, from his left.
    pub rows: Vec<Vec<SiteId>>,
    /// Inner and outer houses of each player (four rows).
    pub inner: Vec<Vec<SiteId>>,
    /// Outer houses of each player (four rows).
    pub outer: Vec<Vec<SiteId>>,
    /// The facing house of each site.
    pub opposite: Vec<Option<SiteId>>,
    /// The house of the same letter on the other side.
    pub counterpart: Vec<Option<SiteId>>,
}

impl Layout {
    /// The house or store of this exact name.
    #[must_use]
    pub fn site(&self, name: &str) -> Option<SiteId> {
        self.sites
            .iter()
            .position(|site| site.name == name && site.kind == SiteKind::House)
            .and_then(|at| u8::try_from(at).ok())
    }

    /// The number of a player's name.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<u8> {
        self.players.iter().position(|player| player == name).and_then(|at| u8::try_from(at).ok())
    }

    /// The player whose store this is.
    #[must_use]
    pub fn store_owner(&self, site: SiteId) -> Option<u8> {
        self.stores.iter().position(|store| *store == site).and_then(|at| u8::try_from(at).ok())
    }

    /// The number of the track of this name for a player.
    #[must_use]
    pub fn track(&self, name: &str, player: u8) -> Option<usize> {
        let fits = |track: &&Track| track.name == name && track.of.is_none_or(|of| of == player);
        self.tracks.iter().position(|track| fits(&track))
    }

    /// The sites a sowing by `player` passes through, in its direction.
    #[must_use]
    pub fn route(&self, track: usize, player: u8, through: Through, clockwise: bool) -> Vec<SiteId> {
        let Some(track) = self.tracks.get(track) else {
            return Vec::new();
        };
        let passes = |site: &SiteId| match self.store_owner(*site) {
            None => true,
            Some(owner) => through == Through::AllStores || through == Through::OwnStore && owner == player,
        };
        let mut route = track.path.iter().copied().filter(passes).collect::<Vec<_>>();
        if clockwise {
            route.reverse();
        }
        route
    }

    /// `A`…`Z`, `AA`…, or the same in small letters.
    #[must_use]
    pub fn letter(index: usize, small: bool) -> String {
        let base = if small { b'a' } else { b'A' };
        let letter = |at: usize| char::from(base + u8::try_from(at % 26).unwrap_or(0));
        if index < 26 { letter(index).to_string() } else { format!("{}{}", letter(index / 26 - 1), letter(index)) }
    }

    /// Two rows of `houses` each, one ring, stores at the right (or left) end of each row.
    #[must_use]
    pub fn two_rows(houses: usize, players: Vec<String>, stores_left: bool) -> Layout {
        let mut board = Layout::empty(Shape::TwoRows, players);
        for (side, small) in [(0u8, false), (1, true)] {
            for index in 0..houses {
                let column = if small { houses - 1 - index } else { index };
                board.add_house(Layout::letter(index, small), Some(side), (1 - side, narrow(column)));
            }
        }
        for site in 0..2 * houses {
            board.opposite[site] = Some(narrow(2 * houses - 1 - site));
            board.counterpart[site] = Some(narrow((site + houses) % (2 * houses)));
        }
        board.add_stores();
        let ring = (0..2usize).flat_map(|side| {
            let row = (side * houses..(side + 1) * houses).map(narrow).collect::<Vec<_>>();
            let store = vec![board.stores[side]];
            if stores_left { [store, row].concat() } else { [row, store].concat() }
        });
        let path = ring.collect();
        board.tracks.push(Track { name: "ring".into(), of: None, closed: true, path });
        board
    }

    /// Four rows of `houses` each: a private ring of two rows a player; inner rows face.
    #[must_use]
    pub fn four_rows(houses: usize, players: Vec<String>) -> Layout {
        let mut board = Layout::empty(Shape::FourRows, players);
        for (side, small) in [(0u8, false), (1, true)] {
            for index in 0..2 * houses {
                let along = index % houses;
                let column = if small { houses - 1 - along } else { along };
                let row = match (small, index < houses) {
                    (true, true) => 0,
                    (true, false) => 1,
                    (false, false) => 2,
                    (false, true) => 3,
                };
                board.add_house(Layout::letter(index, small), Some(side), (row, narrow(column)));
            }
        }
        for index in 0..houses {
            let south = houses + index;
            let north = 2 * houses + houses + (houses - 1 - index);
            board.opposite[south] = Some(narrow(north));
            board.opposite[north] = Some(narrow(south));
        }
        for site in 0..4 * houses {
            board.counterpart[site] = Some(narrow((site + 2 * houses) % (4 * houses)));
        }
        board.add_stores();
        for side in 0..2u8 {
            let first = side as usize * 2 * houses;
            let outer = (first..first + houses).map(narrow).collect::<Vec<_>>();
            let inner = (first + houses..first + 2 * houses).map(narrow).collect::<Vec<_>>();
            let path = outer.iter().copied().chain(inner.iter().rev().copied()).collect();
            board.tracks.push(Track { name: "ring".into(), of: Some(side), closed: true, path });
            board.inner.push(inner);
            board.outer.push(outer);
        }
        board
    }

    /// `houses` in a circle, lettered counterclockwise, without owners yet.
    #[must_use]
    pub fn circle(houses: usize, players: Vec<String>) -> Layout {
        let mut board = Layout::empty(Shape::Circle, players);
        for index in 0..houses {
            board.add_house(Layout::letter(index, false), None, (0, narrow(index)));
        }
        board.add_stores();
        board.tracks.push(Track {
            name: "ring".into(),
            of: None,
            closed: true,
            path: (0..houses).map(narrow).collect(),
        });
        board
    }

    /// A board without sites.
    #[must_use]
    pub fn empty(shape: Shape, players: Vec<String>) -> Layout {
        let rows = vec![Vec::new(); players.len()];
        Layout {
            shape,
            players,
            sites: Vec::new(),
            houses: 0,
            stores: Vec::new(),
            hidden_stores: false,
            drawn_stores: false,
            tracks: Vec::new(),
            rows,
            inner: Vec::new(),
            outer: Vec::new(),
            opposite: Vec::new(),
            counterpart: Vec::new(),
        }
    }

    /// Adds a house; stores come after all houses.
    pub fn add_house(&mut self, name: String, owner: Option<u8>, place: (u8, u8)) {
        if let Some(row) = owner.and_then(|owner| self.rows.get_mut(owner as usize)) {
            row.push(narrow(self.houses));
        }
        self.sites.push(Site { name, kind: SiteKind::House, owner, place: Some(place) });
        self.houses += 1;
        self.opposite.push(None);
        self.counterpart.push(None);
    }

    /// Adds a store for every player.
    pub fn add_stores(&mut self) {
        for player in 0..self.players.len() {
            self.stores.push(narrow(self.sites.len()));
            let name = self.players[player].clone();
            self.sites.push(Site { name, kind: SiteKind::Store, owner: u8::try_from(player).ok(), place: None });
            self.opposite.push(None);
            self.counterpart.push(None);
        }
        if let [south, north] = self.stores[..] {
            self.counterpart[south as usize] = Some(north);
            self.counterpart[north as usize] = Some(south);
        }
    }
}

/// Sites are at most 128, which the caller has checked.
fn narrow(site: usize) -> SiteId {
    u8::try_from(site).unwrap_or(u8::MAX)
}
