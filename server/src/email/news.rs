//! What a letter tells of a game: how things stand for its recipient when it is written.

use domain::correspondence::game::{Game, LogEntry, LogEntryKind};
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use jiff::Timestamp;

use super::frame::Frame;
use crate::boards::numbered;
use crate::game_page::conditionals_ended;
use crate::games::{StoredGame, players_line};
use crate::ratings::Change;
use crate::web::moment::Length;
use crate::wording::{self, SeatNames, VariantNames};

/// What a letter tells of a game.
pub struct News {
    /// The game's page.
    pub url: String,
    /// `Duck Chess`
    pub variant: &'static str,
    /// What the recipient plays: `White`, `Red and Green`.
    pub seat: String,
    /// Of whom holds several seats, the one to move or the first: ` as Green`; else nothing.
    pub as_seat: String,
    /// The opponents, and who is on the recipient's side: `ben, dan (with cleo)`.
    pub company: String,
    /// How the company is joined to a game: `with` one, `against` them where there are sides of several seats.
    pub joint: &'static str,
    /// Whether more than two play.
    pub is_for_many: bool,
    /// Whether each of two holds several seats.
    pub has_sets: bool,
    /// The last turn.
    pub turn: Option<LastTurn>,
    /// What others have written to the recipient since their own last turn: the last of it.
    pub said: Vec<Said>,
    /// How many messages before those are not in the letter.
    pub unsaid: usize,
    /// The other who offers a draw.
    pub offered_by: Option<String>,
    /// Whose clocks ran out since the last turn, while the others play on.
    pub gone: Vec<Gone>,
    /// Why the recipient's conditional turns ended at the last turn, if they did.
    pub unprepared: Option<String>,
    /// Whether it is the recipient's turn.
    pub own_turn: bool,
    /// What comes when their clock runs out, if the game goes on then: `Green misses all turns, and you play on as Red`.
    pub goes_on: Option<String>,
    /// What their clock shows.
    pub left: Length,
    /// When their flag falls, if it is their turn; before the first round is complete, when the game is cancelled.
    pub deadline: Option<String>,
    /// Whether the clocks run.
    pub runs: bool,
    /// How the game ended.
    pub result: Option<String>,
    /// What it did to the recipient's rating, if it was counted.
    pub rating: Option<Change>,
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
pub struct Said {
    /// Who wrote it.
    pub by: String,
    /// Line by line.
    pub lines: Vec<String>,
}

/// A seat whose clock has run out in a game that goes on.
pub struct Gone {
    /// Which.
    pub seat: Seat,
    /// `Red`
    pub name: &'static str,
    /// Whose it is.
    pub player: String,
    /// Whether it is the recipient's.
    pub is_own: bool,
    /// Whether its player holds others too.
    pub is_one_of_set: bool,
    /// When it happened.
    pub at: String,
    /// Who is left on its side: `you (Yellow) and eve (Magenta) play on for your side`.
    pub stays: String,
}

impl Gone {
    /// In the middle of a sentence: `ann has run out of time`, `your time as Red has run out`.
    pub fn in_short(&self) -> String {
        match self {
            Self { is_own: true, name, .. } => format!("your time as {name} has run out"),
            Self { is_one_of_set: true, player, name, .. } => format!("{player} has run out of time as {name}"),
            Self { player, .. } => format!("{player} has run out of time"),
        }
    }
}

impl News {
    /// What there is to tell to a seat's player.
    pub fn new(stored: &StoredGame, seat: Seat, frame: &Frame, now: Timestamp) -> Self {
        let game = &stored.game;
        let seating = game.seating();
        let names: Vec<_> = stored.players.iter().map(|(_, player)| player.name.to_string()).collect();
        let is_others = |by: &Seat| !seating.is_same_player(*by, seat);
        let to_move = game.seat_to_move().filter(|to_move| !is_others(to_move));
        let own: Vec<_> = seating.seats_with(seat).map(|seat| seating.name(seat)).collect();
        let moving = to_move.unwrap_or(seat);
        let runs = game.running_since().is_some();
        let (said, unsaid) = last_said(said_to(stored, seat));
        Self {
            url: frame.url(&format!("/games/{}", stored.id)),
            variant: game.setup().variant.name(),
            as_seat: if own.len() > 1 { format!(" as {}", seating.name(moving)) } else { String::new() },
            seat: own.join(" and "),
            company: players_line(seating, Some(seat), &names),
            joint: if seating.len() > 2 { "against" } else { "with" },
            is_for_many: seating.players() > 2,
            has_sets: own.len() > 1,
            turn: last_turn(stored, seat),
            said,
            unsaid,
            offered_by: game.draw_offered_by().filter(is_others).map(|by| names[by.index()].clone()),
            gone: gone(stored, seat, frame, |log_entry| log_entry.ply == game.ply()),
            unprepared: unprepared(stored, seat),
            own_turn: to_move.is_some(),
            goes_on: game.position().drop_out(moving).is_ok().then(|| goes_on(stored, moving)),
            left: Length(game.time_left(moving, now)),
            deadline: game.deadline().filter(|_| !runs || to_move.is_some()).map(|at| frame.instant(at)),
            runs,
            result: game.conclusion().map(|end| wording::result(end.result, seating)),
            rating: None,
        }
    }
}

fn last_turn(stored: &StoredGame, recipient: Seat) -> Option<LastTurn> {
    let game = &stored.game;
    let by = game.turns().last()?.seat;
    let is_own = game.seating().is_same_player(by, recipient);
    Some(LastTurn { by: stored.players[by].name.to_string(), is_own, text: numbered(game, game.ply())? })
}

fn unprepared(stored: &StoredGame, recipient: Seat) -> Option<String> {
    let log_entries = stored.game.log_entries(Some(recipient)).filter(|log_entry| log_entry.ply == stored.game.ply());
    log_entries.filter_map(|log_entry| conditionals_ended(stored, log_entry)).next_back()
}

/// What comes when the recipient's clock runs out and others, or they themselves with another seat, play on.
fn goes_on(stored: &StoredGame, seat: Seat) -> String {
    let seating = stored.game.seating();
    let stays = stays(stored, seat, seat);
    match seating.has_partners(seat) {
        true => format!("you miss all turns, and {stays}"),
        false => format!("{} misses all turns, and {stays}", seating.name(seat)),
    }
}

/// When a seat's clock ran out in a game that went on.
pub fn went_out_at(game: &Game, seat: Seat) -> Option<Timestamp> {
    let is_it = |log_entry: &&LogEntry| log_entry.seat == seat && log_entry.kind == LogEntryKind::WentOut;
    game.log_entries(None).find(is_it).map(|log_entry| log_entry.at)
}

/// The recipient's own seats whose clocks ran out, whenever that was.
pub fn own_gone(stored: &StoredGame, recipient: Seat, frame: &Frame) -> Vec<Gone> {
    let seating = stored.game.seating();
    gone(stored, recipient, frame, |log_entry| seating.is_same_player(log_entry.seat, recipient))
}

/// The seats whose clocks ran out, those of them that are to be told of.
fn gone(stored: &StoredGame, recipient: Seat, frame: &Frame, is_told: impl Fn(&LogEntry) -> bool) -> Vec<Gone> {
    let game = &stored.game;
    let seating = game.seating();
    let gone = |log_entry: &LogEntry| {
        let is_own = seating.is_same_player(log_entry.seat, recipient);
        let with_it = if is_own && seating.has_partners(recipient) { ", and you win or lose with it" } else { "" };
        Gone {
            seat: log_entry.seat,
            name: seating.name(log_entry.seat),
            player: stored.players[log_entry.seat].name.to_string(),
            is_own,
            is_one_of_set: seating.seats_with(log_entry.seat).count() > 1,
            at: frame.instant(log_entry.at),
            stays: stays(stored, log_entry.seat, recipient) + with_it,
        }
    };
    game.log_entries(None)
        .filter(|log_entry| log_entry.kind == LogEntryKind::WentOut && is_told(log_entry))
        .map(gone)
        .collect()
}

/// Who is left on a seat's side without it: `you (Yellow) and eve (Magenta) play on for your side`, or, where one player
/// holds all of the side, `you play on as Green`.
fn stays(stored: &StoredGame, without: Seat, recipient: Seat) -> String {
    let seating = stored.game.seating();
    let side = seating.side(without);
    let staying: Vec<_> = seating.seats_of(side).filter(|&seat| seat != without && !stored.game.is_out(seat)).collect();
    let is_you = |seat: Seat| seating.is_same_player(seat, recipient);
    let who = |seat: Seat| if is_you(seat) { "you" } else { stored.players[seat].name.as_str() };
    let verb = |one: Option<Seat>| if one.is_some_and(|seat| !is_you(seat)) { "plays" } else { "play" };
    if !seating.has_partners(without) {
        let seats: Vec<_> = staying.iter().map(|&seat| seating.name(seat)).collect();
        return format!("{} {} on as {}", who(without), verb(Some(without)), seats.join(" and "));
    }
    let named: Vec<_> = staying.iter().map(|&seat| format!("{} ({})", who(seat), seating.name(seat))).collect();
    let one = staying.first().copied().filter(|_| staying.len() == 1);
    let whose = if side == seating.side(recipient) { "your" } else { "the other" };
    format!("{} {} on for {whose} side", named.join(" and "), verb(one))
}

/// How many messages a letter quotes, and how many characters of them together: a letter has to be one that is delivered.
const MOST_QUOTED: usize = 3;
const MOST_CHARACTERS: usize = 4000;

/// The last of what was written, as far as a letter takes it, and how many messages come before that.
fn last_said(mut said: Vec<Said>) -> (Vec<Said>, usize) {
    let mut room = MOST_CHARACTERS;
    let fits = |message: &&Said| {
        let length: usize = message.lines.iter().map(|line| line.chars().count()).sum();
        let left = room.checked_sub(length);
        room = left.unwrap_or_default();
        left.is_some()
    };
    let quoted = said.iter().rev().take(MOST_QUOTED).take_while(fits).count();
    let unsaid = said.len() - quoted;
    (said.split_off(unsaid), unsaid)
}

/// What others wrote since the player's own last turn.
fn said_to(stored: &StoredGame, seat: Seat) -> Vec<Said> {
    let is_own = |by: Seat| stored.game.seating().is_same_player(by, seat);
    let own_last = stored.game.turns().iter().enumerate().rfind(|(_, turn)| is_own(turn.seat));
    let own_last = own_last.map(|(index, turn)| (Ply::after(index + 1), turn.at));
    let is_new = |log_entry: &&LogEntry| own_last.is_none_or(|(ply, at)| log_entry.ply >= ply && log_entry.at >= at);
    let log_entries = stored.game.log_entries(Some(seat)).filter(|log_entry| !is_own(log_entry.seat)).filter(is_new);
    let said = log_entries.filter_map(|log_entry| match &log_entry.kind {
        LogEntryKind::Comment(text) => Some(Said {
            by: stored.players[log_entry.seat].name.to_string(),
            lines: text.as_str().lines().map(str::to_owned).collect(),
        }),
        _ => None,
    });
    said.collect()
}
