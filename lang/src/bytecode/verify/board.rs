//! In: the tables of a program. Out: whether every site and player in them is on the board, and orders are orders. Never here: instructions.
use crate::board::{Layout, MOST_SITES};
use crate::bytecode::{Program, RegionTable, Route};

/// Players that a board may have.
const MOST_PLAYERS: usize = 8;

/// Every row, store and facing house is a site of the board.
pub(super) fn layout(layout: &Layout) -> Result<(), &'static str> {
    let (sites, players) = (layout.sites.len(), layout.players.len());
    if sites == 0 || sites > MOST_SITES || players == 0 || players > MOST_PLAYERS || layout.houses > sites {
        return Err("the board is too large, or has no sites or players");
    }
    let site_ok = |site: &u8| usize::from(*site) < sites;
    let player_ok = |player: &u8| usize::from(*player) < players;
    let rows = [&layout.rows, &layout.inner, &layout.outer].into_iter().flatten().flatten();
    let named = rows.chain(&layout.stores).chain(layout.tracks.iter().flat_map(|track| &track.path));
    let facing = layout.opposite.iter().chain(&layout.counterpart).flatten();
    let owners = layout.sites.iter().filter_map(|site| site.owner.as_ref());
    let tracks = layout.tracks.iter().filter_map(|track| track.of.as_ref());
    if !named.chain(facing).all(site_ok) || !owners.chain(tracks).all(player_ok) {
        return Err("the board names a site or player that is not there");
    }
    let whole = layout.stores.len() == players && layout.rows.len() == players;
    if !whole || layout.opposite.len() != sites || layout.counterpart.len() != sites {
        return Err("a table of the board has the wrong length");
    }
    Ok(())
}

/// Regions, routes and neighbours.
pub(super) fn orders(program: &Program) -> Result<(), &'static str> {
    let sites = program.layout.sites.len();
    if !program.regions.iter().all(|table| region(table, sites)) {
        return Err("a region is out of order");
    }
    if !program.routes.iter().all(|table| route(table, sites)) {
        return Err("a route is out of order");
    }
    if !program.steps.iter().all(|table| steps(table, sites)) {
        return Err("a table of neighbours is out of order");
    }
    Ok(())
}

/// Each site once, and the bits say the same.
fn region(table: &RegionTable, sites: usize) -> bool {
    let known = table.sites.iter().all(|site| usize::from(*site) < sites);
    let mask = table.sites.iter().fold(0u128, |mask, site| mask | 1u128.checked_shl(u32::from(*site)).unwrap_or(0));
    known && mask == table.mask && mask.count_ones() as usize == table.sites.len()
}

/// Each site once, and every position leads back to it.
fn route(table: &Route, sites: usize) -> bool {
    let back =
        |(at, site): (usize, &u8)| table.position.get(usize::from(*site)).is_some_and(|to| usize::from(*to) == at);
    let passed = table.position.iter().filter(|at| **at != u8::MAX).count();
    let before = table.before.len() == sites
        && table.before.iter().all(|at| *at == u8::MAX || usize::from(*at) < table.order.len());
    let whole = before && !table.order.is_empty() && table.position.len() == sites && passed == table.order.len();
    whole && table.order.iter().enumerate().all(back)
}

/// At most one way into each site from those that are entered themselves, so that a walk comes back to where it began or ends.
fn steps(table: &[u8], sites: usize) -> bool {
    let mut entered = [0u8; MOST_SITES];
    table.iter().for_each(|to| entered.iter_mut().skip(usize::from(*to)).take(1).for_each(|ways| *ways += 1));
    let known = table.iter().all(|to| *to == u8::MAX || usize::from(*to) < sites);
    // A store that is passed over is entered by none.
    let inside = |site: usize| entered.get(site).is_some_and(|ways| *ways > 0);
    let mut once = [false; MOST_SITES];
    let mut from_inside = table.iter().enumerate().filter(|(site, to)| **to != u8::MAX && inside(*site));
    let single =
        from_inside.all(|(_, to)| once.get_mut(usize::from(*to)).is_some_and(|once| !std::mem::replace(once, true)));
    table.len() == sites && known && single
}
