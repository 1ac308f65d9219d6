//! A file read into its collection, part after part. Each part is a transaction: the games, what is said of those that cannot be read, and
//! the place at which the next one begins.

use std::collections::HashSet;

use anyhow::{Context, ensure};
use sqlx::PgConnection;

use super::import_store::{self, ReadPart, WaitingImport};
use super::live;
use super::part::{Part, ReadGame, RefusedGame, WINDOW_BYTES};
use super::store::{self, ErrorRow, Progress};
use super::{MAX_ERRORS, MAX_GAMES};
use crate::platform::database::{Pool, listen};
use crate::platform::queue::WorkResult;
use crate::wording::collections as words;

/// So many games with conflicting results are named.
const MAX_CONFLICTING: i32 = 20;

/// Reads the next part of the file that has waited longest, but for those of some collections, by what the log calls them.
pub async fn read_next(pool: &Pool, leaving_out: &[String]) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    let Some(import) = import_store::lock_waiting(&mut transaction, leaving_out).await? else {
        return Ok(WorkResult::Idle);
    };
    let name = import.log_name.clone();
    match read_part(&mut transaction, import).await {
        Ok(()) => transaction.commit().await?,
        Err(error) => return Ok(WorkResult::Failed(name, error)),
    }
    Ok(WorkResult::Done)
}

async fn read_part(connection: &mut PgConnection, import: WaitingImport) -> anyhow::Result<()> {
    let bytes = import_store::window(connection, &import).await?;
    let is_all = import.place.offset + bytes.len() as u64 >= import.bytes.unsigned_abs();
    ensure!(is_all || bytes.len() >= WINDOW_BYTES, "a piece of the file is missing");
    let place = import.place;
    // It takes a tenth of a second, in which other tasks want to go on.
    let part = tokio::task::spawn_blocking(move || Part::read(&bytes, place, is_all)).await?;
    ensure!(part.is_last || part.place != place, "the file is read on without getting any further");
    let (games, mut errors) = sorted(part.games, import.progress.games());
    let digests: Vec<Vec<u8>> = games.iter().map(|(_, game)| game.row.digest.clone()).collect();
    let known: HashSet<Vec<u8>> = import_store::known_digests(connection, &import.collection, &digests).await?;
    let mut progress = import.progress;
    progress.refused += i32::try_from(errors.len())?;
    let (mut rows, mut seen, mut is_full) = (Vec::new(), known, false);
    let mut conflicting = Vec::new();
    for (number, game) in games {
        if !seen.insert(game.row.digest.clone()) {
            progress.repeated += 1;
        } else if import.games + i32::try_from(rows.len())? >= MAX_GAMES {
            progress.refused += 1;
            is_full = true;
            errors.insert(0, ErrorRow { game: number, line: game.line as i64, sentence: words::no_room(MAX_GAMES) });
            break;
        } else {
            progress.taken += 1;
            progress.assumed += i32::from(game.is_assumed);
            if game.is_conflicting {
                if progress.conflicting < MAX_CONFLICTING {
                    conflicting.push(number);
                }
                progress.conflicting += 1;
            }
            rows.push(game.row);
        }
    }
    errors.truncate(usize::try_from((MAX_ERRORS - import.progress.refused).max(i32::from(is_full)))?);
    import_store::insert_games(connection, &import, &rows).await?;
    import_store::insert_errors(connection, &import, &errors).await?;
    let read = ReadPart { progress, conflicting, place: part.place, is_done: part.is_last || is_full };
    import_store::write_progress(connection, &import, &read).await.context("the place in the file")?;
    let read_so_far = store::read_so_far(connection, &import.collection).await?;
    listen::announce(connection, &[live::announcement(&import.collection, read_so_far)]).await
}

/// The games and the errors of a part, each with the number of its game in the file.
fn sorted(games: Vec<Result<ReadGame, RefusedGame>>, before: i32) -> (Vec<(i32, ReadGame)>, Vec<ErrorRow>) {
    let (mut read, mut errors) = (Vec::new(), Vec::new());
    for (number, game) in (before + 1..).zip(games) {
        match game {
            Ok(game) => read.push((number, game)),
            Err(RefusedGame { line, sentence }) => {
                errors.push(ErrorRow { game: number, line: line as i64, sentence });
            }
        }
    }
    (read, errors)
}

impl Progress {
    /// How many games of the file have been read.
    pub const fn games(self) -> i32 {
        self.taken + self.repeated + self.refused
    }
}
