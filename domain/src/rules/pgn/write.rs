//! Writing a game: the tags in PGN's order, the turns in lines of at most 80 characters, with a line for each round where
//! turns can be missed.

use std::fmt::{self, Write as _};

use super::comment::{clock_text, split_duck};
use super::tags::{ROSTER, unknown};
use super::{BEFORE, MISSED, PgnGame, PgnLine, PgnTurn};
use crate::rules::line::Comment;
use crate::rules::position::Position;
use crate::rules::seat::Seat;
use crate::rules::variant::Variant;

const LINE_LENGTH: usize = 80;

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.start.variant();
        let seating = variant.seating();
        let roster = || ROSTER.into_iter().chain(seating.seats().map(|seat| seating.colour(seat).pgn_tag()));
        for name in roster() {
            write_tag(f, name, self.tags.get(name).unwrap_or(unknown(name)))?;
        }
        let result = self.result.text(seating);
        write_tag(f, "Result", &result)?;
        if !self.is_taken_for_chess() {
            write_tag(f, "Variant", variant.pgn_name())?;
        }
        if self.start != Position::start(variant) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.fen())?;
        }
        let others = self.tags.others().filter(|(name, _)| roster().all(|known| known != *name));
        for (name, value) in others {
            write_tag(f, name, value)?;
        }
        f.write_char('\n')?;
        // Where turns can be missed, a round on a line of its own shows whose they were.
        let by_rounds = variant.features().missed_turns;
        let mut text = Wrapped { out: f, column: 0, held: String::new(), by_rounds };
        text.line(&self.line, &self.start, "")?;
        text.end_round()?;
        text.word(&result)?;
        text.word("")?;
        f.write_char('\n')
    }
}

impl PgnGame {
    /// Whether it is chess, and is so without a tag: unless a comment begins as if it said where the duck goes in the first turn.
    fn is_taken_for_chess(&self) -> bool {
        let said = || self.line.turns.first().into_iter().flat_map(|first| &first.comments);
        self.start.variant() == Variant::Chess && !said().any(|comment| split_duck(comment.text()).is_some())
    }
}

pub(super) fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    f.write_str("\"]\n")
}

/// Words put into lines. The last is held back, for a parenthesis may have to follow it on its line.
struct Wrapped<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
    held: String,
    /// Whether each round begins a line: not within variations.
    by_rounds: bool,
}

impl Wrapped<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = self.held.chars().count();
        if self.column > 0 && self.column + 1 + length > LINE_LENGTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += length;
        self.out.write_str(&self.held)?;
        word.clone_into(&mut self.held);
        Ok(())
    }

    /// Ends the line where each round has its own.
    fn end_round(&mut self) -> fmt::Result {
        if !self.by_rounds || self.column == 0 && self.held.is_empty() {
            return Ok(());
        }
        self.word("")?;
        self.column = 0;
        self.out.write_char('\n')
    }

    /// Begins a round with its first turn, or in the middle of it, with a sign for each seat that had its turn before.
    fn first_round(&mut self, start: &Position) -> fmt::Result {
        self.end_round()?;
        self.word(&format!("{}.", start.fullmove_number()))?;
        start.seating().seats().take_while(|&seat| seat != start.seat_to_move()).try_for_each(|_| self.word(BEFORE))
    }

    /// The turns of a line; `opened` is put before its first word.
    fn line(&mut self, line: &PgnLine, start: &Position, opened: &str) -> fmt::Result {
        let mut opened = opened;
        for comment in &line.comments {
            self.comment(None, Some(comment), std::mem::take(&mut opened))?;
        }
        let mut position = start.clone();
        let mut number_needed = !self.by_rounds;
        if self.by_rounds && !line.turns.is_empty() {
            self.first_round(&position)?;
        }
        for (n, step) in line.turns.iter().enumerate() {
            number_needed |= position.seat_to_move() == Seat::FIRST && (n > 0 || !self.by_rounds);
            number_needed = self.step(step, &position, number_needed, std::mem::take(&mut opened))?;
            let after = position.after(step.turn);
            number_needed = self.missed(&position, &after, number_needed)?;
            position = after;
        }
        Ok(())
    }

    /// Writes a sign for each turn that was missed, and tells whether the next turn needs a number.
    fn missed(&mut self, before: &Position, after: &Position, numbered: bool) -> Result<bool, fmt::Error> {
        let mut numbered = numbered;
        for seat in before.missed_until(after) {
            if seat == Seat::FIRST {
                self.end_round()?;
                self.word(&format!("{}.", after.fullmove_number()))?;
            }
            self.word(MISSED)?;
            numbered = false;
        }
        Ok(numbered)
    }

    /// Writes a turn with all that is said about it, and tells whether something stands between it and the next.
    fn step(&mut self, step: &PgnTurn, before: &Position, numbered: bool, opened: &str) -> Result<bool, fmt::Error> {
        let number = before.fullmove_number();
        let first = before.seat_to_move() == Seat::FIRST;
        let text = before.write_entry(step.turn);
        if numbered {
            if first {
                self.end_round()?;
            }
            self.word(&format!("{opened}{number}{}", if first { "." } else { "..." }))?;
            self.word(&text)?;
        } else {
            self.word(&format!("{opened}{text}"))?;
        }
        for nag in &step.nags {
            self.word(&format!("${nag}"))?;
        }
        let mut comments = step.comments.iter();
        if let Some(clock) = step.clock {
            self.comment(Some(&clock_text(clock)), comments.next(), "")?;
        }
        comments.try_for_each(|comment| self.comment(None, Some(comment), ""))?;
        let by_rounds = std::mem::replace(&mut self.by_rounds, false);
        for variation in step.variations.iter().filter(|&line| *line != PgnLine::default()) {
            self.line(variation, before, "(")?;
            self.held.push(')');
        }
        self.by_rounds = by_rounds;
        let is_interrupted = step.clock.is_some() || !step.comments.is_empty();
        Ok(!step.variations.is_empty() || is_interrupted && !by_rounds)
    }

    /// A command is not broken over lines: not every program reads it then.
    fn comment(&mut self, command: Option<&str>, comment: Option<&Comment>, opened: &str) -> fmt::Result {
        let words = words(comment.map_or("", Comment::text));
        let words: Vec<&str> = command.into_iter().chain(words).collect();
        for (n, word) in words.iter().enumerate() {
            let brace = if n == 0 { "{" } else { "" };
            let end = if n + 1 == words.len() { "}" } else { "" };
            self.word(&format!("{}{brace}{word}{end}", if n == 0 { opened } else { "" }))?;
        }
        Ok(())
    }
}

/// The words of a comment. What programs read, such as `[%eval 0.31]`, is one, so that it stays on its line.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let inside = if rest.starts_with("[%") { rest.find(']').unwrap_or_default() } else { 0 };
        let end = rest[inside..].find(' ').map_or(rest.len(), |space| inside + space);
        let (word, behind) = rest.split_at(end);
        rest = behind;
        (!word.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_programs_read_is_one_word() {
        let read = |text| words(text).collect::<Vec<_>>();
        assert_eq!(read("[%eval 0.31] good  move"), ["[%eval 0.31]", "good", "move"]);
        assert_eq!(read("so [%eval #-2], and [% open end"), ["so", "[%eval #-2],", "and", "[%", "open", "end"]);
        assert!(read(" ").is_empty());
    }
}
