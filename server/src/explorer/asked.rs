//! [`Asked`]: which games the explorer is to look at, as the query of an address or a form has it.

use serde::{Deserialize, Serialize};

use crate::web::form::form_fields;

/// What is asked for, field by field; what is empty leaves nothing out. The names are those of the search for games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Asked {
    /// The collection that they are in, by its name in its address; those that were played here without it.
    pub collection: String,
    /// The lowest mean of the players' ratings: where a band begins.
    pub rating_from: String,
    /// The highest: where a band ends.
    pub rating_to: String,
    /// The first year in which the games ended.
    pub from_year: String,
    /// The last.
    pub to_year: String,
    /// One who played.
    pub player: String,
    /// Where they sat: `first`, `second`, or a colour.
    pub seat: String,
    /// What else was asked for by the search for games from which somebody came, as the query of an address. It leaves nothing out here, and
    /// goes along until they search again.
    pub search: String,
}

impl Asked {
    /// Whether anything is asked for.
    pub fn is_narrowed(&self) -> bool {
        *self != Self { search: self.search.clone(), ..Self::default() }
    }

    /// The same without what is typed in one of the fields. A seat is that of the player.
    pub fn without(&self, field: &str) -> Self {
        let mut asked = self.clone();
        match field {
            "collection" => asked.collection.clear(),
            "rating-from" => asked.rating_from.clear(),
            "rating-to" => asked.rating_to.clear(),
            "from-year" => asked.from_year.clear(),
            "to-year" => asked.to_year.clear(),
            "player" => {
                asked.player.clear();
                asked.seat.clear();
            }
            "seat" => asked.seat.clear(),
            _ => {}
        }
        asked
    }

    /// The fields that something is typed in.
    pub fn fields(&self) -> Vec<(String, String)> {
        form_fields(self)
    }
}
