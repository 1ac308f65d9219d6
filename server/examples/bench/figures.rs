//! From measurements to figures.

/// The middle of several measurements: what else a machine does at one of them does not count. Of an even number of them
/// it is the higher of the two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
