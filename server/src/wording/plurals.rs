//! One and many: English has two forms, and both are always given.

/// The form for a count: both are whole words or phrases, never a stem and an ending.
pub fn plural<N: Copy + From<u8> + PartialEq, T>(count: N, one: T, many: T) -> T {
    if count == N::from(1) { one } else { many }
}
