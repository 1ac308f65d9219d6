//! `/collections`: a player's own collections, with the form for a new one; and `/collections/public`.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};

use super::collection::{Collection, CollectionName, Visibility};
use super::upload::UploadForm;
use super::{MAX_FILE_BYTES, store};
use crate::accounts::Viewer;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::paging::{PageQuery, Paging};
use crate::web::public_list::{ListOrder, ListQuery};

/// How many public collections are on a page.
const A_PAGE: i64 = 30;
/// What the orders of public collections are called.
const ORDERS: [(ListOrder, &str); 3] =
    [(ListOrder::Latest, "Newest"), (ListOrder::Largest, "Most games"), (ListOrder::Name, "Name")];

#[derive(Template)]
#[template(path = "collections/mine.html")]
struct MinePage {
    layout: Layout,
    collections: Vec<Collection>,
    form: UploadForm,
    problems: Problems,
}

impl MinePage {
    fn megabytes(&self) -> u64 {
        MAX_FILE_BYTES / 1024 / 1024
    }

    fn chosen(&self) -> Visibility {
        Visibility::chosen(&self.form.visibility).unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "collections/public.html")]
struct PublicPage {
    layout: Layout,
    collections: Vec<Collection>,
    query: ListQuery,
    paging: Paging,
}

/// `GET /collections`
///
/// # Errors
/// Nobody is signed in, or the database fails.
pub async fn mine(State(app): State<App>, layout: Layout, viewer: Viewer) -> Result<Response, Error> {
    let page = page(&app, layout, &viewer, UploadForm::default(), Problems::default()).await?;
    Ok(Page::new(page).into_response())
}

/// The page again, with what is wrong with its form.
///
/// # Errors
/// The database fails.
pub async fn refused(
    app: &App,
    layout: Layout,
    viewer: &Viewer,
    form: UploadForm,
    problems: Problems,
) -> anyhow::Result<Response> {
    Ok(Page::refused(page(app, layout, viewer, form, problems).await?).into_response())
}

async fn page(
    app: &App,
    layout: Layout,
    viewer: &Viewer,
    form: UploadForm,
    problems: Problems,
) -> anyhow::Result<MinePage> {
    let collections = store::of_owner(&app.pool, &viewer.player()).await?;
    Ok(MinePage { layout, collections, form, problems })
}

/// `GET /collections/public`, perhaps with `?q=` and `?sort=`.
///
/// # Errors
/// The database fails.
pub async fn public(
    State(app): State<App>,
    layout: Layout,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Response, Error> {
    let page = page.of(A_PAGE);
    let mut collections = store::public(&app.pool, &query, (page.limit(), page.offset())).await?;
    let paging = page.loaded(&mut collections, query.address("/collections/public"));
    let is_missing = paging.missing().is_some();
    let page = PublicPage { layout, collections, query, paging };
    Ok(if is_missing { Page::missing(page) } else { Page::new(page) }.into_response())
}
