//! What a game's page shows that is not the game's own: its players' ratings, and the viewer's tags on it.

use anyhow::Context;
use domain::seat::Seat;
use jiff::Timestamp;
use sqlx::{PgConnection, PgPool};

use super::GameId;
use super::kibitz::{self, KibitzPanel};
use super::store::{self, AtGame, Looking, Rematch, StoredGame};
use super::visible::VisibleBeside;
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
    /// The challenge that was made of an offer of a rematch, if the viewer plays and may know of it.
    pub rematch: Option<Rematch>,
    /// The game after which this one was offered as a rematch.
    pub rematch_of: Option<GameId>,
    /// The rematch that was played after this one.
    pub played_again: Option<GameId>,
    /// How far the viewer had seen the game before this page.
    seen_until: Option<Timestamp>,
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
        let looking = viewer.map_or(Looking::Nobody, |viewer| Looking::Player(viewer.id));
        let glance = store::glance(&mut connection, &stored.id, looking, now).await?;
        Self::at(&mut connection, stored, viewer, glance.context("a game is gone")?.at_game).await
    }

    /// The same, of which the most is known already.
    ///
    /// # Errors
    /// The database fails.
    pub async fn at(
        connection: &mut PgConnection,
        stored: &StoredGame,
        viewer: Option<&Viewer>,
        at_game: AtGame,
    ) -> anyhow::Result<Self> {
        let said = match kibitz::may_read(stored, viewer) {
            true => store::kibitzes(connection, &stored.id).await?,
            false => Vec::new(),
        };
        let plays = viewer.is_some_and(|viewer| stored.seat_of(viewer.id).is_some());
        let counted = at_game.ratings.iter().any(|rating| rating.change.is_some());
        Ok(Self {
            shown: VisibleBeside {
                kibitzes: said.len() as u32,
                counted,
                over: stored.game.conclusion().is_some(),
                rematches: u32::from(at_game.played_again.is_some()),
                rematches_off: at_game.rematches_off,
            }
            .seen(plays),
            ratings: at_game.ratings,
            tags: viewer.map(|_| TagPanel::new(at_game.tags)),
            kibitz: KibitzPanel::new(stored, viewer, said),
            rematch: at_game.rematch.filter(|_| plays),
            rematch_of: at_game.rematch_of,
            played_again: at_game.played_again,
            seen_until: at_game.seen_until,
        })
    }

    /// Whether something has happened in the game since the viewer last opened its page.
    pub fn has_news(&self, stored: &StoredGame) -> bool {
        self.seen_until.is_none_or(|seen_until| seen_until < stored.game.last_event_at())
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
