//! A game to take home: PGN and FEN.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::correspondence::game::{Conclusion, Game, LogEntryKind};
use domain::correspondence::result::Ending;
use domain::rules::entry::Entry;
use domain::rules::line::Comment;
use domain::rules::pgn::{PgnGame, PgnResult};
use domain::rules::ply::Ply;
use domain::rules::seat::{Seat, Seating};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::games::StoredGame;
use crate::ratings::Change;

/// The same headers as for pages: the game is still running, and a file may contain what only its requester may see.
const NOT_KEPT: (HeaderName, &str) = (header::CACHE_CONTROL, "private, no-cache");

/// The position at a ply, on a line of its own.
pub fn fen(stored: &StoredGame, ply: Ply) -> Response {
    let position = stored.game.position_at(ply).unwrap_or(stored.game.position());
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), NOT_KEPT], format!("{}\n", position.fen())).into_response()
}

/// The game up to a ply, with the clocks and the ratings before it; for a player who wants them, with the
/// comments.
pub fn pgn(
    stored: &StoredGame,
    ply: Ply,
    comments_for: Option<Seat>,
    changes: &[(Seat, Change)],
    public_url: &str,
) -> PgnGame {
    let mut written = pgn_game(stored, ply, comments_for, public_url);
    add_ratings(&mut written, stored.game.seating(), changes);
    add_clocks(&mut written, &stored.game);
    written
}

/// A game as a file.
pub fn pgn_file(stored: &StoredGame, written: &PgnGame) -> Response {
    let mut response =
        ([(header::CONTENT_TYPE, "application/vnd.chess-pgn; charset=utf-8"), NOT_KEPT], written.to_string())
            .into_response();
    let disposition = format!("attachment; filename=\"mallard-{}.pgn\"", stored.id);
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

/// Who, where and when.
fn tags(stored: &StoredGame, end: Option<Conclusion>, public_url: &str) -> Vec<(String, String)> {
    let setup = stored.game.setup();
    let begun = setup.begun_at.to_zoned(TimeZone::UTC);
    let control = setup.time_control;
    let mut tags = vec![
        ("Event", format!("Mallard, {}", if setup.rated { "rated" } else { "casual" })),
        ("Site", format!("{public_url}/games/{}", stored.id)),
        ("Date", begun.strftime("%Y.%m.%d").to_string()),
        ("Round", "-".to_owned()),
    ];
    tags.extend(
        stored
            .players
            .iter()
            .map(|(seat, player)| (stored.game.seating().colour(seat).pgn_tag(), player.name.to_string())),
    );
    tags.extend([
        ("TimeControl", format!("{}+{}", control.bank.as_secs(), control.increment.as_secs())),
        ("UTCDate", begun.strftime("%Y.%m.%d").to_string()),
        ("UTCTime", begun.strftime("%H:%M:%S").to_string()),
        ("Termination", termination(end.map(|end| end.result.ending)).to_owned()),
    ]);
    tags.extend(end.map(|end| ("EndDate", date(end.at))));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The game up to a ply, for a player who wants them with the comments.
pub fn pgn_game(stored: &StoredGame, ply: Ply, comments_for: Option<Seat>, public_url: &str) -> PgnGame {
    let game = &stored.game;
    let end = game.conclusion().filter(|_| ply == game.ply());
    let result = end.map_or(PgnResult::Open, |end| end.result.outcome.into());
    let mut written = PgnGame::new(game.start().clone(), game.entries(ply).map(|(_, entry)| entry), result);
    for (name, value) in tags(stored, end, public_url) {
        written.tags.set(&name, &value);
    }
    if comments_for.is_some() {
        add_comments(&mut written, stored, ply, comments_for);
    }
    written
}

/// Adds a tag with the rating before the game for each seat, such as `WhiteElo`. A player's change is stored at the first
/// of their seats.
fn add_ratings(written: &mut PgnGame, seating: Seating, changes: &[(Seat, Change)]) {
    for (first, change) in changes {
        for seat in seating.seats_with(*first) {
            let tag = format!("{}Elo", seating.colour(seat).pgn_tag());
            written.tags.set(&tag, &change.before.points().to_string());
        }
    }
}

/// Adds after each turn what its seat's clock showed, in whole seconds. A clock that runs out makes an entry without one.
fn add_clocks(written: &mut PgnGame, game: &Game) {
    let made = written.line.turns.iter_mut().filter(|step| matches!(step.turn, Entry::Turn(_)));
    for (step, made) in made.zip(game.turns()) {
        step.clock = u64::try_from(made.left.as_secs()).ok().map(Duration::from_secs);
    }
}

/// How a game came to its end, in the words that other sites write.
const fn termination(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "Unterminated",
        Some(Ending::ON_TIME) => "Time forfeit",
        Some(Ending::Cancelled | Ending::CalledOff) => "Abandoned",
        Some(_) => "Normal",
    }
}

fn date(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%Y.%m.%d").to_string()
}

/// Adds messages after the turn they belong to, with the writer's name; but not those to one side only, because files
/// are passed on.
fn add_comments(written: &mut PgnGame, stored: &StoredGame, until: Ply, reader: Option<Seat>) {
    for log_entry in stored.game.log_entries(reader).filter(|log_entry| log_entry.ply <= until) {
        let LogEntryKind::Comment(text) = &log_entry.kind else { continue };
        if text.is_deleted() {
            continue;
        }
        let text = format!("{}: {}", stored.players[log_entry.seat].name, text.as_str());
        let comments = match stored.game.entries(log_entry.ply).count().checked_sub(1) {
            None => Some(&mut written.line.comments),
            Some(last) => written.line.turns.get_mut(last).map(|step| &mut step.comments),
        };
        if let (Some(comments), Some(comment)) = (comments, Comment::new(&text)) {
            comments.push(comment);
        }
    }
}
