//! FEN of the duck games, as Fairy-Stockfish writes it: the duck is `*` on the board, and in Three-Check Duck Chess the
//! checks given follow at the end, `+0+0`, White's first.
//!
//! Only the board and who is to move must be there; what is missing after them is `- - 0 1`. Other programs' ways of
//! saying the same are read too: checks left to give (`3+3`) before the clocks, `_` for spaces.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use shakmaty::{Bitboard, Board, ByColor, CastlingSide, Color, File, Piece, Rank, Square};

use super::moves::corner;
use super::position::CHECKS_TO_WIN;
use super::{DuckFen, DuckFenError, DuckPosition};
use crate::rules::quoted::shortened;

impl FromStr for DuckPosition {
    type Err = DuckFenError;

    fn from_str(fen: &str) -> Result<Self, DuckFenError> {
        fen.parse::<DuckFen>()?.try_into()
    }
}

impl fmt::Display for DuckPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DuckFen::from(self).fmt(f)
    }
}

impl FromStr for DuckFen {
    type Err = DuckFenError;

    fn from_str(fen: &str) -> Result<Self, DuckFenError> {
        let mut fields = Fields { fen, at: 0 }.peekable();
        let (column, text) = fields.next().unwrap_or((1, ""));
        let (board, duck) = read_board(text, column)?;
        let (column, text) = fields.next().ok_or(DuckFenError::NoColor)?;
        let color = match text {
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            _ => return Err(DuckFenError::BadColor { column, found: shortened(text) }),
        };
        let castling = fields.next().map_or(Ok(Bitboard::EMPTY), |(column, text)| read_castling(text, column))?;
        let en_passant = fields.next().map_or(Ok(None), |(column, text)| read_en_passant(text, column))?;
        let mut checks = None;
        if let Some((column, text)) = fields.next_if(|(_, text)| text.contains('+')) {
            checks = Some(read_checks(text, column)?);
        }
        let halfmoves = fields.next().map_or(Ok(0), |(column, text)| {
            text.parse().map_err(|_| DuckFenError::BadHalfmoves { column, found: shortened(text) })
        })?;
        let fullmoves = fields.next().map_or(Ok(1), |(column, text)| {
            text.parse().map_err(|_| DuckFenError::BadFullmoves { column, found: shortened(text) })
        })?;
        if checks.is_none()
            && let Some((column, text)) = fields.next()
        {
            checks = Some(read_checks(text, column)?);
        }
        if let Some((column, text)) = fields.next() {
            return Err(DuckFenError::Trailing { column, found: shortened(text) });
        }
        let fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
        Ok(Self { board, duck, color, castling, en_passant, halfmoves, fullmoves, checks })
    }
}

/// The fields of a FEN with their columns.
struct Fields<'a> {
    fen: &'a str,
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let between = |c: char| c.is_whitespace() || c == '_';
        let rest = &self.fen[self.at..];
        let start = self.at + rest.find(|c| !between(c))?;
        let field = &self.fen[start..];
        let length = field.find(between).unwrap_or(field.len());
        self.at = start + length;
        Some((self.fen[..start].chars().count() + 1, &field[..length]))
    }
}

fn read_board(text: &str, column: usize) -> Result<(Board, Option<Square>), DuckFenError> {
    let mut board = Board::empty();
    let mut duck = None;
    let (mut rank, mut file) = (7_usize, 0_usize);
    let mut rank_column = column;
    for (index, c) in text.chars().enumerate() {
        match c {
            '/' => {
                check_rank_length(rank, file, rank_column)?;
                rank = rank.checked_sub(1).ok_or_else(|| too_many_ranks(text))?;
                file = 0;
                rank_column = column + index + 1;
            }
            '1'..='8' => file += c as usize - '0' as usize,
            '~' => {}
            _ => {
                let square = square_at(file, rank);
                file += 1;
                match (c, Piece::from_char(c)) {
                    ('*', _) => place_duck(&mut duck, square)?,
                    (_, Some(piece)) => square.into_iter().for_each(|square| board.set_piece_at(square, piece)),
                    (found, None) => return Err(DuckFenError::BadPiece { column: column + index, found }),
                }
            }
        }
    }
    check_rank_length(rank, file, rank_column)?;
    if rank > 0 { Err(DuckFenError::RankCount { ranks: 8 - rank }) } else { Ok((board, duck)) }
}

