//! What the computer says of games and positions, and why it says nothing.

use super::plural;

/// The game of this page or board is not over.
pub const GAME_RUNS: &str = "The computer says nothing about a game that is still running.";

/// The position is the asker's own business.
pub fn own_game(versus: &str) -> String {
    format!(
        "This position is from your game against {versus}, which is still running. The computer says nothing about it until the game is over."
    )
}

/// It nearly is.
pub fn near_own_game(versus: &str) -> String {
    format!(
        "This position is close to the one in your game against {versus}, which is still running. The computer says nothing about it until the game is over."
    )
}

/// The position stands on a board of others.
pub const OTHERS_GAME: &str =
    "This position stands on the board of a game that is still running. The computer says nothing about it for now.";

/// There is nothing to look at.
pub const NO_TURNS: &str = "There are no turns to look through.";

/// Three sides.
pub const MANY_SIDES: &str =
    "The computer analyses games between two sides. Here each player is alone, or somebody drops out.";

/// A position in which the game is over.
pub const OVER: &str = "The game is over in this position.";

/// Nobody could do it.
pub fn no_engine(variant: &str) -> String {
    format!("There is no engine for {variant} at the moment.")
}

/// A limit.
pub fn too_many_games(max: i64) -> String {
    format!("You can ask for the analysis of {max} games within 24 hours. Try again tomorrow.")
}

/// A limit.
pub fn too_many_positions(max: i64) -> String {
    format!("You can ask about {max} positions within an hour. Try again later.")
}

/// A limit.
pub fn too_many_lines(max: i64) -> String {
    format!("You can ask about {max} lines within an hour. Try again later.")
}

/// A limit.
pub fn line_too_long(max: usize) -> String {
    format!(
        "The computer looks through lines of at most {max} positions. Remove some turns, or ask about single positions."
    )
}

/// Some of it is held back.
pub fn held_back(positions: usize) -> String {
    let what = plural(positions, "1 position is".to_owned(), format!("{positions} positions are"));
    format!("{what} left out for you, because a game that is still running is at, or close to, the same position.")
}

/// How many of a player's turns were judged.
pub fn of_turns(judged: usize, made: usize) -> String {
    let turns = plural(made, "turn", "turns");
    format!("{judged} of {made} {turns}")
}

/// A moment: what a turn did to its side's chances, in hundredths.
pub fn moment(side: &str, before: u32, after: u32) -> String {
    format!("{side}’s chances fell from {before}% to {after}%.")
}

/// A point of the graph: after which turn, what it is marked with, and the chances of the first side in hundredths.
pub fn point(turn: Option<&str>, mark: Option<&str>, side: &str, chances: u32) -> String {
    let turn = turn.unwrap_or("Start");
    let mark = mark.map(|mark| format!(", {mark}")).unwrap_or_default();
    format!("{turn}{mark}: {chances}% for {side}")
}

/// The chances of a side in hundredths.
pub fn chances(side: &str, chances: u32) -> String {
    format!("{chances}% for {side}")
}

/// One and many of what a mark says.
const ONLY: [&str; 2] = ["only good turn", "only good turns"];
const INACCURACY: [&str; 2] = ["inaccuracy", "inaccuracies"];
const MISTAKE: [&str; 2] = ["mistake", "mistakes"];
const BLUNDER: [&str; 2] = ["blunder", "blunders"];

/// The name of a mark by its key, for one and for many.
pub fn mark(key: &str) -> [&'static str; 2] {
    match key {
        "only" => ONLY,
        "inaccuracy" => INACCURACY,
        "mistake" => MISTAKE,
        _ => BLUNDER,
    }
}
