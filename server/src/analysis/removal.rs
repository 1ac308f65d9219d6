//! Turns that were just removed: the page says which, and brings them back on request.

use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::study::{Study, StudyError};

use super::form::AnalysisForm;
use super::tree;

/// What a step has removed. Only the page keeps it, up to the next step.
#[derive(Clone)]
pub struct Removal {
    /// What was removed, with the turns that lead there.
    line: Study,
    /// The first turn that was removed.
    place: NodePath,
    /// Whether that continued the line that it was in, and began no variation.
    continued: bool,
}

impl Removal {
    /// The form's value for turns that continued their line.
    const CONTINUED: &str = "yes";

    /// Removes the turn before a node with all that follows it, and gives the node before that. `None`: there is nothing to remove.
    pub fn make(study: &mut Study, place: &NodePath) -> Option<(Self, NodePath)> {
        let line = study.line_removed_at(place)?;
        let back = study.remove(place);
        let removed = Self { line, place: NodePath::main(place.turns()), continued: place.depth() == back.depth() };
        Some((removed, back))
    }

    /// What the page offered to bring back.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(form: &AnalysisForm, start: &Position) -> Result<Option<Self>, StudyError> {
        if form.deleted.is_empty() {
            return Ok(None);
        }
        let line = Study::read(&form.deleted, start)?;
        let place = line.line().nearest(form.deleted_at.parse().unwrap_or_default());
        Ok(Some(Self { line, place, continued: form.deleted_continued == Self::CONTINUED }))
    }

    /// Brings it back, and gives the node of the turn that was removed.
    ///
    /// # Errors
    /// The study would be too large: then it is as it was.
    pub fn undo(&self, study: &mut Study) -> Result<NodePath, StudyError> {
        study.join(&self.line)?;
        let turns = self.line.line().turns_to(&self.place).unwrap_or_default();
        let [at, before] = [&turns[..], &turns[..turns.len().saturating_sub(1)]].map(|turns| study.line().along(turns));
        let became_variation = self.continued && at.depth() > before.depth();
        Ok(if became_variation { study.promote(&at) } else { at })
    }

    /// The turns as PGN.
    pub fn pgn(&self) -> String {
        self.line.to_string()
    }

    /// Where the first turn that was removed is in them.
    pub const fn place(&self) -> &NodePath {
        &self.place
    }

    /// The form's value for whether it continued its line.
    pub const fn continued(&self) -> &'static str {
        if self.continued { Self::CONTINUED } else { "" }
    }

    /// What was removed, in words: `1... e6@e2 and the 2 turns after it`.
    pub fn words(&self) -> String {
        let turn = tree::last_turn(&self.line, &self.place).unwrap_or_default();
        match self.line.line().count().saturating_sub(self.place.turns()) {
            0 => turn,
            1 => format!("{turn} and the turn after it"),
            more => format!("{turn} and the {more} turns after it"),
        }
    }
}
