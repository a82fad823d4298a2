//! In: regions, sets of counts, tracks. Out: their tables in the program, each once. Never here: code.
use super::Emitter;
use crate::bytecode::{CountTable, RegionTable, Route, Sowing, Walking};
use crate::hir::{CountSet, Group, Through};

impl Emitter<'_> {
    /// The table of a region that is the same for everybody.
    pub(super) fn region_table(&mut self, sites: Vec<u8>) -> u16 {
        self.region_tables(vec![sites])
    }

    /// One table for each player, one after the other; the number of the first.
    pub(super) fn region_tables(&mut self, each: Vec<Vec<u8>>) -> u16 {
        let tables = each.into_iter().map(|sites| RegionTable {
            mask: sites.iter().fold(0, |mask, site| mask | 1 << site),
            ascending: sites.is_sorted(),
            sites,
        });
        let tables = tables.collect::<Vec<_>>();
        let known = self.program.regions.windows(tables.len()).position(|known| known == tables.as_slice());
        let at = known.unwrap_or(self.program.regions.len());
        if known.is_none() {
            self.program.regions.extend(tables);
        }
        self.number(at, "regions")
    }

    pub(super) fn number(&mut self, at: usize, what: &str) -> u16 {
        u16::try_from(at).unwrap_or_else(|_| {
            self.too_complex(what);
            0
        })
    }

    /// The houses of each player by the board.
    pub(super) fn own_table(&mut self) -> u16 {
        let rows = self.game.layout.rows.clone();
        self.region_tables(rows)
    }

    /// The houses that belong to others.
    pub(super) fn their_table(&mut self) -> u16 {
        let layout = &self.game.layout;
        let others = (0..layout.players.len()).map(|player| {
            let mut sites = Vec::new();
            // In order of play from the next player, each row from its owner's left.
            for step in 1..layout.players.len() {
                sites.extend(&layout.rows[(player + step) % layout.players.len()]);
            }
            sites
        });
        let others = others.collect();
        self.region_tables(others)
    }

    /// All houses, those of each player first and then the others', in order of play.
    pub(super) fn owned_order(&mut self, theirs: bool) -> u16 {
        let layout = &self.game.layout;
        let players = layout.players.len();
        let each = (0..players).map(|player| {
            let first = if theirs { 1 } else { 0 };
            let rows = (first..first + players).flat_map(|step| layout.rows[(player + step) % players].clone());
            let mut order = rows.collect::<Vec<_>>();
            let rest = (0..layout.houses).filter_map(|site| u8::try_from(site).ok());
            order.extend(rest.filter(|site| !layout.rows.iter().any(|row| row.contains(site))));
            order
        });
        let each = each.collect();
        self.region_tables(each)
    }

    pub(super) fn all_houses(&mut self) -> u16 {
        let houses = (0..self.game.layout.houses).filter_map(|site| u8::try_from(site).ok()).collect();
        self.region_table(houses)
    }

    pub(super) fn group_table(&mut self, group: Group) -> u16 {
        let layout = &self.game.layout;
        let each = match group {
            Group::Houses | Group::Row => layout.rows.clone(),
            Group::Inner => layout.inner.clone(),
            Group::Outer => layout.outer.clone(),
        };
        self.region_tables(each)
    }

    pub(super) fn count_table(&mut self, set: &CountSet) -> u16 {
        let table = CountTable::new(set);
        let known = self.program.counts.iter().position(|known| *known == table);
        let at = known.unwrap_or_else(|| {
            self.program.counts.push(table);
            self.program.counts.len() - 1
        });
        self.number(at, "sets of counts")
    }

    pub(super) fn walk_table(&mut self, walk: Walking) -> u16 {
        let known = self.program.walks.iter().position(|known| *known == walk);
        let at = known.unwrap_or_else(|| {
            self.program.walks.push(walk);
            self.program.walks.len() - 1
        });
        self.number(at, "runs")
    }

    pub(super) fn sowing_table(&mut self, sowing: Sowing) -> u16 {
        let known = self.program.sowings.iter().position(|known| *known == sowing);
        let at = known.unwrap_or_else(|| {
            self.program.sowings.push(sowing);
            self.program.sowings.len() - 1
        });
        self.number(at, "sowings")
    }

    /// The routes of a track for every player and direction; the number of the first.
    pub(super) fn routes(&mut self, track: &str, through: Through) -> u16 {
        let layout = self.game.layout.clone();
        let mut routes = Vec::new();
        for player in 0..layout.players.len() {
            let player = u8::try_from(player).unwrap_or(0);
            let track = layout.track(track, player).unwrap_or(0);
            for clockwise in [false, true] {
                let order = layout.route(track, player, through, clockwise);
                let mut position = vec![u8::MAX; layout.sites.len()];
                for (at, site) in order.iter().enumerate() {
                    position[*site as usize] = u8::try_from(at).unwrap_or(u8::MAX);
                }
                let closed = layout.tracks.get(track).is_none_or(|track| track.closed);
                let whole = layout.route(track, player, Through::AllStores, clockwise);
                let before = before_each(&whole, &position, layout.sites.len(), closed);
                routes.push(Route { order, position, before, closed });
            }
        }
        let known = self.program.routes.windows(routes.len()).position(|known| known == routes.as_slice());
        let at = known.unwrap_or(self.program.routes.len());
        if known.is_none() {
            self.program.routes.extend(routes);
        }
        self.number(at, "routes")
    }

    /// For `next` and `prev`: the neighbouring house on every track, for every player and direction.
    pub(super) fn neighbours(&mut self) {
        let layout = self.game.layout.clone();
        for name in self.track_names() {
            for player in 0..layout.players.len() {
                let player = u8::try_from(player).unwrap_or(0);
                let track = layout.track(&name, player).unwrap_or(0);
                let closed = layout.tracks.get(track).is_none_or(|track| track.closed);
                for clockwise in [false, true] {
                    let order = layout.route(track, player, Through::NoStore, clockwise);
                    let mut steps = vec![u8::MAX; layout.sites.len()];
                    let whole = layout.route(track, player, Through::AllStores, clockwise);
                    for (at, site) in whole.iter().enumerate() {
                        // The next house: stores are passed.
                        let after = whole.iter().cycle().skip(at + 1).take(if closed {
                            whole.len()
                        } else {
                            whole.len() - at - 1
                        });
                        let next = after.copied().find(|next| order.contains(next));
                        steps[*site as usize] = next.unwrap_or(u8::MAX);
                    }
                    self.program.steps.push(steps);
                }
            }
        }
    }

    /// The names of the tracks, the main one first.
    pub(super) fn track_names(&self) -> Vec<String> {
        let mut names = vec!["ring".to_owned()];
        for track in &self.game.layout.tracks {
            if !names.contains(&track.name) {
                names.push(track.name.clone());
            }
        }
        names
    }
}

/// For each site of a track, the place of the last site before its first drop that the sowing passes: its own, or that of
/// the nearest one behind it.
fn before_each(whole: &[u8], position: &[u8], sites: usize, closed: bool) -> Vec<u8> {
    let mut before = vec![u8::MAX; sites];
    for (at, site) in whole.iter().enumerate() {
        let behind = (0..=at).rev().chain((at + 1..whole.len()).rev().filter(|_| closed)).map(|at| whole[at]);
        let mut places = behind.map(|site| position[usize::from(site)]);
        before[usize::from(*site)] = places.find(|place| *place != u8::MAX).unwrap_or(u8::MAX);
    }
    before
}
