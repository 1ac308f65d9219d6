//! [`GameKeys`]: what a collection is searched by: the positions of a game, the men on the board, and where they stood.

use std::collections::BTreeSet;

use domain::rules::pgn::PgnGame;
use sha2::{Digest, Sha256};

use crate::explorer;
use crate::library::{MaterialKey, MenRecord};

/// How many bytes a key has.
const BYTES: usize = size_of::<u64>();

/// The keys of a game, one after the other.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GameKeys {
    /// Those of its positions, from where it begins to where it ends.
    pub positions: Vec<u8>,
    /// Those of the men on them, each once.
    pub materials: Vec<u8>,
    /// Where each man stood, and when.
    pub men: MenRecord,
}

impl GameKeys {
    /// Those of a game without its variations.
    pub fn of(game: &PgnGame) -> Self {
        let mut positions = Vec::with_capacity(game.line.turns.len() + 1);
        positions.push(game.start.clone());
        for step in &game.line.turns {
            let next = positions.last().map(|position| position.after(step.turn));
            positions.extend(next);
        }
        let mut materials = BTreeSet::new();
        // Most turns take nothing.
        for same in positions.chunk_by(|one, next| one.material() == next.material()) {
            materials.extend(MaterialKey::of(&same[0]).as_ref().map(material_key));
        }
        Self {
            positions: positions.iter().flat_map(explorer::key_bytes).collect(),
            materials: materials.into_iter().flatten().collect(),
            men: MenRecord::of(&positions),
        }
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
    use crate::library::Placed;

    #[test]
    fn a_game_has_a_key_for_each_position_and_one_for_all_that_have_the_same_men() {
        let game = PgnReader::new(&b"1. e4@c6 d5@a3 (1... e5@a3) 2. exd5@a6 *\n"[..]).next().unwrap().unwrap();
        let keys = GameKeys::of(&game);
        assert_eq!((keys.positions.len(), keys.materials.len()), (4 * BYTES, 2 * BYTES));
        assert_eq!(keys.positions[..BYTES], explorer::key_bytes(&game.start));
        let men = MaterialKey::read("KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPP").unwrap();
        assert!(keys.materials.chunks(BYTES).any(|key| key == material_key(&men)));
        let ducks = Placed::read("duck a3").unwrap();
        let index = keys.men.men.iter().position(|man| ducks.numbers() == [*man]).unwrap();
        assert_eq!((keys.men.positions, &keys.men.standing[index * 4..][..4]), (4, "0010"));
    }
}
