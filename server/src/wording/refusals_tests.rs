//! What players read when something cannot be done or read.

use domain::correspondence::conditional::ConditionalTree;
use domain::correspondence::leave::Allowance;
use domain::correspondence::refusal::Refusal;
use domain::rules::duchess::{DuchessPosition, SetUp};
use domain::rules::duck::DuckPosition;
use domain::rules::pgn::PgnReader;
use domain::rules::position::Position;
use domain::rules::seat::{Colour, Seat};
use domain::rules::study::Study;
use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::turns::turn_of_another;
use super::{duchess_turns, duck_turns, fens, studies};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DUCK_ON_E3: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/4*3/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
const PINNED: &str = "2 1 K1c1R1c3P1a3/K4a1Q4c4 P/- - 0 1";
const ON_THE_EDGE: &str = "2 1 K1c1P1c6/K4a1 PPQN/- - 0 1";

#[test]
fn why_a_turn_of_the_duck_games_cannot_be_made() {
    for (fen, text, sentence) in [
        (START, "hello", "“hello” is not a turn: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5."),
        (START, "", "The turn is missing: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5."),
        (START, "e4@e9", "“@e9” does not say where the duck goes: write a square, such as @e5."),
        (START, "e4@", "“@” does not say where the duck goes: write a square, such as @e5."),
        (START, "e9 @e5", "“e9” is not a piece move: write it as Nf3, exd5, e8=Q, O-O or g1f3."),
        (START, "@e5", "Say which piece moves before the duck does, such as Nf3@e5."),
        (START, "Qxh9", "“Qxh9” is not a turn: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5."),
        (START, "e4", "Say where the duck goes, such as @e5 after the piece move."),
        (START, "e4@d2", "The duck cannot go to d2: your pawn is there."),
        (START, "e4@d7", "The duck cannot go to d7: your opponent’s pawn is there."),
        (START, "e4@e4", "The duck cannot go to e4: your pawn is there."),
        (DUCK_ON_E3, "Nf3@e3", "The duck must move: it is on e3 already."),
        (DUCK_ON_E3, "e4@d4", "The pawn cannot go from e2 to e4: the duck is on e3."),
        (DUCK_ON_E3, "e3@d4", "The pawn cannot go from e2 to e3: the duck is on e3."),
        (DUCK_ON_E3, "dxe3@d4", "The pawn cannot go from d2 to e3: the duck is on e3."),
        (DUCK_ON_E3, "e3e4@d4", "The duck is on e3: move a piece first, then the duck."),
        (START, "e5@e6", "A pawn does not move from e2 to e5."),
        (START, "Ke3@e6", "A king does not move from e1 to e3."),
        (START, "Ke2@e6", "Your own pawn is on e2."),
        (START, "Qd4@e6", "The queen cannot go from d1 to d4: a pawn is on d2."),
        (START, "Bd4@e6", "None of your bishops can go to d4."),
        (START, "Bc4@e6", "The bishop cannot go from f1 to c4: a pawn is on e2."),
        (START, "exd3@e6", "The pawn on e2 has nothing to take on d3."),
        ("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1", "d4@e6", "A pawn’s capture is written with the pawn’s file: cxd4."),
        ("4k3/8/8/8/3p4/2P5/P7/4K3 w - - 0 1", "d4@e6", "A pawn’s capture is written with the pawn’s file: cxd4."),
        (START, "e3e4@e6", "There is no piece on e3."),
        (START, "e7e5@e6", "The pawn on e7 is not your piece."),
        (START, "Ng1e2@e6", "Your own pawn is on e2."),
        (START, "Bg1f3@e6", "You have no bishop on g1."),
        (START, "Nbf3@e6", "A knight does not move from b1 to f3."),
        (START, "O-O@e6", "You cannot castle to the king’s side: a bishop is on f1."),
        (START, "O-O-O@e6", "You cannot castle to the queen’s side: a knight is on b1."),
        (START, "e1g1@e6", "You cannot castle to the king’s side: a bishop is on f1."),
        (START, "e4=Q@e6", "Only a pawn that reaches the last rank becomes another piece."),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O@e6",
            "You cannot castle to the king’s side: the king or that rook has moved or was taken.",
        ),
        ("4k3/8/8/8/8/8/8/4K1*R w K - 0 1", "O-O@e6", "You cannot castle to the king’s side: the duck is on g1."),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8@e6",
            "Say what the pawn becomes on a8: queen, rook, bishop or knight, such as a8=Q.",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=K@e6",
            "Say what the pawn becomes on a8: queen, rook, bishop or knight, such as a8=Q.",
        ),
        (
            "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "bxa8@e6",
            "Say what the pawn becomes on a8: queen, rook, bishop or knight, such as bxa8=Q.",
        ),
        (
            "4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1",
            "b2a1@e6",
            "Say what the pawn becomes on a1: queen, rook, bishop or knight, such as bxa1=Q.",
        ),
        (START, "e4=K@e6", "Only a pawn that reaches the last rank becomes another piece."),
        (
            "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
            "Nd2@e6",
            "More than one knight can go to d2: say which, the one on b1 or f3.",
        ),
        (
            "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1",
            "Ra2@e6",
            "More than one rook can go to a2: say which, the one on a1 or a3.",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd2@e6", "You have no queen."),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Nbd2@e6", "You have no knight on the b-file."),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "d4@e6", "You have no pawn."),
    ] {
        let error = fen.parse::<DuckPosition>().unwrap().read_turn(text).unwrap_err();
        assert_eq!(duck_turns::own(&error), sentence, "{text}");
    }
}

