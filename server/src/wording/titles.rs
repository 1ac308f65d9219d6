//! What players call what they make.

/// There is no name.
pub const NOTHING: &str = "Give it a name.";

/// A name that is too long.
pub fn long(most: usize) -> String {
    format!("A name has at most {most} characters.")
}
