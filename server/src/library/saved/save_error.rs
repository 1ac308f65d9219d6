//! Why a search is not saved.

use super::{MAX_SEARCHES, SearchName};
use crate::wording::{Explained, library as words};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// It has no name.
    NoName,
    /// Its name is too long.
    LongName,
    /// Another search of the player is called so.
    NameTaken,
    /// The player has as many as one can have.
    TooMany,
    /// Nothing is asked for: that is the page itself.
    Nothing,
    /// More is asked for than can be kept.
    TooLong,
}

domain::codes! {
    SaveError {
        NoName => "no-name",
        LongName => "long-name",
        NameTaken => "name-taken",
        TooMany => "too-many-searches",
        Nothing => "nothing-asked",
        TooLong => "query-too-long",
    }
}

impl Explained for SaveError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoName => words::NAME_THE_SEARCH.to_owned(),
            Self::LongName => words::long_search_name(SearchName::MAX_CHARS),
            Self::NameTaken => words::SEARCH_NAME_TAKEN.to_owned(),
            Self::TooMany => words::too_many_searches(MAX_SEARCHES),
            Self::Nothing => words::NOTHING_TO_SAVE.to_owned(),
            Self::TooLong => words::SEARCH_TOO_LONG.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SaveError;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        use SaveError::{LongName, NameTaken, NoName, Nothing, TooLong, TooMany};
        each_is_explained(SaveError::CODES, &[NoName, LongName, NameTaken, TooMany, Nothing, TooLong]);
    }
}
