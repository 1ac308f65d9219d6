//! `/challenges/{id}`: a challenge, and the answers to it.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::challenge::{Answer, AnswerRefusal, Challenge, ChallengeId, State as ChallengeState};
use super::places::{ChallengeSeat, Change};
use super::{sit, store};
use crate::accounts::{PlayerId, Viewer};
use crate::boards::SeatIcon;
use crate::platform::error::{Error, Forbidden};
use crate::state::App;
use crate::web::form::{Form, Problems, is_yes};
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::challenges::{self as words, Challenging};
use crate::wording::{ClockNames, SeatNames, TimeControlWords};

#[derive(Template)]
#[template(path = "challenges/show.html")]
pub struct ChallengePage {
    pub layout: Layout,
    pub challenge: Challenge,
    pub problems: Problems,
    /// What was typed for partners that are brought along.
    pub partners: String,
    /// Whether the viewer has just left their seat, or declined one.
    pub has_left: bool,
}

impl ChallengePage {
    /// The page, as it is.
    fn new(layout: Layout, challenge: Challenge) -> Self {
        Self { layout, challenge, problems: Problems::default(), partners: String::new(), has_left: false }
    }

    /// The page with the reason why something was not done.
    pub fn refused(layout: Layout, challenge: Challenge, problems: Problems) -> Self {
        Self { problems, ..Self::new(layout, challenge) }
    }
}

/// A seat of a game of more than two, as the page shows it.
struct PlaceView {
    /// Its number in addresses.
    number: usize,
    /// `Red`
    name: &'static str,
    /// `with Yellow and Magenta`; empty for a player who plays alone.
    partners: String,
    icon: SeatIcon,
    /// The player who has the place, or is invited to it.
    player: Option<String>,
    taken: bool,
    can_take: bool,
    /// Whether a player who sits down here could bring others to their side.
    can_bring: bool,
    is_asked: bool,
}

impl ChallengePage {
    /// Who could answer it: no guest.
    fn viewer(&self) -> Option<PlayerId> {
        self.layout.account().map(|viewer| viewer.id)
    }

    fn heading(&self) -> String {
        let Challenge { challenger, opponent, terms, .. } = &self.challenge;
        let is_own = self.viewer() == Some(challenger.id);
        if self.challenge.is_for_many() {
            return words::heading_for_many(challenger.name.as_str(), is_own, terms.variant);
        }
        let by = challenger.name.as_str();
        words::heading(match opponent {
            None if is_own => Challenging::YouAnyone,
            None => Challenging::PlayerAnyone(by),
            Some(opponent) if is_own => Challenging::YouPlayer(opponent.name.as_str()),
            Some(opponent) if self.viewer() == Some(opponent.id) => Challenging::PlayerYou(by),
            Some(opponent) => Challenging::PlayerPlayer(by, opponent.name.as_str()),
        })
    }

    /// `ann plays`, before what the challenger plays.
    fn who_plays(&self) -> String {
        let challenger = &self.challenge.challenger;
        words::who_plays(challenger.name.as_str(), self.viewer() == Some(challenger.id))
    }

    /// The page's title; it tells a player in another tab that the wait is over.
    fn title(&self) -> String {
        match self.challenge.state {
            ChallengeState::Accepted(_) => words::accepted_title(&self.heading()),
            _ => self.heading(),
        }
    }

    fn can_accept(&self) -> bool {
        self.challenge.can(self.viewer(), Answer::Accept)
    }

    fn can_decline(&self) -> bool {
        self.challenge.can(self.viewer(), Answer::Decline)
    }

    fn can_withdraw(&self) -> bool {
        self.challenge.can(self.viewer(), Answer::Withdraw)
    }

    /// The seats, in the order of their turns.
    fn places(&self) -> Vec<PlaceView> {
        let seating = self.challenge.seating();
        let viewer = self.viewer().filter(|&viewer| self.challenge.has_place_for(viewer));
        let partners = |seat| -> Vec<_> {
            let others = seating.seats_of(seating.side(seat)).filter(|&other| !seating.is_same_player(other, seat));
            others.map(|other| seating.name(other)).collect()
        };
        let view = |place: &ChallengeSeat| PlaceView {
            number: place.seat.index(),
            name: seating.name(place.seat),
            partners: words::with_partners(&partners(place.seat)),
            icon: SeatIcon::of(self.challenge.terms.variant, place.seat),
            player: place.player.as_ref().map(|player| player.name.to_string()),
            taken: place.taken,
            can_take: viewer.is_some_and(|viewer| place.is_for(viewer)),
            can_bring: viewer.is_some_and(|viewer| self.challenge.has_room_for_partner(viewer, place.seat)),
            is_asked: viewer.is_some() && place.player.as_ref().map(|player| player.id) == viewer,
        };
        self.challenge.places.iter().map(view).collect()
    }

    /// Whether the viewer has a place or is invited to one, and is not the challenger.
    fn can_leave(&self) -> bool {
        let is_open = self.challenge.state == ChallengeState::Open;
        let has_place = |viewer| self.challenge.place_of(viewer).is_some() && self.challenge.challenger.id != viewer;
        is_open && self.viewer().is_some_and(has_place)
    }

    fn viewer_sits(&self) -> bool {
        self.viewer().is_some_and(|viewer| self.challenge.sits(viewer))
    }

