//! Puzzles: what has to be done, what a wrong turn allows, what the idea was.

use domain::rules::puzzle::{Goal, Theme};
use domain::rules::visible::without_overrides;

use super::plural;

/// Puzzles below 1200.
pub const EASY: &str = "Easy";
/// Those up to 1600.
pub const MEDIUM: &str = "Medium";
/// The others.
pub const HARD: &str = "Hard";

/// Nothing was played or typed.
pub const NO_TURN: &str = "Play a turn on the board, or type it: a piece move and the duck’s square, such as Nf3@e5.";
/// A report is empty.
pub const NO_REASON: &str = "Say what is wrong with the puzzle.";
/// In place of a rating.
pub const WARM_UP: &str = "Warm-up";
/// Where the warm-up puzzle comes from.
pub const FROM_THE_INVENTOR: &str =
    "Duck Chess’s inventor, Dr Tim Paulden: his warm-up at duckchess.com, set up here from its description";
/// Where a puzzle comes from that a worker has found.
pub const FROM_A_GAME: &str = "A game played here";
/// The name of the feed.
pub const FEED: &str = "Mallard: puzzle of the day";

/// The longest report.
pub const MAX_REASON_CHARS: usize = 1000;

/// A report is too long.
pub fn long_reason() -> String {
    format!("Say it in at most {MAX_REASON_CHARS} characters.")
}

/// A theme in an address.
pub fn no_such_theme(asked: &str) -> String {
    format!("There is no theme “{}”.", quoted(asked))
}

/// A game in an address.
pub fn no_such_game(asked: &str) -> String {
    format!("There is no game “{}” among the puzzles.", quoted(asked))
}

/// A difficulty in an address.
pub fn no_such_difficulty(asked: &str) -> String {
    format!("There is no difficulty “{}”.", quoted(asked))
}

/// As much of what an address says as a sentence can hold.
fn quoted(asked: &str) -> String {
    without_overrides(asked).chars().take(40).collect()
}

/// A rating: `1512`, or `about 1512` while too little is known.
pub fn rating(points: i64, is_provisional: bool) -> String {
    if is_provisional { format!("about {points}") } else { points.to_string() }
}

/// How hard a puzzle is, in a list.
pub fn rated(points: i64) -> String {
    format!("Rating {points}")
}

/// How hard a puzzle is, in a sentence.
pub fn level(rating: &str, is_warm_up: bool) -> String {
    if is_warm_up {
        return "None: it is for warming up.".to_owned();
    }
    let mut sentence = rating.replacen("about", "About", 1);
    sentence.push('.');
    sentence
}

/// Where a puzzle comes from, in plain words, by what its file says.
pub fn source(source: &str) -> &str {
    if source.starts_with("self-play") { "A game that the engine played against itself" } else { source }
}

/// That a puzzle is not offered any more.
pub fn retired(day: &str, because: Option<&str>) -> String {
    let because = because.map(|because| format!(" The reason: {}.", because.trim_end_matches('.'))).unwrap_or_default();
    format!("This puzzle was retired on {day}.{because} It is not offered any more, and tries at it do not count.")
}

/// What has to be done, in short: `White to move and win in 2 turns`.
pub fn goal(goal: Goal, seat: &str) -> String {
    match goal {
        Goal::Win { turns } => format!("{seat} to move and win in {turns} turns"),
        Goal::Save { .. } => format!("{seat} to move and save the king"),
    }
}

/// The same where the seat is known from elsewhere: `Win in 2`.
pub fn goal_in_list(goal: Goal) -> String {
    match goal {
        Goal::Win { turns } => format!("Win in {turns}"),
        Goal::Save { turns: 1 } => "Save the king".to_owned(),
        Goal::Save { turns } => format!("Hold out {turns} turns"),
    }
}

