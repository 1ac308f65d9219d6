//! The parts of a game's page, ready to be shown: players with their clocks, and the record.

use domain::conditional::Reply;
use domain::game::{Game, MadeTurn, Readers, Remark, RemarkKind};
use domain::outcome::Outcome;
use domain::ply::Ply;
use domain::position::Position;
use domain::seat::Seat;
use jiff::Timestamp;

use super::board::seat_piece;
use super::position::turn_in_words;
use super::store::StoredGame;
use crate::moment::{Length, Moment};
use crate::prose::Prose;
use crate::ratings::SeatRating;

/// A player beside the board.
pub struct PlayerView {
    /// `White`
    pub seat: &'static str,
    /// The seat's picture in the sprite.
    pub piece: &'static str,
    /// Who it is.
    pub name: String,
    /// How strong they are at this.
    pub rating: Option<SeatRating>,
    /// The checks they have given by the position on the board, where these count.
    pub checks: Option<u8>,
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
    /// When a running clock would run out without leave: what scripts count down to.
    pub counts_down_to: Option<Moment>,
    /// Until when they are on leave, if they are.
    pub on_leave_until: Option<Moment>,
}

impl PlayerView {
    /// A seat's player at an instant, with `ply` on the board.
    pub fn new(stored: &StoredGame, seat: Seat, ply: Ply, now: Timestamp, rating: Option<SeatRating>) -> Self {
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
            rating,
            checks: checks_given(stored, seat, ply),
            to_move,
            won: outcome == Some(Outcome::Win(seating.side(seat))),
            left: Length(game.time_left(seat, now)),
            deadline: game.deadline().filter(|_| runs).map(Moment),
            note,
            counts_down_to: (runs && game.on_leave(seat, now).is_none())
                .then(|| Moment(now.saturating_add(game.time_left(seat, now)).unwrap_or(Timestamp::MAX))),
            on_leave_until: game.on_leave(seat, now).filter(|_| outcome.is_none()).map(|spell| Moment(spell.until)),
        }
    }
}

/// How many checks a seat has given by a ply of a game in which they count.
pub fn checks_given(stored: &StoredGame, seat: Seat, ply: Ply) -> Option<u8> {
    let Position::Duck(position) = stored.game.position_at(ply)? else { return None };
    let given = position.checks_given()?;
    Some(if seat == Seat::WHITE { given.white } else { given.black })
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
    /// What was said before the first turn, or after the clocks started and before the next turn.
    Remarks(Vec<RemarkView>),
    /// The clocks started.
    ClockStarted(Moment),
}

impl RecordLine {
    /// The line without what was said; none if there is nothing else in it.
    pub fn turns_alone(self) -> Option<Self> {
        match self {
            Self::Round { number, turns, .. } => Some(Self::Round { number, turns, remarks: Vec::new() }),
            Self::Remarks(_) | Self::ClockStarted(_) => None,
        }
    }
}

/// A turn in the record.
pub struct TurnView {
    /// `Nf3@e5`
    pub text: String,
    /// `White: knight g1 to f3, duck to e5`
    pub words: String,
    /// The ply it led to.
    pub ply: Ply,
    /// Whether the board shows the position after it.
    pub shown: bool,
    /// Whether it was a conditional turn.
    pub conditional: bool,
}

/// What stands beside the turns in the record.
pub struct RemarkView {
    /// Whose.
    pub by: String,
    /// At which turn.
    pub on: Option<String>,
    /// What they wrote or did.
    pub said: Said,
    /// Whether nobody but the viewer sees it.
    pub private: bool,
    /// When.
    pub at: Moment,
}

/// What somebody wrote or did beside the turns.
pub enum Said {
    /// They wrote it.
    Text(Prose),
    /// They did it: `offered a draw`, perhaps with the time from and until which it holds.
    Deed(String, Option<Moment>, Option<Moment>),
}

