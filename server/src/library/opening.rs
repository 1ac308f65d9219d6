//! The first turns of games, as text that is searched by its beginning.

use std::fmt::Display;

use domain::correspondence::game::Game;
use domain::rules::position::Position;
use domain::rules::turn_list::split_turns;
use domain::rules::variant::Variant;

use crate::web::search_error::SearchError;

/// So many of its first turns a game is found by: what comes later is found as a position.
pub const DEPTH: usize = 20;

/// The first turns of a game; none of a game that began from a position of
/// its own.
pub fn of_game(game: &Game) -> String {
    if game.setup().start.is_some() {
        return String::new();
    }
    text(game.turns().iter().map(|turn| &turn.text))
}

/// The first turns as they are searched: a space after each, so that whole turns are compared.
pub fn text(turns: impl IntoIterator<Item = impl Display>) -> String {
    turns.into_iter().take(DEPTH).map(|turn| format!("{turn} ")).collect()
}

/// The beginning of the texts of games that began with these turns, by variant: those that are typed may be turns of several.
///
/// # Errors
/// They cannot be made in any of these variants, or are too many.
pub fn read(typed: &str, variants: &[Variant]) -> Result<Vec<(Variant, String)>, SearchError> {
    let turns: Vec<&str> = split_turns(typed).collect();
    if turns.is_empty() {
        return Ok(Vec::new());
    }
    if turns.len() > DEPTH {
        return Err(SearchError::TooManyFirstTurns(DEPTH));
    }
    let played: Vec<_> = variants.iter().map(|&variant| (variant, play(&turns, variant))).collect();
    let read = |(variant, text): &(Variant, Result<String, (usize, SearchError)>)| Some((*variant, text.clone().ok()?));
    let openings: Vec<_> = played.iter().filter_map(read).collect();
    if !openings.is_empty() {
        return Ok(openings);
    }
    // Of the variant in which most of them can be made.
    let errors = played.into_iter().filter_map(|(_, text)| text.err());
    let furthest = errors.reduce(|best, other| if other.0 > best.0 { other } else { best });
    Err(furthest.map_or(SearchError::TooManyFirstTurns(DEPTH), |(_, error)| error))
}

/// The turns as they are stored, or at which of them it ends and why.
fn play(turns: &[&str], variant: Variant) -> Result<String, (usize, SearchError)> {
    let mut position = Position::start(variant);
    let mut text = String::new();
    for (number, &typed) in (1..).zip(turns) {
        let turn = position.read_turn(typed);
        let turn = turn.map_err(|error| (number, SearchError::Turn { number, typed: typed.to_owned(), error }))?;
        text += &position.write_turn(turn);
        text.push(' ');
        position = position.play(turn);
    }
    Ok(text)
}
