//! The round board of Duchess as a picture: the squares bend as the domain's drawing says, any flap can be at the bottom, and
//! pieces are tokens: their colour tells whose they are, their shape and the figure's lightness which side they are on.

mod data;
mod frame;
mod hints;
mod outline;
mod words;

use super::arrows::{Arrow, Course, arrows};
use crate::wording::{SeatNames, board_labels, duchess_piece, titled, titled_as_mated};
use domain::rules::duchess::{
    Drawing, DuchessPosition, DuchessTurn, Flap, MovePath, Piece, Point, Reach, Role, SetUp, Square,
};
use domain::rules::seat::Seat;

pub use data::{data, name, title};
pub use frame::table;
pub use outline::Shape;

/// The radius of the disc in units of the picture; its centre is at (0, 0).
pub const RADIUS: f64 = 1000.0;
/// The distance of the line names from the centre.
const NAMES_AT: f64 = 1.06;
/// The distance of the depth numbers from the squares.
const BESIDE: f64 = 0.042;

/// How many times larger arrows are than on a square board: the picture is so much wider, and its squares are smaller.
const ARROW_SCALE: f64 = 1.6;

/// The most intermediate points at which a moving piece is shown.
const MAX_POINTS: usize = 8;

/// A position drawn with one flap at the bottom.
pub struct RoundBoard {
    position: Box<DuchessPosition>,
    below: Flap,
    label: String,
    /// The last turn: where it came from and went to.
    last: Option<DuchessTurn>,
    /// The squares that are marked as where it came from and went to: those of `last`, or of a turn of which nothing else is known.
    marked: Option<(Square, Square)>,
    /// How it went; `None` where the position before is not known.
    went: Option<MovePath>,
    /// The piece whose turns are shown.
    looked_at: Option<Square>,
    /// The section to show, if not the whole board.
    cutout: Option<frame::Cutout>,
    /// Whether it shows who is to move.
    shows_turn: bool,
    /// Turns that were not made.
    arrows: Vec<Arrow>,
}

/// A square that is marked.
pub struct RoundMark {
    /// `from`, `to` or `check`.
    pub name: &'static str,
    /// Where.
    pub square: Square,
    /// The outline of the square.
    pub path: String,
}

/// A square.
pub struct RoundSquare {
    /// Which.
    pub square: Square,
    /// Whether it is black.
    pub is_dark: bool,
    /// Its outline.
    pub path: String,
    /// The middle and the radius of a token there: `0 932 52`.
    pub at: String,
}

/// A piece on its token.
pub struct Token {
    /// Where.
    pub square: Square,
    /// Its colour: `red`.
    pub colour: &'static str,
    /// `round`, `square` or `hexagon`, by the side.
    pub shape: &'static str,
    /// The figure's name in the sprite: `wR`.
    pub figure: &'static str,
    /// The number of the seat on its side, from 1; none for a seat that is alone.
    pub pips: Option<usize>,
    /// Whether it is the king of a mated seat, drawn lying on its side.
    pub is_fallen: bool,
    /// What it is: `Red rook`.
    pub words: String,
    /// The middle of the token.
    pub x: i32,
    /// The same, downwards.
    pub y: i32,
    /// Half its width.
    pub radius: i32,
}

impl Token {
    /// How many times larger than 100 units it is.
    pub fn scale(&self) -> f64 {
        f64::from(self.radius) / 50.0
    }
}

/// The name of a line, a depth or a square.
pub struct RoundName {
    /// `1a`, `3`, `2c5`.
    pub text: String,
    /// Its centre.
    pub x: i32,
    /// The same, downwards.
    pub y: i32,
    /// `rim`, or `on-light` and `on-dark` within a square.
    pub place: &'static str,
}

impl RoundBoard {
    /// A position as it is seen with a flap at the bottom, with the turn that led to it marked. `label` says it in words.
    pub fn new(position: &DuchessPosition, last: Option<DuchessTurn>, below: Flap, label: String) -> Self {
        Self {
            position: Box::new(position.clone()),
            below,
            label,
            last,
            marked: last.map(|turn| (turn.from(), turn.to())),
            went: None,
            looked_at: None,
            cutout: None,
            shows_turn: false,
            arrows: Vec::new(),
        }
    }

