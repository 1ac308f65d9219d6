//! Hashing passwords with argon2id: slow on purpose, so on blocking threads and only a few at a time.

use std::sync::Arc;

use anyhow::Context;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::credentials::Password;

/// Computes and checks hashes. Each takes 19 MiB and some hundredths of a second, so a crowd at the door waits here and
/// not in memory.
#[derive(Clone)]
pub struct Passwords {
    at_once: Arc<Semaphore>,
    /// The hash of a password that nobody knows: checked for a name nobody has, so that the answer takes as long.
    nobodys: Arc<str>,
}

/// The hash of an account that nobody logs in to: no password is known to have it.
pub const UNUSABLE_PASSWORD_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

impl Passwords {
    /// Computes at most as many hashes at once as there are processors.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new() -> anyhow::Result<Self> {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        let nobodys = hash_now(&crate::platform::chance::secret())?;
        Ok(Self { at_once: Arc::new(Semaphore::new(at_once)), nobodys: nobodys.into() })
    }

    /// The hash of a password that nobody knows, for whoever has none. It is another one after each start of a server.
    pub fn of_nobody(&self) -> &str {
        &self.nobodys
    }

    /// The hash to store, in PHC form.
    ///
    /// # Errors
    /// The system gives no random numbers, or the server is stopping.
    pub async fn hash(&self, password: Password) -> anyhow::Result<String> {
        let place = self.place().await?;
        tokio::task::spawn_blocking(move || {
            let _place = place;
            hash_now(password.as_bytes())
        })
        .await?
    }

    /// Whether this is the password of a stored hash. For `None` it computes as long and says no.
    ///
    /// # Errors
    /// The stored hash is damaged, or the server is stopping.
    pub async fn verify(&self, password: Password, stored: Option<String>) -> anyhow::Result<bool> {
        let known = stored.is_some();
        let hash = stored.unwrap_or_else(|| self.nobodys.to_string());
        let place = self.place().await?;
        let right = tokio::task::spawn_blocking(move || {
            let _place = place;
            let hash = PasswordHash::new(&hash).context("a stored password hash is damaged")?;
            anyhow::Ok(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await??;
        Ok(known && right)
    }

    /// One of the places. It is taken until the work is done, also if nobody waits for that any more.
    async fn place(&self) -> anyhow::Result<OwnedSemaphorePermit> {
        Ok(self.at_once.clone().acquire_owned().await?)
    }
}

fn hash_now(password: &[u8]) -> anyhow::Result<String> {
    let hash = Argon2::default().hash_password(password).context("the password could not be hashed")?;
    Ok(hash.to_string())
}
