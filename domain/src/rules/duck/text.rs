//! What a text says a turn is, before any position is asked: every notation in use, brought to one form.
//!
//! The standard is [duckchess.com](https://duckchess.com/)'s, `Nf3@e5`. Also read: coordinates (`g1f3@e5`), the commas of
//! pychess and Fairy-Stockfish (`Nf3,e5` and `g1f3,f3e5`), the Θ of chess.com (`Nj4-i6Θh10-i9`, on the squares of its
//! board of 14 by 14, where d4 is our a1) and of others (`Nf3 Θe5`), a duck in a comment (`Nf3 {@e5}`,
//! `Nf3 {[Duck "e5"]}`) and the separate duck move of chessvariants.com (`Nf3 De5`).

use shakmaty::{CastlingSide, File, Rank, Role, Square};

/// A turn as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnText {
    pub piece: PieceText,
    pub duck: Option<Square>,
}

/// The first half of a turn as it was written. Whether it captures, checks or mates is not kept: the position knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceText {
    Castling(CastlingSide),
    Move { role: Option<Role>, origin: Origin, to: Square, promotion: Option<Role> },
}

/// What is said about where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Its file, if said.
    pub file: Option<File>,
    /// Its rank, if said.
    pub rank: Option<Rank>,
}

/// How squares are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareNames {
    /// From a1 to h8.
    Usual,
    /// chess.com's board of 14 by 14 for its four-player games, on which Duck Chess takes d4 to k11.
    Fourteen,
}

/// What is written before the duck's square.
pub const DUCK_SIGNS: [char; 7] = ['@', ',', 'Θ', 'θ', 'ϴ', 'ϑ', '🦆'];

/// The piece move of a written turn: what stands before `@`.
pub fn piece_part(turn: &str) -> &str {
    turn.split_once('@').map_or(turn, |(piece, _)| piece)
}

impl TurnText {
    /// Reads a turn in any notation; the squares of chess.com are recognised by the dash that it alone writes before the
    /// duck's square, or because no other reading is possible. Squares in capitals are read last: `NG5@A5`, `E4@E5`.
    pub fn read(text: &str) -> Option<Self> {
        let read = |text: &str| {
            Self::read_squares(text, SquareNames::Usual).or_else(|| Self::read_squares(text, SquareNames::Fourteen))
        };
        read(text).or_else(|| {
            let small = text.trim().to_ascii_lowercase();
            let first = small.get(..1).filter(|_| text.contains(|letter: char| letter.is_ascii_uppercase()))?;
            read(&format!("{}{}", first.to_ascii_uppercase(), &small[1..])).or_else(|| read(&small))
        })
    }

    /// Reads a turn whose squares are known to be counted so.
    pub fn read_squares(text: &str, squares: SquareNames) -> Option<Self> {
        let (piece, duck) = split(text.trim());
        if squares == SquareNames::Fourteen && !is_of_chess_com(piece, &text.trim()[piece.len()..]) {
            return None;
        }
        let piece = PieceText::read(piece.as_bytes(), squares)?;
        if let (SquareNames::Fourteen, PieceText::Move { origin, .. }) = (squares, piece) {
            origin.square()?;
        }
        let duck = match duck {
            None => None,
            Some(text) => Some(read_duck(text.as_bytes(), squares)?),
        };
        Some(Self { piece, duck })
    }
}

/// chess.com says where a piece comes from, with a sign between the two squares, and writes no duck but Θ.
fn is_of_chess_com(piece: &str, duck: &str) -> bool {
    piece.contains(['-', 'x']) && (duck.is_empty() || duck.starts_with('Θ'))
}

/// The piece move and the duck as they stand in the text, the duck with its sign.
pub(super) fn halves(text: &str) -> (&str, Option<&str>) {
    let (piece, duck) = split(text);
    (piece.trim_ascii_end(), duck.map(|_| text[piece.len()..].trim_ascii_start()))
}

/// The piece move, and the duck's text if there is any.
fn split(text: &str) -> (&str, Option<&str>) {
    let bytes = text.as_bytes();
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            b'@' | b',' | b'{' => return (&text[..index], Some(&text[index..])),
            b'D' if index > 0 && bytes[index - 1].is_ascii_whitespace() => {
                return (&text[..index], Some(&text[index + 1..]));
            }
            0x80.. => {
                // The first byte that is not ASCII begins a character.
                let rest = &text[index..];
                let duck = rest.strip_prefix(DUCK_SIGNS);
                return duck.map_or((text, None), |duck| (&text[..index], Some(duck)));
            }
            _ => {}
        }
    }
    (text, None)
}

/// The duck's new square: the only one, or the second of two.
fn read_duck(text: &[u8], squares: SquareNames) -> Option<Square> {
    let mut rest = text;
    while let [b'@' | b',' | b'{' | b'[' | b' ' | b'"', tail @ ..] = rest {
        rest = tail;
    }
    for name in [&b"Duck"[..], b"duck", b"%duck"] {
        if let Some(tail) = rest.strip_prefix(name) {
            rest = tail.trim_ascii_start();
            rest = rest.strip_prefix(b"\"").unwrap_or(rest);
        }
    }
    if squares == SquareNames::Usual && rest.contains(&b'-') {
        return None;
    }
    rest = rest.strip_prefix(b"-").unwrap_or(rest);
    let (mut square, mut rest) = read_square(rest, squares)?;
    if let Some((second, tail)) = read_square(rest.strip_prefix(b"-").unwrap_or(rest), squares) {
        (square, rest) = (second, tail);
    }
    rest.iter().all(|byte| b" \t+#!?\"]}".contains(byte)).then_some(square)
}

