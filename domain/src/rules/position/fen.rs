//! A position as text: FEN, and why a text is none.

use thiserror::Error;

use super::Position;
use crate::rules::chess::{ChessFenError, ChessPosition};
use crate::rules::duchess::{DuchessFen, DuchessFenError, DuchessPosition};
use crate::rules::duck::{DuckFen, DuckFenError};
use crate::rules::variant::Variant;

/// Why a FEN is no position, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// By the rules of the duck games.
    #[error(transparent)]
    Duck(#[from] DuckFenError),
    /// By the rules of Duchess.
    #[error(transparent)]
    Duchess(#[from] DuchessFenError),
    /// By the rules of chess.
    #[error(transparent)]
    Chess(#[from] ChessFenError),
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
            Self::Chess(error) => error.code(),
            Self::OtherVariant(_) => "other-variant",
        }
    }
}

impl Position {
    /// Reads a position from which a game can be played.
    ///
    /// # Errors
    /// When the text is no FEN, or what it says cannot be: also a position in which a king has been captured, for there is
    /// nothing left to play.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let position = match variant {
            // What is wrong with a FEN of Duchess only its own rules can say.
            Variant::Duck | Variant::ThreeCheckDuck | Variant::Chess if DuchessFen::is_meant_by(fen) => {
                fen.parse::<DuchessPosition>()?.into()
            }
            Variant::Duck | Variant::ThreeCheckDuck => {
                let mut setup: DuckFen = fen.parse()?;
                setup.count_checks(variant == Variant::ThreeCheckDuck)?;
                Self::Duck(setup.try_into()?)
            }
            Variant::Duchess(_) => fen.parse::<DuchessPosition>()?.into(),
            Variant::Chess => Self::Chess(fen.parse::<ChessPosition>()?),
        };
        let found = position.variant();
        if found == variant { Ok(position) } else { Err(FenError::OtherVariant(found)) }
    }

    /// The position as text.
    pub fn fen(&self) -> String {
        match self {
            Self::Duck(position) => position.to_string(),
            Self::Duchess(position) => position.to_string(),
            Self::Chess(position) => position.to_string(),
        }
    }
}
