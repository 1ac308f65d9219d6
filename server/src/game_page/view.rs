//! The parts of a game's page, ready to be shown: players with their clocks, and the record.

use domain::correspondence::conditional::Reply;
use domain::correspondence::game::{Game, LogEntry, LogEntryKind, Visibility};
use domain::rules::outcome::Outcome;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use jiff::Timestamp;

use super::earlier;
use super::store::Standing;
use crate::boards::{SeatIcon, SeatMark};
use crate::games::StoredGame;
use crate::ratings::SeatRating;
use crate::web::moment::{Length, Moment};
use crate::web::prose::Prose;
use crate::wording::conditional_turns::{NO_DRAW_TO_ACCEPT, NONE_FITTED, reply_not_made};
use crate::wording::log_entries;
use crate::wording::parts::{self, Part};
use crate::wording::{SeatNames, game_page, seats};

/// A player next to the board.
pub struct PlayerView {
    /// `White`
    pub seat: &'static str,
    /// Its key: `white`.
    pub seat_key: &'static str,
    /// The seat's picture.
    pub icon: SeatIcon,
    /// Who it is.
    pub name: String,
    /// Their rating in this variant, among people or in games with computers.
    pub rating: Option<SeatRating>,
    /// How well it plays, if it is a computer and no rating is shown: `level 2`.
    pub level: Option<String>,
    /// The checks given up to the position on the board, where these count.
    pub checks: Option<Checks>,
    /// The seat's material lead in pawns in the position on the board, if it has one.
    pub ahead: Option<u32>,
    /// The seat's status while the game is running, if it restricts its turns: `in check`.
    pub status: Option<&'static str>,
    /// Whether their clock has run out and others play on.
    pub is_out: bool,
    /// Whether it is their turn.
    pub to_move: bool,
    /// Whether they have won.
    pub won: bool,
    /// What their clock shows.
    pub left: Length,
    /// When their clock runs out, if it runs.
    pub deadline: Option<Moment>,
    /// A note on a clock that is not running.
    pub note: &'static str,
    /// When a running clock would run out without leave: the target of the scripts' countdown.
    pub counts_down_to: Option<Moment>,
    /// Until when they are on leave, if they are.
    pub on_leave_until: Option<Moment>,
    /// From when until when they will be on leave next, while the game goes on.
    pub next_leave: Option<(Moment, Moment)>,
}

impl PlayerView {
    /// A seat's player at an instant, as seen by a viewer, who may hold a seat, with `ply` on the board.
    pub fn new(
        stored: &StoredGame,
        seat: Seat,
        viewer: Option<Seat>,
        ply: Ply,
        now: Timestamp,
        standing: Option<Standing>,
    ) -> Self {
        let game = &stored.game;
        let seating = game.seating();
        let to_move = game.seat_to_move() == Some(seat);
        let runs = to_move && game.running_since().is_some();
        let outcome = game.conclusion().map(|end| end.result.outcome);
        let level = standing.and_then(|standing| level(standing, game.setup().rated));
        let note = match (outcome, game.clocks_started()) {
            (Some(_), _) => "",
            (None, None) => seats::CLOCK_NOT_STARTED,
            (None, Some(_)) => seats::CLOCK_WAITS,
        };
        Self {
            seat: seating.name(seat),
            seat_key: seating.key(seat),
            icon: SeatIcon::of(game.setup().variant, seat),
            name: stored.players[seat].name.to_string(),
            rating: standing.filter(|_| level.is_none()).and_then(|standing| standing.rating),
            level,
            checks: Checks::by(stored, seat, ply),
            ahead: ahead(game, seat, ply),
            status: seat_status(game, seat, viewer, ply),
            is_out: game.is_out(seat),
            to_move,
            won: outcome == Some(Outcome::Win(seating.side(seat))),
            left: Length(game.time_left(seat, now)),
            deadline: game.deadline().filter(|_| runs).map(Moment),
            note,
            counts_down_to: game.countdown().filter(|_| runs).and_then(|time| time.counts_down_to(now)).map(Moment),
            on_leave_until: game.on_leave(seat, now).filter(|_| outcome.is_none()).map(|period| Moment(period.until)),
            next_leave: game
                .next_leave(seat, now)
                .filter(|_| outcome.is_none())
                .map(|period| (Moment(period.from), Moment(period.until))),
        }
    }
}

