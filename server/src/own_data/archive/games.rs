//! What an archive has of games: as PGN, as the log that its player may read, and what was written in them. The games come in the
//! order of their names, so that one that begins meanwhile moves none.

use std::collections::HashMap;

use domain::correspondence::event::EventKind;
use domain::correspondence::game::LogEntryKind;
use domain::rules::seat::Seat;
use jiff::Timestamp;
use serde_json::json;
use sqlx::types::Json;

use super::{Part, Place};
use crate::accounts::PlayerId;
use crate::game_page;
use crate::games::{self, StoredGame};
use crate::platform::database::Pool;
use crate::ratings::{self, Change};
use crate::state::App;

/// How many games are read at once: some megabytes as JSON.
const A_PART: usize = 100;

/// What is written of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameText {
    /// The game, with the comments that its player may read.
    Pgn,
    /// All that has happened and that they may know of.
    Json,
    /// The messages that they may read.
    Messages,
    /// Their private notes.
    Notes,
}

/// The next part of a file about games, after what was written of it.
pub async fn part(app: &App, player: PlayerId, text: GameText, before: &Place) -> anyhow::Result<Part> {
    let ids = next_games(&app.pool, player, &before.after).await?;
    let (is_last, after) = (ids.len() < A_PART, ids.last().cloned().unwrap_or_default());
    let stored = games::load_several(&app.pool, &ids).await?;
    let mut stored: HashMap<_, _> = stored.into_iter().map(|game| (game.id.to_string(), game)).collect();
    let (mut changes, mut logs) = (HashMap::new(), HashMap::new());
    match text {
        GameText::Pgn => changes = ratings::changes_in(&app.pool, &ids).await?,
        GameText::Json => logs = logs_of(&app.pool, &ids).await?,
        GameText::Messages | GameText::Notes => {}
    }
    let mut rows = Vec::new();
    for id in &ids {
        let Some(game) = stored.remove(id) else { continue };
        let Some(&seat) = game.seats_of(Some(player)).first() else { continue };
        match text {
            GameText::Pgn => rows.push(pgn(&game, seat, &changes.remove(id).unwrap_or_default(), &app.public_url)),
            GameText::Json => rows.push(whole(&game, seat, logs.remove(id).unwrap_or_default(), &app.public_url)),
            GameText::Messages => rows.extend(written(&game, seat, false)),
            GameText::Notes => rows.extend(written(&game, seat, true)),
        }
    }
    let part = match text {
        GameText::Pgn => Part::of_texts(&rows, is_last),
        _ => Part::of_list(&rows, before.rows, is_last),
    };
    Ok(Part { after, ..part })
}

/// The games of a player after one, in the order of their names.
async fn next_games(pool: &Pool, player: PlayerId, after: &str) -> anyhow::Result<Vec<String>> {
    // Served by game_seats_by_player: all of the player's seats are read for each part, and only there.
    let ids = sqlx::query_scalar!(
        "select distinct game_id from game_seats where player_id = $1 and game_id > $2 order by game_id limit $3",
        player.0,
        after,
        A_PART as i64,
    )
    .fetch_all(pool)
    .await?;
    Ok(ids)
}

/// Something that happened, and when.
type Dated = (Timestamp, EventKind);

/// The logs of some games.
async fn logs_of(pool: &Pool, ids: &[String]) -> anyhow::Result<HashMap<String, Vec<Dated>>> {
    let rows = sqlx::query!(
        r#"select game_id as "game_id!", at as "at!: jiff_sqlx::Timestamp", body as "body!: Json<EventKind>"
        from events where game_id = any($1) order by game_id, number"#,
        ids,
    )
    .fetch_all(pool)
    .await?;
    let mut logs: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        logs.entry(row.game_id).or_default().push((row.at.to_jiff(), row.body.0));
    }
    Ok(logs)
}

fn pgn(game: &StoredGame, seat: Seat, changes: &[(Seat, Change)], public_url: &str) -> String {
    game_page::pgn(game, game.game.ply(), Some(seat), changes, public_url).to_string()
}

/// A game with all that has happened in it and that a seat may know of.
fn whole(game: &StoredGame, seat: Seat, log: Vec<Dated>, public_url: &str) -> String {
    let (setup, seating) = (game.game.setup(), game.game.seating());
    let is_known = |what: &EventKind| what.audience(setup.public).includes(seat, seating);
    let known = log.into_iter().filter(|(_, what)| is_known(what));
    let log: Vec<_> = known.map(|(at, what)| json!({ "at": at, "what": what })).collect();
    let players: Vec<_> = game.players.iter().map(|(_, player)| player.name.as_str()).collect();
    let end = game.game.conclusion().map(
        |end| json!({ "at": end.at, "result": end.result.outcome.text(seating), "ending": end.result.ending.key() }),
    );
    json!({
        "id": game.id.as_str(),
        "address": format!("{public_url}/games/{}", game.id),
        "setup": setup,
        "players": players,
        "end": end,
        "log": log,
    })
    .to_string()
}

/// The messages of a game that a seat may read, or its player's notes.
fn written(game: &StoredGame, seat: Seat, notes: bool) -> Vec<String> {
    let entries = game.game.log_entries(Some(seat));
    let rows = entries.filter_map(|entry| {
        let (text, to) = match &entry.kind {
            LogEntryKind::Comment(text) if !notes => (text, "players"),
            LogEntryKind::SideComment(text) if !notes => (text, "side"),
            LogEntryKind::Note(text) if notes => (text, "nobody"),
            _ => return None,
        };
        let by = game.players[entry.seat].name.as_str();
        let row = json!({
            "game": game.id.as_str(), "at": entry.at, "ply": entry.ply.0, "by": by, "to": to, "text": text.as_str(),
        });
        Some(row.to_string())
    });
    rows.collect()
}
