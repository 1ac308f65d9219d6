//! Why a game did not do what it was asked: what its player can do instead.

use domain::correspondence::comment::{Comment, CommentError};
use domain::correspondence::conditional::{ConditionalTree, LinesError, Wrong};
use domain::correspondence::game::Game;
use domain::correspondence::limits;
use domain::correspondence::refusal::Refusal;
use jiff::Timestamp;

use super::length;
use super::seats::colour;
use super::turns::{turn, turn_of_another};

/// The sentence, with an instant in it as its reader writes instants.
pub fn refusal(refusal: &Refusal, instant: impl FnOnce(Timestamp) -> String) -> String {
    let sentence = match refusal {
        Refusal::StalePly => {
            "The game has moved on since you opened this page. Look at the board as it is now, then decide again."
        }
        Refusal::NoSuchPly => "This page belongs to a turn that has not been made. Reload it and try again.",
        Refusal::GameOver(_) => "The game is over. You can still write a comment or a note.",
        Refusal::NotYourTurn { to_move } => {
            return format!("It is not your turn: wait for {}.", colour(*to_move));
        }
        Refusal::Turn(error) => return turn(error),
        Refusal::EmptyMessage => "The message is empty: write something, or choose another action.",
        Refusal::TooManyMessagesInGame => return too_many_in_game(),
        Refusal::TooManyMessagesSinceTurn => return too_many_since_turn(),
        Refusal::TooManyMessagesAfterEnd => return too_many_after_end(),
        Refusal::OfferedAlready => "You have already offered a draw. You can offer again after your next turn.",
        Refusal::OfferedToYou => "You have already been offered a draw: accept or decline it.",
        Refusal::NothingOffered => "No draw is offered to you now: an offer ends when you move.",
        Refusal::NothingToClaim => {
            "No draw can be claimed here: neither has the position on the board occurred three times, nor have there been \
             enough turns without a capture or a pawn move."
        }
        Refusal::ClocksFrozen => {
            "The clocks have not started: nobody needs a lifeline before all players have played their first turn."
        }
        Refusal::OwnClockRuns => {
            "A lifeline is for an opponent whose clock is running, and now the clock of your own side is running."
        }
        Refusal::LifelineGiven => "A lifeline has already been given this turn. You can give another one next turn.",
        Refusal::ClockFull { to } => {
            return format!(
                "{}’s clock is at its limit, or will be after the next turn: time that you add now would be lost.",
                colour(*to)
            );
        }
        Refusal::RoundComplete => {
            "All players have played their first turn: the game counts, and cannot be called off any more."
        }
        Refusal::WaitingForYou => "The game is waiting for you: only those who wait can call it off.",
        Refusal::NotWaitedEnough { for_whom, since } => {
            let (seat, since) = (colour(*for_whom), instant(*since));
            let days = length(Game::FIRST_TURN_TIMEOUT);
            return format!("You can call the game off when you have waited {days} for {seat}: from {since} on.");
        }
        Refusal::ClockRanOut => "Your clock has run out: you play no more turns, but you can still write.",
        Refusal::NoPartners => "Nobody else is on your side in this game: write a comment, or a private note.",
        Refusal::NotResigned => "You have not resigned: there is nothing to take back.",
        Refusal::NotOver => "The game is not over yet: offer a rematch when it is.",
        Refusal::YourTurnFirst => {
            "It is your turn: play it first, or send conditional turns with it. They answer what the other player does \
             then."
        }
        Refusal::Conditionals(error) => return lines(error),
    };
    sentence.to_owned()
}

fn too_many_in_game() -> String {
    format!(
        "You have written {} times in this game, which is the limit. You can still play turns, but without a \
         message or conditional turns.",
        limits::MAX_WRITINGS
    )
}

fn too_many_since_turn() -> String {
    format!(
        "You have written {} messages since the last turn, which is the limit. You can write again after the \
         next turn, and a private note at any time.",
        limits::MAX_MESSAGES_BETWEEN_TURNS
    )
}

fn too_many_after_end() -> String {
    format!(
        "You have written {} messages since the last turn of this game, which is the limit. You can still write \
         a private note.",
        limits::MAX_MESSAGES_AFTER_END
    )
}

/// What is wrong with the lines of conditional turns, and where:
/// `Line 2, word 3 (Qf3@a3): The queen cannot go from d1 to f3: the duck is on e2.`
pub fn lines(error: &LinesError) -> String {
    let (line, sentence) = (error.line, wrong_turn(&error.wrong));
    match &error.word {
        Some((word, text)) => format!("Line {line}, word {word} ({text}): {sentence}"),
        None => format!("Line {line}: {sentence}"),
    }
}

/// What is wrong with a conditional turn, or with the line that it is in.
pub fn wrong_turn(wrong: &Wrong) -> String {
    let sentence = match wrong {
        Wrong::Reply(error) => return turn(error),
        Wrong::Theirs(error) => return turn_of_another(error),
        Wrong::AnyDuckInReply => {
            "Only a turn of the other side can leave the duck open: say where yours goes, such as @e5."
        }
        Wrong::Over => "The game is over after the turn before it.",
        Wrong::EndOfTheirs => "Another player is to move here: “resign” and “accept-draw” can only be your reply.",
        Wrong::OwnTurnAgain => {
            "It is your own turn again after that, because nobody else can move: end the line before it."
        }
        Wrong::AfterEnd => "Nothing can follow “resign” or “accept-draw”.",
        Wrong::OtherReply { other } => {
            return format!("Another line replies “{other}” to the same turn: choose one of the two.");
        }
        Wrong::ReplyMissing => "The line ends with a turn of another player: add your reply to it.",
        Wrong::TooLong => return format!("A turn has at most {} characters.", ConditionalTree::MAX_WORD_CHARS),
        Wrong::TooDeep => return format!("A line can have at most {} turns.", ConditionalTree::MAX_DEPTH),
        Wrong::TooMany => {
            return format!("There can be at most {} conditional turns in a game.", ConditionalTree::MAX_TURNS);
        }
    };
    sentence.to_owned()
}

/// Why a text is not a message.
pub fn comment(error: &CommentError) -> String {
    match *error {
        CommentError::Empty => "The message is empty: write something first.".to_owned(),
        CommentError::TooLong(count) => {
            let (max, over) = (Comment::MAX_CHARS, count.saturating_sub(Comment::MAX_CHARS));
            format!("The text has {count} characters; {max} are allowed. Please shorten it by {over}.")
        }
        CommentError::Unprintable(found) => {
            format!("The text contains a character that cannot be shown ({found:?}): please remove it.")
        }
    }
}
