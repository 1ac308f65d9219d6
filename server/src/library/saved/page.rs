//! `/games/searches`: a player's saved searches, to be opened, renamed and removed; and the form that saves one, which `/games` has too.

use askama::Template;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::save_error::SaveError;
use super::store::{self, SavedSearch};
use super::{MAX_QUERY_BYTES, SearchName, SearchPlace};
use crate::accounts::Viewer;
use crate::explorer;
use crate::library::asked::{Asked, Chip};
use crate::platform::error::Error;
use crate::platform::now::ReceivedAt;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::{Problems, form_fields};
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};

/// The page, where a search that is to be saved is sent to.
const PATH: &str = "/games/searches";

/// A search that is to be saved: what it asks for, and its name.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct SaveForm {
    name: String,
    /// The collection in which it looks; empty for the games of this site.
    collection: String,
    #[serde(flatten)]
    asked: Asked,
}

impl ResumableForm for SaveForm {}

/// Another name for a search, or its end.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ManageForm {
    name: String,
    /// `remove`, else it is renamed.
    r#do: String,
}

impl ResumableForm for ManageForm {
    fn page(&self, _sent_to: &str) -> String {
        PATH.to_owned()
    }
}

#[derive(Template)]
#[template(path = "library/searches.html")]
struct SearchesPage {
    layout: Layout,
    searches: Vec<SavedSearch>,
    problems: Problems,
    /// What is to be saved, if it could not be, or was not yet; and where it looks.
    unsaved: Option<(SaveForm, SearchPlace)>,
    /// The search that was to be renamed, and the name that was typed.
    renamed: Option<(i32, String)>,
}

impl SearchesPage {
    async fn load(app: &App, layout: Layout, viewer: &Viewer) -> anyhow::Result<Self> {
        let searches = store::of_player(&app.pool, viewer.id).await?;
        Ok(Self { layout, searches, problems: Problems::default(), unsaved: None, renamed: None })
    }

    /// What a search is called in its field, and whether something is wrong with that.
    fn typed<'a>(&'a self, search: &'a SavedSearch) -> (&'a str, bool) {
        match &self.renamed {
            Some((number, typed)) if *number == search.number => (typed, true),
            _ => (&search.name, false),
        }
    }

    fn chips(&self, form: &SaveForm) -> Vec<Chip> {
        form.asked.chips("/games")
    }

    /// What a saved search asks for; nothing of one that can no longer be read, or whose player may no longer look where it does.
    fn asked_for(&self, search: &SavedSearch) -> Vec<Chip> {
        let address = search.address().and_then(|address| address.parse().ok());
        let asked = address.and_then(|address| Query::<Asked>::try_from_uri(&address).ok());
        asked.map_or_else(Vec::new, |Query(asked)| asked.chips("/games"))
    }

    fn fields(&self, form: &SaveForm) -> Vec<(String, String)> {
        let mut fields = form_fields(&form.asked);
        if !form.collection.is_empty() {
            fields.push(("collection".to_owned(), form.collection.clone()));
        }
        fields
    }
}

/// `GET /games/searches`
///
/// # Errors
/// Nobody is signed in, or the database fails.
pub async fn list(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let kept = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let mut page = SearchesPage::load(&app, layout, &viewer).await?;
    if let Some(form) = kept.and_then(|kept| kept.form::<SaveForm>(PATH)) {
        let place = place(&app, &form, &viewer).await?;
        page.unsaved = Some((form, place));
    }
    Ok(Page::new(page).into_response())
}

/// Where a search looks that is to be saved.
async fn place(app: &App, form: &SaveForm, viewer: &Viewer) -> anyhow::Result<SearchPlace> {
    if form.collection.is_empty() {
        return Ok(SearchPlace::Site);
    }
    let collection = explorer::seen_collection(&app.pool, &form.collection, Some(viewer.id)).await?;
    Ok(collection.map_or(SearchPlace::Hidden, SearchPlace::Collection))
}

/// `POST /games/searches`: back to the search, which is saved now.
///
/// # Errors
/// Nobody is signed in, there is no such collection for them, or the database fails.
pub async fn save(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    PlayerForm { viewer, form }: PlayerForm<SaveForm>,
) -> Result<Response, Error> {
    let place = place(&app, &form, &viewer).await?;
    let path = place.path().ok_or(Error::NotFound)?;
    let asked = if place == SearchPlace::Site { form.asked.of_site() } else { form.asked.of_collection() };
    let form = SaveForm { asked, ..form };
    let query = form.asked.query(&["after"]);
    let name = SearchName::read(&form.name).and_then(|name| match query.len() {
        _ if !form.asked.leaves_games_out() => Err(SaveError::Nothing),
        bytes if bytes > MAX_QUERY_BYTES => Err(SaveError::TooLong),
        _ => Ok(name),
    });
    let saved = match name {
        Ok(name) => store::save(&app.pool, viewer.id, &name, (&query, place.collection()), now).await?,
        Err(why) => Err(why),
    };
    let Err(why) = saved else { return Ok(Redirect::to(&format!("{path}?{query}")).into_response()) };
    let mut page = SearchesPage::load(&app, layout, &viewer).await?;
    page.unsaved = Some((form, place));
    page.problems = Problems::one("name", &why);
    Ok(Page::refused(page).into_response())
}

/// `POST /games/searches/{number}`: another name for it, or none any more.
///
/// # Errors
/// Nobody is signed in, they have no such search, or the database fails.
pub async fn manage(
    State(app): State<App>,
    layout: Layout,
    Path(number): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<ManageForm>,
) -> Result<Response, Error> {
    let number: i32 = number.parse().map_err(|_| Error::NotFound)?;
    if form.r#do == "remove" {
        store::remove(&app.pool, viewer.id, number).await?;
        return Ok(Redirect::to(PATH).into_response());
    }
    let renamed = match SearchName::read(&form.name) {
        Ok(name) => store::rename(&app.pool, viewer.id, number, &name).await?,
        Err(why) => Err(why),
    };
    match renamed {
        Ok(true) => Ok(Redirect::to(PATH).into_response()),
        Ok(false) => Err(Error::NotFound),
        Err(why) => {
            let mut page = SearchesPage::load(&app, layout, &viewer).await?;
            page.renamed = Some((number, form.name));
            page.problems = Problems::one("new-name", &why);
            Ok(Page::refused(page).into_response())
        }
    }
}

/// `GET /games/searches/{number}`, as after signing in: back to the page.
pub async fn back(_viewer: Viewer) -> Redirect {
    Redirect::to(PATH)
}
