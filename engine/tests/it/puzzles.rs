//! Positions with one answer.

use domain::rules::position::Position;
use engine::game::Game;
use engine::limits::Limits;
use engine::score::{Certain, Score};
use engine::{Engine, Options};

/// The best turn, and its score.
fn solve(fen: &str) -> (String, Score) {
    let position = Position::Duck(fen.parse().unwrap());
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let found = engine.search(&Game::new(position.clone()), &Limits::nodes(200_000), |_| ()).unwrap();
    (position.write_turn(found.turn()), found.score())
}

const WINS: Option<Certain> = Some(Certain::Win { plies: 3 });

/// The warm-up puzzle of duckchess.com, composed from its text: the duck that guards the king has to leave.
#[test]
fn the_duck_must_leave_the_square_where_it_is_needed() {
    let white = "8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30";
    assert_eq!((solve(white).0.as_str(), solve(white).1.certain()), ("Qf6@g6", WINS));

    let tempting: Position = Position::Duck(white.parse().unwrap());
    let after = tempting.play(tempting.read_turn("Qxh7@g5").unwrap());
    let (answer, score) = solve(&after.fen());
    assert!(answer.starts_with("Kxh7@") && score.certain().is_none(), "{answer} {score}");
    assert!(after.read_turn("Kxh7@f5").is_ok());

    let (answer, score) = solve(&white.replace(" w ", " b "));
    assert_eq!((answer.as_str(), score.certain()), ("Qxg2@f3", WINS));
}

#[test]
fn a_king_that_can_be_taken_is_taken() {
    let (answer, score) = solve("4k3/8/8/8/*7/8/8/K3R3 w - - 0 1");
    assert_eq!((answer.as_str(), score.certain()), ("Rxe8", Some(Certain::Win { plies: 1 })));
}

#[test]
fn who_has_no_turn_has_won() {
    // White's king alone can go anywhere, to b2, and is taken there.
    let (answer, score) = solve("7k/8/8/*7/8/p1p5/P1P5/KB6 b - - 0 1");
    assert!(!answer.ends_with("@b2"), "{answer} would leave White without a turn, who has won then");
    assert_eq!(score.certain(), WINS);
}

/// Nobody can claim a draw where the game is over.
#[test]
fn who_has_no_turn_has_won_even_after_a_hundred_quiet_turns() {
    let position = Position::Duck("7k/8/8/*7/8/p1p5/P1P5/KB6 b - - 99 90".parse().unwrap());
    let only = vec![position.read_turn("Kg8@b2").unwrap()];
    for pruning in [true, false] {
        let mut engine = Engine::new(Options { hash: 1, pruning, ..Options::default() });
        let limits = Limits { only: only.clone(), ..Limits::depth(2) };
        let found = engine.search(&Game::new(position.clone()), &limits, |_| ()).unwrap();
        assert_eq!(found.score(), Score::loss_in(1), "pruning {pruning}");
    }
}
