//! Cutting a file into words: knows how PGN is spelt, and no rules of any game.
//!
//! A line is read at a time, and neither a line nor a game may be longer than [`MAX_GAME_BYTES`]: so a file of any size, whatever is
//! in it, needs no more memory than that.

use std::io::{self, BufRead, Read as _};

use super::game::PgnResult;
use super::{PgnError, PgnPlace, PgnProblem};

/// The most bytes of a game with all its tags, comments and variations, and of a line.
pub(super) const MAX_GAME_BYTES: usize = 256 * 1024;

/// A piece of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: &'a str,
    },
    Comment(&'a str),
    Open,
    Close,
    Nag(u8),
    Word(&'a str),
    /// The game is over, by a result or because another begins.
    End(Option<PgnResult>),
}

/// Where something begins, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub line: usize,
    pub column: usize,
}

impl Location {
    pub fn error(self, problem: PgnProblem) -> PgnError {
        PgnError { line: self.line, column: self.column, problem }
    }
}

/// Which part of a game has been begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    None,
    Tags,
    Moves,
}

pub(super) struct Scanner<R> {
    input: R,
    line: String,
    number: usize,
    at: usize,
    /// How many bytes of the file there are before the line, and in it.
    offset: u64,
    length: u64,
    /// How far in its first line it begins, if it goes on where another has stopped.
    within: usize,
    /// How many bytes of the game have been read; not counted while one is skipped.
    game_bytes: usize,
    is_skipping: bool,
    /// How far the characters of the line have been counted, and how many they are.
    counted: usize,
    column: usize,
    after_blank: bool,
    section: Section,
    /// A comment or a value that is not simply a part of the line.
    text: String,
}

impl<R: BufRead> Scanner<R> {
    pub fn new(input: R, place: PgnPlace) -> Self {
        Self {
            input,
            line: String::new(),
            number: place.lines,
            at: 0,
            offset: place.offset,
            length: 0,
            within: place.within,
            game_bytes: 0,
            is_skipping: false,
            counted: 0,
            column: 0,
            after_blank: true,
            section: Section::None,
            text: String::new(),
        }
    }

    /// The next piece of the game and where it begins; `None` at the end of the file.
    pub fn next(&mut self) -> Result<Option<(Location, Token<'_>)>, PgnError> {
        while self.skip_blank()? {
            let location = self.here();
            if self.section == Section::None {
                self.game_bytes = self.line.len() - self.at;
            }
            self.check_length(location)?;
            if self.line.as_bytes()[self.at] == b'[' {
                if self.begins_game() {
                    self.section = Section::None;
                    return Ok(Some((location, Token::End(None))));
                }
                if self.section != Section::Moves {
                    self.section = Section::Tags;
                    return self.tag(location).map(|token| Some((location, token)));
                }
            }
            self.section = Section::Moves;
            if b"{;()[]}$".contains(&self.line.as_bytes()[self.at]) {
                return self.sign(location).map(|token| Some((location, token)));
            }
            let end = self.word_end();
            self.at += number_length(&self.line[self.at..end]);
            if self.at < end {
                let location = self.here();
                let word = &self.line[self.at..end];
                self.at = end;
                return Ok(Some((location, word_token(word, &mut self.section))));
            }
        }
        Ok(None)
    }

