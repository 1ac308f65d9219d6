//! Random positions, the same in every run.

use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;

/// Numbers that look random: SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

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
        let after = position.play(among[chance.below(among.len())]);
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
    }
}
