//! `/play`: a game with the computer, at once. Who has no account plays as a guest.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControlKind;
use domain::rules::seat::BySeat;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use serde::Deserialize;

use super::character::{Character, Level, NoSuchLevel};
use super::invitations::MOST_RUNNING;
use super::store::{self, Computers};
use crate::accounts::{self, Client, Limit, MaybeViewer, Player, guests, rate_limit};
use crate::games::GameId;
use crate::platform::chance;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems, is_yes};
use crate::web::page::{Layout, Page};
use crate::web::visitor::Address;
use crate::wording::{Explained, VariantNames, computers as words};

#[derive(Template)]
#[template(path = "computers/play.html")]
struct PlayPage {
    layout: Layout,
    fields: PlayForm,
    /// What the computers play.
    variants: Vec<Variant>,
    problems: Problems,
}

impl PlayPage {
    const SEATS: [(Seat, &'static str); 3] =
        [(Seat::First, words::FIRST), (Seat::Second, words::SECOND), (Seat::Random, words::AT_RANDOM)];

    fn characters(&self) -> impl Iterator<Item = (&'static Character, words::InWords)> {
        Character::all().map(|character| (character, words::of_level(character.level.number())))
    }

    fn is_chosen(&self, level: &Level) -> bool {
        self.fields.level == level.number().to_string()
    }
}

/// What was chosen.
#[derive(Clone, Deserialize)]
#[serde(default)]
pub struct PlayForm {
    variant: String,
    level: String,
    seat: String,
    /// Whether the game counts for the ratings against computers.
    rated: String,
    /// Whether the computer is to take its time.
    like_post: String,
}

impl Default for PlayForm {
    fn default() -> Self {
        Self {
            variant: Variant::ALL[0].key().to_owned(),
            level: Level::FIRST.number().to_string(),
            seat: Seat::First.key().to_owned(),
            rated: String::new(),
            like_post: String::new(),
        }
    }
}

/// Where the player sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seat {
    /// The seat that moves first.
    First,
    /// The one after it.
    Second,
    /// Any.
    Random,
}

impl Seat {
    const fn key(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Random => "random",
        }
    }

    fn by_key(key: &str) -> Option<Self> {
        [Self::First, Self::Second, Self::Random].into_iter().find(|seat| seat.key() == key)
    }

    /// Which of so many players sits there.
    fn player(self, players: usize) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Random => chance::below(players),
        }
    }
}

/// Why no game with a computer begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayRefusal {
    /// There is no such level.
    NoSuchLevel,
    /// There is no such seat.
    NoSuchSeat,
    /// No worker has an engine for the variant.
    NoEngine(Variant),
    /// The player has as many games with computers as one may, or more: those of a guest may have come with them.
    TooManyGames { running: i64 },
    /// Whoever has no account has no rating.
    RatedWithoutAccount,
}

domain::codes! {
    PlayRefusal {
        NoSuchLevel => "no-such-level",
        NoSuchSeat => "unknown-seat",
        NoEngine(variant) => "no-engine",
        TooManyGames { running } => "too-many-games-with-computers",
        RatedWithoutAccount => "rated-without-account",
    }
}

impl Explained for PlayRefusal {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoSuchLevel => words::no_such_level(Level::BEST.number()),
            Self::NoSuchSeat => words::NO_SUCH_SEAT.to_owned(),
            Self::NoEngine(variant) => words::no_engine(*variant),
            Self::TooManyGames { running } => words::too_many_games(*running, MOST_RUNNING),
            Self::RatedWithoutAccount => words::RATED_WITHOUT_ACCOUNT.to_owned(),
        }
    }
}

/// A game with computers that is to begin.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    variant: Variant,
    level: Level,
    seat: Seat,
    rated: bool,
    like_post: bool,
}

impl Wanted {
    /// What was chosen; what is wrong with it is noted.
    fn read(fields: &PlayForm, has_account: bool, problems: &mut Problems) -> Option<Self> {
        let variant = problems.note("variant", fields.variant.parse::<Variant>());
        let level = fields.level.parse().map_err(|NoSuchLevel| PlayRefusal::NoSuchLevel);
        let level = problems.note("level", level);
        let seat = problems.note("seat", Seat::by_key(&fields.seat).ok_or(PlayRefusal::NoSuchSeat));
        let rated = is_yes(&fields.rated);
        let may_be_rated = if rated && !has_account { Err(PlayRefusal::RatedWithoutAccount) } else { Ok(()) };
        problems.note("rated", may_be_rated)?;
        Some(Self { variant: variant?, level: level?, seat: seat?, rated, like_post: is_yes(&fields.like_post) })
    }

