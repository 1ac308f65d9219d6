//! Which texts have some words, of the articles and the pages about the site. There are few, so each search looks at all of
//! them; nothing is asked of a database.

use std::collections::HashMap;
use std::ops::Range;

use super::render::{Document, Section};
use super::text::{Text, Word, words};

/// The words that somebody looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// As they are looked for: of several things, one.
    words: Vec<String>,
    /// As they stand in the question.
    typed: Vec<String>,
}

/// A text that is searched.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Its address.
    pub path: String,
    /// What it is called.
    pub title: &'a Text,
    /// What people look for who do not know that.
    pub words: &'a Text,
    /// What it belongs to.
    pub group: &'static str,
    /// What it says.
    pub text: &'a Document,
}

/// A text that has all of them, and the section that has most; its beginning if it is about all of them.
#[derive(Debug)]
pub struct Found<'a> {
    /// The text.
    pub source: Source<'a>,
    /// The section.
    pub section: &'a Section,
    /// What of it is shown.
    pub excerpt: Excerpt<'a>,
}

/// A part of a text, in parts of which some have the words.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt<'a> {
    /// Whether the text begins earlier.
    pub is_cut_before: bool,
    /// The parts, and for each whether it is a word that was looked for.
    pub parts: Vec<(&'a str, bool)>,
    /// Whether the text goes on.
    pub is_cut_after: bool,
}

/// More words than these are not looked for.
const MOST_WORDS: usize = 8;

/// Words of questions, which say nothing of what is asked.
const SMALL_WORDS: &[&str] = &[
    "a", "about", "an", "and", "are", "can", "cannot", "could", "do", "does", "don", "for", "from", "get", "how", "i",
    "if", "in", "is", "it", "me", "my", "of", "on", "or", "the", "there", "this", "to", "use", "what", "when", "where",
    "which", "why", "with", "work", "you", "your",
];

/// How many words an excerpt has, and how many of them before the first that was looked for.
const EXCERPT_WORDS: usize = 40;
const WORDS_BEFORE: usize = 8;

/// What a word counts for that is found in a title, among the words that people look for, in a heading or in a text.
const IN_TITLE: u32 = 60;
const IN_WORDS: u32 = 40;
const IN_HEADING: u32 = 20;
const IN_TEXT: u32 = 2;

impl Wanted {
    /// The words of a question. Those that say nothing are left out, unless there are no others.
    pub fn read(typed: &str) -> Self {
        let all: Vec<_> = words(typed).map(|word| word.folded).collect();
        let is_small = |word: &String| SMALL_WORDS.contains(&word.as_str());
        let telling: Vec<_> = all.iter().filter(|word| !is_small(word)).cloned().collect();
        let mut typed = if telling.is_empty() { all } else { telling };
        typed.truncate(MOST_WORDS);
        Self { words: typed.iter().cloned().map(singular).collect(), typed }
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The texts that have every word, or words that begin so, the likeliest first.
    pub fn find_in<'a>(&self, sources: impl IntoIterator<Item = Source<'a>>) -> Vec<Found<'a>> {
        let mut found: Vec<_> =
            sources.into_iter().filter_map(|source| Some((self.score(&source)?, self.found(source)?))).collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// How likely a text is what was looked for; `None` if a word is missing.
    fn score(&self, source: &Source<'_>) -> Option<u32> {
        let of_word = |wanted: &String| {
            let in_sections = source.text.sections.iter().map(|section| in_section(section, wanted)).max();
            let score = (IN_TITLE * in_text(source.title, wanted))
                .max(IN_WORDS * in_text(source.words, wanted))
                .max(in_sections.unwrap_or_default());
            (score > 0).then_some(score)
        };
        self.words.iter().map(of_word).sum()
    }

