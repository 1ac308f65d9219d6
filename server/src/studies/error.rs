//! Why a form about a study is refused.

use domain::rules::study::StudyError;

use super::{MAX_CHAPTERS, MAX_EDITORS, MAX_STUDIES};
use crate::wording::{Explained, shared_studies as words};

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyRefusal {
    /// The player has as many studies as one can have.
    TooManyStudies,
    /// The study would have more chapters than one can have.
    TooManyChapters {
        /// How many it has.
        has: i64,
        /// How many more there are.
        added: usize,
    },
    /// One of several games cannot be a chapter.
    InGame {
        /// Which, from 1.
        number: usize,
        /// Why.
        error: StudyError,
    },
    /// The variant is none.
    NoSuchVariant,
    /// The study is not one that the player may edit.
    NoSuchStudy,
    /// Nobody is named who is to edit it.
    NobodyNamed,
    /// Nobody is called so.
    NobodyCalled(String),
    /// The owner is named.
    Yourself,
    /// Who is named has no account to edit with.
    CannotEdit(String),
    /// Who is named edits it, or is invited to.
    ThereAlready(String),
    /// It has as many editors as a study can have.
    TooManyEditors,
}

domain::codes! {
    StudyRefusal {
        TooManyStudies => "too-many-studies",
        TooManyChapters { has, added } => "too-many-chapters",
        InGame { number, error } => "in-game",
        NoSuchVariant => "no-such-variant",
        NoSuchStudy => "no-such-study",
        NobodyNamed => "nobody-named",
        NobodyCalled(name) => "no-such-player",
        Yourself => "yourself",
        CannotEdit(name) => "cannot-edit",
        ThereAlready(name) => "there-already",
        TooManyEditors => "too-many-editors",
    }
}

impl Explained for StudyRefusal {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::TooManyStudies => words::too_many_studies(MAX_STUDIES),
            Self::TooManyChapters { has, added } => words::too_many_chapters(MAX_CHAPTERS, *has, *added),
            Self::InGame { number, error } => words::in_game(*number, &error.sentence()),
            Self::NoSuchVariant => words::NO_SUCH_VARIANT.to_owned(),
            Self::NoSuchStudy => words::NO_SUCH_STUDY.to_owned(),
            Self::NobodyNamed => words::NOBODY_NAMED.to_owned(),
            Self::NobodyCalled(name) => words::nobody_called(name),
            Self::Yourself => words::YOURSELF.to_owned(),
            Self::CannotEdit(name) => words::cannot_edit(name),
            Self::ThereAlready(name) => words::there_already(name),
            Self::TooManyEditors => words::too_many_editors(MAX_EDITORS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{StudyError, StudyRefusal as Refusal};
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        let name = || "kwik".to_owned();
        each_is_explained(
            Refusal::CODES,
            &[
                Refusal::TooManyStudies,
                Refusal::TooManyChapters { has: 60, added: 5 },
                Refusal::InGame { number: 2, error: StudyError::TooDeep },
                Refusal::NoSuchVariant,
                Refusal::NoSuchStudy,
                Refusal::NobodyNamed,
                Refusal::NobodyCalled(name()),
                Refusal::Yourself,
                Refusal::CannotEdit(name()),
                Refusal::ThereAlready(name()),
                Refusal::TooManyEditors,
            ],
        );
    }
}