/// `None` beyond the edge, which the length of the rank will tell.
fn square_at(file: usize, rank: usize) -> Option<Square> {
    (file < 8).then(|| Square::from_coords(File::new(file as u32), Rank::new(rank as u32)))
}

fn place_duck(duck: &mut Option<Square>, square: Option<Square>) -> Result<(), DuckFenError> {
    match (*duck, square) {
        (Some(first), Some(second)) => Err(DuckFenError::TwoDucks { first, second }),
        _ => {
            *duck = duck.or(square);
            Ok(())
        }
    }
}

fn check_rank_length(rank: usize, squares: usize, column: usize) -> Result<(), DuckFenError> {
    if squares == 8 { Ok(()) } else { Err(DuckFenError::RankLength { column, rank: rank as u8 + 1, squares }) }
}

fn too_many_ranks(text: &str) -> DuckFenError {
    DuckFenError::RankCount { ranks: text.split('/').count() }
}

fn read_castling(text: &str, column: usize) -> Result<Bitboard, DuckFenError> {
    let bad = || DuckFenError::BadCastling { column, found: shortened(text) };
    let mut castling = Bitboard::EMPTY;
    for c in text.chars().filter(|_| text != "-") {
        let (color, side) = match c {
            'K' => (Color::White, CastlingSide::KingSide),
            'Q' => (Color::White, CastlingSide::QueenSide),
            'k' => (Color::Black, CastlingSide::KingSide),
            'q' => (Color::Black, CastlingSide::QueenSide),
            _ => return Err(bad()),
        };
        if !castling.insert(corner(color, side)) {
            return Err(bad());
        }
    }
    Ok(castling)
}

fn read_en_passant(text: &str, column: usize) -> Result<Option<Square>, DuckFenError> {
    match text {
        "-" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| DuckFenError::BadEnPassant { column, found: shortened(text) }),
    }
}

/// `+1+0`: White has given one; `2+3`: White has two left to give.
fn read_checks(text: &str, column: usize) -> Result<ByColor<u8>, DuckFenError> {
    let digit = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'3'] => Some(digit - b'0'),
        _ => None,
    };
    let given = match text.strip_prefix('+') {
        Some(given) => given.split_once('+').and_then(|(white, black)| Some((digit(white)?, digit(black)?))),
        None => text
            .split_once('+')
            .and_then(|(white, black)| Some((CHECKS_TO_WIN - digit(white)?, CHECKS_TO_WIN - digit(black)?))),
    };
    given
        .map(|(white, black)| ByColor { black, white })
        .ok_or_else(|| DuckFenError::BadChecks { column, found: shortened(text) })
}

impl fmt::Display for DuckFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_board(f)?;
        write!(f, " {} ", self.color.char())?;
        if self.castling.is_empty() {
            f.write_str("-")?;
        }
        for (color, side, letter) in [
            (Color::White, CastlingSide::KingSide, "K"),
            (Color::White, CastlingSide::QueenSide, "Q"),
            (Color::Black, CastlingSide::KingSide, "k"),
            (Color::Black, CastlingSide::QueenSide, "q"),
        ] {
            f.write_str(if self.castling.contains(corner(color, side)) { letter } else { "" })?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmoves, self.fullmoves)?;
        self.checks.map_or(Ok(()), |given| write!(f, " +{}+{}", given.white, given.black))
    }
}

impl DuckFen {
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let letter = self.board.piece_at(square).map(Piece::char);
                let letter = letter.or_else(|| (self.duck == Some(square)).then_some('*'));
                if let Some(letter) = letter {
                    write_empty(f, empty)?;
                    write!(f, "{letter}")?;
                    empty = 0;
                } else {
                    empty += 1;
                }
            }
            write_empty(f, empty)?;
            f.write_str(if rank == Rank::First { "" } else { "/" })?;
        }
        Ok(())
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, squares: u32) -> fmt::Result {
    if squares > 0 { write!(f, "{squares}") } else { Ok(()) }
}
