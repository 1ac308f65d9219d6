//! The recorded games of Duchess, played by correspondence.

use domain::correspondence::game::Game;
use domain::rules::duchess::SetUp;
use domain::rules::seat::Seat;
use serde::Deserialize;

use super::table;

/// A game as it was recorded.
#[derive(Deserialize)]
struct Recorded {
    setup: String,
    /// The mover's flap, the turn, the number of legal turns before it, the flaps that missed theirs after it.
    turns: Vec<(usize, String, u64, Vec<usize>)>,
    /// The side, or with three players the flap.
    winner: Option<usize>,
}

#[test]
fn recorded_games_go_by_correspondence_as_they_went() {
    for line in include_str!("../../oracle/duchess-games.jsonl").lines().step_by(3) {
        play(&serde_json::from_str(line).unwrap());
    }
}

fn play(recorded: &Recorded) {
    let set_up: SetUp = recorded.setup.parse().unwrap();
    let flap = |seat: Seat| set_up.flap(seat).number();
    let mut table = table(set_up);
    for (mover, text, _, missed) in &recorded.turns {
        let seat = table.game.seat_to_move().unwrap();
        assert_eq!(flap(seat), *mover);
        table.turn(seat, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let turn = table.game.turns().last().unwrap();
        assert_eq!(turn.missed.iter().map(|&seat| flap(seat)).collect::<Vec<_>>(), *missed);
    }
    assert_eq!(table.game.conclusion().is_some(), recorded.winner.is_some());
    assert_eq!(Game::fold(table.game.setup().clone(), &table.log).unwrap(), table.game);
}
