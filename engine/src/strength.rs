//! [`Strength`]: how well the engine is to play, from a beginner's game to its best.
//!
//! A weaker game is an honest one: it looks at fewer positions, judges each a little wrong, and now and then the duck goes where the
//! hand happens to put it. Nothing is played badly on purpose. README.md has the matches of each level against the next.

use domain::rules::position::Position;
use domain::rules::turn::Turn;

use crate::chance::Chance;
use crate::limits::Limits;

/// How well the engine is to play.
///
/// ```
/// use engine::strength::Strength;
///
/// assert_eq!(Strength::of_elo(100), Strength::of_elo(Strength::WEAKEST));
/// assert!(Strength::of_elo(1000).nodes() < Strength::of_elo(1500).nodes());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    nodes: u64,
    noise: i32,
    slips: u32,
}

/// A level that was measured: its Elo, and what it is made of.
struct Level {
    elo: u32,
    /// How many positions it looks at for a turn.
    nodes: u64,
    /// The largest error of its evaluation, in centipawns.
    noise: i32,
    /// In how many of a thousand turns the duck goes anywhere.
    slips: u32,
}

/// From the weakest to the strongest. Elo counts from the weakest, which is called 600; each difference is that of sixty games
/// against the level before, rounded.
const LEVELS: [Level; 8] = [
    Level { elo: 600, nodes: 60, noise: 450, slips: 200 },
    Level { elo: 890, nodes: 120, noise: 300, slips: 100 },
    Level { elo: 1350, nodes: 250, noise: 200, slips: 50 },
    Level { elo: 1860, nodes: 600, noise: 130, slips: 25 },
    Level { elo: 2150, nodes: 1600, noise: 80, slips: 10 },
    Level { elo: 2635, nodes: 5000, noise: 45, slips: 3 },
    Level { elo: 2885, nodes: 10_000, noise: 32, slips: 2 },
    Level { elo: 3250, nodes: 20_000, noise: 20, slips: 0 },
];

impl Strength {
    /// The Elo of the weakest game.
    pub const WEAKEST: u32 = LEVELS[0].elo;
    /// The Elo of the strongest game that is not the engine's best.
    pub const STRONGEST: u32 = LEVELS[LEVELS.len() - 1].elo;

    /// The Elo of each measured level.
    pub fn levels() -> impl Iterator<Item = u32> {
        LEVELS.iter().map(|level| level.elo)
    }

    /// A game of this strength, between the weakest and the strongest.
    pub fn of_elo(elo: u32) -> Self {
        let elo = elo.clamp(Self::WEAKEST, Self::STRONGEST);
        let above = LEVELS.iter().position(|level| level.elo >= elo).unwrap_or(0);
        let (low, high) = (&LEVELS[above.saturating_sub(1)], &LEVELS[above]);
        let part = f64::from(elo - low.elo) / f64::from((high.elo - low.elo).max(1));
        let between = |low: f64, high: f64| low + (high - low) * part;
        let nodes = between((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp();
        Self {
            nodes: nodes.round() as u64,
            noise: between(f64::from(low.noise), f64::from(high.noise)).round() as i32,
            slips: between(f64::from(low.slips), f64::from(high.slips)).round() as u32,
        }
    }

    /// How many positions it looks at for a turn.
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    pub(crate) fn limit(self, limits: &Limits) -> Limits {
        Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)), ..limits.clone() }
    }

    pub(crate) const fn noise(self, seed: u64) -> Noise {
        Noise { most: self.noise, seed }
    }

    /// The turn that is made instead of the best: the same piece move, with the duck anywhere. Seldom any.
    pub(crate) fn slip(self, position: &Position, turn: Turn, seed: u64) -> Option<Turn> {
        let chance = Chance(position.key() ^ seed.rotate_left(32)).bits();
        let (Position::Duck(position), Turn::Duck(turn)) = (position, turn) else { return None };
        if chance % 1000 >= u64::from(self.slips) {
            return None;
        }
        let half = position.half_turn(turn.piece_move());
        let squares = half.duck_squares();
        let duck = squares.into_iter().nth((chance >> 32) as usize % squares.count().max(1))?;
        half.turn(Some(duck)).ok().map(Turn::Duck)
    }
}

/// What is added to the evaluation of each position: the same in one game, another in the next.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Noise {
    most: i32,
    seed: u64,
}

impl Noise {
    /// The error for a position with this key, which is only asked for if there is any.
    pub fn of(self, key: impl FnOnce() -> u64) -> i32 {
        if self.most == 0 {
            return 0;
        }
        // The sum of two draws: small errors are more common than large ones.
        let bits = Chance(key() ^ self.seed).bits();
        let draw = |bits: u64| (bits % (self.most as u64 + 1)) as i32;
        draw(bits & 0xffff_ffff) - draw(bits >> 32)
    }
}
