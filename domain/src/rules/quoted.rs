//! Quoting what somebody has written, when it is told why it could not be read.

/// As much of what was written as fits into a sentence.
pub(crate) fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() { shown + "…" } else { shown }
}
