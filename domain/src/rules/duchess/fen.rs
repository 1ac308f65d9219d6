//! FEN of Duchess, in seven fields:
//!
//! ```text
//! 2 1 R1a1W1b1K1c1F1d1R1e1P1c4/K4c1QV N/PP - 3 12
//! ```
//!
//! 1. the set-up: `6`, `4`, `3`, `2x2` or `2`;
//! 2. the flap of the seat to move;
//! 3. the pieces of each seat in the order of their turns, `/` between two seats: letter and square, pawns with `P`;
//!    written in the order of the squares, read in any;
//! 4. what has been captured from each seat and not been brought back, as letters, `-` for a seat that has lost nothing;
//!    a single `-` for all;
//! 5. the flaps of the seats that have dropped out, `-` for none;
//! 6. how many turns, made or missed, ago the last capture, promotion or pawn move was;
//! 7. the round, from 1.
//!
//! The first three must be there; what is missing after them is `- - 0 1`. Either name of a square is read, and `_` for
//! spaces.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use super::{Board, CapturedPieces, DuchessFenError, DuchessPosition, Flap, Piece, Role, SetUp, Square};
use crate::rules::quoted::shortened;
use crate::rules::seat::{MAX_SEATS, Seat, SeatSet};

/// What a FEN of Duchess says, checked only for its form; it becomes a [`DuchessPosition`] if that is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuchessFen {
    /// For how many it is played.
    pub set_up: SetUp,
    /// Who is to move.
    pub seat: Seat,
    /// The pieces.
    pub board: Board,
    /// What has been captured from each seat.
    pub captured: [CapturedPieces; MAX_SEATS],
    /// Who has dropped out.
    pub dropped_out: SeatSet,
    /// Turns since the last capture, promotion or pawn move.
    pub quiet: u32,
    /// The number of the round.
    pub round: NonZeroU32,
}

impl From<&DuchessPosition> for DuchessFen {
    fn from(position: &DuchessPosition) -> Self {
        Self {
            set_up: position.set_up,
            seat: position.seat,
            board: position.board.clone(),
            captured: position.captured,
            dropped_out: position.dropped_out,
            quiet: position.quiet,
            round: position.round,
        }
    }
}

impl TryFrom<DuchessFen> for DuchessPosition {
    type Error = DuchessFenError;

    /// Refuses positions that no game can reach with its pieces. Games that are over are positions too, and if the seat
    /// to move cannot move, it misses its turn.
    fn try_from(fen: DuchessFen) -> Result<Self, DuchessFenError> {
        fen.check_pieces()?;
        let DuchessFen { set_up, seat, board, captured, dropped_out, quiet, round } = fen;
        let mut position = Self { set_up, board, seat, captured, dropped_out, quiet, round, result: None };
        position.settle();
        Ok(position)
    }
}

impl DuchessFen {
    fn check_pieces(&self) -> Result<(), DuchessFenError> {
        for seat in self.set_up.seating().seats() {
            let colour = self.set_up.seating().colour(seat);
            let mut kings = self.board.of(seat, Role::King).into_iter();
            match (kings.next(), kings.next()) {
                (None, _) => return Err(DuchessFenError::NoKing { seat: colour }),
                (Some(first), Some(second)) => return Err(DuchessFenError::TwoKings { seat: colour, first, second }),
                (Some(_), None) => {}
            }
            for role in Role::ALL {
                let count = self.board.of(seat, role).count() + self.captured[seat.index()].count(role);
                let most = SetUp::count_of(role);
                if count > most {
                    return Err(DuchessFenError::TooMany { seat: colour, role, count, most });
                }
            }
        }
        Ok(())
    }
}

impl FromStr for DuchessPosition {
    type Err = DuchessFenError;

    fn from_str(fen: &str) -> Result<Self, DuchessFenError> {
        fen.parse::<DuchessFen>()?.try_into()
    }
}

impl fmt::Display for DuchessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DuchessFen::from(self).fmt(f)
    }
}

/// A field of a FEN, or a part of one, and the column where it begins, from 1.
#[derive(Clone, Copy)]
struct Field<'a> {
    column: usize,
    text: &'a str,
}

impl FromStr for DuchessFen {
    type Err = DuchessFenError;

