//! [`Position`]: what the rules need to know of a game, of any rule system. It tells the systems apart, and so do turns,
//! variants and the readers of notation; everything outside the rules asks a variant's [`Features`].
//!
//! ```
//! use domain::rules::position::Position;
//! use domain::rules::variant::Variant;
//!
//! let start = Position::start(Variant::Duck);
//! let turn = start.read_turn("Nf3@e5").unwrap();
//! assert_eq!(start.write_turn(turn), "Nf3@e5");
//! assert_eq!(start.play(turn).fen(), "rnbqkbnr/pppppppp/8/4*3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
//! ```

mod fen;
mod legal_turns;
mod men;
mod notation;
mod repetition;
mod standing;

pub use fen::FenError;
pub use men::Men;
pub use notation::ANY_DUCK;
pub use standing::Standing;

use crate::rules::check_status::CheckStatus;
use crate::rules::chess::ChessPosition;
use crate::rules::duchess::DuchessPosition;
use crate::rules::duck::DuckPosition;
use crate::rules::entry::Entry;
use crate::rules::features::Features;
use crate::rules::material::Material;
use crate::rules::outcome::{Outcome, RulesEnding, RulesResult};
use crate::rules::seat::{BySeat, Seat, SeatSet, Seating, Side};
use crate::rules::turn::{Pattern, Turn};
use crate::rules::variant::Variant;

/// A position that the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of Duck Chess or Three-Check Duck Chess.
    Duck(DuckPosition),
    /// Of Duchess.
    Duchess(Box<DuchessPosition>),
    /// Of chess.
    Chess(ChessPosition),
}

impl Position {
    /// The bytes of memory that it takes besides its own size.
    pub const fn heap_bytes(&self) -> usize {
        match self {
            Self::Duck(_) | Self::Chess(_) => 0,
            Self::Duchess(_) => size_of::<DuchessPosition>(),
        }
    }

    /// Where a game of this variant starts.
    pub fn start(variant: Variant) -> Self {
        match variant {
            Variant::Duck => Self::Duck(DuckPosition::start()),
            Variant::ThreeCheckDuck => Self::Duck(DuckPosition::three_check_start()),
            Variant::Duchess(set_up) => DuchessPosition::start(set_up).into(),
            Variant::Chess => Self::Chess(ChessPosition::start()),
        }
    }