    /// A position as a seat sees it.
    pub fn seen_from(position: &DuchessPosition, last: Option<DuchessTurn>, seat: Seat, label: String) -> Self {
        Self::new(position, last, flap_of(position.set_up(), seat), label)
    }

    /// The same with these squares marked as where the last turn came from and went to, and no others.
    #[must_use]
    pub fn with_marks(self, from: Square, to: Square) -> Self {
        Self { marked: Some((from, to)), ..self }
    }

    /// The same with how the last turn went from the position before: along a line, by a leap or by teleportation.
    #[must_use]
    pub fn coming_from(self, before: &DuchessPosition) -> Self {
        Self { went: self.last.map(|turn| before.path(turn)), ..self }
    }

    /// The line of the last turn as a path, from the middle of a square to the middle of the next; empty if there is none.
    pub fn way(&self) -> String {
        let Some((turn, MovePath::Squares(line))) = self.last.zip(self.went.as_ref()) else { return String::new() };
        self.through(std::iter::once(turn.from()).chain(line.iter().copied()))
    }

    /// The path of a knight's leap in the last turn, over the squares in between; empty if there was none.
    pub fn leap(&self) -> String {
        let Some((turn, MovePath::Leap)) = self.last.zip(self.went.as_ref()) else { return String::new() };
        self.through([turn.from(), turn.to()])
    }

    /// A star where a piece has vanished by teleportation, and one round it where it has come.
    pub fn stars(&self) -> Vec<String> {
        let Some((turn, MovePath::Teleport)) = self.last.zip(self.went.as_ref()) else { return Vec::new() };
        let star = |square, out: f64, within: f64| {
            let radius = f64::from(self.shape().radius(square));
            outline::star(self.shape().centre(square), 8, radius * out, radius * within)
        };
        vec![star(turn.from(), 0.75, 0.3), star(turn.to(), 1.3, 1.0)]
    }

    /// The last turn.
    pub fn last(&self) -> Option<DuchessTurn> {
        self.last
    }

    /// Intermediate points of the last turn's path, for showing the piece in motion: without origin and target. None if
    /// the piece teleported, or the path is not known.
    pub fn course(&self) -> Vec<(i32, i32)> {
        let Some((turn, went)) = self.last.zip(self.went.as_ref()) else { return Vec::new() };
        let squares: Vec<_> = match went {
            MovePath::Squares(line) => std::iter::once(turn.from()).chain(line.iter().copied()).collect(),
            MovePath::Leap => vec![turn.from(), turn.to()],
            MovePath::Teleport => Vec::new(),
        };
        let centres: Vec<_> = squares.into_iter().map(|square| self.shape().centre(square)).collect();
        outline::along(&centres, (centres.len() + 2).clamp(MAX_POINTS / 2, MAX_POINTS))
    }

    fn through(&self, squares: impl IntoIterator<Item = Square>) -> String {
        outline::through(&squares.into_iter().map(|square| self.shape().centre(square)).collect::<Vec<_>>())
    }