/// The level of a computer: a rating against computers means something only where it moves.
fn level(standing: Standing, is_rated: bool) -> Option<String> {
    let level = standing.level.filter(|_| !is_rated || standing.rating.is_none())?;
    Some(seats::level(level.number()))
}

/// The status next to a player's name, as seen by a viewer, who may hold a seat: why the seat is out of the game, or how it
/// stands by the rules at a ply.
pub fn seat_status(game: &Game, seat: Seat, viewer: Option<Seat>, ply: Ply) -> Option<&'static str> {
    if game.is_out(seat) {
        return Some(seats::OUT_OF_TIME);
    }
    if game.conclusion().is_some() {
        return None;
    }
    if game.shows_resignation(seat, viewer) {
        return Some(seats::WANTS_TO_RESIGN);
    }
    seats::check_status(game.position_at(ply)?.check_status(seat))
}

/// The checks of a seat in a game in which they count.
pub struct Checks {
    given: u8,
    to_win: u8,
}

impl Checks {
    /// `has given 1 of 3 checks`
    pub fn in_words(&self) -> String {
        game_page::checks(self.given, self.to_win)
    }

    /// How many win.
    pub fn that_win(&self) -> String {
        game_page::checks_win(self.to_win)
    }

    /// Those given by a ply.
    pub fn by(stored: &StoredGame, seat: Seat, ply: Ply) -> Option<Self> {
        let position = stored.game.position_at(ply)?;
        Some(Self { given: position.checks_given(seat)?, to_win: position.features().checks_to_win? })
    }
}

/// Whether the turn that led to a ply gave one of the checks that count.
fn gives_check(stored: &StoredGame, ply: Ply) -> bool {
    let Some((turn, before)) = stored.game.turn_before(ply).zip(ply.previous()) else { return false };
    turn.position.checks_given(turn.seat) > stored.game.position_at(before).and_then(|it| it.checks_given(turn.seat))
}

/// By how many pawns a seat's pieces are worth more than the other's at a ply, if they are, and if pieces have values.
pub fn ahead(game: &Game, seat: Seat, ply: Ply) -> Option<u32> {
    let material = game.position_at(ply)?.material();
    let own = material[seat].points?;
    let least = material.iter().filter_map(|(_, each)| each.points).min()?;
    (own > least).then(|| own - least)
}

/// The placeholder of the message field: who will read it.
pub fn message_hint(stored: &StoredGame) -> &'static str {
    game_page::message_hint(stored.game.seating().is_for_many(), stored.game.setup().public)
}

/// A line of the record.
pub enum RecordLine<'a> {
    /// A turn of each seat, or as many as were made, with their log entries.
    Round {
        /// From 1.
        number: usize,
        /// The turns.
        turns: Vec<TurnView<'a>>,
        /// The log entries.
        log_entries: Vec<LogEntryView>,
    },
    /// Log entries before the first turn, or after the clocks started and before the next turn.
    LogEntries(Vec<LogEntryView>),
    /// The clocks started.
    ClockStarted(Moment),
}

impl RecordLine<'_> {
    /// The line without log entries; `None` if there is nothing else in it.
    pub fn turns_alone(self) -> Option<Self> {
        match self {
            Self::Round { number, turns, .. } => Some(Self::Round { number, turns, log_entries: Vec::new() }),
            Self::LogEntries(_) | Self::ClockStarted(_) => None,
        }
    }
}

/// A turn in the record.
pub struct TurnView<'a> {
    /// `Nf3@e5`; of a turn that was missed nothing.
    pub text: &'a str,
    /// The seat's mark, where there are more than two seats.
    pub mark: Option<SeatMark>,
    /// Whether it was missed.
    pub missed: bool,
    /// `White: knight g1 to f3, duck to e5`
    pub words: &'a str,
    /// The ply it led to.
    pub ply: Ply,
    /// Whether the board shows the position after it.
    pub shown: bool,
    /// Whether it gave a check that counts.
    pub gives_check: bool,
    /// Whether it was a conditional turn.
    pub conditional: bool,
}

