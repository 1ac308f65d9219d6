//! What every refusal and every error that a person meets can tell.

use domain::correspondence::action::UnknownAction;
use domain::correspondence::comment::CommentError;
use domain::correspondence::conditional::{LinesError, Wrong};
use domain::correspondence::leave::LeaveRefusal;
use domain::correspondence::refusal::Refusal;
use domain::rules::study::StudyError;
use domain::rules::variant::UnknownVariant;
use jiff::Timestamp;

/// Why something is not done: a code for programs, a sentence for people.
///
/// Forms take nothing else, so that no page shows what was written for a log. Whoever defines such a reason implements this
/// beside it, with the sentences of this folder.
pub trait Explained {
    /// The name of what is wrong, which does not change: `kebab-case`.
    fn code(&self) -> &'static str;

    /// What a person reads.
    fn sentence(&self) -> String;

    /// What could be typed instead, if something is known.
    fn instead(&self) -> &[String] {
        &[]
    }
}

/// A reason whose sentence depends on its reader, as that reader is told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    code: &'static str,
    sentence: String,
}

impl Explanation {
    /// Why a game did not do what it was asked, with instants as the reader writes them.
    pub fn of_refusal(refusal: &Refusal, instant: impl FnOnce(Timestamp) -> String) -> Self {
        Self { code: refusal.code(), sentence: super::refusal(refusal, instant) }
    }

    /// Why leave cannot be taken or ended, with days as the reader writes them.
    pub fn of_leave(refusal: &LeaveRefusal, day: impl Fn(Timestamp) -> String) -> Self {
        Self { code: refusal.code(), sentence: super::leave(refusal, day) }
    }
}

impl Explained for Explanation {
    fn code(&self) -> &'static str {
        self.code
    }

    fn sentence(&self) -> String {
        self.sentence.clone()
    }
}

impl Explained for UnknownAction {
    fn code(&self) -> &'static str {
        "no-such-action"
    }

    fn sentence(&self) -> String {
        super::unknown_action(self)
    }
}

impl Explained for UnknownVariant {
    fn code(&self) -> &'static str {
        "no-such-variant"
    }

    fn sentence(&self) -> String {
        super::variants::UNKNOWN.to_owned()
    }
}

impl Explained for CommentError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        super::comment(self)
    }
}

impl Explained for LinesError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        super::lines(self)
    }
}

impl Explained for Wrong {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        super::wrong_turn(self)
    }
}

impl Explained for StudyError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        super::study(self)
    }
}
