//! Why a text is no legal turn of a position, in sentences that a player can act on.

use thiserror::Error;

use super::{Role, Square};

/// Why a turn cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are what the sentences name")]
pub enum DuchessTurnError {
    /// Nothing is written.
    #[error("the turn is missing: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q")]
    Empty,
    /// No turn in any notation.
    #[error("'{text}' is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q")]
    Unreadable { text: String },
    /// One of the two squares is none.
    #[error("there is no square '{text}': squares are named by flap, line and depth, such as 3c2, and V")]
    NoSuchSquare { text: String },
    /// One of the two squares is on a folded flap.
    #[error("{square} is on a flap that is folded down")]
    Folded { square: Square },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The square to move from is empty.
    #[error("there is no piece on {square}")]
    EmptySquare { square: Square },
    /// The piece to move is another seat's.
    #[error("the {role} on {square} is {owner}'s, and it is {mover}'s turn")]
    NotYourPiece { square: Square, role: Role, owner: &'static str, mover: &'static str },
    /// Another piece stands there than the text says.
    #[error("there is a {role} on {square}, not a {said}")]
    OtherPiece { square: Square, role: Role, said: Role },
    /// The target holds a piece of the same seat.
    #[error("your own {role} is on {square}")]
    OwnPiece { square: Square, role: Role },
    /// The target holds a piece of the same side.
    #[error("the {role} on {square} is {owner}'s, who is on your side")]
    PartnersPiece { square: Square, role: Role, owner: &'static str },
    /// The target holds a king.
    #[error("{owner}'s king is on {square}, and kings are never taken")]
    KingIsNotTaken { square: Square, owner: &'static str },
    /// A piece is on the way.
    #[error("the {role} cannot go from {from} to {to}: a {blocker} is on {square}")]
    Blocked { role: Role, from: Square, to: Square, square: Square, blocker: Role },
    /// The piece goes otherwise, and no wizard helps.
    #[error("a {role} does not move from {from} to {to}, and no wizard of your side is next to both")]
    NotItsWay { role: Role, from: Square, to: Square },
    /// A pawn goes over a corner, but there is nothing to take.
    #[error("the pawn on {from} has nothing to take on {to}: without taking, pawns go over a side of their square")]
    NothingToTake { from: Square, to: Square },
    /// A pawn goes over a side, but something is there.
    #[error("the pawn on {from} cannot go to {to}, a {blocker} is there: pawns take over a corner of their square")]
    PawnBlocked { from: Square, to: Square, blocker: Role },
    /// The king would go where it is threatened.
    #[error("the king cannot go to {to}: the {role} on {square} threatens it there")]
    KingThreatened { to: Square, role: Role, square: Square },
    /// The king would be left threatened.
    #[error("your king on {king} would be threatened by the {role} on {square}")]
    LeavesKing { king: Square, role: Role, square: Square },
    /// A piece becomes another without being a pawn on the Vortex.
    #[error("only a pawn that comes to V becomes another piece")]
    PromotionMisplaced,
    /// There is no such piece to bring back.
    #[error("no {role} of yours has been taken that the pawn could become{}", Choices(choices))]
    PromotionNotTaken { role: Role, choices: Vec<Role> },
    /// The same of a text that calls squares by their other names.
    #[error("{error} ({})", OtherNames(names))]
    OtherwiseNamed { error: Box<Self>, names: Vec<(String, Square)> },
}

impl DuchessTurnError {
    /// The same, with the names by which the text calls squares that the sentence names otherwise.
    pub(super) fn naming(self, typed: [(&str, Square); 2]) -> Self {
        let words = self.to_string();
        let is_other = |name: &str, square: Square| !name.eq_ignore_ascii_case(&square.to_string());
        let is_said = |square: Square| words.contains(&square.to_string());
        let others = typed.into_iter().filter(|&(name, square)| is_other(name, square) && is_said(square));
        let names: Vec<_> = others.map(|(name, square)| (name.to_owned(), square)).collect();
        if names.is_empty() { self } else { Self::OtherwiseNamed { error: Box::new(self), names } }
    }

    /// The same of a turn that the reader prepares for: not theirs, but another player's.
    pub fn of_another(&self) -> String {
        let words = self.to_string();
        match self {
            Self::OtherwiseNamed { error, names } => format!("{} ({})", error.of_another(), OtherNames(names)),
            Self::OwnPiece { .. } => words.replacen("your own", "their own", 1),
            Self::PartnersPiece { .. } => words.replacen("your side", "their side", 1),
            Self::NotItsWay { .. } => words.replacen("your side", "their side", 1),
            Self::LeavesKing { .. } => words.replacen("your king", "their king", 1),
            Self::PromotionNotTaken { .. } => words.replacen("of yours", "of theirs", 1),
            _ => words,
        }
    }
}

/// `1a5 is 2e5`
struct OtherNames<'a>(&'a [(String, Square)]);

impl std::fmt::Display for OtherNames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, (name, square)) in self.0.iter().enumerate() {
            write!(f, "{}{name} is {square}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// `: it can become a queen or a rook`, or nothing.
struct Choices<'a>(&'a [Role]);

impl std::fmt::Display for Choices<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, role) in self.0.iter().enumerate() {
            let joint = match n {
                0 => ": it may become a",
                _ if n + 1 == self.0.len() => " or a",
                _ => ", a",
            };
            write!(f, "{joint} {role}")?;
        }
        Ok(())
    }
}
