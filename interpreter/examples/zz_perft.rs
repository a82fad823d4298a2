//! temp
use mcl_interpreter::{Game, Match, search};
use mcl_lang::{loader::Texts, source::Source};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let library = Texts { game: mcl_stdlib::game, library: mcl_stdlib::library };
    let text = mcl_stdlib::game(&a[1]).unwrap();
    let g = Game::compile(Source::new(a[1].as_str(), text), &library, &[]).unwrap();
    let m = Match::new(&g).unwrap();
    println!("{}", search::perft(&g, m.state(), a[2].parse().unwrap()).unwrap());
}
