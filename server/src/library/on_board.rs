//! [`OnBoard`]: what is to have happened on the board of a game.

use domain::rules::variant::Variant;

use super::asked::Asked;
use super::filter::read_positions;
use super::material::MaterialKey;
use super::men::Placed;
use crate::web::form::Problems;
use crate::web::opening;

/// What is searched for on the board: all of it, though not at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnBoard {
    /// The first turns as they are stored, by variant; empty if they do not matter.
    pub openings: Vec<(Variant, String)>,
    /// The keys of a position that was on the board, by variant; empty if it does not matter.
    pub positions: Vec<(Variant, u64)>,
    /// The men that were on the board.
    pub material: Option<MaterialKey>,
    /// Men that stood on squares of the board at the same time.
    pub placed: Option<Placed>,
}

impl OnBoard {
    /// What is asked for, in games of some variants. What is wrong with it is added to the problems.
    pub fn read(asked: &Asked, variants: &[Variant], problems: &mut Problems) -> Self {
        let openings = typed(&asked.turns, |turns| opening::read(turns, variants));
        let positions = typed(&asked.fen, |fen| read_positions(fen, variants));
        let material = typed(&asked.material, MaterialKey::read);
        let placed = typed(&asked.pieces, Placed::read);
        Self {
            openings: problems.note("turns", openings).flatten().unwrap_or_default(),
            positions: problems.note("fen", positions).flatten().unwrap_or_default(),
            material: problems.note("material", material).flatten(),
            placed: problems.note("pieces", placed).flatten(),
        }
    }

    /// Whether a game's positions are needed to tell, beyond its first turns.
    pub fn needs_positions(&self) -> bool {
        !self.positions.is_empty() || self.material.is_some() || self.placed.is_some()
    }

    /// Whether nothing is asked for.
    pub fn is_any(&self) -> bool {
        *self == Self::default()
    }
}

/// What was typed, unless that is nothing.
fn typed<T, E>(text: &str, read: impl FnOnce(&str) -> Result<T, E>) -> Result<Option<T>, E> {
    match text.trim() {
        "" => Ok(None),
        text => read(text).map(Some),
    }
}
