use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControl;
use domain::rules::variant::Variant;

use super::super::choices::Measure;
use super::*;
use crate::engines::EngineScore;

/// A game of so many turns, in which knights go out and back.
fn game(turns: usize) -> Game {
    let begun_at = "2026-03-02T12:00:00Z".parse().unwrap();
    let (variant, time_control) = (Variant::Duck, TimeControl::STANDARD);
    let setup = GameSetup { variant, time_control, rated: true, public: true, start: None, begun_at };
    let mut game = Game::new(setup).unwrap();
    for number in 0..turns {
        let request = ActionRequest::Move { turn: turn(number), offer_draw: false, lines: String::new() };
        let action = Action { request, message: None, ply: game.ply() };
        for event in game.act(game.seat_to_move().unwrap(), &action, begun_at).unwrap() {
            game.apply(&event).unwrap();
        }
    }
    game
}

/// The turn that was made after so many.
fn turn(number: usize) -> String {
    let knight = ["Nf3", "Nf6", "Ng1", "Ng8"][number % 4];
    let file = ["a", "b", "c", "d", "e", "f", "g", "h"][number % 8];
    format!("{knight}@{file}4")
}

/// What was found: lines of one turn, with a score for the side to move.
fn found(lines: &[(&str, i32)]) -> Vec<EvaluatedLine> {
    let line = |&(turn, score): &(&str, i32)| EvaluatedLine {
        score: EngineScore::Centipawns(score),
        depth: 5,
        turns: vec![turn.to_owned()],
    };
    lines.iter().map(line).collect()
}

/// What is counted of the turn after the opening, which the search of its position judges alone.
fn counted(lines: &[(&str, i32)]) -> Choices {
    let lines = [(Ply(8), found(lines)), (Ply(9), found(&[("a6@a3", 0), ("b6@a3", 0)]))];
    choices(&game(9), &lines.into())[0]
}

#[test]
fn the_opening_is_left_out_and_a_short_game() {
    let plies = |turns, shared| to_search(&game(turns), shared).iter().map(|ply| ply.0).collect::<Vec<_>>();
    assert_eq!(plies(20, 0), (8..=20).collect::<Vec<_>>());
    assert_eq!(plies(24, 11), (11..=24).collect::<Vec<_>>(), "eleven turns are in the book");
    assert!(plies(17, 0).is_empty(), "nine turns are left, and one seat has made four of them");
    assert!(plies(20, 11).is_empty());
}

#[test]
fn a_turn_is_the_engines_with_its_duck_and_a_piece_move_without() {
    assert_eq!(turn(8), "Nf3@a4");
    let first = counted(&[("Nf3@a4", 30), ("e4@a5", 10)]);
    assert_eq!((first.turns, first.ranks, first.first_moves, first.lost), (1, [1, 0, 0], 1, 0.0));
    let other_duck = counted(&[("Nf3@h5", 0), ("e4@a5", 0)]);
    assert_eq!((other_duck.turns, other_duck.ranks, other_duck.first_moves), (1, [0, 0, 0], 1));
    let third = counted(&[("d4@a5", 60), ("e4@a5", 10), ("Nf3@a4", -40)]);
    assert_eq!((third.ranks, third.first_moves), ([0, 0, 1], 0));
    assert_eq!((third.mean(Measure::First), third.mean(Measure::AmongFirst)), (0.0, 1.0));
    assert!((third.lost - 0.071).abs() < 0.001, "{}", third.lost);
}

#[test]
fn a_turn_without_choice_and_one_in_a_decided_game_do_not_count() {
    assert_eq!(counted(&[("Nf3@a4", 30)]), Choices::default(), "there was one piece move");
    assert_eq!(counted(&[("Nf3@a4", 700), ("e4@a5", 650)]), Choices::default());
    assert_eq!(counted(&[("Nf3@a4", -700), ("e4@a5", -750)]), Choices::default());
    assert_eq!(counted(&[("Nf3@a4", 500), ("e4@a5", 450)]).turns, 1);
}
