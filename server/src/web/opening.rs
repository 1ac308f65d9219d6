//! The first turns of games, as text that is searched by its beginning.

use std::fmt::Display;

use domain::correspondence::game::Game;
use domain::rules::duck::DUCK_SIGNS;
use domain::rules::position::{ANY_DUCK, Position};
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

/// The beginning of the texts of games that began with these turns, by variant: those that are typed may be turns of several. Of a piece move
/// that is typed alone, or as `e4@*`, the duck may have gone anywhere. Where the duck then decides which piece has to be named with its file or rank, games that
/// have it named otherwise are not found.
///
/// # Errors
/// They cannot be made in any of these variants, or are too many.
pub fn read(typed: &str, variants: &[Variant]) -> Result<Vec<(Variant, String)>, SearchError> {
    let turns = with_ducks(split_turns(typed));
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

/// Some write the duck apart from the piece move, with another sign in front: `e4 Θc6`. Any duck is always `@*`.
fn with_ducks<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut turns = Vec::<String>::new();
    for word in words {
        match turns.last_mut() {
            Some(turn) if word.starts_with(DUCK_SIGNS) => *turn += word,
            _ => turns.push(word.to_owned()),
        }
    }
    for turn in &mut turns {
        if let Some(rest) = turn.strip_suffix('*').filter(|rest| rest.ends_with(DUCK_SIGNS)) {
            *turn = rest.trim_end_matches(DUCK_SIGNS).to_owned() + ANY_DUCK;
        }
    }
    turns
}

/// The turns as they are stored, those with any duck as `e4@*`, or at which of them it ends and why.
fn play(turns: &[String], variant: Variant) -> Result<String, (usize, SearchError)> {
    let mut position = Position::start(variant);
    let mut text = String::new();
    for (number, typed) in (1..).zip(turns) {
        let pattern = match position.read_pattern(typed) {
            Err(error) if error.lacks_duck() => position.read_pattern(&format!("{typed}{ANY_DUCK}")),
            read => read,
        };
        let pattern = pattern.map_err(|error| (number, SearchError::Turn { number, typed: typed.clone(), error }))?;
        text += &position.write_pattern(pattern);
        text.push(' ');
        position = position.play_pattern(pattern);
    }
    Ok(text)
}

/// What the texts of games that began so have in common: all of it, or the beginning until a duck may have gone anywhere.
pub fn literal(opening: &str) -> &str {
    opening.split_once('*').map_or(opening, |(literal, _)| literal)
}

/// First turns that were typed, on a board.
pub struct ShownTurns {
    /// Those before the first that does not say where the duck goes.
    pub text: String,
    /// Whether the board shows all of them.
    pub are_all: bool,
}

/// What a board shows of typed first turns: it has to know where the duck went.
///
/// # Errors
/// They cannot be made in the variant, or are too many.
pub fn shown(typed: &str, variant: Variant) -> Result<ShownTurns, SearchError> {
    let read = read(typed, &[variant])?;
    let text = read.first().map_or("", |(_, text)| text);
    let literal = literal(text);
    let whole = literal.rsplit_once(' ').map_or("", |(whole, _)| whole);
    Ok(ShownTurns { text: whole.to_owned(), are_all: literal == text })
}

/// Whether a board that shows typed first turns stops after these, because the next does not say where the duck goes.
pub fn stops_after(typed: &str, turns: &[String], variant: Variant) -> bool {
    shown(typed, variant).is_ok_and(|shown| !shown.are_all && shown.text == turns.join(" "))
}

/// The pattern, as of `like` in SQL, of the texts of games that began so. The name of a duck's square has two letters, and nothing in a turn means
/// something else to `like`.
pub fn like(opening: &str) -> String {
    opening.replace('*', "__") + "%"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_stops_before_the_first_turn_without_a_duck() {
        let shown = |typed: &str, variant| shown(typed, variant).ok().map(|shown| (shown.text, shown.are_all));
        let of_duck = |typed| shown(typed, Variant::Duck);
        assert_eq!(of_duck("1. e4@c6 e6 d4@d6"), Some(("e4@c6".to_owned(), false)));
        assert_eq!(of_duck("e4 e6@e2"), Some((String::new(), false)));
        assert_eq!(of_duck("e4@c6 e6@e2"), Some(("e4@c6 e6@e2".to_owned(), true)));
        assert_eq!(of_duck(""), Some((String::new(), true)));
        assert_eq!(of_duck("e9"), None);
        assert_eq!(shown("e4 e5", Variant::Chess), Some(("e4 e5".to_owned(), true)));
        let stops = |typed, turns: &[&str]| {
            stops_after(typed, &turns.iter().map(ToString::to_string).collect::<Vec<_>>(), Variant::Duck)
        };
        assert!(stops("e4@c6 e6", &["e4@c6"]) && stops("e4", &[]));
        assert!(!stops("e4@c6 e6", &[]) && !stops("e4@c6 e6", &["e4@c6", "e6@e2"]) && !stops("e4@c6 e6", &["e4@d6"]));
        assert!(!stops("e4@c6", &["e4@c6"]), "they are all shown");
    }

    #[test]
    fn the_duck_may_be_left_open_or_written_apart() {
        let read = |typed: &str, variant| read(typed, &[variant]).map(|mut openings| openings.remove(0).1);
        let of_duck = |typed| read(typed, Variant::Duck).unwrap();
        assert_eq!(of_duck("1.e4@* c6@e3 2.Bb5"), "e4@* c6@e3 Bb5@* ");
        assert_eq!(of_duck("e2e4 e7e5"), "e4@* e5@* ");
        assert_eq!(of_duck("e4,* e5 Θ*"), "e4@* e5@* ");
        assert_eq!(of_duck("1. e4 Θc6 d5 @e2"), "e4@c6 d5@e2 ");
        assert!(read("e4 e3", Variant::Duck).is_err(), "nothing else is left open");
        let chess = read("e4 e5 Nf3", Variant::Chess).unwrap();
        assert_eq!(chess, "e4 e5 Nf3 ");
        assert_eq!([literal("e4@* c6@e2 "), literal(&chess)], ["e4@", "e4 e5 Nf3 "]);
        assert_eq!(like("e4@* c6@e2 "), "e4@__ c6@e2 %");
    }
}
