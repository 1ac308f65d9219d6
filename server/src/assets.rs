//! Style sheets, scripts and pictures: files of one folder, under addresses that change with their contents.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::http::{HeaderValue, header};
use sha2::{Digest, Sha256};
use tower::ServiceBuilder;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// The path in front of every static file, as templates write it: `/static/3f2a9c01d4e5`. The last part is a hash of
/// all files, so a browser may keep them for ever and still gets new ones at once.
#[derive(Clone, Debug)]
pub struct Assets(Arc<str>);

impl Assets {
    /// Reads all files of a folder once, for their hash.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut hash = Sha256::new();
        for (name, contents) in files(folder)? {
            hash.update(name.as_os_str().as_encoded_bytes());
            hash.update(Sha256::digest(contents));
        }
        let version = data_encoding::HEXLOWER.encode(&hash.finalize()[..6]);
        Ok(Self(format!("/static/{version}").into()))
    }
}

impl fmt::Display for Assets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn files(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("the folder of static files, {}, cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            let contents = std::fs::read(&path)?;
            found.insert(path, contents);
        }
    }
    Ok(found)
}

/// The files under their versioned addresses, and under plain ones for pages that stand alone.
pub fn router(assets: &Assets, folder: &Path) -> Router {
    let files = |cache: &'static str| {
        let cache = SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        ServiceBuilder::new().layer(cache).service(ServeDir::new(folder))
    };
    Router::new()
        .nest_service(&assets.to_string(), files("public, max-age=31536000, immutable"))
        .nest_service("/static", files("no-cache"))
}
