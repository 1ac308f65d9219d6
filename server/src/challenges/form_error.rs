//! Why a challenge cannot be made as its form says.

use domain::rules::variant::Variant;

use super::places::SeatRefusal;
use crate::accounts::PlayerName;
use crate::wording::{Explained, challenge_refusals as words};

/// Why a challenge cannot be made, or players not be named for its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeFormError {
    /// No time control has this key.
    UnknownClock,
    /// No seat has this key.
    UnknownSeat,
    /// The game has no such seat.
    NoSuchSeat { variant: Variant, wanted: &'static str },
    /// Nobody has partners in this game.
    NoPartners { variant: Variant },
    /// More partners are named than can sit on the challenger's side.
    TooManyPartners { variant: Variant, seats: usize, named: usize },
    /// More opponents are named than can sit on the other sides.
    TooManyOpponents { variant: Variant, seats: usize, named: usize },
    /// Several opponents are named for a game of two.
    OneOpponent,
    /// No player has this name.
    NobodyCalled { name: PlayerName, for_two: bool },
    /// The challenger is named.
    Yourself { for_two: bool },
    /// Guests play the computer only.
    Guest { name: PlayerName },
    /// A player is named twice.
    NamedTwice { name: PlayerName },
    /// A seat cannot be kept for a player who is named.
    SeatNotKept(SeatRefusal),
}

domain::codes! {
    ChallengeFormError {
        UnknownClock => "no-such-clock",
        UnknownSeat => "unknown-seat",
        NoSuchSeat { variant, wanted } => "no-such-seat",
        NoPartners { variant } => "no-partners",
        TooManyPartners { variant, seats, named } => "too-many-partners",
        TooManyOpponents { variant, seats, named } => "too-many-opponents",
        OneOpponent => "one-opponent",
        NobodyCalled { name, for_two } => "no-such-player",
        Yourself { for_two } => "yourself",
        Guest { name } => "opponent-is-guest",
        NamedTwice { name } => "named-twice",
        SeatNotKept(refusal) => "seat-not-kept",
    }
}

impl Explained for ChallengeFormError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::UnknownClock => words::UNKNOWN_CLOCK.to_owned(),
            Self::UnknownSeat => words::UNKNOWN_SEAT.to_owned(),
            Self::NoSuchSeat { variant, wanted } => words::no_such_seat(*variant, wanted),
            Self::NoPartners { variant } => words::no_partners(*variant),
            Self::TooManyPartners { variant, seats, named } => words::too_many_partners(*variant, *seats, *named),
            Self::TooManyOpponents { variant, seats, named } => words::too_many_opponents(*variant, *seats, *named),
            Self::OneOpponent => words::ONE_OPPONENT.to_owned(),
            Self::NobodyCalled { name, for_two } => words::nobody_called(name.as_str(), *for_two),
            Self::Yourself { for_two } => words::yourself(*for_two).to_owned(),
            Self::Guest { name } => words::is_a_guest(name.as_str()),
            Self::NamedTwice { name } => words::named_twice(name.as_str()),
            Self::SeatNotKept(refusal) => refusal.sentence(),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::rules::duchess::SetUp;
    use domain::rules::variant::Variant;

    use super::ChallengeFormError as Error;
    use crate::accounts::PlayerName;
    use crate::challenges::challenge::AnswerRefusal;
    use crate::challenges::limit::ChallengeLimit;
    use crate::challenges::places::SeatRefusal;
    use crate::wording::codes_tests::each_is_explained;

    fn name() -> PlayerName {
        PlayerName::stored("Kwak".to_owned())
    }

    #[test]
    fn every_reason_has_a_sentence() {
        let variant = Variant::Duchess(SetUp::Six);
        let reasons = [
            Error::UnknownClock,
            Error::UnknownSeat,
            Error::NoSuchSeat { variant: Variant::Duck, wanted: "third" },
            Error::NoPartners { variant: Variant::Duck },
            Error::TooManyPartners { variant: Variant::Duchess(SetUp::Four), seats: 1, named: 2 },
            Error::TooManyPartners { variant, seats: 2, named: 3 },
            Error::TooManyOpponents { variant, seats: 1, named: 2 },
            Error::TooManyOpponents { variant, seats: 3, named: 4 },
            Error::OneOpponent,
            Error::NobodyCalled { name: name(), for_two: true },
            Error::NobodyCalled { name: name(), for_two: false },
            Error::Yourself { for_two: true },
            Error::Yourself { for_two: false },
            Error::Guest { name: name() },
            Error::NamedTwice { name: name() },
            Error::SeatNotKept(SeatRefusal::NotFree),
        ];
        each_is_explained(Error::CODES, &reasons);
        let places = [
            SeatRefusal::NotOpen,
            SeatRefusal::NotFree,
            SeatRefusal::HasSeat,
            SeatRefusal::HasNoSeat,
            SeatRefusal::Challenger,
            SeatRefusal::NoRoom,
            SeatRefusal::TooMany(ChallengeLimit::Made),
            SeatRefusal::OtherHasSeat(name().to_string()),
        ];
        each_is_explained(SeatRefusal::CODES, &places);
        each_is_explained(
            ChallengeLimit::CODES,
            &[ChallengeLimit::Open, ChallengeLimit::Made, ChallengeLimit::ToOne(name())],
        );
        let answers = [
            AnswerRefusal::Own,
            AnswerRefusal::OpenToAnyone,
            AnswerRefusal::NotYours,
            AnswerRefusal::Accepted,
            AnswerRefusal::Declined,
            AnswerRefusal::Withdrawn(name().to_string()),
            AnswerRefusal::Expired,
        ];
        each_is_explained(AnswerRefusal::CODES, &answers);
    }
}
