//! Conditional turns: why they have ended, and what becomes of a draft of them.

use domain::rules::turn::TurnError;

use super::lists::one_of;
use super::plural;
use super::turns::turn;

/// None of them was for the turn that was made.
pub const NONE_FITTED: &str = "Your conditional turns have ended, because none of them fits the turn that was made.";

/// The reply was to accept a draw.
pub const NO_DRAW_TO_ACCEPT: &str =
    "Your conditional turns have ended, because no draw was offered that could be accepted.";

/// A reply cannot be made after some of the turns that it answers, because the duck is in its way.
pub fn reply_blocked(reply: &str, turns: &[&str]) -> String {
    let after = one_of(turns);
    plural(
        turns.len(),
        format!(
            "The duck can block your reply {reply}: after {after} it cannot be made, and your conditional turns end. You can \
             add another reply to that turn."
        ),
        format!(
            "The duck can block your reply {reply}: after {after} it cannot be made, and your conditional turns end. You can \
             add another reply to each of those turns."
        ),
    )
}

/// The reply could not be made.
pub fn reply_not_made(reply: &str, error: Option<&TurnError>) -> String {
    let ended = format!("Your conditional turns have ended, because your reply {reply} could not be made.");
    match error {
        Some(error) => format!("{ended} {}", turn(error)),
        None => ended,
    }
}

/// What a draft has become, now that the game has moved on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftNow {
    /// It is too long to be moved along.
    TooLong,
    /// What is left of it begins with the writer's own turn.
    BeginsWithYourTurn,
    /// It stands as text, because nothing can be saved now.
    AsText,
    /// It was moved along, and is not what is saved.
    Updated,
    /// It was moved along, and is what is saved.
    SavedUpdated,
    /// There was none.
    NotBegun,
    /// All of it was played.
    PlayedToItsEnd,
    /// Some of it was played, and the rest cannot come any more.
    PlayedOrImpossible,
    /// None of it can come any more.
    Impossible,
}

/// That the game has moved on since a draft was begun, and what has become of it.
pub fn moved_on(last_turn: &str, draft: DraftNow) -> String {
    let draft = match draft {
        DraftNow::NotBegun => return format!("The game has moved on: the last turn is {last_turn}."),
        DraftNow::TooLong => {
            "What you had written is below as text; it was too long to be moved along. None of it was saved."
        }
        DraftNow::BeginsWithYourTurn => {
            "What is left of your draft is below as text, and begins with your own turn. None of it was saved."
        }
        DraftNow::AsText => "What you had written is below as text. None of it was saved.",
        DraftNow::Updated => "Your draft has been updated to match, and is not saved yet.",
        DraftNow::SavedUpdated => "What you have saved has been updated to match.",
        DraftNow::PlayedToItsEnd => "Nothing is left of your draft: it was played to its end.",
        DraftNow::PlayedOrImpossible => {
            "Nothing is left of your draft: what was not played to its end is no longer possible."
        }
        DraftNow::Impossible => "None of your draft is possible any more.",
    };
    format!("The game has moved on since you began this: the last turn is {last_turn}. {draft}")
}

/// Why a line cannot come any more: `2... a6@a3 was played, not Nf6@e2`
pub fn played_instead(played: &str, expected: &str) -> String {
    format!("{played} was played, not {expected}")
}

/// A player and their seat, in a game of more than two: `ann (Red)`.
pub fn player_at(player: &str, seat: &str) -> String {
    format!("{player} ({seat})")
}

/// A turn as it may be typed, and the same with any square of the duck.
pub fn example(turn: &str, any_duck: &str) -> String {
    format!("{turn}, or {any_duck}")
}
