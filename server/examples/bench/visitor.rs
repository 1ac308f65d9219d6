//! Those who use the site: players who are signed in, and the connections they keep.

use std::net::SocketAddr;

use anyhow::ensure;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// More than any page or picture.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// A player by number, from 1. `stock.sql` makes them and signs them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player(pub usize);

impl Player {
    fn cookie(self) -> String {
        format!("mallard=token-of-{}", self.0)
    }
}

/// A page that somebody wants to see.
#[derive(Clone, Debug)]
pub struct Look {
    /// Who.
    pub player: Player,
    /// `/games/…`
    pub path: String,
}

/// A form that somebody sends.
#[derive(Clone, Debug)]
pub struct Post {
    /// Who.
    pub player: Player,
    /// `/games/…/actions`
    pub path: String,
    /// Its fields as a browser writes them.
    pub form: String,
}

/// A persistent connection to a server. Unlike browsers it does not request compression, so that the same bytes are
/// compared, and not their compression.
pub struct Connection {
    address: SocketAddr,
    sender: SendRequest<Body>,
}

impl Connection {
    /// Connects to a server.
    pub async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self { address, sender })
    }

    /// Asks for a page that is there, and may take its time to come.
    pub async fn begin(&mut self, Look { player, path }: &Look) -> anyhow::Result<Response<Incoming>> {
        let request = Request::get(path).header(header::HOST, self.address.to_string());
        let answer = self.send(request.header(header::COOKIE, player.cookie()).body(Body::empty())?).await?;
        ensure!(answer.status() == StatusCode::OK, "GET {path}: {}", answer.status());
        Ok(answer)
    }

    /// Asks for a page that is there, and reads the whole of it.
    pub async fn get(&mut self, look: &Look) -> anyhow::Result<Bytes> {
        let page = self.begin(look).await?.into_body();
        Ok(to_bytes(Body::new(page), MAX_BYTES).await?)
    }

    /// Sends a form, which has to succeed.
    pub async fn post(&mut self, Post { player, path, form }: &Post) -> anyhow::Result<()> {
        let request = Request::post(path)
            .header(header::HOST, self.address.to_string())
            .header(header::ORIGIN, format!("http://{}", self.address))
            .header(header::COOKIE, player.cookie())
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form.clone().into())?;
        let answer = self.send(request).await?;
        ensure!(answer.status() == StatusCode::SEE_OTHER, "POST {path}: {}", answer.status());
        to_bytes(Body::new(answer.into_body()), MAX_BYTES).await?;
        Ok(())
    }

    async fn send(&mut self, request: Request<Body>) -> anyhow::Result<Response<Incoming>> {
        self.sender.ready().await?;
        Ok(self.sender.send_request(request).await?)
    }
}
