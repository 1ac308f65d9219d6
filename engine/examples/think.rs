//! Thinks about a position: `think SECONDS [FEN]`.
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::{Engine, Options};
use std::time::Duration;
fn main() {
    let mut args = std::env::args().skip(1);
    let seconds: f64 = args.next().and_then(|t| t.parse().ok()).unwrap_or(3.0);
    let fen = args.next();
    let position = fen.map_or(Position::start(Variant::Duck), |fen| Position::Duck(fen.parse().unwrap()));
    let game = Game::new(position);
    let lines = args.next().and_then(|t| t.parse().ok()).unwrap_or(1);
    let mut engine = Engine::new(Options { lines, ..Options::default() });
    let found = engine.search(&game, &Limits::time(Duration::from_secs_f64(seconds)), |report| {
        let line: Vec<String> = report
            .line
            .turns
            .iter()
            .map(|turn| match turn {
                domain::rules::turn::Turn::Duck(t) => t.to_string(),
                _ => String::new(),
            })
            .collect();
        println!(
            "{}/{} {} {} nodes {} ms {}knps {}",
            report.depth,
            report.deepest,
            report.line.score,
            report.nodes,
            report.elapsed.as_millis(),
            report.nodes as u128 / report.elapsed.as_millis().max(1),
            line.join(" ")
        );
    });
    println!("{}", found.map_or("none".into(), |f| format!("{} {}", f.score(), f.nodes)));
}
