//! Lists of many pages: `?page=2`, and the way to the page before and the next.

use serde::Deserialize;

use crate::wording::lists;

/// The page that an address asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    page: String,
}

/// How many pages a list has at most: what is further is not counted there.
const MOST_PAGES: i64 = 100_000;

impl PageQuery {
    /// What to load for it, of a list with so many lines on a page.
    pub fn of(self, lines_a_page: i64) -> Asked {
        let number = match self.page.trim() {
            "" => Some(1),
            page => page.parse().ok().filter(|page| (1..=MOST_PAGES).contains(page)),
        };
        Asked { number, lines_a_page }
    }
}

/// A page that is to be loaded.
#[derive(Debug)]
pub struct Asked {
    /// From 1; `None` if it is no number of a page.
    number: Option<i64>,
    lines_a_page: i64,
}

impl Asked {
    /// How many lines to load: one more than are shown, to know whether there are more. None for what is no page.
    pub fn limit(&self) -> i64 {
        if self.number.is_some() { self.lines_a_page + 1 } else { 0 }
    }

    /// How many lines of the list to skip.
    pub fn offset(&self) -> i64 {
        (self.number.unwrap_or(1) - 1) * self.lines_a_page
    }

    /// The page with the lines that were loaded; `address` is that of the list.
    pub fn loaded<T>(self, lines: &mut Vec<T>, address: String) -> Paging {
        let has_more = lines.len() as i64 > self.lines_a_page;
        lines.truncate(self.lines_a_page as usize);
        let is_missing = self.number.is_none_or(|number| number > 1 && lines.is_empty());
        Paging { number: self.number, has_more, is_missing, address }
    }
}

/// Where a page is in its list: `paging.html` shows it.
#[derive(Debug)]
pub struct Paging {
    /// From 1; `None` if what was asked for is no number of a page.
    number: Option<i64>,
    has_more: bool,
    is_missing: bool,
    address: String,
}

impl Paging {
    /// That the list has no such page, if it has not.
    pub fn missing(&self) -> Option<String> {
        self.is_missing.then(|| lists::no_page(self.number))
    }

    /// The address of the list's first page.
    pub fn first(&self) -> &str {
        &self.address
    }

    /// The address of the page before.
    pub fn before(&self) -> Option<String> {
        self.number.filter(|&number| number > 1 && !self.is_missing).map(|number| self.at(number - 1))
    }

    /// The address of the next page.
    pub fn next(&self) -> Option<String> {
        self.number.filter(|_| self.has_more).map(|number| self.at(number + 1))
    }

    fn at(&self, number: i64) -> String {
        let joint = if self.address.contains('?') { '&' } else { '?' };
        format!("{}{joint}page={number}", self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str, loaded: usize, address: &str) -> Paging {
        let mut lines = vec![(); loaded];
        PageQuery { page: text.to_owned() }.of(3).loaded(&mut lines, address.to_owned())
    }

    #[test]
    fn a_page_leads_to_those_beside_it() {
        let first = page("", 4, "/puzzles");
        assert_eq!((first.before(), first.next()), (None, Some("/puzzles?page=2".to_owned())));
        let last = page("2", 3, "/puzzles?theme=quiet");
        assert_eq!((last.before(), last.next()), (Some("/puzzles?theme=quiet&page=1".to_owned()), None));
        let asked = PageQuery { page: "2".to_owned() }.of(3);
        assert_eq!((asked.limit(), asked.offset()), (4, 3), "one more, to know whether there are more");
    }

    #[test]
    fn what_is_no_page_is_missing_but_an_empty_list_has_a_first() {
        assert_eq!(page("", 0, "").missing(), None);
        assert_eq!(page("1", 0, "").missing(), None);
        assert_eq!(page("2", 0, "").missing().as_deref(), Some("This list has no page 2."));
        for text in ["0", "-1", "x", "9999999999999999999999"] {
            assert_eq!(page(text, 0, "").missing().as_deref(), Some("This list has no such page."));
        }
        assert_eq!(PageQuery { page: "x".to_owned() }.of(3).limit(), 0, "nothing is looked for");
    }
}
