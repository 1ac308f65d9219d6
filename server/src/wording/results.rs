//! How a game ended, in words.

use domain::correspondence::result::{Ending, GameResult};
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::seat::{Seat, Seating, Side};

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
        Ending::Resigned if let Some(by) = result.decided_by(seating) => {
            format!("{winner} wins by resignation of {}", seating.name(by))
        }
        Ending::ON_TIME if let Some(by) = result.decided_by(seating) => {
            format!("{winner} wins: {} ran out of time", seating.name(by))
        }
        Ending::Resigned => {
            plural(seats, format!("{winner} wins by resignation"), format!("{winner} win by resignation"))
        }
        Ending::ON_TIME => plural(seats, format!("{winner} wins on time"), format!("{winner} win on time")),
        Ending::ByRules(RulesEnding::NobodyCanMove) => "Draw: nobody can move".to_owned(),
        Ending::ByRules(RulesEnding::Stalemate) => "Draw by stalemate".to_owned(),
        Ending::ByRules(RulesEnding::DeadPosition) => "Draw: neither side can mate".to_owned(),
        Ending::Agreed => "Draw by agreement".to_owned(),
        Ending::ByRules(RulesEnding::Repetition) => "Draw by threefold repetition".to_owned(),
        Ending::ByRules(RulesEnding::FiftyMoves) => "Draw by the fifty-move rule".to_owned(),
        Ending::ByRules(RulesEnding::HundredTurns) => "Draw by the hundred-turn rule".to_owned(),
        Ending::Cancelled => "No result: the first round was not completed in time".to_owned(),
        Ending::CalledOff => "No result: called off, because a first turn was not made".to_owned(),
    }
}

/// The same as a sentence among others.
pub fn result_sentence(result: GameResult, seating: Seating) -> String {
    format!("{}.", self::result(result, seating))
}

/// How a game ended for the reader, who had a seat of it, with the players by seat: `You lost by resignation`.
pub fn your_result(result: GameResult, seating: Seating, seat: Seat, players: &[String]) -> String {
    if let Some((is_won, words)) = decided_by_another(result, seating, seat, players) {
        return if is_won { format!("You won: {words}") } else { format!("You lost: {words}") };
    }
    let sentences = result_for(result, seating, seat);
    sentences.map_or_else(|| self::result(result, seating), |[yours, _]| yours.to_owned())
}

/// How a game ended for the player whom a page is about, and who had a seat of it: `Lost by resignation`.
pub fn result_of_player(result: GameResult, seating: Seating, seat: Seat, players: &[String]) -> String {
    if let Some((is_won, words)) = decided_by_another(result, seating, seat, players) {
        return if is_won { format!("Won: {words}") } else { format!("Lost: {words}") };
    }
    let sentences = result_for(result, seating, seat);
    sentences.map_or_else(|| self::result(result, seating), |[_, theirs]| theirs.to_owned())
}

/// Whether a seat has won a game of three players, each alone, and what one of the others did that decided it.
fn decided_by_another(result: GameResult, seating: Seating, seat: Seat, players: &[String]) -> Option<(bool, String)> {
    let by = result.decided_by(seating).filter(|&by| by != seat)?;
    let player = players.get(by.index())?;
    let words = match result.ending {
        Ending::Resigned => format!("{player} resigned"),
        _ => format!("{player} ran out of time"),
    };
    Some((result.outcome == Outcome::Win(seating.side(seat)), words))
}

/// How a game ended for a player who had a seat in it, said to them and on a page about them; `None` if nobody won.
fn result_for(result: GameResult, seating: Seating, seat: Seat) -> Option<[&'static str; 2]> {
    let Outcome::Win(winner) = result.outcome else { return None };
    let is_won = winner == seating.side(seat);
    Some(match (result.ending, is_won) {
        (Ending::ByRules(RulesEnding::KingCaptured), true) => {
            ["You won by capturing the king", "Won by capturing the king"]
        }
        (Ending::ByRules(RulesEnding::KingCaptured), false) => {
            ["You lost: your king was captured", "Lost: their king was captured"]
        }
        (Ending::ByRules(RulesEnding::Fowled), true) => ["You won: you were fowled", "Won: they were fowled"],
        (Ending::ByRules(RulesEnding::Fowled), false) => {
            ["You lost: your opponent was fowled", "Lost: their opponent was fowled"]
        }
        (Ending::ByRules(RulesEnding::ThirdCheck), true) => ["You won by the third check", "Won by the third check"],
        (Ending::ByRules(RulesEnding::ThirdCheck), false) => ["You lost by the third check", "Lost by the third check"],
        (Ending::ByRules(RulesEnding::Checkmate), true) => ["You won by checkmate", "Won by checkmate"],
        (Ending::ByRules(RulesEnding::Checkmate), false) => ["You lost by checkmate", "Lost by checkmate"],
        (Ending::Resigned, true) => ["You won by resignation", "Won by resignation"],
        (Ending::Resigned, false) => ["You lost by resignation", "Lost by resignation"],
        (Ending::ON_TIME, true) => ["You won on time", "Won on time"],
        (Ending::ON_TIME, false) => ["You lost on time", "Lost on time"],
        _ => return None,
    })
}

/// The score of each side in the order of their turns, as people write it: `0–1`, `½–½`; `None` for a game without a result.
pub fn score(outcome: Outcome, seating: Seating) -> Option<String> {
    let of = |side| match (outcome, seating.sides().count()) {
        (Outcome::Win(winner), _) if winner == side => Some("1"),
        (Outcome::Win(_), _) => Some("0"),
        (Outcome::Draw, 2) => Some("½"),
        (Outcome::Draw, _) => Some("⅓"),
        (Outcome::Void, _) => None,
    };
    Some(seating.sides().map(of).collect::<Option<Vec<_>>>()?.join("–"))
}

/// The headings of counts of games that one or another side won; without two sides, those of the side that made a turn and of the others.
pub fn who_won(seating: Seating, sides: Option<[Side; 2]>) -> [String; 2] {
    match sides {
        Some(sides) => sides.map(|side| format!("{} won", seating.side_name(side))),
        None => ["Who made it won".to_owned(), "The others won".to_owned()],
    }
}
