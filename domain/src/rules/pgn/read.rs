//! [`PgnReader`]: the games of a file, one after the other.

use std::io::BufRead;

use super::scan::{Location, Scanner, Token};
use super::tree::Tree;
use super::{PgnError, PgnGame, PgnLine, PgnProblem, PgnResult, Tags};
use crate::rules::duchess::DuchessFen;
use crate::rules::duck::SquareNames;
use crate::rules::position::Position;
use crate::rules::quoted::shortened;
use crate::rules::variant::Variant;

/// Reads the games of a file in a stream.
///
/// It is lenient about how things are written, and strict about what they mean: every turn must be legal. A game that
/// cannot be read is told with line and column, and the reader goes on with the next. A game is held in memory while it is
/// read: a program that reads files of strangers bounds their length with [`Read::take`](std::io::Read::take).
pub struct PgnReader<R> {
    scanner: Scanner<R>,
    failed: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads from a file or from memory.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), failed: false }
    }

    /// The next game; `None` at the end of the file. `ended` tells whether its end has been passed when it fails.
    fn game(&mut self, ended: &mut bool) -> Result<Option<PgnGame>, PgnError> {
        let mut header = Header::default();
        let mut tree: Option<Tree> = None;
        let result = loop {
            let Some((location, token)) = self.scanner.next()? else { break None };
            match token {
                Token::Tag { name, value } => header.tag(name, value, location),
                Token::End(None) if header.is_empty() && tree.as_ref().is_none_or(Tree::is_empty) => tree = None,
                Token::End(result) => break result,
                token => {
                    let tree = match &mut tree {
                        Some(tree) => tree,
                        none => none.insert(Tree::new(&header.start()?, header.squares)),
                    };
                    grow(tree, token, location)?;
                }
            }
        };
        *ended = true;
        if result.is_none() && header.is_empty() && tree.as_ref().is_none_or(Tree::is_empty) {
            return Ok(None);
        }
        let start = header.start()?;
        let line = tree.map_or(Ok(PgnLine::default()), Tree::finish)?;
        let result = result.or(header.result).unwrap_or_default().among(start.seating());
        Ok(Some(PgnGame { tags: header.tags, start, line, result }))
    }

    /// Goes on to where the next game begins.
    fn skip_game(&mut self) {
        loop {
            match self.scanner.next() {
                Ok(None | Some((_, Token::End(_)))) => return,
                Ok(Some(_)) => {}
                Err(error) if is_lost(&error) => return,
                Err(_) => {}
            }
        }
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
            "Variant" if self.variant.is_none() => self.variant = said(),
            _ => self.tags.set(name, value),
        }
    }

    fn start(&self) -> Result<Position, PgnError> {
        if let Some((start, location)) = self.start.as_ref().filter(|(start, _)| start != "2PC") {
            return Err(location.error(PgnProblem::UnknownStart(shortened(start))));
        }
        let variant = match &self.variant {
            None => self.variant_of_fen().unwrap_or(Variant::Duck),
            Some((name, location)) => {
                let known = Variant::from_pgn(name).or_else(|| self.variant_of_fen().filter(|_| is_duchess(name)));
                known.ok_or_else(|| location.error(unknown(name)))?
            }
        };
        match &self.fen {
            None => Ok(Position::start(variant)),
            Some((fen, location)) => {
                Position::from_fen(variant, fen).map_err(|error| location.error(PgnProblem::Fen(error)))
            }
        }
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

fn unknown(variant: &str) -> PgnProblem {
    if is_duchess(variant) { PgnProblem::NoSetUp } else { PgnProblem::UnknownVariant(shortened(variant)) }
}
