//! What an email says about a game: its state for the recipient when the email is written.

use domain::correspondence::game::{Game, LogEntry, LogEntryKind};
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use jiff::Timestamp;

use super::frame::Frame;
use crate::boards::numbered;
use crate::game_page::conditionals_ended;
use crate::games::StoredGame;
use crate::web::moment::Length;
use crate::wording::emails::{GameWords, OutOfTime, Players, PlaysOn, SideOut, Whose};
use crate::wording::{self, SeatNames, VariantNames, players_line};

/// What an email says about a game.
pub struct GameSummary {
    /// The game's page.
    pub url: String,
    /// The game, as the sentences about it name it.
    pub game: GameWords,
    /// The last turn.
    pub turn: Option<LastTurn>,
    /// The latest messages to the recipient since their own last turn.
    pub messages: Vec<QuotedMessage>,
    /// How many earlier messages are left out.
    pub omitted_messages: usize,
    /// The other player who offers a draw.
    pub offered_by: Option<String>,
    /// The seats that ran out of time since the last turn, while the others play on.
    pub timed_out: Vec<TimedOutSeat>,
    /// Why the recipient's conditional turns ended at the last turn, if they did: a sentence.
    pub conditionals_ended: Option<String>,
    /// Whether it is the recipient's turn.
    pub own_turn: bool,
    /// What happens when their clock runs out, if the game goes on then: `After that Green misses all turns, and you
    /// play on as Red.`
    pub after_that: Option<String>,
    /// What their clock shows.
    pub left: Length,
    /// When their flag falls, if it is their turn; or when the game is cancelled, before the first round is complete.
    pub deadline: Option<String>,
    /// Whether the clocks are running.
    pub runs: bool,
    /// How the game ended.
    pub result: Option<String>,
    /// What the game did to the recipient's rating, in words, if it was rated.
    pub rating: Option<String>,
    /// The page of the game that this is the rematch of, when that is told.
    pub rematch_of: Option<String>,
}

/// The last turn of a game.
pub struct LastTurn {
    /// Who made it.
    pub by: String,
    /// Whether that is the recipient.
    pub is_own: bool,
    /// `7... Qxd4@d2`
    pub text: String,
}

/// A message.
pub struct QuotedMessage {
    /// Who wrote it.
    pub by: String,
    /// Line by line.
    pub lines: Vec<String>,
}

/// A seat whose clock has run out in a game that goes on.
pub struct TimedOutSeat {
    /// Which.
    pub seat: Seat,
    /// The seat, as the sentences about it name it.
    pub out: OutOfTime,
    /// Whether it is the recipient's.
    pub is_own: bool,
    /// When it happened.
    pub at: String,
    /// What follows: `Red misses all turns from now on; you (Yellow) and eve (Magenta) play on for your side.`
    pub follows: String,
}

impl GameSummary {
    /// The summary for a seat's player.
    pub fn new(stored: &StoredGame, seat: Seat, frame: &Frame, now: Timestamp) -> Self {
        let game = &stored.game;
        let seating = game.seating();
        let names: Vec<_> = stored.players.iter().map(|(_, player)| player.name.to_string()).collect();
        let is_others = |by: &Seat| !seating.is_same_player(*by, seat);
        let to_move = game.seat_to_move().filter(|to_move| !is_others(to_move));
        let own: Vec<_> = seating.seats_with(seat).map(|seat| seating.name(seat)).collect();
        let moving = to_move.unwrap_or(seat);
        let runs = game.running_since().is_some();
        let (messages, omitted_messages) = last_messages(messages_to(stored, seat));
        Self {
            url: frame.url(&format!("/games/{}", stored.id)),
            game: GameWords {
                variant: game.setup().variant.name(),
                company: players_line(seating, Some(seat), &names),
                players: match own.len() {
                    1 if seating.is_for_many() => Players::Many,
                    1 => Players::Two,
                    _ => Players::TwoWithSets(seating.name(moving)),
                },
                seats: wording::all_of(&own),
            },
            turn: last_turn(stored, seat),
            messages,
            omitted_messages,
            offered_by: game.draw_offered_by().filter(is_others).map(|by| names[by.index()].clone()),
            timed_out: timed_out(stored, seat, frame, |log_entry| log_entry.ply == game.ply()),
            conditionals_ended: ended_conditionals(stored, seat),
            own_turn: to_move.is_some(),
            after_that: game.position().drop_out(moving).is_ok().then(|| after_that(stored, moving)),
            left: Length(game.time_left(moving, now)),
            deadline: game.deadline().filter(|_| !runs || to_move.is_some()).map(|at| frame.instant(at)),
            runs,
            result: game.conclusion().map(|end| wording::result(end.result, seating)),
            rating: None,
            rematch_of: None,
        }
    }
}

impl GameSummary {
    /// Until when the recipient can move.
    pub fn time(&self) -> Option<String> {
        let deadline = self.deadline.as_ref()?;
        Some(match self.runs {
            true => self.game.clock(&self.left.to_string(), deadline),
            false => self.game.begin_by(deadline),
        })
    }
}

impl LastTurn {
    /// Who made it, if that is not the recipient.
    pub fn by_other(&self) -> Option<&str> {
        (!self.is_own).then_some(self.by.as_str())
    }
}

fn last_turn(stored: &StoredGame, recipient: Seat) -> Option<LastTurn> {
    let game = &stored.game;
    let by = game.turns().last()?.seat;
    let is_own = game.seating().is_same_player(by, recipient);
    Some(LastTurn { by: stored.players[by].name.to_string(), is_own, text: numbered(game, game.ply())? })
}

