//! What a game's page shows that is not the game's own: its players' ratings, and the viewer's tags on it.

use domain::seat::Seat;
use jiff::Timestamp;
use sqlx::PgPool;

use super::kibitz::{self, KibitzPanel};
use super::store::{self, StoredGame};
use crate::accounts::Viewer;
use crate::form::Problems;
use crate::ratings::SeatRating;
use crate::tags::{self, Tag};

/// What stands beside a game.
pub struct Beside {
    ratings: Vec<SeatRating>,
    /// How much of it may come later, for the scripts to know when the page is behind.
    pub shown: u32,
    /// The viewer's own; nobody's if nobody is signed in.
    pub tags: Option<TagPanel>,
    /// What others write beside a public game.
    pub kibitz: Option<KibitzPanel>,
    /// The challenge that an opponent has made of their offer of a rematch, if it waits for the viewer.
    pub rematch: Option<String>,
    /// When the viewer last opened the page before this.
    looked_at: Option<Timestamp>,
}

impl Beside {
    /// What stands beside a game for who looks at it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        pool: &PgPool,
        stored: &StoredGame,
        viewer: Option<&Viewer>,
        now: Timestamp,
    ) -> anyhow::Result<Self> {
        let mut connection = pool.acquire().await?;
        let at_game = store::at_game(&mut connection, stored, viewer.map(|viewer| viewer.id), now).await?;
        let said = match kibitz::may_read(stored, viewer) {
            true => store::kibitzes(&mut connection, &stored.id).await?,
            false => Vec::new(),
        };
        let counted = at_game.ratings.iter().any(|rating| rating.change.is_some());
        Ok(Self {
            shown: said.len() as u32 + u32::from(counted),
            ratings: at_game.ratings,
            tags: viewer.map(|_| TagPanel::new(at_game.tags)),
            kibitz: KibitzPanel::new(stored, viewer, said),
            rematch: at_game.rematch.filter(|_| stored.game.conclusion().is_some()),
            looked_at: at_game.looked_at,
        })
    }

    /// Whether something has happened in the game since the viewer last opened its page.
    pub fn has_news(&self, stored: &StoredGame) -> bool {
        self.looked_at.is_none_or(|looked_at| looked_at < stored.game.last_event_at())
    }

    /// The rating beside a seat's name. A finished game that does not count has none: what its players are rated now
    /// says nothing of it.
    pub fn rating(&self, stored: &StoredGame, seat: Seat) -> Option<SeatRating> {
        let rating = self.ratings.get(seat.index()).copied()?;
        let goes_on = stored.game.conclusion().is_none();
        (goes_on || rating.is_due || rating.change.is_some()).then_some(rating)
    }
}

/// The tags of the viewer, and the form that changes them.
pub struct TagPanel {
    /// As they are stored.
    pub tags: Vec<Tag>,
    /// What is in the field.
    pub typed: String,
    /// What is wrong with it.
    pub problems: Problems,
}

impl TagPanel {
    fn new(tags: Vec<Tag>) -> Self {
        Self { typed: tags::written(&tags), tags, problems: Problems::default() }
    }
}
