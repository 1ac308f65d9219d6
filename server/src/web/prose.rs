//! What players write, ready to be shown: plain text in which addresses of the web are links.

use linkify::{LinkFinder, LinkKind};

/// A text in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prose(Vec<ProsePart>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProsePart {
    /// As it was written.
    Text(String),
    /// An address that begins with `http://` or `https://`: nothing else becomes a link.
    Link(String),
}

impl Prose {
    /// A text as it was written.
    pub fn new(text: &str) -> Self {
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url]);
        let part = |span: linkify::Span<'_>| match span.kind() {
            Some(LinkKind::Url) if is_web(span.as_str()) => ProsePart::Link(span.as_str().to_owned()),
            _ => ProsePart::Text(span.as_str().to_owned()),
        };
        Self(finder.spans(text).map(part).collect())
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[ProsePart] {
        &self.0
    }
}

fn is_web(address: &str) -> bool {
    let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::{Prose, ProsePart};

    fn links(text: &str) -> Vec<String> {
        let link = |part: &ProsePart| match part {
            ProsePart::Link(address) => Some(address.clone()),
            ProsePart::Text(_) => None,
        };
        Prose::new(text).parts().iter().filter_map(link).collect()
    }

    #[test]
    fn only_addresses_of_the_web_become_links() {
        assert_eq!(
            links("see https://example.org/a?b=c, and (http://example.org)."),
            ["https://example.org/a?b=c", "http://example.org"]
        );
        assert!(
            links("javascript://alert(1) data://x ftp://example.org mail@example.org example.org e4@e5").is_empty()
        );
    }

    #[test]
    fn nothing_of_a_text_is_lost() {
        let text = "<b>Look</b>\n at https://example.org/<x>\"y 🦆";
        let whole: String = Prose::new(text)
            .parts()
            .iter()
            .map(|part| match part {
                ProsePart::Text(text) | ProsePart::Link(text) => text.as_str(),
            })
            .collect();
        assert_eq!(whole, text);
    }
}
