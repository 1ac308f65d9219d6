//! [`SavedSearches`]: the part of a page with a search that saves it, and leads to those that were saved there.

use super::store::{self, SavedSearch};
use super::{SearchName, SearchPlace};
use crate::accounts::Viewer;
use crate::library::Asked;
use crate::platform::database::Pool;
use crate::web::form::form_fields;

/// What a viewer has saved of the searches of a page, and what they can save.
#[derive(Debug, Default)]
pub struct SavedSearches {
    /// Those that were saved on this page, in the order of their names.
    pub searches: Vec<SavedSearch>,
    /// What the page searches for.
    query: String,
    /// What a form sends along to save it. Empty: it is saved already, or is none that can be.
    pub unsaved: Vec<(String, String)>,
}

impl SavedSearches {
    /// The most characters of a name.
    pub const MAX_NAME_CHARS: usize = SearchName::MAX_CHARS;

    /// Those of a page that asks for games of this site, or of the collection that is named by its address.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        pool: &Pool,
        viewer: Option<&Viewer>,
        asked: &Asked,
        collection: Option<&str>,
    ) -> anyhow::Result<Self> {
        let Some(viewer) = viewer else { return Ok(Self::default()) };
        let is_here = |search: &SavedSearch| match &search.place {
            SearchPlace::Site => collection.is_none(),
            SearchPlace::Collection(other) => collection == Some(&other.id),
            SearchPlace::Hidden => false,
        };
        let mut searches = store::of_player(pool, viewer.id).await?;
        searches.retain(is_here);
        let query = asked.query(&["after"]);
        let is_saved = searches.iter().any(|search| search.query == query);
        let mut unsaved = Vec::new();
        if asked.leaves_games_out() && !is_saved {
            unsaved = form_fields(asked);
            unsaved.retain(|(name, _)| name != "after");
            unsaved.extend(collection.map(|id| ("collection".to_owned(), id.to_owned())));
        }
        Ok(Self { searches, query, unsaved })
    }

    /// The same where something is wrong with what is asked for: that cannot be saved.
    pub fn of_refused(self) -> Self {
        Self { unsaved: Vec::new(), ..self }
    }

    /// Whether what is shown is one of them.
    pub fn is_shown(&self, search: &SavedSearch) -> bool {
        self.query == search.query
    }
}
