//! Which piece moves are legal: one generator, which says where to the counter and to the lister alike.
//!
//! There is no check, so every way a piece can go is legal; the duck is one more thing in the way, and unlike a piece it
//! cannot be taken.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, ByCastlingSide, CastlingSide, Color, Rank, Role, Square, attacks};

use super::piece_move::{PROMOTIONS, Special};
use super::{DuckPosition, DuckTurn, PieceMove};

/// The most piece moves a position can have, and more: 15 queens of at most 27 each, a king of 8 and two castlings.
const MAX_PIECE_MOVES: usize = 512;

/// Every legal piece move of a position, in no order that means anything.
pub type PieceMoves = ArrayVec<PieceMove, MAX_PIECE_MOVES>;

/// What is done with the moves that the generator finds.
trait Sink {
    /// A piece that is no pawn goes to any of these squares.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);
    /// Pawns go to these squares, each from the square that is `step` lower.
    fn pawns(&mut self, step: i32, targets: Bitboard);
    /// A pawn takes en passant.
    fn en_passant(&mut self, from: Square, to: Square);
    /// The king castles.
    fn castle(&mut self, side: CastlingSide);
}

impl DuckPosition {
    /// How many legal turns there are, counted without listing them: the duck's squares after a piece move are all the
    /// empty ones, a capture empties one more, and the capture of a king leaves a single turn, without a duck.
    pub fn count_turns(&self) -> u64 {
        let theirs = self.board.by_color(!self.color);
        let mut counter = Counter { theirs, king: theirs & self.board.kings(), ..Counter::default() };
        self.generate(&mut counter);
        let Counter { all, captures, king_captures, .. } = counter;
        let ducks_after_quiet = 64 - self.blockers().count() as u64;
        (all - king_captures) * ducks_after_quiet + captures
    }

    /// Every legal piece move; none when the game is over.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    /// assert_eq!(DuckPosition::start().piece_moves().len(), 20);
    /// ```
    pub fn piece_moves(&self) -> PieceMoves {
        let mut moves = PieceMoves::new();
        self.for_each_piece_move(|piece_move| moves.push(piece_move));
        moves
    }

    /// Calls `visit` with every legal turn, without allocating anything.
    pub fn for_each_turn(&self, mut visit: impl FnMut(DuckTurn)) {
        let empty = !self.blockers();
        self.for_each_piece_move(|piece_move| {
            if piece_move.captures_king() {
                return visit(DuckTurn { piece_move, duck: None });
            }
            for duck in piece_move.emptied_from(empty) {
                visit(DuckTurn { piece_move, duck: Some(duck) });
            }
        });
    }

    /// Calls `visit` with every legal piece move.
    pub fn for_each_piece_move(&self, visit: impl FnMut(PieceMove)) {
        self.generate(&mut Lister { position: self, theirs: self.board.by_color(!self.color), visit });
    }

    /// Where the piece on this square of the seat to move can go, castling aside.
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        let blockers = self.blockers();
        let reach = match role {
            Role::Pawn => {
                let takes = self.board.by_color(!self.color) | Bitboard::from_iter(self.en_passant);
                let (once, twice) = pushes(self.color, Bitboard::from(from), !blockers);
                once | twice | (attacks::pawn_attacks(self.color, from) & takes)
            }
            _ => attacks::attacks(from, role.of(self.color), blockers),
        };
        reach & !self.closed()
    }

    /// Where no piece of the seat to move can go: onto its own pieces and the duck.
    pub(super) fn closed(&self) -> Bitboard {
        self.board.by_color(self.color) | Bitboard::from_iter(self.duck)
    }

    /// Whether the king may castle to this side now.
    pub(super) fn can_castle(&self, side: CastlingSide) -> bool {
        let path = *CASTLING_PATHS.get(side) & self.color.backrank();
        self.castling.contains(corner(self.color, side)) && (self.blockers() & path).is_empty()
    }

    fn generate(&self, sink: &mut impl Sink) {
        if self.is_decided() {
            return;
        }
        let ours = self.board.by_color(self.color);
        let blockers = self.blockers();
        let reach = !self.closed();
        self.generate_pawns(ours & self.board.pawns(), !blockers, sink);
        for from in ours & self.board.knights() {
            sink.piece(Role::Knight, from, attacks::knight_attacks(from) & reach);
        }
        for from in ours & self.board.bishops() {
            sink.piece(Role::Bishop, from, attacks::bishop_attacks(from, blockers) & reach);
        }
        for from in ours & self.board.rooks() {
            sink.piece(Role::Rook, from, attacks::rook_attacks(from, blockers) & reach);
        }
        for from in ours & self.board.queens() {
            sink.piece(Role::Queen, from, attacks::queen_attacks(from, blockers) & reach);
        }
        for from in ours & self.board.kings() {
            sink.piece(Role::King, from, attacks::king_attacks(from) & reach);
        }
        if self.castling.intersects(self.color.backrank()) {
            for side in CastlingSide::ALL.into_iter().filter(|&side| self.can_castle(side)) {
                sink.castle(side);
            }
        }
    }

    fn generate_pawns(&self, pawns: Bitboard, empty: Bitboard, sink: &mut impl Sink) {
        let theirs = self.board.by_color(!self.color);
        let (once, twice) = pushes(self.color, pawns, empty);
        let forward = forward(self.color);
        sink.pawns(forward, once);
        sink.pawns(2 * forward, twice);
        sink.pawns(forward - 1, (pawns & !Bitboard::from(shakmaty::File::A)).shift(forward - 1) & theirs);
        sink.pawns(forward + 1, (pawns & !Bitboard::from(shakmaty::File::H)).shift(forward + 1) & theirs);
        if let Some(to) = self.en_passant {
            for from in attacks::pawn_attacks(!self.color, to) & pawns {
                sink.en_passant(from, to);
            }
        }
    }
}

