//! [`Standing`]: a man on a square, or the duck, to find games in which it stood there.

use shakmaty::{Color, Role, Square};

use super::Position;
use crate::rules::duchess;
use crate::rules::duck::DuckPosition;
use crate::rules::seat::{Colour, Seating};

/// Somebody's man on a square, or the duck on one.
///
/// ```
/// use domain::rules::position::{Position, Standing};
/// use domain::rules::seat::Colour;
/// use domain::rules::variant::Variant;
///
/// let start = Position::start(Variant::Duck);
/// let after = start.play(start.read_turn("Nf3@e5").unwrap());
/// let [knight, duck] = [Standing::read(Some(Colour::White), "Nf3"), Standing::read(None, "e5")].map(Option::unwrap);
/// assert!(after.standing().contains(&knight) && after.standing().contains(&duck));
/// assert!(!start.standing().contains(&knight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing(u16);

/// The kinds of men on the square board: six of each colour, and the duck.
const KINDS: usize = 13;
const DUCK: usize = KINDS - 1;
const SQUARES: usize = 64;
/// The numbers of the round board come after those of the square one.
const ROUND: usize = KINDS * SQUARES;

/// What a number says.
#[derive(PartialEq, Eq)]
struct Parts {
    /// Whose and which, on either board.
    kind: usize,
    square: usize,
    /// A king, of which each seat has one, or the duck.
    is_the_only: bool,
}

impl Standing {
    /// Above the number of every one.
    pub const COUNT: usize = ROUND + crate::rules::seat::MAX_SEATS * duchess::Role::ALL.len() * duchess::Square::COUNT;

    /// A number that stays the same in every version, below [`COUNT`](Self::COUNT).
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Whether the two can be on the board at the same time: not on one square, nor as two kings of a seat or two ducks.
    pub fn can_be_with(self, other: Self) -> bool {
        let [own, others] = [self, other].map(Self::parts);
        own == others || (own.square != others.square && !(own.is_the_only && own.kind == others.kind))
    }

    fn parts(self) -> Parts {
        let number = usize::from(self.0);
        match number.checked_sub(ROUND) {
            None => {
                let (kind, square) = (number / SQUARES, number % SQUARES);
                Parts { kind, square, is_the_only: kind == DUCK || kind % (DUCK / 2) == usize::from(Role::King) - 1 }
            }
            Some(number) => {
                let (kind, square) = (number / duchess::Square::COUNT, number % duchess::Square::COUNT);
                let is_king = kind % duchess::Role::ALL.len() == duchess::Role::King as usize;
                Parts { kind: KINDS + kind, square: SQUARES + square, is_the_only: is_king }
            }
        }
    }

    /// A man of a colour: its letter and its square, `Kg1`, or `K3c2` on the round board; a square alone is a pawn's. Of nobody: the
    /// duck's square. `None` if it can stand in no game.
    pub fn read(whose: Option<Colour>, text: &str) -> Option<Self> {
        let Some(colour) = whose else { return Some(Self::on_square(DUCK, text.to_ascii_lowercase().parse().ok()?)) };
        let round = colour as usize;
        let (letter, square) = match text.chars().next()? {
            letter if Self::is_square(text, colour) || !letter.is_ascii_alphabetic() => ('P', text),
            letter => (letter, &text[1..]),
        };
        match colour {
            Colour::White | Colour::Black => {
                let color = if colour == Colour::White { Color::White } else { Color::Black };
                Some(Self::on_square(kind(color, Role::from_char(letter)?), square.to_ascii_lowercase().parse().ok()?))
            }
            _ => {
                let role = duchess::Role::from_letter(letter)?;
                Some(Self::on_round(round - Colour::Red as usize, role, square.parse().ok()?))
            }
        }
    }

    fn is_square(text: &str, colour: Colour) -> bool {
        match colour {
            Colour::White | Colour::Black => text.to_ascii_lowercase().parse::<Square>().is_ok(),
            _ => text.parse::<duchess::Square>().is_ok(),
        }
    }

    fn on_square(kind: usize, square: Square) -> Self {
        Self((kind * SQUARES + square as usize) as u16)
    }

    fn on_round(colour: usize, role: duchess::Role, square: duchess::Square) -> Self {
        let kind = colour * duchess::Role::ALL.len() + role as usize;
        Self((ROUND + kind * duchess::Square::COUNT + square.index()) as u16)
    }
}

fn kind(color: Color, role: Role) -> usize {
    color.fold_wb(0, DUCK / 2) + usize::from(role) - 1
}

/// The colour of a seat of the round board, counted from the first of them.
fn round_colour(seating: Seating, seat: crate::rules::seat::Seat) -> usize {
    (seating.colour(seat) as usize).saturating_sub(Colour::Red as usize)
}

