//! The one place the server's time comes from.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use jiff::Timestamp;

/// A time source: the machine's clock, or in tests one that is set by hand. Instants are cut to the microseconds that
/// PostgreSQL keeps, so that what was stored is what was decided.
#[derive(Clone, Debug)]
pub struct Now(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    /// Microseconds since the Unix epoch.
    Set(Arc<AtomicI64>),
}

impl Now {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock stopped at an instant until it is set to another. Clones are set together.
    pub fn standing_at(instant: Timestamp) -> Self {
        Self(Source::Set(Arc::new(AtomicI64::new(instant.as_microsecond()))))
    }

    /// Sets a clock that was made by [`Now::standing_at`]; the machine's clock is not touched.
    pub fn set(&self, instant: Timestamp) {
        if let Source::Set(micros) = &self.0 {
            micros.store(instant.as_microsecond(), Ordering::SeqCst);
        }
    }

    /// The instant it is.
    pub fn get(&self) -> Timestamp {
        let micros = match &self.0 {
            Source::System => system_time().as_microsecond(),
            Source::Set(micros) => micros.load(Ordering::SeqCst),
        };
        Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX)
    }
}

/// When a request reached this server, before anything was done about it. What it changes in a game is dated so, however
/// long it then waits for its turn. Handlers take it as an `Extension`.
#[derive(Clone, Copy, Debug)]
pub struct ReceivedAt(pub Timestamp);

/// Notes when a request arrived: the outermost of all that it goes through.
pub async fn stamp(State(now): State<Now>, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(ReceivedAt(now.get()));
    next.run(request).await
}

#[expect(clippy::disallowed_methods, reason = "this is the one place")]
fn system_time() -> Timestamp {
    Timestamp::now()
}
