//! Games in lists, ready to be shown.

use super::card::GameCard;
use super::store::GameLine;
use crate::boards::SeatIcon;
use crate::games::GameId;
use crate::web::moment::Moment;
use crate::wording::{self, SeatNames, VariantNames};

/// Whose list it is.
#[derive(Clone, Copy)]
pub enum ListOwner {
    /// Its reader's.
    Viewer,
    /// Another player's.
    Other,
}

/// A finished game in a list.
pub struct FinishedGame {
    line: GameLine,
    owner: ListOwner,
}

impl FinishedGame {
    /// A game that has ended, in somebody's list.
    pub fn new(line: GameLine, owner: ListOwner) -> Self {
        Self { line, owner }
    }

    /// Its name in its address.
    pub fn id(&self) -> &GameId {
        &self.line.id
    }

    /// The name of its variant.
    pub fn variant(&self) -> &'static str {
        self.line.variant.name()
    }

    /// The players other than the list's owner.
    pub fn who(&self) -> String {
        self.line.who()
    }

    /// The seats of the list's owner, with their icons; none in a game of others.
    pub fn own_seats(&self) -> Vec<(&'static str, SeatIcon)> {
        let (variant, seating) = (self.line.variant, self.line.variant.seating());
        let own = self.line.seat.into_iter().flat_map(|seat| seating.seats_with(seat));
        own.map(|seat| (seating.name(seat), SeatIcon::of(variant, seat))).collect()
    }

    /// How it ended for the list's owner; in a game of others, who won.
    pub fn result(&self) -> Option<String> {
        let (result, _) = self.line.end?;
        let seating = self.line.variant.seating();
        Some(match (self.line.seat, self.owner) {
            (None, _) => wording::result(result, seating),
            (Some(seat), ListOwner::Viewer) => wording::your_result(result, seating, seat, &self.line.players),
            (Some(seat), ListOwner::Other) => wording::result_of_player(result, seating, seat, &self.line.players),
        })
    }

    /// The score of each side, the one that moves first in front.
    pub fn score(&self) -> Option<String> {
        let (result, _) = self.line.end?;
        wording::score(result.outcome, self.line.variant.seating())
    }

    /// When it ended.
    pub fn ended(&self) -> Option<Moment> {
        self.line.end.map(|(_, at)| Moment(at))
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
    pub fn new(lines: Vec<GameLine>, owner: ListOwner) -> Self {
        let (finished, running): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.end.is_some());
        let (own_turn, their_turn): (Vec<_>, Vec<_>) = running.into_iter().partition(|line| line.own_turn);
        Self {
            own_turn: own_turn.into_iter().map(|line| GameCard::new(line, owner)).collect(),
            their_turn: their_turn.into_iter().map(|line| GameCard::new(line, owner)).collect(),
            finished: finished.into_iter().map(|line| FinishedGame::new(line, owner)).collect(),
        }
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.own_turn.is_empty() && self.their_turn.is_empty() && self.finished.is_empty()
    }
}
