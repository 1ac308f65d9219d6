//! The search for games: what can be asked for, and why something cannot.

use domain::correspondence::result::Ending;
use domain::rules::outcome::RulesEnding;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use domain::rules::visible::without_overrides;
use jiff::civil::Date;

use super::{SeatNames, VariantNames, plural};

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
/// An outcome without a player.
pub const OUTCOME_OF_NOBODY: &str = "Say who won, drew or lost: name a player too.";
/// The player's side won.
pub const WON: &str = "Won";
/// Nobody won.
pub const DRAWN: &str = "Drawn";
/// Another side won.
pub const LOST: &str = "Lost";
/// A range that ends before it begins.
pub const ENDS_BEFORE: &str = "The end of this range is before its beginning.";

/// A search that the database would work at for too long.
pub const TOO_SLOW: &str = "Too many games have to be looked through for this. Ask for one thing more, such as a player, or for one range less.";

/// A search without a name.
pub const NAME_THE_SEARCH: &str = "Give the search a name.";
/// Another of the player's searches has the name.
pub const SEARCH_NAME_TAKEN: &str =
    "You have saved another search under this name. Choose another name, or remove that one.";
/// The viewer's own, but nobody is there who has some.
pub const FOR_MEMBERS: &str = "Your own tags, notes and messages are found when you are logged in.";
/// A feed of what only the viewer may know.
pub const NO_FEED: &str =
    "Whoever knows the address of a feed can read it, so there is none of your own tags, notes and messages.";
/// A search that finds all games.
pub const NOTHING_TO_SAVE: &str = "Nothing is asked for. Search for something first, then save it.";
/// A search whose address is too long.
pub const SEARCH_TOO_LONG: &str = "This search is too long to be saved. Ask for less at once.";

/// The name of a search is too long.
pub fn long_search_name(most: usize) -> String {
    format!("A name has at most {most} characters.")
}

/// There are as many saved searches as there can be.
pub fn too_many_searches(most: usize) -> String {
    format!("You can save {most} searches. Remove one that you do not need any more.")
}

/// Nobody is called so.
pub fn no_player(name: &str) -> String {
    format!("There is no player “{}”.", quoted(name))
}

