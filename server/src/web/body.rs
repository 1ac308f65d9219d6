//! The bodies of requests: how large one may be, and what becomes of one that is larger.

use std::future::poll_fn;
use std::pin::Pin;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;

use crate::platform::error::{Error, Unreadable};

/// The largest body of a request, in bytes: a message of 2,000 characters, each of 4 bytes and percent-encoded, with
/// room to spare.
pub const MAX_BODY_BYTES: usize = 64 * 1024;

/// The same for forms that send whole games with notes and variations as text, plus pasted ones: twice the size of a
/// study, percent-encoded.
pub const MAX_LARGE_BODY_BYTES: usize = 320 * 1024;

/// The same for what is streamed where it goes, such as files of games, with room for the form around it.
pub const MAX_UPLOAD_BYTES: usize = 64 * 1024 * 1024;

/// Whether a request brings a file, which its handler reads as it comes.
pub fn is_upload(request: &Request) -> bool {
    let path = request.uri().path();
    let is_of_one = || {
        let id = path.strip_prefix("/collections/").and_then(|rest| rest.strip_suffix("/imports"));
        id.is_some_and(|id| !id.contains('/'))
    };
    request.method() == Method::POST && (path == "/collections" || is_of_one())
}

/// The paths that take so much: signing in takes along what could not be sent.
const LARGE: [&str; 3] = ["/analysis", "/login", "/studies/add"];

/// The most bytes of a form that is sent to a path.
fn limit(path: &str) -> usize {
    let takes_text =
        || path.strip_prefix("/studies").is_some_and(|rest| rest.is_empty() || rest.ends_with("/chapters"));
    if LARGE.contains(&path) || takes_text() { MAX_LARGE_BODY_BYTES } else { MAX_BODY_BYTES }
}

/// How much of a body that is too large is read all the same.
const MAX_DISCARDED_BYTES: usize = 64 * 1024 * 1024;

/// Reads the body whole before anything is decided, whether it is wanted or not, and refuses one that is larger than any form
/// of ours. That too is read to its end and thrown away: a client that still writes when the connection closes learns that it was
/// broken, and not why.
pub async fn read(request: Request, next: Next) -> Response {
    if is_upload(&request) {
        return next.run(request).await;
    }
    let limit = limit(request.uri().path());
    let (parts, mut body) = request.into_parts();
    let length = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        // A client that asks first whether to send it is told so without reading any.
        if !parts.headers.contains_key(EXPECT) {
            throw_away(body, MAX_DISCARDED_BYTES).await;
        }
        return Error::TooLarge.into_response();
    }
    let mut read = Vec::with_capacity(length.unwrap_or_default());
    while let Some(frame) = next_frame(&mut body).await {
        let Ok(frame) = frame else { return Error::Unreadable(Unreadable::CutShort).into_response() };
        read.extend_from_slice(frame.data_ref().map_or(&[], |data| data));
        if read.len() > limit {
            throw_away(body, MAX_DISCARDED_BYTES).await;
            return Error::TooLarge.into_response();
        }
    }
    next.run(Request::from_parts(parts, read.into())).await
}

/// Reads a body that nobody wants, to its end or to a number of bytes.
pub async fn throw_away(mut body: Body, max: usize) {
    let mut read = 0;
    while let Some(Ok(frame)) = next_frame(&mut body).await {
        read += frame.data_ref().map_or(0, Bytes::len);
        if read > max {
            return;
        }
    }
}

async fn next_frame(body: &mut Body) -> Option<Result<Frame<Bytes>, axum::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}
