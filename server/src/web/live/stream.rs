//! The stream of server-sent events of one page. While it waits it holds no connection of the database.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::select_all;
use futures_util::stream::unfold;
use tokio::time::{Instant, timeout_at};

use super::listener::{CountedStream, Listener};
use super::message::Message;
use crate::accounts::{self, PlayerId, Waiting};
use crate::platform::database::Pool;
use crate::platform::database::listen::{Hub, Subscription};
use crate::platform::database::lsn::Lsn;
use crate::platform::error::Error;
use crate::platform::now::Now;
use crate::state::App;
use crate::topics::{LOBBY, ratings_topic};

/// How often a keep-alive is sent: proxies cut connections that are silent for a minute, and a computer that wakes from
/// sleep would otherwise rely on a dead one.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(25);
/// How long a stream lasts. Then the page reconnects, and its session is checked again.
const LIFETIME: Duration = Duration::from_secs(3600);
/// How long a page waits before it reconnects: a random time between the two, so that the pages of a stopping server do
/// not reach the others all at once.
const RECONNECT_DELAY: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// What a page listens to.
pub struct Stream {
    pool: Pool,
    hub: Hub,
    now: Now,
    _counted: CountedStream,
    events: Option<LiveCounter>,
    extras: Option<LiveCounter>,
    /// The events of several games that are looked at from outside.
    watched: Vec<LiveCounter>,
    /// The hash of the viewer's session, and the announcements for them.
    player: Option<([u8; 32], Subscription)>,
    lobby: Option<Subscription>,
    ratings: Option<Subscription>,
    has_replica: bool,
    until: Instant,
}

/// Extracts the viewer's count from an announced state; `None` if it cannot be read.
pub type ReadState = Box<dyn Fn(&str) -> Option<u32> + Send + Sync>;

/// A count about a game as one viewer may see it. It only grows.
pub struct LiveCounter {
    /// The subscription, which is the same for all viewers of the game.
    pub subscription: Subscription,
    /// The viewer's present count.
    pub now: u32,
    /// Extracts the viewer's count from an announced state.
    pub read: ReadState,
}

impl Stream {
    /// A stream about nothing yet but what awaits the viewer, if they are signed in.
    ///
    /// # Errors
    /// They have too many streams, or the server receives no announcements.
    pub fn new(app: &App, listener: &Listener) -> Result<Self, Error> {
        let counted = listener.count(app)?;
        let player = match (&listener.viewer, listener.session) {
            (Some(viewer), Some(session)) => {
                Some((session, app.hub.subscribe(accounts::player_topic(viewer.id)).ok_or(Error::NotNow)?))
            }
            _ => None,
        };
        Ok(Self {
            pool: app.pool.clone(),
            hub: app.hub.clone(),
            now: app.now.clone(),
            _counted: counted,
            events: None,
            extras: None,
            watched: Vec::new(),
            player,
            lobby: None,
            ratings: None,
            has_replica: app.replica.is_some(),
            until: Instant::now() + LIFETIME,
        })
    }

    /// Adds the challenges that are open to anyone.
    ///
    /// # Errors
    /// The server receives no announcements.
    pub fn with_lobby(mut self) -> Result<Self, Error> {
        self.lobby = Some(self.hub.subscribe(LOBBY.to_owned()).ok_or(Error::NotNow)?);
        Ok(self)
    }

    /// Adds the ratings of a player.
    ///
    /// # Errors
    /// The server receives no announcements.
    pub fn with_ratings(mut self, player: PlayerId) -> Result<Self, Error> {
        self.ratings = Some(self.hub.subscribe(ratings_topic(player)).ok_or(Error::NotNow)?);
        Ok(self)
    }

    /// Adds a game: its events and the extras of its page.
    pub fn with_game(mut self, events: LiveCounter, extras: LiveCounter) -> Self {
        self.events = Some(events);
        self.extras = Some(extras);
        self
    }

    /// Adds the versions of what the page shows, of which it says the latest as it does of a game's events.
    pub fn with_versions(mut self, versions: LiveCounter) -> Self {
        self.events = Some(versions);
        self
    }

    /// Adds the events of several games, of which it only says that one has gone on.
    pub fn with_watched(mut self, games: Vec<LiveCounter>) -> Self {
        self.watched = games;
        self
    }

    /// Whether there is nothing to listen to.
    pub fn has_no_topic(&self) -> bool {
        self.events.is_none()
            && self.watched.is_empty()
            && self.player.is_none()
            && self.lobby.is_none()
            && self.ratings.is_none()
    }

