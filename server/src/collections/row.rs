//! [`GameRow`]: what is stored of a game from a file.

use domain::rules::pgn::{PgnGame, PgnResult};
use domain::rules::position::Position;
use domain::rules::study::{Study, StudyError};
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use super::keys::GameKeys;
use crate::boards::squares_of;
use crate::web::opening;

/// As much of a tag as is searched and shown in lists. The game's text has all of it.
const MAX_TAG_CHARS: usize = 100;
/// The highest rating that is believed.
const MAX_RATING: i32 = 9999;

/// A game, ready to be stored.
#[derive(Debug)]
pub struct GameRow {
    /// The key of its variant.
    pub variant: &'static str,
    /// The players in the order of the seats, a line for each; empty where the file does not say.
    pub players: String,
    /// As in PGN.
    pub date: String,
    /// As in PGN.
    pub event: String,
    /// As in PGN: what the file says, else what the board says.
    pub result: String,
    /// Whether the game ended on the board otherwise than the file says.
    pub is_conflicting: bool,
    /// The mean of the players' ratings; 0 if there are none.
    pub rating: i32,
    /// How many turns it has.
    pub turns: i32,
    /// The first turns, as they are searched.
    pub opening: String,
    /// Its last position.
    pub fen: String,
    /// The squares of the turn that led to it, as [`squares_of`] writes them; empty if there is none.
    pub last_squares: String,
    /// The game as PGN.
    pub pgn: String,
    /// Its positions and the men on them.
    pub keys: GameKeys,
    /// Tells it from every other game.
    pub digest: Vec<u8>,
}

impl GameRow {
    /// What is stored of a game.
    ///
    /// # Errors
    /// It is larger than what the analysis board can show.
    pub fn new(game: &PgnGame) -> Result<Self, StudyError> {
        // PostgreSQL cannot store NUL. The other control characters are no harm. What stands in its place is longer, and must fit too.
        let pgn = Study::text_of(game)?.replace('\0', "\u{fffd}");
        if pgn.len() > Study::MAX_BYTES {
            return Err(StudyError::TooLong);
        }
        let variant = game.start.variant();
        let seating = variant.seating();
        let tag = |name: &str| shortened(game.tags.get(name).unwrap_or_default());
        let players: Vec<String> = seating.seats().map(|seat| tag(seating.colour(seat).pgn_tag())).collect();
        // pychess marks provisional ratings: `1500?`.
        let ratings: Vec<i32> = seating
            .seats()
            .filter_map(|seat| game.tags.get(&format!("{}Elo", seating.colour(seat).pgn_tag())))
            .filter_map(|rating| rating.trim().trim_end_matches('?').parse().ok())
            .filter(|rating| (1..=MAX_RATING).contains(rating))
            .collect();
        let is_whole = game.start == Position::start(variant);
        let depth = if is_whole { opening::DEPTH } else { 0 };
        let mut position = game.start.clone();
        let mut opening = Vec::with_capacity(depth);
        for step in &game.line.turns {
            if opening.len() < depth {
                opening.push(position.write_entry(step.turn));
            }
            position = position.after(step.turn);
        }
        let on_board = position.result().map(|result| PgnResult::from(result.outcome));
        let told = Some(game.result).filter(|result| *result != PgnResult::Open);
        Ok(Self {
            variant: variant.key(),
            players: players.join("\n"),
            date: ["Date", "UTCDate"]
                .map(|name| known_date(&tag(name)))
                .into_iter()
                .find(|day| !day.is_empty())
                .unwrap_or_default(),
            event: tag("Event"),
            result: told.or(on_board).unwrap_or_default().text(seating),
            is_conflicting: told.is_some_and(|told| on_board.is_some_and(|on_board| on_board != told)),
            rating: mean(&ratings),
            turns: i32::try_from(game.line.turns.len()).unwrap_or(i32::MAX),
            opening: opening::text(opening),
            fen: position.fen(),
            last_squares: game.line.turns.last().and_then(|step| step.turn.turn()).map(squares_of).unwrap_or_default(),
            keys: GameKeys::of(game),
            digest: Sha256::digest(&pgn)[..16].to_vec(),
            pgn,
        })
    }
}

/// The mean, rounded as that of games of this site is; 0 of none.
fn mean(ratings: &[i32]) -> i32 {
    let count = i32::try_from(ratings.len().max(1)).unwrap_or(i32::MAX);
    (2 * ratings.iter().sum::<i32>() + count) / (2 * count)
}

/// The valid part of a date, as PGN writes it: `2026.03.??`. Other signs between its parts are read too, `2026-03-01` and `2026/3/1`. Empty where not
/// even the year can be one.
fn known_date(date: &str) -> String {
    let parts = || date.trim().splitn(3, ['.', '-', '/']);
    let mut numbers = parts().map(|part| part.trim().parse::<i16>().ok());
    let [year, month, day] = [(); 3].map(|()| numbers.next().flatten());
    let has_year = parts().next().is_some_and(|year| year.len() == 4);
    let Some(year) = year.filter(|year| *year > 0 && has_year) else { return String::new() };
    let first = month.and_then(|month| Date::new(year, i8::try_from(month).ok()?, 1).ok());
    let Some(first) = first else { return format!("{year:04}.??.??") };
    match day.filter(|day| (1..=i16::from(first.days_in_month())).contains(day)) {
        Some(day) => format!("{}.{day:02}", first.strftime("%Y.%m")),
        None => first.strftime("%Y.%m.??").to_string(),
    }
}