    /// The colour of the pieces that belong at the bottom: `red`; for a folded flap that of the player who would sit there.
    pub fn orientation(&self) -> &'static str {
        COLOURS[self.below.index()]
    }

    /// The position in words.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The position in words, with the kings that are in check or mated.
    pub fn label_with_kings(&self) -> String {
        let said = |(seat, square)| board_labels::king_in_check(self.name(seat), square, self.position.is_mated(seat));
        board_labels::with_marked(&self.label, self.checked().map(said))
    }

    /// The same with a sign at the flap where the next turn is made.
    #[must_use]
    pub fn with_turn(self) -> Self {
        Self { shows_turn: true, ..self }
    }

    /// The same with arrows for turns that were not made, the one that matters most first: straight, whatever way a piece takes.
    #[must_use]
    pub fn with_arrows(self, turns: impl Iterator<Item = DuchessTurn>) -> Self {
        let shape = self.shape();
        let course =
            |turn: DuchessTurn| Course { from: shape.centre(turn.from()), to: shape.centre(turn.to()), duck: None };
        Self { arrows: arrows(&turns.map(course).collect::<Vec<_>>(), ARROW_SCALE), ..self }
    }

    /// The arrows.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// How many times larger arrows and their numbers are than on a square board.
    pub fn arrow_scale(&self) -> f64 {
        ARROW_SCALE
    }

    /// The colour of the seat to move and a line along their edge, if that is shown.
    pub fn turn(&self) -> Option<(&'static str, String)> {
        let seat = self.position.seat_to_move();
        let sign = || (self.set_up().colour(seat), self.shape().edge(self.set_up().flap(seat)));
        self.shows_turn.then(sign)
    }

    /// Where the board ends: round the open flaps and the hexagon.
    pub fn rim(&self) -> String {
        outline::rim(self.set_up(), &self.shape())
    }

    /// All black squares as one path.
    pub fn dark_squares(&self) -> String {
        let (shape, reach) = (self.shape(), Reach::of(self.set_up()));
        let dark = self.set_up().squares().into_iter().filter(|&square| reach.from(square).is_black);
        dark.map(|square| shape.path(square)).collect()
    }

    /// Every square by itself, for scripts to find.
    pub fn squares(&self) -> Vec<RoundSquare> {
        let (shape, reach) = (self.shape(), Reach::of(self.set_up()));
        let square = |square| {
            let (x, y) = shape.centre(square);
            let at = format!("{x} {y} {}", shape.radius(square));
            RoundSquare { square, is_dark: reach.from(square).is_black, path: shape.path(square), at }
        };
        self.set_up().squares().into_iter().map(square).collect()
    }

    /// The squares of the last turn.
    pub fn marks(&self) -> Vec<RoundMark> {
        let shape = self.shape();
        let mark = |name, square| RoundMark { name, square, path: shape.path(square) };
        self.marked.into_iter().flat_map(|(from, to)| [mark("from", from), mark("to", to)]).collect()
    }

    /// Kings in check: the highlights behind their tokens.
    pub fn checks(&self) -> Vec<RoundMark> {
        let shape = self.shape();
        let burst = |square| {
            let radius = f64::from(shape.radius(square));
            outline::star(shape.centre(square), 14, radius * 1.46, radius * 1.1)
        };
        self.checked().map(|(_, square)| RoundMark { name: "check", square, path: burst(square) }).collect()
    }

    /// Every piece.
    pub fn tokens(&self) -> Vec<Token> {
        let shape = self.shape();
        self.position.board().pieces().map(|(square, piece)| self.token(&shape, square, piece)).collect()
    }

    fn token(&self, shape: &Shape, square: Square, piece: Piece) -> Token {
        let (x, y) = shape.centre(square);
        let is_fallen = piece.role == Role::King && self.position.is_mated(piece.seat);
        Token {
            square,
            colour: self.set_up().colour(piece.seat),
            shape: token_shape(self.set_up(), piece.seat),
            figure: figure(self.set_up(), piece),
            pips: pips(self.set_up(), piece.seat),
            is_fallen,
            words: if is_fallen { titled_as_mated } else { titled }(
                self.name(piece.seat),
                duchess_piece(piece.role).one,
            ),
            x,
            y,
            radius: shape.radius(square),
        }
    }

    /// The names of lines and depths round the board, and of the squares in the hexagon.
    pub fn names(&self) -> Vec<RoundName> {
        let open = Flap::all().filter(|&flap| self.set_up().is_open(flap));
        let names = open.flat_map(|flap| self.names_round(flap)).chain(self.names_within());
        names.filter(|name| self.is_seen((name.x, name.y))).collect()
    }

    fn names_round(&self, flap: Flap) -> impl Iterator<Item = RoundName> {
        let shape = self.shape();
        let drawing = Drawing::of(self.set_up());
        let at = move |text: String, point: Point| {
            let (x, y) = shape.place(point);
            RoundName { text, x, y, place: "rim" }
        };
        let lines = (0..5).filter_map(move |line| {
            let edge = drawing.outline(Square::named(flap, line, 1)?).last()?;
            let middle = (edge.from + edge.to) * 0.5;
            let out = middle * (NAMES_AT / middle.x.hypot(middle.y));
            Some(at(format!("{flap}{}", char::from(b'a' + line as u8)), out))
        });
        let depths = (1..=4).filter_map(move |depth| {
            let side = drawing.outline(Square::named(flap, 0, depth)?).first()?;
            let (along, middle) = (side.to - side.from, (side.from + side.to) * 0.5);
            let out = Point { x: along.y, y: -along.x } * (BESIDE / along.x.hypot(along.y));
            Some(at(depth.to_string(), middle + out))
        });
        lines.chain(depths)
    }

    fn names_within(&self) -> impl Iterator<Item = RoundName> {
        let (shape, reach) = (self.shape(), Reach::of(self.set_up()));
        Square::all().filter(|square| square.flap().is_none()).map(move |square| {
            let (x, y) = shape.centre(square);
            let place = if reach.from(square).is_black { "on-dark" } else { "on-light" };
            RoundName { text: square.to_string(), x, y, place }
        })
    }

    fn checked(&self) -> impl Iterator<Item = (Seat, Square)> {
        let seats = self.set_up().seating().seats().filter(|&seat| self.position.is_in_check(seat));
        seats.filter_map(|seat| Some((seat, self.position.king(seat)?)))
    }

    fn shape(&self) -> Shape {
        Shape::below(self.set_up(), self.below)
    }

    fn set_up(&self) -> SetUp {
        self.position.set_up()
    }

    fn name(&self, seat: Seat) -> &'static str {
        self.set_up().seating().name(seat)
    }
}

