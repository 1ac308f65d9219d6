//! How a piece comes to where its turn leads: square by square, at one leap, or by teleportation. Pages draw it.

use super::reach::Ray;
use super::{DuchessPosition, DuchessTurn, Reach, Role, Square};

/// The way of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Over these squares, the last of them the target, each touching the one before.
    Path(Vec<Square>),
    /// At once.
    Leap,
    /// From beside one wizard to beside another, and in no other way.
    Teleport,
}

impl DuchessPosition {
    /// How the piece of a legal turn comes to its target.
    ///
    /// ```
    /// use domain::duchess::{DuchessPosition, SetUp, Way};
    /// let start = DuchessPosition::start(SetUp::Six);
    /// let way = |text| start.way(start.read_turn(text).unwrap());
    /// assert_eq!(way("N1b2-1c4"), Way::Leap);
    /// assert_eq!(way("1c3-1c4"), Way::Path(vec!["1c4".parse().unwrap()]));
    /// ```
    pub fn way(&self, turn: DuchessTurn) -> Way {
        let from = Reach::of(self.set_up).from(turn.from);
        let along = |goes: bool, rays: &[Ray]| rays.iter().filter(|_| goes).find_map(|ray| self.path(ray, turn.to));
        let path = along(turn.role.moves_as_rook(), &from.rook_rays)
            .or_else(|| along(turn.role.moves_as_bishop(), &from.bishop_rays));
        let steps = match turn.role {
            Role::King | Role::Wizard => from.next_to.contains(turn.to),
            Role::Pawn if turn.capture.is_some() => from.corners.contains(turn.to),
            Role::Pawn => from.edges.contains(turn.to),
            _ => false,
        };
        match path.or_else(|| steps.then(|| vec![turn.to])) {
            Some(path) => Way::Path(path),
            None if turn.role.moves_as_knight() && from.knight.contains(turn.to) => Way::Leap,
            None => Way::Teleport,
        }
    }

    /// The squares of a ray up to one of them, if nothing stands before it.
    fn path(&self, ray: &Ray, to: Square) -> Option<Vec<Square>> {
        let last = ray.iter().position(|&square| square == to || !self.board.is_empty_at(square))?;
        (ray[last] == to).then(|| ray[..=last].to_vec())
    }
}
