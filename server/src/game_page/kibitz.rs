//! Kibitz: what those who look on at a public game write beside it. The players see it when the game is over: until then
//! it could be help.

use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::comment::Comment;
use domain::rules::ply::Ply;
use serde::{Deserialize, Serialize};

use super::form::{ActionForm, game_of};
use super::resumed_form;
use super::show::{Bar, GamePage};
use crate::accounts::Viewer;
use crate::games::{self, GameId, Kibitz, StoredGame};
use crate::platform::error::Error;
use crate::platform::now::ReceivedAt;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::prose::Prose;
use crate::wording;

/// The most that one player may write beside one game.
const MAX_PER_PLAYER: i64 = 100;

/// What was written beside the game, and the form to write more.
pub struct KibitzPanel {
    /// The first first.
    pub said: Vec<KibitzView>,
    /// Whether the viewer can write.
    pub can_write: bool,
    /// What is in the field.
    pub typed: String,
    /// What is wrong with it.
    pub problems: Problems,
}

/// Something that was written.
pub struct KibitzView {
    /// By whom.
    pub by: String,
    /// At which turn.
    pub on: Option<String>,
    /// What.
    pub text: Prose,
    /// When.
    pub at: Moment,
}

impl KibitzPanel {
    /// The panel as a viewer sees it; `None` if the game is not public, or the viewer plays in it and it goes on.
    pub fn new(stored: &StoredGame, viewer: Option<&Viewer>, said: Vec<Kibitz>) -> Option<Self> {
        if !may_read(stored, viewer) {
            return None;
        }
        let view = |kibitz: Kibitz| KibitzView {
            on: stored.game.turn_before(kibitz.ply).map(|turn| turn.text.clone()),
            by: kibitz.by,
            text: Prose::new(kibitz.text.as_str()),
            at: Moment(kibitz.at),
        };
        let said = said.into_iter().map(view).collect();
        Some(Self { said, can_write: viewer.is_some(), typed: String::new(), problems: Problems::default() })
    }
}

/// Whether a viewer may read what is written beside a game.
pub fn may_read(stored: &StoredGame, viewer: Option<&Viewer>) -> bool {
    stored.game.shows_kibitz(viewer.and_then(|viewer| stored.seat_of(viewer.id)))
}

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct KibitzForm {
    /// What is to stand beside the game.
    pub kibitz: String,
    /// The ply that the page showed; and what was begun in the action bar, which is sent along without scripts.
    #[serde(flatten)]
    pub begun: ActionForm,
}

impl ResumableForm for KibitzForm {
    fn page(&self, sent_to: &str) -> String {
        game_of(sent_to, "/kibitz")
    }
}

/// `POST /games/{id}/kibitz`
///
/// # Errors
/// Not signed in, not there; or the game is not public, or the writer's own and not over.
pub async fn submit(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<KibitzForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    if !may_read(&stored, Some(&viewer)) {
        return Err(Error::Forbidden("Only spectators of a public game can comment on it."));
    }
    let mut problems = Problems::default();
    let text = problems.note("kibitz", Comment::new(&form.kibitz).map_err(|error| wording::comment(&error)));
    let ply = form.begun.ply.trim().parse().map(Ply).unwrap_or(stored.game.ply()).min(stored.game.ply());
    if let Some(text) = text {
        if games::add_kibitz(&app.pool, &id, viewer.id, ply, &text, now, MAX_PER_PLAYER).await? {
            let tab = form.begun.tab.parse().unwrap_or_default();
            let page = resumed_form::page_with(&app, &viewer, &id, tab, &form.begun).await?;
            return Ok(Redirect::to(&format!("{page}#kibitz")).into_response());
        }
        problems.add("kibitz", format!("You have written {MAX_PER_PLAYER} comments on this game, which is the limit."));
    }
    let page = GamePage::load(&app.pool, layout, stored, now, Bar::fresh(form.begun)).await?;
    Ok(Page::refused(page.with_kibitz(form.kibitz, problems)).into_response())
}
