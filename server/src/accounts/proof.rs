//! Proof that a visitor has entered a player's password. What it authorises is done only while that is still the
//! password, so that someone who knows the old one is refused once it has been changed.

use jiff::Timestamp;

use super::credentials::{Password, PlayerId, PlayerName};
use super::password::Passwords;
use super::rate_limit::{AttemptSource, PasswordAttempt, RateLimited};
use super::store;
use crate::platform::database::Pool;
use crate::wording::{self, Explained};

/// Somebody had this player's password when it was looked at.
#[derive(Clone)]
pub struct VerifiedPlayer {
    /// The player whose password it was.
    pub player: PlayerId,
    /// Its hash: as long as that is the player's, it is their password still.
    pub password_hash: String,
}

/// Why something was not done that asks for the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// Another password was typed, or the player has another one by now.
    Wrong,
    /// There were too many attempts, so it was not looked at.
    RateLimited(RateLimited),
}

domain::codes! {
    VerifyError {
        Wrong => "wrong-password",
        RateLimited(rate_limited) => "rate-limited",
    }
}

impl Explained for VerifyError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Wrong => wording::accounts::NOT_YOUR_PASSWORD.to_owned(),
            Self::RateLimited(rate_limited) => rate_limited.sentence(),
        }
    }
}

impl From<RateLimited> for VerifyError {
    fn from(rate_limited: RateLimited) -> Self {
        Self::RateLimited(rate_limited)
    }
}

/// Compares what was typed with the password of the player of this name; of nobody it takes as long. A wrong one counts as
/// a failed try.
///
/// # Errors
/// The database fails.
pub async fn verify_password(
    pool: &Pool,
    passwords: &Passwords,
    name: &PlayerName,
    source: &AttemptSource,
    typed: String,
    now: Timestamp,
) -> anyhow::Result<Result<VerifiedPlayer, VerifyError>> {
    let attempt = match PasswordAttempt::begin(pool, name, source, now).await? {
        Ok(attempt) => attempt,
        Err(rate_limited) => return Ok(Err(rate_limited.into())),
    };
    let account = store::account(pool, name).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let right = passwords.verify(Password::attempt(typed), hash).await?;
    let Some(verified) = account.filter(|_| right) else {
        return Ok(Err(VerifyError::Wrong));
    };
    attempt.succeeded(pool).await?;
    Ok(Ok(verified))
}