/// Nobody is called so, but others begin so.
pub fn no_player_but(name: &str, alike: &[String]) -> String {
    let nobody = no_player(name);
    match alike {
        [] => nobody,
        [one] => format!("{nobody} Did you mean {one}?"),
        [others @ .., last] => format!("{nobody} Did you mean {} or {last}?", others.join(", ")),
    }
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

/// A text does not say which men.
pub fn no_material(typed: &str) -> String {
    format!(
        "“{}” does not say which men stood on the board. Write those of each player, with one king each: KRN-KR.",
        quoted(typed)
    )
}

/// A man on a square, but not whose.
pub fn nobodys_man(word: &str) -> String {
    format!("Whose is “{}”? Name a colour, or the duck, in front: White Kg1, Black Kg8, duck e5.", quoted(word))
}

/// A word is no man on a square.
pub fn no_man(word: &str) -> String {
    format!(
        "“{}” is no man on a square. Write its letter and its square, like Kg1; a square alone is a pawn’s.",
        quoted(word)
    )
}

/// A man cannot stand there together with one that was named before.
pub fn not_together(word: &str) -> String {
    format!(
        "“{}” cannot stand there together with the others: a square holds one, each player has one king, and there is one duck.",
        quoted(word)
    )
}

/// More men on squares than are looked for.
pub fn too_many_men(most: usize) -> String {
    format!("At most {most} men are looked for. Search for the whole position instead.")
}

/// What is typed cannot be searched as words.
pub fn no_words(most: usize) -> String {
    format!("Write one word or more, of at most {most} characters together.")
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
        Ending::ByRules(RulesEnding::Stalemate) => "Stalemate",
        Ending::ByRules(RulesEnding::DeadPosition) => "Neither side can mate",
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

/// The score of a game that has one: `1–0`.
pub fn score(text: &str) -> Option<String> {
    (text != "*").then(|| result(text))
}

/// What a field of a search is called; `None` of any other.
pub fn field(name: &str) -> Option<&'static str> {
    Some(match name {
        "player" => "Player",
        "opponent" => "Opponent",
        "seat" => "Seat of the player",
        "outcome" => "For the player",
        "variant" => "Game",
        "result" => "Result",
        "ending" => "Ended by",
        "rated" => "Rated",
        "analysis" => "Analysis",
        "rating-from" => "Rated at least",
        "rating-to" => "Rated at most",
        "event" => "Event",
        "collection" => "Games of",
        "from" => "From",
        "to" => "Until",
        "from-year" => "From the year",
        "to-year" => "To the year",
        "length-from" => "Turns at least",
        "length-to" => "Turns at most",
        "turns" => "First turns",
        "fen" => "Position",
        "material" => "Men on the board",
        "pieces" => "Men on squares",
        "tag" => "Your tag",
        "note" => "Your notes",
        "words" => "Messages",
        "sort" => "Order",
        _ => return None,
    })
}

/// What is asked for in a field of the search: `Player: kwik`.
pub fn chip(field: &str, typed: &str) -> String {
    let value = quoted(typed);
    let named = |name: &str, value: &str| format!("{name}: {value}");
    match field {
        "seat" if typed == "first" => MOVES_FIRST.to_owned(),
        "seat" if typed == "second" => MOVES_SECOND.to_owned(),
        "seat" => named("Plays", &value),
        "outcome" if typed == "won" => WON.to_owned(),
        "outcome" if typed == "drawn" => DRAWN.to_owned(),
        "outcome" if typed == "lost" => LOST.to_owned(),
        "variant" if let Some(variant) = Variant::by_key(typed) => variant.name().to_owned(),
        "result" => named("Result", &result(&value)),
        "ending" if let Some(known) = Ending::by_key(typed) => ending(known).to_owned(),
        "rated" if typed == "yes" => "Rated".to_owned(),
        "rated" if typed == "no" => "Not rated".to_owned(),
        "analysis" if typed == "yes" => "Looked through by the computer".to_owned(),
        "turns" => named("Begins", &value),
        "from" | "to" if let Ok(day) = typed.parse::<Date>() => {
            named(self::field(field).unwrap_or_default(), &day.strftime("%-d %b %Y").to_string())
        }
        field => self::field(field).map_or(value.clone(), |name| named(name, &value)),
    }
}

/// What opens the rest of the form, in so many fields of which something is asked for.
pub fn more_to_search_by(fields: usize) -> String {
    match fields {
        0 => "More to search by".to_owned(),
        _ => format!("More to search by ({fields} in use)"),
    }
}

/// How many games are found.
pub fn games(count: usize) -> String {
    format!("{count} {}", plural(count, "game", "games"))
}

/// The search for games that begin with so many first turns, at most those by which games are found.
pub fn begun_so(turns: usize, searched: usize) -> String {
    if turns > searched {
        format!("Games with the same first {searched} turns")
    } else {
        "Games that begin this way".to_owned()
    }
}

/// The title of a feed of what is found, in a collection if one is named.
pub fn feed(collection: Option<&str>, chips: &[String]) -> String {
    let title = collection.map_or_else(|| "Games at Mallard".to_owned(), |name| format!("{name} at Mallard"));
    if chips.is_empty() { title } else { format!("{title}: {}", chips.join(", ")) }
}

/// A game in a feed: `kwik – kwek, Duck Chess, 1–0`.
pub fn in_feed(sides: &[String], variant: &str, score: Option<&str>, is_running: bool) -> String {
    let score = score.unwrap_or(if is_running { "running" } else { "no result" });
    format!("{}, {variant}, {score}", sides.join(" – "))
}

/// What more there is to say of it. While it runs, how many turns it has would be news at every turn.
pub fn feed_summary(result: &str, length: u32, is_running: bool) -> String {
    if is_running { "It goes on.".to_owned() } else { format!("{result}, after {}.", turns(length)) }
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

/// A variant, and the seat it was played from: `Duck Chess as White`.
pub fn variant_as_seat(variant: Variant, seat: Seat) -> String {
    format!("{} as {}", variant.name(), variant.seating().name(seat))
}

/// How many games ended in a month: `November 2026: 3 games`.
pub fn in_month(first: Date, games: i64) -> String {
    format!("{}: {games} {}", first.strftime("%B %Y"), plural(games, "game", "games"))
}

/// A month below a chart: `Nov 2026`.
pub fn short_month(first: Date) -> String {
    first.strftime("%b %Y").to_string()
}

/// As much of what was typed as a sentence can hold, without what XML cannot: feeds say it too.
fn quoted(typed: &str) -> String {
    let can_be_shown = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    without_overrides(typed).chars().filter(can_be_shown).take(80).collect()
}