/// A log entry of the record.
pub struct LogEntryView {
    /// The player's name.
    pub by: String,
    /// The turn it refers to.
    pub on: Option<String>,
    /// What it says.
    pub content: LogEntryContent,
    /// Whether nobody but the viewer sees it.
    pub private: bool,
    /// Whether nobody but the viewer's side sees it.
    pub to_side: bool,
    /// When.
    pub at: Moment,
}

/// What a log entry says.
pub enum LogEntryContent {
    /// A message.
    Text(Prose),
    /// An event, as a sentence in parts.
    Sentence(Vec<SentencePart>),
}

/// A part of a sentence of the record.
pub struct SentencePart {
    /// The words, or a player's name; nothing where it is an instant.
    pub words: String,
    /// Whether it is the name of the entry's player.
    pub is_player: bool,
    /// The instant.
    pub at: Option<Moment>,
}

/// The record up to the present as the viewer may read it; `shown` is the turn whose position is on the board. Only the
/// latest messages are included.
pub fn record(stored: &StoredGame, shown: Ply, viewer: Option<Seat>) -> Vec<RecordLine<'_>> {
    let game = &stored.game;
    let log_entries = earlier::latest(stored, viewer);
    let entries_at = |plies: std::ops::RangeInclusive<usize>, at: &dyn Fn(Timestamp) -> bool| -> Vec<LogEntryView> {
        let entries =
            log_entries.iter().copied().filter(|log_entry| plies.contains(&log_entry.ply.turns()) && at(log_entry.at));
        entries.map(|log_entry| log_entry_view(stored, log_entry)).collect()
    };
    let mut lines = vec![RecordLine::LogEntries(entries_at(0..=0, &|_| true))];
    for round in rounds(game) {
        let made: Vec<_> = round.entries.iter().filter(|entry| entry.missed.is_none()).map(|entry| entry.ply).collect();
        let plies = made.first().map_or(1, |ply| ply.turns())..=made.last().map_or(0, |ply| ply.turns());
        let started = game.clocks_started().filter(|(ply, _)| made.contains(ply)).map(|(_, at)| at);
        lines.push(RecordLine::Round {
            number: round.number,
            turns: round.entries.iter().filter_map(|entry| turn_view(stored, *entry, shown)).collect(),
            log_entries: entries_at(plies.clone(), &|at| started.is_none_or(|started| at <= started)),
        });
        if let Some(started) = started {
            lines.push(RecordLine::ClockStarted(Moment(started)));
            lines.push(RecordLine::LogEntries(entries_at(plies, &|at| at > started)));
        }
    }
    lines.retain(|line| !matches!(line, RecordLine::LogEntries(entries) if entries.is_empty()));
    lines
}

/// The turns of a round, and those that were missed in it.
struct Round {
    number: usize,
    entries: Vec<RoundEntry>,
}

/// A turn, by the ply it led to; or a seat's missed turn.
#[derive(Clone, Copy)]
struct RoundEntry {
    ply: Ply,
    missed: Option<Seat>,
}

fn rounds(game: &Game) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut enter = |number: usize, entry: RoundEntry| match rounds.last_mut().filter(|round| round.number == number) {
        Some(round) => round.entries.push(entry),
        None => rounds.push(Round { number, entries: vec![entry] }),
    };
    for ply in (1..=game.turns().len()).map(Ply::after) {
        let before = ply.previous().and_then(|before| game.position_at(before));
        let mut number = before.map_or(1, |position| position.fullmove_number() as usize);
        enter(number, RoundEntry { ply, missed: None });
        for &seat in game.turn_before(ply).into_iter().flat_map(|turn| &turn.missed) {
            // The first seat missed its turn of the next round.
            number += usize::from(seat == Seat::FIRST);
            enter(number, RoundEntry { ply, missed: Some(seat) });
        }
    }
    rounds
}

fn turn_view(stored: &StoredGame, RoundEntry { ply, missed }: RoundEntry, shown: Ply) -> Option<TurnView<'_>> {
    let game = &stored.game;
    let turn = game.turn_before(ply)?;
    let mark = |seat: Seat| SeatMark::of(game.setup().variant, seat);
    Some(match missed {
        None => TurnView {
            text: &turn.text,
            words: stored.turn_in_words(ply).unwrap_or_default(),
            mark: mark(turn.seat).filter(|_| game.seating().has_many_seats()),
            missed: false,
            ply,
            shown: ply == shown,
            gives_check: gives_check(stored, ply),
            conditional: turn.conditional,
        },
        Some(seat) => {
            let (mark, shown, gives_check, conditional) = (mark(seat), false, false, false);
            TurnView { text: "", words: "", mark, missed: true, ply, shown, gives_check, conditional }
        }
    })
}

