//! The home page: a visitor is told the game in a minute, a player sees their games.

use askama::Template;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::Timestamp;
use shakmaty::Square;

use crate::account_links;
use crate::accounts::PlayerId;
use crate::boards::{BoardView, RoundBoard};
use crate::challenges::{self, Challenge, State as ChallengeState};
use crate::lists::{self, GameCard, GameLine, ListOwner, Split};
use crate::platform::error::Error;
use crate::puzzles::{self, DailyPuzzle};
use crate::rules;
use crate::state::App;
use crate::studies;
use crate::watch;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::welcome::WelcomeGame;
use crate::wording::board_labels::home as labels;
use crate::wording::{VariantNames, challenges as words, emails, shared_studies};

/// The page of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/", get(show))
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    layout: Layout,
    daily: Option<DailyPuzzle>,
    /// Some running games.
    playing: Vec<GameCard>,
}

impl HomePage {
    fn hero(&self) -> Option<BoardView> {
        let marks = [("from", Square::C1), ("to", Square::G5), ("duck", Square::E7)];
        BoardView::illustration(BISHOP_AND_DUCK, &marks, labels::HERO)
    }

    fn move_a_piece(&self) -> Option<BoardView> {
        let fen = "rnbqkbnr/pppp1ppp/2*1p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let marks = [("from", Square::E7), ("to", Square::E6)];
        BoardView::illustration(fen, &marks, labels::MOVE_A_PIECE)
    }

    fn move_the_duck(&self) -> Option<BoardView> {
        let fen = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP*PPP/RNBQKBNR w KQkq - 0 2";
        let marks = [("from", Square::E7), ("to", Square::E6), ("duck", Square::E2)];
        BoardView::illustration(fen, &marks, labels::MOVE_THE_DUCK)
    }

    fn nothing_passes(&self) -> Option<BoardView> {
        let marks = [("from", Square::C1), ("to", Square::G5), ("duck", Square::E7)];
        BoardView::illustration(BISHOP_AND_DUCK, &marks, labels::NOTHING_PASSES)
    }

    fn capture_the_king(&self) -> Option<BoardView> {
        let fen = "rnbqBb1r/ppp2ppp/4pn2/3p4/3PP3/2N5/PPP1*PPP/R1BQK1NR b KQ - 0 5";
        let marks = [("from", Square::B5), ("to", Square::E8)];
        BoardView::illustration(fen, &marks, labels::CAPTURE_THE_KING)
    }

    fn duchess(&self) -> RoundBoard {
        rules::round::start()
    }
}

const BISHOP_AND_DUCK: &str = "rnbqkb1r/ppp1*ppp/4pn2/3p2B1/3PP3/2N5/PPP2PPP/R2QKBNR b KQkq - 1 4";

/// How many running games a visitor sees.
const MAX_PLAYING: i64 = 4;

/// The most running games that are shown; the list of all is a link away.
const MAX_GAMES: usize = 24;

#[derive(Template)]
#[template(path = "home_of_player.html")]
struct PlayerHomePage {
    layout: Layout,
    /// The game with the computer, until the viewer has played a person.
    welcome_game: Option<WelcomeGame>,
    /// Running ones only, and not the welcome game.
    games: Split,
    /// Whether there are more than these.
    has_more: bool,
    /// The viewer's challenges that were declined or have expired recently, with when.
    answered: Vec<(Challenge, Timestamp)>,
    /// That emails wait for the viewer's address to be confirmed, if they do.
    unconfirmed: Option<String>,
    /// That invitations to studies wait for an answer, if any do.
    invitations: Option<String>,
    daily: Option<DailyPuzzle>,
}

impl PlayerHomePage {
    /// That challenges wait for the viewer's answer, if any do.
    fn challenges_waiting(&self) -> Option<String> {
        let count = self.layout.viewer.as_ref()?.challenges_waiting;
        (count > 0).then(|| words::waiting_for_you(count.unsigned_abs()))
    }
}

/// `GET /`
///
/// # Errors
/// The database fails.
async fn show(Reading(app): Reading, layout: Layout) -> Result<Response, Error> {
    let daily = puzzles::of_today(&app.pool, app.now.get()).await?;
    let Some(player) = layout.viewer.as_ref().map(|viewer| viewer.id) else {
        let playing = watch::highest_rated(&app.pool, MAX_PLAYING, app.now.get()).await?;
        return Ok(Page::new(HomePage { layout, daily, playing }).into_response());
    };
    // One more for the welcome game, and one to know whether there are more.
    let mut lines = lists::running_of(&app.pool, player, app.now.get(), MAX_GAMES as i64 + 2).await?;
    let welcome_game = match layout.account() {
        Some(account) => WelcomeGame::of(&app.pool, account.id, app.now.get()).await?,
        None => None,
    };
    let is_welcome_game = |line: &GameLine| {
        welcome_game.as_ref().and_then(WelcomeGame::running).is_some_and(|card| *card.id() == line.id)
    };
    lines.retain(|line| !is_welcome_game(line));
    let has_more = lines.len() > MAX_GAMES;
    lines.truncate(MAX_GAMES);
    let answered = challenges::answered_of(&app.pool, player, app.now.get()).await?;
    let games = Split::new(lines, ListOwner::Viewer);
    let unconfirmed = unconfirmed(&app, player).await?;
    let invitations = studies::count_invitations(&app.pool, player).await?;
    let invitations = (invitations > 0).then(|| shared_studies::invitations(invitations.unsigned_abs()));
    let page = PlayerHomePage { layout, welcome_game, games, has_more, answered, unconfirmed, invitations, daily };
    Ok(Page::new(page).into_response())
}

/// What to do about an address that is not confirmed: until then no emails are sent.
async fn unconfirmed(app: &App, player: PlayerId) -> anyhow::Result<Option<String>> {
    if !app.mailer.is_set_up() {
        return Ok(None);
    }
    let address = account_links::address(&app.pool, player).await?;
    let unconfirmed = address.unconfirmed().filter(|_| !address.is_confirmed);
    Ok(unconfirmed.map(emails::confirm_your_address))
}
