//! The kinds of emails, and which of them a player can do without.

use crate::preferences::EmailPreferences;
use crate::wording::emails::{self, TopicWords};

/// A kind of email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmailKind {
    /// A turn has come to the player.
    YourTurn,
    /// A fifth is left of the time they had when the turn came to them.
    FifthLeft,
    /// A day is left.
    DayLeft,
    /// An opponent offers a draw.
    DrawOffered,
    /// A player's clock has run out in a game that goes on without them; also to that player.
    TimeRanOut,
    /// A game has ended, not by the player's own deed.
    GameOver,
    /// Somebody challenges them by name.
    Challenged,
    /// Somebody accepted their challenge.
    ChallengeAccepted,
    /// Somebody declined their challenge.
    ChallengeDeclined,
    /// An invited player has declined their place in a challenge for many.
    PlaceDeclined,
    /// Somebody got up again from their place in a challenge for many.
    PlaceLeft,
    /// A link that shows that email reaches an address.
    ConfirmEmail,
    /// A link that lets them choose another password.
    ResetPassword,
    /// Another address is to take the place of this one.
    AddressWanted,
    /// The account is to be deleted, and until when that can be taken back.
    DeletionAsked,
    /// The account is deleted.
    AccountDeleted,
}

/// What emails are about, as players choose it: the fields of [`EmailPreferences`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailTopic {
    /// [`EmailPreferences::your_turn`]
    YourTurn,
    /// [`EmailPreferences::time_running_out`]
    TimeRunningOut,
    /// [`EmailPreferences::draw_offered`]
    DrawOffered,
    /// [`EmailPreferences::game_over`]
    GameOver,
    /// [`EmailPreferences::challenge`]
    Challenge,
}

impl EmailKind {
    const ALL: [Self; 16] = [
        Self::YourTurn,
        Self::FifthLeft,
        Self::DayLeft,
        Self::DrawOffered,
        Self::TimeRanOut,
        Self::GameOver,
        Self::Challenged,
        Self::ChallengeAccepted,
        Self::ChallengeDeclined,
        Self::PlaceDeclined,
        Self::PlaceLeft,
        Self::ConfirmEmail,
        Self::ResetPassword,
        Self::AddressWanted,
        Self::DeletionAsked,
        Self::AccountDeleted,
    ];

    /// Its name in the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::YourTurn => "your-turn",
            Self::FifthLeft => "fifth-left",
            Self::DayLeft => "day-left",
            Self::DrawOffered => "draw-offered",
            Self::TimeRanOut => "time-ran-out",
            Self::GameOver => "game-over",
            Self::Challenged => "challenged",
            Self::ChallengeAccepted => "challenge-accepted",
            Self::ChallengeDeclined => "challenge-declined",
            Self::PlaceDeclined => "place-declined",
            Self::PlaceLeft => "place-left",
            Self::ConfirmEmail => "confirm-email",
            Self::ResetPassword => "reset-password",
            Self::AddressWanted => "address-wanted",
            Self::DeletionAsked => "deletion-asked",
            Self::AccountDeleted => "account-deleted",
        }
    }

    /// The kind with this [`key`](Self::key).
    pub fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// The names of all kinds in the database.
    pub fn keys() -> Vec<String> {
        Self::ALL.map(|kind| kind.key().to_owned()).to_vec()
    }

    /// What it is about; `None` for an email about the account itself, which is always sent.
    pub const fn topic(self) -> Option<EmailTopic> {
        match self {
            Self::YourTurn => Some(EmailTopic::YourTurn),
            Self::FifthLeft | Self::DayLeft => Some(EmailTopic::TimeRunningOut),
            Self::DrawOffered => Some(EmailTopic::DrawOffered),
            Self::TimeRanOut | Self::GameOver => Some(EmailTopic::GameOver),
            Self::Challenged
            | Self::ChallengeAccepted
            | Self::ChallengeDeclined
            | Self::PlaceDeclined
            | Self::PlaceLeft => Some(EmailTopic::Challenge),
            Self::ConfirmEmail
            | Self::ResetPassword
            | Self::AddressWanted
            | Self::DeletionAsked
            | Self::AccountDeleted => None,
        }
    }
}

impl EmailTopic {
    const ALL: [Self; 5] = [Self::YourTurn, Self::TimeRunningOut, Self::DrawOffered, Self::GameOver, Self::Challenge];

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::YourTurn => "your-turn",
            Self::TimeRunningOut => "time-running-out",
            Self::DrawOffered => "draw-offered",
            Self::GameOver => "game-over",
            Self::Challenge => "challenge",
        }
    }

    /// The topic with this [`key`](Self::key).
    pub fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.key() == key)
    }

    /// Its field in the stored [`EmailPreferences`].
    pub const fn field(self) -> &'static str {
        match self {
            Self::YourTurn => "your_turn",
            Self::TimeRunningOut => "time_running_out",
            Self::DrawOffered => "draw_offered",
            Self::GameOver => "game_over",
            Self::Challenge => "challenge",
        }
    }

    /// What is said of such emails.
    pub const fn words(self) -> TopicWords {
        match self {
            Self::YourTurn => emails::YOUR_TURN,
            Self::TimeRunningOut => emails::TIME_RUNNING_OUT,
            Self::DrawOffered => emails::DRAW_OFFERED,
            Self::GameOver => emails::GAME_OVER,
            Self::Challenge => emails::CHALLENGE,
        }
    }

    /// Whether a player wants them.
    pub const fn is_wanted(self, emails: EmailPreferences) -> bool {
        match self {
            Self::YourTurn => emails.your_turn,
            Self::TimeRunningOut => emails.time_running_out,
            Self::DrawOffered => emails.draw_offered,
            Self::GameOver => emails.game_over,
            Self::Challenge => emails.challenge,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::EmailTopic;

    #[test]
    fn every_topic_has_words_of_its_own() {
        let reasons: HashSet<_> = EmailTopic::ALL.map(|topic| topic.words().reason).into();
        let headings: HashSet<_> = EmailTopic::ALL.map(|topic| topic.words().heading).into();
        assert_eq!((reasons.len(), headings.len()), (EmailTopic::ALL.len(), EmailTopic::ALL.len()));
        assert!(reasons.iter().all(|reason| reason.ends_with('.')), "{reasons:?}");
        assert!(headings.iter().all(|heading| !heading.ends_with('.')), "{headings:?}");
    }
}
