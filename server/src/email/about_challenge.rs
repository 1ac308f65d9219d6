//! Emails about a challenge that has not become a game.

use askama::Template;
use jiff::{SignedDuration, Timestamp};
use sqlx::PgConnection;

use super::compose_result::ComposeResult;
use super::frame::Frame;
use super::outgoing::email_text;
use super::store;
use crate::accounts::{self, PlayerId};
use crate::challenges::{self, Challenge, ChallengeId, State};
use crate::outbox::{EmailKey, EmailKind};
use crate::wording::{ClockNames, SeatNames, TimeControlWords, VariantNames, challenges as words, emails};

/// The most emails per [`CHALLENGE_EMAIL_PERIOD`] that a player gets about challenges to them and about places given up
/// in their own. Emails sent at the same moment do not count each other, so it may be a few more. The rest is only
/// shown on the site.
const MAX_CHALLENGE_EMAILS: i64 = 30;
const CHALLENGE_EMAIL_PERIOD: SignedDuration = SignedDuration::from_hours(24);

/// What an email says about a challenge.
pub struct ChallengeSummary {
    /// Where it is answered, or a new one is made.
    url: String,
    /// The player whose action it reports.
    other: String,
    /// The place reserved for the recipient: `Yellow`.
    place: Option<&'static str>,
    /// The page of the game that is to be played again.
    rematch_of: Option<String>,
    challenge: Challenge,
}

/// A seat of a challenge for many.
struct SeatLine {
    /// `Red`
    name: &'static str,
    /// `ann`, `ben is invited`, `kept for you`, `open to anyone`
    who: String,
}

#[derive(Template)]
enum Subject<'a> {
    #[template(path = "mail/challenged.subject")]
    Challenged { frame: &'a Frame, summary: &'a ChallengeSummary },
    #[template(path = "mail/challenge_declined.subject")]
    Declined { frame: &'a Frame, summary: &'a ChallengeSummary },
    #[template(path = "mail/place_given_up.subject")]
    GivenUp { frame: &'a Frame, summary: &'a ChallengeSummary, declined: bool },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/challenged.txt")]
    Challenged { frame: &'a Frame, summary: &'a ChallengeSummary },
    #[template(path = "mail/challenge_declined.txt")]
    Declined { frame: &'a Frame, summary: &'a ChallengeSummary },
    #[template(path = "mail/place_given_up.txt")]
    GivenUp { frame: &'a Frame, summary: &'a ChallengeSummary, declined: bool },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/challenged.html")]
    Challenged { frame: &'a Frame, summary: &'a ChallengeSummary },
    #[template(path = "mail/challenge_declined.html")]
    Declined { frame: &'a Frame, summary: &'a ChallengeSummary },
    #[template(path = "mail/place_given_up.html")]
    GivenUp { frame: &'a Frame, summary: &'a ChallengeSummary, declined: bool },
}

impl ChallengeSummary {
    /// That a rematch is offered, and on what terms.
    fn rematch(&self) -> String {
        let terms = self.challenge.terms;
        emails::rematch(&self.other, terms.variant.name(), terms.rated, self.place, &self.challenge.challenger_plays())
    }

    /// The seats of a challenge for many, in the order of their turns.
    fn seats(&self) -> Vec<SeatLine> {
        let seating = self.challenge.seating();
        let line = |place: &challenges::ChallengeSeat| {
            let who = match &place.player {
                None => words::SEAT_OPEN.to_owned(),
                Some(_) if self.place == Some(seating.name(place.seat)) => words::SEAT_KEPT_FOR_YOU.to_owned(),
                Some(player) if place.taken => player.name.to_string(),
                Some(player) => words::seat_kept(player.name.as_str()),
            };
            SeatLine { name: seating.name(place.seat), who }
        };
        self.challenge.places.iter().map(line).collect()
    }
}

