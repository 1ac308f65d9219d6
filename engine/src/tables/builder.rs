//! Retrograde analysis: which positions are won or lost in one turn, then in two, and so on until nothing is added.
//!
//! All squares of the duck are looked at at once, a bit each: a piece move is possible for those ducks that are not in its way,
//! and what it brings is the same for all of them but one (see [`Entry`]). After the first levels only those positions are looked at
//! again from which a piece move leads to what the level before has added, and those from which one leads to a smaller table.

use shakmaty::{Bitboard, ByColor, Color, Piece, Rank, Role, Square, attacks};

use super::Ending;
use super::ending::{Placed, Squares};
use super::entry::Entry;
use super::statistics::Statistics;
use super::table::{Table, Tables};
use super::verdict::{MOST_PLIES, Verdict};

/// The ducks with which the seat to move wins, and those with which it loses, as far as is known.
#[derive(Clone, Copy, Default)]
pub(super) struct Decided {
    pub won: Bitboard,
    pub lost: Bitboard,
}

/// What a look at a position finds.
struct Found {
    won: Bitboard,
    lost: Bitboard,
    /// Whether a man can be captured or a pawn promote.
    has_exit: bool,
}

/// What a level adds to what is known of a position.
struct Change {
    next: Color,
    number: usize,
    added: Decided,
}

/// A table in the making. What is kept of positions is kept by who is to move, and then by the number of the position.
struct Builder<'a> {
    ending: &'a Ending,
    /// The endings that captures and promotions lead to.
    smaller: &'a Tables,
    /// The most turns that a win or loss in one of `smaller` takes.
    longest: u16,
    entries: ByColor<Vec<Entry>>,
    decided: ByColor<Vec<Decided>>,
    /// Whether a man can be captured or a pawn promote: `smaller` may decide the position at any level up to `longest`.
    has_exit: ByColor<Vec<bool>>,
    /// Whether a piece move leads to an entry that has changed since the position was last looked at.
    to_look_at: ByColor<Vec<bool>>,
}

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A capture or promotion leads to an ending whose table is missing.
    #[error("the table of {0} is needed first: captures or promotions lead to it")]
    Missing(Ending),
    /// A win takes more turns than an entry has room for.
    #[error("a win in {0} takes more than {MOST_PLIES} turns of both seats")]
    TooLong(Ending),
}

/// Makes the table of an ending. `smaller` must have those that captures and promotions lead to.
///
/// # Errors
///
/// If one of those is missing, or a win is too long for a table.
pub fn build(ending: &Ending, smaller: &Tables) -> Result<(Table, Statistics), BuildError> {
    let mut longest = 0;
    for next in ending.leads_to() {
        let Some(table) = smaller.alike(&next) else { return Err(BuildError::Missing(next)) };
        longest = longest.max(table.longest());
    }
    let mut builder = Builder::new(ending, smaller, longest);
    let mut statistics = Statistics::new();
    for plies in 0..MOST_PLIES {
        let changes = builder.level(plies);
        if changes.is_empty() && plies > longest {
            builder.finish(&mut statistics);
            return Ok((Table::new(ending.clone(), builder.entries), statistics));
        }
        for change in &changes {
            statistics.add(change.next, plies, builder.ending.images(change.number), &change.added, change.number);
            builder.apply(change, plies);
        }
    }
    Err(BuildError::TooLong(ending.clone()))
}

impl<'a> Builder<'a> {
    fn new(ending: &'a Ending, smaller: &'a Tables, longest: u16) -> Self {
        let size = ending.size();
        Self {
            ending,
            smaller,
            longest,
            entries: ByColor::new_with(|_| vec![Entry::default(); size]),
            decided: ByColor::new_with(|_| vec![Decided::default(); size]),
            has_exit: ByColor::new_with(|_| vec![false; size]),
            to_look_at: ByColor::new_with(|_| vec![false; size]),
        }
    }

    /// What is won or lost in exactly so many turns.
    fn level(&mut self, plies: u16) -> Vec<Change> {
        let mut changes = Vec::new();
        for number in 0..self.ending.size() {
            for next in [Color::White, Color::Black] {
                let has_changed = std::mem::take(&mut self.to_look_at[next][number]);
                if plies > 1 && !has_changed && !(self.has_exit[next][number] && plies <= self.longest) {
                    continue;
                }
                let Some(squares) = self.ending.squares(number) else { continue };
                let known = self.decided[next][number];
                let open = !squares.iter().copied().collect::<Bitboard>() & !known.won & !known.lost;
                if open.is_empty() {
                    continue;
                }
                let found = self.look(&squares, next, plies);
                self.has_exit[next][number] = found.has_exit;
                let added = Decided { won: found.won & open, lost: found.lost & open };
                if (added.won | added.lost).any() {
                    changes.push(Change { next, number, added });
                }
            }
        }
        changes
    }

    /// With which ducks the seat to move has won or lost within so many turns.
    fn look(&self, squares: &Squares, color: Color, plies: u16) -> Found {
        let men = self.ending.men();
        let occupied: Bitboard = squares.iter().copied().collect();
        let (mut won, mut held, mut movable) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let mut has_exit = false;
        for (n, &man) in men.iter().enumerate().filter(|(_, man)| man.color == color) {
            let from = squares[n];
            for to in targets(men, squares, occupied, man, from) {
                let free = !occupied & !attacks::between(from, to) & !Bitboard::from(to);
                movable |= free;
                let captured = squares.iter().position(|&square| square == to);
                if captured.is_some_and(|captured| men[captured].role == Role::King) {
                    if plies > 0 {
                        won |= free;
                    }
                    held |= free;
                    continue;
                }
                has_exit |= captured.is_some() || promotes(man, to);
                self.for_each_entry(squares, n, to, captured, |entry| {
                    won |= free & entry.won(plies);
                    held |= free & !entry.lost(plies);
                });
            }
        }
        let fowled = !occupied & !movable;
        Found { won: won | fowled, lost: movable & !won & !held, has_exit }
    }

