//! How good a position is, judged without looking ahead.
//!
//! Each seat gets a worth, of its pieces and where they stand, and a danger, of its king. Where two sides play, both are
//! added up. With three players you win by the mate of the player on your left and lose by your own and by that of the
//! player on your right, whom the player on your left attacks.

use arrayvec::ArrayVec;
use domain::rules::duchess::{DuchessPosition, Reach, Role, SetUp, Square, SquareSet};
use domain::rules::outcome::Outcome;
use domain::rules::seat::{MAX_SEATS, Seat};

use super::distance::Distances;
use super::weights;
use crate::score::Score;

/// How good a position is for the seat to move, in the search's own opinion and without looking ahead.
pub fn evaluate(position: &DuchessPosition) -> Score {
    evaluate_for(position, position.seat_to_move())
}

/// How good a position is for a seat and its side. Where two sides play it is as bad for the other.
pub fn evaluate_for(position: &DuchessPosition, seat: Seat) -> Score {
    let seating = position.set_up().seating();
    let side = seating.side(seat);
    match position.result().map(|result| result.outcome) {
        Some(Outcome::Win(winner)) if winner == side => return Score::win_in(0),
        Some(Outcome::Win(_)) => return Score::loss_in(0),
        Some(Outcome::Draw | Outcome::Void) => return Score::DRAW,
        None => {}
    }
    let Judgement { worth, danger } = Judgement::of(position);
    let total = if position.set_up() == SetUp::Three {
        let us = seat.index();
        let (left, right) = ((us + 1) % 3, (us + 2) % 3);
        worth[us] - (worth[left] + worth[right]) / 2 - danger[us] + danger[left] - danger[right] / 2
    } else {
        let sign = |other: Seat| if seating.side(other) == side { 1 } else { -1 };
        seating.seats().map(|other| sign(other) * (worth[other.index()] - danger[other.index()])).sum()
    };
    Score::centipawns(total)
}

/// What each seat has, and what it has to fear.
#[derive(Default)]
struct Judgement {
    worth: [i32; MAX_SEATS],
    danger: [i32; MAX_SEATS],
}

/// What is collected about the kings while the pieces are looked at; all by seat.
struct Kings<'a> {
    position: &'a DuchessPosition,
    opponents: [ArrayVec<usize, MAX_SEATS>; MAX_SEATS],
    /// The pieces of a seat's side.
    friends: [SquareSet; MAX_SEATS],
    squares: [Square; MAX_SEATS],
    /// The king's square and those beside it.
    zones: [SquareSet; MAX_SEATS],
    /// All zones of a seat's opponents.
    hunted: [SquareSet; MAX_SEATS],
    points: [i32; MAX_SEATS],
    /// What the opponents of a seat threaten.
    threatened: [SquareSet; MAX_SEATS],
}

impl Judgement {
    fn of(position: &DuchessPosition) -> Self {
        let mut judgement = Self::default();
        let mut kings = Kings::new(position);
        let seating = position.set_up().seating();
        for seat in seating.seats() {
            judgement.worth[seat.index()] = kings.worth_of(seat);
        }
        for seat in seating.seats() {
            let n = seat.index();
            judgement.danger[n] = kings.danger_of(n);
            if position.has_dropped_out(seat) {
                scale(&mut judgement.worth[n], weights::OUT_PERCENT);
            } else if kings.threatened[n].contains(kings.squares[n]) && position.is_mated(seat) {
                judgement.danger[n] += weights::MATED;
                scale(&mut judgement.worth[n], weights::MATED_PERCENT);
            }
        }
        judgement.worth[position.seat_to_move().index()] += weights::TO_MOVE;
        judgement
    }
}

fn scale(worth: &mut i32, percent: i32) {
    *worth = *worth * percent / 100;
}