/// Writes an email about a challenge in its present state, or returns why there is nothing to write.
///
/// # Errors
/// The database fails.
pub async fn write(
    connection: &mut PgConnection,
    key: &EmailKey,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<ComposeResult> {
    let challenge = challenges::load_within(connection, &ChallengeId::stored(key.about.clone())).await?;
    let Some(challenge) = challenge else { return Ok(ComposeResult::Obsolete("there is no such challenge")) };
    match key.kind {
        EmailKind::Challenged => challenged(connection, key.player, challenge, frame, now).await,
        EmailKind::ChallengeDeclined => declined(challenge, frame),
        EmailKind::PlaceDeclined | EmailKind::PlaceLeft => given_up(connection, key, challenge, frame, now).await,
        other => anyhow::bail!("an email of kind {} is not about a challenge", other.key()),
    }
}

const LIMIT_REACHED: ComposeResult = ComposeResult::Obsolete("they have been told of enough challenges for a day");

async fn has_reached_limit(connection: &mut PgConnection, player: PlayerId, now: Timestamp) -> anyhow::Result<bool> {
    Ok(store::challenge_emails_since(connection, player, now - CHALLENGE_EMAIL_PERIOD).await? >= MAX_CHALLENGE_EMAILS)
}

/// To the player who is challenged, or invited to a place.
async fn challenged(
    connection: &mut PgConnection,
    player: PlayerId,
    challenge: Challenge,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<ComposeResult> {
    let place = challenge.places.iter().find(|place| place.is_of(player));
    let is_asked = match &challenge.opponent {
        Some(opponent) => opponent.id == player,
        None => place.is_some_and(|place| !place.taken),
    };
    if challenge.state != State::Open || !is_asked {
        return Ok(ComposeResult::Obsolete("it is no longer so"));
    }
    if has_reached_limit(connection, player, now).await? {
        return Ok(LIMIT_REACHED);
    }
    let invited_by = challenges::invited_by(connection, &challenge.id, player).await?;
    let other = invited_by.unwrap_or_else(|| challenge.challenger.name.clone()).to_string();
    let place = place.map(|place| challenge.seating().name(place.seat));
    let before = challenges::rematch_of(connection, &challenge.id).await?;
    let rematch_of = before.map(|before| frame.url(&format!("/games/{before}")));
    let url = frame.url(&format!("/challenges/{}", challenge.id));
    let summary = &ChallengeSummary { url, other, place, rematch_of, challenge };
    email_text!(Challenged { frame, summary }).map(ComposeResult::Content)
}

/// To the challenger, whose challenge to one player was declined.
fn declined(challenge: Challenge, frame: &Frame) -> anyhow::Result<ComposeResult> {
    let opponent = challenge.opponent.as_ref().filter(|_| challenge.state == State::Declined);
    let Some(other) = opponent.map(|opponent| opponent.name.to_string()) else {
        return Ok(ComposeResult::Obsolete("it is no longer so"));
    };
    let summary =
        &ChallengeSummary { url: frame.url("/challenges/new"), other, place: None, rematch_of: None, challenge };
    email_text!(Declined { frame, summary }).map(ComposeResult::Content)
}

/// To the challenger: a player has declined or left their place. The email's key is marked with that player.
async fn given_up(
    connection: &mut PgConnection,
    key: &EmailKey,
    challenge: Challenge,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<ComposeResult> {
    let player = PlayerId(key.mark);
    if challenge.state != State::Open || challenge.place_of(player).is_some() {
        return Ok(ComposeResult::Obsolete("it is no longer so"));
    }
    if has_reached_limit(connection, key.player, now).await? {
        return Ok(LIMIT_REACHED);
    }
    let other = accounts::name(connection, player).await?.to_string();
    let summary = &ChallengeSummary {
        url: frame.url(&format!("/challenges/{}", challenge.id)),
        other,
        place: None,
        rematch_of: None,
        challenge,
    };
    let declined = key.kind == EmailKind::PlaceDeclined;
    email_text!(GivenUp { frame, summary, declined }).map(ComposeResult::Content)
}
