//! Accounts: players, passwords, sessions and rate limits. The pages are in `sign_in`.

pub mod credentials;
mod password;
pub mod proof;
pub mod rate_limit;
pub mod session;
pub mod store;

pub use credentials::{EmailAddress, Password, Player, PlayerId, PlayerName};
pub use password::Passwords;
pub use proof::{NotProven, Proven};
pub use rate_limit::{Limit, RateLimited};
pub use session::{MaybeViewer, Session, SessionCookie, Viewer};
pub use store::{NewPassword, Waiting, name, player, replace_password, signed_up_at, waiting};
