//! A player's coming deadlines and leave, in chronological order.

use domain::correspondence::leave::LeavePeriod;
use jiff::Timestamp;

use crate::games::GameId;
use crate::lists::GameLine;
use crate::web::moment::Moment;
use crate::wording::VariantNames;

/// A coming deadline or leave period.
pub struct Ahead {
    /// When.
    pub at: Moment,
    /// What.
    pub what: What,
}

/// What can lie ahead.
pub enum What {
    /// Leave begins.
    LeaveBegins,
    /// Leave ends, and the clocks run again.
    LeaveEnds,
    /// Somebody's time in a game runs out.
    Deadline {
        /// The game.
        game: GameId,
        /// Its name.
        variant: &'static str,
        /// The others.
        against: String,
        /// The other player to move; `None` if it is the calendar owner's turn.
        others: Option<String>,
        /// Whether the game is cancelled then: its first round is not complete, and nobody loses.
        cancels: bool,
        /// When it would run out with the leave that is being considered.
        with_leave: Option<Moment>,
    },
}

impl What {
    /// The deadline of a running game.
    pub fn deadline(line: &GameLine, with_leave: Option<Timestamp>) -> Self {
        Self::Deadline {
            game: line.id.clone(),
            variant: line.variant.name(),
            against: line.who(),
            others: line.to_move.clone().filter(|_| !line.own_turn),
            cancels: line.is_in_first_round(),
            with_leave: with_leave.map(Moment),
        }
    }
}

/// Everything ahead of an instant, the next first.
pub fn ahead(deadlines: Vec<(Timestamp, What)>, leave: &[LeavePeriod], now: Timestamp) -> Vec<Ahead> {
    let begins = leave.iter().map(|period| (period.from, What::LeaveBegins));
    let ends = leave.iter().map(|period| (period.until, What::LeaveEnds));
    let mut all: Vec<_> = deadlines.into_iter().chain(begins).chain(ends).filter(|&(at, _)| at > now).collect();
    all.sort_by_key(|&(at, _)| at);
    all.into_iter().map(|(at, what)| Ahead { at: Moment(at), what }).collect()
}
