//! Saved forms: input that was not processed, stored for its player. After signing in again, or after sending something
//! else from the same page, they find it on the page where they wrote it. That page's address contains an id, not the
//! text.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::{PgConnection, PgExecutor};

use super::form::form_fields;
use crate::accounts::{PlayerId, Viewer};
use crate::platform::database::Pool;

/// How long a form is saved.
const RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The most forms that are saved for a player, the last ones.
const MAX_SAVED_FORMS: i64 = 20;

/// What the address of a page can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SavedFormQuery {
    /// The id of a saved form.
    pub kept: String,
}

/// A saved form.
pub struct SavedForm {
    sent_to: String,
    fields: Value,
}

impl SavedForm {
    /// The form, if it is one that is sent to this path.
    pub fn form<T: DeserializeOwned>(&self, sent_to: &str) -> Option<T> {
        let fields = (self.sent_to == sent_to).then(|| self.fields.clone())?;
        serde_json::from_value(fields).ok()
    }
}

/// Saves a form that is sent to a path: the page with its fields, at the path of the page.
///
/// # Errors
/// The database fails.
pub async fn save(
    pool: &Pool,
    player: PlayerId,
    page: &str,
    (sent_to, form): (&str, &impl Serialize),
    now: Timestamp,
) -> anyhow::Result<String> {
    let fields: Map<String, Value> = form_fields(form).into_iter().map(|(name, typed)| (name, typed.into())).collect();
    let id = crate::platform::chance::short_id();
    sqlx::query!(
        "delete from kept_forms where kept_at <= $2 or id in
            (select id from kept_forms where player_id = $1 order by kept_at desc offset $3)",
        player.0,
        (now - RETENTION).to_sqlx() as _,
        MAX_SAVED_FORMS - 1,
    )
    .execute(pool)
    .await?;
    sqlx::query!(
        "insert into kept_forms (id, player_id, sent_to, fields, kept_at) values ($1, $2, $3, $4, $5)",
        id,
        player.0,
        sent_to,
        Value::Object(fields),
        now.to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    let joint = if page.contains('?') { '&' } else { '?' };
    Ok(format!("{page}{joint}kept={id}"))
}

/// Deletes what was kept for longer than anybody comes back for.
///
/// # Errors
/// The database fails.
pub async fn forget_old(connection: &mut PgConnection, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query!("delete from kept_forms where kept_at <= $1", (now - RETENTION).to_sqlx() as _)
        .execute(connection)
        .await?;
    Ok(())
}

/// The id in an address that [`save`] has made.
fn named_in(address: &str) -> Option<&str> {
    let (_, query) = address.split_once('?')?;
    query.split('&').find_map(|field| field.strip_prefix("kept="))
}

/// Gives the form of a guest that an address names to the player who they log in as. Other forms stay theirs: a browser may be
/// shared.
///
/// # Errors
/// The database fails.
pub async fn hand_over(pool: &Pool, guest: PlayerId, player: PlayerId, address: &str) -> anyhow::Result<()> {
    let Some(id) = named_in(address) else { return Ok(()) };
    sqlx::query!("update kept_forms set player_id = $2 where player_id = $1 and id = $3", guest.0, player.0, id)
        .execute(pool)
        .await?;
    Ok(())
}

/// Loads the form with the id in an address, if it was saved for this viewer.
///
/// # Errors
/// The database fails.
pub async fn load(
    database: impl PgExecutor<'_>,
    viewer: Option<&Viewer>,
    id: &str,
) -> anyhow::Result<Option<SavedForm>> {
    let Some(viewer) = viewer.filter(|_| crate::platform::chance::could_be_short_id(id)) else { return Ok(None) };
    let row = sqlx::query!("select sent_to, fields from kept_forms where id = $1 and player_id = $2", id, viewer.id.0)
        .fetch_optional(database)
        .await?;
    Ok(row.map(|row| SavedForm { sent_to: row.sent_to, fields: row.fields }))
}
