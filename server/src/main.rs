//! Reads the settings and runs the server until it is told to stop.

use clap::Parser;
use server::app::{App, router};
use server::config::Config;
use server::now::Now;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::parse();
    tracing_subscriber::fmt::init();
    let pool = server::database::open(config.database_url.clone().unwrap_or_default().parse()?).await?;
    let listener = tokio::net::TcpListener::bind(config.socket_address()).await?;
    let app = App::new(config, pool, Now::system())?;
    println!("listening on http://{}", listener.local_addr()?);
    axum::serve(listener, router(&app)?.into_make_service_with_connect_info::<std::net::SocketAddr>()).await?;
    Ok(())
}
