//! Kibitz: messages of spectators about a public game. The players see them only after the end, because they could be
//! help.

use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::comment::Comment;
use domain::rules::ply::Ply;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::earlier;
use super::form::{ActionForm, game_of};
use super::form_error::GameFormError;
use super::resumed_form;
use super::show::{Bar, GamePage};
use crate::accounts::Viewer;
use crate::games::{self, GameId, Kibitz, KibitzLimits, KibitzRefusal, StoredGame};
use crate::platform::error::{Error, Forbidden};
use crate::platform::now::ReceivedAt;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::prose::Prose;

/// How much may be written about one game: more than any spectator needs, and too little to flood the page.
const LIMITS: KibitzLimits =
    KibitzLimits { of_player: 100, of_player_at_once: 10, of_all_at_once: 60, period: SignedDuration::from_mins(10) };

/// A page of kibitz.
pub struct KibitzPage {
    /// The oldest first.
    pub messages: Vec<Kibitz>,
    /// There is more, before this number.
    pub before: Option<i32>,
}

impl KibitzPage {
    /// The latest messages, or those before a number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(connection: &mut PgConnection, id: &GameId, before: Option<i32>) -> anyhow::Result<Self> {
        let mut messages = games::kibitzes(connection, id, before, earlier::MAX_SHOWN).await?;
        messages.truncate(earlier::shown(messages.iter().map(|kibitz| kibitz.text.as_str().chars().count())));
        messages.reverse();
        let before = messages.first().map(|first| first.number).filter(|&number| number > 1);
        Ok(Self { messages, before })
    }
}

/// The messages, and the form for a new one.
pub struct KibitzPanel {
    /// The first first.
    pub messages: Vec<KibitzView>,
    /// There is more, before this number.
    pub before: Option<i32>,
    /// Whether the viewer can write.
    pub can_write: bool,
    /// What is in the field.
    pub typed: String,
    /// What is wrong with it.
    pub problems: Problems,
}

/// A message.
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
    /// The panel for a viewer who may read it.
    pub fn new(stored: &StoredGame, viewer: Option<&Viewer>, page: KibitzPage) -> Self {
        let view = |kibitz: Kibitz| KibitzView {
            on: on(stored, &kibitz),
            by: kibitz.by,
            text: Prose::new(kibitz.text.as_str()),
            at: Moment(kibitz.at),
        };
        Self {
            messages: page.messages.into_iter().map(view).collect(),
            before: page.before,
            can_write: viewer.is_some(),
            typed: String::new(),
            problems: Problems::default(),
        }
    }
}

/// The turn at which something was written.
pub fn on(stored: &StoredGame, kibitz: &Kibitz) -> Option<String> {
    stored.game.turn_before(kibitz.ply).map(|turn| turn.text.clone())
}

/// Whether a viewer may read the kibitz of a game.
pub fn may_read(stored: &StoredGame, viewer: Option<&Viewer>) -> bool {
    stored.game.shows_kibitz(viewer.and_then(|viewer| stored.seat_of(viewer.id)))
}

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
    let page = GamePage::load(&app.pool, layout, stored, now, Bar::fresh(form.begun)).await?;
    let page = page.with_kibitz(form.kibitz, problems);
    Ok(match retry_after {
        None => Page::refused(page).into_response(),
        Some(seconds) => ([(header::RETRY_AFTER, seconds.to_string())], Page::too_many(page)).into_response(),
    })
}
