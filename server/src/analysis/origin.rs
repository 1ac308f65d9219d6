//! [`Origin`]: the game of a collection that a board was opened from, to go back to it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::platform::chance::could_be_short_id;

/// A game of a collection, and how it was come to. In forms it is JSON. It is for links and no more: who may look at the game is asked there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Origin {
    /// The collection's name in its address.
    pub collection: String,
    /// The game's number in it, from 1.
    pub number: i32,
    /// Where it stands; `None` on a page of the release before.
    pub among: Option<Among>,
    /// The search that found it, as the query of an address; empty if it stands among all games of the collection.
    pub search: String,
    /// Whether the collection is the viewer's.
    pub is_own: bool,
}

/// Where a game stands among others, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Among {
    /// Its place, from 1.
    pub place: i64,
    /// How many there are.
    pub all: i64,
    /// The number of the game before it.
    pub previous: Option<i32>,
    /// The number of the game after it.
    pub next: Option<i32>,
}

impl Origin {
    /// The path of a game's page.
    fn path_of(&self, number: i32) -> String {
        format!("/collections/{}/games/{number}", self.collection)
    }

    /// An address with the search.
    fn with_search(&self, path: String) -> String {
        if self.search.is_empty() { path } else { format!("{path}?{}", self.search) }
    }

    /// The address of the game's page.
    pub fn address(&self) -> String {
        self.with_search(self.path_of(self.number))
    }

    /// The path of the game as PGN.
    pub fn pgn(&self) -> String {
        format!("{}.pgn", self.path_of(self.number))
    }

    /// Where its owner deletes it.
    pub fn deletion(&self) -> Option<String> {
        self.is_own.then(|| format!("{}/delete", self.path_of(self.number)))
    }

    /// The address of the game before it.
    pub fn previous(&self) -> Option<String> {
        Some(self.with_search(self.path_of(self.among?.previous?)))
    }

    /// The address of the game after it.
    pub fn next(&self) -> Option<String> {
        Some(self.with_search(self.path_of(self.among?.next?)))
    }

    /// Its place, and among how many.
    pub fn place(&self) -> Option<(i64, i64)> {
        self.among.map(|among| (among.place, among.all))
    }

    /// The address of the collection, or of what was found in it.
    pub fn collection_address(&self) -> String {
        self.with_search(format!("/collections/{}", self.collection))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A text names no game of a collection.
#[derive(Debug)]
pub struct NoOrigin;

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let origin = if text.starts_with('{') { serde_json::from_str(text).ok() } else { read_earlier(text) };
        let is_one = |origin: &Self| could_be_short_id(&origin.collection) && origin.number > 0;
        origin.filter(is_one).ok_or(NoOrigin)
    }
}

/// As the release before wrote it: `abcdefghij/12/200`, the last of which is how many games there were.
fn read_earlier(text: &str) -> Option<Origin> {
    let mut parts = text.split('/');
    let (collection, number) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
    Some(Origin { collection, number, among: None, search: String::new(), is_own: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AMONG: Among = Among { place: 2, all: 3, previous: Some(7), next: None };

    fn origin() -> Origin {
        let search = "player=d%27or&sort=newest".to_owned();
        Origin { collection: "abcdefghij".to_owned(), number: 12, among: Some(AMONG), search, is_own: true }
    }

    #[test]
    fn nothing_but_a_game_of_a_collection_is_linked_to() {
        let address = |text: &str| text.parse::<Origin>().ok().map(|origin| origin.address());
        assert_eq!(address("abcdefghij/12").as_deref(), Some("/collections/abcdefghij/games/12"));
        assert_eq!(address("abcdefghij/12/200").as_deref(), Some("/collections/abcdefghij/games/12"));
        let elsewhere = Origin { collection: "/evil.example".to_owned(), ..origin() }.to_string();
        for text in [
            "",
            "/",
            "abcdefghij",
            "abcdefghij/0",
            "abcdefghij/x",
            "../12",
            "//evil.example/12",
            "a/b/1",
            "{}",
            &elsewhere,
        ] {
            assert_eq!(address(text), None, "{text}");
        }
    }

    #[test]
    fn it_comes_back_from_a_form() {
        assert_eq!(origin().to_string().parse::<Origin>().unwrap(), origin());
    }

    #[test]
    fn games_that_were_found_follow_each_other_and_lead_back_to_the_search() {
        let origin = origin();
        assert_eq!(origin.previous().unwrap(), "/collections/abcdefghij/games/7?player=d%27or&sort=newest");
        assert_eq!(origin.next(), None);
        assert_eq!(origin.collection_address(), "/collections/abcdefghij?player=d%27or&sort=newest");
        assert_eq!(origin.pgn(), "/collections/abcdefghij/games/12.pgn");
        assert_eq!(Origin { search: String::new(), ..origin }.address(), "/collections/abcdefghij/games/12");
    }
}
