//! Whether what a table says agrees with the rules.

use domain::rules::duck::DuckPosition;
use shakmaty::{Bitboard, Color};

use super::ask::KnownMoves;
use super::{Ending, Tables};

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many positions were looked at.
    pub positions: u64,
    /// Those after which something is not as it should be: the duck on its best square.
    pub wrong: Vec<DuckPosition>,
}

/// Compares each position of an ending with those that its turns lead to; of the places that the men can have, only one of `step`.
///
/// What a position is worth is the most that one of its piece moves brings, as the rules of `domain` list them. What a piece move brings
/// must be the best of what is left to the opponent, over all squares that the duck can go to. As the distances
/// of wins and losses fall from turn to turn, what agrees everywhere is right everywhere. `None` if the table is missing.
pub fn check(tables: &Tables, ending: &Ending, step: usize) -> Option<Checked> {
    let table = tables.get(ending)?;
    let mut checked = Checked::default();
    for number in (0..ending.size()).step_by(step) {
        let Some(squares) = ending.squares(number) else { continue };
        let empty = !squares.into_iter().collect::<Bitboard>();
        for next in [Color::White, Color::Black] {
            let entry = table.entries()[next][number];
            let mut best_at = None;
            let mut known = KnownMoves::default();
            let (mut best, mut exception) = (i32::MIN, i32::MIN);
            for duck in empty {
                checked.positions += 1;
                let verdict =
                    ending.position(number, duck, next).and_then(|position| tables.verdict_with(&position, &mut known));
                let rank = verdict?.turn_earlier().rank();
                best = best.max(rank);
                if duck == entry.duck() {
                    best_at = Some(rank);
                } else {
                    exception = exception.max(rank);
                }
            }
            if best_at != Some(best) || best != entry.best().rank() || exception != entry.exception().rank() {
                checked.wrong.extend(ending.position(number, entry.duck(), next));
            }
        }
    }
    Some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::entry::Entry;
    use crate::tables::{Table, Verdict, build};

    #[test]
    fn an_entry_that_is_wrong_is_found() {
        let ending: Ending = "KvK".parse().unwrap();
        let (right, _) = build(&ending, &Tables::default()).unwrap();
        let mut entries = right.entries().clone();
        let wins = |entry: &Entry| matches!(entry.best(), Verdict::Win { .. });
        let number = entries.white.iter().position(wins).unwrap();
        let entry = entries.white[number];
        entries.white[number] = Entry::new(Verdict::Draw, entry.duck(), entry.exception());
        let wrong = |table| check(&[table].into_iter().collect(), &ending, 1).unwrap().wrong;
        assert_eq!(wrong(right), []);
        let position = ending.position(number, entry.duck(), Color::White).unwrap();
        assert!(wrong(Table::new(ending.clone(), entries)).contains(&position));
    }
}
