//! What the calendar of deadlines and the feed of turns say.

use domain::rules::variant::Variant;

use super::VariantNames;

/// The name of the feed of turns.
pub const TURNS: &str = "Your turns at Mallard";

/// The reader is to move.
pub fn your_turn(against: &str) -> String {
    format!("Your turn against {against}")
}

/// Until when the clock of the player to move runs, in a calendar: `None` stands for the reader. A deadline of one's own
/// says so first.
pub fn deadline(to_move: Option<&str>, against: &str, is_first_round: bool) -> String {
    match (to_move, is_first_round) {
        (None, false) => your_turn(against),
        (None, true) => format!("Your first turn against {against}"),
        (Some(other), false) => format!("{other}’s turn (not yours)"),
        (Some(other), true) => format!("{other}’s first turn (not yours)"),
    }
}

/// What happens at the deadline.
pub fn at_deadline(variant: Variant, to_move: Option<&str>, is_first_round: bool) -> String {
    let variant = variant.name();
    match (to_move, is_first_round) {
        (_, true) => format!("{variant}. Unless everybody has played a first turn by then, the game is cancelled."),
        (None, false) => format!("{variant}. Your time runs out. Play your turn before then."),
        (Some(other), false) => format!("{variant}. {other}’s time runs out."),
    }
}

/// A turn that was made: `ann played Nf3@e5`.
pub fn played(player: &str, turn: &str) -> String {
    format!("{player} played {turn}")
}

/// What has happened since the reader's last turn, and until when they have time.
pub fn waiting(variant: Variant, played: &[String], is_first: bool, until: &str) -> String {
    let variant = variant.name();
    match (played.is_empty(), is_first) {
        (false, _) => format!("{variant}: {}. You have until {until}.", played.join(", ")),
        (true, true) => format!("{variant}: play the first turn. You have until {until}."),
        (true, false) => format!("{variant}: it is your turn again. You have until {until}."),
    }
}
