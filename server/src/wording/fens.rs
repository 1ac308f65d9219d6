//! Why a text is not a FEN, or the FEN not a position.

use domain::rules::chess::ChessFenError;
use domain::rules::duchess::{DuchessFenError, SetUp};
use domain::rules::duck::DuckFenError;
use domain::rules::position::FenError;
use shakmaty::{CastlingSide, Color, Square};

use super::lists::one_of;
use super::pieces::duchess_piece;
use super::seats::colour;
use super::{VariantNames, plural};

/// What is wrong with it, and in which column.
pub fn fen(error: &FenError) -> String {
    match error {
        FenError::Duck(error) => duck(error),
        FenError::Duchess(error) => duchess(error),
        FenError::Chess(error) => chess(error),
        FenError::OtherVariant(variant) => format!("The FEN is one of {}.", variant.name()),
    }
}

fn chess(error: &ChessFenError) -> String {
    match *error {
        ChessFenError::Duck { square } => format!("There is a duck on {square}, and none in chess."),
        ChessFenError::InCheck { color, king } => {
            let (player, other) = (player(color), player(!color));
            format!("{player}’s king on {king} is in check, and {other} is to move.")
        }
        ChessFenError::Pieces(ref error) => duck(error),
    }
}

fn duck(error: &DuckFenError) -> String {
    use DuckFenError as Error;
    match *error {
        Error::BadPiece { column, found } => {
            format!("Column {column}: “{found}” is not a piece, a duck or a number of empty squares.")
        }
        Error::RankLength { column, rank, squares } => plural(
            squares,
            format!("Column {column}: Rank {rank} has 1 square instead of 8."),
            format!("Column {column}: Rank {rank} has {squares} squares instead of 8."),
        ),
        Error::RankCount { ranks } => plural(
            ranks,
            "The board has 1 rank instead of 8.".to_owned(),
            format!("The board has {ranks} ranks instead of 8."),
        ),
        Error::TwoDucks { first, second } => format!("There are two ducks, on {first} and on {second}."),
        Error::NoColor => "After the board, write “w” or “b” for the player to move.".to_owned(),
        Error::BadColor { column, ref found } => {
            format!("Column {column}: “{found}” must be “w” or “b”, for the player to move.")
        }
        Error::BadCastling { column, ref found } => {
            format!(
                "Column {column}: The castling rights “{found}” must be “-” or some of the letters KQkq, each once."
            )
        }
        Error::BadEnPassant { column, ref found } => {
            format!("Column {column}: The en passant square “{found}” must be “-” or a square such as e3.")
        }
        Error::BadHalfmoves { column, ref found } => {
            format!("Column {column}: The halfmove clock “{found}” must be a number.")
        }
        Error::BadFullmoves { column, ref found } => {
            format!("Column {column}: The move number “{found}” must be a number.")
        }
        Error::BadChecks { column, ref found } => {
            format!("Column {column}: “{found}” must be the number of checks given, such as +0+0.")
        }
        Error::Trailing { column, ref found } => {
            format!("Column {column}: “{found}” comes after the end of the FEN.")
        }
        Error::ChecksNotCounted => "Checks are counted in Three-Check Duck Chess only.".to_owned(),
        Error::NoKing { color } => format!("{} has no king.", player(color)),
        Error::TwoKings { color, first, second } => {
            format!("{} has more than one king, on {first} and on {second}.", player(color))
        }
        Error::TooManyPawns { color, count } => format!("{} has {count} pawns, more than eight.", player(color)),
        Error::TooManyPieces { color, count } => format!("{} has {count} pieces, more than sixteen.", player(color)),
        Error::PawnOnLastRank { square } => format!("The pawn on {square} is on the first or last rank."),
        Error::DuckOnPiece { square } => format!("The duck is on {square} together with a piece."),
        Error::CastlingWithoutKing { color, side, king } => castling_without_king(player(color), side, king),
        Error::CastlingWithoutRook { color, side, rook } => castling_without_rook(player(color), side, rook),
        Error::EnPassantRank { square } => format!("No pawn can just have passed {square}."),
        Error::EnPassantWithoutPawn { square, pawn } => {
            format!("{square} cannot be the en passant square: the pawn on {pawn} is missing.")
        }
        Error::EnPassantBehindPiece { square, occupied } => {
            format!("{square} cannot be the en passant square: {occupied} is occupied.")
        }
        Error::ThirdCheckGiven { color } => {
            format!("{} has given the third check already: the game is over.", player(color))
        }
    }
}

fn castling_without_king(player: &str, side: CastlingSide, king: Square) -> String {
    match side {
        CastlingSide::KingSide => format!("{player} cannot castle to the king’s side: the king is not on {king}."),
        CastlingSide::QueenSide => format!("{player} cannot castle to the queen’s side: the king is not on {king}."),
    }
}

