//! In: the lines of `board { }`. Out: the layout. Never here: play.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::Checker;
use crate::ast::{BoardItem, BoardKind, Name, StorePlace, Track, TrackOf, TrackPath};
use crate::board::{Layout, MOST_SITES, Shape, SiteId, SiteKind};
use crate::diagnostic::rules;
use crate::hir::{ExprKind, Group, Ty};
use crate::source::Span;

impl Checker<'_> {
    /// Lays out the board; on a mistake, as much of it as keeps later messages sensible.
    pub(super) fn board(&mut self, items: &[BoardItem], span: Span) -> Layout {
        let told = self.diagnostics.len();
        self.lines_once(items);
        let players = self.board_players(items);
        let Some(mut layout) = self.shape(items, players, span) else {
            return Layout::two_rows(6, vec!["South".into(), "North".into()], false);
        };
        self.layout = layout.clone();
        self.owners_once(items);
        for item in items {
            match &item.kind {
                BoardKind::Stores(place) => self.stores(&mut layout, place, item.span),
                BoardKind::Owner(player, houses) => self.owner(&mut layout, player, houses),
                BoardKind::Facing(pairs) => self.facing(&mut layout, pairs),
                _ => {}
            }
        }
        self.layout = layout.clone();
        let mut declared: Vec<(&Track, Span)> = Vec::new();
        for item in items {
            if let BoardKind::Track(track) = &item.kind {
                declared.push((track, item.span));
            }
        }
        for (track, at) in declared {
            self.track(&mut layout, track, at);
        }
        let unowned = items.iter().any(|item| matches!(item.kind, BoardKind::Unowned));
        // What is wrong with a line may be why houses are left over.
        if self.diagnostics.len() == told {
            self.every_house_has_a_place(&layout, unowned, items, span);
        }
        order_along_ring(&mut layout);
        layout
    }

    /// Each thing is said in one line, and there is one shape.
    fn lines_once(&mut self, items: &[BoardItem]) {
        for (at, item) in items.iter().enumerate() {
            let what = match &item.kind {
                BoardKind::Rows(_) => "the rows",
                BoardKind::Houses(_) => "the houses of a row",
                BoardKind::Circle(_) => "the circle",
                BoardKind::Picture(_) => "the picture",
                BoardKind::Stores(_) | BoardKind::NoStores => "the stores",
                BoardKind::Players(_) => "the players",
                BoardKind::Owner(..) => "the houses of this player",
                _ => continue,
            };
            let same = |other: &&BoardItem| match (&other.kind, &item.kind) {
                (BoardKind::Owner(one, _), BoardKind::Owner(other, _)) => one.text == other.text,
                (BoardKind::Stores(_) | BoardKind::NoStores, BoardKind::Stores(_) | BoardKind::NoStores) => true,
                (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
            };
            let shape = |kind: &BoardKind| match kind {
                BoardKind::Rows(_) | BoardKind::Houses(_) => Some(0),
                BoardKind::Circle(_) => Some(1),
                BoardKind::Picture(_) => Some(2),
                _ => None,
            };
            let other_shape = |other: &&BoardItem| {
                shape(&item.kind).is_some_and(|one| shape(&other.kind).is_some_and(|other| one != other))
            };
            if let Some(earlier) = items[..at].iter().find(same) {
                self.report(rules::board_line_twice(item.span, what, earlier.span));
            } else if let Some(earlier) = items[..at].iter().find(other_shape) {
                self.report(rules::two_shapes(item.span, earlier.span));
            }
        }
    }

    fn board_players(&mut self, items: &[BoardItem]) -> Vec<String> {
        let named = items.iter().find_map(|item| match &item.kind {
            BoardKind::Players(names) => Some((names, item.span)),
            _ => None,
        });
        let Some((names, span)) = named else {
            return vec!["South".into(), "North".into()];
        };
        if names.is_empty() || names.len() > 8 {
            self.report(rules::players_out_of_range(span, names.len()));
            return vec!["South".into(), "North".into()];
        }
        for (at, name) in names.iter().enumerate() {
            if let Some(earlier) = names[..at].iter().find(|earlier| earlier.text == name.text) {
                self.report(crate::diagnostic::names::duplicate(name, earlier.span));
            }
        }
        names.iter().map(|name| name.text.clone()).collect()
    }

    fn shape(&mut self, items: &[BoardItem], players: Vec<String>, span: Span) -> Option<Layout> {
        let mut rows = None;
        let mut houses = None;
        let mut found = Vec::new();
        for item in items {
            match &item.kind {
                BoardKind::Rows(count) => rows = self.board_number(count).map(|count| (count, item.span)),
                BoardKind::Houses(count) => houses = self.board_number(count).map(|count| (count, item.span)),
                BoardKind::Circle(count) => {
                    let count = self.board_number(count)?;
                    self.size_in_range(count, players.len(), 1, item.span)?;
                    found.push(Layout::circle(count, players.clone()));
                }
                BoardKind::Picture(lines) => found.push(self.picture(lines, players.clone())?),
                _ => {}
            }
        }
        if let Some(layout) = found.pop() {
            return Some(layout);
        }
        let (Some((rows, rows_at)), Some((houses, houses_at))) = (rows, houses) else {
            let given = |kind: fn(&BoardKind) -> bool| items.iter().find(|item| kind(&item.kind)).map(|item| item.span);
            let half = given(|kind| matches!(kind, BoardKind::Rows(_)));
            let other = given(|kind| matches!(kind, BoardKind::Houses(_)));
            match (half, other) {
                (Some(_), Some(_)) => {}
                (Some(rows), None) => self.report(rules::half_a_shape(rows, "how many houses a row has", "houses 6")),
                (None, Some(houses)) => self.report(rules::half_a_shape(houses, "how many rows it has", "rows 2")),
                (None, None) => self.report(rules::no_shape(span)),
            }
            return None;
        };
        if rows != 2 && rows != 4 {
            self.report(rules::row_number(rows_at, rows));
            return None;
        }
        if players.len() != 2 {
            self.report(rules::rows_for_two(rows_at, players.len()));
            return None;
        }
        self.size_in_range(houses, 2, rows, houses_at)?;
        let left = items.iter().any(|item| matches!(item.kind, BoardKind::Stores(StorePlace::OnTheLeft)));
        Some(if rows == 2 { Layout::two_rows(houses, players, left) } else { Layout::four_rows(houses, players) })
    }

    fn board_number(&mut self, form: &crate::ast::Expr) -> Option<usize> {
        let value = self.expect(form, Ty::Int);
        match self.constant(&value) {
            Some(number) if number > 0 => usize::try_from(number).ok(),
            Some(number) => {
                self.report(rules::board_number(form.span, number));
                None
            }
            None => {
                if value.ty != Ty::Unknown {
                    self.report(rules::not_constant(form.span));
                }
                None
            }
        }
    }

    fn size_in_range(&mut self, houses: usize, stores: usize, rows: usize, span: Span) -> Option<()> {
        let most = (MOST_SITES - stores) / rows;
        if houses > most {
            self.report(rules::board_too_large(span, houses, most));
            return None;
        }
        Some(())
    }

    /// Lines of letters, `[p]` for p's store and `.` for nothing.
    fn picture(&mut self, lines: &[Name], players: Vec<String>) -> Option<Layout> {
        let mut layout = Layout::empty(Shape::Picture, players);
        let mut stores: Vec<(String, (u8, u8), Span)> = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            for (column, word) in line.text.split_whitespace().enumerate() {
                let place = (u8::try_from(row).unwrap_or(u8::MAX), u8::try_from(column).unwrap_or(u8::MAX));
                if let Some(player) = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
                    if stores.iter().any(|(drawn, ..)| drawn == player) {
                        self.report(rules::picture_twice(line.span, word));
                    }
                    stores.push((player.to_owned(), place, line.span));
                } else if word != "." {
                    if layout.site(word).is_some() {
                        self.report(rules::picture_twice(line.span, word));
                        return None;
                    }
                    if !word.chars().all(char::is_alphabetic) {
                        self.report(rules::picture_word(line.span, word));
                        return None;
                    }
                    layout.add_house(word.to_owned(), None, place);
                }
            }
            if layout.houses > MOST_SITES - layout.players.len() {
                self.report(rules::board_too_large(line.span, layout.houses, MOST_SITES - layout.players.len()));
                return None;
            }
        }
        if layout.houses == 0 {
            let span = lines.first().map_or_else(Span::default, |line| line.span);
            self.report(rules::empty_picture(span));
            return None;
        }
        layout.add_stores();
        for (name, place, span) in stores {
            match layout.player(&name) {
                Some(player) => {
                    let store = layout.stores[player as usize];
                    layout.sites[store as usize].place = Some(place);
                    layout.drawn_stores = true;
                }
                None => self.report(rules::unknown_player(span, &name, &layout.players)),
            }
        }
        face_across(&mut layout);
        pair_by_letter(&mut layout);
        Some(layout)
    }

    fn stores(&mut self, layout: &mut Layout, place: &StorePlace, span: Span) {
        layout.hidden_stores = *place == StorePlace::Hidden;
        layout.drawn_stores |= matches!(place, StorePlace::Beside | StorePlace::OnTheLeft | StorePlace::OnTheRight);
        let StorePlace::At(houses) = place else { return };
        if houses.len() != layout.players.len() {
            self.report(rules::stores_at_number(span, houses.len(), layout.players.len()));
            return;
        }
        for (at, house) in houses.iter().enumerate() {
            if let Some(earlier) = houses[..at].iter().find(|earlier| earlier.text == house.text) {
                self.report(rules::board_line_twice(house.span, "this store", earlier.span));
                return;
            }
        }
        let beside = layout.stores.clone();
        layout.tracks.iter_mut().for_each(|track| track.path.retain(|site| !beside.contains(site)));
        for (player, house) in houses.iter().enumerate() {
            match self.house(layout, house) {
                Some(site) => layout.stores[player] = site,
                None => return,
            }
        }
    }

    fn house(&mut self, layout: &Layout, name: &Name) -> Option<SiteId> {
        let found = layout.site(&name.text);
        if found.is_none() {
            let known = layout.sites.iter().filter(|site| site.kind == SiteKind::House).map(|site| site.name.as_str());
            self.report(rules::unknown_house(name, &known.collect::<Vec<_>>()));
        }
        found
    }

    fn owner(&mut self, layout: &mut Layout, player: &Name, houses: &[Name]) {
        let Some(owner) = layout.player(&player.text) else {
            self.report(rules::unknown_player(player.span, &player.text, &layout.players));
            return;
        };
        for row in &mut layout.rows {
            row.retain(|site| !houses.iter().any(|house| layout.sites[*site as usize].name == house.text));
        }
        layout.rows[owner as usize].clear();
        for house in houses {
            if let Some(site) = self.house(layout, house) {
                layout.sites[site as usize].owner = Some(owner);
                layout.rows[owner as usize].push(site);
            }
        }
    }

    /// No house is named in two `owner` lines.
    fn owners_once(&mut self, items: &[BoardItem]) {
        let mut seen: Vec<&Name> = Vec::new();
        for item in items {
            let BoardKind::Owner(_, houses) = &item.kind else { continue };
            for house in houses {
                if seen.iter().any(|earlier| earlier.text == house.text) {
                    self.report(rules::owned_twice(house));
                }
                seen.push(house);
            }
        }
    }

    fn facing(&mut self, layout: &mut Layout, pairs: &[(Name, Name)]) {
        let mut seen: Vec<&Name> = Vec::new();
        for (one, other) in pairs {
            if one.text == other.text {
                self.report(rules::faces_itself(other));
                continue;
            }
            for name in [one, other] {
                if let Some(earlier) = seen.iter().find(|earlier| earlier.text == name.text) {
                    self.report(rules::faces_twice(name, earlier.span));
                }
                seen.push(name);
            }
            let (Some(one), Some(other)) = (self.house(layout, one), self.house(layout, other)) else {
                continue;
            };
            layout.opposite[one as usize] = Some(other);
            layout.opposite[other as usize] = Some(one);
        }
    }

    fn track(&mut self, layout: &mut Layout, track: &Track, span: Span) {
        let of = match &track.of {
            TrackOf::Everybody => vec![None],
            TrackOf::EachPlayer => (0..layout.players.len()).map(|player| u8::try_from(player).ok()).collect(),
            TrackOf::Player(name) => match layout.player(&name.text) {
                Some(player) => vec![Some(player)],
                None => {
                    self.report(rules::unknown_player(name.span, &name.text, &layout.players));
                    return;
                }
            },
        };
        if track.name.text == "ring" {
            layout.tracks.retain(|old| old.name != "ring" || (old.of.is_some() && !of.contains(&old.of)));
        } else if layout
            .tracks
            .iter()
            .any(|old| old.name == track.name.text && (old.of.is_none() || of.contains(&old.of)))
        {
            self.report(crate::diagnostic::names::duplicate(&track.name, span));
            return;
        }
        for player in of {
            let told = self.diagnostics.len();
            let Some(path) = self.track_path(layout, &track.path, player) else {
                // Its name stays known, so that nothing is said of those who sow along it.
                if self.diagnostics.len() > told {
                    let path = layout.tracks.first().map(|ring| ring.path.clone()).unwrap_or_default();
                    let name = track.name.text.clone();
                    layout.tracks.push(crate::board::Track { name, of: None, closed: true, path });
                }
                return;
            };
            let mut seen = path.clone();
            seen.sort_unstable();
            seen.dedup();
            if seen.len() != path.len() {
                self.report(rules::track_twice(span, &track.name.text));
            }
            if path.is_empty() {
                self.report(rules::empty_track(span, &track.name.text));
            }
            layout.tracks.push(crate::board::Track {
                name: track.name.text.clone(),
                of: player,
                closed: track.closed,
                path,
            });
        }
    }

    fn track_path(&mut self, layout: &Layout, path: &TrackPath, player: Option<u8>) -> Option<Vec<SiteId>> {
        match path {
            TrackPath::Sites(names) => {
                let sites = names.iter().map(|(name, store)| {
                    if *store {
                        let player = layout.player(&name.text);
                        if player.is_none() {
                            self.report(rules::unknown_player(name.span, &name.text, &layout.players));
                        }
                        player.map(|player| layout.stores[player as usize])
                    } else {
                        self.house(layout, name)
                    }
                });
                sites.collect()
            }
            TrackPath::Region(form) => {
                let depth = self.scope.len();
                let local = self.bind("player", Ty::Player, form.span);
                self.used.locals.insert(local);
                let told = self.diagnostics.len();
                let region = self.region(form);
                self.leave_scope(depth);
                if region.ty == Ty::Unknown || self.diagnostics.len() > told {
                    return None;
                }
                let sites = fixed_region(layout, &region, player);
                if sites.is_none() {
                    self.report(rules::track_not_fixed(form.span));
                }
                sites
            }
        }
    }

    /// Houses of a picture that no other line names, where other lines name all the others.
    fn only_drawn(&mut self, layout: &Layout, unowned: bool, items: &[BoardItem]) {
        let passed = |site: usize| layout.tracks.iter().any(|track| track.path.iter().any(|at| *at as usize == site));
        let lines = items.iter().filter_map(|item| match &item.kind {
            BoardKind::Picture(lines) => Some(lines),
            _ => None,
        });
        let named = layout.sites.iter().any(|site| site.kind == SiteKind::House && site.owner.is_some());
        for line in lines.flatten().filter(|_| named && !unowned && !layout.tracks.is_empty()) {
            for word in line.text.split_whitespace() {
                let Some(site) = layout.site(word) else { continue };
                if layout.sites[site as usize].owner.is_none() && !passed(site as usize) {
                    self.report(rules::only_drawn(line.span, word));
                }
            }
        }
    }

    /// Blames the line that ought to name a house: the last `owner` or `track`, or the picture if none names it.
    fn every_house_has_a_place(&mut self, layout: &Layout, unowned: bool, items: &[BoardItem], board: Span) {
        let told = self.diagnostics.len();
        self.only_drawn(layout, unowned, items);
        if self.diagnostics.len() > told {
            return;
        }
        let last =
            |kind: fn(&BoardKind) -> bool| items.iter().rfind(|item| kind(&item.kind)).map_or(board, |item| item.span);
        let span = last(|kind| matches!(kind, BoardKind::Owner(..)));
        let houses = || layout.sites.iter().enumerate().filter(|(_, site)| site.kind == SiteKind::House);
        if !unowned {
            let in_a_row = |at: usize| layout.rows.iter().flatten().any(|site| *site as usize == at);
            let without =
                houses().filter(|(at, site)| site.owner.is_none() || !in_a_row(*at)).map(|(_, site)| site.name.clone());
            let without = without.collect::<Vec<_>>();
            if !without.is_empty() {
                self.report(rules::without_owner(span, &without));
            }
        }
        let off = houses()
            .filter(|(at, _)| !layout.tracks.iter().any(|track| track.path.iter().any(|site| *site as usize == *at)));
        let off = off.map(|(_, site)| site.name.clone()).collect::<Vec<_>>();
        let span = last(|kind| matches!(kind, BoardKind::Track(_)));
        if !off.is_empty() {
            self.report(rules::off_track(span, &off));
        }
    }
}

