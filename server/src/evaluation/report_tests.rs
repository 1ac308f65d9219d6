use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::game::Game;
use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControl;
use domain::rules::variant::Variant;

use super::*;

/// A game in which these turns were made.
fn game(turns: &[&str]) -> Game {
    let begun_at = "2026-03-02T12:00:00Z".parse().unwrap();
    let (variant, time_control) = (Variant::Duck, TimeControl::STANDARD);
    let setup = GameSetup { variant, time_control, rated: false, public: true, start: None, begun_at };
    let mut game = Game::new(setup).unwrap();
    for turn in turns {
        let request = ActionRequest::Move { turn: (*turn).to_owned(), offer_draw: false, lines: String::new() };
        let action = Action { request, message: None, ply: game.ply() };
        for event in game.act(game.seat_to_move().unwrap(), &action, begun_at).unwrap() {
            game.apply(&event).unwrap();
        }
    }
    game
}

/// What was found at a ply: lines of one turn, with a score for the side to move.
fn found(lines: &[(&str, i32)]) -> Vec<EvaluatedLine> {
    let line = |&(turn, score): &(&str, i32)| EvaluatedLine {
        score: EngineScore::Centipawns(score),
        depth: 5,
        turns: vec![turn.to_owned()],
    };
    lines.iter().map(line).collect()
}

fn report(turns: &[&str], lines: &[Vec<EvaluatedLine>]) -> Report {
    Report::new(
        &Course::of_game(&game(turns)),
        &lines.iter().enumerate().map(|(ply, lines)| (Ply::after(ply), lines.clone())).collect(),
    )
}

#[test]
fn what_a_turn_costs_is_said_of_its_side() {
    let lines = [
        found(&[("e4@e6", 30), ("d4@d6", 20)]),
        found(&[("e5@e3", -20), ("c5@c3", -30)]),
        found(&[("Nf3@d5", 600), ("Nc3@d5", 40)]),
        found(&[("Nc6@d4", 0), ("Nf6@d4", -10)]),
    ];
    // Black's answer loses six pawns, and White gives them back.
    let report = report(&["e4@e6", "f6@e3", "Nc3@a5"], &lines);
    let marks: Vec<_> = report.turns.iter().map(|turn| turn.mark.map_or("", Mark::sign)).collect();
    assert_eq!(marks, ["", "??", "??"]);
    assert!(report.turns.iter().all(|turn| turn.after <= turn.before));
    assert_eq!(report.turns[1].better.as_ref().unwrap().first(), Some("e5@e3"));
    assert_eq!(
        report.points.iter().flatten().map(|point| point.score).collect::<Vec<_>>(),
        [
            EngineScore::Centipawns(30),
            EngineScore::Centipawns(20),
            EngineScore::Centipawns(600),
            EngineScore::Centipawns(0),
        ]
    );
    assert_eq!(report.moments().iter().map(|turn| turn.ply).collect::<Vec<_>>(), [Ply(2), Ply(3)]);
    assert_eq!(report.count(Seat::BLACK, Mark::Blunder), 1);
    assert!(report.accuracy(Seat::WHITE) > report.accuracy(Seat::BLACK).filter(|&accuracy| accuracy < 50).map(|_| 50));
}

#[test]
fn the_only_good_turn_is_praised() {
    let lines = [found(&[("e4@e6", 30), ("d4@d6", -600)]), found(&[("e5@e3", -20)])];
    assert_eq!(report(&["e4@e6"], &lines).turns[0].mark, Some(Mark::Only));
    assert_eq!(report(&["d4@d6"], &lines).turns[0].mark, Some(Mark::Blunder), "by the same search");
}

#[test]
fn what_is_not_known_is_left_out() {
    let lines = [found(&[("e4@e6", 30)]), Vec::new(), found(&[("Nf3@d5", 10)])];
    let report = report(&["e4@e6", "f6@e3", "Nc3@a5"], &lines);
    assert_eq!(report.points.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true, false]);
    assert!(report.turns.is_empty());
    assert_eq!((report.accuracy(Seat::WHITE), report.moments().len()), (None, 0));
}

#[test]
fn the_end_of_a_game_needs_no_search() {
    // White takes the king.
    let turns = ["e4@e6", "f6@e3", "Qh5@a6", "b6@a3", "Qxe8"];
    let lines = [(4, found(&[("Qxe8", 3000), ("Nf3@a6", 0)]))].map(|(ply, lines)| (Ply(ply), lines));
    let report = Report::new(&Course::of_game(&game(&turns)), &lines.into());
    assert_eq!(report.points[5].unwrap().score, EngineScore::WinIn(0));
    assert_eq!(report.turns[0].mark, None, "everybody takes a king");
}