impl PieceMove {
    /// The squares that are empty after the move and hold no duck, given those before it.
    pub(super) fn emptied_from(self, empty: Bitboard) -> Bitboard {
        let mut after = empty.with(self.from).without(self.to);
        if let Some(square) = self.capture_square()
            && square != self.to
        {
            after.add(square);
        }
        if let Some((from, to)) = self.castling_rook() {
            after = after.with(from).without(to);
        }
        after
    }
}

/// The squares between the king and the rook, on any rank.
const CASTLING_PATHS: ByCastlingSide<Bitboard> =
    ByCastlingSide { king_side: Bitboard(0x6060_6060_6060_6060), queen_side: Bitboard(0x0e0e_0e0e_0e0e_0e0e) };

/// Where the rook of a castling stands: what castling rights are kept as.
pub(super) const fn corner(color: Color, side: CastlingSide) -> Square {
    match side {
        CastlingSide::KingSide => Square::from_coords(shakmaty::File::H, color.backrank()),
        CastlingSide::QueenSide => Square::from_coords(shakmaty::File::A, color.backrank()),
    }
}

const fn forward(color: Color) -> i32 {
    match color {
        Color::White => 8,
        Color::Black => -8,
    }
}

/// Where pawns go one step, and two.
pub(super) fn pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> (Bitboard, Bitboard) {
    let once = pawns.shift(forward(color)) & empty;
    let twice = (once & color.relative_rank(Rank::Third)).shift(forward(color)) & empty;
    (once, twice)
}

#[derive(Default)]
struct Counter {
    theirs: Bitboard,
    king: Bitboard,
    all: u64,
    captures: u64,
    king_captures: u64,
}

impl Counter {
    fn add(&mut self, targets: Bitboard, each: u64) {
        self.all += targets.count() as u64 * each;
        // Few pieces attack anything: looking first spares most of the counting.
        let captures = targets & self.theirs;
        if captures.any() {
            self.captures += captures.count() as u64 * each;
            self.king_captures += u64::from(captures.intersects(self.king)) * each;
        }
    }
}

impl Sink for Counter {
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) {
        self.add(targets, 1);
    }

    fn pawns(&mut self, _: i32, targets: Bitboard) {
        self.add(targets & !Bitboard::BACKRANKS, 1);
        let promotions = targets & Bitboard::BACKRANKS;
        if promotions.any() {
            self.add(promotions, PROMOTIONS.len() as u64);
        }
    }

    fn en_passant(&mut self, _: Square, _: Square) {
        self.all += 1;
        self.captures += 1;
    }

    fn castle(&mut self, _: CastlingSide) {
        self.all += 1;
    }
}

struct Lister<'a, F> {
    position: &'a DuckPosition,
    theirs: Bitboard,
    visit: F,
}

impl<F: FnMut(PieceMove)> Lister<'_, F> {
    fn capture(&self, to: Square) -> Option<Role> {
        if self.theirs.contains(to) { self.position.board.role_at(to) } else { None }
    }
}

impl<F: FnMut(PieceMove)> Sink for Lister<'_, F> {
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        for to in targets {
            let capture = self.capture(to);
            (self.visit)(PieceMove { role, from, to, capture, special: Special::None });
        }
    }

    fn pawns(&mut self, step: i32, targets: Bitboard) {
        for to in targets {
            let Some(from) = to.offset(-step) else { continue };
            let piece_move =
                PieceMove { role: Role::Pawn, from, to, capture: self.capture(to), special: Special::None };
            if Bitboard::BACKRANKS.contains(to) {
                for role in PROMOTIONS {
                    (self.visit)(PieceMove { special: Special::Promotion(role), ..piece_move });
                }
            } else {
                (self.visit)(piece_move);
            }
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        let capture = Some(Role::Pawn);
        (self.visit)(PieceMove { role: Role::Pawn, from, to, capture, special: Special::EnPassant });
    }

    fn castle(&mut self, side: CastlingSide) {
        (self.visit)(PieceMove::castling_of(self.position.color, side));
    }
}
