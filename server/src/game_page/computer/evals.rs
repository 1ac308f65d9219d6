//! What the computer says, in a game's PGN.

use domain::rules::entry::Entry;
use domain::rules::line::Comment;
use domain::rules::pgn::PgnGame;
use domain::rules::ply::Ply;
use sqlx::PgConnection;

use super::panel::told;
use crate::accounts::PlayerId;
use crate::evaluation::{self, Course, Report, score_in_pgn};
use crate::games::{Games, StoredGame};

/// Adds `[%eval …]` and the marks to the turns of a finished game, as far as this viewer may be told.
///
/// # Errors
/// The database fails.
pub async fn add(
    connection: &mut PgConnection,
    games: &Games,
    stored: &StoredGame,
    viewer: Option<PlayerId>,
    written: &mut PgnGame,
) -> anyhow::Result<()> {
    if evaluation::may_be_evaluated(stored).is_err() {
        return Ok(());
    }
    let Some(found) = evaluation::load_game(connection, &stored.id).await? else { return Ok(()) };
    let lines = told(connection, games, stored, viewer, found.lines).await?;
    let report = Report::new(&Course::of_game(&stored.game), &lines);
    let made = written.line.turns.iter_mut().filter(|step| matches!(step.turn, Entry::Turn(_)));
    for (ply, step) in (1..).map(Ply).zip(made) {
        let point = report.points.get(ply.turns()).copied().flatten();
        let score = point.and_then(|point| score_in_pgn(point.score));
        let comment = score.and_then(|score| Comment::new(&format!("[%eval {score}]")));
        step.comments.extend(comment);
        step.nags.extend(report.turn(ply).and_then(|turn| turn.mark).map(evaluation::Mark::nag));
    }
    Ok(())
}
