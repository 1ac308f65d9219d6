//! Turns as people type them one after the other: with or without move numbers, parted by blanks, commas or semicolons.
//!
//! ```
//! use domain::rules::turn_list::split_turns;
//!
//! let turns: Vec<_> = split_turns("12. Nf6@e5, 13.Nf3@d4").collect();
//! assert_eq!(turns, ["Nf6@e5", "Nf3@d4"]);
//! ```

use crate::rules::duck::DUCK_SIGNS;

/// The words of a line that are or may be turns. Move numbers are left out: `12. Nf6@e5 Nf3@d4`, `12... Nf6@e5, 13.Nf3@d4`.
pub fn split_turns(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split(|letter: char| letter.is_whitespace() || letter == ';');
    parts.flat_map(parted_by_commas).map(without_number).filter(|word| !word.is_empty())
}

/// A word without the move number that it may begin with, or be: `12.Nf6@e5` as `Nf6@e5`.
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let turn = rest.trim_start_matches(['.', '…']);
    let has_number = rest.len() < word.len();
    let has_dots = turn.len() < rest.len();
    // `1b2-1c4` begins with a square, and `..` alone may stand for a turn of somebody else.
    if (has_number || !turn.is_empty()) && (has_dots || turn.is_empty()) { turn } else { word }
}

/// A comma is what some write in front of the duck's square (`Nf3,e5`, `g1f3,f3e5`); any other parts two turns.
fn parted_by_commas(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let parts = |&(at, _): &(usize, &str)| !is_in_front_of_a_duck(&text[..at], &text[at + 1..]);
        let comma = text.match_indices(',').find(parts).map(|(at, _)| at);
        rest = comma.map(|at| &text[at + 1..]);
        Some(&text[..comma.unwrap_or(text.len())])
    })
}

/// Whether what a comma parts is one turn: a piece move without its duck, and a duck.
fn is_in_front_of_a_duck(before: &str, after: &str) -> bool {
    let duck = after.split(',').next().unwrap_or_default();
    let is_duck = duck == "*" || (matches!(duck.len(), 2 | 4) && duck.as_bytes().chunks(2).all(is_square));
    is_duck && !before.is_empty() && !before.contains(DUCK_SIGNS)
}

fn is_square(name: &[u8]) -> bool {
    matches!(name, [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::split_turns;

    #[test]
    fn what_parts_words_and_what_numbers_them_is_left_out() {
        for (line, parted) in [
            ("12. Nf6@e5 Nf3@d4", "Nf6@e5|Nf3@d4"),
            ("12... Nf6@e5, 13.Nf3@d4; e6@*", "Nf6@e5|Nf3@d4|e6@*"),
            ("12…Nf6@e5,Nf3@d4,resign", "Nf6@e5|Nf3@d4|resign"),
            ("e7-e6,e2 g1f3,f3e5,d5,e4;resign", "e7-e6,e2|g1f3,f3e5|d5,e4|resign"),
            ("12 Nf6@e5 ...Nf3@d4", "Nf6@e5|Nf3@d4"),
            ("12. Nf6@e5 .. Nf3@d4", "Nf6@e5|..|Nf3@d4"),
            ("N1b2-1c4, 1b2-1c4 3.1b2-1c4", "N1b2-1c4|1b2-1c4|1b2-1c4"),
            (" ,; 3. ,,", ""),
        ] {
            assert_eq!(split_turns(line).collect::<Vec<_>>().join("|"), parted, "{line}");
        }
    }
}
