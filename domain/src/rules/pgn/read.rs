//! [`PgnReader`]: the games of a file, one after the other.

use std::io::BufRead;

use super::scan::{Location, MAX_GAME_BYTES, Scanner, Token};
use super::tree::Tree;
use super::{PgnError, PgnGame, PgnLine, PgnPlace, PgnProblem, PgnResult, PgnStart, Tags};
use crate::rules::chess::ChessFenError;
use crate::rules::duchess::DuchessFen;
use crate::rules::duck::SquareNames;
use crate::rules::position::{FenError, Position};
use crate::rules::quoted::shortened;
use crate::rules::variant::Variant;

/// Reads the games of a file in a stream.
///
/// It is lenient about how things are written, and strict about what they mean: every turn must be legal. A game that
/// cannot be read is told with line and column, and the reader goes on with the next. A game is held in memory while it is
/// read, and one of more than [`MAX_GAME_BYTES`](Self::MAX_GAME_BYTES) is refused.
///
/// A game that does not say which variant it is of is Duck Chess if its first turn or its position has a duck, else chess.
///
/// A large file can be read in parts: [`place`](Self::place) says where a reader is, and another goes on from there.
///
/// ```
/// use domain::rules::pgn::PgnReader;
///
/// let file = "1. e4@c6 *\n\n1. d4@d6 *\n";
/// let mut reader = PgnReader::new(file.as_bytes());
/// reader.next().unwrap()?;
/// let place = reader.place();
/// let rest = &file.as_bytes()[place.offset as usize..];
/// let second = PgnReader::resume(rest, place).next().unwrap()?;
/// assert!(second.to_string().contains("1. d4@d6 *"));
/// # Ok::<(), domain::rules::pgn::PgnError>(())
/// ```
pub struct PgnReader<R> {
    scanner: Scanner<R>,
    failed: bool,
    /// Whether the input ended, or begins, inside a game that was refused.
    is_inside: bool,
    /// Of the last game: the line it began in, whether it does not say of which variant it is, and whether it says two results.
    line: usize,
    is_assumed: bool,
    has_two_results: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// The most bytes of a game with all its tags, comments and variations, and of a line of a file.
    pub const MAX_GAME_BYTES: usize = MAX_GAME_BYTES;

    /// Reads from a file or from memory.
    pub fn new(input: R) -> Self {
        Self::resume(input, PgnPlace::default())
    }

    /// Goes on reading a file where another reader was. The input begins [`offset`](PgnPlace::offset) bytes into the file.
    pub fn resume(input: R, place: PgnPlace) -> Self {
        let scanner = Scanner::new(input, place);
        let line = place.lines + 1;
        Self { scanner, failed: false, is_inside: place.is_inside, line, is_assumed: false, has_two_results: false }
    }

    /// Where it is: behind the last game that it gave.
    pub fn place(&self) -> PgnPlace {
        PgnPlace { is_inside: self.is_inside, ..self.scanner.place() }
    }

    /// The line in which the last game began, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Whether the last game did not say of which variant it is, and its ducks said that it is Duck Chess.
    pub fn is_variant_assumed(&self) -> bool {
        self.is_assumed
    }

    /// Whether the `Result` tag of the last game says another result than stands after its turns. The game has the latter.
    pub fn has_two_results(&self) -> bool {
        self.has_two_results
    }

