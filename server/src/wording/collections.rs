//! Collections of games from elsewhere: who sees them, how far a file has been read, and why something is refused.

use domain::rules::seat::Seating;

use super::lists::one_of;
use super::visibility::WhoSeesIt;
use super::{number, players_line, plural};

/// A search for what was on the board does not find all games yet.
pub const SOME_UNREAD: &str =
    "Some games of this collection are still being read, and cannot be found by their positions yet.";

/// What a search of a collection has left out, by the names of its fields.
pub fn not_asked(fields: &[&str]) -> String {
    let fields: Vec<_> = fields.iter().map(|field| format!("“{field}”")).collect();
    format!("A collection cannot be searched by {}, so that is left out.", one_of(&fields))
}

/// Who sees a collection.
pub const WHO_SEES_IT: WhoSeesIt = WhoSeesIt {
    private: "Only you can see it.",
    by_link: "Whoever knows its address can see it. It is in no list.",
    public: "Everybody can see it, and it is in the list of public collections.",
};

/// The order of the files, and of the games in them.
pub const AS_IMPORTED: &str = "As imported";
/// The other way round.
pub const IMPORTED_LAST: &str = "Last imported first";

/// A collection from a file without a name.
pub const UNNAMED: &str = "Collection";
/// A player whom the file does not name.
pub const SOMEBODY: &str = "?";

/// A game whose file names nobody.
pub fn unnamed_game(number: i32) -> String {
    format!("Game {}", self::number(number.unsigned_abs()))
}

/// Who played a game of a collection: `kwik against kwek`, with a question mark for whoever is not named; its number if nobody is.
pub fn game(seating: Seating, players: &[String], number: i32) -> String {
    named_players(seating, players).unwrap_or_else(|| unnamed_game(number))
}

/// The same; `None` if nobody is named.
pub fn named_players(seating: Seating, players: &[String]) -> Option<String> {
    let is_named = |name: &String| !matches!(name.trim(), "" | SOMEBODY);
    let shown = |name: &String| if is_named(name) { name.clone() } else { SOMEBODY.to_owned() };
    let names: Vec<String> = players.iter().map(shown).collect();
    players.iter().any(is_named).then(|| players_line(seating, None, &names))
}

/// Which game of a collection is shown, with its place among so many: `Game 3 of 120`, or `Game 57 (3 of 12)` where games are left out.
pub fn game_of(number: i32, among: Option<(i64, i64)>) -> String {
    let game = unnamed_game(number);
    let Some((place, all)) = among else { return game };
    let all = self::number(all.unsigned_abs());
    if place == i64::from(number) {
        return format!("{game} of {all}");
    }
    format!("{game} ({} of {all})", self::number(place.unsigned_abs()))
}