fn read_square(text: &[u8], squares: SquareNames) -> Option<(Square, &[u8])> {
    let (&file, rest) = text.split_first()?;
    let digits = if rest.len() > 1 && rest[1].is_ascii_digit() && squares == SquareNames::Fourteen { 2 } else { 1 };
    let (rank, rest) = rest.split_at_checked(digits)?;
    Some((Square::from_coords(read_file(file, squares)?, read_rank(rank, squares)?), rest))
}

fn read_file(byte: u8, squares: SquareNames) -> Option<File> {
    match squares {
        SquareNames::Usual => File::from_char(byte as char),
        SquareNames::Fourteen => File::try_from(byte.checked_sub(b'd')?).ok(),
    }
}

fn read_rank(digits: &[u8], squares: SquareNames) -> Option<Rank> {
    let number = digits.iter().try_fold(0_u8, |number, digit| {
        if digit.is_ascii_digit() { number.checked_mul(10)?.checked_add(digit - b'0') } else { None }
    })?;
    let first = match squares {
        SquareNames::Usual => 1,
        SquareNames::Fourteen => 4,
    };
    Rank::try_from(number.checked_sub(first)?).ok()
}

impl PieceText {
    fn read(text: &[u8], squares: SquareNames) -> Option<Self> {
        let text = strip_marks(text);
        if let Some(side) = read_castling(text) {
            return Some(Self::Castling(side));
        }
        let (text, promotion) = split_promotion(text, squares);
        let (text, to) = split_target(text, squares)?;
        let text = strip_link(text);
        let (role, text) = match text {
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'), rest @ ..] => (Role::from_char(*letter as char), rest),
            // A small b is a file, and on chess.com's board so is a small k.
            [letter @ (b'n' | b'r' | b'q' | b'k'), rest @ ..] if squares == SquareNames::Usual => {
                (Role::from_char(*letter as char), rest)
            }
            _ => (None, text),
        };
        // Coordinates name any piece; without them a missing letter means a pawn.
        let origin = Origin::read(text, squares)?;
        let named = role.or(if origin.file.is_some() && origin.rank.is_some() { None } else { Some(Role::Pawn) });
        Some(Self::Move { role: named, origin, to, promotion })
    }
}

impl Origin {
    fn read(text: &[u8], squares: SquareNames) -> Option<Self> {
        let (file, rank) = match text {
            [first, rest @ ..] if first.is_ascii_alphabetic() => (Some(read_file(*first, squares)?), rest),
            _ => (None, text),
        };
        let rank = if rank.is_empty() { None } else { Some(read_rank(rank, squares)?) };
        Some(Self { file, rank })
    }
}

/// Leaves out what says nothing about the move: checks, praise, `e.p.`, spaces.
fn strip_marks(text: &[u8]) -> &[u8] {
    let mut text = text;
    while let [head @ .., b' ' | b'\t' | b'+' | b'#' | b'!' | b'?'] = text {
        text = head;
    }
    for mark in [&b"e.p."[..], b"e.p", b"ep"] {
        if let Some(head) = text.strip_suffix(mark) {
            return head.trim_ascii_end();
        }
    }
    text
}

fn read_castling(text: &[u8]) -> Option<CastlingSide> {
    match text {
        b"O-O" | b"0-0" | b"o-o" | b"OO" | b"00" => Some(CastlingSide::KingSide),
        b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" | b"000" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, `e7e8q`; chess.com writes `=D` for a queen.
fn split_promotion(text: &[u8], squares: SquareNames) -> (&[u8], Option<Role>) {
    let (head, letter) = match text {
        [head @ .., b'(', letter, b')'] | [head @ .., b'=' | b'/', letter] | [head @ .., letter] => (head, *letter),
        [] => return (text, None),
    };
    let follows_square = head.last().is_some_and(u8::is_ascii_digit);
    let role = match letter {
        b'D' if squares == SquareNames::Fourteen => Some(Role::Queen),
        _ => Role::from_char(letter as char),
    };
    match role {
        Some(role) if follows_square => (head, Some(role)),
        _ => (text, None),
    }
}

fn split_target(text: &[u8], squares: SquareNames) -> Option<(&[u8], Square)> {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let file = text.len().checked_sub(digits + 1)?;
    let square = Square::from_coords(read_file(text[file], squares)?, read_rank(&text[file + 1..], squares)?);
    Some((&text[..file], square))
}

/// What stands between origin and target: `x`, `-`, `:`, and on chess.com the letter of what is captured, `xK`.
fn strip_link(text: &[u8]) -> &[u8] {
    match text {
        [head @ .., b'x' | b'X', b'P' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'D'] => head,
        [head @ .., b'x' | b'X' | b'-' | b':'] => head,
        _ => text,
    }
}