/// The record up to the present as the viewer may read it, with `shown` as the turn whose position is on the board.
pub fn record(stored: &StoredGame, shown: Ply, viewer: Option<Seat>) -> Vec<RecordLine> {
    let game = &stored.game;
    let seats = game.seating().len();
    let said_at = |plies: std::ops::RangeInclusive<usize>, at: &dyn Fn(Timestamp) -> bool| -> Vec<RemarkView> {
        let said = game.remarks(viewer).filter(|remark| plies.contains(&remark.ply.turns()) && at(remark.at));
        said.map(|remark| remark_view(stored, remark)).collect()
    };
    let started = game.clocks_started().map(|(_, at)| at);
    let mut lines = vec![RecordLine::Remarks(said_at(0..=0, &|_| true))];
    for (round, turns) in game.turns().chunks(seats).enumerate() {
        let first = round * seats + 1;
        let plies = first..=first + seats - 1;
        let starts = started.filter(|_| round == 0);
        let turn = |(n, turn): (usize, &MadeTurn)| {
            let ply = Ply::after(first + n);
            let words = turn_in_words(stored, ply).unwrap_or_default();
            TurnView { text: turn.text.clone(), words, ply, shown: ply == shown, conditional: turn.conditional }
        };
        lines.push(RecordLine::Round {
            number: round + 1,
            turns: turns.iter().enumerate().map(turn).collect(),
            remarks: said_at(plies.clone(), &|at| starts.is_none_or(|starts| at <= starts)),
        });
        if let Some(starts) = starts {
            lines.push(RecordLine::ClockStarted(Moment(starts)));
            lines.push(RecordLine::Remarks(said_at(plies, &|at| at > starts)));
        }
    }
    lines.retain(|line| !matches!(line, RecordLine::Remarks(said) if said.is_empty()));
    lines
}

fn remark_view(stored: &StoredGame, remark: &Remark) -> RemarkView {
    RemarkView {
        by: stored.players[remark.seat].name.to_string(),
        on: stored.game.turn_before(remark.ply).map(|turn| turn.text.clone()),
        said: said(stored, remark),
        private: remark.readers() == Readers::Writer,
        at: Moment(remark.at),
    }
}

fn said(stored: &StoredGame, remark: &Remark) -> Said {
    let done = |words: &str| Said::Deed(words.to_owned(), None, None);
    match &remark.kind {
        RemarkKind::Comment(text) | RemarkKind::SideComment(text) | RemarkKind::Note(text) => {
            Said::Text(Prose::new(text.as_str()))
        }
        RemarkKind::DrawOffered => done("offered a draw"),
        RemarkKind::DrawAccepted => done("accepted the draw"),
        RemarkKind::DrawDeclined => done("declined the draw"),
        RemarkKind::Resigned => done("resigned, and the rest of the side plays on"),
        RemarkKind::ResignationTakenBack => done("took the resignation back"),
        RemarkKind::WentOut => done("ran out of time, and misses all turns"),
        RemarkKind::Lifeline { to, granted } => {
            done(&format!("gave {} {} more", stored.players[*to].name, Length(*granted)))
        }
        RemarkKind::LeaveTaken(spell) => {
            Said::Deed("took leave".to_owned(), Some(Moment(spell.from)), Some(Moment(spell.until)))
        }
        RemarkKind::LeaveEnded(spell) if spell.is_empty() => {
            Said::Deed("called off the leave".to_owned(), Some(Moment(spell.from)), None)
        }
        RemarkKind::LeaveEnded(spell) => {
            Said::Deed("ended the leave early:".to_owned(), None, Some(Moment(spell.until)))
        }
        RemarkKind::ConditionalStopped { turn } => done(&stopped(stored, remark.ply, turn)),
        RemarkKind::ConditionalsLeft => done("none of your conditional turns fitted, so they have ended"),
        RemarkKind::RematchOffered => done("offered a rematch"),
    }
}

/// Why a conditional reply was not made.
fn stopped(stored: &StoredGame, ply: Ply, reply: &str) -> String {
    let why = match stored.game.position_at(ply).map(|position| position.read_turn(reply)) {
        _ if reply == Reply::AcceptDraw.word() => "no draw was offered to be accepted".to_owned(),
        Some(Err(error)) => format!("your conditional reply {reply} could not be made: {error}"),
        _ => format!("your conditional reply {reply} could not be made"),
    };
    format!("{why}; so your conditional turns have ended")
}

/// A turn with its number, as it is said in a sentence: `7. Ba4@e7`, `7... Qxd4@d2`.
pub fn numbered(game: &Game, ply: Ply) -> Option<String> {
    let turn = game.turn_before(ply)?;
    let before = ply.previous()?.turns();
    let seats = game.seating().len();
    let dots = if before % seats == 0 { "." } else { "..." };
    Some(format!("{}{dots} {}", before / seats + 1, turn.text))
}
