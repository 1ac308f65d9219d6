//! [`Game`]: the position that is searched, and those before it.

use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;

/// A position, and what a search must know of the game before it: which positions would be repeated.
///
/// A search takes the first repetition for a draw, of a position of the game as of one that it has reached itself: whoever may repeat
/// once may do so twice. A line can therefore be called drawn before anybody could claim it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The keys of the positions before this one that can still be repeated, the oldest first.
    earlier: Vec<u64>,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(position: Position) -> Self {
        Self { position, earlier: Vec::new() }
    }

    /// A game from the start.
    pub fn start(variant: Variant) -> Self {
        Self::new(Position::start(variant))
    }

    /// The position that is searched.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Goes on by a legal turn.
    pub fn play(&mut self, turn: Turn) {
        let after = self.position.play(turn);
        let is_final = match turn {
            Turn::Duck(_) | Turn::Chess(_) => after.halfmove_clock() == 0,
            // Pawns of Duchess can go back.
            Turn::Duchess(turn) => turn.capture().is_some(),
        };
        if is_final {
            self.earlier.clear();
        } else {
            self.earlier.push(self.position.key());
        }
        self.position = after;
    }

    /// The keys of the positions before this one that can still be repeated, the oldest first.
    pub(crate) fn earlier(&self) -> &[u64] {
        &self.earlier
    }
}