#[test]
fn why_a_turn_of_duchess_cannot_be_made() {
    for (start, text, sentence) in [
        ("4", "hello", "“hello” is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q."),
        ("4", " ", "The turn is missing: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q."),
        ("4", "N1b2", "“N1b2” is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q."),
        (
            "4",
            "1c3-1c4-1c5",
            "“1c3-1c4-1c5” is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q.",
        ),
        ("4", "1c3-1f4", "There is no square “1f4”: squares are named by flap, line and depth, such as 3c2, and V."),
        ("4", "1c3-3c4", "3c4 is on a flap that is folded down."),
        ("4", "1c4-1c5", "There is no piece on 1c4."),
        ("4", "N2b2-2c4", "The knight on 2b2 is Blue’s, and it is Red’s turn."),
        ("4", "B1b2-1c4", "There is a knight on 1b2, not a bishop."),
        ("4", "R1a1-1a2", "Your own bishop is on 1a2."),
        (
            "2 1 K1c1Q1c3/K4c1W1c5",
            "1c3-1c4-",
            "“1c3-1c4-” is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q.",
        ),
        ("4 1 K1c1Q1c3/K2c1/K4c1P1c5/K5c1", "Q1c3-1c5", "The pawn on 1c5 is Green’s, who is on your side."),
        ("2 1 K1c1Q1c3/K4c1", "Q1c3-4c1", "Green’s king is on 4c1, and kings are never captured."),
        ("4", "Q1c2-1c4", "The queen cannot go from 1c2 to 1c4: a pawn is on 1c3."),
        (
            "4",
            "N1b2-1b4",
            "A knight does not move from 1b2 to 1b4, and no wizard on your side is next to both squares.",
        ),
        ("4", "1c3-1c5", "A pawn does not move from 1c3 to 1c5, and no wizard on your side is next to both squares."),
        (
            "4",
            "1c3-1d4",
            "The pawn on 1c3 has nothing to take on 1d4: pawns capture across a corner and otherwise move across a side.",
        ),
        (
            "2 1 K1c1P1c3/K4c1P1c4",
            "1c3-1c4",
            "The pawn on 1c3 cannot go to 1c4, because a pawn is there: pawns capture across a corner.",
        ),
        ("2 1 K1c1/K4c1R2d6", "K1c1-1b1", "The king cannot go to 1b1: the rook on 2d6 threatens it there."),
        (PINNED, "R1c3-1b3", "Your king on 1c1 would be threatened by the queen on 4c4."),
        (
            ON_THE_EDGE,
            "1c6-V=W",
            "None of your wizards has been captured, so the pawn cannot become one. It can become a knight or a queen.",
        ),
        (ON_THE_EDGE, "1c6-V=P", "A pawn cannot become a pawn. It can become a knight or a queen."),
        (PINNED, "1a3-1a4=P", "Only a pawn that comes to V becomes another piece."),
        ("4", "1a5-1c5", "There is no piece on 2e5. 1a5 is another name for 2e5."),
        (
            "4",
            "Q1c2-1A6",
            "A queen does not move from 1c2 to 2d5, and no wizard on your side is next to both squares. 1A6 is another name for 2d5.",
        ),
        ("4", "1B5x1a5", "There is no piece on 2e6. 1B5 is another name for 2e6."),
    ] {
        let set_up = start.parse::<SetUp>().map(DuchessPosition::start);
        let position = set_up.unwrap_or_else(|_| start.parse().unwrap());
        assert_eq!(duchess_turns::own(&position.read_turn(text).unwrap_err()), sentence, "{text}");
    }
}

