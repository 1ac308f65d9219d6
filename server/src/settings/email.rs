//! `/settings/email`: where emails go.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};

use crate::account_links::{self, Address};
use crate::accounts::{AttemptSource, EmailAddress, Limit, VerifyError, Viewer, proof, rate_limit, session};
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};
use crate::wording::emails::NO_MAIL_SERVER;

#[derive(Template)]
#[template(path = "settings/email.html")]
struct EmailPage {
    layout: Layout,
    fields: EmailForm,
    problems: Problems,
    address: Address,
    /// Why no emails come at all, if none do.
    no_emails_reason: Option<&'static str>,
}

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct EmailForm {
    email: String,
    /// The player's password, needed for a new address. It is neither shown again nor saved.
    #[serde(skip_serializing)]
    password: String,
    /// `yes` after a link was sent.
    sent: String,
}

impl ResumableForm for EmailForm {}

/// `GET /settings/email`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(fields): Query<EmailForm>,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let address = account_links::address(&app.pool, viewer.id).await?;
    let saved_form = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let typed = saved_form.and_then(|form| form.form("/settings/email")).map(|kept: EmailForm| kept.email);
    let email = typed.unwrap_or_else(|| address.latest().unwrap_or_default().to_owned());
    let fields = EmailForm { email, ..fields };
    let no_emails_reason = (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER);
    Ok(Page::new(EmailPage { layout, fields, problems: Problems::default(), address, no_emails_reason })
        .into_response())
}

/// `POST /settings/email`: another address, or another link to the same.
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    jar: CookieJar,
    PlayerForm { viewer, form: mut fields }: PlayerForm<EmailForm>,
) -> Result<Response, Error> {
    let now = app.now.get();
    let address = account_links::address(&app.pool, viewer.id).await?;
    let no_emails_reason = (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER);
    let typed = std::mem::take(&mut fields.password);
    let email = match fields.email.parse::<EmailAddress>() {
        Ok(email) => email,
        Err(error) => {
            let problems = Problems::one("email", &error);
            return Ok(Page::refused(EmailPage { layout, fields, problems, address, no_emails_reason }).into_response());
        }
    };
    let page = |problems| EmailPage { layout, fields, problems, address: address.clone(), no_emails_reason };
    let source = AttemptSource::Session(session::token_hash(app.cookie, &jar));
    let verified = match address.is_known(&email) {
        true => None,
        false => match proof::verify_password(&app.pool, &app.passwords, &viewer.name, &source, typed, now).await? {
            Ok(verified) => Some(verified),
            Err(why) => return Ok(why.answer(page(Problems::one("password", &why)))),
        },
    };
    let limits = [Limit::links_to(email.as_str()), Limit::links_of(viewer.id)];
    if let Err(rate_limited) = rate_limit::count(&app.pool, &limits, now).await? {
        return Ok(rate_limited.answer(page(Problems::one("email", &rate_limited))));
    }
    if !account_links::want_address(&app.pool, viewer.id, &email, verified.as_ref(), now).await? {
        let why = VerifyError::Wrong;
        return Ok(why.answer(page(Problems::one("password", &why))));
    }
    Ok(Redirect::to("/settings/email?sent=yes").into_response())
}
