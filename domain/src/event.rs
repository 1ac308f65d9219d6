//! What happened in a game: the log that a game is.
//!
//! Events are stored as JSON for ever, so a field is never renamed and never taken away. A turn is kept as its text,
//! which people can read and which does not depend on how the rules are programmed.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::comment::Comment;
use crate::ply::Ply;
use crate::seat::Seat;

/// Something that happened, and when. Events of one game are never dated before the one in front of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The instant, in whole microseconds, as PostgreSQL keeps it.
    pub at: Timestamp,
    /// What it was.
    pub what: Happening,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Happening {
    /// A seat made its turn.
    Played {
        /// Whose turn it was.
        seat: Seat,
        /// In the game's standard notation: `Nf3@e5`.
        turn: String,
    },
    /// A player wrote something.
    Commented {
        /// The writer.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: Seat,
    },
    /// The offered draw was accepted.
    DrawAccepted {
        /// By whom.
        seat: Seat,
    },
    /// The offered draw was declined in words, not by moving on.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        seat: Seat,
    },
    /// A clock ran out, at the instant of the event.
    FlagFell {
        /// Whose.
        seat: Seat,
    },
    /// The first round was not completed in time: the game does not count.
    Cancelled,
}
