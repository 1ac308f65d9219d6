//! When a search ends, and what it has then.

use std::time::Duration;

use domain::rules::position::Position;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::strength::Strength;
use engine::{Engine, Options};

fn engine(options: Options) -> Engine {
    Engine::new(Options { hash: 4, ..options })
}

#[test]
fn the_same_search_finds_the_same_with_one_thread() {
    let game = Game::start(Variant::Duck);
    let think = || {
        let mut lines = Vec::new();
        let found = engine(Options::default())
            .search(&game, &Limits::nodes(20_000), |report| lines.push((report.line.clone(), report.nodes)))
            .unwrap();
        (lines, found.lines, found.nodes)
    };
    assert_eq!(think(), think());
}

#[test]
fn no_more_positions_are_visited_than_allowed() {
    for nodes in [100, 101, 5000] {
        let found =
            engine(Options::default()).search(&Game::start(Variant::Duck), &Limits::nodes(nodes), |_| ()).unwrap();
        assert!(found.nodes <= nodes && Position::start(Variant::Duck).is_legal(found.turn()));
    }
}

#[test]
fn what_is_visited_can_be_watched_and_is_counted_anew_each_time() {
    let (limits, mut engine) = (Limits::nodes(5000), engine(Options::default()));
    for _ in 0..2 {
        let found = engine.search(&Game::start(Variant::Duck), &limits, |_| {}).unwrap();
        assert!(found.nodes - limits.visited.nodes() < 256, "{} of {}", limits.visited.nodes(), found.nodes);
    }
}

/// However little it may do, and even if it has been stopped already.
#[test]
fn the_first_look_is_made_to_its_end() {
    let games = [Game::start(Variant::Duck), Game::start(Variant::ThreeCheckDuck), Game::start(Variant::ALL[2])];
    let stopped = Limits::default();
    stopped.stop.stop();
    for game in games {
        let search = |limits: &Limits| {
            let mut reports = Vec::new();
            let found =
                engine(Options::default()).search(&game, limits, |report| reports.push(report.clone())).unwrap();
            let lines: Vec<_> = reports.into_iter().map(|report| (report.depth, report.line)).collect();
            (lines, found.lines, found.depth)
        };
        let whole = search(&Limits::depth(1));
        assert_eq!((whole.0.len(), whole.2), (1, 1));
        for limits in
            [Limits::nodes(0), Limits::nodes(1), Limits::depth(0), Limits::time(Duration::ZERO), stopped.clone()]
        {
            assert_eq!(search(&limits), whole, "{limits:?}");
        }
    }
}

#[test]
fn a_stopped_search_still_has_a_turn() {
    let limits = Limits::default();
    limits.stop.stop();
    let found = engine(Options::default()).search(&Game::start(Variant::ThreeCheckDuck), &limits, |_| ()).unwrap();
    assert!(Position::start(Variant::ThreeCheckDuck).is_legal(found.turn()));
}

#[test]
fn several_lines_begin_with_different_piece_moves_the_best_first() {
    let mut engine = engine(Options { lines: 4, ..Options::default() });
    let found = engine.search(&Game::start(Variant::Duck), &Limits::depth(5), |_| ()).unwrap();
    let moves: std::collections::HashSet<String> = found
        .lines
        .iter()
        .map(|line| Position::start(Variant::Duck).write_turn(line.turns[0])[..2].to_owned())
        .collect();
    assert_eq!((found.lines.len(), moves.len()), (4, 4));
    assert!(found.lines.is_sorted_by(|one, other| one.score >= other.score));
}

#[test]
fn several_threads_find_a_legal_turn_in_the_time() {
    let mut engine = engine(Options { threads: 3, ..Options::default() });
    let game = Game::start(Variant::Duck);
    let found = engine.search(&game, &Limits::time(Duration::from_millis(50)), |_| ()).unwrap();
    assert!(game.position().is_legal(found.turn()) && found.depth > 0);
}

