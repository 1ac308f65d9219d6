//! Retrograde analysis: which positions are won or lost in one turn, then in two, and so on until nothing is added.
//!
//! All squares of the duck are looked at at once, a bit each: a piece move is possible for those ducks that are not in its way,
//! and what it brings is the same for all of them but one (see [`Entry`]).

use shakmaty::{Bitboard, ByColor, Color, Piece, Role, Square, attacks};

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

/// What a level adds to what is known of a position.
struct Change {
    next: Color,
    number: usize,
    added: Decided,
}

/// A table in the making.
struct Builder<'a> {
    ending: &'a Ending,
    /// The endings that captures and promotions lead to.
    smaller: &'a Tables,
    /// By who is to move next.
    entries: ByColor<Vec<Entry>>,
    decided: ByColor<Vec<Decided>>,
}

/// Makes the table of an ending. `smaller` must have those that captures and promotions lead to.
///
/// # Errors
///
/// The ending that is missing.
pub fn build(ending: &Ending, smaller: &Tables) -> Result<(Table, Statistics), Ending> {
    let mut longest = 0;
    for next in ending.leads_to() {
        let Some(table) = smaller.alike(&next) else { return Err(next) };
        longest = longest.max(table.longest());
    }
    let size = ending.size();
    let mut builder = Builder {
        ending,
        smaller,
        entries: ByColor::new_with(|_| vec![Entry::default(); size]),
        decided: ByColor::new_with(|_| vec![Decided::default(); size]),
    };
    let mut statistics = Statistics::new();
    for plies in 0..MOST_PLIES {
        let changes = builder.level(plies);
        if changes.is_empty() && plies > longest {
            break;
        }
        for change in &changes {
            statistics.add(change.next, plies, builder.ending.images(change.number), &change.added, change.number);
            builder.apply(change, plies);
        }
    }
    builder.finish(&mut statistics);
    Ok((Table::new(ending.clone(), builder.entries), statistics))
}

impl Builder<'_> {
    /// What is won or lost in exactly so many turns.
    fn level(&self, plies: u8) -> Vec<Change> {
        let mut changes = Vec::new();
        for number in 0..self.ending.size() {
            let Some(squares) = self.ending.squares(number) else { continue };
            let empty = !squares.iter().copied().collect::<Bitboard>();
            for next in [Color::White, Color::Black] {
                let known = self.decided[next][number];
                let open = empty & !known.won & !known.lost;
                if open.any() {
                    let found = self.look(&squares, next, plies);
                    let added = Decided { won: found.won & open, lost: found.lost & open };
                    if (added.won | added.lost).any() {
                        changes.push(Change { next, number, added });
                    }
                }
            }
        }
        changes
    }

    /// The ducks with which the seat to move has won or lost within so many turns.
    fn look(&self, squares: &Squares, color: Color, plies: u8) -> Decided {
        let men = self.ending.men();
        let occupied: Bitboard = squares.iter().copied().collect();
        let (mut won, mut held, mut movable) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
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
                self.for_each_entry(squares, n, to, captured, |entry| {
                    won |= free & entry.won(plies);
                    held |= free & !entry.lost(plies);
                });
            }
        }
        let fowled = !occupied & !movable;
        Decided { won: won | fowled, lost: movable & !won & !held }
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
        let promotes = man.role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
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
    fn apply(&mut self, change: &Change, plies: u8) {
        let &Change { next, number, added } = change;
        let Some(squares) = self.ending.squares(number) else { return };
        let decided = &mut self.decided[next][number];
        let was_open = !squares.iter().copied().collect::<Bitboard>() & !decided.won;
        decided.won |= added.won;
        decided.lost |= added.lost;
        // The duck goes where the opponent does not win, and best of all where the opponent loses.
        let (good, open) = (decided.lost, was_open & !added.won);
        let (win, loss) = (Verdict::Win { plies: plies + 1 }.to_byte(), Verdict::Loss { plies: plies + 1 }.to_byte());
        let entry = &mut self.entries[next][number];
        if entry.best == UNDECIDED {
            if let Some(square) = good.first() {
                (entry.best, entry.square) = (win, square as u8);
            } else if open.is_empty() {
                entry.best = loss;
                entry.square = was_open.first().map_or(0, |square| square as u8);
            } else if let Some(square) = open.single_square() {
                entry.square = square as u8;
            }
        }
        if entry.exception == UNDECIDED {
            if good.more_than_one() {
                entry.exception = win;
            } else if !open.more_than_one() {
                entry.exception = loss;
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
                if entry.best == UNDECIDED {
                    entry.square = open.first().map_or(0, |square| square as u8);
                }
                statistics.add_draws(next, self.ending.images(number), open & !decided.lost);
            }
        }
    }
}

/// The byte of a draw: what is not decided yet, and in the end never is.
const UNDECIDED: u8 = Verdict::Draw.to_byte();

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
