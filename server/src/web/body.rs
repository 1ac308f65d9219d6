//! The bodies of requests: how large one may be, and what becomes of one that is larger.

use std::future::poll_fn;
use std::pin::Pin;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::platform::error::Error;

/// The largest body of a request, in bytes: a message of 2,000 characters, each of 4 bytes and percent-encoded, with
/// room to spare.
pub const MAX_BODY_BYTES: usize = 64 * 1024;

/// The same for forms that send whole games with notes and variations as text, plus pasted ones: twice the size of a
/// study, percent-encoded.
pub const MAX_LARGE_BODY_BYTES: usize = 320 * 1024;

/// The paths that take so much: signing in takes along what could not be sent.
const LARGE: [&str; 2] = ["/analysis", "/login"];

/// How much of a body that is too large is read all the same.
const MAX_DISCARDED_BYTES: usize = 64 * 1024 * 1024;

/// Refuses a body that says it is larger than any form of ours. It is read to its end first and thrown away: who still
/// writes when the connection closes learns that it was broken, and not why.
pub async fn refuse_large(request: Request, next: Next) -> Response {
    let limit = if LARGE.contains(&request.uri().path()) { MAX_LARGE_BODY_BYTES } else { MAX_BODY_BYTES };
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_none_or(|length| length <= limit) {
        return next.run(request).await;
    }
    throw_away(request.into_body()).await;
    Error::TooLarge.into_response()
}

async fn throw_away(mut body: Body) {
    let mut read = 0;
    while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        read += frame.data_ref().map_or(0, Bytes::len);
        if read > MAX_DISCARDED_BYTES {
            return;
        }
    }
}
