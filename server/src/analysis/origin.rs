//! [`Origin`]: the game of a collection that a board was opened from, to go back to it.

use std::fmt;
use std::str::FromStr;

use crate::platform::chance::could_be_short_id;

/// A game of a collection. In forms it is `abcdefghij/12/200`. It is a link and no more: who may look at the game is asked there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The collection's name in its address.
    pub collection: String,
    /// The game's number in it, from 1.
    pub number: i32,
    /// How many games it had; `None` on a page of the release before.
    pub games: Option<i32>,
}

impl Origin {
    /// The path of the game's page.
    pub fn path(&self) -> String {
        format!("/collections/{}/games/{}", self.collection, self.number)
    }

    /// The path of the game before it.
    pub fn previous(&self) -> Option<String> {
        (self.number > 1).then(|| Self { number: self.number - 1, ..self.clone() }.path())
    }

    /// The path of the game after it.
    pub fn next(&self) -> Option<String> {
        self.games
            .is_some_and(|games| self.number < games)
            .then(|| Self { number: self.number + 1, ..self.clone() }.path())
    }

    /// The path of the collection's.
    pub fn collection_path(&self) -> String {
        format!("/collections/{}", self.collection)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.collection, self.number)?;
        self.games.map_or(Ok(()), |games| write!(f, "/{games}"))
    }
}

/// A text names no game of a collection.
#[derive(Debug)]
pub struct NoOrigin;

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let (collection, numbers) = text.split_once('/').ok_or(NoOrigin)?;
        let (number, games) = match numbers.split_once('/') {
            Some((number, games)) => (number, Some(games)),
            None => (numbers, None),
        };
        let read = |number: &str| number.parse().ok().filter(|number| *number > 0).ok_or(NoOrigin);
        let collection = could_be_short_id(collection).then(|| collection.to_owned()).ok_or(NoOrigin)?;
        Ok(Self { collection, number: read(number)?, games: games.map(read).transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_game_of_a_collection_is_linked_to() {
        let path = |text: &str| text.parse::<Origin>().ok().map(|origin| origin.path());
        assert_eq!(path("abcdefghij/12").as_deref(), Some("/collections/abcdefghij/games/12"));
        assert_eq!(path("abcdefghij/12/200").as_deref(), Some("/collections/abcdefghij/games/12"));
        for text in [
            "",
            "/",
            "abcdefghij",
            "abcdefghij/0",
            "abcdefghij/x",
            "../12",
            "//evil.example/12",
            "a/b/1",
            "abcdefghij/1/x",
        ] {
            assert_eq!(path(text), None, "{text}");
        }
    }

    #[test]
    fn games_of_a_collection_follow_each_other() {
        let neighbours = |number| {
            let origin = Origin { collection: "abcdefghij".to_owned(), number, games: Some(3) };
            [origin.previous(), origin.next()]
                .map(|path| path.map(|path| path.replace("/collections/abcdefghij/games/", "")))
        };
        assert_eq!(neighbours(1), [None, Some("2".to_owned())]);
        assert_eq!(neighbours(2), [Some("1".to_owned()), Some("3".to_owned())]);
        assert_eq!(neighbours(3), [Some("2".to_owned()), None]);
    }
}
