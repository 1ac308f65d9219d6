//! Kibitz: messages of spectators about a public game. The players see them only after the end, because they could be
//! help.

use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::comment::Comment;
use domain::rules::ply::Ply;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use super::form::{ActionForm, game_of};
use super::form_error::GameFormError;
use super::kibitz_panel::may_read;
use super::page::{Bar, GamePage};
use super::resumed_form;
use crate::games::{self, GameId, KibitzLimits, KibitzRefusal};
use crate::platform::error::{Error, Forbidden};
use crate::platform::now::ReceivedAt;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};

/// How much may be written about one game: more than any spectator needs, and too little to flood the page.
const LIMITS: KibitzLimits =
    KibitzLimits { of_player: 100, of_player_at_once: 10, of_all_at_once: 60, period: SignedDuration::from_mins(10) };

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct KibitzForm {
    /// The new message.
    pub kibitz: String,
    /// The ply that the page showed, and the unsent input of the action bar, which is sent along when there are no
    /// scripts.
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
        return Err(Error::Forbidden(Forbidden::NotASpectator));
    }
    let mut problems = Problems::default();
    let text = problems.note("kibitz", Comment::new(&form.kibitz));
    let ply = form.begun.ply.trim().parse().map(Ply).unwrap_or(stored.game.ply()).min(stored.game.ply());
    let mut retry_after = None;
    if let Some(text) = text {
        match games::add_kibitz(&app.pool, &id, viewer.id, ply, &text, now, LIMITS).await? {
            Ok(()) => {
                let tab = form.begun.tab.parse().unwrap_or_default();
                let page = resumed_form::page_with(&app, &viewer, &id, tab, &form.begun).await?;
                return Ok(Redirect::to(&format!("{page}#kibitz")).into_response());
            }
            Err(KibitzRefusal::WrittenEnough) => {
                problems.add("kibitz", &GameFormError::TooManyComments { max: LIMITS.of_player });
            }
            Err(KibitzRefusal::TooSoon { by_all, until }) => {
                retry_after = Some(now.duration_until(until).as_secs() + 1);
                let until = layout.time_in_words(until);
                problems.add("kibitz", &GameFormError::CommentsTooOften { by_all, until });
            }
        }
    }
    let page = GamePage::load(&app, layout, stored, now, Bar::fresh(form.begun)).await?;
    let page = page.with_kibitz(form.kibitz, problems);
    Ok(match retry_after {
        None => Page::refused(page).into_response(),
        Some(seconds) => ([(header::RETRY_AFTER, seconds.to_string())], Page::too_many(page)).into_response(),
    })
}
