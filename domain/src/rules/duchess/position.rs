//! [`DuchessPosition`]: a position that can arise, how it goes on, and what is asked of it.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use super::{Board, CapturedPieces, DuchessTurn, Piece, Role, SetUp, Square};
use crate::rules::outcome::RulesResult;
use crate::rules::perft::perft;
use crate::rules::seat::{MAX_SEATS, Seat, SeatSet};

/// After how many turns of each seat without a capture, a promotion or a pawn move a draw can be claimed.
pub const QUIET_ROUNDS: u32 = 100;

/// A position of Duchess.
///
/// It is made from the start by legal turns, or from a checked [`DuchessFen`](super::DuchessFen); so each seat has one
/// king and no more pieces of a kind, on the board and captured together, than it began with. The seat to move can move,
/// unless the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuchessPosition {
    pub(super) set_up: SetUp,
    pub(super) board: Board,
    pub(super) seat: Seat,
    /// What has been captured from each seat and not been brought back.
    pub(super) captured: [CapturedPieces; MAX_SEATS],
    pub(super) dropped_out: SeatSet,
    pub(super) quiet: u32,
    pub(super) round: NonZeroU32,
    /// Follows from everything else, and is worked out only once.
    pub(super) result: Option<RulesResult>,
}

impl DuchessPosition {
    /// Where a game starts.
    pub fn start(set_up: SetUp) -> Self {
        Self {
            set_up,
            board: set_up.pieces().collect(),
            seat: Seat::FIRST,
            captured: Default::default(),
            dropped_out: SeatSet::default(),
            quiet: 0,
            round: NonZeroU32::MIN,
            result: None,
        }
    }

    /// For how many it is played.
    pub const fn set_up(&self) -> SetUp {
        self.set_up
    }

    /// The pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is; when the game is over, whose it would be.
    pub const fn seat_to_move(&self) -> Seat {
        self.seat
    }

    /// What has been captured from a seat: what its pawns may become.
    pub const fn captured(&self, seat: Seat) -> CapturedPieces {
        self.captured[seat.index()]
    }

    /// Whether a seat has dropped out: its pieces stay, and its turns are missed.
    pub const fn has_dropped_out(&self, seat: Seat) -> bool {
        self.dropped_out.contains(seat)
    }

    /// Turns, made or missed, since the last capture, promotion or pawn move, of all seats together.
    pub const fn quiet_turns(&self) -> u32 {
        self.quiet
    }

    /// 1 while every seat has its first turn, then 2, and so on.
    pub const fn round(&self) -> NonZeroU32 {
        self.round
    }

    /// How the game has ended here by the rules alone; draws are for the players to claim or to agree on.
    pub const fn result(&self) -> Option<RulesResult> {
        self.result
    }

    /// The position after a legal turn. Seats that cannot move then miss their turns:
    /// [`missed_until`](Self::missed_until) tells which.
    ///
    /// The turn must come from this position, from [`read_turn`](Self::read_turn) or the legal turns: one of another
    /// position makes a position that no game reaches, though nothing panics.
    #[must_use]
    pub fn play(&self, turn: DuchessTurn) -> Self {
        let mut after = self.clone();
        after.move_piece(turn);
        let irreversible = turn.role == Role::Pawn || turn.capture.is_some();
        after.quiet = if irreversible { 0 } else { after.quiet.saturating_add(1) };
        after.pass_turn();
        after.settle();
        after
    }

    /// The position in which the seat to move has missed this turn although it could move. No game reaches it: it is for
    /// those who ask what the others threaten.
    ///
    /// ```
    /// use domain::rules::duchess::{DuchessPosition, SetUp};
    /// let start = DuchessPosition::start(SetUp::Four);
    /// let passed = start.pass();
    /// assert_eq!(passed.seat_to_move(), start.set_up().seating().seat(1).unwrap());
    /// assert_eq!(passed.board(), start.board());
    /// ```
    #[must_use]
    pub fn pass(&self) -> Self {
        let mut after = self.clone();
        if after.result.is_none() {
            after.miss_turn();
            after.settle();
        }
        after
    }

