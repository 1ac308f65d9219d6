//! [`Table`]: one ending, and [`Tables`]: several.

use shakmaty::{ByColor, Color, Piece, Square};

use super::ending::Signature;
use super::entry::Entry;
use super::{Ending, Verdict};

/// All positions of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    ending: Ending,
    signature: Signature,
    /// By who is to move next, and then by the number of the position.
    entries: ByColor<Vec<Entry>>,
}

impl Table {
    pub(super) fn new(ending: Ending, entries: ByColor<Vec<Entry>>) -> Self {
        let signature = ending.signature();
        Self { ending, signature, entries }
    }

    /// A table that knows nothing but draws.
    #[cfg(test)]
    pub(crate) fn drawn(ending: &Ending) -> Self {
        Self::new(ending.clone(), ByColor::new_with(|_| vec![Entry::default(); ending.size()]))
    }

    /// Which ending it is.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// How many turns the longest win or loss takes.
    pub(super) fn longest(&self) -> u16 {
        let plies = |verdict| match verdict {
            Verdict::Win { plies } | Verdict::Loss { plies } => plies,
            Verdict::Draw => 0,
        };
        self.entries.iter().flatten().map(|entry| plies(entry.best()).max(plies(entry.exception()))).max().unwrap_or(0)
    }

    pub(super) const fn entries(&self) -> &ByColor<Vec<Entry>> {
        &self.entries
    }
}

/// Tables of endings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    tables: Vec<Table>,
    /// The most men that any of them has.
    most_men: usize,
}

impl Tables {
    /// Adds a table, or replaces that of the same ending.
    pub fn insert(&mut self, table: Table) {
        self.most_men = self.most_men.max(table.ending.men().len());
        self.tables.retain(|other| other.ending != table.ending);
        self.tables.push(table);
    }

    /// The table of an ending.
    pub fn get(&self, ending: &Ending) -> Option<&Table> {
        self.tables.iter().find(|table| table.ending == *ending)
    }

    /// The table of an ending, or of that with the colours changed.
    pub(super) fn alike(&self, ending: &Ending) -> Option<&Table> {
        self.of(ending.signature()).map(|(table, _)| table)
    }

    /// The table of such men, and whether their colours are changed in it.
    fn of(&self, signature: Signature) -> Option<(&Table, bool)> {
        let flipped = signature.flipped();
        let table = self.tables.iter().find(|table| table.signature == signature || table.signature == flipped)?;
        Some((table, table.signature != signature))
    }

    /// Every table.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    /// The most men that a position in one of them can have.
    pub const fn most_men(&self) -> usize {
        self.most_men
    }

    /// What is known of men on their squares once a piece has moved, and before the duck does; `next` is to move after that.
    pub(super) fn entry(&self, placed: &[(Piece, Square)], next: Color) -> Option<Entry> {
        let (table, is_flipped) = self.of(Signature::of(placed.iter().map(|&(piece, _)| piece)))?;
        let squares = table.ending.arrange(placed, is_flipped);
        let (number, symmetry) = table.ending.number(&squares, is_flipped);
        let entry = table.entries[if is_flipped { !next } else { next }][number];
        Some(entry.undo(symmetry))
    }
}

impl FromIterator<Table> for Tables {
    fn from_iter<T: IntoIterator<Item = Table>>(tables: T) -> Self {
        let mut all = Self::default();
        tables.into_iter().for_each(|table| all.insert(table));
        all
    }
}
