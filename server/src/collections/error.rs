//! Why a form about a collection is refused.

use super::{MAX_BYTES_OF_PLAYER, MAX_COLLECTIONS, MAX_FILE_BYTES, MAX_WAITING};
use crate::wording::{Explained, collections as words};

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionError {
    /// There is no file, or it is empty or blank.
    NoFile,
    /// The file is no text.
    NotText,
    /// The file is UTF-16.
    Utf16,
    /// The file is too large.
    LargeFile,
    /// The player has as many collections as one can have.
    TooManyCollections,
    /// The player has as many files waiting as one can have.
    TooManyWaiting,
    /// The player's files are as large as they can be together.
    Full,
}

impl Explained for CollectionError {
    fn code(&self) -> &'static str {
        match self {
            Self::NoFile => "no-file",
            Self::NotText => "not-text",
            Self::Utf16 => "utf-16",
            Self::LargeFile => "large-file",
            Self::TooManyCollections => "too-many-collections",
            Self::TooManyWaiting => "too-many-waiting",
            Self::Full => "full",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoFile => words::NO_FILE.to_owned(),
            Self::NotText => words::NOT_TEXT.to_owned(),
            Self::Utf16 => words::UTF_16.to_owned(),
            Self::LargeFile => words::large_file(MAX_FILE_BYTES / 1024 / 1024),
            Self::TooManyCollections => words::too_many_collections(MAX_COLLECTIONS),
            Self::TooManyWaiting => words::too_many_waiting(MAX_WAITING),
            Self::Full => words::full(MAX_BYTES_OF_PLAYER / 1024 / 1024),
        }
    }
}
