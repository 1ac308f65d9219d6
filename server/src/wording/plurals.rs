//! Numbers, and one and many: English has two forms, and both are always given.

/// The form for a count: both are whole words or phrases, never a stem and an ending.
pub fn plural<N: Copy + From<u8> + PartialEq, T>(count: N, one: T, many: T) -> T {
    if count == N::from(1) { one } else { many }
}

/// A number with a comma before each three digits.
pub fn number(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
