//! What a picture shows, of any game: what lies on the ground, what is marked, lettered and placed, and where. Whatever
//! becomes a drawing can be had as SVG, PNG and GIF; nothing behind it knows a board, a rule or a player.

use crate::games::board::{Placed, SquareBoard};

/// A picture without its colours and its pieces' looks. All lengths are in units of the drawing, from its upper left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The same in words.
    pub label: String,
    /// Width and height.
    pub size: (u16, u16),
    /// From the lowest to the uppermost.
    pub ground: Vec<Ground>,
    /// Below the letters.
    pub marks: Vec<Figure>,
    /// At the edge.
    pub letters: Vec<Letter>,
    /// Above everything.
    pub pieces: Vec<Figure>,
}

/// Squares of one shade.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Their colour.
    pub shade: Shade,
    /// Their outlines, as the `d` of an SVG path.
    pub path: String,
}

/// Which of the two colours of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// The lighter.
    Light,
    /// The darker.
    Dark,
}

/// A piece or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure {
    /// Its name in the set of pieces, or among the marks.
    pub name: &'static str,
    /// Of its left edge.
    pub x: u16,
    /// Of its upper edge.
    pub y: u16,
    /// It is as wide as it is high.
    pub side: u16,
}

/// The name of a rank or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// `a`, `8`.
    pub text: char,
    /// Where it begins; where it ends, of a file.
    pub x: u16,
    /// Its baseline.
    pub y: u16,
    /// The square below it.
    pub on: Shade,
}

impl From<&SquareBoard> for Drawing {
    fn from(board: &SquareBoard) -> Self {
        let figure = |placed: &Placed| Figure { name: placed.name, x: placed.x, y: placed.y, side: 100 };
        let shade = |light: bool| if light { Shade::Light } else { Shade::Dark };
        Self {
            label: format!("{}{}", board.label(), board.in_reach()),
            size: (800, 800),
            ground: vec![
                Ground { shade: Shade::Light, path: "M0 0H800V800H0Z".to_owned() },
                Ground { shade: Shade::Dark, path: board.dark_squares().to_owned() },
            ],
            marks: board.marks().iter().chain(board.kings_in_reach()).map(figure).collect(),
            letters: (board.coordinates().iter())
                .map(|letter| Letter { text: letter.text, x: letter.x, y: letter.y, on: shade(letter.on_light) })
                .collect(),
            pieces: board.pieces().iter().map(figure).collect(),
        }
    }
}

impl Drawing {
    /// The ground alone.
    #[must_use]
    pub fn bare(&self) -> Self {
        Self { size: self.size, ground: self.ground.clone(), ..Self::default() }
    }

    /// The letters alone.
    #[must_use]
    pub fn lettering(&self) -> Self {
        Self { size: self.size, letters: self.letters.clone(), ..Self::default() }
    }
}
