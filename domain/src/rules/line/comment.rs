//! [`Comment`]: a comment on a turn.

/// A comment on a turn: not empty, its words one space apart, and without anything that could not be written as PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment(String);

impl Comment {
    /// Makes a comment of any text; `None` if there are no words in it. A closing brace becomes a parenthesis, because PGN
    /// has no way to write one.
    pub fn new(text: &str) -> Option<Self> {
        let mut words = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        let words = words.replace('}', ")").replace("[%clk", "(%clk");
        if words.is_empty() { None } else { Some(Self(words)) }
    }

    /// The words.
    pub fn text(&self) -> &str {
        &self.0
    }
}
