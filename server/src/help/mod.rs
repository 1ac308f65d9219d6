//! Help: articles in Markdown, an index of them and a search; and the pages about the site, whose texts an operator may
//! replace. All of it is read once, at the start, and answered from memory.
//!
//! | in | is |
//! |---|---|
//! | [`render`] | Markdown as HTML, with its headings and its words |
//! | [`text`] | plain text in words that can be compared |
//! | [`article`], [`library`] | one article; all of them, in groups |
//! | [`search`] | which articles and pages have some words |
//! | [`site_pages`] | about, terms, privacy, contact |

mod article;
mod library;
mod render;
mod search;
mod site_pages;
mod text;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde::Deserialize;

use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::wording::help as words;
use article::Article;
use library::Library;
use search::{Found, Wanted};
use site_pages::{SitePage, SitePages};

/// The pages of this feature.
///
/// # Errors
/// An article, or a text of the operator, cannot be read.
pub fn router(app: &App) -> anyhow::Result<Router<App>> {
    let library = Arc::new(Library::built_in()?);
    let knows_address = app.mailer.is_set_up() || app.config.mail_from.is_some();
    let address = knows_address.then(|| app.mailer.from().email.to_string());
    let pages = Arc::new(SitePages::read(app.config.pages_folder.as_deref(), address.as_deref())?);
    Ok(Router::new()
        .route("/help", get(index))
        .route("/help/{page}", get(show))
        .route("/about", get(async |layout, pages| show_page(layout, pages, SitePage::About)))
        .route("/terms", get(async |layout, pages| show_page(layout, pages, SitePage::Terms)))
        .route("/privacy", get(async |layout, pages| show_page(layout, pages, SitePage::Privacy)))
        .route("/contact", get(async |layout, pages| show_page(layout, pages, SitePage::Contact)))
        .layer(Extension(library))
        .layer(Extension(pages)))
}

/// The query of the index.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    q: String,
}

#[derive(Template)]
#[template(path = "help/index.html")]
struct IndexPage {
    layout: Layout,
    library: Arc<Library>,
    pages: Arc<SitePages>,
    asked: String,
    wanted: Wanted,
}

/// What a search has found.
#[derive(Default)]
struct Answer<'a> {
    found: Vec<Found<'a>>,
    /// The words that were looked for instead, if there is nothing for those that were typed.
    instead: Option<String>,
}

impl IndexPage {
    /// The articles and pages that were asked for; nothing if nothing was.
    fn answer(&self) -> Answer<'_> {
        let sources = || self.library.articles().iter().map(Article::source).chain(self.pages.sources());
        if self.wanted.is_empty() {
            return Answer::default();
        }
        let found = self.wanted.find_in(sources());
        if found.is_empty()
            && let Some(corrected) = self.wanted.corrected(sources())
        {
            return Answer { found: corrected.find_in(sources()), instead: Some(corrected.words()) };
        }
        Answer { found, instead: None }
    }
}

/// `GET /help`: all articles, or with `?q=` those that have some words, and the pages about the site that do.
async fn index(
    layout: Layout,
    Extension(library): Extension<Arc<Library>>,
    Extension(pages): Extension<Arc<SitePages>>,
    Query(Asked { q }): Query<Asked>,
) -> Response {
    let wanted = Wanted::read(&q);
    Page::new(IndexPage { layout, library, pages, asked: q.trim().to_owned(), wanted }).into_response()
}

#[derive(Template)]
#[template(path = "help/article.html")]
struct ArticlePage<'a> {
    layout: Layout,
    library: &'a Library,
    article: &'a Article,
}

#[derive(Template)]
#[template(path = "help/missing.html")]
struct MissingPage {
    layout: Layout,
}

/// `GET /help/{page}`: an article, or a page that leads to the index.
async fn show(layout: Layout, Extension(library): Extension<Arc<Library>>, Path(key): Path<String>) -> Response {
    match library.article(&key) {
        Some(article) => Page::new(ArticlePage { layout, library: &library, article }).into_response(),
        None => Page::missing(MissingPage { layout }).into_response(),
    }
}

#[derive(Template)]
#[template(path = "help/site_page.html")]
struct SitePageView<'a> {
    layout: Layout,
    pages: &'a SitePages,
    page: SitePage,
}

/// `GET /about` and the like.
fn show_page(layout: Layout, Extension(pages): Extension<Arc<SitePages>>, page: SitePage) -> Response {
    Page::new(SitePageView { layout, pages: &pages, page }).into_response()
}
