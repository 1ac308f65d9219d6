//! [`Board`]: which piece stands on which square.

use super::{Piece, Role, Square, SquareSet};
use crate::rules::seat::{MAX_SEATS, Seat};

/// The pieces by square, by seat and by kind, always in agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Cell; Square::COUNT],
    seats: [SquareSet; MAX_SEATS],
    roles: [SquareSet; Role::ALL.len()],
}

/// What is on a square, in one byte, because boards are copied often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u8);

impl Cell {
    const EMPTY: Self = Self(u8::MAX);

    const fn of(piece: Piece) -> Self {
        Self((piece.seat.index() * Role::ALL.len()) as u8 + piece.role as u8)
    }

    fn piece(self) -> Option<Piece> {
        let (seat, role) = (usize::from(self.0) / Role::ALL.len(), usize::from(self.0) % Role::ALL.len());
        Some(Piece { seat: Seat::new(seat)?, role: Role::ALL[role] })
    }
}

impl Board {
    /// A board without pieces.
    pub const fn empty() -> Self {
        Self {
            cells: [Cell::EMPTY; Square::COUNT],
            seats: [SquareSet::EMPTY; MAX_SEATS],
            roles: [SquareSet::EMPTY; Role::ALL.len()],
        }
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()].piece()
    }

    /// Whether nothing stands on a square.
    #[inline]
    pub fn is_empty_at(&self, square: Square) -> bool {
        self.cells[square.index()] == Cell::EMPTY
    }

    /// All pieces of a seat.
    #[inline]
    pub const fn of_seat(&self, seat: Seat) -> SquareSet {
        self.seats[seat.index()]
    }

    /// All pieces of a kind.
    #[inline]
    pub const fn of_role(&self, role: Role) -> SquareSet {
        self.roles[role as usize]
    }

    /// A seat's pieces of a kind.
    #[inline]
    pub fn of(&self, seat: Seat, role: Role) -> SquareSet {
        self.of_seat(seat) & self.of_role(role)
    }

    /// Every piece, in the order of the squares' numbers.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// What is on each square as it is seen from elsewhere, a number for each kind of piece of each seat.
    pub(super) fn men(&self, seen: impl Fn(Square, Piece) -> (Square, Piece)) -> Box<[u8]> {
        let mut men = Box::new([Cell::EMPTY.0; Square::COUNT]);
        for (square, piece) in self.pieces() {
            let (square, piece) = seen(square, piece);
            men[square.index()] = Cell::of(piece).0;
        }
        men
    }

    /// Puts a piece on a square, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.cells[square.index()] = Cell::of(piece);
        self.seats[piece.seat.index()].insert(square);
        self.roles[piece.role as usize].insert(square);
    }

    /// Takes what stands on a square off the board.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.cells[square.index()] = Cell::EMPTY;
        self.seats[piece.seat.index()].remove(square);
        self.roles[piece.role as usize].remove(square);
        Some(piece)
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Self {
        let mut board = Self::empty();
        pieces.into_iter().for_each(|(square, piece)| board.put(square, piece));
        board
    }
}
