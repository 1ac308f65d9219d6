//! `/challenges/new`: name the terms.

use askama::Template;
use axum::extract::{Query, State as AppState};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::time_control::TimeControlKind;
use domain::rules::seat::{Seat, Side};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::challenge::{Challenge, ChallengeId, State, Terms};
use super::form_error::ChallengeFormError;
use super::places::ChallengeSeat;
use super::seat_preference::{SeatOption, SeatPreference};
use super::{sit, store};
use crate::accounts::{self, Player, PlayerId, PlayerName, Viewer, guests};
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::{Problems, is_yes};
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};
use crate::wording::{ClockNames, TimeControlWords, VariantNames};

#[derive(Template)]
#[template(path = "challenges/new.html")]
struct NewPage {
    layout: Layout,
    fields: ChallengeForm,
    problems: Problems,
}

/// A game as the form offers it.
struct GameChoice {
    /// By which what is said of it alone is shown.
    number: usize,
    variant: Variant,
    /// How many players the challenger plays against, and with.
    opponents: usize,
    partners: usize,
    /// How many seats each player has.
    seats: usize,
}

impl GameChoice {
    fn new(number: usize, variant: Variant) -> Self {
        let seating = variant.seating();
        let seats = seating.len() / seating.players();
        let own_side = seating.seats_of(Side::WHITE).count() / seats;
        Self { number, variant, opponents: seating.players() - own_side, partners: own_side - 1, seats }
    }
}

impl NewPage {
    const CLOCKS: [TimeControlKind; 4] = TimeControlKind::ALL;

    fn games(&self) -> impl Iterator<Item = GameChoice> {
        Variant::ALL.into_iter().enumerate().map(|(number, variant)| GameChoice::new(number, variant))
    }

