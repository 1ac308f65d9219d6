//! What things are worth, in centipawns.

use domain::rules::duchess::Role;

/// A piece of each kind. A wizard goes no farther than a king, but brings its side's pieces from anywhere to anywhere.
pub(super) const fn of_role(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 480,
        Role::Queen => 950,
        Role::Duchess => 700,
        Role::Fortress => 850,
        Role::Wizard => 400,
        Role::King => 0,
    }
}

/// For each square that a piece could go to, in a quarter of a centipawn.
pub(super) const fn of_mobility(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 12,
        Role::Rook | Role::Duchess | Role::Fortress => 8,
        Role::Queen => 5,
        Role::Pawn | Role::Wizard | Role::King => 0,
    }
}

/// For each step nearer to the Vortex.
pub(super) const fn of_centrality(role: Role) -> i32 {
    match role {
        Role::Knight => 8,
        Role::Bishop | Role::Duchess => 4,
        Role::Queen | Role::Fortress | Role::Wizard => 3,
        Role::Rook => 2,
        Role::Pawn | Role::King => 0,
    }
}

/// For each step nearer to the nearest king that is attacked.
pub(super) const fn of_approach(role: Role) -> i32 {
    match role {
        Role::Queen | Role::Fortress | Role::Duchess => 6,
        Role::Knight | Role::Wizard => 4,
        Role::Rook => 3,
        Role::Bishop => 2,
        Role::King => 1,
        Role::Pawn => 0,
    }
}

/// How much a piece that threatens a king's surroundings counts in an attack.
pub(super) const fn of_attack(role: Role) -> i32 {
    match role {
        Role::Queen => 5,
        Role::Fortress => 4,
        Role::Duchess | Role::Rook => 3,
        Role::Knight | Role::Bishop | Role::Wizard => 2,
        Role::Pawn | Role::King => 1,
    }
}

/// For the seat to move.
pub(super) const TO_MOVE: i32 = 12;

/// For each step of a pawn towards the Vortex, and in hundredths of the best captured piece at the last step; it halves with
/// each step that is farther.
pub(super) const PAWN_STEP: i32 = 5;
pub(super) const PROMOTION_PERCENT: i32 = 50;

/// An attack of so many points on a king, in centipawns.
pub(super) const fn of_danger(points: i32) -> i32 {
    let points = if points > 60 { 60 } else { points };
    points * points / 6 + 3 * points
}

/// In points of an attack: a square beside the king that is threatened, and one that the king could still go to.
pub(super) const THREATENED: i32 = 1;
pub(super) const NO_ESCAPE: [i32; 4] = [8, 5, 3, 1];
/// In points of an attack: check.
pub(super) const CHECK: i32 = 4;

/// A seat that is mated: it misses its turns, and its side has lost when all are.
pub(super) const MATED: i32 = 500;
/// What is left of the worth of its pieces, in hundredths: mated, they stand still for a while; dropped out, for ever.
pub(super) const MATED_PERCENT: i32 = 80;
pub(super) const OUT_PERCENT: i32 = 40;
