//! `/games/mine`: the viewer's games, those that wait for them first.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::store::{self, ListContext};
use super::{ListOwner, Split};
use crate::accounts::MaybeGuest;
use crate::platform::error::Error;
use crate::state::App;
use crate::tags::{self, Tag, TagKey};
use crate::web::page::{Layout, Page};
use crate::web::paging::{PageQuery, Paging};

/// Games on one page of the list.
const GAMES_PER_PAGE: i64 = 60;

#[derive(Template)]
#[template(path = "games/mine.html")]
struct MyGamesPage {
    layout: Layout,
    games: Split,
    /// The viewer's tags, with how many games have each.
    tags: Vec<(Tag, i64)>,
    /// The tag whose games are shown.
    tag: Option<TagKey>,
    paging: Paging,
}

impl MyGamesPage {
    /// What the viewer is called.
    fn name(&self) -> &str {
        self.layout.viewer.as_ref().map_or("", |viewer| viewer.name.as_str())
    }

    fn is_shown(&self, tag: &Tag) -> bool {
        self.tag.as_ref() == Some(&tag.key())
    }
}

/// The address of a list, that with a tag or that of all.
fn address(tag: Option<&TagKey>) -> String {
    match tag {
        Some(tag) => {
            form_urlencoded::Serializer::new("/games/mine?".to_owned()).append_pair("tag", tag.as_str()).finish()
        }
        None => "/games/mine".to_owned(),
    }
}

/// Which list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct MineQuery {
    tag: String,
}

/// `GET /games/mine`, perhaps with `?tag=`: the games with that tag, others' too.
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    MaybeGuest(viewer): MaybeGuest,
    Query(query): Query<MineQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Response, Error> {
    let page = page.of(GAMES_PER_PAGE);
    let tag = Some(TagKey::new(&query.tag)).filter(|tag| !tag.as_str().is_empty());
    let (limit, offset) = (page.limit(), page.offset());
    let now = app.now.get();
    let mut lines = match &tag {
        None => {
            store::of_player(&app.pool, viewer.id, ListContext { viewer: Some(viewer.id), now }, (limit, offset))
                .await?
        }
        Some(tag) => store::tagged(&app.pool, viewer.id, tag, now, (limit, offset)).await?,
    };
    let paging = page.loaded(&mut lines, address(tag.as_ref()));
    let tags = tags::of_player(&app.pool, viewer.id).await?;
    let is_missing = paging.missing().is_some();
    let view = MyGamesPage { layout, games: Split::new(lines, ListOwner::Viewer), tags, tag, paging };
    Ok(if is_missing { Page::missing(view) } else { Page::new(view) }.into_response())
}
