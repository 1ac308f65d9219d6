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

    /// The mean score of a pair, from 0 to 1, and its standard error.
    fn score(&self) -> (f64, f64) {
        let count = self.pairs.iter().sum::<u64>() as f64;
        let parts = || self.pairs.iter().enumerate().map(|(halves, &pairs)| (halves as f64 / 4.0, pairs as f64));
        let mean = parts().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
        let variance = parts().map(|(score, pairs)| (score - mean).powi(2) * pairs).sum::<f64>() / count;
        (mean, (variance / count).sqrt())
    }
}

/// The difference in Elo that leads to this score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [losses, draws, wins] = self.games;
        write!(f, "{wins} wins, {draws} draws, {losses} losses")?;
        let count = self.pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return Ok(());
        }
        let (mean, error) = self.score();
        if error == 0.0 {
            // Of pairs that were all won alike, the bound of Wilson's interval for two standard errors.
            let bound = elo(count / (count + 4.0));
            return if mean > 0.75 {
                write!(f, "; at least {bound:+.0} Elo, by two standard errors")
            } else if mean < 0.25 {
                write!(f, "; at most {:+.0} Elo, by two standard errors", -bound)
            } else {
                write!(f, "; {:+.0} Elo, with no bound while all pairs are alike", elo(mean))
            };
        }
        let (low, high) = (elo(mean - 2.0 * error), elo(mean + 2.0 * error));
        write!(f, "; {:+.0} Elo, by two standard errors {low:+.0} to {high:+.0}", elo(mean))
    }
}
