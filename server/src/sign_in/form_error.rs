//! Why nobody is signed up or in, or sent a link.

use crate::accounts::PlayerName;
use crate::wording::{Explained, sign_in as words};

/// What is wrong with a form of this folder, apart from what its fields say themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignInError {
    /// Another player has this name.
    NameTaken(PlayerName),
    /// Nobody has this name and this password. Which of the two is wrong is not said: whether a name is taken is not told to
    /// who tries passwords.
    WrongNameOrPassword,
    /// What waits to be sent was written by another player.
    WrittenByAnother(String),
    /// Nobody was named whose password is forgotten.
    WhoIsMissing,
    /// No emails leave, so no link can be sent.
    NoEmails,
}

domain::codes! {
    SignInError {
        NameTaken(name) => "name-taken",
        WrongNameOrPassword => "wrong-name-or-password",
        WrittenByAnother(writer) => "written-by-another",
        WhoIsMissing => "who-is-missing",
        NoEmails => "no-emails",
    }
}

impl Explained for SignInError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NameTaken(name) => words::name_taken(name.as_str()),
            Self::WrongNameOrPassword => words::WRONG_NAME_OR_PASSWORD.to_owned(),
            Self::WrittenByAnother(writer) => words::written_by_another(writer),
            Self::WhoIsMissing => words::WHO_IS_MISSING.to_owned(),
            Self::NoEmails => words::NO_EMAIL_CAN_BE_SENT.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SignInError as Error;
    use crate::accounts::PlayerName;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        let reasons = [
            Error::NameTaken(PlayerName::stored("Kwak".to_owned())),
            Error::WrongNameOrPassword,
            Error::WrittenByAnother("Kwak".to_owned()),
            Error::WhoIsMissing,
            Error::NoEmails,
        ];
        each_is_explained(Error::CODES, &reasons);
    }
}
