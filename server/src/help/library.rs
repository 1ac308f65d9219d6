//! [`Library`]: all articles, in the order of the index.

use anyhow::{Context, ensure};

use super::article::{Article, Group};

/// The files of the folder `help`, which are part of the program, as templates are.
macro_rules! articles {
    ($($key:literal),* $(,)?) => {
        &[$(($key, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../help/", $key, ".md")))),*]
    };
}

const FILES: &[(&str, &str)] = articles![
    "after-the-game",
    "analysis-board",
    "challenges",
    "clocks",
    "collections",
    "computer-analysis",
    "computers",
    "conditional-turns",
    "downloads",
    "draws-and-resigning",
    "duchess",
    "duck-chess",
    "emails",
    "explorer",
    "fair-play",
    "feeds",
    "first-game",
    "game-page",
    "guests",
    "keys",
    "leave",
    "making-a-turn",
    "messages-and-notes",
    "my-games",
    "notation",
    "operators-care",
    "operators-pages",
    "operators-players",
    "operators-start",
    "password-and-sessions",
    "puzzles",
    "ratings",
    "search-for-games",
    "settings",
    "studies",
    "three-check-duck-chess",
    "watching",
    "your-data",
];

/// All articles, sorted by group and by their order in it.
#[derive(Debug)]
pub struct Library {
    articles: Vec<Article>,
}

impl Library {
    /// The articles that are part of the program.
    ///
    /// # Errors
    /// One of them is broken, which a test forbids.
    pub fn built_in() -> anyhow::Result<Self> {
        Self::read(FILES)
    }

    /// Articles by their keys and files.
    fn read(files: &[(&str, &str)]) -> anyhow::Result<Self> {
        let read = files.iter().map(|(key, file)| Article::read(key, file).with_context(|| format!("help/{key}.md")));
        let mut articles = read.collect::<anyhow::Result<Vec<_>>>()?;
        articles.sort_by_key(|article| (article.group, article.order));
        for pair in articles.windows(2) {
            let is_same = pair[0].group == pair[1].group && pair[0].order == pair[1].order;
            ensure!(!is_same, "help/{}.md and help/{}.md are at the same place of a group", pair[0].key, pair[1].key);
        }
        let library = Self { articles };
        for article in &library.articles {
            let missing = article.related.iter().find(|key| library.article(key).is_none());
            ensure!(
                missing.is_none(),
                "help/{}.md is related to an article that is not there: {missing:?}",
                article.key
            );
        }
        Ok(library)
    }

    /// All articles.
    pub fn articles(&self) -> &[Article] {
        &self.articles
    }

    /// The article of an address.
    pub fn article(&self, key: &str) -> Option<&Article> {
        self.articles.iter().find(|article| article.key == key)
    }

    /// The groups with their articles.
    pub fn groups(&self) -> impl Iterator<Item = (Group, &[Article])> {
        self.articles.chunk_by(|one, other| one.group == other.group).map(|group| (group[0].group, group))
    }

    /// The articles before and after one in its group.
    pub fn neighbours(&self, article: &Article) -> [Option<&Article>; 2] {
        let mut group = self.articles.iter().filter(|other| other.group == article.group);
        let before = group.by_ref().take_while(|other| other.order < article.order).last();
        // What stopped the search is the article itself.
        [before, group.next()]
    }

    /// The articles that go with one.
    pub fn related(&self, article: &Article) -> Vec<&Article> {
        article.related.iter().filter_map(|key| self.article(key)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_an_article() {
        let library = Library::built_in().unwrap();
        let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../help")).unwrap();
        let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<_> = names.filter_map(|name| name.strip_suffix(".md").map(str::to_owned)).collect();
        let mut known: Vec<_> = library.articles().iter().map(|article| article.key.clone()).collect();
        files.sort();
        known.sort();
        assert_eq!(files, known, "put it into the list of files in library.rs");
        assert_eq!(library.groups().count(), 7, "each group has articles, and stands once");
    }

    #[test]
    fn articles_of_a_group_follow_each_other() {
        let file = |order: u32, related: &str| {
            format!("---\ntitle: A\ngroup: board\norder: {order}\nwords: b\nrelated: {related}\n---\nText\n")
        };
        let files = [("third", file(3, "first")), ("first", file(1, "")), ("second", file(2, ""))];
        let library = Library::read(&files.each_ref().map(|(key, file)| (*key, file.as_str()))).unwrap();
        let around = |key| {
            let article = library.article(key).unwrap();
            library.neighbours(article).map(|one| one.map_or("", |article| article.key.as_str()))
        };
        assert_eq!(
            [around("first"), around("second"), around("third")],
            [["", "second"], ["first", "third"], ["second", ""]]
        );
        assert_eq!(library.related(library.article("third").unwrap())[0].key, "first");
    }

    #[test]
    fn what_is_broken_is_named() {
        let file = "---\ntitle: A\ngroup: board\norder: 1\nwords: b\nrelated: c\n---\nText\n";
        let broken = |files: &[(&str, &str)]| format!("{:#}", Library::read(files).unwrap_err());
        assert!(broken(&[("ducks", "Text")]).starts_with("help/ducks.md: "));
        assert!(broken(&[("ducks", file)]).contains("help/ducks.md is related to an article that is not there"));
        assert!(broken(&[("ducks", file), ("geese", file)]).contains("the same place"));
    }
}
