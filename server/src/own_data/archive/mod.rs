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
    /// The name of the file that begins with it.
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
                let part = self.read(file, &place).await?;
                if let Some(name) = part.begins {
                    self.zip.begin(name)?;
                }
                let mut zip = self.zip;
                if !part.text.is_empty() {
                    zip = spawn_blocking(move || zip.write(part.text.as_bytes()).map(|()| zip)).await??;
                }
                self.zip = zip;
                self.place = Some(match part.is_last {
                    true => Place { file: place.file + 1, ..Place::default() },
                    false => Place { is_begun: true, rows: place.rows + part.rows, after: part.after, ..place },
                });
            }
        }
        Ok(Some((self.zip.take().into(), self)))
    }

    /// The next part of a file, or of several from the same source.
    async fn read(&self, file: &ArchiveFile, place: &Place) -> anyhow::Result<Part> {
        let (pool, player) = (&self.app.pool, self.player.id);
        let part = match file.source {
            Source::Readme => Part::whole(files::readme(&self.app.public_url, &self.player, self.now)?),
            Source::One(read) => Part::whole(read(pool, player).await?),
            Source::Rows(read) => {
                let rows = read(pool, player, i64::try_from(place.rows)?).await?;
                Part::of_list(&rows, place.rows, rows.len() < rows::A_PART)
            }
            Source::Texts(read) => {
                let rows = read(pool, player, i64::try_from(place.rows)?).await?;
                Part::of_texts(&rows, rows.len() < rows::A_PART)
            }
            Source::Collected => return collected(pool, player, place).await,
            Source::Games(text) => games::part(&self.app, player, text, place).await?,
        };
        Ok(Part { begins: (!place.is_begun).then(|| file.name.to_owned()), ..part })
    }
}

/// The next games of a collection: each has a file of its own.
async fn collected(pool: &Pool, player: PlayerId, place: &Place) -> anyhow::Result<Part> {
    let (before, number) = place.after.split_once(' ').unwrap_or(("", "-1"));
    let games = rows::collected_games(pool, player, (before, number.parse()?)).await?;
    let (Some(first), Some(last)) = (games.first(), games.last()) else {
        return Ok(Part { is_last: true, ..Part::default() });
    };
    let begins = (first.collection != before).then(|| file_of_collection(first));
    let after = format!("{} {}", last.collection, last.number);
    let texts: Vec<_> = games.into_iter().map(|game| game.pgn).collect();
    Ok(Part { begins, after, ..Part::of_texts(&texts, false) })
}

/// The most bytes of a collection's name in the name of its file, of which systems take 255.
const NAME_BYTES: usize = 150;

/// The collection's name, without what some systems forbid in the names of files, and its key, which no other has.
fn file_of_collection(game: &CollectedGame) -> String {
    let is_forbidden = |letter: char| letter.is_control() || r#"<>:"/\|?*."#.contains(letter);
    let name = game.name.replace(is_forbidden, "-");
    let name = &name[..name.floor_char_boundary(NAME_BYTES)];
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

#[cfg(test)]
mod tests {
    use super::{CollectedGame, file_of_collection};

    #[test]
    fn the_file_of_a_collection_is_named_so_that_every_system_takes_it() {
        let file = |name: &str| {
            let game =
                CollectedGame { collection: "abc".to_owned(), name: name.to_owned(), number: 1, pgn: String::new() };
            file_of_collection(&game)
        };
        assert_eq!(file("Pond, 2026"), "collections/Pond, 2026 abc.pgn");
        assert_eq!(file("../..\\a:b"), "collections/------a-b abc.pgn");
        assert_eq!(file("हिन्दी 🦆"), "collections/हिन्दी 🦆 abc.pgn");
        let long = file(&"鴨".repeat(100));
        assert_eq!(long, format!("collections/{} abc.pgn", "鴨".repeat(50)));
        assert!(long.len() < 255);
    }
}
