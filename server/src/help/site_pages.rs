//! [`SitePages`]: about, terms, privacy and contact. What they say by default is what the program does; an operator puts
//! texts of their own into a folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::render::Document;
use super::search::Source;
use super::text::Text;
use crate::wording::help as wording;

/// A page about the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitePage {
    /// What this is, and by whom.
    About,
    /// What players agree to.
    Terms,
    /// What is kept of visitors, and for how long.
    Privacy,
    /// How to reach whoever runs the site.
    Contact,
}

impl SitePage {
    /// All of them, in the order of the foot of a page.
    pub const ALL: [Self; 4] = [Self::About, Self::Terms, Self::Privacy, Self::Contact];

    /// Its address without the slash, and the name of its file without the ending.
    pub const fn key(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Terms => "terms",
            Self::Privacy => "privacy",
            Self::Contact => "contact",
        }
    }

    /// What it is called in links, and by itself unless its text has a title.
    pub const fn name(self) -> &'static str {
        match self {
            Self::About => wording::ABOUT,
            Self::Terms => wording::TERMS,
            Self::Privacy => wording::PRIVACY,
            Self::Contact => wording::CONTACT,
        }
    }

    /// What people look for who do not know that.
    const fn words(self) -> &'static str {
        match self {
            Self::About => wording::ABOUT_WORDS,
            Self::Terms => wording::TERMS_WORDS,
            Self::Privacy => wording::PRIVACY_WORDS,
            Self::Contact => wording::CONTACT_WORDS,
        }
    }

    /// What it says if the operator has written nothing, given the address that the settings know.
    fn by_default(self, address: Option<&str>) -> String {
        match (self, address) {
            (Self::About, _) => include_str!("../../../help/pages/about.md").to_owned(),
            (Self::Terms, _) => include_str!("../../../help/pages/terms.md").to_owned(),
            (Self::Privacy, _) => include_str!("../../../help/pages/privacy.md").to_owned(),
            (Self::Contact, None) => include_str!("../../../help/pages/contact.md").to_owned(),
            (Self::Contact, Some(address)) => {
                include_str!("../../../help/pages/contact-by-email.md").replace("ADDRESS", address)
            }
        }
    }
}

/// The texts of the pages about the site.
#[derive(Debug)]
pub struct SitePages([SiteText; 4]);

/// One of them.
#[derive(Debug, PartialEq, Eq)]
struct SiteText {
    title: Text,
    words: Text,
    text: Document,
}

impl SiteText {
    fn new(page: SitePage, markdown: &str) -> Self {
        let text = Document::read(markdown);
        let title = Text::new(text.title.as_deref().unwrap_or(page.name()));
        Self { title, words: Text::new(page.words()), text }
    }
}

impl SitePages {
    /// The texts of a folder, and for those that it does not have the default ones.
    ///
    /// # Errors
    /// The folder or a text in it cannot be read, or it has another text, which would be shown nowhere.
    pub fn read(folder: Option<&Path>, address: Option<&str>) -> anyhow::Result<Self> {
        if let Some(folder) = folder {
            let has = || format!("PAGES_FOLDER is {}, which cannot be read", folder.display());
            for entry in fs::read_dir(folder).with_context(has)? {
                let name = entry.with_context(has)?.file_name();
                let name = name.to_string_lossy();
                let is_known =
                    name.strip_suffix(".md").is_none_or(|key| SitePage::ALL.iter().any(|page| page.key() == key));
                ensure!(
                    is_known,
                    "PAGES_FOLDER has {name}, which is no page. Pages are about.md, terms.md, privacy.md and contact.md"
                );
            }
        }
        let read = |page| -> anyhow::Result<SiteText> { Ok(SiteText::new(page, &text(page, folder, address)?)) };
        let [about, terms, privacy, contact] = SitePage::ALL.map(read);
        Ok(Self([about?, terms?, privacy?, contact?]))
    }

    /// What of them is searched.
    pub fn sources(&self) -> impl Iterator<Item = Source<'_>> {
        SitePage::ALL.into_iter().map(|page| {
            let SiteText { title, words, text } = self.text(page);
            Source { path: format!("/{}", page.key()), title, words, group: wording::SITE, text }
        })
    }

    /// What a page says.
    pub fn of(&self, page: SitePage) -> &Document {
        &self.text(page).text
    }

    fn text(&self, page: SitePage) -> &SiteText {
        let Self([about, terms, privacy, contact]) = self;
        match page {
            SitePage::About => about,
            SitePage::Terms => terms,
            SitePage::Privacy => privacy,
            SitePage::Contact => contact,
        }
    }

    /// What a page is called.
    pub fn title(&self, page: SitePage) -> &str {
        self.text(page).title.as_str()
    }
}

/// The text of a page.
fn text(page: SitePage, folder: Option<&Path>, address: Option<&str>) -> anyhow::Result<String> {
    let path = folder.map(|folder| folder.join(page.key()).with_extension("md"));
    match path.filter(|path| path.exists()) {
        None => Ok(page.by_default(address)),
        Some(path) => fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(folder: &Path) -> String {
        format!("{:#}", SitePages::read(Some(folder), None).unwrap_err())
    }

    #[test]
    fn what_the_operator_wrote_takes_the_place_of_the_default() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("terms.md"), "# House rules\n\nBe kind to ducks.").unwrap();
        fs::write(folder.path().join("notes.txt"), "not a page").unwrap();
        let [own, default] = [Some(folder.path()), None].map(|folder| SitePages::read(folder, None).unwrap());
        assert_eq!(own.title(SitePage::Terms), "House rules");
        assert!(own.of(SitePage::Terms).html.contains("<p>Be kind to ducks.</p>"));
        assert_eq!(own.of(SitePage::About), default.of(SitePage::About));
        assert!(SitePage::ALL.iter().all(|&page| !default.of(page).html.is_empty()));
    }

    #[test]
    fn a_folder_that_cannot_be_used_is_an_error_that_says_so() {
        let folder = tempfile::tempdir().unwrap();
        assert!(error(&folder.path().join("nowhere")).contains("nowhere, which cannot be read"));
        fs::write(folder.path().join("tos.md"), "Terms").unwrap();
        assert!(error(folder.path()).contains("has tos.md, which is no page"));
        fs::remove_file(folder.path().join("tos.md")).unwrap();
        fs::write(folder.path().join("terms.md"), [0xff, 0xfe]).unwrap();
        assert!(error(folder.path()).contains("terms.md cannot be read"));
    }

    #[test]
    fn the_contact_page_names_an_address_only_if_the_settings_do() {
        let of = |address| SitePages::read(None, address).unwrap().of(SitePage::Contact).html.clone();
        assert!(!of(None).contains('@'), "{}", of(None));
        assert!(of(Some("mallard@pond.example")).contains("mailto:mallard@pond.example"));
    }
}
