//! [`Text`]: plain text in words that can be compared, whatever their case and their accents.

use std::ops::Range;

/// Plain text and its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    plain: String,
    words: Vec<Word>,
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is compared: `Élan’s` is `elan`.
    pub folded: String,
    /// Where it stands, in bytes.
    pub place: Range<usize>,
}

impl Text {
    /// A text, its white space made single spaces.
    pub fn new(text: &str) -> Self {
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words(&plain).collect();
        Self { plain, words }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.plain
    }

    /// Its words, in order.
    pub fn words(&self) -> &[Word] {
        &self.words
    }
}

/// The words of a text: letters and digits, without what follows an apostrophe.
pub fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut begins = 0;
    let spans = text.split(|c: char| !c.is_alphanumeric() && !is_in_word(c)).map(move |span| {
        let place = begins..begins + span.len();
        // What separates spans is one character, whose length is not known here: it is looked for in the text.
        begins = place.end + text[place.end..].chars().next().map_or(0, char::len_utf8);
        (span, place)
    });
    spans.filter_map(|(span, place)| {
        let folded = fold(span.split(['’', '\'']).find(|part| !part.is_empty())?);
        (!folded.is_empty()).then_some(Word { folded, place })
    })
}

/// Apostrophes, and accents that are characters of their own.
fn is_in_word(c: char) -> bool {
    matches!(c, '’' | '\'' | '\u{300}'..='\u{36f}')
}

/// Lower case, without the accents of European letters.
fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => folded.push('a'),
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => folded.push('c'),
            'ď' | 'đ' | 'ð' => folded.push('d'),
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => folded.push('e'),
            'ĝ' | 'ğ' | 'ġ' | 'ģ' => folded.push('g'),
            'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => folded.push('i'),
            'ł' | 'ĺ' | 'ļ' | 'ľ' => folded.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => folded.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => folded.push('o'),
            'ŕ' | 'ŗ' | 'ř' => folded.push('r'),
            'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => folded.push('s'),
            'ţ' | 'ť' | 'ț' => folded.push('t'),
            'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => folded.push('u'),
            'ý' | 'ÿ' => folded.push('y'),
            'ź' | 'ż' | 'ž' => folded.push('z'),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ß' => folded.push_str("ss"),
            '\u{300}'..='\u{36f}' => {}
            other => folded.push(other),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_accents() {
        let text = Text::new("The  player’s\n ÉLAN, cafe\u{301} & e4@c6 – “Zürich”");
        assert_eq!(text.as_str(), "The player’s ÉLAN, cafe\u{301} & e4@c6 – “Zürich”");
        let folded: Vec<_> = text.words().iter().map(|word| word.folded.as_str()).collect();
        assert_eq!(folded, ["the", "player", "elan", "cafe", "e4", "c6", "zurich"]);
        let places: Vec<_> = text.words().iter().map(|word| &text.as_str()[word.place.clone()]).collect();
        assert_eq!(places, ["The", "player’s", "ÉLAN", "cafe\u{301}", "e4", "c6", "Zürich"]);
        assert_eq!(words("’ '' …").count(), 0);
    }
}
