//! A step that was made on a board which somebody else has changed meanwhile, made on the board as it is saved now.

use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;
use domain::rules::study::Study;

use super::board_state::BoardState;
use super::form::{AnalysisForm, Step};
use super::saving::SavedBoard;
use crate::web::form::is_yes;

/// The board as it is saved, after the step of a form. `None`: what was sent is not as it was saved once, so that nobody knows what was changed;
/// or the step concerns a turn or a note that is gone, or is another now; or it was refused.
pub fn onto(saved: &SavedBoard, form: &AnalysisForm, game: Option<&PgnGame>) -> Option<BoardState> {
    // Who goes back in the history means to undo something. What is to be kept may come from elsewhere.
    if !is_yes(&form.saved) || is_yes(&form.back) || form.step() == Some(Step::Keep) {
        return None;
    }
    let at = |place: &str| {
        let form = AnalysisForm { pgn: form.pgn.clone(), place: place.to_owned(), ..AnalysisForm::default() };
        Some(BoardState::of(&form, game.cloned())).filter(|board| !board.is_unread)
    };
    let before = at(&form.place)?;
    let now = Some(BoardState::of_saved(saved, game.cloned())).filter(|board| !board.is_unread)?;
    let place = found_again(&before, &now.study)?;
    let (said, is_said) = (before.study.comment_at(&before.place), now.study.comment_at(&place));
    let note = form.note.clone().filter(|note| !note.split_whitespace().eq(said.split_whitespace()));
    if note.is_some() && is_said != said {
        return None;
    }
    if form.step() == Some(Step::Remove)
        && before.study.line().removed_with(&before.place) != now.study.line().removed_with(&place)
    {
        return None;
    }
    let going = match &form.go {
        Some(go) => {
            let going = at(go)?;
            Some(now.study.line().along(&going.study.line().turns_to(&going.place)?).to_string())
        }
        None => None,
    };
    let form = AnalysisForm { pgn: now.study.to_string(), place: place.to_string(), go: going, note, ..form.clone() };
    Some(BoardState::of(&form, game.cloned())).filter(|board| board.problems.is_empty())
}

/// The node of a board, by its turns in another study.
fn found_again(board: &BoardState, other: &Study) -> Option<NodePath> {
    let turns = board.study.line().turns_to(&board.place)?;
    Some(other.line().along(&turns)).filter(|place| place.turns() == turns.len())
}