#[test]
fn why_a_turn_of_another_player_cannot_be_made() {
    let start = Position::start(Variant::Duck);
    for (text, sentence) in [
        ("Nf3@e2", "The duck cannot go to e2: your opponent’s pawn is there."),
        ("Nf3@e7", "The duck cannot go to e7: your pawn is there."),
        ("e7e5@e3", "The pawn on e7 is yours: here your opponent is to move."),
        ("Rxb1@e3", "Your opponent’s own knight is on b1."),
        ("Nd5@e3", "None of your opponent’s knights can go to d5."),
        ("O-O@e3", "Your opponent cannot castle to the king’s side: a bishop is on f1."),
        ("O-O-O@e3", "Your opponent cannot castle to the queen’s side: a knight is on b1."),
        ("Qa4@e9", "“@e9” does not say where the duck goes: write a square, such as @e5."),
    ] {
        assert_eq!(turn_of_another(&start.read_turn(text).unwrap_err()), sentence, "{text}");
    }
    let position: DuchessPosition = "4 1 K1c1Q1c2N2e5/K2c1/K4c1/K5c1".parse().unwrap();
    let error = position.read_turn("Q1c2-1a5").unwrap_err();
    let sentence = "Their own knight is on 2e5. 1a5 is another name for 2e5.";
    assert_eq!(duchess_turns::of_another(&error), sentence);
}

#[test]
fn why_a_text_is_not_a_fen_of_the_duck_games() {
    for (fen, sentence) in [
        ("", "Column 1: Rank 8 has 0 squares instead of 8."),
        ("8/8/8 w", "The board has 3 ranks instead of 8."),
        ("8/8/8/8/8/8/8/8/8 w", "The board has 9 ranks instead of 8."),
        ("8/8/7/8/8/8/8/8 w", "Column 5: Rank 6 has 7 squares instead of 8."),
        ("8/8/54/8/8/8/8/8 w", "Column 5: Rank 6 has 9 squares instead of 8."),
        ("8/8/8/8/8/8/8/3x4 w", "Column 16: “x” is not a piece, a duck or a number of empty squares."),
        ("8/8/8/8/8/8/8/é7 w", "Column 15: “é” is not a piece, a duck or a number of empty squares."),
        ("4k3/8/8/8/8/8/8/4K3", "After the board, write “w” or “b” for the player to move."),
        ("4k3/8/8/8/8/8/8/4K3 x", "Column 21: “x” must be “w” or “b”, for the player to move."),
        (
            "4k3/8/8/8/8/8/8/4K3 w KX",
            "Column 23: The castling rights “KX” must be “-” or some of the letters KQkq, each once.",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KK",
            "Column 23: The castling rights “KK” must be “-” or some of the letters KQkq, each once.",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "Column 25: The en passant square “e9” must be “-” or a square such as e3."),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "Column 27: The halfmove clock “x” must be a number."),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "Column 29: The move number “-1” must be a number."),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0", "Column 31: “+4+0” must be the number of checks given, such as +0+0."),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0 x", "Column 36: “x” comes after the end of the FEN."),
        ("4k3/8/2*5/8/8/5*2/8/4K3 w - - 0 1", "There are two ducks, on c6 and on f3."),
        ("4k3/8/8/8/8/8/8/8 b - - 0 1", "White has no king."),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king."),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "White has more than one king, on c1 and on e1."),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, more than eight."),
        ("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", "White has 17 pieces, more than sixteen."),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "The pawn on a8 is on the first or last rank."),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "White cannot castle to the king’s side: there is no rook on h1."),
        ("r2k4/8/8/8/8/8/8/4K3 w q - 0 1", "Black cannot castle to the queen’s side: the king is not on e8."),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "e3 cannot be the en passant square: the pawn on e4 is missing."),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", "e3 cannot be the en passant square: e3 is occupied."),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "No pawn can just have passed e3."),
    ] {
        let error = fen.parse::<DuckPosition>().unwrap_err();
        assert_eq!(fens::fen(&error.into()), sentence, "{fen}");
    }
}

