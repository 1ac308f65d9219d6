//! The fields of the page's form, and the step that a button requests.

use domain::rules::line::NodePath;
use domain::rules::seat::{Seat, Seating};
use serde::{Deserialize, Serialize};

use super::board_state::BoardState;
use super::chapter::ChapterId;
use super::question::Question;
use crate::explorer::Asked;
use crate::sign_in::ResumableForm;
use crate::web::form::is_yes;

/// The form as it was sent.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct AnalysisForm {
    /// The game it belongs to, if it does.
    pub game: String,
    /// The game of a collection that it was opened from, if it was.
    pub origin: String,
    /// How that was come to.
    pub way: String,
    /// The chapter of a study that it shows, if it does.
    pub chapter: String,
    /// The player whose notebook it came from, or who may change the chapter.
    pub writer: String,
    /// The version of the notebook it came from, or of the chapter; empty if it came from none that its player may change.
    pub version: String,
    /// The same of a chapter: a server that knows no chapters would take it for that of a notebook.
    #[serde(rename = "chapter-version")]
    pub chapter_version: String,
    /// `yes`: somebody has gone back to it in the history of their browser.
    pub back: String,
    /// The version of the chapter it came from, where its viewer may only look.
    pub seen: String,
    /// `yes`: the turns and notes that were sent are those of the version.
    pub saved: String,
    /// All turns, variations and notes.
    pub pgn: String,
    /// The node that the board shows.
    pub place: String,
    /// The seat at the lower edge of the board: `white`.
    pub side: String,
    /// The note at this node.
    pub note: Option<String>,
    /// The field for a turn.
    pub turn: String,
    /// The field for pasted text.
    pub text: String,
    /// What to do: see [`Step`]. Anything else only shows the board.
    pub step: String,
    /// Another node to go to.
    pub go: Option<String>,
    /// `yes`: yes, really.
    pub confirm: String,
    /// The version of the notebook that was shown as conflicting with this.
    pub other: String,
    /// `note`: the player was asked about their note, because others have changed it.
    pub question: String,
    /// A line of turns that the player went on from and others have removed, as PGN.
    pub removed: String,
    /// `yes`: the board stands before the turns that it showed, because others have removed these.
    pub moved: String,
    /// Turns that the step before has removed, after those that lead there, as PGN.
    pub deleted: String,
    /// The first of them that was removed.
    #[serde(rename = "deleted-at")]
    pub deleted_at: String,
    /// The turn that took its place in its line, if one did.
    #[serde(rename = "deleted-heir")]
    pub deleted_heir: String,
    /// `yes` while the explorer is open.
    pub explorer: String,
    /// A turn of the explorer, to be played.
    pub explored: String,
    /// Which games the explorer looks at.
    #[serde(flatten)]
    pub asked: Asked,
}

impl ResumableForm for AnalysisForm {}

/// A board on its way to a study, where it becomes a chapter.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct BoardForStudy {
    /// All turns, variations and notes.
    pub pgn: String,
    /// The node on the board.
    pub place: String,
    /// The seat at its lower edge: `white`.
    pub side: String,
    /// The game that it belongs to, if it does.
    pub game: String,
}

impl BoardForStudy {
    /// The page that asks for the study.
    pub const PAGE: &str = "/studies/add";
}

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Plays the turn in the field.
    Play,
    /// Promotes this variation to the line that it branches from.
    Promote,
    /// Removes the last turn and everything after it.
    Remove,
    /// Brings back what the step before has removed.
    UndoRemoval,
    /// Turns the board to the next seat.
    Flip,
    /// Replaces the board by the pasted text.
    Open,
    /// Merges the pasted text in.
    Add,
    /// Saves the player's own note in place of what others have made of it. Saving a note is no step: every step does.
    OwnNote,
    /// Saves both notes as one.
    BothNotes,
    /// Leaves the note as others have made it.
    OtherNote,
    /// Brings a line back that others have removed.
    Restore,
    /// Leaves it removed.
    LeaveRemoved,
    /// Shows what others have changed, and saves nothing.
    Load,
    /// Saves the board in the player's own notebook.
    Keep,
    /// Overwrites the notebook.
    Replace,
    /// Merges the notebook in.
    Join,
    /// Discards the board in favour of the notebook.
    Take,
    /// Takes the board to a study, as a new chapter.
    Study,
    /// Asks the computer about the position.
    Evaluate,
    /// Asks it about all positions of the line.
    EvaluateLine,
    /// Opens the explorer, or shows other games in it.
    Explore,
    /// Closes it.
    CloseExplorer,
}

