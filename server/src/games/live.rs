//! `GET /games/{id}/live`: the stream of a game's page; and what is announced when a game changes.

use axum::extract::{Path, State};
use axum::response::Response;
use sqlx::PgConnection;

use super::GameId;
use super::store::{self, StoredGame};
use super::visible::{VisibleBeside, VisibleEvents};
use crate::accounts::{MaybeViewer, PlayerId};
use crate::app::App;
use crate::database::listen::{self, News};
use crate::error::Error;
use crate::live::{self, Figure, Stream};

/// `GET /games/{id}/live`
///
/// # Errors
/// There is no such game, or the server hears no news at the moment.
pub async fn live(
    State(app): State<App>,
    MaybeViewer(viewer): MaybeViewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    stream(&app, &id, viewer.map(|viewer| viewer.id)).await?.open().await
}

/// What is to be told about a game to a player, or to nobody in particular.
///
/// # Errors
/// There is no such game, or the server hears no news at the moment.
pub async fn stream(app: &App, id: &str, viewer: Option<PlayerId>) -> Result<Stream, Error> {
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let [events, beside] = [topic(&id), topic_beside(&id)].map(|topic| app.hub.subscribe(topic).ok_or(Error::NotNow));
    let (events, beside) = (events?, beside?);
    let (visible, visible_beside, seats) = {
        let _one_of_few = app.hub.look().await;
        store::visible(&app.pool, &id, viewer).await?.ok_or(Error::NotFound)?
    };
    let plays = !seats.is_empty();
    let (now, now_beside) = (visible.seen_from(&seats), visible_beside.seen(plays));
    let read = move |state: &str| serde_json::from_str::<VisibleEvents>(state).ok().map(|it| it.seen_from(&seats));
    let read_beside = move |state: &str| serde_json::from_str::<VisibleBeside>(state).ok().map(|it| it.seen(plays));
    let stream = Stream::new(app).with_game(
        Figure { subscription: events, now, read: Box::new(read) },
        Figure { subscription: beside, now: now_beside, read: Box::new(read_beside) },
    );
    match viewer {
        Some(viewer) => stream.with_player(viewer),
        None => Ok(stream),
    }
}

/// Tells those who look at a game that it has come so far; and its players, whose lists show what everybody may see of
/// it, if there is more of that than there was in `before`.
///
/// # Errors
/// The database fails.
pub async fn announce(
    connection: &mut PgConnection,
    stored: &StoredGame,
    before: &VisibleEvents,
) -> anyhow::Result<()> {
    let state = serde_json::to_string(&stored.visible)?;
    let mut news = vec![News { topic: topic(&stored.id), state }];
    if stored.visible.public() > before.public() {
        news.extend(to_players(stored));
    }
    listen::announce(connection, &news).await
}

/// Tells its players that there is a new game.
///
/// # Errors
/// The database fails.
pub async fn announce_new(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<()> {
    listen::announce(connection, &to_players(stored).collect::<Vec<_>>()).await
}

/// Tells those who look at a game how much stands beside it. Whoever changes that holds the game's row meanwhile, so that
/// of two who do so at once the later tells of both.
///
/// # Errors
/// The database fails.
pub async fn announce_beside(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    let state = serde_json::to_string(&store::beside(connection, id).await?)?;
    listen::announce(connection, &[News { topic: topic_beside(id), state }]).await
}

fn to_players(stored: &StoredGame) -> impl Iterator<Item = News> {
    stored.players.iter().map(|(_, player)| live::of_player(player.id))
}

fn topic(id: &GameId) -> String {
    format!("game/{id}")
}

fn topic_beside(id: &GameId) -> String {
    format!("beside/{id}")
}
