//! [`Published`]: the collections and studies that a player shows to everybody.

use serde::Deserialize;

use crate::wording::{collections, shared_studies};

/// What a player has published, the newest first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Collections, then studies.
    pub works: Vec<Work>,
    /// Whether there are more of either than are shown.
    pub has_more: bool,
}

/// A collection or a study.
#[derive(Debug, PartialEq, Eq)]
pub struct Work {
    /// The path of its page.
    pub path: String,
    /// What its owner calls it.
    pub name: String,
    /// What it is, and how large: `collection, 12 games`.
    pub what: String,
}

/// The same as the database says it: one more of each than is shown, if there are so many.
#[derive(Debug, Default, Deserialize)]
pub struct FoundPublished {
    collections: Vec<FoundWork>,
    studies: Vec<FoundWork>,
}

#[derive(Debug, Deserialize)]
struct FoundWork {
    id: String,
    name: String,
    /// How many games or chapters it has.
    size: i64,
}

impl Published {
    /// So many of each are shown.
    pub const SHOWN: usize = 20;

    /// What is shown of what was found.
    pub fn of(found: FoundPublished) -> Self {
        let has_more = found.collections.len().max(found.studies.len()) > Self::SHOWN;
        let shown = |works: Vec<FoundWork>, folder: &'static str, what: fn(i64) -> String| {
            works.into_iter().take(Self::SHOWN).map(move |found| Work {
                path: format!("/{folder}/{}", found.id),
                name: found.name,
                what: what(found.size),
            })
        };
        let collections = shown(found.collections, "collections", collections::of_size);
        let studies = shown(found.studies, "studies", shared_studies::of_size);
        Self { works: collections.chain(studies).collect(), has_more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_shown_than_fit() {
        let works = |games: usize| FoundPublished {
            collections: (0..games)
                .map(|n| FoundWork { id: n.to_string(), name: format!("No. {n}"), size: 1 })
                .collect(),
            studies: Vec::new(),
        };
        let all = Published::of(works(Published::SHOWN));
        assert!(!all.has_more && all.works.len() == Published::SHOWN);
        let some = Published::of(works(Published::SHOWN + 1));
        assert!(some.has_more && some.works == all.works);
    }
}
