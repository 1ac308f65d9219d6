//! `/settings/profile`: what players say of themselves on their own page.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use crate::accounts::{About, Country, PublicProfile, Viewer};
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};

#[derive(Template)]
#[template(path = "settings/profile.html")]
struct ProfilePage {
    layout: Layout,
    fields: ProfileForm,
    problems: Problems,
    /// What the player is called.
    name: String,
}

impl ProfilePage {
    const MAX_CHARS: usize = About::MAX_CHARS;

    fn countries(&self) -> impl Iterator<Item = Country> {
        Country::all()
    }
}

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ProfileForm {
    about: String,
    country: String,
}

impl ResumableForm for ProfileForm {}

impl From<PublicProfile> for ProfileForm {
    fn from(profile: PublicProfile) -> Self {
        let about = profile.about.as_ref().map_or("", About::as_str).to_owned();
        Self { about, country: profile.country.map_or("", Country::code).to_owned() }
    }
}

impl ProfileForm {
    fn read(&self) -> Result<PublicProfile, Problems> {
        let mut problems = Problems::default();
        let country = problems.note("country", Country::read(&self.country));
        let about = problems.note("about", About::read(&self.about));
        let (Some(country), Some(about)) = (country, about) else { return Err(problems) };
        Ok(PublicProfile { about, country })
    }
}

/// `GET /settings/profile`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let saved_form = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let fields = match saved_form.and_then(|form| form.form("/settings/profile")) {
        Some(typed) => typed,
        None => PublicProfile::load(&app.pool, viewer.id).await?.into(),
    };
    let name = viewer.name.to_string();
    Ok(Page::new(ProfilePage { layout, fields, problems: Problems::default(), name }).into_response())
}

/// `POST /settings/profile`: then one's own page, as others see it.
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    PlayerForm { viewer, form: fields }: PlayerForm<ProfileForm>,
) -> Result<Response, Error> {
    let name = viewer.name.to_string();
    match fields.read() {
        Ok(profile) => {
            profile.save(&app.pool, viewer.id).await?;
            Ok(Redirect::to(&format!("/players/{name}")).into_response())
        }
        Err(problems) => Ok(Page::refused(ProfilePage { layout, fields, problems, name }).into_response()),
    }
}
