//! What a search says when its limits end it in the middle of a look.

use std::collections::HashMap;

use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::report::{Found, Report};
use engine::score::Score;
use engine::{Engine, Options};

/// What a search of so many positions reports and finds.
fn search(game: &Game, lines: usize, nodes: u64) -> (Vec<Report>, Found) {
    let mut engine = Engine::new(Options { hash: 1, lines, ..Options::default() });
    let mut reports = Vec::new();
    let found = engine.search(game, &Limits::nodes(nodes), |report| reports.push(report.clone()));
    (reports, found.unwrap())
}

fn game(fen: &str) -> Game {
    Game::new(Position::Duck(fen.parse().unwrap()))
}

const MIDDLE_GAME: &str = "r1bqk2r/ppp2ppp/2np1n2/2b1p1*1/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";

/// Whoever shows games sees the turn that is played as the first of the last line, and its score.
#[test]
fn the_turn_that_is_played_has_been_reported() {
    for game in [Game::start(Variant::Duck), game(MIDDLE_GAME), Game::start(Variant::ALL[2])] {
        for (lines, nodes) in
            [1, 4].into_iter().flat_map(|lines| (300..9000).step_by(435).map(move |nodes| (lines, nodes)))
        {
            let (reports, found) = search(&game, lines, nodes);
            let what = format!("{lines} lines after {nodes} positions of {}", game.position().fen());
            let last = |number| reports.iter().rfind(|report| report.number == number);
            assert_eq!(last(1).unwrap().line.turns[0], found.turn(), "{what}");
            // Nor is it among the others of that depth.
            let others = (2..=lines).filter_map(last).filter(|other| other.depth == last(1).unwrap().depth);
            assert!(others.map(|other| other.line.turns[0]).all(|turn| turn != found.turn()), "{what}");
        }
    }
}

/// One look gives a line one score, wherever it is cut off.
#[test]
fn a_line_and_its_score_belong_together() {
    let game = game("5r2/rp2*1pk/p2Qb3/4p3/7P/P1N2P2/1PnP2P1/1RB2K1R b - - 0 26");
    let mut scores: HashMap<Vec<Turn>, Score> = HashMap::new();
    for nodes in 100..300 {
        let (_, found) = search(&game, 1, nodes);
        let score = *scores.entry(found.lines[0].turns.clone()).or_insert(found.score());
        assert_eq!(score, found.score(), "after {nodes} positions");
    }
    assert!(scores.len() > 1);
}

#[test]
fn of_several_lines_those_that_were_reached_last_come_first_the_best_before_the_others() {
    for nodes in (2000..12_000).step_by(330) {
        let (reports, found) = search(&game(MIDDLE_GAME), 5, nodes);
        let scores: Vec<Score> = found.lines.iter().map(|line| line.score).collect();
        let is_of = |line: &engine::report::Line, depth| {
            reports.iter().any(|report| report.depth == depth && report.line == *line)
        };
        let kept = found.lines.iter().rev().take_while(|line| is_of(line, found.depth)).count();
        let (first, rest) = scores.split_at(scores.len() - kept);
        let falls = |scores: &[Score]| scores.is_sorted_by(|one, other| one >= other);
        assert!(falls(first) && falls(rest), "{nodes}: {scores:?}");
    }
}
