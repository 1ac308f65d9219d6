//! Those who use the site: players who are signed in, and the connections they keep.

use std::net::{IpAddr, SocketAddr};

use anyhow::ensure;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpSocket, TcpStream};

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

/// Connects to a server from an address of this machine.
pub async fn connect_from(from: IpAddr, address: SocketAddr) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    Ok(socket.connect(address).await?)
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
        Self::over(TcpStream::connect(address).await?, address).await
    }

    /// The same from an address of this machine.
    pub async fn open_from(from: IpAddr, address: SocketAddr) -> anyhow::Result<Self> {
        Self::over(connect_from(from, address).await?, address).await
    }

    async fn over(stream: TcpStream, address: SocketAddr) -> anyhow::Result<Self> {
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self { address, sender })
    }

    /// Asks for a page that is there, and may take its time to come.
    pub async fn begin(&mut self, look: &Look) -> anyhow::Result<Response<Incoming>> {
        let answer = self.ask(look).await?;
        ensure!(answer.status() == StatusCode::OK, "GET {}: {}", look.path, answer.status());
        Ok(answer)
    }

    /// Asks for a page, whatever the answer.
    pub async fn ask(&mut self, Look { player, path }: &Look) -> anyhow::Result<Response<Incoming>> {
        let request = Request::get(path).header(header::HOST, self.address.to_string());
        self.send(request.header(header::COOKIE, player.cookie()).body(Body::empty())?).await
    }

    /// Asks for a page that is there, and reads the whole of it.
    pub async fn get(&mut self, look: &Look) -> anyhow::Result<Bytes> {
        let page = self.begin(look).await?.into_body();
        Ok(to_bytes(Body::new(page), MAX_BYTES).await?)
    }

    /// The same of a page that may be refused because it would take too long: then `None`.
    pub async fn try_get(&mut self, look: &Look) -> anyhow::Result<Option<Bytes>> {
        let answer = self.ask(look).await?;
        let status = answer.status();
        let page = to_bytes(Body::new(answer.into_body()), MAX_BYTES).await?;
        ensure!(matches!(status, StatusCode::OK | StatusCode::UNPROCESSABLE_ENTITY), "GET {}: {status}", look.path);
        Ok((status == StatusCode::OK).then_some(page))
    }

    /// Sends a form, which has to succeed.
    pub async fn post(&mut self, post: &Post) -> anyhow::Result<()> {
        let answer = self.send_form(post).await?;
        ensure!(answer.status() == StatusCode::SEE_OTHER, "POST {}: {}", post.path, answer.status());
        to_bytes(Body::new(answer.into_body()), MAX_BYTES).await?;
        Ok(())
    }

    /// Sends a file of games, which has to be taken.
    pub async fn send_file(&mut self, player: Player, path: &str, file: &str) -> anyhow::Result<()> {
        let head = "--file\r\ncontent-disposition: form-data; name=\"pgn\"; filename=\"games.pgn\"\r\n\r\n";
        let request = Request::post(path)
            .header(header::HOST, self.address.to_string())
            .header(header::ORIGIN, format!("http://{}", self.address))
            .header(header::COOKIE, player.cookie())
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=file")
            .body(format!("{head}{file}\r\n--file--\r\n").into())?;
        let answer = self.send(request).await?;
        ensure!(answer.status() == StatusCode::SEE_OTHER, "POST {path}: {}", answer.status());
        to_bytes(Body::new(answer.into_body()), MAX_BYTES).await?;
        Ok(())
    }

    /// Sends a form, whatever the answer.
    pub async fn send_form(&mut self, Post { player, path, form }: &Post) -> anyhow::Result<Response<Incoming>> {
        let request = Request::post(path)
            .header(header::HOST, self.address.to_string())
            .header(header::ORIGIN, format!("http://{}", self.address))
            .header(header::COOKIE, player.cookie())
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form.clone().into())?;
        self.send(request).await
    }

    async fn send(&mut self, request: Request<Body>) -> anyhow::Result<Response<Incoming>> {
        self.sender.ready().await?;
        Ok(self.sender.send_request(request).await?)
    }
}
