//! The explorer: what was played from a position.

use domain::rules::visible::without_overrides;

use super::{number, plural};

/// The page, of a game: `Explorer: Duck Chess`.
pub fn explorer_of(variant: &str) -> String {
    format!("Explorer: {variant}")
}

/// What a board does not show of the search for games from which somebody came, in words.
pub fn kept_from_search(rest: &str) -> String {
    format!("Kept from your search: {rest}. The links to games use it again.")
}

/// Before the parts of that search that the explorer does not ask for.
pub const SEARCH_GOES_ALONG: &str =
    "The rest of your search is kept. It does not narrow what you see here; the links to games use it again.";

/// The search goes on with a turn that no board can show.
pub const TURN_WITHOUT_DUCK: &str =
    "The board stops here because the next turn of your search does not say where the duck goes.";

/// Turns or a position of one variant cannot be had in another.
pub fn begun_anew(variant: &str) -> String {
    format!("The position you were at cannot be reached in {variant}: you see where its games begin.")
}

/// Nothing was found out.
pub const TOO_SLOW: &str =
    "Looking through these games takes too long just now. Ask for fewer, or try again in a moment.";

/// A collection that is not there, or that is somebody else's own.
pub const NO_COLLECTION: &str = "There is no such collection. Its owner may have deleted it or made it private.";

/// No game has come to a position, of those of a collection or of this site, or of a part of them.
pub fn none_came(collection: Option<&str>, is_narrowed: bool) -> String {
    let of_those = if is_narrowed { " of those you asked for" } else { "" };
    match collection {
        Some(name) => format!("No game{of_those} in “{name}” has come to this position."),
        None => format!("No finished game here{of_those} has come to this position yet."),
    }
}

/// A variant that has games in collections alone.
pub const NOT_PLAYED_HERE: &str = "Nobody plays this game here. Choose one of your collections that has it.";

/// What is looked through: the games of a collection, or those of this site.
pub fn which_count(collection: Option<&str>) -> String {
    match collection {
        Some(name) => format!("All games of “{name}” count, whichever turns led to the position."),
        None => {
            "Finished games of this site count, whichever turns led to the position, a few seconds after their end."
                .to_owned()
        }
    }
}

/// What should be a year is none.
pub fn no_year(typed: &str) -> String {
    let typed: String = without_overrides(typed).chars().take(80).collect();
    format!("“{typed}” is not a year. Write it like 2026.")
}

/// More turns than are read.
pub fn too_many_turns(most: usize) -> String {
    format!("At most {most} turns are read. Give the position as FEN instead.")
}

/// How many games came to a position: `12 games`.
pub fn games(games: i64) -> String {
    format!("{} {}", number(games.unsigned_abs()), plural(games, "game", "games"))
}

/// Why the figures of a turn may not add up.
pub const WITHOUT_RESULT: &str = "Games without a known result are counted under Games only.";

/// Turns below the table.
pub fn other_turns(turns: usize) -> String {
    format!("{turns} more {}", plural(turns, "turn", "turns"))
}

/// To how many squares the duck went after a piece move.
pub fn duck_squares(squares: usize) -> String {
    format!("{squares} duck {}", plural(squares, "square", "squares"))
}

/// Turns that are left out.
pub fn more_turns(turns: usize) -> String {
    plural(turns, "One more turn was played.".to_owned(), format!("{turns} more turns were played."))
}

/// Games that ended in the position.
pub fn ended_here(games: i64) -> String {
    plural(games, "One game ended here.".to_owned(), format!("{} games ended here.", number(games.unsigned_abs())))
}

/// Games of a collection are left out that were there before the explorer.
pub const SOME_UNREAD: &str = "Some games of this collection are still being read, and are not counted yet.";

/// The older games of a player are left out.
pub fn only_last_of_player(most: usize) -> String {
    format!("Of this player, the last {most} games are looked at.")
}
