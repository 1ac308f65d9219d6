//! The options that can be set.

use domain::rules::variant::Variant;

use super::command::shortened;
use super::notation::VARIANTS;
use crate::Options;

const MOST_THREADS: usize = 64;
const MOST_LINES: usize = 64;
/// In MiB.
const MOST_HASH: usize = 65_536;

/// What an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// To search with these.
    Options(Options),
    /// To forget what earlier searches have found.
    Forget,
    /// To play this.
    Variant(Variant),
    /// Nothing: the program need not know.
    Nothing,
}

/// The lines that say what can be set.
pub(super) fn list() -> [String; 6] {
    let variants: Vec<String> = VARIANTS.iter().map(|(name, _)| format!(" var {name}")).collect();
    [
        format!("option name Hash type spin default {} min 1 max {MOST_HASH}", Options::default().hash),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
        "option name Clear Hash type button".to_owned(),
        "option name Ponder type check default false".to_owned(),
        format!("option name UCI_Variant type combo default duck{}", variants.concat()),
    ]
}

/// Reads the setting of an option, whose name may be written in any case.
///
/// # Errors
///
/// What can be set instead, in words.
pub(super) fn change(now: Options, name: &str, value: &str) -> Result<Change, String> {
    let number = |most: usize| match value.parse::<usize>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name} is a number from 1 to {most}, not {:?}", shortened(value))),
    };
    Ok(match name.to_ascii_lowercase().as_str() {
        "hash" => Change::Options(Options { hash: number(MOST_HASH)?, ..now }),
        "threads" => Change::Options(Options { threads: number(MOST_THREADS)?, ..now }),
        "multipv" => Change::Options(Options { lines: number(MOST_LINES)?, ..now }),
        "clear hash" => Change::Forget,
        "ponder" => Change::Nothing,
        "uci_variant" => Change::Variant(variant(value)?),
        _ => {
            return Err(format!(
                "unknown option {:?}; there are Hash, Threads, MultiPV, Clear Hash, Ponder, UCI_Variant",
                shortened(name)
            ));
        }
    })
}

fn variant(value: &str) -> Result<Variant, String> {
    let found = VARIANTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    found.map(|&(_, variant)| variant).ok_or_else(|| {
        let names: Vec<&str> = VARIANTS.iter().map(|&(name, _)| name).collect();
        format!("UCI_Variant is one of {}, not {:?}", names.join(", "), shortened(value))
    })
}
