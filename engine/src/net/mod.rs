//! The net that judges positions of the duck games: how it is laid out, and how it is asked.
//!
//! It has two layers. The first sees every piece on its square, once from the side of the seat to move and once from the other
//! side, and sums the weights of each: [`HIDDEN`] numbers for either side, which change little from turn to turn
//! ([`Accumulators`]). The second weighs their clipped squares; it has weights of its own for every few pieces on the board. The
//! duck is no input: it is elsewhere a turn later, and so positions that differ by it alone are judged once.
//!
//! Such nets are known as NNUE (Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions", 2018), the squares as
//! SCReLU. `engine/train` makes the file.

mod accumulator;
mod features;

use shakmaty::{Board, Color};

pub use accumulator::Accumulators;
pub use features::{INPUTS, PLACES, View, ZONES};

/// How many numbers the first layer gives for each side.
pub const HIDDEN: usize = 128;
/// How many sets of weights the second layer has.
pub const BUCKETS: usize = 8;
/// What is 1 in the first layer, where numbers are clipped.
pub const ONE: i16 = 255;
/// What is 1 in the weights of the second layer.
pub const OUTPUT_ONE: i16 = 256;
/// The largest weight of the second layer: with it a product with [`ONE`] fits into 16 bits.
pub const MOST_OUTPUT: i16 = 127;
/// How many centipawns are 1 in what the net gives: where the winning chances are 1 / (1 + 1/e).
pub const SCALE: i32 = 350;

/// The numbers of one side in the first layer.
pub type Hidden = [i16; HIDDEN];

/// The weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// For each input, in units of [`ONE`].
    pub inputs: Vec<Hidden>,
    /// What the first layer begins with, in units of [`ONE`].
    pub bias: Hidden,
    /// The second layer by bucket: for the seat to move, and for the other; in units of [`OUTPUT_ONE`].
    pub outputs: [[Hidden; 2]; BUCKETS],
    /// What the second layer begins with, in units of [`ONE`] times [`OUTPUT_ONE`].
    pub output_bias: [i16; BUCKETS],
}

/// The file is no net of this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a net has {BYTES} bytes, and this file has {found}")]
pub struct WrongSize {
    /// How many bytes the file has.
    pub found: usize,
}

/// How many bytes a net has.
pub const BYTES: usize = 2 * (INPUTS * HIDDEN + HIDDEN + BUCKETS * 2 * HIDDEN + BUCKETS);

impl Net {
    /// Reads a net: its fields in order, 16 bits each, the low byte first.
    ///
    /// # Errors
    ///
    /// When there are not [`BYTES`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WrongSize> {
        if bytes.len() != BYTES {
            return Err(WrongSize { found: bytes.len() });
        }
        let (pairs, _) = bytes.as_chunks::<2>();
        let mut numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut next = || numbers.next().unwrap_or_default();
        let mut hidden = || -> Hidden { std::array::from_fn(|_| next()) };
        Ok(Self {
            inputs: (0..INPUTS).map(|_| hidden()).collect(),
            bias: hidden(),
            outputs: std::array::from_fn(|_| [hidden(), hidden()]),
            output_bias: std::array::from_fn(|_| next()),
        })
    }

    /// Writes it as [`Net::from_bytes`] reads it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let inputs = self.inputs.iter().chain([&self.bias]).flatten();
        let outputs = self.outputs.iter().flatten().flatten().chain(&self.output_bias);
        inputs.chain(outputs).flat_map(|number| number.to_le_bytes()).collect()
    }

    /// What the second layer makes of both sides, in centipawns for the first of them.
    fn output(&self, sides: [&Hidden; 2], bucket: usize) -> i32 {
        let sum: i32 = sides.iter().zip(&self.outputs[bucket]).map(|(side, weights)| weigh(side, weights)).sum();
        let one = i32::from(ONE) * i32::from(OUTPUT_ONE);
        (sum / i32::from(ONE) + i32::from(self.output_bias[bucket])) * SCALE / one
    }

    /// How good a position is for a seat, in centipawns, with nothing kept for the next.
    pub fn evaluate(&self, board: &Board, color: Color) -> i32 {
        Accumulators::default().evaluate(self, 0, board, color)
    }
}

/// The set of weights of the second layer for so many pieces.
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(1) * BUCKETS / 32).min(BUCKETS - 1)
}

/// The clipped squares, weighed.
fn weigh(side: &Hidden, weights: &Hidden) -> i32 {
    let clipped_square = |(&number, &weight): (&i16, &i16)| {
        let clipped = number.clamp(0, ONE);
        // Within 16 bits, by `MOST_OUTPUT`: so the compiler may multiply eight at once.
        i32::from(clipped) * i32::from(clipped.wrapping_mul(weight))
    };
    side.iter().zip(weights).map(clipped_square).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A net of numbers that look random.
    fn net() -> Net {
        let mut state = 1_u32;
        let bytes = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i16::from((state >> 24) as i8) / 2
        });
        Net::from_bytes(&bytes.take(BYTES / 2).flat_map(i16::to_le_bytes).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_net_is_read_as_it_was_written() {
        assert_eq!(Net::from_bytes(&net().to_bytes()), Ok(net()));
        assert_eq!(Net::from_bytes(&[0; 3]), Err(WrongSize { found: 3 }));
    }

    #[test]
    fn both_sides_and_both_wings_are_judged_alike() {
        let judge = |fen: &str| {
            let position: domain::rules::duck::DuckPosition = fen.parse().unwrap();
            net().evaluate(position.board(), position.color())
        };
        let score = judge("4k3/1p6/8/3N*3/8/8/6P1/5K2 w - - 0 1");
        assert_ne!(score, 0);
        assert_eq!(judge("5k2/6p1/8/8/3n*3/8/1P6/4K3 b - - 0 1"), score);
        assert_eq!(judge("3k4/6p1/8/3*N3/8/8/1P6/2K5 w - - 0 1"), score);
        assert_ne!(judge("4k3/1p6/8/3N*3/8/8/6P1/5K2 b - - 0 1"), score);
    }
}
