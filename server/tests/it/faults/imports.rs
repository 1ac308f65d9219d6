//! A file of games that is read into a collection while servers die: afterwards each game is there once, in the order of the file.

use std::time::{Duration, Instant};

use super::scripted_player::Person;
use super::site::{Site, wait};

/// How many games the file has if the story is played for minutes; and otherwise.
const GAMES: usize = 30_000;
const FEW_GAMES: usize = 3000;

/// A file that has been sent.
pub struct Import {
    collection: String,
    games: usize,
}

impl Import {
    /// Sends a file, before anything is killed: one that breaks off leaves nothing, and is sent again by whoever sent it.
    pub async fn begin(person: &Person, is_long: bool) -> Self {
        let games = if is_long { GAMES } else { FEW_GAMES };
        let file: String = (1..=games)
            .map(|n| format!("[White \"player {n}\"]\n[Variant \"Duck\"]\n\n1. e4@c6 {{game {n}}} e6@e2 *\n\n"))
            .collect();
        let sent = person.windows[0].sends_file("/collections", &[], ("games.pgn", file.as_bytes())).await;
        Self { collection: sent.leads_to().trim_start_matches("/collections/").to_owned(), games }
    }

    /// How many games have been taken in by now.
    async fn taken(&self, site: &Site) -> usize {
        let taken = "select count(*) from collection_games where collection_id = $1";
        let taken: i64 = sqlx::query_scalar(taken).bind(&self.collection).fetch_one(&site.pool).await.unwrap();
        usize::try_from(taken).unwrap()
    }

    /// Waits until the file has been read to its end, and says how many games there are, and what is not as it has to be.
    pub async fn outcome(&self, site: &Site) -> (usize, Vec<String>) {
        let (mut begun, mut before) = (Instant::now(), 0);
        let outcome = "select state = 'done', refused + repeated from collection_imports where collection_id = $1";
        let mistaken = loop {
            let (is_done, mistaken): (bool, i32) =
                sqlx::query_as(outcome).bind(&self.collection).fetch_one(&site.pool).await.unwrap();
            if is_done {
                break mistaken;
            }
            let taken = self.taken(site).await;
            if taken > before {
                (begun, before) = (Instant::now(), taken);
            }
            wait(begun, "the file is read").await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        let names = "select players[1] from collection_games where collection_id = $1 order by number";
        let names: Vec<String> = sqlx::query_scalar(names).bind(&self.collection).fetch_all(&site.pool).await.unwrap();
        let expected = (1..=self.games.max(names.len())).map(|n| format!("player {n}"));
        let found = names.iter().map(Some).chain(std::iter::repeat(None));
        let wrong = expected.zip(found).filter(|(expected, name)| *name != Some(expected));
        let mut wrong: Vec<_> = wrong.map(|(expected, name)| format!("{name:?} in the place of {expected}")).collect();
        wrong.extend((0..mistaken).map(|n| format!("one that was refused or taken for repeated: {n}")));
        (names.len(), wrong)
    }
}
