//! What can be seen of a text: whatever people write is empty if nothing of it can, and does not turn the order of what stands
//! around it.
//!
//! ```
//! use domain::rules::visible::{has_visible, without_overrides};
//!
//! assert!(!has_visible("\u{200b} \u{fe0f}\u{3164}"));
//! assert!(has_visible("\u{fe0f}!"));
//! assert_eq!(without_overrides("I \u{202e}won\u{202c}"), "I won");
//! ```

use std::borrow::Cow;

/// Whether anything of a text can be seen.
pub fn has_visible(text: &str) -> bool {
    !text.chars().all(is_blank)
}

/// Whether a character shows nothing where it stands alone: blanks, control characters, those that Unicode calls *default
/// ignorable* (<https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt>: joiners, direction marks, variation
/// selectors, fillers, tags), and three others that are drawn empty.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // The pattern of Braille without dots.
            | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            // A filler of the Khitan script, and the musical note without a head.
            | '\u{16fe4}' | '\u{1d159}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character turns the direction of all that follows it: embeddings, overrides and isolates. Scripts that are written
/// from right to left need none of them.
pub fn is_override(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text without what would turn the direction of all that follows it.
pub fn without_overrides(text: &str) -> Cow<'_, str> {
    if text.contains(is_override) { Cow::Owned(text.replace(is_override, "")) } else { Cow::Borrowed(text) }
}
