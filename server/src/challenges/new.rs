//! `/challenges/new`: name the terms.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::time_control::TimeControl;
use domain::variant::Variant;
use serde::{Deserialize, Serialize};

use super::challenge::{SeatChoice, Terms, clock_kind};
use super::store;
use crate::accounts::{self, FromPlayer, KeptQuery, PlayerId, PlayerName, Typed, Viewer};
use crate::app::App;
use crate::error::Error;
use crate::form::{Problems, is_yes};
use crate::page::{Layout, Page};

/// What a challenge can be made for.
const OFFERED: [Variant; 2] = [Variant::Duck, Variant::ThreeCheckDuck];

#[derive(Template)]
#[template(path = "challenges/new.html")]
struct NewPage {
    layout: Layout,
    fields: ChallengeForm,
    problems: Problems,
}

impl NewPage {
    const VARIANTS: [Variant; 2] = OFFERED;
    const CLOCKS: [domain::time_control::Kind; 4] = TimeControl::KINDS;
    const SEATS: [SeatChoice; 3] = SeatChoice::ALL;
}

/// What was typed.
#[derive(Deserialize, Serialize)]
#[serde(default)]
pub struct ChallengeForm {
    variant: String,
    opponent: String,
    seat: String,
    clock: String,
    rated: String,
    public: String,
}

impl Typed for ChallengeForm {}

impl Default for ChallengeForm {
    fn default() -> Self {
        Self {
            variant: Variant::Duck.key().to_owned(),
            opponent: String::new(),
            seat: SeatChoice::Random.key().to_owned(),
            clock: TimeControl::KINDS[0].key.to_owned(),
            rated: String::new(),
            public: String::new(),
        }
    }
}

impl ChallengeForm {
    fn is_rated(&self) -> bool {
        is_yes(&self.rated)
    }

    fn is_public(&self) -> bool {
        is_yes(&self.public)
    }
}

/// `GET /challenges/new`, perhaps with `?opponent=`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(asked): Query<ChallengeForm>,
    Query(query): Query<KeptQuery>,
) -> Result<Response, Error> {
    let kept = accounts::kept(&app.pool, Some(&viewer), &query.kept).await?;
    let fields = kept.and_then(|kept| kept.form("/challenges/new")).unwrap_or(asked);
    Ok(Page::new(NewPage { layout, fields, problems: Problems::default() }).into_response())
}

/// `POST /challenges/new`
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    FromPlayer { viewer, form: fields }: FromPlayer<ChallengeForm>,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let terms = terms(&fields, &mut problems);
    let opponent = opponent(&app, &viewer, &fields.opponent, &mut problems).await?;
    if let (Some(terms), Some(opponent)) = (terms, opponent) {
        match store::insert(&app.pool, viewer.id, opponent, terms, app.now.get()).await? {
            Ok(id) => return Ok(Redirect::to(&format!("/challenges/{id}")).into_response()),
            Err(too_many) => problems.add("opponent", too_many.to_string()),
        }
    }
    Ok(Page::refused(NewPage { layout, fields, problems }).into_response())
}

fn terms(fields: &ChallengeForm, problems: &mut Problems) -> Option<Terms> {
    let variant = fields.variant.parse::<Variant>().ok().filter(|variant| OFFERED.contains(variant));
    let variant = problems.note("variant", variant.ok_or("Choose a game from the list."));
    let clock = problems.note("clock", clock_kind(&fields.clock).ok_or("Choose a clock from the list."));
    let seat = problems.note("seat", fields.seat.parse::<SeatChoice>().map_err(|()| "Choose a side from the list."));
    Some(Terms { variant: variant?, clock: clock?, seat: seat?, rated: fields.is_rated(), public: fields.is_public() })
}

/// Who is challenged: `Some(None)` for anyone, `None` with the problem noted if the name will not do.
async fn opponent(
    app: &App,
    viewer: &Viewer,
    typed: &str,
    problems: &mut Problems,
) -> anyhow::Result<Option<Option<PlayerId>>> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(Some(None));
    }
    let Some(name) = problems.note("opponent", typed.parse::<PlayerName>()) else { return Ok(None) };
    match accounts::player(&app.pool, &name).await? {
        None => problems.add("opponent", format!("Nobody here is called {name}. Leave the field empty for anyone.")),
        Some(player) if player.id == viewer.id => {
            problems.add("opponent", "That is you: name somebody else, or leave the field empty for anyone.");
        }
        Some(player) => return Ok(Some(Some(player.id))),
    }
    Ok(None)
}
