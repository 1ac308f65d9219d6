//! The options that can be set.

use std::time::Duration;

use domain::rules::variant::Variant;

use super::command::shortened;
use super::time::OVERHEAD;
use crate::strength::Strength;
use crate::{Evaluation, OpponentModel, Options};

const MOST_THREADS: usize = 64;
const MOST_LINES: usize = 64;
/// In MiB.
const MOST_HASH: usize = 4096;
/// In milliseconds.
const MOST_OVERHEAD: usize = 5000;

/// What has been set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub search: Options,
    /// The Elo that is asked for, and whether it is to be kept to.
    elo: u32,
    is_limited: bool,
    /// What is kept back of the time for the way to the clock and back.
    pub overhead: Duration,
}

/// What an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// To search with these.
    Settings(Settings),
    /// To forget what earlier searches have found.
    Forget,
    /// To play this.
    Variant(Variant),
    /// Nothing: the program need not know.
    Nothing,
}

/// The lines that say what can be set.
pub(super) fn list() -> [String; 12] {
    let variants: Vec<String> = Variant::ALL.iter().map(|variant| format!(" var {}", variant.uci_name())).collect();
    [
        format!("option name Hash type spin default {} min 1 max {MOST_HASH}", Options::default().hash),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
        "option name Clear Hash type button".to_owned(),
        "option name Ponder type check default false".to_owned(),
        format!("option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}", OVERHEAD.as_millis()),
        "option name Use NNUE type check default true".to_owned(),
        "option name Use Tables type check default true".to_owned(),
        "option name UCI_AnalyseMode type check default false".to_owned(),
        "option name UCI_LimitStrength type check default false".to_owned(),
        format!("option name UCI_Elo type spin default {0} min {1} max {0}", Strength::STRONGEST, Strength::WEAKEST),
        format!("option name UCI_Variant type combo default duck{}", variants.concat()),
    ]
}

impl Settings {
    pub fn new(search: Options) -> Self {
        let search = Options { opponent_model: opponent_model(false), ..search };
        Self { search, elo: Strength::STRONGEST, is_limited: false, overhead: OVERHEAD }
    }

    /// Reads the setting of an option, whose name may be written in any case.
    ///
    /// # Errors
    ///
    /// What can be set instead, in words.
    pub fn change(mut self, name: &str, value: &str) -> Result<Change, String> {
        let between = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a number from {least} to {most}, not {:?}", shortened(value))),
        };
        let is_true = || {
            let read = value.to_ascii_lowercase().parse();
            read.map_err(|_| format!("{name} is true or false, not {:?}", shortened(value)))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.search.hash = between(1, MOST_HASH)?,
            "threads" => self.search.threads = between(1, MOST_THREADS)?,
            "multipv" => self.search.lines = between(1, MOST_LINES)?,
            "move overhead" => self.overhead = Duration::from_millis(between(0, MOST_OVERHEAD)? as u64),
            "use nnue" => self.search.evaluation = if is_true()? { Evaluation::Net } else { Evaluation::ByHand },
            "use tables" => self.search.tables = is_true()?,
            "uci_analysemode" => self.search.opponent_model = opponent_model(is_true()?),
            "uci_limitstrength" => self.is_limited = is_true()?,
            "uci_elo" => self.elo = between(Strength::WEAKEST as usize, Strength::STRONGEST as usize)? as u32,
            "clear hash" => return Ok(Change::Forget),
            "ponder" => return is_true().map(|_| Change::Nothing),
            "uci_variant" => return Ok(Change::Variant(variant(value)?)),
            _ => {
                return Err(format!(
                    "unknown option {:?}; there are Hash, Threads, MultiPV, Clear Hash, Ponder, Move Overhead, Use NNUE, \
                     Use Tables, UCI_AnalyseMode, UCI_LimitStrength, UCI_Elo, UCI_Variant",
                    shortened(name)
                ));
            }
        }
        self.search.strength = self.is_limited.then(|| Strength::of_elo(self.elo));
        Ok(Change::Settings(self))
    }
}

/// How two opponents are expected to play. Best reply plays better; paranoid has lines that can be played out and wins that are certain, as an
/// analysis needs.
fn opponent_model(analyses: bool) -> OpponentModel {
    if analyses { OpponentModel::Paranoid } else { OpponentModel::BestReply }
}

fn variant(value: &str) -> Result<Variant, String> {
    let found = Variant::ALL.into_iter().find(|variant| variant.uci_name().eq_ignore_ascii_case(value));
    found.ok_or_else(|| {
        let names = Variant::ALL.map(Variant::uci_name);
        format!("UCI_Variant is one of {}, not {:?}", names.join(", "), shortened(value))
    })
}
