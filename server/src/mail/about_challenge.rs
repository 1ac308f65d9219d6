//! Letters about a challenge that has not become a game.

use askama::Template;
use sqlx::PgConnection;

use super::frame::Frame;
use super::kind::Kind;
use super::letter::{LetterKey, Words};
use super::written::Written;
use crate::challenges::{self, Challenge, ChallengeId, State};

/// What a letter tells of a challenge.
pub struct News {
    /// Where it is answered, or a new one is made.
    url: String,
    /// The other one of the two.
    other: String,
    challenge: Challenge,
}

#[derive(Template)]
enum Subject<'a> {
    #[template(path = "mail/challenged.subject")]
    Challenged { news: &'a News },
    #[template(path = "mail/challenge_declined.subject")]
    Declined { news: &'a News },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/challenged.txt")]
    Challenged { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/challenge_declined.txt")]
    Declined { frame: &'a Frame, news: &'a News },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/challenged.html")]
    Challenged { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/challenge_declined.html")]
    Declined { frame: &'a Frame, news: &'a News },
}

/// Writes a letter about a challenge as it stands, or says why there is nothing to write.
///
/// # Errors
/// The database fails.
pub async fn write(connection: &mut PgConnection, key: &LetterKey, frame: &Frame) -> anyhow::Result<Written> {
    let challenge = challenges::load_within(connection, &ChallengeId::stored(key.about.clone())).await?;
    let Some(challenge) = challenge else { return Ok(Written::Obsolete("there is no such challenge")) };
    let is_asked = challenge.place_of(key.player).is_some_and(|place| !place.taken);
    let asked = challenge.opponent.clone().or_else(|| is_asked.then(|| challenge.challenger.clone()));
    let Some(opponent) = asked else { return Ok(Written::Obsolete("it is open to anyone")) };
    let (subject, text, html);
    match (key.kind, &challenge.state) {
        (Kind::Challenged, State::Open) => {
            let url = frame.url(&format!("/challenges/{}", challenge.id));
            let news = News { url, other: challenge.challenger.name.to_string(), challenge };
            subject = Subject::Challenged { news: &news }.render()?;
            text = Text::Challenged { frame, news: &news }.render()?;
            html = Html::Challenged { frame, news: &news }.render()?;
        }
        (Kind::ChallengeDeclined, State::Declined) => {
            let url = frame.url("/challenges/new");
            let news = News { url, other: opponent.name.to_string(), challenge };
            subject = Subject::Declined { news: &news }.render()?;
            text = Text::Declined { frame, news: &news }.render()?;
            html = Html::Declined { frame, news: &news }.render()?;
        }
        _ => return Ok(Written::Obsolete("it is no longer so")),
    }
    Ok(Written::Words(Words { subject, text, html }))
}