/// A log entry as pages show it.
pub fn log_entry_view(stored: &StoredGame, log_entry: &LogEntry) -> LogEntryView {
    // Leave and outages are about times, not about the turn that was made before them.
    let is_about_time = log_entry.kind.leave().is_some() || matches!(log_entry.kind, LogEntryKind::SiteDown(_));
    let turn = stored.game.turn_before(log_entry.ply).filter(|_| !is_about_time);
    LogEntryView {
        by: stored.players[log_entry.seat].name.to_string(),
        on: turn.map(|turn| turn.text.clone()),
        content: content(stored, log_entry),
        private: log_entry.visibility() == Visibility::Writer,
        to_side: log_entry.visibility() == Visibility::Side,
        at: Moment(log_entry.at),
    }
}

fn content(stored: &StoredGame, log_entry: &LogEntry) -> LogEntryContent {
    match &log_entry.kind {
        LogEntryKind::Comment(text) | LogEntryKind::SideComment(text) | LogEntryKind::Note(text)
            if !text.is_deleted() =>
        {
            LogEntryContent::Text(Prose::new(text.as_str()))
        }
        kind => LogEntryContent::Sentence(match log_entries::log_entry(kind) {
            Some(sentence) => parts::parts(sentence).map(|part| sentence_part(stored, log_entry, part)).collect(),
            None => {
                let words = conditionals_ended(stored, log_entry).unwrap_or_default();
                vec![SentencePart { words, is_player: false, at: None }]
            }
        }),
    }
}

/// A part of a log entry's sentence, with its placeholder filled in.
fn sentence_part(stored: &StoredGame, log_entry: &LogEntry, part: Part<'_>) -> SentencePart {
    let name = |seat: Seat| stored.players[seat].name.to_string();
    let words = |words: String| SentencePart { words, is_player: false, at: None };
    let instant = |at: Timestamp| SentencePart { words: String::new(), is_player: false, at: Some(Moment(at)) };
    match (part, &log_entry.kind) {
        (Part::Named("player"), _) => SentencePart { words: name(log_entry.seat), is_player: true, at: None },
        (Part::Named("other"), LogEntryKind::Lifeline { to, .. }) => words(name(*to)),
        (Part::Named("time"), LogEntryKind::Lifeline { granted, .. }) => words(Length(*granted).to_string()),
        (Part::Named("from"), LogEntryKind::LeaveTaken(taken) | LogEntryKind::LeaveEnded { taken, .. }) => {
            instant(taken.from)
        }
        (Part::Named("until"), LogEntryKind::LeaveTaken(taken) | LogEntryKind::LeaveEnded { taken, .. }) => {
            instant(taken.until)
        }
        (Part::Named("ended"), LogEntryKind::LeaveEnded { until, .. }) => instant(*until),
        (Part::Named("from"), LogEntryKind::SiteDown(outage)) => instant(outage.from),
        (Part::Named("until"), LogEntryKind::SiteDown(outage)) => instant(outage.until),
        (Part::Words(text) | Part::Named(text), _) => words(text.to_owned()),
    }
}

/// Why a player's conditional turns have ended, if that is what a log entry says.
pub fn conditionals_ended(stored: &StoredGame, log_entry: &LogEntry) -> Option<String> {
    match &log_entry.kind {
        LogEntryKind::ConditionalStopped { turn } => Some(stopped(stored, log_entry.ply, turn)),
        LogEntryKind::ConditionalsLeft => Some(NONE_FITTED.to_owned()),
        _ => None,
    }
}

/// Why a conditional reply was not made.
fn stopped(stored: &StoredGame, ply: Ply, reply: &str) -> String {
    if reply == Reply::AcceptDraw.word() {
        return NO_DRAW_TO_ACCEPT.to_owned();
    }
    let error = stored.game.position_at(ply).and_then(|position| position.read_turn(reply).err());
    reply_not_made(reply, error.as_ref())
}
