//! What is limited: tries at a password, by name and by address, new accounts, letters with links, changes of leave.
//! Counted in the database, so that the limit holds over any number of servers.

use std::net::IpAddr;

use askama::Template;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{PgConnection, PgPool};

use super::credentials::{Email, PlayerId, PlayerName};
use crate::page::Page;

/// Failed tries count for this long.
pub const WINDOW: SignedDuration = SignedDuration::from_mins(15);
/// Failed tries at one name.
const BY_NAME: i64 = 10;
/// Failed tries from one address, at whatever names: a school or an office may share it.
const BY_ADDRESS: i64 = 50;

/// Links to one address or of one name: a letter may go astray, but nobody's mailbox is filled from here.
const LINKS: i64 = 5;
/// Links that one address of the network asks for, for whomever.
const LINKS_BY_ADDRESS: i64 = 30;

/// Accounts that are made from one address of the network: a class may sign up together.
const SIGNUPS: i64 = 40;

/// How often a player takes leave or ends it: more than who makes up their mind needs.
const LEAVE: i64 = 30;

/// How often something may be done within [`WINDOW`].
#[derive(Clone, Debug)]
pub struct Limit {
    counted_as: String,
    most: i64,
}

impl Limit {
    fn password_of(name: &PlayerName) -> Self {
        Self { counted_as: format!("name:{}", name.as_str().to_ascii_lowercase()), most: BY_NAME }
    }

    fn password_from(address: IpAddr) -> Self {
        Self { counted_as: format!("address:{}", network(address)), most: BY_ADDRESS }
    }

    /// Forgotten passwords by what was typed, a name or an address.
    pub fn forgotten_by(who: &str) -> Self {
        Self { counted_as: format!("forgotten:{who}"), most: LINKS }
    }

    /// Forgotten passwords by where the request comes from.
    pub fn forgotten_from(address: IpAddr) -> Self {
        Self { counted_as: format!("forgotten-from:{}", network(address)), most: LINKS_BY_ADDRESS }
    }

    /// New accounts, by where they come from. None for this machine itself: that is its operator, or a proxy that the
    /// server does not know of, behind which everybody would be shut out.
    pub fn signups_from(address: IpAddr) -> Option<Self> {
        let counted_as = format!("signup-from:{}", network(address));
        (!address.to_canonical().is_loopback()).then_some(Self { counted_as, most: SIGNUPS })
    }

    /// Leave taken and called off, by player: each time all their games are told.
    pub fn leave_of(player: PlayerId) -> Self {
        Self { counted_as: format!("leave-of:{}", player.0), most: LEAVE }
    }

    /// Links that confirm an address, by the address.
    pub fn links_to(email: &Email) -> Self {
        Self { counted_as: format!("link-to:{}", email.as_str().to_lowercase()), most: LINKS }
    }

    /// Links that confirm an address, by the player who asks.
    pub fn links_of(player: PlayerId) -> Self {
        Self { counted_as: format!("link-of:{}", player.0), most: LINKS }
    }
}

/// What is said to who has come to a limit.
pub fn wait() -> String {
    format!("Too many tries. Wait {} minutes, then try again.", WINDOW.as_mins())
}

/// The page that says so, with the time after which to try again.
pub fn too_many<T: Template>(page: T) -> Response {
    ([(header::RETRY_AFTER, WINDOW.as_secs().to_string())], Page::too_many(page)).into_response()
}

/// Counts something that is limited; `false` when there was too much of it. What is refused does not count, so the
/// wait does not grow.
///
/// # Errors
/// The database fails.
pub async fn count(pool: &PgPool, limits: &[Limit], now: Timestamp) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    sqlx::query!("delete from password_tries where at <= $1", (now - WINDOW).to_sqlx() as _)
        .execute(&mut *transaction)
        .await?;
    for limit in limits {
        if recent(&mut transaction, &limit.counted_as).await? >= limit.most {
            return Ok(false);
        }
    }
    for Limit { counted_as, .. } in limits {
        sqlx::query!("insert into password_tries (counted_as, at) values ($1, $2)", counted_as, now.to_sqlx() as _)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(true)
}

/// A try that was allowed; it counts as failed until it is known to have succeeded.
#[derive(Debug)]
pub struct Try {
    name: String,
    address: String,
}

impl Try {
    /// Counts a try before the password is looked at, so that many at once cannot slip through. `None` when there
    /// were too many.
    ///
    /// # Errors
    /// The database fails.
    pub async fn begin(
        pool: &PgPool,
        name: &PlayerName,
        address: IpAddr,
        now: Timestamp,
    ) -> anyhow::Result<Option<Self>> {
        let (name, address) = (Limit::password_of(name), Limit::password_from(address));
        let allowed = count(pool, &[name.clone(), address.clone()], now).await?;
        Ok(allowed.then_some(Self { name: name.counted_as, address: address.counted_as }))
    }

    /// The password was right: the name's tries are forgiven, the address's but for this one are not.
    ///
    /// # Errors
    /// The database fails.
    pub async fn succeeded(self, pool: &PgPool) -> anyhow::Result<()> {
        sqlx::query!(
            "delete from password_tries where counted_as = $1 or id =
                (select id from password_tries where counted_as = $2 order by id desc limit 1)",
            self.name,
            self.address,
        )
        .execute(pool)
        .await?;
        Ok(())
    }
}

/// How many tries there were. Others who count the same wait until this transaction ends.
async fn recent(connection: &mut PgConnection, counted_as: &str) -> anyhow::Result<i64> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", counted_as).execute(&mut *connection).await?;
    let count =
        sqlx::query_scalar!(r#"select count(*) as "count!" from password_tries where counted_as = $1"#, counted_as)
            .fetch_one(connection)
            .await?;
    Ok(count)
}

/// What one visitor is given by a provider: an IPv4 address, or the 64 leading bits of an IPv6 one.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}