    /// The next game; `None` at the end of the file. `ended` tells whether its end has been passed when it fails.
    fn game(&mut self, ended: &mut bool) -> Result<Option<PgnGame>, PgnError> {
        let mut header = Header::default();
        let mut tree: Option<Tree> = None;
        let mut is_begun = false;
        let result = loop {
            let Some((location, token)) = self.scanner.next()? else { break None };
            if !std::mem::replace(&mut is_begun, true) {
                self.line = location.line;
            }
            match token {
                Token::Tag { name, value } => header.tag(name, value, location),
                Token::End(None) if header.is_empty() && tree.as_ref().is_none_or(Tree::is_empty) => {
                    (tree, is_begun) = (None, false);
                }
                Token::End(result) => break result,
                token => {
                    let tree = match &mut tree {
                        Some(tree) => tree,
                        none => none.insert(Tree::new(header.start()?, header.squares)),
                    };
                    grow(tree, token, location)?;
                }
            }
        };
        *ended = true;
        if result.is_none() && header.is_empty() && tree.as_ref().is_none_or(Tree::is_empty) {
            return Ok(None);
        }
        let (start, line) = match tree {
            Some(tree) => tree.finish()?,
            None => (header.start()?.without_turns(), PgnLine::default()),
        };
        self.is_assumed = header.is_variant_assumed() && start.variant() == Variant::Duck;
        // `*` after the turns of a finished game is common: whoever wrote the tag knew the result.
        let known = |told: Option<PgnResult>| {
            told.map(|result| result.among(start.seating())).filter(|&result| result != PgnResult::Open)
        };
        let (of_tag, of_turns) = (known(header.result), known(result));
        self.has_two_results = of_tag.is_some_and(|tag| of_turns.is_some_and(|turns| turns != tag));
        let result = of_turns.or(of_tag).unwrap_or_default();
        Ok(Some(PgnGame { tags: header.tags, start, line, result }))
    }

    /// Goes on to where the next game begins.
    fn skip_game(&mut self) {
        self.scanner.skip(true);
        self.is_inside = loop {
            match self.scanner.next() {
                Ok(None) => break true,
                Ok(Some((_, Token::End(_)))) => break false,
                Ok(Some(_)) => {}
                Err(error) if is_lost(&error) => break true,
                Err(_) => {}
            }
        };
        self.scanner.skip(false);
    }
}

/// Whether nothing more can be read of the file.
const fn is_lost(error: &PgnError) -> bool {
    matches!(error.problem, PgnProblem::Unreadable(_))
}

fn grow(tree: &mut Tree, token: Token<'_>, location: Location) -> Result<(), PgnError> {
    match token {
        Token::Word(word) => tree.word(word, location),
        Token::Comment(text) => tree.comment(text),
        Token::Nag(nag) => {
            tree.nag(nag);
            Ok(())
        }
        Token::Open => tree.open(location),
        Token::Close => tree.close(location),
        Token::Tag { .. } | Token::End(_) => Ok(()),
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        if self.is_inside {
            self.skip_game();
        }
        let mut ended = false;
        let game = self.game(&mut ended);
        if let Err(error) = &game {
            self.failed = is_lost(error);
            if !ended && !self.failed {
                self.skip_game();
            }
        }
        game.transpose()
    }
}

/// What the tags say about how the turns are to be read.
struct Header {
    tags: Tags,
    seen: bool,
    variant: Option<(String, Location)>,
    fen: Option<(String, Location)>,
    /// The name of a starting position of chess.com's.
    start: Option<(String, Location)>,
    squares: SquareNames,
    result: Option<PgnResult>,
}

impl Default for Header {
    fn default() -> Self {
        let (tags, squares) = (Tags::default(), SquareNames::Usual);
        Self { tags, seen: false, variant: None, fen: None, start: None, squares, result: None }
    }
}

impl Header {
    const fn is_empty(&self) -> bool {
        !self.seen
    }

    fn tag(&mut self, name: &str, value: &str, location: Location) {
        self.seen = true;
        let said = || Some((value.to_owned(), location));
        match name {
            "Result" => self.result = PgnResult::from_text(value.trim()),
            "FEN" => self.fen = said(),
            "StartFen4" => {
                self.start = said();
                self.squares = SquareNames::Fourteen;
            }
            // Games of chess.com say it here, and `FFA` as their variant.
            "RuleVariants" if value.split(' ').any(|word| word == "DuckChess") => {
                self.variant = Some(("duck".to_owned(), location));
                self.squares = SquareNames::Fourteen;
            }
            // As if it were not there.
            "Variant" if ["", "?", "-"].contains(&value.trim()) => {}
            "Variant" if self.variant.is_none() => self.variant = said(),
            "Date" => self.tags.set(name, day_in_words(value).as_deref().unwrap_or(value)),
            _ => self.tags.set(name, value),
        }
    }

