//! Accounts: players, their passwords and sessions, and how often a password may be tried. The pages are in
//! `sign_in`.

mod client;
pub mod credentials;
pub mod device;
mod password;
pub mod proof;
pub mod rate_limit;
pub mod session;
pub mod store;

pub use client::Client;
pub use credentials::{EmailAddress, Password, Player, PlayerId, PlayerName};
pub use password::Passwords;
pub use proof::{NotProven, Proven};
pub use rate_limit::{AttemptSource, Limit, RateLimited};
pub use session::{MaybeViewer, Session, SessionCookie, Viewer};
pub use store::{
    EndedSessions, ListedSession, NewPassword, Waiting, end_sessions, name, player, sessions, set_password,
    signed_up_at, waiting,
};
