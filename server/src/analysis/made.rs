//! What is on the board after a step.

use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::draft::{Draft, Step};
use super::form_error::AnalysisError;
use crate::web::form::{Problems, is_yes};

/// What is on the board, and what stays in the fields.
pub struct Made {
    pub study: Study,
    pub place: NodePath,
    /// Where it is to go.
    going: Option<NodePath>,
    /// The seat at the lower edge.
    pub side: Seat,
    /// What stays in the field for a turn.
    pub turn: String,
    /// What stays pasted.
    pub text: String,
    /// A note that could not be taken.
    pub note: Option<String>,
    pub problems: Problems,
    /// Whether it is asked if what was pasted may take the place of what is on the board.
    pub is_asking: bool,
    /// Whether something else was put on the board, which belongs to no game and no notebook.
    pub is_other: bool,
    /// Whether what was sent cannot be read: then the board does not show it.
    pub is_unread: bool,
}

impl Made {
    /// Something on the board that nothing was done with yet.
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
            is_asking: false,
            is_other: false,
            is_unread: false,
        }
    }

    /// A game at its last position.
    pub fn of_game(game: PgnGame) -> Self {
        let last = NodePath::main(game.line.turns.len());
        let mut made = Self::of(&Draft::default(), Some(game));
        made.place = made.study.line().nearest(last);
        made
    }

    /// What a draft becomes by its step. Of a game, its turns come into it first.
    pub fn of(draft: &Draft, game: Option<PgnGame>) -> Self {
        let mut made = Self::read(draft, game);
        made.turn.clone_from(&draft.turn);
        // What cannot be read stands in this field already.
        if made.text.is_empty() {
            made.text = draft.text.replace("\r\n", "\n");
        }
        if made.problems.is_empty() && made.take_note(draft) {
            if let Some(going) = made.going.take() {
                made.place = going;
                made.turn.clear();
            }
            made.take(draft);
        }
        made
    }

    fn read(draft: &Draft, game: Option<PgnGame>) -> Self {
        let start = game.as_ref().map_or_else(|| Position::start(Variant::Duck), |game| game.start.clone());
        let pgn = draft.pgn.replace("\r\n", "\n");
        let read = if pgn.trim().is_empty() { Ok(Study::new(start.clone())) } else { Study::read(&pgn, &start) };
        let followed = read.and_then(|study| {
            let place = study.line().nearest(draft.place());
            let going = draft.going().map(|going| study.line().nearest(going));
            let Some(game) = game.clone() else { return Ok((study, place, going)) };
            // The places are those of the page that was sent.
            let going = going.map(|going| study.clone().follow(game.clone(), &going)).transpose()?;
            let mut study = study;
            let place = study.follow(game, &place)?;
            Ok((study, place, going))
        });
        match followed {
            Ok((study, place, going)) => {
                let side = draft.side(study.start().variant().seating());
                Self { going, ..Self::new(study, place, side) }
            }
            Err(wrong) => {
                let study = game.and_then(|game| Study::of(game).ok()).unwrap_or_else(|| Study::new(start));
                let mut made = Self::new(study, NodePath::START, Seat::FIRST);
                made.text = pgn;
                made.is_unread = true;
                made.refuse("text", &wrong);
                made
            }
        }
    }

    /// Keeps what is written at the place that the board has left. `false`: it cannot be kept, so the board stays there.
    fn take_note(&mut self, draft: &Draft) -> bool {
        let Some(note) = &draft.note else { return true };
        let words = note.split_whitespace().collect::<Vec<_>>().join(" ");
        if words == self.study.comment_at(&self.place) {
            return true;
        }
        match self.study.comment(&self.place, &words) {
            Ok(()) => true,
            Err(wrong) => {
                self.note = Some(note.clone());
                self.refuse("note", &wrong);
                false
            }
        }
    }

    fn take(&mut self, draft: &Draft) {
        match draft.step() {
            Some(Step::Play) => self.play(),
            Some(Step::Promote) => self.place = self.study.promote(&self.place),
            Some(Step::Remove) => {
                self.place = self.study.remove(&self.place);
                self.turn.clear();
            }
            Some(Step::Flip) => {
                let seats = self.study.start().variant().seating().len();
                self.side = Seat::new((self.side.index() + 1) % seats).unwrap_or(Seat::FIRST);
            }
            Some(Step::Open) => self.open(draft),
            Some(Step::Add) => self.add(),
            // Those are about the notebook.
            Some(Step::Keep | Step::Replace | Step::Join | Step::Take) | None => {}
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
                self.place = place;
                self.turn.clear();
            }
            Err(wrong) => self.refuse("turn", &wrong),
        }
    }

    fn open(&mut self, draft: &Draft) {
        // In a notebook nothing is lost by it.
        let would_be_lost = draft.version.is_empty() && draft.game.is_empty() && !self.study.is_empty();
        match Study::read(&self.text, self.study.start()) {
            Err(wrong) => self.refuse("text", &wrong),
            Ok(_) if would_be_lost && !is_yes(&draft.confirm) => {
                self.is_asking = true;
                self.problems.add("text", &AnalysisError::NotSaved);
            }
            Ok(study) => {
                let place = study.line().last(&NodePath::START).unwrap_or_default();
                let side = draft.side(study.start().variant().seating());
                *self = Self { is_other: true, ..Self::new(study, place, side) };
            }
        }
    }

    fn add(&mut self) {
        let added = Study::read(&self.text, self.study.start()).and_then(|other| self.study.join(&other));
        match added {
            Ok(()) => self.text.clear(),
            Err(wrong) => self.refuse("text", &wrong),
        }
    }

    /// Says why something was not done.
    pub fn refuse(&mut self, field: &'static str, wrong: &StudyError) {
        self.problems.add(field, wrong);
    }
}
