//! The board of Duchess as a stage and a scene: on a round table, with the names of lines and depths along the table's
//! edge.

use super::drawing::{Ground, Held, Letter, Mark, Piece, PlacedPiece, Scene, Shade, Stage};
use crate::boards::round::{RoundBoard, RoundMark, RoundName, Token};

/// Half of the picture's side: a little more than the table.
const HALF: i16 = 1110;
/// The radius of the table: the board ends at 1000, the names a little further.
const TABLE: i16 = 1100;
/// A line is inlaid so far from its centre, and so wide.
const TABLE_LINE_AT: i16 = 1086;
const TABLE_LINE: u16 = 3;
/// How wide the line round the board is.
const BOARD_LINE: u16 = 10;
/// The size of names round the board and of names on squares.
const NAME: u16 = 40;
const NAME_WITHIN: u16 = 30;
/// Pixels of a PNG and of a GIF: there are twice as many squares in a row as on other boards.
const STILL_WIDTH: u32 = 1200;
const FILM_WIDTH: u16 = 640;
/// How many scenes a piece that teleports is nowhere.
const MOMENTS_AWAY: usize = 5;

impl From<&RoundBoard> for Stage {
    fn from(board: &RoundBoard) -> Self {
        Self {
            corner: (-HALF, -HALF),
            size: (2 * HALF as u16, 2 * HALF as u16),
            still_width: STILL_WIDTH,
            film_width: FILM_WIDTH,
            ground: ground(board),
            letters: board.names().into_iter().map(letter).collect(),
        }
    }
}

impl From<&RoundBoard> for Scene {
    fn from(board: &RoundBoard) -> Self {
        Self { marks: marks(board), pieces: board.tokens().iter().map(figure).collect() }
    }
}

/// The moves of the last turn's piece in steps, from its previous square: along its path, or straight if it leaps. A
/// piece that teleports disappears for a moment.
pub fn glide(before: &RoundBoard, now: &RoundBoard) -> Vec<Scene> {
    let Some(from) = now.last().map(|turn| turn.from()) else { return Vec::new() };
    let tokens = before.tokens();
    let marks: Vec<_> = marks(now).into_iter().filter(|mark| !matches!(mark.name(), "to" | "check")).collect();
    let others: Vec<_> = tokens.iter().filter(|token| token.square != from).map(figure).collect();
    let Some(mut gliding) = tokens.iter().find(|token| token.square == from).map(figure) else { return Vec::new() };
    let half = (gliding.side / 2) as i16;
    let course = now.course();
    if course.is_empty() {
        return vec![Scene { marks, pieces: others }; MOMENTS_AWAY];
    }
    let scene = |(x, y)| {
        (gliding.x, gliding.y) = (x as i16 - half, y as i16 - half);
        Scene { marks: marks.clone(), pieces: others.iter().copied().chain([gliding]).collect() }
    };
    course.into_iter().map(scene).collect()
}

fn ground(board: &RoundBoard) -> Vec<Ground> {
    let filled = |shade, path| Ground { shade, path, line: None };
    let lined = |shade, path, width| Ground { shade, path, line: Some(width) };
    vec![
        filled(Shade::Paper, format!("M-{HALF} -{HALF}H{HALF}V{HALF}H-{HALF}Z")),
        filled(Shade::Table, circle(TABLE)),
        lined(Shade::Light, circle(TABLE_LINE_AT), TABLE_LINE),
        filled(Shade::Light, board.rim()),
        filled(Shade::Dark, board.dark_squares()),
        lined(Shade::Dark, board.rim(), BOARD_LINE),
    ]
}

fn circle(radius: i16) -> String {
    format!("M-{radius} 0A{radius} {radius} 0 1 1 {radius} 0A{radius} {radius} 0 1 1 -{radius} 0Z")
}

fn marks(board: &RoundBoard) -> Vec<Mark> {
    let path = |name, path| Mark::Path { name, path };
    let square = |mark: RoundMark| path(mark.name, mark.path);
    let lines = [("way", board.way()), ("leap", board.leap())].into_iter().filter(|(_, path)| !path.is_empty());
    (board.marks().into_iter().chain(board.checks()).map(square))
        .chain(lines.map(|(name, line)| path(name, line)))
        .chain(board.stars().into_iter().map(|star| path("star", star)))
        .collect()
}

fn letter(name: RoundName) -> Letter {
    let (size, on) = match name.place {
        "on-dark" => (NAME_WITHIN, Shade::Dark),
        "on-light" => (NAME_WITHIN, Shade::Light),
        _ => (NAME, Shade::Table),
    };
    // The middle of a capital is where the middle of the line is to be.
    let y = name.y as i16 + (f32::from(size) * 0.36).round() as i16;
    Letter { text: name.text, x: name.x as i16, y, held: Held::Middle, size, on }
}

fn figure(token: &Token) -> PlacedPiece {
    let Token { colour, shape, figure, pips, is_fallen, x, y, radius, .. } = *token;
    let piece = Piece::Token { colour, shape, figure, pips, is_fallen };
    PlacedPiece { piece, x: (x - radius) as i16, y: (y - radius) as i16, side: 2 * radius as u16 }
}
