//! Answers that programs ask for again and again: one that has not changed is not sent again.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// A mark of what is in an answer: other bytes have another.
pub fn etag(bytes: &[u8]) -> String {
    format!("\"{}\"", data_encoding::HEXLOWER.encode(&Sha256::digest(bytes)[..12]))
}

/// Whether the one who asks has the answer with this mark already.
pub fn is_known(if_none_match: Option<&str>, etag: &str) -> bool {
    if_none_match.is_some_and(|known| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag))
}

/// A text with its mark, or that it has not changed.
pub fn respond(request: &HeaderMap, content_type: &'static str, text: String) -> Response {
    let etag = etag(text.as_bytes());
    let known = request.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let mut response = match is_known(known, &etag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, content_type)], text).into_response(),
    };
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        response.headers_mut().insert(header::ETAG, etag);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_sent_again() {
        let mark = etag(b"quack");
        let asked = |known: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(known).unwrap());
            respond(&headers, "text/plain", "quack".to_owned()).status()
        };
        assert_eq!(respond(&HeaderMap::new(), "text/plain", "quack".to_owned()).status(), StatusCode::OK);
        for known in [mark.clone(), format!("W/{mark}"), format!("\"other\", {mark}")] {
            assert_eq!(asked(&known), StatusCode::NOT_MODIFIED, "{known}");
        }
        assert_eq!(asked("\"other\""), StatusCode::OK);
    }
}
