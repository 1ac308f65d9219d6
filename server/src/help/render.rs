//! [`Document`]: Markdown as HTML.
//!
//! Articles are ours and the pages about the site are the operator's, but one renderer reads both, so it trusts neither.
//! HTML in a text is shown as text, a picture gives way to its description, and only addresses of this site, of the web
//! and of mailboxes become links; the others are left as their words.

use std::collections::HashSet;
use std::mem;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

use super::text::{Text, words};

/// A text, ready to be shown and to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The heading of the first level that it begins with, if it does.
    pub title: Option<String>,
    /// Everything but the title.
    pub html: String,
    /// The parts between headings. The first has none: it is what stands before them, perhaps nothing.
    pub sections: Vec<Section>,
}

/// A heading and what follows it, up to the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The last part of its address, `#which-days-count`; empty where there is no heading.
    pub id: String,
    /// The heading.
    pub heading: Text,
    /// Whether the heading is of the second level, as in a table of contents.
    pub is_main: bool,
    /// What follows it, as plain text.
    pub text: Text,
}

/// What stands in the layout of a page has these ids already.
const TAKEN_IDS: [&str; 2] = ["main", "q"];

/// What an address cannot hold as it is, or an attribute.
const NOT_IN_ADDRESS: AsciiSet =
    CONTROLS.add(b' ').add(b'"').add(b'\'').add(b'<').add(b'>').add(b'\\').add(b'`').add(b'{').add(b'|').add(b'}');

impl Document {
    /// Reads a text: any is one.
    pub fn read(markdown: &str) -> Self {
        let mut reader = Reader {
            title: None,
            shown: Vec::new(),
            heading: None,
            links: Vec::new(),
            ids: TAKEN_IDS.map(str::to_owned).into(),
            sections: Vec::new(),
            section: Section::default(),
            text: String::new(),
        };
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            reader.take(event);
        }
        reader.end_section(Section::default());
        let mut html = String::new();
        html::push_html(&mut html, reader.shown.into_iter());
        Self { title: reader.title, html, sections: reader.sections }
    }

    /// The headings of the second level.
    pub fn contents(&self) -> Vec<&Section> {
        self.sections.iter().filter(|section| section.is_main).collect()
    }
}

/// A text that is being read.
struct Reader<'a> {
    title: Option<String>,
    shown: Vec<Event<'a>>,
    heading: Option<Heading<'a>>,
    /// For each link that has begun whether it is shown as one.
    links: Vec<bool>,
    ids: HashSet<String>,
    sections: Vec<Section>,
    section: Section,
    /// Of the section.
    text: String,
}

/// A heading that has begun.
struct Heading<'a> {
    level: HeadingLevel,
    shown: Vec<Event<'a>>,
    text: String,
}

