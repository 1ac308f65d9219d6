//! How a game ended, in words.

use domain::correspondence::result::{Ending, GameResult};
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::seat::{Seating, Side};

use super::{SeatNames, plural};

/// A result as a sentence without its full stop, for it also stands alone: `Black wins by resignation`.
pub fn result(result: GameResult, seating: Seating) -> String {
    let (winner, seats) = match result.outcome {
        Outcome::Win(side) => (seating.side_name(side), seating.seats_of(side).count()),
        Outcome::Draw | Outcome::Void => ("Nobody".to_owned(), 1),
    };
    match result.ending {
        Ending::ByRules(RulesEnding::KingCaptured) => {
            plural(seats, format!("{winner} wins by capturing the king"), format!("{winner} win by capturing the king"))
        }
        Ending::ByRules(RulesEnding::Fowled) => plural(
            seats,
            format!("{winner} wins, fowled: no piece can move"),
            format!("{winner} win, fowled: no piece can move"),
        ),
        Ending::ByRules(RulesEnding::ThirdCheck) => {
            plural(seats, format!("{winner} wins by the third check"), format!("{winner} win by the third check"))
        }
        Ending::ByRules(RulesEnding::Checkmate) => {
            plural(seats, format!("{winner} wins by checkmate"), format!("{winner} win by checkmate"))
        }
        Ending::Resigned => {
            plural(seats, format!("{winner} wins by resignation"), format!("{winner} win by resignation"))
        }
        Ending::ON_TIME => plural(seats, format!("{winner} wins on time"), format!("{winner} win on time")),
        Ending::ByRules(RulesEnding::NobodyCanMove) => "Draw: nobody can move".to_owned(),
        Ending::Agreed => "Draw by agreement".to_owned(),
        Ending::ByRules(RulesEnding::Repetition) => "Draw by threefold repetition".to_owned(),
        Ending::ByRules(RulesEnding::FiftyMoves) => "Draw by the fifty-move rule".to_owned(),
        Ending::ByRules(RulesEnding::HundredTurns) => "Draw by the hundred-turn rule".to_owned(),
        Ending::Cancelled => "No result: the first round was not completed in time".to_owned(),
        Ending::CalledOff => "No result: called off, because a first turn was not made".to_owned(),
    }
}

/// The headings of counts of games that one or another side won; without two sides, those of who made a turn and of the others.
pub fn who_won(seating: Seating, sides: Option<[Side; 2]>) -> [String; 2] {
    match sides {
        Some(sides) => sides.map(|side| format!("{} won", seating.side_name(side))),
        None => ["Who made it won".to_owned(), "The others won".to_owned()],
    }
}