impl<'a> Kings<'a> {
    fn new(position: &'a DuchessPosition) -> Self {
        let (reach, seating) = (Reach::of(position.set_up()), position.set_up().seating());
        let mut kings = Self {
            position,
            opponents: Default::default(),
            friends: Default::default(),
            squares: [Square::VORTEX; MAX_SEATS],
            zones: Default::default(),
            hunted: Default::default(),
            points: Default::default(),
            threatened: Default::default(),
        };
        for (seat, king) in seating.seats().filter_map(|seat| Some((seat, position.king(seat)?))) {
            kings.squares[seat.index()] = king;
            kings.zones[seat.index()] = reach.from(king).next_to | SquareSet::of(king);
        }
        for seat in seating.seats() {
            let (n, side) = (seat.index(), seating.side(seat));
            for other in seating.seats() {
                if seating.side(other) == side {
                    kings.friends[n] |= position.board().of_seat(other);
                } else {
                    kings.opponents[n].push(other.index());
                    kings.hunted[n] |= kings.zones[other.index()];
                }
            }
        }
        kings
    }

    /// The worth of a seat's pieces; notes what they threaten.
    fn worth_of(&mut self, seat: Seat) -> i32 {
        let (board, set_up) = (self.position.board(), self.position.set_up());
        let (reach, distances) = (Reach::of(set_up), Distances::of(set_up));
        let (n, own) = (seat.index(), board.of_seat(seat));
        let quarry = self.quarry(n, distances);
        let prize = self.position.captured(seat).promotions().map(weights::of_role).max().unwrap_or(0);
        let (mut worth, mut mobility) = (0, 0);
        let mut threatened = SquareSet::EMPTY;
        for role in Role::ALL {
            let (value, for_mobility) = (weights::of_role(role), weights::of_mobility(role));
            let (for_centre, for_approach) = (weights::of_centrality(role), weights::of_approach(role));
            for square in own & board.of_role(role) {
                let targets = board.threatened_from(reach, role, square);
                threatened |= targets;
                worth += value;
                if for_mobility > 0 {
                    mobility += for_mobility * (targets & !own).count() as i32;
                }
                let from_vortex = distances.to_vortex(square);
                if role == Role::Pawn {
                    worth += pawn_worth(from_vortex, prize);
                } else {
                    let from_king = quarry.iter().map(|steps| steps[square.index()]).min().unwrap_or(0);
                    worth -= for_centre * from_vortex + for_approach * i32::from(from_king);
                }
                if targets.intersects(self.hunted[n]) {
                    self.note_attack(n, role, targets);
                }
            }
        }
        for &other in &self.opponents[n] {
            self.threatened[other] |= threatened;
        }
        worth + mobility / 4
    }

    /// How far squares are from each of the kings that a seat hunts.
    fn quarry<'d>(&self, seat: usize, distances: &'d Distances) -> ArrayVec<&'d [u8; Square::COUNT], MAX_SEATS> {
        if self.position.set_up() == SetUp::Three {
            let left = self.squares[(seat + 1) % 3];
            return std::iter::once(distances.steps_from(left)).collect();
        }
        self.opponents[seat].iter().map(|&other| distances.steps_from(self.squares[other])).collect()
    }

    fn note_attack(&mut self, seat: usize, role: Role, targets: SquareSet) {
        for &other in &self.opponents[seat] {
            if targets.intersects(self.zones[other]) {
                self.points[other] += weights::of_attack(role);
            }
        }
    }

    /// What a king has to fear; when all that is threatened has been noted.
    fn danger_of(&self, seat: usize) -> i32 {
        let threatened = self.threatened[seat] & self.zones[seat];
        let escapes = (self.zones[seat] & !self.threatened[seat] & !self.friends[seat]).count();
        let mut points = self.points[seat] + weights::THREATENED * threatened.count() as i32;
        if !threatened.is_empty() {
            points += weights::NO_ESCAPE.get(escapes).copied().unwrap_or(0);
        }
        if threatened.contains(self.squares[seat]) {
            points += weights::CHECK;
        }
        weights::of_danger(points)
    }
}

/// What a pawn gains by its way to the Vortex, where it may become the best piece that its seat has lost.
fn pawn_worth(from_vortex: i32, prize: i32) -> i32 {
    let steps = weights::PAWN_STEP * (6 - from_vortex).max(0);
    let hope = if from_vortex == 0 { 0 } else { (prize * weights::PROMOTION_PERCENT / 100) >> from_vortex.min(16) };
    steps + hope
}
