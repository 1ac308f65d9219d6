//! The kibitz of a game as its page shows it, for those who may read it.

use domain::correspondence::comment::Comment;
use sqlx::PgConnection;

use super::earlier;
use crate::accounts::Viewer;
use crate::games::{self, GameId, Kibitz, StoredGame};
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::web::prose::Prose;
use crate::wording::log_entries::KIBITZ_DELETED;

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
            text: prose(&kibitz.text),
            at: Moment(kibitz.at),
        };
        Self {
            messages: page.messages.into_iter().map(view).collect(),
            before: page.before,
            can_write: viewer.is_some_and(|viewer| !viewer.is_guest),
            typed: String::new(),
            problems: Problems::default(),
        }
    }
}

/// What a spectator wrote, or that it is there no more.
pub fn prose(text: &Comment) -> Prose {
    Prose::new(if text.is_deleted() { KIBITZ_DELETED } else { text.as_str() })
}

/// The turn at which something was written.
pub fn on(stored: &StoredGame, kibitz: &Kibitz) -> Option<String> {
    stored.game.turn_before(kibitz.ply).map(|turn| turn.text.clone())
}

/// Whether a viewer may read the kibitz of a game.
pub fn may_read(stored: &StoredGame, viewer: Option<&Viewer>) -> bool {
    stored.game.shows_kibitz(viewer.and_then(|viewer| stored.seat_of(viewer.id)))
}
