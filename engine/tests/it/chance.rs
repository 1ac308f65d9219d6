//! Random positions, the same in every run.

use domain::rules::duchess::{DuchessPosition, Role, SetUp, Square};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
pub use engine::chance::Chance;

pub fn turns(position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}

/// A position that random turns lead to, not yet decided. Captures are preferred, so that few pieces are left.
pub fn position(variant: Variant, chance: &mut Chance, plies: usize) -> Position {
    let mut position = Position::start(variant);
    for _ in 0..plies {
        let turns = turns(&position);
        let captures: Vec<Turn> = turns.iter().copied().filter(|&turn| captures(turn)).collect();
        let among = if chance.below(3) > 0 && !captures.is_empty() { captures } else { turns };
        // A turn that decides the game is not made.
        let after = position.play(chance.pick(&among));
        if after.result().is_none() {
            position = after;
        }
    }
    position
}

fn captures(turn: Turn) -> bool {
    match turn {
        Turn::Duck(turn) => turn.capture().is_some(),
        Turn::Duchess(turn) => turn.capture().is_some(),
        Turn::Chess(turn) => turn.capture().is_some(),
    }
}

/// A position of a duck game that random turns lead to, with so few pieces that every turn can be looked at to this depth.
pub fn with_few_turns(variant: Variant, depth: u32, chance: &mut Chance) -> Position {
    let most = [0, u64::MAX, 2000, 450][depth as usize];
    loop {
        let plies = chance.below([0, 90, 150, 200][depth as usize]);
        let candidate = position(variant, chance, plies);
        if candidate.result().is_none() && candidate.count_turns() <= most {
            return candidate;
        }
    }
}

/// A position of Duchess after random turns from the start.
pub fn after_random_turns(set_up: SetUp, count: usize, chance: &mut Chance) -> DuchessPosition {
    (0..count).fold(DuchessPosition::start(set_up), |position, _| {
        let mut turns = Vec::new();
        position.for_each_turn(|turn| turns.push(turn));
        if turns.is_empty() { position } else { position.play(chance.pick(&turns)) }
    })
}

/// A position of Duchess with a king for each seat and a few pieces more, anywhere: full of checks, mates and missed turns. The first seat has most.
pub fn composed(set_up: SetUp, extra: usize, chance: &mut Chance) -> DuchessPosition {
    let seats: Vec<Seat> = set_up.seating().seats().collect();
    let roles = [
        Role::Queen,
        Role::Fortress,
        Role::Pawn,
        Role::Duchess,
        Role::Rook,
        Role::Pawn,
        Role::Knight,
        Role::Rook,
        Role::Pawn,
    ];
    loop {
        let mut squares: Vec<Square> = set_up.squares().into_iter().collect();
        let mut pieces = vec![String::new(); seats.len()];
        for n in 0..seats.len() + extra {
            let square = squares.swap_remove(chance.below(squares.len()));
            let (seat, role) = match n.checked_sub(seats.len()) {
                None => (n, Role::King),
                Some(n) if roles[n] == Role::Pawn => (chance.below(seats.len()), Role::Pawn),
                Some(n) => (0, roles[n]),
            };
            pieces[seat].push_str(&format!("{}{square}", role.letter()));
        }
        let flap = set_up.flap(seats[0]);
        let taken = vec!["B"; seats.len()].join("/");
        let position = format!("{set_up} {flap} {} {taken} - 0 1", pieces.join("/")).parse::<DuchessPosition>();
        if let Ok(position) = position
            && position.result().is_none()
        {
            return position;
        }
    }
}
