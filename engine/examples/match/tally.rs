//! [`Tally`]: wins, draws and losses, and what they say.

use std::fmt;

/// The results of a match so far, for the first program.
#[derive(Default)]
pub struct Tally {
    /// Losses, draws, wins.
    games: [u64; 3],
    /// Pairs of games with the same opening by their points, from none to four halves.
    pairs: [u64; 5],
}

impl Tally {
    /// A game has brought so many halves of a point.
    pub fn game(&mut self, halves: usize) {
        self.games[halves] += 1;
    }

    /// Two games with the same opening have brought so many halves of a point.
    pub fn pair(&mut self, halves: usize) {
        self.pairs[halves] += 1;
    }

    /// The score of the first program, from 0 to 1, with its interval for two standard errors; `None` without a pair.
    ///
    /// This is Wilson's interval with pairs of games as its trials, because the games of a pair are not independent. It asks how far a
    /// true score can be from the one seen, so that a match that was won wholly still has a lower bound. Results of pairs vary less than a trial that is won or lost as a
    /// whole; how much less is taken from the pairs themselves, as far as there are enough of them that were not all won or all lost.
    fn interval(&self) -> Option<Interval> {
        let count = self.pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return None;
        }
        let parts = || self.pairs.iter().enumerate().map(|(halves, &pairs)| (halves as f64 / 4.0, pairs as f64));
        let mean = parts().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
        let most = mean * (1.0 - mean);
        let seen = parts().map(|(score, pairs)| (score - mean).powi(2) * pairs).sum::<f64>() / count;
        // `seen / most` of the greatest variance, weighted by how many pairs say so, and the greatest itself with the weight of four.
        let variance = (seen * count * 4.0 + PRIOR_PAIRS) / (most * count * 4.0 + PRIOR_PAIRS);
        let spread = STANDARD_ERRORS.powi(2) * variance / count;
        let (middle, reach) = (mean + spread / 2.0, (spread * (most + spread / 4.0)).sqrt());
        Some(Interval { low: (middle - reach) / (1.0 + spread), mean, high: (middle + reach) / (1.0 + spread) })
    }
}

/// What is known of a true score.
struct Interval {
    low: f64,
    mean: f64,
    high: f64,
}

const STANDARD_ERRORS: f64 = 2.0;

/// As many pairs as this count for nothing being known of how much pairs vary.
const PRIOR_PAIRS: f64 = 4.0;

/// The difference in Elo that leads to this score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// As it is written: without a sign of its own for nothing.
fn written(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [losses, draws, wins] = self.games;
        write!(f, "{wins} wins, {draws} draws, {losses} losses")?;
        let Some(Interval { low, mean, high }) = self.interval() else { return Ok(()) };
        let [low, middle, high] = [low, mean, high].map(|score| written(elo(score)));
        match mean {
            1.0 => write!(f, "; at least {low} Elo, by two standard errors"),
            0.0 => write!(f, "; at most {high} Elo, by two standard errors"),
            _ => write!(f, "; {middle} Elo, by two standard errors {low} to {high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written of so many pairs that brought nothing, a half, one, one and a half and two points.
    fn told(pairs: [u64; 5]) -> String {
        let mut tally = Tally::default();
        for (halves, count) in pairs.into_iter().enumerate() {
            (0..count).for_each(|_| tally.pair(halves));
        }
        tally.to_string().split_once("; ").map_or_else(String::new, |(_, told)| told.to_owned())
    }

    #[test]
    fn a_match_without_a_pair_says_nothing_of_strength() {
        assert_eq!(told([0; 5]), "");
    }

    #[test]
    fn pairs_that_were_all_won_have_the_bound_of_wilsons_interval() {
        assert_eq!(told([0, 0, 0, 0, 22]), "at least +296 Elo, by two standard errors");
        assert_eq!(told([22, 0, 0, 0, 0]), "at most -296 Elo, by two standard errors");
    }

    #[test]
    fn half_a_point_lost_does_not_make_the_bound_better() {
        assert_eq!(told([0, 0, 0, 1, 11]), "+669 Elo, by two standard errors +189 to +1148");
        assert_eq!(told([0, 0, 0, 0, 12]), "at least +191 Elo, by two standard errors");
    }

    #[test]
    fn many_mixed_pairs_have_the_error_of_their_own_variance() {
        // Their own variance alone would give +64 to +134.
        assert_eq!(told([20, 25, 45, 45, 65]), "+98 Elo, by two standard errors +63 to +134");
    }

    #[test]
    fn a_few_pairs_that_were_all_even_still_have_an_error() {
        assert_eq!(told([0, 0, 3, 0, 0]), "+0 Elo, by two standard errors -274 to +274");
    }
}
