//! The analysis board after a step.

use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::form::{AnalysisForm, Step};
use super::form_error::AnalysisError;
use super::question::Question;
use super::removal::Removal;
use super::saving::SavedBoard;
use crate::web::form::{Problems, is_yes};

/// What is on the board, and what is left in the form's fields.
#[derive(Clone)]
pub struct BoardState {
    pub study: Study,
    pub place: NodePath,
    /// The node to go to.
    going: Option<NodePath>,
    /// The seat at the lower edge.
    pub side: Seat,
    /// The text left in the field for a turn.
    pub turn: String,
    /// The text left in the field for pasted text.
    pub text: String,
    /// A note that is not saved.
    pub note: Option<String>,
    pub problems: Problems,
    /// What the player is asked because others have changed what is saved.
    pub questions: Vec<Question>,
    /// Whether the step was not made, or not wholly, because of that.
    pub is_held_back: bool,
    /// Whether the board stands before the turns that it showed, because others have removed these.
    pub is_moved: bool,
    /// What was just removed, and can be brought back.
    pub removal: Option<Removal>,
    /// Whether the player is asked to confirm that the pasted text replaces what is on the board.
    pub is_asking: bool,
    /// Whether something else was put on the board that belongs to no game and no notebook.
    pub is_other: bool,
    /// Whether the text that was sent cannot be read, so that the board does not show it.
    pub is_unread: bool,
}

impl BoardState {
    /// A study on the board, before any step.
    pub fn new(study: Study, place: NodePath, side: Seat) -> Self {
        let place = study.line().nearest(place);
        Self {
            study,
            place,
            going: None,
            side,
            turn: String::new(),
            text: String::new(),
            note: None,
            problems: Problems::default(),
            questions: Vec::new(),
            is_held_back: false,
            is_moved: false,
            removal: None,
            is_asking: false,
            is_other: false,
            is_unread: false,
        }
    }

    /// A game at its last position.
    pub fn of_game(game: PgnGame) -> Self {
        let last = NodePath::main(game.line.turns.len());
        let mut state = Self::of(&AnalysisForm::default(), Some(game));
        state.place = state.study.line().nearest(last);
        state
    }

    /// A board as it is saved. If it belongs to a game, the game's turns are merged in.
    pub fn of_saved(saved: &SavedBoard, game: Option<PgnGame>) -> Self {
        let (pgn, place) = (saved.pgn.clone(), saved.place.clone());
        let mut state = Self::of(&AnalysisForm { pgn, place, ..AnalysisForm::default() }, game);
        let seats = state.study.start().variant().seating().len();
        state.side = Some(saved.side).filter(|side| side.index() < seats).unwrap_or(Seat::FIRST);
        state
    }

    /// Shows what is saved in place of what is on the board, at the same place. What is in the fields stays.
    pub fn follow_saved(&mut self, saved: &SavedBoard, game: Option<PgnGame>) {
        let saved = Self::of_saved(saved, game);
        if saved.is_unread {
            *self = saved;
            return;
        }
        let turns = self.study.line().turns_to(&self.place).filter(|_| saved.study.start() == self.study.start());
        let turns = turns.unwrap_or_default();
        self.place = saved.study.line().along(&turns);
        self.is_moved |= self.place.turns() < turns.len();
        self.study = saved.study;
    }

    /// Whether nothing is left of the step but what is in the field for a turn, and the player is asked nothing.
    pub fn is_settled(&self) -> bool {
        self.note.is_none() && self.questions.is_empty()
    }

    /// The board after the step of a form. If it belongs to a game, the game's turns are merged in first.
    pub fn of(form: &AnalysisForm, game: Option<PgnGame>) -> Self {
        let mut state = Self::read(form, game);
        form.turn().clone_into(&mut state.turn);
        // Text that cannot be read is in this field already.
        if state.text.is_empty() {
            state.text = form.text.replace("\r\n", "\n");
        }
        state.is_moved = is_yes(&form.moved);
        state.keep_removal(form);
        let is_taken = state.problems.is_empty() && state.take_note(form);
        if !(is_taken && matches!(form.step(), Some(Step::Restore | Step::LeaveRemoved))) {
            state.keep_line(form);
        }
        if is_taken {
            if let Some(going) = state.going.take() {
                state.go_on(going);
                state.turn.clear();
            }
            state.take(form);
        }
        state
    }

