//! Taking and leaving seats of a challenge for more than two players.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::seat::{MAX_SEATS, Seat};
use serde::Deserialize;

use super::answer::{self, ChallengePage};
use super::challenge::ChallengeId;
use super::form_error::ChallengeFormError;
use super::places::{Change, SeatRefusal};
use super::store;
use crate::accounts::{self, Player, PlayerName, Viewer, guests};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::page::{Layout, Page};

/// Whom a player brings along.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SitForm {
    /// Names, with commas between them.
    partners: String,
}

/// `POST /challenges/{id}/seats/{seat}`: sits down, and perhaps asks partners to the same side.
///
/// # Errors
/// Not there, or private to others.
pub async fn take(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path((id, seat)): Path<(String, String)>,
    Form(form): Form<SitForm>,
) -> Result<Response, Error> {
    let id = ChallengeId::read(&id).ok_or(Error::NotFound)?;
    let seat = seat.parse().ok().and_then(Seat::new).ok_or(Error::NotFound)?;
    let mut problems = Problems::default();
    let partners = players(&app, &viewer, &form.partners, "partners", &mut problems).await?;
    if !problems.is_empty() {
        return refused(&app, layout, &id, problems, form.partners).await;
    }
    let what = if partners.is_empty() { Change::Take(Some(seat)) } else { Change::Bring(seat, partners) };
    change(&app, layout, &viewer, &id, &what, form.partners).await
}

/// `POST /challenges/{id}/leave`: leaves a place, or declines an invitation.
///
/// # Errors
/// Not there, or private to others.
pub async fn leave(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let id = ChallengeId::read(&id).ok_or(Error::NotFound)?;
    change(&app, layout, &viewer, &id, &Change::Leave, String::new()).await
}

/// `GET` where only `POST` does something, as after signing in: back to the challenge.
///
/// # Errors
/// Not there, or private to others.
pub async fn back(state: State<App>, layout: Layout, Path((id, _)): Path<(String, String)>) -> Result<Redirect, Error> {
    answer::back(state, layout, Path(id)).await
}

/// Changes the places: to the game, if it has begun by that, else to the challenge, or to the lobby from which it cannot
/// be seen any more.
///
/// # Errors
/// Not there, or private to others.
pub async fn change(
    app: &App,
    layout: Layout,
    viewer: &Viewer,
    id: &ChallengeId,
    what: &Change,
    typed: String,
) -> Result<Response, Error> {
    match store::change(&app.games, id, &viewer.player(), what, app.now.get()).await? {
        None => Err(Error::NotFound),
        Some(Ok(Some(game))) => Ok(Redirect::to(&format!("/games/{game}")).into_response()),
        Some(Ok(None)) if *what == Change::Leave => {
            Ok(Redirect::to(&format!("/challenges/{id}?left=yes")).into_response())
        }
        Some(Ok(None)) => Ok(Redirect::to(&format!("/challenges/{id}")).into_response()),
        Some(Err(refusal)) => refused(app, layout, id, Problems::one("answer", &refusal), typed).await,
    }
}

async fn refused(
    app: &App,
    layout: Layout,
    id: &ChallengeId,
    problems: Problems,
    typed: String,
) -> Result<Response, Error> {
    let challenge = answer::visible(app, &layout, id).await?;
    let page = ChallengePage { partners: typed, ..ChallengePage::refused(layout, challenge, problems) };
    Ok(Page::refused(page).into_response())
}

/// The players in a comma-separated list of names, except the viewer; errors are added to the problems.
///
/// # Errors
/// The database fails.
pub async fn players(
    app: &App,
    viewer: &Viewer,
    typed: &str,
    field: &'static str,
    problems: &mut Problems,
) -> anyhow::Result<Vec<Player>> {
    let names: Vec<_> = typed.split([',', ';']).map(str::trim).filter(|name| !name.is_empty()).collect();
    // Each name is a question to the database: no more of them than there can be seats.
    if names.len() >= MAX_SEATS {
        problems.add(field, &SeatRefusal::NoRoom);
        return Ok(Vec::new());
    }
    let mut found: Vec<Player> = Vec::new();
    for name in names {
        let Some(name) = problems.note(field, name.parse::<PlayerName>()) else { continue };
        match accounts::player(&app.pool, &name).await? {
            None => problems.add(field, &ChallengeFormError::NobodyCalled { name, for_two: false }),
            Some(player) if player.id == viewer.id => {
                problems.add(field, &ChallengeFormError::Yourself { for_two: false });
            }
            Some(player) if guests::is_guest(&app.pool, player.id).await? => {
                problems.add(field, &ChallengeFormError::Guest { name: player.name });
            }
            Some(player) if found.contains(&player) => problems.add(field, &ChallengeFormError::NamedTwice { name }),
            Some(player) => found.push(player),
        }
    }
    Ok(found)
}
