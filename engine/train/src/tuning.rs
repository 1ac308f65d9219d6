//! [`Tuning`]: the weights of the evaluation by hand while they learn.

use std::mem::offset_of;
use std::ops::Range;

use engine::duck::{NUMBERS, Weights, weigh};
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
/// All but the danger of kings is linear, and that is nearly so for small steps.
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
        let larger: Vec<(Weights, f32)> = (0..NUMBERS).map(|place| larger(weights, place)).collect();
        let mut all = Self { scores: Vec::new(), slopes: Vec::new(), ends: Vec::new() };
        for lesson in lessons {
            let score = lesson.score(weights);
            all.scores.push(score as f32);
            for (place, (larger, step)) in larger.iter().enumerate() {
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
        let mut gradient = vec![0.0; NUMBERS];
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
        let (mut mean, mut square) = (vec![0.0; NUMBERS], vec![0.0; NUMBERS]);
        let mut change = vec![0.0_f32; NUMBERS];
        for step in 1..=steps {
            let gradients: Vec<Vec<f32>> = std::thread::scope(|scope| {
                let part = |(lessons, slopes): &'_ (&[Lesson], Slopes)| slopes.gradient(&change, lessons);
                let threads: Vec<_> = parts.iter().map(|of| scope.spawn(move || part(of))).collect();
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
            });
            for place in 0..NUMBERS {
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
        let number = |place: usize| (f32::from(weights.numbers()[place]) + change[place]).round() as i16;
        let mut numbers: [i16; NUMBERS] = std::array::from_fn(number);
        let divisor = offset_of!(Weights, danger_divisor) / size_of::<i16>();
        numbers[divisor] = numbers[divisor].max(8);
        Weights::of_numbers(numbers)
    }
}

/// The numbers that the danger of kings is made of, which counts by its square.
const DANGER: Range<usize> =
    offset_of!(Weights, ring) / size_of::<i16>()..offset_of!(Weights, most_danger) / size_of::<i16>();

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

fn chances(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE as f32).exp())
}

#[cfg(test)]
mod tests {
    use domain::rules::duck::DuckPosition;

    use super::*;

    /// Knights are worth a queen in these lessons.
    #[test]
    fn what_is_shown_is_learnt() {
        let lesson = |fen: &str, target| {
            let sample = Sample::new(&fen.parse::<DuckPosition>().unwrap(), 0, 1);
            Lesson::new(&sample, target)
        };
        let lessons = [
            lesson("4k3/8/8/3*4/8/8/8/1N2K3 w - - 0 1", 0.92),
            lesson("4k3/8/8/3*4/8/8/8/1N2K3 b - - 0 1", 0.08),
            lesson("1n2k3/8/8/3*4/8/8/8/4K3 b - - 0 1", 0.92),
        ];
        let first = engine::duck::weights().clone();
        let tuning = Tuning::new(first.clone(), 0.0);
        let mut weights = first.clone();
        for _ in 0..12 {
            let slopes = Slopes::new(&weights, &lessons);
            weights = tuning.round(&weights, &[(&lessons, slopes)], 40);
        }
        assert!(loss(&weights, &lessons) < loss(&first, &lessons) / 10.0, "{weights:?}");
        assert_eq!(weights.material[4], first.material[4], "no queen was shown");
    }
}