    fn from_str(fen: &str) -> Result<Self, DuchessFenError> {
        let mut fields = fields(fen);
        let set_up = fields.next().ok_or(DuchessFenError::NoSetUp)?;
        let set_up: SetUp =
            set_up.text.parse().map_err(|_| DuchessFenError::BadSetUp { found: shortened(set_up.text) })?;
        let seat = read_seat(set_up, fields.next().ok_or(DuchessFenError::NoSeat { set_up })?)?;
        let board = read_board(set_up, fields.next().ok_or(DuchessFenError::NoPieces)?)?;
        let captured = fields.next().map_or(Ok(Default::default()), |field| read_captured(set_up, field))?;
        let dropped_out = fields.next().map_or(Ok(SeatSet::default()), |field| read_dropped_out(set_up, field))?;
        let quiet = fields.next().map_or(Ok(0), |Field { column, text }| {
            text.parse().map_err(|_| DuchessFenError::BadQuiet { column, found: shortened(text) })
        })?;
        let round = fields.next().map_or(Ok(1), |Field { column, text }| {
            text.parse().map_err(|_| DuchessFenError::BadRound { column, found: shortened(text) })
        })?;
        if let Some(Field { column, text }) = fields.next() {
            return Err(DuchessFenError::Trailing { column, found: shortened(text) });
        }
        Ok(Self {
            set_up,
            seat,
            board,
            captured,
            dropped_out,
            quiet,
            round: NonZeroU32::new(round).unwrap_or(NonZeroU32::MIN),
        })
    }
}

impl DuchessFen {
    /// Whether a text is meant as a FEN of Duchess, right or wrong: it begins with a set-up and a flap, or one of its first
    /// words is the pieces of seats.
    ///
    /// ```
    /// use domain::rules::duchess::DuchessFen;
    ///
    /// assert!(DuchessFen::is_meant_by("6 7 K1a1") && DuchessFen::is_meant_by("5 K1c1Q1c2/K4c1 1"));
    /// assert!(!DuchessFen::is_meant_by("4. N1b2-1c4 2c3-2c4") && !DuchessFen::is_meant_by("N1b2-1c4"));
    /// // A knight, an empty square, a bishop: eight ranks are a square board.
    /// assert!(!DuchessFen::is_meant_by("n1b1K3/8/8/8/8/8/8/k7 w - - 0 1"));
    /// ```
    pub fn is_meant_by(text: &str) -> bool {
        let words: Vec<&str> = fields(text).map(|field| field.text).take(3).collect();
        let has_set_up = words.first().is_some_and(|word| word.parse::<SetUp>().is_ok());
        let has_flap = words.get(1).is_none_or(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        has_set_up && has_flap || words.iter().any(|word| is_pieces(word))
    }
}

/// Whether a word begins with a piece on its square and goes on with another, or with the pieces of the next seat. It has no
/// more parts than there can be seats: a board of ranks has more.
fn is_pieces(word: &str) -> bool {
    if word.split('/').count() > SetUp::Six.seating().len() {
        return false;
    }
    let letter = |c: char| Role::from_letter(c).is_some();
    let Some(rest) = word.strip_prefix(letter) else { return false };
    let length = if rest.starts_with(['V', 'v']) { 1 } else { 3 };
    let is_square = rest.get(..length).is_some_and(|name| name.parse::<Square>().is_ok());
    is_square && rest.get(length..).is_some_and(|next| next.starts_with('/') || next.starts_with(letter))
}

fn fields(fen: &str) -> impl Iterator<Item = Field<'_>> {
    let parts = parts(Field { column: 1, text: fen }, |c| c.is_whitespace() || c == '_');
    parts.filter(|field| !field.text.is_empty())
}

fn parts<'a>(field: Field<'a>, between: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'a>> {
    let mut column = field.column;
    field.text.split(between).map(move |text| {
        let part = Field { column, text };
        column += text.chars().count() + 1;
        part
    })
}

/// The part of each seat between slashes; `None` if there are more or fewer.
fn by_seat(set_up: SetUp, field: Field<'_>) -> Option<impl Iterator<Item = (Seat, Field<'_>)>> {
    let seats = set_up.seating().seats();
    (field.text.split('/').count() == seats.len()).then(|| seats.zip(parts(field, |c| c == '/')))
}

fn read_seat(set_up: SetUp, Field { column, text }: Field<'_>) -> Result<Seat, DuchessFenError> {
    if is_pieces(text) {
        return Err(DuchessFenError::SeatLeftOut { column, set_up });
    }
    let flap = text.parse().ok().and_then(Flap::new);
    flap.and_then(|flap| set_up.seat_at(flap)).ok_or_else(|| DuchessFenError::BadSeat {
        column,
        found: shortened(text),
        set_up,
    })
}