/// One line, without what PostgreSQL cannot store.
fn shortened(value: &str) -> String {
    value.trim().chars().filter(|c| !c.is_control()).take(MAX_TAG_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use domain::rules::pgn::PgnReader;

    use super::*;

    fn row(text: &str) -> GameRow {
        GameRow::new(&PgnReader::new(text.as_bytes()).next().unwrap().unwrap()).unwrap()
    }

    #[test]
    fn a_game_is_searched_by_its_tags_and_first_turns() {
        let row = row(
            "[White \"Ann\"]\n[Date \"2026.03.01\"]\n[WhiteElo \"1500?\"]\n[BlackElo \"1601\"]\n\n1. e4@c6 e6@e2 0-1\n",
        );
        assert_eq!((row.variant, row.players.as_str(), row.date.as_str()), ("duck", "Ann\n", "2026.03.01"));
        assert_eq!((row.result.as_str(), row.rating, row.turns), ("0-1", 1551, 2));
        assert_eq!(row.opening, "e4@c6 e6@e2 ");
    }

    #[test]
    fn the_board_says_who_won_where_the_file_does_not() {
        let game = |result: &str| {
            let row =
                row(&format!("[Variant \"Duck\"]\n[FEN \"4k3/8/8/8/8/8/8/K3R3 w - - 0 1\"]\n\n1. Rxe8 {result}\n"));
            (row.result, row.is_conflicting, row.pgn.lines().last().unwrap().to_owned())
        };
        assert_eq!(game("*"), ("1-0".to_owned(), false, "1. Rxe8 *".to_owned()), "the file is left as it is");
        assert_eq!(game("1-0"), ("1-0".to_owned(), false, "1. Rxe8 1-0".to_owned()));
        assert_eq!(game("0-1"), ("0-1".to_owned(), true, "1. Rxe8 0-1".to_owned()));
    }

    #[test]
    fn what_is_no_date_is_none_and_ratings_are_rounded_to_their_mean() {
        for (date, known) in [
            ("2026.03.01", "2026.03.01"),
            ("1992.11.??", "1992.11.??"),
            ("1851.??.??", "1851.??.??"),
            (" 1851 ", "1851.??.??"),
            ("1851.06", "1851.06.??"),
            ("2024.02.29", "2024.02.29"),
            ("2023.02.29", "2023.02.??"),
            ("2023.13.45", "2023.??.??"),
            ("2023.00.01", "2023.??.??"),
            ("2023.??.45", "2023.??.??"),
            ("31.12.2020", ""),
            ("2020-12-31", "2020.12.31"),
            ("2020/1/5", "2020.01.05"),
            ("31/12/2020", ""),
            ("20.12.31", ""),
            ("2020.12.31.1", "2020.12.??"),
            ("1992.?.?", "1992.??.??"),
            ("2020.1.5", "2020.01.05"),
            ("0000.01.01", ""),
            ("????.??.??", ""),
            ("?", ""),
            ("", ""),
        ] {
            assert_eq!(known_date(date), known, "{date}");
        }
        assert_eq!([mean(&[1447, 1180]), mean(&[1447]), mean(&[1, 1, 2]), mean(&[])], [1314, 1447, 1, 0]);
    }

    #[test]
    fn the_day_in_utc_counts_where_there_is_no_other() {
        let day = |tags: &str| row(&format!("{tags}\n\n1. e4@c6 *\n")).date;
        assert_eq!(day("[UTCDate \"2021.03.04\"]"), "2021.03.04");
        assert_eq!(day("[Date \"????.??.??\"]\n[UTCDate \"2021.03.04\"]"), "2021.03.04");
        assert_eq!(day("[Date \"2021.??.??\"]\n[UTCDate \"2021.03.04\"]"), "2021.??.??");
    }

    #[test]
    fn nothing_in_a_game_keeps_it_from_being_stored() {
        let row = row("[White \"A\0n\"]\n\n1. e4@c6 {a\0b} *\n");
        assert!(!row.pgn.contains('\0') && !row.players.contains('\0'));
        let long = format!("1. e4@c6 {{a{}b}} *\n", "\0".repeat(Study::MAX_BYTES / 2));
        let game = PgnReader::new(long.as_bytes()).next().unwrap().unwrap();
        assert_eq!(GameRow::new(&game).unwrap_err(), StudyError::TooLong, "the board could not show it");
    }

    #[test]
    fn the_same_game_is_recognised_however_it_is_written() {
        let ours = row("[White \"Ann\"]\n[Event \"?\"]\n[Variant \"Duck\"]\n\n1. e4@c6 e6@e2 *\n");
        let theirs = row("\u{feff}[Variant \"duck chess\"]\r\n[White \"Ann\"]\r\n\r\n1.e4,c6 e6 ,e2\r\n*\r\n");
        assert_eq!(ours.digest, theirs.digest);
        let noted = row("[White \"Ann\"]\n\n1. e4@c6 {!} e6@e2 *\n");
        assert_ne!(ours.digest, noted.digest, "a note would be lost");
    }
}
