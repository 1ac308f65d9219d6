//! The page of a game, against a bare route that reads the same bytes from one row by its primary key. Both run in a
//! process of their own, on one database, with the same settings of its pool, and are requested over the same
//! connections.

use std::io::Write;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::get;
use server::platform::database::Pool;
use server::platform::database::{open, parse_url};
use server::platform::now::Now;
use tokio::net::TcpListener;
use tokio::process::Command;

use crate::figures::median;
use crate::machine::{Database, Machine, Server};
use crate::played::{Course, Played};
use crate::stock::Stock;
use crate::visitor::{Connection, Look};
use crate::{AT_ONCE, crowd};

/// Set to a database's address, it makes this program the bare route.
pub const BARE_ROUTE: &str = "MALLARD_BENCH_BARE_ROUTE";

/// Games that are looked at.
const GAMES: usize = 1000;
/// How far they have come.
const COURSE: Course = Course { plies: 40, resigned: false, to_come: 1 };
/// Games that were played by lot: a prime, so that every player meets many of them.
const PLAYED: u64 = 61;
const PLAYERS: usize = 100;

/// Prints `server.page_ratio` and what it is made of.
pub async fn measure(machine: &Machine, repeats: usize) -> anyhow::Result<()> {
    let database = machine.database("pages").await?;
    let now = Now::system().get();
    let played = (0..PLAYED).map(|number| Played::by_lot(number, COURSE, now)).collect::<anyhow::Result<_>>()?;
    let stock = Stock::fill(&database, played, GAMES, PLAYERS).await?;
    let games = (0..GAMES).map(|number| stock.game(number));
    let looks: Vec<Look> = games.map(|game| Ok(game.look(game.player_after(0)?))).collect::<anyhow::Result<_>>()?;
    let server = machine.serve(&database).await?;
    let bytes = copy_pages(&database, &server, &looks).await?;
    let bare = Server::start(Command::new(std::env::current_exe()?).env(BARE_ROUTE, database.url())).await?;
    // Warm-up: each once, unmeasured. Every client loads every game, each starting at a different one.
    let everyones = |reader| looks.iter().cycle().skip(reader * GAMES / AT_ONCE).take(GAMES).cloned().collect();
    let looks: Vec<Vec<Look>> = (0..AT_ONCE).map(everyones).collect();
    crowd::look(&server, looks.clone()).await?;
    crowd::look(&bare, looks.clone()).await?;
    let (mut pages, mut bare_pages, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..repeats {
        let (ours, theirs) = (crowd::look(&server, looks.clone()).await?, crowd::look(&bare, looks.clone()).await?);
        eprintln!("pages: {ours:.0}/s; the bare route {theirs:.0}/s");
        pages.push(ours);
        bare_pages.push(theirs);
        ratios.push(ours / theirs);
    }
    println!("server.page_ratio = {:.3} of a bare route", median(ratios));
    println!("server.pages = {:.0} pages/s", median(pages));
    println!("server.pages_bare = {:.0} pages/s", median(bare_pages));
    println!("server.page_bytes = {bytes} bytes");
    bare.stop().await?;
    server.stop().await
}

/// Puts every page, as it is now, into the table that the bare route reads; says how long they are on average.
async fn copy_pages(database: &Database, server: &Server, looks: &[Look]) -> anyhow::Result<usize> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("create table pages (id text primary key, body text not null)").execute(&mut connection).await?;
    let mut visitor = Connection::open(server.address).await?;
    let mut bytes = 0;
    for look in looks {
        let page = visitor.get(look).await?;
        bytes += page.len();
        sqlx::query("insert into pages values ($1, $2)")
            .bind(&look.path)
            .bind(std::str::from_utf8(&page)?)
            .execute(&mut connection)
            .await?;
    }
    sqlx::raw_sql("vacuum analyze pages").execute(&mut connection).await?;
    Ok(bytes / looks.len())
}

/// The bare route: a path, one query, the bytes.
pub async fn serve_bare_route(database: &str) -> anyhow::Result<()> {
    let pool = open(parse_url(database)?, 40).await?;
    let router = Router::new().route("/games/{id}", get(bare_page)).with_state(pool);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    writeln!(std::io::stdout(), "listening on http://{}", listener.local_addr()?)?;
    Ok(axum::serve(listener, router).await?)
}

async fn bare_page(State(pool): State<Pool>, Path(id): Path<String>) -> Result<Html<String>, StatusCode> {
    let page = sqlx::query_scalar("select body from pages where id = $1").bind(format!("/games/{id}"));
    page.fetch_one(&pool).await.map(Html).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}
