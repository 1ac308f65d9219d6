//! A step that was made on a board which somebody else has changed meanwhile, made on the board as it is saved now.

use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;
use domain::rules::study::Study;

use super::board_state::BoardState;
use super::form::{AnalysisForm, Step};
use super::saving::SavedBoard;
use crate::web::form::is_yes;

/// The board as it is saved, after the step of a form. `None`: the board that was sent is not one that was saved, so that nobody knows what was
/// changed; or it begins elsewhere; or the turn or the note that the step concerns is gone, or has changed; or the step was refused.
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
    let is_new =
        |note: &String| [&said, &is_said].iter().all(|said| !note.split_whitespace().eq(said.split_whitespace()));
    let note = form.note.clone().filter(is_new);
    if note.is_some() && is_said != said {
        return None;
    }
    // The same form may have come twice, or another may have been quicker.
    let is_promoted = form.step() == Some(Step::Promote) && place.depth() < before.place.depth();
    if form.step() == Some(Step::Remove)
        && before.study.line().what_removing_takes(&before.place) != now.study.line().what_removing_takes(&place)
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
    let step = if is_promoted { String::new() } else { form.step.clone() };
    let (pgn, place) = (now.study.to_string(), place.to_string());
    let form = AnalysisForm { pgn, place, go: going, note, step, ..form.clone() };
    Some(BoardState::of(&form, game.cloned())).filter(|board| board.problems.is_empty())
}

/// The node of a board, by its turns in another study from the same start.
fn found_again(board: &BoardState, other: &Study) -> Option<NodePath> {
    if board.study.start() != other.start() {
        return None;
    }
    let turns = board.study.line().turns_to(&board.place)?;
    Some(other.line().along(&turns)).filter(|place| place.turns() == turns.len())
}
