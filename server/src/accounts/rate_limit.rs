//! What is limited: attempts at a password, by name and by address, new accounts and guests, emails with links, changes of
//! leave, games begun with computers. Counted in the database, so that the limit holds over any number of servers.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::credentials::{PlayerId, PlayerName};
use super::store;
use crate::platform::database::Pool;
use crate::platform::network::{NETWORKS_OF_SITE, Network};
use crate::wording::{self, Explained};

/// So often within so long.
#[derive(Clone, Copy, Debug)]
struct Rate {
    max_count: i64,
    period: SignedDuration,
}

const fn per_quarter_hour(max_count: i64) -> Rate {
    Rate { max_count, period: SignedDuration::from_mins(15) }
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Failed attempts in one session, or in one browser that the player has logged in with before.
const BY_THE_PLAYER: &[Rate] = &[per_quarter_hour(10)];
/// Failed attempts at one name from one address of the network, or from one site of IPv6: whoever has a whole one does not use
/// up what all may.
const AT_NAME: &[Rate] = &[per_quarter_hour(10)];
/// Failed attempts at one name, from wherever. Many who guess together use these up, so sessions and known browsers do not
/// count here.
const AT_NAME_FROM_ALL: &[Rate] = &[per_quarter_hour(40)];
/// Failed attempts from one address, at whatever names: a school or an office may share it.
const BY_ADDRESS: &[Rate] = &[per_quarter_hour(50)];
/// The same from all networks of one site.
const BY_SITE: &[Rate] = &[per_quarter_hour(50 * NETWORKS_OF_SITE as i64)];

/// Links to one address or of one player: an email may go astray, but nobody's mailbox is filled from here.
const LINKS: &[Rate] = &[per_quarter_hour(5), Rate { max_count: 12, period: DAY }];
/// Forgotten passwords by what was typed.
const FORGOTTEN: &[Rate] = &[per_quarter_hour(5)];
/// Password reset links to a confirmed address. Each works for an hour, so a working one is in the mailbox whoever
/// requested it.
const RESETS: &[Rate] = &[Rate { max_count: 5, period: HOUR }];
/// Forgotten passwords that one address of the network asks for, for whomever.
const FORGOTTEN_BY_ADDRESS: &[Rate] = &[per_quarter_hour(30)];
const FORGOTTEN_BY_SITE: &[Rate] = &[per_quarter_hour(30 * NETWORKS_OF_SITE as i64)];

/// Accounts that are made from one address of the network: a class may sign up together.
const SIGNUPS: &[Rate] = &[per_quarter_hour(40)];
const SIGNUPS_OF_SITE: &[Rate] = &[per_quarter_hour(40 * NETWORKS_OF_SITE as i64)];

/// Guests from one address of the network, of whom nothing is asked but to press a button: a class may try the game together.
const GUESTS: &[Rate] = &[per_quarter_hour(60)];
const GUESTS_OF_SITE: &[Rate] = &[per_quarter_hour(60 * NETWORKS_OF_SITE as i64)];

/// Games with computers that a player begins: more than somebody plays who looks at what the computer answers.
const PLAYS: &[Rate] = &[per_quarter_hour(30), Rate { max_count: 200, period: DAY }];

/// How often a player takes leave or ends it: more than a player who makes up their mind needs.
const LEAVE: &[Rate] = &[per_quarter_hour(30)];

/// Invitations to edit a study, by the player who invites: whoever is invited finds it in their list.
const INVITATIONS: &[Rate] = &[per_quarter_hour(30), Rate { max_count: 100, period: DAY }];

/// How often something may be done.
#[derive(Clone, Debug)]
pub struct Limit {
    counted_as: String,
    rates: &'static [Rate],
}

impl Limit {
    fn password_in(session: &[u8; 32]) -> Self {
        Self { counted_as: format!("session:{}", data_encoding::HEXLOWER.encode(session)), rates: BY_THE_PLAYER }
    }

    fn password_by_device(id: i64) -> Self {
        Self { counted_as: format!("device:{id}"), rates: BY_THE_PLAYER }
    }

    fn password_of(name: &PlayerName) -> Self {
        Self { counted_as: format!("name:{}", name.as_str().to_ascii_lowercase()), rates: AT_NAME_FROM_ALL }
    }

    fn password_of_from(name: &PlayerName, address: IpAddr) -> Self {
        let name = name.as_str().to_ascii_lowercase();
        let network = Network::of(address);
        let from = network.site().map_or_else(|| network.to_string(), |site| site.to_string());
        Self { counted_as: format!("name-from:{name} {from}"), rates: AT_NAME }
    }

    fn password_from(address: IpAddr) -> Vec<Self> {
        Self::from(address, "address", BY_ADDRESS, BY_SITE)
    }

    /// Forgotten passwords by what was typed, a name or an address.
    pub fn forgotten_by(who: &str) -> Self {
        Self { counted_as: format!("forgotten:{who}"), rates: FORGOTTEN }
    }

    /// Forgotten passwords by where the request comes from.
    pub fn forgotten_from(address: IpAddr) -> Vec<Self> {
        Self::from(address, "forgotten-from", FORGOTTEN_BY_ADDRESS, FORGOTTEN_BY_SITE)
    }

    /// New accounts, by where they come from.
    pub fn signups_from(address: IpAddr) -> Vec<Self> {
        Self::from(address, "signup-from", SIGNUPS, SIGNUPS_OF_SITE)
    }

    /// New guests, by where they come from.
    pub fn guests_from(address: IpAddr) -> Vec<Self> {
        Self::from(address, "guest-from", GUESTS, GUESTS_OF_SITE)
    }

    /// By IP address alone: by its network, and by the site that holds many networks. There is no limit for the local
    /// machine: that is the operator, or a proxy that the server does not know about, behind which everyone would be locked
    /// out.
    fn from(address: IpAddr, what: &str, of_network: &'static [Rate], of_site: &'static [Rate]) -> Vec<Self> {
        if address.to_canonical().is_loopback() {
            return Vec::new();
        }
        let network = Network::of(address);
        let by_network = Self { counted_as: format!("{what}:{network}"), rates: of_network };
        let by_site = network.site().map(|site| Self { counted_as: format!("{what}:{site}"), rates: of_site });
        [by_network].into_iter().chain(by_site).collect()
    }

    /// Leave taken or called off, by player: each change touches all their games.
    pub fn leave_of(player: PlayerId) -> Self {
        Self { counted_as: format!("leave-of:{}", player.0), rates: LEAVE }
    }

    /// Games with computers, by the player who begins them.
    pub fn games_with_computers_of(player: PlayerId) -> Self {
        Self { counted_as: format!("play-of:{}", player.0), rates: PLAYS }
    }

    /// Invitations to edit a study, by the player who invites.
    pub fn invitations_of(player: PlayerId) -> Self {
        Self { counted_as: format!("invitations-of:{}", player.0), rates: INVITATIONS }
    }

    /// Links to an address that is not confirmed, by the address.
    pub fn links_to(email: &str) -> Self {
        Self { counted_as: format!("link-to:{}", email.to_lowercase()), rates: LINKS }
    }

    /// Links that confirm an address, by the player who asks.
    pub fn links_of(player: PlayerId) -> Self {
        Self { counted_as: format!("link-of:{}", player.0), rates: LINKS }
    }

    /// Links for another password to the player's confirmed address: nobody else can use these up.
    pub fn resets_of(player: PlayerId) -> Self {
        Self { counted_as: format!("resets-of:{}", player.0), rates: RESETS }
    }
}

/// There was too much of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rate-limited retry_after={retry_after}")]
pub struct RateLimited {
    /// After this long there is room again, at the latest.
    retry_after: SignedDuration,
}

impl Explained for RateLimited {
    fn code(&self) -> &'static str {
        "rate-limited"
    }

    fn sentence(&self) -> String {
        wording::accounts::rate_limited(self.retry_after)
    }
}

