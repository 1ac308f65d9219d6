//! Challenges: somebody names the terms of a game, and one other accepts them, or several take their seats.

mod answer;
mod challenge;
mod form_error;
mod gone;
mod limit;
mod lobby;
mod near;
mod new;
mod places;
mod seat_preference;
mod sit;
mod store;

use axum::Router;
use axum::routing::{get, post};

pub use crate::challenges::challenge::{Answer, Challenge, ChallengeId, State, Terms};
pub use crate::challenges::gone::end_all_of;
pub use crate::challenges::near::{OpenChallenge, near};
pub use crate::challenges::places::{ChallengeSeat, Change};
pub use crate::challenges::store::{answer, change, waiting_for};
pub use crate::challenges::store::{answered_of, expire, game_before, invited_by, offer_rematch_to_all};
pub use crate::challenges::store::{load, load_within, offer_rematch, rematch_of};

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::now::Now;
use crate::platform::queue;
use crate::state::App;

/// How often challenges are looked for that nobody has answered in time.
const EXPIRE_EVERY: Duration = Duration::from_secs(60);

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/lobby", get(lobby::show))
        .route("/challenges/new", get(new::show).post(new::submit))
        .route("/challenges/{id}", get(answer::show))
        .route("/challenges/{id}/accept", post(answer::accept).get(answer::back))
        .route("/challenges/{id}/decline", post(answer::decline).get(answer::back))
        .route("/challenges/{id}/seats/{seat}", post(sit::take).get(sit::back))
        .route("/challenges/{id}/leave", post(sit::leave).get(answer::back))
        .route("/challenges/{id}/withdraw", post(answer::withdraw).get(answer::back))
        .route("/challenges/{id}/dismiss", post(answer::dismiss).get(answer::back))
}

/// Ends challenges that nobody answers until the server stops. Each is ended by one of the servers.
pub async fn run(pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
    queue::every(EXPIRE_EVERY, stop, &hub, "challenges expired", || expire(&pool, now.get())).await;
}
