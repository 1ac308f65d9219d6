//! A list of numbers as one text, for `string_to_array(…, ' ')`: lists of different lengths are no array of PostgreSQL's.

/// The numbers with a space between each two.
pub fn to_text(numbers: &[i16]) -> String {
    numbers.iter().map(i16::to_string).collect::<Vec<_>>().join(" ")
}