fn castling_without_rook(player: &str, side: CastlingSide, rook: Square) -> String {
    match side {
        CastlingSide::KingSide => format!("{player} cannot castle to the king’s side: there is no rook on {rook}."),
        CastlingSide::QueenSide => format!("{player} cannot castle to the queen’s side: there is no rook on {rook}."),
    }
}

const fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn duchess(error: &DuchessFenError) -> String {
    use DuchessFenError as Error;
    match *error {
        Error::NoSetUp => "The FEN is empty: it begins with the set-up, 6, 4, 3, 2x2 or 2.".to_owned(),
        Error::BadSetUp { ref found } => {
            format!("There is no set-up “{found}”: the FEN begins with 6, 4, 3, 2x2 or 2.")
        }
        Error::NoSeat { set_up } => {
            let flaps = flaps(set_up);
            format!("The FEN does not say who is to move: write the flap of that seat ({flaps}) after the set-up.")
        }
        Error::SeatLeftOut { column, set_up } => {
            let flaps = flaps(set_up);
            format!("Column {column}: The seat to move is missing: write its flap ({flaps}) after the set-up.")
        }
        Error::BadSeat { column, ref found, set_up } => {
            let flaps = flaps(set_up);
            format!(
                "Column {column}: “{found}” is not the flap of the seat to move: in the set-up {set_up} that is {flaps}."
            )
        }
        Error::NoPieces => "The FEN does not say where the pieces are: they follow the seat to move.".to_owned(),
        Error::SeatCount { column, set_up, found } => seat_count(column, set_up, found),
        Error::BadPiece { column, found } => {
            format!("Column {column}: “{found}” is not a piece: the letters are K, Q, R, B, N, D, F, W and P.")
        }
        Error::PieceLeftOut { column, ref found } => {
            format!("Column {column}: Say which piece stands on {found}, such as P{found} for a pawn.")
        }
        Error::BadSquare { column, ref found } => format!(
            "Column {column}: “{found}” is not a square: squares are named by flap, line and depth, such as 3c2, and V."
        ),
        Error::Folded { column, square, set_up } => {
            let flaps = flaps(set_up);
            format!(
                "Column {column}: {square} is on a flap that is folded down: in the set-up {set_up} somebody sits at \
                 {flaps}."
            )
        }
        Error::TwoPieces { column, square, ref named } => two_pieces(column, &square.to_string(), named),
        Error::CapturedCount { column, seats, ref found } => format!(
            "Column {column}: “{found}” does not say what has been captured: write - for nothing, or letters for each of the \
             {seats} seats with slashes between them."
        ),
        Error::BadCapturedPiece { column, found } => {
            format!("Column {column}: “{found}” is not a piece that can be captured.")
        }
        Error::BadOut { column, ref found } => format!(
            "Column {column}: “{found}” does not name the flaps whose seats are out, each once, such as 36, or - for none."
        ),
        Error::BadQuiet { column, ref found } => format!(
            "Column {column}: “{found}” is not the number of turns since the last capture, promotion or pawn move."
        ),
        Error::BadRound { column, ref found } => format!("Column {column}: “{found}” is not the number of a round."),
        Error::Trailing { column, ref found } => {
            format!("Column {column}: “{found}” comes after the end of the FEN.")
        }
        Error::NoKing { seat } => format!("{} has no king.", colour(seat)),
        Error::TwoKings { seat, first, second } => {
            format!("{} has two kings, on {first} and {second}.", colour(seat))
        }
        Error::TooMany { seat, role, count, most } => {
            let (seat, pieces) = (colour(seat), duchess_piece(role).many);
            format!("{seat} has {count} {pieces}, captured ones included, but starts with {most}.")
        }
    }
}

fn seat_count(column: usize, set_up: SetUp, found: usize) -> String {
    let seats = set_up.seating().len();
    plural(
        found,
        format!("Column {column}: The set-up {set_up} has {seats} seats, and there are pieces for 1 seat only."),
        format!("Column {column}: The set-up {set_up} has {seats} seats, and there are pieces for {found}."),
    )
}

fn two_pieces(column: usize, square: &str, named: &str) -> String {
    match named.eq_ignore_ascii_case(square) {
        true => format!("Column {column}: There is a piece on {square} already."),
        false => {
            format!("Column {column}: There is a piece on {square} already. {named} is another name for {square}.")
        }
    }
}

/// Where somebody sits: `1, 3 or 5`.
fn flaps(set_up: SetUp) -> String {
    let flaps: Vec<_> = set_up.seating().seats().map(|seat| set_up.flap(seat).to_string()).collect();
    one_of(&flaps)
}
