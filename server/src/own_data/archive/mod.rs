//! `/settings/archive`: all that is kept of a player and that they may read, as a ZIP file. It is written while it is sent, in parts:
//! of however many games no more than a few are in memory, and no connection to the database is held meanwhile.

mod files;
mod games;
mod rows;
mod zip;

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use jiff::Timestamp;
use tokio::task::spawn_blocking;

use self::files::{ArchiveFile, FILES, Source};
use self::rows::CollectedGame;
use self::zip::ZipWriter;
use crate::accounts::{Player, PlayerId, Viewer};
use crate::platform::database::Pool;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::DownloadPermit;
use crate::web::page::{Layout, Page};
use crate::web::visitor::Visitor;

#[derive(Template)]
#[template(path = "own_data/archive.html")]
struct ArchivePage {
    layout: Layout,
}

impl ArchivePage {
    fn files(&self) -> &'static [ArchiveFile] {
        FILES
    }
}

/// `GET /settings/archive`: the button, and what is in the file.
pub async fn show(layout: Layout, _viewer: Viewer) -> Response {
    Page::new(ArchivePage { layout }).into_response()
}

/// `POST /settings/archive`: the file. It is a button and not a link, so that nothing fetches it beforehand, and no other site makes a
/// browser fetch it.
///
/// # Errors
/// Not signed in, or the visitor has too many downloads.
pub async fn submit(State(app): State<App>, viewer: Viewer, visitor: Visitor) -> Result<Response, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    // It is compressed already.
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("identity"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"mallard-{}.zip\"", viewer.name)) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    let now = app.now.get();
    let archive =
        Archive { player: viewer.player(), zip: ZipWriter::new(now), now, permit, place: Some(Place::default()), app };
    Ok((headers, Body::from_stream(stream::try_unfold(archive, Archive::part))).into_response())
}

/// An archive that is being written.
struct Archive {
    app: App,
    player: Player,
    zip: ZipWriter,
    /// When it was asked for.
    now: Timestamp,
    permit: DownloadPermit,
    /// Where to go on; `None`: all of it is written.
    place: Option<Place>,
}

/// How far an archive is written.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Which of the files is next, or is being written.
    file: usize,
    /// Whether it is being written.
    is_begun: bool,
    /// How many rows it has.
    rows: usize,
    /// The last game that it has something of; of a collection, with its number there.
    after: String,
}

/// A part of a file.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The name of the file that begins with it, where it is not the only one from its source.
    begins: Option<String>,
    text: String,
    /// How many rows it has.
    rows: usize,
    /// The last game that it has something of.
    after: String,
    is_last: bool,
}

impl Archive {
    /// The next part, and what comes after it; `None` at the end. Whoever reads a file that is broken off is told so by HTTP.
    async fn part(mut self) -> anyhow::Result<Option<(Bytes, Self)>> {
        let Some(place) = self.place.take() else { return Ok(None) };
        self.permit.pace().await?;
        match FILES.get(place.file) {
            None => self.zip.finish()?,
            Some(file) => {
                let part = self.read(file.source, &place).await?;
                match part.begins {
                    Some(name) => self.zip.begin(name)?,
                    None if place.is_begun || matches!(file.source, Source::Collected) => {}
                    None => self.zip.begin(file.name.to_owned())?,
                }
                let mut zip = self.zip;
                self.zip = spawn_blocking(move || zip.write(part.text.as_bytes()).map(|()| zip)).await??;
                self.place = Some(match part.is_last {
                    true => Place { file: place.file + 1, ..Place::default() },
                    false => Place { is_begun: true, rows: place.rows + part.rows, after: part.after, ..place },
                });
            }
        }
        Ok(Some((self.zip.take().into(), self)))
    }

    /// The next part of a file.
    async fn read(&self, source: Source, place: &Place) -> anyhow::Result<Part> {
        let (pool, player) = (&self.app.pool, self.player.id);
        match source {
            Source::Readme => Ok(Part::whole(files::readme(&self.app.public_url, &self.player, self.now)?)),
            Source::One(read) => Ok(Part::whole(read(pool, player).await?)),
            Source::Rows(read) => {
                let rows = read(pool, player, i64::try_from(place.rows)?).await?;
                Ok(Part::of_list(&rows, place.rows, rows.len() < rows::A_PART))
            }
            Source::Texts(read) => {
                let rows = read(pool, player, i64::try_from(place.rows)?).await?;
                Ok(Part::of_texts(&rows, rows.len() < rows::A_PART))
            }
            Source::Collected => collected(pool, player, place).await,
            Source::Games(text) => games::part(&self.app, player, text, place).await,
        }
    }
}

/// The next games of a collection: each has a file of its own.
async fn collected(pool: &Pool, player: PlayerId, place: &Place) -> anyhow::Result<Part> {
    let (before, number) = place.after.split_once(' ').unwrap_or(("", "-1"));
    let mut games = rows::collected_games(pool, player, (before, number.parse()?)).await?;
    let Some(collection) = games.first().map(|game| game.collection.clone()) else {
        return Ok(Part { is_last: true, ..Part::default() });
    };
    let begins = (collection != before).then(|| file_of_collection(&games[0]));
    games.retain(|game| game.collection == collection);
    let last = games.last().map_or(0, |game| game.number);
    let texts: Vec<_> = games.into_iter().map(|game| game.pgn).collect();
    Ok(Part { begins, after: format!("{collection} {last}"), ..Part::of_texts(&texts, false) })
}

/// Its name for people, as far as every system can name a file so, and the key that no other has.
fn file_of_collection(game: &CollectedGame) -> String {
    let letter = |letter: char| if letter.is_alphanumeric() || letter == ' ' { letter } else { '-' };
    let name: String = game.name.chars().map(letter).collect();
    format!("collections/{name} {}.pgn", game.collection)
}

impl Part {
    /// A file that is written at once.
    fn whole(text: String) -> Self {
        Self { text, is_last: true, ..Self::default() }
    }

    /// A part of a file of texts, with a blank line after each.
    fn of_texts(texts: &[String], is_last: bool) -> Self {
        let text = texts.iter().map(|text| format!("{}\n\n", text.trim_end())).collect();
        Self { text, rows: texts.len(), is_last, ..Self::default() }
    }

    /// A part of a JSON list, of which so many rows were written before.
    fn of_list(rows: &[String], before: usize, is_last: bool) -> Self {
        let mut text = String::new();
        for (index, row) in rows.iter().enumerate() {
            text.push_str(if before + index == 0 { "[\n" } else { ",\n" });
            text.push_str(row);
        }
        if is_last {
            text.push_str(if before + rows.len() == 0 { "[]\n" } else { "\n]\n" });
        }
        Self { text, rows: rows.len(), is_last, ..Self::default() }
    }
}
