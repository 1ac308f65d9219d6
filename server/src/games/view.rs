//! The parts of a game's page, ready to be shown: players with their clocks, and the record.

use domain::game::{Game, MadeTurn, Remark, RemarkKind};
use domain::outcome::Outcome;
use domain::ply::Ply;
use domain::seat::Seat;
use jiff::Timestamp;

use super::board::seat_piece;
use super::store::StoredGame;
use crate::moment::{Length, Moment};

/// A player beside the board.
pub struct PlayerView {
    /// `White`
    pub seat: &'static str,
    /// The seat's picture in the sprite.
    pub piece: &'static str,
    /// Who it is.
    pub name: String,
    /// Whether it is their turn.
    pub to_move: bool,
    /// Whether they have won.
    pub won: bool,
    /// What their clock shows.
    pub left: Length,
    /// When their clock runs out, if it runs.
    pub deadline: Option<Moment>,
    /// What is to be said of a clock that does not run.
    pub note: &'static str,
}

impl PlayerView {
    /// A seat's player at an instant.
    pub fn new(stored: &StoredGame, seat: Seat, now: Timestamp) -> Self {
        let game = &stored.game;
        let seating = game.seating();
        let to_move = game.seat_to_move() == Some(seat);
        let runs = to_move && game.running_since().is_some();
        let outcome = game.conclusion().map(|end| end.result.outcome);
        let note = match (outcome, game.clocks_started()) {
            (Some(_), _) => "",
            (None, None) => "clock not started",
            (None, Some(_)) => "waiting",
        };
        Self {
            seat: seating.name(seat),
            piece: seat_piece(seat),
            name: stored.players[seat].name.to_string(),
            to_move,
            won: outcome == Some(Outcome::Win(seating.side(seat))),
            left: Length(game.time_left(seat, now)),
            deadline: game.deadline().filter(|_| runs).map(Moment),
            note,
        }
    }
}

/// A line of the record.
pub enum RecordLine {
    /// A turn of each seat, or as many as were made, with what was said at them.
    Round {
        /// From 1.
        number: usize,
        /// The turns.
        turns: Vec<TurnView>,
        /// What was said.
        remarks: Vec<RemarkView>,
    },
    /// What was said before the first turn.
    Opening(Vec<RemarkView>),
    /// The clocks started.
    ClockStarted(Moment),
}

/// A turn in the record.
pub struct TurnView {
    /// `Nf3@e5`
    pub text: String,
    /// The ply it led to.
    pub ply: Ply,
    /// Whether the board shows the position after it.
    pub shown: bool,
}

/// A comment or an offer in the record.
pub struct RemarkView {
    /// Whose.
    pub by: String,
    /// At which turn.
    pub on: Option<String>,
    /// What they did, if it was not a text: `offered a draw`.
    pub deed: Option<String>,
    /// What they wrote.
    pub text: String,
    /// When.
    pub at: Moment,
}

/// The record up to the present as the viewer may read it, with `shown` as the turn whose position is on the board.
pub fn record(stored: &StoredGame, shown: Ply, viewer: Option<Seat>) -> Vec<RecordLine> {
    let game = &stored.game;
    let seats = game.seating().len();
    let said_at = |plies: std::ops::RangeInclusive<usize>| -> Vec<RemarkView> {
        let said = game.remarks(viewer).filter(|remark| plies.contains(&remark.ply.turns()));
        said.map(|remark| remark_view(stored, remark)).collect()
    };
    let mut lines = Vec::new();
    let opening = said_at(0..=0);
    if !opening.is_empty() {
        lines.push(RecordLine::Opening(opening));
    }
    for (round, turns) in game.turns().chunks(seats).enumerate() {
        let first = round * seats + 1;
        let turn = |(n, turn): (usize, &MadeTurn)| {
            let ply = Ply::after(first + n);
            TurnView { text: turn.text.clone(), ply, shown: ply == shown }
        };
        lines.push(RecordLine::Round {
            number: round + 1,
            turns: turns.iter().enumerate().map(turn).collect(),
            remarks: said_at(first..=first + seats - 1),
        });
        if let (0, Some((_, at))) = (round, game.clocks_started()) {
            lines.push(RecordLine::ClockStarted(Moment(at)));
        }
    }
    lines
}

fn remark_view(stored: &StoredGame, remark: &Remark) -> RemarkView {
    let text = match &remark.kind {
        RemarkKind::Comment(text) => text.as_str().to_owned(),
        _ => String::new(),
    };
    RemarkView {
        by: stored.players[remark.seat].name.to_string(),
        on: stored.game.turn_before(remark.ply).map(|turn| turn.text.clone()),
        deed: deed(stored, remark),
        text,
        at: Moment(remark.at),
    }
}

/// What was done beside the turns, if it was not to say something.
fn deed(stored: &StoredGame, remark: &Remark) -> Option<String> {
    Some(match &remark.kind {
        RemarkKind::Comment(_) => return None,
        RemarkKind::Note(text) => format!("(private note) {}", text.as_str()),
        RemarkKind::DrawOffered => "offered a draw".to_owned(),
        RemarkKind::DrawDeclined => "declined the draw".to_owned(),
        RemarkKind::Lifeline { to, granted } => format!("gave {} {}", stored.players[*to].name, Length(*granted)),
        RemarkKind::LeaveTaken(spell) => {
            format!("takes leave from {} to {}", Moment(spell.from), Moment(spell.until))
        }
        RemarkKind::LeaveEnded(spell) if spell.is_empty() => "called the leave off".to_owned(),
        RemarkKind::LeaveEnded(spell) => format!("ends the leave on {}", Moment(spell.until)),
        RemarkKind::ConditionalStopped { turn } => {
            format!("(seen by you alone) your conditional reply {turn} was not possible: your conditional turns ended")
        }
        RemarkKind::ConditionalsLeft => {
            "(seen by you alone) no conditional turn fitted: your conditional turns ended".to_owned()
        }
        RemarkKind::RematchOffered => "offered a rematch".to_owned(),
    })
}

/// A turn with its number, as it is said in a sentence: `7. Ba4@e7`, `7... Qxd4@d2`.
pub fn numbered(game: &Game, ply: Ply) -> Option<String> {
    let turn = game.turn_before(ply)?;
    let before = ply.previous()?.turns();
    let seats = game.seating().len();
    let dots = if before % seats == 0 { "." } else { "..." };
    Some(format!("{}{dots} {}", before / seats + 1, turn.text))
}
