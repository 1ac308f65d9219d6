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
    page: i64,
    has_more: bool,
}

impl MyGamesPage {
    fn is_shown(&self, tag: &Tag) -> bool {
        self.tag.as_ref() == Some(&tag.key())
    }

    /// The address of another page of this list.
    fn page_address(&self, page: i64) -> String {
        let mut query = form_urlencoded::Serializer::new("?".to_owned());
        if let Some(tag) = &self.tag {
            query.append_pair("tag", tag.as_str());
        }
        query.append_pair("page", &page.to_string()).finish()
    }
}

/// Which list, and which page of it.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct MineQuery {
    page: String,
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
) -> Result<Response, Error> {
    let page = query.page.parse::<i64>().unwrap_or(1).clamp(1, 100_000);
    let tag = Some(TagKey::new(&query.tag)).filter(|tag| !tag.as_str().is_empty());
    let (limit, offset) = (GAMES_PER_PAGE + 1, (page - 1) * GAMES_PER_PAGE);
    let now = app.now.get();
    let mut lines = match &tag {
        None => {
            store::of_player(&app.pool, viewer.id, ListContext { viewer: Some(viewer.id), now }, (limit, offset))
                .await?
        }
        Some(tag) => store::tagged(&app.pool, viewer.id, tag, now, (limit, offset)).await?,
    };
    let has_more = lines.len() as i64 > GAMES_PER_PAGE;
    lines.truncate(GAMES_PER_PAGE as usize);
    let tags = tags::of_player(&app.pool, viewer.id).await?;
    let view = MyGamesPage { layout, games: Split::new(lines, ListOwner::Viewer), tags, tag, page, has_more };
    Ok(Page::new(view).into_response())
}
