//! `/challenges/new`: name the terms.

use askama::Template;
use axum::extract::{Query, State as AppState};
use axum::response::{IntoResponse, Redirect, Response};
use domain::seat::{Seat, Side};
use domain::time_control::TimeControl;
use domain::variant::Variant;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::challenge::{Challenge, ChallengeId, SeatChoice, State, Terms, clock_kind};
use super::places::{Place, PlaceRefusal};
use super::{sit, store};
use crate::accounts::{self, FromPlayer, KeptQuery, Player, PlayerId, PlayerName, Typed, Viewer};
use crate::app::App;
use crate::error::Error;
use crate::form::{Problems, is_yes};
use crate::page::{Layout, Page};

#[derive(Template)]
#[template(path = "challenges/new.html")]
struct NewPage {
    layout: Layout,
    fields: ChallengeForm,
    problems: Problems,
}

impl NewPage {
    const VARIANTS: [Variant; 7] = Variant::ALL;
    const CLOCKS: [domain::time_control::Kind; 4] = TimeControl::KINDS;
    const SEATS: [SeatChoice; 3] = SeatChoice::ALL;
}

/// What was typed.
#[derive(Deserialize, Serialize)]
#[serde(default)]
pub struct ChallengeForm {
    variant: String,
    opponent: String,
    /// Those who are to play on the challenger's side, with commas between them.
    partners: String,
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
            partners: String::new(),
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
    AppState(app): AppState<App>,
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
    AppState(app): AppState<App>,
    layout: Layout,
    FromPlayer { viewer, form: fields }: FromPlayer<ChallengeForm>,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let terms = terms(&fields, &mut problems);
    if let Some(terms) = terms.filter(|terms| terms.variant.seating().players() > 2) {
        return submit_for_many(&app, layout, &viewer, fields, terms).await;
    }
    if !fields.partners.trim().is_empty() {
        problems.add("partners", "Only games of four and six have partners: leave the field empty.");
    }
    let opponent = opponent(&app, &viewer, &fields.opponent, &mut problems).await?;
    if let (Some(terms), Some(opponent), true) = (terms, opponent, problems.is_empty()) {
        match store::insert(&app.pool, viewer.id, opponent, terms, app.now.get()).await? {
            Ok(id) => return Ok(Redirect::to(&format!("/challenges/{id}")).into_response()),
            Err(too_many) => problems.add("opponent", too_many.to_string()),
        }
    }
    Ok(Page::refused(NewPage { layout, fields, problems }).into_response())
}

/// A challenge for more than two: whoever is named is kept a place, the others are open.
async fn submit_for_many(
    app: &App,
    layout: Layout,
    viewer: &Viewer,
    fields: ChallengeForm,
    terms: Terms,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let partners = sit::players(app, viewer, &fields.partners, "partners", &mut problems).await?;
    let opponents = sit::players(app, viewer, &fields.opponent, "opponent", &mut problems).await?;
    let now = app.now.get();
    if problems.is_empty() {
        match gathering(viewer.player(), terms, &partners, &opponents, now) {
            Err((field, refusal)) => problems.add(field, refusal.to_string()),
            Ok(challenge) => match store::insert_for_many(&app.pool, &challenge, now).await? {
                Ok(()) => return Ok(Redirect::to(&format!("/challenges/{}", challenge.id)).into_response()),
                Err(too_many) => problems.add("opponent", too_many.to_string()),
            },
        }
    }
    Ok(Page::refused(NewPage { layout, fields, problems }).into_response())
}

/// A challenge in which the challenger sits and some are kept a place, or the field that is wrong and why.
fn gathering(
    challenger: Player,
    terms: Terms,
    partners: &[Player],
    opponents: &[Player],
    now: Timestamp,
) -> Result<Challenge, (&'static str, PlaceRefusal)> {
    let seating = terms.variant.seating();
    let sits = match terms.seat {
        SeatChoice::First => 0,
        SeatChoice::Second => 1,
        SeatChoice::Random => crate::chance::below(seating.len()),
    };
    let place = |seat: Seat| {
        let sits = seat.index() == sits;
        Place { seat, player: sits.then(|| challenger.clone()), taken: sits }
    };
    let places = seating.seats().map(place).collect();
    let side = seating.seat(sits).map_or(Side::WHITE, |seat| seating.side(seat));
    let (id, state) = (ChallengeId::draw(), State::Open);
    let mut challenge = Challenge { id, challenger, opponent: None, terms, created_at: now, state, places };
    challenge.ask(partners, true, side).map_err(|refusal| ("partners", refusal))?;
    challenge.ask(opponents, false, side).map_err(|refusal| ("opponent", refusal))?;
    Ok(challenge)
}

fn terms(fields: &ChallengeForm, problems: &mut Problems) -> Option<Terms> {
    let variant =
        problems.note("variant", fields.variant.parse::<Variant>().map_err(|_| "Choose a game from the list."));
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
    if typed.contains([',', ';']) {
        problems.add("opponent", "This game is for two: name one opponent, or leave the field empty for anyone.");
        return Ok(None);
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
