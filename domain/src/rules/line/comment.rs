//! [`Comment`]: what is said about a turn.

use crate::rules::visible::{has_visible, without_overrides};

/// What is said about a turn: something of it can be seen, its words one space apart, and without anything that PGN would read otherwise:
/// comments are written as PGN.
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
