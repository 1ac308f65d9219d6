//! Rebasing a draft of conditional turns that was begun before the last turn of its game.

use domain::correspondence::conditional::{ConditionalTree, DroppedLine, LinesError, RebasedLines};
use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seat;

use super::draft::ConditionalsForm;
use crate::boards::numbered;
use crate::wording::conditional_turns;

/// Separates an obsolete line from the reason, in the form field that keeps both.
const REASON_SEPARATOR: &str = " | ";

/// A line of a draft that can no longer occur.
pub struct ObsoleteLine {
    /// As it was written.
    pub line: String,
    /// `2... a6@a3 was played, not Nf6@e2`
    pub why: String,
}

/// A draft of an earlier position, rebased to the present one.
#[derive(Default)]
pub struct RebasedForm {
    /// Its lines start from the present position; those that can no longer occur are kept separately.
    pub form: ConditionalsForm,
    /// Whether a line was played to its end.
    pub was_played: bool,
    /// Why it could not be rebased and keeps its ply: it exceeds the limits of conditional turns.
    pub stuck: Option<LinesError>,
}

/// Rebases a draft of an earlier position. Where the page has no field for a turn, a turn that was typed is appended to its
/// line.
pub fn rebase(form: ConditionalsForm, game: &Game, has_field: bool) -> RebasedForm {
    let begun = form.ply.parse().map_or(game.ply(), Ply);
    let made: Vec<_> = (begun.turns()..game.ply().turns())
        .filter_map(|turns| Some((game.position_at(Ply::after(turns))?, game.turns().get(turns)?.turn)))
        .collect();
    let typed = if has_field { "" } else { form.turn.trim() };
    let line = format!("{} {typed}", form.line).trim().to_owned();
    let (mut lines, on_board) =
        match RebasedLines::rebase(&form.lines, &made).and_then(|l| Ok((l, RebasedLines::rebase(&line, &made)?))) {
            Ok(moved) => moved,
            Err(wrong) => return RebasedForm { form, was_played: false, stuck: Some(wrong) },
        };
    let was_played = lines.played > 0;
    if !form.lines.lines().any(|kept| kept.starts_with(&line)) {
        lines.dropped.extend(on_board.dropped);
    }
    let mut line = on_board.remaining.into_iter().next().unwrap_or_default();
    if !has_field && !line.is_empty() && !lines.remaining.iter().any(|kept| kept.starts_with(&line)) {
        lines.remaining.push(std::mem::take(&mut line));
    }
    let gone = lines.dropped.iter().map(|gone| written(game, begun, gone));
    let gone = form.gone.lines().map(str::to_owned).chain(gone).collect::<Vec<_>>().join("\n");
    let turn = if has_field { form.turn } else { String::new() };
    let form = ConditionalsForm {
        ply: game.ply().to_string(),
        lines: lines.remaining.join("\n"),
        line,
        turn,
        gone,
        ..ConditionalsForm::default()
    };
    RebasedForm { form, was_played, stuck: None }
}

fn written(game: &Game, begun: Ply, gone: &DroppedLine) -> String {
    let played = numbered(game, Ply::after(begun.turns() + gone.instead + 1)).unwrap_or_default();
    format!("{}{REASON_SEPARATOR}{}", gone.line, conditional_turns::played_instead(&played, &gone.word))
}

/// Reads the obsolete lines from their form field.
pub fn read(gone: &str) -> Vec<ObsoleteLine> {
    let read = |line: &str| {
        let (line, why) = line.rsplit_once(REASON_SEPARATOR).unwrap_or((line, ""));
        ObsoleteLine { line: line.to_owned(), why: why.to_owned() }
    };
    gone.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// The reply that the lines of a draft begin with, now that it is the writer's own turn, and the lines that follow it; only
/// if that reply is legal, and the rest can be sent with it.
pub fn reply_first(lines: &str, present: &Position, seat: Seat) -> Option<(String, String)> {
    if lines.lines().nth(ConditionalTree::MAX_LINES).is_some() {
        return None;
    }
    let mut replies = lines.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
    let (first, mut rest) = replies.next().map(|(reply, rest)| (reply, vec![rest]))?;
    let turn = present.read_turn(first).ok()?;
    for (reply, behind) in replies {
        rest.push(behind);
        if present.read_turn(reply).ok()? != turn {
            return None;
        }
    }
    let rest = rest.into_iter().filter(|behind| !behind.is_empty()).collect::<Vec<_>>().join("\n");
    ConditionalTree::read(&rest, &present.play(turn), seat).ok()?;
    Some((present.write_turn(turn), rest))
}
