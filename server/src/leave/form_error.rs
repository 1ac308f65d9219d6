//! Why the form that takes leave cannot be read.

use crate::wording::{Explained, leave as words};

/// What cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaveFormError {
    /// The first day.
    UnreadableDate,
    /// How many days.
    UnreadableDays,
}

domain::codes! {
    LeaveFormError {
        UnreadableDate => "unreadable-date",
        UnreadableDays => "unreadable-days",
    }
}

impl Explained for LeaveFormError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::UnreadableDate => words::UNREADABLE_DATE.to_owned(),
            Self::UnreadableDays => words::unreadable_days(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LeaveFormError as Error;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        each_is_explained(Error::CODES, &[Error::UnreadableDate, Error::UnreadableDays]);
    }
}
