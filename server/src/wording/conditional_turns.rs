//! Why a player's conditional turns have ended.

use domain::rules::turn::TurnError;

use super::turns::turn;

/// None of them was for the turn that was made.
pub const NONE_FITTED: &str = "Your conditional turns have ended, because none of them fits the turn that was made.";

/// The reply was to accept a draw.
pub const NO_DRAW_TO_ACCEPT: &str =
    "Your conditional turns have ended, because no draw was offered that could be accepted.";

/// The reply could not be made.
pub fn reply_not_made(reply: &str, error: Option<&TurnError>) -> String {
    let ended = format!("Your conditional turns have ended, because your reply {reply} could not be made.");
    match error {
        Some(error) => format!("{ended} {}", turn(error)),
        None => ended,
    }
}
