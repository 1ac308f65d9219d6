//! What a game's page shows besides the game itself: ratings, the viewer's tags, kibitz and rematches.

use anyhow::Context;
use domain::rules::seat::Seat;
use jiff::Timestamp;
use sqlx::PgConnection;

use super::kibitz_panel::{self, KibitzPanel};
use super::store::{self, Aftermath, PageDetails, PageViewer, Rematch, Standing};
use crate::accounts::Viewer;
use crate::games::visible::VisibleExtras;
use crate::games::{self, GameId, StoredGame};
use crate::platform::database::Pool;
use crate::ratings::RatingPool;
use crate::tags::{self, Tag};
use crate::web::form::Problems;

/// What a game's page shows besides the game itself.
pub struct PageExtras {
    /// By seat, with the rating that is to be shown.
    standings: Vec<Standing>,
    /// Whether the computers in it take some hours for a turn.
    pub like_post: bool,
    /// A count of everything here that may change later, so that scripts can tell when the page is out of date.
    pub shown: u32,
    /// The viewer's own; `None` if they have no account.
    pub tags: Option<TagPanel>,
    /// What spectators have written about a public game.
    pub kibitz: Option<KibitzPanel>,
    /// The challenge made from a rematch offer, if the viewer is a player and may know of it.
    pub rematch: Option<Rematch>,
    /// The rematch that was played after this one.
    pub played_again: Option<GameId>,
    /// Whether the computer has been asked about the game.
    pub is_evaluated: bool,
    /// The instant up to which the viewer had seen the game before opening this page.
    seen_until: Option<Timestamp>,
}

impl PageExtras {
    /// The extras of a game for one viewer.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        pool: &Pool,
        stored: &StoredGame,
        viewer: Option<&Viewer>,
        now: Timestamp,
    ) -> anyhow::Result<Self> {
        let mut connection = pool.acquire().await?;
        let page_viewer = viewer.map_or(PageViewer::Nobody, |viewer| PageViewer::Player(viewer.id));
        let summary = store::page_summary(&mut connection, &stored.id, page_viewer, now).await?;
        Self::at(&mut connection, stored, viewer, summary.context("a game is gone")?.details).await
    }

    /// The same, when the page summary has been loaded already.
    ///
    /// # Errors
    /// The database fails.
    pub async fn at(
        connection: &mut PgConnection,
        stored: &StoredGame,
        viewer: Option<&Viewer>,
        details: PageDetails,
    ) -> anyhow::Result<Self> {
        let (kibitz, kibitzes) = match kibitz_panel::may_read(stored, viewer) {
            true => {
                // Counted first: a page that shows more than it says is renewed once too often, and not too seldom.
                let count = games::count_kibitzes(connection, &stored.id).await?;
                let page = kibitz_panel::KibitzPage::load(connection, &stored.id, None).await?;
                (Some(KibitzPanel::new(stored, viewer, page)), count)
            }
            false => (None, 0),
        };
        let over = stored.game.conclusion().is_some();
        let aftermath = match over {
            true => store::aftermath(connection, &stored.id, viewer.map(|viewer| viewer.id)).await?,
            false => Aftermath::default(),
        };
        let standing = |(seat, now): (Seat, Standing)| {
            let rating = if over { aftermath.rating(seat, now.rating) } else { now.rating };
            Standing { rating, ..now }
        };
        let standings = stored.game.seating().seats().zip(details.standings).map(standing).collect();
        let plays = viewer.is_some_and(|viewer| stored.seat_of(viewer.id).is_some());
        Ok(Self {
            shown: VisibleExtras {
                kibitzes,
                counted: !aftermath.changes.is_empty(),
                over,
                rematches: u32::from(aftermath.played_again.is_some()),
                rematches_off: aftermath.rematches_off,
                seated_anew: stored.seated_anew.unsigned_abs(),
                evaluation: aftermath.evaluation,
            }
            .seen(plays),
            is_evaluated: aftermath.evaluation > 0,
            tags: viewer.filter(|viewer| !viewer.is_guest).map(|_| TagPanel::new(details.tags)),
            kibitz,
            standings,
            like_post: details.like_post,
            rematch: aftermath.rematch.filter(|_| plays),
            played_again: aftermath.played_again,
            seen_until: details.seen_until,
        })
    }

    /// Whether anything that the viewer, who plays at this seat, may know of has happened since they last opened the
    /// page.
    pub fn has_unseen_events(&self, stored: &StoredGame, seat: Seat) -> bool {
        self.seen_until.is_none_or(|seen_until| seen_until < stored.last_known_at(seat))
    }

    /// What is shown next to a player's name.
    pub fn standing(&self, seat: Seat) -> Option<Standing> {
        self.standings.get(seat.index()).copied()
    }

    /// Whether a computer sits there.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.standing(seat).is_some_and(|standing| standing.level.is_some())
    }

    /// Whose ratings the game moves, if it is rated.
    pub fn rating_pool(&self) -> RatingPool {
        RatingPool::of_game(self.standings.iter().any(|standing| standing.level.is_some()))
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
