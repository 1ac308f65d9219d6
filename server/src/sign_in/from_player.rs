//! Players whose session ended while they were writing; their browser still has its cookie. What they send is answered
//! with the sign-in page, which contains their input; signing in saves it ([`crate::web::saved_form`]) and leads back
//! to the page they wrote it on, filled in. So no input is lost, none of it appears in an address, and nothing is sent
//! before its writer has seen it again. Each form names its writer, so that nobody sends what another player has
//! written.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::interrupted::InterruptedForm;
use super::login::LoginPage;
use crate::accounts::{MaybeViewer, Viewer};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::deletion::DeleteForm;
use crate::web::form::Form;
use crate::web::page::{Layout, Page};
use crate::web::saved_form;

/// A form that can be resumed after signing in. What must not be saved, such as a password, is not serialised.
pub trait ResumableForm: DeserializeOwned + Serialize + Send + Sync {
    /// The page that contains the form, given the path it is sent to.
    fn page(&self, sent_to: &str) -> String {
        sent_to.to_owned()
    }
}

impl ResumableForm for DeleteForm {}

/// A form from a player who is signed in, and who has written it. For a guest there is a page to sign up on, for anybody else
/// one to sign in on.
pub struct PlayerForm<T> {
    /// Who it is.
    pub viewer: Viewer,
    /// What was typed.
    pub form: T,
}

/// The same from a player or a guest: for what guests may do too.
pub struct MaybeGuestForm<T> {
    /// Who it is.
    pub viewer: Viewer,
    /// What was typed.
    pub form: T,
}

#[derive(Deserialize)]
struct WithWriter<T> {
    /// The name of the player that the page was made for.
    #[serde(default)]
    writer: String,
    #[serde(flatten)]
    form: T,
}

impl<S, T> FromRequest<S> for PlayerForm<T>
where
    S: Send + Sync,
    T: ResumableForm,
    App: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let sent_to = request.uri().path().to_owned();
        let MaybeGuestForm { viewer, form } = MaybeGuestForm::<T>::from_request(request, state).await?;
        if viewer.is_guest {
            let sign_up = sign_up_first(&App::from_ref(state), &viewer, &sent_to, &form).await;
            return Err(sign_up.unwrap_or_else(Error::from).into_response());
        }
        Ok(Self { viewer, form })
    }
}

impl<S, T> FromRequest<S> for MaybeGuestForm<T>
where
    S: Send + Sync,
    T: ResumableForm,
    App: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let app = App::from_ref(state);
        let (mut parts, body) = request.into_parts();
        let asked = <MaybeViewer as FromRequestParts<App>>::from_request_parts(&mut parts, &app).await;
        let MaybeViewer(viewer) = asked.map_err(IntoResponse::into_response)?;
        let jar = CookieJar::from_headers(&parts.headers);
        let sent_to = parts.uri.path().to_owned();
        let is_known = app.cookie.is_in(&jar) && parts.method == Method::POST;
        let read = Form::<WithWriter<T>>::from_request(Request::from_parts(parts, body), state).await;
        let Form(WithWriter { writer, form }) = read.map_err(IntoResponse::into_response)?;
        match viewer {
            Some(viewer) if writer.is_empty() || viewer.is_called(&writer) => Ok(Self { viewer, form }),
            None if !is_known => Err(Error::SignIn { next: form.page(&sent_to) }.into_response()),
            _ => Err(sign_in_first(
                Layout::new(None, app.assets.clone(), app.public_url.clone()),
                sent_to,
                writer,
                &form,
            )),
        }
    }
}

/// Leads a guest to the page where they sign up, and from there to the form's page with what they have sent to a path.
///
/// # Errors
/// The database fails.
pub async fn sign_up_first(
    app: &App,
    guest: &Viewer,
    sent_to: &str,
    form: &impl ResumableForm,
) -> anyhow::Result<Error> {
    let page = form.page(sent_to);
    let next = saved_form::save(&app.pool, guest.id, &page, (sent_to, form), app.now.get()).await?;
    Ok(Error::SignUp { next })
}

/// The page to sign in on, which holds a form that was sent to a path, and leads back to the form's page with it.
pub fn sign_in_first(layout: Layout, sent_to: String, writer: String, form: &impl ResumableForm) -> Response {
    let next = form.page(&sent_to);
    let interrupted = InterruptedForm::new(sent_to, writer, form);
    Page::sign_in(LoginPage::interrupted(layout, next, interrupted)).into_response()
}
