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
}

/// The hash of an account that nobody logs in to, a guest's or a computer's: no password is known to have it. It is also checked
/// for a name that nobody has, so that the answer takes as long.
pub const UNUSABLE_PASSWORD_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

impl Passwords {
    /// Computes at most as many hashes at once as there are processors.
    pub fn new() -> Self {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        Self { at_once: Arc::new(Semaphore::new(at_once)) }
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
        let hash = stored.unwrap_or_else(|| UNUSABLE_PASSWORD_HASH.to_owned());
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

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All before the salt: what decides how long it takes.
    fn cost(hash: &str) -> Vec<&str> {
        hash.split('$').take(4).collect()
    }

    #[test]
    fn the_hash_of_nobody_takes_as_long_as_any_and_is_no_passwords() {
        assert_eq!(cost(UNUSABLE_PASSWORD_HASH), cost(&hash_now(b"a few words are best").unwrap()));
        let nobodys = PasswordHash::new(UNUSABLE_PASSWORD_HASH).unwrap();
        for guess in [b"".as_slice(), b"password", &[0; 32]] {
            assert!(Argon2::default().verify_password(guess, &nobodys).is_err());
        }
    }
}
