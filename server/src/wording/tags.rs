//! Tags: why a text is no list of them.

/// A tag is too long; it is quoted as far as it may go.
pub fn too_long(max_chars: usize, beginning: &str) -> String {
    format!("A tag has at most {max_chars} characters: shorten \"{beginning}\".")
}

/// A tag contains a character that cannot be seen; it is quoted without that.
pub fn invisible(visible: &str) -> String {
    format!("A tag can only contain visible characters: \"{visible}\" contains another one.")
}

/// There are too many on a game.
pub fn too_many(max: usize, count: usize) -> String {
    format!("You can put at most {max} tags on a game; these are {count}.")
}
