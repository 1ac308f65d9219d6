//! [`targets`]: what is to be learnt of each sample.

use engine::net::SCALE;

use crate::sample::Sample;

/// The chances of winning of the seat to move, from 0 to 1, for each of these samples, which are of games one after the other.
///
/// A chance is what the search said with the rest of this weight, and with it what the game said later: the searches of the turns
/// that followed, each counting `ahead` times as much as the one before, and in the end the result. A search sees what
/// happens soon, and only what comes later teaches a net more than the search that uses it finds out for itself.
pub fn targets(samples: &[Sample], weight: f32, ahead: f32) -> Vec<f32> {
    let mut targets = vec![0.0; samples.len()];
    // For White.
    let mut later = 0.5;
    for (n, sample) in samples.iter().enumerate().rev() {
        let turned = |chances: f32| if sample.color.is_white() { chances } else { 1.0 - chances };
        // Pieces are only ever taken: where there are more, another game has begun. In older files nothing else shows it.
        let begins_anew = |next: &Sample| next.pieces.len() > sample.pieces.len();
        if sample.is_last || samples.get(n + 1).is_none_or(begins_anew) {
            later = turned(f32::from(sample.result) / 2.0);
        }
        let now = 1.0 / (1.0 + (-f32::from(sample.score) / SCALE as f32).exp());
        targets[n] = (1.0 - weight) * now + weight * turned(later);
        later = ahead * later + (1.0 - ahead) * turned(now);
    }
    targets
}

#[cfg(test)]
mod tests {
    use domain::rules::duck::DuckPosition;

    use super::*;

    /// Two games: White wins the first, which had been even for long; Black wins the second.
    #[test]
    fn what_came_later_counts_in_its_own_game_alone() {
        let sample = |fen: &str, score, result| Sample::new(&fen.parse::<DuckPosition>().unwrap(), score, result);
        let game = [
            sample("4k3/8/8/3*4/8/8/4P3/4K3 w - - 0 1", 0, 2),
            sample("4k3/8/8/3*4/8/4P3/8/4K3 b - - 0 1", 0, 0),
            sample("3k4/4p3/8/3*4/8/8/4P3/4K3 w - - 0 1", -3000, 0),
        ];
        assert_eq!(targets(&game, 0.0, 0.5)[..2], [0.5, 0.5]);
        assert_eq!(targets(&game, 1.0, 1.0), [1.0, 0.0, 0.0]);
        assert_eq!(targets(&game, 1.0, 0.5)[..2], [0.75, 0.0]);
    }

    /// A short game that White wins, and one of as few pieces that Black does.
    #[test]
    fn a_game_ends_where_it_says_so() {
        let sample = |fen: &str, result| Sample::new(&fen.parse::<DuckPosition>().unwrap(), 0, result);
        let last = Sample { is_last: true, ..sample("4k3/8/8/3*4/8/8/4P3/4K3 w - - 0 1", 2) };
        let next = sample("4k3/4p3/8/3*4/8/8/8/4K3 w - - 0 1", 0);
        assert_eq!(targets(&[last, next], 1.0, 1.0), [1.0, 0.0]);
    }
}
