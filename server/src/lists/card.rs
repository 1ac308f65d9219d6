//! A running game in a list: its position, the player to move, the deadline and other details.

use domain::rules::position::Position;
use domain::rules::seat::Seat;

use super::split::ListOwner;
use super::store::GameLine;
use crate::boards::BoardView;
use crate::games::GameId;
use crate::web::moment::{Length, Moment};
use crate::web::page::Layout;
use crate::wording::{VariantNames, board_labels, game_lists};

/// That the player to move is on leave.
pub struct OnLeave<'a> {
    /// The sentence, with `{player}` and `{time}` to be filled in.
    pub sentence: &'static str,
    pub player: &'a str,
    pub until: Moment,
}

/// A running game in a list.
pub struct GameCard {
    line: GameLine,
    owner: ListOwner,
    /// The position; none if what is stored cannot be read.
    position: Option<Position>,
}

impl GameCard {
    /// The card of a running game.
    pub fn new(line: GameLine, owner: ListOwner) -> Self {
        let position = Position::from_fen(line.variant, &line.fen).ok();
        Self { line, owner, position }
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

    /// `Duck Chess against Kwak`, or in a game of others `Duck Chess: Louie against Kwak`.
    pub fn title(&self) -> String {
        match self.line.seat {
            Some(_) => game_lists::own_game(self.line.variant, &self.who()),
            None => game_lists::game_of_others(self.line.variant, &self.who()),
        }
    }

    /// Whether it is the turn of the list's owner.
    pub fn is_own_turn(&self) -> bool {
        self.line.own_turn
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> u32 {
        self.position.as_ref().map_or(1, Position::fullmove_number)
    }

    /// Whose turn it is: `Your turn` in the viewer's own list, otherwise a name.
    pub fn turn(&self, layout: &Layout) -> Option<String> {
        let (to_move, is_viewer) = self.to_move(layout)?;
        Some(if is_viewer { game_lists::YOUR_TURN.to_owned() } else { game_lists::is_to_move(to_move) })
    }

    /// The name of the player to move, and whether that is the viewer.
    fn to_move(&self, layout: &Layout) -> Option<(&str, bool)> {
        let to_move = self.line.to_move.as_ref()?;
        Some((to_move, layout.viewer.as_ref().is_some_and(|viewer| viewer.name.is(to_move))))
    }

    /// When the seat to move runs out.
    pub fn deadline(&self) -> Option<Moment> {
        self.line.deadline().map(Moment)
    }

    /// Whether it is cancelled then, for its first round is not complete.
    pub fn is_in_first_round(&self) -> bool {
        self.line.is_in_first_round()
    }

    /// How much time the seat to move has left.
    pub fn left(&self) -> Option<Length> {
        Some(Length(self.line.countdown.as_ref()?.left_at(self.line.now)))
    }

    /// When the clock would run out without leave, for the countdown; `None` while it is paused.
    pub fn counts_down_to(&self) -> Option<Moment> {
        self.line.countdown.as_ref()?.counts_down_to(self.line.now).map(Moment)
    }

    /// That the player to move is on leave, if they are, and until when.
    pub fn on_leave_until<'a>(&'a self, layout: &'a Layout) -> Option<OnLeave<'a>> {
        let until = self.line.countdown.as_ref()?.paused_until(self.line.now).map(Moment)?;
        let (to_move, is_viewer) = self.to_move(layout)?;
        let sentence = if is_viewer { game_lists::YOU_ARE_ON_LEAVE_UNTIL } else { game_lists::ON_LEAVE_UNTIL };
        Some(OnLeave { sentence, player: to_move, until })
    }

    /// A sentence about an open draw offer. Where more than two play, the row does not say who has accepted it already.
    pub fn offer(&self) -> Option<&'static str> {
        let by = self.line.draw_offered_by?;
        let is_for_two = self.line.variant.seating().players() == 2;
        Some(match (self.line.seat, self.owner) {
            (Some(own), _) if self.line.variant.seating().is_same_player(own, by) => game_lists::DRAW_OFFERED,
            (Some(_), ListOwner::Viewer) if is_for_two => game_lists::DRAW_OFFERED_TO_YOU,
            _ => game_lists::DRAW_OFFERED_BY_OTHERS,
        })
    }

    /// Whether the viewer has conditional turns in it.
    pub fn has_conditionals(&self) -> bool {
        self.line.has_conditionals
    }

    /// The position as a viewer sees it; none if what is stored cannot be read.
    pub fn board(&self, layout: &Layout) -> Option<BoardView> {
        let position = self.position.as_ref()?;
        let label = board_labels::in_round(self.round());
        let lower = layout.lower_seat(self.line.variant, self.line.seat.unwrap_or(Seat::FIRST));
        Some(BoardView::in_list(position, self.line.last_squares.as_deref(), lower, label))
    }
}