    fn read(form: &AnalysisForm, game: Option<PgnGame>) -> Self {
        let start = game.as_ref().map_or_else(|| Position::start(Variant::Duck), |game| game.start.clone());
        let pgn = form.pgn.replace("\r\n", "\n");
        let read = if pgn.trim().is_empty() { Ok(Study::new(start.clone())) } else { Study::read(&pgn, &start) };
        let followed = read.and_then(|study| {
            let place = study.line().nearest(form.place());
            let going = form.going().map(|going| study.line().nearest(going));
            let Some(game) = game.clone() else { return Ok((study, place, going)) };
            // The nodes are those of the page that was sent.
            let going = going.map(|going| study.clone().follow(game.clone(), &going)).transpose()?;
            let mut study = study;
            let place = study.follow(game, &place)?;
            Ok((study, place, going))
        });
        match followed {
            Ok((study, place, going)) => {
                let side = form.side(study.start().variant().seating());
                Self { going, ..Self::new(study, place, side) }
            }
            Err(wrong) => {
                let study = game.and_then(|game| Study::of(game).ok()).unwrap_or_else(|| Study::new(start));
                let mut state = Self::new(study, NodePath::START, Seat::FIRST);
                state.text = pgn;
                state.is_unread = true;
                state.refuse("text", &wrong);
                state
            }
        }
    }

    /// Saves the note at the node that the board leaves. `false` if it is not saved: then the board stays there.
    fn take_note(&mut self, form: &AnalysisForm) -> bool {
        let Some(note) = &form.note else { return true };
        let said = self.study.comment_at(&self.place);
        let words = note.split_whitespace().collect::<Vec<_>>().join(" ");
        if words == said {
            return true;
        }
        let words = match form.step() {
            Some(Step::OtherNote) => return true,
            Some(Step::BothNotes) => both_notes(&said, &words),
            Some(Step::Load) if !form.was_asked_of_note() => {
                self.note = Some(note.clone());
                return false;
            }
            step if form.was_asked_of_note() && step != Some(Step::OwnNote) => {
                self.ask_of_note(note, false);
                return false;
            }
            _ => words,
        };
        match self.study.comment(&self.place, &words) {
            Ok(()) => true,
            Err(wrong) => {
                if form.was_asked_of_note() {
                    self.ask_of_note(note, false);
                }
                self.note = Some(note.clone());
                self.refuse("note", &wrong);
                false
            }
        }
    }

    /// Asks what becomes of a note in place of the one that is saved.
    pub fn ask_of_note(&mut self, note: &str, is_again: bool) {
        self.note = Some(note.to_owned());
        self.ask(Question::Note { other: self.study.comment_at(&self.place), is_again });
    }

    /// Shows what would be removed before it is.
    pub fn ask_of_removal(&mut self, is_moved: bool) {
        if let Some(removed) = self.study.removed_at(&self.place) {
            self.ask(Question::Removal { turns: removed.turns_text(), is_moved });
        }
    }

    /// Asks the player something before their step is made.
    pub fn ask(&mut self, question: Question) {
        self.questions.push(question);
        self.is_held_back = true;
    }

    /// Asks again about a line that others have removed, until that is answered.
    fn keep_line(&mut self, form: &AnalysisForm) {
        if !form.removed.is_empty() {
            self.questions.push(Question::Gone { line: form.removed.clone() });
        }
    }

    /// Goes on offering what a step before has removed.
    fn keep_removal(&mut self, form: &AnalysisForm) {
        match Removal::read(form, self.study.start()) {
            Ok(removal) => self.removal = removal,
            Err(wrong) if form.step() == Some(Step::UndoRemoval) => self.refuse("deleted", &wrong),
            Err(_) => {}
        }
    }

    /// Shows another place, or other turns: what was said of those before is over.
    fn go_on(&mut self, place: NodePath) {
        self.place = place;
        self.is_moved = false;
        self.removal = None;
    }

    fn take(&mut self, form: &AnalysisForm) {
        match form.step() {
            Some(Step::Play) => self.play(),
            Some(Step::Promote) => {
                let place = self.study.promote(&self.place);
                self.go_on(place);
            }
            Some(Step::Remove) if self.is_moved => {
                self.is_moved = false;
                self.ask_of_removal(true);
            }
            Some(Step::Remove) => self.remove(),
            Some(Step::UndoRemoval) => self.undo_removal(),
            Some(Step::Flip) => {
                let seats = self.study.start().variant().seating().len();
                self.side = Seat::new((self.side.index() + 1) % seats).unwrap_or(Seat::FIRST);
            }
            Some(Step::Open) => self.open(form),
            Some(Step::Add) => self.add(),
            Some(Step::Restore) => self.restore(form),
            // These concern the note, what is saved, the computer or the explorer.
            Some(
                Step::OwnNote
                | Step::BothNotes
                | Step::OtherNote
                | Step::LeaveRemoved
                | Step::Load
                | Step::Keep
                | Step::Replace
                | Step::Join
                | Step::Take
                | Step::Study
                | Step::Evaluate
                | Step::EvaluateLine
                | Step::Explore
                | Step::CloseExplorer,
            )
            | None => {}
        }
    }

