//! What handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::FromRef;

use crate::accounts::{Passwords, PlayerId, SessionCookie};
use crate::boards::pictures::Renderer;
use crate::games::{Audience, Consequences, Games};
use crate::platform::assets::Assets;
use crate::platform::byte_cache::ByteCache;
use crate::platform::config::Config;
use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::database::replica::Replica;
use crate::platform::mailer::Mailer;
use crate::platform::network::NetworkTally;
use crate::platform::now::Now;
use crate::platform::request_rate::RequestRate;
use crate::platform::tally::Tally;

/// What handlers share. Servers keep no state besides the database but what can be read there again, so any number of
/// them may run. Each layer of the router clones it for each request, so a clone has to cost nothing.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
#[derive(Clone)]
pub struct Parts {
    /// The database.
    pub pool: Pool,
    /// A standby that answers what strangers look at, if there is one. Handlers take `Reading`.
    pub replica: Option<Replica>,
    /// The subscribers of this server to announcements of all servers.
    pub hub: Hub,
    /// How many streams there are at this server.
    pub streams: OpenStreams,
    /// How many downloads of many games each network has at this server.
    pub downloads: NetworkTally,
    /// How many files each network is sending to this server.
    pub uploads: NetworkTally,
    /// How fast visitors send requests to this server.
    pub request_rate: RequestRate,
    /// Whether this server is about to stop.
    pub stopping: Stopping,
    /// The time.
    pub now: Now,
    /// The settings.
    pub config: Arc<Config>,
    /// The hashing of passwords.
    pub passwords: Passwords,
    /// The session cookie.
    pub cookie: SessionCookie,
    /// Where style sheets, scripts and pictures are.
    pub assets: Assets,
    /// Draws pictures of games.
    pub renderer: Renderer,
    /// How emails leave.
    pub mailer: Mailer,
    /// The write side of games.
    pub games: Games,
    /// How often games are looked at.
    pub audience: Audience,
    /// What searches have read of blocks of games, up to 64 MiB.
    pub block_cache: ByteCache,
    /// The address of the site, without a slash at its end: `https://mallard.example`.
    pub public_url: Arc<str>,
}

/// So many bytes of what blocks say of their games are kept in memory: up to 14 for each of nearly five million games.
const MAX_BLOCK_BYTES: u64 = 64 * 1024 * 1024;
/// What the usual value takes: a column of a block.
const USUAL_BLOCK_BYTES: u64 = 12 * 1024;

/// How many streams there are at this server: of each player, and of each network.
#[derive(Clone, Default)]
pub struct OpenStreams {
    /// Those of the signed-in player.
    pub by_player: Tally<PlayerId>,
    /// Those of a network where nobody is signed in.
    pub anonymous_by_network: NetworkTally,
    /// Those of a network where somebody is.
    pub signed_in_by_network: NetworkTally,
}

/// Whether a server is about to stop: it answers whatever is asked, but wants no more requests. Clones share it.
#[derive(Clone, Default)]
pub struct Stopping(Arc<AtomicBool>);

impl Stopping {
    /// From now on it is.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Handlers and extractors may ask for a part alone.
macro_rules! extract_parts {
    ($($field:ident: $part:ty),* $(,)?) => {
        $(impl FromRef<App> for $part {
            fn from_ref(app: &App) -> Self {
                app.$field.clone()
            }
        })*
    };
}

extract_parts! {
    pool: Pool,
    hub: Hub,
    request_rate: RequestRate,
    stopping: Stopping,
    now: Now,
    cookie: SessionCookie,
    assets: Assets,
    public_url: Arc<str>,
}

impl App {
    /// The state of an application on a migrated database.
    ///
    /// # Errors
    /// The static files or a setting cannot be read, or the system gives no random numbers.
    pub fn new(config: Config, pool: Pool, now: Now, consequences: Arc<dyn Consequences>) -> anyhow::Result<Self> {
        let public_url = config.site();
        Ok(Self(Arc::new(Parts {
            games: Games::new(pool.clone(), consequences),
            pool,
            audience: Audience::default(),
            block_cache: ByteCache::new(MAX_BLOCK_BYTES, USUAL_BLOCK_BYTES),
            replica: None,
            hub: Hub::default(),
            streams: OpenStreams::default(),
            downloads: NetworkTally::default(),
            uploads: NetworkTally::default(),
            request_rate: RequestRate::default(),
            stopping: Stopping::default(),
            now,
            passwords: Passwords::new(),
            cookie: SessionCookie::new(public_url.starts_with("https://")),
            assets: Assets::read(&config.static_files)?,
            renderer: Renderer::new()?,
            mailer: Mailer::new(&config, &public_url)?,
            public_url: public_url.into(),
            config: Arc::new(config),
        })))
    }

    /// The same with a replica, if there is one, for what only reads.
    pub fn with_replica(&self, replica: Option<Replica>) -> Self {
        Self(Arc::new(Parts { replica, ..Parts::clone(self) }))
    }

    /// The same on other connections to the database.
    pub fn with_pool(&self, pool: Pool) -> Self {
        Self(Arc::new(Parts { pool, ..Parts::clone(self) }))
    }
}
