//! Lists of numbers as text, for `string_to_array`: PostgreSQL has no arrays of arrays of different lengths.

/// The numbers with a space between each two.
pub fn of(numbers: &[i16]) -> String {
    numbers.iter().map(i16::to_string).collect::<Vec<_>>().join(" ")
}