#[test]
fn why_a_text_is_not_a_fen_of_duchess() {
    for (fen, sentence) in [
        ("", "The FEN is empty: it begins with the set-up, 6, 4, 3, 2x2 or 2."),
        ("5 1 K1c1", "There is no set-up “5”: the FEN begins with 6, 4, 3, 2x2 or 2."),
        ("2", "The FEN does not say who is to move: write the flap of that seat (1 or 4) after the set-up."),
        ("2 2 K1c1/K4c1", "Column 3: “2” is not the flap of the seat to move: in the set-up 2 that is 1 or 4."),
        ("3 red K1c1/K4c1", "Column 3: “red” is not the flap of the seat to move: in the set-up 3 that is 1, 3 or 5."),
        ("2 K1c1/K4c1", "Column 3: The seat to move is missing: write its flap (1 or 4) after the set-up."),
        ("2 1", "The FEN does not say where the pieces are: they follow the seat to move."),
        ("2 1 K1c1/K4c1/K3c1", "Column 5: The set-up 2 has 2 seats, and there are pieces for 3."),
        ("2 1 K1c1X1c2/K4c1", "Column 9: “X” is not a piece: the letters are K, Q, R, B, N, D, F, W and P."),
        ("2 1 K1c11c2/K4c1", "Column 9: Say which piece stands on 1c2, such as P1c2 for a pawn."),
        (
            "2 1 K1c1Q1c/K4c1",
            "Column 10: “1c” is not a square: squares are named by flap, line and depth, such as 3c2, and V.",
        ),
        (
            "2 1 K1c1Q1é2/K4c1",
            "Column 10: “1é2” is not a square: squares are named by flap, line and depth, such as 3c2, and V.",
        ),
        (
            "2 1 K1c1Q1c7/K4c1",
            "Column 10: “1c7” is not a square: squares are named by flap, line and depth, such as 3c2, and V.",
        ),
        (
            "2 1 K1c1/K4c1Q2c1",
            "Column 14: 2c1 is on a flap that is folded down: in the set-up 2 somebody sits at 1 or 4.",
        ),
        ("2 1 K1c1/K4c1Q1c1", "Column 14: There is a piece on 1c1 already."),
        ("2 1 K1c1P2e5/K4c1Q1a5", "Column 18: There is a piece on 2e5 already. 1a5 is another name for 2e5."),
        (
            "2 1 K1c1/K4c1 0 1",
            "Column 15: “0” does not say what has been captured: write - for nothing, or letters for each of the 2 seats with slashes between them.",
        ),
        ("2 1 K1c1/K4c1 K/-", "Column 15: “K” is not a piece that can be captured."),
        (
            "2 1 K1c1/K4c1 - 5",
            "Column 17: “5” does not name the flaps whose seats are out, each once, such as 36, or - for none.",
        ),
        (
            "2 1 K1c1/K4c1 - 11",
            "Column 17: “11” does not name the flaps whose seats are out, each once, such as 36, or - for none.",
        ),
        (
            "2 1 K1c1/K4c1 - - x",
            "Column 19: “x” is not the number of turns since the last capture, promotion or pawn move.",
        ),
        ("2 1 K1c1/K4c1 - - 0 -1", "Column 21: “-1” is not the number of a round."),
        ("2 1 K1c1/K4c1 - - 0 1 1", "Column 23: “1” comes after the end of the FEN."),
        ("2 1 Q1c1/K4c1", "Red has no king."),
        ("2 1 K1c1/K4c1K4c2", "Green has two kings, on 4c1 and 4c2."),
        ("2 1 K1c1Q1c2/K4c1 Q/-", "Red has 2 queens, captured ones included, but starts with 1."),
    ] {
        let error = fen.parse::<DuchessPosition>().unwrap_err();
        assert_eq!(fens::fen(&error.into()), sentence, "{fen}");
    }
}

