//! [`Asked`]: which games the explorer is to look at, as the query of an address or a form has it.

use serde::{Deserialize, Serialize};

use crate::web::form::form_fields;

/// What is asked for, field by field; what is empty leaves nothing out. The names are those of the search for games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Asked {
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
}

impl Asked {
    /// Whether anything is asked for.
    pub fn is_narrowed(&self) -> bool {
        *self != Self::default()
    }

    /// The fields that something is typed in.
    pub fn fields(&self) -> Vec<(String, String)> {
        form_fields(self)
    }

    /// The fields of a search for the same games.
    pub fn of_search(&self) -> Vec<(String, String)> {
        let day = |(name, typed): (String, String)| match name.as_str() {
            "from-year" => ("from".to_owned(), format!("{typed}-01-01")),
            "to-year" => ("to".to_owned(), format!("{typed}-12-31")),
            _ => (name, typed),
        };
        self.fields().into_iter().map(day).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_for_the_same_games_asks_for_days() {
        let asked = Asked { rating_from: "1400".to_owned(), to_year: "2026".to_owned(), ..Asked::default() };
        let fields = asked.of_search().into_iter().map(|(name, typed)| format!("{name}={typed}"));
        assert_eq!(fields.collect::<Vec<_>>(), ["rating-from=1400", "to=2026-12-31"]);
        assert!(asked.is_narrowed() && !Asked::default().is_narrowed());
    }
}
