//! [`Men`]: which men stand where, to tell how alike two positions are. Whoever is to be kept from learning about a position
//! must not learn about one that is nearly the same.

use super::Position;
use crate::rules::duchess::Flap;

/// The men of a position by their squares, and nothing else of it: not whose turn it is, not the duck, no rights, no counts.
///
/// Positions of Duck Chess that are each other's mirror images, or the same with the colours exchanged, have the same men, and
/// so have those of Duchess that are mirrored or turned onto the same flaps: what is good in one is good in the other.
///
/// ```
/// use domain::rules::position::{Men, Position};
/// use domain::rules::variant::Variant;
///
/// let start = Position::start(Variant::Duck);
/// let after = start.play(start.read_turn("e4@e6").unwrap());
/// let elsewhere = start.play(start.read_turn("e4@a6").unwrap());
/// assert_eq!(Men::of(&start).differences(&Men::of(&after)), Some(2));
/// assert_eq!(Men::of(&after), Men::of(&elsewhere));
/// assert_eq!(Men::of(&start).differences(&Men::of(&Position::start("duchess-2".parse().unwrap()))), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Men {
    board: BoardOf,
    /// What is on each square, in all ways that are as good as each other, the least first.
    images: Vec<Box<[u8]>>,
}

/// Boards that men can be compared on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum BoardOf {
    /// The duck's, whatever else counts.
    Duck,
    /// Duchess with these flaps open, whoever sits at them.
    Duchess(Vec<Flap>),
    /// Without a duck.
    Chess,
}

impl Men {
    /// The men of a position.
    pub fn of(position: &Position) -> Self {
        let (board, mut images) = match position {
            Position::Duck(position) => (BoardOf::Duck, position.men().map(Box::from).to_vec()),
            Position::Chess(position) => (BoardOf::Chess, position.pieces().men().map(Box::from).to_vec()),
            Position::Duchess(position) => (
                BoardOf::Duchess(Flap::all().filter(|&flap| position.set_up().is_open(flap)).collect()),
                position.men(),
            ),
        };
        images.sort_unstable();
        Self { board, images }
    }

    /// On how many squares they differ at least; `None` on boards that cannot be compared. A turn makes a difference of two,
    /// castling of four.
    pub fn differences(&self, other: &Self) -> Option<usize> {
        let own = self.images.first().filter(|_| self.board == other.board)?;
        let differ = |image: &[u8]| own.iter().zip(image).filter(|(own, other)| own != other).count();
        other.images.iter().map(Box::as_ref).map(differ).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant;

    fn men(fen: &str) -> Men {
        Men::of(&Position::from_fen(Variant::Duck, fen).unwrap())
    }

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P1*1/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn set_ups_on_the_same_flaps_have_the_same_men() {
        let [four, two_by_two, two] = ["duchess-4", "duchess-2x2", "duchess-2"]
            .map(|variant| Men::of(&Position::start(variant.parse().unwrap())));
        assert_eq!(four.differences(&two_by_two), Some(0));
        assert_eq!(four.differences(&two), None);
    }

    #[test]
    fn images_of_a_position_have_the_same_men() {
        let exchanged = "rnbqkb1r/pppp1ppp/5n2/4p1*1/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 3";
        let mirrored = "rnbkqb1r/ppp1pppp/5n2/3p4/1*1P4/2N5/PPP1PPPP/R1BKQBNR w - - 2 3";
        for other in [exchanged, mirrored, &FEN.replace("2 3", "0 40"), &FEN.replace(" w ", " b ")] {
            assert_eq!(men(FEN), men(other), "{other}");
            assert_eq!(men(FEN).differences(&men(other)), Some(0), "{other}");
        }
    }

    #[test]
    fn every_turn_makes_a_difference() {
        let captured = "r1bqkbnr/pppp1ppp/2n5/4N3/4P1*1/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3";
        assert_eq!(men(FEN).differences(&men(captured)), Some(2));
        assert_eq!(men(captured).differences(&men(FEN)), Some(2), "whichever is asked");
        let castled = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq - 0 1";
        let before = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
        assert_eq!(men(castled).differences(&men(before)), Some(4));
    }

    #[test]
    fn a_turned_or_mirrored_round_board_has_the_same_men() {
        let men = |variant: &str, fen: &str| Men::of(&Position::from_fen(variant.parse().unwrap(), fen).unwrap());
        let two = men("duchess-2", "2 1 R1a1K1c1P1b5N3d6/K4c1QVR4e5");
        let turned = men("duchess-2", "2 4 K1c1QVR1e5/R4a1K4c1P4b5N6d6");
        let mirrored = men("duchess-2", "2 1 R1e1K1c1P1d5N6d6/K4c1QVR4a5");
        assert_eq!((&two, &two), (&turned, &mirrored));
        assert_eq!((two.differences(&turned), two.differences(&mirrored)), (Some(0), Some(0)));
        let elsewhere = men("duchess-2", "2 1 R1e1K1c1P1d5N3d6/K4c1QVR4a5");
        assert_eq!(two.differences(&elsewhere), Some(2), "the knight is on the other side");
        // Turned by one flap, each is another's; the same flaps are not open where four play.
        let six = men("duchess-6", "6 1 K1c1Q1c3/K2c1/K3c1/K4c1/K5c1/K6c1");
        assert_eq!(six, men("duchess-6", "6 1 K1c1/K2c1Q2c3/K3c1/K4c1/K5c1/K6c1"));
        let four = men("duchess-4", "4 1 K1c1Q1c3/K2c1/K4c1/K5c1");
        assert_eq!(four, men("duchess-4", "4 1 K1c1/K2c1/K4c1Q4c3/K5c1"));
        assert_eq!(four, men("duchess-4", "4 1 K1c1/K2c1Q2c3/K4c1/K5c1"), "mirrored");
    }

    #[test]
    fn three_checks_are_counted_on_the_same_board() {
        let [duck, three] = [Variant::Duck, Variant::ThreeCheckDuck].map(|variant| Men::of(&Position::start(variant)));
        assert_eq!(duck, three);
        let [six, four] = ["duchess-6", "duchess-4"].map(|key| Men::of(&Position::start(key.parse().unwrap())));
        assert_eq!((six.differences(&six), six.differences(&four)), (Some(0), None));
    }
}
