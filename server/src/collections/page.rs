//! `/collections/{id}`: what is in a collection, how far its files have been read, and for its owner what can be done with it.

use askama::Template;
use axum::extract::{Path, Query, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::variant::Variant;

use super::collection::{Collection, CollectionId, CollectionName, Visibility};
use super::filter::{CollectionFilter, Order};
use super::found::FoundGame;
use super::key_store;
use super::search::{self, Found, Wanted};
use super::store::{self, ErrorRow, Import};
use super::{MAX_ERRORS, MAX_FILE_BYTES, atom, download};
use crate::library::{self, Asked, Chip, Destination, Leading, PlayerOutcome, SavedSearches, SeatChoice};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::prose::Prose;
use crate::web::search::without_empty_fields;
use crate::web::visitor::Visitor;
use crate::wording::{VariantNames, collections as words, library as library_words};

/// How many games are on a page.
const A_PAGE: i64 = 30;

/// The page.
#[derive(Template)]
#[template(path = "collections/show.html")]
pub struct CollectionPage {
    layout: Layout,
    collection: Collection,
    is_owner: bool,
    /// What the owner has typed for the collection's name.
    pub name: String,
    /// What they have typed for what it is about.
    pub description: String,
    /// What they have chosen.
    pub visibility: Visibility,
    /// What is wrong with it, or with what is searched for.
    pub problems: Problems,
    asked: Asked,
    games: Vec<FoundGame>,
    /// How many games are found in all; none where a page begins behind some, or nothing is left out.
    found: Option<i64>,
    next: Option<i32>,
    /// Whether it is not clear what is searched for.
    is_refused: bool,
    /// Whether what is searched for would take too long.
    is_too_slow: bool,
    /// Whether games are left out, because what is searched for on the board is still to be read from them.
    leaves_out_unread: bool,
    /// The names of fields that were asked for and that games of a collection do not have.
    not_asked: Vec<&'static str>,
    imports: Vec<ImportView>,
    saved: SavedSearches,
}

/// A file as the page shows it.
struct ImportView {
    import: Import,
    errors: Vec<ErrorRow>,
}

impl ImportView {
    /// What it is called.
    fn name(&self) -> &str {
        if self.import.file_name.is_empty() { words::A_FILE } else { &self.import.file_name }
    }

    fn size(&self) -> String {
        words::size(self.import.bytes)
    }

    fn progress(&self) -> String {
        words::progress(self.import.read, self.import.bytes)
    }

    /// What it has brought so far.
    fn brought(&self) -> String {
        let progress = self.import.progress;
        if progress.games() == 0 {
            return if self.import.is_done { words::NOTHING_FOUND } else { words::NOT_BEGUN }.to_owned();
        }
        let mut sentences = words::read_so_far(progress.taken, progress.repeated, progress.refused, progress.assumed);
        if progress.conflicting > 0 {
            sentences.push(words::conflicting(progress.conflicting, &self.import.conflicting));
        }
        sentences.join(" ")
    }

    /// How many errors there are that the page does not show.
    fn more_errors(&self) -> i32 {
        self.import.progress.refused - i32::try_from(self.errors.len()).unwrap_or_default()
    }
}

impl CollectionPage {
    /// The page of a collection, with the games that an address asks for.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(app: &App, layout: Layout, collection: Collection, asked: Asked) -> anyhow::Result<Self> {
        let is_owner = collection.is_of(layout.viewer.as_ref().map(|viewer| viewer.id));
        // Before the games: those of a file that is said to have been read are there then.
        let imports = store::imports(&app.pool, &collection.id).await?;
        let games = store::games_in(&app.pool, &collection.id).await?;
        let collection = Collection { games, ..collection };
        let (mut leaves_out_unread, mut problems) = (false, Problems::default());
        let is_counted = asked.leaves_games_out() && asked.after.is_empty();
        let found = match CollectionFilter::read(&asked) {
            Ok(filter) => {
                // Before the games, so that nothing is left out silently.
                leaves_out_unread = self::leaves_out_unread(app, &collection.id, &filter).await?;
                let wanted = Wanted { games: A_PAGE + 1, count: is_counted };
                search::search(&app.pool, &collection.id, &filter, wanted).await?
            }
            Err(wrong) => {
                problems = wrong;
                Some(Found { games: Vec::new(), all: 0 })
            }
        };
        let is_refused = !problems.is_empty();
        let is_too_slow = found.is_none();
        let Found { mut games, all } = found.unwrap_or(Found { games: Vec::new(), all: 0 });
        let found = is_counted.then_some(all);
        let has_more = games.len() as i64 > A_PAGE;
        games.truncate(A_PAGE as usize);
        let next = games.last().filter(|_| has_more).map(|game| game.number);
        let mut errors = if is_owner {
            store::errors(&app.pool, &collection.id, i64::from(MAX_ERRORS) + 1).await?
        } else {
            Vec::new()
        };
        let imports = imports.into_iter().map(|import| {
            let own = errors.extract_if(.., |(number, _)| *number == import.number).map(|(_, error)| error);
            ImportView { errors: own.collect(), import }
        });
        let imports = imports.collect();
        let saved = SavedSearches::load(&app.pool, layout.account(), &asked, Some(collection.id.as_str())).await?;
        let saved = if is_refused { saved.of_refused() } else { saved };
        let (name, description) = (collection.name.clone(), collection.description.clone());
        let visibility = collection.visibility;
        Ok(Self {
            layout,
            collection,
            is_owner,
            name,
            description,
            visibility,
            problems,
            asked,
            games,
            found,
            next,
            is_refused,
            is_too_slow,
            leaves_out_unread,
            not_asked: Vec::new(),
            imports,
            saved,
        })
    }

    /// Whether nothing comes after the game behind which the page begins, as when that was deleted meanwhile.
    fn begins_behind_all(&self) -> bool {
        !self.asked.after.is_empty() && self.games.is_empty() && self.problems.is_empty() && !self.is_too_slow
    }

    fn words(&self) -> Option<Prose> {
        Some(self.collection.description.as_str()).filter(|words| !words.is_empty()).map(Prose::new)
    }

    fn is_reading(&self) -> bool {
        self.imports.iter().any(|view| !view.import.is_done)
    }

    /// Whether the files are what somebody looks for here.
    fn files_come_first(&self) -> bool {
        !self.imports.is_empty() && (self.is_reading() || self.collection.games == 0)
    }

    /// How many games of its files could not be read.
    fn unread(&self) -> i32 {
        self.imports.iter().map(|view| view.import.progress.refused).sum()
    }

    /// Where the page hears that more has been read.
    fn live(&self) -> Option<String> {
        self.is_reading().then(|| format!("{}/live", self.path()))
    }

    fn is_listed(&self) -> bool {
        self.collection.visibility == Visibility::Public && !self.asked.is_narrowed()
    }

    fn path(&self) -> String {
        self.collection.id.path()
    }

    /// The explorer of the games that are searched for, as far as it can tell them, for the variant that is asked for or found first.
    fn explorer(&self) -> String {
        let found = self.games.first().map(|game| game.variant);
        let asked = || self.asked.variant_among(&Variant::READ);
        let variant = Variant::by_key(self.asked.variant.trim()).or(found).or_else(asked).unwrap_or(Variant::Duck);
        self.asked.explorer_of(variant, self.collection.id.as_str())
    }

    /// How many of the games are found: `2 of 4 games`.
    fn count(&self) -> Option<String> {
        // While a file is read, more may be there than were a moment before.
        Some(words::found_of(self.found?, self.found?.max(self.collection.games.into())))
    }

    /// All games that are found as one file.
    fn download(&self) -> String {
        self.asked.address(&format!("{}.pgn", self.path()), &["after", "view"], &[])
    }

    /// A game, with the search that its neighbours are told by.
    fn game(&self, game: &FoundGame) -> String {
        self.asked.address(&game.path(), &["after"], &[])
    }

    /// Where all games that are found are deleted.
    fn deletion(&self) -> String {
        self.asked.address(&format!("{}/games/delete", self.path()), &["after"], &[])
    }

    fn seats(&self) -> Vec<(&'static str, &'static str)> {
        SeatChoice::choices()
    }

    fn outcomes(&self) -> [PlayerOutcome; 3] {
        PlayerOutcome::ALL
    }

    fn orders(&self) -> [Order; 7] {
        Order::ALL
    }

    /// What is found as a feed.
    fn feed(&self) -> Option<String> {
        let is_open = !self.is_refused && !self.is_too_slow && !self.leaves_out_unread;
        atom::address(&self.collection, &self.asked).filter(|_| is_open)
    }

    fn megabytes(&self) -> u64 {
        MAX_FILE_BYTES / 1024 / 1024
    }

    fn chips(&self) -> Vec<Chip> {
        self.asked.chips(&self.path())
    }

    fn shows_more(&self) -> bool {
        self.asked.folded_fields_in_use() > 0 && !self.problems.is_empty()
    }

    fn variants(&self) -> [Variant; 8] {
        Variant::READ
    }

    fn results(&self) -> Vec<(String, String)> {
        library::results().into_iter().map(|text| (text.clone(), library_words::result(&text))).collect()
    }

    /// This search with another value of a field, from its first page.
    fn with(&self, field: &str, value: &str) -> String {
        self.asked.address(&self.path(), &["after", field], &[(field, value)])
    }

    fn without(&self, field: &str) -> String {
        self.asked.address(&self.path(), &["after", field], &[])
    }

    fn first(&self) -> String {
        self.asked.address(&self.path(), &["after"], &[])
    }

    fn next(&self) -> Option<String> {
        Some(self.asked.address(&self.path(), &[], &[("after", &self.next?.to_string())]))
    }
}