    /// The entries of what a man's move leads to: several where a pawn promotes.
    fn for_each_entry(
        &self,
        squares: &Squares,
        n: usize,
        to: Square,
        captured: Option<usize>,
        mut visit: impl FnMut(Entry),
    ) {
        let men = self.ending.men();
        let man = men[n];
        let promotes = promotes(man, to);
        if captured.is_none() && !promotes {
            let mut after = squares.clone();
            after[n] = to;
            let (number, symmetry) = self.ending.number(&after, false);
            return visit(self.entries[!man.color][number].undo(symmetry));
        }
        let roles: &[Role] = if promotes { &domain::rules::duck::PROMOTIONS } else { &[man.role] };
        for &role in roles {
            let others = (0..men.len()).filter(|&other| other != n && Some(other) != captured);
            let mut placed: Placed = others.map(|other| (men[other], squares[other])).collect();
            placed.push((role.of(man.color), to));
            if let Some(entry) = self.smaller.entry(&placed, !man.color) {
                visit(entry);
            }
        }
    }

    /// Notes a change, and what it means for the turn before.
    fn apply(&mut self, change: &Change, plies: u16) {
        let &Change { next, number, added } = change;
        let Some(squares) = self.ending.squares(number) else { return };
        let decided = &mut self.decided[next][number];
        let was_open = !squares.iter().copied().collect::<Bitboard>() & !decided.won;
        decided.won |= added.won;
        decided.lost |= added.lost;
        // The duck goes where the opponent does not win, and best of all where the opponent loses.
        let (good, open) = (decided.lost, was_open & !added.won);
        let (win, loss) = (Verdict::Win { plies: plies + 1 }, Verdict::Loss { plies: plies + 1 });
        let entry = &mut self.entries[next][number];
        let before = *entry;
        let (mut best, mut square, mut exception) = (before.best(), before.duck(), before.exception());
        if best == Verdict::Draw {
            if let Some(won) = good.first() {
                (best, square) = (win, won);
            } else if open.is_empty() {
                best = loss;
                square = was_open.first().unwrap_or(Square::A1);
            } else if let Some(only) = open.single_square() {
                square = only;
            }
        }
        if exception == Verdict::Draw {
            if good.more_than_one() {
                exception = win;
            } else if !open.more_than_one() {
                exception = loss;
            }
        }
        *entry = Entry::new(best, square, exception);
        if *entry != before {
            self.wake(&squares, !next);
        }
    }

    /// Has those positions looked at again from which this colour comes here, by a piece move that neither captures nor promotes.
    fn wake(&mut self, squares: &Squares, color: Color) {
        let occupied: Bitboard = squares.iter().copied().collect();
        for (n, &man) in self.ending.men().iter().enumerate().filter(|(_, man)| man.color == color) {
            for from in origins(occupied, man, squares[n]) {
                let mut earlier = squares.clone();
                earlier[n] = from;
                let number = self.ending.number(&earlier, false).0;
                self.to_look_at[color][number] = true;
                if let Some(twin) = self.ending.twin(number) {
                    self.to_look_at[color][twin] = true;
                }
            }
        }
    }

    /// Where nothing is decided the duck goes to any square that loses nothing.
    fn finish(&mut self, statistics: &mut Statistics) {
        for number in 0..self.ending.size() {
            let Some(squares) = self.ending.squares(number) else { continue };
            let empty = !squares.iter().copied().collect::<Bitboard>();
            for next in [Color::White, Color::Black] {
                let decided = self.decided[next][number];
                let open = empty & !decided.won;
                let entry = &mut self.entries[next][number];
                if entry.best() == Verdict::Draw {
                    let square = open.first().unwrap_or(Square::A1);
                    *entry = Entry::new(Verdict::Draw, square, entry.exception());
                }
                statistics.add_draws(next, self.ending.images(number), open & !decided.lost);
            }
        }
    }
}

fn promotes(man: Piece, to: Square) -> bool {
    man.role == Role::Pawn && Bitboard::BACKRANKS.contains(to)
}

/// Where a man can have come from without a capture when no duck was in its way.
fn origins(occupied: Bitboard, man: Piece, to: Square) -> Bitboard {
    if man.role != Role::Pawn {
        return attacks::attacks(to, man, occupied) & !occupied;
    }
    let (backward, start) = man.color.fold_wb((-8, Bitboard::from(Rank::Second)), (8, Bitboard::from(Rank::Seventh)));
    let once = Bitboard::from(to).shift(backward) & !occupied & !Bitboard::BACKRANKS;
    once | once.shift(backward) & !occupied & start
}

/// Where a man can go when no duck is in its way.
fn targets(men: &[Piece], squares: &Squares, occupied: Bitboard, man: Piece, from: Square) -> Bitboard {
    let of = |color| men.iter().zip(squares).filter(move |(other, _)| other.color == color).map(|(_, &square)| square);
    if man.role != Role::Pawn {
        return attacks::attacks(from, man, occupied) & !of(man.color).collect::<Bitboard>();
    }
    let captures = attacks::pawn_attacks(man.color, from) & of(!man.color).collect::<Bitboard>();
    let (forward, start) = man.color.fold_wb((8, 1), (-8, 6));
    let once = Bitboard::from(from).shift(forward) & !occupied;
    let twice = if from.rank() as u32 == start { once.shift(forward) & !occupied } else { Bitboard::EMPTY };
    captures | once | twice
}