impl RateLimited {
    /// After this long there is room again, at the latest.
    pub fn retry_after(self) -> SignedDuration {
        self.retry_after
    }
}

/// Counts something that is limited, unless there was too much of it. What is refused does not count, so the wait does not
/// grow.
///
/// # Errors
/// The database fails.
pub async fn count(pool: &Pool, limits: &[Limit], now: Timestamp) -> anyhow::Result<Result<(), RateLimited>> {
    let mut transaction = pool.begin().await?;
    // No bound looks back further.
    sqlx::query!("delete from password_tries where at <= $1", (now - DAY).to_sqlx() as _)
        .execute(&mut *transaction)
        .await?;
    for limit in limits {
        hold(&mut transaction, limit).await?;
        for &Rate { max_count, period } in limit.rates {
            if counted_since(&mut transaction, limit, now - period).await? >= max_count {
                return Ok(Err(RateLimited { retry_after: period }));
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

/// Where a password is typed. It says what an attempt counts with.
#[derive(Clone, Copy, Debug)]
pub enum AttemptSource {
    /// The login page: with all attempts at the name, unless the player has logged in with this browser before.
    LoginPage {
        /// The visitor's address.
        address: IpAddr,
        /// The hash of the token by which the browser may be known.
        device: Option<[u8; 32]>,
    },
    /// A session, by the hash of its token: with the other attempts in it.
    Session([u8; 32]),
}

/// An attempt that was allowed; it counts as failed until it is known to have succeeded.
#[derive(Debug)]
pub struct PasswordAttempt {
    /// All attempts that counted so are forgiven when it has succeeded.
    own: Limit,
    /// Others count so too: it alone is forgiven.
    shared: Vec<Limit>,
}

impl PasswordAttempt {
    /// Counts an attempt before the password is looked at, so that many at once cannot slip through.
    ///
    /// # Errors
    /// The database fails.
    pub async fn begin(
        pool: &Pool,
        name: &PlayerName,
        source: &AttemptSource,
        now: Timestamp,
    ) -> anyhow::Result<Result<Self, RateLimited>> {
        let (own, shared) = match *source {
            AttemptSource::Session(token_hash) => (Limit::password_in(&token_hash), Vec::new()),
            AttemptSource::LoginPage { address, device } => {
                let known = match device {
                    Some(token_hash) => store::known_device(pool, name, &token_hash, now).await?,
                    None => None,
                };
                match known {
                    Some(id) => (Limit::password_by_device(id), Vec::new()),
                    None => {
                        let shared = [vec![Limit::password_of(name)], Limit::password_from(address)].concat();
                        (Limit::password_of_from(name, address), shared)
                    }
                }
            }
        };
        let limits: Vec<_> = [own.clone()].into_iter().chain(shared.iter().cloned()).collect();
        let counted = count(pool, &limits, now).await?;
        Ok(counted.map(|()| Self { own, shared }))
    }

    /// The password was right: the attempts from the same place are forgiven, and this one where others count too.
    ///
    /// # Errors
    /// The database fails.
    pub async fn succeeded(self, pool: &Pool) -> anyhow::Result<()> {
        let shared: Vec<_> = self.shared.into_iter().map(|limit| limit.counted_as).collect();
        sqlx::query!(
            "delete from password_tries where counted_as = $1 or id in (select max(id) from password_tries
                where counted_as = any($2) group by counted_as)",
            self.own.counted_as,
            &shared,
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

#[cfg(test)]
mod tests {
    use super::{DAY, HOUR, RateLimited};
    use crate::accounts::VerifyError;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        let waits = [HOUR, DAY].map(|retry_after| RateLimited { retry_after });
        each_is_explained(&["rate-limited"], &waits);
        each_is_explained(VerifyError::CODES, &[VerifyError::Wrong, VerifyError::RateLimited(waits[0])]);
    }
}
