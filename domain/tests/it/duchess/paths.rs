//! The paths of turns: a teleportation is shown only where it is necessary.

use domain::rules::duchess::{DuchessPosition, MovePath, Reach, SetUp};
use proptest::prelude::*;

use super::{played_by, turns};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_path_goes_from_square_to_square_over_empty_ones_to_the_target(
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) {
        let position = played_by(&DuchessPosition::start(SetUp::Six), &choices);
        let reach = Reach::of(SetUp::Six);
        for turn in turns(&position) {
            let MovePath::Squares(path) = position.path(turn) else { continue };
            prop_assert_eq!(path.last(), Some(&turn.to()));
            let before = std::iter::once(turn.from()).chain(path.iter().copied());
            prop_assert!(before.zip(&path).all(|(one, &next)| reach.from(one).next_to.contains(next)));
            prop_assert!(path[..path.len() - 1].iter().all(|&square| position.board().is_empty_at(square)));
        }
    }
}
