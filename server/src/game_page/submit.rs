//! `POST /games/{id}/actions`: the only way for a player to change a game.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::action::{Action, ActionKind};
use domain::correspondence::refusal::Refusal;
use domain::rules::seat::Seat;
use jiff::Timestamp;

use super::conditionals::ConditionalsPage;
use super::form::{ActionForm, RequestedAction};
use super::form_error::NOT_YOURS;
use super::page::{Bar, GamePage};
use super::view_settings::{Tab, ViewSettings};
use super::{confirm, resumed_form};
use crate::accounts::Viewer;
use crate::games::{self, Decided, GameId, StoredGame};
use crate::platform::error::Error;
use crate::platform::now::ReceivedAt;
use crate::sign_in::MaybeGuestForm;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::wording::Explanation;

/// A `GET` where only `POST` does something: leads back to the game.
///
/// # Errors
/// No game can have this name.
pub async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    Ok(Redirect::to(&format!("/games/{id}")))
}

/// `POST /games/{id}/actions`
///
/// # Errors
/// Not signed in, not there, or another's game.
pub async fn submit(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    Path(id): Path<String>,
    MaybeGuestForm { viewer, form }: MaybeGuestForm<ActionForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let sent = Sent { app, layout, viewer, form, now };
    match sent.form.read() {
        Ok(RequestedAction::Action(action)) => sent.act(&id, &action).await,
        Ok(RequestedAction::Unconfirmed(action)) => sent.ask(&id, &action).await,
        Err(problems) => {
            let (stored, _) = sent.own_game(&id).await?;
            sent.refuse(stored, problems).await
        }
    }
}

/// What was sent, by whom and when it arrived.
struct Sent {
    app: App,
    layout: Layout,
    viewer: Viewer,
    form: ActionForm,
    now: Timestamp,
}

impl Sent {
    /// Carries it out, or first asks the player to confirm a turn, if they have chosen that.
    async fn act(self, id: &GameId, action: &Action) -> Result<Response, Error> {
        if self.viewer.preferences.confirm_turns && !self.form.is_confirmed() {
            let (stored, seat) = self.own_game(id).await?;
            if let Some(question) = confirm::question(&self.layout, stored, seat, &self.form, action, self.now) {
                return Ok(question);
            }
        }
        let mut seated = true;
        let decided = self.app.games.decide(id, self.now, |stored| match stored.seat_of(self.viewer.id) {
            Some(seat) => stored.game.act(seat, action, self.now),
            None => {
                seated = false;
                Ok(Vec::new())
            }
        });
        let Decided { stored, answer } = decided.await?.ok_or(Error::NotFound)?;
        if !seated {
            return Err(NOT_YOURS);
        }
        match answer {
            Ok(()) => Ok(Redirect::to(&self.next(&stored).await?).into_response()),
            Err(refusal) => self.explain(stored, refusal).await,
        }
    }

    /// Leads back to the game, keeping an unsent turn if something else was done meanwhile.
    async fn next(&self, stored: &StoredGame) -> anyhow::Result<String> {
        let page = self.seen_as_before(&stored.id);
        let seat = stored.seat_of(self.viewer.id);
        let can_move = seat.is_some_and(|seat| stored.game.actions(seat, self.now).contains(&ActionKind::Move));
        match self.form.left_over().filter(|_| can_move) {
            None => Ok(page),
            Some(left) => resumed_form::save(&self.app, &self.viewer, &stored.id, &page, &left).await,
        }
    }

    /// The game's page as it was seen; after a turn with the record, which shows it.
    fn seen_as_before(&self, id: &GameId) -> String {
        let view_settings = ViewSettings::read(&self.form.side, &self.form.tab);
        let has_moved = self.form.kind() == Ok(ActionKind::Move);
        let view_settings = if has_moved { view_settings.with(Tab::Record) } else { view_settings };
        view_settings.address(id, None)
    }

    /// Asks for confirmation if the action is possible now; else says why it is not. Other players' conditional turns
    /// are ignored.
    async fn ask(self, id: &GameId, action: &Action) -> Result<Response, Error> {
        let (stored, seat) = self.own_game(id).await?;
        if let Err(refusal) = stored.game.may_act(seat, action, self.now) {
            return self.explain(stored, refusal).await;
        }
        let bar = Bar::asking(self.form, action.request.kind());
        Ok(Page::refused(GamePage::load(&self.app, self.layout, stored, self.now, bar).await?).into_response())
    }

    async fn own_game(&self, id: &GameId) -> Result<(Arc<StoredGame>, Seat), Error> {
        let stored = Arc::new(games::load(&self.app.pool, id).await?.ok_or(Error::NotFound)?);
        let seat = stored.seat_of(self.viewer.id).ok_or(NOT_YOURS)?;
        Ok((stored, seat))
    }

    /// The page it came from, as it is now, with the reason why it was not done.
    async fn explain(self, stored: Arc<StoredGame>, refusal: Refusal) -> Result<Response, Error> {
        let explanation = Explanation::of_refusal(&refusal, |at| self.layout.time_in_words(at));
        if refusal != Refusal::StalePly || self.form.is_of_conditionals() {
            return self.refuse(stored, Problems::one(field_of(&refusal), &explanation)).await;
        }
        let bar = Bar::refused(self.form, Problems::one("turn", &explanation));
        Ok(Page::moved_on(GamePage::load(&self.app, self.layout, stored, self.now, bar).await?).into_response())
    }

    async fn refuse(self, stored: Arc<StoredGame>, problems: Problems) -> Result<Response, Error> {
        if self.form.is_of_conditionals() {
            let seat = stored.seat_of(self.viewer.id).ok_or(NOT_YOURS)?;
            return Ok(ConditionalsPage::refused(self.layout, stored, seat, &self.form, &problems).answer());
        }
        let bar = Bar::refused(self.form, problems);
        Ok(Page::refused(GamePage::load(&self.app, self.layout, stored, self.now, bar).await?).into_response())
    }
}

/// The field that a refusal is about.
fn field_of(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Turn(_) => "turn",
        Refusal::EmptyMessage | Refusal::TooManyMessagesSinceTurn | Refusal::TooManyMessagesAfterEnd => "message",
        Refusal::Conditionals(_) | Refusal::YourTurnFirst => "lines",
        _ => "action",
    }
}
