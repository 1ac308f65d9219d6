//! Players whose session ended while they wrote: their browser still has its cookie. The answer to what they send is the page to sign in on, with what they
//! wrote in its form; and that form leads back to the page they wrote it on. So nothing that was typed is lost, none of it
//! stands in an address, and nothing is sent before its writer has seen it once more.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::login::{LoginForm, LoginPage, Unsent};
use super::session::{self, MaybeViewer, SessionCookie, Viewer};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems, typed_fields};
use crate::page::{Layout, Page};
use crate::visitor::Address;

/// Where somebody has to sign in first. A browser whose session has ended gets the page to do so with the form that was
/// not sent, which is taken to a path as [`Returned`] and shown there; any other is sent to the login page.
///
/// # Errors
/// Who was not signed in at all is sent to the login page.
pub fn sign_in_first(
    cookie: SessionCookie,
    jar: &CookieJar,
    layout: Layout,
    path: String,
    form: &impl Serialize,
) -> Result<Response, Error> {
    if !cookie.is_in(jar) {
        return Err(Error::SignIn { next: path });
    }
    Ok(Page::sign_in(page(layout, path, form, LoginForm::default())).into_response())
}

fn page(layout: Layout, path: String, form: &impl Serialize, fields: LoginForm) -> LoginPage {
    let unsent = Unsent { path, fields: typed_fields(form) };
    LoginPage { layout, fields, problems: Problems::default(), unsent: Some(unsent) }
}

/// A form that comes to be shown, from its player or with their name and password from [`sign_in_first`]. As an argument
/// of a handler it lets players in only; the answer has to set `jar`.
pub struct Returned<T> {
    /// The frame of the page, for this player.
    pub layout: Layout,
    /// Who it is.
    pub viewer: Viewer,
    /// With the cookie of the session, if it has just begun.
    pub jar: CookieJar,
    /// What was typed.
    pub form: T,
}

#[derive(Deserialize)]
struct WithPassword<T> {
    #[serde(flatten)]
    login: LoginForm,
    #[serde(flatten)]
    form: T,
}

impl<S, T> FromRequest<S> for Returned<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Serialize + Send,
    App: FromRef<S>,
    SessionCookie: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let app = App::from_ref(state);
        let (mut parts, body) = request.into_parts();
        let asked = MaybeViewer::from_request_parts(&mut parts, state).await;
        let MaybeViewer(viewer) = asked.map_err(IntoResponse::into_response)?;
        let Ok(address) = Address::from_request_parts(&mut parts, state).await;
        let jar = CookieJar::from_headers(&parts.headers);
        let path = parts.uri.path().to_owned();
        let read = Form::<WithPassword<T>>::from_request(Request::from_parts(parts, body), state).await;
        let Form(WithPassword { login, form }) = read.map_err(IntoResponse::into_response)?;
        let layout = Layout::new(viewer.clone(), app.assets.clone(), app.public_url.clone());
        if let Some(viewer) = viewer {
            return Ok(Self { layout, viewer, jar, form });
        }
        if login.name.is_empty() && login.password.is_empty() {
            let answer = sign_in_first(app.cookie, &jar, layout, path, &form);
            return Err(answer.unwrap_or_else(IntoResponse::into_response));
        }
        let signed_in = page(layout, path, &form, login).sign_in(&app, address, jar).await;
        let jar = signed_in.map_err(|error| Error::from(error).into_response())??;
        Self::within(&app, jar, form).await.map_err(IntoResponse::into_response)
    }
}

impl<T> Returned<T> {
    /// Of the session that has just begun.
    async fn within(app: &App, jar: CookieJar, form: T) -> Result<Self, Error> {
        let viewer = session::viewer(app, &jar).await?.ok_or_else(|| anyhow::anyhow!("a session has ended at once"))?;
        let layout = Layout::new(Some(viewer.clone()), app.assets.clone(), app.public_url.clone());
        Ok(Self { layout, viewer, jar, form })
    }
}
