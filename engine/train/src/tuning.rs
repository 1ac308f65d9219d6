//! [`Tuning`]: the weights of the evaluation by hand while they learn.

use std::mem::offset_of;
use std::ops::Range;

use engine::duck::{Weights, weigh};
use engine::net::SCALE;
use shakmaty::{Board, Color};

use crate::sample::Sample;

/// A position, and what is to be learnt of it.
#[derive(Clone, Debug)]
pub struct Lesson {
    board: Board,
    color: Color,
    /// The chances of the seat to move, from 0 to 1.
    target: f32,
}

impl Lesson {
    /// A sample and the chances of its seat to move, from 0, lost, to 1, won.
    pub fn new(sample: &Sample, target: f32) -> Self {
        Self { board: sample.board(), color: sample.color, target }
    }

    fn score(&self, weights: &Weights) -> i32 {
        weigh(&self.board, self.color, weights)
    }
}

/// The mean of the squared errors of the chances that these weights see.
pub fn loss(weights: &Weights, lessons: &[Lesson]) -> f64 {
    let error = |lesson: &Lesson| f64::from(chances(lesson.score(weights) as f32) - lesson.target).powi(2);
    lessons.iter().map(error).sum::<f64>() / lessons.len().max(1) as f64
}

/// How the scores of lessons change with the weights, near the weights that they were made for.
///
/// All but the danger of kings is linear, and that is nearly so for small changes.
pub struct Slopes {
    scores: Vec<f32>,
    /// Of each lesson the slopes that are not nought, each with the place of its number.
    slopes: Vec<(u16, f32)>,
    /// Where those of each lesson end.
    ends: Vec<u32>,
}

impl Slopes {
    /// Those of these lessons, found by trying each number a little larger.
    pub fn new(weights: &Weights, lessons: &[Lesson]) -> Self {
        let all_larger: Vec<(Weights, f32)> = (0..Weights::COUNT).map(|place| larger(weights, place)).collect();
        let mut all = Self { scores: Vec::new(), slopes: Vec::new(), ends: Vec::new() };
        for lesson in lessons {
            let score = lesson.score(weights);
            all.scores.push(score as f32);
            for (place, (larger, step)) in all_larger.iter().enumerate() {
                let change = lesson.score(larger) - score;
                if change != 0 {
                    all.slopes.push((place as u16, change as f32 / step));
                }
            }
            all.ends.push(all.slopes.len() as u32);
        }
        all
    }

    /// How the mean of the squared errors changes with each number, where the numbers have changed by this much; not yet divided by
    /// the number of lessons.
    fn gradient(&self, change: &[f32], lessons: &[Lesson]) -> Vec<f32> {
        let mut gradient = vec![0.0; Weights::COUNT];
        let mut start = 0;
        for ((lesson, score), &end) in lessons.iter().zip(&self.scores).zip(&self.ends) {
            let slopes = &self.slopes[start..end as usize];
            start = end as usize;
            let more: f32 = slopes.iter().map(|&(place, slope)| slope * change[usize::from(place)]).sum();
            let guess = chances(score + more);
            let error = 2.0 * (guess - lesson.target) * guess * (1.0 - guess) / SCALE as f32;
            for &(place, slope) in slopes {
                gradient[usize::from(place)] += error * slope;
            }
        }
        gradient
    }
}

/// Makes weights better, a round of small steps at a time.
pub struct Tuning {
    first: Weights,
    /// How much it costs to leave the weights that it began with, by the square of the way.
    hold: f32,
}

impl Tuning {
    /// Begins with these weights, and leaves them the less willingly the larger `hold` is.
    pub const fn new(first: Weights, hold: f32) -> Self {
        Self { first, hold }
    }

