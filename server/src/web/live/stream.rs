//! The stream of server-sent events of one page. While it waits it holds no connection of the database.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use sqlx::PgPool;
use tokio::time::{Instant, timeout_at};

use super::message::Message;
use crate::accounts::{self, PlayerId, Waiting};
use crate::platform::database::listen::{Hub, Subscription};
use crate::platform::error::Error;
use crate::state::App;
use crate::topics::{LOBBY, player_topic, ratings_topic};

/// How often a page is shown that the stream lives: proxies cut what is silent for a minute, and a computer that wakes
/// from sleep would else believe in a connection that is long gone.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(25);
/// How long a stream lasts. Then the page comes again, and is asked again who looks.
const LIFETIME: Duration = Duration::from_secs(3600);
/// How long a page whose stream has ended waits before it comes again: from the first to less than the second, by lot,
/// so that all the pages of a server that stops do not come to the others at once.
const RECONNECT_DELAY: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// What a page listens to.
pub struct Stream {
    pool: PgPool,
    hub: Hub,
    events: Option<LiveCounter>,
    extras: Option<LiveCounter>,
    player: Option<(PlayerId, Subscription)>,
    lobby: Option<Subscription>,
    ratings: Option<Subscription>,
    until: Instant,
}

/// How much the viewer may see in a state that is told; `None` if it cannot be read.
pub type ReadState = Box<dyn Fn(&str) -> Option<u32> + Send + Sync>;

/// How much there is about a game that one viewer may see: a figure that only grows.
pub struct LiveCounter {
    /// What all are told who look at the game.
    pub subscription: Subscription,
    /// How much of it the viewer may see now.
    pub now: u32,
    /// Works that out from a state that is told.
    pub read: ReadState,
}

impl Stream {
    /// A stream about nothing yet.
    pub fn new(app: &App) -> Self {
        let (pool, hub) = (app.pool.clone(), app.hub.clone());
        let until = Instant::now() + LIFETIME;
        Self { pool, hub, events: None, extras: None, player: None, lobby: None, ratings: None, until }
    }

    /// With what waits for a player.
    ///
    /// # Errors
    /// The server hears no news.
    pub fn with_player(mut self, player: PlayerId) -> Result<Self, Error> {
        self.player = Some((player, self.hub.subscribe(player_topic(player)).ok_or(Error::NotNow)?));
        Ok(self)
    }

    /// With the challenges that are open to anyone.
    ///
    /// # Errors
    /// The server hears no news.
    pub fn with_lobby(mut self) -> Result<Self, Error> {
        self.lobby = Some(self.hub.subscribe(LOBBY.to_owned()).ok_or(Error::NotNow)?);
        Ok(self)
    }

    /// With the ratings of a player.
    ///
    /// # Errors
    /// The server hears no news.
    pub fn with_ratings(mut self, player: PlayerId) -> Result<Self, Error> {
        self.ratings = Some(self.hub.subscribe(ratings_topic(player)).ok_or(Error::NotNow)?);
        Ok(self)
    }

    /// With a game: its events, and what stands beside it.
    pub fn with_game(mut self, events: LiveCounter, extras: LiveCounter) -> Self {
        self.events = Some(events);
        self.extras = Some(extras);
        self
    }

    /// Whether there is nothing to listen to.
    pub fn has_no_topic(&self) -> bool {
        self.events.is_none() && self.player.is_none() && self.lobby.is_none() && self.ratings.is_none()
    }

    /// Answers with how things stand, and then with whatever changes.
    ///
    /// # Errors
    /// The database fails.
    pub async fn open(self) -> Result<Response, Error> {
        let [first, last] = RECONNECT_DELAY.map(|wait| wait.as_millis() as usize);
        let retry = Duration::from_millis((first + crate::platform::chance::below(last - first)) as u64);
        let first = self.current_state().await?.event()?.retry(retry);
        let gauge = OpenStreamGauge::new();
        let events = unfold((self, Some(first), gauge), |(mut stream, first, gauge)| async {
            let event = match first {
                Some(first) => first,
                None => timeout_at(stream.until, stream.next()).await.ok().flatten()?,
            };
            Some((Ok::<_, Infallible>(event), (stream, None, gauge)))
        });
        let beat = KeepAlive::new().interval(KEEP_ALIVE_INTERVAL).event(Event::default().event("beat").data("."));
        // Proxies that gather answers before they pass them on know this header.
        Ok(([(UNBUFFERED, HeaderValue::from_static("no"))], Sse::new(events).keep_alive(beat)).into_response())
    }

    /// All that the page listens to, as it is now: read after subscribing, so that nothing falls between.
    async fn current_state(&self) -> anyhow::Result<Message> {
        let waiting = match &self.player {
            Some((player, _)) => Some(self.waiting(*player).await?),
            None => None,
        };
        let now = |counter: &Option<LiveCounter>| counter.as_ref().map(|counter| counter.now);
        Ok(Message {
            game: now(&self.events),
            beside: now(&self.extras).filter(|&extras| extras > 0),
            waiting,
            lobby: self.lobby.is_some(),
            player: self.ratings.is_some(),
        })
    }

    async fn waiting(&self, player: PlayerId) -> anyhow::Result<Waiting> {
        let _one_of_few = self.hub.query_permit().await;
        accounts::waiting(&self.pool, player).await
    }

    /// The next that is new to this viewer. `None`: something may have been missed.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let message = tokio::select! {
                state = next(self.events.as_mut().map(|counter| &mut counter.subscription)) => {
                    let Some(events) = self.events.as_mut()?.increase(&state?) else { continue };
                    Message { game: Some(events), ..Message::default() }
                }
                state = next(self.extras.as_mut().map(|counter| &mut counter.subscription)) => {
                    let Some(extras) = self.extras.as_mut()?.increase(&state?) else { continue };
                    Message { beside: Some(extras), ..Message::default() }
                }
                state = next(self.player.as_mut().map(|(_, subscription)| subscription)) => {
                    state?;
                    // A box of its own, so that a stream that waits, as nearly all do, has no room for the question.
                    let waiting = Box::pin(self.waiting(self.player.as_ref()?.0)).await;
                    let waiting = waiting.inspect_err(|error| tracing::warn!("a stream ends: {error:#}")).ok()?;
                    Message { waiting: Some(waiting), ..Message::default() }
                }
                state = next(self.lobby.as_mut()) => {
                    state?;
                    Message { lobby: true, ..Message::default() }
                }
                state = next(self.ratings.as_mut()) => {
                    state?;
                    Message { player: true, ..Message::default() }
                }
            };
            return message.event().ok();
        }
    }
}

const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The next of a subscription; for ever without one.
async fn next(subscription: Option<&mut Subscription>) -> Option<Arc<str>> {
    match subscription {
        Some(subscription) => subscription.next().await,
        None => pending().await,
    }
}

impl LiveCounter {
    /// The figure by a state that is told, if it is more than it was; of what the viewer may not know it does not rise.
    fn increase(&mut self, state: &str) -> Option<u32> {
        let count = (self.read)(state)?;
        (count > self.now).then(|| {
            self.now = count;
            count
        })
    }
}

/// One more in the figure of open streams, as long as it lives.
struct OpenStreamGauge(metrics::Gauge);

impl OpenStreamGauge {
    fn new() -> Self {
        let gauge = metrics::gauge!("live_streams");
        gauge.increment(1);
        Self(gauge)
    }
}

impl Drop for OpenStreamGauge {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}
