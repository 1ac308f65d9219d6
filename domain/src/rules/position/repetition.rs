//! Which positions are the same for repetition, and what draws can be claimed for.

use super::Position;
use crate::rules::draw::DrawClaim;

impl Position {
    /// A number that positions share if they are the same for repetition, and only then but once in 2^64; the same on
    /// every machine and in every version.
    pub fn key(&self) -> u64 {
        match self {
            Self::Duck(position) => position.key(),
            Self::Duchess(position) => position.key(),
            Self::Chess(position) => position.pieces().key(),
        }
    }

    /// Whether the two are the same for repetition.
    pub fn repeats(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Duck(position), Self::Duck(other)) => position.repeats(other),
            (Self::Duchess(position), Self::Duchess(other)) => position.repeats(other),
            (Self::Chess(position), Self::Chess(other)) => position.pieces().repeats(other.pieces()),
            (Self::Duck(_) | Self::Duchess(_) | Self::Chess(_), _) => false,
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

    /// What a draw can be claimed for here, with all positions of the game, this one included.
    pub fn claimable_draw<'a>(&self, game: impl IntoIterator<Item = &'a Self>) -> Option<DrawClaim> {
        self.quiet_claim().or_else(|| self.may_claim_repetition(game).then_some(DrawClaim::Repetition))
    }

    /// The draw claim based on the number of moves without a capture or a pawn move.
    pub fn quiet_claim(&self) -> Option<DrawClaim> {
        match self {
            Self::Duck(_) | Self::Chess(_) => (self.halfmove_clock() >= 100).then_some(DrawClaim::FiftyMoves),
            Self::Duchess(position) => position.may_claim_hundred_turns().then_some(DrawClaim::HundredTurns),
        }
    }
}
