//! The application: what handlers share, and every path of the site.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use sqlx::PgPool;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::accounts::{Passwords, SessionCookie};
use crate::config::Config;
use crate::database::listen::Hub;
use crate::error::Error;
use crate::games::RememberedGames;
use crate::mail::Mailer;
use crate::now::{self, Now};
use crate::{
    accounts, analysis, assets, body, challenges, error, feeds, games, health, home, leave, live, mail, players, rules,
    settings,
};

pub use crate::assets::Assets;

/// What handlers share. Servers keep no state besides the database but what can be read there again, so any number of
/// them may run.
#[derive(Clone, FromRef)]
pub struct App {
    /// The database.
    pub pool: PgPool,
    /// Those who wait at this server for news from all of them.
    pub hub: Hub,
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
    /// Where pictures of games are made.
    pub studio: games::Studio,
    /// How letters leave.
    pub mailer: Mailer,
    /// Games that were read of late.
    pub games: RememberedGames,
    /// The address of the site, without a slash at its end: `https://mallard.example`.
    pub public_url: Arc<str>,
}

impl App {
    /// An application on a database whose tables are up to date.
    ///
    /// # Errors
    /// The static files or a setting cannot be read, or the system gives no random numbers.
    pub fn new(config: Config, pool: PgPool, now: Now) -> anyhow::Result<Self> {
        let public_url = config.site();
        Ok(Self {
            pool,
            hub: Hub::default(),
            now,
            passwords: Passwords::new()?,
            cookie: SessionCookie::new(public_url.starts_with("https://")),
            assets: Assets::read(&config.static_files)?,
            studio: games::Studio::new()?,
            mailer: Mailer::new(&config, &public_url)?,
            games: RememberedGames::default(),
            public_url: public_url.into(),
            config: Arc::new(config),
        })
    }
}

/// Every path of the site, and what all requests go through, the outermost last.
///
/// # Errors
/// The public address is not one.
pub fn router(app: &App) -> anyhow::Result<Router> {
    Ok(Router::new()
        .merge(pages(app)?.merge(health::router()).merge(feeds::router()).layer(CompressionLayer::new()))
        .merge(streams(app))
        .with_state(app.clone())
        .layer(
            // The first sees a request first and its answer last.
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(app.now.clone(), now::stamp))
                .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
                .layer(PropagateRequestIdLayer::x_request_id())
                .layer(middleware::from_fn(health::watch_request))
                .layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
                .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF))
                .layer(SetResponseHeaderLayer::overriding(header::REFERRER_POLICY, SAME_ORIGIN))
                .layer(CatchPanicLayer::custom(panicked))
                .layer(middleware::from_fn_with_state(TIME_LIMIT, in_time))
                .layer(middleware::from_fn(body::refuse_large))
                .layer(DefaultBodyLimit::max(body::LIMIT)),
        )
        // Files tell nothing of anybody: an id and a policy for each of forty would be a twentieth of a first visit.
        .merge(
            assets::router(&app.assets).layer(
                ServiceBuilder::new()
                    .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF))
                    .layer(CompressionLayer::new()),
            ),
        ))
}

/// The pages that people look at, and their forms.
fn pages(app: &App) -> anyhow::Result<Router<App>> {
    let csrf =
        CsrfLayer::new().add_trusted_origin(app.public_url.as_ref())?.with_rejection_response(|_| forged_origin());
    Ok(Router::new()
        .merge(home::router())
        .merge(rules::router())
        .merge(accounts::router())
        .merge(challenges::router())
        .merge(games::router())
        .merge(analysis::router())
        .merge(leave::router())
        .merge(players::router())
        .merge(settings::router())
        .merge(feeds::settings())
        .fallback(async || Error::NotFound)
        .layer(csrf)
        .merge(mail::router())
        .layer(middleware::from_fn_with_state(app.clone(), error::frame)))
}

/// What open pages listen to. Nothing compresses it, and no layer that could: each stream would hold its room for that.
fn streams(app: &App) -> Router<App> {
    let streams = live::router().merge(games::streams());
    streams.layer(middleware::from_fn_with_state(app.clone(), error::frame))
}

/// The longest a request may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// Gives up a request that takes longer.
async fn in_time(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let answered = tokio::time::timeout(limit, next.run(request)).await;
    answered.unwrap_or_else(|_| Error::TooSlow.into_response())
}

/// Nothing from elsewhere, nothing inline, in nobody's frame. The one page that is made for frames says otherwise itself.
const CONTENT_SECURITY_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
);
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

fn forged_origin() -> Response {
    error::error_page(
        StatusCode::FORBIDDEN,
        "Sent from another site",
        "This was sent by a page of another site, so it was not done. Open the page here and try again.",
    )
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over so")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    Error::Internal(anyhow::anyhow!("a handler panicked: {}", said.unwrap_or("without a word"))).into_response()
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_request_that_takes_too_long_has_a_page_that_says_what_to_do() -> anyhow::Result<()> {
        let router = Router::new()
            .route("/", get(pending::<()>))
            .layer(middleware::from_fn_with_state(Duration::from_millis(1), in_time));
        let answer = router.oneshot(Request::new(Body::empty())).await?;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        let page = String::from_utf8(to_bytes(answer.into_body(), 100_000).await?.to_vec())?;
        assert!(page.contains("look whether it was done before you send it again"), "{page}");
        Ok(())
    }
}