    /// The same with known words in place of those that no text has: the most alike, of these the most frequent. Nothing if every word is known,
    /// or one of them is like none.
    pub fn corrected<'a>(&self, sources: impl IntoIterator<Item = Source<'a>>) -> Option<Self> {
        let mut known = HashMap::<&str, usize>::new();
        for source in sources {
            let sections = source.text.sections.iter().flat_map(|section| [&section.heading, &section.text]);
            let texts = [source.title, source.words].into_iter().chain(sections);
            for word in texts.flat_map(Text::words) {
                *known.entry(&word.folded).or_default() += 1;
            }
        }
        let is_known = |wanted: &str| known.keys().any(|word| word.starts_with(wanted));
        let typed = self.words.iter().zip(&self.typed).map(|(wanted, typed)| match is_known(wanted) {
            true => Some(typed.clone()),
            false => most_alike(wanted, &known).map(str::to_owned),
        });
        let typed: Vec<_> = typed.collect::<Option<_>>()?;
        (typed != self.typed).then(|| Self { words: typed.iter().cloned().map(singular).collect(), typed })
    }

    /// The words of the question.
    pub fn words(&self) -> String {
        self.typed.join(" ")
    }

    fn found<'a>(&self, source: Source<'a>) -> Option<Found<'a>> {
        let score = |section: &Section| self.words.iter().map(|wanted| in_section(section, wanted)).sum::<u32>();
        let is_about = |wanted: &String| in_text(source.title, wanted) + in_text(source.words, wanted) > 0;
        let mut sections = source.text.sections.iter();
        let section = match self.words.iter().all(is_about) {
            // The whole text is what was looked for.
            true => sections.find(|section| !section.text.words().is_empty())?,
            // Of several, the first.
            false => sections.rev().max_by_key(|section| score(section))?,
        };
        Some(Found { source, section, excerpt: self.excerpt(&section.text) })
    }

    fn excerpt<'a>(&self, text: &'a Text) -> Excerpt<'a> {
        let is_wanted = |word: &&Word| self.words.iter().any(|wanted| word.folded.starts_with(wanted.as_str()));
        let first = text.words().iter().position(|word| is_wanted(&word)).unwrap_or_default();
        let shown = text.words().iter().skip(first.saturating_sub(WORDS_BEFORE)).take(EXCERPT_WORDS);
        let begin = shown.clone().next().map_or(0, |word| from_space_before(text.as_str(), word.place.start));
        let end = shown.clone().next_back().map_or(0, |word| to_space_after(text.as_str(), word.place.end));
        let mut parts = Vec::new();
        let mut push = |place: Range<usize>, is_marked| {
            if let Some(part) = text.as_str().get(place).filter(|part| !part.is_empty()) {
                parts.push((part, is_marked));
            }
        };
        let mut at = begin;
        for Word { place, .. } in shown.filter(is_wanted) {
            push(at..place.start, false);
            push(place.clone(), true);
            at = place.end;
        }
        push(at..end, false);
        Excerpt { is_cut_before: begin > 0, parts, is_cut_after: end < text.as_str().len() }
    }
}

impl Found<'_> {
    /// The address of the section.
    pub fn address(&self) -> String {
        let at = if self.section.id.is_empty() { "" } else { "#" };
        format!("{}{at}{}", self.source.path, self.section.id)
    }
}

/// A word of which several are asked for: texts may speak of one.
fn singular(word: String) -> String {
    match word.strip_suffix('s') {
        Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
        _ => word,
    }
}

/// The word that somebody may have meant, of words with their frequency. A short word is like too many.
fn most_alike<'a>(typed: &str, known: &HashMap<&'a str, usize>) -> Option<&'a str> {
    let most_slips = match typed.chars().count() {
        0..4 => return None,
        4..7 => 1,
        _ => 2,
    };
    // What is typed has lost the ending of its plural.
    let slips = |word: &str| {
        let one = singular(word.to_owned());
        strsim::osa_distance(typed, word).min(strsim::osa_distance(typed, &one))
    };
    let telling = known.iter().filter(|(word, _)| !SMALL_WORDS.contains(word));
    let alike = telling.map(|(&word, &frequency)| (slips(word), std::cmp::Reverse(frequency), word));
    alike.filter(|(slips, ..)| *slips <= most_slips).min().map(|(.., word)| word)
}

fn in_section(section: &Section, wanted: &str) -> u32 {
    (IN_HEADING * in_text(&section.heading, wanted)).max(IN_TEXT * in_text(&section.text, wanted))
}

/// 2 if the text has the word, 1 if it has one that begins so.
fn in_text(text: &Text, wanted: &str) -> u32 {
    let of_word = |word: &Word| match word.folded.strip_prefix(wanted) {
        Some("" | "s") => 2,
        Some(_) => 1,
        None => 0,
    };
    text.words().iter().map(of_word).max().unwrap_or_default()
}

/// Quotes and brackets that stand before a word belong to it.
fn from_space_before(text: &str, at: usize) -> usize {
    text[..at].rfind(' ').map_or(0, |space| space + 1)
}

