//! [`Sample`]: a position, what a short search said of it, and how its game ended.

use std::io;
use std::path::Path;

use domain::rules::duck::DuckPosition;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// A position to learn from, in 32 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Who is to move.
    pub color: Color,
    /// The pieces: at most 32.
    pub pieces: Vec<(Square, Piece)>,
    /// Where the duck stands; nowhere before the first turn.
    pub duck: Option<Square>,
    /// In centipawns, for the seat to move.
    pub score: i16,
    /// For the seat to move: 0 lost, 1 drawn, 2 won.
    pub result: u8,
    /// Whether it is the last of its game; files of older programs do not say so.
    pub is_last: bool,
}

/// Scores beyond this are won anyhow, in centipawns: certain wins and losses have it.
pub const MOST_SCORE: i32 = 3000;

/// How many bytes a sample takes.
pub const BYTES: usize = 32;

impl Sample {
    /// A sample of this position.
    pub fn new(position: &DuckPosition, score: i32, result: u8) -> Self {
        let pieces = position.board().iter().collect();
        Self {
            color: position.color(),
            pieces,
            duck: position.duck(),
            score: score.clamp(-30_000, 30_000) as i16,
            result,
            is_last: false,
        }
    }

    /// The board without its duck.
    pub fn board(&self) -> Board {
        let mut board = Board::empty();
        for &(square, piece) in &self.pieces {
            board.set_piece_at(square, piece);
        }
        board
    }

    /// As it is written: the occupied squares, four bits for each piece, the score, the result, the seat, the duck, and whether it is
    /// the last of its game.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let occupied: Bitboard = self.pieces.iter().map(|&(square, _)| square).collect();
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        for (n, square) in occupied.into_iter().enumerate().take(32) {
            let Some((_, piece)) = self.pieces.iter().find(|&&(found, _)| found == square) else { continue };
            bytes[8 + n / 2] |= code(*piece) << (4 * (n % 2));
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = u8::from(self.color.is_black());
        bytes[28] = self.duck.map_or(0, |duck| duck as u8 + 1);
        bytes[29] = u8::from(self.is_last);
        bytes
    }

    /// The samples of a file; a last one that was cut off is left out.
    pub fn read_all(path: &Path) -> io::Result<Vec<Self>> {
        let bytes = std::fs::read(path).map_err(|error| named(path, &error))?;
        let (samples, _) = bytes.as_chunks::<BYTES>();
        Ok(samples.iter().filter_map(Self::from_bytes).collect())
    }

    /// Reads it again; `None` if these bytes are no sample.
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let occupied = Bitboard(u64::from_le_bytes(bytes[..8].try_into().ok()?));
        let piece = |n: usize| from_code(bytes[8 + n / 2] >> (4 * (n % 2)) & 15);
        let pieces = occupied.into_iter().take(32).enumerate().map(|(n, square)| Some((square, piece(n)?)));
        Some(Self {
            color: Color::from_black(bytes[27] == 1),
            pieces: pieces.collect::<Option<_>>()?,
            duck: bytes[28].checked_sub(1).and_then(|duck| Square::try_from(u32::from(duck)).ok()),
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26].min(2),
            is_last: bytes[29] == 1,
        })
    }
}

/// The error with the name of its file.
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn code(piece: Piece) -> u8 {
    piece.role as u8 | u8::from(piece.color.is_black()) << 3
}

fn from_code(code: u8) -> Option<Piece> {
    let role = Role::try_from(u32::from(code & 7)).ok()?;
    Some(role.of(Color::from_black(code & 8 != 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_were_written() {
        for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/P7/8/8/*7/8/8/4K3 b - - 0 1"] {
            let sample = Sample::new(&fen.parse().unwrap(), -123, 2);
            for sample in [Sample { is_last: true, ..sample.clone() }, sample] {
                assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
            }
        }
    }
}
