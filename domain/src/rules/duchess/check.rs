//! What is threatened: by whom, what that forbids, and whether a seat is in check.
//!
//! A square is threatened when an opponent could move there. How that opponent stands does not matter, and teleportation
//! adds nothing: wherever it leads is next to a wizard, which threatens it already.

use arrayvec::ArrayVec;

use super::mesh::MAX_SIDES;
use super::reach::Ray;
use super::{Board, DuchessPosition, Reach, Role, Square, SquareSet};
use crate::rules::check_status::CheckStatus;
use crate::rules::seat::Seat;

/// The pieces that threaten, by how they do it.
pub(super) struct Threats {
    rooks: SquareSet,
    bishops: SquareSet,
    knights: SquareSet,
    touching: SquareSet,
    pawns: SquareSet,
}

impl Threats {
    pub fn of(board: &Board, enemies: SquareSet) -> Self {
        let [queens, duchesses, fortresses] =
            [Role::Queen, Role::Duchess, Role::Fortress].map(|role| board.of_role(role));
        Self {
            rooks: (board.of_role(Role::Rook) | queens | fortresses) & enemies,
            bishops: (board.of_role(Role::Bishop) | queens | duchesses) & enemies,
            knights: (board.of_role(Role::Knight) | duchesses | fortresses) & enemies,
            touching: (board.of_role(Role::King) | board.of_role(Role::Wizard)) & enemies,
            pawns: board.of_role(Role::Pawn) & enemies,
        }
    }

    /// The pieces that threaten a square without going through others.
    fn leapers(&self, reach: &Reach, square: Square) -> SquareSet {
        let from = reach.from(square);
        from.knight & self.knights | from.next_to & self.touching | from.corners & self.pawns
    }

    /// A piece that threatens a square, if there is one. `lifted` counts as empty: it is where a king moves from.
    pub fn find(&self, board: &Board, reach: &Reach, square: Square, lifted: Option<Square>) -> Option<Square> {
        let from = reach.from(square);
        let first = |ray: &Ray| ray.iter().copied().find(|&at| !board.is_empty_at(at) && Some(at) != lifted);
        let slider = |rays: &[Ray], reached: SquareSet, sliders: SquareSet| {
            let seen = reached.intersects(sliders);
            seen.then(|| rays.iter().filter_map(first).find(|&at| sliders.contains(at))).flatten()
        };
        self.leapers(reach, square)
            .first()
            .or_else(|| slider(&from.rook_rays, from.rook, self.rooks))
            .or_else(|| slider(&from.bishop_rays, from.bishop, self.bishops))
    }
}

/// The restrictions on a seat's other pieces that protect its king.
pub(super) struct Guard {
    /// Where they may go: anywhere, or onto the square of the checking piece or between it and the king.
    pub answers: SquareSet,
    /// Those that stand between the king and a threat, and where they may go.
    pub pins: ArrayVec<(Square, SquareSet), { 2 * MAX_SIDES }>,
}

impl Guard {
    /// Looks from the king outwards.
    pub fn new(board: &Board, reach: &Reach, king: Square, own: SquareSet, threats: &Threats) -> Self {
        let mut guard = Self { answers: SquareSet::FULL, pins: ArrayVec::new() };
        for leaper in threats.leapers(reach, king) {
            guard.answers &= SquareSet::of(leaper);
        }
        let from = reach.from(king);
        if from.rook.intersects(threats.rooks) {
            from.rook_rays.iter().for_each(|ray| guard.look(board, ray, own, threats.rooks));
        }
        if from.bishop.intersects(threats.bishops) {
            from.bishop_rays.iter().for_each(|ray| guard.look(board, ray, own, threats.bishops));
        }
        guard
    }

    fn look(&mut self, board: &Board, ray: &Ray, own: SquareSet, sliders: SquareSet) {
        let mut pinned = None;
        for (n, &square) in ray.iter().enumerate().filter(|&(_, &square)| !board.is_empty_at(square)) {
            if sliders.contains(square) {
                let path = ray.path(n);
                match pinned {
                    None => self.answers &= path,
                    Some(pinned) => self.pins.push((pinned, path)),
                }
                return;
            }
            if pinned.is_some() || !own.contains(square) {
                return;
            }
            pinned = Some(square);
        }
    }

    /// Where the piece on this square may go.
    pub fn allowed(&self, square: Square) -> SquareSet {
        let pins = self.pins.iter().filter(|&&(pinned, _)| pinned == square);
        pins.fold(self.answers, |allowed, &(_, path)| allowed & path)
    }
}

impl DuchessPosition {
    /// Whether a seat's king is threatened.
    ///
    /// ```
    /// use domain::rules::check_status::CheckStatus;
    /// use domain::rules::duchess::DuchessPosition;
    ///
    /// let position: DuchessPosition = "2 1 K1c1/K4c1R1e1W2c6".parse().unwrap();
    /// assert!(position.is_in_check(position.seat_to_move()));
    /// assert_eq!(position.check_status(position.seat_to_move()), CheckStatus::InCheck);
    /// ```
    pub fn is_in_check(&self, seat: Seat) -> bool {
        self.checking(seat).is_some()
    }

    /// A piece that threatens a seat's king.
    pub fn checking(&self, seat: Seat) -> Option<Square> {
        self.threatening(seat, self.king(seat)?)
    }

    /// A piece that threatens a square and is not of a seat's side.
    pub fn threatening(&self, seat: Seat, square: Square) -> Option<Square> {
        let threats = Threats::of(&self.board, self.enemies(seat));
        threats.find(&self.board, Reach::of(self.set_up), square, None)
    }

    /// The status of a seat, as if it were to move.
    pub fn check_status(&self, seat: Seat) -> CheckStatus {
        match (self.is_in_check(seat), self.has_turn_of(seat)) {
            (false, true) => CheckStatus::Free,
            (true, true) => CheckStatus::InCheck,
            (true, false) => CheckStatus::Checkmated,
            (false, false) => CheckStatus::Stalemated,
        }
    }

    /// Whether a seat is in check and can do nothing about it.
    pub fn is_mated(&self, seat: Seat) -> bool {
        self.is_in_check(seat) && !self.has_turn_of(seat)
    }

    /// The pieces of a seat's side.
    pub(super) fn friends(&self, seat: Seat) -> SquareSet {
        let seating = self.set_up.seating();
        let seats = seating.seats_of(seating.side(seat));
        seats.fold(SquareSet::EMPTY, |pieces, seat| pieces | self.board.of_seat(seat))
    }

    /// The pieces of all other sides.
    pub(super) fn enemies(&self, seat: Seat) -> SquareSet {
        self.set_up.seating().opponents(seat).fold(SquareSet::EMPTY, |pieces, seat| pieces | self.board.of_seat(seat))
    }
}
