//! Why a position or a turn is refused, in words.

use domain::rules::position::Position;
use domain::rules::turn::Turn;

use super::command::shortened;

/// How a turn of Duck Chess is written.
const DUCK_TURN: &str = "write e2e4,e4d6: from e2 to e4, and the duck from there to d6";
/// How a turn of Duchess is written.
const DUCHESS_TURN: &str = "write the two squares, such as 1c3-1c4";
/// How a position is given.
const FEN: &str = "write \"position startpos\", or \"position fen\" and the FEN as the command d shows it";

/// What is wrong with a FEN.
pub(super) fn of_fen(error: &dyn std::fmt::Display) -> String {
    format!("the FEN cannot be read: {}; {FEN}", plain(&error.to_string()))
}

/// Reads a turn, or says what is wrong with it.
pub(super) fn read_turn(position: &Position, text: &str) -> Result<Turn, String> {
    let hint = if matches!(position, Position::Duck(_)) { DUCK_TURN } else { DUCHESS_TURN };
    let refused = |why: &str| format!("{:?} cannot be played: {why}; {hint}", shortened(text));
    let turn = position.read_turn(text).map_err(|error| refused(&plain(&error.to_string())))?;
    if names_another_target(text, turn) {
        Err(refused("the duck does not come from where the piece goes"))
    } else {
        Ok(turn)
    }
}

/// Whether a text such as `e2e4,d4d6` has two squares after the comma, of which the first is not where the piece goes: a typing error.
fn names_another_target(text: &str, turn: Turn) -> bool {
    let Turn::Duck(turn) = turn else { return false };
    let to = turn.piece_move().to().to_string();
    let middle = text.split_once(',').and_then(|(_, squares)| squares.get(..2).filter(|_| squares.len() >= 4));
    middle.is_some_and(|middle| !middle.eq_ignore_ascii_case(&to))
}

/// An error of the rules, `duck-not-moved square=D6`, as it is read: `duck not moved (square d6)`.
fn plain(error: &str) -> String {
    let (code, details) = error.split_once(' ').unwrap_or((error, ""));
    let code = code.replace('-', " ");
    if details.is_empty() {
        return code;
    }
    // What was typed is repeated before. Several squares would take several lines.
    let details: Vec<_> = details.split_whitespace().filter_map(|detail| detail.split_once('=')).collect();
    let is_short = |&(_, value): &(&str, &str)| !value.starts_with('"') && value.chars().all(char::is_alphanumeric);
    let told: Vec<_> =
        details.into_iter().filter(is_short).map(|(name, value)| format!("{name} {}", value.to_lowercase())).collect();
    if told.is_empty() { code } else { format!("{code} ({})", told.join(", ")) }
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    #[test]
    fn refusals_are_read_by_people() {
        assert_eq!(plain("duck-not-moved square=D6"), "duck not moved (square d6)");
        assert_eq!(plain("unreadable text=\"Zz=1\""), "unreadable");
        let refused = |text| read_turn(&Position::start(Variant::Duck), text).unwrap_err();
        assert!(
            refused("e2e5,e5d6").starts_with(
                "\"e2e5,e5d6\" cannot be played: illegal piece move (role pawn, from e2, to e5); write e2e4"
            )
        );
        assert!(refused("e2e4,d4d6").contains("the duck does not come from where the piece goes"));
        let two_knights = Position::from_fen(Variant::Duck, "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1").unwrap();
        let ambiguous = read_turn(&two_knights, "Nd2@e5").unwrap_err();
        assert!(ambiguous.contains("ambiguous (role knight, to d2)") && !ambiguous.contains('\n'), "{ambiguous}");
        for text in ["e2e4,e4d6", "e2e4,d6", "e4@d6"] {
            assert!(read_turn(&Position::start(Variant::Duck), text).is_ok(), "{text}");
        }
    }
}
