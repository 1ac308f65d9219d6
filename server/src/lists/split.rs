//! Games in lists, ready to be shown.

use super::card::GameCard;
use super::store::GameLine;
use crate::boards::SeatIcon;
use crate::games::GameId;
use crate::web::moment::Moment;
use crate::wording::{self, SeatNames, VariantNames};

/// A finished game in a list.
pub struct FinishedGame(GameLine);

impl FinishedGame {
    /// Its name in its address.
    pub fn id(&self) -> &GameId {
        &self.0.id
    }

    /// The name of its variant.
    pub fn variant(&self) -> &'static str {
        self.0.variant.name()
    }

    /// The players other than the list's owner.
    pub fn who(&self) -> String {
        self.0.who()
    }

    /// The opposing seats of the list's owner, with their icons; none in a game of others.
    pub fn opponents(&self) -> Vec<(&'static str, SeatIcon)> {
        let (variant, seating) = (self.0.variant, self.0.variant.seating());
        let against = self.0.seat.into_iter().flat_map(|seat| seating.opponents(seat));
        against.map(|seat| (seating.name(seat), SeatIcon::of(variant, seat))).collect()
    }

    /// The result in words.
    pub fn result(&self) -> String {
        let seating = self.0.variant.seating();
        self.0.end.map_or_else(String::new, |(result, _)| wording::result(result, seating))
    }

    /// When it ended.
    pub fn ended(&self) -> Option<Moment> {
        self.0.end.map(|(_, at)| Moment(at))
    }
}

/// A player's games, sorted for their list.
pub struct Split {
    /// The player is to move.
    pub own_turn: Vec<GameCard>,
    /// The others are to move.
    pub their_turn: Vec<GameCard>,
    /// Over.
    pub finished: Vec<FinishedGame>,
}

impl Split {
    /// Sorts a player's games into the three lists; their order stays.
    pub fn new(lines: Vec<GameLine>) -> Self {
        let (finished, running): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.end.is_some());
        let (own_turn, their_turn): (Vec<_>, Vec<_>) = running.into_iter().partition(|line| line.own_turn);
        Self {
            own_turn: own_turn.into_iter().map(GameCard::new).collect(),
            their_turn: their_turn.into_iter().map(GameCard::new).collect(),
            finished: finished.into_iter().map(FinishedGame).collect(),
        }
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.own_turn.is_empty() && self.their_turn.is_empty() && self.finished.is_empty()
    }
}
