//! [`Article`]: one file of the folder `help`.
//!
//! It begins with what is known of it, between two lines of three hyphens:
//!
//! ```text
//! ---
//! title: Leave
//! group: correspondence
//! order: 2
//! words: holiday, vacation, pause
//! related: clocks, my-games
//! ---
//! ```
//!
//! `words` are what people look for who do not know what it is called here. Then follows Markdown, whose headings begin at
//! the second level.

use anyhow::{Context, bail, ensure};

use super::render::Document;
use super::search::Source;
use super::text::Text;
use crate::wording::help as wording;

/// An article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// The last part of its address: `leave`.
    pub key: String,
    /// What it is called.
    pub title: Text,
    /// The group it is in.
    pub group: Group,
    /// Its place in the group.
    pub order: u32,
    /// What people look for who do not know what it is called here.
    pub words: Text,
    /// The keys of articles that go with it.
    pub related: Vec<String>,
    /// What it says.
    pub text: Document,
}

/// What articles are about, in the order of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// From the first look to the first game.
    FirstSteps,
    /// A game's page and what one does on it.
    Board,
    /// A game over weeks.
    Correspondence,
    /// The games.
    Variants,
    /// What comes of games.
    AfterTheGame,
    /// What belongs to a player.
    Account,
    /// Running a site.
    Operators,
}

impl Group {
    const ALL: [Self; 7] = [
        Self::FirstSteps,
        Self::Board,
        Self::Correspondence,
        Self::Variants,
        Self::AfterTheGame,
        Self::Account,
        Self::Operators,
    ];

    /// Its name in articles, and the id of its heading in the index.
    pub const fn key(self) -> &'static str {
        match self {
            Self::FirstSteps => "first-steps",
            Self::Board => "board",
            Self::Correspondence => "correspondence",
            Self::Variants => "variants",
            Self::AfterTheGame => "after-the-game",
            Self::Account => "account",
            Self::Operators => "operators",
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstSteps => wording::FIRST_STEPS,
            Self::Board => wording::BOARD,
            Self::Correspondence => wording::CORRESPONDENCE,
            Self::Variants => wording::VARIANTS,
            Self::AfterTheGame => wording::AFTER_THE_GAME,
            Self::Account => wording::ACCOUNT,
            Self::Operators => wording::OPERATORS,
        }
    }
}

impl Article {
    /// Reads a file.
    ///
    /// # Errors
    /// It does not begin with what is known of it, or that is incomplete; it has a heading of the first level, or says nothing.
    pub fn read(key: &str, file: &str) -> anyhow::Result<Self> {
        let (known, text) = file
            .strip_prefix("---\n")
            .and_then(|rest| rest.split_once("\n---\n"))
            .context("it does not begin with fields between two lines of three hyphens")?;
        let [mut title, mut group, mut order, mut words, mut related] = [None; 5];
        for line in known.lines() {
            let (name, value) = line.split_once(':').with_context(|| format!("‘{line}’ is no field"))?;
            let field = match name {
                "title" => &mut title,
                "group" => &mut group,
                "order" => &mut order,
                "words" => &mut words,
                "related" => &mut related,
                _ => bail!("there is no field ‘{name}’"),
            };
            ensure!(field.replace(value.trim()).is_none(), "the field ‘{name}’ is there twice");
        }
        let group = group.context("the field ‘group’ is missing")?;
        let text = Document::read(text);
        ensure!(text.title.is_none(), "its title is a field: headings begin with ##");
        ensure!(text.sections.iter().any(|section| !section.text.words().is_empty()), "it says nothing");
        Ok(Self {
            key: key.to_owned(),
            title: Text::new(title.context("the field ‘title’ is missing")?),
            group: Group::ALL.into_iter().find(|one| one.key() == group).context("there is no such group")?,
            order: order.context("the field ‘order’ is missing")?.parse().context("‘order’ is a number")?,
            words: Text::new(words.context("the field ‘words’ is missing")?),
            related: related
                .unwrap_or_default()
                .split(',')
                .map(|key| key.trim().to_owned())
                .filter(|key| !key.is_empty())
                .collect(),
            text,
        })
    }

    /// What of it is searched.
    pub fn source(&self) -> Source<'_> {
        let path = format!("/help/{}", self.key);
        Source { path, title: &self.title, words: &self.words, group: self.group.name(), text: &self.text }
    }

    /// The headings of a table of contents, if it is long enough to have one.
    pub fn contents(&self) -> Option<Vec<(&str, &str)>> {
        let contents = self.text.contents();
        (contents.len() > 3).then(|| contents.iter().map(|one| (one.id.as_str(), one.heading.as_str())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str =
        "---\ntitle: Leave\ngroup: correspondence\norder: 2\nwords: holiday, Ferien\nrelated: clocks, draws\n---\n";

    #[test]
    fn a_file_is_read_whole() {
        let article = Article::read("leave", &format!("{KNOWN}Days off.\n\n## Taking it\nSoon.\n")).unwrap();
        assert_eq!((article.title.as_str(), article.group, article.order), ("Leave", Group::Correspondence, 2));
        assert_eq!(article.related, ["clocks", "draws"]);
        assert_eq!(article.text.sections[1].heading.as_str(), "Taking it");
        assert_eq!(article.contents(), None, "one heading needs no table");
    }

    #[test]
    fn a_broken_file_says_what_is_wrong() {
        let broken = |file: &str| Article::read("leave", file).unwrap_err().to_string();
        assert!(broken("Days off.").contains("does not begin with fields"));
        assert!(broken("---\ntitle Leave\n---\nx").contains("‘title Leave’ is no field"));
        assert!(broken("---\ncolour: red\n---\nx").contains("‘colour’"));
        assert!(broken("---\ntitle: a\ntitle: b\n---\nx").contains("twice"));
        assert!(broken(&format!("{}x", KNOWN.replace("correspondence", "ponds"))).contains("no such group"));
        assert!(broken(&format!("{}x", KNOWN.replace("order: 2\n", ""))).contains("‘order’ is missing"));
        assert!(broken(&format!("{}x", KNOWN.replace("order: 2", "order: second"))).contains("is a number"));
        assert!(broken(&format!("{KNOWN}# Leave\nx")).contains("headings begin with ##"));
        assert!(broken(KNOWN).contains("says nothing"));
    }
}
