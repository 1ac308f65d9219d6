//! The round board of Duchess as a picture. Sides are told apart by the shape that pieces stand on, the seats of a side by
//! the dots on it; the colours come from the style sheet.

use domain::duchess::{Curve, Drawing, DuchessPosition, DuchessTurn, Flap, Piece, Point, Reach, Role, Square, Way};
use domain::seat::{Seat, Seating};

/// What is drawn for the radius of the board.
const RADIUS: f64 = 1000.0;
/// From the edge of the board to that of the picture: the names of the edge squares stand there.
const MARGIN: i32 = 70;
/// The largest that a piece is drawn, from side to side: as it fits into the squares at the players' edges.
const LARGEST: f64 = 105.0;

/// A position of Duchess seen from a flap.
pub struct RoundView {
    black: String,
    white: String,
    flap: Flap,
    label: String,
    pieces: Vec<RoundPiece>,
    marks: Vec<RoundMark>,
    edges: Vec<EdgeName>,
}

/// A piece: what it is, whose, and where.
pub struct RoundPiece {
    /// The figure's name in a sprite: one of a set of chessmen, or of the pieces that only Duchess has.
    pub figure: &'static str,
    /// Whether the set of chessmen has no such figure.
    pub own_figure: bool,
    /// `red`: the colour of what it stands on.
    pub colour: &'static str,
    /// What it stands on: the shape of its side with the dots of its seat.
    pub base: String,
    /// Where.
    pub square: String,
    /// Of its left edge.
    pub x: i32,
    /// Of its upper edge.
    pub y: i32,
    /// From side to side.
    pub size: i32,
}

impl RoundPiece {
    /// The left edge of the figure, which stands within its base.
    pub fn figure_x(&self) -> i32 {
        self.x + (self.size - self.figure_size()) / 2
    }

    /// The upper edge of the figure.
    pub fn figure_y(&self) -> i32 {
        self.y + (self.size - self.figure_size()) / 2
    }

    /// The figure from side to side.
    pub const fn figure_size(&self) -> i32 {
        self.size * 17 / 25
    }
}

/// A mark of the last turn on a square.
pub struct RoundMark {
    /// `from`, `to`.
    pub name: &'static str,
    /// The square's outline.
    pub outline: String,
}

/// The name of a square at a player's edge, outside it.
pub struct EdgeName {
    /// `1a`
    pub text: String,
    /// Its middle.
    pub x: i32,
    /// Its middle.
    pub y: i32,
}

impl RoundView {
    /// A position with a seat's flap at the lower edge, and the turn that led to it marked. `label` says it in words.
    pub fn new(position: &DuchessPosition, last: Option<DuchessTurn>, seen_from: Seat, label: String) -> Self {
        let set_up = position.set_up();
        let flap = set_up.flap(set_up.seating().seat(seen_from.index()).unwrap_or(Seat::FIRST));
        let view = Turned::to(flap);
        let squares = || set_up.squares().into_iter();
        let reach = Reach::of(set_up);
        let seating = set_up.seating();
        let coloured = |black: bool| -> String {
            let squares = squares().filter(|&square| reach.from(square).is_black == black);
            squares.map(|square| view.outline(square)).collect()
        };
        let pieces = position.board().pieces().map(|(square, piece)| {
            let (figure, own_figure) = figure(piece);
            let (x, y, size) = view.place(square);
            let base = seat_base(seating, piece.seat);
            RoundPiece {
                figure,
                own_figure,
                colour: set_up.colour(piece.seat),
                base,
                square: square.to_string(),
                x,
                y,
                size,
            }
        });
        let marks = last.into_iter().flat_map(|turn| [("from", turn.from()), ("to", turn.to())]);
        Self {
            black: coloured(true),
            white: coloured(false),
            flap,
            label,
            pieces: pieces.collect(),
            marks: marks.map(|(name, square)| RoundMark { name, outline: view.outline(square) }).collect(),
            edges: squares().filter_map(|square| view.edge_name(square)).collect(),
        }
    }

    /// The same with the squares marked that a turn goes over, which was made in the position before.
    #[must_use]
    pub fn with_way(mut self, before: &DuchessPosition, turn: DuchessTurn) -> Self {
        if let Way::Path(path) = before.way(turn) {
            let view = Turned::to(self.flap);
            let over = path.into_iter().filter(|&square| square != turn.to());
            self.marks.extend(over.map(|square| RoundMark { name: "way", outline: view.outline(square) }));
        }
        self
    }

