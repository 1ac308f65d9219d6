//! What is asked of a list of works that their players show to everybody: `?q=` for words of their names and descriptions and of their owners' names, and
//! `?sort=`.

use std::collections::BTreeSet;

use serde::Deserialize;

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListOrder {
    /// The last one first.
    #[default]
    Latest,
    /// The one with most in it first.
    Largest,
    /// By the alphabet.
    Name,
}

impl ListOrder {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Latest, Self::Largest, Self::Name];

    /// How an address and a statement call it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Latest => "latest",
            Self::Largest => "largest",
            Self::Name => "name",
        }
    }
}

/// The query of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
    q: String,
    sort: String,
}

impl ListQuery {
    /// The longest text that is searched for, in characters.
    pub const MOST_CHARS: usize = 100;

    /// What was searched for, as it was typed, as far as it counts.
    pub fn typed(&self) -> &str {
        let end = self.q.char_indices().nth(Self::MOST_CHARS).map_or(self.q.len(), |(end, _)| end);
        self.q[..end].trim()
    }

    /// The words that a work's name, its description or its owner's name must have, each once; none if everything is listed.
    pub fn words(&self) -> Vec<String> {
        // The database has no such character.
        let words: BTreeSet<_> = self.typed().split_whitespace().map(|word| word.replace('\0', "\u{fffd}")).collect();
        words.into_iter().collect()
    }

    /// The order; the usual one if there is no such.
    pub fn order(&self) -> ListOrder {
        ListOrder::ALL.into_iter().find(|order| order.key() == self.sort).unwrap_or_default()
    }

    /// The address of the list, of its first page.
    pub fn address(&self, path: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.typed().is_empty() {
            query.append_pair("q", self.typed());
        }
        if self.order() != ListOrder::default() {
            query.append_pair("sort", self.order().key());
        }
        match query.finish() {
            query if query.is_empty() => path.to_owned(),
            query => format!("{path}?{query}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(q: &str, sort: &str) -> ListQuery {
        ListQuery { q: q.to_owned(), sort: sort.to_owned() }
    }

    #[test]
    fn the_address_says_what_is_not_usual() {
        assert_eq!(asked(" ", "latest").address("/studies/public"), "/studies/public");
        assert_eq!(asked("", "best").address("/studies/public"), "/studies/public");
        assert_eq!(
            asked(" Duck & king", "name").address("/studies/public"),
            "/studies/public?q=Duck+%26+king&sort=name"
        );
    }

    #[test]
    fn every_word_counts_up_to_a_length() {
        assert_eq!(asked(" Anna  ÖFFNUNG ", "").words(), ["Anna", "ÖFFNUNG"]);
        assert_eq!(asked(&"x".repeat(1000), "").words(), ["x".repeat(ListQuery::MOST_CHARS)]);
        assert_eq!(asked("a\0b", "").words(), ["a\u{fffd}b"]);
    }
}
