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

    /// The words that are for people: without what programs tell each other, such as `[%csl Rd4]`.
    pub fn for_people(&self) -> String {
        let mut rest = self.text();
        let mut words = Vec::new();
        while let Some((before, _, behind)) = split_command(rest) {
            words.push(before);
            rest = behind;
        }
        words.push(rest);
        words.iter().flat_map(|part| part.split(' ')).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// What the first of a program's commands of this name says: `0.31` of `[%eval 0.31]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        let mut rest = self.text();
        while let Some((_, command, behind)) = split_command(rest) {
            if let Some(said) = command.strip_prefix(name).and_then(|said| said.strip_prefix(' ')) {
                return Some(said.trim());
            }
            rest = behind;
        }
        None
    }
}

/// The first command in a text, without its brackets, between what is before and behind it.
fn split_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, behind) = rest.split_once(']')?;
    Some((before, command, behind))
}

#[cfg(test)]
mod tests {
    use super::Comment;

    fn comment(text: &str) -> Comment {
        Comment::new(text).unwrap()
    }

    #[test]
    fn people_read_what_is_not_for_programs() {
        for (text, expected) in [
            ("[%eval 0.31] The quiet way.", "The quiet way."),
            ("So [%csl Rd4][%cal Ge2e4] and so", "So and so"),
            ("[%eval #-2]", ""),
            ("An open [% bracket", "An open [% bracket"),
            ("[a] b", "[a] b"),
        ] {
            assert_eq!(comment(text).for_people(), expected, "{text}");
        }
    }

    #[test]
    fn a_command_is_found_by_its_name() {
        let said = comment("[%evaluate 9] [%emt 0:01] good [%eval  -1.50,20] [%eval 3]");
        assert_eq!(said.command("eval"), Some("-1.50,20"));
        assert_eq!(said.command("csl"), None);
    }
}