    /// Better weights, not far from these. `parts` are lessons and their slopes at these weights, each for a thread of its own.
    pub fn round(&self, weights: &Weights, parts: &[(&[Lesson], Slopes)], steps: i32) -> Weights {
        let (keep_mean, keep_square) = (0.9_f32, 0.99_f32);
        let lessons = parts.iter().map(|(lessons, _)| lessons.len()).sum::<usize>().max(1) as f32;
        let (mut mean, mut square) = (vec![0.0; Weights::COUNT], vec![0.0; Weights::COUNT]);
        let mut change = vec![0.0_f32; Weights::COUNT];
        for step in 1..=steps {
            let gradients = side_by_side(parts, |(lessons, slopes)| slopes.gradient(&change, lessons));
            for place in 0..Weights::COUNT {
                let taught = gradients.iter().map(|gradient| gradient[place]).sum::<f32>() / lessons;
                if taught == 0.0 {
                    continue;
                }
                let way = f32::from(weights.numbers()[place]) + change[place] - f32::from(self.first.numbers()[place]);
                let gradient = taught + 2.0 * self.hold * way;
                mean[place] = keep_mean * mean[place] + (1.0 - keep_mean) * gradient;
                square[place] = keep_square * square[place] + (1.0 - keep_square) * gradient * gradient;
                let (mean, square) =
                    (mean[place] / (1.0 - keep_mean.powi(step)), square[place] / (1.0 - keep_square.powi(step)));
                let size = farthest(place) / 20.0;
                change[place] =
                    (change[place] - size * mean / (square.sqrt() + 1e-12)).clamp(-farthest(place), farthest(place));
            }
        }
        Weights::of_numbers(std::array::from_fn(|place| {
            let number = (f32::from(weights.numbers()[place]) + change[place]).round();
            number.max(least(place)) as i16
        }))
    }
}

/// What a task gives for each of these parts, each done by a thread of its own.
///
/// # Panics
/// A task does.
pub fn side_by_side<P: Sync, R: Send>(parts: &[P], task: impl Fn(&P) -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = parts.iter().map(|part| scope.spawn(|| task(part))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// The numbers that the danger of kings is made of, which counts by its square.
const DANGER: Range<usize> =
    offset_of!(Weights, ring) / size_of::<i16>()..offset_of!(Weights, most_danger) / size_of::<i16>();
const DANGER_DIVISOR: usize = offset_of!(Weights, danger_divisor) / size_of::<i16>();
const MOST_DANGER: usize = offset_of!(Weights, most_danger) / size_of::<i16>();

/// Weights of which one number is larger, and by how much: so much that rounding does not hide what it does.
fn larger(weights: &Weights, place: usize) -> (Weights, f32) {
    let step = if DANGER.contains(&place) { 3 } else { 48 };
    let mut numbers = *weights.numbers();
    numbers[place] += step;
    (Weights::of_numbers(numbers), f32::from(step))
}

/// How far a number goes in a round.
fn farthest(place: usize) -> f32 {
    if DANGER.contains(&place) { 3.0 } else { 25.0 }
}

/// The smallest that a number can be: less than nothing would make danger of what is none, and too small a divisor makes an attack by two
/// men the most there is.
fn least(place: usize) -> f32 {
    match place {
        DANGER_DIVISOR => 8.0,
        _ if DANGER.contains(&place) || place == MOST_DANGER => 0.0,
        _ => f32::from(i16::MIN / 2),
    }
}

fn chances(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE as f32).exp())
}

/// The module of the engine that has these weights.
pub fn source(weights: &Weights) -> String {
    let Weights {
        material,
        mobility,
        passed,
        isolated,
        doubled,
        bishop_pair,
        rook_files,
        ring,
        on_king,
        danger_divisor,
        most_danger,
        shelter,
        tempo,
        checks,
        squares,
        king_at_the_end,
    } = weights;
    let squares: String = squares.iter().map(|table| format!("        {},\n", board(table, "        "))).collect();
    let king_at_the_end = board(king_at_the_end, "    ");
    format!(
        "//! The weights of the evaluation by hand. The program `tune` of `engine-train` wrote them.

use super::weights::Weights;

#[rustfmt::skip]
pub(super) static BY_HAND: Weights = Weights {{
    material: {material:?},
    mobility: {mobility:?},
    passed: {passed:?},
    isolated: {isolated:?},
    doubled: {doubled:?},
    bishop_pair: {bishop_pair:?},
    rook_files: {rook_files:?},
    ring: {ring:?},
    on_king: {on_king},
    danger_divisor: {danger_divisor},
    most_danger: {most_danger},
    shelter: {shelter:?},
    tempo: {tempo},
    checks: {checks:?},
    squares: [
{squares}    ],
    king_at_the_end: {king_at_the_end},
}};
"
    )
}