    /// What of the picture is seen.
    pub fn view_box(&self) -> String {
        let from = RADIUS as i32 + MARGIN;
        format!("-{from} -{from} {} {}", 2 * from, 2 * from)
    }

    /// The flap at the lower edge.
    pub fn flap(&self) -> usize {
        self.flap.number()
    }

    /// The position in words.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The outlines of the black squares, as one path.
    pub fn black(&self) -> &str {
        &self.black
    }

    /// The outlines of the white squares, as one path.
    pub fn white(&self) -> &str {
        &self.white
    }

    /// What is marked of the last turn.
    pub fn marks(&self) -> &[RoundMark] {
        &self.marks
    }

    /// The pieces.
    pub fn pieces(&self) -> &[RoundPiece] {
        &self.pieces
    }

    /// The names of the squares at the players' edges.
    pub fn edges(&self) -> &[EdgeName] {
        &self.edges
    }
}

/// What a seat's pieces stand on, by its name in the sprite: the shape of the side with the dots of the seat.
pub fn seat_base(seating: Seating, seat: Seat) -> String {
    let side = seating.side(seat);
    let dots = seating.seats_of(side).position(|other| other == seat).unwrap_or_default() + 1;
    format!("base-{}-{dots}", side.index())
}

/// The drawing turned so that a flap is at the bottom, in units of the picture.
pub struct Turned {
    cos: f64,
    sin: f64,
}

impl Turned {
    /// With this flap at the bottom.
    pub fn to(flap: Flap) -> Self {
        let angle = -(flap.index() as f64) * std::f64::consts::FRAC_PI_3;
        Self { cos: angle.cos() * RADIUS, sin: angle.sin() * RADIUS }
    }

    fn at(&self, Point { x, y }: Point) -> (i32, i32) {
        let turned = (x * self.cos - y * self.sin, x * self.sin + y * self.cos);
        (turned.0.round() as i32, turned.1.round() as i32)
    }

    /// A square's outline, as a path of SVG.
    pub fn outline(&self, square: Square) -> String {
        let sides = Drawing::of_board().outline(square);
        let pair = |point| {
            let (x, y) = self.at(point);
            format!("{x} {y}")
        };
        let start = sides.first().map_or_else(String::new, |side| format!("M{}", pair(side.from)));
        let curve = |side: &Curve| format!("C{} {} {}", pair(side.controls[0]), pair(side.controls[1]), pair(side.to));
        sides.iter().fold(start, |path, side| path + &curve(side)) + "Z"
    }

    /// The upper left corner and the size of what stands on a square: as large as fits, within bounds.
    pub fn place(&self, square: Square) -> (i32, i32, i32) {
        let drawing = Drawing::of_board();
        let centre = drawing.centre(square);
        let room = drawing.outline(square).iter().map(|side| distance(centre, middle(side))).fold(1.0, f64::min);
        let size = (room * 2.3 * RADIUS).min(LARGEST);
        let (x, y) = self.at(centre);
        let half = size / 2.0;
        (x - half.round() as i32, y - half.round() as i32, size.round() as i32)
    }

    fn edge_name(&self, square: Square) -> Option<EdgeName> {
        let (_, _, depth) = square.place()?;
        let centre = Drawing::of_board().centre(square);
        let length = distance(Point::default(), centre);
        let out = (RADIUS + f64::from(MARGIN) / 2.0) / RADIUS / length;
        let (x, y) = self.at(Point { x: centre.x * out, y: centre.y * out });
        (depth == 1).then(|| EdgeName { text: square.to_string().chars().take(2).collect(), x, y })
    }
}

fn middle(side: &Curve) -> Point {
    let [first, second] = side.controls;
    let mean = |from: f64, one: f64, two: f64, to: f64| (from + 3.0 * one + 3.0 * two + to) / 8.0;
    Point { x: mean(side.from.x, first.x, second.x, side.to.x), y: mean(side.from.y, first.y, second.y, side.to.y) }
}

fn distance(one: Point, other: Point) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// The name of a piece's figure in its sprite, and whether that is Duchess' own.
pub const fn figure(piece: Piece) -> (&'static str, bool) {
    match piece.role {
        Role::King => ("wK", false),
        Role::Queen => ("wQ", false),
        Role::Rook => ("wR", false),
        Role::Bishop => ("wB", false),
        Role::Knight => ("wN", false),
        Role::Pawn => ("wP", false),
        Role::Duchess => ("duchess", true),
        Role::Fortress => ("fortress", true),
        Role::Wizard => ("wizard", true),
    }
}
