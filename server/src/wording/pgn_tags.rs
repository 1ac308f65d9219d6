//! What a game from elsewhere says of itself in its tags, as people read it.

use super::collections::day;

/// A tag as a label and a value: `White Elo` and `1500`. `None`: it says nothing.
pub fn told(name: &str, value: &str) -> Option<(String, String)> {
    let value = value.trim();
    if !value.contains(char::is_alphanumeric) {
        return None;
    }
    // What is no day as PGN writes it is told as it is written.
    let day = day(value);
    let value = if name.ends_with("Date") && !day.is_empty() { day } else { value.to_owned() };
    Some((label(name), value))
}

/// The words of a name: `TimeControl` as `Time control`, `UTCDate` as `UTC date`, `WhiteElo` as `White Elo`.
fn label(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (place, &letter) in letters.iter().enumerate() {
        let after_small = place > 0 && letters[place - 1].is_lowercase();
        let before_small = place > 0 && letters.get(place + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (after_small || before_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    let is_name = |word: &str| word == "Elo" || word.chars().skip(1).any(char::is_uppercase);
    for word in words.iter_mut().skip(1).filter(|word| !is_name(word)) {
        *word = word.to_lowercase();
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_what_is_unknown_is_not_told() {
        let told = |name, value| told(name, value).map(|(label, value)| format!("{label}: {value}"));
        assert_eq!(told("WhiteElo", "1500").as_deref(), Some("White Elo: 1500"));
        assert_eq!(told("TimeControl", "1/259200").as_deref(), Some("Time control: 1/259200"));
        assert_eq!(told("UTCDate", "2026.03.01").as_deref(), Some("UTC date: 2026-03-01"));
        assert_eq!(told("Date", "2026.??.??").as_deref(), Some("Date: 2026"));
        assert_eq!(told("ECO", "A00").as_deref(), Some("ECO: A00"));
        assert_eq!(told("my_tag", "x").as_deref(), Some("my_tag: x"));
        assert_eq!(told("EventDate", "March 2026").as_deref(), Some("Event date: March 2026"));
        for (name, value) in [("Date", "????.??.??"), ("Round", "-"), ("Site", " ? "), ("Event", "")] {
            assert_eq!(told(name, value), None, "{name}");
        }
    }
}
