//! What a game's page shows that is not the game's own: its players' ratings, and the viewer's tags on it.

use anyhow::Context;
use domain::rules::seat::Seat;
use jiff::Timestamp;
use sqlx::{PgConnection, PgPool};

use super::kibitz::{self, KibitzPanel};
use super::store::{self, Aftermath, AtGame, PageViewer, Rematch};
use crate::accounts::Viewer;
use crate::games::visible::VisibleBeside;
use crate::games::{self, GameId, StoredGame};
use crate::ratings::SeatRating;
use crate::tags::{self, Tag};
use crate::web::form::Problems;

/// What stands beside a game.
pub struct Beside {
    /// By seat.
    ratings: Vec<Option<SeatRating>>,
    /// How much of it may come later, for the scripts to know when the page is behind.
    pub shown: u32,
    /// The viewer's own; nobody's if nobody is signed in.
    pub tags: Option<TagPanel>,
    /// What others write beside a public game.
    pub kibitz: Option<KibitzPanel>,
    /// The challenge that was made of an offer of a rematch, if the viewer plays and may know of it.
    pub rematch: Option<Rematch>,
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
        let page_viewer = viewer.map_or(PageViewer::Nobody, |viewer| PageViewer::Player(viewer.id));
        let glance = store::glance(&mut connection, &stored.id, page_viewer, now).await?;
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
        let (kibitz, kibitzes) = match kibitz::may_read(stored, viewer) {
            true => {
                // Counted first: a page that shows more than it says is renewed once too often, and not too seldom.
                let count = games::count_kibitzes(connection, &stored.id).await?;
                let part = kibitz::Part::load(connection, &stored.id, None).await?;
                (Some(KibitzPanel::new(stored, viewer, part)), count)
            }
            false => (None, 0),
        };
        let over = stored.game.conclusion().is_some();
        let aftermath = match over {
            true => store::aftermath(connection, &stored.id, viewer.map(|viewer| viewer.id)).await?,
            false => Aftermath::default(),
        };
        let seats = stored.game.seating().seats().zip(at_game.ratings);
        let rating = |(seat, now)| if over { aftermath.rating(seat, now) } else { Some(now) };
        let ratings = seats.map(rating).collect();
        let plays = viewer.is_some_and(|viewer| stored.seat_of(viewer.id).is_some());
        Ok(Self {
            shown: VisibleBeside {
                kibitzes,
                counted: !aftermath.changes.is_empty(),
                over,
                rematches: u32::from(aftermath.played_again.is_some()),
                rematches_off: aftermath.rematches_off,
            }
            .seen(plays),
            tags: viewer.map(|_| TagPanel::new(at_game.tags)),
            kibitz,
            ratings,
            rematch: aftermath.rematch.filter(|_| plays),
            played_again: aftermath.played_again,
            seen_until: at_game.seen_until,
        })
    }

    /// Whether something has happened in the game since the viewer last opened its page, at their seat, that they may
    /// know of.
    pub fn has_news(&self, stored: &StoredGame, seat: Seat) -> bool {
        self.seen_until.is_none_or(|seen_until| seen_until < stored.last_known_at(seat))
    }

    /// The rating beside a seat's name, if there is one to show.
    pub fn rating(&self, seat: Seat) -> Option<SeatRating> {
        self.ratings.get(seat.index()).copied().flatten()
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
