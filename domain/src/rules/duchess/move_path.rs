//! [`MovePath`]: how a piece gets from one square to another: along which squares, over them, or by teleportation.

use super::{DuchessPosition, DuchessTurn, Reach, Role, Square};

/// How a piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovePath {
    /// From square to square, the last included.
    Squares(Vec<Square>),
    /// As a knight.
    Leap,
    /// From beside a wizard to beside a wizard.
    Teleport,
}

impl DuchessPosition {
    /// How a legal turn goes on this board. If there are several ways, it is the shortest line, else a knight's leap: a
    /// turn that needs no wizard is not shown as teleportation.
    ///
    /// ```
    /// use domain::rules::duchess::{DuchessPosition, SetUp, MovePath};
    /// let start = DuchessPosition::start(SetUp::Six);
    /// let path = |text| start.path(start.read_turn(text).unwrap());
    /// assert_eq!(path("1c3-1c4"), MovePath::Squares(vec!["1c4".parse().unwrap()]));
    /// assert_eq!(path("N1b2-1c4"), MovePath::Leap);
    /// ```
    pub fn path(&self, turn: DuchessTurn) -> MovePath {
        let (role, to) = (turn.role, turn.to);
        let from = Reach::of(self.set_up).from(turn.from);
        let rays = |wanted: bool, rays| wanted.then_some(rays).into_iter().flatten();
        let rooks = rays(role.moves_as_rook(), &from.rook_rays);
        let lines = rooks.chain(rays(role.moves_as_bishop(), &from.bishop_rays)).filter_map(|ray| {
            let path = &ray[..=ray.iter().position(|&square| square == to)?];
            path[..path.len() - 1].iter().all(|&square| self.board.is_empty_at(square)).then(|| path.to_vec())
        });
        let steps = match role {
            Role::Pawn if turn.capture.is_some() => from.corners.contains(to),
            Role::Pawn => from.edges.contains(to),
            _ => role.moves_as_king() && from.next_to.contains(to),
        };
        match lines.min_by_key(Vec::len) {
            Some(line) => MovePath::Squares(line),
            None if steps => MovePath::Squares(vec![to]),
            None if role.moves_as_knight() && from.knight.contains(to) => MovePath::Leap,
            None => MovePath::Teleport,
        }
    }
}
