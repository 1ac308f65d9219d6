//! A step that was made on a board which somebody else has changed meanwhile, made on the board as it is saved now.

use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;

use super::board_state::{BoardState, both_notes};
use super::form::{AnalysisForm, Step};
use super::question::Question;
use super::removal::Removal;
use super::saving::SavedBoard;
use crate::web::form::is_yes;

/// The board as it is saved, after the step of a form; what concerns a turn or a note that others have changed is left to a
/// [question](Question). `None`: nobody knows what the step has changed, because the board that was sent is not one that was saved, or begins
/// elsewhere.
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
    if before.study.start() != now.study.start() {
        return None;
    }
    let turns = before.study.line().turns_to(&before.place)?;
    let place = now.study.line().along(&turns);
    let is_gone = place.turns() < turns.len();
    let going = match &form.go {
        Some(go) => {
            let going = at(go)?;
            Some(now.study.line().along(&going.study.line().turns_to(&going.place)?).to_string())
        }
        None => None,
    };

    let step = form.step();
    let (said, is_said) = (before.study.comment_at(&before.place), now.study.comment_at(&place));
    let both = step == Some(Step::BothNotes);
    let is_new = |note: &String| {
        let words = note.split_whitespace().collect::<Vec<_>>().join(" ");
        // Both may be there already, if the answer was sent twice.
        let is_there = words == is_said || both && both_notes(&is_said, &words) == is_said;
        step != Some(Step::OtherNote) && words != said && (is_gone || !is_there)
    };
    let note = form.note.clone().filter(is_new);
    let onto = AnalysisForm { pgn: now.study.to_string(), place: place.to_string(), ..form.clone() };
    // Without the step, but for the note and the way to another place.
    let unmade = |note, go| {
        let form = AnalysisForm { note, go, step: String::new(), explored: String::new(), ..onto.clone() };
        BoardState::of(&form, game.cloned())
    };

    if is_gone && (note.is_some() || matches!(step, Some(Step::Play | Step::Promote))) {
        let note = note.map(|note| if both { both_notes(&said, &note) } else { note });
        let line = line_with_step(&before, place.turns(), &AnalysisForm { note, ..form.clone() });
        // It is too long, and must stay where it can be changed.
        if line.note.is_some() {
            return None;
        }
        let mut asking = unmade(None, going);
        asking.questions.clear();
        asking.ask(Question::gone(&line.study, &form.removed));
        (asking.turn, asking.problems) = (line.turn, line.problems);
        return Some(asking);
    }
    if is_gone
        && step == Some(Step::UndoRemoval)
        && let Ok(Some(removal)) = Removal::read(form, now.study.start())
    {
        let mut asking = unmade(None, None);
        asking.questions.clear();
        asking.removal = None;
        asking.ask(Question::gone(removal.line(), &form.removed));
        return Some(asking);
    }
    if let Some(note) = note.as_ref().filter(|_| is_said != said) {
        let mut asking = unmade(None, None);
        asking.ask_of_note(note, form.was_asked_of_note());
        form.turn().clone_into(&mut asking.turn);
        return Some(asking);
    }
    let removes_the_same = before.study.removed_at(&before.place) == now.study.removed_at(&place);
    if step == Some(Step::Remove) && !is_gone && !removes_the_same {
        let mut asking = unmade(note, None);
        asking.ask_of_removal(false);
        return Some(asking);
    }
    // The same form may have come twice, or another may have been quicker.
    let is_made = match step {
        Some(Step::Promote) => place.depth() < before.place.depth(),
        Some(Step::Remove) => is_gone,
        _ => false,
    };
    if is_made {
        let mut made = unmade(note, going);
        // Not if earlier turns are gone as well: those would come back with it.
        if step == Some(Step::Remove) && place.turns() + 1 == turns.len() {
            made.removal = Removal::make(&mut before.study.clone(), &before.place).map(|(removal, _)| removal);
        }
        return Some(made);
    }
    let is_going = going.is_some();
    let mut made = BoardState::of(&AnalysisForm { note, go: going, ..onto.clone() }, game.cloned());
    made.is_moved |= is_gone && !is_going;
    Some(made)
}

/// The turns that lead to the place on a board, after what was played or noted there. What is said of the first turns, which are still there, is
/// left out.
fn line_with_step(before: &BoardState, unsaid: usize, form: &AnalysisForm) -> BoardState {
    let line = before.study.only(&before.place, unsaid);
    let end = line.line().last(&NodePath::START).unwrap_or_default();
    let step = if form.step() == Some(Step::Play) { form.step.clone() } else { String::new() };
    let form = AnalysisForm {
        pgn: line.to_string(),
        place: end.to_string(),
        note: form.note.clone(),
        turn: form.turn.clone(),
        explored: form.explored.clone(),
        step,
        ..AnalysisForm::default()
    };
    BoardState::of(&form, None)
}
