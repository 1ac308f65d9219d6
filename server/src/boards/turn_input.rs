//! Answers to scripts about a turn that is being entered: what a text means, and why something is not legal. Only the
//! rules know.

use domain::rules::chess::ChessPosition;
use domain::rules::duchess::{self, DuchessPosition};
use domain::rules::duck::{DuckPosition, PieceMove};
use domain::rules::position::Position;
use domain::rules::turn::{Turn, TurnError};
use serde::{Deserialize, Serialize};
use shakmaty::Role;

use crate::wording::{self, board};

/// A turn as far as a text specifies it, and what is wrong with it.
#[derive(Default, Serialize)]
pub struct ParsedTurn {
    from: String,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duck: Option<String>,
    /// A sentence, or nothing.
    hint: String,
}

impl ParsedTurn {
    /// Reads the text of an input field; `theirs` means that it is a turn of the other side that a player prepares for.
    pub fn new(position: &Position, text: &str, theirs: bool) -> Self {
        match position {
            Position::Duck(duck) => Self::of_duck(duck, text, theirs),
            Position::Duchess(duchess) => match duchess.read_turn(text) {
                Ok(turn) => Self {
                    from: turn.from().to_string(),
                    to: turn.to().to_string(),
                    promotion: turn.promotion().map(duchess::Role::letter),
                    ..Self::default()
                },
                Err(error) => Self::refused(sentence(&error.into(), theirs)),
            },
            Position::Chess(chess) => match chess.read_turn(text) {
                Ok(turn) => Self::from(turn.piece_move()),
                Err(error) => Self::refused(sentence(&error.into(), theirs)),
            },
        }
    }

    fn of_duck(position: &DuckPosition, text: &str, theirs: bool) -> Self {
        let (piece, duck) =
            text.split_once(['@', ',']).map_or((text, None), |(piece, duck)| (piece, Some(duck.trim())));
        let error = match position.read_turn(text) {
            Ok(turn) => {
                let says_duck = turn.captures_king() && duck.is_some_and(|duck| !duck.is_empty());
                let hint = if says_duck { board::THE_DUCK_STAYS.to_owned() } else { String::new() };
                let duck = turn.duck().map(|square| square.to_string());
                return Self { duck, hint, ..Self::from(turn.piece_move()) };
            }
            Err(error) => error,
        };
        let Ok(half) = position.read_piece_move(piece) else { return Self::refused(sentence(&error.into(), theirs)) };
        let hint = match duck {
            None | Some("") => String::new(),
            Some("*") if theirs => board::THEIR_DUCK_ANYWHERE.to_owned(),
            Some("*") => board::OWN_DUCK_ANYWHERE.to_owned(),
            Some(_) => sentence(&error.into(), theirs),
        };
        Self { hint, ..Self::from(half) }
    }

    fn refused(hint: String) -> Self {
        Self { hint, ..Self::default() }
    }
}

impl From<PieceMove> for ParsedTurn {
    fn from(piece_move: PieceMove) -> Self {
        Self {
            from: piece_move.from().to_string(),
            to: piece_move.to().to_string(),
            promotion: piece_move.promotion().map(Role::upper_char),
            ..Self::default()
        }
    }
}

/// What a player is trying to do on a board: lift a piece, drop it on another square, then place the duck.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Attempt {
    from: String,
    to: String,
    promotion: String,
    duck: String,
}

impl Attempt {
    /// Why it cannot be done, in a sentence; empty if it can. `None` where a square is none of the board.
    pub fn why_not(&self, position: &Position, theirs: bool) -> Option<String> {
        match position {
            Position::Duck(position) if self.to.is_empty() => self.why_not_lifted(position, theirs),
            Position::Duchess(position) if self.to.is_empty() => self.why_not_lifted_round(position, theirs),
            Position::Chess(position) if self.to.is_empty() => self.why_not_lifted_in_chess(position, theirs),
            _ => Some(self.why_not_made(position, theirs)),
        }
    }

