//! `POST /collections` and `POST /collections/{id}/imports`: a file is sent. It goes into the database piece by piece while it arrives, so
//! that none is ever whole in memory, and a slow line may take its time.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{Extension, FromRequest, Multipart, Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use tokio::time::timeout;

use super::collection::{CollectionId, CollectionName, Visibility};
use super::error::CollectionError;
use super::upload_store::{self, ImportKey, PIECE_BYTES, Target};
use super::{MAX_FILE_BYTES, edit, list};
use crate::accounts::{PlayerId, Viewer};
use crate::platform::error::{Error, TooMany, Unreadable};
use crate::platform::network::{CountedOfNetwork, Max};
use crate::platform::now::ReceivedAt;
use crate::state::App;
use crate::web::body;
use crate::web::form::Problems;
use crate::web::page::Layout;
use crate::web::visitor::Visitor;

/// How long a sender may send nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);
/// How long what nobody wants is read.
const LONGEST_REFUSED: Duration = Duration::from_secs(30);
/// How long a file may take.
const LONGEST_UPLOAD: Duration = Duration::from_secs(3600);
/// Files of one network that may be on their way at the same time.
const MAX_UPLOADS: Max = Max::of_network(3);
/// When somebody who has too many may come again.
const RETRY_AFTER: Duration = Duration::from_secs(30);
/// The most bytes of a field that is no file.
const MAX_FIELD_BYTES: usize = 4096;
/// The most characters of a file's name that are kept.
const MAX_FILE_NAME_CHARS: usize = 200;

/// What is typed beside the file.
#[derive(Clone, Debug, Default)]
pub struct UploadForm {
    /// What the collection is to be called; empty: as the file.
    pub name: String,
    /// Who may see it.
    pub visibility: String,
    /// The player whom the page was made for.
    writer: String,
}

