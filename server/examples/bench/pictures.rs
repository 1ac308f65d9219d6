//! How long pictures of games take to be made: over HTTP, by a visitor who asks for one after the other, for none a second
//! time.

use std::time::Instant;

use domain::rules::duchess::SetUp;
use domain::rules::variant::Variant;
use server::platform::now::Now;
use server::preferences::{BoardDesign, PieceSet};

use crate::figures::median;
use crate::machine::{Machine, Server};
use crate::played::Played;
use crate::stock::{Stock, Stocked};
use crate::visitor::{Connection, Look};

/// What is drawn: the name in figures, the variant, and the turns that were made.
const GAMES: [(&str, Variant, usize); 3] = [
    ("duck_60", Variant::Duck, 60),
    ("duck_600", Variant::Duck, 600),
    ("duchess_six", Variant::Duchess(SetUp::Six), 120),
];

/// Prints `server.svg_duck_60` and the like.
pub async fn measure(machine: &Machine) -> anyhow::Result<()> {
    let now = Now::system().get();
    let database = machine.database("pictures").await?;
    let played = GAMES.map(|(_, variant, plies)| Played::in_peace(variant, plies, now));
    let played = played.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let stock = Stock::fill(&database, played, GAMES.len(), 2).await?;
    let server = machine.serve(&database).await?;
    for (number, (name, ..)) in GAMES.into_iter().enumerate() {
        draw(&server, name, &stock.game(number)).await?;
    }
    server.stop().await
}

/// All looks of the last position and of the whole game.
async fn draw(server: &Server, name: &str, game: &Stocked<'_>) -> anyhow::Result<()> {
    let player = game.players[0];
    let mut connection = Connection::open(server.address).await?;
    connection.get(&game.look(player)).await?;
    let ply = game.played.game.ply();
    for kind in ["svg", "png", "gif"] {
        let (mut times, mut sizes) = (Vec::new(), Vec::new());
        for (pieces, board) in PieceSet::ALL.into_iter().flat_map(|set| BoardDesign::ALL.map(|design| (set, design))) {
            let look = format!("ply={ply}&pieces={}&board={}", pieces.key(), board.key());
            let path = format!("/games/{}.{kind}?{look}", game.id);
            let began = Instant::now();
            let picture = connection.get(&Look { player, path }).await?;
            times.push(began.elapsed().as_secs_f64() * 1000.0);
            sizes.push(picture.len() as f64 / 1000.0);
        }
        println!("server.{kind}_{name} = {:.1} ms", median(times));
        println!("server.{kind}_{name}_size = {:.0} kB", median(sizes));
    }
    Ok(())
}