    /// Who sits where: the player, and everywhere else computers, the nearest to the level first.
    fn players(&self, player: &Player, computers: &Computers) -> anyhow::Result<BySeat<Player>> {
        let seating = self.variant.seating();
        let own = self.seat.player(seating.players());
        let mut others = computers.nearest_to(self.level).into_iter();
        let mut by_number = Vec::with_capacity(seating.players());
        for number in 0..seating.players() {
            by_number.push(match number == own {
                true => player.clone(),
                false => others.next().map_or_else(|| computers.at(self.level), Ok)?.clone(),
            });
        }
        Ok(BySeat::new(seating, |seat| by_number[seating.player(seat)].clone()))
    }
}

/// `GET /play`: whom to play, and what. An address that asks for what there is not says so.
///
/// # Errors
/// The database fails.
pub async fn show(State(app): State<App>, layout: Layout, Query(fields): Query<PlayForm>) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let is_readable = Wanted::read(&fields, layout.account().is_some(), &mut problems).is_some();
    let page = page(&app, layout, fields, problems).await?;
    Ok(if is_readable { Page::new(page) } else { Page::refused(page) }.into_response())
}

async fn page(app: &App, layout: Layout, fields: PlayForm, problems: Problems) -> Result<PlayPage, Error> {
    let offered = store::variants(&app.pool, app.now.get()).await?;
    let variants = if offered.is_empty() { Variant::ALL.to_vec() } else { offered };
    Ok(PlayPage { layout, fields, variants, problems })
}

/// `POST /play`: begins the game, as a guest for who is not logged in.
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    MaybeViewer(viewer): MaybeViewer,
    address: Address,
    client: Client,
    Form(fields): Form<PlayForm>,
) -> Result<Response, Error> {
    let (now, mut problems) = (app.now.get(), Problems::default());
    let wanted = match Wanted::read(&fields, layout.account().is_some(), &mut problems) {
        Some(wanted) => problems.note("variant", check(&app, &wanted, now).await?.map(|()| wanted)),
        None => None,
    };
    let Some(wanted) = wanted else {
        return Ok(Page::refused(page(&app, layout, fields, problems).await?).into_response());
    };
    if let Some(viewer) = viewer {
        let limit = Limit::games_with_computers_of(viewer.id);
        if let Err(rate_limited) = rate_limit::count(&app.pool, &[limit], now).await? {
            problems.add("variant", &rate_limited);
            return Ok(rate_limited.answer(page(&app, layout, fields, problems).await?));
        }
        return Ok(match begin(&app, &viewer.player(), &wanted, now).await? {
            Ok(game) => Redirect::to(&format!("/games/{game}")).into_response(),
            Err(refusal) => {
                let problems = Problems::one("variant", &refusal);
                Page::refused(page(&app, layout, fields, problems).await?).into_response()
            }
        });
    }
    match guests::begin(&app.pool, app.cookie, address.0, client, now).await? {
        Ok((guest, jar)) => {
            let game = begin(&app, &guest, &wanted, now).await?.map_err(|_| Error::NotNow)?;
            Ok((jar, Redirect::to(&format!("/games/{game}"))).into_response())
        }
        Err(rate_limited) => {
            problems.add("variant", &rate_limited);
            Ok(rate_limited.answer(page(&app, layout, fields, problems).await?))
        }
    }
}

async fn check(app: &App, wanted: &Wanted, now: Timestamp) -> anyhow::Result<Result<(), PlayRefusal>> {
    let plays = store::variants(&app.pool, now).await?.contains(&wanted.variant);
    Ok(if plays { Ok(()) } else { Err(PlayRefusal::NoEngine(wanted.variant)) })
}

/// Begins the game: private, by the standard clock.
async fn begin(
    app: &App,
    player: &Player,
    wanted: &Wanted,
    now: Timestamp,
) -> anyhow::Result<Result<GameId, PlayRefusal>> {
    let computers = Computers::load(&app.pool, now).await?;
    let players = wanted.players(player, &computers)?;
    let time_control = TimeControlKind::Standard.time_control();
    let setup = GameSetup {
        variant: wanted.variant,
        time_control,
        rated: wanted.rated,
        public: false,
        start: None,
        begun_at: now,
    };
    let mut transaction = app.pool.begin().await?;
    accounts::queue_up(&mut transaction, player.id).await?;
    let running = store::count_running(&mut transaction, player.id).await?;
    if running >= MOST_RUNNING {
        return Ok(Err(PlayRefusal::TooManyGames { running }));
    }
    let game = app.games.begin(&mut transaction, setup, players).await?;
    if wanted.like_post {
        store::answer_like_post(&mut transaction, game.as_str()).await?;
    }
    transaction.commit().await?;
    Ok(Ok(game))
}
