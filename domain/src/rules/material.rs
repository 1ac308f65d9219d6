//! Material: what has been captured from each seat, and what is left.
//!
//! ```
//! use domain::rules::position::Position;
//! use domain::rules::seat::Seat;
//! use domain::rules::variant::Variant;
//!
//! let position = Position::from_fen(Variant::Duck, "rnb1kbnr/pppppppp/8/4*3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5").unwrap();
//! let black = &position.material()[Seat::BLACK];
//! assert_eq!((black.points, black.captured.as_slice()), (Some(30), [('Q', 1)].as_slice()));
//! ```

/// A seat's material.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// The letters of its pieces on the board and how many there are of each, the dearest first; the king is not counted.
    pub on_board: Vec<(char, u8)>,
    /// The same of those that have been captured.
    pub captured: Vec<(char, u8)>,
    /// What those on the board are worth together by the usual count, in pawns: queen 9, rook 5, bishop and knight 3; `None`
    /// where there is no usual count.
    pub points: Option<u32>,
}
