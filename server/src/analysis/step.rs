//! `POST /analysis`: the page after a step; what is in a notebook is kept by it.

use axum::extract::State;
use axum::response::Response;
use domain::rules::pgn::PgnGame;
use domain::rules::study::Study;

use super::draft::{Draft, Step};
use super::made::Made;
use super::notebook::{self, Key, Notebook};
use super::page::{AnalysisPage, Keeping};
use super::show::from_notebook;
use crate::accounts::MaybeViewer;
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Form;
use crate::web::page::Layout;
use crate::{game_page, sign_in};

/// `POST /analysis`
///
/// # Errors
/// There is no such game.
pub async fn step(
    State(app): State<App>,
    layout: Layout,
    MaybeViewer(viewer): MaybeViewer,
    Form(draft): Form<Draft>,
) -> Result<Response, Error> {
    let needs_account = draft.step() == Some(Step::Keep) || !draft.version.is_empty();
    let is_writers = viewer.is_some_and(|viewer| draft.writer.is_empty() || viewer.name.is(&draft.writer));
    if needs_account && !is_writers {
        let nobody = Layout::new(None, app.assets.clone(), app.public_url.clone());
        return Ok(sign_in::sign_in_first(nobody, PATH.to_owned(), draft.writer.clone(), &draft));
    }
    answer(&app, layout, draft).await
}

/// Where the form is sent to.
pub const PATH: &str = "/analysis";

async fn answer(app: &App, layout: Layout, draft: Draft) -> Result<Response, Error> {
    let stored = game_of(app, &draft).await?;
    let game = stored.as_ref().map(|stored| game_page::pgn_game(stored, stored.game.ply(), None, &app.public_url));
    let mut made = Made::of(&draft, game.clone());
    if made.is_other {
        return Ok(AnalysisPage::new(app, layout, None, made, Keeping::Loose { version: None }).answer());
    }
    let is_notebook = stored.is_some() || !draft.version.is_empty() || draft.step() == Some(Step::Keep);
    let player = layout.viewer.as_ref().map(|viewer| viewer.id).filter(|_| is_notebook);
    let keeping = match player {
        None => Keeping::Loose { version: None },
        Some(player) => {
            let key = Key { player, game: stored.as_ref().map(|stored| stored.id.clone()) };
            in_notebook(app, &key, &draft, game, &mut made).await?
        }
    };
    Ok(AnalysisPage::new(app, layout, stored, made, keeping).answer())
}

/// The game that a draft belongs to.
///
/// # Errors
/// There is no such game.
pub async fn game_of(app: &App, draft: &Draft) -> Result<Option<StoredGame>, Error> {
    if draft.game.is_empty() {
        return Ok(None);
    }
    let id = GameId::read(&draft.game).ok_or(Error::NotFound)?;
    Ok(Some(games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?))
}

/// Keeps what is on the board, unless the notebook has been changed since this was taken from it.
async fn in_notebook(
    app: &App,
    key: &Key,
    draft: &Draft,
    game: Option<PgnGame>,
    made: &mut Made,
) -> Result<Keeping, Error> {
    let found = notebook::load(&app.pool, key).await?;
    let version = found.as_ref().map_or(0, |found| found.version);
    let (mine, seen) = (draft.version.parse().unwrap_or_default(), draft.other.parse().ok());
    let base = match (draft.step(), &found) {
        (Some(Step::Take), Some(found)) => {
            *made = from_notebook(found, game);
            return Ok(Keeping::of(made, version));
        }
        (Some(Step::Join), Some(found)) => match made.study.join(&from_notebook(found, game.clone()).study) {
            Ok(()) => seen.unwrap_or(mine),
            Err(wrong) => {
                made.refuse("tree", &wrong);
                mine
            }
        },
        (Some(Step::Replace), _) => seen.unwrap_or(mine),
        _ => mine,
    };
    let is_kept = found.as_ref().is_some_and(|found| found.pgn == made.study.to_string());
    let is_bare = game.map_or_else(|| made.study.is_empty(), |game| Study::of(game).as_ref() == Ok(&made.study));
    if made.is_unread {
        return Ok(Keeping::of(made, version));
    }
    if is_kept || (version == 0 && is_bare) {
        return Ok(Keeping::Kept { version });
    }
    if base == version
        && let Some(version) = notebook::keep(&app.pool, key, version, made, app.now.get()).await?
    {
        return Ok(Keeping::Kept { version });
    }
    let other: Option<Notebook> = if base == version { notebook::load(&app.pool, key).await? } else { found };
    Ok(other.map_or(Keeping::Loose { version: None }, |other| Keeping::Other { mine, other }))
}
