//! Which piece moves are legal: one generator, which says where to the counter and to the lister alike.
//!
//! There is no check, so wherever a piece can go is legal; the duck is one more thing in the way, and unlike a piece it
//! cannot be captured.

use std::convert::Infallible;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, ByCastlingSide, CastlingSide, Color, Rank, Role, Square, attacks};

use super::piece_move::{PROMOTIONS, Special};
use super::{DuckPosition, DuckTurn, PieceMove};

/// The most piece moves a position can have, and more: 15 queens of at most 27 each, a king of 8 and two castlings.
const MAX_PIECE_MOVES: usize = 512;

/// Every legal piece move of a position, in no particular order.
pub type PieceMoves = ArrayVec<PieceMove, MAX_PIECE_MOVES>;

/// What is done with the moves that the generator finds, until it breaks.
trait Sink {
    /// What it breaks off with.
    type Break;
    /// A piece that is no pawn goes to any of these squares.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<Self::Break>;
    /// Pawns go to these squares, each from the square that is `step` lower.
    fn pawns(&mut self, step: i32, targets: Bitboard) -> ControlFlow<Self::Break>;
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Self::Break>;
    /// The king castles.
    fn castle(&mut self, side: CastlingSide) -> ControlFlow<Self::Break>;
}

impl DuckPosition {
    /// How many legal turns there are, counted without listing them: the duck's squares after a piece move are all the
    /// empty ones, a capture empties one more, and the capture of a king leaves a single turn, without a duck.
    pub fn count_turns(&self) -> u64 {
        let theirs = self.board.by_color(!self.color);
        let mut counter = Counter { theirs, king: theirs & self.board.kings(), ..Counter::default() };
        let ControlFlow::Continue(()) = self.generate(&mut counter);
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

    /// Whether there is a legal turn: looks no further than the first piece move.
    pub fn has_turn(&self) -> bool {
        self.generate(&mut Finder).is_break()
    }

    /// Calls `visit` with every legal turn, without allocating anything.
    pub fn for_each_turn(&self, mut visit: impl FnMut(DuckTurn)) {
        // Not by `try_for_each_turn`: the loop over the duck's squares is one instruction a turn shorter without a way out.
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

    /// Calls `visit` with every legal turn until it breaks, without allocating.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use domain::rules::duck::DuckPosition;
    ///
    /// let attacked: DuckPosition = "4k3/8/8/8/*7/8/8/K3R3 w - - 0 1".parse().unwrap();
    /// let capture = attacked.try_for_each_turn(|turn| match turn.captures_king() {
    ///     true => ControlFlow::Break(turn),
    ///     false => ControlFlow::Continue(()),
    /// });
    /// assert_eq!(capture, ControlFlow::Break(attacked.read_turn("Rxe8").unwrap()));
    /// ```
    pub fn try_for_each_turn<B>(&self, mut visit: impl FnMut(DuckTurn) -> ControlFlow<B>) -> ControlFlow<B> {
        let empty = !self.blockers();
        self.try_for_each_piece_move(|piece_move| {
            if piece_move.captures_king() {
                return visit(DuckTurn { piece_move, duck: None });
            }
            for duck in piece_move.emptied_from(empty) {
                visit(DuckTurn { piece_move, duck: Some(duck) })?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Calls `visit` with every legal piece move.
    pub fn for_each_piece_move(&self, mut visit: impl FnMut(PieceMove)) {
        let ControlFlow::Continue(()) = self.try_for_each_piece_move::<Infallible>(|piece_move| {
            visit(piece_move);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every legal piece move that captures or promotes.
    pub fn for_each_capture_or_promotion(&self, visit: impl FnMut(PieceMove)) {
        let theirs = self.board.by_color(!self.color);
        let mut visit = visit;
        let lister = Lister {
            position: self,
            theirs,
            visit: |piece_move| {
                visit(piece_move);
                ControlFlow::<Infallible>::Continue(())
            },
        };
        let ControlFlow::Continue(()) = self.generate(&mut CapturesAndPromotions(lister));
    }

    /// Calls `visit` with every legal piece move until it breaks off.
    pub fn try_for_each_piece_move<B>(&self, visit: impl FnMut(PieceMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate(&mut Lister { position: self, theirs: self.board.by_color(!self.color), visit })
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

    fn generate<S: Sink>(&self, sink: &mut S) -> ControlFlow<S::Break> {
        if self.is_decided() {
            return ControlFlow::Continue(());
        }
        let ours = self.board.by_color(self.color);
        let blockers = self.blockers();
        let reach = !self.closed();
        self.generate_pawns(ours & self.board.pawns(), !blockers, sink)?;
        for from in ours & self.board.knights() {
            sink.piece(Role::Knight, from, attacks::knight_attacks(from) & reach)?;
        }
        for from in ours & self.board.bishops() {
            sink.piece(Role::Bishop, from, attacks::bishop_attacks(from, blockers) & reach)?;
        }
        for from in ours & self.board.rooks() {
            sink.piece(Role::Rook, from, attacks::rook_attacks(from, blockers) & reach)?;
        }
        for from in ours & self.board.queens() {
            sink.piece(Role::Queen, from, attacks::queen_attacks(from, blockers) & reach)?;
        }
        for from in ours & self.board.kings() {
            sink.piece(Role::King, from, attacks::king_attacks(from) & reach)?;
        }
        if self.castling.intersects(self.color.backrank()) {
            for side in CastlingSide::ALL.into_iter().filter(|&side| self.can_castle(side)) {
                sink.castle(side)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn generate_pawns<S: Sink>(&self, pawns: Bitboard, empty: Bitboard, sink: &mut S) -> ControlFlow<S::Break> {
        let theirs = self.board.by_color(!self.color);
        let (once, twice) = pushes(self.color, pawns, empty);
        let forward = forward(self.color);
        sink.pawns(forward, once)?;
        sink.pawns(2 * forward, twice)?;
        sink.pawns(forward - 1, (pawns & !Bitboard::from(shakmaty::File::A)).shift(forward - 1) & theirs)?;
        sink.pawns(forward + 1, (pawns & !Bitboard::from(shakmaty::File::H)).shift(forward + 1) & theirs)?;
        if let Some(to) = self.en_passant {
            for from in attacks::pawn_attacks(!self.color, to) & pawns {
                sink.en_passant(from, to)?;
            }
        }
        ControlFlow::Continue(())
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
    type Break = Infallible;

    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.add(targets, 1);
        ControlFlow::Continue(())
    }

    fn pawns(&mut self, _: i32, targets: Bitboard) -> ControlFlow<Infallible> {
        self.add(targets & !Bitboard::BACKRANKS, 1);
        let promotions = targets & Bitboard::BACKRANKS;
        if promotions.any() {
            self.add(promotions, PROMOTIONS.len() as u64);
        }
        ControlFlow::Continue(())
    }

    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.all += 1;
        self.captures += 1;
        ControlFlow::Continue(())
    }

    fn castle(&mut self, _: CastlingSide) -> ControlFlow<Infallible> {
        self.all += 1;
        ControlFlow::Continue(())
    }
}

/// Breaks off at the first move.
struct Finder;

impl Sink for Finder {
    type Break = ();

    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pawns(&mut self, _: i32, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn castle(&mut self, _: CastlingSide) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

struct Lister<'a, F> {
    position: &'a DuckPosition,
    theirs: Bitboard,
    visit: F,
}

impl<F> Lister<'_, F> {
    fn capture(&self, to: Square) -> Option<Role> {
        if self.theirs.contains(to) { self.position.board.role_at(to) } else { None }
    }
}

/// Lists only what captures or promotes.
struct CapturesAndPromotions<S>(S);

impl<B, F: FnMut(PieceMove) -> ControlFlow<B>> Sink for CapturesAndPromotions<Lister<'_, F>> {
    type Break = B;

    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<B> {
        self.0.piece(role, from, targets & self.0.theirs)
    }

    fn pawns(&mut self, step: i32, targets: Bitboard) -> ControlFlow<B> {
        self.0.pawns(step, targets & (self.0.theirs | Bitboard::BACKRANKS))
    }

    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<B> {
        self.0.en_passant(from, to)
    }

    fn castle(&mut self, _: CastlingSide) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }
}

impl<B, F: FnMut(PieceMove) -> ControlFlow<B>> Sink for Lister<'_, F> {
    type Break = B;

    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<B> {
        for to in targets {
            let capture = self.capture(to);
            (self.visit)(PieceMove { role, from, to, capture, special: Special::None })?;
        }
        ControlFlow::Continue(())
    }

    fn pawns(&mut self, step: i32, targets: Bitboard) -> ControlFlow<B> {
        for to in targets {
            let Some(from) = to.offset(-step) else { continue };
            let piece_move =
                PieceMove { role: Role::Pawn, from, to, capture: self.capture(to), special: Special::None };
            if Bitboard::BACKRANKS.contains(to) {
                for role in PROMOTIONS {
                    (self.visit)(PieceMove { special: Special::Promotion(role), ..piece_move })?;
                }
            } else {
                (self.visit)(piece_move)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<B> {
        let capture = Some(Role::Pawn);
        (self.visit)(PieceMove { role: Role::Pawn, from, to, capture, special: Special::EnPassant })
    }

    fn castle(&mut self, side: CastlingSide) -> ControlFlow<B> {
        (self.visit)(PieceMove::castling_of(self.position.color, side))
    }
}
