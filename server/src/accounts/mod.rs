//! Accounts: players, passwords, sessions and rate limits. The pages are in `sign_in`.

mod announcement;
mod client;
mod computers;
pub mod credentials;
pub mod deletion;
pub mod device;
pub mod guests;
mod password;
pub mod proof;
mod public_profile;
pub mod rate_limit;
pub mod session;
pub mod store;

pub use announcement::{announcement_of, player_topic};
pub use client::Client;
pub use computers::{all_computers, any_computer};
pub use credentials::{EmailAddress, NameError, Password, Player, PlayerId, PlayerName};
pub use deletion::DELETION_DAYS;
pub use password::{Passwords, UNUSABLE_PASSWORD_HASH};
pub use proof::{VerifiedPlayer, VerifyError};
pub use public_profile::{About, Country, ProfileError, PublicProfile, clear_profile};
pub use rate_limit::{AttemptSource, Limit, RateLimited};
pub use session::{MaybeGuest, MaybeViewer, Session, SessionCookie, Viewer};
pub use store::{
    EndedSessions, ListedSession, NewPassword, Waiting, end_sessions, name, named, names_beginning_with, player,
    queue_up, replace_password, sessions, waiting,
};
