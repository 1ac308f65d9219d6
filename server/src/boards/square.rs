//! The board of the duck games and of chess as a picture, and as data for the scripts that let a player move on it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::rules::chess::{ChessPosition, ChessTurn};
use domain::rules::duck::{DuckFen, DuckPosition, DuckTurn, PieceMove};
use domain::rules::seat::{Colour, Seat};
use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

use super::arrows::{Arrow, Course, arrows};
use super::data::{BoardData, CastleData, Features, MoveData};
use crate::wording::{self, board_labels};

/// The side of a square, in units of the picture.
const SQUARE: u16 = 100;

/// A position drawn from one side.
pub struct SquareBoard {
    from_black: bool,
    /// How many files and ranks are seen, from the lower left corner.
    squares: u16,
    label: String,
    marks: Vec<Placed>,
    /// The kings that can be captured next, or are in check.
    kings_in_reach: Vec<Placed>,
    threat: Threat,
    pieces: Vec<Placed>,
    arrows: Vec<Arrow>,
}

/// What threatens the kings that are marked.
#[derive(Clone, Copy)]
enum Threat {
    /// To be captured.
    Capture,
    /// It is in check.
    Check,
    /// It is mated.
    Mate,
}

/// Something on a square: a piece, the duck or a mark, by its name in the sprite.
pub struct Placed {
    /// `wK`, `duck`; of a mark `from`, `to`, `duck`, `duck-from`, `check`.
    pub name: &'static str,
    /// Where.
    pub square: Square,
    /// Of the square's left edge.
    pub x: u16,
    /// Of the square's upper edge.
    pub y: u16,
}

impl Placed {
    fn new(name: &'static str, square: Square, from_black: bool) -> Self {
        let (x, y) = corner(square, from_black);
        Self { name, square, x, y }
    }
}

/// A letter or digit at the edge.
pub struct Coordinate {
    /// `a`, `8`.
    pub text: char,
    /// Its position.
    pub x: u16,
    /// Its baseline.
    pub y: u16,
    /// Whether the square below it is light.
    pub on_light: bool,
}

impl SquareBoard {
    /// A position as a seat sees it, with the turn that led to it marked. `label` says it in words.
    pub fn new(position: &DuckPosition, last: Option<DuckTurn>, seen_from: Seat, label: String) -> Self {
        let mut marks = Vec::new();
        if let Some(turn) = last {
            marks.extend([("from", turn.from()), ("to", turn.to())]);
            marks.extend(turn.duck().map(|square| ("duck", square)));
        }
        let kings = position.kings_in_reach();
        Self::draw(position.board(), position.duck(), &marks, seen_from, label).with_kings_in_reach(kings)
    }

    /// The same of a position of chess.
    pub fn of_chess(position: &ChessPosition, last: Option<ChessTurn>, seen_from: Seat, label: String) -> Self {
        let marks: Vec<_> = last.into_iter().flat_map(|turn| [("from", turn.from()), ("to", turn.to())]).collect();
        let board = Self::draw(position.pieces().board(), None, &marks, seen_from, label);
        let threat = if position.has_turn() { Threat::Check } else { Threat::Mate };
        Self { threat, ..board.with_kings_in_reach(Bitboard::from_iter(position.king_in_check())) }
    }

    /// The moment of a turn when the piece has moved and the duck is still to be; `None` where a turn has no such moment,
    /// because it takes the king.
    pub fn half_way(before: &DuckPosition, turn: DuckTurn, seen_from: Seat) -> Option<Self> {
        turn.duck()?;
        let half = before.half_turn(turn.piece_move());
        let marks = [("from", turn.from()), ("to", turn.to())];
        Some(Self::draw(half.board(), half.duck(), &marks, seen_from, String::new()))
    }