fn to_space_after(text: &str, at: usize) -> usize {
    text[at..].find(' ').map_or(text.len(), |space| at + space)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::article::Article;

    fn articles() -> Vec<Article> {
        let read = |key: &str, title: &str, words: &str, text: &str| {
            let known = format!("---\ntitle: {title}\ngroup: board\norder: 1\nwords: {words}\n---\n");
            Article::read(key, &format!("{known}{text}")).unwrap()
        };
        vec![
            read("clocks", "Clocks", "time", "Your clock runs on your turn.\n\n## During leave\nIt stands still."),
            read(
                "leave",
                "Leave",
                "holiday, vacation",
                "Days off (“quiet days”): at most 28 a year.\n\n## Ending it\nEarly.",
            ),
            read("puzzles", "Puzzles", "", "Whoever is on leave may solve them."),
        ]
    }

    fn keys(asked: &str) -> Vec<String> {
        let articles = articles();
        Wanted::read(asked).find_in(articles.iter().map(Article::source)).iter().map(Found::address).collect()
    }

    #[test]
    fn a_title_comes_before_a_heading_and_that_before_a_text() {
        assert_eq!(keys("leave"), ["/help/leave", "/help/clocks#during-leave", "/help/puzzles"]);
        assert_eq!(keys("How does LEAVE work?"), keys("leave"), "what a question is made of says nothing");
        assert_eq!(keys("vacations"), ["/help/leave"], "also by what others call it");
    }

    #[test]
    fn what_an_article_is_about_leads_to_its_beginning() {
        let text =
            "---\ntitle: Leave\ngroup: board\norder: 1\nwords: holiday\n---\nDays off.\n\n## Taking leave\nSoon.";
        let article = Article::read("leave", text).unwrap();
        let found = |asked| Wanted::read(asked).find_in([article.source()])[0].address();
        assert_eq!([found("leave"), found("leave soon")], ["/help/leave", "/help/leave#taking-leave"]);
    }

    #[test]
    fn every_word_must_be_there_or_one_that_begins_so() {
        assert_eq!(keys("leave clock"), ["/help/clocks#during-leave"]);
        assert_eq!(keys("puzz"), ["/help/puzzles"]);
        assert_eq!(keys("léave holi"), ["/help/leave"]);
        assert!(keys("leave goose").is_empty());
        assert!(keys("uzzles").is_empty());
    }

    #[test]
    fn slips_are_taken_for_the_word_that_is_most_alike() {
        let articles = articles();
        let corrected = |asked| {
            let corrected = Wanted::read(asked).corrected(articles.iter().map(Article::source));
            corrected.map(|wanted| wanted.words()).unwrap_or_default()
        };
        assert_eq!(corrected("clcok"), "clock", "two letters that changed places are one slip");
        assert_eq!(corrected("vaccattion on leave"), "vacation leave");
        assert_eq!(corrected("leeve"), "leave");
        assert_eq!(corrected("puzlzes"), "puzzles", "one slip, in a plural");
        assert_eq!(corrected("clcok days"), "clock days", "the others stay as they were typed");
        let read =
            |text: &str| Article::read("a", &format!("---\ntitle: A\ngroup: board\norder: 1\nwords: b\n---\n{text}"));
        let article = read("A rook, a book and a rook.").unwrap();
        let corrected_in_it = Wanted::read("vook").corrected([article.source()]).unwrap();
        assert_eq!(corrected_in_it.words(), "rook", "of two that are as alike, the more frequent");
        assert_eq!(corrected("yuor"), "", "not what says nothing");
        assert_eq!(corrected("puzz goose"), "", "nothing is like a goose");
        assert_eq!(corrected("leave puzz"), "", "all is known");
        assert_eq!(corrected("dya"), "", "short words are like too many");
    }

    #[test]
    fn nothing_to_look_for_is_nothing() {
        assert!(Wanted::read(" … <>\"'").is_empty());
        assert!(!Wanted::read("how to").is_empty(), "if there is nothing else, small words count");
        assert_eq!(Wanted::read(&"duck ".repeat(500)).words.len(), MOST_WORDS);
    }

    #[test]
    fn an_excerpt_shows_where_the_words_are() {
        let text = Text::new(&format!("{} the (“quiet”) duck. {}", "far ".repeat(20), "away ".repeat(60)));
        let excerpt = Wanted::read("quiet").excerpt(&text);
        assert!(excerpt.is_cut_before && excerpt.is_cut_after);
        assert_eq!(excerpt.parts[0].0, "far far far far far far far the (“");
        assert_eq!(excerpt.parts[1], ("quiet", true));
        assert!(excerpt.parts[2].0.starts_with("”) duck. away"));
        let whole = Text::new("A duck.");
        let excerpt = Wanted::read("goose").excerpt(&whole);
        assert_eq!(excerpt, Excerpt { is_cut_before: false, parts: vec![("A duck.", false)], is_cut_after: false });
        assert_eq!(Wanted::read("x").excerpt(&Text::default()).parts, []);
    }
}
