//! Feeds for feed readers, as Atom (RFC 4287).

use anyhow::Context;
use atom_syndication::{Entry, Feed, FixedDateTime, Generator, Link, Person, Text, WriteConfig};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;

use super::etag;
use super::moment::Moment;

/// What a feed is sent as.
pub const CONTENT_TYPE: &str = "application/atom+xml; charset=utf-8";

/// A feed. Its addresses are paths of this site.
#[derive(Debug)]
pub struct AtomFeed {
    /// What it is called.
    pub title: String,
    /// What tells it from every other feed of the site, whatever its address.
    pub id: String,
    /// When something was last new in it. It does not change by itself: without anything new, a feed is the same byte for byte.
    pub updated: Timestamp,
    /// The path of the feed, if that is no secret.
    pub path: Option<String>,
    /// The path of the page that shows the same.
    pub page: String,
    /// What is in it.
    pub entries: Vec<AtomEntry>,
}

/// An entry of a feed.
#[derive(Debug)]
pub struct AtomEntry {
    /// What it is called.
    pub title: String,
    /// What tells it from every other entry of the site: a reader shows one with an id that it knows as a change to that.
    pub id: String,
    /// When it was last changed.
    pub updated: Timestamp,
    /// The path of its page.
    pub page: String,
    /// What it says.
    pub summary: String,
}

impl AtomFeed {
    /// The feed as XML, for a site at this address.
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn write(self, public_url: &str) -> anyhow::Result<String> {
        let link = |path: &str, rel: &str| link(public_url, path, rel);
        let own = self.path.iter().map(|path| link(path, "self"));
        let entries: Result<Vec<_>, _> = self.entries.into_iter().map(|entry| entry.write(public_url)).collect();
        let feed = Feed {
            title: text(&self.title),
            id: tag(public_url, &self.id),
            updated: instant(self.updated)?,
            authors: vec![Person { name: "Mallard".to_owned(), ..Person::default() }],
            generator: Some(Generator { value: "Mallard".to_owned(), ..Generator::default() }),
            links: own.chain([link(&self.page, "alternate")]).collect(),
            entries: entries?,
            lang: Some("en".to_owned()),
            ..Feed::default()
        };
        let config = WriteConfig { write_document_declaration: true, indent_size: Some(2) };
        Ok(String::from_utf8(feed.write_with_config(Vec::new(), config)?)?)
    }

    /// The answer with a feed that everybody may read, or that it has not changed.
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn respond(self, public_url: &str, request: &HeaderMap) -> anyhow::Result<Response> {
        let mut response = etag::respond(request, CONTENT_TYPE, self.write(public_url)?).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
        Ok(response)
    }
}

impl AtomEntry {
    fn write(self, public_url: &str) -> anyhow::Result<Entry> {
        Ok(Entry {
            title: text(&self.title),
            id: tag(public_url, &self.id),
            updated: instant(self.updated)?,
            links: vec![link(public_url, &self.page, "alternate")],
            summary: Some(text(&self.summary)),
            ..Entry::default()
        })
    }
}

/// A name that is nobody else's, and stays when addresses change (RFC 4151).
fn tag(public_url: &str, id: &str) -> String {
    format!("tag:{},2026:{id}", host(public_url))
}

/// Words, without what XML cannot hold.
fn text(words: &str) -> Text {
    let can_be_held = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    Text::plain(words.chars().filter(can_be_held).collect::<String>())
}

fn link(public_url: &str, path: &str, rel: &str) -> Link {
    Link { href: format!("{public_url}{path}"), rel: rel.to_owned(), ..Link::default() }
}

fn instant(at: Timestamp) -> anyhow::Result<FixedDateTime> {
    Moment(at).iso().parse().context("an instant cannot be written")
}

/// The host of the site, by which what is in a feed has a name that is nobody else's. Of an address of IPv6 without its
/// brackets and colons, which such names must not have: `[2001:db8::1]` is `2001-db8--1`.
pub fn host(public_url: &str) -> String {
    let uri = public_url.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or("localhost");
    host.trim_matches(['[', ']']).replace(':', "-")
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn the_host_is_told_from_all_around_it() {
        for (public_url, expected) in [
            ("https://mallard.example", "mallard.example"),
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("https://mallard.example:8443/duck", "mallard.example"),
            ("http://[::1]:8080", "--1"),
            ("http://[2001:db8::1]", "2001-db8--1"),
        ] {
            assert_eq!(host(public_url), expected);
        }
    }
}
