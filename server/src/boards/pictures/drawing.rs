//! What a picture of any game shows: background, marks, lettering and pieces, with their positions. Everything that can
//! be turned into a drawing is available as SVG, PNG and GIF; the code after that knows no boards, rules or players.

use crate::boards::BoardView;

/// A picture without its colours and its pieces' looks. All lengths are in units of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The same in words.
    pub label: String,
    /// What is the same throughout a game.
    pub stage: Stage,
    /// What changes with every turn.
    pub scene: Scene,
}

/// The board without anything on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// The upper left corner.
    pub corner: (i16, i16),
    /// Width and height.
    pub size: (u16, u16),
    /// How wide it is as a PNG, in pixels.
    pub still_width: u32,
    /// How wide it is as a GIF, in pixels.
    pub film_width: u16,
    /// From the lowest to the uppermost.
    pub ground: Vec<Ground>,
    /// Above the marks and below the pieces.
    pub letters: Vec<Letter>,
}

/// What is on a board at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// From the lowest to the uppermost.
    pub marks: Vec<Mark>,
    /// Above everything.
    pub pieces: Vec<PlacedPiece>,
}

/// A part of the ground in one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Its colour.
    pub shade: Shade,
    /// Its outline, as the `d` of an SVG path.
    pub path: String,
    /// How wide the outline is drawn; none where what is in it is filled.
    pub line: Option<u16>,
}

/// A colour of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// The lighter squares.
    Light,
    /// The darker squares.
    Dark,
    /// The table under a board that is not square.
    Table,
    /// What is around everything.
    Paper,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedPiece {
    /// Which.
    pub piece: Piece,
    /// Of its left edge.
    pub x: i16,
    /// Of its upper edge.
    pub y: i16,
    /// It is as wide as it is high.
    pub side: u16,
}

/// What a piece looks like, whatever the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// As the set has it, by its name there: `wK`, `duck`.
    Plain(&'static str),
    /// A figure of the set on a token.
    Token {
        /// The seat's: `red`.
        colour: &'static str,
        /// The side's: `round`.
        shape: &'static str,
        /// Its name in the set.
        figure: &'static str,
        /// The number of the seat on its side; none for a seat that is alone.
        pips: Option<usize>,
        /// Whether the figure is drawn lying on its side.
        is_fallen: bool,
    },
}

/// A mark on a square, or on the path between two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// One that is drawn in every square alike.
    Symbol {
        /// Its name among the marks.
        name: &'static str,
        /// Of its left edge.
        x: i16,
        /// Of its upper edge.
        y: i16,
        /// It is as wide as it is high.
        side: u16,
    },
    /// One that goes along an outline or a line of its own.
    Path {
        /// `from`, `to`, `check`, `way`, `leap` or `star`.
        name: &'static str,
        /// As the `d` of an SVG path.
        path: String,
    },
}

/// The name of a rank, a line or a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// `a`, `8`, `3c`.
    pub text: String,
    /// Where it is held.
    pub x: i16,
    /// Its baseline.
    pub y: i16,
    /// Which part of it is there.
    pub held: Held,
    /// Its size.
    pub size: u16,
    /// What is below it.
    pub on: Shade,
}

/// Which part of a word is where it is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Mark {
    /// What it says.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Symbol { name, .. } | Self::Path { name, .. } => name,
        }
    }

    /// Whether it is only hinted at: what was before the last turn.
    #[must_use]
    pub fn is_faint(&self) -> bool {
        self.name() == "duck-from"
    }
}

impl From<&BoardView> for Drawing {
    fn from(board: &BoardView) -> Self {
        let label = match board {
            BoardView::Square(board) => board.label_with_kings(),
            BoardView::Round(board) => board.label_with_kings(),
        };
        Self { label, stage: board.into(), scene: board.into() }
    }
}

impl From<&BoardView> for Stage {
    fn from(board: &BoardView) -> Self {
        match board {
            BoardView::Square(board) => board.into(),
            BoardView::Round(board) => board.into(),
        }
    }
}

impl From<&BoardView> for Scene {
    fn from(board: &BoardView) -> Self {
        match board {
            BoardView::Square(board) => board.into(),
            BoardView::Round(board) => board.into(),
        }
    }
}

impl Drawing {
    /// The same for a picture of this width in pixels, without letters that would be illegible.
    #[must_use]
    pub fn at_width(mut self, pixels: u32) -> Self {
        self.stage.leave_out_letters(pixels);
        self
    }
}

/// The smallest legible letters, in pixels.
const LEGIBLE: u32 = 9;

impl Stage {
    fn leave_out_letters(&mut self, pixels: u32) {
        let width = u32::from(self.size.0);
        self.letters.retain(|letter| u32::from(letter.size) * pixels >= LEGIBLE * width);
    }

    /// The ground alone, as a drawing.
    #[must_use]
    pub fn bare(&self) -> Drawing {
        let stage = Self { letters: Vec::new(), ..self.clone() };
        Drawing { label: String::new(), stage, scene: Scene::default() }
    }

    /// Only the letters that are legible at a width in pixels.
    #[must_use]
    pub fn lettering(&self, pixels: u32) -> Drawing {
        let stage = Self { ground: Vec::new(), ..self.clone() };
        Drawing { label: String::new(), stage, scene: Scene::default() }.at_width(pixels)
    }

    /// A scene of it and no more.
    #[must_use]
    pub fn clear(&self, scene: Scene) -> Drawing {
        let stage = Self { corner: self.corner, size: self.size, ..Self::default() };
        Drawing { label: String::new(), stage, scene }
    }
}

impl PlacedPiece {
    /// The name of its piece in the set.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.piece {
            Piece::Plain(name) | Piece::Token { figure: name, .. } => name,
        }
    }

    /// The same alone, as a drawing of its size.
    #[must_use]
    pub fn alone(self) -> Drawing {
        let stage = Stage { size: (self.side, self.side), ..Stage::default() };
        let scene = Scene { pieces: vec![Self { x: 0, y: 0, ..self }], ..Scene::default() };
        Drawing { label: String::new(), stage, scene }
    }
}
