//! Reading a turn: what the text says, and whether that is legal here.
//!
//! The standard form is `N1b2-1c4`, `Q1c2x4c5`, `1c6-V=Q`. Also read: `P` for a pawn, no letter for any piece, small
//! letters, either name of a square, any of `-`, `–`, `x`, `×`, `:` or nothing between the squares whether or not something
//! is captured, a promotion as `=Q`, `Q` or `(Q)`, and `+`, `#`, `!`, `?` after it all.

use super::{DuchessPosition, DuchessTurn, DuchessTurnError, Role, Square};
use crate::rules::quoted::shortened;

/// A turn as it was written. Whether it captures is not kept: the position knows.
struct TurnText<'a> {
    role: Option<Role>,
    from: NamedSquare<'a>,
    to: NamedSquare<'a>,
    promotion: Option<Role>,
}

/// A square, and which of its names was written.
type NamedSquare<'a> = (&'a str, Square);

impl DuchessPosition {
    /// Reads a turn, and only if it is legal here.
    ///
    /// ```
    /// use domain::rules::duchess::{DuchessPosition, SetUp};
    ///
    /// let start = DuchessPosition::start(SetUp::Six);
    /// let turn = start.read_turn("N1b2-1c4").unwrap();
    /// assert_eq!(start.read_turn("1b2 1c4").unwrap(), turn);
    /// let refused = start.read_turn("Q1c2-1c4").unwrap_err();
    /// assert_eq!(refused.to_string(), "blocked role=Queen from=1c2 to=1c4 square=1c3 blocker=Pawn");
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is no turn, or the turn is not legal: each by its own reason.
    pub fn read_turn(&self, text: &str) -> Result<DuchessTurn, DuchessTurnError> {
        let TurnText { role, from, to, promotion } = TurnText::read(text)?;
        self.find(role, from.1, to.1, promotion).map_err(|error| error.naming([from, to]))
    }

    fn find(
        &self,
        said: Option<Role>,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<DuchessTurn, DuchessTurnError> {
        let found = self.board.piece_at(from).filter(|piece| piece.seat == self.seat);
        match found {
            Some(piece) if said.is_none_or(|said| said == piece.role) && self.targets(from).contains(to) => {
                let role = piece.role;
                self.check_promotion(role, to, promotion)?;
                Ok(DuchessTurn { role, from, to, capture: self.board.piece_at(to).map(|piece| piece.role), promotion })
            }
            _ => Err(self.why_not(said, from, to)),
        }
    }

    /// The turn as it is written everywhere: `N1b2-1c4`.
    pub fn write_turn(&self, turn: DuchessTurn) -> String {
        turn.to_string()
    }

    fn check_promotion(&self, role: Role, to: Square, promotion: Option<Role>) -> Result<(), DuchessTurnError> {
        match promotion {
            None => Ok(()),
            Some(_) if role != Role::Pawn || to != Square::VORTEX => Err(DuchessTurnError::PromotionMisplaced),
            Some(wanted) if self.promotions().any(|role| role == wanted) => Ok(()),
            Some(role) => Err(DuchessTurnError::PromotionNotCaptured { role, choices: self.promotions().collect() }),
        }
    }
}

impl DuchessTurn {
    /// Whether a text is written as a turn is, in whatever position.
    pub fn is_meant_by(text: &str) -> bool {
        TurnText::read(text).is_ok()
    }
}

impl<'a> TurnText<'a> {
    fn read(text: &'a str) -> Result<Self, DuchessTurnError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(DuchessTurnError::Empty);
        }
        let unreadable = || DuchessTurnError::Unreadable { text: shortened(text) };
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let (role, rest) = match bare.chars().next().and_then(Role::from_letter) {
            Some(role) => (Some(role), &bare[1..]),
            None => (None, bare),
        };
        let (from, rest) = split_square(rest).ok_or_else(unreadable)?;
        let rest = rest.trim_start_matches([' ', '-', '–', '—', 'x', '×', ':']);
        let (to, rest) = split_square(rest).ok_or_else(unreadable)?;
        let promotion = match rest.trim_matches([' ', '=', '(', ')']) {
            "" => None,
            letters => {
                let mut letters = letters.chars();
                let role = letters.next().and_then(Role::from_letter).filter(|_| letters.next().is_none());
                Some(role.ok_or_else(unreadable)?)
            }
        };
        Ok(Self { role, from: from?, to: to?, promotion })
    }
}

/// The square at the beginning of a text, or what is no square but looks like one; and what follows.
fn split_square(text: &str) -> Option<(Result<NamedSquare<'_>, DuchessTurnError>, &str)> {
    let length = match text.as_bytes() {
        [b'V' | b'v', ..] => 1,
        [flap, line, depth, ..] if flap.is_ascii_digit() && line.is_ascii_alphabetic() && depth.is_ascii_digit() => 3,
        _ => return None,
    };
    let (name, rest) = text.split_at(length);
    let square = name.parse().map(|square| (name, square));
    Some((square.map_err(|_| DuchessTurnError::NoSuchSquare { text: name.to_owned() }), rest))
}
