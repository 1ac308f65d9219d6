//! [`Model`]: the net while it learns, in floating point.

use engine::chance::Chance;
use engine::net::{BUCKETS, HIDDEN, INPUTS, MOST_OUTPUT, Net, ONE, OUTPUT_ONE, PLACES, View, ZONES, bucket};

use crate::sample::Sample;

/// A sample as the net sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The inputs of the seat to move and of the other seat, as many as there are pieces.
    inputs: [[u16; 32]; 2],
    pieces: u8,
    /// From 0, lost, to 1, won.
    target: f32,
}

impl Example {
    /// A sample and what is to be learnt of it, from 0, lost, to 1, won.
    pub fn new(sample: &Sample, target: f32) -> Self {
        let board = sample.board();
        let mut inputs = [[0; 32]; 2];
        for (inputs, seen_by) in inputs.iter_mut().zip([sample.color, !sample.color]) {
            let view = View::of(&board, seen_by);
            for (input, &(square, piece)) in inputs.iter_mut().zip(&sample.pieces) {
                *input = view.input(piece, square) as u16;
            }
        }
        Self { inputs, pieces: sample.pieces.len().min(32) as u8, target }
    }

    /// Where the weights of the inputs begin: what a zone has for itself, and what all zones share.
    fn inputs(&self, side: usize) -> impl Iterator<Item = usize> {
        let inputs = self.inputs[side][..usize::from(self.pieces)].iter().map(|&input| usize::from(input));
        inputs.flat_map(|input| [input * HIDDEN, SHARED + input % PLACES * HIDDEN])
    }
}

/// The weights of a [`Net`], one after the other.
///
/// The weight of an input is a sum: what all zones of the king share learns from all examples, and what a zone has for itself only
/// from its own.
#[derive(Clone)]
pub struct Model {
    /// The first layer by input, its bias, the second layer by bucket, its biases; then what the zones share, by place.
    weights: Vec<f32>,
}

const BIAS: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUTS + BUCKETS * 2 * HIDDEN;
const SHARED: usize = OUTPUT_BIAS + BUCKETS;
/// How many weights there are.
const WEIGHTS: usize = SHARED + PLACES * HIDDEN;

/// The largest weight of the first layer, of either part: with both the sum of 32 pieces and the bias fits into 16 bits.
const MOST_INPUT: f32 = 1.94;

/// How much better each weight should be, and how far the guesses were off.
#[derive(Clone)]
pub struct Gradient {
    weights: Vec<f32>,
    /// The sum of the squared errors.
    pub loss: f64,
}

impl Default for Gradient {
    fn default() -> Self {
        Self { weights: vec![0.0; WEIGHTS], loss: 0.0 }
    }
}

impl Gradient {
    fn clear(&mut self) {
        self.weights.fill(0.0);
        self.loss = 0.0;
    }
}

impl Model {
    /// A model that knows nothing: small random weights.
    pub fn random(chance: &mut Chance) -> Self {
        let mut weights = vec![0.0; WEIGHTS];
        for (n, weight) in weights.iter_mut().enumerate() {
            let size: f32 = match n {
                SHARED.. => 0.18,
                OUTPUTS..OUTPUT_BIAS => 0.06,
                _ => 0.0,
            };
            *weight = signed(chance) * size;
        }
        Self { weights }
    }

    /// A model that knows what a net knows, but for what rounding took.
    pub fn of_net(net: &Net) -> Self {
        let one = f32::from(ONE);
        let output_one = f32::from(OUTPUT_ONE);
        let first = net.inputs.iter().chain([&net.bias]).flatten().map(|&weight| f32::from(weight) / one);
        let outputs = net.outputs.iter().flatten().flatten().map(|&weight| f32::from(weight) / output_one);
        let biases = net.output_bias.iter().map(|&weight| f32::from(weight) / (one * output_one));
        let mut weights: Vec<f32> = first.chain(outputs).chain(biases).collect();
        for shared in 0..PLACES * HIDDEN {
            let of_zones = (0..ZONES).map(|zone| zone * PLACES * HIDDEN + shared);
            let mean = of_zones.clone().map(|n| weights[n]).sum::<f32>() / ZONES as f32;
            of_zones.for_each(|n| weights[n] -= mean);
            weights.push(mean);
        }
        Self { weights }
    }

