//! [`Comment`]: a comment on a turn.

use crate::rules::visible::{has_visible, without_overrides};

/// A comment on a turn: something of it can be seen, its words are one space apart, and nothing in it could not be written as
/// PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment(String);

impl Comment {
    /// Makes a comment of any text; `None` if nothing of it can be seen. A closing brace becomes a parenthesis, because PGN
    /// has no way to write one.
    pub fn new(text: &str) -> Option<Self> {
        let text = without_overrides(text);
        let mut words = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        let words = words.replace('}', ")").replace("[%clk", "(%clk");
        has_visible(&words).then_some(Self(words))
    }

    /// The words.
    pub fn text(&self) -> &str {
        &self.0
    }
}