    /// Sends the present state, and then whatever changes.
    ///
    /// # Errors
    /// The database fails, or the session has just ended.
    pub async fn open(mut self) -> Result<Response, Error> {
        self.catch_up().await.ok_or(Error::NotNow)?;
        let [first, last] = RECONNECT_DELAY.map(|wait| wait.as_millis() as usize);
        let retry = Duration::from_millis((first + crate::platform::chance::below(last - first)) as u64);
        let first = self.current_state().await?.event()?.retry(retry);
        let events = unfold((self, Some(first)), |(mut stream, first)| async {
            let event = match first {
                Some(first) => first,
                None => timeout_at(stream.until, stream.next()).await.ok().flatten()?,
            };
            Some((Ok::<_, Infallible>(event), (stream, None)))
        });
        let beat = KeepAlive::new().interval(KEEP_ALIVE_INTERVAL).event(Event::default().event("beat").data("."));
        // Buffering proxies know this header.
        Ok(([(UNBUFFERED, HeaderValue::from_static("no"))], Sse::new(events).keep_alive(beat)).into_response())
    }

    /// Passes over what was announced before, which the present state has in it. Counts tell by themselves what is new.
    async fn catch_up(&mut self) -> Option<()> {
        self.hub.catch_up().await?;
        let of_player = self.player.as_mut().map(|(_, subscription)| subscription);
        of_player.into_iter().chain(&mut self.lobby).chain(&mut self.ratings).for_each(Subscription::skip);
        Some(())
    }

    /// The present state of all that the page listens to: read after subscribing, so that no change is missed in
    /// between.
    async fn current_state(&self) -> Result<Message, Error> {
        let waiting = match &self.player {
            Some((session, _)) => Some(self.waiting(session).await?.ok_or(Error::NotNow)?),
            None => None,
        };
        let now = |counter: &Option<LiveCounter>| counter.as_ref().map(|counter| counter.now);
        Ok(Message {
            game: now(&self.events),
            beside: now(&self.extras).filter(|&extras| extras > 0),
            waiting,
            lobby: self.lobby.is_some(),
            player: self.ratings.is_some(),
            watched: !self.watched.is_empty(),
            after: self.after(),
        })
    }

    /// A place in the WAL before which everything was committed that this stream tells of now.
    fn after(&self) -> Option<Lsn> {
        self.has_replica.then(|| self.hub.reached())
    }

    async fn waiting(&self, session: &[u8]) -> anyhow::Result<Option<Waiting>> {
        let _one_of_few = self.hub.query_permit().await;
        accounts::waiting(&self.pool, session, self.now.get()).await
    }

    /// The next event that is new to this viewer. `None` if something may have been missed, or the session has ended.
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
                gone_on = any_gone_on(&mut self.watched) => {
                    gone_on?;
                    Message { watched: true, ..Message::default() }
                }
                state = next(self.player.as_mut().map(|(_, subscription)| subscription)) => {
                    state?;
                    // Boxed, so that idle streams, nearly all of them, need no memory for the query.
                    let waiting = Box::pin(self.waiting(&self.player.as_ref()?.0)).await;
                    let waiting = waiting.inspect_err(|error| tracing::warn!("a stream ends: {error:#}")).ok()??;
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
            return Message { after: self.after(), ..message }.event().ok();
        }
    }
}

const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The next announcement of a subscription; waits forever without one.
async fn next(subscription: Option<&mut Subscription>) -> Option<Arc<str>> {
    match subscription {
        Some(subscription) => subscription.next().await,
        None => pending().await,
    }
}

/// Waits until one of several games has gone on; forever if there are none. `None` if something may have been missed.
async fn any_gone_on(games: &mut [LiveCounter]) -> Option<()> {
    if games.is_empty() {
        return pending().await;
    }
    select_all(games.iter_mut().map(|game| Box::pin(game.next_increase()))).await.0
}

impl LiveCounter {
    /// Waits until the count has grown.
    async fn next_increase(&mut self) -> Option<()> {
        loop {
            let state = self.subscription.next().await?;
            if self.increase(&state).is_some() {
                return Some(());
            }
        }
    }

    /// Updates the count from an announced state, and returns it if it has grown. Events that the viewer may not know
    /// of do not increase it.
    fn increase(&mut self, state: &str) -> Option<u32> {
        let count = (self.read)(state)?;
        (count > self.now).then(|| {
            self.now = count;
            count
        })
    }
}
