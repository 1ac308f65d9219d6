//! What a database is filled with: as many games as one likes, of few that were played.

use anyhow::Context;
use domain::correspondence::event::Event;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use server::platform::now::Now;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::machine::Database;
use crate::played::Played;
use crate::visitor::{Look, Player, Post};

/// Games on the table in a database, and who plays them.
pub struct Stock {
    played: Vec<Played>,
    /// How many games there are, numbered from 0.
    pub games: usize,
    /// How many players there are, numbered from 1.
    pub players: usize,
}

/// One of the games in a database.
pub struct Stocked<'a> {
    /// Its name in its address.
    pub id: String,
    /// Who plays it, the first to move first.
    pub players: [Player; 2],
    /// The game and its continuation.
    pub played: &'a Played,
}

impl Stocked<'_> {
    /// A look of one of its players at its page.
    pub fn look(&self, player: Player) -> Look {
        Look { player, path: format!("/games/{}", self.id) }
    }

    /// Whether nobody is to move any more.
    pub fn is_over(&self) -> bool {
        self.played.game.conclusion().is_some()
    }

    /// Who makes the turn after so many more.
    pub fn player_after(&self, turns: usize) -> anyhow::Result<Player> {
        let seat = self.played.seat_after(turns).context("the game is over")?;
        self.players.get(seat.index()).copied().context("a game of two has other seats")
    }

    /// The turn after so many more, as its player sends it.
    pub fn turn_after(&self, turns: usize) -> anyhow::Result<Post> {
        let turn = self.played.next.get(turns).context("the game does not go on so long")?;
        let ply = self.played.game.ply().turns() + turns;
        self.action(turns, &[("action", "move"), ("ply", &ply.to_string()), ("turn", turn)])
    }

    /// The resignation of the player who is to move after so many more turns.
    pub fn resignation_after(&self, turns: usize) -> anyhow::Result<Post> {
        let ply = self.played.game.ply().turns() + turns;
        self.action(turns, &[("action", "resign"), ("ply", &ply.to_string()), ("confirm", "yes")])
    }

    fn action(&self, turns: usize, fields: &[(&str, &str)]) -> anyhow::Result<Post> {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Ok(Post { player: self.player_after(turns)?, path: format!("/games/{}/actions", self.id), form })
    }
}

impl Stock {
    /// Fills an empty database with games: each of those that were played as often as it takes.
    pub async fn fill(database: &Database, played: Vec<Played>, games: usize, players: usize) -> anyhow::Result<Self> {
        let mut connection = database.connect().await?;
        write_played(&mut connection, &played, games, players).await?;
        // The script is ours and takes its parameters from a table.
        sqlx::raw_sql(include_str!("stock.sql")).execute(&mut connection).await?;
        sqlx::raw_sql("vacuum analyze").execute(&mut connection).await?;
        sqlx::raw_sql("checkpoint").execute(&mut connection).await?;
        Ok(Self { played, games, players })
    }

    /// A game by number, reckoned as in `stock.sql`.
    pub fn game(&self, number: usize) -> Stocked<'_> {
        let players = self.players;
        let white = 1 + number % players;
        let black = 1 + (number + 1 + number / players % (players - 1)) % players;
        Stocked {
            id: (1_000_000_000 + number * 7_654_321 % 8_999_999_993).to_string(),
            players: [Player(white), Player(black)],
            played: &self.played[number % self.played.len()],
        }
    }
}

/// The games that were played, in tables that `stock.sql` reads.
async fn write_played(
    connection: &mut PgConnection,
    played: &[Played],
    games: usize,
    players: usize,
) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "create table played (number bigint, seats integer, setup jsonb, variant text, begun_at timestamptz, events integer, ply integer,
            fen text, seat_to_move integer, deadline timestamptz, ended_at timestamptz, result text, ending text,
            last_at timestamptz, turn_since timestamptz, clocks_started boolean);
        create table played_events (played bigint, number integer, at timestamptz, body jsonb);
        create table stock_size (games bigint, players bigint, played bigint, stocked_at timestamptz)",
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query("insert into stock_size values ($1, $2, $3, $4)")
        .bind(games as i64)
        .bind(players as i64)
        .bind(played.len() as i64)
        .bind(Now::system().get().to_sqlx())
        .execute(&mut *connection)
        .await?;
    for (number, played) in (0_i64..).zip(played) {
        write_game(connection, number, played).await?;
        write_events(connection, number, &played.log).await?;
    }
    Ok(())
}

/// The row as `games` has it.
async fn write_game(connection: &mut PgConnection, number: i64, played: &Played) -> anyhow::Result<()> {
    let (game, end) = (&played.game, played.game.conclusion());
    // Nobody is on leave, so no pauses.
    let countdown = game.countdown();
    sqlx::query("insert into played values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)")
        .bind(number)
        .bind(game.seating().len() as i32)
        .bind(Json(game.setup()))
        .bind(game.setup().variant.key())
        .bind(game.setup().begun_at.to_sqlx())
        .bind(played.log.len() as i32)
        .bind(game.ply().0 as i32)
        .bind(game.position().fen())
        .bind(game.seat_to_move().map(|seat| seat.index() as i32))
        .bind(game.deadline().map(ToSqlx::to_sqlx))
        .bind(end.map(|end| end.at.to_sqlx()))
        .bind(end.map(|end| end.result.outcome.text(game.seating())))
        .bind(end.map(|end| end.result.ending.key()))
        .bind(played.log.last().map(|event| event.at.to_sqlx()))
        .bind(countdown.as_ref().map(|countdown| countdown.turn_since.to_sqlx()))
        .bind(countdown.as_ref().map(|countdown| countdown.clocks_started))
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_events(connection: &mut PgConnection, number: i64, log: &[Event]) -> anyhow::Result<()> {
    let instants: Vec<Timestamp> = log.iter().map(|event| event.at).collect();
    let instants: Vec<jiff_sqlx::Timestamp> = instants.into_iter().map(ToSqlx::to_sqlx).collect();
    let bodies: Vec<_> = log.iter().map(|event| Json(&event.what)).collect();
    sqlx::query(
        "insert into played_events select $1, number, at, body
        from unnest($2::timestamptz[], $3::jsonb[]) with ordinality as e (at, body, number)",
    )
    .bind(number)
    .bind(instants)
    .bind(bodies)
    .execute(connection)
    .await?;
    Ok(())
}
