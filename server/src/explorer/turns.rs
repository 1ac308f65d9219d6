//! [`TurnView`] and [`MoveView`]: the turns of a position, as pages show them. Where the duck may go after each piece move, hardly any two
//! games make the same turn: there the piece moves are told, and below each where the duck went.

use std::collections::HashMap;

use domain::rules::duck::piece_part;
use domain::rules::seat::{Seating, Side};

use super::store::TurnCount;
use crate::wording::explorer as words;

/// The most duck squares of a piece move that are shown with all that is known of them. Those that follow are told by name alone.
const MOST_DUCKS: usize = 8;

/// Of a position with at most so many turns, all are open.
const FEW_TURNS: usize = 8;

/// Where a turn in the table leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TurnWay {
    /// Nowhere: it is only told.
    #[default]
    None,
    /// To the page of the position after it.
    Link(String),
    /// It is played on the board, by a button of the form around.
    Button,
}

/// A turn and how the games went in which it was made.
#[derive(Debug)]
pub struct TurnView {
    /// As it is written.
    pub turn: String,
    /// In how many games it was made.
    pub games: i64,
    /// Won by the first side, drawn, won by the second; with more than two sides those of the side that made the turn come first.
    pub results: [i64; 3],
    /// The mean rating of the games that have one.
    pub rating: Option<i64>,
    /// Whether the game that is looked at went on with it.
    pub is_played_here: bool,
    /// Where it leads.
    pub way: TurnWay,
}

impl TurnView {
    pub(super) fn new(count: TurnCount, seating: Seating, mover: Side) -> Self {
        let is_second = two_sides(seating).is_some_and(|[_, second]| mover == second);
        let (first, second) = if is_second { (count.lost, count.won) } else { (count.won, count.lost) };
        Self {
            turn: count.turn,
            games: count.games,
            results: [first, count.drawn, second],
            rating: (count.rated > 0).then(|| (count.rating_sum + count.rated / 2) / count.rated.max(1)),
            is_played_here: false,
            way: TurnWay::None,
        }
    }

    /// The widths of the three parts of its bar, in thousandths of its games: those without a result leave a part empty. None if no game has one.
    pub fn bar(&self) -> Option<[i64; 3]> {
        let decided: i64 = self.results.iter().sum();
        if decided == 0 {
            return None;
        }
        let all = self.games.max(decided);
        let [first, drawn, second] = self.results;
        let ends = [first, first + drawn, first + drawn + second].map(|games| games * 1000 / all);
        Some([ends[0], ends[1] - ends[0], ends[2] - ends[1]])
    }
}

/// A piece move, with the turns that begin with it.
#[derive(Debug)]
pub struct MoveView {
    /// All its turns together, or its only one.
    pub whole: TurnView,
    /// Its turns, the most frequent first; none if it has only one.
    pub ducks: Vec<TurnView>,
    /// Its other turns, which are told by name alone.
    pub other_ducks: Vec<TurnView>,
    /// Whether its turns are shown at first.
    pub is_open: bool,
}

impl MoveView {
    /// The piece moves of a position, the most frequent first.
    pub(super) fn all(turns: Vec<TurnCount>, seating: Seating, mover: Side) -> Vec<Self> {
        let is_open = turns.len() <= FEW_TURNS;
        let view = |count| TurnView::new(count, seating, mover);
        by_piece_move(turns)
            .into_iter()
            .map(|Turns { whole, turns }| {
                let mut ducks: Vec<_> =
                    if turns.len() > 1 { turns.into_iter().map(view).collect() } else { Vec::new() };
                let other_ducks = ducks.split_off(ducks.len().min(MOST_DUCKS));
                Self { whole: view(whole), ducks, other_ducks, is_open }
            })
            .collect()
    }

    /// How many squares the duck went to: `12 duck squares`
    pub fn duck_squares(&self) -> String {
        words::duck_squares(self.ducks.len() + self.other_ducks.len())
    }

    /// Its turns that can be made.
    pub(super) fn turns(&mut self) -> impl Iterator<Item = &mut TurnView> {
        let only = self.ducks.is_empty().then_some(&mut self.whole);
        only.into_iter().chain(&mut self.ducks).chain(&mut self.other_ducks)
    }

    /// Marks the turn with which the game went on that is looked at.
    pub(super) fn mark_played(&mut self, turn: &str) {
        for view in self.turns() {
            view.is_played_here = turn == view.turn;
        }
        self.is_open |= self.ducks.iter().chain(&self.other_ducks).any(|turn| turn.is_played_here);
    }

    /// All of its turns, to be told by name alone.
    pub(super) fn into_turns(self) -> impl Iterator<Item = TurnView> {
        let only = self.ducks.is_empty().then_some(self.whole);
        only.into_iter().chain(self.ducks).chain(self.other_ducks)
    }
}

/// Turns that begin with the same piece move.
struct Turns {
    /// The sums; the turn is the piece move, or the only turn.
    whole: TurnCount,
    /// Each of them.
    turns: Vec<TurnCount>,
}

