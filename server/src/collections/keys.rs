//! [`GameKeys`]: the positions of a game and the men on them, as its collection is looked through for them.

use std::collections::BTreeSet;

use domain::rules::pgn::PgnGame;
use domain::rules::position::Position;
use sha2::{Digest, Sha256};

use crate::explorer;
use crate::library::MaterialKey;

/// How many bytes a key has.
const BYTES: usize = size_of::<u64>();

/// The keys of a game, one after the other.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GameKeys {
    /// Those of its positions, from where it begins to where it ends.
    pub positions: Vec<u8>,
    /// Those of the men on them, each once.
    pub materials: Vec<u8>,
}

impl GameKeys {
    /// Those of a game without its variations.
    pub fn of(game: &PgnGame) -> Self {
        let mut keys = Self { positions: Vec::with_capacity((game.line.turns.len() + 1) * BYTES), ..Self::default() };
        let mut materials = BTreeSet::new();
        let mut men = None;
        let mut add = |position: &Position| {
            keys.positions.extend(explorer::key_bytes(position));
            // Most turns take nothing.
            let material = position.material();
            if men.as_ref() != Some(&material) {
                materials.extend(MaterialKey::of(position).as_ref().map(material_key));
                men = Some(material);
            }
        };
        let mut position = game.start.clone();
        add(&position);
        for step in &game.line.turns {
            position = position.after(step.turn);
            add(&position);
        }
        keys.materials = materials.into_iter().flatten().collect();
        keys
    }
}

/// The key of men.
pub fn material_key(material: &MaterialKey) -> [u8; BYTES] {
    let digest = Sha256::digest(material.as_str());
    std::array::from_fn(|index| digest[index])
}

#[cfg(test)]
mod tests {
    use domain::rules::pgn::PgnReader;

    use super::*;

    #[test]
    fn a_game_has_a_key_for_each_position_and_one_for_all_that_have_the_same_men() {
        let game = PgnReader::new(&b"1. e4@c6 d5@a3 (1... e5@a3) 2. exd5@a6 *\n"[..]).next().unwrap().unwrap();
        let keys = GameKeys::of(&game);
        assert_eq!((keys.positions.len(), keys.materials.len()), (4 * BYTES, 2 * BYTES));
        assert_eq!(keys.positions[..BYTES], explorer::key_bytes(&game.start));
        let men = MaterialKey::read("KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPP").unwrap();
        assert!(keys.materials.chunks(BYTES).any(|key| key == material_key(&men)));
    }
}
