//! A running game in a list: its position, whose turn it is and until when, and what else there is to know of it before
//! it is opened.

use domain::position::Position;
use domain::seat::Seat;

use super::GameId;
use super::board::BoardView;
use super::lists::who;
use super::store::GameLine;
use crate::moment::{Length, Moment};
use crate::page::Layout;

/// A running game in a list.
pub struct GameCard(GameLine);

impl GameCard {
    /// The card of a game that goes on.
    pub fn new(line: GameLine) -> Self {
        Self(line)
    }

    /// Its name in its address.
    pub fn id(&self) -> &GameId {
        &self.0.id
    }

    /// The name of its variant.
    pub fn variant(&self) -> &'static str {
        self.0.variant.name()
    }

    /// Who plays it, besides the player whose list it is.
    pub fn who(&self) -> String {
        who(&self.0)
    }

    /// `Duck Chess against Kwak`, or in a game of others `Duck Chess: Louie against Kwak`.
    pub fn title(&self) -> String {
        let joint = if self.0.seat.is_some() { " against " } else { ": " };
        format!("{}{joint}{}", self.variant(), self.who())
    }

    /// Whether it is the turn of the player whose list it is.
    pub fn is_own_turn(&self) -> bool {
        self.0.own_turn
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> usize {
        self.0.ply.turns() / self.0.variant.seating().len() + 1
    }

    /// Whose turn it is: `Your turn` in the list of who looks, else a name.
    pub fn turn(&self, layout: &Layout) -> Option<String> {
        let to_move = self.0.to_move.as_ref()?;
        let is_viewer = layout.viewer.as_ref().is_some_and(|viewer| viewer.name.is(to_move));
        Some(if is_viewer { "Your turn".to_owned() } else { format!("{to_move} is to move") })
    }

    /// When the seat to move runs out.
    pub fn deadline(&self) -> Option<Moment> {
        self.0.deadline.map(Moment)
    }

    /// How much time the seat to move has left.
    pub fn left(&self) -> Option<Length> {
        self.0.left.map(Length)
    }

    /// When it would run out if there were no leave, to be counted down to; nothing while it stands.
    pub fn counts_down_to(&self) -> Option<Moment> {
        let stops = self.0.deadline?.checked_sub(self.0.on_leave).ok()?;
        self.0.on_leave_until.is_none().then_some(Moment(stops))
    }

    /// Until when the player to move is on leave, if they are.
    pub fn on_leave_until(&self) -> Option<Moment> {
        self.0.on_leave_until.map(Moment)
    }

    /// What is said of an offer of a draw that stands.
    pub fn offer(&self) -> Option<String> {
        let by = self.0.draw_offered_by?;
        Some(match self.0.seat {
            Some(own) if own == by => "Draw offered".to_owned(),
            Some(_) => "A draw is offered to you".to_owned(),
            None => "A draw is offered".to_owned(),
        })
    }

    /// Whether the viewer has conditional turns in it.
    pub fn has_conditionals(&self) -> bool {
        self.0.has_conditionals
    }

    /// The position as a viewer sees it; none if what is stored cannot be read.
    pub fn board(&self, layout: &Layout) -> Option<BoardView> {
        let position = Position::from_fen(self.0.variant, &self.0.fen).ok()?;
        let label = format!("The board after {} turns", self.0.ply);
        Some(BoardView::new(&position, None, layout.seen_from(self.0.seat.unwrap_or(Seat::WHITE)), label))
    }
}
