//! What is said while a turn is made on a board. The scripts choose among the sentences of [`Spoken`] and fill in what stands
//! in braces; why something cannot be done they ask the server.

use domain::rules::duchess::{self, Role as DuchessRole};
use domain::rules::duck::Immovable;
use domain::rules::seat::{Seat, Seating};
use serde::Serialize;
use shakmaty::{Role, Square};

use super::SeatNames;
use super::pieces::{duchess_piece, piece};

/// The sentences of a board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spoken {
    /// What the board is to a reader who cannot see it.
    board: &'static str,
    lifted: &'static str,
    promotion: &'static str,
    promoting: &'static str,
    /// Of the choice to promote to nothing, where there is one.
    stay: &'static str,
    duck: &'static str,
    whole: &'static str,
    whole_with_duck: &'static str,
    /// What to do with a whole turn, where the page does not say it.
    next: &'static str,
    /// There is nothing to send yet.
    unmade: &'static str,
    /// There is half a turn to send: the duck has not been moved.
    unplaced: &'static str,
    /// What was typed was meant for an earlier position.
    outdated: &'static str,
    /// There is no answer from anyone who could read what was typed.
    unread: &'static str,
    /// There is no answer from anyone who could say why.
    unexplained: &'static str,
    /// Parts of what is heard of a square, one behind the other: `e8, black king, can be captured`.
    empty: &'static str,
    duck_here: &'static str,
    marked: &'static str,
    reach: Reach,
    /// The squares whose names are not how they are said.
    squares: &'static [(&'static str, &'static str)],
}

/// What is heard of where a lifted piece can go.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reach {
    goes: &'static str,
    takes: &'static str,
    teleports: &'static str,
    takes_by_teleporting: &'static str,
    can_go: &'static str,
    can_take: &'static str,
    can_teleport: &'static str,
    /// One of those that can be taken.
    piece: &'static str,
}

/// Of the duck games.
pub const SQUARE: Spoken = Spoken {
    board: "Board. Arrow keys move between squares, Enter lifts a piece and puts it down, Escape takes back.",
    lifted: "{piece} on {square}: choose where it goes.",
    promotion: "Choose what the pawn becomes.",
    promoting: "The pawn on {square} becomes",
    stay: "",
    duck: "{move}. Now choose a square for the duck.",
    whole: "{move}. {next}",
    whole_with_duck: "{move}, duck to {square}. {next}",
    next: "Now send the turn.",
    unmade: "Move a piece first, then the duck.",
    unplaced: "Not sent yet: the duck needs a square too. Choose one on the board, or type it after the @.",
    outdated: "The game has moved on since you began this. Press Send turn again to send it.",
    unread: "Mallard does not answer, so the board cannot show what you typed. It stays in the field.",
    unexplained: "That cannot be done. Mallard does not answer, so it cannot say why.",
    empty: "empty",
    duck_here: "duck",
    marked: "can be captured",
    reach: Reach {
        goes: "can go there",
        takes: "can be taken",
        teleports: "can go there by teleportation",
        takes_by_teleporting: "can be taken by teleportation",
        can_go: "It can go to {squares}.",
        can_take: "It can take {pieces}.",
        can_teleport: "It can teleport to {squares}.",
        piece: "the {piece} on {square}",
    },
    squares: &[],
};

/// Of chess.
pub const CHESS: Spoken =
    Spoken { unmade: "Play a turn on the board first, or type it.", marked: "in check", ..SQUARE };

/// Of Duchess.
pub const ROUND: Spoken = Spoken {
    promotion: "Choose what the pawn becomes on the Vortex.",
    promoting: "The pawn on the Vortex becomes",
    stay: "Stay a pawn",
    unmade: "Play a turn on the board first, or type it.",
    marked: "in check",
    squares: &[("V", "the Vortex")],
    ..SQUARE
};

/// What brings a square board before the other seat: in a sentence, and as a button.
pub const FLIP: &str = "flip";
/// The button.
pub const FLIP_THE_BOARD: &str = "Flip the board";
/// The same for a round board, and its next seat.
pub const TURN: &str = "turn";
/// The button.
pub const TURN_THE_BOARD: &str = "Turn the board";
/// What its key does.
pub const TURN_FLAP_BY_FLAP: &str = "Turn the board, flap by flap";

