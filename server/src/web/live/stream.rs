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

use super::listener::{CountedStream, Listener};
use super::message::Message;
use crate::accounts::{self, PlayerId, Waiting};
use crate::platform::database::listen::{Hub, Subscription};
use crate::platform::error::Error;
use crate::platform::now::Now;
use crate::state::App;
use crate::topics::{LOBBY, player_topic, ratings_topic};

/// How often a page is shown that the stream lives: proxies cut what is silent for a minute, and a computer that wakes
/// from sleep would else believe in a connection that is long gone.
const BEAT: Duration = Duration::from_secs(25);
/// How long a stream lasts. Then the page comes again, and is asked again who looks.
const LIFETIME: Duration = Duration::from_secs(3600);
/// How long a page whose stream has ended waits before it comes again: from the first to less than the second, by lot,
/// so that all the pages of a server that stops do not come to the others at once.
const COME_AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// What a page listens to.
pub struct Stream {
    pool: PgPool,
    hub: Hub,
    now: Now,
    _counted: CountedStream,
    events: Option<Figure>,
    beside: Option<Figure>,
    /// What is the viewer's own, as long as their session goes on.
    player: Option<([u8; 32], Subscription)>,
    lobby: Option<Subscription>,
    ratings: Option<Subscription>,
    until: Instant,
}

/// How much the viewer may see in a state that is told; `None` if it cannot be read.
pub type ReadState = Box<dyn Fn(&str) -> Option<u32> + Send + Sync>;

/// How much there is about a game that one viewer may see: a figure that only grows.
pub struct Figure {
    /// What all are told who look at the game.
    pub subscription: Subscription,
    /// How much of it the viewer may see now.
    pub now: u32,
    /// Works that out from a state that is told.
    pub read: ReadState,
}

impl Stream {
    /// A stream about nothing yet but what waits for who asks for it, if they are signed in.
    ///
    /// # Errors
    /// They have too many streams, or the server hears no news.
    pub fn new(app: &App, listener: &Listener) -> Result<Self, Error> {
        let counted = listener.count(app)?;
        let player = match (&listener.viewer, listener.session) {
            (Some(viewer), Some(session)) => {
                Some((session, app.hub.subscribe(player_topic(viewer.id)).ok_or(Error::NotNow)?))
            }
            _ => None,
        };
        Ok(Self {
            pool: app.pool.clone(),
            hub: app.hub.clone(),
            now: app.now.clone(),
            _counted: counted,
            events: None,
            beside: None,
            player,
            lobby: None,
            ratings: None,
            until: Instant::now() + LIFETIME,
        })
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
    pub fn with_game(mut self, events: Figure, beside: Figure) -> Self {
        self.events = Some(events);
        self.beside = Some(beside);
        self
    }

    /// Whether there is nothing to listen to.
    pub fn is_about_nothing(&self) -> bool {
        self.events.is_none() && self.player.is_none() && self.lobby.is_none() && self.ratings.is_none()
    }

    /// Answers with how things stand, and then with whatever changes.
    ///
    /// # Errors
    /// The database fails, or the session has just ended.
    pub async fn open(self) -> Result<Response, Error> {
        let [first, last] = COME_AGAIN.map(|wait| wait.as_millis() as usize);
        let retry = Duration::from_millis((first + crate::platform::chance::below(last - first)) as u64);
        let first = self.standing().await?.event()?.retry(retry);
        let events = unfold((self, Some(first)), |(mut stream, first)| async {
            let event = match first {
                Some(first) => first,
                None => timeout_at(stream.until, stream.next()).await.ok().flatten()?,
            };
            Some((Ok::<_, Infallible>(event), (stream, None)))
        });
        let beat = KeepAlive::new().interval(BEAT).event(Event::default().event("beat").data("."));
        // Proxies that gather answers before they pass them on know this header.
        Ok(([(UNBUFFERED, HeaderValue::from_static("no"))], Sse::new(events).keep_alive(beat)).into_response())
    }

    /// All that the page listens to, as it is now: read after subscribing, so that nothing falls between.
    async fn standing(&self) -> Result<Message, Error> {
        let waiting = match &self.player {
            Some((session, _)) => Some(self.waiting(session).await?.ok_or(Error::NotNow)?),
            None => None,
        };
        let now = |figure: &Option<Figure>| figure.as_ref().map(|figure| figure.now);
        Ok(Message {
            game: now(&self.events),
            beside: now(&self.beside).filter(|&beside| beside > 0),
            waiting,
            lobby: self.lobby.is_some(),
            player: self.ratings.is_some(),
        })
    }

    async fn waiting(&self, session: &[u8]) -> anyhow::Result<Option<Waiting>> {
        let _one_of_few = self.hub.look().await;
        accounts::waiting(&self.pool, session, self.now.get()).await
    }

    /// The next that is new to this viewer. `None`: something may have been missed, or the session has ended.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let message = tokio::select! {
                state = next(self.events.as_mut().map(|figure| &mut figure.subscription)) => {
                    let Some(events) = self.events.as_mut()?.risen(&state?) else { continue };
                    Message { game: Some(events), ..Message::default() }
                }
                state = next(self.beside.as_mut().map(|figure| &mut figure.subscription)) => {
                    let Some(beside) = self.beside.as_mut()?.risen(&state?) else { continue };
                    Message { beside: Some(beside), ..Message::default() }
                }
                state = next(self.player.as_mut().map(|(_, subscription)| subscription)) => {
                    state?;
                    // A box of its own, so that a stream that waits, as nearly all do, has no room for the question.
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

impl Figure {
    /// The figure by a state that is told, if it is more than it was; of what the viewer may not know it does not rise.
    fn risen(&mut self, state: &str) -> Option<u32> {
        let told = (self.read)(state)?;
        (told > self.now).then(|| {
            self.now = told;
            told
        })
    }
}
