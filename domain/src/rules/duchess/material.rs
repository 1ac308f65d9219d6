//! What has been captured from each seat in Duchess, where no piece has a usual worth.

use super::{DuchessPosition, Role};
use crate::rules::material::Material;
use crate::rules::seat::{BySeat, Seat};

/// The kinds by what they can do, without the king: it is never captured.
const KINDS: [Role; 8] =
    [Role::Queen, Role::Fortress, Role::Duchess, Role::Rook, Role::Bishop, Role::Knight, Role::Wizard, Role::Pawn];

impl DuchessPosition {
    /// What each seat has and has lost.
    pub fn material(&self) -> BySeat<Material> {
        let counted = |count: &dyn Fn(Role) -> usize| {
            let each = KINDS.into_iter().map(|role| (role.letter(), count(role) as u8));
            each.filter(|&(_, count)| count > 0).collect()
        };
        BySeat::new(self.set_up().seating(), |seat: Seat| Material {
            on_board: counted(&|role| self.board().of(seat, role).count()),
            captured: counted(&|role| self.captured(seat).count(role)),
            points: None,
        })
    }
}
