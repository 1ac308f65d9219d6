//! A draft of conditional turns that was begun before the last turn of its game: what is left of it at the present.

use domain::correspondence::conditional::{ConditionalTree, DroppedLine, LinesError, RebasedLines};
use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seat;

use super::draft::Draft;
use crate::boards::numbered;
use crate::wording::conditional_turns;

/// Parts a line that cannot come any more from the reason, in the field that keeps it.
const BECAUSE: &str = " | ";

/// A line of a draft that cannot come any more.
pub struct GoneLine {
    /// As it was written.
    pub line: String,
    /// `2... a6@a3 was played, not Nf6@e2`
    pub why: String,
}

/// What a draft of an earlier position comes to.
#[derive(Default)]
pub struct Late {
    /// Its lines begin at the present, and those that cannot come any more stand apart.
    pub draft: Draft,
    /// Whether a line was played to its end.
    pub was_played: bool,
    /// Why it stays as it was, with the ply it was begun at: it is larger than conditional turns can be.
    pub stuck: Option<LinesError>,
}

/// Moves a draft of an earlier position along. Where the page has no field for a turn, one that was typed stands at the end
/// of its line.
pub fn moved_along(draft: Draft, game: &Game, has_field: bool) -> Late {
    let begun = draft.ply.parse().map_or(game.ply(), Ply);
    let made: Vec<_> = (begun.turns()..game.ply().turns())
        .filter_map(|turns| Some((game.position_at(Ply::after(turns))?, game.turns().get(turns)?.turn)))
        .collect();
    let typed = if has_field { "" } else { draft.turn.trim() };
    let line = format!("{} {typed}", draft.line).trim().to_owned();
    let (mut lines, on_board) =
        match RebasedLines::rebase(&draft.lines, &made).and_then(|l| Ok((l, RebasedLines::rebase(&line, &made)?))) {
            Ok(moved) => moved,
            Err(wrong) => return Late { draft, was_played: false, stuck: Some(wrong) },
        };
    let was_played = lines.played > 0;
    if !draft.lines.lines().any(|kept| kept.starts_with(&line)) {
        lines.dropped.extend(on_board.dropped);
    }
    let mut line = on_board.remaining.into_iter().next().unwrap_or_default();
    if !has_field && !line.is_empty() && !lines.remaining.iter().any(|kept| kept.starts_with(&line)) {
        lines.remaining.push(std::mem::take(&mut line));
    }
    let gone = lines.dropped.iter().map(|gone| written(game, begun, gone));
    let gone = draft.gone.lines().map(str::to_owned).chain(gone).collect::<Vec<_>>().join("\n");
    let turn = if has_field { draft.turn } else { String::new() };
    let draft =
        Draft { ply: game.ply().to_string(), lines: lines.remaining.join("\n"), line, turn, gone, ..Draft::default() };
    Late { draft, was_played, stuck: None }
}

fn written(game: &Game, begun: Ply, gone: &DroppedLine) -> String {
    let played = numbered(game, Ply::after(begun.turns() + gone.instead + 1)).unwrap_or_default();
    format!("{}{BECAUSE}{}", gone.line, conditional_turns::played_instead(&played, &gone.word))
}

/// The lines that cannot come any more, as their field keeps them.
pub fn read(gone: &str) -> Vec<GoneLine> {
    let read = |line: &str| {
        let (line, why) = line.rsplit_once(BECAUSE).unwrap_or((line, ""));
        GoneLine { line: line.to_owned(), why: why.to_owned() }
    };
    gone.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// The reply that the lines of a draft begin with, now that it is the writer's own turn, and what they have behind it; if
/// it is one that can be made, and the rest could be sent with it.
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
