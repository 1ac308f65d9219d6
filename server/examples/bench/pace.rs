//! How much eight players get done who make turns and look at games, for what may slow them down.

use server::platform::now::Now;

use crate::machine::{Database, Server};
use crate::played::{Course, Played};
use crate::stock::Stock;
use crate::visitor::{Look, Post};
use crate::{AT_ONCE, crowd};

/// Games that one player plays in one measurement, a turn in each before the next turn in the first.
const GAMES_EACH: usize = 40;
/// Games of one measurement.
pub const GAMES: usize = GAMES_EACH * AT_ONCE;
/// What is played in them.
pub const COURSE: Course = Course { plies: 10, resigned: false, to_come: 10 };
const TURNS: usize = GAMES_EACH * COURSE.to_come;
/// Pages that one player looks at in one measurement.
const PAGES: usize = 2000;
const PLAYED: u64 = 61;
/// How many players there are.
pub const PLAYERS: usize = 200;

/// How much the players get done.
pub struct Pace {
    /// Turns a second.
    pub turns: f64,
    /// Pages a second.
    pub pages: f64,
}

impl Pace {
    /// Games for so many measurements, and a last one that nobody plays.
    pub async fn stock(database: &Database, measurements: usize) -> anyhow::Result<Stock> {
        let now = Now::system().get();
        let played = (0..PLAYED).map(|number| Played::by_lot(number, COURSE, now)).collect::<anyhow::Result<_>>()?;
        Stock::fill(database, played, measurements * GAMES + 1, PLAYERS).await
    }

    /// Measured in the games from this one on.
    pub async fn measure(server: &Server, stock: &Stock, first: usize) -> anyhow::Result<Self> {
        let game = |player: usize, turn: usize| stock.game(first + player * GAMES_EACH + turn % GAMES_EACH);
        let turns_of = |player| (0..TURNS).map(|turn| game(player, turn).turn_after(turn / GAMES_EACH)).collect();
        let turns =
            crowd::post(server, (0..AT_ONCE).map(turns_of).collect::<anyhow::Result<Vec<Vec<Post>>>>()?).await?;
        let looks_of = |player| (0..PAGES).map(|turn| game(player, turn)).map(|it| it.look(it.players[0])).collect();
        let pages = crowd::look(server, (0..AT_ONCE).map(looks_of).collect::<Vec<Vec<Look>>>()).await?;
        Ok(Self { turns, pages })
    }
}
