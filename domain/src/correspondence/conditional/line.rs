//! One line of conditional turns, word by word: for reading a tree, and for a page on which it is made on a board.

use super::{ConditionalTree, Reply, Wrong};
use crate::rules::position::Position;
use crate::rules::seat::Seat;
use crate::rules::turn::Pattern;

/// A line of conditional turns of a seat's player, from a position in which another is to move, as far as it has been
/// entered.
///
/// ```
/// use domain::correspondence::conditional::ConditionalLine;
/// use domain::rules::position::Position;
/// use domain::rules::seat::Seat;
/// use domain::rules::variant::Variant;
///
/// let mut line = ConditionalLine::new(Position::start(Variant::Duck), Seat::BLACK);
/// for word in ["g1f3@*", "e5@d4"] {
///     line.add(word)?;
/// }
/// assert_eq!(line.words(), ["Nf3@*", "e5@d4"]);
/// assert!(line.is_theirs_next());
/// assert_eq!(line.add("Nxe5").unwrap_err().code(), "illegal-turn");
/// # Ok::<(), domain::correspondence::conditional::Wrong>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalLine {
    words: Vec<String>,
    position: Position,
    own: Seat,
    last: Option<Pattern>,
    has_ended: bool,
}

impl ConditionalLine {
    /// A line without a turn.
    pub fn new(position: Position, own: Seat) -> Self {
        Self { words: Vec::new(), position, own, last: None, has_ended: false }
    }

    /// The turns, in standard notation, with `..` where another player's turn takes the place of a reply; the last may
    /// be `resign` or `accept-draw`.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The same, consuming the line.
    pub fn into_words(self) -> Vec<String> {
        self.words
    }

    /// Whether the next turn is one of another player.
    pub fn is_theirs_next(&self) -> bool {
        self.words.len().is_multiple_of(2) || !self.is_own_turn()
    }

    fn is_own_turn(&self) -> bool {
        self.position.seating().is_same_player(self.position.seat_to_move(), self.own)
    }

    /// Whether another player's turn takes the place of a reply.
    fn waits(&self) -> bool {
        !self.words.len().is_multiple_of(2) && !self.is_own_turn()
    }

    /// The position it leads to. After a turn with any duck there is no duck on the board: what is legal then may be
    /// blocked by the duck in the game, so it is checked again when it is due.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The turn that led there.
    pub fn last(&self) -> Option<Pattern> {
        self.last
    }

    /// Whether nothing can follow, because it ends with `resign`, `accept-draw` or the end of the game.
    pub fn has_ended(&self) -> bool {
        self.has_ended || self.position.result().is_some()
    }

    /// Adds a turn of the side that is next, or `resign` or `accept-draw` as a reply.
    ///
    /// # Errors
    /// It cannot be made there; the line is as it was.
    pub fn add(&mut self, word: &str) -> Result<(), Wrong> {
        if self.has_ended {
            return Err(Wrong::AfterEnd);
        }
        if self.position.result().is_some() {
            return Err(Wrong::Over);
        }
        let waits = self.waits();
        if self.words.len() + usize::from(waits) >= ConditionalTree::MAX_DEPTH {
            return Err(Wrong::TooDeep);
        }
        if waits && word == Reply::WAIT {
            self.words.push(word.to_owned());
            return Ok(());
        }
        if self.words.len().is_multiple_of(2) && self.is_own_turn() {
            return Err(Wrong::OwnTurnAgain);
        }
        if let Some(end) = Reply::end(word) {
            if self.is_theirs_next() {
                return Err(Wrong::EndOfTheirs);
            }
            self.has_ended = true;
            self.words.push(end.to_owned());
            return Ok(());
        }
        if word.chars().nth(ConditionalTree::MAX_WORD_CHARS).is_some() {
            return Err(Wrong::TooLong);
        }
        let position = &self.position;
        let pattern = if self.is_theirs_next() {
            position.read_pattern(word).map_err(Wrong::Theirs)?
        } else {
            self.read_reply(word)?
        };
        if waits {
            self.words.push(Reply::WAIT.to_owned());
        }
        self.words.push(position.write_pattern(pattern));
        self.position = position.play_pattern(pattern);
        self.last = Some(pattern);
        Ok(())
    }

    fn read_reply(&self, word: &str) -> Result<Pattern, Wrong> {
        match self.position.read_pattern(word).map_err(Wrong::Reply)? {
            Pattern::AnyDuck(_) => Err(Wrong::AnyDuckInReply),
            turn @ Pattern::Turn(_) => Ok(turn),
        }
    }
}
