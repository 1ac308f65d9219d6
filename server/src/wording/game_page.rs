//! What a game's page says above its action bar, and of the game's terms.

use domain::correspondence::time_control::TimeControl;
use domain::rules::draw::DrawClaim;
use jiff::SignedDuration;

use super::{ClockNames, TimeControlWords, all_of, length, plural};

/// An offer of a draw, as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawOffer<'a> {
    /// The viewer's own.
    Yours,
    /// Another's, which the viewer has answered, or cannot.
    Watched(&'a str),
    /// Another's, and the viewer is to move.
    BeforeYourTurn(&'a str),
    /// Another's, and the viewer is not to move.
    UntilYourTurn(&'a str),
    /// Another's, in a game of more than two, and the viewer has not answered.
    ToAll(&'a str),
}

/// The offer of a draw that stands, with those who have still to answer in a game of more than two.
pub fn draw_offer(offer: DrawOffer<'_>, still_to_answer: Option<&[&str]>) -> String {
    let said = match offer {
        DrawOffer::Yours => "You have offered a draw.".to_owned(),
        DrawOffer::Watched(by) => format!("{by} offers a draw."),
        DrawOffer::BeforeYourTurn(by) => format!("{by} offers a draw. Your next turn declines it."),
        DrawOffer::UntilYourTurn(by) => format!("{by} offers a draw. It stands until your next turn."),
        DrawOffer::ToAll(by) => format!("{by} offers a draw; all players have to agree."),
    };
    match still_to_answer {
        Some(names) => format!("{said} Still to answer: {}.", all_of(names)),
        None => said,
    }
}

/// The question for a player who resigns while others of the side play on: it is a vote that they must follow.
pub fn resign_with(partners: &[&str]) -> String {
    let names = all_of(partners);
    plural(
        partners.len(),
        format!("Resign this game? It is lost as soon as {names} has resigned too; until then you can take it back."),
        format!("Resign this game? It is lost as soon as {names} have resigned too; until then you can take it back."),
    )
}

/// The question for who resigns as the last of their side in play, after these have voted for it.
pub fn resign_last(voted: &[&str]) -> String {
    let names = all_of(voted);
    match voted.len() {
        0 => "Resign this game? Nobody else on your side is still in play: the game ends at once, and your side has \
              lost it. This cannot be undone."
            .to_owned(),
        count => plural(
            count,
            format!(
                "Resign this game? {names} has voted for it already: the game ends at once, and your side has lost it. \
                 This cannot be undone."
            ),
            format!(
                "Resign this game? {names} have voted for it already: the game ends at once, and your side has lost \
                 it. This cannot be undone."
            ),
        ),
    }
}

/// Partners have voted to resign, for one who has not; and whether the vote of that one ends the game.
pub fn voted_to_resign(voted: &[&str], is_yours_the_last: bool) -> String {
    let names = all_of(voted);
    match is_yours_the_last {
        true => plural(
            voted.len(),
            format!("{names} has voted to resign. If you resign too, the game ends, and your side has lost it."),
            format!("{names} have voted to resign. If you resign too, the game ends, and your side has lost it."),
        ),
        false => plural(
            voted.len(),
            format!("{names} has voted to resign. The game is lost when everybody on your side has."),
            format!("{names} have voted to resign. The game is lost when everybody on your side has."),
        ),
    }
}

/// The viewer's clock has run out, and these partners play on.
pub fn your_time_ran_out(partners: &[&str]) -> String {
    let names = all_of(partners);
    plural(
        partners.len(),
        format!("Your time ran out: you play no more turns. {names} plays on for your side."),
        format!("Your time ran out: you play no more turns. {names} play on for your side."),
    )
}

/// The clocks of some of the viewer's seats have run out, and they play on with others.
pub fn your_time_ran_out_as(seats: &[&str], others: &[&str]) -> String {
    let (out, others) = (all_of(seats), all_of(others));
    plural(
        seats.len(),
        format!("Your time as {out} ran out: {out} plays no more turns, and you play on as {others}."),
        format!("Your time as {out} ran out: {out} play no more turns, and you play on as {others}."),
    )
}

/// Above the message that is sent with what a player is asked to confirm.
pub const WITH_MESSAGE: &str = "With your message";

/// The same where only partners are told of it.
pub const WITH_MESSAGE_TO_PARTNERS: &str = "With your message, which only your partners can read";

/// The question for a player who accepts a draw that others have still to answer.
pub fn accept_with(others: &[&str]) -> String {
    let names = all_of(others);
    plural(
        others.len(),
        format!("Accept the draw? The game ends when {names} has accepted too. You cannot take this back."),
        format!("Accept the draw? The game ends when {names} have accepted too. You cannot take this back."),
    )
}

/// The question for a player who gives an opponent time: `Give kwik another 3 days? This cannot be undone.`
pub fn give_time(player: &str, time: &str) -> String {
    format!("Give {player} another {time}? This cannot be undone.")
}

/// It is the viewer's turn in a duck game.
pub const YOUR_TURN_WITH_DUCK: &str = "Your turn. Move a piece, then the duck.";

/// It is the viewer's turn, with one of their seats.
pub fn your_turn_as(seat: &str) -> String {
    format!("Your turn: {seat} is to move.")
}

/// It is another's turn, to a spectator.
pub fn is_to_move(player: &str) -> String {
    format!("{player} is to move.")
}

/// A seat is to move, on a board without players.
pub fn seat_is_to_move(seat: &str) -> String {
    format!("{seat} to move.")
}

/// It is another's turn, to a player.
pub fn waiting_for(player: &str) -> String {
    format!("Waiting for {player}.")
}

/// The viewer's king is mated, perhaps with others, while their side plays on.
pub fn you_are_mated(others: &[&str]) -> String {
    let names = all_of(&[&["You"][..], others].concat());
    format!("{names} are mated, and miss your turns until that changes.")
}

/// The kings of others, or of some of a player's seats, are mated while their sides play on.
pub fn are_mated(names: &[&str]) -> String {
    let all = all_of(names);
    plural(
        names.len(),
        format!("{all} is mated, and misses every turn until that changes."),
        format!("{all} are mated, and miss every turn until that changes."),
    )
}

/// It is another's turn, after somebody was said to be mated.
pub fn goes_on(player: &str) -> String {
    format!("The game goes on: {}", is_to_move(player))
}

/// The viewer can call the game off, after so many days.
pub fn can_call_off(waited: SignedDuration) -> String {
    format!("You have waited more than {} for a first turn: you can call the game off.", length(waited))
}

/// The viewer can claim a draw, and why.
pub const fn can_claim(claim: DrawClaim) -> &'static str {
    match claim {
        DrawClaim::Repetition => {
            "This position has occurred three times: any player can claim a draw, also when it is not their turn."
        }
        DrawClaim::FiftyMoves => {
            "Each side has made fifty moves without a capture or a pawn move: any player can claim a draw, also when it \
             is not their turn."
        }
        DrawClaim::HundredTurns => {
            "Each seat has played a hundred turns without a capture, a promotion or a pawn move: any player can claim a \
             draw, also when it is not their turn."
        }
    }
}

/// An offer of a rematch, as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchOffer<'a> {
    /// The player's own.
    Yours,
    /// Another's.
    By(&'a str),
    /// The player's own, which another has declined.
    DeclinedBy(&'a str),
    /// Another's, which the player has declined.
    DeclinedByYou,
    /// The player's own, which they have withdrawn.
    WithdrawnByYou,
}

/// How an offer of a rematch stands.
pub fn rematch(offer: RematchOffer<'_>) -> String {
    match offer {
        RematchOffer::Yours => "You have offered a rematch.".to_owned(),
        RematchOffer::By(player) => format!("{player} offers a rematch."),
        RematchOffer::DeclinedBy(player) => format!("{player} has declined the rematch."),
        RematchOffer::DeclinedByYou => "You have declined the rematch.".to_owned(),
        RematchOffer::WithdrawnByYou => "You have withdrawn your offer of a rematch.".to_owned(),
    }
}

/// The placeholder of the field for a message: who will read it.
pub const fn message_hint(is_for_many: bool, is_public: bool) -> &'static str {
    match (is_for_many, is_public) {
        (true, true) => "To all players; everyone can read it",
        (true, false) => "To all players",
        (false, true) => "To your opponent; everyone can read it",
        (false, false) => "To your opponent",
    }
}

/// How many checks a player has given: `1 of 3 checks`.
pub fn checks(given: u8, to_win: u8) -> String {
    plural(to_win, format!("has given {given} of 1 check"), format!("has given {given} of {to_win} checks"))
}

/// How many checks win.
pub fn checks_win(to_win: u8) -> String {
    plural(to_win, "1 check wins".to_owned(), format!("{to_win} checks win"))
}

/// The position that a turn has led to: `1... e6@e2. Black: pawn e7 to e6, duck to e2.`
pub fn position_after(turn: &str, words: &str) -> String {
    format!("{turn}. {words}.")
}

/// The position before any turn.
pub const FIRST_POSITION: &str = "Before the first turn.";

/// The page of messages that the record does not show any more.
pub const EARLIER_MESSAGES: &str = "Earlier messages";

/// The page of spectators' comments that a game's page does not show any more.
pub const EARLIER_KIBITZ: &str = "Earlier kibitz";

/// The tabs of the panel.
pub mod tabs {
    /// All that has happened.
    pub const RECORD: &str = "Record";
    /// The turns alone.
    pub const TURNS: &str = "Turns";
    /// What has been captured.
    pub const MATERIAL: &str = "Material";
    /// The viewer's own labels.
    pub const TAGS: &str = "Tags";
    /// How the game is played.
    pub const RULES: &str = "Rules";
    /// What was played from the position.
    pub const EXPLORER: &str = "Explorer";
    /// What the computer says.
    pub const COMPUTER: &str = "Computer";
    /// Addresses, files and pictures.
    pub const SHARE: &str = "Share";
    /// How the page is used.
    pub const HELP: &str = "Help";
}

/// The link to messages that are too old to be shown in the record.
pub fn earlier_messages(count: usize) -> String {
    plural(count, "1 earlier message".to_owned(), format!("{count} earlier messages"))
}

/// What the animated picture of a game shows: the whole game up to a position, or the last turns of it.
pub fn film_hint(last_turns: Option<u32>) -> String {
    match last_turns {
        Some(turns) => {
            plural(turns, "an animation of the last turn".to_owned(), format!("an animation of the last {turns} turns"))
        }
        None => "an animation of the game up to here".to_owned(),
    }
}

/// Whether a game counts for the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// It does, or will.
    Rated,
    /// It does, or will, but for the ratings in games with computers.
    RatedWithComputers,
    /// It would have, but was over before every seat had made a turn.
    TooShort,
    /// It does not.
    NotRated,
}

/// The terms of a game: `Standard: 30 days + 1 day a turn, at most 45 days. Rated.`
pub fn terms(control: TimeControl, counts: Counts, is_public: bool) -> String {
    let (name, control) = (control.kind().map_or("Clock", |kind| kind.name()), control.in_words());
    let counts = match counts {
        Counts::Rated => "Rated.",
        Counts::RatedWithComputers => "Rated, in the ratings against computers.",
        Counts::TooShort => "Rated, but too short to count.",
        Counts::NotRated => "Not rated.",
    };
    match is_public {
        true => format!("{name}: {control}. {counts} Public: everyone can read what the players write to each other."),
        false => format!("{name}: {control}. {counts}"),
    }
}
