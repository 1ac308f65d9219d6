//! `POST /studies/{id}/editors`: somebody is invited to edit a study, removed, answers an invitation, or leaves.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::editor_store;
use super::error::StudyRefusal;
use super::page::{self, StudyPage};
use super::study::{Role, SharedStudy};
use crate::accounts::{self, Limit, Player, PlayerName, Viewer, rate_limit};
use crate::analysis::study_path;
use crate::platform::chance::ShortId;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::Layout;
use crate::web::visibility::Visibility;

/// What is done, and with whom.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct EditorsForm {
    /// `invite`, `remove`, `accept`, `decline` or `leave`.
    step: String,
    /// Who is invited or removed.
    player: String,
}

impl ResumableForm for EditorsForm {
    fn page(&self, sent_to: &str) -> String {
        sent_to.strip_suffix("/editors").unwrap_or(sent_to).to_owned()
    }
}

/// `POST /studies/{id}/editors`
///
/// # Errors
/// Nobody is signed in, it is not theirs to do, or the database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<EditorsForm>,
) -> Result<Response, Error> {
    let study = page::seen(&app, Some(viewer.id), &id).await?;
    let now = app.now.get();
    let key = (&study.id, viewer.id);
    match (form.step.as_str(), study.role) {
        ("invite", Role::Owner) => return invite(&app, layout, &viewer, study, form.player).await,
        ("remove", Role::Owner) => {
            let player = form.player.parse::<PlayerName>().map_err(|_| Error::NotFound)?;
            let editor = accounts::player(&app.pool, &player).await?.ok_or(Error::NotFound)?;
            editor_store::remove(&app.pool, key, editor.id, now).await?;
        }
        ("accept", Role::Invited | Role::Editor) => {
            if !editor_store::accept(&app.pool, key, now).await? {
                return Err(Error::NotFound);
            }
        }
        ("decline" | "leave", Role::Invited | Role::Editor) => {
            editor_store::leave(&app.pool, key, now).await?;
            // What is private is not there any more.
            let path = if study.visibility == Visibility::Private { "/studies".to_owned() } else { study.path() };
            return Ok(Redirect::to(&path).into_response());
        }
        _ => return Err(Error::NotFound),
    }
    Ok(Redirect::to(&study.path()).into_response())
}

async fn invite(
    app: &App,
    layout: Layout,
    owner: &Viewer,
    study: SharedStudy,
    typed: String,
) -> Result<Response, Error> {
    let now = app.now.get();
    let mut problems = Problems::default();
    let invited = named(app, owner, typed.trim()).await?;
    if let Some(invited) = problems.note("player", invited) {
        let limit = Limit::invitations_of(owner.id);
        if let Err(rate_limited) = rate_limit::count(&app.pool, &[limit], now).await? {
            problems.add("player", &rate_limited);
            let mut page = StudyPage::load(app, layout, study).await?;
            (page.invited, page.problems) = (typed, problems);
            return Ok(rate_limited.answer(page));
        }
        let done = editor_store::invite(&app.pool, (&study.id, owner.id), &invited, now).await?;
        if problems.note("player", done.ok_or(Error::NotFound)?).is_some() {
            return Ok(Redirect::to(&study.path()).into_response());
        }
    }
    let mut page = StudyPage::load(app, layout, study).await?;
    page.invited = typed;
    Ok(page.refused(problems))
}

/// The player of a name who can be invited.
async fn named(app: &App, owner: &Viewer, typed: &str) -> anyhow::Result<Result<Player, StudyRefusal>> {
    if typed.is_empty() {
        return Ok(Err(StudyRefusal::NobodyNamed));
    }
    let nobody = || StudyRefusal::NobodyCalled(typed.to_owned());
    let Ok(name) = typed.parse::<PlayerName>() else { return Ok(Err(nobody())) };
    let Some(player) = accounts::player(&app.pool, &name).await? else { return Ok(Err(nobody())) };
    if player.id == owner.id {
        return Ok(Err(StudyRefusal::Yourself));
    }
    let is_computer = accounts::any_computer(&mut *app.pool.acquire().await?, &[player.id]).await?;
    if is_computer || PlayerName::is_of_guest(player.name.as_str()) {
        return Ok(Err(StudyRefusal::CannotEdit(player.name.to_string())));
    }
    Ok(Ok(player))
}

/// `GET /studies/{id}/editors`, as after signing in: back to the study.
pub async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let id = ShortId::read(&id).ok_or(Error::NotFound)?;
    Ok(Redirect::to(&study_path(&id)))
}
