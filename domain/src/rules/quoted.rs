//! Quoting input in errors.

/// The beginning of an input, short enough for a sentence.
pub(crate) fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() { shown + "…" } else { shown }
}
