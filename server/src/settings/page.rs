//! `/settings`: one page with one form, and links to settings with their own forms.

use std::str::FromStr;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::{samples, store};
use crate::account_links;
use crate::accounts::{PlayerId, Viewer};
use crate::boards::BoardView;
use crate::feeds::{self, FeedAddresses};
use crate::platform::error::Error;
use crate::preferences::{
    BoardDesign, BoardLooks, DateForm, EmailPreferences, PieceSet, Preferences, Region, read_zone, regions,
};
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::{Problems, is_yes};
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::saved_form;
use crate::web::times::{TimeElement, Times};
use crate::wording;

#[derive(Template)]
#[template(path = "settings/show.html")]
struct SettingsPage {
    layout: Layout,
    fields: SettingsForm,
    problems: Problems,
    /// What was just done, and what was just done to the feeds.
    saved: Option<&'static str>,
    feeds_saved: Option<&'static str>,
    feeds: Option<FeedAddresses>,
    /// Why no emails come, if none do.
    no_emails_reason: Option<&'static str>,
    now: Moment,
}

impl SettingsPage {
    const DATES: [DateForm; 2] = DateForm::ALL;
    const PIECES: [PieceSet; 3] = PieceSet::ALL;
    const DESIGNS: [BoardDesign; 4] = BoardDesign::ALL;

    /// What the samples are drawn with: what is chosen in the form.
    fn pieces(&self) -> PieceSet {
        self.fields.pieces.parse().unwrap_or_default()
    }

    fn design(&self) -> BoardDesign {
        self.fields.design.parse().unwrap_or_default()
    }

    fn sample(&self) -> Option<BoardView> {
        samples::board()
    }

    fn corner(&self) -> Option<BoardView> {
        samples::corner()
    }

    fn regions(&self) -> &'static [Region] {
        regions()
    }

    /// What is in the field for the zone, if the list does not have it: it must not be lost.
    fn other_zone(&self) -> Option<&str> {
        let typed = self.fields.time_zone.as_str();
        let listed = regions().iter().flat_map(|region| &region.zones).any(|zone| zone.name == typed);
        (!typed.is_empty() && !listed).then_some(typed)
    }

    /// This moment as a form of dates has it, in the zone that is chosen: a script knows the browser's.
    fn example(&self, dates: &DateForm) -> TimeElement {
        let time_zone = read_zone(&self.fields.time_zone).ok().flatten();
        Times::of(&Preferences { time_zone, dates: *dates, ..Preferences::default() }).instant_element(self.now)
    }
}

/// What was typed: a box that is not ticked is not sent.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct SettingsForm {
    confirm_turns: String,
    from_whites_side: String,
    pieces: String,
    design: String,
    coordinates: String,
    check_marks: String,
    time_zone: String,
    dates: String,
    #[serde(rename = "letters_your_turn")]
    email_your_turn: String,
    #[serde(rename = "letters_time_running_out")]
    email_time_running_out: String,
    #[serde(rename = "letters_draw_offered")]
    email_draw_offered: String,
    #[serde(rename = "letters_game_over")]
    email_game_over: String,
    #[serde(rename = "letters_challenge")]
    email_challenge: String,
}

impl ResumableForm for SettingsForm {}

impl From<&Preferences> for SettingsForm {
    fn from(preferences: &Preferences) -> Self {
        let ticked = |yes: bool| if yes { "yes".to_owned() } else { String::new() };
        let EmailPreferences { your_turn, time_running_out, draw_offered, game_over, challenge } = preferences.emails;
        Self {
            confirm_turns: ticked(preferences.confirm_turns),
            from_whites_side: ticked(preferences.from_whites_side),
            pieces: preferences.board.pieces.key().to_owned(),
            design: preferences.board.design.key().to_owned(),
            coordinates: ticked(preferences.board.coordinates),
            check_marks: ticked(preferences.board.check_marks),
            time_zone: preferences.time_zone.clone().unwrap_or_default(),
            dates: preferences.dates.key().to_owned(),
            email_your_turn: ticked(your_turn),
            email_time_running_out: ticked(time_running_out),
            email_draw_offered: ticked(draw_offered),
            email_game_over: ticked(game_over),
            email_challenge: ticked(challenge),
        }
    }
}

