//! One address in front of several PostgreSQLs, as HAProxy is.

use std::net::SocketAddr;
use std::path::PathBuf;

use sqlx::postgres::PgConnectOptions;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::story::TIMEOUT;

/// Leads each connection to the first of its PostgreSQLs that listens.
pub struct Balancer {
    address: SocketAddr,
    sockets: watch::Sender<Vec<PathBuf>>,
    connections: watch::Receiver<usize>,
}

impl Balancer {
    pub async fn leading_to(postgres: &[PgConnectOptions]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sockets, to) = watch::channel(sockets_of(postgres));
        let (made, connections) = watch::channel(0);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(lead(client, to.clone(), made.clone()));
            }
        });
        Self { address, sockets, connections }
    }

    pub fn url(&self) -> String {
        format!("postgres://mallard@{}/mallard?sslmode=disable", self.address)
    }

    /// From now on new connections are led to others.
    pub fn leads_to(&self, postgres: &[PgConnectOptions]) {
        self.sockets.send_replace(sockets_of(postgres));
    }

    /// Waits until a connection was made.
    pub async fn is_used(&self) {
        let mut connections = self.connections.clone();
        timeout(TIMEOUT, connections.wait_for(|made| *made > 0)).await.expect("nobody connects").unwrap();
    }
}

fn sockets_of(postgres: &[PgConnectOptions]) -> Vec<PathBuf> {
    postgres.iter().map(|options| options.get_socket().unwrap().join(".s.PGSQL.5432")).collect()
}

async fn lead(mut client: TcpStream, to: watch::Receiver<Vec<PathBuf>>, made: watch::Sender<usize>) {
    let sockets = to.borrow().clone();
    for socket in sockets {
        if let Ok(mut server) = UnixStream::connect(socket).await {
            made.send_modify(|made| *made += 1);
            // It ends as either end goes away.
            copy_bidirectional(&mut client, &mut server).await.ok();
            return;
        }
    }
}
