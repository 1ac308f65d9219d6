//! [`CapturedPieces`]: the pieces of a seat that are off the board, of which a pawn on the Vortex may become one.

use std::fmt;

use super::Role;

/// How many pieces of each kind have been captured from a seat and not been brought back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CapturedPieces([u8; Role::ALL.len()]);

impl CapturedPieces {
    /// How many of a kind there are.
    pub const fn count(self, role: Role) -> usize {
        self.0[role as usize] as usize
    }

    /// The kinds of which there are any.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| self.count(role) > 0)
    }

    /// What a pawn may become: any of them but a pawn.
    pub fn promotions(self) -> impl Iterator<Item = Role> {
        self.roles().filter(|&role| role != Role::Pawn)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// A piece is captured.
    pub(super) const fn add(&mut self, role: Role) {
        self.0[role as usize] = self.0[role as usize].saturating_add(1);
    }

    /// A piece comes back; false if there is none of its kind.
    pub(super) const fn remove(&mut self, role: Role) -> bool {
        let Some(left) = self.0[role as usize].checked_sub(1) else { return false };
        self.0[role as usize] = left;
        true
    }
}

impl fmt::Display for CapturedPieces {
    /// The letters of all of them, `PPN`; `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for role in self.roles() {
            for _ in 0..self.count(role) {
                write!(f, "{}", role.letter())?;
            }
        }
        Ok(())
    }
}