impl SettingsForm {
    fn read(&self) -> Result<Preferences, Problems> {
        let mut problems = Problems::default();
        let pieces = problems.note("pieces", read_choice(&self.pieces));
        let design = problems.note("design", read_choice(&self.design));
        let time_zone = problems.note("time_zone", read_zone(&self.time_zone));
        let dates = problems.note("dates", read_choice(&self.dates));
        let (Some(pieces), Some(design), Some(time_zone), Some(dates)) = (pieces, design, time_zone, dates) else {
            return Err(problems);
        };
        let (coordinates, check_marks) = (is_yes(&self.coordinates), is_yes(&self.check_marks));
        Ok(Preferences {
            confirm_turns: is_yes(&self.confirm_turns),
            from_whites_side: is_yes(&self.from_whites_side),
            time_zone,
            dates,
            board: BoardLooks { pieces, design, coordinates, check_marks },
            emails: EmailPreferences {
                your_turn: is_yes(&self.email_your_turn),
                time_running_out: is_yes(&self.email_time_running_out),
                draw_offered: is_yes(&self.email_draw_offered),
                game_over: is_yes(&self.email_game_over),
                challenge: is_yes(&self.email_challenge),
            },
        })
    }
}

/// One of a list; the usual one if nothing is chosen.
fn read_choice<T: FromStr + Default>(key: &str) -> Result<T, T::Err> {
    if key.is_empty() { Ok(T::default()) } else { key.parse() }
}

/// Why no emails come to a player, if none do.
async fn no_emails_reason(app: &App, player: PlayerId) -> anyhow::Result<Option<&'static str>> {
    if !app.mailer.is_set_up() {
        return Ok(Some(wording::emails::NO_MAIL_SERVER));
    }
    let address = account_links::address(&app.pool, player).await?;
    Ok(match (address.is_confirmed, address.latest()) {
        (true, _) => None,
        (false, Some(_)) => Some(wording::emails::ADDRESS_NOT_CONFIRMED),
        (false, None) => Some(wording::emails::NO_ADDRESS),
    })
}

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SettingsQuery {
    /// What was just saved.
    saved: String,
    /// What was typed and not saved.
    kept: String,
}

/// `GET /settings`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(query): Query<SettingsQuery>,
) -> Result<Response, Error> {
    let (saved, feeds_saved) = match query.saved.as_str() {
        "choices" => (Some(wording::preferences::SAVED), None),
        "password" => (Some(wording::preferences::PASSWORD_CHANGED), None),
        "feeds" => (None, Some(wording::preferences::FEEDS_RENEWED)),
        "no-feeds" => (None, Some(wording::preferences::FEEDS_TURNED_OFF)),
        _ => (None, None),
    };
    let saved_form = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let fields = saved_form.and_then(|form| form.form("/settings"));
    let fields = fields.unwrap_or_else(|| SettingsForm::from(&viewer.preferences));
    let feeds = feeds::addresses(&app, viewer.id).await?;
    let now = Moment(app.now.get());
    let problems = Problems::default();
    let no_emails_reason = no_emails_reason(&app, viewer.id).await?;
    let page = SettingsPage { layout, fields, problems, saved, feeds_saved, feeds, no_emails_reason, now };
    Ok(Page::new(page).into_response())
}

/// `POST /settings`
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    PlayerForm { viewer, form: fields }: PlayerForm<SettingsForm>,
) -> Result<Response, Error> {
    match fields.read() {
        Ok(preferences) => {
            store::save(&app.pool, viewer.id, &preferences).await?;
            Ok(Redirect::to("/settings?saved=choices").into_response())
        }
        Err(problems) => {
            let feeds = feeds::addresses(&app, viewer.id).await?;
            let now = Moment(app.now.get());
            let no_emails_reason = no_emails_reason(&app, viewer.id).await?;
            let (saved, feeds_saved) = (None, None);
            let page = SettingsPage { layout, fields, problems, saved, feeds_saved, feeds, no_emails_reason, now };
            Ok(Page::refused(page).into_response())
        }
    }
}
