//! Turns that were just removed: the page says which, and brings them back on request.

use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::study::{Study, StudyError};

use super::form::AnalysisForm;
use super::tree;

/// What a step has removed. Only the page keeps it, until the next step that changes or shows other turns.
#[derive(Clone)]
pub struct Removal {
    /// What was removed, with the turns that lead there.
    line: Study,
    /// The first turn that was removed.
    place: NodePath,
    /// The variation's first turn that took its place in its line. `None`: none did, or it began a variation itself.
    heir: Option<String>,
}

impl Removal {
    /// Removes the turn before a node with all that follows it, and gives the node before that. `None`: there is nothing to remove.
    pub fn make(study: &mut Study, place: &NodePath) -> Option<(Self, NodePath)> {
        let line = study.line_removed_at(place)?;
        let back = study.remove(place);
        let continued = place.depth() == back.depth();
        let heir = continued.then(|| next_turn(study, &back)).flatten();
        Some((Self { line, place: NodePath::main(place.turns()), heir }, back))
    }

    /// What the page offered to bring back.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(form: &AnalysisForm, start: &Position) -> Result<Option<Self>, StudyError> {
        if form.deleted.is_empty() {
            return Ok(None);
        }
        let line = Study::read(&form.deleted.replace("\r\n", "\n"), start)?;
        let place = line.line().nearest(form.deleted_at.parse().unwrap_or_default());
        let heir = Some(form.deleted_heir.clone()).filter(|heir| !heir.is_empty());
        Ok(Some(Self { line, place, heir }).filter(|removal| removal.place.turns() > 0))
    }

    /// Brings it back, and gives the node of the turn that was removed. It continues its line again, if that goes on as it did right after
    /// the removal; else it is the last variation.
    ///
    /// # Errors
    /// The study would be too large: then it is as it was.
    pub fn undo(&self, study: &mut Study) -> Result<NodePath, StudyError> {
        let turns = self.line.line().turns_to(&self.place).unwrap_or_default();
        let before = study.line().along(&turns[..turns.len().saturating_sub(1)]);
        let is_displaced = self.heir.is_some() && self.heir == next_turn(study, &before);
        study.join(&self.line)?;
        let at = study.line().along(&turns);
        Ok(if is_displaced { study.promote(&at) } else { at })
    }

    /// What was removed, with the turns that lead there.
    pub const fn line(&self) -> &Study {
        &self.line
    }

    /// Where the first turn that was removed is in them.
    pub const fn place(&self) -> &NodePath {
        &self.place
    }

    /// The turn that took its place; empty if none did.
    pub fn heir(&self) -> &str {
        self.heir.as_deref().unwrap_or_default()
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

/// The turn with which the line goes on at a node.
fn next_turn(study: &Study, at: &NodePath) -> Option<String> {
    tree::last_turn(study, &study.line().forward(at)?)
}