impl Position {
    /// Every man where it stands, and the duck, in no order.
    pub fn standing(&self) -> Vec<Standing> {
        match self {
            Self::Duck(position) => on_square_board(position),
            Self::Chess(position) => on_square_board(position.pieces()),
            Self::Duchess(position) => {
                let seating = self.seating();
                let men =
                    duchess::Square::all().filter_map(|square| Some((position.board().piece_at(square)?, square)));
                let place = |(piece, square): (duchess::Piece, _)| {
                    Standing::on_round(round_colour(seating, piece.seat), piece.role, square)
                };
                men.map(place).collect()
            }
        }
    }
}

fn on_square_board(position: &DuckPosition) -> Vec<Standing> {
    let men = position.board().iter().map(|(square, piece)| (kind(piece.color, piece.role), square));
    let duck = position.duck().map(|square| (DUCK, square));
    men.chain(duck).map(|(kind, square)| Standing::on_square(kind, square)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::variant::Variant;

    #[test]
    fn every_man_of_every_beginning_is_one_of_its_own() {
        for variant in Variant::READ {
            let start = Position::start(variant);
            let standing = start.standing();
            let men: usize = start.material().iter().map(|(_, seat)| 1 + men_of(seat)).sum();
            assert_eq!(standing.iter().collect::<BTreeSet<_>>().len(), men, "{variant}");
            assert!(standing.iter().all(|one| usize::from(one.number()) < Standing::COUNT));
        }
    }

    #[test]
    fn what_cannot_be_together_is_known() {
        let [white, black, red] = [Colour::White, Colour::Black, Colour::Red].map(Some);
        for (one, other, can_be) in [
            ((white, "Ke1"), (white, "Kg1"), false),
            ((white, "Ke1"), (white, "Ke1"), true),
            ((white, "Ke1"), (black, "Ke8"), true),
            ((white, "Ke1"), (black, "Re1"), false),
            ((white, "e4"), (None, "E4"), false),
            ((white, "e4"), (white, "e5"), true),
            ((red, "K1c1"), (red, "K1c2"), false),
            ((red, "K1c1"), (red, "Q1c2"), true),
        ] {
            let read = |(whose, text)| Standing::read(whose, text).unwrap();
            assert_eq!(read(one).can_be_with(read(other)), can_be, "{one:?} {other:?}");
        }
        for variant in Variant::ALL {
            let standing = Position::start(variant).standing();
            assert!(standing.iter().all(|one| standing.iter().all(|other| one.can_be_with(*other))), "{variant}");
        }
    }

    fn men_of(seat: &crate::rules::material::Material) -> usize {
        seat.on_board.iter().map(|(_, count)| usize::from(*count)).sum()
    }

    #[test]
    fn what_is_typed_is_what_stands_there() {
        let read = |whose: Option<Colour>, texts: &[&str]| -> BTreeSet<Standing> {
            texts.iter().map(|text| Standing::read(whose, text).unwrap()).collect()
        };
        let position = Position::from_fen(Variant::Duck, "6k1/8/8/4*3/8/8/p7/5RK1 w - - 0 40").unwrap();
        let mut typed = read(Some(Colour::White), &["Kg1", "rF1"]);
        typed.extend(read(Some(Colour::Black), &["kg8", "a2"]));
        assert_eq!(
            typed,
            read(Some(Colour::White), &["KG1", "Rf1"])
                .into_iter()
                .chain(read(Some(Colour::Black), &["Pa2", "Kg8"]))
                .collect()
        );
        typed.extend(read(None, &["e5"]));
        assert_eq!(position.standing().into_iter().collect::<BTreeSet<_>>(), typed);
        let round = Position::from_fen("duchess-2".parse().unwrap(), "2 1 R1a1K1c1P1b5N3d6/K4c1QVR4e5").unwrap();
        let mut typed = read(Some(Colour::Red), &["R1a1", "k1c1", "1b5", "N3d6"]);
        typed.extend(read(Some(Colour::Green), &["K4c1", "QV", "R4e5"]));
        assert_eq!(round.standing().into_iter().collect::<BTreeSet<_>>(), typed);
        for (whose, wrong) in [
            (Some(Colour::White), "Kg9"),
            (Some(Colour::White), "Fg1"),
            (Some(Colour::White), "K1c1"),
            (Some(Colour::Red), "Kg1"),
            (None, "Ke4"),
            (None, ""),
            (Some(Colour::Red), ""),
            (Some(Colour::White), "ä1"),
        ] {
            assert_eq!(Standing::read(whose, wrong), None, "{wrong}");
        }
    }
}