    /// The same with these marks of the last turn, and no others.
    #[must_use]
    pub fn with_marks(mut self, marks: &[(&'static str, Square)]) -> Self {
        self.marks = marks.iter().map(|&(name, square)| Placed::new(name, square, self.from_black)).collect();
        self
    }

    /// The same with a faint mark where the duck was in the position before, if it has moved since.
    pub fn coming_from(mut self, before: &DuckPosition) -> Self {
        let has_moved = self.marks.iter().any(|mark| mark.name == "duck");
        if let Some(square) = before.duck().filter(|_| has_moved) {
            self.marks.insert(0, Placed::new("duck-from", square, self.from_black));
        }
        self
    }

    /// A position as a seat sees it, with the piece move that led to it marked. As long as the duck may be anywhere nobody
    /// knows which king can be captured.
    pub fn without_duck(position: &DuckPosition, last: PieceMove, seen_from: Seat, label: String) -> Self {
        let marks = [("from", last.from()), ("to", last.to())];
        Self::draw(position.board(), None, &marks, seen_from, label)
    }

    /// A diagram of any position, from White's side; `None` if the FEN cannot be read.
    pub fn illustration(fen: &str, marks: &[(&'static str, Square)], label: &str) -> Option<Self> {
        let setup: DuckFen = fen.parse().ok()?;
        Some(Self::draw(&setup.board, setup.duck, marks, Seat::WHITE, label.to_owned()))
    }

    fn draw(
        board: &Board,
        duck: Option<Square>,
        marks: &[(&'static str, Square)],
        seen_from: Seat,
        label: String,
    ) -> Self {
        let from_black = seen_from == Seat::BLACK;
        let place = |(name, square)| Placed::new(name, square, from_black);
        let mut pieces: Vec<_> = board.iter().map(|(square, piece)| place((piece_name(piece), square))).collect();
        pieces.extend(duck.map(|square| place(("duck", square))));
        let marks = marks.iter().copied().map(place).collect();
        Self {
            from_black,
            squares: 8,
            label,
            marks,
            kings_in_reach: Vec::new(),
            threat: Threat::Capture,
            pieces,
            arrows: Vec::new(),
        }
    }

    fn with_kings_in_reach(self, kings: Bitboard) -> Self {
        let place = |square| {
            let (x, y) = corner(square, self.from_black);
            Placed { name: "check", square, x, y }
        };
        Self { kings_in_reach: kings.into_iter().map(place).collect(), ..self }
    }

    /// The same with arrows for turns that were not made, the one that matters most first.
    pub fn with_arrows(self, turns: impl Iterator<Item = DuckTurn>) -> Self {
        let centre = |square| {
            let (x, y) = corner(square, self.from_black);
            (i32::from(x + SQUARE / 2), i32::from(y + SQUARE / 2))
        };
        let course =
            |turn: DuckTurn| Course { from: centre(turn.from()), to: centre(turn.to()), duck: turn.duck().map(centre) };
        Self { arrows: arrows(&turns.map(course).collect::<Vec<_>>(), 1.0), ..self }
    }

    /// The arrows.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// The same cut to so many files and ranks, up to 8, from the lower left corner.
    #[must_use]
    pub fn cut_to(self, squares: u16) -> Self {
        Self { squares: squares.min(8), ..self }
    }

    /// What of the picture is seen.
    pub fn view_box(&self) -> String {
        let side = self.squares * SQUARE;
        format!("0 {} {side} {side}", 8 * SQUARE - side)
    }

    /// `white` or `black`: whose side is at the bottom.
    pub fn orientation(&self) -> &'static str {
        if self.from_black { "black" } else { "white" }
    }

    /// The position in words.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// What is marked of the last turn.
    pub fn marks(&self) -> &[Placed] {
        &self.marks
    }

    /// The kings that can be captured next, or are in check.
    pub fn kings_in_reach(&self) -> &[Placed] {
        &self.kings_in_reach
    }

    /// The position in words, with the kings that are marked.
    pub fn label_with_kings(&self) -> String {
        let words = |mark: &Placed| {
            let is_white = self.pieces.iter().any(|piece| piece.square == mark.square && piece.name == "wK");
            let whose = if is_white { Colour::White } else { Colour::Black };
            match self.threat {
                Threat::Capture => board_labels::king_in_reach(whose, mark.square),
                Threat::Check => board_labels::king_in_check(wording::seats::colour(whose), mark.square, false),
                Threat::Mate => board_labels::king_in_check(wording::seats::colour(whose), mark.square, true),
            }
        };
        board_labels::with_marked(&self.label, self.kings_in_reach.iter().map(words))
    }

    /// The contents of the ranks, the eighth first, file by file: `white knight`, `duck`, or empty.
    pub fn ranks(&self) -> Vec<(char, [&'static str; 8])> {
        let on =
            |square| self.pieces.iter().find(|piece| piece.square == square).map_or("", |piece| in_words(piece.name));
        let rank = |rank: Rank| (rank.char(), File::ALL.map(|file| on(Square::from_coords(file, rank))));
        Rank::ALL.into_iter().rev().map(rank).collect()
    }

    /// The pieces, then the duck.
    pub fn pieces(&self) -> &[Placed] {
        &self.pieces
    }

    /// The names of the ranks and files, along the left and the lower edge.
    pub fn coordinates(&self) -> Vec<Coordinate> {
        let ranks = Rank::ALL.into_iter().map(|rank| {
            let edge = if self.from_black { File::H } else { File::A };
            let square = Square::from_coords(edge, rank);
            let (x, y) = corner(square, self.from_black);
            Coordinate { text: rank.char(), x: x + 5, y: y + 21, on_light: square.is_light() }
        });
        let files = File::ALL.into_iter().map(|file| {
            let edge = if self.from_black { Rank::Eighth } else { Rank::First };
            let square = Square::from_coords(file, edge);
            let (x, y) = corner(square, self.from_black);
            Coordinate { text: file.char(), x: x + 95, y: y + 93, on_light: square.is_light() }
        });
        ranks.chain(files).collect()
    }

    /// The path of the dark squares, the same from both sides.
    pub fn dark_squares(&self) -> &'static str {
        static PATH: LazyLock<String> = LazyLock::new(|| {
            let dark = Square::ALL.into_iter().filter(|square| square.is_dark());
            let corners = dark.map(|square| corner(square, false));
            corners.map(|(x, y)| format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")).collect()
        });
        &PATH
    }
}

/// Says to a player which kings can be captured next: `Your king on e8 can be captured.`
pub fn kings_in_reach_of(position: &DuckPosition, player: Seat) -> Vec<String> {
    let is_white = |square| position.board().color_at(square) == Some(Color::White);
    let said = |square| wording::board::king_in_reach(square, is_white(square) == (player == Seat::WHITE));
    position.kings_in_reach().into_iter().map(said).collect()
}

/// The upper left corner of a square.
fn corner(square: Square, from_black: bool) -> (u16, u16) {
    let (file, rank) = (u32::from(square.file()) as u16, u32::from(square.rank()) as u16);
    let (column, row) = if from_black { (7 - file, rank) } else { (file, 7 - rank) };
    (column * SQUARE, row * SQUARE)
}

const fn piece_name(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => "wP",
        (Color::White, Role::Knight) => "wN",
        (Color::White, Role::Bishop) => "wB",
        (Color::White, Role::Rook) => "wR",
        (Color::White, Role::Queen) => "wQ",
        (Color::White, Role::King) => "wK",
        (Color::Black, Role::Pawn) => "bP",
        (Color::Black, Role::Knight) => "bN",
        (Color::Black, Role::Bishop) => "bB",
        (Color::Black, Role::Rook) => "bR",
        (Color::Black, Role::Queen) => "bQ",
        (Color::Black, Role::King) => "bK",
    }
}

/// A piece or the duck as it is said.
pub(super) fn in_words(name: &str) -> &'static str {
    match name {
        "wP" => "white pawn",
        "wN" => "white knight",
        "wB" => "white bishop",
        "wR" => "white rook",
        "wQ" => "white queen",
        "wK" => "white king",
        "bP" => "black pawn",
        "bN" => "black knight",
        "bB" => "black bishop",
        "bR" => "black rook",
        "bQ" => "black queen",
        "bK" => "black king",
        _ => "duck",
    }
}

/// The picture of a seat's piece in the duck games by the piece's letter; `None` for a letter that no piece has.
pub fn piece_of(seat: Seat, letter: char) -> Option<&'static str> {
    let color = if seat == Seat::WHITE { Color::White } else { Color::Black };
    Role::from_char(letter).map(|role| piece_name(Piece { color, role }))
}

/// What the scripts need to let the player to move make a turn. Where the duck may go they see for themselves: on any empty
/// square but its own.
pub(super) fn data(position: &DuckPosition, seen_from: Seat) -> BoardData {
    let to_data = |piece_move| move_data(piece_move, position.write_piece_move(piece_move));
    let moves = position.piece_moves().into_iter().map(to_data).collect();
    BoardData {
        words: wording::board::SQUARE,
        features: Features { duck: true },
        ..data_of(position, moves, seen_from)
    }
}

/// The same of chess, in which a piece move is a whole turn.
pub(super) fn data_of_chess(position: &ChessPosition, seen_from: Seat) -> BoardData {
    let mut moves = Vec::new();
    position.for_each_turn(|turn| {
        let piece_move = turn.piece_move();
        moves.push(move_data(piece_move, position.write_piece_move(piece_move)));
    });
    data_of(position.pieces(), moves, seen_from)
}

/// What both have in common; without a duck.
fn data_of(position: &DuckPosition, mut moves: Vec<MoveData>, seen_from: Seat) -> BoardData {
    let side = |black: bool| if black { "black" } else { "white" };
    let king = position.board().king_of(position.color());
    moves.sort_by_key(|one| one.promotion.map(|letter| OFFERED.find(letter)));
    BoardData {
        shape: "square",
        features: Features { duck: false },
        variant: "",
        fen: String::new(),
        ply: 0,
        orientation: side(seen_from == Seat::BLACK),
        to_move: side(position.color().is_black()),
        theirs: false,
        pieces: position.board().iter().map(|(at, piece)| (at.to_string(), piece_name(piece).to_owned())).collect(),
        duck: position.duck().map(|square| square.to_string()),
        marked: Vec::new(),
        cursor: king.unwrap_or(Square::E1).to_string(),
        shapes: BTreeMap::new(),
        moves,
        names: BTreeMap::new(),
        titles: BTreeMap::new(),
        kinds: BTreeMap::new(),
        words: wording::board::CHESS,
    }
}

/// What a pawn may become, in the order in which it is offered.
const OFFERED: &str = "QNRB";

fn move_data(piece_move: PieceMove, text: String) -> MoveData {
    let taken_on = piece_move.capture_square();
    MoveData {
        from: piece_move.from().to_string(),
        to: piece_move.to().to_string(),
        text,
        words: wording::piece_move_alone(piece_move),
        promotion: piece_move.promotion().map(Role::upper_char),
        ends: piece_move.captures_king(),
        castle: piece_move.castling_rook().map(castle_data),
        en_passant: taken_on.filter(|&square| square != piece_move.to()).map(|square| square.to_string()),
        way: Vec::new(),
        teleports: false,
    }
}

fn castle_data((from, to): (Square, Square)) -> CastleData {
    CastleData { rook_from: from.to_string(), rook_to: to.to_string() }
}
