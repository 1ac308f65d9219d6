//! The names of pieces.

use domain::rules::duchess::Role as DuchessRole;
use shakmaty::Role;

use super::{all_of, plural};

/// What people call a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceNames {
    /// `pawn`
    pub one: &'static str,
    /// `Pawn`, at the beginning of a sentence or alone
    pub one_first: &'static str,
    /// `a pawn`
    pub a: &'static str,
    /// `A pawn`, at the beginning of a sentence
    pub a_first: &'static str,
    /// `pawns`
    pub many: &'static str,
    /// `Pawns`
    pub heading: &'static str,
}

const fn names([one, one_first, a, a_first, many, heading]: [&'static str; 6]) -> PieceNames {
    PieceNames { one, one_first, a, a_first, many, heading }
}

const PAWN: PieceNames = names(["pawn", "Pawn", "a pawn", "A pawn", "pawns", "Pawns"]);
const KNIGHT: PieceNames = names(["knight", "Knight", "a knight", "A knight", "knights", "Knights"]);
const BISHOP: PieceNames = names(["bishop", "Bishop", "a bishop", "A bishop", "bishops", "Bishops"]);
const ROOK: PieceNames = names(["rook", "Rook", "a rook", "A rook", "rooks", "Rooks"]);
const QUEEN: PieceNames = names(["queen", "Queen", "a queen", "A queen", "queens", "Queens"]);
const KING: PieceNames = names(["king", "King", "a king", "A king", "kings", "Kings"]);
const DUCHESS: PieceNames = names(["duchess", "Duchess", "a duchess", "A duchess", "duchesses", "Duchesses"]);
const FORTRESS: PieceNames = names(["fortress", "Fortress", "a fortress", "A fortress", "fortresses", "Fortresses"]);
const WIZARD: PieceNames = names(["wizard", "Wizard", "a wizard", "A wizard", "wizards", "Wizards"]);

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

/// A piece of a seat, by itself: `Red rook`.
pub fn titled(seat: &str, kind: &str) -> String {
    format!("{seat} {kind}")
}

/// The king of a seat that is mated, by itself: `Red king, mated`.
pub fn titled_as_mated(seat: &str, kind: &str) -> String {
    format!("{seat} {kind}, mated")
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

/// The pieces of one kind that a seat has on the board of Duchess: `king 1c1`, `pawns 1c2, 1d2 and 2c3`.
pub fn pieces_on(role: DuchessRole, squares: &[String]) -> String {
    let (names, at) = (duchess_piece(role), all_of(squares));
    plural(squares.len(), format!("{} {at}", names.one), format!("{} {at}", names.many))
}

/// The pieces of one kind that have been captured from a seat of Duchess: `bishop`, `2 pawns`.
pub fn pieces_captured(role: DuchessRole, count: usize) -> String {
    let names = duchess_piece(role);
    plural(count, names.one.to_owned(), format!("{count} {}", names.many))
}
