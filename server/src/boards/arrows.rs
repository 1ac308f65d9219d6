//! Arrows on a square board: turns that were not made.

use domain::rules::duck::DuckTurn;
use shakmaty::Square;

/// A turn drawn as an arrow from square to square, with a ring where the duck goes.
pub struct Arrow {
    /// From 1, the one that matters most.
    pub rank: usize,
    /// Its outline.
    pub path: String,
    /// The centre of its number.
    pub label: (u16, u16),
    /// The centre of the duck's square.
    pub duck: Option<(u16, u16)>,
}

/// Half the width of the shaft, and of the head.
const SHAFT: f64 = 9.0;
const HEAD: f64 = 27.0;
/// The length of the head.
const POINT: f64 = 40.0;
/// The radius of its number, with some air.
const NUMBER: f64 = 22.0;

impl Arrow {
    /// The arrow of a turn, given the centre of each square.
    pub fn new(turn: DuckTurn, rank: usize, centre: impl Fn(Square) -> (u16, u16)) -> Self {
        let [from, to] = [turn.from(), turn.to()].map(&centre);
        Self { rank, path: outline(from, to), label: behind_head(from, to), duck: turn.duck().map(centre) }
    }
}

/// Where the number stands: behind the head, so that it hides no piece, and arrows that begin at one square are told apart.
fn behind_head(from: (u16, u16), to: (u16, u16)) -> (u16, u16) {
    let length = (f64::from(to.0) - f64::from(from.0)).hypot(f64::from(to.1) - f64::from(from.1)).max(1.0);
    let part = (length - POINT - NUMBER) / length;
    let between = |from: u16, to: u16| (f64::from(from) + part * (f64::from(to) - f64::from(from))).round() as u16;
    (between(from.0, to.0), between(from.1, to.1))
}

/// An arrow between the centres of two squares.
fn outline(from: (u16, u16), to: (u16, u16)) -> String {
    let [(x, y), (to_x, to_y)] = [from, to].map(|(x, y)| (f64::from(x), f64::from(y)));
    let length = (to_x - x).hypot(to_y - y).max(1.0);
    let (along_x, along_y) = ((to_x - x) / length, (to_y - y) / length);
    let at = |along: f64, aside: f64| {
        let (x, y) = (x + along * along_x - aside * along_y, y + along * along_y + aside * along_x);
        format!("{x:.0} {y:.0}")
    };
    let neck = length - POINT;
    let points = [
        at(0.0, SHAFT),
        at(neck, SHAFT),
        at(neck, HEAD),
        at(length, 0.0),
        at(neck, -HEAD),
        at(neck, -SHAFT),
        at(0.0, -SHAFT),
    ];
    format!("M{}Z", points.join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_ends_at_the_centre_of_its_square() {
        assert_eq!(outline((450, 650), (450, 450)), "M459 650L459 490L477 490L450 450L423 490L441 490L441 650Z");
    }

    #[test]
    fn its_number_is_behind_its_head() {
        assert_eq!(behind_head((450, 650), (450, 450)), (450, 512));
        assert_eq!(behind_head((450, 450), (550, 450)), (488, 450));
    }
}