    /// How many seats anyone can still take, and who is invited to others, in a sentence.
    fn seats_open(&self) -> String {
        let (own, others): (Vec<_>, Vec<_>) =
            self.challenge.invited().partition(|player| Some(player.id) == self.viewer());
        let others: Vec<_> = others.iter().map(|player| player.name.as_str()).collect();
        words::seats_open(self.challenge.open_seats().count(), &others, !own.is_empty())
    }

    fn made(&self) -> Moment {
        Moment(self.challenge.created_at)
    }

    /// Until when it can be answered, while it can.
    fn open_until(&self) -> Option<Moment> {
        (self.challenge.state == ChallengeState::Open).then(|| Moment(self.challenge.open_until()))
    }
}

/// `GET /challenges/{id}`. Where computers have accepted, there is nothing to be told: its challenger goes on to the game.
///
/// # Errors
/// Not there, or private to others.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Path(id): Path<String>,
    Query(query): Query<ShowQuery>,
) -> Result<Response, Error> {
    let challenge = visible(&app, &layout, &read(&id)?).await?;
    if let ChallengeState::Accepted(game) = &challenge.state
        && layout.account().is_some_and(|viewer| viewer.id == challenge.challenger.id)
        && store::is_with_computers_only(&app.pool, &challenge).await?
    {
        return Ok(Redirect::to(&format!("/games/{game}")).into_response());
    }
    let mut page = ChallengePage::new(layout, challenge);
    page.has_left =
        is_yes(&query.left) && page.viewer().is_some_and(|viewer| page.challenge.place_of(viewer).is_none());
    Ok(Page::new(page).into_response())
}

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ShowQuery {
    /// `yes`: the viewer has just left their seat, or declined one.
    left: String,
}

fn read(id: &str) -> Result<ChallengeId, Error> {
    ChallengeId::read(id).ok_or(Error::NotFound)
}

/// A challenge that the viewer may see.
///
/// # Errors
/// Not there, or private to others.
pub async fn visible(app: &App, layout: &Layout, id: &ChallengeId) -> Result<Challenge, Error> {
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let challenge = store::load(&app.pool, id).await?;
    challenge.filter(|challenge| challenge.is_visible_to(viewer)).ok_or(Error::NotFound)
}

/// `GET` where only `POST` does something, as after signing in: back to the challenge.
///
/// # Errors
/// Not there, or private to others.
pub async fn back(State(app): State<App>, layout: Layout, Path(id): Path<String>) -> Result<Redirect, Error> {
    let challenge = visible(&app, &layout, &read(&id)?).await?;
    Ok(Redirect::to(&format!("/challenges/{}", challenge.id)))
}

/// `POST /challenges/{id}/accept`: to the game that has begun.
///
/// # Errors
/// Not there, or private to others.
pub async fn accept(
    state: State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    answer(state, layout, viewer, id, Answer::Accept).await
}

/// `POST /challenges/{id}/decline`
///
/// # Errors
/// Not there, or private to others.
pub async fn decline(
    state: State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    answer(state, layout, viewer, id, Answer::Decline).await
}

/// `POST /challenges/{id}/withdraw`
///
/// # Errors
/// Not there, private to others, or another's.
pub async fn withdraw(
    state: State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    answer(state, layout, viewer, id, Answer::Withdraw).await
}

/// Where an answer is dismissed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct DismissForm {
    /// `home`, else the lobby.
    page: String,
}

/// `POST /challenges/{id}/dismiss`: takes the answer to one's own challenge out of the lobby, and off the home page.
///
/// # Errors
/// Not there, or another's.
pub async fn dismiss(
    State(app): State<App>,
    viewer: Viewer,
    Path(id): Path<String>,
    Form(form): Form<DismissForm>,
) -> Result<Redirect, Error> {
    match store::dismiss(&app.pool, &read(&id)?, &viewer.player()).await? {
        true if form.page == "home" => Ok(Redirect::to("/")),
        true => Ok(Redirect::to("/lobby")),
        false => Err(Error::NotFound),
    }
}

/// The answer to a player who would take another's challenge back.
const NOT_YOURS: Error = Error::Forbidden(Forbidden::ChallengeOfAnother);

async fn answer(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    id: String,
    answer: Answer,
) -> Result<Response, Error> {
    let id = read(&id)?;
    if answer != Answer::Withdraw && visible(&app, &layout, &id).await?.is_for_many() {
        let what = if answer == Answer::Accept { Change::Take(None) } else { Change::Leave };
        return sit::change(&app, layout, &viewer, &id, &what, String::new()).await;
    }
    match store::answer(&app.games, &id, &viewer.player(), answer, app.now.get()).await? {
        None => Err(Error::NotFound),
        Some(Ok(Some(game))) => Ok(Redirect::to(&format!("/games/{game}")).into_response()),
        Some(Ok(None)) if answer == Answer::Decline => {
            Ok(Redirect::to(&format!("/lobby?declined={id}")).into_response())
        }
        Some(Ok(None)) => Ok(Redirect::to("/lobby").into_response()),
        Some(Err(AnswerRefusal::NotYours)) => Err(NOT_YOURS),
        Some(Err(refusal)) => {
            let challenge = visible(&app, &layout, &id).await?;
            Ok(Page::refused(ChallengePage::refused(layout, challenge, Problems::one("answer", &refusal)))
                .into_response())
        }
    }
}