/// What has to be done, at length.
pub fn task(goal: Goal, seat: &str, other: &str, counts_checks: bool) -> String {
    let check = if counts_checks { " or give the third check" } else { "" };
    match goal {
        Goal::Win { turns: 2 } => format!(
            "Find the one turn, piece and duck, after which {seat} can take the king{check} next, whatever {other} does."
        ),
        Goal::Win { turns } => format!(
            "Find the one turn, piece and duck, with which {seat} wins by force: take the king{check} with turn {turns} at \
             the latest, whatever {other} does."
        ),
        Goal::Save { turns: 1 } => {
            let wins = if counts_checks { "wins" } else { "takes the king" };
            format!("After every turn but one {other} {wins} at once. Find that turn, piece and duck.")
        }
        Goal::Save { turns } => {
            format!("After every turn but one {other} wins within {turns} turns. Find that turn, piece and duck.")
        }
    }
}

/// Whose turn it is.
pub fn to_move(seat: &str) -> String {
    format!("{seat} to move.")
}

/// How it goes on after the solution.
pub fn afterwards(goal: Goal, other: &str) -> String {
    match goal {
        Goal::Win { .. } => {
            format!(
                "Whatever {other} replies, the game is won within the turns that the puzzle gives. The line shows the reply that is played here."
            )
        }
        Goal::Save { turns: 1 } => format!("After every other turn {other} wins at once."),
        Goal::Save { turns } => format!("After every other turn {other} wins within {turns} turns."),
    }
}

/// What is wrong with a turn. `reply` is `None` if the other seat cannot move; `ends` that the reply wins the game.
pub fn refuted(goal: Goal, turn: &str, reply: Option<&str>, other: &str, ends: bool) -> String {
    let Some(reply) = reply else {
        return format!("{turn} leaves {other} without a turn, and whoever cannot move has won.");
    };
    match goal {
        _ if ends => format!("{turn} loses: {other} answers {reply} and wins."),
        Goal::Win { turns: 2 } => {
            format!("{turn} does not win next turn: {other} answers {reply} and is safe for now.")
        }
        Goal::Win { .. } => format!(
            "{turn} does not win within the turns that the puzzle gives: {other} answers {reply} and holds out."
        ),
        Goal::Save { .. } => format!("{turn} loses: {other} answers {reply}, and wins with the next turn."),
    }
}

/// Which piece moves.
pub fn hint(from: &str) -> String {
    format!("The piece on {from} moves.")
}

/// What an attempt did to a player's rating: `+12 points. Your puzzle rating is about 1112.`
pub fn change(points: i64, rating: &str) -> String {
    let amount = plural(points.abs(), "1 point".to_owned(), format!("{} points", points.abs()));
    let sign = match points {
        0 => "±",
        1.. => "+",
        _ => "−",
    };
    format!("{sign}{amount}. Your puzzle rating is {rating}.")
}

/// How many players solved a puzzle at once.
pub fn tried(tried: i32, solved: i32) -> String {
    match tried {
        0 => "Nobody has tried it yet.".to_owned(),
        _ => plural(
            tried,
            format!(
                "One player has tried it, {} at once.",
                if solved == 1 { "and solved it" } else { "and did not solve it" }
            ),
            format!("{tried} players have tried it; {solved} solved it at once."),
        ),
    }
}

/// The title of an entry of the feed.
pub fn of_day(date: &str, id: i32) -> String {
    format!("Puzzle of {date}: no. {id}")
}

/// What an entry of the feed says.
pub fn in_feed(variant: &str, goal: &str, fen: &str) -> String {
    format!("{variant}: {goal}. Position: {fen}")
}

/// What the idea is.
pub const fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::DuckBlocks => "Block with the duck",
        Theme::DuckTakesFlight => "The duck takes the flight square",
        Theme::DuckMustLeave => "The duck must leave",
        Theme::LineOpened => "Lift the duck to open the line",
        Theme::DoubleAttack => "Double attack on the king",
        Theme::KnightAttack => "Knight attack",
        Theme::Quiet => "Quiet turn",
        Theme::Sacrifice => "Sacrifice",
        Theme::KingHunt => "King hunt",
        Theme::ThirdCheck => "Third check",
        Theme::SaveTheKing => "Save the king",
        Theme::DuckShields => "The duck as a shield",
        Theme::Promotion => "Promotion",
        Theme::EnPassant => "En passant",
        Theme::Castling => "Castling",
        Theme::Endgame => "Endgame",
    }
}
