//! How long the explorer takes, over HTTP: for positions that many games came to and such that few did, with each filter; with a million
//! games, and in the same run with ten thousand.

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::figures::{median, quantile};
use crate::library::Site;
use crate::machine::Server;

/// What is asked.
const QUESTIONS: [&str; 22] = [
    "variant={variant}",
    "variant={variant}&turns={turns}",
    "variant={variant}&turns={line}",
    "variant={variant}&turns={rare}",
    "variant={variant}&rating-from=1800",
    "variant={variant}&turns={turns}&rating-from=1400&rating-to=1599",
    "variant={variant}&turns={rare}&rating-from=1600",
    "variant={variant}&from-year=2026",
    "variant={variant}&turns={turns}&from-year=2020&to-year=2024",
    "variant={variant}&turns={rare}&from-year=2024",
    "variant={variant}&rating-to=1399&from-year=2019&to-year=2021",
    "variant={variant}&player={player}",
    "variant={variant}&turns={turns}&player={player}",
    "variant={variant}&turns={rare}&player={player}",
    "variant={variant}&player=player-1",
    "variant={variant}&turns={turns}&player=player-1&seat=first",
    "variant={variant}&turns={rare}&player=player-1",
    "variant={variant}&player={player}&rating-from=1400&from-year=2022",
    // One who has played nearly every third game.
    "variant={variant}&player=player-2",
    "variant={variant}&player=player-2&rating-from=2200",
    "variant={variant}&turns={turns}&player=player-2&seat=second&rating-from=2200&to-year=2020",
    "variant={variant}&turns={rare}&player=player-2&rating-from=2200",
];

/// Prints `explorer.question_95` and the like: of the slowest question, what 95 % of its pages stay below.
pub async fn measure([small, large]: [&Site; 2], [few, many]: [&Server; 2]) -> anyhow::Result<()> {
    let (mut worst, mut ratios) = (0.0_f64, Vec::new());
    for (number, question) in QUESTIONS.into_iter().enumerate() {
        let mut lot = StdRng::seed_from_u64(number as u64);
        let question = format!("/explorer?{question}");
        let before = small.times_of(few, || small.filled(&question, &mut lot)).await?;
        let after = large.times_of(many, || large.filled(&question, &mut lot)).await?;
        eprintln!("explorer: {question:?}: {after:.1} ms; of few {before:.1} ms");
        worst = worst.max(after);
        ratios.push(after / before);
    }
    println!("explorer.question_95 = {worst:.1} ms");
    println!("explorer.growth_median = {:.2} times slower", median(ratios.clone()));
    println!("explorer.growth_worst = {:.2} times slower", quantile(&ratios, 1.0));
    Ok(())
}
