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

    /// The words that are for people: without what programs tell each other, such as `[%csl Rd4]`. `None` if there are none.
    pub fn for_people(&self) -> Option<String> {
        let mut rest = self.text();
        let mut words = String::new();
        while let Some((before, command)) = split_command(rest) {
            words.push_str(before);
            words.push(' ');
            rest = command.behind;
        }
        words.push_str(rest);
        Self::new(&words).map(|comment| comment.0)
    }

    /// What the first of a program's commands of this name says: `0.31` of `[%eval 0.31]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        let mut rest = self.text();
        while let Some((_, command)) = split_command(rest) {
            if command.name == name {
                return Some(command.says);
            }
            rest = command.behind;
        }
        None
    }
}

/// A command in a comment: `[%name says]`.
struct Command<'a> {
    name: &'a str,
    says: &'a str,
    behind: &'a str,
}

/// The first command in a text, and what is before it. Its name is of letters and digits, behind which a space or the end follows, so that
/// a percentage in brackets is none ("PGN Enhanced", 3.2.2).
fn split_command(text: &str) -> Option<(&str, Command<'_>)> {
    let opened = text.match_indices("[%").map(|(at, _)| at);
    opened.into_iter().find_map(|at| {
        let (inside, behind) = text[at + 2..].split_once(']')?;
        let (name, says) = inside.split_once(' ').unwrap_or((inside, ""));
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric());
        is_name.then(|| (&text[..at], Command { name, says: says.trim(), behind }))
    })
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
            ("[%eval 0.31] The quiet way.", Some("The quiet way.")),
            ("So [%csl Rd4][%cal Ge2e4] and so", Some("So and so")),
            ("[%eval #-2]", None),
            ("[%eval #-2] \u{200b}", None),
            ("An open [% bracket", Some("An open [% bracket")),
            ("In 60 [% of all games] White wins [%eval 1]", Some("In 60 [% of all games] White wins")),
            ("[a] b", Some("[a] b")),
        ] {
            assert_eq!(comment(text).for_people().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_command_is_found_by_its_name() {
        let said = comment("[%evaluate 9] [%emt 0:01] good [%eval  -1.50,20] [%eval 3] [%draw]");
        assert_eq!((said.command("eval"), said.command("draw")), (Some("-1.50,20"), Some("")));
        assert_eq!(said.command("csl"), None);
    }
}
