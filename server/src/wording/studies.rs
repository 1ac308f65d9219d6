//! Why a text is not a study, or a study cannot be changed.

use domain::rules::pgn::{PgnError, PgnProblem};
use domain::rules::position::FenError;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::fens::fen;
use super::turns::turn;

/// What is wrong, and where.
pub fn study(error: &StudyError) -> String {
    let sentence = match error {
        StudyError::Nothing => "Paste a position as FEN, or a game as PGN.",
        StudyError::Fen(error @ FenError::Duchess(_)) => {
            return format!("This FEN of Duchess cannot be read. {}", fen(error));
        }
        StudyError::Fen(error @ (FenError::Duck(_) | FenError::Chess(_) | FenError::OtherVariant(_))) => {
            return format!("This FEN cannot be read. {}", fen(error));
        }
        StudyError::Pgn { error: PgnError { line, column, problem }, word } => {
            return format!("Line {line}, column {column} ({word}): {}", pgn(problem));
        }
        StudyError::OtherGame { line, column, word, written_as: Variant::Duchess(_) } => {
            return format!(
                "Line {line}, column {column} ({word}): This is a turn of Duchess, and the text does not say for how many players: \
                 write [Variant \"Duchess 6\"] above it, or 4, 3, 2x2 or 2."
            );
        }
        StudyError::OtherGame { line, column, word, written_as: Variant::Duck | Variant::ThreeCheckDuck } => {
            return format!(
                "Line {line}, column {column} ({word}): This is a turn of Duck Chess, and Duchess is on the board: write \
                 [Variant \"Duck\"] above it, or [Variant \"Three-check Duck\"]."
            );
        }
        StudyError::OtherGame { line, column, word, written_as: Variant::Chess } => {
            return format!(
                "Line {line}, column {column} ({word}): This is a turn of chess, and Duchess is on the board: write \
                 [Variant \"Chess\"] above it."
            );
        }
        StudyError::Turn(error) => return turn(error),
        StudyError::Over => "The game is over here.",
        StudyError::NotThere => "That position is no longer in the tree.",
        StudyError::OtherStart => "It starts from a different position.",
        StudyError::TooMany => {
            return format!("There can be at most {} turns, all variations included.", Study::MAX_TURNS);
        }
        StudyError::TooDeep => return format!("A line can have at most {} turns.", Study::MAX_DEPTH),
        StudyError::TooLong => {
            let most = Study::MAX_BYTES / 1024;
            return format!("Turns and notes together are more than {most} kilobytes of text: shorten or delete some.");
        }
        StudyError::CommentTooLong => return format!("A note has at most {} characters.", Study::MAX_COMMENT_CHARS),
    };
    sentence.to_owned()
}

/// What is wrong with a game as PGN.
pub fn pgn(problem: &PgnProblem) -> String {
    let sentence = match problem {
        PgnProblem::BadTag => "This is not a tag: write [Name \"value\"].",
        PgnProblem::Chess960 => {
            "This is a game of Chess960, which cannot be read here. Chess from its usual start can."
        }
        PgnProblem::UnknownVariant(name) => return format!("There are no rules for the variant “{name}”."),
        PgnProblem::NoSetUp => {
            "The variant does not say how many play Duchess: write [Variant \"Duchess 6\"], or 4, 3, 2x2 or 2."
        }
        PgnProblem::UnknownStart(name) => return format!("The starting position “{name}” is not known."),
        PgnProblem::Fen(error) => return format!("The FEN cannot be read. {}", fen(error)),
        PgnProblem::Turn { error, .. } => return turn(error),
        PgnProblem::NotMissed => "Nobody misses a turn here.",
        PgnProblem::VariationWithoutTurn => "A variation must follow the turn that it replaces.",
        PgnProblem::NothingToClose => "There is no variation to close.",
        PgnProblem::VariationNotClosed => "The variation that begins here is not closed.",
        PgnProblem::TooDeep(most) => return format!("Variations are nested more than {most} deep."),
        PgnProblem::CommentNotClosed => "The comment that begins here is not closed.",
        PgnProblem::Stray(text) => return format!("“{text}” does not belong here."),
        PgnProblem::TooLong(most) => {
            return format!("This is more text than a game can have: {} kilobytes.", most / 1024);
        }
        PgnProblem::Unreadable(kind) => return format!("The file cannot be read: {kind}."),
    };
    sentence.to_owned()
}

/// What is wrong with a game of a file, which nobody has in view: a turn is quoted.
pub fn pgn_of_file(problem: &PgnProblem) -> String {
    match problem {
        PgnProblem::Turn { written, is_in_variation, error } => {
            let sentence = turn(error);
            let quoted = format!("“{written}”");
            // Of what cannot be a turn at all, the sentence itself says which word is meant.
            match (sentence.contains(&quoted), is_in_variation) {
                (true, false) => sentence,
                (true, true) => format!("In a variation: {sentence}"),
                (false, false) => format!("{quoted}: {sentence}"),
                (false, true) => format!("{quoted} in a variation: {sentence}"),
            }
        }
        other => pgn(other),
    }
}
