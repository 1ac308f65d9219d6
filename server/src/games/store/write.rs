//! What has happened in a game, written.

use domain::correspondence::event::Event;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::countdowns::WrittenCountdown;
use super::{RowVersion, StoredGame};
use crate::boards::squares_of;
use crate::outbox::{EmailColumns, NewEmail};
use crate::platform::database::listen::{Announcement, AnnouncementColumns};

/// What has happened in a game since it was read, and what follows from it at once.
pub struct Progress<'a> {
    /// The version of the row that it was decided on.
    pub since: RowVersion,
    /// The game as it is now.
    pub stored: &'a StoredGame,
    /// What has happened, in order; not nothing.
    pub events: &'a [Event],
    /// The emails that are owed for it.
    pub emails: &'a [NewEmail],
    /// What open pages are to be told.
    pub announcements: &'a [Announcement],
}

impl Progress<'_> {
    /// Writes the game's row, its events, the emails and the announcements: all of it, or nothing if the row has
    /// changed since this was decided. Returns whether it was written. It is a single statement, because each costs a
    /// turn a round trip, and PostgreSQL some preparation.
    ///
    /// # Errors
    /// The database fails.
    pub async fn write(&self, connection: &mut PgConnection) -> anyhow::Result<bool> {
        let game = &self.stored.game;
        let end = game.conclusion();
        let plans = game.seating().seats().filter(|&seat| !game.conditionals(seat).is_empty());
        let planned: Vec<i16> = plans.map(|seat| seat.index() as i16).collect();
        let countdown = WrittenCountdown::of(game);
        let numbers: Vec<i32> = (self.since.events as i32 + 1..=self.stored.events as i32).collect();
        let instants: Vec<jiff_sqlx::Timestamp> = self.events.iter().map(|event| event.at.to_sqlx()).collect();
        let bodies =
            self.events.iter().map(|event| serde_json::to_value(&event.what)).collect::<Result<Vec<_>, _>>()?;
        let now = self.events.last().map_or(Timestamp::UNIX_EPOCH, |event| event.at);
        let emails = EmailColumns::of(self.emails);
        let announced = AnnouncementColumns::of(self.announcements);
        let written = sqlx::query_scalar!(
            r#"with written as (
                update games set events = $4, revision = $5, ply = $6, fen = $7, player_to_move = $8, deadline = $9,
                    ended_at = $10, result = $11, ending = $12, draw_offered_by = $13, planned = $14, visible = $15,
                    countdown_after = $4, turn_since = $16, clocks_started = $17, paused_from = $18, paused_until = $19,
                    last_squares = $31, last_squares_ply = $6
                where id = $1 and events = $2 and revision = $3 returning id
            ), logged as (
                insert into recent_events (game_id, number, at, body)
                select id, log.* from written, unnest($20::integer[], $21::timestamptz[], $22::jsonb[]) log
            ), queued as (
                insert into letters (about, kind, player_id, mark, due_at, queued_at)
                select email.*, $23 from written,
                    unnest($24::text[], $25::text[], $26::bigint[], $27::bigint[], $28::timestamptz[]) email
                on conflict do nothing
            ), announced as (
                insert into announcements (topics, states)
                select $29::text[], $30::text[] from written where $29::text[] <> '{}'
            )
            select exists (select from written) as "written!""#,
            self.stored.id.as_str(),
            self.since.events as i32,
            self.since.revision,
            self.stored.events as i32,
            self.stored.revision,
            game.ply().0 as i32,
            game.position().fen(),
            self.stored.player_to_move().map(|player| player.0),
            game.deadline().map(ToSqlx::to_sqlx) as _,
            end.map(|end| end.at.to_sqlx()) as _,
            end.map(|end| end.result.outcome.text(game.seating())),
            end.map(|end| end.result.ending.key()),
            game.draw_offered_by().map(|seat| seat.index() as i16),
            &planned as &[i16],
            &self.stored.visible.written(self.stored.events, game.seating().len()),
            countdown.turn_since as _,
            countdown.clocks_started,
            countdown.paused_from as _,
            countdown.paused_until as _,
            &numbers,
            &instants as _,
            &bodies,
            now.to_sqlx() as _,
            &emails.abouts,
            &emails.kinds,
            &emails.players,
            &emails.marks,
            &emails.due as _,
            &announced.topics,
            &announced.states,
            game.turn_before(game.ply()).map(|last| squares_of(last.turn)),
        )
        .fetch_one(connection)
        .await?;
        Ok(written)
    }
}
