//! Which turns are legal: one generator, which says where to the counter and to the lister alike.
//!
//! What a piece reaches in its own way and by teleportation is put together before it is listed, so a turn that can be
//! made in both ways is listed once.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::check::{Guard, Threats};
use super::reach::Ray;
use super::{Board, DuchessPosition, DuchessTurn, Reach, Role, Square, SquareSet};
use crate::rules::seat::Seat;

/// What does not change while the turns of a seat are looked for.
pub(super) struct Mover<'a> {
    board: &'a Board,
    reach: &'static Reach,
    own: SquareSet,
    friends: SquareSet,
    pub enemies: SquareSet,
    /// Where nobody of the side can go: onto its own pieces, and onto kings.
    closed: SquareSet,
    wizards: SquareSet,
    /// What is next to a wizard of the side.
    zone: SquareSet,
}

impl DuchessPosition {
    /// How many legal turns there are, counted without listing them; none when the game is over.
    pub fn count_turns(&self) -> u64 {
        if self.result.is_some() {
            return 0;
        }
        let promotions = self.promotions().count();
        let mut count = 0;
        let ControlFlow::Continue(()) = self.generate::<Infallible>(self.seat, |role, _, targets| {
            count += targets.count();
            if role == Role::Pawn && targets.contains(Square::VORTEX) {
                count += promotions;
            }
            ControlFlow::Continue(())
        });
        count as u64
    }

