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

use std::ops::ControlFlow;

use thiserror::Error;

use crate::rules::check_status::CheckStatus;
use crate::rules::draw::DrawClaim;
use crate::rules::duchess::{DuchessFen, DuchessFenError, DuchessPosition};
use crate::rules::duck::{DuckFen, DuckFenError, DuckPosition, SquareNames};
use crate::rules::entry::Entry;
use crate::rules::features::Features;
use crate::rules::material::Material;
use crate::rules::outcome::{Outcome, RulesEnding, RulesResult};
use crate::rules::perft::perft;
use crate::rules::seat::{BySeat, Seat, SeatSet, Seating, Side};
use crate::rules::turn::{Pattern, Turn, TurnError};
use crate::rules::variant::Variant;

/// What stands in a pattern for a duck that may go anywhere.
const ANY_DUCK: &str = "@*";

/// What stands in the place of a turn where a seat drops out and others play on.
const OUT: &str = "out";

/// A position that the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of Duck Chess or Three-Check Duck Chess.
    Duck(DuckPosition),
    /// Of Duchess.
    Duchess(Box<DuchessPosition>),
}

/// Why a FEN is no position, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// By the rules of the duck games.
    #[error(transparent)]
    Duck(#[from] DuckFenError),
    /// By the rules of Duchess.
    #[error(transparent)]
    Duchess(#[from] DuchessFenError),
    /// A position of another variant than was asked for: of this one.
    #[error("other-variant variant={0}")]
    OtherVariant(Variant),
}

impl FenError {
    /// The stable code of the error, in `kebab-case`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Duck(error) => error.code(),
            Self::Duchess(error) => error.code(),
            Self::OtherVariant(_) => "other-variant",
        }
    }
}

impl Position {
    /// The bytes of memory that it takes besides its own size.
    pub const fn heap_bytes(&self) -> usize {
        match self {
            Self::Duck(_) => 0,
            Self::Duchess(_) => size_of::<DuchessPosition>(),
        }
    }

    /// Where a game of this variant starts.
    pub fn start(variant: Variant) -> Self {
        match variant {
            Variant::Duck => Self::Duck(DuckPosition::start()),
            Variant::ThreeCheckDuck => Self::Duck(DuckPosition::three_check_start()),
            Variant::Duchess(set_up) => DuchessPosition::start(set_up).into(),
        }
    }