/// `POST /collections`: a new collection.
///
/// # Errors
/// Nobody is signed in, too many files are on their way from there, what was sent is no form, or the database fails.
pub async fn create(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Error> {
    let (viewer, request) = sender(&layout, request, "/collections").await?;
    let (_counted, request) = counted(&app, visitor, request).await?;
    let mut upload = Upload::new(&app, viewer.id, Target::New, now);
    let form = upload.receive_in_time(request).await?;
    if !is_theirs(&form, &viewer) {
        return Err(Error::SignIn { next: "/collections".to_owned() });
    }
    match upload.finish(&form).await? {
        Ok(id) => Ok(Redirect::to(&id.path()).into_response()),
        Err(problems) => Ok(refused(list::refused(&app, layout, &viewer, form, problems).await?, &upload)),
    }
}

/// `POST /collections/{id}/imports`: one more file for a collection.
///
/// # Errors
/// Nobody is signed in, they have no such collection, too many files are on their way from there, what was sent is no form, or the
/// database fails.
pub async fn add(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    Path(id): Path<String>,
    layout: Layout,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Error> {
    let next = format!("/collections/{id}");
    let (viewer, request) = sender(&layout, request, &next).await?;
    let collection = match edit::own(&app, &id, viewer.id).await {
        Ok(collection) => collection,
        Err(error) => {
            throw_away(request).await;
            return Err(error);
        }
    };
    let (_counted, request) = counted(&app, visitor, request).await?;
    let mut upload = Upload::new(&app, viewer.id, Target::Existing(collection.id.clone()), now);
    let form = upload.receive_in_time(request).await?;
    if !is_theirs(&form, &viewer) {
        return Err(Error::SignIn { next });
    }
    match upload.finish(&form).await? {
        Ok(id) => Ok(Redirect::to(&id.path()).into_response()),
        Err(problems) => Ok(refused(edit::refused(&app, layout, collection, problems).await?, &upload)),
    }
}

/// Who sends a file. What others send is read to its end, as all that is refused.
async fn sender(layout: &Layout, request: Request, next: &str) -> Result<(Viewer, Request), Error> {
    let next = next.to_owned();
    let error = match &layout.viewer {
        Some(viewer) if !viewer.is_guest => return Ok((viewer.clone(), request)),
        Some(_) => Error::SignUp { next },
        None => Error::SignIn { next },
    };
    throw_away(request).await;
    Err(error)
}

/// Counts a file that is sent, from its first byte on; `None` for those who have no limits.
async fn counted(app: &App, visitor: Visitor, request: Request) -> Result<(Option<CountedOfNetwork>, Request), Error> {
    let Some(network) = visitor.limited_as() else { return Ok((None, request)) };
    match app.uploads.add(network, MAX_UPLOADS) {
        Some(counted) => Ok((Some(counted), request)),
        None => {
            throw_away(request).await;
            Err(Error::TooMany { what: TooMany::Uploads, retry_after: RETRY_AFTER })
        }
    }
}

/// Reads what nobody wants, but not for ever.
async fn throw_away(request: Request) {
    let read = body::throw_away(request.into_body(), body::MAX_UPLOAD_BYTES);
    // What is not read by then is not waited for.
    let _ = timeout(LONGEST_REFUSED, read).await;
}

fn is_theirs(form: &UploadForm, viewer: &Viewer) -> bool {
    form.writer.is_empty() || viewer.is_called(&form.writer)
}

/// The page again; of a file that is too large with the status that says so.
fn refused(page: Response, upload: &Upload) -> Response {
    if upload.refusal == Some(CollectionError::LargeFile) {
        return (StatusCode::PAYLOAD_TOO_LARGE, page).into_response();
    }
    page
}

/// A file that is received.
struct Upload {
    app: App,
    owner: PlayerId,
    target: Target,
    now: jiff::Timestamp,
    file_name: String,
    /// Its place in the database, once something of it has arrived. Whoever drops this before it is finished forgets the file.
    key: Option<ImportKey>,
    bytes: u64,
    pieces: i32,
    /// Whether anything but blank lines has arrived.
    has_text: bool,
    refusal: Option<CollectionError>,
    /// Whether its collection was deleted meanwhile.
    is_gone: bool,
}

impl Upload {
    fn new(app: &App, owner: PlayerId, target: Target, now: jiff::Timestamp) -> Self {
        let (app, file_name) = (app.clone(), String::new());
        Self {
            app,
            owner,
            target,
            now,
            file_name,
            key: None,
            bytes: 0,
            pieces: 0,
            has_text: false,
            refusal: None,
            is_gone: false,
        }
    }

    async fn receive_in_time(&mut self, request: Request) -> Result<UploadForm, Error> {
        let received = timeout(LONGEST_UPLOAD, self.receive(request)).await;
        received.unwrap_or(Err(Error::Unreadable(Unreadable::CutShort)))
    }

    /// Takes the form apart. It is read to its end also if its file is refused, so that its sender learns why.
    async fn receive(&mut self, request: Request) -> Result<UploadForm, Error> {
        let multipart = Multipart::from_request(request, &self.app).await;
        let mut multipart = multipart.map_err(|_| Error::Unreadable(Unreadable::Form))?;
        let mut form = UploadForm::default();
        loop {
            let field = in_time(multipart.next_field()).await?;
            let field = match field {
                Ok(Some(field)) => field,
                Ok(None) => return Ok(form),
                Err(error) => {
                    self.too_large(&error)?;
                    return Ok(form);
                }
            };
            let stored = match field.name() {
                Some("pgn") if self.key.is_none() => self.store(field).await,
                Some("name") => text(field).await.map(|text| form.name = text),
                Some("visibility") => text(field).await.map(|text| form.visibility = text),
                Some("writer") => text(field).await.map(|text| form.writer = text),
                _ => text(field).await.map(drop),
            };
            match stored {
                Ok(()) => {}
                Err(Received::Error(error)) => return Err(error),
                Err(Received::Multipart(error)) => {
                    self.too_large(&error)?;
                    return Ok(form);
                }
            }
        }
    }

    /// Notes that what was sent is too large, if that is what is wrong.
    fn too_large(&mut self, error: &MultipartError) -> Result<(), Error> {
        if error.status() != StatusCode::PAYLOAD_TOO_LARGE {
            return Err(Error::Unreadable(Unreadable::CutShort));
        }
        self.refusal = Some(CollectionError::LargeFile);
        Ok(())
    }

    async fn store(&mut self, mut field: Field<'_>) -> Result<(), Received> {
        let name = field.file_name().unwrap_or_default();
        self.file_name = name.chars().filter(|c| !c.is_control()).take(MAX_FILE_NAME_CHARS).collect();
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        while let Some(mut chunk) = in_time(field.chunk()).await?? {
            self.bytes += chunk.len() as u64;
            if self.bytes == chunk.len() as u64 {
                self.refusal = refusal_of_beginning(&chunk);
            }
            self.has_text = self.has_text || !is_blank(&chunk);
            if self.bytes > MAX_FILE_BYTES {
                self.refusal = Some(CollectionError::LargeFile);
            }
            while self.is_wanted() && !chunk.is_empty() {
                let taken: Bytes = chunk.split_to(chunk.len().min(PIECE_BYTES - piece.len()));
                piece.extend_from_slice(&taken);
                if piece.len() == PIECE_BYTES {
                    self.store_piece(&piece).await?;
                    piece.clear();
                }
            }
        }
        if self.is_wanted() && !piece.is_empty() {
            self.store_piece(&piece).await?;
        }
        Ok(())
    }

    fn is_wanted(&self) -> bool {
        self.refusal.is_none() && !self.is_gone
    }

    async fn store_piece(&mut self, piece: &[u8]) -> Result<(), Error> {
        match self.try_to_store_piece(piece).await {
            Err(Error::NotFound) => {
                self.is_gone = true;
                Ok(())
            }
            stored => stored,
        }
    }

    async fn try_to_store_piece(&mut self, piece: &[u8]) -> Result<(), Error> {
        let key = match &self.key {
            Some(key) => key,
            None => {
                let place = (self.owner, &self.target);
                match upload_store::begin(&self.app.pool, place, &self.file_name, self.now).await? {
                    Ok(key) => self.key.insert(key),
                    Err(refusal) => {
                        self.refusal = Some(refusal);
                        return Ok(());
                    }
                }
            }
        };
        upload_store::insert_piece(&self.app.pool, key, self.pieces, piece).await?;
        self.pieces += 1;
        Ok(())
    }

    /// Lets the file wait to be read, in its collection, or says what is wrong.
    async fn finish(&mut self, form: &UploadForm) -> Result<Result<CollectionId, Problems>, Error> {
        if self.is_gone {
            return Err(Error::NotFound);
        }
        let mut problems = Problems::default();
        let is_new = matches!(self.target, Target::New);
        let name = match form.name.trim() {
            "" => CollectionName::of_file(&self.file_name),
            typed => problems.note("name", CollectionName::read(typed)).unwrap_or_else(|| CollectionName::of_file("")),
        };
        let visibility = problems.note("visibility", Visibility::chosen(&form.visibility)).unwrap_or_default();
        if let Some(refusal) = self.refusal.or_else(|| (!self.has_text).then_some(CollectionError::NoFile)) {
            problems.add("pgn", &refusal);
        }
        if !problems.is_empty() {
            return Ok(Err(problems));
        }
        let Some(key) = &self.key else { return Ok(Err(problems)) };
        upload_store::finish(&self.app.pool, key, self.bytes, is_new.then_some((&name, visibility))).await?;
        let id = key.collection.clone();
        self.key = None;
        Ok(Ok(id))
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let Some(key) = self.key.take() else { return };
        let pool = self.app.pool.clone();
        tokio::spawn(async move {
            if let Err(error) = upload_store::abandon(&pool, &key).await {
                tracing::warn!(error = format!("{error:#}"), "a file that did not arrive is forgotten later");
            }
        });
    }
}

/// Whether there is nothing in some bytes of a file but blanks and the mark of UTF-8.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_whitespace() || [0xef, 0xbb, 0xbf].contains(byte))
}

/// Why a file that begins so is none of games.
fn refusal_of_beginning(bytes: &[u8]) -> Option<CollectionError> {
    /// Pictures, archives and programs have a NUL by then.
    const LOOKED_AT: usize = 256;
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(CollectionError::Utf16),
        _ if bytes.iter().take(LOOKED_AT).any(|&byte| byte == 0) => Some(CollectionError::NotText),
        _ => None,
    }
}

/// Why a part of a form could not be read.
enum Received {
    /// By the form.
    Multipart(MultipartError),
    /// By what is done with it.
    Error(Error),
}

impl From<MultipartError> for Received {
    fn from(error: MultipartError) -> Self {
        Self::Multipart(error)
    }
}

impl From<Error> for Received {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Waits for what somebody sends, but not for ever.
async fn in_time<T>(sent: impl Future<Output = T>) -> Result<T, Error> {
    timeout(LONGEST_SILENCE, sent).await.map_err(|_| Error::Unreadable(Unreadable::CutShort))
}

/// The text of a field, as much of it as any field of ours has.
async fn text(mut field: Field<'_>) -> Result<String, Received> {
    let mut bytes = Vec::new();
    while let Some(chunk) = in_time(field.chunk()).await?? {
        let room = MAX_FIELD_BYTES.saturating_sub(bytes.len());
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }
    Ok(String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}"))
}
