//! How soon another page hears of a turn: from the answer to the player who made it until the stream of the one who waits for it says so.

use std::net::SocketAddr;
use std::time::Instant;

use server::platform::now::Now;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::AT_ONCE;
use crate::figures::quantile;
use crate::machine::{Machine, Server};
use crate::played::{Course, Played};
use crate::stock::Stock;
use crate::streams::OpenStream;
use crate::visitor::{Connection, Look};

const COURSE: Course = Course { plies: 0, resigned: false, to_come: 40 };
/// Turns that are waited for in one measurement: five games.
const GAMES: usize = 5;
/// Games that the others play meanwhile, each writer their own: more than they get done.
const OTHERS: usize = 40 * AT_ONCE;
const PLAYERS: usize = 100;

/// Prints `server.live_ms` and its kin: at the server where the turn was made and at another one, while nothing else happens and
/// while eight others make turns.
pub async fn measure(machine: &Machine) -> anyhow::Result<()> {
    let database = machine.database("live").await?;
    let now = Now::system().get();
    let played = (0..61).map(|number| Played::by_lot(number, COURSE, now)).collect::<anyhow::Result<_>>()?;
    let stock = Stock::fill(&database, played, 5 * GAMES + 2 * OTHERS, PLAYERS).await?;
    let (here, there) = (machine.serve(&database).await?, machine.serve(&database).await?);
    // One measurement before those that count.
    waits(&here, &there, &stock, 0).await?;
    let mut first = GAMES;
    for (name, at, is_busy) in [
        ("live_ms", &here, false),
        ("live_there_ms", &there, false),
        ("live_busy_ms", &here, true),
        ("live_there_busy_ms", &there, true),
    ] {
        let others = CancellationToken::new();
        let writers = if is_busy { write(here.address, &stock, first, &others) } else { JoinSet::new() };
        let waited = waits(&here, at, &stock, first).await?;
        others.cancel();
        let made: usize = writers.join_all().await.into_iter().sum::<anyhow::Result<usize>>()?;
        if is_busy {
            eprintln!("{name}: others made {made} turns meanwhile");
        }
        println!("server.{name} = {:.1} ms", quantile(&waited, 0.5));
        println!("server.{name}_99 = {:.1} ms", quantile(&waited, 0.99));
        first += GAMES + if is_busy { OTHERS } else { 0 };
    }
    here.stop().await?;
    there.stop().await
}

/// How long the other player of some games waits at a server for each turn that is made at the first, in milliseconds.
async fn waits(here: &Server, at: &Server, stock: &Stock, first: usize) -> anyhow::Result<Vec<f64>> {
    let mut waited = Vec::new();
    let mut connection = Connection::open(here.address).await?;
    for number in first..first + GAMES {
        let game = stock.game(number);
        let turn = game.turn_after(0)?;
        let waiting = game.turn_after(1)?.player;
        let look = Look { player: waiting, path: format!("/games/{}/live", game.id) };
        let mut stream = OpenStream::begin(at.address, &look).await?;
        let mut next = turn;
        for turn in 1..=COURSE.to_come {
            connection.post(&next).await?;
            let answered = Instant::now();
            stream.read_until(&format!("\"game\":{turn}")).await?;
            waited.push(answered.elapsed().as_secs_f64() * 1000.0);
            if turn < COURSE.to_come {
                next = game.turn_after(turn)?;
            }
        }
    }
    Ok(waited)
}

/// Eight writers that make turns one after another until they are told to stop; each says how many.
fn write(address: SocketAddr, stock: &Stock, first: usize, stop: &CancellationToken) -> JoinSet<anyhow::Result<usize>> {
    let mut writers = JoinSet::new();
    for writer in 0..AT_ONCE {
        let games = (0..OTHERS / AT_ONCE).map(|number| stock.game(first + GAMES + writer * OTHERS / AT_ONCE + number));
        let turns = games.flat_map(|game| (0..COURSE.to_come).map(move |turn| game.turn_after(turn)));
        let turns: anyhow::Result<Vec<_>> = turns.collect();
        let stop = stop.clone();
        writers.spawn(async move {
            let mut connection = Connection::open(address).await?;
            for (made, turn) in turns?.iter().enumerate() {
                if stop.is_cancelled() {
                    return Ok(made);
                }
                connection.post(turn).await?;
            }
            Err(anyhow::anyhow!("the other writers had too few games"))
        });
    }
    writers
}
