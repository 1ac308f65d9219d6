//! Why a turn of Duchess cannot be made.

use domain::rules::duchess::{DuchessTurnError as Error, Role, Square};

use super::lists::one_of;
use super::pieces::duchess_piece as piece;
use super::seats::colour;

/// Of a turn of the reader's.
pub fn own(error: &Error) -> String {
    match *error {
        Error::Empty => {
            "The turn is missing: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q.".to_owned()
        }
        Error::Unreadable { ref text } => {
            format!("“{text}” is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q.")
        }
        Error::NoSuchSquare { ref text } => {
            format!("There is no square “{text}”: squares are named by flap, line and depth, such as 3c2, and V.")
        }
        Error::Folded { square } => format!("{square} is on a flap that is folded down."),
        Error::GameOver => "The game is over.".to_owned(),
        Error::EmptySquare { square } => format!("There is no piece on {square}."),
        Error::NotYourPiece { square, role, owner, mover } => {
            let (role, owner, mover) = (piece(role).one, colour(owner), colour(mover));
            format!("The {role} on {square} is {owner}’s, and it is {mover}’s turn.")
        }
        Error::OtherPiece { square, role, said } => {
            format!("There is {} on {square}, not {}.", piece(role).a, piece(said).a)
        }
        Error::OwnPiece { square, role } => format!("Your own {} is on {square}.", piece(role).one),
        Error::PartnersPiece { square, role, owner } => {
            format!("The {} on {square} is {}’s, who is on your side.", piece(role).one, colour(owner))
        }
        Error::KingIsNotCaptured { square, owner } => {
            format!("{}’s king is on {square}, and kings are never captured.", colour(owner))
        }
        Error::Blocked { role, from, to, square, blocker } => {
            let (role, blocker) = (piece(role).one, piece(blocker).a);
            format!("The {role} cannot go from {from} to {to}: {blocker} is on {square}.")
        }
        Error::NotItsWay { role, from, to } => {
            let role = piece(role).a_first;
            format!("{role} does not move from {from} to {to}, and no wizard on your side is next to both squares.")
        }
        Error::NothingToCapture { from, to } => {
            format!(
                "The pawn on {from} has nothing to take on {to}: pawns capture across a corner and otherwise move across a side."
            )
        }
        Error::PawnBlocked { from, to, blocker } => {
            let blocker = piece(blocker).a;
            format!("The pawn on {from} cannot go to {to}, because {blocker} is there: pawns capture across a corner.")
        }
        Error::KingThreatened { to, role, square } => {
            format!("The king cannot go to {to}: the {} on {square} threatens it there.", piece(role).one)
        }
        Error::LeavesKing { king, role, square } => {
            format!("Your king on {king} would be threatened by the {} on {square}.", piece(role).one)
        }
        Error::PromotionMisplaced => "Only a pawn that comes to V becomes another piece.".to_owned(),
        Error::PromotionNotCaptured { role, ref choices } => promotion_not_taken(role, choices),
        Error::OtherwiseNamed { ref error, ref names } => named(own(error), names),
    }
}

/// Of a turn of another player's, where that is said in other words.
pub fn of_another(error: &Error) -> String {
    match *error {
        Error::OwnPiece { square, role } => format!("Their own {} is on {square}.", piece(role).one),
        Error::PartnersPiece { square, role, owner } => {
            format!("The {} on {square} is {}’s, who is on their side.", piece(role).one, colour(owner))
        }
        Error::NotItsWay { role, from, to } => {
            let role = piece(role).a_first;
            format!("{role} does not move from {from} to {to}, and no wizard on their side is next to both squares.")
        }
        Error::LeavesKing { king, role, square } => {
            format!("Their king on {king} would be threatened by the {} on {square}.", piece(role).one)
        }
        Error::PromotionNotCaptured { role, ref choices } => promotion_of_another_not_taken(role, choices),
        Error::OtherwiseNamed { ref error, ref names } => named(of_another(error), names),
        ref other => own(other),
    }
}

/// The sentence, and after it the other names of squares by which they were called.
fn named(sentence: String, names: &[(String, Square)]) -> String {
    let others = names.iter().map(|(name, square)| format!("{name} is another name for {square}."));
    [sentence].into_iter().chain(others).collect::<Vec<_>>().join(" ")
}

fn promotion_not_taken(role: Role, choices: &[Role]) -> String {
    let not_this = match role {
        Role::Pawn | Role::King => never_promoted_to(role),
        role => format!("None of your {} has been captured, so the pawn cannot become one.", piece(role).many),
    };
    with_choices(not_this, choices)
}

fn promotion_of_another_not_taken(role: Role, choices: &[Role]) -> String {
    let not_this = match role {
        Role::Pawn | Role::King => never_promoted_to(role),
        role => format!("None of their {} has been captured, so the pawn cannot become one.", piece(role).many),
    };
    with_choices(not_this, choices)
}

fn never_promoted_to(role: Role) -> String {
    format!("A pawn cannot become {}.", piece(role).a)
}

/// The sentence, and after it what the pawn can become.
fn with_choices(sentence: String, choices: &[Role]) -> String {
    let choices: Vec<_> = choices.iter().map(|&role| piece(role).a).collect();
    if choices.is_empty() { sentence } else { format!("{sentence} It can become {}.", one_of(&choices)) }
}