/// A square is named for the duck although the king is captured.
pub const THE_DUCK_STAYS: &str = "Capturing the king ends the game: the duck stays.";
/// A move of the opponent's is prepared for wherever the duck goes.
pub const THEIR_DUCK_ANYWHERE: &str = "This move of theirs, wherever the duck goes. Add it to continue.";
/// The same is written for one's own turn.
pub const OWN_DUCK_ANYWHERE: &str = "Only their turn can leave the duck open: say where yours goes, such as @e5.";

/// Why nothing can be lifted from a square; `theirs`: where a turn of the opponent's is made.
pub fn immovable(why: Immovable, at: Square, theirs: bool) -> String {
    let name = |role| piece(role).one;
    match why {
        Immovable::Duck => "Move a piece first, then the duck.".to_owned(),
        Immovable::Empty => nothing_there(&at.to_string(), theirs),
        Immovable::NotYours(role) if theirs => {
            format!("The {} on {at} is yours: now play a turn of theirs.", name(role))
        }
        Immovable::NotYours(role) => format!("The {} on {at} is not yours.", name(role)),
        Immovable::Pawn { ahead, by: Some(role) } => {
            format!("The pawn on {at} cannot move: {} is on {ahead}, and it has nothing to capture.", piece(role).a)
        }
        Immovable::Pawn { ahead, by: None } => {
            format!("The pawn on {at} cannot move: the duck is on {ahead}, and it has nothing to capture.")
        }
        Immovable::Surrounded { role, duck: Some(duck) } if theirs => {
            format!("The {} on {at} cannot move: the duck on {duck} and their own pieces are in its way.", name(role))
        }
        Immovable::Surrounded { role, duck: Some(duck) } => {
            format!("The {} on {at} cannot move: the duck on {duck} and your own pieces are in its way.", name(role))
        }
        Immovable::Surrounded { role, duck: None } if theirs => {
            format!("The {} on {at} cannot move: their own pieces are in its way.", name(role))
        }
        Immovable::Surrounded { role, duck: None } => {
            format!("The {} on {at} cannot move: your own pieces are in its way.", name(role))
        }
    }
}

/// A king of the duck games can be captured next: the reader's own, or the other.
pub fn king_in_reach(square: Square, is_own: bool) -> String {
    match is_own {
        true => format!("Your king on {square} can be captured."),
        false => format!("The king on {square} can be captured."),
    }
}

/// A square is empty.
pub fn nothing_there(square: &str, theirs: bool) -> String {
    match theirs {
        true => format!("There is no piece on {square}. Choose one of their pieces."),
        false => format!("There is no piece on {square}. Choose one of your pieces."),
    }
}

/// A piece of Duchess belongs to a seat that is not to move.
pub fn not_to_move(role: DuchessRole, at: duchess::Square, owner: Seat, mover: Seat, seating: Seating) -> String {
    let (role, at, owner, mover) = (duchess_piece(role).one, place(at), seating.name(owner), seating.name(mover));
    format!("The {role} on {at} belongs to {owner}, and {mover} is to move.")
}

/// A piece of chess could move, if it were not for its king.
pub fn held_by_check(role: Role, at: Square, king_is_in_check: bool) -> String {
    let role = piece(role).one;
    match king_is_in_check {
        true => format!("The {role} on {at} cannot move: the king is in check, and the {role} cannot help."),
        false => format!("The {role} on {at} cannot move: that would leave the king in check."),
    }
}

/// The king of chess has nowhere to go.
pub fn king_is_held(at: Square) -> String {
    format!("The king on {at} cannot move: every square that it could go to is attacked.")
}

/// A piece of Duchess has no legal move.
pub fn stuck(role: DuchessRole, at: duchess::Square) -> String {
    format!("The {} on {} cannot move.", duchess_piece(role).one, place(at))
}

/// A square of Duchess as it is said.
pub fn place(at: duchess::Square) -> String {
    if at == duchess::Square::VORTEX { "the Vortex".to_owned() } else { at.to_string() }
}
