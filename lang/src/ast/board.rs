//! The tree of `board { }` as it is written. No behaviour, no geometry.
use super::{Expr, Name};
use crate::source::Span;

/// One line of `board { }`.
#[derive(Clone, Debug)]
pub struct BoardItem {
    /// What it says.
    pub kind: BoardKind,
    /// Where.
    pub span: Span,
}

/// The lines of `board { }`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the keyword of the language")]
pub enum BoardKind {
    Rows(Expr),
    Houses(Expr),
    Circle(Expr),
    Picture(Vec<Name>),
    NoStores,
    Stores(StorePlace),
    Players(Vec<Name>),
    Unowned,
    Owner(Name, Vec<Name>),
    Track(Track),
    Facing(Vec<(Name, Name)>),
}

/// Where stores lie.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "each variant is the phrase of the language")]
pub enum StorePlace {
    Beside,
    Hidden,
    OnTheRight,
    OnTheLeft,
    At(Vec<Name>),
}

/// `track name [of p|of each player]: [loop] region`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the parts of the line above")]
pub struct Track {
    pub name: Name,
    pub of: TrackOf,
    pub closed: bool,
    pub path: TrackPath,
}

/// Whose track.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the three forms of the language")]
pub enum TrackOf {
    Everybody,
    EachPlayer,
    Player(Name),
}

/// Along which sites.
#[derive(Clone, Debug)]
pub enum TrackPath {
    /// Letters; `true` for `[p]`, a store.
    Sites(Vec<(Name, bool)>),
    /// A region; in `of each player`, `player` is its owner.
    Region(Expr),
}