#[test]
fn why_a_text_is_not_a_game() {
    for (text, sentence) in [
        ("[White \"Ann]\n\n1. e4@c6 *", "This is not a tag: write [Name \"value\"]."),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "There are no rules for the variant “Atomic”."),
        ("[StartFen4 \"4PC\"]\n\n1. e4 *", "The starting position “4PC” is not known."),
        ("[FEN \"8/8 w\"]\n\n*", "The FEN cannot be read. The board has 2 ranks instead of 8."),
        ("(1. e4@e5) *", "A variation must follow the turn that it replaces."),
        ("1. e4@e5 ) *", "There is no variation to close."),
        ("1. e4@e5 (1. d4@d5 *", "The variation that begins here is not closed."),
        ("1. e4@e5\n(1. d4@d5 (1. c4@c5) *", "The variation that begins here is not closed."),
        ("1. e4@e5 } *", "“}” does not belong here."),
        ("1. e4@e5 $999 *", "“$999” does not belong here."),
        ("1. e4@e5 {é} d5 *", "Say where the duck goes, such as @e5 after the piece move."),
        ("1. e4@e5 Θd6 *", "Say which piece moves before the duck does, such as Nf3@e5."),
    ] {
        let error = PgnReader::new(text.as_bytes()).next().unwrap().unwrap_err();
        assert_eq!(studies::pgn(&error.problem), sentence, "{text}");
    }
}

#[test]
fn why_a_text_cannot_be_looked_at() {
    let duck = Position::start(Variant::Duck);
    for (text, sentence) in [
        ("8/8/8/8/8/8/8 w", "This FEN cannot be read. The board has 7 ranks instead of 8."),
        (
            "6 6 K1a1",
            "This FEN of Duchess cannot be read. Column 5: The set-up 6 has 6 seats, and there are pieces for 1 seat only.",
        ),
        ("1. e4@c6 e6@e2\n2. Ke3@d6", "Line 2, column 4 (Ke3@d6): A king does not move from e1 to e3."),
        (
            "1. N1b2-1c4",
            "Line 1, column 4 (N1b2-1c4): This is a turn of Duchess, and the text does not say for how many players: write \
             [Variant \"Duchess 6\"] above it, or 4, 3, 2x2 or 2.",
        ),
    ] {
        assert_eq!(studies::study(&Study::read(text, &duck).unwrap_err()), sentence, "{text}");
    }
}

#[test]
fn what_is_wrong_with_conditional_turns_and_where() {
    let start = Position::start(Variant::Duck);
    for (lines, sentence) in [
        ("e4@c6 e6@c6", "Line 1, word 2 (e6@c6): The duck must move: it is on c6 already."),
        ("\n\ne5@c6 e6@c6", "Line 3, word 1 (e5@c6): A pawn does not move from e2 to e5."),
        ("d4@c6", "Line 1, word 1 (d4@c6): The line ends with a turn of another player: add your reply to it."),
        (
            "resign",
            "Line 1, word 1 (resign): Another player is to move here: “resign” and “accept-draw” can only be your reply.",
        ),
        ("e4@c6 accept-draw e6@e2", "Line 1, word 3 (e6@e2): Nothing can follow “resign” or “accept-draw”."),
        (&"Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 ".repeat(11), "Line 1: A line can have at most 40 turns."),
    ] {
        let error = ConditionalTree::read(lines, &start, Seat::BLACK).unwrap_err();
        assert_eq!(super::lines(&error), sentence, "{lines}");
    }
}

#[test]
fn instants_and_days_are_as_their_reader_writes_them() {
    let since: Timestamp = "2024-05-25T12:00:00Z".parse().unwrap();
    let refusal = Refusal::NotWaitedEnough { for_whom: Colour::White, since };
    let sentence = "You can call the game off when you have waited 5 days for White: from noon on.";
    assert_eq!(super::refusal(&refusal, |_| "noon".to_owned()), sentence);
    let allowance = Allowance::new([Allowance::new([]).take(since, 3, since).unwrap()]);
    let day = |at: Timestamp| at.strftime("%-d %B").to_string();
    let overlaps = super::leave(&allowance.take(since, 1, since).unwrap_err(), day);
    assert!(overlaps.starts_with("You already have leave from 25 May to 28 May. Choose other days"), "{overlaps}");
    let none = Allowance::new([]);
    assert_eq!(
        super::leave(&none.take(since, 29, since).unwrap_err(), day),
        "You have 28 days of leave left in 2024, and 29 days of this leave begin in that year."
    );
}
