//! [`Origin`]: the game of a collection that a board was opened from, to go back to it.

use serde::{Deserialize, Serialize};

use crate::platform::chance::could_be_short_id;

/// A game of a collection, and how it was come to. It is for links and no more: who may look at the game is asked there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The collection's name in its address.
    pub collection: String,
    /// The game's number in it, from 1.
    pub number: i32,
    /// How it was come to.
    pub way: Way,
}

/// How a game of a collection was come to. Forms have it in a field of its own, of which the release before knows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Way {
    /// Where the game stands among others; `None` if that took too long to tell, or on a page of the release before.
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
    /// What two fields of a form say, as [`Self::key`] and [`Self::way`] wrote them; `None`: no game of a collection.
    pub fn read(key: &str, way: &str) -> Option<Self> {
        // On a page of the release before, the number of games follows.
        let mut parts = key.split('/');
        let (collection, number) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
        let is_one = could_be_short_id(&collection) && number > 0;
        is_one.then(|| Self { collection, number, way: serde_json::from_str(way).unwrap_or_default() })
    }

    /// Which game it is, for a form: `abcdefghij/12`.
    pub fn key(&self) -> String {
        format!("{}/{}", self.collection, self.number)
    }

    /// How it was come to, for a form: JSON.
    pub fn way(&self) -> String {
        serde_json::to_string(&self.way).unwrap_or_default()
    }

    /// The path of a game's page.
    fn path_of(&self, number: i32) -> String {
        format!("/collections/{}/games/{number}", self.collection)
    }

    /// An address with the search.
    fn with_search(&self, path: String) -> String {
        if self.way.search.is_empty() { path } else { format!("{path}?{}", self.way.search) }
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
        self.way.is_own.then(|| self.with_search(format!("{}/delete", self.path_of(self.number))))
    }

    /// The address of the game before it.
    pub fn previous(&self) -> Option<String> {
        Some(self.with_search(self.path_of(self.way.among?.previous?)))
    }

    /// The address of the game after it.
    pub fn next(&self) -> Option<String> {
        Some(self.with_search(self.path_of(self.way.among?.next?)))
    }

    /// Its place, and among how many.
    pub fn place(&self) -> Option<(i64, i64)> {
        self.way.among.map(|among| (among.place, among.all))
    }

    /// The address of the collection, or of what was found in it.
    pub fn collection_address(&self) -> String {
        self.with_search(format!("/collections/{}", self.collection))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        let among = Some(Among { place: 2, all: 3, previous: Some(7), next: None });
        let way = Way { among, search: "player=d%27or&sort=newest".to_owned(), is_own: true };
        Origin { collection: "abcdefghij".to_owned(), number: 12, way }
    }

    #[test]
    fn nothing_but_a_game_of_a_collection_is_linked_to() {
        let address = |key: &str| Origin::read(key, "no way").map(|origin| origin.address());
        assert_eq!(address("abcdefghij/12").as_deref(), Some("/collections/abcdefghij/games/12"));
        assert_eq!(address("abcdefghij/12/200").as_deref(), Some("/collections/abcdefghij/games/12"));
        for key in ["", "/", "abcdefghij", "abcdefghij/0", "abcdefghij/x", "../12", "//evil.example/12", "a/b/1"] {
            assert_eq!(address(key), None, "{key}");
        }
    }

    #[test]
    fn it_comes_back_from_a_form() {
        assert_eq!(Origin::read(&origin().key(), &origin().way()).unwrap(), origin());
    }

    #[test]
    fn games_that_were_found_follow_each_other_and_lead_back_to_the_search() {
        let origin = origin();
        assert_eq!(origin.previous().unwrap(), "/collections/abcdefghij/games/7?player=d%27or&sort=newest");
        assert_eq!(origin.next(), None);
        assert_eq!(origin.collection_address(), "/collections/abcdefghij?player=d%27or&sort=newest");
        assert_eq!(origin.deletion().unwrap(), "/collections/abcdefghij/games/12/delete?player=d%27or&sort=newest");
        assert_eq!(origin.pgn(), "/collections/abcdefghij/games/12.pgn");
        assert_eq!(Origin { way: Way::default(), ..origin }.address(), "/collections/abcdefghij/games/12");
    }
}