    /// Reads a position from which a game can be played.
    ///
    /// # Errors
    /// When the text is no FEN, or what it says cannot be: also a position in which a king has been captured, for there is
    /// nothing left to play.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let position = match variant {
            // What is wrong with a FEN of Duchess only its own rules can say.
            Variant::Duck | Variant::ThreeCheckDuck if DuchessFen::is_meant_by(fen) => {
                fen.parse::<DuchessPosition>()?.into()
            }
            Variant::Duck | Variant::ThreeCheckDuck => {
                let mut setup: DuckFen = fen.parse()?;
                setup.count_checks(variant == Variant::ThreeCheckDuck)?;
                Self::Duck(setup.try_into()?)
            }
            Variant::Duchess(_) => fen.parse::<DuchessPosition>()?.into(),
        };
        let found = position.variant();
        if found == variant { Ok(position) } else { Err(FenError::OtherVariant(found)) }
    }

    /// The position as text.
    pub fn fen(&self) -> String {
        match self {
            Self::Duck(position) => position.to_string(),
            Self::Duchess(position) => position.to_string(),
        }
    }

    /// Which game this is.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Duck(position) if position.checks_given().is_some() => Variant::ThreeCheckDuck,
            Self::Duck(_) => Variant::Duck,
            Self::Duchess(position) => Variant::Duchess(position.set_up()),
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
        }
    }

    /// How the game has ended here by the rules alone; draws are for the players to claim or to agree on.
    pub fn result(&self) -> Option<RulesResult> {
        match self {
            Self::Duck(position) => position.result(),
            Self::Duchess(position) => position.result(),
        }
    }

    /// The side that wins if the players of these seats resign; `None` if that is not enough to end the game.
    pub fn winner_if_lost(&self, lost: SeatSet) -> Option<Side> {
        match self {
            Self::Duck(_) => {
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
            Self::Duck(_) => {
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
            Self::Duck(_) => false,
            Self::Duchess(position) => position.has_dropped_out(seat),
        }
    }

    /// The seats whose turns were missed between this position and the one after the turn of its seat to move, or after
    /// that seat has dropped out; none where nobody ever misses a turn.
    pub fn missed_until<'a>(&self, after: &'a Self) -> impl Iterator<Item = Seat> + use<'a> {
        let missed = match (self, after) {
            (Self::Duchess(position), Self::Duchess(after)) => Some(position.missed_until(after)),
            (Self::Duck(_), _) | (_, Self::Duck(_)) => None,
        };
        missed.into_iter().flatten()
    }

    /// Whether a seat's king is threatened, and whether the seat could move if it were to; [`CheckStatus::Free`] where kings
    /// are captured and there is no check.
    pub fn check_status(&self, seat: Seat) -> CheckStatus {
        match self {
            Self::Duck(_) => CheckStatus::Free,
            Self::Duchess(position) => position.check_status(seat),
        }
    }

    /// How many checks a seat has given, where they are counted.
    pub fn checks_given(&self, seat: Seat) -> Option<u8> {
        match self {
            Self::Duck(position) => {
                let given = position.checks_given()?;
                Some(if seat == Seat::WHITE { given.white } else { given.black })
            }
            Self::Duchess(_) => None,
        }
    }

    /// Reads a turn in any notation in use, and only if it is legal here.
    ///
    /// # Errors
    /// Why not.
    pub fn read_turn(&self, text: &str) -> Result<Turn, TurnError> {
        match self {
            Self::Duck(position) => Ok(Turn::Duck(position.read_turn(text)?)),
            Self::Duchess(position) => Ok(Turn::Duchess(position.read_turn(text)?)),
        }
    }

    /// Reads a turn whose squares are counted in a known way; only chess.com's files need it.
    pub(crate) fn read_turn_in(&self, text: &str, squares: SquareNames) -> Result<Turn, TurnError> {
        match self {
            Self::Duck(position) => Ok(Turn::Duck(position.read_turn_in(text, squares)?)),
            Self::Duchess(_) => self.read_turn(text),
        }
    }

    /// The turn in short notation, `Nf3@e5`, which [`read_turn`](Self::read_turn) understands here.
    pub fn write_turn(&self, turn: Turn) -> String {
        match (self, turn) {
            (Self::Duck(position), Turn::Duck(turn)) => position.write_turn(turn),
            _ => self.write_coordinates(turn),
        }
    }

    /// Reads a turn, or a piece move with the duck anywhere, `Nf3@*`; only what is legal here.
    ///
    /// # Errors
    /// As [`read_turn`](Self::read_turn).
    pub fn read_pattern(&self, text: &str) -> Result<Pattern, TurnError> {
        match (self, text.strip_suffix(ANY_DUCK)) {
            (Self::Duck(position), Some(piece)) => match position.read_piece_move(piece)? {
                // The duck stays where it is: there is only one such turn.
                piece_move if piece_move.captures_king() => self.read_turn(piece).map(Pattern::Turn),
                piece_move => Ok(Pattern::AnyDuck(piece_move)),
            },
            _ => self.read_turn(text).map(Pattern::Turn),
        }
    }

    /// The pattern in short notation, which [`read_pattern`](Self::read_pattern) understands here.
    pub fn write_pattern(&self, pattern: Pattern) -> String {
        match (self, pattern) {
            (_, Pattern::Turn(turn)) => self.write_turn(turn),
            (Self::Duck(position), Pattern::AnyDuck(piece_move)) => position.write_piece_move(piece_move) + ANY_DUCK,
            (Self::Duchess(_), Pattern::AnyDuck(_)) => ANY_DUCK.to_owned(),
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
            (Self::Duchess(_), Pattern::AnyDuck(_)) => self.clone(),
        }
    }

    /// Reads a turn, or `out` where a seat can drop out without ending the game.
    ///
    /// # Errors
    /// As [`read_turn`](Self::read_turn).
    pub fn read_entry(&self, text: &str) -> Result<Entry, TurnError> {
        match self {
            Self::Duchess(position) if text == OUT && position.result().is_none() => Ok(Entry::DropOut),
            Self::Duck(_) | Self::Duchess(_) => self.read_turn(text).map(Entry::Turn),
        }
    }

    /// The entry as [`read_entry`](Self::read_entry) understands it here.
    pub fn write_entry(&self, entry: Entry) -> String {
        match entry {
            Entry::Turn(turn) => self.write_turn(turn),
            Entry::DropOut => OUT.to_owned(),
        }
    }

    /// The position after an entry that was read here.
    #[must_use]
    pub fn after(&self, entry: Entry) -> Self {
        match (self, entry) {
            (_, Entry::Turn(turn)) => self.play(turn),
            (Self::Duchess(position), Entry::DropOut) => position.drop_out(position.seat_to_move()).into(),
            (Self::Duck(_), Entry::DropOut) => self.clone(),
        }
    }

    /// The turn in coordinates, `g1f3@e5`.
    pub fn write_coordinates(&self, turn: Turn) -> String {
        match turn {
            Turn::Duck(turn) => turn.to_string(),
            Turn::Duchess(turn) => turn.to_string(),
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
            (Self::Duck(_), Turn::Duchess(_)) | (Self::Duchess(_), Turn::Duck(_)) => self.clone(),
        }
    }

    /// Whether this turn can be made here.
    pub fn is_legal(&self, turn: Turn) -> bool {
        match (self, turn) {
            (Self::Duck(position), Turn::Duck(turn)) => position.is_legal(turn),
            (Self::Duchess(position), Turn::Duchess(turn)) => position.is_legal(turn),
            (Self::Duck(_), Turn::Duchess(_)) | (Self::Duchess(_), Turn::Duck(_)) => false,
        }
    }

    /// How many legal turns there are, counted without listing them; none when the game is over.
    pub fn count_turns(&self) -> u64 {
        match self {
            Self::Duck(position) => position.count_turns(),
            Self::Duchess(position) => position.count_turns(),
        }
    }

    /// Whether there is a legal turn; looks no further than the first.
    pub fn has_turn(&self) -> bool {
        match self {
            Self::Duck(position) => position.has_turn(),
            Self::Duchess(position) => position.has_turn(),
        }
    }

    /// Calls `visit` with every legal turn until it breaks off, without allocating anything.
    ///
    /// ```
    /// # use domain::rules::position::Position;
    /// # use domain::rules::variant::Variant;
    /// use std::ops::ControlFlow;
    ///
    /// let mut seen = 0;
    /// let third = Position::start(Variant::Duck).try_for_each_turn(|turn| {
    ///     seen += 1;
    ///     if seen == 3 { ControlFlow::Break(turn) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(third.is_break() && seen == 3);
    /// ```
    pub fn try_for_each_turn<B>(&self, mut visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Self::Duck(position) => position.try_for_each_turn(|turn| visit(Turn::Duck(turn))),
            Self::Duchess(position) => position.try_for_each_turn(|turn| visit(Turn::Duchess(turn))),
        }
    }

    /// Calls `visit` with every legal turn, without allocating anything.
    pub fn for_each_turn(&self, mut visit: impl FnMut(Turn)) {
        match self {
            Self::Duck(position) => position.for_each_turn(|turn| visit(Turn::Duck(turn))),
            Self::Duchess(position) => position.for_each_turn(|turn| visit(Turn::Duchess(turn))),
        }
    }

    /// The number of sequences of exactly `depth` legal turns.
    pub fn perft(&self, depth: u32) -> u64 {
        match self {
            Self::Duck(position) => perft(position, depth),
            Self::Duchess(position) => perft(&**position, depth),
        }
    }

    /// What each seat has on the board, and what has been captured from it.
    pub fn material(&self) -> BySeat<Material> {
        match self {
            Self::Duck(position) => position.material(),
            Self::Duchess(position) => position.material(),
        }
    }

    /// A number that positions share if they are the same for repetition, and only then but once in 2^64; the same on
    /// every machine and in every version.
    pub fn key(&self) -> u64 {
        match self {
            Self::Duck(position) => position.key(),
            Self::Duchess(position) => position.key(),
        }
    }

    /// The position after a turn, as [`play`](Self::play) makes it, with its key, which is updated incrementally: for
    /// programs that play many turns and need each position's key.
    ///
    /// ```
    /// # use domain::rules::position::Position;
    /// # use domain::rules::variant::Variant;
    /// let start = Position::start(Variant::Duck);
    /// let (after, key) = start.play_with_key(start.key(), start.read_turn("e4@e6").unwrap());
    /// assert_eq!(key, after.key());
    /// ```
    #[must_use]
    pub fn play_with_key(&self, key: u64, turn: Turn) -> (Self, u64) {
        let after = self.play(turn);
        let key = match (self, turn, &after) {
            (Self::Duck(position), Turn::Duck(turn), Self::Duck(after)) => position.key_after(key, turn, after),
            (Self::Duchess(position), Turn::Duchess(turn), Self::Duchess(after)) => {
                position.key_after(key, turn, after)
            }
            _ => key,
        };
        (after, key)
    }

    /// Whether the two are the same for repetition.
    pub fn repeats(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Duck(position), Self::Duck(other)) => position.repeats(other),
            (Self::Duchess(position), Self::Duchess(other)) => position.repeats(other),
            (Self::Duck(_), Self::Duchess(_)) | (Self::Duchess(_), Self::Duck(_)) => false,
        }
    }

    /// How many of these positions are the same as this one for repetition.
    ///
    /// ```
    /// # use domain::rules::position::Position;
    /// # use domain::rules::variant::Variant;
    /// let mut game = vec![Position::start(Variant::Duck)];
    /// for text in ["Nf3@a3", "Nf6@a4", "Ng1@a3", "Ng8@a4", "Nf3@a3", "Nf6@a4", "Ng1@a3", "Ng8@a4", "Nf3@a3"] {
    ///     let last = &game[game.len() - 1];
    ///     game.push(last.play(last.read_turn(text).unwrap()));
    /// }
    /// let last = &game[game.len() - 1];
    /// assert_eq!(last.occurrences(&game), 3);
    /// assert!(last.may_claim_repetition(&game));
    /// assert_eq!(game[0].occurrences(&game), 1, "the duck was not on the board then");
    /// ```
    pub fn occurrences<'a>(&self, game: impl IntoIterator<Item = &'a Self>) -> usize {
        game.into_iter().filter(|other| self.repeats(other)).count()
    }

    /// Whether a draw may be claimed because this position has occurred three times among all of a game's positions, it
    /// included.
    pub fn may_claim_repetition<'a>(&self, game: impl IntoIterator<Item = &'a Self>) -> bool {
        self.occurrences(game) >= 3
    }

    /// Turns since the last capture or pawn move, of all seats together.
    pub fn halfmove_clock(&self) -> u32 {
        match self {
            Self::Duck(position) => position.halfmove_clock(),
            Self::Duchess(position) => position.quiet_turns(),
        }
    }

    /// 1 for the first turn of every seat, and so on.
    pub fn fullmove_number(&self) -> u32 {
        match self {
            Self::Duck(position) => position.fullmove_number().get(),
            Self::Duchess(position) => position.round().get(),
        }
    }

    /// What a draw can be claimed for here, with all positions of the game, this one included.
    pub fn claimable_draw<'a>(&self, game: impl IntoIterator<Item = &'a Self>) -> Option<DrawClaim> {
        self.quiet_claim().or_else(|| self.may_claim_repetition(game).then_some(DrawClaim::Repetition))
    }

    /// The draw claim based on the number of moves without a capture or a pawn move.
    pub fn quiet_claim(&self) -> Option<DrawClaim> {
        match self {
            Self::Duck(position) => (position.halfmove_clock() >= 100).then_some(DrawClaim::FiftyMoves),
            Self::Duchess(position) => position.may_claim_hundred_turns().then_some(DrawClaim::HundredTurns),
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
