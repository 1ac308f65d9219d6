//! Every path of the site, and what all requests go through.

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::platform::database::listen::Hub;
use crate::platform::error::Error;
use crate::platform::{assets, now};
use crate::state::App;
use crate::web::request_log::{self, SecretRoutes};
use crate::web::{body, error_page, live, reading, request_rate};
use crate::{
    analysis, challenges, collections, computers, email, explorer, feeds, game_page, health, help, home, leave,
    library, lists, own_data, players, puzzles, rules, settings, sign_in, studies, watch, welcome,
};

/// The routes whose paths hold a secret: who knows the address of a collection or study may look at it, if it is shown by link.
const SECRET_ROUTES: SecretRoutes = SecretRoutes(&[
    feeds::FEED_ROUTE,
    email::UNSUBSCRIBE_ROUTE,
    "/collections/{id}",
    "/collections/{id}/delete",
    "/collections/{id}/imports",
    "/collections/{id}/games/{number}",
    "/collections/{id}/live",
    "/studies/{id}",
    "/studies/{id}/delete",
    "/studies/{id}/editors",
    "/studies/{id}/live",
    "/studies/{id}/chapters",
    "/studies/{id}/chapters/{number}",
    "/studies/{id}/chapters/{number}/delete",
    "/studies/{id}/chapters/{number}/live",
]);

/// Every path of the site, and what all requests go through, the outermost last.
///
/// # Errors
/// The public address is not one, or a text of the operator cannot be read.
pub fn router(app: &App) -> anyhow::Result<Router> {
    let feeds = feeds::router().layer(middleware::from_fn_with_state(app.clone(), reading::choose));
    Ok(Router::new()
        .merge(pages(app)?.merge(health::router()).merge(feeds).layer(CompressionLayer::new()))
        .merge(streams(app))
        .with_state(app.clone())
        .layer(
            // The first sees a request first and its answer last.
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(app.now.clone(), now::stamp))
                .layer(middleware::map_request(request_log::forget_id))
                .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
                .layer(PropagateRequestIdLayer::x_request_id())
                .layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
                .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF))
                .layer(SetResponseHeaderLayer::overriding(header::REFERRER_POLICY, SAME_ORIGIN))
                // Before the log: it is counted, and nobody fills the disk with it.
                .layer(middleware::from_fn_with_state(app.clone(), request_rate::limit))
                .layer(middleware::from_fn_with_state(SECRET_ROUTES, request_log::watch_request))
                .layer(CatchPanicLayer::custom(panicked))
                .layer(middleware::map_response(error_page::for_framework))
                .layer(middleware::from_fn_with_state(REQUEST_TIMEOUT, in_time))
                .layer(middleware::from_fn(body::read))
                .layer(DefaultBodyLimit::max(body::MAX_BODY_BYTES)),
        )
        // Static files contain nothing private: a request id and a policy on each of forty would be a twentieth of a
        // first visit.
        .merge(
            assets::router(&app.assets)
                .layer(
                    ServiceBuilder::new()
                        .layer(middleware::from_fn_with_state(app.clone(), request_rate::limit_files))
                        .layer(middleware::from_fn(body::read))
                        .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF))
                        .layer(CompressionLayer::new()),
                )
                .layer(middleware::map_response(error_page::for_framework)),
        ))
}

/// The pages for people, and their forms.
fn pages(app: &App) -> anyhow::Result<Router<App>> {
    let csrf = CsrfLayer::new()
        .add_trusted_origin(app.public_url.as_ref())?
        .with_rejection_response(|_| Error::FromAnotherSite.into_response());
    Ok(Router::new()
        .merge(home::router())
        .merge(welcome::router())
        .merge(rules::router())
        .merge(help::router(app)?)
        .merge(sign_in::router())
        .merge(challenges::router())
        .merge(computers::router())
        .merge(game_page::router())
        .merge(lists::router())
        .merge(library::router())
        .merge(explorer::router())
        .merge(collections::router())
        .merge(studies::router())
        .merge(analysis::router())
        .merge(leave::router())
        .merge(players::router())
        .merge(watch::router())
        .merge(puzzles::router())
        .merge(settings::router())
        .merge(own_data::router())
        .merge(feeds::settings())
        .fallback(async || Error::NotFound)
        .layer(csrf)
        .merge(email::router())
        .layer(middleware::from_fn_with_state(app.clone(), reading::choose))
        .layer(middleware::from_fn_with_state(app.hub.clone(), notify_of_change))
        .layer(middleware::from_fn_with_state(app.clone(), error_page::frame)))
}

/// Notifies every server of what a request has changed, also if it was broken off.
async fn notify_of_change(State(hub): State<Hub>, request: Request, next: Next) -> Response {
    let _notify = (!request.method().is_safe()).then(|| hub.notify_on_drop());
    next.run(request).await
}

/// What open pages listen to. Nothing compresses it, and no layer that could: each stream would hold its room for that.
fn streams(app: &App) -> Router<App> {
    let streams = live::router().merge(game_page::streams()).merge(studies::streams());
    streams.layer(middleware::from_fn_with_state(app.clone(), error_page::frame))
}

/// The longest a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Gives up a request that takes longer.
async fn in_time(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    // Its handler says how long it may take: that is up to its sender's line.
    if body::is_upload(&request) {
        return next.run(request).await;
    }
    let answered = tokio::time::timeout(limit, next.run(request)).await;
    answered.unwrap_or_else(|_| Error::TooSlow.into_response())
}

/// Nothing from elsewhere, nothing inline, in nobody's frame. The one page that is made for frames says otherwise itself.
const CONTENT_SECURITY_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
);
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over so")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    Error::Internal(anyhow::anyhow!("a handler panicked: {}", message.unwrap_or("without a word"))).into_response()
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::body::{Body, to_bytes};
    use axum::http::StatusCode;
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
        assert!(page.contains("check whether it was done before you send it again"), "{page}");
        Ok(())
    }
}
