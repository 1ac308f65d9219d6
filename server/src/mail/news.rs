//! What a letter tells of a game: how things stand for its recipient when it is written.

use domain::game::{Game, Remark, RemarkKind};
use domain::ply::Ply;
use domain::seat::{Seat, Side};
use jiff::Timestamp;

use super::frame::Frame;
use crate::games::{StoredGame, company, numbered};
use crate::moment::Length;
use crate::ratings::Change;

/// What a letter tells of a game.
pub struct News {
    /// The game's page.
    pub url: String,
    /// `Duck Chess`
    pub variant: &'static str,
    /// What the recipient plays: `White`, `Red and Green`.
    pub seat: String,
    /// The opponents, and who is on the recipient's side: `ben, dan (with cleo)`.
    pub company: String,
    /// Whether more than two play.
    pub is_for_many: bool,
    /// The last turn.
    pub turn: Option<LastTurn>,
    /// What others have written to the recipient since their own last turn.
    pub said: Vec<Said>,
    /// The other who offers a draw.
    pub offered_by: Option<String>,
    /// Whose clocks ran out since the last turn, while the others play on.
    pub gone: Vec<Gone>,
    /// Whether it is the recipient's turn.
    pub own_turn: bool,
    /// Whether others play on for the recipient's side, should their clock run out.
    pub goes_on_without: bool,
    /// What their clock shows.
    pub left: Length,
    /// When their flag falls, or, before the first round is complete, the game is cancelled.
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
    /// Whether it is on the recipient's side.
    pub is_with_you: bool,
    /// When it happened.
    pub at: String,
    /// Who is left on its side: `you (Yellow) and eve (Magenta) play on`.
    pub stays: String,
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
        Self {
            url: frame.url(&format!("/games/{}", stored.id)),
            variant: game.setup().variant.name(),
            seat: own.join(" and "),
            company: company(seating, Some(seat), &names),
            is_for_many: seating.players() > 2,
            turn: last_turn(stored),
            said: said_to(stored, seat),
            offered_by: game.draw_offered_by().filter(is_others).map(|by| names[by.index()].clone()),
            gone: gone(stored, seat, frame, |remark| remark.ply == game.ply()),
            own_turn: to_move.is_some(),
            goes_on_without: game.position().without(to_move.unwrap_or(seat)).is_ok(),
            left: Length(game.time_left(to_move.unwrap_or(seat), now)),
            deadline: game.deadline().map(|at| frame.instant(at)),
            runs: game.running_since().is_some(),
            result: game.conclusion().map(|end| end.result.in_words(seating)),
            rating: None,
        }
    }
}

fn last_turn(stored: &StoredGame) -> Option<LastTurn> {
    let by = stored.players[stored.game.turns().last()?.seat].name.to_string();
    Some(LastTurn { by, text: numbered(&stored.game, stored.game.ply())? })
}

/// When a seat's clock ran out in a game that went on.
pub fn went_out_at(game: &Game, seat: Seat) -> Option<Timestamp> {
    let is_it = |remark: &&Remark| remark.seat == seat && remark.kind == RemarkKind::WentOut;
    game.remarks(None).find(is_it).map(|remark| remark.at)
}

/// The recipient's own seats whose clocks ran out, whenever that was.
pub fn own_gone(stored: &StoredGame, recipient: Seat, frame: &Frame) -> Vec<Gone> {
    let seating = stored.game.seating();
    gone(stored, recipient, frame, |remark| seating.is_same_player(remark.seat, recipient))
}

/// The seats whose clocks ran out, those of them that are to be told of.
fn gone(stored: &StoredGame, recipient: Seat, frame: &Frame, is_told: impl Fn(&Remark) -> bool) -> Vec<Gone> {
    let game = &stored.game;
    let seating = game.seating();
    let gone = |remark: &Remark| Gone {
        seat: remark.seat,
        name: seating.name(remark.seat),
        player: stored.players[remark.seat].name.to_string(),
        is_own: seating.is_same_player(remark.seat, recipient),
        is_with_you: seating.side(remark.seat) == seating.side(recipient),
        at: frame.instant(remark.at),
        stays: stays(stored, seating.side(remark.seat), recipient),
    };
    game.remarks(None).filter(|remark| remark.kind == RemarkKind::WentOut && is_told(remark)).map(gone).collect()
}

/// Who is left on a side.
fn stays(stored: &StoredGame, side: Side, recipient: Seat) -> String {
    let seating = stored.game.seating();
    let staying: Vec<_> = seating.seats_of(side).filter(|&seat| !stored.game.is_out(seat)).collect();
    let is_you = |seat: Seat| seating.is_same_player(seat, recipient);
    let named = |&seat: &Seat| {
        let who = if is_you(seat) { "you" } else { stored.players[seat].name.as_str() };
        format!("{who} ({})", seating.name(seat))
    };
    let verb = if staying.len() == 1 && !is_you(staying[0]) { "plays on" } else { "play on" };
    format!("{} {verb}", staying.iter().map(named).collect::<Vec<_>>().join(" and "))
}

/// What others wrote since the seat's own last turn.
fn said_to(stored: &StoredGame, seat: Seat) -> Vec<Said> {
    let own_last = stored.game.turns().iter().enumerate().rfind(|(_, turn)| turn.seat == seat);
    let own_last = own_last.map(|(index, turn)| (Ply::after(index + 1), turn.at));
    let is_new = |remark: &&Remark| own_last.is_none_or(|(ply, at)| remark.ply >= ply && remark.at >= at);
    let is_own = |remark: &&Remark| stored.game.seating().is_same_player(remark.seat, seat);
    let remarks = stored.game.remarks(Some(seat)).filter(|remark| !is_own(remark)).filter(is_new);
    let said = remarks.filter_map(|remark| match &remark.kind {
        RemarkKind::Comment(text) => Some(Said {
            by: stored.players[remark.seat].name.to_string(),
            lines: text.as_str().lines().map(str::to_owned).collect(),
        }),
        _ => None,
    });
    said.collect()
}