impl AnalysisForm {
    /// The step that was requested.
    pub fn step(&self) -> Option<Step> {
        if !self.explored.is_empty() {
            return Some(Step::Play);
        }
        Some(match self.step.as_str() {
            // Enter in a field of the explorer presses the form's first button.
            "play" if self.turn.trim().is_empty() && is_yes(&self.explorer) => Step::Explore,
            "play" => Step::Play,
            "promote" => Step::Promote,
            "remove" => Step::Remove,
            "undo-removal" => Step::UndoRemoval,
            "flip" => Step::Flip,
            "open" => Step::Open,
            "add" => Step::Add,
            "own-note" => Step::OwnNote,
            "both-notes" => Step::BothNotes,
            "other-note" => Step::OtherNote,
            "restore" => Step::Restore,
            "leave-removed" => Step::LeaveRemoved,
            "load" => Step::Load,
            "keep" => Step::Keep,
            "replace" => Step::Replace,
            "join" => Step::Join,
            "take" => Step::Take,
            "study" => Step::Study,
            "evaluate" => Step::Evaluate,
            "evaluate-line" => Step::EvaluateLine,
            "explore" => Step::Explore,
            "close-explorer" => Step::CloseExplorer,
            _ => return None,
        })
    }

    /// The same with the version of the chapter, if it shows one.
    #[must_use]
    pub fn with_version(mut self) -> Self {
        if !self.chapter.is_empty() {
            self.version.clone_from(&self.chapter_version);
        }
        self
    }

    /// The chapter that the board shows. In a notebook it shows none.
    pub fn chapter(&self) -> Option<ChapterId> {
        self.chapter.parse().ok().filter(|_| self.step() != Some(Step::Keep))
    }

    /// The version of the notebook or chapter that it was loaded from; 0 if there is none.
    pub fn version(&self) -> i64 {
        self.version.parse().unwrap_or_default()
    }

    /// Whether the board still is as it was saved: nothing that was sent with the form, and no step, has changed it.
    pub fn has_changed_nothing(&self, state: &BoardState) -> bool {
        is_yes(&self.saved) && self.pgn.replace("\r\n", "\n").trim() == state.study.to_string().trim()
    }

    /// Whether the player was asked about their note, because others have changed it.
    pub fn was_asked_of_note(&self) -> bool {
        self.question == Question::NOTE
    }

    /// The turn to be played, as it was typed or chosen.
    pub fn turn(&self) -> &str {
        if self.explored.is_empty() { &self.turn } else { &self.explored }
    }

    /// Whether the explorer is open after the step.
    pub fn explores(&self) -> bool {
        match self.step() {
            Some(Step::Explore) => true,
            Some(Step::CloseExplorer) => false,
            _ => is_yes(&self.explorer),
        }
    }

    /// Whether the step opens the explorer.
    pub fn opens_explorer(&self) -> bool {
        self.step() == Some(Step::Explore) && !is_yes(&self.explorer)
    }

    /// The node on the board; the start if it cannot be read.
    pub fn place(&self) -> NodePath {
        self.place.parse().unwrap_or_default()
    }

    /// The node to go to, in the page that was sent.
    pub fn going(&self) -> Option<NodePath> {
        self.go.as_ref().map(|go| go.parse().unwrap_or_default())
    }

    /// The seat at the lower edge.
    pub fn side(&self, seating: Seating) -> Seat {
        seat_of(seating, &self.side).unwrap_or(Seat::FIRST)
    }
}

/// A seat as addresses and forms name it: `white`.
pub fn seat_key(seating: Seating, seat: Seat) -> String {
    seating.key(seat).to_owned()
}

/// The seat of this key.
pub fn seat_of(seating: Seating, key: &str) -> Option<Seat> {
    seating.by_key(key)
}