fn read_board(set_up: SetUp, field: Field<'_>) -> Result<Board, DuchessFenError> {
    let mut board = Board::empty();
    let found = field.text.split('/').count();
    let wrong = DuchessFenError::SeatCount { column: field.column, set_up, found };
    for (seat, Field { mut column, text }) in by_seat(set_up, field).ok_or(wrong)? {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let (role, name) = read_piece(column, letter, rest)?;
            let found = || name.to_owned();
            let square: Square =
                name.parse().map_err(|_| DuchessFenError::BadSquare { column: column + 1, found: found() })?;
            if square.flap().is_some_and(|flap| !set_up.is_open(flap)) {
                return Err(DuchessFenError::Folded { column, square, set_up });
            }
            if !board.is_empty_at(square) {
                return Err(DuchessFenError::TwoPieces { column, square, named: found() });
            }
            board.put(square, Piece { seat, role });
            column += 1 + name.len();
            rest = &rest[1 + name.len()..];
        }
    }
    Ok(board)
}

/// A piece and the name of its square, at the beginning of a text.
fn read_piece(column: usize, letter: char, text: &str) -> Result<(Role, &str), DuchessFenError> {
    let Some(role) = Role::from_letter(letter) else {
        let named = text.get(..3).filter(|name| name.parse::<Square>().is_ok());
        return Err(named.map_or(DuchessFenError::BadPiece { column, found: letter }, |name| {
            DuchessFenError::PieceLeftOut { column, found: name.to_owned() }
        }));
    };
    let rest = &text[1..];
    let length = if rest.starts_with(['V', 'v']) { 1 } else { 3 };
    let end = rest.char_indices().nth(length).map_or(rest.len(), |(end, _)| end);
    Ok((role, &rest[..end]))
}

fn read_captured(set_up: SetUp, field: Field<'_>) -> Result<[CapturedPieces; MAX_SEATS], DuchessFenError> {
    let mut captured = [CapturedPieces::default(); MAX_SEATS];
    if field.text == "-" {
        return Ok(captured);
    }
    let seats = set_up.seating().len();
    let wrong = DuchessFenError::CapturedCount { column: field.column, seats, found: shortened(field.text) };
    for (seat, Field { column, text }) in by_seat(set_up, field).ok_or(wrong)? {
        for (n, letter) in text.chars().enumerate().filter(|_| text != "-") {
            let role = Role::from_letter(letter).filter(|&role| role != Role::King);
            let bad = || DuchessFenError::BadCapturedPiece { column: column + n, found: letter };
            captured[seat.index()].add(role.ok_or_else(bad)?);
        }
    }
    Ok(captured)
}

fn read_dropped_out(set_up: SetUp, Field { column, text }: Field<'_>) -> Result<SeatSet, DuchessFenError> {
    let mut out = SeatSet::default();
    for c in text.chars().filter(|_| text != "-") {
        let flap = c.to_digit(10).and_then(|number| Flap::new(number as usize));
        let seat = flap.and_then(|flap| set_up.seat_at(flap)).filter(|&seat| !out.contains(seat));
        out.insert(seat.ok_or_else(|| DuchessFenError::BadOut { column, found: shortened(text) })?);
    }
    Ok(out)
}

impl fmt::Display for DuchessFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = self.set_up.seating().seats();
        write!(f, "{} {}", self.set_up, self.set_up.flap(self.seat))?;
        for seat in seats.clone() {
            f.write_str(if seat == Seat::FIRST { " " } else { "/" })?;
            for (square, piece) in self.board.pieces().filter(|(_, piece)| piece.seat == seat) {
                write!(f, "{}{square}", piece.role.letter())?;
            }
        }
        if self.captured.iter().all(|captured| captured.is_empty()) {
            f.write_str(" -")?;
        } else {
            for seat in seats.clone() {
                write!(f, "{}{}", if seat == Seat::FIRST { " " } else { "/" }, self.captured[seat.index()])?;
            }
        }
        f.write_str(if self.dropped_out.is_empty() { " -" } else { " " })?;
        for seat in seats.filter(|&seat| self.dropped_out.contains(seat)) {
            write!(f, "{}", self.set_up.flap(seat))?;
        }
        write!(f, " {} {}", self.quiet, self.round)
    }
}