impl<'a> Reader<'a> {
    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.heading = Some(Heading { level, shown: Vec::new(), text: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => self.end_heading(),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                // A heading is a link to itself.
                let link = if self.heading.is_some() { None } else { opening(link_type, &dest_url) };
                self.links.push(link.is_some());
                if let Some(link) = link {
                    self.show_html(link);
                }
            }
            Event::End(TagEnd::Link) => {
                if self.links.pop() == Some(true) {
                    self.show_html("</a>");
                }
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::HtmlBlock) => self.show(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => self.show(Event::End(TagEnd::Paragraph)),
            // By keyboard one can scroll only what takes the focus.
            Event::Start(Tag::CodeBlock(_)) => self.show_html("<pre tabindex=\"0\"><code>"),
            Event::End(TagEnd::CodeBlock) => self.show_html("</code></pre>\n"),
            Event::Start(Tag::Table(columns)) => {
                self.show_html("<div class=\"help-table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">");
                self.show(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                self.show(Event::End(TagEnd::Table));
                self.show_html("</div>\n");
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                self.say(&text);
                self.show(Event::Text(text));
            }
            event => {
                match &event {
                    Event::Text(text) | Event::Code(text) => self.say(text),
                    Event::End(TagEnd::Emphasis | TagEnd::Strong) => {}
                    Event::SoftBreak | Event::HardBreak | Event::End(_) => self.say(" "),
                    _ => {}
                }
                self.show(event);
            }
        }
    }

    fn show(&mut self, event: Event<'a>) {
        self.heading.as_mut().map_or(&mut self.shown, |heading| &mut heading.shown).push(event);
    }

    fn show_html(&mut self, html: impl Into<String>) {
        self.show(Event::InlineHtml(html.into().into()));
    }

    fn say(&mut self, text: &str) {
        self.heading.as_mut().map_or(&mut self.text, |heading| &mut heading.text).push_str(text);
    }

    fn end_heading(&mut self) {
        let Some(heading) = self.heading.take() else { return };
        let text = Text::new(&heading.text);
        if heading.level == HeadingLevel::H1 && self.title.is_none() && self.shown.is_empty() {
            self.title = Some(text.as_str().to_owned());
            return;
        }
        // The page has one heading of the first level, its title.
        let level = heading.level.max(HeadingLevel::H2);
        let id = self.new_id(text.as_str());
        self.show_html(format!("<{level} id=\"{id}\"><a class=\"heading-link\" href=\"#{id}\">"));
        self.shown.extend(heading.shown);
        self.show_html(format!("</a></{level}>\n"));
        self.end_section(Section { id, heading: text, is_main: level == HeadingLevel::H2, text: Text::default() });
    }

    fn end_section(&mut self, next: Section) {
        let section = mem::replace(&mut self.section, next);
        self.sections.push(Section { text: Text::new(&mem::take(&mut self.text)), ..section });
    }

    /// An id that says what a heading says, and that no other has.
    fn new_id(&mut self, heading: &str) -> String {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let plain = words(heading).map(|word| word.folded.replace(|c: char| !is_plain(c), ""));
        let stem = plain.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
        let stem = if stem.is_empty() { "section".to_owned() } else { stem };
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let free = std::iter::once(stem.clone()).chain(numbered).find(|id| self.ids.insert(id.clone()));
        free.unwrap_or(stem)
    }
}

/// The tag that a link begins with; `None` if its address is none that may be followed.
fn opening(link_type: LinkType, address: &str) -> Option<String> {
    let is_mailbox = link_type == LinkType::Email;
    let address = if is_mailbox { format!("mailto:{address}") } else { address.to_owned() };
    let begins_with = |start: &str| address.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
    // Browsers take two slashes, either way, for the name of another site.
    let is_path = address.starts_with('/') && !address[1..].starts_with(['/', '\\']);
    let leads_away = ["https://", "http://"].into_iter().any(begins_with);
    if !(is_path || leads_away || address.starts_with('#') || begins_with("mailto:")) {
        return None;
    }
    let rel = if leads_away { " rel=\"nofollow noopener\"" } else { "" };
    let address = utf8_percent_encode(&address, &NOT_IN_ADDRESS).to_string().replace('&', "&amp;");
    Some(format!("<a href=\"{address}\"{rel}>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        Document::read(markdown).html
    }

    #[test]
    fn a_text_has_a_title_headings_that_lead_to_themselves_and_plain_words() {
        let text =
            "# Ducks & *geese*\nBefore.\n\n## One [link](/x)\nA **b** `c`\nd\n\n- e\n- f\n\n### Élan!\n\n## One link\n";
        let document = Document::read(text);
        assert_eq!(document.title.as_deref(), Some("Ducks & geese"));
        let sections: Vec<_> = document.sections.iter().map(|one| (one.id.as_str(), one.text.as_str())).collect();
        assert_eq!(sections, [("", "Before."), ("one-link", "A b c d e f"), ("elan", ""), ("one-link-2", "")]);
        assert_eq!(document.contents().len(), 2);
        assert!(!document.html.contains("geese"), "{}", document.html);
        let heading = "<h2 id=\"one-link\"><a class=\"heading-link\" href=\"#one-link\">One link</a></h2>";
        assert!(document.html.contains(heading), "{}", document.html);
    }

    #[test]
    fn there_is_one_title_and_no_id_twice() {
        let document = Document::read("Words\n# Main\n# Main\n## 🦆\n");
        assert_eq!(document.title, None);
        let ids: Vec<_> = document.sections.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["", "main-2", "main-3", "section"]);
        assert!(!document.html.contains("<h1"), "{}", document.html);
    }

    #[test]
    fn html_in_a_text_is_shown_as_text() {
        let shown = html("<script>alert(1)</script>\n\nA <b onclick=\"x()\">b</b> & <!-- c -->\n\n<div>\n*d*\n</div>");
        assert!(!shown.contains("<script") && !shown.contains("<b ") && !shown.contains("<div"), "{shown}");
        assert!(shown.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{shown}");
        assert!(
            shown.contains("&lt;b onclick=&quot;x()&quot;&gt;") || shown.contains("&lt;b onclick=\"x()\"&gt;"),
            "{shown}"
        );
    }

    #[test]
    fn links_out_of_the_site_say_so_and_others_lead_nowhere() {
        assert_eq!(html("[a](/help/leave#days)"), "<p><a href=\"/help/leave#days\">a</a></p>\n");
        assert_eq!(html("[a](#days)"), "<p><a href=\"#days\">a</a></p>\n");
        let away = "<p><a href=\"HTTPS://example.org/?a=b&amp;c\" rel=\"nofollow noopener\">a</a></p>\n";
        assert_eq!(html("[a](HTTPS://example.org/?a=b&c \"t\")"), away);
        assert!(html("<duck@example.org>").contains("<a href=\"mailto:duck@example.org\">duck@example.org</a>"));
        assert!(html("[a](mailto:duck@example.org)").contains("href=\"mailto:"));
        for address in [
            "javascript:alert(1)",
            "JavaScript:x",
            "data:text/html,x",
            "//example.org",
            "/\\example.org",
            "leave",
            "é:x",
        ] {
            assert_eq!(html(&format!("[a](<{address}>)")), "<p>a</p>\n", "{address}");
        }
        let quoted = html("[a](</\"onclick=x'>)");
        assert!(quoted.contains("href=\"/%22onclick=x%27\""), "{quoted}");
    }

    #[test]
    fn pictures_are_their_description_and_what_is_wide_can_be_scrolled() {
        assert_eq!(html("![a duck](https://example.org/duck.png)"), "<p>a duck</p>\n");
        let table = html("| a | b |\n|---|---|\n| c | d |\n");
        assert!(
            table.starts_with("<div class=\"help-table\" tabindex=\"0\"") && table.ends_with("</div>\n"),
            "{table}"
        );
        assert_eq!(html("```\na < b\n```"), "<pre tabindex=\"0\"><code>a &lt; b\n</code></pre>\n");
    }
}