    /// Which game this is.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Duck(position) if position.checks_given().is_some() => Variant::ThreeCheckDuck,
            Self::Duck(_) => Variant::Duck,
            Self::Duchess(position) => Variant::Duchess(position.set_up()),
            Self::Chess(_) => Variant::Chess,
        }
    }

    /// The features of its variant.
    pub fn features(&self) -> Features {
        self.variant().features()
    }

    /// Its seats and sides.
    pub fn seating(&self) -> Seating {
        self.variant().seating()
    }

    /// Whose turn it is; when the game is over, whose it would be.
    pub fn seat_to_move(&self) -> Seat {
        match self {
            Self::Duck(position) => position.seat_to_move(),
            Self::Duchess(position) => position.seat_to_move(),
            Self::Chess(position) => position.seat_to_move(),
        }
    }

    /// How the game has ended here by the rules alone; draws are for the players to claim or to agree on.
    pub fn result(&self) -> Option<RulesResult> {
        match self {
            Self::Duck(position) => position.result(),
            Self::Duchess(position) => position.result(),
            Self::Chess(position) => position.result(),
        }
    }

    /// The side that wins if the players of these seats resign; `None` if that is not enough to end the game.
    pub fn winner_if_lost(&self, lost: SeatSet) -> Option<Side> {
        match self {
            Self::Duck(_) | Self::Chess(_) => {
                self.seating().seats().find(|&seat| lost.contains(seat)).map(|seat| opponent(self.seating(), seat))
            }
            Self::Duchess(position) => position.winner_if_lost(lost),
        }
    }

    /// The position after a seat drops out, because its clock has run out or its player has left, in which the others
    /// play on.
    ///
    /// # Errors
    /// The result, if that ends the game.
    pub fn drop_out(&self, seat: Seat) -> Result<Self, RulesResult> {
        match self {
            Self::Duck(_) | Self::Chess(_) => {
                let outcome = Outcome::Win(opponent(self.seating(), seat));
                Err(RulesResult { outcome, ending: RulesEnding::DroppedOut })
            }
            Self::Duchess(position) => {
                let after = position.drop_out(seat);
                after.result().map_or_else(|| Ok(after.into()), Err)
            }
        }
    }

    /// Whether a seat has dropped out and the others play on: its turns are missed.
    pub fn has_dropped_out(&self, seat: Seat) -> bool {
        match self {
            Self::Duck(_) | Self::Chess(_) => false,
            Self::Duchess(position) => position.has_dropped_out(seat),
        }
    }

    /// The seats whose turns were missed between this position and the one after the turn of its seat to move, or after
    /// that seat has dropped out; none where nobody ever misses a turn.
    pub fn missed_until<'a>(&self, after: &'a Self) -> impl Iterator<Item = Seat> + use<'a> {
        let missed = match (self, after) {
            (Self::Duchess(position), Self::Duchess(after)) => Some(position.missed_until(after)),
            (Self::Duck(_) | Self::Duchess(_) | Self::Chess(_), _) => None,
        };
        missed.into_iter().flatten()
    }

    /// Whether a seat's king is threatened, and whether the seat could move if it were to; [`CheckStatus::Free`] where kings
    /// are captured and there is no check.
    pub fn check_status(&self, seat: Seat) -> CheckStatus {
        match self {
            Self::Duck(_) => CheckStatus::Free,
            Self::Duchess(position) => position.check_status(seat),
            Self::Chess(position) => position.check_status(seat),
        }
    }

    /// How many checks a seat has given, where they are counted.
    pub fn checks_given(&self, seat: Seat) -> Option<u8> {
        match self {
            Self::Duck(position) => {
                let given = position.checks_given()?;
                Some(if seat == Seat::WHITE { given.white } else { given.black })
            }
            Self::Duchess(_) | Self::Chess(_) => None,
        }
    }

    /// The position after a turn.
    ///
    /// The turn must come from this very position, read by [`read_turn`](Self::read_turn) or from its legal turns: one of
    /// another position makes a position that no game reaches, and one of another system none at all, though nothing
    /// panics.
    #[must_use]
    pub fn play(&self, turn: Turn) -> Self {
        match (self, turn) {
            (Self::Duck(position), Turn::Duck(turn)) => Self::Duck(position.play(turn)),
            (Self::Duchess(position), Turn::Duchess(turn)) => position.play(turn).into(),
            (Self::Chess(position), Turn::Chess(turn)) => Self::Chess(position.play(turn)),
            (Self::Duck(_) | Self::Duchess(_) | Self::Chess(_), _) => self.clone(),
        }
    }

    /// The position after a turn, or after a piece move with any duck: then without a duck, so that all is legal that is
    /// legal with the duck on some square.
    #[must_use]
    pub fn play_pattern(&self, pattern: Pattern) -> Self {
        match (self, pattern) {
            (_, Pattern::Turn(turn)) => self.play(turn),
            (Self::Duck(position), Pattern::AnyDuck(piece_move)) => {
                Self::Duck(position.half_turn(piece_move).without_duck())
            }
            (Self::Duchess(_) | Self::Chess(_), Pattern::AnyDuck(_)) => self.clone(),
        }
    }

    /// The position after an entry that was read here.
    #[must_use]
    pub fn after(&self, entry: Entry) -> Self {
        match (self, entry) {
            (_, Entry::Turn(turn)) => self.play(turn),
            (Self::Duchess(position), Entry::DropOut) => position.drop_out(position.seat_to_move()).into(),
            (Self::Duck(_) | Self::Chess(_), Entry::DropOut) => self.clone(),
        }
    }

    /// Whether this turn can be made here.
    pub fn is_legal(&self, turn: Turn) -> bool {
        match (self, turn) {
            (Self::Duck(position), Turn::Duck(turn)) => position.is_legal(turn),
            (Self::Duchess(position), Turn::Duchess(turn)) => position.is_legal(turn),
            (Self::Chess(position), Turn::Chess(turn)) => position.is_legal(turn),
            (Self::Duck(_) | Self::Duchess(_) | Self::Chess(_), _) => false,
        }
    }

    /// What each seat has on the board, and what has been captured from it.
    pub fn material(&self) -> BySeat<Material> {
        match self {
            Self::Duck(position) => position.material(),
            Self::Duchess(position) => position.material(),
            Self::Chess(position) => position.pieces().material(),
        }
    }

    /// Turns since the last capture or pawn move, of all seats together.
    pub fn halfmove_clock(&self) -> u32 {
        match self {
            Self::Duck(position) => position.halfmove_clock(),
            Self::Duchess(position) => position.quiet_turns(),
            Self::Chess(position) => position.pieces().halfmove_clock(),
        }
    }

    /// 1 for the first turn of every seat, and so on.
    pub fn fullmove_number(&self) -> u32 {
        match self {
            Self::Duck(position) => position.fullmove_number().get(),
            Self::Duchess(position) => position.round().get(),
            Self::Chess(position) => position.pieces().fullmove_number().get(),
        }
    }
}

impl From<DuchessPosition> for Position {
    fn from(position: DuchessPosition) -> Self {
        Self::Duchess(Box::new(position))
    }
}

/// The other of two sides.
fn opponent(seating: Seating, seat: Seat) -> Side {
    seating.side(seating.opponents(seat).next().unwrap_or(seat))
}
