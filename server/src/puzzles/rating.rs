//! How a player's rating among puzzles begins, and what a try does to it.
//!
//! It is Glicko-2, as for games, with two differences. It begins lower and surer, near the puzzles that a newcomer is offered; and one
//! try moves it by no more than [`MOST_POINTS`]: by Glicko alone the first miss would cost some hundreds, which reads as a punishment.

use crate::ratings::{Rating, Score};

/// Of a player who has tried none.
pub const BEGINNER: Rating = Rating { value: 1100.0, deviation: 200.0, volatility: Rating::NEW.volatility };

/// The most that one try moves a player's rating, in points.
const MOST_POINTS: f64 = 40.0;

/// The ratings of a player and of a puzzle after a try.
pub fn after_try(player: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
    let (of_player, of_puzzle) = if solved { (Score::Win, Score::Loss) } else { (Score::Loss, Score::Win) };
    let after = player.after_game(&[(puzzle, of_player)]);
    let value = after.value.clamp(player.value - MOST_POINTS, player.value + MOST_POINTS);
    (Rating { value, ..after }, puzzle.after_game(&[(player, of_puzzle)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: Rating = Rating { value: 1100.0, deviation: 200.0, volatility: 0.06 };

    #[test]
    fn no_try_moves_a_player_by_much() {
        for puzzle in [500.0, 1100.0, 1640.0, 2100.0].map(|value| Rating { value, ..PUZZLE }) {
            for player in [BEGINNER, Rating::NEW] {
                for solved in [true, false] {
                    let (after, _) = after_try(player, puzzle, solved);
                    assert!((after.value - player.value).abs() <= MOST_POINTS, "{puzzle:?}, {solved}: {after:?}");
                    assert_eq!(after.value > player.value, solved);
                }
            }
        }
    }

    #[test]
    fn whoever_is_stronger_gets_to_their_level_in_a_few_dozen_puzzles() {
        // Who solves all puzzles below 1700 and misses the others, each time at one of their rating.
        let mut player = BEGINNER;
        let tries = (1..200).find(|_| {
            let puzzle = Rating { value: player.value, ..PUZZLE };
            player = after_try(player, puzzle, puzzle.value < 1700.0).0;
            player.value >= 1650.0
        });
        assert!(tries.is_some_and(|tries| tries < 25), "{tries:?}: {player:?}");
    }
}
