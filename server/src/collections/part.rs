//! [`Part`]: some hundred games of a file, read from the bytes of it that are in memory.

use domain::rules::pgn::{PgnPlace, PgnReader};

use super::row::GameRow;
use crate::wording;

/// Games of one part, those that cannot be read included.
const MAX_GAMES_OF_PART: usize = 500;
/// The bytes of a file that are in memory. A game that begins in the first part of them ends in them, if it is not too long.
pub const WINDOW_BYTES: usize = BEGIN_WITHIN + 3 * PgnReader::<&[u8]>::MAX_GAME_BYTES;
/// Games that begin farther on are left for the next part.
const BEGIN_WITHIN: usize = 512 * 1024;

/// What was read.
#[derive(Debug)]
pub struct Part {
    /// What each game is, in the order of the file.
    pub games: Vec<Result<ReadGame, RefusedGame>>,
    /// Where the next part begins.
    pub place: PgnPlace,
    /// Whether there is none.
    pub is_last: bool,
}

/// A game that can be taken.
#[derive(Debug)]
pub struct ReadGame {
    /// What is stored of it.
    pub row: GameRow,
    /// Whether it does not say of which variant it is.
    pub is_assumed: bool,
    /// Whether its tag, the end of its turns and its last position do not agree on the result.
    pub is_conflicting: bool,
    /// The line in which it begins.
    pub line: usize,
}

/// One that cannot.
#[derive(Debug)]
pub struct RefusedGame {
    /// The line that is at fault.
    pub line: usize,
    /// Why.
    pub sentence: String,
}

impl Part {
    /// Reads a part. `bytes` begin at the line of the place; `is_all` says that they go on to the end of the file.
    pub fn read(bytes: &[u8], place: PgnPlace, is_all: bool) -> Self {
        let mut reader = PgnReader::resume(bytes, place);
        let mut games = Vec::new();
        let is_over = loop {
            let begun = reader.place().offset - place.offset;
            if games.len() == MAX_GAMES_OF_PART || (!is_all && begun >= BEGIN_WITHIN as u64) {
                break false;
            }
            let Some(read) = reader.next() else { break true };
            games.push(match read {
                Ok(game) => match GameRow::new(&game) {
                    Ok(row) => Ok(ReadGame {
                        is_assumed: reader.is_variant_assumed(),
                        is_conflicting: reader.has_two_results() || row.is_conflicting,
                        line: reader.line(),
                        row,
                    }),
                    Err(error) => Err(RefusedGame { line: reader.line(), sentence: wording::study(&error) }),
                },
                Err(error) => Err(RefusedGame { line: error.line, sentence: wording::pgn_of_file(&error.problem) }),
            });
        };
        Self { games, place: reader.place(), is_last: is_over && is_all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a whole file in parts, as it lies in the database.
    fn parts(file: &[u8]) -> Vec<Part> {
        let (mut parts, mut place) = (Vec::new(), PgnPlace::default());
        loop {
            let from = usize::try_from(place.offset).unwrap();
            let to = file.len().min(from + WINDOW_BYTES);
            let part = Part::read(&file[from..to], place, to == file.len());
            assert!(part.is_last || part.place != place, "it would never end");
            place = part.place;
            let is_last = part.is_last;
            parts.push(part);
            if is_last {
                return parts;
            }
        }
    }

    #[test]
    fn no_game_is_lost_or_read_twice_between_parts() {
        let game = |n: usize| {
            format!(
                "[White \"{n}\"]\n\n1. e4@c6 {{{}}} {}\n\n",
                "long ".repeat(n % 700),
                if n % 10 == 9 { "e9" } else { "*" }
            )
        };
        let file: String = (0..1800).map(game).collect();
        let parts = parts(file.as_bytes());
        assert!(parts.len() > 4);
        let games: Vec<_> = parts.into_iter().flat_map(|part| part.games).collect();
        assert_eq!(games.len(), 1800);
        for (n, game) in games.iter().enumerate() {
            match game {
                Ok(read) => assert_eq!(read.row.players, format!("{n}\n")),
                Err(refused) => assert!(n % 10 == 9 && refused.line == 4 * n + 3, "{n}: {refused:?}"),
            }
        }
    }

    #[test]
    fn a_turn_that_is_none_is_quoted_and_a_variation_named() {
        let sentences = |file: &str| -> Vec<_> {
            let games = parts(file.as_bytes()).into_iter().flat_map(|part| part.games);
            games.map(|game| game.err().map(|refused| refused.sentence).unwrap_or_default()).collect()
        };
        let game = |turns: &str| format!("[Variant \"Duck\"]\n\n{turns} *\n\n");
        let file = game("1. e4@d6 d5@c5")
            + &game("1. e4@d6 e5@c5 (1... d5@c5) 2. d4@d5")
            + &game("1. e4@d6")
            + &game("1. e4@d6 (1. Zz9)");
        let sentences = sentences(&file);
        let expected = [
            "“d5@c5”: The pawn cannot go from d7 to d5: the duck is on d6.",
            "“d5@c5” in a variation: The pawn cannot go from d7 to d5: the duck is on d6.",
            "",
        ];
        assert_eq!(sentences[..3], expected);
        assert!(sentences[3].starts_with("In a variation: “Zz9” is not a turn"), "{}", sentences[3]);
    }

    #[test]
    fn what_is_no_game_at_all_ends_too() {
        let junk = "\u{0}PK\u{3}\u{4} junk (((( $$ {".repeat(300_000);
        let games: usize = parts(junk.as_bytes()).iter().map(|part| part.games.len()).sum();
        assert_eq!(games, 1);
        let lines = "not a game\n".repeat(400_000);
        assert_eq!(parts(lines.as_bytes()).iter().map(|part| part.games.len()).sum::<usize>(), 1);
        assert_eq!(parts(b"").len(), 1);
    }
}