    /// Makes the gradient that of these examples.
    pub fn learn(&self, examples: &[&Example], gradient: &mut Gradient) {
        gradient.clear();
        for example in examples {
            let first = self.first_layer(example);
            let bucket = bucket(usize::from(example.pieces));
            let guess = sigmoid(self.second_layer(&first, bucket));
            let error = guess - example.target;
            gradient.loss += f64::from(error * error);
            let slope = 2.0 * error * guess * (1.0 - guess);
            gradient.weights[OUTPUT_BIAS + bucket] += slope;
            for (side, numbers) in first.iter().enumerate() {
                let outputs = OUTPUTS + (bucket * 2 + side) * HIDDEN;
                let mut slopes = [0.0; HIDDEN];
                let weights = &self.weights[outputs..outputs + HIDDEN];
                let to_outputs = &mut gradient.weights[outputs..outputs + HIDDEN];
                for n in 0..HIDDEN {
                    let clipped = numbers[n].clamp(0.0, 1.0);
                    to_outputs[n] += slope * clipped * clipped;
                    let is_open = numbers[n] > 0.0 && numbers[n] < 1.0;
                    slopes[n] = if is_open { slope * weights[n] * 2.0 * clipped } else { 0.0 };
                }
                for start in example.inputs(side).chain([BIAS]) {
                    add(&mut gradient.weights[start..start + HIDDEN], &slopes);
                }
            }
        }
    }

    /// The mean of the squared errors.
    pub fn loss(&self, examples: &[Example]) -> f64 {
        let error = |example: &Example| {
            let first = self.first_layer(example);
            let guess = sigmoid(self.second_layer(&first, bucket(usize::from(example.pieces))));
            f64::from((guess - example.target).powi(2))
        };
        examples.iter().map(error).sum::<f64>() / examples.len().max(1) as f64
    }

    fn first_layer(&self, example: &Example) -> [[f32; HIDDEN]; 2] {
        std::array::from_fn(|side| {
            let mut numbers = [0.0; HIDDEN];
            for start in example.inputs(side).chain([BIAS]) {
                add(&mut numbers, &self.weights[start..start + HIDDEN]);
            }
            numbers
        })
    }

    fn second_layer(&self, first: &[[f32; HIDDEN]; 2], bucket: usize) -> f32 {
        let start = OUTPUTS + bucket * 2 * HIDDEN;
        let weights = &self.weights[start..start + 2 * HIDDEN];
        let weighed = first.as_flattened().iter().zip(weights).map(|(number, weight)| {
            let clipped = number.clamp(0.0, 1.0);
            clipped * clipped * weight
        });
        self.weights[OUTPUT_BIAS + bucket] + weighed.sum::<f32>()
    }

    /// The net that the engine uses: rounded.
    pub fn quantised(&self) -> Net {
        let round = |weight: f32, one: f32| (weight * one).round() as i16;
        let one = f32::from(ONE);
        let hidden = |start: usize, one: f32| std::array::from_fn(|n| round(self.weights[start + n], one));
        let whole = |input: usize, n: usize| {
            self.weights[input * HIDDEN + n] + self.weights[SHARED + input % PLACES * HIDDEN + n]
        };
        let output_one = f32::from(OUTPUT_ONE);
        Net {
            inputs: (0..INPUTS).map(|input| std::array::from_fn(|n| round(whole(input, n), one))).collect(),
            bias: hidden(BIAS, one),
            outputs: std::array::from_fn(|bucket| {
                std::array::from_fn(|side| hidden(OUTPUTS + (bucket * 2 + side) * HIDDEN, output_one))
            }),
            output_bias: std::array::from_fn(|bucket| round(self.weights[OUTPUT_BIAS + bucket], one * output_one)),
        }
    }
}