    /// What does not begin with a letter or a digit.
    fn sign(&mut self, location: Location) -> Result<Token<'_>, PgnError> {
        let start = self.at + 1;
        match self.line.as_bytes()[self.at] {
            b'{' => return self.comment(location),
            b'$' => return self.nag(location),
            b';' => self.at = self.line.len(),
            _ => self.at += 1,
        }
        match self.line.as_bytes()[start - 1] {
            b';' => Ok(Token::Comment(&self.line[start..])),
            b'(' => Ok(Token::Open),
            b')' => Ok(Token::Close),
            other => Err(location.error(PgnProblem::Stray(char::from(other).to_string()))),
        }
    }

    /// Goes to the next thing that is no space, over lines that `%` keeps from being read. False at the end of the file.
    fn skip_blank(&mut self) -> Result<bool, PgnError> {
        loop {
            let rest = &self.line.as_bytes()[self.at..];
            if let Some(blank) = rest.iter().position(|byte| !byte.is_ascii_whitespace())
                && !(self.at == 0 && rest[0] == b'%')
            {
                self.at += blank;
                return Ok(true);
            }
            if !self.load()? {
                return Ok(false);
            }
        }
    }

    /// Where it is, to go on from there with another scanner.
    pub fn place(&self) -> PgnPlace {
        if self.at < self.line.len() {
            return PgnPlace {
                offset: self.offset,
                lines: self.number.saturating_sub(1),
                within: self.at,
                is_inside: false,
            };
        }
        PgnPlace { offset: self.offset + self.length, lines: self.number, within: self.within, is_inside: false }
    }

    /// From here on a game is passed over, however long it is; or not any more.
    pub fn skip(&mut self, is_skipping: bool) {
        self.is_skipping = is_skipping;
        if is_skipping && self.section == Section::None {
            self.section = Section::Moves;
        }
    }

    fn check_length(&self, location: Location) -> Result<(), PgnError> {
        let is_too_long = self.game_bytes > MAX_GAME_BYTES && !self.is_skipping;
        if is_too_long { Err(location.error(PgnProblem::TooLong(MAX_GAME_BYTES))) } else { Ok(()) }
    }

    fn load(&mut self) -> Result<bool, PgnError> {
        self.after_blank = self.line.trim_ascii().is_empty();
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        bytes.clear();
        (self.at, self.counted, self.column) = (0, 0, 0);
        self.offset += std::mem::take(&mut self.length);
        let begins = Location { line: self.number + 1, column: 1 };
        let read = read_line(&mut self.input, &mut bytes);
        let length = read.map_err(|error| begins.error(PgnProblem::Unreadable(error.kind())))?;
        // Behind the last line there is none.
        self.number += usize::from(length > 0);
        self.length = length as u64;
        self.game_bytes += bytes.len();
        if length > bytes.len() {
            self.game_bytes += MAX_GAME_BYTES;
            return if self.is_skipping { Ok(true) } else { Err(begins.error(PgnProblem::TooLong(MAX_GAME_BYTES))) };
        }
        self.line = String::from_utf8(bytes).unwrap_or_else(|error| {
            // Older files are in Latin-1.
            error.as_bytes().iter().copied().map(char::from).collect()
        });
        if self.number == 1 && self.line.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
            self.counted = self.at;
        }
        let within = std::mem::take(&mut self.within).min(self.line.len());
        if within > self.at && self.line.is_char_boundary(within) {
            self.at = within;
        }
        Ok(length > 0)
    }

    fn here(&mut self) -> Location {
        self.column += self.line[self.counted..self.at].chars().count();
        self.counted = self.at;
        Location { line: self.number, column: self.column + 1 }
    }

    /// Whether a line begins here that can only be a tag of the next game: after turns, or after tags and a blank line.
    fn begins_game(&self) -> bool {
        let begun = match self.section {
            Section::None => false,
            Section::Tags => self.after_blank,
            Section::Moves => true,
        };
        let (before, line) = self.line.split_at(self.at);
        begun && before.trim_ascii().is_empty() && is_tag_line(line)
    }

    fn tag(&mut self, location: Location) -> Result<Token<'_>, PgnError> {
        let line = &self.line[self.at + 1..];
        let parsed = line.split_once('"').and_then(|(name, rest)| {
            let name = name.trim_ascii();
            let (value, after) = value_of(rest)?;
            (!name.is_empty() && !name.contains([']', '['])).then_some((name, value, after.len()))
        });
        let Some((name, value, left)) = parsed else {
            self.at = self.line.len();
            return Err(location.error(PgnProblem::BadTag));
        };
        self.at = self.line.len() - left;
        if value.contains('\\') {
            unescape(value, &mut self.text);
            return Ok(Token::Tag { name, value: &self.text });
        }
        Ok(Token::Tag { name, value })
    }

    fn comment(&mut self, location: Location) -> Result<Token<'_>, PgnError> {
        let start = self.at + 1;
        if let Some(length) = self.line[start..].find('}') {
            self.at = start + length + 1;
            return Ok(Token::Comment(&self.line[start..start + length]));
        }
        let unclosed = location.error(PgnProblem::CommentNotClosed);
        self.text.clear();
        self.text.push_str(&self.line[start..]);
        loop {
            self.at = self.line.len();
            if !self.load()? {
                return Err(unclosed);
            }
            // A forgotten brace must not swallow the rest of the file.
            if self.after_blank && is_tag_line(self.line.trim_ascii_start()) {
                return Err(unclosed);
            }
            if let Some(length) = self.line.find('}') {
                self.at = length + 1;
                self.check_length(location)?;
                self.text.push_str(&self.line[..length]);
                return Ok(Token::Comment(&self.text));
            }
            if self.game_bytes <= MAX_GAME_BYTES {
                self.text.push_str(&self.line);
            }
        }
    }

    fn nag(&mut self, location: Location) -> Result<Token<'_>, PgnError> {
        let digits = &self.line[self.at + 1..];
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let number = &digits[..length];
        let nag = number.parse().map_err(|_| location.error(PgnProblem::Stray(format!("${number}"))));
        self.at += 1 + length;
        Ok(Token::Nag(nag?))
    }

    /// Where the word ends that begins here. A parenthesis that says what a pawn becomes, `e8(Q)`, belongs to it.
    fn word_end(&self) -> usize {
        let bytes = self.line.as_bytes();
        let mut end = self.at;
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'(' if matches!(bytes[end..], [_, b'Q' | b'R' | b'B' | b'N', b')', ..]) && end > self.at => end += 3,
                b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'{' | b'}' | b';' | b'$' | 0x0b | 0x0c => break,
                _ => end += 1,
            }
        }
        end.max(self.at + 1)
    }
}

