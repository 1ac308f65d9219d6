//! Style sheets, scripts and pictures: files of one folder, read once and kept as they are sent, under addresses that
//! change with their contents. They make up the weight of a first visit: so comments are stripped, style sheets that
//! are always loaded together are joined, as are the scripts of a page, and each file is compressed once at the highest
//! level, ahead of the first visitor, on its own thread.

mod comments;
mod scripts;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Path as PathOf;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use brotli::enc::BrotliEncoderParams;
use sha2::{Digest, Sha256};

/// Style sheets that are one file to browsers, in the order of their parts.
const JOINED: [(&str, &[&str]); 2] = [
    ("css/frame.css", &["layers", "palette", "boards", "base", "layout", "forms", "print"]),
    (
        "css/page-game.css",
        &["board", "game", "steps", "panel", "computer", "rules", "tree", "tags", "share", "explorer"],
    ),
];

/// The static files. As text, the path in front of each, as templates write it: `/static/3f2a9c01d4e5`. The last part is
/// a hash of all files, so a browser may keep them for ever and still gets new ones at once.
#[derive(Clone, Debug)]
pub struct Assets {
    address: Arc<str>,
    files: Arc<BTreeMap<String, Arc<File>>>,
}

/// A file as it is sent.
#[derive(Debug)]
struct File {
    kind: &'static str,
    contents: Bytes,
    /// The same compressed, if that makes it smaller.
    brotli: OnceLock<Option<Bytes>>,
}

impl Assets {
    /// Reads all files of a folder.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read, a style sheet is missing, the comments of a file cannot be told from its
    /// code, or the scripts cannot be joined.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut files: BTreeMap<_, _> = read(folder)?
            .into_iter()
            // Types are for people who work on the scripts.
            .filter(|(path, _)| path.extension().is_none_or(|end| end != "ts"))
            .filter_map(|(path, contents)| Some((path.strip_prefix(folder).ok()?.to_str()?.to_owned(), contents)))
            .map(|(name, contents)| Ok((name.clone(), without_comments(&name, contents)?)))
            .collect::<anyhow::Result<_>>()?;
        for (name, parts) in JOINED {
            let part = |part: &&str| files.get(&format!("css/{part}.css")).with_context(|| format!("css/{part}.css"));
            let joined = parts.iter().map(part).collect::<anyhow::Result<Vec<&Vec<u8>>>>()?;
            let joined = joined.into_iter().flatten().copied().collect();
            files.insert(name.to_owned(), joined);
        }
        join_scripts(&mut files)?;
        let mut hash = Sha256::new();
        for (name, contents) in &files {
            hash.update(name);
            hash.update(Sha256::digest(contents));
        }
        let version = data_encoding::HEXLOWER.encode(&hash.finalize()[..6]);
        let files = files.into_iter().map(|(name, contents)| {
            let file = File { kind: kind(&name), contents: contents.into(), brotli: OnceLock::new() };
            (name, Arc::new(file))
        });
        Ok(Self { address: format!("/static/{version}").into(), files: Arc::new(files.collect()) })
    }

    /// Compresses all files, one after the other: for about a second it takes a processor, so it is for a thread of its own.
    pub fn compress(&self) {
        for file in self.files.values() {
            file.compressed();
        }
    }

    async fn send(&self, name: &str, asked: &HeaderMap, cache: &'static str) -> Response {
        let Some(file) = self.files.get(name) else { return StatusCode::NOT_FOUND.into_response() };
        let brotli = if reads_brotli(asked) { compressed(file).await } else { None };
        let headers: [(HeaderName, &'static str); 4] = [
            (header::CONTENT_TYPE, file.kind),
            (header::CACHE_CONTROL, cache),
            (header::VARY, "accept-encoding"),
            // A picture is a document of its own where somebody opens it.
            (header::CONTENT_SECURITY_POLICY, "default-src 'self'"),
        ];
        match brotli {
            Some(brotli) => {
                (headers, [(header::CONTENT_ENCODING, HeaderValue::from_static("br"))], brotli).into_response()
            }
            None => (headers, file.contents.clone()).into_response(),
        }
    }
}

impl fmt::Display for Assets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl File {
    /// The compressed contents, if that makes them smaller. Concurrent requests wait for one compression.
    fn compressed(&self) -> Option<Bytes> {
        self.brotli
            .get_or_init(|| compress(&self.contents).filter(|smaller| smaller.len() < self.contents.len()))
            .clone()
    }
}

fn reads_brotli(asked: &HeaderMap) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| coding.trim() == "br")
}

/// The compressed file; if it is requested before its turn has come, it is compressed now, off the threads that answer
/// requests.
async fn compressed(file: &Arc<File>) -> Option<Bytes> {
    if let Some(made) = file.brotli.get() {
        return made.clone();
    }
    let file = Arc::clone(file);
    tokio::task::spawn_blocking(move || file.compressed()).await.ok().flatten()
}

fn compress(contents: &Bytes) -> Option<Bytes> {
    let mut compressed = Vec::new();
    let settings = BrotliEncoderParams { quality: 11, size_hint: contents.len(), ..BrotliEncoderParams::default() };
    brotli::BrotliCompress(&mut contents.as_ref(), &mut compressed, &settings).ok()?;
    Some(compressed.into())
}

fn read(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("the folder of static files, {}, cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(read(&path)?);
        } else {
            let contents = std::fs::read(&path)?;
            found.insert(path, contents);
        }
    }
    Ok(found)
}

/// What a file is, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("md") => "text/markdown; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Puts the joined scripts in the place of their modules, which are not sent: a module that came twice would run twice.
fn join_scripts(files: &mut BTreeMap<String, Vec<u8>>) -> anyhow::Result<()> {
    let mut modules = BTreeMap::new();
    files.retain(|name, contents| {
        let Some(path) = name.strip_prefix("js/").and_then(|name| name.strip_suffix(".js")) else { return true };
        modules.insert(path.to_owned(), String::from_utf8_lossy(contents).into_owned());
        false
    });
    let joined = scripts::join(&modules, &scripts::JOINS)?;
    files.extend(joined.into_iter().map(|(file, text)| (format!("js/{file}.js"), text.into_bytes())));
    Ok(())
}

/// A script or a style sheet without its comments. Anyone who wants to read them has the source.
fn without_comments(name: &str, contents: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    let Some(language) = comments::Language::of(name) else { return Ok(contents) };
    let text = String::from_utf8(contents).with_context(|| name.to_owned())?;
    Ok(comments::strip(language, &text).with_context(|| name.to_owned())?.into_bytes())
}

/// The files under their versioned addresses, and under plain ones for pages without the layout.
pub fn router(assets: &Assets) -> Router {
    let files = |cache: &'static str| {
        let assets = assets.clone();
        get(async move |PathOf(name): PathOf<String>, headers: HeaderMap| assets.send(&name, &headers, cache).await)
    };
    Router::new()
        .route(&format!("{assets}/{{*name}}"), files("public, max-age=31536000, immutable"))
        .route("/static/{*name}", files("no-cache"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_compressed_is_the_file() -> anyhow::Result<()> {
        let assets = Assets::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../static").as_path())?;
        assets.compress();
        for (name, file) in assets.files.iter() {
            let Some(compressed) = file.brotli.get().with_context(|| name.clone())? else { continue };
            let mut read = Vec::new();
            brotli::BrotliDecompress(&mut compressed.as_ref(), &mut read)?;
            assert_eq!(read, file.contents, "{name}");
        }
        Ok(())
    }
}