/// A collection that a viewer may look at.
///
/// # Errors
/// There is none for them, or the database fails.
pub async fn seen(app: &App, layout: &Layout, id: &str) -> Result<Collection, Error> {
    let id = CollectionId::read(id).ok_or(Error::NotFound)?;
    let collection = store::load(&app.pool, &id).await?;
    collection.filter(|collection| collection.is_seen_by(layout.viewer_id())).ok_or(Error::NotFound)
}

/// The page that says of a search that it takes too long.
///
/// # Errors
/// The database fails.
pub async fn too_slow(app: &App, layout: Layout, collection: Collection, asked: Asked) -> anyhow::Result<Response> {
    let page = CollectionPage::load(app, layout, collection, asked).await?;
    Ok(Page::refused(CollectionPage { is_too_slow: true, ..page }).into_response())
}

/// Whether a search leaves games out whose positions are still to be read.
///
/// # Errors
/// The database fails.
pub async fn leaves_out_unread(app: &App, id: &CollectionId, filter: &CollectionFilter) -> anyhow::Result<bool> {
    Ok(filter.on_board.needs_positions() && key_store::has_unread_games(&app.pool, id).await?)
}

/// `GET /collections/{id}`, and with the same query `GET /collections/{id}.pgn` and `GET /collections/{id}.atom`.
///
/// # Errors
/// There is no such collection for the viewer, they have too many downloads, or the database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    (Query(asked), Query(leading)): (Query<Asked>, Query<Leading>),
) -> Result<Response, Error> {
    let not_asked = asked.not_of_collection();
    let asked = asked.of_collection();
    if let Some((id, kind)) = id.split_once('.') {
        let collection = seen(&app, &layout, id).await?;
        let is_feed = match kind {
            "pgn" => false,
            "atom" if atom::address(&collection, &asked).is_some() => true,
            _ => return Err(Error::NotFound),
        };
        if !not_asked.is_empty() {
            // A file of more than what was asked for would pass for all of it.
            let page = CollectionPage::load(&app, layout, collection, asked).await?;
            return Ok(Page::missing(CollectionPage { not_asked, ..page }).into_response());
        }
        let Ok(filter) = CollectionFilter::read(&asked) else {
            return Ok(Page::missing(CollectionPage::load(&app, layout, collection, asked).await?).into_response());
        };
        if leaves_out_unread(&app, &collection.id, &filter).await? {
            // Why there was no file, though there may be one by now.
            let page = CollectionPage::load(&app, layout, collection, asked).await?;
            return Ok(Page::refused(CollectionPage { leaves_out_unread: true, ..page }).into_response());
        }
        let answer = if is_feed {
            atom::respond(&app, &headers, (&collection, &asked), filter).await?
        } else {
            let looks = (visitor, layout.viewer_id());
            download::found(app.clone(), looks, collection.id.clone(), filter).await?
        };
        return match answer {
            Some(answer) => Ok(answer),
            None => Ok(too_slow(&app, layout, collection, asked).await?),
        };
    }
    let collection = seen(&app, &layout, &id).await?;
    if let Some(shorter) = without_empty_fields(&collection.id.path(), query.as_deref()) {
        return Ok(Redirect::to(&shorter).into_response());
    }
    let page = CollectionPage { not_asked, ..CollectionPage::load(&app, layout, collection, asked).await? };
    if leading.destination() == Some(Destination::Explorer) && page.problems.is_empty() {
        return Ok(Redirect::to(&page.explorer()).into_response());
    }
    if page.begins_behind_all() {
        return Ok(Redirect::to(&page.first()).into_response());
    }
    let answer = if !page.problems.is_empty() {
        Page::missing(page)
    } else if page.is_too_slow {
        Page::refused(page)
    } else {
        Page::new(page)
    };
    Ok(answer.into_response())
}
