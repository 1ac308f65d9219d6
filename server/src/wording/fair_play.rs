//! What `mallard fair-play` tells whoever runs the site.

use super::plural;

/// There is nothing to tell of.
pub fn no_rated_games(name: &str) -> String {
    format!("{name} has ended no rated game with people of a variant in which turns can be judged.")
}

/// No game was looked at that says something.
pub fn nothing_yet(name: &str, variant: &str) -> String {
    format!("{name}, {variant}: no turn is counted yet.")
}

/// What the figures are of.
pub fn heading(name: &str, variant: &str, games: usize, turns: u32, rating: i64) -> String {
    let games = plural(games, "1 rated game".to_owned(), format!("{games} rated games"));
    let turns = plural(turns, "1 turn".to_owned(), format!("{turns} turns"));
    format!("{name}, {variant}: {turns} in {games}, at a mean rating of {rating}")
}

/// The figures of other players.
pub const OTHERS: &str = "others";
/// How much these differ from each other.
pub const DEVIATION: &str = "±";

/// What is compared, by its key.
pub fn measure(key: &str) -> &'static str {
    match key {
        "first" => "the engine's first choice",
        "first-move" => "its piece move, wherever the duck went",
        "among-first" => "one of its first three choices",
        _ => "chances to win lost per turn",
    }
}

/// How far a figure is from that of others, in standard deviations.
pub fn distance(distance: f64) -> String {
    let side = if distance < 0.0 { "below" } else { "above" };
    format!("{:.1} σ {side}", distance.abs())
}

/// Whom the player is compared with.
pub fn others(players: usize, within: u32, games: i64, turns: u64) -> String {
    format!(
        "The others are {players} players within {within} rating points, with {turns} turns in {games} games. ± is their\n\
         standard deviation, and σ counts in it."
    )
}

/// There is nobody to compare with.
pub fn too_few_others(players: usize, within: u32, turns: u32, needed: usize) -> String {
    let have = match players {
        0 => "nobody else has".to_owned(),
        1 => "only 1 other player has".to_owned(),
        many => format!("only {many} other players have"),
    };
    format!(
        "There is too little to compare with: {have} made {turns} turns or more that count, within {within} rating points.\n\
         At least {needed} players are needed."
    )
}

/// The player's own figures say little.
pub fn too_few_turns(turns: u32, needed: u32) -> String {
    format!("{turns} turns are too few to say anything: below {needed} chance alone makes such figures.")
}

/// Before the list of the most striking games.
pub const STRIKING: &str = "The games that stand out most:";

/// A game: its address, when it ended, against whom; how many turns were the first choice, and of how many.
pub fn game(address: &str, date: &str, against: &str, [first, turns]: [u32; 2], lost: &str) -> String {
    format!("  {address}  {date} against {against}: {first} of {turns} turns the first choice, {lost} lost per turn")
}

/// How many of the player's rated games have been looked at.
pub fn progress(done: i64, waiting: i64, failed: i64) -> String {
    let games = plural(done, "1 rated game has".to_owned(), format!("{done} rated games have"));
    let mut said = format!("{games} been looked at, {waiting} wait to be.");
    if failed > 0 {
        said += &format!(" {failed} could not be: the worker's log says why.");
    }
    said
}

/// What must be known of all of it.
pub const HINT: &str = "This is a hint and no proof. Strong players and quiet games look like engines, and who plays few games \
                        may look like anything.\nLook at the games themselves, and hear the player, before you decide.";
