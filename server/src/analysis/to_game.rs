//! From the analysis board to the game: the line after the game's present position, as conditional turns or as the next turn.
//! It only fills in a page of the game, where the player has to confirm it.

use domain::correspondence::conditional::{ConditionalLine, ConditionalTree, Reply};
use domain::correspondence::game::Game;
use domain::rules::entry::Entry;
use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;

use crate::game_page::with_line;
use crate::games::StoredGame;

/// What the game can use of the line on the board.
pub enum ToGame {
    /// Replies to what the other side may play.
    Conditional {
        /// All the player's conditional turns including these, one branch per line.
        lines: String,
        /// Only these.
        line: String,
        /// The turns without placeholders, for reading.
        turns_text: String,
        /// Existing replies that it would replace.
        replaced: Vec<String>,
    },
    /// The turn that the player is to make.
    Turn {
        /// The turn.
        turn: String,
        /// Conditional turns after it.
        lines: String,
        /// The turns without placeholders, for reading.
        turns_text: String,
    },
}

impl ToGame {
    /// The line from the present position of a running game to a node; `None` if there is nothing in it that a player at
    /// this seat can use.
    pub fn of(stored: &StoredGame, seat: Seat, study: &Study, place: &NodePath) -> Option<Self> {
        let game = &stored.game;
        let to_move = game.seat_to_move()?;
        let words = words_behind(game, study, place)?;
        let (first, rest) = words.split_first()?;
        if game.seating().is_same_player(to_move, seat) {
            let position = game.position();
            let after = position.play(position.read_turn(first).ok()?);
            let words = answered(&after, seat, rest);
            return Some(Self::Turn { turn: first.clone(), lines: words.join(" "), turns_text: turns_text(&words) });
        }
        let words = answered(game.position(), seat, &words);
        if words.is_empty() {
            return None;
        }
        let tree = game.conditionals(seat);
        let lines = with_line(&tree.to_string(), &words);
        Some(Self::Conditional {
            lines,
            replaced: replaced(tree, &words),
            line: words.join(" "),
            turns_text: turns_text(&words),
        })
    }
}

/// A line without its placeholders.
fn turns_text(words: &[String]) -> String {
    let turns = words.iter().filter(|word| *word != Reply::WAIT);
    turns.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The turns between the present position of a game and a node of its study.
fn words_behind(game: &Game, study: &Study, place: &NodePath) -> Option<Vec<String>> {
    let entries = study.line().turns_to(place)?;
    let made: Vec<Entry> = game.entries(game.ply()).map(|(_, entry)| entry).collect();
    let (before, behind) = entries.split_at_checked(made.len())?;
    let is_behind = before.iter().zip(&made).all(|(entry, made)| *entry == made);
    let mut position = game.position().clone();
    // Nothing can be prepared beyond a clock that runs out.
    let turns = behind.iter().map_while(|entry| entry.turn());
    let words = turns.map(|turn| {
        let word = position.write_turn(turn);
        position = position.play(turn);
        word
    });
    is_behind.then(|| words.collect())
}

/// The line as conditional turns, up to its last reply.
fn answered(start: &Position, own: Seat, words: &[String]) -> Vec<String> {
    let mut line = ConditionalLine::new(start.clone(), own);
    let mut complete = 0;
    for word in words {
        if line.add(word).is_err() {
            break;
        }
        if line.is_theirs_next() {
            complete = line.words().len();
        }
    }
    let mut words = line.into_words();
    words.truncate(complete);
    words
}

/// The first reply of the tree that differs from the line's: it and everything after it would be replaced.
fn replaced(tree: &ConditionalTree, words: &[String]) -> Vec<String> {
    let asked = (0..words.len()).step_by(2);
    let differs = asked.filter_map(|index| {
        let reply = tree.reply_to(&words[..=index])?;
        (reply.word() != words[index + 1]).then(|| format!("{} to {}", reply.word(), words[index]))
    });
    differs.take(1).collect()
}