/// What more a feed says of a game: `26 turns, 2026-03-01, Pond Open`.
pub fn feed_summary(length: &str, day: Option<&str>, event: &str) -> String {
    let event = Some(event).filter(|event| !matches!(event.trim(), "" | SOMEBODY));
    [Some(length), day, event].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Where a game that is to be deleted is, after who played it: ` from Pond games`.
pub fn from_collection(name: &str) -> String {
    format!(" from {name}")
}

/// The same of games that a search has found, with what it asks for.
pub fn found_in_collection(name: &str, asked: impl Iterator<Item = String>) -> String {
    format!(" from {name}, matching “{}”", asked.collect::<Vec<_>>().join("”, “"))
}

/// Between the question and the answer games came or went.
pub const OTHERS_FOUND: &str = "The search finds other games now than when you were asked. Nothing was deleted.";

/// A file that was sent without a name.
pub const A_FILE: &str = "A file";

/// The file is missing.
pub const NO_FILE: &str = "Choose a PGN file. It must not be empty or blank.";

/// A picture, an archive or the like.
pub const NOT_TEXT: &str =
    "This is not a PGN file, which is plain text. If it is packed, as ZIP or gzip, unpack it first.";
/// Text in an encoding that is not read.
pub const UTF_16: &str = "This file is text in UTF-16. Save it as UTF-8, and send that.";

/// A file that is too large.
pub fn large_file(megabytes: u64) -> String {
    format!("A file can have at most {megabytes} MB. Divide it, and add the parts to one collection.")
}

/// More collections than one can have.
pub fn too_many_collections(most: i64) -> String {
    format!("You have {most} collections, the most there can be. Delete one, or add the file to one.")
}

/// More files at a time than one can have.
pub fn too_many_waiting(most: i64) -> String {
    format!("You have {most} files that are still being read. Wait until one of them is done.")
}

/// More than one player can have.
pub fn full(megabytes: i64) -> String {
    format!("The files in your collections have more than {megabytes} MB together. Delete a collection first.")
}

/// How many games there are.
pub fn games(games: i32) -> String {
    format!("{} {}", number(games.unsigned_abs()), plural(games, "game", "games"))
}

/// How many games of a collection a search has found: `2 of 4 games`.
pub fn found_of(found: i64, games: i64) -> String {
    format!("{} of {} {}", number(found.unsigned_abs()), number(games.unsigned_abs()), plural(games, "game", "games"))
}

/// A collection among other things: what it is, and how large.
pub fn of_size(games: i64) -> String {
    format!("collection, {} {}", number(games.unsigned_abs()), plural(games, "game", "games"))
}

/// A collection that can take no more.
pub fn no_room(most: i32) -> String {
    format!("The collection has {}, the most there can be. Nothing from here on was taken.", games(most))
}

/// What a file has brought, in sentences.
pub fn read_so_far(taken: i32, repeated: i32, refused: i32, assumed: i32) -> Vec<String> {
    let mut sentences = vec![match taken {
        0 => "No game was taken.".to_owned(),
        taken => format!("{} {} taken.", games(taken), plural(taken, "was", "were")),
    }];
    if repeated > 0 {
        sentences.push(format!("{} {} there already.", games(repeated), plural(repeated, "was", "were")));
    }
    if refused > 0 {
        sentences.push(format!("{} could not be read.", games(refused)));
    }
    if assumed > 0 {
        let named = plural(assumed, "names no variant and was", "name no variant and were");
        sentences.push(format!("{} of those taken {named} read as Duck Chess.", number(assumed.unsigned_abs())));
    }
    sentences
}

/// Games that were taken with conflicting results: how many, and the numbers of the first of them.
pub fn conflicting(count: i32, first: &[i32]) -> String {
    let named: Vec<String> = first.iter().map(|game| number(game.unsigned_abs())).collect();
    let more = count - i32::try_from(first.len()).unwrap_or(count);
    let which = match named.as_slice() {
        [] => String::new(),
        [one] if more <= 0 => format!(" (game {one})"),
        [others @ .., last] if more <= 0 => format!(" (games {} and {last})", others.join(", ")),
        named => format!(" (games {} and {} more)", named.join(", "), number(more.unsigned_abs())),
    };
    format!(
        "In {} of those taken{which} the Result tag, the end of the turns and the last position do not agree. The result after the turns was kept or, where there is none, that of the tag.",
        number(count.unsigned_abs())
    )
}

/// A file in which nothing was found.
pub const NOTHING_FOUND: &str = "There is no game in this file.";

/// How far a file has been read.
pub fn progress(read: i64, bytes: i64) -> String {
    format!("{} % read", 100 * read / bytes.max(1))
}

/// Where in a file something is wrong.
pub fn at(game: i32, line: i64) -> String {
    format!("Game {}, line {}", number(game.unsigned_abs()), number(line.unsigned_abs()))
}

/// How large a file is.
pub fn size(bytes: i64) -> String {
    match bytes {
        ..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} kB", (bytes + 512) / 1024),
        // With one decimal.
        _ => {
            let tenths = (10 * bytes + 524_288) / 1_048_576;
            format!("{}.{} MB", tenths / 10, tenths % 10)
        }
    }
}

/// Nothing has been read yet.
pub const NOT_BEGUN: &str = "No game has been read yet.";

/// The day that PGN writes, as far as it is known: `2026-03-01`, `2026-03`, `2026`, or nothing.
pub fn day(date: &str) -> String {
    let known = date.split('.').take_while(|part| part.bytes().all(|b| b.is_ascii_digit()));
    known.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_has_brought_is_said_in_sentences() {
        assert_eq!(read_so_far(1, 0, 0, 0), ["1 game was taken."]);
        assert_eq!(
            read_so_far(12_345, 1, 2, 3),
            [
                "12,345 games were taken.",
                "1 game was there already.",
                "2 games could not be read.",
                "3 of those taken name no variant and were read as Duck Chess."
            ]
        );
        let first: Vec<i32> = (1..=20).collect();
        let which = |count, first| conflicting(count, first).split_once(" the Result").unwrap().0.to_owned();
        assert_eq!(which(1, &[1_234]), "In 1 of those taken (game 1,234)");
        assert_eq!(which(3, &[1, 5, 9]), "In 3 of those taken (games 1, 5 and 9)");
        assert!(which(20, &first).ends_with(", 19 and 20)") && which(21, &first).ends_with(", 20 and 1 more)"));
        assert_eq!(progress(1, 4), "25 % read");
        assert_eq!([1023, 1600, 3_135_242, 52_428_800].map(size), ["1023 bytes", "2 kB", "3.0 MB", "50.0 MB"]);
        assert_eq!(at(1_234, 1_000_000), "Game 1,234, line 1,000,000");
    }
}
