//! What the scripts need to let the player to move make a turn: the position, the features of its variant, every legal turn or
//! first half of one, and all words that are said meanwhile. It is the same for boards of every shape.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::wording::board::Spoken;

/// The position of the player to move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardData {
    pub(super) shape: &'static str,
    pub(super) features: Features,
    pub(super) variant: &'static str,
    pub(super) fen: String,
    pub(super) ply: u32,
    /// The seat at the lower edge.
    pub(super) orientation: &'static str,
    pub(super) to_move: &'static str,
    /// Whether the turn is not the player's own, but one that they prepare for.
    pub(super) theirs: bool,
    /// By square, as the sprite or the tokens are named: `wN`, `red wR`.
    pub(super) pieces: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) duck: Option<String>,
    /// The kings that can be captured next or are in check, for viewers who want them marked.
    pub(super) marked: Vec<String>,
    /// Where the keyboard begins.
    pub(super) cursor: String,
    /// The shapes of tokens by colour, where there are tokens.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) shapes: BTreeMap<&'static str, &'static str>,
    pub(super) moves: Vec<MoveData>,
    /// Of every piece that is or may come to be on the board: `white knight`.
    pub(super) names: BTreeMap<String, String>,
    /// Of every token that a promotion may put on the board: `Green knight`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) titles: BTreeMap<String, String>,
    /// Of every kind of piece by its letter: `Knight`.
    pub(super) kinds: BTreeMap<char, &'static str>,
    pub(super) words: Spoken,
}

/// What belongs to a turn of a variant besides a piece that goes from one square to another.
#[derive(Clone, Copy, Serialize)]
pub struct Features {
    /// A turn ends with the choice of a square for the duck.
    pub duck: bool,
}

/// Where a piece can go. A promotion is one of these for each piece that the pawn may become, in the order in which they are
/// offered.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveData {
    pub(super) from: String,
    pub(super) to: String,
    /// The turn as it is typed, without the duck: `Nf3`, `N1b2-1c4`.
    pub(super) text: String,
    /// The same as it is said: `Knight g1 to f3`.
    pub(super) words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promotion: Option<char>,
    /// The turn is whole without a duck.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) ends: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) castle: Option<CastleData>,
    /// The square of a pawn that is captured en passant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) en_passant: Option<String>,
    /// The squares along the way, including the target, where they do not lie on a straight line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) way: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) teleports: bool,
}

/// How the rook goes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CastleData {
    pub(super) rook_from: String,
    pub(super) rook_to: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(is: &bool) -> bool {
    !*is
}

impl BoardData {
    /// The same for a turn that the other side may make, and that the player prepares for.
    #[must_use]
    pub fn of_theirs(self, theirs: bool) -> Self {
        Self { theirs, ..self }
    }

    /// The data as JSON for a page: nothing in it can close the element that contains it.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)?.replace('<', "\\u003c"))
    }
}