    /// Calls `visit` with every legal turn, without allocating.
    pub fn for_each_turn(&self, mut visit: impl FnMut(DuchessTurn)) {
        let ControlFlow::Continue(()) = self.try_for_each_turn::<Infallible>(|turn| {
            visit(turn);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every legal turn until it breaks, without allocating.
    pub fn try_for_each_turn<B>(&self, mut visit: impl FnMut(DuchessTurn) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.result.is_some() {
            return ControlFlow::Continue(());
        }
        self.generate(self.seat, |role, from, targets| self.try_for_each_to(role, from, targets, &mut visit))
    }

    /// Calls `visit` with every legal turn that captures or promotes, without looking at the others.
    ///
    /// ```
    /// use domain::rules::duchess::DuchessPosition;
    ///
    /// let position: DuchessPosition = "2 1 K1c1P1c6N1b2/K4c1P4c5 Q/- - 0 1".parse().unwrap();
    /// let mut turns = Vec::new();
    /// position.for_each_capture_or_promotion(|turn| turns.push(turn.to_string()));
    /// assert_eq!(turns, ["1c6-V=Q"]);
    /// ```
    pub fn for_each_capture_or_promotion(&self, mut visit: impl FnMut(DuchessTurn)) {
        if self.result.is_some() {
            return;
        }
        let enemies = self.enemies(self.seat);
        let vortex = SquareSet::of(Square::VORTEX);
        let ControlFlow::Continue(()) = self.generate::<Infallible>(self.seat, |role, from, targets| {
            let wanted = if role == Role::Pawn { enemies | vortex } else { enemies };
            self.try_for_each_to(role, from, targets & wanted, &mut |turn| {
                if turn.capture.is_some() || turn.promotion.is_some() {
                    visit(turn);
                }
                ControlFlow::Continue(())
            })
        });
    }

    /// Calls `visit` with the turns of one piece.
    fn try_for_each_to<B>(
        &self,
        role: Role,
        from: Square,
        targets: SquareSet,
        visit: &mut impl FnMut(DuchessTurn) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in targets {
            let capture = self.board.piece_at(to).map(|piece| piece.role);
            let turn = DuchessTurn { role, from, to, capture, promotion: None };
            visit(turn)?;
            if role == Role::Pawn && to == Square::VORTEX {
                for promotion in self.promotions() {
                    visit(DuchessTurn { promotion: Some(promotion), ..turn })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What a pawn of the seat to move may become on the Vortex: any of its own pieces that have been captured.
    pub fn promotions(&self) -> impl Iterator<Item = Role> + use<> {
        self.captured(self.seat).promotions()
    }

    /// Where the piece on a square can go, if it is one of the seat to move.
    pub fn targets(&self, from: Square) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        if self.result.is_none() {
            let _ = self.generate(self.seat, |_, square, targets| {
                found = if square == from { targets } else { return ControlFlow::Continue(()) };
                ControlFlow::Break(())
            });
        }
        found
    }

    /// Whether there is a legal turn: always, until the game is over.
    pub const fn has_turn(&self) -> bool {
        self.result.is_none()
    }

    /// Whether a seat could move if it were to.
    pub(super) fn has_turn_of(&self, seat: Seat) -> bool {
        let any = |_, _, targets: SquareSet| {
            if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.generate(seat, any).is_break()
    }

    /// Whether a seat takes its turns: it has not dropped out, and can move.
    pub(super) fn can_move(&self, seat: Seat) -> bool {
        !self.has_dropped_out(seat) && self.has_turn_of(seat)
    }

    /// Says for each piece of a seat where it can go, until told to stop.
    fn generate<B>(
        &self,
        seat: Seat,
        mut visit: impl FnMut(Role, Square, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mover = Mover::new(self, seat);
        let threats = Threats::of(&self.board, mover.enemies);
        let Some(king) = self.king(seat) else { return ControlFlow::Continue(()) };
        let guard = Guard::new(&self.board, mover.reach, king, mover.own, &threats);
        if !guard.answers.is_empty() {
            for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
                for from in mover.own & self.board.of_role(role) {
                    visit(role, from, mover.targets(role, from) & guard.allowed(from))?;
                }
            }
        }
        let safe = |&to: &Square| threats.find(&self.board, mover.reach, to, Some(king)).is_none();
        visit(Role::King, king, mover.targets(Role::King, king).into_iter().filter(safe).collect())
    }
}

impl<'a> Mover<'a> {
    pub fn new(position: &'a DuchessPosition, seat: Seat) -> Self {
        let (board, reach) = (&position.board, Reach::of(position.set_up));
        let (friends, enemies) = (position.friends(seat), position.enemies(seat));
        let wizards = board.of_role(Role::Wizard) & friends;
        Self {
            board,
            reach,
            own: board.of_seat(seat),
            friends,
            enemies,
            closed: friends | board.of_role(Role::King),
            wizards,
            zone: next_to(reach, wizards),
        }
    }

    /// Where a piece can go, its king left aside.
    pub fn targets(&self, role: Role, from: Square) -> SquareSet {
        let mut targets = self.own_way(role, from);
        if role == Role::Wizard {
            targets |= next_to(self.reach, self.wizards.without(from));
        } else if self.zone.contains(from) {
            targets |= self.zone;
        }
        targets & !self.closed
    }

    fn own_way(&self, role: Role, square: Square) -> SquareSet {
        if role == Role::Pawn {
            let from = self.reach.from(square);
            return from.edges & !(self.friends | self.enemies) | from.corners & self.enemies;
        }
        self.board.threatened_from(self.reach, role, square)
    }
}

impl Board {
    /// What a piece would threaten from a square, whoever stands there: where it goes in its own way, for a pawn where it
    /// captures.
    pub fn threatened_from(&self, reach: &Reach, role: Role, square: Square) -> SquareSet {
        let from = reach.from(square);
        match role {
            Role::Pawn => from.corners,
            Role::Knight => from.knight,
            Role::Bishop => self.slide(&from.bishop_rays),
            Role::Rook => self.slide(&from.rook_rays),
            Role::Queen => self.slide(&from.rook_rays) | self.slide(&from.bishop_rays),
            Role::Duchess => self.slide(&from.bishop_rays) | from.knight,
            Role::Fortress => self.slide(&from.rook_rays) | from.knight,
            Role::King | Role::Wizard => from.next_to,
        }
    }

    /// Up to the first piece on each ray, it included.
    fn slide(&self, rays: &[Ray]) -> SquareSet {
        let is_there = |square| !self.is_empty_at(square);
        rays.iter().fold(SquareSet::EMPTY, |reached, ray| reached | ray.until(is_there))
    }
}

fn next_to(reach: &Reach, wizards: SquareSet) -> SquareSet {
    wizards.into_iter().fold(SquareSet::EMPTY, |zone, wizard| zone | reach.from(wizard).next_to)
}
