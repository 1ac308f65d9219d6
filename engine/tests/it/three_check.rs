//! Three-Check Duck Chess: a third check ends the game, and so nothing that could happen after it matters.

use domain::rules::duck::{DuckFen, DuckPosition};
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::proof::Prover;
use engine::score::{Certain, Score};
use engine::{Engine, Options};

use crate::chance::{Chance, with_few_turns};

/// The best turn at this depth, and its score.
fn solve(position: &DuckPosition, depth: u32) -> (String, Score) {
    let position = Position::Duck(position.clone());
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let found = engine.search(&Game::new(position.clone()), &Limits::depth(depth), |_| ()).unwrap();
    (position.write_turn(found.turn()), found.score())
}

#[test]
fn a_third_check_wins_even_if_the_own_king_could_be_taken() {
    for (fen, turn) in [
        // No duck keeps the knight from the king.
        ("4k3/8/8/*7/8/5n2/8/4K2R w - - 0 1 +2+0", "Rh8"),
        // A duck on e2 would, but it would stand in the way of the check as well.
        ("4k3/4r3/8/*7/8/8/4R3/4K3 w - - 0 1 +2+0", "Rxe7"),
        ("4k3/3pp3/8/*7/4r3/7B/8/4K3 w - - 0 1 +2+0", "Bxd7"),
    ] {
        let (found, score) = solve(&fen.parse().unwrap(), 1);
        assert_eq!(score.certain(), Some(Certain::Win { plies: 1 }), "{found} in {fen}");
        assert!(found.starts_with(turn), "{found} in {fen}");
    }
}

/// What a shallow search claims is proved by looking at every turn, and no third check is missed.
#[test]
fn claims_where_two_checks_have_been_given_are_true() {
    let (mut won, mut claimed) = (0, 0);
    let mut chance = Chance(7);
    let mut prover = Prover::default();
    for _ in 0..400 {
        let Position::Duck(played) = with_few_turns(Variant::ThreeCheckDuck, 2, &mut chance) else { continue };
        let checks = played.checks_given().map(|given| given.map(|_| 2));
        let position: DuckPosition = DuckFen { checks, ..DuckFen::from(&played) }.try_into().unwrap();
        for depth in [1, 2] {
            let (found, score) = solve(&position, depth);
            let is_won = prover.win(&position, 1).is_some();
            won += usize::from(is_won);
            assert_eq!(score == Score::win_in(1), is_won, "{found}, {score} at depth {depth} of {position}");
            let is_true = match score.certain() {
                Some(Certain::Win { plies }) if plies <= 3 => {
                    prover.win(&position, plies.div_ceil(2) as usize).is_some()
                }
                Some(Certain::Loss { plies }) if plies <= 4 => prover.is_lost(&position, plies as usize / 2),
                _ => continue,
            };
            claimed += 1;
            assert!(is_true, "{found}, {score} at depth {depth} of {position}");
        }
    }
    assert!(won >= 10 && claimed >= 20, "{won} {claimed}");
}
