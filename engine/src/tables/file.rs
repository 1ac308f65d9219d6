//! How a table is written and read: a line with its ending, then its entries, compressed by Brotli.
//!
//! The entries are written apart by what they say and by who is to move, because what is alike compresses best side by side. Those
//! that no position has repeat the one before. A verdict is a byte, which counts turns up to 126; if any win takes more, a second
//! byte for each verdict follows at the end.

use brotli::enc::BrotliEncoderParams;
use shakmaty::{ByColor, Color, Square};

use super::entry::Entry;
use super::verdict::MOST_PLIES;
use super::{Ending, Table, Verdict};

/// What is no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The first line names no ending.
    #[error("the table does not begin with a line that names its ending")]
    NoEnding,
    /// What follows is not compressed as it should be.
    #[error("the table of {ending} cannot be decompressed")]
    Damaged {
        /// Of this ending.
        ending: String,
        /// What was wrong.
        source: std::io::Error,
    },
    /// There is less than an entry for each position, or more.
    #[error("the table of {ending} has {found} bytes and not {expected}")]
    WrongSize {
        /// Of this ending.
        ending: String,
        /// After decompression.
        expected: usize,
        /// After decompression.
        found: usize,
    },
}

/// A byte of each entry, in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Best,
    Exception,
    Duck,
    BestHigh,
    ExceptionHigh,
}

/// Those of a table with wins of any length.
const PARTS: [Part; 5] = [Part::Best, Part::Exception, Part::Duck, Part::BestHigh, Part::ExceptionHigh];
/// How many of them a table without long wins has.
const SHORT_PARTS: usize = 3;

/// How many turns the first byte of a verdict tells apart.
const PLIES_PER_BYTE: u16 = 127;

impl Part {
    fn of(self, entry: Entry) -> u8 {
        match self {
            Self::Best => to_bytes(entry.best())[0],
            Self::BestHigh => to_bytes(entry.best())[1],
            Self::Exception => to_bytes(entry.exception())[0],
            Self::ExceptionHigh => to_bytes(entry.exception())[1],
            Self::Duck => entry.duck() as u8,
        }
    }
}

/// A verdict as its two bytes.
fn to_bytes(verdict: Verdict) -> [u8; 2] {
    let low = |plies: u16| (plies % PLIES_PER_BYTE) as u8;
    match verdict {
        Verdict::Draw => [0, 0],
        Verdict::Win { plies } => [1 + low(plies), (plies / PLIES_PER_BYTE) as u8],
        Verdict::Loss { plies } => [128 + low(plies), (plies / PLIES_PER_BYTE) as u8],
    }
}

fn from_bytes(low: u8, high: u8) -> Verdict {
    let more = u16::from(high) * PLIES_PER_BYTE;
    match low {
        0 => Verdict::Draw,
        1..128 => Verdict::Win { plies: (u16::from(low) - 1 + more).min(MOST_PLIES) },
        _ => Verdict::Loss { plies: (u16::from(low) - 128 + more).min(MOST_PLIES) },
    }
}

impl Table {
    /// The table as a file holds it.
    ///
    /// # Errors
    ///
    /// None that memory could cause: only such as Brotli reports.
    pub fn to_bytes(&self) -> Result<Vec<u8>, std::io::Error> {
        let parts = if self.longest() < PLIES_PER_BYTE { &PARTS[..SHORT_PARTS] } else { &PARTS[..] };
        let mut plain = Vec::with_capacity(2 * parts.len() * self.ending().size());
        for part in parts {
            for color in Color::ALL {
                let mut last = 0;
                for (number, &entry) in self.entries()[color].iter().enumerate() {
                    if self.ending().squares(number).is_some() {
                        last = part.of(entry);
                    }
                    plain.push(last);
                }
            }
        }
        let mut bytes = format!("{}\n", self.ending()).into_bytes();
        let quality = if plain.len() < WORTH_MINUTES { 11 } else { 9 };
        let strong = BrotliEncoderParams { quality, lgwin: 24, size_hint: plain.len(), ..Default::default() };
        brotli::BrotliCompress(&mut plain.as_slice(), &mut bytes, &strong)?;
        Ok(bytes)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    ///
    /// What is wrong with it; it is not checked that the table is right.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let line = bytes.iter().take(MOST_LETTERS).position(|&byte| byte == b'\n').ok_or(TableError::NoEnding)?;
        let name = std::str::from_utf8(&bytes[..line]).map_err(|_| TableError::NoEnding)?;
        let ending: Ending = name.parse().map_err(|_| TableError::NoEnding)?;
        let size = ending.size();
        let sizes = [SHORT_PARTS, PARTS.len()].map(|parts| 2 * parts * size);
        let mut plain = Vec::with_capacity(sizes[0]);
        let damaged = |source| TableError::Damaged { ending: ending.to_string(), source };
        brotli::BrotliDecompress(&mut &bytes[line + 1..], &mut plain).map_err(damaged)?;
        if !sizes.contains(&plain.len()) {
            return Err(TableError::WrongSize { ending: ending.to_string(), expected: sizes[0], found: plain.len() });
        }
        let byte = |part: Part, color: Color, number: usize| {
            let plane = 2 * part as usize + color.fold_wb(0, 1);
            // A file without high bytes has zeros in their place.
            plain.get(plane * size + number).copied().unwrap_or(0)
        };
        let entry = |color, number| {
            let verdict = |low, high| from_bytes(byte(low, color, number), byte(high, color, number));
            let duck = Square::new(u32::from(byte(Part::Duck, color, number)) & 63);
            Entry::new(verdict(Part::Best, Part::BestHigh), duck, verdict(Part::Exception, Part::ExceptionHigh))
        };
        let entries = ByColor::new_with(|color| (0..size).map(|number| entry(color, number)).collect());
        Ok(Self::new(ending, entries))
    }
}

/// In bytes. The strongest compression takes minutes of more, for some percent less.
const WORTH_MINUTES: usize = 4 << 20;

/// More than any ending is written with.
const MOST_LETTERS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_win_is_written_and_read() {
        let ending: Ending = "KvK".parse().unwrap();
        let verdicts = [
            Verdict::Draw,
            Verdict::Win { plies: 126 },
            Verdict::Win { plies: 127 },
            Verdict::Loss { plies: 300 },
            Verdict::Win { plies: MOST_PLIES },
            Verdict::Loss { plies: MOST_PLIES },
        ];
        let mut table = Table::drawn(&ending);
        let mut entries = table.entries().clone();
        let real = (0..ending.size()).filter(|&number| ending.squares(number).is_some());
        for (number, best) in real.zip(verdicts) {
            entries.white[number] = Entry::new(best, Square::C3, Verdict::Draw);
            entries.black[number] = Entry::new(best, Square::H8, best);
        }
        table = Table::new(ending, entries);
        let read = Table::from_bytes(&table.to_bytes().unwrap()).unwrap();
        for color in Color::ALL {
            for number in (0..table.ending().size()).filter(|&number| table.ending().squares(number).is_some()) {
                assert_eq!(read.entries()[color][number], table.entries()[color][number]);
            }
        }
    }
}