/// Threads that nothing limits do not go on without the one that reports.
#[test]
fn a_search_ends_if_whoever_hears_its_reports_fails() {
    let search = || {
        let options = Options { threads: 3, ..Options::default() };
        engine(options).search(&Game::start(Variant::Duck), &Limits::default(), |_| panic!("nobody listens"))
    };
    assert!(std::panic::catch_unwind(search).is_err());
}

/// However weakly it plays, and even if it has no time at all.
#[test]
fn a_line_begins_only_with_turns_that_were_asked_about() {
    let game = Game::start(Variant::Duck);
    let only = ["a3@h3", "a3@h4"].map(|text| game.position().read_turn(text).unwrap());
    for seed in 0..50 {
        for (nodes, strength) in [(0, None), (300, None), (300, Some(Strength::of_elo(Strength::WEAKEST)))] {
            let limits = Limits { only: only.to_vec(), ..Limits::nodes(nodes) };
            let found =
                engine(Options { strength, seed, ..Options::default() }).search(&game, &limits, |_| ()).unwrap();
            assert!(only.contains(&found.turn()));
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_turn() {
    let over: Position = Position::Duck("7k/8/8/8/8/p1p5/P*P5/KB6 w - - 0 1".parse().unwrap());
    assert!(engine(Options::default()).search(&Game::new(over), &Limits::depth(3), |_| ()).is_none());
}

/// Every line that is reported can be played.
#[test]
fn lines_are_legal_to_their_end() {
    for variant in [Variant::Duck, Variant::ThreeCheckDuck] {
        let game = Game::start(variant);
        engine(Options::default()).search(&game, &Limits::nodes(30_000), |report| {
            report.line.turns.iter().fold(game.position().clone(), |position, &turn| {
                assert!(position.is_legal(turn), "{} in {}", position.write_turn(turn), position.fen());
                position.play(turn)
            });
        });
    }
}

/// The points of a player in halves, of games from random openings that both play from both sides.
fn match_of(one: Options, two: Options, openings: u64) -> usize {
    let mut points = 0;
    for seed in 0..openings {
        let opening = crate::chance::position(Variant::Duck, &mut crate::chance::Chance(seed), 4);
        for one_is_first in [true, false] {
            let mut players = [Options { seed, ..one }, Options { seed, ..two }].map(engine);
            let mut game = Game::new(opening.clone());
            for n in 0..200 {
                if let Some(result) = game.position().result() {
                    let first = domain::rules::outcome::Outcome::Win(opening.seating().side(opening.seat_to_move()));
                    points += if (result.outcome == first) == one_is_first { 2 } else { 0 };
                    break;
                }
                let mover = &mut players[usize::from((n % 2 == 0) != one_is_first)];
                game.play(mover.search(&game, &Limits::nodes(3000), |_| ()).unwrap().turn());
            }
        }
    }
    points
}

#[test]
fn who_is_to_play_better_wins_more() {
    let of_elo = |elo| Options { strength: Some(Strength::of_elo(elo)), ..Options::default() };
    let points = match_of(of_elo(1400), of_elo(800), 6);
    assert!(points >= 18, "{points} of 24");
    let points = match_of(Options::default(), of_elo(600), 4);
    assert!(points >= 14, "{points} of 16");
}

#[test]
fn a_weaker_game_is_the_same_with_the_same_seed_and_another_with_another() {
    let game = Game::start(Variant::Duck);
    let turns: Vec<_> = [1, 1, 2, 3, 4, 5]
        .map(|seed| Options { strength: Some(Strength::of_elo(600)), seed, ..Options::default() })
        .map(|options| engine(options).search(&game, &Limits::default(), |_| ()).unwrap().turn())
        .into();
    assert_eq!(turns[0], turns[1]);
    assert!(turns.iter().any(|turn| *turn != turns[0]));
}
