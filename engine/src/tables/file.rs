//! How a table is written and read: a line with its ending, then its entries, compressed by Brotli.
//!
//! The entries are written apart by what they say and by who is to move, because what is alike compresses best side by side. Those
//! that no position has repeat the one before.

use brotli::enc::BrotliEncoderParams;
use shakmaty::{ByColor, Color};

use super::entry::Entry;
use super::{Ending, Table};

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

/// What is written of an entry, in this order.
const PARTS: [fn(&mut Entry) -> &mut u8; 3] =
    [|entry| &mut entry.best, |entry| &mut entry.exception, |entry| &mut entry.square];

impl Table {
    /// The table as a file holds it.
    ///
    /// # Errors
    ///
    /// None that memory could cause: only such as Brotli reports.
    pub fn to_bytes(&self) -> Result<Vec<u8>, std::io::Error> {
        let mut plain = Vec::with_capacity(6 * self.ending().size());
        for part in PARTS {
            for color in Color::ALL {
                let mut last = 0;
                for (number, entry) in self.entries()[color].iter().enumerate() {
                    if self.ending().squares(number).is_some() {
                        last = *part(&mut entry.clone());
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
        let expected = 6 * ending.size();
        let mut plain = Vec::with_capacity(expected);
        let damaged = |source| TableError::Damaged { ending: ending.to_string(), source };
        brotli::BrotliDecompress(&mut &bytes[line + 1..], &mut plain).map_err(damaged)?;
        if plain.len() != expected {
            return Err(TableError::WrongSize { ending: ending.to_string(), expected, found: plain.len() });
        }
        let mut entries = ByColor::new_with(|_| vec![Entry::default(); ending.size()]);
        let mut planes = plain.chunks_exact(ending.size());
        for part in PARTS {
            for color in Color::ALL {
                for (entry, &byte) in entries[color].iter_mut().zip(planes.next().into_iter().flatten()) {
                    *part(entry) = byte;
                }
            }
        }
        Ok(Self::new(ending, entries))
    }
}

/// In bytes. The strongest compression takes minutes of more, for some percent less.
const WORTH_MINUTES: usize = 4 << 20;

/// More than any ending is written with.
const MOST_LETTERS: usize = 16;
