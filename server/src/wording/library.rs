//! The search for games: what can be asked for, and why something cannot.

use domain::correspondence::result::Ending;
use domain::rules::outcome::RulesEnding;
use domain::rules::variant::Variant;
use domain::rules::visible::without_overrides;
use jiff::civil::Date;

use super::{VariantNames, plural};

/// The last that ended first.
pub const NEWEST: &str = "Newest first";
/// The first that ended first.
pub const OLDEST: &str = "Oldest first";
/// By the players' ratings.
pub const BY_RATING: &str = "Highest rated first";
/// The most turns first.
pub const LONGEST: &str = "Longest first";
/// The fewest turns first.
pub const SHORTEST: &str = "Shortest first";

/// The seat that moves first.
pub const MOVES_FIRST: &str = "Moves first";
/// The seat that moves second.
pub const MOVES_SECOND: &str = "Moves second";

/// A seat without a player.
pub const SEAT_OF_NOBODY: &str = "Say whose seat it is: name a player too.";
/// A range that ends before it begins.
pub const ENDS_BEFORE: &str = "The end of this range is before its beginning.";

/// A search that the database would work at for too long.
pub const TOO_SLOW: &str = "Too many games have to be looked through for this. Ask for one thing more, such as a player, or for one range less.";

/// Nobody is called so.
pub fn no_player(name: &str) -> String {
    format!("There is no player “{}”.", quoted(name))
}

/// What is asked for is not among the choices.
pub fn no_choice(typed: &str) -> String {
    format!("“{}” is not one of the choices.", quoted(typed))
}

/// What should be a number is none.
pub fn no_number(typed: &str) -> String {
    format!("“{}” is not a whole number up to 65,535.", quoted(typed))
}

/// What should be a day is none.
pub fn no_day(typed: &str) -> String {
    format!("“{}” is not a day. Write it like 2026-03-31.", quoted(typed))
}

/// More turns than games are found by.
pub fn too_many_turns(most: usize) -> String {
    format!("Games are found by their first {most} turns. Search for the position instead.")
}

/// A turn that cannot be made, and the sentence that says why.
pub fn wrong_turn(number: usize, typed: &str, why: &str) -> String {
    format!("Turn {number}, “{}”: {why}", quoted(typed))
}

/// An ending as one may search for it.
pub const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::ByRules(RulesEnding::KingCaptured) => "King captured",
        Ending::ByRules(RulesEnding::Fowled) => "Fowled: no piece can move",
        Ending::ByRules(RulesEnding::ThirdCheck) => "Third check",
        Ending::ByRules(RulesEnding::Checkmate) => "Checkmate",
        Ending::ByRules(RulesEnding::NobodyCanMove) => "Nobody can move",
        Ending::ByRules(RulesEnding::DroppedOut) => "Time ran out",
        Ending::ByRules(RulesEnding::Repetition) => "Threefold repetition",
        Ending::ByRules(RulesEnding::FiftyMoves) => "Fifty-move rule",
        Ending::ByRules(RulesEnding::HundredTurns) => "Hundred-turn rule",
        Ending::Resigned => "Resignation",
        Ending::Agreed => "Draw by agreement",
        Ending::Cancelled => "First round not completed",
        Ending::CalledOff => "Called off",
    }
}

/// A result as one may search for it: `1-0` as people write it.
pub fn result(text: &str) -> String {
    match text {
        "*" => "Running, or without a result".to_owned(),
        "1/2-1/2" => "½–½".to_owned(),
        "1/3-1/3-1/3" => "⅓–⅓–⅓".to_owned(),
        text => text.replace('-', "–"),
    }
}

/// What is asked for in a field of the search: `Player: kwik`.
pub fn chip(field: &str, typed: &str) -> String {
    let value = quoted(typed);
    let named = |name: &str, value: &str| format!("{name}: {value}");
    match field {
        "player" => named("Player", &value),
        "opponent" => named("Opponent", &value),
        "seat" if typed == "first" => MOVES_FIRST.to_owned(),
        "seat" if typed == "second" => MOVES_SECOND.to_owned(),
        "seat" => named("Plays", &value),
        "variant" => typed.parse::<Variant>().map_or(value, |variant| variant.name().to_owned()),
        "result" => named("Result", &result(&value)),
        "ending" => Ending::by_key(typed).map_or(value, |known| ending(known).to_owned()),
        "rated" if typed == "yes" => "Rated".to_owned(),
        "rated" if typed == "no" => "Not rated".to_owned(),
        "rating-from" => named("Rated at least", &value),
        "rating-to" => named("Rated at most", &value),
        "event" => named("Event", &value),
        "from" => named("From", &value),
        "to" => named("Until", &value),
        "length-from" => named("Turns at least", &value),
        "length-to" => named("Turns at most", &value),
        "analysis" if typed == "yes" => "Looked through by the computer".to_owned(),
        "turns" => named("Begins", &value),
        "fen" => named("Position", &value),
        _ => value,
    }
}

/// How long a game was or is: `26 turns`.
pub fn turns(turns: u32) -> String {
    format!("{turns} {}", plural(turns, "turn", "turns"))
}

/// What a screen reader says of a game's small board.
pub fn board(players: &str) -> String {
    format!("The last position of {players}")
}

/// The page, and its title without a player.
pub const GAMES: &str = "Games";

/// A game that goes on.
pub const RUNNING: &str = "Running";

/// The title of what is found of one player.
pub fn games_of(name: &str) -> String {
    format!("Games of {}", quoted(name))
}

/// How the games of a player against the viewer went.
pub fn against_you(player: &str, won: i64, drawn: i64, lost: i64) -> String {
    let games = plural(won + drawn + lost, "game", "games");
    format!("{} {games} against you: {player} won {won}, drew {drawn} and lost {lost}.", won + drawn + lost)
}

/// How many games ended in a month: `November 2026: 3 games`.
pub fn in_month(first: Date, games: i64) -> String {
    format!("{}: {games} {}", first.strftime("%B %Y"), plural(games, "game", "games"))
}

/// As much of what was typed as a sentence can hold.
fn quoted(typed: &str) -> String {
    without_overrides(typed).chars().take(80).collect()
}
