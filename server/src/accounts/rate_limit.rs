//! What is limited: tries at a password, by name and by address, new accounts, emails with links, changes of leave.
//! Counted in the database, so that the limit holds over any number of servers.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{PgConnection, PgPool};

use super::credentials::{PlayerId, PlayerName};

/// So often within so long.
#[derive(Clone, Copy, Debug)]
struct Bound {
    most: i64,
    within: SignedDuration,
}

const fn within_minutes(most: i64) -> Bound {
    Bound { most, within: SignedDuration::from_mins(15) }
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Failed tries at one name from one address of the network.
const AT_NAME: &[Bound] = &[within_minutes(10)];
/// Failed tries at one name, from wherever: more, so that nobody shuts another out by guessing.
const AT_NAME_FROM_ALL: &[Bound] = &[within_minutes(40)];
/// Failed tries from one address, at whatever names: a school or an office may share it.
const BY_ADDRESS: &[Bound] = &[within_minutes(50)];

/// Links to one address or of one player: an email may go astray, but nobody's mailbox is filled from here.
const LINKS: &[Bound] = &[within_minutes(5), Bound { most: 12, within: DAY }];
/// Forgotten passwords by what was typed.
const FORGOTTEN: &[Bound] = &[within_minutes(5)];
/// Links for another password to an address that is confirmed: each works for an hour, so there is one that does in the
/// mailbox, whoever has asked for it.
const RESETS: &[Bound] = &[Bound { most: 5, within: HOUR }];
/// Forgotten passwords that one address of the network asks for, for whomever.
const FORGOTTEN_BY_ADDRESS: &[Bound] = &[within_minutes(30)];

/// Accounts that are made from one address of the network: a class may sign up together.
const SIGNUPS: &[Bound] = &[within_minutes(40)];

/// How often a player takes leave or ends it: more than who makes up their mind needs.
const LEAVE: &[Bound] = &[within_minutes(30)];

/// How often something may be done.
#[derive(Clone, Debug)]
pub struct Limit {
    counted_as: String,
    bounds: &'static [Bound],
}

impl Limit {
    fn password_of(name: &PlayerName) -> Self {
        Self { counted_as: format!("name:{}", name.as_str().to_ascii_lowercase()), bounds: AT_NAME_FROM_ALL }
    }

    fn password_of_from(name: &PlayerName, address: IpAddr) -> Self {
        let name = name.as_str().to_ascii_lowercase();
        Self { counted_as: format!("name-from:{name} {}", network(address)), bounds: AT_NAME }
    }

    fn password_from(address: IpAddr) -> Option<Self> {
        Self::from(address, "address", BY_ADDRESS)
    }

    /// Forgotten passwords by what was typed, a name or an address.
    pub fn forgotten_by(who: &str) -> Self {
        Self { counted_as: format!("forgotten:{who}"), bounds: FORGOTTEN }
    }

    /// Forgotten passwords by where the request comes from.
    pub fn forgotten_from(address: IpAddr) -> Option<Self> {
        Self::from(address, "forgotten-from", FORGOTTEN_BY_ADDRESS)
    }

    /// New accounts, by where they come from.
    pub fn signups_from(address: IpAddr) -> Option<Self> {
        Self::from(address, "signup-from", SIGNUPS)
    }

    /// By an address of the network alone. None for this machine itself: that is its operator, or a proxy that the server
    /// does not know of, behind which everybody would be shut out.
    fn from(address: IpAddr, what: &str, bounds: &'static [Bound]) -> Option<Self> {
        let counted_as = format!("{what}:{}", network(address));
        (!address.to_canonical().is_loopback()).then_some(Self { counted_as, bounds })
    }

    /// Leave taken and called off, by player: each time all their games are told.
    pub fn leave_of(player: PlayerId) -> Self {
        Self { counted_as: format!("leave-of:{}", player.0), bounds: LEAVE }
    }

    /// Links to an address that is not confirmed, by the address.
    pub fn links_to(email: &str) -> Self {
        Self { counted_as: format!("link-to:{}", email.to_lowercase()), bounds: LINKS }
    }

    /// Links that confirm an address, by the player who asks.
    pub fn links_of(player: PlayerId) -> Self {
        Self { counted_as: format!("link-of:{}", player.0), bounds: LINKS }
    }

    /// Links for another password to the player's confirmed address: nobody else can use these up.
    pub fn resets_of(player: PlayerId) -> Self {
        Self { counted_as: format!("resets-of:{}", player.0), bounds: RESETS }
    }
}

/// There was too much of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Too many attempts. Wait {}, then try again.", if *.within >= DAY { "a day".to_owned() } else { format!("{} minutes", .within.as_mins()) })]
pub struct TooMany {
    /// After this long there is room again, at the latest.
    within: SignedDuration,
}

impl TooMany {
    /// After this long there is room again, at the latest.
    pub fn within(self) -> SignedDuration {
        self.within
    }
}

/// Counts something that is limited, unless there was too much of it. What is refused does not count, so the wait does not
/// grow.
///
/// # Errors
/// The database fails.
pub async fn count(pool: &PgPool, limits: &[Limit], now: Timestamp) -> anyhow::Result<Result<(), TooMany>> {
    let mut transaction = pool.begin().await?;
    // No bound looks back further.
    sqlx::query!("delete from password_tries where at <= $1", (now - DAY).to_sqlx() as _)
        .execute(&mut *transaction)
        .await?;
    for limit in limits {
        hold(&mut transaction, limit).await?;
        for &Bound { most, within } in limit.bounds {
            if counted_since(&mut transaction, limit, now - within).await? >= most {
                return Ok(Err(TooMany { within }));
            }
        }
    }
    for Limit { counted_as, .. } in limits {
        sqlx::query!("insert into password_tries (counted_as, at) values ($1, $2)", counted_as, now.to_sqlx() as _)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

/// A try that was allowed; it counts as failed until it is known to have succeeded.
#[derive(Debug)]
pub struct Try {
    /// What is forgiven when it has succeeded.
    name: [String; 2],
    address: Option<String>,
}

impl Try {
    /// Counts a try before the password is looked at, so that many at once cannot slip through.
    ///
    /// # Errors
    /// The database fails.
    pub async fn begin(
        pool: &PgPool,
        name: &PlayerName,
        address: IpAddr,
        now: Timestamp,
    ) -> anyhow::Result<Result<Self, TooMany>> {
        let name = [Limit::password_of_from(name, address), Limit::password_of(name)];
        let address = Limit::password_from(address);
        let limits: Vec<_> = name.iter().cloned().chain(address.clone()).collect();
        let counted = count(pool, &limits, now).await?;
        let address = address.map(|limit| limit.counted_as);
        Ok(counted.map(|()| Self { name: name.map(|limit| limit.counted_as), address }))
    }

    /// The password was right: the tries at the name from here are forgiven, and this one where others count too.
    ///
    /// # Errors
    /// The database fails.
    pub async fn succeeded(self, pool: &PgPool) -> anyhow::Result<()> {
        let [from_here, from_all] = self.name;
        sqlx::query!(
            "delete from password_tries where counted_as = $1
                or id = (select id from password_tries where counted_as = $2 order by id desc limit 1)
                or id = (select id from password_tries where counted_as = $3 order by id desc limit 1)",
            from_here,
            from_all,
            self.address,
        )
        .execute(pool)
        .await?;
        Ok(())
    }
}

/// Lets others who count the same wait until this transaction ends.
async fn hold(connection: &mut PgConnection, limit: &Limit) -> anyhow::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", limit.counted_as).execute(connection).await?;
    Ok(())
}

/// How many there were after an instant.
async fn counted_since(connection: &mut PgConnection, limit: &Limit, after: Timestamp) -> anyhow::Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from password_tries where counted_as = $1 and at > $2"#,
        limit.counted_as,
        after.to_sqlx() as _,
    )
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
