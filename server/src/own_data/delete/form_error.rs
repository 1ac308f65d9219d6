//! Why an account is not to be deleted yet.

use crate::wording::{Explained, own_data as words};

/// What is wrong with the form, apart from the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionFormError {
    /// It was not said that this is what they want.
    NotConfirmed,
}

domain::codes! {
    DeletionFormError {
        NotConfirmed => "deletion-not-confirmed",
    }
}

impl Explained for DeletionFormError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NotConfirmed => words::CONFIRM_DELETION.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DeletionFormError;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        each_is_explained(DeletionFormError::CODES, &[DeletionFormError::NotConfirmed]);
    }
}
