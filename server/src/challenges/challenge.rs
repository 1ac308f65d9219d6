//! A challenge, and who may answer it how.

use std::fmt;
use std::str::FromStr;

use domain::correspondence::time_control::TimeControlKind;
use domain::rules::seat::{Seating, Side};
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};

use super::places::ChallengeSeat;
use crate::accounts::{Player, PlayerId};
use crate::boards::SeatIcon;
use crate::games::GameId;
use crate::wording::{self, Explained, SeatNames, challenge_refusals as words};

/// A challenge's name in its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeId(String);

impl ChallengeId {
    /// A name for a new challenge.
    pub fn draw() -> Self {
        Self(crate::platform::chance::short_id())
    }

    /// A name that comes from the database.
    pub fn stored(id: String) -> Self {
        Self(id)
    }

    /// A name from an address; `None` if no challenge can have it.
    pub fn read(text: &str) -> Option<Self> {
        crate::platform::chance::could_be_short_id(text).then(|| Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ChallengeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the challenger wants to sit, in a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChoice {
    /// Moves first.
    First,
    /// Moves second.
    Second,
    /// Drawn at random when the challenge is accepted.
    Random,
}

impl SeatChoice {
    /// Its name in the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Random => "random",
        }
    }

    /// What the challenger plays, in a game of two.
    fn in_words(self, seating: Seating) -> String {
        match self {
            Self::First => seating.side_name(Side::WHITE),
            Self::Second => seating.side_name(Side::BLACK),
            Self::Random => wording::challenges::side_at_random(seating),
        }
    }
}

impl FromStr for SeatChoice {
    type Err = ();

    fn from_str(key: &str) -> Result<Self, ()> {
        [Self::First, Self::Second, Self::Random].into_iter().find(|choice| choice.key() == key).ok_or(())
    }
}

/// What is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Which game.
    pub variant: Variant,
    /// The clocks.
    pub clock: TimeControlKind,
    /// The challenger's seat; where more than two play, their places say it.
    pub seat: SeatChoice,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether everyone may read the players' messages, and kibitz.
    pub public: bool,
}

impl Terms {
    /// What is to be played: `Duck Chess, rated`.
    pub fn in_words(&self) -> String {
        wording::challenges::terms(self.variant, self.rated, self.public)
    }
}

/// The state of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It can be answered.
    Open,
    /// It became a game.
    Accepted(GameId),
    /// The opponent did not want to.
    Declined,
    /// The challenger took it back.
    Withdrawn,
    /// Nobody answered it within `MAX_DAYS_OPEN` days.
    Expired,
}

/// How many days a challenge waits for an answer: longer than the leave of a year.
pub const MAX_DAYS_OPEN: i64 = 30;

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its name in its address.
    pub id: ChallengeId,
    /// Who wants to play.
    pub challenger: Player,
    /// Against whom; `None`: anyone.
    pub opponent: Option<Player>,
    /// What.
    pub terms: Terms,
    /// When it was made.
    pub created_at: Timestamp,
    /// Its state.
    pub state: State,
    /// Who sits where already, in a game of more than two.
    pub places: Vec<ChallengeSeat>,
}

/// What a player can do with a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Play.
    Accept,
    /// Not play.
    Decline,
    /// Take one's own challenge back.
    Withdraw,
}

/// Why an answer is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerRefusal {
    /// Nobody plays against themselves.
    Own,
    /// An open challenge is simply left to others.
    OpenToAnyone,
    /// Only the challenger can.
    NotYours,
    /// Somebody was faster, or it was done twice.
    Accepted,
    /// It was declined.
    Declined,
    /// It was withdrawn.
    Withdrawn(String),
    /// It waited too long.
    Expired,
}

domain::codes! {
    AnswerRefusal {
        Own => "own-challenge",
        OpenToAnyone => "open-to-anyone",
        NotYours => "not-yours",
        Accepted => "accepted",
        Declined => "declined",
        Withdrawn(challenger) => "withdrawn",
        Expired => "expired",
    }
}

