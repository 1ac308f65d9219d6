//! A page that holds its stream open.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderMap, Request};
use futures_util::StreamExt;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::browser::Browser;

/// Far more than a message takes; a test that waits so long has failed.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// A stream of server-sent events that was opened.
pub struct Listening {
    pub headers: HeaderMap,
    body: BodyDataStream,
    heard: String,
}

impl Browser {
    /// Opens a stream, as a browser's page does; the status if there is none.
    pub async fn tries_to_listen(&self, path: &str) -> Result<Listening, u16> {
        self.asks_to_listen(self.request("GET", path, Body::empty())).await
    }

    /// The same from an address of the network, through a proxy.
    pub async fn listens_from(&self, address: &str, path: &str) -> Result<Listening, u16> {
        let mut request = self.request("GET", path, Body::empty());
        request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
        self.asks_to_listen(request).await
    }

    async fn asks_to_listen(&self, mut request: Request<Body>) -> Result<Listening, u16> {
        request.headers_mut().insert(ACCEPT_ENCODING, "gzip, br".parse().unwrap());
        let stream = TcpStream::connect(self.site().trim_start_matches("http://")).await.unwrap();
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let (head, body) = sender.send_request(request).await.unwrap().into_parts();
        match head.status.as_u16() {
            200 => {
                let body = Body::new(body).into_data_stream();
                Ok(Listening { headers: head.headers, body, heard: String::new() })
            }
            status => Err(status),
        }
    }

    /// Opens a stream that is there.
    pub async fn listens(&self, path: &str) -> Listening {
        self.tries_to_listen(path).await.unwrap_or_else(|status| panic!("{path}: {status}"))
    }
}

impl Listening {
    /// The next message; `None` when the stream has ended.
    pub async fn hears(&mut self) -> Option<Value> {
        loop {
            while let Some((event, rest)) = self.heard.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(str::to_owned);
                let named = event.lines().any(|line| line.starts_with("event:"));
                self.heard = rest.to_owned();
                if let (Some(data), false) = (data, named) {
                    return Some(serde_json::from_str(&data).unwrap());
                }
            }
            let bytes = timeout(TIMEOUT, self.body.next()).await.expect("nothing was said, and nothing ended")?;
            self.heard.push_str(std::str::from_utf8(&bytes.ok()?).unwrap());
        }
    }

    /// Listens until a count has come so far; several steps of it may be said as one.
    pub async fn hears_up_to(&mut self, what: &str, count: u64) {
        let mut heard = 0;
        while heard < count {
            heard = self.hears_of(what).await.as_u64().unwrap();
        }
        assert_eq!(heard, count);
    }

    /// Listens until the stream ends, and gives whatever else it said.
    pub async fn hears_the_end(&mut self) -> Vec<Value> {
        let mut said = Vec::new();
        while let Some(message) = self.hears().await {
            said.push(message);
        }
        said
    }

    /// What it says next of something; other messages are passed over.
    pub async fn hears_of(&mut self, what: &str) -> Value {
        loop {
            let message = self.hears().await.expect("the stream goes on");
            if let Some(said) = message.get(what) {
                return said.clone();
            }
        }
    }

    /// The next messages joined to one, as a page takes them: in whatever order they come.
    pub async fn hears_all<const N: usize>(&mut self) -> Value {
        let mut all = Value::Object(serde_json::Map::new());
        for _ in 0..N {
            let message = self.hears().await.expect("the stream goes on");
            all.as_object_mut().unwrap().extend(message.as_object().unwrap().clone());
        }
        all
    }
}