/// Reads a line with its end, and returns how long it is. Of one that is too long nothing is kept.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let most = MAX_GAME_BYTES as u64;
    let length = input.by_ref().take(most).read_until(b'\n', bytes)?;
    if length < MAX_GAME_BYTES || bytes.last() == Some(&b'\n') {
        return Ok(length);
    }
    let rest = input.skip_until(b'\n')?;
    if rest > 0 {
        bytes.clear();
    }
    Ok(length + rest)
}

fn word_token<'a>(word: &'a str, section: &mut Section) -> Token<'a> {
    match PgnResult::from_text(word) {
        Some(result) => {
            *section = Section::None;
            Token::End(Some(result))
        }
        None => Token::Word(word),
    }
}

/// `[Name "value"]`, and nothing else.
fn is_tag_line(line: &str) -> bool {
    let line = line.trim_ascii_end();
    let name = line.strip_prefix('[').and_then(|line| line.split_once(" \"")).map(|(name, _)| name);
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
        && line.ends_with("\"]")
}

/// A value, and what comes after its tag. Some programs, such as python-chess, write quotes in a value as they are: then the tag is all of its
/// line.
fn value_of(text: &str) -> Option<(&str, &str)> {
    let as_specified =
        value_end(text).and_then(|end| Some((&text[..end], text[end + 1..].trim_ascii_start().strip_prefix(']')?)));
    as_specified.or_else(|| {
        let value = text.trim_ascii_end().strip_suffix(']')?.trim_ascii_end().strip_suffix('"')?;
        // A quote and `]` within it: there are two tags.
        let is_one = !value.split('"').skip(1).any(|rest| rest.trim_ascii_start().starts_with(']'));
        is_one.then_some(value).map(|value| (value, &text[text.len()..]))
    })
}

/// Where the quote that ends a value is.
fn value_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// A backslash before anything but a quote or another one stands for itself: some programs do not escape.
fn unescape(value: &str, text: &mut String) {
    text.clear();
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        let escaped = rest.next_if(|&next| c == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(c));
    }
}

/// How much of a word is a move number, `12.` or `12...`, or the dots that chess.com writes between White and Black.
fn number_length(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].chars().take_while(|c| matches!(c, '.' | '…')).map(char::len_utf8).sum::<usize>();
    if dots > 0 || digits == word.len() { digits + dots } else { 0 }
}