/// The sites of a region that no play can change, for a player.
pub(super) fn fixed_region(layout: &Layout, region: &crate::hir::Expr, player: Option<u8>) -> Option<Vec<SiteId>> {
    let of = |form: &crate::hir::Expr| match form.kind {
        ExprKind::Int(player) => u8::try_from(player).ok(),
        ExprKind::Local(_) => player,
        _ => None,
    };
    let part = |part| fixed_region(layout, part, player);
    match &region.kind {
        ExprKind::Houses => Some((0..layout.houses).filter_map(|site| u8::try_from(site).ok()).collect()),
        ExprKind::GroupOf(Group::Row | Group::Houses, form) => layout.rows.get(of(form)? as usize).cloned(),
        ExprKind::GroupOf(Group::Inner, form) => layout.inner.get(of(form)? as usize).cloned(),
        ExprKind::GroupOf(Group::Outer, form) => layout.outer.get(of(form)? as usize).cloned(),
        ExprKind::Sites(sites) => sites
            .iter()
            .map(|site| match &site.kind {
                ExprKind::Site(site) => Some(*site),
                ExprKind::StoreOf(form) => layout.stores.get(of(form)? as usize).copied(),
                _ => None,
            })
            .collect(),
        ExprKind::FollowedBy(one, other) => Some([part(one)?, part(other)?].concat()),
        ExprKind::Reversed(one) => part(one).map(|mut sites| {
            sites.reverse();
            sites
        }),
        ExprKind::Without(one, other) => {
            let other = part(other)?;
            part(one).map(|sites| sites.into_iter().filter(|site| !other.contains(site)).collect())
        }
        _ => None,
    }
}

