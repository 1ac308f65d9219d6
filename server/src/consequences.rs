//! What follows from a game's events: emails, ratings and rematches, all in the transaction of the events.

use domain::correspondence::event::{Event, EventKind};
use domain::rules::seat::Seat;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::PgConnection;

use crate::email::owed;
use crate::games::{Change, Consequences, StoredGame};
use crate::outbox::NewEmail;
use crate::{challenges, ratings};

/// All of it.
pub struct SiteConsequences;

impl Consequences for SiteConsequences {
    fn begun<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        stored: &'a StoredGame,
    ) -> BoxFuture<'a, anyhow::Result<()>> {
        Box::pin(owed::game_begun(connection, stored))
    }

    fn emails(&self, change: &Change<'_>) -> Vec<NewEmail> {
        owed::after_events(change.stored, change.events)
    }

    fn has_more(&self, change: &Change<'_>) -> bool {
        change.has_ended || change.events.iter().any(|event| rematch_offered_by(event).is_some())
    }

    fn changed<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        change: Change<'a>,
    ) -> BoxFuture<'a, anyhow::Result<()>> {
        Box::pin(follow(connection, change))
    }
}

async fn follow(connection: &mut PgConnection, change: Change<'_>) -> anyhow::Result<()> {
    let Change { stored, events, has_ended } = change;
    if has_ended {
        ratings::queue(connection, &stored.id, &stored.game, &stored.players).await?;
    }
    for event in events {
        if let Some(seat) = rematch_offered_by(event) {
            offer_rematch(connection, stored, seat, event.at).await?;
        }
    }
    Ok(())
}

fn rematch_offered_by(event: &Event) -> Option<Seat> {
    match event.what {
        EventKind::RematchOffered { seat } => Some(seat),
        _ => None,
    }
}

/// An offer to play again becomes a challenge, unless one of the opponent's waits for an answer.
async fn offer_rematch(
    connection: &mut PgConnection,
    stored: &StoredGame,
    seat: Seat,
    now: Timestamp,
) -> anyhow::Result<()> {
    let game = &stored.game;
    if game.seating().is_for_many() {
        let setup = game.setup();
        return challenges::offer_rematch_to_all(connection, &stored.id, setup, seat, &stored.players, now).await;
    }
    let Some(opponent) = game.seating().opponents(seat).next() else { return Ok(()) };
    let challenger = (seat, stored.players[seat].id);
    challenges::offer_rematch(connection, &stored.id, game.setup(), challenger, stored.players[opponent].id, now).await
}