    fn why_not_made(&self, position: &Position, theirs: bool) -> String {
        let Self { from, to, promotion, duck } = self;
        let text = match position {
            Position::Duck(_) | Position::Chess(_) if duck.is_empty() => format!("{from}{to}{promotion}"),
            Position::Duck(_) | Position::Chess(_) => format!("{from}{to}{promotion}@{duck}"),
            Position::Duchess(_) => format!("{from}-{to}"),
        };
        match position.read_turn(&text) {
            Ok(Turn::Duck(turn)) if turn.captures_king() && !duck.is_empty() => board::THE_DUCK_STAYS.to_owned(),
            Ok(_) => String::new(),
            Err(error) => sentence(&error, theirs),
        }
    }

    fn why_not_lifted(&self, position: &DuckPosition, theirs: bool) -> Option<String> {
        let at = self.from.parse().ok()?;
        Some(position.why_immovable(at).map_or_else(String::new, |why| board::immovable(why, at, theirs)))
    }

    fn why_not_lifted_in_chess(&self, position: &ChessPosition, theirs: bool) -> Option<String> {
        let at = self.from.parse().ok()?;
        if let Some(why) = position.pieces().why_immovable(at) {
            return Some(board::immovable(why, at, theirs));
        }
        let mut is_movable = false;
        position.for_each_turn(|turn| is_movable |= turn.from() == at);
        Some(match position.pieces().board().role_at(at) {
            Some(Role::King) if !is_movable => board::king_is_held(at),
            Some(role) if !is_movable => board::held_by_check(role, at, position.king_in_check().is_some()),
            Some(_) | None => String::new(),
        })
    }

    fn why_not_lifted_round(&self, position: &DuchessPosition, theirs: bool) -> Option<String> {
        let at: duchess::Square = self.from.parse().ok()?;
        let Some(piece) = position.board().piece_at(at) else {
            return Some(board::nothing_there(&board::place(at), theirs));
        };
        if piece.seat != position.seat_to_move() {
            let (owner, mover) = (piece.seat, position.seat_to_move());
            return Some(board::not_to_move(piece.role, at, owner, mover, position.set_up().seating()));
        }
        let is_stuck = position.targets(at).is_empty();
        Some(if is_stuck { board::stuck(piece.role, at) } else { String::new() })
    }
}