/// A number from -1 to 1.
fn signed(chance: &mut Chance) -> f32 {
    (chance.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// Goes where gradients point, by Adam (Kingma and Ba, 2015) with decoupled weight decay (AdamW, Loshchilov and Hutter, 2019).
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    decay: f32,
}

/// Weights that zones share decay at this part of the rate of a zone's own, because far more examples teach them.
const SHARED_DECAY: f32 = 0.1;

impl Adam {
    /// Each step multiplies the weights of inputs by `1 - rate * decay`. Those of both layers' biases and of the second layer do not decay.
    pub fn new(decay: f32) -> Self {
        Self { mean: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS], steps: 0, decay }
    }

    /// A step by the sum of gradients over so many examples.
    pub fn step(&mut self, model: &mut Model, gradients: &[Gradient], examples: usize, rate: f32) {
        self.steps += 1;
        let (keep_mean, keep_square) = (0.9_f32, 0.999_f32);
        let (mean_part, square_part) = (1.0 - keep_mean.powi(self.steps), 1.0 - keep_square.powi(self.steps));
        for n in 0..WEIGHTS {
            let gradient = gradients.iter().map(|gradient| gradient.weights[n]).sum::<f32>() / examples as f32;
            self.mean[n] = keep_mean * self.mean[n] + (1.0 - keep_mean) * gradient;
            self.square[n] = keep_square * self.square[n] + (1.0 - keep_square) * gradient * gradient;
            let step = rate * (self.mean[n] / mean_part) / ((self.square[n] / square_part).sqrt() + 1e-8);
            let most = match n {
                0..OUTPUTS | SHARED.. => MOST_INPUT,
                OUTPUTS..OUTPUT_BIAS => f32::from(MOST_OUTPUT) / f32::from(OUTPUT_ONE),
                _ => f32::from(i16::MAX) / f32::from(ONE) / f32::from(OUTPUT_ONE),
            };
            let decay = match n {
                0..BIAS => self.decay,
                SHARED.. => self.decay * SHARED_DECAY,
                _ => 0.0,
            };
            model.weights[n] = (model.weights[n] * (1.0 - rate * decay) - step).clamp(-most, most);
        }
    }
}

fn add(to: &mut [f32], what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use domain::rules::duck::DuckPosition;
    use engine::net::SCALE;

    use super::*;
    use crate::targets::targets;

    fn samples() -> Vec<Sample> {
        let fen = |fen: &str, score, result| Sample::new(&fen.parse::<DuckPosition>().unwrap(), score, result);
        vec![
            fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 900, 2),
            fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", -900, 0),
            fen("4k3/8/8/3*4/8/8/4P3/4K3 b - - 0 1", -100, 1),
        ]
    }

    fn examples() -> Vec<Example> {
        let samples = samples();
        let targets = targets(&samples, 0.5, 1.0);
        samples.iter().zip(targets).map(|(sample, target)| Example::new(sample, target)).collect()
    }

    fn taught() -> (Model, f64, f64) {
        let mut model = Model::random(&mut Chance(1));
        let examples: Vec<_> = examples();
        let before = model.loss(&examples);
        let (mut adam, mut gradient) = (Adam::new(0.0), Gradient::default());
        for _ in 0..50 {
            model.learn(&examples.iter().collect::<Vec<_>>(), &mut gradient);
            adam.step(&mut model, std::slice::from_ref(&gradient), examples.len(), 0.003);
        }
        let after = model.loss(&examples);
        (model, before, after)
    }

    #[test]
    fn what_is_shown_is_learnt() {
        let (_, before, after) = taught();
        assert!(before > 0.03 && after < 0.0005, "{before} {after}");
    }

    #[test]
    fn weights_of_inputs_decay() {
        let mut model = Model { weights: vec![1.0; WEIGHTS] };
        Adam::new(10.0).step(&mut model, &[Gradient::default()], 1, 0.01);
        for (n, kept) in [(0, 0.9), (SHARED, 0.99), (BIAS, 1.0)] {
            assert!((model.weights[n] - kept).abs() < 1e-6, "{n}: {}", model.weights[n]);
        }
    }

    #[test]
    fn a_net_is_the_same_after_it_was_a_model() {
        let net = taught().0.quantised();
        assert_eq!(Model::of_net(&net).quantised(), net);
    }

    #[test]
    fn the_engine_judges_as_the_model_does() {
        let (model, ..) = taught();
        let net = model.quantised();
        for (sample, example) in samples().iter().zip(examples()) {
            let exact = model.second_layer(&model.first_layer(&example), bucket(sample.pieces.len())) * SCALE as f32;
            let rounded = net.evaluate(&sample.board(), sample.color) as f32;
            assert!((exact - rounded).abs() < 12.0 + exact.abs() / 25.0, "{exact} {rounded}");
        }
    }
}
