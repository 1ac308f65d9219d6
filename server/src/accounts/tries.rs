//! Tries at a password, limited by name and by address. Counted in the database, so that the limit holds over any
//! number of servers.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{PgConnection, PgPool};

use super::credentials::PlayerName;

/// Failed tries count for this long.
pub const WINDOW: SignedDuration = SignedDuration::from_mins(15);
/// Failed tries at one name.
const BY_NAME: i64 = 10;
/// Failed tries from one address, at whatever names: a school or an office may share it.
const BY_ADDRESS: i64 = 50;

/// A try that was allowed; it counts as failed until it is known to have succeeded.
#[derive(Debug)]
pub struct Try {
    name: String,
    address: String,
}

impl Try {
    /// Counts a try before the password is looked at, so that many at once cannot slip through. `None` when there
    /// were too many; a refused try does not count, so the wait does not grow.
    ///
    /// # Errors
    /// The database fails.
    pub async fn begin(
        pool: &PgPool,
        name: &PlayerName,
        address: IpAddr,
        now: Timestamp,
    ) -> anyhow::Result<Option<Self>> {
        let name = format!("name:{}", name.as_str().to_ascii_lowercase());
        let address = format!("address:{}", network(address));
        let mut transaction = pool.begin().await?;
        sqlx::query!("delete from password_tries where at <= $1", (now - WINDOW).to_sqlx() as _)
            .execute(&mut *transaction)
            .await?;
        for (counted_as, limit) in [(&name, BY_NAME), (&address, BY_ADDRESS)] {
            if recent(&mut transaction, counted_as).await? >= limit {
                return Ok(None);
            }
        }
        for counted_as in [&name, &address] {
            sqlx::query!("insert into password_tries (counted_as, at) values ($1, $2)", counted_as, now.to_sqlx() as _)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(Some(Self { name, address }))
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