fn sentence(error: &TurnError, theirs: bool) -> String {
    if theirs { wording::turn_of_another(error) } else { wording::turn(error) }
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    /// White to move, with one of everything: castling, promotion, en passant, a king to take, two knights for d2, b and B on c3.
    fn position() -> Position {
        Position::from_fen(Variant::Duck, "4k2r/6P1/8/3pP2Q/1B6/2p1*N2/1P6/1N2K2R w Kk d6 0 21").unwrap()
    }

    fn read(text: &str) -> String {
        let ParsedTurn { from, to, promotion, duck, hint } = ParsedTurn::new(&position(), text, false);
        let parts = [from + &to, promotion.map_or_else(String::new, String::from), duck.unwrap_or_default(), hint];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_turn_is_read_as_people_write_it() {
        for (read_as, texts) in [
            ("f3g5 a5", "Ng5@a5|ng5@a5|NG5 @ A5|f3g5@a5|F3-G5@a5|Nf3g5@a5|Nf3-g5@a5|Nfg5@a5|Ng5+@a5|Ng5,a5"),
            ("b4c3 a5", "Bc3@a5|Bxc3@a5|b4c3@a5|BXC3@a5"),
            ("b2c3 a5", "bc3@a5|bxc3@a5|b2c3@a5|b2xc3@a5"),
            ("b4c5 a5", "Bc5@a5|bc5@a5"),
            ("e1g1 a5", "O-O@a5|o-o@a5|0-0@a5|OO@a5|e1g1@a5|e1h1@a5"),
            ("e5d6 d5", "exd6@d5|ed6@d5|e5d6@d5"),
            ("g7g8 Q a5", "g8=Q@a5|g8q@a5|g8(Q)@a5|g7g8q@a5|G8=Q@A5"),
            ("g7h8 N g7", "gxh8=N@g7|gh8n@g7|g7h8=n@g7"),
            ("h5e8", "Qxe8|qe8|Qxe8#|h5e8|Qxe8@"),
            ("f3g5", "ng5|Ng5@"),
        ] {
            for text in texts.split('|') {
                assert_eq!(read(text), read_as, "{text}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let texts =
            ["Ke2@e2", "xyz", "@e5", "O-O-O", "Nd2@a5", "g8@a5", "Ng5@e3", "Ng5@g5", "Ng5@x", "Qxe8@a5", "Ng5@*"];
        let answers: Vec<_> = texts.iter().map(|text| format!("{text}: {}", read(text))).collect();
        insta::assert_snapshot!(answers.join("\n"), @r"
    Ke2@e2: e1e2 The duck cannot go to e2: your king is there.
    xyz: “xyz” is not a turn: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5.
    @e5: Say which piece moves before the duck does, such as Nf3@e5.
    O-O-O: You cannot castle to the queen’s side: the king or that rook has moved or was taken.
    Nd2@a5: More than one knight can go to d2: say which, the one on b1 or f3.
    g8@a5: Say what the pawn becomes on g8: queen, rook, bishop or knight, such as g8=Q.
    Ng5@e3: f3g5 The duck must move: it is on e3 already.
    Ng5@g5: f3g5 The duck cannot go to g5: your knight is there.
    Ng5@x: f3g5 “@x” does not say where the duck goes: write a square, such as @e5.
    Qxe8@a5: h5e8 Capturing the king ends the game: the duck stays.
    Ng5@*: f3g5 Only their turn can leave the duck open: say where yours goes, such as @e5.
    ");
        let planned = ParsedTurn::new(&position(), "Ng5@*", true);
        assert_eq!(planned.hint, "This move of theirs, wherever the duck goes. Add it to continue.");
    }

    fn why(from: &str, to: &str, duck: &str, theirs: bool) -> String {
        let attempt = Attempt { from: from.into(), to: to.into(), duck: duck.into(), ..Attempt::default() };
        attempt.why_not(&position(), theirs).unwrap_or_else(|| "no square".to_owned())
    }

    #[test]
    fn a_square_that_is_refused_says_why() {
        let attempts = [
            ("d5", "", ""),
            ("e3", "", ""),
            ("a8", "", ""),
            ("z9", "", ""),
            ("f3", "f4", ""),
            ("b2", "d4", ""),
            ("b2", "b4", ""),
            ("b2", "a3", ""),
            ("h5", "d1", ""),
            ("h1", "e1", ""),
            ("e1", "c1", ""),
            ("f3", "g5", "e3"),
            ("f3", "g5", "d5"),
            ("h5", "e8", "a5"),
            ("f3", "", ""),
            ("f3", "g5", "a5"),
        ];
        let answers = attempts.map(|(from, to, duck)| format!("{from}{to}{duck}: {}", why(from, to, duck, false)));
        insta::assert_snapshot!(answers.join("\n"), @r"
    d5: The pawn on d5 is not yours.
    e3: Move a piece first, then the duck.
    a8: There is no piece on a8. Choose one of your pieces.
    z9: no square
    f3f4: A knight does not move from f3 to f4.
    b2d4: A pawn does not move from b2 to d4.
    b2b4: Your own bishop is on b4.
    b2a3: The pawn on b2 has nothing to take on a3.
    h5d1: The queen cannot go from h5 to d1: a knight is on f3.
    h1e1: Your own king is on e1.
    e1c1: You cannot castle to the queen’s side: the king or that rook has moved or was taken.
    f3g5e3: The duck must move: it is on e3 already.
    f3g5d5: The duck cannot go to d5: your opponent’s pawn is there.
    h5e8a5: Capturing the king ends the game: the duck stays.
    f3: 
    f3g5a5: 
    ");
        let theirs = [("d5", "", ""), ("a8", "", ""), ("h1", "e1", "")];
        let answers = theirs.map(|(from, to, duck)| format!("{from}{to}{duck}: {}", why(from, to, duck, true)));
        insta::assert_snapshot!(answers.join("\n"), @r"
    d5: The pawn on d5 is yours: now play a turn of theirs.
    a8: There is no piece on a8. Choose one of their pieces.
    h1e1: Your opponent’s own king is on e1.
    ");
    }

    #[test]
    fn in_chess_the_king_is_minded() {
        let why = |fen: &str, from: &str, to: &str| {
            let attempt = Attempt { from: from.into(), to: to.into(), ..Attempt::default() };
            attempt.why_not(&Position::from_fen(Variant::Chess, fen).unwrap(), false).unwrap_or_default()
        };
        let (pinned, checked) = ("4k3/8/8/8/1b6/8/3N4/4K2R w K - 0 1", "4k3/8/8/8/1b6/8/7P/4K2R w K - 0 1");
        let held = "4k3/8/8/8/8/4q3/8/5K1R w - - 0 1";
        let answers = [
            why(pinned, "d2", ""),
            why(pinned, "d2", "f3"),
            why(pinned, "e1", "d1"),
            why(checked, "h2", ""),
            why(checked, "h2", "h3"),
            why(checked, "e1", "g1"),
            why(checked, "e1", "d2"),
            why("4k3/8/8/8/8/6q1/8/7K w - - 0 1", "h1", ""),
            why(held, "e3", ""),
            why(held, "d3", ""),
            why(held, "h1", "h9"),
        ];
        insta::assert_snapshot!(answers.join("\n"), @r"
    The knight on d2 cannot move: that would leave the king in check.
    That leaves the king in check: the bishop on b4 attacks e1.

    The pawn on h2 cannot move: the king is in check, and the pawn cannot help.
    That leaves the king on e1 in check from the bishop on b4.
    The king on e1 is in check, and cannot castle out of it.
    The king cannot go to d2: the bishop on b4 attacks that square.
    The king on h1 cannot move: every square that it could go to is attacked.
    The queen on e3 is not yours.
    There is no piece on d3. Choose one of your pieces.
    “h1h9” is not a turn: write it as Nf3, exd5, e8=Q, O-O or g1f3.
    ");
        let position = Position::from_fen(Variant::Chess, pinned).unwrap();
        let read = ParsedTurn::new(&position, "0-0", false);
        assert_eq!((read.from.as_str(), read.to.as_str(), read.duck, read.hint.as_str()), ("e1", "g1", None, ""));
    }

    #[test]
    fn a_round_board_says_why() {
        let position = Position::start(Variant::Duchess(duchess::SetUp::Two));
        let why = |from: &str, to: &str| {
            let attempt = Attempt { from: from.into(), to: to.into(), ..Attempt::default() };
            format!("{from}{to}: {}", attempt.why_not(&position, false).unwrap_or_default())
        };
        let answers =
            [why("1b2", ""), why("4c1", ""), why("V", ""), why("1c1", ""), why("1c2", "1c4"), why("1b2", "1c4")];
        insta::assert_snapshot!(answers.join("\n"), @r"
    1b2: 
    4c1: The king on 4c1 belongs to Green, and Red is to move.
    V: There is no piece on the Vortex. Choose one of your pieces.
    1c1: The king on 1c1 cannot move.
    1c21c4: The queen cannot go from 1c2 to 1c4: a pawn is on 1c3.
    1b21c4:
    ");
        let read = ParsedTurn::new(&position, "n1b2 1c4", false);
        assert_eq!((read.from.as_str(), read.to.as_str(), read.hint.as_str()), ("1b2", "1c4", ""));
    }
}
