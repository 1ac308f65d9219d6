//! Forms: how they are read, and what is wrong with what was typed.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use percent_encoding::percent_decode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::platform::error::{Error, Unreadable};
use crate::wording::Explained;

/// The fields of a posted form. A type for it takes every field as a `String` with a default, so that anything a
/// person can type arrives, and is then parsed into a type of the domain.
pub struct Form<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let (parts, body) = request.into_parts();
        let bytes =
            Bytes::from_request(Request::from_parts(parts.clone(), body), state).await.map_err(|rejection| {
                match rejection.into_response().status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
                    _ => Error::Unreadable(Unreadable::CutShort),
                }
            })?;
        if percent_decode(&bytes).decode_utf8().is_err() {
            return Err(Error::Unreadable(Unreadable::NotUtf8));
        }
        let request = Request::from_parts(parts, Body::from(without_nul(bytes)));
        match axum::Form::<T>::from_request(request, state).await {
            Ok(axum::Form(fields)) => Ok(Self(fields)),
            Err(_) => Err(Error::Unreadable(Unreadable::Form)),
        }
    }
}

/// The fields with the mark of a character that cannot be shown in place of NUL, as browsers read it in a page: nobody
/// types it, and PostgreSQL cannot store it. Where a word is expected the mark is refused, in prose it stays.
fn without_nul(body: Bytes) -> Bytes {
    if !body.contains(&0) && !body.windows(3).any(|window| window == b"%00") {
        return body;
    }
    let kept = |text: &str| text.replace('\0', "\u{fffd}");
    let fields = form_urlencoded::parse(&body).map(|(name, typed)| (kept(&name), kept(&typed)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish().into()
}

/// The fields that something is typed in, to be sent once more.
pub fn form_fields(form: &impl Serialize) -> Vec<(String, String)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(form) else { return Vec::new() };
    let typed = |(name, typed): (String, Value)| Some((name, typed.as_str()?.to_owned()));
    fields.into_iter().filter_map(typed).filter(|(_, typed)| !typed.is_empty()).collect()
}

/// Whether a box was ticked, or a question answered with yes.
pub fn is_yes(field: &str) -> bool {
    matches!(field, "yes" | "true" | "on" | "1")
}

/// What is wrong with a form, field by field, in the order of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

/// One thing that is wrong, and the field to mend it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field's name, which is its element's id too.
    pub field: &'static str,
    /// What is wrong, for programs.
    pub code: &'static str,
    /// What to do about it.
    pub sentence: String,
    /// What could be typed instead.
    pub instead: Vec<Instead>,
}

/// Something else to type into a field that was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// What stands in the field then.
    pub typed: String,
    /// Where that leads, if there is an address for it.
    pub address: Option<String>,
}

impl Problems {
    /// One problem.
    pub fn one(field: &'static str, reason: &impl Explained) -> Self {
        let mut problems = Self::default();
        problems.add(field, reason);
        problems
    }

    /// Adds a problem.
    pub fn add(&mut self, field: &'static str, reason: &impl Explained) {
        let (code, sentence) = (reason.code(), reason.sentence());
        let instead = reason.instead().iter().map(|typed| Instead { typed: typed.clone(), address: None }).collect();
        self.0.push(Problem { field, code, sentence, instead });
    }

    /// Adds those of fields that nothing is said about yet.
    pub fn add_others(&mut self, others: &Self) {
        let new: Vec<_> = others.iter().filter(|other| self.of(other.field).is_none()).cloned().collect();
        self.0.extend(new);
    }

    /// The value, or `None` with its problem noted: so that all that is wrong with a form is said at once.
    pub fn note<T, E: Explained>(&mut self, field: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|reason| self.add(field, &reason)).ok()
    }

    /// Whether all is well.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same, with links to what could be typed instead: each to the address that has it in the field.
    pub fn with_links(mut self, address: impl Fn(&str, &str) -> String) -> Self {
        for problem in &mut self.0 {
            for instead in &mut problem.instead {
                instead.address = Some(address(problem.field, &instead.typed));
            }
        }
        self
    }

    /// Every problem.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// What is wrong with one field.
    pub fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|problem| problem.field == field).map(|problem| problem.sentence.as_str())
    }
}