    /// The position after a seat has dropped out. Its pieces stay and still threaten, can be captured and can be mated,
    /// but its turns are missed. A side all of whose seats have dropped out has lost; with three players one is enough.
    ///
    /// ```
    /// use domain::rules::duchess::{DuchessPosition, SetUp};
    /// let start = DuchessPosition::start(SetUp::Four);
    /// let (red, blue) = (start.seat_to_move(), start.set_up().seating().seat(1).unwrap());
    /// let without = start.drop_out(red);
    /// assert_eq!(without.seat_to_move(), blue);
    /// assert!(without.has_dropped_out(red) && without.result().is_none(), "Green plays on for their side");
    /// ```
    #[must_use]
    pub fn drop_out(&self, seat: Seat) -> Self {
        let mut after = self.clone();
        if after.result.is_none() {
            after.dropped_out.insert(seat);
            if seat == after.seat {
                after.miss_turn();
            }
            after.settle();
        }
        after
    }

    /// The seats whose turns were missed between this position and the one after the turn of its seat to move, or after
    /// that seat has dropped out.
    ///
    /// ```
    /// use domain::rules::duchess::{DuchessPosition, SetUp};
    /// let start = DuchessPosition::start(SetUp::Six);
    /// let seats: Vec<_> = start.set_up().seating().seats().collect();
    /// let blue_out = start.drop_out(seats[1]);
    /// let after = blue_out.play(blue_out.read_turn("1c3-1c4").unwrap());
    /// assert_eq!(blue_out.missed_until(&after).collect::<Vec<_>>(), [seats[1]]);
    /// ```
    pub fn missed_until(&self, after: &Self) -> impl Iterator<Item = Seat> + use<> {
        let (set_up, last) = (self.set_up, after.seat);
        std::iter::successors(Some(next_seat(set_up, self.seat)), move |&seat| Some(next_seat(set_up, seat)))
            .take_while(move |&seat| seat != last)
            .take(MAX_SEATS)
    }

    /// Whether this turn can be made here.
    pub fn is_legal(&self, turn: DuchessTurn) -> bool {
        let is_it = |legal| if legal == turn { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_for_each_turn(is_it).is_break()
    }

    /// The number of sequences of exactly `depth` legal turns.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }

    /// Whether a draw may be claimed because this position has occurred three times among all of a game's positions, it
    /// included.
    pub fn may_claim_repetition<'a>(&self, game: impl IntoIterator<Item = &'a Self>) -> bool {
        game.into_iter().filter(|other| self.repeats(other)).count() >= 3
    }

    /// Whether a draw may be claimed because each seat has had a hundred turns without a capture, a promotion or a pawn
    /// move. Missed turns count: a mated seat must not keep the others from it.
    pub fn may_claim_hundred_turns(&self) -> bool {
        self.quiet >= QUIET_ROUNDS * self.set_up.seating().len() as u32
    }

    pub(super) fn move_piece(&mut self, DuchessTurn { from, to, promotion, .. }: DuchessTurn) {
        let Some(piece) = self.board.remove(from) else { return };
        if let Some(captured) = self.board.remove(to) {
            self.captured[captured.seat.index()].add(captured.role);
        }
        let role = match promotion {
            Some(role) if self.captured[piece.seat.index()].remove(role) => {
                self.captured[piece.seat.index()].add(piece.role);
                role
            }
            _ => piece.role,
        };
        self.board.put(to, Piece { role, ..piece });
    }

    /// Finds the seat to move, or that the game is over.
    pub(super) fn settle(&mut self) {
        self.result = self.decided();
        if self.result.is_some() {
            return;
        }
        let (seat, quiet, round) = (self.seat, self.quiet, self.round);
        for _ in self.set_up.seating().seats() {
            if self.can_move(self.seat) {
                return;
            }
            self.miss_turn();
        }
        (self.seat, self.quiet, self.round) = (seat, quiet, round);
        self.result = Some(Self::NOBODY_CAN_MOVE);
    }

    fn miss_turn(&mut self) {
        self.pass_turn();
        self.quiet = self.quiet.saturating_add(1);
    }

    fn pass_turn(&mut self) {
        self.seat = next_seat(self.set_up, self.seat);
        if self.seat == Seat::FIRST {
            self.round = self.round.saturating_add(1);
        }
    }

    /// Where a seat's king is. Every seat has one.
    pub fn king(&self, seat: Seat) -> Option<Square> {
        self.board.of(seat, Role::King).first()
    }
}

fn next_seat(set_up: SetUp, seat: Seat) -> Seat {
    set_up.seating().seat(seat.index() + 1).unwrap_or(Seat::FIRST)
}
