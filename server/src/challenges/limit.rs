//! Limits on challenges, so that nobody's mailbox is flooded.

use crate::accounts::PlayerName;
use crate::wording::{Explained, challenge_refusals as words};

/// The most challenges that a player can have open at once.
pub const MOST_OPEN: i64 = 50;
/// The most that a player can make, and places they can keep for others, in a day without a game coming of it.
pub const MOST_MADE: i64 = 200;
/// The most of them that can go to the same player: each may send an email.
pub const MOST_MADE_TO_ONE: i64 = 10;

/// Why a player can make no more challenges for now, or ask nobody more to a place in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeLimit {
    /// At once.
    Open,
    /// In this period, to anyone.
    Made,
    /// In this period, to this player.
    ToOne(PlayerName),
}

domain::codes! {
    ChallengeLimit {
        Open => "too-many-open-challenges",
        Made => "too-many-challenges",
        ToOne(name) => "too-many-challenges-to-one",
    }
}

impl Explained for ChallengeLimit {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Open => words::too_many_open(MOST_OPEN),
            Self::Made => words::too_many_made(MOST_MADE),
            Self::ToOne(name) => words::too_many_to_one(name.as_str(), MOST_MADE_TO_ONE),
        }
    }
}