fn ended_conditionals(stored: &StoredGame, recipient: Seat) -> Option<String> {
    let log_entries = stored.game.log_entries(Some(recipient)).filter(|log_entry| log_entry.ply == stored.game.ply());
    log_entries.filter_map(|log_entry| conditionals_ended(stored, log_entry)).next_back()
}

/// What happens when the recipient's clock runs out and others, or they themselves with another seat, play on.
fn after_that(stored: &StoredGame, seat: Seat) -> String {
    plays_on(stored, seat, seat).after_that(stored.game.seating().name(seat))
}

/// When a seat's clock ran out in a game that went on.
pub fn timed_out_at(game: &Game, seat: Seat) -> Option<Timestamp> {
    let is_it = |log_entry: &&LogEntry| log_entry.seat == seat && log_entry.kind == LogEntryKind::RanOutOfTime;
    game.log_entries(None).find(is_it).map(|log_entry| log_entry.at)
}

/// The recipient's own seats that have run out of time, whenever that was.
pub fn own_timed_out_seats(stored: &StoredGame, recipient: Seat, frame: &Frame) -> Vec<TimedOutSeat> {
    let seating = stored.game.seating();
    timed_out(stored, recipient, frame, |log_entry| seating.is_same_player(log_entry.seat, recipient))
}

/// The seats that have run out of time, if they are to be included.
fn timed_out(
    stored: &StoredGame,
    recipient: Seat,
    frame: &Frame,
    is_included: impl Fn(&LogEntry) -> bool,
) -> Vec<TimedOutSeat> {
    let game = &stored.game;
    let seating = game.seating();
    let timed_out = |log_entry: &LogEntry| {
        let (seat, name) = (log_entry.seat, seating.name(log_entry.seat));
        let is_own = seating.is_same_player(seat, recipient);
        let player = || stored.players[seat].name.to_string();
        let of = match seating.seats_with(seat).count() {
            _ if is_own => Whose::Yours,
            1 => Whose::Others(player()),
            _ => Whose::OneOfSet(player()),
        };
        TimedOutSeat {
            seat,
            out: OutOfTime { name, of },
            is_own,
            at: frame.instant(log_entry.at),
            follows: plays_on(stored, seat, recipient).turns_from_now_on(name),
        }
    };
    game.log_entries(None)
        .filter(|log_entry| log_entry.kind == LogEntryKind::RanOutOfTime && is_included(log_entry))
        .map(timed_out)
        .collect()
}

/// Who is left on a seat's side without it.
fn plays_on(stored: &StoredGame, without: Seat, recipient: Seat) -> PlaysOn {
    let seating = stored.game.seating();
    let side = seating.side(without);
    let staying: Vec<_> = seating.seats_of(side).filter(|&seat| seat != without && !stored.game.is_out(seat)).collect();
    let is_you = |seat: Seat| seating.is_same_player(seat, recipient);
    let player = |seat: Seat| stored.players[seat].name.as_str();
    if !seating.has_partners(without) {
        let seats = staying.iter().map(|&seat| seating.name(seat)).collect();
        return match is_you(without) {
            true => PlaysOn::You(seats),
            false => PlaysOn::Player(player(without).to_owned(), seats),
        };
    }
    let named = |seat: Seat| format!("{} ({})", if is_you(seat) { "you" } else { player(seat) }, seating.name(seat));
    PlaysOn::Side {
        who: staying.iter().map(|&seat| named(seat)).collect(),
        is_only_you: staying.iter().all(|&seat| is_you(seat)),
        side: match side == seating.side(recipient) {
            true if is_you(without) => SideOut::YoursWithoutYou,
            true => SideOut::Yours,
            false => SideOut::Other,
        },
    }
}

/// The most messages that an email quotes, and the most characters of all of them: an email must not get too large to
/// be delivered.
const MAX_QUOTED_MESSAGES: usize = 3;
const MAX_QUOTED_CHARS: usize = 4000;

/// The latest messages within the limits, and how many earlier ones are left out.
fn last_messages(mut messages: Vec<QuotedMessage>) -> (Vec<QuotedMessage>, usize) {
    let mut room = MAX_QUOTED_CHARS;
    let fits = |message: &&QuotedMessage| {
        let length: usize = message.lines.iter().map(|line| line.chars().count()).sum();
        let left = room.checked_sub(length);
        room = left.unwrap_or_default();
        left.is_some()
    };
    let quoted = messages.iter().rev().take(MAX_QUOTED_MESSAGES).take_while(fits).count();
    let omitted_messages = messages.len() - quoted;
    (messages.split_off(omitted_messages), omitted_messages)
}

/// What others wrote since the player's own last turn.
fn messages_to(stored: &StoredGame, seat: Seat) -> Vec<QuotedMessage> {
    let is_own = |by: Seat| stored.game.seating().is_same_player(by, seat);
    let own_last = stored.game.turns().iter().enumerate().rfind(|(_, turn)| is_own(turn.seat));
    let own_last = own_last.map(|(index, turn)| (Ply::after(index + 1), turn.at));
    let is_new = |log_entry: &&LogEntry| own_last.is_none_or(|(ply, at)| log_entry.ply >= ply && log_entry.at >= at);
    let log_entries = stored.game.log_entries(Some(seat)).filter(|log_entry| !is_own(log_entry.seat)).filter(is_new);
    let messages = log_entries.filter_map(|log_entry| match &log_entry.kind {
        LogEntryKind::Comment(text) if !text.is_deleted() => Some(QuotedMessage {
            by: stored.players[log_entry.seat].name.to_string(),
            lines: text.as_str().lines().map(str::to_owned).collect(),
        }),
        _ => None,
    });
    messages.collect()
}
