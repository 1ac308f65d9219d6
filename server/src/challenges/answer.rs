//! `/challenges/{id}`: a challenge, and the answers to it.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};

use super::challenge::{Answer, AnswerRefusal, Challenge, ChallengeId, State as ChallengeState};
use super::store;
use crate::accounts::{PlayerId, Viewer};
use crate::app::App;
use crate::error::Error;
use crate::form::Problems;
use crate::moment::Moment;
use crate::page::{Layout, Page};

#[derive(Template)]
#[template(path = "challenges/show.html")]
struct ChallengePage {
    layout: Layout,
    challenge: Challenge,
    problems: Problems,
}

impl ChallengePage {
    fn viewer(&self) -> Option<PlayerId> {
        self.layout.viewer.as_ref().map(|viewer| viewer.id)
    }

    fn heading(&self) -> String {
        let Challenge { challenger, opponent, .. } = &self.challenge;
        let to = match (opponent, self.viewer()) {
            (None, _) => "anyone".to_owned(),
            (Some(opponent), Some(viewer)) if viewer == opponent.id => "you".to_owned(),
            (Some(opponent), _) => opponent.name.to_string(),
        };
        match self.viewer() == Some(challenger.id) {
            true => format!("Your challenge to {to}"),
            false => format!("{} challenges {to}", challenger.name),
        }
    }

    /// The heading; in a tab that waits behind others it is told that the wait is over.
    fn title(&self) -> String {
        match self.challenge.state {
            ChallengeState::Accepted(_) => format!("Accepted: {}", self.heading()),
            _ => self.heading(),
        }
    }

    fn can_accept(&self) -> bool {
        self.challenge.can(self.viewer(), Answer::Accept)
    }

    fn can_decline(&self) -> bool {
        self.challenge.can(self.viewer(), Answer::Decline)
    }

    fn can_withdraw(&self) -> bool {
        self.challenge.can(self.viewer(), Answer::Withdraw)
    }

    fn made(&self) -> Moment {
        Moment(self.challenge.created_at)
    }
}

/// `GET /challenges/{id}`
///
/// # Errors
/// Not there, or private to others.
pub async fn show(State(app): State<App>, layout: Layout, Path(id): Path<String>) -> Result<Response, Error> {
    let challenge = visible(&app, &layout, &read(&id)?).await?;
    Ok(Page::new(ChallengePage { layout, challenge, problems: Problems::default() }).into_response())
}

fn read(id: &str) -> Result<ChallengeId, Error> {
    ChallengeId::read(id).ok_or(Error::NotFound)
}

async fn visible(app: &App, layout: &Layout, id: &ChallengeId) -> Result<Challenge, Error> {
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let challenge = store::load(&app.pool, id).await?;
    challenge.filter(|challenge| challenge.is_visible_to(viewer)).ok_or(Error::NotFound)
}

/// `GET` where only `POST` does something, as after signing in: back to the challenge.
///
/// # Errors
/// Not there, or private to others.
pub async fn back(State(app): State<App>, layout: Layout, Path(id): Path<String>) -> Result<Redirect, Error> {
    let challenge = visible(&app, &layout, &read(&id)?).await?;
    Ok(Redirect::to(&format!("/challenges/{}", challenge.id)))
}

/// `POST /challenges/{id}/accept`: to the game that has begun.
///
/// # Errors
/// Not there, or private to others.
pub async fn accept(
    state: State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    answer(state, layout, viewer, id, Answer::Accept).await
}

/// `POST /challenges/{id}/decline`
///
/// # Errors
/// Not there, or private to others.
pub async fn decline(
    state: State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    answer(state, layout, viewer, id, Answer::Decline).await
}

/// `POST /challenges/{id}/withdraw`
///
/// # Errors
/// Not there, private to others, or another's.
pub async fn withdraw(
    state: State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    answer(state, layout, viewer, id, Answer::Withdraw).await
}

/// The answer to who would take another's challenge back.
const NOT_YOURS: Error = Error::Forbidden("This challenge was made by another player: only they can withdraw it.");

async fn answer(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    id: String,
    answer: Answer,
) -> Result<Response, Error> {
    let id = read(&id)?;
    match store::answer(&app.pool, &id, &viewer.player(), answer, app.now.get()).await? {
        None => Err(Error::NotFound),
        Some(Ok(Some(game))) => Ok(Redirect::to(&format!("/games/{game}")).into_response()),
        Some(Ok(None)) => Ok(Redirect::to("/lobby").into_response()),
        Some(Err(AnswerRefusal::NotYours)) => Err(NOT_YOURS),
        Some(Err(refusal)) => {
            let challenge = visible(&app, &layout, &id).await?;
            let problems = Problems::one("answer", refusal.to_string());
            Ok(Page::refused(ChallengePage { layout, challenge, problems }).into_response())
        }
    }
}
