//! Mailed links, addresses and forgotten passwords in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::{LinkDelivery, Purpose};
use crate::accounts::{self, EmailAddress, Limit, NewPassword, PlayerId, PlayerName, VerifiedPlayer, rate_limit};
use crate::outbox::{self, EmailKind};
use crate::platform::database::Pool;

/// A link that can still be used.
pub struct Link {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The address it was sent to, or the player's address when an operator created it.
    pub email: String,
    /// How it came.
    pub delivery: LinkDelivery,
}

/// A link to be stored.
pub struct NewLink<'a> {
    /// The player.
    pub player: PlayerId,
    /// What for.
    pub purpose: Purpose,
    /// The player's address.
    pub email: &'a str,
    /// How it comes.
    pub delivery: LinkDelivery,
}

/// Stores a new link and deletes expired ones.
pub async fn insert_link(pool: &Pool, token_hash: &[u8], link: &NewLink<'_>, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query!("delete from mailed_links where expires_at <= $1", now.to_sqlx() as _).execute(pool).await?;
    sqlx::query!(
        "insert into mailed_links (token_hash, player_id, purpose, email, expires_at, by_mail)
        values ($1, $2, $3, $4, $5, $6)",
        token_hash,
        link.player.0,
        link.purpose.key(),
        link.email,
        (now + link.purpose.lifetime()).to_sqlx() as _,
        link.delivery == LinkDelivery::Email,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The link of a token, if it is still valid: not expired, and made for the player's present or requested address. It
/// is locked until the transaction ends.
pub async fn link(
    connection: &mut PgConnection,
    token_hash: &[u8],
    purpose: Purpose,
    now: Timestamp,
) -> anyhow::Result<Option<Link>> {
    let row = sqlx::query!(
        "select l.player_id, p.name, l.email, l.by_mail from mailed_links l join players p on p.id = l.player_id
        where l.token_hash = $1 and l.purpose = $2 and l.expires_at > $3 and l.email in (p.email, p.email_wanted)
        for update of l",
        token_hash,
        purpose.key(),
        now.to_sqlx() as _,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Link {
        player: PlayerId(row.player_id),
        name: PlayerName::stored(row.name),
        email: row.email,
        delivery: if row.by_mail { LinkDelivery::Email } else { LinkDelivery::Admin },
    }))
}

/// Sets a password. With the old one ends whatever somebody who knew it may have begun: sessions, an address that waits to be
/// confirmed, and links for another password. `false`: the old one is not the player's any more.
///
/// # Errors
/// The database fails.
pub async fn set_password(connection: &mut PgConnection, new: &NewPassword<'_>) -> anyhow::Result<bool> {
    let is_set = accounts::replace_password(connection, new).await?;
    if is_set {
        use_up(connection, new.player, Purpose::ResetPassword).await?;
    }
    Ok(is_set)
}

/// Deletes all links of a player for a purpose, and those to an address that is not the player's: what stays is a link for
/// another purpose to the address that they have.
pub async fn use_up(connection: &mut PgConnection, player: PlayerId, purpose: Purpose) -> anyhow::Result<()> {
    sqlx::query!(
        "delete from mailed_links l using players p
        where l.player_id = $1 and p.id = $1 and (l.purpose = $2 or l.email <> p.email)",
        player.0,
        purpose.key(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Email reaches this address: it is the player's from now on. `false` when it is not theirs and they no longer want it.
pub async fn confirm(
    connection: &mut PgConnection,
    player: PlayerId,
    email: &str,
    now: Timestamp,
) -> anyhow::Result<bool> {
    let confirmed = sqlx::query!(
        "update players set email = $2, email_wanted = case when email_wanted = $2 then null else email_wanted end,
            email_confirmed_at = case when email = $2 then coalesce(email_confirmed_at, $3) else $3 end
        where id = $1 and $2 in (email, email_wanted)",
        player.0,
        email,
        now.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// A player's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Where emails go; `None`: the player has given none.
    pub email: Option<String>,
    /// Whether email is known to reach it; emails are sent only then.
    pub is_confirmed: bool,
    /// The address that takes its place once it is confirmed.
    pub wanted: Option<String>,
}

impl Address {
    /// The address that waits for its link to be opened.
    pub fn unconfirmed(&self) -> Option<&str> {
        self.wanted.as_deref().or(self.email.as_deref().filter(|_| !self.is_confirmed))
    }

    /// The one that the player gave last, if any.
    pub fn latest(&self) -> Option<&str> {
        self.unconfirmed().or(self.email.as_deref())
    }

    /// Whether it is the player's, or waits to be.
    pub fn is_known(&self, email: &EmailAddress) -> bool {
        [self.email.as_deref(), self.wanted.as_deref()].contains(&Some(email.as_str()))
    }
}

/// A player's address.
///
/// # Errors
/// The database fails.
pub async fn address(pool: &Pool, player: PlayerId) -> anyhow::Result<Address> {
    let row = sqlx::query!(
        r#"select email, email_confirmed_at is not null as "is_confirmed!", email_wanted from players where id = $1"#,
        player.0,
    )
    .fetch_one(pool)
    .await?;
    // A player without an address has an empty one: a server of the release before reads it.
    let email = Some(row.email).filter(|email| !email.is_empty());
    Ok(Address { email, is_confirmed: row.is_confirmed, wanted: row.email_wanted })
}

/// Requests a change of address: unless the address is confirmed already, a link is sent there, after a notification to
/// the present address. A player who has none has this one at once, as if given when signing up. An earlier address that
/// was still unconfirmed is discarded. `false`: the address is new to us, and the request was not authorised with the
/// player's present password.
///
/// # Errors
/// The database fails.
pub async fn want_address(
    pool: &Pool,
    player: PlayerId,
    email: &EmailAddress,
    verified: Option<&VerifiedPlayer>,
    now: Timestamp,
) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    let address = sqlx::query!(
        r#"update players set email = case when email = '' then $2 else email end,
            email_wanted = case when email in ('', $2) then null else $2 end
        where id = $1 and ($2 in (email, email_wanted) or password_hash = $3)
        returning email, email_confirmed_at is not null as "is_confirmed!""#,
        player.0,
        email.as_str(),
        verified.map(|verified| verified.password_hash.as_str()),
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(address) = address else { return Ok(false) };
    match (address.email == email.as_str(), address.is_confirmed) {
        (true, true) => {}
        (false, true) => outbox::address_wanted(&mut transaction, player, &address.email, email.as_str(), now).await?,
        (_, false) => outbox::about_account(&mut transaction, EmailKind::ConfirmEmail, player, now).await?,
    }
    transaction.commit().await?;
    Ok(true)
}

/// Stores what was typed into the form for a forgotten password. The player is looked up later, by
/// [`forward_requests`], so that neither the response nor its timing reveals whether an account exists.
pub async fn insert_request(pool: &Pool, typed: &str, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query!("insert into password_requests (typed, at) values ($1, $2)", typed, now.to_sqlx() as _)
        .execute(pool)
        .await?;
    Ok(())
}

/// Queues an email for every player for whom a reset was requested.
///
/// # Errors
/// The database fails; requests already processed have been deleted.
pub async fn forward_requests(pool: &Pool, now: Timestamp) -> anyhow::Result<()> {
    loop {
        let mut transaction = pool.begin().await?;
        let typed = sqlx::query_scalar!(
            "delete from password_requests where id =
                (select id from password_requests order by id limit 1 for update skip locked)
            returning typed",
        )
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(typed) = typed else { return Ok(()) };
        // Served by players_name_key and players_by_email. A player who has shown that the address is theirs comes first, however
        // many others have signed up with it.
        let players = sqlx::query!(
            r#"select id, email, email_confirmed_at is not null as "is_confirmed!" from players
            where (lower(name) = lower($1) or lower(email) = lower($1)) and email <> ''
            order by email_confirmed_at is null, id limit 10"#,
            typed,
        )
        .fetch_all(&mut *transaction)
        .await?;
        for player in players {
            let id = PlayerId(player.id);
            let limit = match player.is_confirmed {
                true => Limit::resets_of(id),
                false => Limit::links_to(&player.email),
            };
            if rate_limit::count(pool, &[limit], now).await?.is_ok() {
                outbox::about_account(&mut transaction, EmailKind::ResetPassword, id, now).await?;
            }
        }
        transaction.commit().await?;
    }
}