    fn play(&mut self) {
        let turn: String = self.turn.split_whitespace().collect();
        if turn.is_empty() {
            let example = self.study.start().variant().turn_example();
            self.problems.add("turn", &AnalysisError::NoTurnToPlay { example });
            return;
        }
        match self.study.play(&self.place, &turn) {
            Ok(place) => {
                self.go_on(place);
                self.turn.clear();
            }
            Err(wrong) => self.refuse("turn", &wrong),
        }
    }

    fn remove(&mut self) {
        if let Some((removal, back)) = Removal::make(&mut self.study, &self.place) {
            (self.place, self.removal) = (back, Some(removal));
        }
        self.turn.clear();
    }

    fn undo_removal(&mut self) {
        let Some(removal) = self.removal.take() else { return };
        match removal.undo(&mut self.study) {
            Ok(place) => self.go_on(place),
            Err(wrong) => {
                self.removal = Some(removal);
                self.refuse("deleted", &wrong);
            }
        }
    }

    fn open(&mut self, form: &AnalysisForm) {
        // A notebook has its own copy.
        let would_be_lost = form.version.is_empty() && form.game.is_empty() && !self.study.is_empty();
        match Study::read(&self.text, self.study.start()) {
            Err(wrong) => self.refuse_text(wrong),
            Ok(_) if would_be_lost && !is_yes(&form.confirm) => {
                self.is_asking = true;
                self.problems.add("text", &AnalysisError::NotSaved);
            }
            Ok(study) => {
                let place = study.line().last(&NodePath::START).unwrap_or_default();
                let side = form.side(study.start().variant().seating());
                *self = Self { is_other: true, ..Self::new(study, place, side) };
            }
        }
    }

    fn add(&mut self) {
        let added = Study::read_after(&self.text, self.study.start()).and_then(|other| self.study.join(&other));
        match added {
            Ok(()) => self.text.clear(),
            Err(wrong) => self.refuse_text(wrong),
        }
    }

    /// Brings a line back that others have removed, and goes to its end.
    fn restore(&mut self, form: &AnalysisForm) {
        let read = Study::read(&form.removed, self.study.start());
        match read.and_then(|line| self.study.join(&line).map(|()| line)) {
            Ok(line) => {
                let end = line.line().last(&NodePath::START).unwrap_or_default();
                let place = self.study.line().along(&line.line().turns_to(&end).unwrap_or_default());
                self.go_on(place);
            }
            Err(wrong) => {
                self.questions.push(Question::Gone { line: form.removed.clone() });
                self.refuse("removed", &wrong);
            }
        }
    }

    /// Says why pasted text was refused, and from where its turns were read, if that was not the usual start.
    fn refuse_text(&mut self, wrong: StudyError) {
        let (start, variant) = (self.study.start(), self.study.start().variant());
        let has_tags = self.text.lines().any(|line| line.trim_start().starts_with('['));
        let is_set_up = *start != Position::start(variant);
        match wrong {
            wrong @ StudyError::Pgn { .. } if is_set_up && !has_tags => {
                self.problems.add("text", &AnalysisError::ReadFromBoard(wrong, variant));
            }
            wrong => self.refuse("text", &wrong),
        }
    }

    /// Adds the reason why something was refused.
    pub fn refuse(&mut self, field: &'static str, wrong: &StudyError) {
        self.problems.add(field, wrong);
    }
}

/// Two notes as one. What one of them begins or ends with is not said again.
pub fn both_notes(one: &str, other: &str) -> String {
    let has = |note: &str, words: &str| {
        let rest = note.strip_prefix(words).or_else(|| note.strip_suffix(words));
        words.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || rest.ends_with(' '))
    };
    if has(one, other) {
        one.to_owned()
    } else if has(other, one) {
        other.to_owned()
    } else {
        format!("{one} {other}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_notes_nothing_is_lost_and_nothing_said_twice() {
        assert_eq!(both_notes("of ben", "of ann"), "of ben of ann");
        assert_eq!(both_notes("of ben of ann", "of ann"), "of ben of ann", "the same answer twice");
        assert_eq!(both_notes("of ben", "of ben, with more"), "of ben of ben, with more");
        assert_eq!(both_notes("of ben", "of ann, after of ben"), "of ann, after of ben");
        assert_eq!(both_notes("not good", "good"), "not good");
        assert_eq!(both_notes("wins a duck here", "a"), "wins a duck here a");
        assert_eq!(both_notes("winner", "win"), "winner win");
        assert_eq!([both_notes("", "one"), both_notes("one", "")], ["one", "one"]);
    }
}