/// In a picture of two lines, houses of one column face each other.
fn face_across(layout: &mut Layout) {
    let places = layout.sites.iter().map(|site| site.place).collect::<Vec<_>>();
    let rows = places.iter().flatten().map(|place| place.0).max().unwrap_or(0);
    if rows != 1 {
        return;
    }
    for one in 0..layout.houses {
        let across = places[one].map(|(row, column)| (1 - row, column));
        let other = (0..layout.houses).find(|other| across.is_some() && places[*other] == across);
        layout.opposite[one] = other.and_then(|other| u8::try_from(other).ok());
    }
}

/// `A` and `a` are counterparts.
fn pair_by_letter(layout: &mut Layout) {
    for one in 0..layout.houses {
        let name = layout.sites[one].name.clone();
        let other = if name.chars().all(char::is_lowercase) { name.to_uppercase() } else { name.to_lowercase() };
        layout.counterpart[one] = layout.site(&other).filter(|_| other != name);
    }
}

/// Numbers the houses of a picture along its ring, so that ascending numbers are the order of the ring.
fn order_along_ring(layout: &mut Layout) {
    if layout.shape != Shape::Picture {
        return;
    }
    let ring = layout.tracks.iter().find(|track| track.name == "ring" || track.closed);
    let mut order = ring.map(|ring| ring.path.clone()).unwrap_or_default();
    order.retain(|site| (*site as usize) < layout.houses);
    for site in 0..layout.houses {
        let site = u8::try_from(site).unwrap_or(u8::MAX);
        if !order.contains(&site) {
            order.push(site);
        }
    }
    let mut number = (0..layout.sites.len()).filter_map(|site| u8::try_from(site).ok()).collect::<Vec<_>>();
    for (new, old) in order.iter().enumerate() {
        number[*old as usize] = u8::try_from(new).unwrap_or(u8::MAX);
    }
    renumber(layout, &number);
}

fn renumber(layout: &mut Layout, number: &[u8]) {
    let at = |site: SiteId| number[site as usize];
    let move_all = |list: &mut Vec<SiteId>| list.iter_mut().for_each(|site| *site = at(*site));
    layout.stores.iter_mut().for_each(|site| *site = at(*site));
    layout.rows.iter_mut().for_each(move_all);
    layout.tracks.iter_mut().for_each(|track| track.path.iter_mut().for_each(|site| *site = at(*site)));
    let old = (layout.sites.clone(), layout.opposite.clone(), layout.counterpart.clone());
    for (from, to) in number.iter().enumerate() {
        let to = *to as usize;
        layout.sites[to] = old.0[from].clone();
        layout.opposite[to] = old.1[from].map(at);
        layout.counterpart[to] = old.2[from].map(at);
    }
}