/// The colour of each flap.
const COLOURS: [&str; 6] = ["red", "blue", "yellow", "green", "magenta", "cyan"];

/// Where a seat sits; a viewer without a seat here looks from the first.
pub fn flap_of(set_up: SetUp, seat: Seat) -> Flap {
    set_up.flap(set_up.seating().seat(seat.index()).unwrap_or(Seat::FIRST))
}

/// The shape of a side's tokens, for players who cannot distinguish the colours.
pub fn token_shape(set_up: SetUp, seat: Seat) -> &'static str {
    match side_number(set_up, seat) {
        0 => "round",
        1 => "square",
        _ => "hexagon",
    }
}

/// The number of a seat on its side, for players who cannot distinguish the colours; none if it is alone.
pub fn pips(set_up: SetUp, seat: Seat) -> Option<usize> {
    let seating = set_up.seating();
    let partners: Vec<_> = seating.seats_of(seating.side(seat)).collect();
    let before = partners.iter().position(|&other| other == seat)?;
    (partners.len() > 1).then_some(before + 1)
}

/// The figure of a seat's king in the sprite.
pub fn king_figure(set_up: SetUp, seat: Seat) -> &'static str {
    figure(set_up, Piece { seat, role: Role::King })
}

/// The figure of a seat's piece in the sprite, by the letter of its kind.
pub fn figure_of(set_up: SetUp, seat: Seat, letter: char) -> Option<&'static str> {
    Role::from_letter(letter).map(|role| figure(set_up, Piece { seat, role }))
}

/// The figure of a piece in the sprite: the second side's are the black ones.
fn figure(set_up: SetUp, piece: Piece) -> &'static str {
    let (light, dark) = match piece.role {
        Role::King => ("wK", "bK"),
        Role::Queen => ("wQ", "bQ"),
        Role::Duchess => ("wD", "bD"),
        Role::Fortress => ("wF", "bF"),
        Role::Rook => ("wR", "bR"),
        Role::Bishop => ("wB", "bB"),
        Role::Knight => ("wN", "bN"),
        Role::Wizard => ("wW", "bW"),
        Role::Pawn => ("wP", "bP"),
    };
    if side_number(set_up, piece.seat) == 1 { dark } else { light }
}

fn side_number(set_up: SetUp, seat: Seat) -> usize {
    let seating = set_up.seating();
    seating.sides().position(|side| side == seating.side(seat)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
