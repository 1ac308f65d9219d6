//! What the scripts say while a turn is made on a board. They choose among these sentences and fill in what stands in braces.

use serde::Serialize;

/// The sentences of a board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spoken {
    /// What the board is to who cannot see it.
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
    /// What was typed was meant for an earlier position.
    outdated: &'static str,
    /// Nobody answers who could read what was typed.
    unread: &'static str,
    /// Nobody answers who could say why.
    unexplained: &'static str,
    /// Parts of what is heard of a square, one behind the other: `e8, black king, can be captured`.
    empty: &'static str,
    duck_here: &'static str,
    marked: &'static str,
    reach: Option<Reach>,
    /// The squares whose names are not how they are said.
    squares: &'static [(&'static str, &'static str)],
}

/// What is heard of where a lifted piece can go: on a board where that is not plain to everybody.
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
    board: "Board. Arrows go over the squares, Enter lifts and puts down, Escape takes back.",
    lifted: "{piece} on {square}: choose where it goes.",
    promotion: "Choose what the pawn becomes.",
    promoting: "The pawn on {square} becomes",
    stay: "",
    duck: "{move}. Now choose a square for the duck.",
    whole: "{move}. {next}",
    whole_with_duck: "{move}, duck to {square}. {next}",
    next: "Continue sends it.",
    unmade: "Move a piece first, then the duck.",
    outdated: "The game has gone on since you began this. Continue once more sends it.",
    unread: "Mallard does not answer, so the board cannot show what you typed. It stays in the field.",
    unexplained: "That cannot be done. Mallard does not answer, so it cannot say why.",
    empty: "empty",
    duck_here: "duck",
    marked: "can be captured",
    reach: None,
    squares: &[],
};

/// Of Duchess.
pub const ROUND: Spoken = Spoken {
    promotion: "Choose what the pawn becomes on the Vortex.",
    promoting: "The pawn on the Vortex becomes",
    stay: "Stay a pawn",
    unmade: "Make a turn on the board first, or type it.",
    marked: "in check",
    reach: Some(Reach {
        goes: "can go there",
        takes: "can be taken",
        teleports: "can go there by teleportation",
        takes_by_teleporting: "can be taken by teleportation",
        can_go: "It can go to {squares}.",
        can_take: "It can take {pieces}.",
        can_teleport: "It can teleport to {squares}.",
        piece: "the {piece} on {square}",
    }),
    squares: &[("V", "the Vortex")],
    ..SQUARE
};
