//! `/leave`: the calendar, and taking leave.

use askama::Template;
use axum::extract::{Extension, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::leave::{Allowance, LeavePeriod, LeaveRefusal};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::calendar::{Ahead, What, ahead};
use super::form_error::LeaveFormError;
use super::store;
use crate::accounts::{Limit, RateLimited, Viewer, rate_limit};
use crate::platform::error::Error;
use crate::platform::now::ReceivedAt;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};
use crate::wording::{self, Explanation};
use crate::{games, lists};

/// The most running games whose deadlines are shown.
const MAX_GAMES: i64 = 200;

#[derive(Template)]
#[template(path = "leave/show.html")]
struct LeavePage {
    layout: Layout,
    /// What is left, by year: this one and the next.
    left: [(i16, u32); 2],
    /// What was taken and is not over.
    periods: Vec<LeavePeriodView>,
    /// Coming deadlines and leave.
    ahead: Vec<Ahead>,
    /// The leave that is being considered.
    considered: Option<LeavePeriod>,
    fields: LeaveForm,
    problems: Problems,
}

impl LeavePage {
    /// Whether the leave that is considered would move a deadline.
    fn moves_a_deadline(&self) -> bool {
        self.ahead.iter().any(|ahead| matches!(ahead.what, What::Deadline { with_leave: Some(_), .. }))
    }

    fn considered(&self) -> Option<(Moment, Moment)> {
        self.considered.map(|period| (Moment(period.from), Moment(period.until)))
    }

    fn most_days(&self) -> u32 {
        Allowance::DAYS_A_YEAR
    }
}

/// A stretch of leave that is not over.
struct LeavePeriodView {
    begins: Moment,
    ends: Moment,
    /// `3 days`
    days: String,
    has_begun: bool,
    /// When it ends if it is ended now; `None` if that is no earlier.
    end: Option<Moment>,
}

impl LeavePeriodView {
    fn new(period: LeavePeriod, allowance: &Allowance, now: Timestamp) -> Self {
        Self {
            begins: Moment(period.from),
            ends: Moment(period.until),
            days: wording::leave::days(period.until.duration_since(period.from).as_hours() / 24),
            has_begun: period.from <= now,
            end: allowance.end(period.from, now).ok().map(|ended| Moment(ended.until)),
        }
    }

    /// Its name in the form that ends it.
    fn key(&self) -> String {
        self.begins.0.to_string()
    }
}

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct LeaveForm {
    /// A date, `2026-12-24`; empty: now.
    from: String,
    /// How many days.
    days: String,
}

impl ResumableForm for LeaveForm {}

impl LeaveForm {
    /// The beginning and the days: a date begins at midnight in the player's time zone, today begins now.
    fn read(&self, zone: &TimeZone, now: Timestamp) -> Result<(Timestamp, u32), Problems> {
        let mut problems = Problems::default();
        let from = problems.note("from", self.read_from(zone, now));
        let days = self.days.trim().parse::<u32>();
        let days = days.map_err(|_| LeaveFormError::UnreadableDays);
        match (from, problems.note("days", days)) {
            (Some(from), Some(days)) => Ok((from, days)),
            _ => Err(problems),
        }
    }

    fn read_from(&self, zone: &TimeZone, now: Timestamp) -> Result<Timestamp, LeaveFormError> {
        let typed = self.from.trim();
        if typed.is_empty() {
            return Ok(now);
        }
        let date: Date = typed.parse().map_err(|_| LeaveFormError::UnreadableDate)?;
        if date == now.to_zoned(zone.clone()).date() {
            return Ok(now);
        }
        Ok(zone.to_zoned(date.into()).map_err(|_| LeaveFormError::UnreadableDate)?.timestamp())
    }
}

/// `GET /leave`; with `from` and `days` it shows what that leave would do to the deadlines.
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(asked): Query<LeaveForm>,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let now = app.now.get();
    let saved_form = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let fields = saved_form.and_then(|form| form.form("/leave")).unwrap_or(asked);
    if fields.days.is_empty() && fields.from.is_empty() {
        return Ok(Page::new(page(&app, layout, &viewer, fields, Ok(None), now).await?).into_response());
    }
    let considered = match fields.read(&zone(&viewer), now) {
        Ok((from, days)) => {
            let allowance = Allowance::new(store::of_player(&app.pool, viewer.id).await?);
            allowance.take(from, days, now).map(Some).map_err(|refusal| refused(&refusal, &layout))
        }
        Err(problems) => Err(problems),
    };
    let is_fine = considered.is_ok();
    let page = page(&app, layout, &viewer, fields, considered, now).await?;
    Ok(if is_fine { Page::new(page) } else { Page::refused(page) }.into_response())
}

/// `POST /leave`: takes leave.
///
/// # Errors
/// Not signed in.
pub async fn take(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    PlayerForm { viewer, form: fields }: PlayerForm<LeaveForm>,
) -> Result<Response, Error> {
    if let Err(rate_limited) = rate_limit::count(&app.pool, &[Limit::leave_of(viewer.id)], now).await? {
        return Ok(rate_limited.answer(page(&app, layout, &viewer, fields, Err(too_often(rate_limited)), now).await?));
    }
    let problems = match fields.read(&zone(&viewer), now) {
        Ok((from, days)) => {
            let taken = store::change(&app.pool, viewer.id, now, |allowance| allowance.take(from, days, now));
            match taken.await? {
                Ok(_) => return record_and_redirect(&app, &viewer, now).await,
                Err(refusal) => refused(&refusal, &layout),
            }
        }
        Err(problems) => problems,
    };
    Ok(Page::refused(page(&app, layout, &viewer, fields, Err(problems), now).await?).into_response())
}

