//! What a game's page shows that is not the game's own: its players' ratings, and the viewer's tags on it.

use domain::seat::Seat;
use jiff::Timestamp;
use sqlx::PgPool;

use super::kibitz::{self, KibitzPanel};
use super::store::{self, StoredGame};
use crate::accounts::Viewer;
use crate::challenges;
use crate::form::Problems;
use crate::ratings::{self, SeatRating};
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
        let setup = stored.game.setup();
        let ratings = ratings::at_game(&mut connection, &stored.id, setup.variant, now).await?;
        let tags = match viewer {
            Some(viewer) => Some(TagPanel::new(tags::at_game(&mut connection, &stored.id, viewer.id).await?)),
            None => None,
        };
        let said = match kibitz::may_read(stored, viewer) {
            true => store::kibitzes(&mut connection, &stored.id).await?,
            false => Vec::new(),
        };
        let counted = ratings.iter().any(|rating| rating.change.is_some());
        let shown = said.len() as u32 + u32::from(counted);
        let kibitz = KibitzPanel::new(stored, viewer, said);
        let rematch = match viewer.filter(|_| stored.game.conclusion().is_some()) {
            Some(viewer) => challenges::rematch_for(&mut connection, &stored.id, viewer.id).await?,
            None => None,
        };
        Ok(Self { ratings, shown, tags, kibitz, rematch })
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
