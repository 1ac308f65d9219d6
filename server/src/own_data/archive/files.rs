//! The files of an archive: their names, what is said of them, and where they come from.

use askama::Template;
use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::games::GameText;
use super::rows;
use crate::accounts::{Player, PlayerId};
use crate::platform::database::Pool;
use crate::wording::own_data::files as words;

/// A file of the archive.
pub struct ArchiveFile {
    /// Its name.
    pub name: &'static str,
    /// What is in it, in a sentence or two.
    pub about: &'static str,
    /// Where that comes from.
    pub source: Source,
}

/// Reads something of a player as JSON.
pub type ReadOne = for<'a> fn(&'a Pool, PlayerId) -> BoxFuture<'a, anyhow::Result<String>>;
/// Reads the next rows of a player after so many: each as JSON, or as a text.
pub type ReadRows = for<'a> fn(&'a Pool, PlayerId, i64) -> BoxFuture<'a, anyhow::Result<Vec<String>>>;

/// Where a file comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// It tells what the others are.
    Readme,
    /// It is one JSON object.
    One(ReadOne),
    /// It is a JSON list of rows.
    Rows(ReadRows),
    /// It is made of texts, with a blank line after each.
    Texts(ReadRows),
    /// A file of each collection, with its games. Its name here stands for theirs.
    Collected,
    /// It has something of each game.
    Games(GameText),
}

const fn file(name: &'static str, about: &'static str, source: Source) -> ArchiveFile {
    ArchiveFile { name, about, source }
}

/// All of them, in order.
pub const FILES: &[ArchiveFile] = &[
    file("README.txt", words::README, Source::Readme),
    file("account.json", words::ACCOUNT, Source::One(rows::account)),
    file("settings.json", words::SETTINGS, Source::One(rows::settings)),
    file("sign-ins.json", words::SIGN_INS, Source::Rows(rows::sign_ins)),
    file("games.pgn", words::GAMES_PGN, Source::Games(GameText::Pgn)),
    file("games.json", words::GAMES_JSON, Source::Games(GameText::Json)),
    file("messages.json", words::MESSAGES, Source::Games(GameText::Messages)),
    file("notes.json", words::NOTES, Source::Games(GameText::Notes)),
    file("kibitz.json", words::KIBITZ, Source::Rows(rows::kibitz)),
    file("tags.json", words::TAGS, Source::Rows(rows::tags)),
    file("searches.json", words::SEARCHES, Source::Rows(rows::searches)),
    file("notebooks.json", words::NOTEBOOKS_JSON, Source::Rows(rows::notebooks)),
    file("notebooks.pgn", words::NOTEBOOKS_PGN, Source::Texts(rows::notebook_pgns)),
    file("collections.json", words::COLLECTIONS_JSON, Source::Rows(rows::collections)),
    file("collections/….pgn", words::COLLECTIONS_PGN, Source::Collected),
    file("studies.json", words::STUDIES_JSON, Source::Rows(rows::studies)),
    file("studies.pgn", words::STUDIES_PGN, Source::Texts(rows::study_pgns)),
    file("challenges.json", words::CHALLENGES, Source::Rows(rows::challenges)),
    file("leave.json", words::LEAVE, Source::Rows(rows::leave)),
    file("ratings.json", words::RATINGS, Source::Rows(rows::ratings)),
    file("puzzles.json", words::PUZZLES, Source::Rows(rows::puzzles)),
    file("analyses.json", words::ANALYSES, Source::Rows(rows::analyses)),
    file("looks.json", words::LOOKS, Source::Rows(rows::looks)),
    file("drafts.json", words::DRAFTS, Source::Rows(rows::drafts)),
    file("emails.json", words::EMAILS, Source::Rows(rows::emails)),
];

#[derive(Template)]
#[template(path = "own_data/readme.txt")]
struct Readme<'a> {
    site: &'a str,
    name: &'a str,
    at: Timestamp,
    files: &'static [ArchiveFile],
}

/// The text that tells what the files are.
///
/// # Errors
/// The template fails.
pub fn readme(site: &str, player: &Player, at: Timestamp) -> anyhow::Result<String> {
    Ok(Readme { site, name: player.name.as_str(), at, files: FILES }.render()?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::FILES;

    #[test]
    fn every_file_has_a_name_of_its_own_and_is_told_of() {
        let names: HashSet<_> = FILES.iter().map(|file| file.name).collect();
        let words: HashSet<_> = FILES.iter().map(|file| file.about).collect();
        assert_eq!((names.len(), words.len()), (FILES.len(), FILES.len()));
        assert!(words.iter().all(|about| about.ends_with('.')), "{words:?}");
    }
}
