//! The names of pieces.

use domain::rules::duchess::Role as DuchessRole;
use shakmaty::Role;

/// What people call a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceNames {
    /// `pawn`
    pub one: &'static str,
    /// `a pawn`
    pub a: &'static str,
    /// `A pawn`, at the beginning of a sentence
    pub a_first: &'static str,
    /// `pawns`
    pub many: &'static str,
    /// `Pawns`
    pub heading: &'static str,
}

const fn names([one, a, a_first, many, heading]: [&'static str; 5]) -> PieceNames {
    PieceNames { one, a, a_first, many, heading }
}

const PAWN: PieceNames = names(["pawn", "a pawn", "A pawn", "pawns", "Pawns"]);
const KNIGHT: PieceNames = names(["knight", "a knight", "A knight", "knights", "Knights"]);
const BISHOP: PieceNames = names(["bishop", "a bishop", "A bishop", "bishops", "Bishops"]);
const ROOK: PieceNames = names(["rook", "a rook", "A rook", "rooks", "Rooks"]);
const QUEEN: PieceNames = names(["queen", "a queen", "A queen", "queens", "Queens"]);
const KING: PieceNames = names(["king", "a king", "A king", "kings", "Kings"]);
const DUCHESS: PieceNames = names(["duchess", "a duchess", "A duchess", "duchesses", "Duchesses"]);
const FORTRESS: PieceNames = names(["fortress", "a fortress", "A fortress", "fortresses", "Fortresses"]);
const WIZARD: PieceNames = names(["wizard", "a wizard", "A wizard", "wizards", "Wizards"]);

/// Of the duck games.
pub const fn piece(role: Role) -> PieceNames {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// The piece with a letter, in any game: `None` for a letter that no piece has.
pub fn piece_of_letter(letter: char) -> Option<PieceNames> {
    DuchessRole::from_letter(letter).map(duchess_piece)
}

/// Of Duchess.
pub const fn duchess_piece(role: DuchessRole) -> PieceNames {
    match role {
        DuchessRole::Pawn => PAWN,
        DuchessRole::Knight => KNIGHT,
        DuchessRole::Bishop => BISHOP,
        DuchessRole::Rook => ROOK,
        DuchessRole::Queen => QUEEN,
        DuchessRole::King => KING,
        DuchessRole::Duchess => DUCHESS,
        DuchessRole::Fortress => FORTRESS,
        DuchessRole::Wizard => WIZARD,
    }
}