    fn seats(&self) -> impl Iterator<Item = SeatOption> {
        SeatPreference::offered()
    }
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

impl ResumableForm for ChallengeForm {}

impl Default for ChallengeForm {
    fn default() -> Self {
        Self {
            variant: Variant::Duck.key().to_owned(),
            opponent: String::new(),
            partners: String::new(),
            seat: SeatPreference::Random.key().to_owned(),
            clock: TimeControlKind::Standard.key().to_owned(),
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
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let saved_form = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let fields = saved_form.and_then(|form| form.form("/challenges/new")).unwrap_or(asked);
    Ok(Page::new(NewPage { layout, fields, problems: Problems::default() }).into_response())
}

/// `POST /challenges/new`
///
/// # Errors
/// The database fails.
pub async fn submit(
    AppState(app): AppState<App>,
    layout: Layout,
    PlayerForm { viewer, form: fields }: PlayerForm<ChallengeForm>,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let variant = problems.note("variant", fields.variant.parse::<Variant>());
    let terms = terms(variant, &fields, &mut problems);
    let made = match variant.map(|variant| variant.seating().players()) {
        None => None,
        Some(2) => for_two(&app, &viewer, &fields, terms, &mut problems).await?,
        Some(_) => for_many(&app, &viewer, &fields, terms, &mut problems).await?,
    };
    Ok(match made {
        Some(id) => Redirect::to(&format!("/challenges/{id}")).into_response(),
        None => Page::refused(NewPage { layout, fields, problems }).into_response(),
    })
}

/// A challenge to one player, or to anyone; `None` with what is wrong noted.
async fn for_two(
    app: &App,
    viewer: &Viewer,
    fields: &ChallengeForm,
    terms: Option<(Terms, SeatPreference)>,
    problems: &mut Problems,
) -> Result<Option<ChallengeId>, Error> {
    let opponent = opponent(app, viewer, &fields.opponent, problems).await?;
    let (Some((terms, _)), Some(opponent), true) = (terms, opponent, problems.is_empty()) else { return Ok(None) };
    let made = store::insert(&app.pool, viewer.id, opponent, terms, app.now.get()).await?;
    Ok(problems.note("opponent", made))
}

/// A challenge for more than two: places are reserved for named players, the others are open.
async fn for_many(
    app: &App,
    viewer: &Viewer,
    fields: &ChallengeForm,
    terms: Option<(Terms, SeatPreference)>,
    problems: &mut Problems,
) -> Result<Option<ChallengeId>, Error> {
    let partners = sit::players(app, viewer, &fields.partners, "partners", problems).await?;
    let opponents = sit::players(app, viewer, &fields.opponent, "opponent", problems).await?;
    let Some((terms, preference)) = terms.filter(|_| problems.is_empty()) else { return Ok(None) };
    let now = app.now.get();
    let challenge = match gathering(viewer.player(), terms, preference, (&partners, &opponents), now) {
        Ok(challenge) => challenge,
        Err((field, why)) => {
            problems.add(field, &why);
            return Ok(None);
        }
    };
    let made = store::insert_for_many(&app.pool, &challenge, now).await?;
    Ok(problems.note("opponent", made).map(|()| challenge.id))
}

/// A challenge with a place for the challenger and some reserved places, or the invalid field and why.
fn gathering(
    challenger: Player,
    terms: Terms,
    preference: SeatPreference,
    (partners, opponents): (&[Player], &[Player]),
    now: Timestamp,
) -> Result<Challenge, (&'static str, ChallengeFormError)> {
    let (variant, seating) = (terms.variant, terms.variant.seating());
    let sits = preference.seat(variant);
    let side = seating.side(sits);
    let own_side = seating.seats_of(side).count();
    let (beside, against) = (own_side - 1, seating.len() - own_side);
    if partners.len() > beside {
        let named = partners.len();
        return Err(("partners", ChallengeFormError::TooManyPartners { variant, seats: beside, named }));
    }
    if opponents.len() > against {
        let named = opponents.len();
        return Err(("opponent", ChallengeFormError::TooManyOpponents { variant, seats: against, named }));
    }
    let place = |seat: Seat| {
        let is_own = seat == sits;
        ChallengeSeat { seat, player: is_own.then(|| challenger.clone()), taken: is_own }
    };
    let places = seating.seats().map(place).collect();
    let (id, state) = (ChallengeId::draw(), State::Open);
    let mut challenge = Challenge { id, challenger, opponent: None, terms, created_at: now, state, places };
    challenge.invite(partners, true, side).map_err(|refusal| ("partners", ChallengeFormError::SeatNotKept(refusal)))?;
    challenge
        .invite(opponents, false, side)
        .map_err(|refusal| ("opponent", ChallengeFormError::SeatNotKept(refusal)))?;
    Ok(challenge)
}

/// What is to be played, and where the challenger sits; what is wrong with it is noted.
fn terms(variant: Option<Variant>, fields: &ChallengeForm, problems: &mut Problems) -> Option<(Terms, SeatPreference)> {
    let clock = problems.note("clock", TimeControlKind::by_key(&fields.clock).ok_or(ChallengeFormError::UnknownClock));
    let preference = fields.seat.parse::<SeatPreference>().map_err(|()| ChallengeFormError::UnknownSeat);
    let preference = problems.note(
        "seat",
        preference.and_then(|preference| variant.map_or(Ok(preference), |variant| preference.check(variant))),
    );
    let variant = variant?;
    if !fields.partners.trim().is_empty() && !variant.seating().has_partners(Seat::FIRST) {
        problems.add("partners", &ChallengeFormError::NoPartners { variant });
    }
    let (clock, preference) = (clock?, preference?);
    let terms =
        Terms { variant, clock, seat: preference.of_two(), rated: fields.is_rated(), public: fields.is_public() };
    Some((terms, preference))
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
        problems.add("opponent", &ChallengeFormError::OneOpponent);
        return Ok(None);
    }
    let Some(name) = problems.note("opponent", typed.parse::<PlayerName>()) else { return Ok(None) };
    match accounts::player(&app.pool, &name).await? {
        None => problems.add("opponent", &ChallengeFormError::NobodyCalled { name, for_two: true }),
        Some(player) if player.id == viewer.id => {
            problems.add("opponent", &ChallengeFormError::Yourself { for_two: true });
        }
        Some(player) if guests::is_guest(&app.pool, player.id).await? => {
            problems.add("opponent", &ChallengeFormError::Guest { name: player.name });
        }
        Some(player) => return Ok(Some(Some(player.id))),
    }
    Ok(None)
}