impl Explained for AnswerRefusal {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Own => words::OWN.to_owned(),
            Self::OpenToAnyone => words::OPEN_TO_ANYONE.to_owned(),
            Self::NotYours => words::ONLY_THE_CHALLENGER_WITHDRAWS.to_owned(),
            Self::Accepted => words::ACCEPTED.to_owned(),
            Self::Declined => words::DECLINED.to_owned(),
            Self::Withdrawn(challenger) => words::withdrawn(challenger),
            Self::Expired => words::expired(MAX_DAYS_OPEN),
        }
    }
}

impl Challenge {
    /// Whether this player may know of it. A challenge to a named player is private to the two; one for many is, once
    /// no place is open, private to those who have a place or are invited to one.
    pub fn is_visible_to(&self, player: Option<PlayerId>) -> bool {
        let is_theirs = |id: PlayerId| id == self.challenger.id || self.place_of(id).is_some();
        match &self.opponent {
            None => !self.is_for_many() || self.has_open_place() || player.is_some_and(is_theirs),
            Some(opponent) => player == Some(opponent.id) || player == Some(self.challenger.id),
        }
    }

    /// Whether more than two play, so that it is not simply accepted: each player takes a seat.
    pub fn is_for_many(&self) -> bool {
        self.seating().is_for_many()
    }

    /// What the challenger plays.
    pub fn challenger_plays(&self) -> String {
        match self.place_of(self.challenger.id) {
            Some(place) => self.seating().name(place.seat).to_owned(),
            None => self.terms.seat.in_words(self.seating()),
        }
    }

    /// Until when it waits for an answer.
    pub fn open_until(&self) -> Timestamp {
        self.created_at + SignedDuration::from_hours(24 * MAX_DAYS_OPEN)
    }

    /// The seat that the viewer (the challenger, or whoever accepts) has or would have, as an icon and in words. The icon is
    /// the duck if that is still open.
    pub fn viewers_seat(&self, viewer: Option<PlayerId>) -> (SeatIcon, String) {
        let (seating, variant) = (self.seating(), self.terms.variant);
        let of_player = |player| seating.seats_of_player(player).next().map(|seat| SeatIcon::of(variant, seat));
        if self.is_for_many() {
            let own = viewer.and_then(|viewer| self.place_of(viewer));
            let seats: Vec<_> = own.map_or_else(|| self.open_seats().collect(), |place| vec![place.seat]);
            return match seats[..] {
                [seat] => (SeatIcon::of(variant, seat), seating.name(seat).to_owned()),
                _ => (SeatIcon::OPEN, wording::challenges::one_of_seats(seats.len())),
            };
        }
        let (player, side) = match (self.terms.seat, viewer == Some(self.challenger.id)) {
            (SeatChoice::Random, _) => return (SeatIcon::OPEN, wording::challenges::AT_RANDOM.to_owned()),
            (SeatChoice::First, true) | (SeatChoice::Second, false) => (0, Side::WHITE),
            (SeatChoice::First, false) | (SeatChoice::Second, true) => (1, Side::BLACK),
        };
        (of_player(player).unwrap_or(SeatIcon::OPEN), seating.side_name(side))
    }

    /// Whether this player may answer so now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, player: PlayerId, answer: Answer) -> Result<(), AnswerRefusal> {
        let own = self.challenger.id == player;
        if answer == Answer::Withdraw && !own {
            return Err(AnswerRefusal::NotYours);
        }
        match self.state {
            State::Open => {}
            State::Accepted(_) => return Err(AnswerRefusal::Accepted),
            State::Declined => return Err(AnswerRefusal::Declined),
            State::Expired => return Err(AnswerRefusal::Expired),
            State::Withdrawn => return Err(AnswerRefusal::Withdrawn(self.challenger.name.to_string())),
        }
        match answer {
            Answer::Accept | Answer::Decline if own => Err(AnswerRefusal::Own),
            Answer::Decline if self.opponent.is_none() => Err(AnswerRefusal::OpenToAnyone),
            Answer::Accept | Answer::Decline | Answer::Withdraw => Ok(()),
        }
    }

    /// The answers this player can give now.
    pub fn can(&self, player: Option<PlayerId>, answer: Answer) -> bool {
        player.is_some_and(|player| self.check(player, answer).is_ok())
    }
}
