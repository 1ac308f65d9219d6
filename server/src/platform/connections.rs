//! Connections: accepted as long as there are not too many, cut when nothing comes or goes on them, ended in order.
//!
//! Whoever opens more than their share waits for a moment, is told so and sent away: a program that comes again as soon as it is
//! answered does that no more than once a second for each connection.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tokio_io_timeout::TimeoutWriter;
use tokio_util::sync::CancellationToken;
use tower::Service;

use super::config::Config;
use super::network::{CountedOfNetwork, Max, Network, NetworkTally};
use super::tally::{Counted, Tally};

/// Connections of one network: of a class of thirty, each with a stream and some requests at the same time.
const MAX_OF_NETWORK: usize = 200;
/// Connections kept for those who are not limited: the operator comes in when nobody else does.
const RESERVED_CONNECTIONS: usize = 50;
/// Files that the server opens besides connections of visitors: the database, what it reads, those that are refused.
const OTHER_FILES: u64 = 450;

/// How long a visitor may take for the head of a request, and how long a connection may lie idle.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// The same of a proxy, which keeps connections for the next visitor: longer than the proxies do, so that it is never the server
/// that closes one on which a request is on its way.
const PROXY_HEAD_TIMEOUT: Duration = Duration::from_secs(180);
/// How long a visitor may read nothing of what is sent to them.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a refused request waits.
const REFUSAL_PAUSE: Duration = Duration::from_secs(1);
/// How many of them at the same time; the others are cut off.
const MAX_REFUSED: usize = 256;

/// What a refused visitor is told, whatever they ask for.
const REFUSAL: &str = "HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 76\r\n\
    content-type: text/plain; charset=utf-8\r\n\r\n\
    Too many connections are open. Close some pages, or try again in a moment.\r\n";

/// How many connections there may be, and how long one may be silent.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The settings: they name those who may open any number.
    pub config: Arc<Config>,
    /// All at the same time.
    pub max: usize,
    /// More than that, for those who are not limited.
    pub reserved: usize,
    /// Those of one network. `None`: all come from a proxy.
    pub max_of_network: Option<usize>,
    /// For the head of a request, and between two of them.
    pub head_timeout: Duration,
    /// For a visitor to read something of what is sent.
    pub write_timeout: Duration,
}

impl Limits {
    /// As the settings say, and no more than the system lets the server open.
    pub fn new(config: &Arc<Config>) -> Self {
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
        let max = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX).max(1);
        if max < config.max_connections {
            tracing::warn!(files, "the system allows few open files, so there can be only {max} connections");
        }
        Self {
            config: config.clone(),
            max: max.min(config.max_connections),
            reserved: RESERVED_CONNECTIONS,
            max_of_network: (!config.behind_proxy).then_some(MAX_OF_NETWORK),
            head_timeout: if config.behind_proxy { PROXY_HEAD_TIMEOUT } else { HEAD_TIMEOUT },
            write_timeout: WRITE_TIMEOUT,
        }
    }
}

/// Answers requests until the token is cancelled; then accepts no more connections and waits for those that are answered.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: CancellationToken) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_timeout);
    let write_timeout = limits.write_timeout;
    let limiter = ConnectionLimiter::new(limits);
    let graceful = GracefulShutdown::new();
    while let Some((stream, peer)) = stop.run_until_cancelled(accept(&listener)).await {
        let permit = match limiter.enter(peer.ip()) {
            Ok(permit) => permit,
            Err(reason) => {
                metrics::counter!("connections_refused_total", "reason" => reason).increment(1);
                limiter.refuse(stream);
                continue;
            }
        };
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            let answer = router.clone().call(request.map(Body::new));
            async move { Ok::<_, Infallible>(answer.await.unwrap_or_else(|never| match never {})) }
        });
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(write_timeout));
        let connection = graceful.watch(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
        tokio::spawn(async move {
            // Visitors go as they like: how a connection ended is nobody's concern.
            connection.await.ok();
            drop(permit);
        });
    }
    drop(listener);
    graceful.shutdown().await;
}

/// The next connection. Where there are too many open files, those that wait are accepted when others have ended.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_gone(&error) => {}
            Err(error) => {
                tracing::error!("no connection can be accepted: {error}");
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Whether a visitor was gone before their connection was accepted.
fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Where connections are counted.
struct ConnectionLimiter {
    limits: Limits,
    all: Tally<()>,
    networks: NetworkTally,
    refused: Arc<Semaphore>,
}

/// A connection that is counted, as long as it lives.
struct ConnectionPermit {
    _all: Counted<()>,
    _of_network: Option<CountedOfNetwork>,
    open: metrics::Gauge,
}

impl ConnectionLimiter {
    fn new(limits: Limits) -> Self {
        let refused = Arc::new(Semaphore::new(MAX_REFUSED));
        Self { limits, all: Tally::default(), networks: NetworkTally::default(), refused }
    }

    /// Lets a visitor in, or says which limit they have come to.
    fn enter(&self, address: IpAddr) -> Result<ConnectionPermit, &'static str> {
        let is_unlimited = self.limits.config.is_unlimited(address);
        let of_network = match self.limits.max_of_network.filter(|_| !is_unlimited) {
            Some(max) => Some(self.networks.add(Network::of(address), Max::of_network(max)).ok_or("network")?),
            None => None,
        };
        let max = self.limits.max + if is_unlimited { self.limits.reserved } else { 0 };
        let all = self.all.add((), max).ok_or("all")?;
        let open = metrics::gauge!("connections_open");
        open.increment(1);
        Ok(ConnectionPermit { _all: all, _of_network: of_network, open })
    }

    fn refuse(&self, mut stream: TcpStream) {
        let Ok(waiting) = self.refused.clone().try_acquire_owned() else { return };
        tokio::spawn(async move {
            let _waiting: OwnedSemaphorePermit = waiting;
            sleep(REFUSAL_PAUSE).await;
            // A connection that is closed before all of what was sent is read takes the answer with it.
            let mut sent = [0; 4096];
            while let Ok(1..) = stream.try_read(&mut sent) {}
            if stream.try_write(REFUSAL.as_bytes()).is_ok() {
                stream.shutdown().await.ok();
            }
        });
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.open.decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::config::Program;
    use super::*;

    #[test]
    fn many_networks_of_one_customer_do_not_take_all_places() {
        let config = Arc::new(Program::parse_from(["mallard", "--unlimited-from", "192.0.2.1"]).config);
        let limits = Limits { max: 12, max_of_network: Some(2), ..Limits::new(&config) };
        let limiter = ConnectionLimiter::new(limits);
        let enter = |address: String| limiter.enter(address.parse().unwrap());
        let taken: Vec<_> = (0..20).map(|network| enter(format!("2001:db8:1:{network:x}::1"))).collect();
        assert_eq!(taken.iter().filter(|permit| permit.is_ok()).count(), 10);
        let others = ["2001:db8:2::1", "203.0.113.7", "203.0.113.8"].map(|address| enter(address.to_owned()));
        assert!(matches!(others, [Ok(_), Ok(_), Err("all")]), "the others have what is left");
        assert!(enter("192.0.2.1".to_owned()).is_ok(), "the operator comes in");
    }
}