    fn start(&self) -> Result<PgnStart, PgnError> {
        if let Some((start, location)) = self.start.as_ref().filter(|(start, _)| start != "2PC") {
            return Err(location.error(PgnProblem::UnknownStart(shortened(start))));
        }
        let variant = match &self.variant {
            None => match self.variant_of_fen() {
                Some(variant) => variant,
                None => return self.start_by_the_first_turn(),
            },
            Some((name, location)) => {
                let known = Variant::from_pgn(name).or_else(|| self.variant_of_fen().filter(|_| is_duchess(name)));
                known.ok_or_else(|| location.error(unknown(name)))?
            }
        };
        self.start_of(variant).map(PgnStart::known)
    }

    fn start_of(&self, variant: Variant) -> Result<Position, PgnError> {
        match &self.fen {
            None => Ok(Position::start(variant)),
            Some((fen, location)) => {
                Position::from_fen(variant, fen).map_err(|error| location.error(PgnProblem::Fen(error)))
            }
        }
    }

    /// Where no variant is named, a duck on the board or in the first turn says that it is Duck Chess.
    fn start_by_the_first_turn(&self) -> Result<PgnStart, PgnError> {
        match (self.start_of(Variant::Duck), self.start_of(Variant::Chess)) {
            // Only the duck game of chess.com has such squares.
            (duck, _) if self.squares == SquareNames::Fourteen => duck.map(PgnStart::known),
            (Ok(duck), Ok(chess)) => Ok(PgnStart::by_the_first_turn(duck, chess)),
            (Ok(duck), Err(_)) => Ok(PgnStart::known(duck)),
            (
                Err(duck),
                Err(PgnError { problem: PgnProblem::Fen(FenError::Chess(ChessFenError::Duck { .. })), .. }),
            ) => Err(duck),
            (Err(_), chess) => chess.map(PgnStart::known),
        }
    }

    /// Whether nothing says which variant this is.
    fn is_variant_assumed(&self) -> bool {
        self.variant.is_none() && self.variant_of_fen().is_none()
    }

    /// For how many Duchess is played from the position that is given, if it is Duchess at all.
    fn variant_of_fen(&self) -> Option<Variant> {
        let (fen, _) = self.fen.as_ref()?;
        let set_up = fen.split_whitespace().next()?.parse().ok()?;
        DuchessFen::is_meant_by(fen).then_some(Variant::Duchess(set_up))
    }
}

/// Whether a name of a variant says Duchess, be it without the number of players.
fn is_duchess(name: &str) -> bool {
    name.to_ascii_lowercase().contains("duchess")
}

/// Whether a name of a variant says Chess960.
fn is_chess960(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect::<String>();
    ["960", "fischerandom", "fischerrandom"].contains(&letters.replace("chess", "").as_str())
}

fn unknown(variant: &str) -> PgnProblem {
    match variant {
        name if is_duchess(name) => PgnProblem::NoSetUp,
        name if is_chess960(name) => PgnProblem::Chess960,
        name => PgnProblem::UnknownVariant(shortened(name)),
    }
}

/// The day of a date as chess.com writes it in files of variants, `Sat Feb 24 2024 20:41:21 GMT+0000 …`, as PGN does: `2024.02.24`.
/// The time of day, for which PGN has another tag, is left out.
fn day_in_words(date: &str) -> Option<String> {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = date.split_whitespace();
    let (weekday, month, day, year) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let month = 1 + MONTHS.iter().position(|&name| name == month)?;
    let day = day.parse::<u8>().ok().filter(|day| (1..=31).contains(day))?;
    let year = year.parse::<u16>().ok().filter(|year| (1000..=9999).contains(year))?;
    DAYS.contains(&weekday).then(|| format!("{year}.{month:02}.{day:02}"))
}