/// Turns by their piece move, the most frequent first.
fn by_piece_move(turns: Vec<TurnCount>) -> Vec<Turns> {
    let mut places = HashMap::<String, usize>::new();
    let mut moves = Vec::<Turns>::new();
    for turn in turns {
        let piece_move = piece_part(&turn.turn);
        if let Some(&place) = places.get(piece_move) {
            piece_move.clone_into(&mut moves[place].whole.turn);
            moves[place].whole.add(&turn);
            moves[place].turns.push(turn);
        } else {
            places.insert(piece_move.to_owned(), moves.len());
            moves.push(Turns { whole: turn.clone(), turns: vec![turn] });
        }
    }
    moves.sort_by_key(|turns| std::cmp::Reverse((turns.whole.games, turns.whole.won)));
    moves
}

/// The sides of a game that has two.
pub(super) fn two_sides(seating: Seating) -> Option<[Side; 2]> {
    <[Side; 2]>::try_from(seating.sides().collect::<Vec<_>>()).ok()
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    fn count(turn: &str, games: i64, [won, drawn, lost]: [i64; 3]) -> TurnCount {
        TurnCount { turn: turn.to_owned(), games, won, drawn, lost, rated: 2, rating_sum: 3001 }
    }

    fn view(games: i64, results: [i64; 3]) -> TurnView {
        TurnView::new(count("e4@c6", games, results), Variant::Duck.seating(), Side::WHITE)
    }

    fn moves(turns: &[TurnCount]) -> Vec<MoveView> {
        MoveView::all(turns.to_vec(), Variant::Duck.seating(), Side::WHITE)
    }

    #[test]
    fn a_bar_is_filled_and_shows_nothing_of_what_did_not_happen() {
        assert_eq!(view(3, [1, 1, 1]).bar(), Some([333, 333, 334]));
        assert_eq!(view(3, [2, 0, 1]).bar(), Some([666, 0, 334]));
        assert_eq!(view(3, [1, 2, 0]).bar(), Some([333, 667, 0]));
        assert_eq!(view(3, [3, 0, 0]).bar(), Some([1000, 0, 0]));
        assert_eq!(view(4, [2, 0, 0]).bar(), Some([500, 0, 0]), "half of them have no result");
        assert_eq!(view(3, [0, 0, 0]).bar(), None, "games without a result");
    }

    #[test]
    fn a_mean_rating_is_rounded() {
        assert_eq!(view(2, [1, 1, 0]).rating, Some(1501));
    }

    #[test]
    fn turns_are_told_by_their_piece_move() {
        let turns = [
            count("d4@e6", 5, [1, 1, 3]),
            count("e4@c6", 4, [2, 1, 1]),
            count("e4@d5", 3, [3, 0, 0]),
            count("Qxe8", 2, [2, 0, 0]),
        ];
        let moves = moves(&turns);
        let told: Vec<_> = moves.iter().map(|one| (one.whole.turn.as_str(), one.whole.games)).collect();
        assert_eq!(told, [("e4", 7), ("d4@e6", 5), ("Qxe8", 2)], "a turn that is alone is told as a whole");
        assert_eq!((moves[0].whole.results, moves[0].whole.rating), ([5, 1, 1], Some(1501)));
        let ducks: Vec<_> = moves[0].ducks.iter().map(|turn| turn.turn.as_str()).collect();
        assert_eq!(ducks, ["e4@c6", "e4@d5"]);
        assert!(moves[1].ducks.is_empty() && moves[0].is_open, "few turns are all shown");
    }

    #[test]
    fn turns_without_a_duck_stand_alone() {
        let turns = [count("e4", 2, [1, 0, 1]), count("Nf3", 2, [2, 0, 0])];
        let moves = MoveView::all(turns.to_vec(), Variant::Chess.seating(), Side::WHITE);
        let told: Vec<_> = moves.iter().map(|one| (one.whole.turn.as_str(), one.ducks.len())).collect();
        assert_eq!(told, [("Nf3", 0), ("e4", 0)], "of as many games, those that were won come first");
        let seating = "duchess-3".parse::<Variant>().unwrap().seating();
        let last = seating.sides().last().unwrap();
        let moves = MoveView::all(vec![count("out", 6, [1, 2, 3])], seating, last);
        assert_eq!(
            moves[0].whole.results,
            [1, 2, 3],
            "with three sides those of the side that made the turn come first"
        );
    }

    #[test]
    fn many_duck_squares_are_folded_but_where_the_game_went_on() {
        let turns: Vec<_> =
            (0..12).map(|n| count(&format!("e4@{}{}", ['a', 'h'][n / 6], n % 6 + 3), 1, [1, 0, 0])).collect();
        let mut moves = moves(&turns);
        let only = &mut moves[0];
        assert_eq!((only.ducks.len(), only.other_ducks.len(), only.is_open), (8, 4, false));
        only.mark_played("e4@b6");
        assert!(!only.is_open, "it went on otherwise");
        only.mark_played("e4@h8");
        assert!(only.is_open && only.other_ducks[3].is_played_here && !only.whole.is_played_here);
    }
}