/// The numbers of the squares, a rank in a line.
fn board(table: &[i16; 64], indent: &str) -> String {
    let rank = |rank: &[i16]| {
        let numbers: Vec<String> = rank.iter().map(|number| format!("{number:>4}")).collect();
        format!("{indent}    {},\n", numbers.join(","))
    };
    format!("[\n{}{indent}]", table.chunks(8).map(rank).collect::<String>())
}

#[cfg(test)]
mod tests {
    use domain::rules::duck::DuckPosition;

    use super::*;

    fn lesson(fen: &str, target: f32) -> Lesson {
        Lesson::new(&Sample::new(&fen.parse::<DuckPosition>().unwrap(), 0, 1), target)
    }

    /// The weights after some rounds, learnt by one thread for each of the parts.
    fn taught(parts: &[&[Lesson]], hold: f32) -> Weights {
        let first = engine::duck::weights();
        let tuning = Tuning::new(first.clone(), hold);
        (0..12).fold(first.clone(), |weights, _| {
            let parts: Vec<_> = parts.iter().map(|&part| (part, Slopes::new(&weights, part))).collect();
            tuning.round(&weights, &parts, 40)
        })
    }

    /// A knight is worth a queen in these.
    fn of_knights() -> [Lesson; 3] {
        [
            lesson("4k3/8/8/3*4/8/8/8/1N2K3 w - - 0 1", 0.92),
            lesson("4k3/8/8/3*4/8/8/8/1N2K3 b - - 0 1", 0.08),
            lesson("1n2k3/8/8/3*4/8/8/8/4K3 b - - 0 1", 0.92),
        ]
    }

    #[test]
    fn what_is_shown_is_learnt() {
        let first = engine::duck::weights();
        let lessons = of_knights();
        let weights = taught(&[&lessons], 0.0);
        assert!(loss(&weights, &lessons) < loss(first, &lessons) / 10.0, "{weights:?}");
        assert!(weights.material[1][1] > first.material[1][1], "a knight in the end");
        assert_eq!(weights.material[4], first.material[4], "no queen was shown");
        assert_eq!(weights.checks, first.checks, "no checks were counted");
        assert_eq!(taught(&[&lessons[..1], &lessons[1..]], 0.0), weights, "by however many threads");
    }

    #[test]
    fn weights_are_held_where_that_is_asked_for() {
        let first = engine::duck::weights();
        let farthest = |weights: &Weights| {
            let changes = weights.numbers().iter().zip(first.numbers()).map(|(now, then)| now.abs_diff(*then));
            changes.max().unwrap_or_default()
        };
        let lessons = of_knights();
        assert!(farthest(&taught(&[&lessons], 1e-4)) < 5);
        assert!(farthest(&taught(&[&lessons], 0.0)) > 25);
    }

    /// Each has a queen, one of them beside the enemy king, and they are even in these.
    #[test]
    fn danger_is_learnt() {
        let first = engine::duck::weights();
        let lessons =
            [lesson("4k3/8/3Q4/3*4/8/8/8/4K2q w - - 0 1", 0.5), lesson("4k2Q/8/8/8/3*4/3q4/8/4K3 b - - 0 1", 0.5)];
        let weights = taught(&[&lessons], 0.0);
        assert!(loss(&weights, &lessons) < loss(first, &lessons) / 4.0, "{weights:?}");
        assert!(weights.ring[4] < first.ring[4], "{weights:?}");
        assert!(weights.numbers()[DANGER].iter().all(|&number| number >= 0) && weights.danger_divisor >= 8);
    }

    #[test]
    fn weights_are_written_as_the_engine_has_them() {
        assert_eq!(source(engine::duck::weights()), include_str!("../../src/duck/by_hand.rs"));
    }
}