/// Which leave to end.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct EndForm {
    begins: String,
}

/// `GET /leave/end`, as after signing in: back to the calendar.
pub async fn back() -> Redirect {
    Redirect::to("/leave")
}

/// `POST /leave/end`: ends leave, or calls it off before it begins.
///
/// # Errors
/// Not signed in.
pub async fn end(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    viewer: Viewer,
    Form(form): Form<EndForm>,
) -> Result<Response, Error> {
    if let Err(rate_limited) = rate_limit::count(&app.pool, &[Limit::leave_of(viewer.id)], now).await? {
        let page = page(&app, layout, &viewer, LeaveForm::default(), Err(too_often(rate_limited)), now).await?;
        return Ok(rate_limited.answer(page));
    }
    let ended = match form.begins.parse::<Timestamp>() {
        Ok(begins) => store::change(&app.pool, viewer.id, now, |allowance| allowance.end(begins, now)).await?,
        Err(_) => Err(LeaveRefusal::NotThere),
    };
    match ended {
        Ok(_) => record_and_redirect(&app, &viewer, now).await,
        Err(refusal) => {
            let problems = Err(Problems::one("leave", &explained(&refusal, &layout)));
            let page = page(&app, layout, &viewer, LeaveForm::default(), problems, now).await?;
            Ok(Page::refused(page).into_response())
        }
    }
}

/// Records the change in the games, as far as that works now, and returns to the calendar.
async fn record_and_redirect(app: &App, viewer: &Viewer, now: Timestamp) -> Result<Response, Error> {
    if let Err(error) = games::record_leave_of(&app.games, viewer.id, now).await {
        tracing::warn!(error = format!("{error:#}"), "the sweeper will record leave in the games");
    }
    Ok(Redirect::to("/leave").into_response())
}

fn too_often(rate_limited: RateLimited) -> Problems {
    Problems::one("leave", &rate_limited)
}

fn refused(refusal: &LeaveRefusal, layout: &Layout) -> Problems {
    let field = match refusal {
        LeaveRefusal::InThePast | LeaveRefusal::TooFarAhead | LeaveRefusal::Overlaps(_) => "from",
        _ => "days",
    };
    Problems::one(field, &explained(refusal, layout))
}

fn explained(refusal: &LeaveRefusal, layout: &Layout) -> Explanation {
    Explanation::of_leave(refusal, |at| layout.day_in_words(at))
}

fn zone(viewer: &Viewer) -> TimeZone {
    viewer.preferences.zone().unwrap_or(TimeZone::UTC)
}

async fn page(
    app: &App,
    layout: Layout,
    viewer: &Viewer,
    fields: LeaveForm,
    considered: Result<Option<LeavePeriod>, Problems>,
    now: Timestamp,
) -> anyhow::Result<LeavePage> {
    let leave = store::of_player(&app.pool, viewer.id).await?;
    let (considered, problems) = match considered {
        Ok(period) => (period, Problems::default()),
        Err(problems) => (None, problems),
    };
    let year = now.to_zoned(TimeZone::UTC).year();
    let allowance = Allowance::new(leave.iter().copied());
    let running = lists::running_of(&app.pool, viewer.id, now, MAX_GAMES).await?;
    let mut deadlines = Vec::with_capacity(running.len());
    for line in &running {
        let Some(deadline) = line.deadline() else { continue };
        let with_leave = match considered {
            Some(period) => games::deadline_with_leave(&app.pool, &line.id, viewer.id, period, now).await?,
            None => None,
        };
        deadlines.push((deadline, What::deadline(line, with_leave.filter(|&with| with != deadline))));
    }
    Ok(LeavePage {
        layout,
        left: [year, year + 1].map(|year| (year, allowance.left_in(year))),
        periods: leave
            .iter()
            .filter(|period| period.until > now)
            .map(|&period| LeavePeriodView::new(period, &allowance, now))
            .collect(),
        ahead: ahead(deadlines, &leave, now),
        considered,
        fields,
        problems,
    })
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{LeaveForm, TimeZone, Timestamp};

    fn form(from: &str, days: &str) -> LeaveForm {
        LeaveForm { from: from.to_owned(), days: days.to_owned() }
    }

    #[test]
    fn leave_begins_now_or_at_midnight_where_the_player_lives() {
        let now: Timestamp = "2026-12-23T23:30:00Z".parse().unwrap();
        let auckland = TimeZone::get("Pacific/Auckland").unwrap();
        assert_eq!(form("", "7").read(&TimeZone::UTC, now), Ok((now, 7)));
        assert_eq!(form(" 2026-12-23 ", "7").read(&TimeZone::UTC, now), Ok((now, 7)), "today is now");
        assert_eq!(form("2026-12-24", "1").read(&auckland, now), Ok((now, 1)), "today is another day there");
        let in_half_an_hour = now + SignedDuration::from_mins(30);
        assert_eq!(form("2026-12-24", "1").read(&TimeZone::UTC, now), Ok((in_half_an_hour, 1)));
        let problems = form("Christmas", "a week").read(&TimeZone::UTC, now).unwrap_err();
        assert!(problems.of("from").unwrap().contains("2026-12-24") && problems.of("days").is_some());
    }
}
