//! In: any game. Out: node counts, random games, simple players. Knows no game's rules and no game's name.
mod perft;
mod players;
mod playouts;
mod rng;

pub use perft::{divide, perft};
pub use players::{Weighed, greedy, random, weighed};
pub use playouts::{Playouts, playouts, playouts_from, playouts_watched, playouts_with};
pub use rng::Rng;
